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
    # Texts of positions
    NOT_A_POSITION = (
        "a position is board, seat, players and ruleset, not {text}: write 'BOARD a 2 "
        "nestorgames', for example"
    )
    WRONG_ROWS = "a board has {rows} rows with / between, not {count}"
    NOT_A_SEAT = "the seat to move is a, b, c or d, not {text}"
    NOT_THE_PLAYERS = "the number of players is 2, 3 or 4, not {text}"
    # Impossible positions (R1-R10, Q1)
    ON_A_CORNER = "{square} is a corner and cannot have a stone"
    OFF_THE_CORE = "{square} has a neutral but is not on the core"
    MANY_NEUTRALS = "the {section} section has {count} neutrals, not one"
    DOES_NOT_PLAY = "seat {seat} has stones but does not play"
    TOO_MANY_STONES = "seat {seat} has {count} stones, more than its {most}"
    BEFORE_NEUTRALS = "{square} has a player's stone before all neutrals are placed"
    BEFORE_STONES = "{square} has a player's stone before all stones are placed"
    UNFAIR_PLACEMENT = "of {placed} stones placed the seats have {counts}, not {fair}"
    UNFAIR_SLIDES = "no order of turns lets the seats slide {counts} times"
    UNACCOUNTED_STONE = "no empty rim square is left that the stone on {square} can have come from"
    WRONG_SEAT = "it is the turn of seat {seats}, not {seat}"
