"""How often a computer player takes a capture of three dots or more that lies open in Kropki.

    python reliability/open_captures.py search:0.5s

The positions are those of the real games and reference cases in tests/data/kropki, played on with
automatic capture and with either player to move, as far as different captures lie open in them. A
capture counts as taken if the move captures at least three dots, whichever these are.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kropki.reference import automatic_cases, real_games

from ninetka.kropki import STANDARD, AutomaticState, IllegalMoveError, Seat, Start
from ninetka.kropki.capture import gains
from ninetka.kropki.moves import Move
from ninetka.kropki.position import Position
from ninetka.players import parse_player

FEWEST = 3
"""The fewest dots that count."""


def turned(state: AutomaticState, seat: int) -> AutomaticState:
    """The same position with a seat to move."""
    return AutomaticState.of(attrs.evolve(Position.of(state), to_move=Seat(seat)))


def played(columns: int, rows: int, dots: Iterable[tuple[int, str]]) -> Iterator[AutomaticState]:
    """The positions after dots, given by seat and point; those on points not free are left out."""
    ruleset = attrs.evolve(STANDARD, name="open", columns=columns, rows=rows, start=Start.EMPTY)
    state = AutomaticState.start(ruleset)
    for seat, point in dots:
        try:
            state = turned(state, seat).apply(point)
        except IllegalMoveError:
            continue
        yield state


def games() -> Iterator[tuple[str, Iterator[AutomaticState]]]:
    """The real games and the cases: a name and the positions of each."""
    for game in real_games():
        moves = [((game.first + ply) % 2, move[:2]) for ply, move in enumerate(game.moves)]
        dots = [(seat, point) for point, seat in game.dots.items()]
        yield game.id, played(game.columns, game.rows, dots + moves)
    for case in automatic_cases():
        yield case.id, played(case.columns, case.rows, case.dots)


def captures(state: AutomaticState) -> dict[Move, int]:
    """How many dots moves capture, of those that capture enough."""
    moves = state.legal_moves
    counts = (int(count) for _, count, _ in gains(state, moves))
    found = zip(moves, counts, strict=True)
    return {move: count for move, count in found if count >= FEWEST}


def positions() -> Iterator[tuple[str, AutomaticState, dict[Move, int]]]:
    """Each capture that lies open in a game, once: a name, a position, and what moves capture."""
    for name, states in games():
        seen = set()
        for state in states:
            for seat in Seat:
                position = turned(state, seat)
                found = captures(position)
                key = seat, frozenset(found.items())
                if found and key not in seen:
                    seen.add(key)
                    yield f"{name}, dot {sum(map(int.bit_count, state.dot_masks))}", position, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("player", help="such as search:0.5s, search:10000 or greedy")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    player, dice = parse_player(options.player), random.Random(options.seed)
    taken = total = 0
    for name, position, found in positions():
        move = player.choose(position, dice)
        taken, total = taken + (move in found), total + 1
        if move not in found:
            best = max(found, key=lambda each: found[each])
            print(f"{name}: {best} captures {found[best]}, but {move} was chosen", flush=True)
    print(f"{taken} of {total} captures taken, seed {options.seed}")


if __name__ == "__main__":
    main()
