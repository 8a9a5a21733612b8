"""The tags of a record that say how a game starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ..base.errors import InvalidRulesetError
from ..base.texts import COMMA
from ..protocol.options import read_position, read_ruleset, start_tags, tags_of
from ..protocol.tags import GAME, POSITION, StartTags, require
from .board import FIELDS, PLAYER_COUNTS
from .board_text import NAMELESS, by_players, read_number, read_place, write_display
from .fen import is_foreign
from .rulesets import MILLS, NINE_AM, PUBLISHED, Ruleset
from .state import State
from .texts import Say

_DISPLAY: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "FieldPlaces": ("places", read_place),
    "FieldNames": ("names", str),
}
"""The tags of how boards look: which field of `Board` each is, and how a field's part is read."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    The published rulesets need `Ruleset` and `Players` only, or `Ruleset` alone if they are for one
    number of players. With the name of a published ruleset
    the other tags change it; a ruleset with a name of its own needs them all. `Position` is for a
    game that doesn't start from the empty board; it implies the number of players and, if
    published, the ruleset; one that other programs write is of Mills unless `Ruleset` says another.
    `FieldPlaces` and `FieldNames` say how the boards look, and may be left
    out.

    Raises InvalidRulesetError or InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = read_number("Players", tags["Players"]) if "Players" in tags else None
    if POSITION in tags:
        if players is not None:
            tags = {**tags, "Players": str(players)}
        if is_foreign(tags[POSITION]):
            tags = {"Ruleset": MILLS.name, **tags}
        elif _DISPLAY.keys() & tags.keys():
            *_, name = ["", *tags[POSITION].split()]
            tags = {"Ruleset": name, **tags}
        return read_position(Ruleset, tags, State.from_text, _ruleset)
    usual = MILLS if tags.get(GAME, "").lower() == MILLS.name else NINE_AM
    ruleset = _ruleset(tags["Ruleset"], tags) if "Ruleset" in tags else usual
    if players is None and "Ruleset" in tags and len(ruleset.player_counts) == 1:
        players = min(ruleset.player_counts)
    else:
        require(tags, {"Ruleset": ruleset.name, "Players": str(min(ruleset.player_counts))})
    assert players is not None
    return State.start(ruleset, players)


def implied(tags: Mapping[str, str]) -> dict[str, str]:
    """A published ruleset is played by the least number of players that it has a board for."""
    by_lower_case = {name.lower(): ruleset for name, ruleset in PUBLISHED.items()}
    ruleset = by_lower_case.get(tags.get("Ruleset", "").lower())
    return {} if ruleset is None else {"Players": str(min(ruleset.player_counts))}


def to_tags(start: State) -> dict[str, str]:
    """The tags from which `from_tags` makes an equal state, whose boards also look the same."""
    ruleset = start.ruleset
    tags = {"Ruleset": ruleset.name, "Players": str(start.players)}
    written = _with_display_written(ruleset, tags_of(ruleset, defaults=False))
    if not ruleset.is_published:
        tags |= written
    elif not _look_alike(ruleset, PUBLISHED[ruleset.name]):
        tags |= {tag: written[tag] for tag in ("Boards", *_DISPLAY) if tag in written}
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset but for its name, usual ones too."""
    return _with_display_written(start.ruleset, tags_of(start.ruleset))


def _with_display_written(ruleset: Ruleset, tags: Mapping[str, str]) -> dict[str, str]:
    """Put how boards look right after the tag of the boards."""
    return {"Boards": tags["Boards"], **write_display(ruleset.boards), **tags}


def _ruleset(name: str, tags: Mapping[str, str]) -> Ruleset:
    """The published ruleset of this name, in any case, changed by the tags; or a new one."""
    return _with_display(read_ruleset(Ruleset, name, tags), tags)


def _look_alike(ruleset: Ruleset, other: Ruleset) -> bool:
    """Return whether the fields of equal boards have the same names and places."""
    return all(
        (board.names, board.places) == (other.boards[count].names, other.boards[count].places)
        for count, board in ruleset.boards.items()
    )


def _with_display(ruleset: Ruleset, tags: Mapping[str, str]) -> Ruleset:
    """The ruleset with the places and names of fields that tags give its boards."""
    if not _DISPLAY.keys() & tags.keys():
        return ruleset
    boards = dict(ruleset.boards)
    for tag, (look, read) in _DISPLAY.items():
        texts = by_players(tag, tags[tag]) if tag in tags else {}
        for players, text in texts.items():
            if players not in boards:
                raise InvalidRulesetError(Say.LOOK_WITHOUT_BOARD(tag=tag, players=players))
            board, parts = boards[players], re.split(COMMA, text)
            if len(parts) != board.fields:
                sentence = Say.PARTS_FOR_FIELDS(tag=tag, parts=len(parts), fields=board.fields)
                raise InvalidRulesetError(sentence)
            fields = zip(FIELDS, parts, strict=False)
            shown: dict[str, Any] = {
                look: {field: read(part) for field, part in fields if part != NAMELESS}
            }
            boards[players] = attrs.evolve(board, **shown)
    return attrs.evolve(ruleset, boards=boards)


TAGS: Final[StartTags[State]] = start_tags(
    Ruleset,
    from_tags,
    to_tags,
    PLAYER_COUNTS,
    display_tags=[*_DISPLAY],
    write_ruleset=ruleset_tags,
    implied=implied,
)
"""The tags of a start of 9AM or Mills."""
