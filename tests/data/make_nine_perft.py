"""Writes naive.perft: counts by the naive generator alone. Run from anywhere; takes minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from nine.naive import NaiveGame, perft

HEADER = """\
# Perft of 9tka where two_players.perft has none: 3 and 4 players, a part-filled rim under both
# edge rules (Q2, Q3), and the turn order that restarts (Q1).
# Computed by tests/nine/naive.py, our own naive generator, with tests/data/make_nine_perft.py; no
# program from outside the project has confirmed these counts.
# game PLAYERS STONES-EACH EDGE-STOP TURN-ORDER; perft as in two_players.perft.
"""

CASES = [
    # label, players, stones each, edge, order, plies of random play before, depth
    ("three-start", 3, 12, "board", "continues", 0, 3),
    ("three-all-out", 3, 12, "board", "continues", 45, 4),
    ("three-late", 3, 12, "stone", "continues", 66, 6),
    ("four-start", 4, 9, "board", "continues", 0, 3),
    ("four-all-out", 4, 9, "stone", "continues", 45, 4),
    ("four-late", 4, 9, "board", "continues", 68, 6),
    ("restarts-two", 2, 18, "board", "restarts", 8, 3),
    ("restarts-two-all-out", 2, 18, "board", "restarts", 45, 4),
    ("restarts-four-late", 4, 9, "stone", "restarts", 66, 6),
    *(
        (f"part-{players}x{stones}-{edge}-{plies}", players, stones, edge, order, plies, depth)
        for edge in ("board", "stone")
        for players, stones, order, plies, depth in [
            (2, 9, "continues", 25, 3), (2, 9, "continues", 27, 5), (2, 4, "restarts", 17, 8),
            (3, 5, "continues", 24, 5), (4, 3, "continues", 21, 6), (4, 2, "restarts", 15, 5),
        ]
    ),
]  # fmt: skip


def case(
    label: str, players: int, stones: int, edge: str, order: str, plies: int, depth: int
) -> Iterator[str]:
    rng = Random(label.replace("board", "").replace("stone", ""))  # the same start for both
    game = NaiveGame(players, [stones] * players, edge, order)
    moves: list[str] = []
    while len(moves) < plies and not game.is_over():
        moves.append(rng.choice(game.legal()))
        game.play(moves[-1])
    yield f"\nid {label}"
    yield f"game {players} {stones} {edge} {order}"
    yield f"moves {' '.join(moves)}".rstrip()
    for count in range(1, depth + 1):
        yield f"perft {count} {perft(game, count)}"


if __name__ == "__main__":
    lines = [line for arguments in CASES for line in case(*arguments)]
    text = HEADER + "\n".join(lines) + "\n"
    Path(__file__).with_name("naive.perft").write_text(text, "utf-8")
