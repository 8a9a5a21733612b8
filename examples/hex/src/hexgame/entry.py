"""The game's entry in the registry, and how a start is written in tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ninetka.base.errors import InvalidRulesetError, NinetkaError
from ninetka.protocol.entry import GameEntry, Samples
from ninetka.protocol.tags import POSITION, StartTags

from .board import MOST
from .moves import Move
from .state import CLUB, Ruleset, State

_SWAP: Final = ("yes", "no")


def _start(ruleset: Ruleset, players: int) -> State:
    if players != 2:
        raise NinetkaError(f"Hex is for 2 players, not {players}")
    return State.start(ruleset)


def _read(tags: Mapping[str, str]) -> State:
    """The position of the tag Position, which says all; otherwise an empty board."""
    if POSITION in tags:
        state = State.from_text(tags[POSITION])
        said = _write_ruleset(state)
        for tag in said.keys() & tags.keys():
            if tags[tag] != said[tag]:
                raise NinetkaError(f"{tag} is {said[tag]} in the position, not {tags[tag]}")
        return state
    size, swap = tags.get("Size", str(CLUB.size)), tags.get("Swap", "yes")
    if size not in map(str, range(2, MOST + 1)):
        raise InvalidRulesetError(f"Size is 2 to {MOST}, not {size!r}")
    if swap not in _SWAP:
        raise InvalidRulesetError(f"Swap is yes or no, not {swap!r}")
    return State(int(size), swap == "yes")


def _write(start: State) -> dict[str, str]:
    empty = start == State(start.size, start.swap)
    return _write_ruleset(start) if empty else {POSITION: start.to_text()}


def _write_ruleset(start: State) -> dict[str, str]:
    return {"Size": str(start.size), "Swap": _SWAP[not start.swap]}


def _samples() -> Samples[State, Move]:
    from . import samples

    return samples


HEX: Final = GameEntry(
    names={"Hex": {"Size": str(CLUB.size), "Swap": "yes"}},
    identifier="hex",
    start=_start,
    tags=StartTags(
        names=("Size", "Swap", POSITION),
        read=_read,
        write=_write,
        write_ruleset=_write_ruleset,
        values={"Size": range(2, MOST + 1), "Swap": _SWAP},
        suggestions={"Size": ("11", "13", "14", "19")},
        sizes=({"Size": "7"}, {"Size": "11"}, {"Size": "14"}),
    ),
    samples=_samples,
)
