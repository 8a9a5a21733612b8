"""The legality of moves, and why some are illegal: codes, sentences (M5-M7, M10, M17, M28)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

import attrs

from ..base.bits import mask_of
from ..base.errors import InvalidMoveError, quoted
from ..protocol.endings import Ending
from ..protocol.states import Fault
from ..protocol.texts import Say as Common
from .board import SEATS, Field, Seat, off_the_board, owner_of, toggled
from .captures import leap_ends
from .mills import exposed, in_long_row, makes_mill, removable, usable_mills
from .moves import (
    PUTS,
    REMOVALS,
    STEPS,
    BoardMove,
    Leave,
    Move,
    Phase,
    Put,
    Remove,
    Step,
    fields_named,
)
from .notation import field_of_number
from .position import Due, Position
from .rulesets import MillRule, PlacingMills, few_to_jump
from .texts import Say


class Reason(Enum):
    """A reason why a move is illegal. The value is a short phrase for it."""

    GAME_OVER = "game over"
    OFF_THE_BOARD = "off the board"
    """The board has no field of the number (M1)."""
    MUST_PUT = "must put"
    """The player has tokens in hand (M5)."""
    MUST_PUT_OR_MOVE = "must put or move"
    """No removal is due, and a player with tokens in hand puts or moves one (M17)."""
    MUST_MOVE = "must move"
    """The player's hand is empty, and no removal is due (M6)."""
    MUST_REMOVE = "must remove"
    """The player has made a mill (M10), or the board is full (M19)."""
    FIELD_TAKEN = "field taken"
    FIELD_MARKED = "field marked"
    """A token has been removed from the field while there are tokens in hand (M26)."""
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
    NOT_CAPTURED = "not captured"
    """The player has captured other tokens, which must be removed first (M35)."""
    NOT_BESIDE = "not beside"
    """A player who cannot move removes a token beside an own one (M38)."""
    NOT_OWN = "not own"
    """The player has to remove an own token (M31)."""
    RECLOSED = "mill closed again"
    """The token has just made a mill and would go straight back to make another (M34)."""
    MILL_FORBIDDEN = "mill forbidden"
    """The token would make a mill, and putting must not make any (M25)."""
    ROW_TOO_LONG = "row too long"
    """The token would make a row longer than a line, which is forbidden (M24)."""
    IN_A_MILL = "in a mill"
    """The token is in a mill and cannot be removed (M10, M15)."""
    NOT_IN_THE_GAME = "not in the game"
    """A player who leaves does not play, or not any more (M28)."""
    ENDS_THE_GAME = "ends the game"
    """A player leaves a game of two, which is an ending and not a move (M28)."""
    NOT_THE_LAST_MOVE = "not the last move"
    """Only from `undo`, and from pictures that are to show it as the last move."""
    NOT_ENOUGH_KNOWN = "not enough known"
    """Only from `undo`: the move does not tell what was there before."""

    def __str__(self) -> str:
        return self.value


_FORBIDDEN: Final = {
    Reason.MILL_FORBIDDEN: Say.MILL_FORBIDDEN,
    Reason.ROW_TOO_LONG: Say.ROW_TOO_LONG,
}


def can_jump(position: Position, seat: int) -> bool:
    """Return whether a player may jump: with an empty hand and few tokens left (M7, M21)."""
    few = position.masks[seat].bit_count() <= position.terms.jumping
    return few and not position.hands[seat]


def can_play(position: Position, seat: int) -> bool:
    """Return whether a player could put, move or jump (M5-M7, M17)."""
    terms, masks, hands = position.terms, position.masks, position.hands
    # Fields may be marked, mills or rows forbidden (M24-M26)
    if terms.restricts_fields:
        moving = Position(terms, Seat(seat), Phase.MOVE, masks, hands, notes=position.notes)
        return position.free_mask != 0 if hands[seat] else legal_moves(moving) != ()
    # Not `free_mask` and `can_jump`, here and in `legal_moves`: calls make each ply 3 % slower
    free, own = terms.board.mask & ~sum(masks), masks[seat]
    if hands[seat] or own.bit_count() <= terms.jumping:
        return free != 0
    beside = terms.board.neighbour_masks
    while own:
        low = own & -own
        if beside[low.bit_length() - 1] & free:
            return True
        own ^= low
    return False


def legal_moves(position: Position) -> tuple[BoardMove, ...]:
    """All legal moves, in the order of their action codes; none when the game is over."""
    phase, terms, masks = position.phase, position.terms, position.masks
    free, own = terms.board.mask & ~sum(masks), masks[position.to_move]
    moves: tuple[BoardMove, ...] = ()
    if terms.restricts_fields:
        free &= ~position.notes.marked
    if phase is not Phase.MOVE:
        # A token in hand is put on any free field (M5)
        if phase is Phase.PUT and not terms.restricts_fields:
            return PUTS.of_any(free)
        # A token of another player is removed (M10)
        if phase is Phase.REMOVE:
            return REMOVALS.of_any(removable(position))
        if phase is Phase.OVER:
            return ()
        # A token in hand is put, or one on the board is moved (M17)
        moves = PUTS.of_any(free)
        own *= phase is Phase.EITHER
    beside, leaps = terms.board.neighbour_masks, terms.leap_lines
    jumps = own.bit_count() <= terms.jumping and not position.hands[position.to_move]
    while own:
        low = own & -own
        own ^= low
        index = low.bit_length() - 1
        # With few tokens left to any free field (M7, M21)
        if jumps:
            moves += STEPS[index].of_any(free)
        # Otherwise to a neighbouring free field (M6)
        elif ends := beside[index] & free | (leap_ends(position, low) if leaps else 0):
            moves += STEPS[index].of_any(ends) if leaps else STEPS[index][ends]
    if not terms.restricts_fields:
        return moves
    # Some mills and rows may not be made (M24, M25)
    seat = position.to_move
    allowed = tuple(move for move in moves if forbidden(position, seat, move) is None)
    # Whoever can do nothing else makes one by putting
    return allowed or tuple(move for move in moves if isinstance(move, Put))


def forbidden(position: Position, seat: int, move: BoardMove) -> Reason | None:
    """Return the reason if a put or a step makes a forbidden mill or row; else None (M24, M25)."""
    terms, ruleset, end = position.terms, position.ruleset, fields_named(move)[-1]
    tokens = position.masks[seat] ^ mask_of(fields_named(move))
    by_put = isinstance(move, Put) and ruleset.placing_mills is PlacingMills.FORBIDDEN
    if by_put and makes_mill(terms, tokens, end.index):
        return Reason.MILL_FORBIDDEN
    if ruleset.long_rows is MillRule.FORBIDDEN and in_long_row(terms, tokens, end.bit):
        return Reason.ROW_TOO_LONG
    # The token goes straight back to make another mill (M34)
    last = position.notes.closings and position.notes.closings[seat]
    if isinstance(move, Step) and last and (last.end, last.start) == (move.start, move.end):
        masks = toggled(position.masks, seat, mask_of(fields_named(move)))
        if usable_mills(attrs.evolve(position, masks=masks), end.index):
            return Reason.RECLOSED
    return None


def is_legal(position: Position, move: Move) -> bool:
    """Return whether a move is legal (M5-M7, M10, M17, M24, M25, M28)."""
    phase = position.phase
    if isinstance(move, Leave):
        return _fault_of_leaving(position, move) is None
    if position.terms.restricts_fields:
        return move in legal_moves(position)
    if phase is Phase.MOVE or (phase is Phase.EITHER and not isinstance(move, Put)):
        if not isinstance(move, Step):
            return False
        start, end, seat = move.start, move.end, position.to_move
        if not position.masks[seat] & start.bit or not position.free_mask & end.bit:
            return False
        near = position.terms.board.neighbour_masks[start.index] & end.bit
        return near != 0 or can_jump(position, seat)
    if phase is Phase.PUT or phase is Phase.EITHER:
        return isinstance(move, Put) and position.free_mask & move.field.bit != 0
    if phase is Phase.REMOVE:
        return isinstance(move, Remove) and removable(position) & move.field.bit != 0
    return False


def fault(position: Position, move: Move) -> Fault[Reason] | None:
    """Find what is wrong with a move (M5-M7, M10, M13, M17, M24, M25, M28); None if it is legal."""
    if isinstance(move, Leave):
        return _fault_of_leaving(position, move)
    found = _fault(position, move)
    if found is None and not is_legal(position, move):
        reason = forbidden(position, position.to_move, move)
        assert reason is not None
        names = [*map(position.board.name_of, fields_named(move))]
        if reason is Reason.RECLOSED:
            return Fault(reason, Say.RECLOSED(start=names[0], end=names[-1]))
        return Fault(reason, _FORBIDDEN[reason](field=names[-1]))
    return found


def _fault(position: Position, move: BoardMove) -> Fault[Reason] | None:
    """Find what is wrong with a move, whatever it makes (M5-M7, M10, M13, M17)."""
    board, seat = position.board, position.to_move
    missing = next((field for field in fields_named(move) if field.number > board.fields), None)
    if position.phase is Phase.OVER:
        return Fault(Reason.GAME_OVER, Say.GAME_OVER())
    if missing is not None:
        return Fault(Reason.OFF_THE_BOARD, off_the_board(missing, board.fields))
    match position.phase, move:
        case ((Phase.PUT | Phase.EITHER), Put(field)):
            return _taken(position, field)
        case Phase.PUT, _:
            return Fault(Reason.MUST_PUT, Say.MUST_PUT(seat=seat))
        case Phase.REMOVE, Remove(field):
            return _irremovable(position, field)
        case Phase.REMOVE, _:
            return Fault(Reason.MUST_REMOVE, _must_remove(position)(seat=seat))
        case _, Step(start, end):
            not_own, taken = _not_own(position, start), _taken(position, end)
            return not_own or taken or _out_of_reach(position, start, end)
    if position.phase is Phase.EITHER:
        return Fault(Reason.MUST_PUT_OR_MOVE, Say.MUST_PUT_OR_MOVE(seat=seat))
    must_move = Say.MUST_MOVE_NO_MILL if isinstance(move, Remove) else Say.MUST_MOVE_NO_HAND
    return Fault(Reason.MUST_MOVE, must_move(seat=seat))


_MUST_REMOVE: Final = {
    Due.STUCK: Say.MUST_REMOVE_STUCK,
    Due.OWED: Say.MUST_REMOVE_OWED,
    Due.OWN: Say.MUST_REMOVE_OWN,
}


def _must_remove(position: Position) -> Say:
    """The sentence that says why a removal comes first (M10, M19, M31, M35-M38)."""
    if position.notes.custody or position.notes.intervention:
        return Say.MUST_REMOVE_CAPTURED
    usual = Say.MUST_REMOVE_MILL if position.free_mask else Say.MUST_REMOVE_FULL
    return _MUST_REMOVE.get(position.notes.due, usual)


def fault_of_picked(
    position: Position, places: Sequence[str]
) -> tuple[Fault[Reason] | None, BoardMove | None]:
    """Find what is wrong with picking fields of these numbers, and the move that they would make.

    No legal move may begin with them. Raises InvalidMoveError for what is not a field, or is more
    than a move has.
    """
    fields = [field_of_number(place, position.board) for place in places]
    match position.phase, fields:
        case ((Phase.MOVE | Phase.EITHER), [start]) if _may_start(position, start):
            has_room = position.board.neighbour_masks[start.index] & position.free_mask
            stuck = Say.STUCK_BY_ROWS if has_room else Say.NO_FREE_NEIGHBOUR
            sentence = stuck(field=position.board.name_of(start))
            return _not_own(position, start) or Fault(Reason.CANNOT_MOVE, sentence), None
        case ((Phase.MOVE | Phase.EITHER), [start, end]):
            move: BoardMove = Step(start, end)
        case Phase.REMOVE, [field]:
            move = Remove(field)
        case _, [field]:
            move = Put(field)
        case _:
            name = position.board.name_of(fields[-1])
            raise InvalidMoveError(Common.NO_MOVE_GOES_ON(place=quoted(name)))
    return fault(position, move), move


def _may_start(position: Position, start: Field) -> bool:
    """Return whether a step from `start` is meant, not a put: it may be either (M17)."""
    own = owner_of(position.masks, start.index) is position.to_move
    return own or position.phase is Phase.MOVE


def _taken(position: Position, field: Field) -> Fault[Reason] | None:
    """The fault of a move that ends on `field`, if a token is there or the field is marked."""
    owner, name = owner_of(position.masks, field.index), position.board.name_of(field)
    if position.notes.marked & field.bit:
        return Fault(Reason.FIELD_MARKED, Say.FIELD_MARKED(field=name))
    if owner is None:
        return None
    return Fault(Reason.FIELD_TAKEN, Say.FIELD_TAKEN(field=name, owner=owner))


def _not_own(position: Position, start: Field) -> Fault[Reason] | None:
    """The fault of a move that begins on `start`, unless the player's own token is there."""
    owner, name = owner_of(position.masks, start.index), position.board.name_of(start)
    if owner is position.to_move:
        return None
    if owner is None:
        return Fault(Reason.NOT_YOUR_TOKEN, Say.NO_TOKEN(field=name))
    return Fault(Reason.NOT_YOUR_TOKEN, Say.NOT_YOUR_TOKEN(field=name, owner=owner))


def _out_of_reach(position: Position, start: Field, end: Field) -> Fault[Reason] | None:
    """The fault of a move to a field that is not a neighbour, unless the player may jump."""
    board = position.board
    near = board.neighbour_masks[start.index] & end.bit
    if near or can_jump(position, position.to_move) or leap_ends(position, start.bit) & end.bit:
        return None
    names = {"start": board.name_of(start), "end": board.name_of(end)}
    if position.ruleset.jumping:
        may_not = Say.MAY_NOT_JUMP_YET if position.ruleset.mixed else Say.MAY_NOT_JUMP
        sentence = may_not(few=few_to_jump(position.ruleset), **names)
    else:
        sentence = Say.NOT_A_NEIGHBOUR(**names)
    return Fault(Reason.NOT_A_NEIGHBOUR, sentence)


def _irremovable(position: Position, field: Field) -> Fault[Reason] | None:
    """The fault of removing from `field`, if there is no token that may be removed (M10)."""
    owner, name = owner_of(position.masks, field.index), position.board.name_of(field)
    if owner is None:
        return Fault(Reason.NO_TOKEN, Say.NO_TOKEN(field=name))
    if removable(position) & field.bit:
        return None
    seat, due = position.to_move, position.notes.due
    if due is Due.OWN and owner is not seat:
        return Fault(Reason.NOT_OWN, Say.NOT_OWN(field=name, seat=seat))
    if due is not Due.OWN and owner is seat:
        return Fault(Reason.OWN_TOKEN, Say.OWN_TOKEN(field=name, seat=owner))
    if due is Due.STUCK:
        return Fault(Reason.NOT_BESIDE, Say.NOT_BESIDE(field=name, seat=seat))
    is_captured = position.notes.custody or position.notes.intervention
    if is_captured and exposed(position, position.masks[owner]) & field.bit:
        return Fault(Reason.NOT_CAPTURED, Say.NOT_CAPTURED(field=name))
    return Fault(Reason.IN_A_MILL, Say.IN_ITS_MILL(field=name, owner=owner))


def _fault_of_leaving(position: Position, move: Leave) -> Fault[Reason] | None:
    """Find what is wrong with leaving (M28); None if the game goes on without the player."""
    if position.is_over:
        return Fault(Reason.GAME_OVER, Say.GAME_OVER())
    if move.seat not in position.remaining:
        return Fault(Reason.NOT_IN_THE_GAME, Say.NOT_IN_THE_GAME(seat=move.seat))
    if len(position.remaining) == 2:
        ending = quoted(Ending(move.kind, move.seat).to_text(SEATS))
        sentence = Say.ENDS_THE_GAME(seat=move.seat, ending=ending)
        return Fault(Reason.ENDS_THE_GAME, sentence)
    return None
