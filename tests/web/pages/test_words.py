"""The words of the page in other languages: complete, with nothing that the page no longer says."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.browser import NEEDED
from support.languages import Language, words_in
from support.play_page import PAGES, PlayPage
from support.sentences import patterns
from support.taught import summaries, taught

from ninetka import Game, morris
from ninetka.games import entry_for_name
from ninetka.records import Record
from ninetka.web import ready

HOST = Path(__file__).parents[3] / "examples/browser"
WORDS = sorted(PAGES.glob("words-*.json"))
LETTERS = re.compile("[A-Za-z]{2}")
MOVES = {*words_in("all cecfdgefdece de jk kropki pass stop")}
SHARED = {
    "fr": {*words_in("on place plus point points position score section sections six")},
    "pl": {*words_in("minus on plus ten to")},
}
"""Words that English texts share with others: those of moves and games, and by language."""


class Said(HTMLParser):
    """Collects the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.texts |= {named.get(name) or "" for name in ("aria-label", "placeholder", "title")}

    def handle_data(self, data: str) -> None:
        self.texts.add(data.strip())


def said() -> set[str]:
    """All that the page says in English: in its HTML, and in its scripts by `t`."""
    page, texts = Said(), set[str]()
    html = (PAGES / "play.html").read_text("utf-8")
    page.feed(html.partition("<body>")[2])
    for path in PAGES.glob("*.js"):
        script = path.read_text("utf-8")
        texts |= {json.loads(text) for text in re.findall(r'\bt\(\s*("(?:[^"\\]|\\.)*")', script)}
        for table in re.findall("const STRENGTHS = (.*?);", script, re.DOTALL):
            texts |= {*re.findall('", "(.*)"', table)}
        for panel in re.findall("const PANEL = `(.*?)`", script, re.DOTALL):
            page.feed(panel)
    return {
        text
        for text in texts | page.texts | said_by_hosts()
        if LETTERS.search(text) or text.startswith("{")
    }


def said_by_hosts() -> set[str]:
    """What the rules' scripts say on both hosts: how far links reach, why nothing is answered."""
    scripts = [path.read_text("utf-8") for path in (PAGES / "rules.js", HOST / "rules.js")]
    literal = r'"[^"]*"'
    texts = re.findall(
        rf"(?:[A-Z_]+ =|reach:)\s+({literal}(?:\s*\+\s*{literal})*)", "".join(scripts)
    )
    progress = re.findall(r'progress: "(.*)"', (HOST / "worker.js").read_text("utf-8"))
    return {"".join(re.findall('"(.*)"', text)) for text in texts} | {*progress}


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_a_translation_is_complete(path: Path) -> None:
    words = json.loads(path.read_text("utf-8"))
    name, rules = words.pop(""), words.pop("rules")
    assert json.loads(ready.languages())[path.stem.removeprefix("words-")] == name
    assert {*words} == said()
    assert {*rules} >= patterns()
    for text, translated in (*words.items(), *rules.items()):
        assert sorted(re.findall(r"\{\d\}", text)) == sorted(re.findall(r"\{\d\}", translated)), (
            text
        )
        assert translated


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_all_of_the_rules_in_short_and_of_the_lessons_is_translated(path: Path) -> None:
    language = Language.read(path)
    known = {word for text in language.rules for word in words_in(text)}
    english = known - MOVES - SHARED.get(path.stem.removeprefix("words-"), set())
    for text in {*summaries(), *taught()}:
        for line in text.split("\n"):
            translated = language.translated(line)
            assert not english & {*words_in(line)} & {*words_in(translated)}, (line, translated)
    assert {*language.rules} == patterns() | language.used


def test_the_languages_of_the_countries_where_the_games_are_played_are_there() -> None:
    assert {*json.loads(ready.languages())} >= {"en", "fr", "pl", "ru"}


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
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
        name = json.loads(ready.languages())[code]
        assert name not in page.text("#panel") + page.text("#menus > button")


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_the_tools_to_study_with_speak_the_language(page: PlayPage, path: Path) -> None:
    code, words = path.stem.removeprefix("words-"), json.loads(path.read_text("utf-8"))
    with page.speaking(code):
        page.open(Record(Game.start(morris.MILLS).play("1 2")))
        page.menu("more")
        page.click("#set-up")
        page.wait(lambda: page.one("#editor").is_displayed())
        assert page.one("#editor").accessible_name == words["Set up a position"]
        kinds = page.driver.find_elements("css selector", "#kinds button")
        pieces = [words["Piece of {0}"].format(seat) for seat in "ab"]
        assert [each.accessible_name for each in kinds] == [*pieces, words["Take away"]]
        facts = page.driver.find_elements("css selector", "#facts :is(select, input)")
        hands = [words["In hand: {0}"].format(seat) for seat in "ab"]
        named = [words["To move"], words["What to do"], *hands, words["Quiet turns"]]
        assert [each.accessible_name for each in facts] == named
        page.click("#leave-editor")
        page.wait(lambda: not page.one("#editor").is_displayed())
        page.focus('.target[data-field="1"]')
        page.press("m", "m")
        drawn = words["Drawn: {0}"].format(f"{words['green']} g7")
        assert page.one("#board .own").accessible_name == drawn
        with page.thinking():
            page.click("#analyse")
            assert page.one("#book").accessible_name == words["Your games"]
            page.click("#analyse")
        page.click("#open-learn")
        page.wait(lambda: page.one("#learn").is_displayed())
        solved = words["Puzzles, solved: {0} of {1}"].format(0, 100)
        puzzles = page.one("#lesson-list .row button:last-child")
        assert puzzles.accessible_name == solved
        puzzles.click()
        title = words["{0}, puzzle {1} of {2}"].format("9tka", 1, 100)
        page.wait(lambda: page.text("#lesson-title") == title)
        assert words["Find the only move that wins."] in page.text("#lesson-task")
        assert page.text("#show-me") == words["Solution"]


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


@NEEDED[0]
@NEEDED[1]
@pytest.mark.long
@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
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
            assert shown == language.translated(said) != said
        page.open(record)
        listed = [
            f"Ann (a): {language.translated('tokens on g7')}, {language.translated('8 in hand')}"
        ]
        due, *lists, last = page.js(described).split(". ")
        assert due == page.text("#turn")
        assert lists[0] == listed[0]
        assert last == f"{language.translated('Last move')}: d6"
