"""Checking in steps finds what checking at once does, wherever the steps end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.server_calls import error, result

from ninetka import records
from ninetka.server import methods as server

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def example(name: str) -> str:
    return (EXAMPLES / name).read_text("utf-8")


MATCH = example("match-of-three.9tka")
TOURNAMENT = example("tournament.9tka")
TEXTS = {
    "good": example("two-players.9tka"),
    "unfinished": example("unfinished.9tka"),
    "illegal": example("two-players.9tka").replace("1. *", "1. @"),
    "too long": f'[Game "9tka"]\n\n{"a" * 2**20} *\n',
    "match": MATCH,
    "bad match": MATCH.replace("4. *", "4. @", 1),
    "out of turn": TOURNAMENT.replace('[MatchGame "2"]', '[MatchGame "3"]'),
    "wrong total": TOURNAMENT.replace("7-9", "9-7"),
    "no number": TOURNAMENT.replace('[MatchGame "1"]\n', ""),
    "no match": TOURNAMENT.replace('[Match "Example tournament"]\n', ""),
    "tags": '[Game "9tka"]\n\n\n',
}
GAME = "(;GM[40]SZ[20];B[aa];W[bb])"
SGF = {
    "game": GAME, "on its own": f"\n{GAME}\n", "several lines": GAME.replace(";", "\n;"),
    "illegal": GAME.replace("bb", "aa"), "syntax": "(;GM[40]SZ[20];B[aa)",
    "unclosed": "(;GM[40]SZ[20];B[aa]\n", "not one": "(hello)",
    "other text": " and \U0001f600 then ", "mark": "\n\ufeff",
}  # fmt: skip


def in_steps(text: str, pieces: list[int], seconds: float | None) -> list[Any]:
    """All games of a text, checked as docs/serve.md says; the pieces are sent as they are."""
    games: list[Any] = []
    place: dict[str, int] = {}
    sizes = iter(pieces)
    while True:
        piece = cut(text, 0, next(sizes, None))
        more = piece != text
        said = result("check", records=piece, seconds=seconds, more=more, **place)
        assert said["ok"] == all(game["ok"] for game in said["games"])
        games += said["games"]
        if said["rest"] is None:
            assert not more
            return games
        place = said["rest"]
        assert place["number"] == len(games) + 1
        text = cut(text, place.pop("at"))


def cut(text: str, start: int, end: int | None = None) -> str:
    """`text.slice(start, end)` of JavaScript."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * start : None if end is None else 2 * end].decode("utf-16-le", "surrogatepass")


def at_once(text: str) -> Any:
    whole = result("check", records=text)
    assert whole["rest"] is None
    return whole["games"]


@given(st.lists(st.sampled_from(sorted(TEXTS)), min_size=1, max_size=5), st.booleans())
def test_text_is_checked_in_steps(names: list[str], by_line: bool) -> None:
    assume(names.count("too long") < 4)  # four do not fit a message
    text = "\n".join(TEXTS[name] for name in names)
    assert in_steps(text.replace("\n", "\r\n") if by_line else text, [], 0) == at_once(text)


@given(st.lists(st.sampled_from(sorted(SGF)), max_size=7))
def test_sgf_is_checked_in_steps(names: list[str]) -> None:
    text = GAME + "".join(SGF[name] for name in names)
    assert in_steps(text, [], 0) == at_once(text)


def test_json_is_checked_in_steps() -> None:
    read = [*records.read(MATCH.split("\n"))]
    lines = [record.to_json() for record in read]
    text = "\n".join([*lines, "{", '{"format": 1}', *lines, read[0].to_json().replace("1-", "2-")])
    assert in_steps(text, [], 0) == at_once(text)


def test_a_step_for_each_game_and_match() -> None:
    game, steps = example("two-players.9tka"), []
    text = "\n".join([game, MATCH, game, TOURNAMENT, game, game])
    place: dict[str, int] = {}
    while place is not None:
        said = result("check", records=text, seconds=0, **place)
        steps.append(len(said["games"]))
        place = said["rest"]
        if place is not None:
            text = text[place.pop("at") :]
            assert text.startswith("[Game ")
    assert steps == [1, 6, 1, 2, 1, 1]


@given(st.lists(st.integers(20_000, 60_000), min_size=1, max_size=3))
def test_a_file_may_come_in_pieces(pieces: list[int]) -> None:
    """The pieces end anywhere, even within a line."""
    text = LONG
    assert in_steps(text, pieces, None) == LONG_AT_ONCE


@given(st.lists(st.integers(150, 400), min_size=1, max_size=9), st.sampled_from([0, 9, None]))
def test_sgf_may_come_in_pieces(pieces: list[int], seconds: float | None) -> None:
    text = "".join([GAME, *SGF.values()]).replace("(hello)", "") * 2
    assert in_steps(text, pieces, seconds) == at_once(text)


LONG = "\n".join(
    [
        example("ludii.9tka")[:20_000].rpartition("\n[Game ")[0],
        TEXTS["illegal"], MATCH, TEXTS["bad match"], TEXTS["illegal"], TOURNAMENT,
        example("two-players.9tka"), example("custom-ruleset.9tka"),
    ]
)  # fmt: skip
LONG_AT_ONCE = at_once(LONG)


def test_a_match_is_not_torn_apart() -> None:
    piece = MATCH[:2000]
    said = "the text ends within its first game or match: send more of it at once"
    assert error("check", records=piece, more=True)["message"] == said
    assert error("check", records=" \n", more=True)["message"] == said
    two = result("check", records=example("two-players.9tka") + "\n" + piece, more=True)
    assert (len(two["games"]), two["rest"]["number"]) == (1, 2)
    after = MATCH + "\n" + TOURNAMENT + "\n" + MATCH
    assert len(result("check", records=after, more=True)["games"]) == 8


def test_places_are_those_in_the_file() -> None:
    place = {"line": 50, "column": 9, "number": 7}
    text = f"{GAME}{GAME.replace('bb]', 'bb')}"
    first, second = result("check", records=text, **place)["games"]
    assert (first["game"], first["begins"], second["game"]) == (7, 50, 8)
    assert second["line"] == 50
    assert f"(column {9 + len(GAME) + GAME.index('W')})" in second["message"]
    refused = error("check", records="\nhello", **place)["message"]
    assert refused.startswith("line 51: a record begins with a tag")


def test_a_step_has_no_more_games_than_a_call_may_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_GAMES", 3)
    text = GAME * 7
    for more, seconds in ((False, 60), (True, None)):
        said = result("check", records=text, more=more, seconds=seconds)
        assert (len(said["games"]), said["rest"]["at"]) == (3, len(GAME) * 3)
    refused = error("check", records=MATCH, seconds=60)["message"]
    assert refused == "the text ends within its first game or match: send more of it at once"
    assert error("check", records=text)["message"].startswith("a call checks 3 games at most")
