"""Why a move is illegal, as a code and as a sentence for players (M5-M7, M10)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from .board import Field, Seat, off_the_board, owner_of
from .moves import Move, Phase, Put, Remove, Step, fields_named
from .rulesets import Terms


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


def why_illegal(
    terms: Terms, tokens: Sequence[int], to_move: Seat, phase: Phase, move: Move
) -> tuple[Reason, str]:
    """Why a move is illegal, given the tokens as a bitboard for each seat; it must not be legal."""
    if phase is Phase.OVER:
        return Reason.GAME_OVER, "the game is over"
    for field in fields_named(move):
        if field.number > terms.board.fields:
            return Reason.OFF_THE_BOARD, off_the_board(field, terms.board.fields)
    if phase is Phase.REMOVE:
        if isinstance(move, Remove):
            return _why_not_removed(terms, tokens, to_move, move.field)
        return Reason.MUST_REMOVE, f"seat {to_move} has made a mill and must remove a token first"
    if phase is Phase.PUT:
        if isinstance(move, Put):
            return _taken(terms, tokens, move.field)
        sentence = f"seat {to_move} has tokens in hand and must put one on a free field"
        return Reason.MUST_PUT, sentence
    if isinstance(move, Step):
        return _why_not_step(terms, tokens, to_move, move)
    what = "has made no mill" if isinstance(move, Remove) else "has no tokens in hand"
    return Reason.MUST_MOVE, f"seat {to_move} {what} and must move a token"


def _taken(terms: Terms, tokens: Sequence[int], field: Field) -> tuple[Reason, str]:
    owner, name = owner_of(tokens, field.index), terms.board.name_of(field)
    return Reason.FIELD_TAKEN, f"field {name} is taken: a token of seat {owner} is there"


def why_not_moved(
    terms: Terms, tokens: Sequence[int], to_move: Seat, start: Field
) -> tuple[Reason, str]:
    """Why no step starts from a field of the board; there must be none."""
    name = terms.board.name_of(start)
    sentence = f"the token on {name} cannot move: no neighbouring field is free"
    return _not_own(terms, tokens, to_move, start) or (Reason.CANNOT_MOVE, sentence)


def _not_own(
    terms: Terms, tokens: Sequence[int], to_move: Seat, start: Field
) -> tuple[Reason, str] | None:
    """Why a player cannot move a token from a field, if it has none there."""
    owner, name = owner_of(tokens, start.index), terms.board.name_of(start)
    if owner is None:
        return Reason.NOT_YOUR_TOKEN, f"there is no token on {name}"
    if owner is not to_move:
        return Reason.NOT_YOUR_TOKEN, f"the token on {name} belongs to seat {owner}"
    return None


def _why_not_step(
    terms: Terms, tokens: Sequence[int], to_move: Seat, move: Step
) -> tuple[Reason, str]:
    not_own = _not_own(terms, tokens, to_move, move.start)
    if not_own is not None:
        return not_own
    if owner_of(tokens, move.end.index) is not None:
        return _taken(terms, tokens, move.end)
    start, end = map(terms.board.name_of, (move.start, move.end))
    sentence = f"{end} is not a neighbour of {start}"
    if terms.ruleset.jumping:
        sentence += ", and only a player with exactly three tokens left may jump"
    return Reason.NOT_A_NEIGHBOUR, sentence


def _why_not_removed(
    terms: Terms, tokens: Sequence[int], to_move: Seat, field: Field
) -> tuple[Reason, str]:
    owner, name = owner_of(tokens, field.index), terms.board.name_of(field)
    if owner is None:
        return Reason.NO_TOKEN, f"there is no token on {name}"
    if owner is to_move:
        sentence = f"the token on {name} is seat {owner}'s own: remove another player's"
        return Reason.OWN_TOKEN, sentence
    sentence = f"the token on {name} is in a mill of seat {owner} and cannot be removed"
    return Reason.IN_A_MILL, sentence
