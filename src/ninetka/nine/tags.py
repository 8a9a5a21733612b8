"""The tags of a record that say how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.errors import InvalidRulesetError, NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..protocol.ruleset_tags import FieldTag, RulesetTags, choice, state_at_position
from ..protocol.tags import POSITION, StartTags, require
from .rulesets import NESTORGAMES, PLAYER_COUNTS, PUBLISHED, EdgeStop, Ruleset, TurnOrder
from .state import State

USUAL: Final = FrozenMap({"Ruleset": NESTORGAMES.name, "Players": "2"})
"""The tags of the usual start."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    For a published ruleset, `Ruleset` and `Players` are enough. A custom ruleset adds `Stones`,
    `EdgeStop` and `TurnOrder`, or only those in which it differs from the published ruleset of the
    same name. `Position` is for a game that starts from another position than the empty board; it
    needs neither `Ruleset` nor `Players`.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = _number("Players", tags["Players"]) if "Players" in tags else None
    if POSITION in tags:
        return state_at_position(
            tags, RULESET_TAGS.tags, RULESET_TAGS.read, State.from_text, players
        )
    require(tags, USUAL)
    assert players is not None
    return State.start(RULESET_TAGS.read(tags["Ruleset"], tags), players)


def to_tags(start: State) -> dict[str, str]:
    """The tags that `from_tags` reads back as an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name, "Players": str(start.players)}
    if ruleset != PUBLISHED.get(ruleset.name):
        tags |= ruleset_tags(start)
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset, without its name."""
    return RULESET_TAGS.write(start.ruleset)


def _stones(tag: str, text: str) -> dict[int, int]:
    pairs = [pair.split(":", 2) for pair in text.split(None, len(PLAYER_COUNTS))]
    if not all(len(pair) == 2 for pair in pairs):
        raise InvalidRulesetError(f"{tag} is written 2:18 3:12 4:9, not {quoted(text)}")
    stones = {_number(tag, players): _number(tag, each) for players, each in pairs}
    if len(stones) < len(pairs):
        raise InvalidRulesetError(f"{tag} names a number of players twice: {quoted(text)}")
    return stones


def _stones_text(stones: Mapping[int, int]) -> str:
    return " ".join(f"{players}:{each}" for players, each in stones.items())


def _number(_: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise NinetkaError(f"{quoted(text)} is not a number of players or stones")
    return int(text)


RULESET_TAGS: Final = RulesetTags(
    Ruleset,
    PUBLISHED,
    {
        "Stones": FieldTag("stones", _stones, _stones_text),
        "EdgeStop": choice("edge_stop", EdgeStop),
        "TurnOrder": choice("turn_order", TurnOrder),
    },
)
"""The tags of a custom ruleset."""
TAGS: Final[StartTags[State]] = StartTags(
    names=("Ruleset", "Players", *RULESET_TAGS.tags, POSITION),
    read=from_tags,
    write=to_tags,
    write_ruleset=ruleset_tags,
    values={
        "Players": range(min(PLAYER_COUNTS), max(PLAYER_COUNTS) + 1),
        **RULESET_TAGS.values,
    },
    suggestions={"Ruleset": tuple(PUBLISHED), "Players": tuple(map(str, PLAYER_COUNTS))},
)
"""The tags of a start of 9tka."""
