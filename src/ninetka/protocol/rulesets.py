"""The bases of rulesets; what all share: names, contradictions, numbers of players."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from ..base.errors import InvalidRulesetError, did_you_mean, quoted
from ..base.fields import as_int
from ..base.frozenmap import FrozenMap
from ..base.messages import joined, listed
from .states import M, S
from .texts import Say

__all__ = ["GameRuleset", "OptionsRuleset", "check_name", "checked_players", "known_ruleset"]

R = TypeVar("R", bound="GameRuleset[Any, Any]")
Own = TypeVar("Own", bound="OptionsRuleset[Any, Any]")

_WORD: Final = re.compile(r"[\w.+-]+")


class GameRuleset(Generic[S, M]):
    """Base of every game's rulesets; S and M are the types of its states and moves."""

    __slots__ = ()

    game: ClassVar[str]
    """Its game in the registry: the `identifier` of its `GameEntry`."""

    @property
    def player_counts(self) -> Sequence[int]:
        """The numbers of players that it is for: 2 unless a game says otherwise."""
        return (2,)

    @property
    def is_published(self) -> bool:
        """Whether a position's text names it, so that the text alone can be read back."""
        return True

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help; empty unless a game has them."""
        return ""

    def _repr_html_(self) -> str:
        """A table of its options, and the rules, for notebooks."""
        from ..base.html import ruleset_html

        return ruleset_html(self.game, self, self.summary)


class OptionsRuleset(GameRuleset[S, M]):
    """Base of rulesets whose fields are options, as attrs classes.

    A new one is refused with all its contradictions at once. One that has the name of a published
    ruleset and other rules gets a name of its own, which ends with `-custom`.
    """

    __slots__ = ()

    name: str
    """The ruleset's name in the texts of positions and records."""
    _published: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._published = {}

    @classmethod
    def publish(cls: type[Own], *rulesets: Own) -> Mapping[str, Own]:
        """Reserve the names of these rulesets, and return all published rulesets by name."""
        cls._published.update({each.name: each for each in rulesets})
        return FrozenMap(cls._published)

    @property
    def is_published(self) -> bool:
        """Whether a position's text names it, so that the text alone can be read back."""
        return self.name in self._published

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each impossible value, and for values that contradict each other.

        What options exclude by their declaration is found without it.
        """
        return iter(())

    def has_same_rules(self, other: Any) -> bool:
        """Return whether both differ only in what their name leaves open; by default, are equal."""
        return bool(self == other)

    def __attrs_post_init__(self) -> None:
        from .options import exclusions  # which needs rulesets

        if found := [*self.contradictions(), *exclusions(self)]:
            raise InvalidRulesetError(joined(found, "; "))
        if not self.has_same_rules(self._published.get(self.name, self)):
            object.__setattr__(self, "name", f"{self.name}-custom")


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
    if as_int(players) not in counts:
        numbers = listed(counts, "or")
        said = Say.PLAYERS_IS_FOR(name=name, counts=numbers, players=quoted(players))
        raise InvalidRulesetError(said)
    return int(players)  # not a seat, which is an int too but shown by its letter


def known_ruleset(name: str, known: Mapping[str, R]) -> R:
    """The ruleset that a position text names. Raises InvalidRulesetError if it is not known."""
    changed = f"{name}-custom"
    if name in known:
        return known[name]
    if [*known] == [changed]:
        raise InvalidRulesetError(Say.CHANGED_NAME(changed=changed, name=name))
    likely = "" if name.removesuffix("-custom") in known else did_you_mean(name, known)
    said = Say.UNKNOWN_RULESET(name=quoted(name), known=tuple(known), likely=likely)
    raise InvalidRulesetError(said)
