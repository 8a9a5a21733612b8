"""Positions and games worked out by other programs; tests/data/README.md says by which."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    IllegalMoveError,
    Place,
    Point,
    Reason,
    Ruleset,
    Seat,
    Setup,
    Start,
    State,
)

DATA = Path(__file__).parents[1] / "data" / "kropki"

REASONS = {
    "not own dot": Reason.NOT_YOUR_DOT,
    "no new captive": Reason.NO_CAPTIVE,
    "dot inside a region": Reason.DEAD_DOT,
    "inside a region": Reason.INSIDE_A_REGION,
    "chain too short": Reason.CHAIN_TOO_SHORT,
    "dot repeated": Reason.DOT_REPEATED,
}


def cases(section: str) -> Iterator[Any]:
    """The lines of a section, each split into its fields."""
    inside = False
    for line in (DATA / "kropki_cases.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            inside = line.startswith(f"## {section}.")
        elif inside and line and not line.startswith("#"):
            label, *fields = line.split(" | ")
            yield pytest.param(*fields[:-1], id=label)


def points(picture: str) -> Iterator[tuple[Point, str]]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    for row, text in enumerate(picture.split("/")):
        for column, mark in enumerate(text):
            if mark != ".":
                yield Point(letters[column] + letters[row]), mark


def sized(ruleset: Ruleset, picture: str) -> Ruleset:
    rows = picture.split("/")
    return attrs.evolve(ruleset, columns=len(rows[0]), rows=len(rows), start=Start.EMPTY)


def with_turn(state: State, seat: Seat) -> State:
    return State.from_setup(attrs.evolve(state.to_setup(), to_move=seat))


@pytest.mark.parametrize(("picture", "score", "free", "refused"), list(cases("A")))
def test_automatic_captures(picture: str, score: str, free: str, refused: str) -> None:
    state = State.start(sized(STANDARD, picture))
    order = sorted(points(picture), key=lambda dot: (dot[1].lower(), dot[1].islower()))
    for point, mark in order:
        state = with_turn(state, Seat.FIRST if mark.islower() else Seat.SECOND)
        state = state.apply(Place(point))
    assert isinstance(state, AutomaticState)
    assert "-".join(map(str, state.scores)) == score
    for name in free.replace("-", "").split():
        assert Place(name) in state.legal_moves
    for name in refused.replace("-", "").split():
        assert Place(name) not in state.legal_moves
        with pytest.raises(IllegalMoveError):
            state.apply(name)


@pytest.mark.parametrize(("picture", "to_move", "play"), list(cases("B")))
def test_declared_regions(picture: str, to_move: str, play: str) -> None:
    seats = {"X": Seat.FIRST, "O": Seat.SECOND}
    dots = {point: seats[mark] for point, mark in points(picture)}
    state = State.from_setup(Setup(dots, (), seats[to_move], sized(TERRITORY, picture)))
    for step in play.split(" ; "):
        move, _, result = step.partition(" = ")
        if result.startswith("ILLEGAL"):
            reason = result.removeprefix("ILLEGAL (").removesuffix(")")
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(move)
            assert caught.value.reason is REASONS[reason]
        else:
            state = state.apply(move)
            score, _, over = result.partition(" ")
            assert "-".join(map(str, state.scores)) == score
            assert state.is_over == (over == "over")


GAMES = [json.loads(line) for line in (DATA / "kropki_games.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_real_games(game: dict[str, Any]) -> None:
    ruleset = attrs.evolve(TERRITORY, columns=game["w"], rows=game["h"])
    dots = {
        Point(name): seat
        for seat, tag in ((Seat.FIRST, "AB"), (Seat.SECOND, "AW"))
        for name in game["setup"].get(tag, ())
    }
    state = State.from_setup(Setup(dots, (), Seat(game["first"]), ruleset))
    for text in game["moves"]:
        move = state.parse_move(text)
        assert state.move_text(move) == text
        state = state.apply(move)
    assert list(state.scores) == game["captured"]
    assert state.is_over == game["over"]
    stated = re.fullmatch(r"([BW])\+([0-9]+)", game["result"])
    if stated:
        first, second = state.settlement().scores
        assert first - second == int(stated[2]) * (1 if stated[1] == "B" else -1)
