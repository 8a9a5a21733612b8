"""The tags of a record that say how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ..base.errors import NinetkaError, quoted
from ..protocol.options import options_of, read_ruleset, start_tags, tags_of
from ..protocol.tags import POSITION, StartTags, require
from .notation import Words, board_size
from .rulesets import PUBLISHED, TERRITORY, Ruleset
from .state import State
from .texts import Say

_OPTIONS: Final = options_of(Ruleset)


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
        return State.start(read_ruleset(Ruleset, tags["Ruleset"], tags))
    text = tags[POSITION]
    if not _OPTIONS.keys() & tags.keys():
        state = State.from_text(text)
        if tags.get("Ruleset", state.ruleset.name).lower() != state.ruleset.name.lower():
            said = quoted(tags["Ruleset"])
            raise NinetkaError(Say.OTHER_RULESET(said=said, ruleset=state.ruleset.name))
        return state
    fields = text.split()
    name, size = tags.get("Ruleset", ""), dict[str, int]()
    if len(fields) in (4, 5):
        words = Words(*fields)
        name = tags.get("Ruleset", words.ruleset)
        size["columns"], size["rows"] = board_size(words.board)
    return State.from_text(text, read_ruleset(Ruleset, name, tags, size))


def to_tags(start: State) -> dict[str, str]:
    """The tags that `from_tags` reads as an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name}
    published = PUBLISHED.get(ruleset.name)
    if published != ruleset:
        tags["Columns"], tags["Rows"] = str(ruleset.columns), str(ruleset.rows)
    if published is None:
        tags |= tags_of(ruleset, defaults=False)
    if start != State.start(ruleset):
        tags[POSITION] = start.to_text()
    return tags


TAGS: Final[StartTags[State]] = attrs.evolve(
    start_tags(
        Ruleset,
        from_tags,
        to_tags,
        (2,),
        sizes=tuple(
            {"Columns": columns, "Rows": rows}
            for columns, rows in (("20", "20"), ("30", "30"), ("39", "32"))
        ),
    ),
    names=("Ruleset", *_OPTIONS, "Players", POSITION),
)
"""The tags of a start of Kropki."""
