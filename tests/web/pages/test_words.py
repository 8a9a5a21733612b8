"""The words of the page in other languages: complete, with nothing that the page no longer says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.browser import NEEDED
from support.languages import PLACE, WORDS, Language, missing, words_in
from support.page_texts import page_texts
from support.play_page import PlayPage
from support.taught import summaries, taught

from ninetka import Game, morris
from ninetka.games import entry_for_name
from ninetka.records import Record
from ninetka.web import assets

MOVES = {*words_in("all cecfdgefdece de jk kropki pass stop")}
SHARED = {
    "fr": {*words_in("on place plus point points position score section sections six")},
    "pl": {*words_in("minus on plus ten to")},
}
"""Words that English texts share with others: those of moves and games, and by language."""
WRONG = {
    "nothing": "line 1: a record begins with a tag, [Name \"value\"], not with 'nothing'",
    '[Game "9tka"]\n\n1. E5 *': "game 1, line 1: the record does not say which ruleset or how many "
    'play: add [Ruleset "nestorgames"] and [Players "2"]',
    '[Game "9tka"]\n[Position "x"]\n\n*': "game 1, line 1: a position is board, seat, players and "
    "ruleset, not 'x': write 'BOARD a 2 nestorgames', for example",
    '[Game "chess"]\n\n*': "game 1, line 1: there is no game 'chess' here, only 9tka, Kropki, 9AM "
    "and Mills",
}
"""Records with what is wrong with them."""

of_languages = pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)


@of_languages
def test_a_translation_has_every_text(path: Path) -> None:
    if texts := missing(path):
        file = f"src/ninetka/web/pages/{path.name}"
        said = f"these texts stay English on the page: add their translations to {file}"
        pytest.fail("\n".join([said, *texts]), pytrace=False)


@of_languages
def test_a_translation_has_no_other_texts(path: Path) -> None:
    other = sorted({*Language.read(path).words} - {"", *page_texts()})
    assert not other, f"the page does not say these: remove them from {path.name}"


@of_languages
def test_translations_have_the_same_places_for_values(path: Path) -> None:
    language = Language.read(path)
    for text, translated in (*language.words.items(), *language.rules.items()):
        assert translated, f"{path.name} has no translation of {text!r}"
        places = sorted(PLACE.findall(text))
        assert sorted(PLACE.findall(translated)) == places, (
            f"in {path.name}, the translation of {text!r} must have the places {places}"
        )


@of_languages
def test_whole_sentences_are_translated(path: Path) -> None:
    """Those of the rules in short, of the lessons, and of what is wrong with records."""
    if missing(path):
        pytest.skip(f"{path.name} lacks texts, which test_a_translation_has_every_text lists")
    language = Language.read(path)
    known = {word for text in language.rules for word in words_in(text)}
    english = known - MOVES - SHARED.get(path.stem.removeprefix("words-"), set())
    for text in {*summaries(), *taught()}:
        for line in text.split("\n"):
            translated = language.translated(line)
            left = english & {*words_in(line)} & {*words_in(translated)}
            assert not left, (
                f"a part stays English, {sorted(left)}, of: {line}\nTranslated: {translated}\n"
                f'Add what is missing to "rules" in {path.name}; words that are also words of this '
                "language belong into SHARED in tests/web/pages/test_words.py."
            )
    for said in WRONG.values():
        assert language.translated(said) != said, f'add it to "rules" in {path.name}'


def test_the_languages_of_the_countries_where_the_games_are_played_are_there() -> None:
    named = json.loads(assets.languages())
    codes = [path.stem.removeprefix("words-") for path in WORDS]
    assert [*named] == ["en", *codes]
    assert {*codes} >= {"fr", "pl", "ru"}


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@of_languages
def test_the_page_translates_alike(page: PlayPage, path: Path) -> None:
    language, texts = Language.read(path), sorted({*summaries(), *taught()})
    translated = page.js(
        "Object.assign(dictionary, arguments[0]); learnRules(arguments[1]);"
        "return arguments[2].map(translated);",
        *(language.words, language.rules, texts),
    )
    page.load()
    assert translated == [*map(language.translated, texts)]


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
def test_the_rules_and_the_lessons_are_in_polish(page: PlayPage) -> None:
    lessons: Any = entry_for_name("Mills").lessons
    exercise = lessons("Mills").exercises[0]
    state: Any = entry_for_name("Mills").begin(position=exercise.position)
    with page.speaking("pl"):
        page.open(Record(Game.start(morris.MILLS)))
        rules = page.js("return page.summary.textContent")
        assert rules.startswith("To gra w młynek dla 2 graczy: a i b, w tej kolejności. Celem ")
        assert "\nJest remis po 100 turach z rzędu bez dostawienia i zdjęcia pionka.\n" in rules
        page.js("page.kind.value = '9tka'; page.kind.dispatchEvent(new Event('change'))")
        chosen = page.js("return page['chosen-rules'].textContent")
        assert chosen.startswith("9tka to gra planszowa dla 2, 3 lub 4 graczy, którzy grają na ")
        page.click("#open-learn")
        row = "#lesson-list section:nth-child(4)"
        page.wait(lambda: page.text(f"{row} h3") == "Mills")
        task = "Postaw pionek tak, aby mieć młynek."
        button = page.one(f"{row} button:nth-child(2)")
        assert button.accessible_name == f"Ćwiczenie 1: {task}"
        button.click()
        page.wait(lambda: page.text("#lesson-task") == task)
        for place in state.places_of(state.parse_move(exercise.answers[0])):
            page.click_place(place)
        right = "Dobrze. Młynek to linia z trzema twoimi pionkami. Zdejmuje pionek przeciwnika."
        page.wait(lambda: page.text("#lesson-reason") == right)


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
def test_a_language_is_chosen_and_kept(page: PlayPage) -> None:
    page.open(Record(Game.start(morris.MILLS)))
    for code, undo in (("fr", "Annuler le coup"), ("en", "Undo")):
        page.menu("settings")
        page.js(
            """page.language.value = arguments[0];
            page.language.dispatchEvent(new Event("change"));""",
            code,
        )
        page.wait(lambda: page.js("return document.documentElement.lang") == code)  # noqa: B023
        page.begun()
        assert page.text("#undo") == undo
        name = json.loads(assets.languages())[code]
        assert name not in page.text("#panel") + page.text("#menus > button")


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@of_languages
def test_the_tools_to_study_with_speak_the_language(page: PlayPage, path: Path) -> None:
    code, words = path.stem.removeprefix("words-"), Language.read(path).text
    with page.speaking(code):
        page.open(Record(Game.start(morris.MILLS).play("1 2")))
        page.menu("more")
        page.click("#set-up")
        page.wait(lambda: page.one("#editor").is_displayed())
        assert page.one("#editor").accessible_name == words("Set up a position")
        kinds = page.driver.find_elements("css selector", "#kinds button")
        pieces = [words("Piece of {0}").format(seat) for seat in "ab"]
        assert [each.accessible_name for each in kinds] == [*pieces, words("Take away")]
        facts = page.driver.find_elements("css selector", "#facts :is(select, input)")
        hands = [words("In hand: {0}").format(seat) for seat in "ab"]
        named = [words("To move"), words("What to do"), *hands, words("Quiet turns")]
        assert [each.accessible_name for each in facts] == named
        page.click("#leave-editor")
        page.wait(lambda: not page.one("#editor").is_displayed())
        page.focus('.target[data-field="1"]')
        page.press("m", "m")
        drawn = words("Drawn: {0}").format(f"{words('green')} g7")
        assert page.one("#board .own").accessible_name == drawn
        with page.thinking():
            page.click("#analyse")
            assert page.one("#book").accessible_name == words("Your games")
            page.click("#analyse")
        page.click("#open-learn")
        page.wait(lambda: page.one("#learn").is_displayed())
        solved = words("Puzzles, solved: {0} of {1}").format(0, 100)
        puzzles = page.one("#lesson-list .row button:last-child")
        assert puzzles.accessible_name == solved
        puzzles.click()
        title = words("{0}, puzzle {1} of {2}").format("9tka", 1, 100)
        page.wait(lambda: page.text("#lesson-title") == title)
        assert words("Find the only move that wins.") in page.text("#lesson-task")
        assert page.text("#show-me") == words("Solution")


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@of_languages
def test_pictures_and_wrong_records_are_told_in_the_language(page: PlayPage, path: Path) -> None:
    language = Language.read(path)
    tell = (
        "const told = ({ message }) => message;"
        "return call('read', { records: arguments[0] }).then(({ error }) => told(error), told)"
    )
    assert {text: page.js(tell, text) for text in WRONG} == WRONG
    described = "return page.board.querySelector('desc').textContent"
    game = Game.start(morris.MILLS).play("1 2")
    record = Record(game, {"First": "Ann"})
    with page.speaking(path.stem.removeprefix("words-")):
        for text, said in WRONG.items():
            shown = page.js(f"{tell}.then(translated)", text)
            assert shown == language.translated(said)
        page.open(record)
        listed = [
            f"Ann (a): {language.translated('tokens on g7')}, {language.translated('8 in hand')}"
        ]
        due, *lists, last = page.js(described).split(". ")
        assert due == page.text("#turn")
        assert lists[0] == listed[0]
        assert last == f"{language.translated('Last move')}: d6"
