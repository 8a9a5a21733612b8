"""The tables of options in the docs, made from the rulesets: python docs/_ext/option_tables.py.

Each has a row for an option, with the docstring of its field. What a text that is not a choice
looks like is written by hand, in the row, and stays.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Final

import ninetka
from ninetka import kropki, morris
from ninetka.base.messages import listed
from ninetka.protocol.options import RulesetOption, options_of

DOCS: Final = Path(__file__).parents[1]
PAGES: Final[dict[str, Any]] = {
    "formats.md": ninetka.Ruleset,
    "kropki/formats.md": kropki.Ruleset,
    "morris/formats.md": morris.Ruleset,
}
"""By page: the rulesets whose options it has."""


def row(kind: type[Any], option: RulesetOption, value: str) -> str:
    """Return the row of an option; `value` is what the page says of it so far."""
    about, *_ = (inspect.getdoc(getattr(kind, option.field)) or "").split("\n\n")
    about = re.sub(r"\b[KMQR]\d+\b", lambda rule: f"[{rule[0]}](rules.md#{rule[0].lower()})", about)
    tags = {f"`{each.field}`": f"`{each.tag}`" for each in options_of(kind).values()}
    about = re.sub(r"`\w+`", lambda field: tags.get(field[0], field[0]), about)
    if isinstance(option.values, range):
        value = f"{option.values[0]} to {option.values[-1]}"
    elif option.values is not None:
        value = listed([f"`{each}`" for each in option.values], "or")
    usual = "" if option.required else f", or `{option.write(option.default)}`"
    return f"| `{option.tag}` | {value} | {' '.join(about.split())} | as published{usual} |"


def with_options(name: str) -> str:
    """Return a page with its rows as they are to be."""
    kind, lines = PAGES[name], (DOCS / name).read_text("utf-8").split("\n")
    place = 0
    for option in options_of(kind).values():
        begin = f"| `{option.tag}` |"
        found = [at for at, line in enumerate(lines) if line.startswith(begin)]
        value = lines[found[0]].split(" | ")[1] if found else "TEXT"
        if found:
            place = found[0]
        else:
            place += 1
            lines.insert(place, "")
        lines[place] = row(kind, option, value)
    return "\n".join(lines)


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).write_text(with_options(name), "utf-8")
