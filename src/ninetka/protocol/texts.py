"""Sentences that fit any game in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Template


class Say(Template):
    """The sentences about any game."""

    # Endings
    AGREED = "The players agreed to stop."
    HAS_RESIGNED = "{player} has resigned."
    RAN_OUT_OF_TIME = "{player} ran out of time."
    HAS_GROUNDED = "{player} has stopped by grounding."
    SEAT = "Seat {seat}"
    IS_OVER = "The game is over."
    OVER_ALREADY = "the game is over already"
    ENDED_BY_MOVES = "this game ends by its moves alone: nobody can resign, or agree to stop"
    SEAT_IS_OUT = "seat {seat} is not in the game any more"
    GOES_ON_WITHOUT = "the game goes on without seat {seat}: make the move {move}"
    CANNOT_END_BY = "this game cannot end by {ending}"
    ENDINGS = "an ending is one of {known}, not {text}"
    NO_SUCH_SEAT = "{seat} is not a seat of this game: seats are 0 to {last}"
    # Moves by codes
    NOT_AN_ACTION = "{action} is not an action: actions are 0 to {last}"
    # Moves by clicks
    NO_PLACE = "no place is picked"
    MOVE_BEGINS = "a legal move begins with {places}"
    NO_MOVE_BEGINS = "no move begins with {place}"
    NO_MOVE_GOES_ON = "no move goes on with {place}"
    # Starts of games
    RECORD_LACKS = "the record does not say {what}: add {tags}{likely}"
    WHICH_RULESET = "which ruleset"
    HOW_MANY_PLAY = "how many play"
    NO_SUCH_GAME = "there is no game {name} here, only {known}{likely}"
    NO_SUCH_RULESET = (
        "no game has the ruleset {name}: write one of {known}, or name the game of your own{likely}"
    )
    TAG_IS = "{tag} is {values}, not {text}"
    ONLY_FOR_TWO = "{option} is only for games for 2 players"
    NOT_WITH = "{option} does not go with {other}"
    PLAYERS_IS_FOR = "{name} is for {counts} players, not {players}"
    RULESET_NAME = "a ruleset's name is one word of letters, digits and _ . + -, not {name}"
    CHANGED_NAME = (
        "with these changes the ruleset is {changed}: the position must say so, not {name}"
    )
    UNKNOWN_RULESET = "the ruleset {name} is not known here, only {known}{likely}"
    UNPUBLISHED = (
        "the ruleset {name} is not published ({known} are): say what it is with the tags "
        "{required} ({missing} missing){likely}"
    )
    PLAYERS_CONTRADICT = "Players says {said}, but Position says {players}"
    TAGS_OF_A_START = "the tags of a start are {known}, not {name}{likely}"
    NO_SUCH_OPTION = "there is no option {name}; there are {known}{likely}"
    OTHER_NAME = "a game with this start is {own}, not {name}"
    # Games
    HAS_ENDED = "the game has ended: {ending}"
    NOTHING_TO_UNDO = "nothing to undo: the game is at its start"
    NOTHING_TO_REDO = "nothing to redo: no move has been taken back"
    PLIES = "the game has plies 0 to {last}, not {ply}"
    # Board editors
    LABEL_TO_MOVE = "To move"
    PIECE_OF = "Piece of {seat}"
    # Records
    NOT_A_TAG = 'a tag is written [Name "value"], not {line}'
    TAG_TWICE = "the tag {tag} appears twice"
    OPEN_COMMENT = "a comment is not closed with }}"
    OPEN_VARIATION = "a variation is not closed with )"
    LONE_VARIATION = "a variation in ( ) follows the move that it replaces"
    NOTHING_TO_CLOSE = "this ) closes no variation"
    EMPTY_VARIATION = "a variation in ( ) has no moves"
    NOT_A_GLYPH = "{glyph} is not a glyph: {known} are"
    GLYPH_OUT_OF_RANGE = "a glyph is $0 to ${most}, not {glyph}"
    BLANK_BETWEEN_TAGS = "a blank line stands between two tags of a record: leave it out"
    WHICH_GAME = "nothing says which game this is: add one of {games}, or a Ruleset{others}{likely}"
