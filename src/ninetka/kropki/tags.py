"""The tags of a record that say how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..base.errors import InvalidRulesetError, NinetkaError, listed, quoted
from ..protocol.tags import POSITION, StartTags, member_of, require, texts_of
from .board import LONGEST
from .notation import board_size
from .rulesets import PUBLISHED, TERRITORY, Capture, Ruleset, Start
from .state import State

_FIELDS: Final = {name: name.lower() for name in ("Columns", "Rows", "Capture", "Start")}
"""The tags of a custom ruleset, and which field of `Ruleset` each is."""
_BY_LOWER_CASE: Final = {name.lower(): name for name in PUBLISHED}


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    `Ruleset` is enough for a published ruleset on a board of its usual size; `Columns` and `Rows`
    give another size. A custom ruleset also needs `Capture` and `Start`. `Position` is for a game
    that starts with another position; it shows the size itself.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    if tags.get("Players", "2") != "2":
        raise NinetkaError(f"Kropki is for 2 players, not {quoted(tags['Players'])}")
    if POSITION not in tags:
        require(tags, {"Ruleset": TERRITORY.name})
        return State.start(_ruleset(tags["Ruleset"], tags))
    text = tags[POSITION]
    if not {"Columns", "Rows", "Capture", "Start"} & tags.keys():
        state = State.from_text(text)
        if tags.get("Ruleset", state.ruleset.name).lower() != state.ruleset.name.lower():
            raise NinetkaError(
                f"Ruleset says {quoted(tags['Ruleset'])}, but Position says {state.ruleset.name}"
            )
        return state
    words = text.split()
    name = words[2] if len(words) > 2 else ""
    size = board_size(words[0]) if len(words) == 4 else None
    return State.from_text(text, _ruleset(tags.get("Ruleset", name), tags, size))


def to_tags(start: State) -> dict[str, str]:
    """The tags that `from_tags` reads as an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name}
    published = PUBLISHED.get(ruleset.name)
    if published != ruleset:
        tags["Columns"], tags["Rows"] = str(ruleset.columns), str(ruleset.rows)
    if published is None:
        tags |= ruleset_tags(start)
    if start != State.start(ruleset):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset, without its name."""
    ruleset = start.ruleset
    return {
        "Columns": str(ruleset.columns),
        "Rows": str(ruleset.rows),
        "Capture": ruleset.capture.value,
        "Start": ruleset.start.value,
    }


def _ruleset(name: str, tags: Mapping[str, str], size: tuple[int, int] | None = None) -> Ruleset:
    """The published ruleset of a name, in any case, with the tags' changes, or a custom ruleset.

    `size` is that of a position, for columns and rows that no tag gives.
    """
    changes: dict[str, Any] = {}
    if size is not None:
        changes["columns"], changes["rows"] = size
    for tag in ("Columns", "Rows"):
        if tag in tags:
            changes[tag.lower()] = _number(tag, tags[tag])
    if "Capture" in tags:
        changes["capture"] = member_of(Capture, "Capture", tags["Capture"])
    if "Start" in tags:
        changes["start"] = member_of(Start, "Start", tags["Start"])
    if not tags.keys() >= _FIELDS.keys():
        name = _BY_LOWER_CASE.get(name.lower(), name)
    missing = [tag for tag, field in _FIELDS.items() if field not in changes]
    if name in PUBLISHED:
        return attrs.evolve(PUBLISHED[name], **changes)
    if missing:
        raise InvalidRulesetError(
            f"the ruleset {quoted(name)} is not published ({listed(PUBLISHED)} are): "
            f"say what it is with the tags {listed(_FIELDS)} ({listed(missing)} missing)"
        )
    return Ruleset(name, **changes)


def _number(tag: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InvalidRulesetError(f"{tag} is a number from 1 to 52, not {quoted(text)}")
    return int(text)


TAGS: Final[StartTags[State]] = StartTags(
    names=("Ruleset", *_FIELDS, "Players", POSITION),
    read=from_tags,
    write=to_tags,
    write_ruleset=ruleset_tags,
    values={
        "Columns": range(1, LONGEST + 1),
        "Rows": range(1, LONGEST + 1),
        "Capture": texts_of(Capture),
        "Start": texts_of(Start),
        "Players": range(2, 3),
    },
    suggestions={
        "Ruleset": tuple(PUBLISHED),
        "Columns": ("39", "30", "20", "15", "10"),
        "Rows": ("32", "30", "20", "15", "10"),
        "Players": ("2",),
    },
    sizes=tuple(
        {"Columns": columns, "Rows": rows}
        for columns, rows in (("20", "20"), ("30", "30"), ("39", "32"))
    ),
)
"""The tags of a start of Kropki."""
