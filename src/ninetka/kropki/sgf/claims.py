"""The claims of an SGF file about its game: captures, pools and the result (K10-K17)."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.errors import NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.endings import AGREEMENT, LETTERS, Ending, EndingKind
from ..board import SEATS, Seat
from ..capture import tight_region
from ..chains import Ring, chain_text, is_ring
from ..halves import Points, half_text
from ..legality import shortest_chain
from ..moves import as_chain
from ..regions import Region
from ..rulesets import Capture, Ruleset
from ..scoring import Outcome
from ..state import State
from .course import POOLS
from .notes import COLOURS
from .reading import SgfGame, parse_result
from .syntax import Node, SgfError, one


def ending_in(game: SgfGame, state: State) -> Ending | None:
    """What ended a game, given its last state; None if the moves did, or if it is not over.

    A result in points while points are free means that the players agreed to stop, whether there
    are TB and TW or not, unless it `is_the_score`. A result `B+G` does not say who grounded (K20):
    it is the player to move, unless B then doesn't win.
    """
    if game.ending is not None or state.is_over or is_the_score(game, state):
        return game.ending
    if game.result.winner is not None:
        seats = state.to_move, state.to_move.other
        endings = [Ending(EndingKind.GROUNDING, seat) for seat in seats]
        by_winner = {state.outcome_after(ending).winner: ending for ending in reversed(endings)}
        return by_winner.get(game.result.winner, endings[0])
    return None if game.result.margin is None and game.pools is None else AGREEMENT


def is_the_score(game: SgfGame, state: State) -> bool:
    """Whether the result of a game that is not over is only the score as it stands.

    Some files without TB and TW have that where the settlement (K13) would be another.
    """
    score = _margin(Outcome(state.scores))
    return game.pools is None and game.result.margin == score != _margin(state.settlement())


def _margin(outcome: Outcome) -> Points:
    return outcome.scores[0] - outcome.scores[1]


def result_text(outcome: Outcome | None, ending: Ending | None = None) -> str:
    """The result of an outcome, or of a game that is not over: `B+12`, `0`, `B+R` or `?`."""
    if ending is not None and ending.seat is not None and ending.kind in LETTERS:
        return f"{COLOURS[1 - ending.seat]}+{LETTERS[ending.kind]}"
    if outcome is None:
        return "?"
    margin = _margin(outcome)
    return f"{COLOURS[margin < 0]}+{half_text(max(margin, -margin))}" if margin else "0"


def agrees(result: str, outcome: Outcome | None) -> bool:
    """Whether a stated result is that of an outcome, or of a game that is not over."""
    stated = parse_result(result)
    decided = None if outcome is None else outcome.ending
    if stated.ending or decided:
        return stated.ending == decided
    if stated.winner is not None:
        return outcome is not None and outcome.winner is stated.winner
    return stated.margin == (None if outcome is None else _margin(outcome))


def check_game(game: SgfGame, states: Sequence[State]) -> None:
    """Raise SgfError unless the captures and pools in the file are what K10 and K13 give.

    `states` are the first one and those after each move.
    """
    if game.setup.ruleset.capture is Capture.AUTOMATIC:
        _check_captures(game, states)
    elif game.pools is not None and not states[-1].is_over:
        for seat in SEATS:
            _check_pools(game.pools, states[-1], seat)


def _check_captures(game: SgfGame, states: Sequence[State]) -> None:
    """Raise SgfError if chains written with moves are not what the moves captured (K10).

    Chains may be left out; those closed by the opponent's dot may come with the next move.
    """
    late: list[Region] = []
    ruleset = states[0].ruleset
    for move, before, after in zip(game.moves, states, states[1:], strict=False):
        new = after.regions[len(before.regions) :]
        own = {
            _held(region.ring_on(ruleset.board), ruleset): region
            for region in new
            if region.seat is move.seat
        }
        claimed = [_held_by(text, ruleset, move.offset) for text in move.drawn]
        known = {_held(region.ring_on(ruleset.board), ruleset) for region in late} | own.keys()
        for text, inside in zip(move.drawn, claimed, strict=True):
            if inside not in known:
                raise SgfError(f"the chain {text} captures nothing here", move.offset, Kind.CLAIM)
        for inside in own.keys() - set(claimed) if claimed else ():
            chain = chain_text(own[inside].chain)
            sentence = f"the chain {chain} is left out, which captures here too"
            raise SgfError(sentence, move.offset, Kind.CLAIM)
        late = [region for region in new if region.seat is not move.seat]


def _held(ring: Ring, ruleset: Ruleset) -> int:
    """What tells a chain from others: the points within, and where the edge helps its own (K22)."""
    return ring.inside | ring.dots if ruleset.border else ring.inside


def _held_by(text: str, ruleset: Ruleset, offset: int) -> int:
    """The same of a chain, given its text. Its first dot need not be repeated."""
    board = ruleset.board
    try:
        chain = as_chain(text)
    except NinetkaError as error:
        raise SgfError(str(error), offset, Kind.CLAIM) from error
    is_chain = is_ring(chain, shortest_chain(ruleset))
    if not is_chain or not all(board.bits[point.index] for point in chain):
        raise SgfError(f"{quoted(text)} is not a chain on the board", offset, Kind.CLAIM)
    return _held(Ring.of(board, chain), ruleset)


def pools(state: State, seat: Seat) -> tuple[Region, ...]:
    """The pools that a player closes at an agreed end (K13) and does not own yet."""
    groups = state.board.groups(state.closed(seat))
    return tuple(
        tight_region(state.board, seat, group)
        for group in groups
        if group & ~state.owned_masks[seat]
    )


def _check_pools(node: Node, state: State, seat: Seat) -> None:
    """Raise SgfError unless TB or TW has the seat's pools (K13).

    Those inside the opponent's may be left out.
    """
    ruleset, name = state.ruleset, POOLS[seat]
    value = one(node, name)
    text, offset = (value.text.strip(), value.offset) if value else ("", node.offset)
    if text and not text.startswith("."):
        raise SgfError(f"{name} is written .CHAIN.CHAIN, or empty", offset)
    missing = {
        _held(region.ring_on(ruleset.board), ruleset): region for region in pools(state, seat)
    }
    drawn = {
        _held(region.ring_on(ruleset.board), ruleset)
        for region in state.regions
        if region.seat is seat
    }
    for chain in text.split(".")[1:]:
        inside = _held_by(chain, ruleset, offset)
        if inside not in missing and inside not in drawn:
            raise SgfError(f"{name} has {chain}, which is not a pool", offset, Kind.CLAIM)
        missing.pop(inside, None)
    for inside, region in missing.items():
        if inside & ~state.closed(seat.other):
            raise SgfError(
                f"{name} leaves out the pool {chain_text(region.chain)}", offset, Kind.CLAIM
            )
