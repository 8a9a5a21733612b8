"""Why a move cannot be made, as a code and as a sentence for players (R5-R10, Q2)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from .. import errors
from ..errors import InvalidMoveError
from .moves import Move, Phase, PlaceNeutral, PlaceStone, Slide, no_move
from .rulesets import NEUTRAL
from .squares import Square

if TYPE_CHECKING:
    from .state import State

    class IllegalMoveError(errors.IllegalMoveError):
        """What type checkers see of 9tka's errors; at run time all games have the one class."""

        move: Move
        state: State
        reason: Reason

else:
    IllegalMoveError = errors.IllegalMoveError


class Reason(Enum):
    """Why a move is illegal. The value says it in words."""

    GAME_OVER = "game over"
    WRONG_PHASE = "wrong phase"
    NOT_ON_THE_CORE = "not on the core"
    SQUARE_TAKEN = "square taken"
    SECTION_HAS_ITS_NEUTRAL = "section has its neutral"
    NOT_ON_THE_RIM = "not on the rim"
    NOT_YOUR_STONE = "not your stone"
    BLOCKED = "blocked"
    NOTHING_TO_STOP_IT = "nothing to stop it"
    MUST_SLIDE = "must slide"
    MUST_NOT_PASS = "must not pass"
    WRONG_END = "wrong end"
    NOT_THE_LAST_MOVE = "not the last move"
    """Only from what goes backwards: `undo`, `parse_last_move`, `to_svg(last_move=…)`."""

    def __str__(self) -> str:
        return self.value


def illegal(state: State, move: Move) -> IllegalMoveError | InvalidMoveError:
    """The error for a move that is not legal in a state, or that is no move at all."""
    if not isinstance(move, Move):
        return no_move(move)
    reason, sentence = _why(state, move)
    return IllegalMoveError(sentence, move, state, reason)


def wrong_end(state: State, move: Slide, stated: Square) -> IllegalMoveError:
    """The error for a legal slide that is said to stop where it does not (R7)."""
    end = state.target(move.square)
    line = move.square.line
    assert end is not None
    assert line is not None
    stop = line.squares[line.squares.index(end) + 1]
    cause = "the board's edge" if state.stone_at(stop) is None else f"the stone on {stop}"
    sentence = f"{move.square} stops on {end}, not on {stated}: {cause} stops it"
    return IllegalMoveError(sentence, move, state, Reason.WRONG_END)


def not_last(state: State, move: Move) -> IllegalMoveError:
    """The error for taking back a move that cannot have been the last."""
    sentence = f"{move} cannot be taken back: it was not the last move"
    return IllegalMoveError(sentence, move, state, Reason.NOT_THE_LAST_MOVE)


def _why(state: State, move: Move) -> tuple[Reason, str]:
    if state.is_over:
        return Reason.GAME_OVER, "the game is over: no stone can slide"
    match move:
        case PlaceNeutral():
            return _why_not_neutral(state, move.square)
        case PlaceStone():
            return _why_not_stone(state, move.square)
        case Slide():
            return _why_not_slide(state, move.square)
    return _why_not_pass(state)


def _why_not_neutral(state: State, square: Square) -> tuple[Reason, str]:
    cannot = f"a neutral cannot go to {square}"
    if state.phase is not Phase.NEUTRALS:
        return Reason.WRONG_PHASE, f"{cannot}: all neutrals are placed"
    if not square.is_core:
        return Reason.NOT_ON_THE_CORE, f"{cannot}: it is not on the core, C3 to I9"
    if state.stone_at(square) is not None:
        return Reason.SQUARE_TAKEN, f"{cannot}: it is taken"
    section = square.section
    assert section is not None
    other = next(each for each in section.squares if state.stone_at(each) is NEUTRAL)
    return (
        Reason.SECTION_HAS_ITS_NEUTRAL,
        f"{cannot}: the {section} section has its neutral on {other}",
    )


def _why_not_stone(state: State, square: Square) -> tuple[Reason, str]:
    cannot = f"a stone cannot go to {square}"
    if state.phase is Phase.NEUTRALS:
        return Reason.WRONG_PHASE, f"{cannot}: the neutrals are placed first"
    if state.phase is Phase.MOVEMENT:
        return Reason.WRONG_PHASE, f"{cannot}: all stones are placed"
    if not square.is_rim:
        return Reason.NOT_ON_THE_RIM, f"{cannot}: it is not on the rim"
    return Reason.SQUARE_TAKEN, f"{cannot}: it is taken"


def _why_not_slide(state: State, square: Square) -> tuple[Reason, str]:
    cannot = f"{square} cannot slide"
    if state.phase is not Phase.MOVEMENT:
        return Reason.WRONG_PHASE, f"{cannot}: all stones are placed first"
    line = square.line
    if line is None:
        return Reason.NOT_ON_THE_RIM, f"{cannot}: it is not on the rim"
    owner = state.stone_at(square)
    if owner is None:
        return Reason.NOT_YOUR_STONE, f"{cannot}: no stone is there"
    if owner is not state.to_move:
        return Reason.NOT_YOUR_STONE, f"{cannot}: the stone there belongs to seat {owner}"
    neighbour = line.squares[0]
    if state.stone_at(neighbour) is not None:
        return Reason.BLOCKED, f"{cannot}: {neighbour} is taken"
    return Reason.NOTHING_TO_STOP_IT, f"{cannot}: no stone on its line would stop it"


def _why_not_pass(state: State) -> tuple[Reason, str]:
    cannot = f"seat {state.to_move} cannot pass"
    if state.phase is not Phase.MOVEMENT:
        return Reason.MUST_NOT_PASS, f"{cannot}: every turn of this phase places a stone"
    slide = state.move_text(state.legal_moves[0])
    return Reason.MUST_SLIDE, f"{cannot}: it can slide, for example {slide}"
