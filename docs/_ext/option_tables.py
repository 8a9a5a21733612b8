"""The tables of options in the docs, made from the rulesets: python docs/_ext/option_tables.py.

Each has a row for an option, with the docstring of its field. What a text or a value that is not a
choice looks like is written by hand, in the row, and stays.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from enum import Enum, Flag
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import ninetka
from ninetka import kropki, morris
from ninetka.base.messages import listed
from ninetka.protocol.options import RulesetOption, options_of

DOCS: Final = Path(__file__).parents[1]
Row: TypeAlias = Callable[[type[Any], RulesetOption, list[str]], list[str]]
"""Gives the cells of an option's row, given those that the page has so far."""


def about(kind: type[Any], option: RulesetOption, rules: str = "rules.md") -> str:
    """What an option is about, with links to the page of rules."""
    text, *_ = (inspect.getdoc(getattr(kind, option.field)) or "").split("\n\n")
    text = re.sub(r"\b(M\d+)-(M\d+)\b", r"\1 to \2", text)
    text = re.sub(r"\b[KMQR]\d+\b", lambda rule: f"[{rule[0]}]({rules}#{rule[0].lower()})", text)
    return re.sub(r" (False is only|Only) for two players\.$", "", " ".join(text.split()))


def limit(option: RulesetOption, write: Callable[[Any], str]) -> str:
    """For how many players an option is, if not for all."""
    if not option.only_for_two:
        return ""
    return f" Only for two players, unless it is `{write(option.default)}`."


def tag_row(kind: type[Any], option: RulesetOption, cells: list[str]) -> list[str]:
    """The row of a tag: what it can be, what it is about, and what it is without the tag."""
    tags = {f"`{each.field}`": f"`{each.tag}`" for each in options_of(kind).values()}
    meaning = re.sub(r"`\w+`", lambda field: tags.get(field[0], field[0]), about(kind, option))
    meaning += limit(option, option.write)
    value = cells[1]
    if isinstance(option.values, range):
        value = f"{option.values[0]} to {option.values[-1]}"
    elif option.values is not None:
        value = listed([f"`{each}`" for each in option.values], "or")
    usual = "" if option.required else f", or `{option.write(option.default)}`"
    return [f"`{option.tag}`", value, meaning, f"as published{usual}"]


def field_row(
    kind: type[Any], option: RulesetOption, cells: list[str], *, rules: str, rulesets: list[Any]
) -> list[str]:
    """The row of a field: what it is about, its choices, and its value in some rulesets."""
    meaning = about(kind, option, rules)
    values = [getattr(each, option.field) for each in rulesets]
    if isinstance(values[0], Flag):
        parts = listed([f"`{each!r}`" for each in type(values[0])])
        meaning += f" It is `{type(values[0])(0)!r}` or a combination of {parts}."
    elif isinstance(values[0], Enum):
        choices = listed([f"`{each!r}`" for each in type(values[0])], "or")
        meaning += f" It is {choices}."
    written = [
        f"`{each!r}`" if isinstance(each, Enum | int) else hand
        for each, hand in zip(values, cells[2:], strict=True)
    ]
    return [f"`{option.field}`", meaning + limit(option, repr), *written]


PAGES: Final[dict[str, tuple[type[Any], Row]]] = {
    "formats.md": (ninetka.Ruleset, tag_row),
    "kropki/formats.md": (kropki.Ruleset, tag_row),
    "morris/formats.md": (morris.Ruleset, tag_row),
    "howto/custom-ruleset.md": (
        ninetka.Ruleset,
        partial(field_row, rules="../rules.md", rulesets=[ninetka.NESTORGAMES]),
    ),
    "morris/boards.md": (
        morris.Ruleset,
        partial(field_row, rules="rules.md", rulesets=[morris.NINE_AM, morris.MILLS]),
    ),
}
"""By page: the rulesets whose options it has, and what makes a row."""


def with_options(name: str) -> str:
    """Return a page with its rows as they are to be."""
    (kind, row), lines = PAGES[name], (DOCS / name).read_text("utf-8").split("\n")
    place = 0
    for option in options_of(kind).values():
        begin = f"| `{option.tag if row is tag_row else option.field}` |"
        found = [at for at, line in enumerate(lines) if line.startswith(begin)]
        if found:
            place = found[0]
        else:
            place += 1
            lines.insert(place, re.sub(r"[^|]+", " TEXT ", lines[place - 1]))
        cells = lines[place].strip("| ").split(" | ")
        lines[place] = f"| {' | '.join(row(kind, option, cells))} |"
    return "\n".join(lines)


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).write_text(with_options(name), "utf-8")
