"""Games of Kropki as SGF, for the tests of SGF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import attrs

from ninetka import Game
from ninetka.base.frozenmap import FrozenMap
from ninetka.kropki import DeclaredState, Move, Outcome, Place, Seat, State
from ninetka.kropki.sgf.form import check_game, ending_in
from ninetka.kropki.sgf.reading import SgfGame, read_game
from ninetka.kropki.sgf.writing import write_game
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.protocol.forms import RecordContents, WrittenLine

SETTINGS = "Punish=0,Holes=1,AddTurn=0,MustSurr={},MinArea=0,Pass=0,Stop=0,LastSafe=0,ScoreTerr=0"
AUTOMATIC = f"RU[{SETTINGS.format(1)}]"
RESIGNED = Ending(EndingKind.RESIGNATION, Seat.FIRST)
OUT_OF_TIME = Ending(EndingKind.TIME, Seat.SECOND)
HEAD = "(;GM[40]SZ[9]"
RING = ";B[cb];W[cc];B[bc];W[aa];B[dc];W[ba]"
"""All but the last dot of a ring around cc."""
HOUSE = ";B[cb];W[aa];B[bc];W[ba];B[dc];W[ca];B[cd];W[cc]"
"""A ring around cc, then a dot in it."""
POOLS = ";B[cb];W[ga];B[bc];W[gb];B[dc];W[gc];B[cd];W[gd]"
"""A pool of one point at cc."""
DRAWN = "AW[cc];B[cb];W[ga];B[bc];W[gb];B[dc];W[gc];B[cd.cbbccddccb]"
"""A region there."""
NESTED = "AW[ca][db][ec][dd][ce][bd][ac][bb]AB[cb][bc][dc][cd]"
"""A pool around another one."""


def replayed(game: SgfGame) -> list[State]:
    states = [State.from_setup(game.setup)]
    for move in game.line.moves:
        assert states[-1].to_move is move.seat
        states.append(states[-1].apply(move.text))
    return states


def checked(text: str) -> list[State]:
    game = read_game(text)
    states = replayed(game)
    check_game(game, states)
    return states


def written(
    start: State,
    moves: Sequence[Move],
    tags: Mapping[str, str],
    comments: Mapping[int, str] = FrozenMap(),
    outcome: Outcome | None = None,
    ending: Ending | None = None,
) -> str:
    """A game as SGF. `tags` are those besides the start's."""
    played = Game.from_state(start, moves)
    how = None if ending is None else ending.to_text(played.state.seats)
    line = WrittenLine((), (), comments, {}, {}, {}, played)
    return write_game(RecordContents("Kropki", {}, tags, line, how, outcome))


def read_back(
    states: list[State], tags: dict[str, str], comments: dict[int, str], ending: Ending | None
) -> SgfGame:
    """The game written and read again, if it is the same."""
    moves = [*moves_between(states)]
    outcome = states[-1].settlement() if ending == AGREEMENT else states[-1].outcome
    game = read_game(written(states[0], moves, tags, comments, outcome, ending))
    assert State.from_setup(game.setup) == attrs.evolve(states[0], ruleset=game.setup.ruleset)
    again = replayed(game)
    assert [state.regions for state in again] == [state.regions for state in states]
    assert again[-1].scores == states[-1].scores
    check_game(game, again)
    assert ending_in(game, again[-1]) == ending
    assert (dict(game.tags), game.line.comments) == (tags, comments)
    return game


def moves_between(states: list[State]) -> Iterator[Place]:
    for before, after in pairwise(states):
        [point] = after.dots.keys() - before.dots.keys()
        new = after.regions[len(before.regions) :]
        yield Place(point, [r.chain for r in new] if isinstance(before, DeclaredState) else ())
