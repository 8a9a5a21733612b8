"""Sentences about records in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Template


class Say(Template):
    """The sentences about records of any game."""

    # Sources
    IS_UTF_16 = "this is UTF-16 or UTF-32 text: save it as UTF-8"
    IS_PACKED = "this is a {kind}: unpack it first"
    IS_ARRAY = "JSON records follow one another, without [ ] around them or commas between them"
    BEGINS_OTHERWISE = 'a record begins with a tag, [Name "value"], not with {line}'
    NO_GAME = "there is no game in it"
    NO_SUCH_GAME = "there is no game {number}, only {known}"
    FROM_TO = "{first} to {last}"
    ONE_EXPECTED = "one record is expected here, not {count}"
    SEVERAL = "several"
    NONE = "none"
    # Text
    NO_RESULT = "no result follows the tags, and none of them is Result"
    # Games
    OTHER_GAME = "this is a game of {name}, not of {own}"
    RESULT_MISSING = (
        "the result is missing: {word} is a move, and a record ends with its result, * if "
        "unfinished"
    )
    WRONG_RESULT = "the result is said to be {stated}, but the game gives {result}"
    NOT_OVER = (
        "the result is said to be {stated}, but the game is not over: a record ends with its "
        "result, {result} if unfinished{ending}"
    )
    ADD_ENDING = "; if players ended the game, add an Ending such as {ending}"
