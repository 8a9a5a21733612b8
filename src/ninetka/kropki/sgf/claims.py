"""What an SGF file says of a game against the game replayed: captures, pools, result (K10-K17)."""

from __future__ import annotations

from collections.abc import Sequence

from ...endings import AGREEMENT, Ending
from ...errors import NinetkaError, quoted
from ..board import SEATS, Board, Seat
from ..capture import tight_region
from ..chains import Ring, chain_text, is_ring
from ..moves import as_chain
from ..regions import Region
from ..rulesets import Capture
from ..scoring import Outcome
from ..state import State
from .reading import COLOURS, LETTERS, POOLS, SgfGame, margin_and_ending
from .syntax import Value

__all__ = ["agrees", "check_game", "ending_in", "is_the_score", "pools", "result_text"]


def ending_in(game: SgfGame, state: State) -> Ending | None:
    """What ended a game that stands so after its moves; None if those did, or if nothing has.

    A result in points where points are free is an agreement, whether TB and TW say so or not,
    unless it `is_the_score`.
    """
    if game.ending is not None or state.is_over or is_the_score(game, state):
        return game.ending
    return None if game.margin is None and game.pools is None else AGREEMENT


def is_the_score(game: SgfGame, state: State) -> bool:
    """Whether the result is only the score as it stands, in a game that has not ended.

    So some files have it that lack TB and TW, where the agreed game would be settled otherwise
    (K13).
    """
    score = _margin(Outcome(state.scores))
    return game.pools is None and game.margin == score != _margin(state.settlement())


def _margin(outcome: Outcome) -> int:
    return outcome.scores[0] - outcome.scores[1]


def result_text(outcome: Outcome | None, ending: Ending | None = None) -> str:
    """The result of an outcome, or of a game that is not over: `B+12`, `0`, `B+R` or `?`."""
    if ending is not None and ending.seat is not None:
        return f"{COLOURS[1 - ending.seat]}+{LETTERS[ending.kind]}"
    if outcome is None:
        return "?"
    margin = _margin(outcome)
    return f"{COLOURS[margin < 0]}+{abs(margin)}" if margin else "0"


def agrees(result: str, outcome: Outcome | None) -> bool:
    """Whether a result in points, or none, is that of an outcome, or of a game that is not over."""
    margin = margin_and_ending(result)[0]
    if outcome is None or margin is None:
        return outcome is None and margin is None
    return margin == _margin(outcome)


def check_game(game: SgfGame, states: Sequence[State]) -> None:
    """Raise SgfError unless what the file says was captured is what K10 and K13 give.

    `states` are the first and those after each move.
    """
    if game.setup.ruleset.capture is Capture.AUTOMATIC:
        _check_captures(game, states)
    elif game.pools is not None and not states[-1].is_over:
        for seat, said in zip(SEATS, game.pools, strict=True):
            _check_pools(game, states[-1], seat, said)


def _check_captures(game: SgfGame, states: Sequence[State]) -> None:
    """Chains may be left out; those closed by the opponent's dot may come with the next move."""
    late: list[Region] = []
    board = states[0].board
    for move, before, after in zip(game.moves, states, states[1:], strict=False):
        new = after.regions[len(before.regions) :]
        own = {_inside(region, board): region for region in new if region.seat is move.seat}
        said = [_inside_of(game, text, board, move.offset) for text in move.drawn]
        known = {_inside(region, board) for region in late} | own.keys()
        for text, inside in zip(move.drawn, said, strict=True):
            if inside not in known:
                sentence = f"the chain {text} captures nothing here"
                raise game.places.error(sentence, move.offset)
        for inside in own.keys() - set(said) if said else ():
            chain = chain_text(own[inside].chain)
            sentence = f"the chain {chain} is left out, which captures here too"
            raise game.places.error(sentence, move.offset)
        late = [region for region in new if region.seat is not move.seat]


def _inside(region: Region, board: Board) -> int:
    return region.ring_on(board).inside


def _inside_of(game: SgfGame, text: str, board: Board, offset: int) -> int:
    """What a chain encloses, as the file has it. Its first dot need not be repeated."""
    try:
        chain = as_chain(text)
    except NinetkaError as error:
        raise game.places.error(str(error), offset) from error
    if not is_ring(chain) or not all(board.bits[point.index] for point in chain):
        raise game.places.error(f"{quoted(text)} is not a chain on the board", offset)
    return Ring.of(board, chain).inside


def pools(state: State, seat: Seat) -> tuple[Region, ...]:
    """The pools that a player closes at an agreed end (K13), but for what is theirs already."""
    board = state.board
    owned = board.mask_of(point for point in board.points if state.owner_of(point) is seat)
    groups = board.groups(_closed(state, seat))
    return tuple(tight_region(board, seat, group) for group in groups if group & ~owned)


def _closed(state: State, seat: Seat) -> int:
    """The points from which the edge cannot be reached past the live dots of a player."""
    dots = state.dots.items()
    live = (point for point, owner in dots if owner is seat and not state.is_dead(point))
    return state.board.closed(state.board.mask_of(live))


def _check_pools(game: SgfGame, state: State, seat: Seat, said: Value | None) -> None:
    """All pools are to be there, but those that lie in the opponent's may be left out."""
    board, name = state.board, POOLS[seat]
    text = "" if said is None else said.text.strip()
    offset = game.pools_offset if said is None else said.offset
    if text and not text.startswith("."):
        raise game.places.error(f"{name} is written .CHAIN.CHAIN, or empty", offset)
    chains = text.split(".")[1:]
    insides = [_inside_of(game, chain, board, offset) for chain in chains]
    missing = {_inside(region, board): region for region in pools(state, seat)}
    drawn = {_inside(region, board) for region in state.regions if region.seat is seat}
    for chain, inside in zip(chains, insides, strict=True):
        if inside not in missing and inside not in drawn:
            raise game.places.error(f"{name} has {chain}, which is not a pool", offset)
    others = _closed(state, seat.other)
    for inside, region in missing.items():
        if inside not in insides and inside & ~others:
            chain = chain_text(region.chain)
            raise game.places.error(f"{name} leaves out the pool {chain}", offset)
