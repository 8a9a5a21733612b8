"""The positions and games of `tests/data/kropki`, read into plain values; seats count from 0."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_letters
from typing import NamedTuple

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
    note: str


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
    note: str


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
    return [automatic_case(line) for line in section("A")]


def declared_cases() -> list[DeclaredCase]:
    """Section B of the cases."""
    return [declared_case(line) for line in section("B")]


def real_games() -> list[RealGame]:
    """The real games."""
    lines = (DATA / "kropki_games.jsonl").read_text("utf-8").splitlines()
    return [real_game(line) for line in lines]


def section(name: str) -> list[str]:
    """The cases of a section, a line each."""
    lines = []
    current = ""
    for line in (DATA / "kropki_cases.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            current = line[3]
        elif line and not line.startswith("#") and current == name:
            lines.append(line)
    return lines


def point_of(column: int, row: int) -> str:
    """A point's two letters."""
    return ascii_letters[column] + ascii_letters[row]


def scores_of(text: str) -> tuple[int, int]:
    """Scores written as 3-0."""
    first, second = text.split("-")
    return int(first), int(second)


def points_of(text: str) -> list[str]:
    """Points with spaces between, or a hyphen for none."""
    return [] if text == "-" else text.split()


def automatic_case(line: str) -> AutomaticCase:
    """A line of section A."""
    name, picture, scores, free, refused, note = line.split(" | ")
    rows = picture.split("/")
    dots = []
    for letter in "abcdefghijklmnopqrstuvwxyz":
        for seat, case in ((1, letter.upper()), (0, letter)):
            for row, line_of_row in enumerate(rows):
                for column, symbol in enumerate(line_of_row):
                    if symbol == case:
                        dots.append((seat, point_of(column, row)))
    return AutomaticCase(
        name,
        len(rows[0]),
        len(rows),
        dots,
        scores_of(scores),
        points_of(free),
        points_of(refused),
        note,
    )


def declared_case(line: str) -> DeclaredCase:
    """A line of section B."""
    name, picture, to_move, plies, note = line.split(" | ")
    rows = picture.split("/")
    dots = {}
    for row, line_of_row in enumerate(rows):
        for column, symbol in enumerate(line_of_row):
            if symbol != ".":
                dots[point_of(column, row)] = "XO".index(symbol)
    return DeclaredCase(
        name,
        len(rows[0]),
        len(rows),
        dots,
        "XO".index(to_move),
        [ply(text) for text in plies.split(" ; ")],
        note,
    )


def ply(text: str) -> Ply:
    """One `move = result` of section B."""
    move, result = text.split(" = ")
    if result.startswith("ILLEGAL"):
        reason = result[len("ILLEGAL (") : -1]
        return Ply(move, None, False, reason)
    scores, _, over = result.partition(" ")
    return Ply(move, scores_of(scores), over == "over", "")


def real_game(line: str) -> RealGame:
    """A line of the games."""
    game = json.loads(line)
    dots = {}
    for seat, tag in enumerate(("AB", "AW")):
        for point in game["setup"].get(tag, []):
            dots[point] = seat
    first, second = game["captured"]
    return RealGame(
        game["id"],
        game["w"],
        game["h"],
        dots,
        game["first"],
        game["moves"],
        (first, second),
        game["over"],
        game["result"],
    )
