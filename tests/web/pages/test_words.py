"""The words of the page in other languages: complete, with nothing that the page no longer says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.browser import NEEDED
from support.page_texts import PAGES, page_texts
from support.play_page import PlayPage

from ninetka import Game, morris
from ninetka.base.messages import in_language, languages
from ninetka.games import entry_for_name
from ninetka.kropki import texts as kropki
from ninetka.morris import texts as morris_texts
from ninetka.morris.texts import Say
from ninetka.nine import texts as nine
from ninetka.protocol.texts import Say as General
from ninetka.records import Record
from ninetka.web import assets

WORDS = sorted(PAGES.glob("words-*.json"))
PLACE = re.compile(r"\{\d\}")

OF_LANGUAGES = pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, str]:
    """The words of a language: by each text of the page, its translation."""
    words: dict[str, str] = json.loads(path.read_text("utf-8"))
    return words


@OF_LANGUAGES
def test_a_translation_has_every_text_and_no_other(path: Path) -> None:
    words = read(path)
    missing = sorted({"", *page_texts()} - {*words})  # the first is the language's name
    quoted = [json.dumps(text, ensure_ascii=False) for text in missing]
    said = f"these texts stay English on the page: add their translations to {path}"
    assert not missing, "\n".join([said, *quoted])
    other = sorted({*words} - {"", *page_texts()})
    assert not other, f"the page does not say these: remove them from {path.name}"


@OF_LANGUAGES
def test_translations_have_the_same_places_for_values(path: Path) -> None:
    for text, translated in read(path).items():
        assert translated, f"{path.name} has no translation of {text!r}"
        places = sorted(PLACE.findall(text))
        assert sorted(PLACE.findall(translated)) == places, (
            f"in {path.name}, the translation of {text!r} must have the places {places}"
        )


@OF_LANGUAGES
def test_the_page_can_put_names_in_place_of_seats(path: Path) -> None:
    """What the rules say of seats begins with the word that the page looks for."""
    code, word = path.stem.removeprefix("words-"), read(path)["Seat"]
    assert General.SEAT.template(code) == f"{word} {{seat}}"
    told = [each for kind in (nine, kropki, morris_texts) for each in kind.Say]
    for member in (each for each in told if each.value.startswith("Seat {seat} ")):
        translated = member.template(code) or ""
        assert translated.startswith(f"{word} {{seat}} ") or f"{word} {{seat}}:" in translated
        assert translated.count(f"{word} {{") == member.value.count("Seat {"), member


def test_the_languages_of_the_countries_where_the_games_are_played_are_there() -> None:
    named = json.loads(assets.languages())
    codes = [path.stem.removeprefix("words-") for path in WORDS]
    assert [*named] == ["en", *codes] == [*languages()]
    assert {*codes} >= {"fr", "pl", "ru"}


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
@OF_LANGUAGES
def test_the_tools_to_study_with_speak_the_language(page: PlayPage, path: Path) -> None:
    code, translations = path.stem.removeprefix("words-"), read(path)

    def words(text: str) -> str:
        return translations.get(text, text)  # some colours are called alike

    with page.speaking(code):
        page.open(Record(Game.start(morris.MILLS).play("1 2")))
        page.menu("more")
        page.click("#set-up")
        page.wait(lambda: page.one("#editor").is_displayed())
        assert page.one("#editor").accessible_name == words("Set up a position")
        kinds = page.driver.find_elements("css selector", "#kinds button")
        with in_language(code):
            pieces = [General.PIECE_OF(seat=seat) for seat in "ab"]
            hands = [Say.LABEL_HAND(seat=seat) for seat in "ab"]
            quiet = Say.LABEL_QUIET_TURNS()
            named = [General.LABEL_TO_MOVE(), Say.LABEL_PHASE(), *hands, quiet]
        assert [each.accessible_name for each in kinds] == [*pieces, words("Take away")]
        facts = page.driver.find_elements("css selector", "#facts :is(select, input)")
        assert [each.accessible_name for each in facts] == named
        page.click("#leave-editor")
        page.wait(lambda: not page.one("#editor").is_displayed())
        page.focus('.target[data-place="1"]')
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
def test_what_is_wrong_is_said_in_french(page: PlayPage) -> None:
    record = Record(Game.start(morris.MILLS).play("1 2"), {"First": "Ann"})
    tell = "return call('read', { records: arguments[0] }).catch(({ message }) => message)"
    with page.speaking("fr"):
        page.open(record)
        said = page.js(tell, '[Game "chess"]\n\n*')
        assert said == (
            "partie 1, ligne 1 : il n'y a pas de jeu 'chess' ici, seulement 9tka, Kropki, 9AM et "
            "Mills"
        )
        page.js("return makeMove('g7').catch(sayError)")
        assert page.text("#message") == ("La case g7 est prise : il y a un pion du joueur a")
        described = page.js("return page.board.querySelector('desc').textContent")
        assert described.startswith(
            "mills, 2 joueurs, Ann (a) pose un pion. Ann (a) : pions sur g7, 8 en main."
        )
