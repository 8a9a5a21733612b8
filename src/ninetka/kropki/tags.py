"""The tags of a record that say how a game starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..base.errors import InvalidRulesetError, NinetkaError, quoted
from ..protocol.rulesets import FieldTag, RulesetTags, choice, yes_or_no
from ..protocol.tags import POSITION, StartTags, require
from .board import LONGEST
from .notation import board_size
from .rulesets import (
    PUBLISHED,
    TERRITORY,
    Capture,
    Passing,
    Points,
    Ruleset,
    Start,
    as_half,
    half_text,
)
from .state import State
from .texts import Say

_KOMI: Final = re.compile(r"[+-]?[0-9]{1,4}(\.[05]0?)?")


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    `Ruleset` is enough for a published ruleset on a board of its usual size; `Columns` and `Rows`
    give another size. A custom ruleset also needs `Capture` and `Start`; the other tags have usual
    values. `Position` is for a game that starts with another position; it shows the size itself.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    if tags.get("Players", "2") != "2":
        raise NinetkaError(Say.TWO_PLAY(players=quoted(tags["Players"])))
    if POSITION not in tags:
        require(tags, {"Ruleset": TERRITORY.name})
        return State.start(RULESET_TAGS.read(tags["Ruleset"], tags))
    text = tags[POSITION]
    if not RULESET_TAGS.tags.keys() & tags.keys():
        state = State.from_text(text)
        if tags.get("Ruleset", state.ruleset.name).lower() != state.ruleset.name.lower():
            said = quoted(tags["Ruleset"])
            raise NinetkaError(Say.OTHER_RULESET(said=said, ruleset=state.ruleset.name))
        return state
    words = text.split()
    name = words[2] if len(words) > 2 else ""
    size: dict[str, int] = {}
    if len(words) in (4, 5):
        size["columns"], size["rows"] = board_size(words[0])
    return State.from_text(text, RULESET_TAGS.read(tags.get("Ruleset", name), tags, size))


def to_tags(start: State) -> dict[str, str]:
    """The tags that `from_tags` reads as an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name}
    published = PUBLISHED.get(ruleset.name)
    if published != ruleset:
        tags["Columns"], tags["Rows"] = str(ruleset.columns), str(ruleset.rows)
    if published is None:
        tags |= RULESET_TAGS.write(ruleset, usual=False)
    if start != State.start(ruleset):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset, without its name."""
    return RULESET_TAGS.write(start.ruleset)


def _number(tag: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InvalidRulesetError(Say.SIZE_TAG(tag=tag, text=quoted(text)))
    return int(text)


def _komi(tag: str, text: str) -> Points:
    if not _KOMI.fullmatch(text):
        raise InvalidRulesetError(Say.KOMI_TAG(tag=tag, text=quoted(text)))
    return as_half(float(text), tag, InvalidRulesetError)


RULESET_TAGS: Final = RulesetTags(
    Ruleset,
    PUBLISHED,
    {
        "Columns": FieldTag("columns", _number, values=range(1, LONGEST + 1)),
        "Rows": FieldTag("rows", _number, values=range(1, LONGEST + 1)),
        "Capture": choice("capture", Capture),
        "Start": choice("start", Start),
        "Passing": choice("passing", Passing, Passing.NEVER),
        "Komi": FieldTag("komi", _komi, half_text, usual=0),
        "Grounding": yes_or_no("grounding"),
        "EmptyAreas": yes_or_no("empty_areas"),
        "Border": yes_or_no("border"),
    },
)
"""The tags of a custom ruleset."""
TAGS: Final[StartTags[State]] = StartTags(
    names=("Ruleset", *RULESET_TAGS.tags, "Players", POSITION),
    read=from_tags,
    write=to_tags,
    write_ruleset=ruleset_tags,
    values={
        **RULESET_TAGS.values,
        "Players": range(2, 3),
    },
    suggestions={
        "Ruleset": tuple(PUBLISHED),
        "Komi": ("0", "0.5", "1.5", "-0.5"),
        "Columns": ("39", "30", "20", "15", "10"),
        "Rows": ("32", "30", "20", "15", "10"),
        "Players": ("2",),
    },
    labels={"Komi": "Points for the second player"},
    sizes=tuple(
        {"Columns": columns, "Rows": rows}
        for columns, rows in (("20", "20"), ("30", "30"), ("39", "32"))
    ),
)
"""The tags of a start of Kropki."""
