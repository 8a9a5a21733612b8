"""What a second implementation says of the cases of the conformance suite."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import attrs

from ninetka.conformance import Case
from ninetka.protocol.states import GameState
from support.games import ENTRIES

WITHOUT: Final = ("start", "check", "click")
"""Methods that are about more than the rules."""


class RefusedError(Exception):
    """The second implementation takes a move for illegal."""


def second_opinion(folder: str, case: Case) -> str | None:
    """What a game's second implementation says otherwise, in a sentence; empty if nothing.

    None if it can't tell anything of the case. What it knows of a position, the module `second` in
    the tests of the game says: its `answer` has fields of the result.
    """
    error = case.error or {}
    if case.method in WITHOUT or (case.error is not None and "reason" not in error):
        return None
    try:
        known = import_module(f"{folder}.second").answer(case, position_of(folder, case))
    except RefusedError as refused:
        return "" if error else f"{refused} is refused"
    if known is None:
        return None
    if error:
        return f"{case.params['move']} is not refused"
    assert case.result is not None
    told = {name: case.result[name] for name in known}
    return attrs.evolve(case, result=told).difference({"result": known}) or ""


def position_of(folder: str, case: Case) -> GameState[Any]:
    """The position that a case is about."""
    entry = ENTRIES[folder]
    options: Mapping[str, str] = {
        name: text for name, text in case.params.items() if name in {"game", *entry.options}
    }
    state: GameState[Any] = entry.begin(**options)
    return state
