"""The tags of a record that say how a game starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

import attrs

from ..errors import InvalidRulesetError, NinetkaError, listed, quoted
from ..rules import GAME, POSITION, member_of, require
from .board import PLAYER_COUNTS, Board
from .rulesets import MILLS, NINE_AM, PUBLISHED, FromMills, Ruleset, Stuck
from .state import State

_BY_LOWER_CASE: Final = {name.lower(): name for name in PUBLISHED}
_NUMBER: Final = re.compile("[0-9]{1,3}")
_BETWEEN_LINES: Final = re.compile("[,/]")
"""Records write a comma. Where that has another meaning, as in OpenSpiel, a slash is read too."""
_RINGS: Final = "rings"
"""A board of rings (M1), followed by its numbers if they aren't those of M2."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    The published rulesets need `Ruleset` and `Players` only. With the name of a published ruleset
    the other tags change it; a ruleset with a name of its own needs them all. `Position` is for a
    game that doesn't start from the empty board; it implies the number of players and, if
    published, the ruleset.

    Raises InvalidRulesetError or InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = _number("Players", tags["Players"]) if "Players" in tags else None
    if POSITION in tags:
        ruleset = None
        if {"Ruleset", *_FIELDS} & tags.keys():
            *_, name = ["", *tags[POSITION].split()]  # which a position text ends with
            ruleset = _ruleset(tags.get("Ruleset", name), tags)
        state = State.from_text(tags[POSITION], ruleset)
        if players not in (None, state.players):
            raise NinetkaError(f"Players says {players}, but Position says {state.players}")
        return state
    usual = MILLS if tags.get(GAME, "").lower() == MILLS.name else NINE_AM
    ruleset = _ruleset(tags["Ruleset"], tags) if "Ruleset" in tags else usual
    require(tags, {"Ruleset": ruleset.name, "Players": str(min(ruleset.player_counts))})
    return State.start(ruleset, _number("Players", tags["Players"]))


def to_tags(start: State) -> dict[str, str]:
    """The tags from which `from_tags` makes an equal state."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name, "Players": str(start.players)}
    if ruleset.name not in PUBLISHED:
        boards = ruleset.boards.items()
        tags["Boards"] = " ".join(
            f"{count}:{_write_board(count, board)}" for count, board in boards
        )
        tags["Tokens"] = str(ruleset.tokens)
        tags["Cards"] = _yes_or_no(ruleset.cards)
        tags["Stuck"] = ruleset.stuck.value
        tags["FromMills"] = ruleset.from_mills.value
        tags["Jumping"] = _yes_or_no(ruleset.jumping)
        tags["Quiet"] = str(ruleset.quiet)
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


def _ruleset(name: str, tags: Mapping[str, str]) -> Ruleset:
    """The published ruleset of this name, in any case, changed by the tags; or a new one."""
    changes = {field: read(tags[tag]) for tag, (field, read) in _FIELDS.items() if tag in tags}
    missing = [tag for tag in _FIELDS if tag not in tags]
    if missing:
        name = _BY_LOWER_CASE.get(name.lower(), name)
    if name in PUBLISHED:
        return attrs.evolve(PUBLISHED[name], **changes)
    if missing:
        raise InvalidRulesetError(
            f"the ruleset {quoted(name)} is not published ({listed(PUBLISHED)} are): "
            f"describe it with the tags {listed(_FIELDS)} ({listed(missing)} missing)"
        )
    return Ruleset(name, **changes)


def _write_board(players: int, board: Board) -> str:
    if board == Board.rings(players):
        return _RINGS
    rings = board.ring_fields
    if rings and len(rings[0]) == 4 * players:
        return f"{_RINGS}:{_write_lines(rings)}"
    return _write_lines(board.lines)


def _write_lines(lines: Iterable[Iterable[object]]) -> str:
    return ",".join("-".join(map(str, line)) for line in lines)


def _read_boards(text: str) -> dict[int, Board]:
    pairs = [pair.split(":", 1) for pair in text.split()]
    counts = [pair[0] for pair in pairs]
    known = [*map(str, PLAYER_COUNTS)]
    if not all(len(pair) == 2 and pair[0] in known for pair in pairs) or not pairs:
        raise InvalidRulesetError(
            f"Boards is written as 2:rings or as 2:1-2-3,3-4-5, not {quoted(text)}"
        )
    if len({*counts}) < len(counts):
        raise InvalidRulesetError(f"Boards has one number of players twice: {quoted(text)}")
    return {int(count): _read_board(int(count), lines) for count, lines in pairs}


def _read_board(players: int, text: str) -> Board:
    if text == _RINGS:
        return Board.rings(players)
    rings = text.removeprefix(f"{_RINGS}:")
    lines = _BETWEEN_LINES.split(rings)
    fields = [[_number("Boards", field) for field in line.split("-")] for line in lines]
    return Board(max(map(max, fields)), fields) if rings == text else Board.rings(players, fields)


def _number(tag: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidRulesetError(
            f"{tag} has {quoted(text)} where it needs a number of 1 to 3 digits"
        )
    return int(text)


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _truth(tag: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise InvalidRulesetError(f"{tag} is yes or no, not {quoted(text)}")
    return text == "yes"


_FIELDS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "Boards": ("boards", _read_boards),
    "Tokens": ("tokens", partial(_number, "Tokens")),
    "Cards": ("cards", partial(_truth, "Cards")),
    "Stuck": ("stuck", partial(member_of, Stuck, "Stuck")),
    "FromMills": ("from_mills", partial(member_of, FromMills, "FromMills")),
    "Jumping": ("jumping", partial(_truth, "Jumping")),
    "Quiet": ("quiet", partial(_number, "Quiet")),
}
"""The tags of a custom ruleset: which field of `Ruleset` each is, and how it is read."""
TAG_NAMES: Final = frozenset({"Ruleset", "Players", POSITION, *_FIELDS})
