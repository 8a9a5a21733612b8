"""The tags of a record that say how a game starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from ..base.errors import InvalidRulesetError, quoted
from ..base.frozenmap import FrozenMap
from ..base.texts import COMMA
from ..protocol.rulesets import FieldTag, RulesetTags, choice, state_at_position, yes_or_no
from ..protocol.tags import GAME, POSITION, StartTags, require
from .board import FIELDS, PLAYER_COUNTS, Board
from .rulesets import (
    FEWEST_TOKENS,
    MILLS,
    MOST,
    NINE_AM,
    PUBLISHED,
    FromMills,
    FullBoard,
    MillRule,
    Removals,
    Ruleset,
    Stuck,
)
from .state import State
from .texts import Say

_NUMBER: Final = re.compile("[0-9]{1,3}")
_COORDINATE: Final = re.compile(r"-?([0-9](\.[0-9]{1,20})?|\.[0-9]{1,20})(e-[0-9]{1,3})?")
_YES_OR_NO: Final = ("yes", "no")
_EMPTY: Final = "empty"
"""No token on the board at the start."""
_RINGS: Final = "rings"
"""A board of rings (M1), followed by its numbers if they aren't those of M2."""
_NAMELESS: Final = "-"
"""A field without a name among those that have some."""


def from_tags(tags: Mapping[str, str]) -> State:
    """The position a record starts from.

    The published rulesets need `Ruleset` and `Players` only. With the name of a published ruleset
    the other tags change it; a ruleset with a name of its own needs them all. `Position` is for a
    game that doesn't start from the empty board; it implies the number of players and, if
    published, the ruleset. `FieldPlaces` and `FieldNames` say how the boards look, and may be left
    out.

    Raises InvalidRulesetError or InvalidPositionError, or NinetkaError if a tag is missing.
    """
    players = _number("Players", tags["Players"]) if "Players" in tags else None
    if POSITION in tags:
        describing = {**RULESET_TAGS.tags, **_LOOKS}
        return state_at_position(tags, describing, _ruleset, State.from_text, players)
    usual = MILLS if tags.get(GAME, "").lower() == MILLS.name else NINE_AM
    ruleset = _ruleset(tags["Ruleset"], tags) if "Ruleset" in tags else usual
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
    published = PUBLISHED.get(ruleset.name)
    if published is None or not _look_alike(ruleset, published):
        tags |= _write_boards(ruleset.boards)
    if published is None:
        tags |= RULESET_TAGS.write(ruleset, usual=False)
    if start != State.start(ruleset, start.players):
        tags[POSITION] = start.to_text()
    return tags


def ruleset_tags(start: State) -> dict[str, str]:
    """The tags of a start's ruleset but for its name, usual ones too."""
    return {**_write_boards(start.ruleset.boards), **RULESET_TAGS.write(start.ruleset)}


def _ruleset(name: str, tags: Mapping[str, str]) -> Ruleset:
    """The published ruleset of this name, in any case, changed by the tags; or a new one."""
    return _with_looks(RULESET_TAGS.read(name, tags), tags)


def _look_alike(ruleset: Ruleset, other: Ruleset) -> bool:
    """Whether the fields of equal boards have the same names and places."""
    return all(
        (board.names, board.places) == (other.boards[count].names, other.boards[count].places)
        for count, board in ruleset.boards.items()
    )


def _write_boards(boards: Mapping[int, Board]) -> dict[str, str]:
    """The tags of boards: lines and edges and, of other than rings, places and names of fields."""
    written = {count: _write_board(count, board) for count, board in boards.items()}
    others = {count: boards[count] for count, text in written.items() if _RINGS not in text}
    places = {count: _write_places(board) for count, board in others.items() if board.places}
    names = {count: _write_names(board) for count, board in others.items() if board.names}
    tags = {"Boards": written, "FieldPlaces": places, "FieldNames": names}
    return {
        tag: " ".join(f"{count}:{text}" for count, text in texts.items())
        for tag, texts in tags.items()
        if texts
    }


def _write_board(players: int, board: Board) -> str:
    rings = board.ring_fields
    if not rings or len(rings[0]) != 4 * players:
        return _write_lines((*board.lines, *board.edges))
    return _RINGS if board == Board.rings(players) else f"{_RINGS}:{_write_lines(rings)}"


def _write_places(board: Board) -> str:
    spots = (board.places[field] for field in FIELDS[: board.fields])
    return ",".join(f"{_write_number(x)}:{_write_number(y)}" for x, y in spots)


def _write_number(number: float) -> str:
    return repr(float(number)).removesuffix(".0")  # the shortest that reads back


def _write_names(board: Board) -> str:
    return ",".join(board.names.get(field, _NAMELESS) for field in FIELDS[: board.fields])


def _with_looks(ruleset: Ruleset, tags: Mapping[str, str]) -> Ruleset:
    """The ruleset with the places and names of fields that tags give its boards."""
    if not _LOOKS.keys() & tags.keys():
        return ruleset
    boards = dict(ruleset.boards)
    for tag, (look, read) in _LOOKS.items():
        texts = _by_players(tag, tags[tag]) if tag in tags else {}
        for players, text in texts.items():
            if players not in boards:
                raise InvalidRulesetError(Say.LOOK_WITHOUT_BOARD(tag=tag, players=players))
            board, parts = boards[players], re.split(COMMA, text)
            if len(parts) != board.fields:
                sentence = Say.PARTS_FOR_FIELDS(tag=tag, parts=len(parts), fields=board.fields)
                raise InvalidRulesetError(sentence)
            fields = zip(FIELDS, parts, strict=False)
            looks: dict[str, Any] = {
                look: {field: read(part) for field, part in fields if part != _NAMELESS}
            }
            boards[players] = attrs.evolve(board, **looks)
    return attrs.evolve(ruleset, boards=boards)


def _read_place(text: str) -> tuple[float, float]:
    x, _, y = text.partition(":")
    if not _COORDINATE.fullmatch(x) or not _COORDINATE.fullmatch(y):
        raise InvalidRulesetError(Say.NOT_A_PLACE(text=quoted(text)))
    return float(x), float(y)


def _write_lines(lines: Iterable[Iterable[object]]) -> str:
    return ",".join("-".join(map(str, line)) for line in lines)


def _by_players(tag: str, text: str) -> dict[int, str]:
    """What a tag says of the board for each number of players."""
    pairs = [pair.split(":", 1) for pair in text.split()]
    counts = [pair[0] for pair in pairs]
    known = [*map(str, PLAYER_COUNTS)]
    if not all(len(pair) == 2 and pair[0] in known for pair in pairs) or not pairs:
        sentence = Say.WRITTEN_AS(tag=tag, how=_WRITTEN[tag](), text=quoted(text))
        raise InvalidRulesetError(sentence)
    if len({*counts}) < len(counts):
        raise InvalidRulesetError(Say.PLAYERS_TWICE(tag=tag, text=quoted(text)))
    return {int(count): said for count, said in pairs}


def _read_boards(tag: str, text: str) -> dict[int, Board]:
    boards = _by_players(tag, text)
    return {players: _read_board(players, lines) for players, lines in boards.items()}


def _read_board(players: int, text: str) -> Board:
    if text == _RINGS:
        return Board.rings(players)
    rings = text.removeprefix(f"{_RINGS}:")
    parts = [
        [_number("Boards", field) for field in part.split("-")] for part in re.split(COMMA, rings)
    ]
    if rings != text:
        return Board.rings(players, parts)
    # A part with two fields is an edge (M16)
    lines, edges = (
        [part for part in parts if (len(part) == 2) is short] for short in (False, True)
    )
    return Board(max(map(max, parts)), lines, edges=edges)


def _number(tag: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidRulesetError(Say.NOT_DIGITS(tag=tag, text=quoted(text)))
    return int(text)


def _yes_or_no(value: bool) -> str:
    return _YES_OR_NO[not value]


def _read_jumping(tag: str, text: str) -> int:
    return FEWEST_TOKENS * _truth(tag, text) if text in _YES_OR_NO else _number(tag, text)


def _read_start(tag: str, text: str) -> Mapping[int, str]:
    return {} if text == _EMPTY else _by_players(tag, text)


def _write_start(start: Mapping[int, str]) -> str:
    return " ".join(f"{players}:{text}" for players, text in start.items()) or _EMPTY


def _truth(tag: str, text: str) -> bool:
    if text not in _YES_OR_NO:
        raise InvalidRulesetError(f"{tag} is yes or no, not {quoted(text)}")
    return text == "yes"


_LOOKS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "FieldPlaces": ("places", _read_place),
    "FieldNames": ("names", str),
}
"""The tags of how boards look: which field of `Board` each is, and how a field's part is read."""
_WRITTEN: Final = {
    "Boards": Say.HOW_BOARDS,
    "FieldPlaces": Say.HOW_PLACES,
    "FieldNames": Say.HOW_NAMES,
    "Start": Say.HOW_START,
}

RULESET_TAGS: Final = RulesetTags(
    Ruleset,
    PUBLISHED,
    {
        "Boards": FieldTag("boards", _read_boards, lambda boards: _write_boards(boards)["Boards"]),
        "Tokens": FieldTag("tokens", _number, values=range(FEWEST_TOKENS, MOST + 1)),
        "Cards": FieldTag("cards", _truth, _yes_or_no, _YES_OR_NO),
        "Stuck": choice("stuck", Stuck),
        "FromMills": choice("from_mills", FromMills),
        "Jumping": FieldTag("jumping", _read_jumping),
        "Quiet": FieldTag("quiet", _number, values=range(1, MOST + 1)),
        "Mixed": yes_or_no("mixed"),
        "MillWins": yes_or_no("mill_wins"),
        "FullBoard": choice("full_board", FullBoard, usual=FullBoard.STUCK),
        "Fewest": FieldTag("fewest", _number, values=range(2, MOST + 1), usual=FEWEST_TOKENS),
        "Removals": choice("removals", Removals, usual=Removals.ONE),
        "QuietFew": FieldTag("quiet_few", _number, values=range(MOST + 1), usual=0),
        "Marking": yes_or_no("marking"),
        "Repetition": FieldTag("repetition", _number, values=range(MOST + 1), usual=0),
        "LongRows": choice("long_rows", MillRule, usual=MillRule.COUNTS),
        "PlacingMills": choice("placing_mills", MillRule, usual=MillRule.COUNTS),
        "Start": FieldTag("start", _read_start, _write_start, usual=FrozenMap()),
    },
)
"""The tags of a custom ruleset."""
TAGS: Final[StartTags[State]] = StartTags(
    names=("Ruleset", "Players", *RULESET_TAGS.tags, *_LOOKS, POSITION),
    read=from_tags,
    write=to_tags,
    write_ruleset=ruleset_tags,
    implied=implied,
    values={"Players": range(min(PLAYER_COUNTS), max(PLAYER_COUNTS) + 1), **RULESET_TAGS.values},
    labels={
        "Tokens": Say.LABEL_TOKENS(),
        "Jumping": Say.LABEL_JUMPING(),
        "Fewest": Say.LABEL_FEWEST(),
        "Quiet": Say.LABEL_QUIET(),
        "QuietFew": Say.LABEL_QUIET_FEW(),
        "Repetition": Say.LABEL_REPETITION(),
    },
    suggestions={
        "Ruleset": tuple(PUBLISHED),
        "Players": tuple(map(str, PLAYER_COUNTS)),
        "Tokens": (str(NINE_AM.tokens),),
        "Jumping": ("no", str(NINE_AM.jumping), "4"),
        "Fewest": (str(NINE_AM.fewest),),
        "QuietFew": ("0", "10"),
        "Repetition": ("0", "3"),
        "Quiet": (str(NINE_AM.quiet), str(MILLS.quiet)),
    },
)
"""The tags of a start of 9AM or Mills."""
