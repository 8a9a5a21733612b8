"""What the rulesets of all games share: names, numbers of players, and tags that describe them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from functools import partial
from typing import Any, Final, Generic, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, NinetkaError, did_you_mean, quoted
from ..base.fields import whole
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from .states import GameRuleset, S
from .tags import POSITION, Values, member_of, texts_of

R = TypeVar("R", bound=GameRuleset[Any, Any])

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


def known_ruleset(name: str, known: Mapping[str, R]) -> R | str:
    """The ruleset that a position text names, or a sentence that says that it is not known."""
    changed = f"{name}-custom"
    if name in known:
        return known[name]
    if [*known] == [changed]:
        return f"with these changes the ruleset is {changed}: the position must say so, not {name}"
    likely = "" if name.removesuffix("-custom") in known else did_you_mean(name, known)
    return f"the ruleset {quoted(name)} is not known here, only {', '.join(known)}{likely}"


@documented
@attrs.frozen
class FieldTag:
    """How a field of rulesets is read from a tag and written."""

    field: str
    """The field of the ruleset."""
    read: Callable[[str, str], Any]
    """Converts the tag and its text to the field's value. Raises NinetkaError."""
    write: Callable[[Any], str] = str
    """Converts the field's value to the text."""
    values: Values | None = None
    """All texts that the tag can have; None if it is a text of another form."""
    usual: object = None
    """The value of the field if the tag is missing; None if the tag is required."""


def choice(field: str, kind: type[Enum], usual: Enum | None = None) -> FieldTag:
    """The tag of a field that is a member of an enum of texts, optional if it has a usual one."""
    read = partial(member_of, kind)
    return FieldTag(field, read, lambda member: member.value, texts_of(kind), usual)


def yes_or_no(field: str) -> FieldTag:
    """The tag of a field that is True or False, `yes` or `no`; without the tag it is False."""
    return FieldTag(field, _is_yes, lambda value: "yes" if value else "no", ("no", "yes"), False)


def _is_yes(tag: str, text: str) -> bool:
    if text not in ("no", "yes"):
        raise InvalidRulesetError(f"{tag} is no or yes, not {quoted(text)}")
    return text == "yes"


@documented
@attrs.frozen
class RulesetTags(Generic[R]):
    """The tags that describe a game's rulesets, beside `Ruleset`, which has the name."""

    make: Callable[..., R]
    """The class of the rulesets, which takes the name and the fields."""
    published: Mapping[str, R]
    """The rulesets that their name is enough for."""
    tags: Mapping[str, FieldTag]
    """By tag: the field that it describes.

    A ruleset that is not published needs all that have no usual value.
    """

    @property
    def values(self) -> Mapping[str, Values]:
        """All values of those tags whose values can be listed."""
        return {tag: each.values for tag, each in self.tags.items() if each.values is not None}

    def read(
        self, name: str, tags: Mapping[str, str], known: Mapping[str, object] = FrozenMap()
    ) -> R:
        """The published ruleset of a name, with what the tags change, or else a new one.

        Upper and lower case are the same in a published name, unless the tags describe a ruleset
        completely. `known` has fields that need no tag. Raises InvalidRulesetError.
        """
        told = {
            each.field: each.read(tag, tags[tag]) for tag, each in self.tags.items() if tag in tags
        }
        fields = {**known, **told}
        required = {tag for tag, each in self.tags.items() if each.usual is None}
        if not tags.keys() >= required:
            by_lower_case = {published.lower(): published for published in self.published}
            name = by_lower_case.get(name.lower(), name)
        if name in self.published:
            return attrs.evolve(self.published[name], **fields)  # type: ignore[misc]
        asked = [tag for tag in self.tags if tag in required]
        missing = [tag for tag in asked if self.tags[tag].field not in fields]
        if missing:
            raise InvalidRulesetError(
                f"the ruleset {quoted(name)} is not published ({listed(self.published)} are): "
                f"say what it is with the tags {listed(asked)} ({listed(missing)} missing)"
                f"{did_you_mean(name, self.published)}"
            )
        usual = {each.field: each.usual for tag, each in self.tags.items() if tag not in required}
        return self.make(name, **{**usual, **fields})

    def write(self, ruleset: R, usual: bool = True) -> dict[str, str]:
        """The tags of a ruleset, from which `read` makes an equal one.

        Unless `usual`, tags with the usual value are left out.
        """
        values = {tag: getattr(ruleset, each.field) for tag, each in self.tags.items()}
        return {
            tag: each.write(values[tag])
            for tag, each in self.tags.items()
            if usual or values[tag] != each.usual
        }


def state_at_position(
    tags: Mapping[str, str],
    describing: Mapping[str, object],
    ruleset_of: Callable[[str, Mapping[str, str]], R],
    from_text: Callable[[str, R | None], S],
    players: int | None,
) -> S:
    """The state of the tag Position, whose text ends with a ruleset's name.

    If there are other tags `describing` the ruleset, it is that of `ruleset_of`, which takes the
    name and the tags, and else a published one. Raises NinetkaError if the tag Players gives
    another number of `players`.
    """
    text, ruleset = tags[POSITION], None
    if {"Ruleset", *describing} & tags.keys():
        *_, name = ["", *text.split()]
        ruleset = ruleset_of(tags.get("Ruleset", name), tags)
    state = from_text(text, ruleset)
    if players not in (None, state.players):
        raise NinetkaError(f"Players says {players}, but Position says {state.players}")
    return state
