"""The properties of SGF for Kropki: what their values mean, and how they are written (K17)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final, final

import attrs

from ...base.errors import InvalidRulesetError, NinetkaError, quoted
from ...protocol.clocks import Clock
from ...protocol.endings import LETTERS, Ending, EndingKind
from ...protocol.forms import ENDING
from ...protocol.options import options_of
from ..board import Seat
from ..rulesets import (
    STANDARD,
    TERRITORY,
    Capture,
    Passing,
    Points,
    Ruleset,
    Start,
    as_half,
    half_text,
)
from ..scoring import Outcome
from ..tags import TAGS
from .syntax import PropValue, SgfError

COLOURS: Final = ("B", "W")
"""The seats as SGF calls them."""
SET_UP: Final = ("AB", "AW")
"""The properties with the dots at the start, by seat."""
POOLS: Final = ("TB", "TW")
"""The properties with the pools at the end, by seat."""
ENDS: Final = {"resign": EndingKind.RESIGNATION, "ground": EndingKind.GROUNDING}
"""Words in place of a point that end the game, in files of DotsGame."""
STOP_LINE: Final = re.compile(r"(?:^|(?<=\n))([BW]) pressed STOP(?:\r?\n|$)")
"""A line of a comment by which a player stops (K24), in files of zagram.org."""
KNOWN_TAGS: Final[Mapping[str, str]] = {
    "GN": "Name",
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "DT": "Date",
    "PB": "First",
    "PW": "Second",
    "BR": "FirstRating",
    "WR": "SecondRating",
    "BT": "FirstTeam",
    "WT": "SecondTeam",
    "TM": "Time",
    "OT": "Overtime",
    "HA": "Handicap",
    "ON": "Opening",
    "AN": "Annotator",
    "SO": "Source",
    "CP": "Copyright",
    "AP": "Application",
    "RU": "Rules",
}
"""The tag of records for a property of the first node."""
OTHER_TAG: Final = "TAG"
"""The property for tags of other names: `TAG[Referee:Ann]`."""
RULESET_TAG: Final = "Ruleset"
"""The one among them that names a ruleset, if it is not the usual one."""
NUMBERED: Final = "NAG"
"""The property for the numbers of glyphs that SGF has no property for: `NAG[7][36]`."""
ROOT_PROPERTIES: Final = frozenset({"FF", "GM", "CA", "ST", "SZ"})
"""Properties that only a game's first node can have, and that are not tags."""
MOVE_PROPERTIES: Final = frozenset({"B", "W", "AB", "AW", "AE", "PL", "TB", "TW", "C", NUMBERED})
"""Properties of any node that say how the game went."""
TAKEN: Final = ROOT_PROPERTIES | MOVE_PROPERTIES | KNOWN_TAGS.keys() | {"RE", "KM", OTHER_TAG}
"""Properties of the first node that are not tags of their own name. RE and KM say nothing later."""
TOLD_BY_TAGS: Final = {RULESET_TAG, *options_of(Ruleset)} - {"Columns", "Rows", "Capture"}
"""Tags of rulesets that the property TAG can have; SZ and RU say the others."""
SAID_BY_THE_GAME: Final = {*TAGS.names, "Game", "Result", ENDING} - TOLD_BY_TAGS
"""Tags that the property TAG cannot have."""


# Rules

_SETTINGS: Final = (
    "Punish=0,Holes=1,AddTurn=0,MustSurr={surround},MinArea={surround},Pass={turns},Stop={stop},"
    "LastSafe=0,ScoreTerr=0,InstantWin=0"
)
"""RU as zagram.org writes it."""
_REQUIRED_SETTINGS: Final = {
    "Punish": "0",
    "Holes": "1",
    "AddTurn": "0",
    "LastSafe": "0",
    "ScoreTerr": "0",
}
"""The values that these settings must have if RU is a list of settings.

All others but MustSurr, Pass and Stop make no difference to a record.
"""
_CAPTURE: Final = {"0": Capture.DECLARED, "1": Capture.AUTOMATIC}
"""The way to capture for MustSurr, which says whether surrounded dots must be captured."""
_PASSING: Final = {
    ("0", "0"): Passing.NEVER,
    ("1", "0"): Passing.TURNS,
    ("0", "1"): Passing.FOR_GOOD,
}
"""The rule for passing, by the settings Pass and Stop (K24)."""
_DOTS_GAME: Final = "InitPosGenType"
"""A setting that only DotsGame writes, whose captures are automatic."""
_KATAGO: Final = re.compile(
    r"(?:dotsCaptureEmptyBases?(?P<empty>[01])|startPosIsRandom[01]|sui[01])+"
)
"""RU of KataGo for Dots, as far as it is known here."""


@final
@attrs.frozen
class SgfRules:
    """The rules as the property RU states them."""

    capture: Capture = Capture.DECLARED
    """The way to capture dots."""
    passing: Passing | None = None
    """Whether players may pass (K24); None if RU doesn't tell."""
    empty_areas: bool = False
    """Whether areas without a dot are captured too (K21), which only KataGo's RU tells."""

    def ruleset(
        self, size: tuple[int, int], dots: tuple[int, int] | None = None, **told: Any
    ) -> Ruleset:
        """The ruleset of a game of that size, in columns and rows, with what else is told of it.

        `dots` are those at the start, if they are known, by seat as bitboards. They tell the start
        if they are those of one (K1, K18); others make it the published one if there is room.
        Raises InvalidRulesetError.
        """
        published = STANDARD if self.capture is Capture.AUTOMATIC else TERRITORY
        columns, rows = size
        fields: dict[str, Any] = {"columns": columns, "rows": rows, "start": Start.EMPTY}
        if dots is not None and any(dots):
            fields["start"] = _start(published, size, dots)
        if self.empty_areas:
            fields["empty_areas"] = True
        if self.passing is not None:
            fields["passing"] = self.passing
        return attrs.evolve(published, **{**fields, **told})


@lru_cache  # files have many games of one size, each with the dots of its start
def _start(published: Ruleset, size: tuple[int, int], dots: tuple[int, int]) -> Start:
    """The start with these dots, or else that of the published ruleset."""
    columns, rows = size
    possible = []
    for start in (published.start, *Start):
        with suppress(InvalidRulesetError):  # there is no room for it
            possible.append(attrs.evolve(published, columns=columns, rows=rows, start=start))
    found = (ruleset.start for ruleset in possible if ruleset.first_dots == dots)
    return next(found, possible[0].start)


_DECLARED: Final = SgfRules()
_AUTOMATIC: Final = SgfRules(Capture.AUTOMATIC)
_WORDS: Final[Mapping[str, SgfRules]] = {
    "": _DECLARED,
    "territory": _DECLARED,
    "standard": _AUTOMATIC,
    "russian": _AUTOMATIC,
    "Особый": _AUTOMATIC,
}
"""The meaning of RU if it is a word. The last, `special`, is what notAgo writes."""


def rules_in(text: str) -> SgfRules | None:
    """The rules that RU tells; None if they are not known.

    >>> rules_in("MustSurr=1,MinArea=1,Pass=0,Stop=1").passing
    Passing.FOR_GOOD
    """
    if text in _WORDS:
        return _WORDS[text]
    katago = _KATAGO.fullmatch(text)
    if katago is not None:
        return SgfRules(Capture.AUTOMATIC, empty_areas=katago["empty"] == "1")
    settings = dict(pair.partition("=")[::2] for pair in text.split(","))
    if any(settings.get(name, value) != value for name, value in _REQUIRED_SETTINGS.items()):
        return None
    usual = "1" if _DOTS_GAME in settings else ""
    capture = _CAPTURE.get(settings.get("MustSurr", usual))
    passing = settings.get("Pass", "0"), settings.get("Stop", "0")
    # Where regions are declared, nobody can go on alone (K24), so Stop makes no difference
    if capture is Capture.DECLARED and passing[0] == "0":
        return _DECLARED
    if capture is not Capture.AUTOMATIC or passing not in _PASSING:
        return None
    is_told = not settings.keys().isdisjoint({"Pass", "Stop"})
    return SgfRules(capture, _PASSING[passing] if is_told else None)


def rules_text(ruleset: Ruleset) -> str:
    """RU for a ruleset, in the form of zagram.org, with what that can say."""
    return _SETTINGS.format(
        surround=int(ruleset.capture is Capture.AUTOMATIC),
        turns=int(ruleset.passing is Passing.TURNS),
        stop=int(ruleset.passing is Passing.FOR_GOOD),
    )


# Results

_WIN: Final = re.compile(r"([BW])\+([0-9]{1,4}(?:\.[05]0*)?|[A-Za-z]+)")
_WIN_OTHERWISE: Final = {
    "R": EndingKind.RESIGNATION,
    "Resign": EndingKind.RESIGNATION,
    "T": EndingKind.TIME,
    "Time": EndingKind.TIME,
}


@final
@attrs.frozen
class Result:
    """A game's result as a file states it: points, an ending, or nothing if all are None."""

    margin: Points | None = None
    """The first seat's points less the second's."""
    ending: Ending | None = None
    """The resignation, or the end of a player's time."""
    winner: Seat | None = None
    """The winner of a game that a player ended by grounding (K20)."""

    @property
    def is_known(self) -> bool:
        """Whether the file states a result."""
        return self != Result()


def parse_result(result: str) -> Result:
    """Parse a result. Raises NinetkaError for a text that is not one."""
    match = _WIN.fullmatch(result)
    if match is not None:
        winner = Seat(COLOURS.index(match[1]))
        if match[2][0].isdigit():
            margin = as_half(float(match[2]), "a margin", NinetkaError)
            return Result(-margin if winner else margin)
        if match[2] in _WIN_OTHERWISE:
            return Result(ending=Ending(_WIN_OTHERWISE[match[2]], winner.other))
        if match[2] == "G":
            return Result(winner=winner)
    if result in ("0", "Draw"):
        return Result(0)
    if result not in ("", "?", "Void"):
        raise NinetkaError(f"a result is written B+12, B+R, B+T, B+G, 0 or ?, not {quoted(result)}")
    return Result()


def margin_of(outcome: Outcome) -> Points:
    """The first seat's points less the second's."""
    return outcome.scores[0] - outcome.scores[1]


def result_text(outcome: Outcome | None, ending: Ending | None = None) -> str:
    """The result of an outcome, or of a game that is not over: `B+12`, `0`, `B+R` or `?`."""
    if ending is not None and ending.seat is not None and ending.kind in LETTERS:
        return f"{COLOURS[1 - ending.seat]}+{LETTERS[ending.kind]}"
    if outcome is None:
        return "?"
    margin = margin_of(outcome)
    return f"{COLOURS[margin < 0]}+{half_text(max(margin, -margin))}" if margin else "0"


# Glyphs and clocks

TIME_LEFT: Final = ("BL", "WL")
"""The properties with the seconds left to the player after a move, by seat."""
_GLYPHS: Final[Mapping[tuple[str, str], int]] = {
    ("TE", "1"): 1,
    ("BM", "1"): 2,
    ("TE", "2"): 3,
    ("BM", "2"): 4,
    ("IT", ""): 5,
    ("DO", ""): 6,
    ("DM", "1"): 10,
    ("UC", "1"): 13,
    ("GB", "1"): 16,
    ("GW", "1"): 17,
    ("GB", "2"): 18,
    ("GW", "2"): 19,
}
"""The glyph for a property of SGF and its value."""
_PROPERTIES: Final = {glyph: written for written, glyph in _GLYPHS.items()}
_NUMBER: Final = re.compile("[0-9]{1,3}")
_SECONDS: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,6})[0-9]{0,9})?")
_MOST: Final = 255


def glyph_of(name: str, texts: Sequence[str]) -> int | None:
    """The glyph that a property says, given its values; None if it says none."""
    return _GLYPHS.get((name, texts[0].strip())) if len(texts) == 1 else None


def glyph_number(value: PropValue) -> int:
    """The number of a glyph that has no property of its own. Raises SgfError."""
    text = value.text.strip()
    if not _NUMBER.fullmatch(text) or int(text) > _MOST:
        sentence = f"{NUMBERED} has numbers from 0 to {_MOST}, not {quoted(text)}"
        raise SgfError(sentence, value.offset)
    return int(text)


def clock_of(name: str, texts: Sequence[str], movers: Collection[str]) -> Clock | None:
    """The clock that a property tells, given its values; None if it tells none.

    `movers` are the colours that have a move in its node, which is not the first one.
    """
    if name not in TIME_LEFT or COLOURS[TIME_LEFT.index(name)] not in movers or len(texts) > 1:
        return None
    match = _SECONDS.fullmatch(texts[0].strip())
    if match is not None:
        micro = int((match[2] or "").ljust(6, "0"))
        with suppress(NinetkaError):  # a longer time than clocks show
            return Clock(timedelta(seconds=int(match[1]), microseconds=micro))
    return None


def written_glyphs(numbers: Sequence[int]) -> dict[str, list[str]]:
    """The properties that say these glyphs, in their order: SGF's own if it has one for each."""
    own = [_PROPERTIES[number] for number in numbers if number in _PROPERTIES]
    if len({name for name, _ in own}) == len(numbers):
        return {name: [value] for name, value in own}
    return {NUMBERED: [str(number) for number in numbers]}


def written_clock(seat: Seat, remaining: timedelta) -> dict[str, list[str]]:
    """The property for the time that a player has left."""
    seconds, micro = divmod(remaining // timedelta(microseconds=1), 1_000_000)
    fraction = f".{micro:06}".rstrip("0") if micro else ""
    return {TIME_LEFT[seat]: [f"{seconds}{fraction}"]}
