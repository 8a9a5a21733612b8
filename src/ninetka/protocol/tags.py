"""Tags: the start of a game as records write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final, Generic, TypeAlias

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, did_you_mean
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from .states import S
from .texts import Say

__all__ = ["GAME", "POSITION", "Option", "StartTags", "Values", "require"]

Values: TypeAlias = Sequence[str] | range
"""All the values that a tag may have: texts, or a range of numbers."""
GAME: Final = "Game"
"""The tag of records with the name of their game."""
POSITION: Final = "Position"
"""The tag of records that begin elsewhere than at a start: a position text."""

_SAID_BY: Final = {"Ruleset": Say.WHICH_RULESET, "Players": Say.HOW_MANY_PLAY}


def require(tags: Mapping[str, str], usual: Mapping[str, str]) -> None:
    """Raise NinetkaError if the tags of a start lack some; `usual` has a value for each needed."""
    missing = {tag: value for tag, value in usual.items() if tag not in tags}
    if missing:
        unsaid = listed((_SAID_BY[tag]() for tag in missing), "or")
        adding = listed(f'[{tag} "{value}"]' for tag, value in missing.items())
        others = (tag for tag in tags if tag != "Result")  # which is much like Ruleset
        likely = next(filter(None, (did_you_mean(tag, missing) for tag in others)), "")
        raise NinetkaError(Say.RECORD_LACKS(what=unsaid, tags=adding, likely=likely))


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names) if isinstance(names, Set) else names)


def _frozen(values: Mapping[str, Values]) -> FrozenMap[str, Values]:
    return FrozenMap(values)


def _frozen_texts(values: Mapping[str, Sequence[str]]) -> FrozenMap[str, Sequence[str]]:
    return FrozenMap(values)


def _frozen_labels(labels: Mapping[str, str]) -> FrozenMap[str, str]:
    return FrozenMap(labels)


def _frozen_sizes(sizes: Sequence[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    return tuple(map(_frozen_labels, sizes))


def _no_tags(start: object) -> Mapping[str, str]:
    return {}


@documented
@attrs.frozen
class Option:
    """An option of `GameEntry.begin`, which is also a tag of records."""

    tag: str
    """The tag: `EdgeStop` for the option `edge_stop`."""
    values: Values | None = None
    """All its values; None if it is a text of another form."""
    suggestions: Sequence[str] = ()
    """Values to suggest."""
    label: str = ""
    """The label in a form, in a few words; empty if the tag says enough."""


@documented
@attrs.frozen
class StartTags(Generic[S]):
    """The tags of records that say how a game starts, and how they are read and written."""

    names: Sequence[str] = attrs.field(converter=_in_order)
    """All of these tags, without `Game` and `Result`; each is an option of `GameEntry.begin`.

    Programs show them in this order; a set is put into the order of the alphabet.
    """
    read: Callable[[Mapping[str, str]], S]
    """Gives the position that a record with these tags starts from.

    Other tags are ignored. Raises NinetkaError.
    """
    write: Callable[[S], Mapping[str, str]]
    """Gives the tags from which `read` makes an equal position, usual ones left out."""
    write_ruleset: Callable[[S], Mapping[str, str]] = _no_tags
    """Gives all tags of a start's ruleset, including those that its name implies.

    Programs show the values of a published ruleset by it.
    """
    values: Mapping[str, Values] = attrs.field(default=FrozenMap(), converter=_frozen)
    """All values of each tag, for programs to offer. A tag that is not here takes any text."""
    suggestions: Mapping[str, Sequence[str]] = attrs.field(
        default=FrozenMap(), converter=_frozen_texts
    )
    """Values to suggest for a tag, for instance when a shell completes a command."""
    labels: Mapping[str, str] = attrs.field(default=FrozenMap(), converter=_frozen_labels)
    """Labels of tags in a form for a new game, where the tag says too little to beginners."""
    sizes: Sequence[Mapping[str, str]] = attrs.field(default=(), converter=_frozen_sizes)
    """Sizes of the board to offer for a new game, as tags, the best for beginners first."""
    implied: Callable[[Mapping[str, str]], Mapping[str, str]] = _no_tags
    """Gives the tags that those of a new game imply, such as the number of players of a ruleset for
    two. Raises nothing."""
