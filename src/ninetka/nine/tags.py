"""The tags of a record that say how a game starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..base.errors import InvalidRulesetError, NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..protocol.rulesets import FieldTag, RulesetTags, choice, state_at_position
from ..protocol.tags import POSITION, StartTags, require
from .rulesets import (
    NESTORGAMES,
    PLAYER_COUNTS,
    PUBLISHED,
    EdgeStop,
    NeutralPlacement,
    Ruleset,
    Supply,
    TieBreak,
    TurnOrder,
)
from .state import State
from .texts import Say

_PAIR: Final = re.compile("[0-9]{1,3}:[0-9]{1,3}([,/][0-9]{1,3}){0,3}")
"""A number of players and their stones, for each or by seat."""
_COMMA: Final = re.compile("[,/]")
"""Records write a comma. Where that has another meaning, as in OpenSpiel, a slash is read too."""
USUAL: Final = FrozenMap({"Ruleset": NESTORGAMES.name, "Players": "2"})
"""The tags of the usual start."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    For a published ruleset, `Ruleset` and `Players` are enough. A custom ruleset adds `Stones`,
    `EdgeStop` and `TurnOrder`, and `NeutralPlacement` and `TieBreak` if they are not as usual; or
    only those in which it differs from the published ruleset of the same name. `Position` is for a
    game that starts from another position than the empty board; it needs neither `Ruleset` nor
    `Players`.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = _number(tags["Players"]) if "Players" in tags else None
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
        tags |= RULESET_TAGS.write(ruleset, usual=False)
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset, without its name."""
    return RULESET_TAGS.write(start.ruleset)


def _stones(tag: str, text: str) -> dict[int, Supply]:
    pairs = text.split(None, len(PLAYER_COUNTS))
    if not all(map(_PAIR.fullmatch, pairs)):
        raise InvalidRulesetError(Say.NOT_STONES(tag=tag, text=quoted(text)))
    supplies = (pair.split(":") for pair in pairs)
    stones = {int(players): _supply(supply) for players, supply in supplies}
    if len(stones) < len(pairs):
        raise InvalidRulesetError(Say.STONES_TWICE(tag=tag, text=quoted(text)))
    return stones


def _supply(text: str) -> Supply:
    """The stones of each player, or by seat (Q7)."""
    by_seat = tuple(map(int, _COMMA.split(text)))
    return by_seat if len(by_seat) > 1 else by_seat[0]


def _stones_text(stones: Mapping[int, Supply]) -> str:
    return " ".join(
        f"{players}:{supply if isinstance(supply, int) else ','.join(map(str, supply))}"
        for players, supply in stones.items()
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise NinetkaError(Say.NOT_A_NUMBER(text=quoted(text)))
    return int(text)


RULESET_TAGS: Final = RulesetTags(
    Ruleset,
    PUBLISHED,
    {
        "Stones": FieldTag("stones", _stones, _stones_text),
        "EdgeStop": choice("edge_stop", EdgeStop),
        "TurnOrder": choice("turn_order", TurnOrder),
        "NeutralPlacement": choice("neutral_placement", NeutralPlacement, NeutralPlacement.PLAYERS),
        "TieBreak": choice("tie_break", TieBreak, TieBreak.LATER_SEAT),
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
