"""Parts that the rulesets of all games share: names, and numbers of players."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

from ..base.errors import InvalidRulesetError, did_you_mean, quoted
from ..base.fields import whole
from ..base.messages import listed
from .states import GameRuleset
from .texts import Say

R = TypeVar("R", bound=GameRuleset[Any, Any])

_WORD: Final = re.compile(r"[\w.+-]+")


def check_name(_: object, __: object, name: str) -> None:
    """Raise InvalidRulesetError for a name that cannot stand in the text of a position.

    It is a validator for the field of an attrs class.
    """
    if not _WORD.fullmatch(name):
        raise InvalidRulesetError(Say.RULESET_NAME(name=quoted(name)))


def checked_players(name: str, counts: Collection[int], players: int) -> int:
    """A number of players as an int, given the numbers that a ruleset is for.

    Raises InvalidRulesetError, with the ruleset's name, for any other number.
    """
    if whole(players) not in counts:
        numbers = listed(counts, "or")
        said = Say.PLAYERS_IS_FOR(name=name, counts=numbers, players=quoted(players))
        raise InvalidRulesetError(said)
    return int(players)  # not a seat, which is an int too but shown by its letter


def known_ruleset(name: str, known: Mapping[str, R]) -> R | str:
    """The ruleset that a position text names, or a sentence that says that it is not known."""
    changed = f"{name}-custom"
    if name in known:
        return known[name]
    if [*known] == [changed]:
        return Say.CHANGED_NAME(changed=changed, name=name)
    likely = "" if name.removesuffix("-custom") in known else did_you_mean(name, known)
    return Say.UNKNOWN_RULESET(name=quoted(name), known=tuple(known), likely=likely)
