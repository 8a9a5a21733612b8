"""Writes kropki/naive.perft: counts by the naive rules alone. Run from anywhere; takes minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from kropki.naive import Naive
from kropki.naive_text import position_text, read_position
from kropki.turns import dense_position, random_legal_turn, random_position

HEADER = """\
# Perft of Kropki with automatic capture (K10): how many sequences of so many dots there are, and
# the scores at their ends, all added up. Sequences that end before, as no point is free (K12), do
# not count.
# Computed by tests/kropki/naive.py, our own naive rules, with tests/data/make_kropki_perft.py; no
# program from outside the project has confirmed these counts.
# size COLUMNS ROWS; position as in K16; perft DEPTH SEQUENCES FIRST-SCORES SECOND-SCORES.
"""

STARTS = [
    # columns, rows, whether with the cross, depth
    (1, 1, False, 2),
    (2, 2, False, 4),
    (2, 2, True, 1),
    (3, 3, False, 9),
    (3, 3, True, 5),
    (3, 4, True, 8),
    (4, 3, True, 8),
    (4, 4, True, 5),
]
BY_HAND = {
    # A dot that closes a ring, and with it the house around the ring.
    "ring-in-house": "7/1xx1xx1/x5x/x1xox1x/xo1x2x/x5x/1xxxxx1 x standard -",
    "ring-in-empty-house": "7/1xx1xx1/x5x/x1xox1x/x2x2x/x5x/1xxxxx1 x standard -",
    "house-with-a-gap": "5/1xxx1/x3x/xo2x/1x1x1/2x2 o standard -",
    "two-houses-back-to-back": "2x1x2/1x1x1x1/xo3ox/1x1x1x1/2x1x2 x standard -",
    "nested-houses": "2ooo2/1o3o1/o1xxx1o/ox3xo/o1x1x1o/1o1x1o1/2o1o2 x standard -",
}
LATE = 20
"""Positions of random play, late enough to be counted to the end or nearly so."""
ENOUGH = 10_000
"""Sequences of a late position, after which no deeper ones are counted."""


def perft(game: Naive, depth: int) -> tuple[int, int, int]:
    """Sequences and the scores of both at their ends."""
    if depth == 0:
        first, second = game.scores
        return 1, int(first), int(second)
    below = [perft(game.play(dot), depth - 1) for dot in game.free]
    sequences, first, second = (sum(numbers) for numbers in zip((0, 0, 0), *below, strict=True))
    return sequences, first, second


def late(rng: Random) -> Naive:
    """A position with captures and few free points, from dots that are set up at random."""
    while True:
        game = random_position(rng, True)
        if rng.random() < 0.5:
            game = dense_position(rng, True)
        while len(game.free) > 9:
            game = game.play(*random_legal_turn(game, rng))
        if len(game.free) > 5 and any(
            len(game.play(dot).free) < len(game.free) - 1 for dot in game.free
        ):
            return game


def case(label: str, game: Naive, depth: int, enough: int) -> Iterator[str]:
    yield f"\nid {label}"
    yield f"size {game.columns} {game.rows}"
    yield f"position {position_text(game)}"
    for plies in range(1, depth + 1):
        sequences, first, second = perft(game, plies)
        yield f"perft {plies} {sequences} {first} {second}"
        if sequences > enough or not sequences:
            return


def cases() -> Iterator[str]:
    for columns, rows, cross, depth in STARTS:
        game = Naive.start(columns, rows, True, cross)
        yield from case(f"{columns}x{rows}-{'cross' if cross else 'empty'}", game, depth, 10**6)
    for label, position in BY_HAND.items():
        yield from case(label, read_position(position), 3, ENOUGH)
    for number in range(LATE):
        yield from case(f"late-{number}", late(Random(f"late {number}")), 9, ENOUGH)


if __name__ == "__main__":
    text = HEADER + "\n".join(cases()) + "\n"
    Path(__file__).with_name("kropki").joinpath("naive.perft").write_text(text, "utf-8")
