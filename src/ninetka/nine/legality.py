"""The legality of moves, and why some are illegal: codes, sentences for players (R5-R10, Q2)."""

from __future__ import annotations

from enum import Enum

from ..protocol.states import Fault
from .board import CORE, NEUTRAL, RIM, Square
from .moves import (
    NEUTRAL_MOVES,
    PASS,
    SLIDES,
    STONE_MOVES,
    Move,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Slide,
    on_rim,
)
from .position import Position
from .texts import Say


class Reason(Enum):
    """A reason why a move is illegal. The value is a short phrase for it."""

    GAME_OVER = "game over"
    """No stone can slide any more (R10)."""
    WRONG_PHASE = "wrong phase"
    """The phase does not place neutrals, place stones, or slide (R5-R7)."""
    NOT_ON_THE_CORE = "not on the core"
    """A neutral is placed outside the core (R5)."""
    SQUARE_TAKEN = "square taken"
    """There is a stone on the square (R5, R6)."""
    SECTION_HAS_ITS_NEUTRAL = "section has its neutral"
    """The section has a neutral already (R5)."""
    NOT_ON_THE_RIM = "not on the rim"
    """A stone is placed outside the rim, or slides from outside it (R6, R7)."""
    NOT_YOUR_STONE = "not your stone"
    """The square to slide from is empty, or has a stone that is not the player's (R7)."""
    BLOCKED = "blocked"
    """The neighbouring inner square is taken (R8)."""
    NOTHING_TO_STOP_IT = "nothing to stop it"
    """No stone would stop the slide, and the edge does not (Q2)."""
    MUST_SLIDE = "must slide"
    """The player passes but can slide (R9)."""
    MUST_NOT_PASS = "must not pass"
    """The player passes while stones are placed (R9)."""
    WRONG_END = "wrong end"
    """The slide is legal, but the text says that it ends elsewhere (R7)."""
    NOT_THE_LAST_MOVE = "not the last move"
    """From `undo`, `parse_last_move` and the `last_move` of pictures and boards."""

    def __str__(self) -> str:
        return self.value


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves, in the order of their action codes; none when the game is over."""
    open_ = position.open_mask
    # A player who can slide must (R7, R9)
    slides = open_ & position.stone_masks[position.to_move]
    if slides:
        return on_rim(SLIDES, slides)
    # Neutrals (R5)
    if open_ & CORE:
        return NEUTRAL_MOVES[open_]
    # Placement (R6)
    if open_ & ~position.occupied_mask:
        return on_rim(STONE_MOVES, open_)
    # A player who cannot slide passes while another can (R9); then the game is over (R10)
    return (PASS,) if open_ else ()


def is_legal(position: Position, move: Move) -> bool:
    """Return whether a move is legal in a position."""
    open_ = position.open_mask
    # An own stone that can slide (R7)
    if isinstance(move, Slide):
        return open_ & position.stone_masks[position.to_move] & move.square.bit != 0
    # A free rim square, until all stones are placed (R6)
    if isinstance(move, PlaceStone):
        bit = move.square.bit
        return open_ & RIM & bit != 0 and not position.occupied_mask & bit
    # A core square of a section without a neutral (R5)
    if isinstance(move, PlaceNeutral):
        return open_ & CORE & move.square.bit != 0
    # Another player can slide, but not this one (R9, R10)
    return isinstance(move, Pass) and open_ != 0 and position.legal_mask == 0


def fault(position: Position, move: Move) -> Fault[Reason] | None:
    """Return why a move is illegal in a position; None if it is legal (R5-R10)."""
    if is_legal(position, move):
        return None
    if position.is_over:
        return Fault(Reason.GAME_OVER, Say.GAME_OVER())
    match move:
        case PlaceNeutral():
            return _neutral_fault(position, move.square)
        case PlaceStone():
            return _stone_fault(position, move.square)
        case Slide():
            return _slide_fault(position, move.square)
    return _pass_fault(position)


def end_fault(position: Position, move: Slide, stated: Square) -> Fault[Reason] | None:
    """Return what is wrong with the stated end of a legal slide; None if it ends there (R7)."""
    square, end = move.square, position.target(move.square)
    if end is stated:
        return None
    line = square.line
    assert end is not None
    assert line is not None
    stop = line.squares[line.squares.index(end) + 1]
    if position.stone_at(stop) is None:
        sentence = Say.STOPPED_BY_EDGE(square=square, end=end, stated=stated)
    else:
        sentence = Say.STOPPED_BY_STONE(square=square, end=end, stated=stated, stop=stop)
    return Fault(Reason.WRONG_END, sentence)


def not_last(move: Move) -> Fault[Reason]:
    """Return the fault of taking back a move that cannot have been the last."""
    return Fault(Reason.NOT_THE_LAST_MOVE, Say.NOT_THE_LAST_MOVE(move=move))


def _neutral_fault(position: Position, square: Square) -> Fault[Reason]:
    """Return why no neutral can be placed on a square (R5)."""
    if position.phase is not Phase.NEUTRALS:
        return Fault(Reason.WRONG_PHASE, Say.NEUTRALS_PLACED(square=square))
    if not square.is_core:
        return Fault(Reason.NOT_ON_THE_CORE, Say.NEUTRAL_OFF_CORE(square=square))
    if position.stone_at(square) is not None:
        return Fault(Reason.SQUARE_TAKEN, Say.NEUTRAL_ON_STONE(square=square))
    section = square.section
    assert section is not None
    other = next(each for each in section.squares if position.stone_at(each) is NEUTRAL)
    sentence = Say.SECOND_NEUTRAL(square=square, section=Say[section.name](), other=other)
    return Fault(Reason.SECTION_HAS_ITS_NEUTRAL, sentence)


def _stone_fault(position: Position, square: Square) -> Fault[Reason]:
    """Return why no stone can be placed on a square (R6)."""
    if position.phase is Phase.NEUTRALS:
        return Fault(Reason.WRONG_PHASE, Say.NEUTRALS_FIRST(square=square))
    if position.phase is Phase.MOVEMENT:
        return Fault(Reason.WRONG_PHASE, Say.STONES_PLACED(square=square))
    if not square.is_rim:
        return Fault(Reason.NOT_ON_THE_RIM, Say.STONE_OFF_RIM(square=square))
    return Fault(Reason.SQUARE_TAKEN, Say.STONE_ON_STONE(square=square))


def _slide_fault(position: Position, square: Square) -> Fault[Reason]:
    """Return why there is no slide from a square (R7, R8, Q2)."""
    if position.phase is not Phase.MOVEMENT:
        return Fault(Reason.WRONG_PHASE, Say.STONES_FIRST(square=square))
    line = square.line
    if line is None:
        return Fault(Reason.NOT_ON_THE_RIM, Say.SLIDE_OFF_RIM(square=square))
    owner = position.stone_at(square)
    if owner is None:
        return Fault(Reason.NOT_YOUR_STONE, Say.NO_STONE(square=square))
    if owner is not position.to_move:
        return Fault(Reason.NOT_YOUR_STONE, Say.NOT_YOUR_STONE(square=square, owner=owner))
    neighbour = line.squares[0]
    if position.stone_at(neighbour) is not None:
        return Fault(Reason.BLOCKED, Say.BLOCKED(square=square, neighbour=neighbour))
    return Fault(Reason.NOTHING_TO_STOP_IT, Say.NOTHING_TO_STOP_IT(square=square))


def _pass_fault(position: Position) -> Fault[Reason]:
    """Return why the player to move cannot pass (R9)."""
    seat = position.to_move
    if position.phase is not Phase.MOVEMENT:
        return Fault(Reason.MUST_NOT_PASS, Say.MUST_PLACE(seat=seat))
    slide = on_rim(SLIDES, position.legal_mask)[0]
    example = f"{slide}-{position.target(slide.square)}"
    return Fault(Reason.MUST_SLIDE, Say.MUST_SLIDE(seat=seat, example=example))
