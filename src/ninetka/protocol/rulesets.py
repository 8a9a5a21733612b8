"""What the rulesets of all games share: their names, and the numbers of players they are for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from ..base.errors import InvalidRulesetError, listed, quoted
from ..base.fields import whole

__all__ = ["check_name", "checked_players", "unknown_ruleset"]

_WORD: Final = re.compile(r"[\w.+-]+")


def check_name(_: object, __: object, name: str) -> None:
    """Raise InvalidRulesetError for a name that cannot stand in the text of a position.

    It is a validator for the field of an attrs class.
    """
    if not _WORD.fullmatch(name):
        raise InvalidRulesetError(
            f"a ruleset's name is one word of letters, digits and _ . + -, not {quoted(name)}"
        )


def checked_players(name: str, counts: Collection[int], players: int) -> int:
    """A number of players as an int, given the numbers that a ruleset is for.

    Raises InvalidRulesetError, with the ruleset's name, for any other number.
    """
    if whole(players) not in counts:
        numbers = listed(counts, "or")
        raise InvalidRulesetError(f"{name} is for {numbers} players, not {quoted(players)}")
    return int(players)  # not a seat, which is an int too but shown by its letter


def unknown_ruleset(name: str, known: Iterable[str]) -> str:
    """The sentence for a position text of a ruleset that is not one of those known."""
    names = [*known]
    if names == [f"{name}-custom"]:
        return f"with these changes the ruleset is {names[0]}: the position must say so, not {name}"
    return f"the ruleset {quoted(name)} is not known here, only {', '.join(names)}"
