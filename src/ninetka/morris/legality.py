"""Which moves are legal, and why others are not, as codes and sentences (M5-M7, M10, M15)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ..base.errors import InvalidMoveError, quoted
from ..protocol.faults import Fault
from .board import Field, off_the_board, owner_of
from .mills import removable
from .moves import PUTS, REMOVALS, STEPS, Move, Phase, Put, Remove, Step, fields_named
from .notation import field_of_number
from .position import Position
from .rulesets import FEWEST_TOKENS


class Reason(Enum):
    """Why a move is illegal; the value is a short phrase."""

    GAME_OVER = "game over"
    OFF_THE_BOARD = "off the board"
    """The board has no field of the number (M1)."""
    MUST_PUT = "must put"
    """The player has tokens in hand (M5)."""
    MUST_MOVE = "must move"
    """The player's hand is empty, and no removal is due (M6)."""
    MUST_REMOVE = "must remove"
    """The player has made a mill (M10)."""
    FIELD_TAKEN = "field taken"
    NOT_YOUR_TOKEN = "not your token"
    """The field to move from is free or another's (M6)."""
    NOT_A_NEIGHBOUR = "not a neighbour"
    """The player may not jump (M6, M7)."""
    CANNOT_MOVE = "cannot move"
    """All neighbouring fields are taken, and the player may not jump; only from `click`."""
    NO_TOKEN = "no token"
    """There is no token to remove on the field (M10)."""
    OWN_TOKEN = "own token"
    """Players cannot remove their own tokens (M10)."""
    IN_A_MILL = "in a mill"
    """The token is in a mill and cannot be removed (M10, M15)."""
    NOT_THE_LAST_MOVE = "not the last move"
    """Only from `undo`, and from pictures that are to show it as the last move."""
    NOT_ENOUGH_KNOWN = "not enough known"
    """Only from `undo`: the move does not tell what was there before."""

    def __str__(self) -> str:
        return self.value


def can_jump(position: Position, seat: int) -> bool:
    """Whether a player whose hand is empty may jump: with exactly three tokens left (M7)."""
    return position.masks[seat].bit_count() == FEWEST_TOKENS and position.terms.ruleset.jumping


def can_play(position: Position, seat: int) -> bool:
    """Whether a player could put, move or jump (M5-M7)."""
    board, masks = position.terms.board, position.masks
    # Not `free_mask`, here and in `legal_moves`: a property would make each ply 3 % slower
    free, own = board.mask & ~sum(masks), masks[seat]
    if position.hands[seat] or can_jump(position, seat):
        return free != 0
    beside = board.neighbour_masks
    while own:
        low = own & -own
        if beside[low.bit_length() - 1] & free:
            return True
        own ^= low
    return False


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves, in the order of their action codes; none when the game is over."""
    phase, board, masks = position.phase, position.terms.board, position.masks
    free = board.mask & ~sum(masks)
    if phase is not Phase.MOVE:
        # A token in hand is put on any free field (M5)
        if phase is Phase.PUT:
            return PUTS.of_any(free)
        # A token of another player is removed (M10)
        return REMOVALS.of_any(removable(position)) if phase is Phase.REMOVE else ()
    moves: tuple[Move, ...] = ()
    own, beside = masks[position.to_move], board.neighbour_masks
    jumps = can_jump(position, position.to_move)
    while own:
        low = own & -own
        own ^= low
        index = low.bit_length() - 1
        # With three tokens left to any free field (M7)
        if jumps:
            moves += STEPS[index].of_any(free)
        # Otherwise to a neighbouring free field (M6)
        elif ends := beside[index] & free:
            moves += STEPS[index][ends]
    return moves


def is_legal(position: Position, move: Move) -> bool:
    """Whether a move is legal (M5-M7, M10)."""
    phase = position.phase
    if phase is Phase.MOVE:
        if not isinstance(move, Step):
            return False
        start, end, seat = move.start, move.end, position.to_move
        if not position.masks[seat] & start.bit or not position.free_mask & end.bit:
            return False
        near = position.terms.board.neighbour_masks[start.index] & end.bit
        return near != 0 or can_jump(position, seat)
    if phase is Phase.PUT:
        return isinstance(move, Put) and position.free_mask & move.field.bit != 0
    if phase is Phase.REMOVE:
        return isinstance(move, Remove) and removable(position) & move.field.bit != 0
    return False


def fault(position: Position, move: Move) -> Fault[Reason] | None:
    """What is wrong with a move (M5-M7, M10, M13); None if it is legal."""
    board, seat = position.board, position.to_move
    missing = next((field for field in fields_named(move) if field.number > board.fields), None)
    if position.phase is Phase.OVER:
        return Fault(Reason.GAME_OVER, "the game is over")
    if missing is not None:
        return Fault(Reason.OFF_THE_BOARD, off_the_board(missing, board.fields))
    match position.phase, move:
        case Phase.PUT, Put(field):
            return _taken(position, field)
        case Phase.PUT, _:
            sentence = f"seat {seat} has tokens in hand and must put one on a free field"
            return Fault(Reason.MUST_PUT, sentence)
        case Phase.REMOVE, Remove(field):
            return _irremovable(position, field)
        case Phase.REMOVE, _:
            sentence = f"seat {seat} has made a mill and must remove a token first"
            return Fault(Reason.MUST_REMOVE, sentence)
        case _, Step(start, end):
            not_own, taken = _not_own(position, start), _taken(position, end)
            return not_own or taken or _out_of_reach(position, start, end)
    what = "has made no mill" if isinstance(move, Remove) else "has no tokens in hand"
    return Fault(Reason.MUST_MOVE, f"seat {seat} {what} and must move a token")


def fault_of_picked(
    position: Position, places: Sequence[str]
) -> tuple[Fault[Reason] | None, Move | None]:
    """What is wrong with picking fields of these numbers, and the move that they would make.

    No legal move may begin with them. Raises InvalidMoveError for what is not a field, or is more
    than a move has.
    """
    fields = [field_of_number(place, position.board) for place in places]
    match position.phase, fields:
        case Phase.MOVE, [start]:
            name = position.board.name_of(start)
            sentence = f"the token on {name} cannot move: no neighbouring field is free"
            return _not_own(position, start) or Fault(Reason.CANNOT_MOVE, sentence), None
        case Phase.MOVE, [start, end]:
            move: Move = Step(start, end)
        case Phase.REMOVE, [field]:
            move = Remove(field)
        case _, [field]:
            move = Put(field)
        case _:
            name = position.board.name_of(fields[-1])
            raise InvalidMoveError(f"no move goes on with {quoted(name)}")
    return fault(position, move), move


def _taken(position: Position, field: Field) -> Fault[Reason] | None:
    """The fault of a move that ends on `field`, if a token is there."""
    owner, name = owner_of(position.masks, field.index), position.board.name_of(field)
    if owner is None:
        return None
    sentence = f"field {name} is taken: a token of seat {owner} is there"
    return Fault(Reason.FIELD_TAKEN, sentence)


def _not_own(position: Position, start: Field) -> Fault[Reason] | None:
    """The fault of a move that begins on `start`, unless the player's own token is there."""
    owner, name = owner_of(position.masks, start.index), position.board.name_of(start)
    if owner is position.to_move:
        return None
    belongs = f"the token on {name} belongs to seat {owner}"
    sentence = f"there is no token on {name}" if owner is None else belongs
    return Fault(Reason.NOT_YOUR_TOKEN, sentence)


def _out_of_reach(position: Position, start: Field, end: Field) -> Fault[Reason] | None:
    """The fault of a move to a field that is not a neighbour, unless the player may jump."""
    board = position.board
    near = board.neighbour_masks[start.index] & end.bit
    if near or can_jump(position, position.to_move):
        return None
    sentence = f"{board.name_of(end)} is not a neighbour of {board.name_of(start)}"
    if position.ruleset.jumping:
        sentence += ", and only a player with exactly three tokens left may jump"
    return Fault(Reason.NOT_A_NEIGHBOUR, sentence)


def _irremovable(position: Position, field: Field) -> Fault[Reason] | None:
    """The fault of removing from `field`, if there is no token that may be removed (M10)."""
    owner, name = owner_of(position.masks, field.index), position.board.name_of(field)
    if owner is None:
        return Fault(Reason.NO_TOKEN, f"there is no token on {name}")
    if owner is position.to_move:
        sentence = f"the token on {name} is seat {owner}'s own: remove another player's"
        return Fault(Reason.OWN_TOKEN, sentence)
    if removable(position) & field.bit:
        return None
    sentence = f"the token on {name} is in a mill of seat {owner} and cannot be removed"
    return Fault(Reason.IN_A_MILL, sentence)
