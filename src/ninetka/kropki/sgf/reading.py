"""A game of Kropki as an SGF file has it, not yet replayed (K17)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, final

import attrs

from ...base.errors import NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.endings import Ending, EndingKind
from ...protocol.forms import ENDING
from ..board import SEATS, Point, Seat, off_the_board
from ..rulesets import STANDARD, TERRITORY, Capture, Ruleset, Start
from ..setup import Setup
from ..tags import TAGS
from .syntax import Node, SgfError, Value, one, read_tree, write_property

COLOURS: Final = ("B", "W")
"""The seats as SGF calls them."""
SET_UP: Final = ("AB", "AW")
"""By seat: the property with its dots at the start."""
POOLS: Final = ("TB", "TW")
"""By seat: the property with its pools at the end."""
KNOWN_TAGS: Final[Mapping[str, str]] = {
    "GN": "Name",
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "DT": "Date",
    "PB": "First",
    "PW": "Second",
    "BR": "FirstRating",
    "WR": "SecondRating",
    "BT": "FirstTeam",
    "WT": "SecondTeam",
    "TM": "Time",
    "OT": "Overtime",
    "HA": "Handicap",
    "ON": "Opening",
    "AN": "Annotator",
    "SO": "Source",
    "CP": "Copyright",
    "AP": "Application",
    "RU": "Rules",
}
"""By property of the first node: the tag of records that says the same."""
_SETTINGS: Final = "Punish=0,Holes=1,AddTurn=0,MustSurr={0},MinArea={0},Pass=0,Stop=0,LastSafe=0"
RULES: Final[Mapping[Capture, str]] = {
    Capture.DECLARED: f"{_SETTINGS.format(0)},ScoreTerr=0,InstantWin=0",
    Capture.AUTOMATIC: f"{_SETTINGS.format(1)},ScoreTerr=0,InstantWin=0",
}
"""RU as it is written, in the form that one of the sites uses."""
OTHER_TAG: Final = "TAG"
"""The property for tags of other names: `TAG[Referee:Ann]`."""
RULESET_TAG: Final = "Ruleset"
"""The one among them that names a ruleset, if it is not the usual one."""
FORM_PROPERTIES: Final = frozenset({"FF", "GM", "CA", "ST", "SZ"})
"""Properties that only a game's first node can have, and that are not tags."""
GAME_PROPERTIES: Final = frozenset({"B", "W", "AB", "AW", "AE", "PL", "TB", "TW", "C", "RE", "KM"})
"""Properties that say how the game went."""

_SAID_BY_THE_GAME: Final = {*TAGS.names} | {"Game", "Result", ENDING}
_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_RULES: Final = {
    "": Capture.DECLARED,
    "territory": Capture.DECLARED,
    "standard": Capture.AUTOMATIC,
    "russian": Capture.AUTOMATIC,
}
"""The meaning of RU if it is a word."""
_MUST_SURROUND: Final = {"0": Capture.DECLARED, "1": Capture.AUTOMATIC}
_REQUIRED_SETTINGS: Final = {
    "Punish": "0",
    "Holes": "1",
    "AddTurn": "0",
    "Pass": "0",
    "LastSafe": "0",
    "ScoreTerr": "0",
}
"""What these must be if RU is a list of settings. The others make no difference to a record."""
_WIN: Final = re.compile(r"([BW])\+([0-9]{1,4}|[A-Za-z]+)")
_WIN_OTHERWISE: Final = {
    "R": EndingKind.RESIGNATION,
    "Resign": EndingKind.RESIGNATION,
    "T": EndingKind.TIME,
    "Time": EndingKind.TIME,
}


@final
@attrs.frozen
class SgfMove:
    """A move as the file has it."""

    seat: Seat
    text: str
    """The move (K15), without chains if captures are automatic."""
    drawn: tuple[str, ...]
    """The chains written with the move, if captures are automatic."""
    offset: int


@final
@attrs.frozen
class SgfGame:
    """A game as the file has it. Offsets are positions in its text, from 0."""

    setup: Setup
    """The position that it starts from."""
    tags: Mapping[str, str]
    """Names, date and the like."""
    moves: Sequence[SgfMove]
    comments: Mapping[int, str]
    """By number of moves made before: the comment, and the other remarks of the file."""
    result: Value | None
    """The result as it is written, if it says what it was."""
    margin: int | None
    """The first seat's points less the second's, according to the result."""
    ending: Ending | None
    """The resignation, or the end of a player's time, according to the result."""
    pools: Node | None
    """The node with the pools of an agreed end (K13), if there is one."""
    variation: int | None
    """Offset of the first variation that was left out; None if there is only one line of play."""


def read_game(text: str) -> SgfGame:
    """The game of a text. Raises SgfError.

    >>> game = read_game("(;GM[40]SZ[20]PB[Ann];B[jk]C[Here!]BL[9];W[kk])")
    >>> [move.text for move in game.moves], dict(game.tags), dict(game.comments)
    (['jk', 'kk'], {'First': 'Ann'}, {1: 'Here! BL[9]'})
    """
    tree = read_tree(text)
    root = tree.nodes[0]
    _check_kind(root)
    play = _Play(_ruleset(root, _capture(root)))
    for node in tree.nodes:
        play.take(node, is_root=node is root)
    margin = ending = None
    result = one(root, "RE")
    if result is not None:
        try:
            margin, ending = margin_and_ending(result.simple_text.strip())
        except NinetkaError as error:
            raise SgfError(str(error), result.offset, Kind.RESULT) from error
        if ending and play.pools:
            said = result.text.strip()
            sentence = f"the result is {said}, but TB and TW say that the players agreed"
            raise SgfError(sentence, result.offset, Kind.RESULT)
    return SgfGame(
        _as_named(root, play.setup()),
        _tags(root),
        play.moves,
        {ply: " ".join(texts) for ply, texts in play.comments.items()},
        None if margin is None and ending is None else result,
        margin,
        ending,
        play.pools,
        tree.variation,
    )


def _check_kind(root: Node) -> None:
    """Raise SgfError unless it is a game of Kropki without points given in advance."""
    game, komi = one(root, "GM"), one(root, "KM")
    if game is None:
        raise SgfError("GM is missing: a game of Kropki has GM[40]", root.offset, Kind.GAME)
    if game.text.strip() != "40":
        raise SgfError(
            f"GM is {quoted(game.text)}, another game: Kropki is 40", game.offset, Kind.GAME
        )
    if komi is not None and komi.text.strip("-+0. "):
        sentence = f"KM gives {quoted(komi.text)} points that are not won on the board"
        raise SgfError(sentence, komi.offset, Kind.RULESET)


def _capture(root: Node) -> Capture:
    """How dots are captured according to RU."""
    rules = one(root, "RU")
    if rules is None:
        return Capture.DECLARED
    text = rules.simple_text.strip()
    capture = capture_by_rules(text)
    if capture is None:
        raise SgfError(
            f"RU is {quoted(text, 120)}, rules that are not known here", rules.offset, Kind.RULESET
        )
    return capture


def capture_by_rules(text: str) -> Capture | None:
    """How dots are captured by the rules that RU names; None if they are not known."""
    if text in _RULES:
        return _RULES[text]
    settings = dict(pair.partition("=")[::2] for pair in text.split(","))
    if any(settings.get(name, value) != value for name, value in _REQUIRED_SETTINGS.items()):
        return None
    return _MUST_SURROUND.get(settings.get("MustSurr", ""))


def _ruleset(root: Node, capture: Capture) -> Ruleset:
    """The ruleset with the size that SZ gives, and nothing on the board."""
    size = one(root, "SZ")
    if size is None:
        raise SgfError("SZ, the size of the board, is missing", root.offset, Kind.RULESET)
    match = _SIZE.fullmatch(size.text.strip())
    if match is None:
        sentence = f"SZ is written 30 or 39:32, columns and rows, not {quoted(size.text)}"
        raise SgfError(sentence, size.offset, Kind.RULESET)
    try:
        return _sized(capture, int(match[1]), int(match[2] or match[1]), Start.EMPTY)
    except NinetkaError as error:
        raise SgfError(str(error), size.offset, Kind.RULESET) from error


def _sized(capture: Capture, columns: int, rows: int, start: Start) -> Ruleset:
    published = STANDARD if capture is Capture.AUTOMATIC else TERRITORY
    return attrs.evolve(published, columns=columns, rows=rows, start=start)


def ruleset_for(ruleset: Ruleset, dots: tuple[int, int]) -> Ruleset:
    """The ruleset that a game with these dots at the start has, unless the file names another.

    It has the size and the way to capture of the given one. It starts with the cross if the dots
    are the cross, or if there are any and it is then a published ruleset.
    """
    columns, rows, capture = ruleset.columns, ruleset.rows, ruleset.capture
    if any(dots) and min(columns, rows) > 1:
        crossed = _sized(capture, columns, rows, Start.CROSS)
        if capture is Capture.AUTOMATIC or crossed.first_dots == dots:
            return crossed
    return _sized(capture, columns, rows, Start.EMPTY)


def _as_named(root: Node, setup: Setup) -> Setup:
    """The set-up with the ruleset that the file names, `TAG[Ruleset:club cross]`, if it does."""
    named: dict[str, int] = {}
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag == RULESET_TAG:
            named.setdefault(text, value.offset)
    if len(named) > 1:
        first, second = islice(named, 2)
        sentence = f"{OTHER_TAG} names two rulesets, {quoted(first)} and {quoted(second)}"
        raise SgfError(sentence, named[second], Kind.RULESET)
    for text, offset in named.items():
        name, _, start = text.partition(" ")
        try:
            ruleset = attrs.evolve(setup.ruleset, name=name, start=Start(start))
        except ValueError as error:
            sentence = f"a ruleset is named 'club empty' or 'club cross', not {quoted(text)}"
            raise SgfError(sentence, offset, Kind.RULESET) from error
        return attrs.evolve(setup, ruleset=ruleset)
    return setup


def _tags(root: Node) -> dict[str, str]:
    """The tags of the first node: its other properties with one value."""
    tags: dict[str, str] = {}
    for name, values in root.properties.items():
        text = values[0].simple_text
        if _is_tag(name, values) and text not in RULES.values():
            one(root, name)
            tags[KNOWN_TAGS.get(name, name)] = text
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag != RULESET_TAG and tag in _SAID_BY_THE_GAME:
            sentence = f"{OTHER_TAG} has {tag}, which the game itself says"
            raise SgfError(sentence, value.offset, Kind.TAG)
        if tag != RULESET_TAG:
            tags[tag] = text
    return tags


def _is_special(name: str) -> bool:
    """Whether a property is neither a tag nor a remark."""
    return name in FORM_PROPERTIES or name in GAME_PROPERTIES


def _is_tag(name: str, values: Sequence[Value]) -> bool:
    """Whether a property of the first node is a tag of its own."""
    is_other = name == OTHER_TAG or _is_special(name)
    return not is_other and (len(values) == 1 or name in KNOWN_TAGS)


def margin_and_ending(result: str) -> tuple[int | None, Ending | None]:
    """The first seat's margin, or the ending, that a result states; neither if it is unknown.

    Raises NinetkaError for a text that is not a result.
    """
    match = _WIN.fullmatch(result)
    if match is not None:
        winner = Seat(COLOURS.index(match[1]))
        if match[2].isdigit():
            return (-int(match[2]) if winner else int(match[2])), None
        if match[2] in _WIN_OTHERWISE:
            return None, Ending(_WIN_OTHERWISE[match[2]], winner.other)
    if result in ("0", "Draw"):
        return 0, None
    if result not in ("", "?", "Void"):
        raise NinetkaError(f"a result is written B+12, B+R, B+T, 0 or ?, not {quoted(result)}")
    return None, None


@attrs.define
class _Play:
    """A game as far as its nodes have been read."""

    ruleset: Ruleset
    dots: dict[Point, Seat] = attrs.Factory(dict)
    to_move: Seat | None = None
    moves: list[SgfMove] = attrs.Factory(list)
    comments: dict[int, list[str]] = attrs.Factory(dict)
    pools: Node | None = None

    def take(self, node: Node, is_root: bool) -> None:
        """Read the next node. Raises SgfError."""
        for name, values in node.properties.items():
            if name in FORM_PROPERTIES and not is_root:
                sentence = f"{name} begins another game, but this one is not closed with )"
                raise SgfError(sentence, values[0].offset)
        self.arrange(node)
        self.move(node)
        if any(name in node.properties for name in POOLS):
            self.pools = node
        self.comment(node, is_root)

    def arrange(self, node: Node) -> None:
        """Read the dots that the game starts with, and who begins."""
        for name in (*SET_UP, "AE", "PL"):
            for value in node.properties.get(name, ()):
                if self.moves or name == "AE":
                    sentence = f"{name} changes the position in the middle of the game"
                    raise SgfError(sentence, value.offset, Kind.POSITION)
                if name != "PL":
                    self.place(Seat(SET_UP.index(name)), value)
        begins = one(node, "PL")
        if begins is not None:
            text = begins.text.strip()
            if text not in COLOURS:
                raise SgfError(f"PL is B or W, not {quoted(text)}", begins.offset, Kind.POSITION)
            self.to_move = Seat(COLOURS.index(text))

    def place(self, seat: Seat, value: Value) -> None:
        """Read a dot that the game starts with."""
        try:
            point = Point(value.text.strip())
        except NinetkaError as error:
            raise SgfError(str(error), value.offset, Kind.POSITION) from error
        if point in self.dots:
            raise SgfError(f"there are two dots on {point}", value.offset, Kind.POSITION)
        if not self.ruleset.board.bits[point.index]:
            raise SgfError(off_the_board(point, self.ruleset.board), value.offset, Kind.POSITION)
        self.dots[point] = seat

    def move(self, node: Node) -> None:
        """Read the move of a node, if it has one."""
        values = [(seat, v) for seat in SEATS for v in node.properties.get(COLOURS[seat], ())]
        if not values:
            return
        seat, value = values[0]
        text = value.text.strip()
        complaint = None
        if len(values) > 1:
            complaint = f"a node has one move, not {len(values)}"
        elif self.pools is not None:
            complaint = "a move follows TB and TW, which end the game"
        elif not text:
            complaint = f"{COLOURS[seat]} makes no move here, but nobody can pass"
        elif self.moves and self.moves[-1].seat is seat:
            complaint = f"{COLOURS[seat]} moves twice in a row: players take turns"
        elif not self.moves and self.to_move not in (None, seat):
            complaint = f"PL says that {COLOURS[seat.other]} begins"
        if complaint:
            raise SgfError(complaint, values[-1][1].offset, Kind.ILLEGAL_MOVE)
        drawn: list[str] = []
        if self.ruleset.capture is Capture.AUTOMATIC:
            text, *drawn = text.split(".")
        self.moves.append(SgfMove(seat, text, tuple(drawn), value.offset))

    def comment(self, node: Node, is_root: bool) -> None:
        """Read the comment of a node and its other remarks."""
        texts = [value.text for value in node.properties.get("C", ())]
        for name, values in node.properties.items():
            is_tag = is_root and (name == OTHER_TAG or _is_tag(name, values))
            if not (is_tag or _is_special(name)):
                texts.append(write_property(name, [value.simple_text for value in values]))
        if texts:
            self.comments.setdefault(len(self.moves), []).extend(texts)

    def setup(self) -> Setup:
        """The position that the game starts from."""
        begins = self.moves[0].seat if self.moves else self.to_move or Seat.FIRST
        setup = Setup(self.dots, (), begins, self.ruleset)
        return attrs.evolve(setup, ruleset=ruleset_for(self.ruleset, setup.masks))
