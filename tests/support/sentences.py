"""What the rules say to players, as patterns: the texts in the modules that say it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import ninetka
from ninetka.server.catalogue import catalogue

PACKAGE = Path(ninetka.__file__).parent
LETTERS = re.compile("[a-z]{2}")
SAYING = {
    "nine/telling.py": None,
    "kropki/telling.py": None,
    "nine/summary.py": ("instruct",),
    "kropki/summary.py": ("instruct", "_AFTER_PASS"),
    "morris/texts.py": ("instruct", "tell"),
    "nine/legality.py": None,
    "kropki/legality.py": None,
    "morris/legality.py": (
        *("_FORBIDDEN", "fault", "_fault", "fault_of_picked"),
        *("_taken", "_not_own", "_out_of_reach", "_irremovable"),
    ),
    "morris/turns.py": ("End",),
    "nine/scoring.py": ("_tie",),
    "protocol/endings.py": ("_EXPLAINED",),
    "protocol/picking.py": None,
    "nine/notation.py": ("read_move",),
    "kropki/notation.py": ("read_move", "read_call", "_chosen"),
    "morris/notation.py": ("read_move", "_not_a_field"),
    "nine/setup.py": (
        *("_read", "_misplaced", "_too_many", "_out_of_turn"),
        *("_wrong_seat", "_uneven_placement", "_impossible_slides"),
    ),
    "kropki/setup.py": ("_drawn", "_read", "_read_regions"),
    "kropki/passing.py": ("passes_fault",),
    "morris/setup.py": (
        *("_read", "_wrong_words", "_misplaced", "_miscounted", "_wrong_notes", "_out_of_turn"),
        "_uneven",
    ),
    "kropki/tags.py": ("_number",),
    "morris/tags.py": ("_number",),
    "kropki/rulesets.py": ("_check_size",),
    "kropki/picking.py": None,
    "kropki/board.py": ("off_the_board",),
    "morris/board.py": ("off_the_board",),
    "morris/rulesets.py": ("few_to_jump", "_nonsense"),
    "nine/board.py": ("Section",),
    "records/text.py": None,
    "records/reading.py": ("parse", "_start", "_wrong_result"),
    "records/sources.py": ("_no_form",),
    "protocol/tags.py": ("require",),
    "games.py": ("entry_for_name", "unknown_ruleset"),
}
"""By module: the functions and constants that say something; None for all of them."""
PARTS = {
    *("no", "one", "two", "three", "four", "five", "six"),
    *("centre", "later", "latest", "none", "columns", "rows"),
    *("agreement", "{0} resigns", "{0} grounds", "{0} out of time"),
    *("Seat {0} has resigned.", "token of Seat {0}"),
    *("hand", "cards", "points", "out", "{0}: drawn"),
    *("{0}: won by {1}", "{0}: won by Seat {1}"),
    *("{0}: Seat {1} to put a token", "{0}: Seat {1} to move a token"),
    *("{0}: Seat {1} to put or move a token", "{0}: Seat {1} to remove a token"),
    "{0}: Seat {1} to move a token or jump",
    *("empty", "free", "marked", "neutral stone", "in a mill", "in a region of {0}"),
    *("stone of {0}", "token of {0}", "dot of {0}", "dead dot of {0} in a region of {1}"),
    *("Points", "Sections held", "Last move", "Position"),
    *("tokens on {0}", "mill {0}", "{0} in hand", "out of the game"),
    *("there is no game in it", "there is no game {0}, only {1}"),
    *("which ruleset or how many play", "[{0}] and [{1}]"),
    "{0}; did you mean {1}?",
    *("line {0}: {1}", "game {0}, line {1}: {2}", "game {0}, line {1}, ply {2}, {3}: {4}"),
    *("can slide to {0}", "a stone can be placed here", "where {0} can slide to"),
}
"""Words in sentences, endings in short, seats without names, and what pictures say of places."""


def patterns() -> set[str]:
    """All of these texts, with `{0}`, `{1}` and so on for what differs, and labels of fields."""
    found = PARTS | {*_labels()}
    for name, parts in SAYING.items():
        tree = ast.parse((PACKAGE / name).read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module) if parts is None else _name(node) in parts:
                found |= {*_texts(node)}
    return {text for text in found if text in PARTS or LETTERS.search(re.sub(r"\{.*?\}", "", text))}


def _labels() -> Iterator[str]:
    for game in catalogue():
        for name, option in game["options"].items():
            if option["suggestions"] and name not in ("ruleset", "players"):
                yield option["label"] or name.capitalize()


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.ClassDef) and node.name == "Reason":
        return  # codes for programs
    if isinstance(node, ast.JoinedStr):
        yield _pattern(node)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        fields = count()
        yield re.sub(r"\{\w*\}", lambda _: f"{{{next(fields)}}}", node.value)
        return
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)


def _pattern(node: ast.JoinedStr) -> str:
    fields = count()
    return "".join(
        str(value.value) if isinstance(value, ast.Constant) else f"{{{next(fields)}}}"
        for value in node.values
    )
