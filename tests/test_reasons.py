"""The pages of codes: each reason and problem has an example there that gives it, in that order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from support.games import ENTRIES, PACKAGES

from ninetka.base.errors import IllegalMoveError, InvalidPositionError
from ninetka.protocol import GameState
from ninetka.protocol.entry import GameEntry

DOCS = Path(__file__).parents[1] / "docs"
PAGES: dict[str, tuple[Path, GameEntry[Any, Any], type[Enum], type[Enum]]] = {
    folder: (
        (DOCS / folder if (DOCS / folder).is_dir() else DOCS) / "reasons.md",
        entry,
        PACKAGES[folder].Reason,
        PACKAGES[folder].Problem,
    )
    for folder, entry in ENTRIES.items()
}


def blocks(page: Path) -> Iterator[tuple[str, list[str]]]:
    """The examples: a position, and the lines with what is tried there or wrong with it."""
    for block in re.findall(r"^```text\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
        position, *lines = block.splitlines()
        yield position, lines


def begin(entry: GameEntry[Any, Any], line: str) -> GameState[Any]:
    """The position of a line, whose ruleset may be described behind a comma."""
    position, _, ruleset = line.partition(", ")
    tags = dict(word.split("=") for word in ruleset.split())
    state: GameState[Any] = entry.begin({"Position": position, **tags})
    return state


def tried(state: GameState[Any], what: str) -> IllegalMoveError:
    """The error that comes of a move, of clicks or of undoing a move."""
    with pytest.raises(IllegalMoveError) as caught:
        attempt(state, *what.split())
    return caught.value


def attempt(state: Any, what: str, *words: str) -> None:
    if what == "undo":
        state.undo(read(state, words[0]))
    elif what == "click":
        state.click(words)
    else:
        state.apply(what)


def read(state: GameState[Any], text: str) -> object:
    """The move of a text, legal or not."""
    try:
        return state.parse_move(text)
    except IllegalMoveError as error:
        return error.move


@pytest.mark.parametrize("game", PAGES)
def test_the_examples_give_the_codes_and_sentences_that_the_page_says(game: str) -> None:
    page, entry, reasons, problems = PAGES[game]
    shown: set[str] = set()
    for position, lines in blocks(page):
        try:
            state = begin(entry, position)
        except InvalidPositionError as error:
            codes, sentences = zip(*(line.split(", ", 1) for line in lines), strict=True)
            assert sentences == error.sentences, position
            assert error.problems is not None
            assert {*codes} == {
                each.name for each in type(error.problems) if each in error.problems
            }
            shown |= {*codes}
            continue
        for line in lines:
            match = re.fullmatch(r"(.+?): ([A-Z_]+)(?: before ([A-Z_]+))?, (.*)", line)
            assert match, line
            what, code, other, sentence = match.groups()
            found = tried(state, what)
            assert isinstance(found.reason, reasons)
            assert (found.reason.name, str(found)) == (code, sentence), (position, line)
            assert other is None or other in reasons.__members__
            shown.add(code)
    by_python = set(re.findall(r"(?:Reason|Problem)\.([A-Z_]+)", page.read_text("utf-8")))
    assert shown | by_python == {*reasons.__members__, *problems.__members__}


@pytest.mark.parametrize("game", PAGES)
def test_every_code_is_in_a_table(game: str) -> None:
    page, _, reasons, problems = PAGES[game]
    moves, _, positions = page.read_text("utf-8").partition("\n## Positions\n")
    for text, codes in ((moves, reasons), (positions, problems)):
        assert {*re.findall(r"^\| `([A-Z_]+)` \| ", text, re.M)} == {*codes.__members__}


@pytest.mark.parametrize(
    ("game", "pairs"),
    [
        ("nine", ["GAME_OVER before WRONG_PHASE", "WRONG_PHASE before NOT_ON_THE_CORE",
                  "SQUARE_TAKEN before SECTION_HAS_ITS_NEUTRAL",
                  "NOT_ON_THE_RIM before SQUARE_TAKEN", "NOT_YOUR_STONE before BLOCKED"]),
        ("kropki", ["POINT_TAKEN before INSIDE_A_REGION", "POINT_TAKEN before CHAIN_TOO_SHORT",
                    "DOT_REPEATED before GAP",
                    "GAP before CROSSES_ITSELF", "CROSSES_ITSELF before NOT_YOUR_DOT",
                    "NOT_YOUR_DOT before DEAD_DOT", "DEAD_DOT before NOT_YOUR_DOT",
                    "NOT_YOUR_DOT before NO_CAPTIVE", "NO_CAPTIVE before RUNS_THROUGH_A_REGION",
                    "CROSSES_A_REGION before RUNS_THROUGH_A_REGION"]),
        ("morris", ["GAME_OVER before MUST_MOVE", "MUST_REMOVE before FIELD_TAKEN",
                    "NOT_YOUR_TOKEN before FIELD_TAKEN", "FIELD_TAKEN before NOT_A_NEIGHBOUR",
                    "OWN_TOKEN before IN_A_MILL"]),
    ],
)  # fmt: skip
def test_the_page_shows_which_of_two_faults_comes_first(game: str, pairs: list[str]) -> None:
    text = PAGES[game][0].read_text("utf-8")
    for pair in pairs:
        assert f": {pair}, " in text, pair
