"""Players who resign, run out of time or agree to stop: the game goes on or ends (M28)."""

from __future__ import annotations

import attrs

from ..protocol.endings import Ending, EndingKind
from ..protocol.states import Fault
from .board import SEATS, Seat
from .legality import Reason
from .mills import removable
from .moves import LEAVING, Leave, Phase
from .position import P, Position
from .turns import turn_settled


def endings(position: Position) -> tuple[EndingKind, ...]:
    """How the game can end now other than by a move (M28)."""
    if position.is_over:
        return ()
    # With more than two players the game goes on without one who leaves
    leaving = tuple(LEAVING) if len(position.remaining) == 2 else ()
    return (EndingKind.AGREEMENT, *leaving)


def leaving(position: Position, ending: Ending) -> Leave | None:
    """The move by which a player leaves; None if the game would not go on without them (M28)."""
    if ending.seat is None or ending.kind not in LEAVING:
        return None
    move = Leave(Seat(ending.seat), ending.kind)
    return move if fault_of_leaving(position, move) is None else None


def fault_of_leaving(position: Position, move: Leave) -> Fault[Reason] | None:
    """What is wrong with leaving (M28); None if the game goes on without the player."""
    if position.is_over:
        return Fault(Reason.GAME_OVER, "the game is over")
    if move.seat not in position.remaining:
        return Fault(Reason.NOT_IN_THE_GAME, f"seat {move.seat} is not in the game")
    if len(position.remaining) == 2:
        ending = Ending(move.kind, move.seat).to_text(SEATS)
        sentence = f"the game ends when seat {move.seat} leaves: the ending {ending!r}, not a move"
        return Fault(Reason.ENDS_THE_GAME, sentence)
    return None


def without_player(position: P, seat: Seat) -> P:
    """The position without a player's tokens and cards, at the same turn (M28)."""
    masks, hands, cards = list(position.masks), list(position.hands), list(position.cards)
    masks[seat] = hands[seat] = cards[seat] = 0
    others = [other for other in position.remaining if other is not seat]
    # Whoever is left alone earns two cards, as for a removal (M12)
    if len(others) == 1:
        cards[others[0]] += 2 * position.ruleset.cards
    kept = tuple(masks), tuple(hands), tuple(cards)
    marked = position.notes.marked if any(hands) else 0
    notes = attrs.evolve(position.notes, marked=marked, steps=())
    return attrs.evolve(position, masks=kept[0], hands=kept[1], cards=kept[2], quiet=0, notes=notes)


def after_leaving(position: P, seat: Seat) -> P:
    """The position after a player has left a game that goes on (M28)."""
    left, to_move = without_player(position, seat), position.to_move
    is_due = position.phase is Phase.REMOVE
    # A removal stays due if there is still something to remove (M10)
    if is_due and seat is not to_move and removable(left):
        return left
    # The turn of whoever leaves ends, and so does one with nothing to remove
    if is_due or seat is to_move:
        to_move = position.terms.order_from[to_move][1]
    phase = left.terms.hand_phase if left.hands[to_move] else Phase.MOVE
    notes = attrs.evolve(left.notes, further_removals=0)
    turn = attrs.evolve(left, to_move=to_move, phase=phase, notes=notes, stepped_over=())
    return turn_settled(turn)
