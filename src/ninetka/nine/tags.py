"""The tags of a record that say how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ..base.errors import InvalidRulesetError, NinetkaError, listed, quoted
from ..base.frozenmap import FrozenMap
from ..protocol.tags import POSITION, StartTags, member_of, require, texts_of
from .rulesets import NESTORGAMES, PLAYER_COUNTS, PUBLISHED, EdgeStop, Ruleset, TurnOrder
from .state import State

_RULESET_TAGS: Final = frozenset({"Ruleset", "Stones", "EdgeStop", "TurnOrder"})
USUAL: Final = FrozenMap({"Ruleset": NESTORGAMES.name, "Players": "2"})
"""The tags of the usual start."""
_BY_LOWER_CASE: Final = {name.lower(): name for name in PUBLISHED}
"""The published rulesets' names, which may be written in upper or lower case."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    For a published ruleset, `Ruleset` and `Players` are enough. A custom ruleset adds `Stones`,
    `EdgeStop` and `TurnOrder`, or only those in which it differs from the published ruleset of the
    same name. `Position` is for a game that starts from another position than the empty board; it
    needs neither `Ruleset` nor `Players`.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = _number(tags["Players"]) if "Players" in tags else None
    if POSITION in tags:
        ruleset = None
        if _RULESET_TAGS & tags.keys():
            *_, name = ["", *tags[POSITION].split()]  # a position text ends with the name
            ruleset = _ruleset(tags.get("Ruleset", name), tags)
        state = State.from_text(tags[POSITION], ruleset)
        if players not in (None, state.players):
            raise NinetkaError(f"Players says {players}, but Position says {state.players}")
        return state
    require(tags, USUAL)
    return State.start(_ruleset(tags["Ruleset"], tags), _number(tags["Players"]))


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
    ruleset = start.ruleset
    return {
        "Stones": " ".join(f"{players}:{each}" for players, each in ruleset.stones.items()),
        "EdgeStop": ruleset.edge_stop.value,
        "TurnOrder": ruleset.turn_order.value,
    }


def _ruleset(name: str, tags: Mapping[str, str]) -> Ruleset:
    """The published ruleset of the name, with what the tags change, or a new one."""
    missing = [tag for tag in ("Stones", "EdgeStop", "TurnOrder") if tag not in tags]
    if missing:
        name = _BY_LOWER_CASE.get(name.lower(), name)
    if missing and name not in PUBLISHED:
        raise InvalidRulesetError(
            f"the ruleset {quoted(name)} is not published ({listed(PUBLISHED)} are): "
            "say what it is with the tags Stones, EdgeStop and TurnOrder "
            f"({listed(missing)} missing)"
        )
    ruleset = PUBLISHED[name] if name in PUBLISHED else Ruleset(name)
    if "Stones" in tags:
        ruleset = attrs.evolve(ruleset, stones=_stones(tags["Stones"]))
    if "EdgeStop" in tags:
        edge_stop = member_of(EdgeStop, "EdgeStop", tags["EdgeStop"])
        ruleset = attrs.evolve(ruleset, edge_stop=edge_stop)
    if "TurnOrder" in tags:
        turn_order = member_of(TurnOrder, "TurnOrder", tags["TurnOrder"])
        ruleset = attrs.evolve(ruleset, turn_order=turn_order)
    return ruleset


def _stones(text: str) -> dict[int, int]:
    pairs = [pair.split(":", 2) for pair in text.split(None, len(PLAYER_COUNTS))]
    if not all(len(pair) == 2 for pair in pairs):
        raise InvalidRulesetError(f"Stones is written 2:18 3:12 4:9, not {quoted(text)}")
    stones = {_number(players): _number(each) for players, each in pairs}
    if len(stones) < len(pairs):
        raise InvalidRulesetError(f"Stones names a number of players twice: {quoted(text)}")
    return stones


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise NinetkaError(f"{quoted(text)} is not a number of players or stones")
    return int(text)


TAGS: Final[StartTags[State]] = StartTags(
    names=("Ruleset", "Players", "Stones", "EdgeStop", "TurnOrder", POSITION),
    read=from_tags,
    write=to_tags,
    write_ruleset=ruleset_tags,
    values={
        "Players": range(min(PLAYER_COUNTS), max(PLAYER_COUNTS) + 1),
        "EdgeStop": texts_of(EdgeStop),
        "TurnOrder": texts_of(TurnOrder),
    },
    suggestions={"Ruleset": tuple(PUBLISHED), "Players": tuple(map(str, PLAYER_COUNTS))},
)
"""The tags of a start of 9tka."""
