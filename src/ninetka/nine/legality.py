"""Why a move is illegal, as a code and as a sentence for players (R5-R10, Q2)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol, get_args

from ..base.errors import IllegalMoveError, check_move
from ..base.position import Position
from .board import Square
from .moves import Move, Phase, PlaceNeutral, PlaceStone, Slide
from .rulesets import NEUTRAL, Stone


class Situation(Position, Protocol):
    """What must be known of a State to say why a move is illegal."""

    @property
    def phase(self) -> Phase:
        """What turns are spent on."""

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves."""

    def move_text(self, move: Move) -> str:
        """A legal move's text."""

    def stone_at(self, square: Square) -> Stone | None:
        """What stands on a square."""

    def target(self, square: Square) -> Square | None:
        """Where a slide from a square would stop."""


class Reason(Enum):
    """Why a move is illegal. The value is the reason in words."""

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
    """From `undo`, `parse_last_move` and the `last_move` of pictures and boards."""

    def __str__(self) -> str:
        return self.value


def illegal(state: Situation, move: Move) -> IllegalMoveError:
    """The error for a move that is not legal in a state.

    Raises InvalidMoveError for what is not a move of the game.
    """
    check_move(move, *get_args(Move))
    reason, sentence = _why(state, move)
    return IllegalMoveError(sentence, move, state, reason)


def wrong_end(state: Situation, move: Slide, stated: Square) -> IllegalMoveError:
    """The error for a legal slide whose text states another end than it has (R7)."""
    end = state.target(move.square)
    line = move.square.line
    assert end is not None
    assert line is not None
    stop = line.squares[line.squares.index(end) + 1]
    cause = "the board's edge" if state.stone_at(stop) is None else f"the stone on {stop}"
    sentence = f"{move.square} stops on {end}, not on {stated}: {cause} stops it"
    return IllegalMoveError(sentence, move, state, Reason.WRONG_END)


def not_last(state: Situation, move: Move) -> IllegalMoveError:
    """The error for taking back a move that cannot have been the last. Raises as `illegal`."""
    check_move(move, *get_args(Move))
    sentence = f"{move} cannot be taken back: it was not the last move"
    return IllegalMoveError(sentence, move, state, Reason.NOT_THE_LAST_MOVE)


def _why(state: Situation, move: Move) -> tuple[Reason, str]:
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


def _why_not_neutral(state: Situation, square: Square) -> tuple[Reason, str]:
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


def _why_not_stone(state: Situation, square: Square) -> tuple[Reason, str]:
    cannot = f"a stone cannot go to {square}"
    if state.phase is Phase.NEUTRALS:
        return Reason.WRONG_PHASE, f"{cannot}: the neutrals are placed first"
    if state.phase is Phase.MOVEMENT:
        return Reason.WRONG_PHASE, f"{cannot}: all stones are placed"
    if not square.is_rim:
        return Reason.NOT_ON_THE_RIM, f"{cannot}: it is not on the rim"
    return Reason.SQUARE_TAKEN, f"{cannot}: it is taken"


def _why_not_slide(state: Situation, square: Square) -> tuple[Reason, str]:
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


def _why_not_pass(state: Situation) -> tuple[Reason, str]:
    cannot = f"seat {state.to_move} cannot pass"
    if state.phase is not Phase.MOVEMENT:
        return Reason.MUST_NOT_PASS, f"{cannot}: every turn of this phase places a stone"
    slide = state.move_text(state.legal_moves[0])
    return Reason.MUST_SLIDE, f"{cannot}: it can slide, for example {slide}"
