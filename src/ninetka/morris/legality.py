"""Why a move cannot be made, as a code and as a sentence for players (M5-M7, M10)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from .. import errors
from .board import Board, Field
from .moves import Move, Phase, Put, Remove, Step

if TYPE_CHECKING:
    from .state import State

    class IllegalMoveError(errors.IllegalMoveError):
        """What type checkers see of these games' errors; at run time all games have one class."""

        move: Move
        state: State
        reason: Reason

else:
    IllegalMoveError = errors.IllegalMoveError


class Reason(Enum):
    """Why a move is illegal. The value says it in words."""

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
    """And the player may not jump (M6, M7)."""
    NO_TOKEN = "no token"
    """There is none to remove (M10)."""
    OWN_TOKEN = "own token"
    """It cannot be removed (M10)."""
    IN_A_MILL = "in a mill"
    """The token to be removed is (M10, M15)."""
    NOT_THE_LAST_MOVE = "not the last move"
    """Only from what goes backwards: `undo`, `to_svg(last_move=…)`."""
    NOT_ENOUGH_KNOWN = "not enough known"
    """Only from `undo`: the move does not tell what there was before."""

    def __str__(self) -> str:
        return self.value


def illegal(state: State, move: Move) -> IllegalMoveError:
    """The error for a move that is not legal in a state."""
    reason, sentence = _why(state, move)
    return IllegalMoveError(sentence, move, state, reason)


def not_last(state: State, move: Move) -> IllegalMoveError:
    """The error for a move that cannot have been the last."""
    sentence = f"{move} was not the last move"
    return IllegalMoveError(sentence, move, state, Reason.NOT_THE_LAST_MOVE)


def not_known(state: State, move: Move) -> IllegalMoveError:
    """The error for a move that alone does not tell what there was before it."""
    sentence = f"{move} alone does not tell what was there before: take it back with Game.undo"
    return IllegalMoveError(sentence, move, state, Reason.NOT_ENOUGH_KNOWN)


def off_the_board(board: Board, move: Move) -> Field | None:
    """A field of the move that the board does not have, if there is one (M1)."""
    fields = (move.start, move.end) if isinstance(move, Step) else (move.field,)
    return next((field for field in fields if field.number > board.fields), None)


def _why(state: State, move: Move) -> tuple[Reason, str]:
    phase, seat = state.phase, state.to_move
    if phase is Phase.OVER:
        return Reason.GAME_OVER, "the game is over"
    missing = off_the_board(state.board, move)
    if missing is not None:
        sentence = f"field {missing} is not on the board: fields are 1 to {state.board.fields}"
        return Reason.OFF_THE_BOARD, sentence
    if phase is Phase.REMOVE:
        if isinstance(move, Remove):
            return _why_not_removed(state, move.field)
        return Reason.MUST_REMOVE, f"seat {seat} has made a mill and must remove a token first"
    if phase is Phase.PUT:
        if isinstance(move, Put):
            return _taken(state, move.field)
        return Reason.MUST_PUT, f"seat {seat} has tokens in hand and must put one on a free field"
    if isinstance(move, Step):
        return _why_not_step(state, move)
    what = "no mill to remove a token for" if isinstance(move, Remove) else "no token left to put"
    return Reason.MUST_MOVE, f"seat {seat} has {what} and must move one"


def _taken(state: State, field: Field) -> tuple[Reason, str]:
    owner = state.token_at(field)
    return Reason.FIELD_TAKEN, f"field {field} is taken: a token of seat {owner} is there"


def _why_not_step(state: State, move: Step) -> tuple[Reason, str]:
    owner = state.token_at(move.start)
    if owner is None:
        return Reason.NOT_YOUR_TOKEN, f"there is no token on {move.start}"
    if owner is not state.to_move:
        return Reason.NOT_YOUR_TOKEN, f"the token on {move.start} belongs to seat {owner}"
    if state.token_at(move.end) is not None:
        return _taken(state, move.end)
    sentence = f"{move.end} is no neighbour of {move.start}"
    if state.ruleset.jumping:
        sentence += ", and only a player with exactly three tokens left may jump"
    return Reason.NOT_A_NEIGHBOUR, sentence


def _why_not_removed(state: State, field: Field) -> tuple[Reason, str]:
    owner = state.token_at(field)
    if owner is None:
        return Reason.NO_TOKEN, f"there is no token on {field}"
    if owner is state.to_move:
        sentence = f"the token on {field} is seat {owner}'s own: remove another player's"
        return Reason.OWN_TOKEN, sentence
    sentence = f"the token on {field} is in a mill of seat {owner} and cannot be removed"
    return Reason.IN_A_MILL, sentence
