"""Writes morris/mills.perft and morris/naive.perft. Run from anywhere; needs OpenSpiel."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pyspiel

sys.path.insert(0, str(Path(__file__).parents[1]))

from morris.compare import published, some_move
from morris.naive import NaiveGame
from morris.test_openspiel_rules import POINTS

MILLS_HEADER = """\
# Perft of Mills (M15): how many sequences of so many plies there are; a removal is a ply. Sequences
# that end before do not count.
# Computed by two programs that agree on every count: OpenSpiel's compiled nine_mens_morris, whose
# rules are the same for the first 200 turns, and tests/morris/naive.py, our own naive rules, with
# tests/data/make_morris_perft.py.
# moves as in M5-M10, from the start; perft DEPTH SEQUENCES.
"""
NAIVE_HEADER = """\
# Perft of GAME 9AM: how many sequences of so many plies there are; a removal is a ply. Sequences
# that end before do not count.
# Computed by tests/morris/naive.py, our own naive rules, with tests/data/make_morris_perft.py; no
# program from outside the project has confirmed these counts.
# players N; moves as in M5-M10, from the start; perft DEPTH SEQUENCES.
"""

Wanted: TypeAlias = Callable[[NaiveGame], bool]


def lefts(game: NaiveGame) -> list[int]:
    return [game.tokens_left(seat) for seat in range(game.players) if seat not in game.expelled]


def moving(game: NaiveGame) -> bool:
    return not any(game.hands) and not game.removing


def all_in_mills(game: NaiveGame) -> bool:
    return game.removing and all(map(game.connected, game.targets()))


LATE: list[tuple[str, int, Wanted]] = [
    # what the position is like, depth, whether a position is
    ("middle-of-putting", 3, lambda game: sum(game.hands) == 4 * game.players),
    ("last-puts", 4, lambda game: sum(game.hands) == game.players - 1),
    ("moving", 5, moving),
    ("one-jumps", 3, lambda game: moving(game) and game.tokens_left(game.to_move) == 3),
    ("removal-due-while-putting", 3, lambda game: game.removing and any(game.hands)),
    ("removal-due-while-moving", 4, lambda game: game.removing and not any(game.hands)),
]
OF_MILLS: list[tuple[str, int, Wanted]] = [
    ("removal-from-mills", 4, lambda game: all_in_mills(game) and not any(game.hands)),
    ("both-jump", 3, lambda game: moving(game) and {*lefts(game)} == {3}),
    ("hardly-room", 5, lambda game: moving(game) and len(game.legal()) < 3),
]
OF_9AM: list[tuple[str, int, Wanted]] = [
    ("one-expelled", 3, lambda game: moving(game) and len(game.expelled) == 1),
    ("two-left", 3, lambda game: moving(game) and len(lefts(game)) == 2),
    ("last-removal", 3, lambda game: game.removing and len(lefts(game)) == 2
     and min(lefts(game)) == 3),
    ("stepped-over", 4, lambda game: bool(game.stepped_over)),
]  # fmt: skip


def perft(game: NaiveGame, depth: int) -> int:
    if depth == 1:
        return len(game.legal())
    total = 0
    for move in game.legal():
        after = copied(game)
        after.play(move)
        total += perft(after, depth - 1)
    return total


def copied(game: NaiveGame) -> NaiveGame:
    other = copy(game)
    other.owners, other.expelled = {**game.owners}, {*game.expelled}
    other.hands, other.cards = [*game.hands], [*game.cards]
    other.marked, other.steps, other.seen = {*game.marked}, [*game.steps], [*game.seen]
    return other


def open_spiel_perft(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    return sum(open_spiel_perft(state.child(action), depth - 1) for action in state.legal_actions())


def open_spiel_state(moves: list[str]) -> Any:
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    for move in moves:
        start, _, end = move.removeprefix("x").rpartition("-")
        state.apply_action(point(end) + (24 * (point(start) + 1) if start else 0))
    return state


def point(number: str) -> int:
    return [field.number for field in POINTS].index(int(number))


def played_until(players: int, wanted: Wanted, rng: Random) -> list[str]:
    """The moves of a random game up to such a position, of at most 250."""
    while True:
        game = published(players)
        moves: list[str] = []
        taste = rng.choice([-1, 0, 1])
        while not game.is_over() and len(moves) < 250:
            if wanted(game):
                return moves
            moves.append(some_move(game, rng, taste))
            game.play(moves[-1])


def after(players: int, moves: list[str]) -> NaiveGame:
    game = published(players)
    for move in moves:
        game.play(move)
    return game


def counts(players: int, moves: list[str], depth: int) -> Iterator[str]:
    yield f"moves {' '.join(moves)}".rstrip()
    for plies in range(1, depth + 1):
        count = perft(after(players, moves), plies)
        if players == 2:
            assert count == open_spiel_perft(open_spiel_state(moves), plies)
        yield f"perft {plies} {count}"


def mills() -> Iterator[str]:
    yield "\nid start"
    yield from counts(2, [], 4)
    for label, depth, wanted in LATE + OF_MILLS:
        yield f"\nid {label}"
        yield from counts(2, played_until(2, wanted, Random(label)), depth)


def nine_am() -> Iterator[str]:
    for players in (3, 4, 5):
        yield f"\nid {players}-start"
        yield f"players {players}"
        yield from counts(players, [], 3)
        for label, depth, wanted in LATE + OF_9AM:
            yield f"\nid {players}-{label}"
            yield f"players {players}"
            moves = played_until(players, wanted, Random(f"{players} {label}"))
            yield from counts(players, moves, min(depth, 4))


if __name__ == "__main__":
    for name, header, cases in (
        ("mills", MILLS_HEADER, mills),
        ("naive", NAIVE_HEADER, nine_am),
    ):
        text = header + "\n".join(cases()) + "\n"
        Path(__file__).with_name("morris").joinpath(f"{name}.perft").write_text(text, "utf-8")
