"""Sentences that fit any game in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Texts


class Say(Texts):
    """The sentences about any game."""

    # Endings
    AGREED = "The players agreed to stop."
    HAS_RESIGNED = "{player} has resigned."
    RAN_OUT_OF_TIME = "{player} ran out of time."
    HAS_GROUNDED = "{player} has stopped by grounding."
    SEAT = "Seat {seat}"
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
    RULESET_IS_OF = 'the ruleset {name} is of {game}: add [Game "{game}"]'
    NO_SUCH_RULESET = (
        "no game has the ruleset {name}: write one of {known}, or name the game of your own{likely}"
    )
