"""The options of rulesets, each declared once, on its field: `metadata=option("EdgeStop", "Q2")`.

From that are made: the tags of records, the options of a game that is begun and their forms, the
names of changed rulesets, what excludes what, and samples for tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_type_hints

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, NinetkaError, did_you_mean, quoted
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from .rulesets import OptionsRuleset
from .states import S
from .tags import POSITION, StartTags, Values
from .texts import Say

if TYPE_CHECKING:
    from random import Random

__all__ = [
    "RulesetOption",
    "exclusions",
    "option",
    "options_of",
    "read_position",
    "read_ruleset",
    "sample_of",
    "sentences_of",
    "start_tags",
    "tags_of",
]

R = TypeVar("R", bound=OptionsRuleset[Any, Any])

_KEY: Final = "ninetka option"
_YES_OR_NO: Final = {"no": False, "yes": True}


@documented
@attrs.frozen
class RulesetOption:
    """An option of a game's rulesets: a field, with its tag, its label and its samples."""

    tag: str
    """The tag of records: `EdgeStop`."""
    rule: str
    """The number of the rule that it is about: `Q2`."""
    required: bool
    """Whether the tags of a ruleset that is not published must say it."""
    read: Callable[[str, str], Any]
    """Converts the tag and its text to the field's value. Raises NinetkaError."""
    write: Callable[[Any], str]
    """Converts the field's value to the text."""
    values: Values | None
    """All texts that the tag can have; None if it is a text of another form."""
    suggestions: Sequence[str]
    """Texts to suggest."""
    label: str
    """The label in a form; empty if the tag says enough."""
    samples: Callable[[Random, Any], Any]
    """Gives a value for tests, in a ruleset that is otherwise like the one given."""
    only_for_two: bool
    """Whether only rulesets for two players can have another value than the default."""
    not_with: Mapping[str, Sequence[Any]]
    """The values of other fields, by name, that don't go with another value than the default."""
    paragraph: str
    """The paragraph of a ruleset's summary that `says` is about; empty if it says nothing."""
    says: Mapping[Any, Callable[[], str]]
    """By value, what makes the sentence that the summary says of it."""
    field: str = ""
    """The name of the field."""
    default: object = None
    """The field's value if no tag states it."""


def option(
    tag: str,
    rule: str,
    *,
    required: bool = False,
    read: Callable[[str, str], Any] | None = None,
    write: Callable[[Any], str] = str,
    values: Values | None = None,
    suggestions: Iterable[str] = (),
    label: str = "",
    samples: Iterable[Any] | Callable[[Random, Any], Any] = (),
    only_for_two: bool = False,
    not_with: Mapping[str, Any] = FrozenMap(),
    paragraph: str = "",
    says: Mapping[Any, Callable[[], str]] = FrozenMap(),
) -> dict[str, Any]:
    """Declare the field of a ruleset as an option: its `metadata`.

    A field whose type is an enum of texts or bool needs no more than `tag` and `rule`. Any other
    type needs `read`, and `samples`: values, or a function that takes a Random and a ruleset.

    `not_with` has for the names of other fields the value, or a tuple of values, that contradicts
    any value but the default: `{"cards": True}`. It is said of one of the two fields alone.
    """
    given = tuple(samples) if isinstance(samples, Iterable) else samples
    choose = given if callable(given) else lambda rng, _: rng.choice(given)
    excluded = {
        name: values if isinstance(values, tuple) else (values,)
        for name, values in not_with.items()
    }
    declared = RulesetOption(
        tag=tag,
        rule=rule,
        required=required,
        read=read or _unread,
        write=write,
        values=values,
        suggestions=tuple(suggestions),
        label=label,
        samples=choose,
        only_for_two=only_for_two,
        not_with=FrozenMap(excluded),
        paragraph=paragraph,
        says=FrozenMap(says),
    )
    return {_KEY: declared}


def _unread(tag: str, text: str) -> Any:
    """Stand for the reader of a choice, which is made from its type."""
    raise NotImplementedError


_MADE: Final[dict[type, Mapping[str, RulesetOption]]] = {}


def options_of(kind: type[Any]) -> Mapping[str, RulesetOption]:
    """Return the options of a class of rulesets by tag, in the order of its fields."""
    if kind not in _MADE:  # its annotations are read when all that they name is defined
        _MADE[kind] = _options_of(kind)
    return _MADE[kind]


def _options_of(kind: type[Any]) -> Mapping[str, RulesetOption]:
    types, fields = get_type_hints(kind), attrs.fields(kind)
    made = [
        _completed(field.metadata[_KEY], types[field.name], field)
        for field in fields
        if _KEY in field.metadata
    ]
    return FrozenMap({each.tag: each for each in made})


def _completed(declared: RulesetOption, kind: Any, field: attrs.Attribute[Any]) -> RulesetOption:
    """An option with what follows from its field and that field's type."""
    default: Any = field.default
    declared = attrs.evolve(declared, field=field.name, default=default)
    if declared.read is not _unread:
        return declared
    members: dict[str, Any] = (
        {each.value: each for each in kind} if issubclass(kind, Enum) else _YES_OR_NO
    )
    texts = {value: text for text, value in members.items()}

    def read(tag: str, text: str) -> Any:
        if text not in members:
            said = Say.TAG_IS(tag=tag, values=listed(members, "or"), text=quoted(text))
            raise InvalidRulesetError(said)
        return members[text]

    return attrs.evolve(
        declared,
        read=read,
        write=texts.__getitem__,
        values=tuple(members),
        samples=lambda rng, _: rng.choice([*texts]),
    )


def tags_of(ruleset: OptionsRuleset[Any, Any], *, defaults: bool = True) -> dict[str, str]:
    """Return the tags of a ruleset without its name; unless `defaults`, without defaults."""
    values = {tag: getattr(ruleset, each.field) for tag, each in options_of(type(ruleset)).items()}
    return {
        tag: each.write(values[tag])
        for tag, each in options_of(type(ruleset)).items()
        if defaults or each.required or values[tag] != each.default
    }


def exclusions(ruleset: OptionsRuleset[Any, Any]) -> Iterator[str]:
    """Yield a sentence for each option that the number of players or another option excludes."""
    options = options_of(type(ruleset)).values()
    by_field = {each.field: each for each in options}
    for each in options:
        value = getattr(ruleset, each.field)
        if value == each.default:
            continue
        if each.only_for_two and {*ruleset.player_counts} != {2}:
            yield Say.ONLY_FOR_TWO(option=_said(each, value))
        for name, excluded in each.not_with.items():
            other = getattr(ruleset, name)
            if other in excluded:
                second = _said(by_field[name], other)
                yield Say.NOT_WITH(option=_said(each, value), other=second)


def _said(option: RulesetOption, value: Any) -> str:
    """An option with its value, as options of commands have it: `EdgeStop=stone`."""
    return f"{option.tag}={option.write(value)}"


def sentences_of(ruleset: OptionsRuleset[Any, Any], paragraph: str) -> Iterator[str]:
    """Yield what a paragraph of a summary says of the options that are about it, in order."""
    for each in options_of(type(ruleset)).values():
        value = getattr(ruleset, each.field)
        if each.paragraph == paragraph and value in each.says:
            yield each.says[value]()


def read_ruleset(
    kind: type[R], name: str, tags: Mapping[str, str], known: Mapping[str, Any] = FrozenMap()
) -> R:
    """Return the published ruleset of a name, with what the tags change, or else a new one.

    Upper and lower case are the same in a published name, unless the tags describe a ruleset
    completely. `known` has fields that need no tag. Raises InvalidRulesetError.
    """
    options, published = options_of(kind), kind._published
    said = {each.field: each.read(tag, tags[tag]) for tag, each in options.items() if tag in tags}
    fields = {**known, **said}
    required = [tag for tag, each in options.items() if each.required]
    if not tags.keys() >= {*required}:
        by_lower_case = {each.lower(): each for each in published}
        name = by_lower_case.get(name.lower(), name)
    if name in published:
        found = published[name]
        return attrs.evolve(found, **fields) if fields else found  # type: ignore[no-any-return]
    missing = [tag for tag in required if options[tag].field not in fields]
    if missing:
        raise InvalidRulesetError(
            Say.UNPUBLISHED(
                name=quoted(name),
                known=listed(published),
                required=listed(required),
                missing=listed(missing),
                likely=did_you_mean(name, published),
            )
        )
    return cast("Any", kind)(name, **fields)  # type: ignore[no-any-return]


def read_position(
    kind: type[R],
    tags: Mapping[str, str],
    from_text: Callable[[str, R | None], S],
    read: Callable[[str, Mapping[str, str]], R] | None = None,
) -> S:
    """Return the state of the tag Position, whose text ends with a ruleset's name.

    If other tags describe the ruleset, it is the one that `read` makes of its name and the tags,
    by default `read_ruleset`; else a published one. Raises NinetkaError, also if the tag Players
    says another number.
    """
    text, ruleset = tags[POSITION], None
    if {"Ruleset", *options_of(kind)} & tags.keys():
        *_, name = ["", *text.split()]
        name = tags.get("Ruleset", name)
        ruleset = read_ruleset(kind, name, tags) if read is None else read(name, tags)
    state = from_text(text, ruleset)
    if "Players" in tags and tags["Players"] != str(state.players):
        said = Say.PLAYERS_CONTRADICT(said=tags["Players"], players=state.players)
        raise NinetkaError(said)
    return state


def sample_of(ruleset: R, rng: Random) -> R:
    """Return a ruleset like the one given with some options changed, each as its samples say.

    Changes that contradict others are left out.
    """
    options = [*options_of(type(ruleset)).values()]
    for each in rng.sample(options, rng.randint(0, len(options))):
        try:
            value = each.samples(rng, ruleset)
            ruleset = attrs.evolve(cast("Any", ruleset), **{each.field: value})
        except InvalidRulesetError:
            continue
    return ruleset


def start_tags(
    kind: type[OptionsRuleset[S, Any]],
    read: Callable[[Mapping[str, str]], S],
    write: Callable[[S], Mapping[str, str]],
    player_counts: Sequence[int],
    *,
    display_tags: Sequence[str] = (),
    **more: Any,
) -> StartTags[S]:
    """Return the tags of a game whose starts have a ruleset and a number of players.

    `display_tags` are tags of how boards look; `more` are other fields of StartTags.
    """
    options = options_of(kind)
    counts = tuple(map(str, player_counts))
    given = {tag: each.values for tag, each in options.items() if each.values is not None}
    suggested = {tag: each.suggestions for tag, each in options.items() if each.suggestions}
    return StartTags(
        names=("Ruleset", "Players", *options, *display_tags, POSITION),
        read=read,
        write=write,
        write_ruleset=more.pop("write_ruleset", lambda start: tags_of(start.ruleset)),
        values={"Players": range(min(player_counts), max(player_counts) + 1), **given},
        suggestions={"Ruleset": tuple(kind._published), "Players": counts, **suggested},
        labels={tag: each.label for tag, each in options.items() if each.label},
        **more,
    )
