"""The tags of a record that say how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from ..base.errors import NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..protocol.options import read_position, read_ruleset, start_tags, tags_of
from ..protocol.tags import POSITION, StartTags, require
from .rulesets import NESTORGAMES, PLAYER_COUNTS, Ruleset
from .state import State
from .texts import Say

USUAL: Final = FrozenMap({"Ruleset": NESTORGAMES.name, "Players": "2"})
"""The tags of the usual start."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    For a published ruleset, `Ruleset` and `Players` are enough; `Players` is left out where a
    ruleset is for one number of players. A custom ruleset adds `Stones`,
    `EdgeStop` and `TurnOrder`, and `NeutralPlacement` and `TieBreak` if they are not as usual; or
    only those in which it differs from the published ruleset of the same name. `Position` is for a
    game that starts from another position than the empty board; it needs neither `Ruleset` nor
    `Players`.

    Raises InvalidRulesetError, InvalidPositionError, or NinetkaError if a tag is missing.
    """
    if "Players" in tags:
        players = tags["Players"]
        if not (players.isascii() and players.isdigit() and len(players) < 4):
            raise NinetkaError(Say.NOT_A_NUMBER(text=quoted(players)))
        tags = {**tags, "Players": str(int(players))}
    if POSITION in tags:
        return read_position(Ruleset, tags, State.from_text)
    if "Ruleset" in tags and "Players" not in tags:
        with suppress(NinetkaError):  # Players is found missing first
            counts = [*read_ruleset(Ruleset, tags["Ruleset"], tags).stones]
            tags = {"Players": str(counts[0]), **tags} if len(counts) == 1 else tags
    require(tags, USUAL)
    return State.start(read_ruleset(Ruleset, tags["Ruleset"], tags), int(tags["Players"]))


def to_tags(start: State) -> dict[str, str]:
    """The tags that `from_tags` reads back as an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name, "Players": str(start.players)}
    if not ruleset.is_published:
        tags |= tags_of(ruleset, defaults=False)
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


TAGS: Final[StartTags[State]] = start_tags(Ruleset, from_tags, to_tags, PLAYER_COUNTS)
"""The tags of a start of 9tka."""
