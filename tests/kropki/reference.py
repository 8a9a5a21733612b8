"""The positions and games of `tests/data/kropki`, read into plain values; seats count from 0."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_letters
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data" / "kropki"


class AutomaticCase(NamedTuple):
    """Dots placed one after another, whoever's turn it is, and what K10 makes of them."""

    id: str
    columns: int
    rows: int
    dots: list[tuple[int, str]]  # seat and point
    scores: tuple[int, int]
    free: list[str]  # some points that are still free
    refused: list[str]  # some points without a dot that are not


class Ply(NamedTuple):
    """A move and the scores after it, or the reason why it is illegal."""

    move: str
    scores: tuple[int, int] | None
    over: bool
    reason: str


class DeclaredCase(NamedTuple):
    """A set-up position and what comes of moves one after another; illegal ones change nothing."""

    id: str
    columns: int
    rows: int
    dots: dict[str, int]  # the seat by point
    to_move: int
    plies: list[Ply]


class RealGame(NamedTuple):
    """A game as it was played, under declared regions."""

    id: str
    columns: int
    rows: int
    dots: dict[str, int]  # set up before the first move: the seat by point
    first: int  # the seat that moves first
    moves: list[str]
    captured: tuple[int, int]  # the scores when play stopped
    over: bool
    result: str  # as in SGF's RE


def automatic_cases() -> list[AutomaticCase]:
    """Section A of the cases."""
    return [automatic_case(*line.split(" | ")) for line in section("A")]


def declared_cases() -> list[DeclaredCase]:
    """Section B of the cases."""
    return [declared_case(*line.split(" | ")) for line in section("B")]


def real_games() -> list[RealGame]:
    """The real games."""
    lines = (DATA / "kropki_games.jsonl").read_text("utf-8").splitlines()
    return [real_game(json.loads(line)) for line in lines]


def section(name: str) -> list[str]:
    """The cases of a section, a line each."""
    text = (DATA / "kropki_cases.txt").read_text("utf-8")
    lines = text.partition(f"\n## {name}.")[2].partition("\n## ")[0].splitlines()[1:]
    return [line for line in lines if line and not line.startswith("#")]


def symbols(rows: list[str]) -> dict[str, str]:
    """What a picture shows on each point, row by row."""
    return {
        ascii_letters[column] + ascii_letters[row]: symbol
        for row, symbols in enumerate(rows)
        for column, symbol in enumerate(symbols)
    }


def scores_of(text: str) -> tuple[int, int]:
    """Scores written as 3-0."""
    first, second = text.split("-")
    return int(first), int(second)


def automatic_case(
    name: str, picture: str, scores: str, free: str, refused: str, note: str
) -> AutomaticCase:
    """A line of section A."""
    rows = picture.split("/")
    dots = [(symbol, point) for point, symbol in symbols(rows).items() if symbol != "."]
    dots.sort(key=lambda dot: (dot[0].lower(), dot[0].islower()))
    return AutomaticCase(
        name, len(rows[0]), len(rows), [(int(symbol.isupper()), point) for symbol, point in dots],
        scores_of(scores), free.replace("-", "").split(), refused.replace("-", "").split(),
    )  # fmt: skip


def declared_case(name: str, picture: str, to_move: str, plies: str, note: str) -> DeclaredCase:
    """A line of section B."""
    rows = picture.split("/")
    dots = {point: "XO".index(symbol) for point, symbol in symbols(rows).items() if symbol != "."}
    reached = [ply(*text.split(" = ")) for text in plies.split(" ; ")]
    return DeclaredCase(name, len(rows[0]), len(rows), dots, "XO".index(to_move), reached)


def ply(move: str, result: str) -> Ply:
    """One `move = result` of section B."""
    if result.startswith("ILLEGAL"):
        return Ply(move, None, False, result[len("ILLEGAL (") : -1])
    scores, _, over = result.partition(" ")
    return Ply(move, scores_of(scores), over == "over", "")


def real_game(game: dict[str, Any]) -> RealGame:
    """A line of the games."""
    dots = {
        point: seat for seat, tag in enumerate(("AB", "AW")) for point in game["setup"].get(tag, [])
    }
    first, second = game["captured"]
    told = game["first"], game["moves"], (first, second), game["over"], game["result"]
    return RealGame(game["id"], game["w"], game["h"], dots, *told)
