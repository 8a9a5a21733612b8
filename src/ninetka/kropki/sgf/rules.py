"""The rules of a game as RU has them, and rulesets made of them (K17)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, final

import attrs

from ...base.errors import InvalidRulesetError
from ..rulesets import STANDARD, TERRITORY, Capture, Passing, Ruleset, Start

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
"""What these must be if RU is a list of settings.

All others but MustSurr, Pass and Stop make no difference to a record.
"""
_CAPTURE: Final = {"0": Capture.DECLARED, "1": Capture.AUTOMATIC}
"""By MustSurr: must what is surrounded be captured?"""
_PASSING: Final = {
    ("0", "0"): Passing.NEVER,
    ("1", "0"): Passing.TURNS,
    ("0", "1"): Passing.FOR_GOOD,
}
"""By Pass and Stop (K24)."""
_DOTS_GAME: Final = "InitPosGenType"
"""A setting that only DotsGame writes, whose captures are automatic."""
_KATAGO: Final = re.compile(
    r"(?:dotsCaptureEmptyBases?(?P<empty>[01])|startPosIsRandom[01]|sui[01])+"
)
"""RU of KataGo for Dots, as far as it is known here."""


@final
@attrs.frozen
class Rules:
    """What RU says of the rules."""

    capture: Capture = Capture.DECLARED
    """How dots are captured."""
    passing: Passing | None = None
    """Whether players may pass (K24); None if RU doesn't tell."""
    empty_areas: bool = False
    """Whether areas without a dot are captured too (K21), which only KataGo's RU tells."""

    @property
    def published(self) -> Ruleset:
        """The published ruleset of these rules, on its usual board."""
        return STANDARD if self.capture is Capture.AUTOMATIC else TERRITORY

    def ruleset(
        self, size: tuple[int, int], dots: tuple[int, int] | None = None, **told: Any
    ) -> Ruleset:
        """The ruleset of a game of that size, in columns and rows, with what else is told of it.

        `dots` are those at the start, if they are known, by seat as bitboards. They tell the start
        if they are those of one (K1, K18); any others make it the published one if there is room.
        Raises InvalidRulesetError.
        """
        columns, rows = size
        fields: dict[str, Any] = {"columns": columns, "rows": rows, "start": Start.EMPTY}
        if dots is not None and any(dots):
            fields["start"] = _start(self.published, size, dots)
        if self.empty_areas:
            fields["empty_areas"] = True
        if self.passing is not None:
            fields["passing"] = self.passing
        return attrs.evolve(self.published, **{**fields, **told})


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


_DECLARED: Final = Rules()
_AUTOMATIC: Final = Rules(Capture.AUTOMATIC)
_WORDS: Final[Mapping[str, Rules]] = {
    "": _DECLARED,
    "territory": _DECLARED,
    "standard": _AUTOMATIC,
    "russian": _AUTOMATIC,
    "Особый": _AUTOMATIC,
}
"""The meaning of RU if it is a word. The last, `special`, is what notAgo writes."""


def rules_in(text: str) -> Rules | None:
    """The rules that RU tells; None if they are not known.

    >>> rules_in("MustSurr=1,MinArea=1,Pass=0,Stop=1").passing
    Passing.FOR_GOOD
    """
    if text in _WORDS:
        return _WORDS[text]
    katago = _KATAGO.fullmatch(text)
    if katago is not None:
        return Rules(Capture.AUTOMATIC, empty_areas=katago["empty"] == "1")
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
    return Rules(capture, _PASSING[passing] if is_told else None)


def rules_text(ruleset: Ruleset) -> str:
    """RU for a ruleset, in the form of zagram.org, with what that can say."""
    return _SETTINGS.format(
        surround=int(ruleset.capture is Capture.AUTOMATIC),
        turns=int(ruleset.passing is Passing.TURNS),
        stop=int(ruleset.passing is Passing.FOR_GOOD),
    )
