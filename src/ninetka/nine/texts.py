"""What 9tka says: by code, in English; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Texts


class Say(Texts):
    """The sentences about the rules, positions and moves of 9tka."""

    # Sections (R2), by the names of `Section`
    TOP_LEFT = "top left"
    TOP_MIDDLE = "top middle"
    TOP_RIGHT = "top right"
    MIDDLE_LEFT = "middle left"
    CENTRE = "centre"
    MIDDLE_RIGHT = "middle right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_MIDDLE = "bottom middle"
    BOTTOM_RIGHT = "bottom right"
    # Squares and moves
    NOT_A_SQUARE = "{text} is not a square: squares are A1 to K11"
    NOT_A_MOVE = "{text} is not a move: moves are written E5, *E5, @A5, A5-F5 or --"
    # Illegal moves (R5-R10, Q2)
    GAME_OVER = "the game is over: no stone can slide"
    NEUTRALS_PLACED = "a neutral cannot go to {square}: all neutrals are placed"
    NEUTRAL_OFF_CORE = "a neutral cannot go to {square}: it is not on the core, C3 to I9"
    NEUTRAL_ON_STONE = "a neutral cannot go to {square}: it is taken"
    SECOND_NEUTRAL = (
        "a neutral cannot go to {square}: the {section} section has its neutral on {other}"
    )
    NEUTRALS_FIRST = "a stone cannot go to {square}: the neutrals are placed first"
    STONES_PLACED = "a stone cannot go to {square}: all stones are placed"
    STONE_OFF_RIM = "a stone cannot go to {square}: it is not on the rim"
    STONE_ON_STONE = "a stone cannot go to {square}: it is taken"
    STONES_FIRST = "{square} cannot slide: all stones are placed first"
    SLIDE_OFF_RIM = "{square} cannot slide: it is not on the rim"
    NO_STONE = "{square} cannot slide: no stone is there"
    NOT_YOUR_STONE = "{square} cannot slide: the stone there belongs to seat {owner}"
    BLOCKED = "{square} cannot slide: {neighbour} is taken"
    NOTHING_TO_STOP_IT = "{square} cannot slide: no stone on its line would stop it"
    MUST_PLACE = "seat {seat} cannot pass: every turn of this phase places a stone"
    MUST_SLIDE = "seat {seat} cannot pass: it can slide, for example {example}"
    STOPPED_BY_EDGE = "{square} stops on {end}, not on {stated}: the board's edge stops it"
    STOPPED_BY_STONE = "{square} stops on {end}, not on {stated}: the stone on {stop} stops it"
    NOT_THE_LAST_MOVE = "{move} cannot be taken back: it was not the last move"
