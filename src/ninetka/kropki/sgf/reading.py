"""What an SGF file says of a game of Kropki, not yet replayed (K17)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, final

import attrs

from ...endings import Ending, EndingKind
from ...errors import NinetkaError, quoted
from ...forms import ENDING
from ..board import SEATS, Point, Seat
from ..legality import off_the_board
from ..rulesets import STANDARD, TERRITORY, Capture, Ruleset, Start
from ..setup import Setup
from ..tags import TAG_NAMES
from .syntax import Node, Places, Tree, Value, decoded, read_tree, write_property

__all__ = ["SgfGame", "SgfMove", "read_game"]

COLOURS: Final = ("B", "W")
"""The seats as SGF calls them."""
SET_UP: Final = ("AB", "AW")
"""By seat, the property with its dots at the start."""
POOLS: Final = ("TB", "TW")
"""By seat, the property with its pools at the end."""
LETTERS: Final = {EndingKind.RESIGNATION: "R", EndingKind.TIME: "T"}
"""How results say what was won otherwise than by points."""
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
"""What the tags of records are called that say the same as properties of a game's first node."""
RULES: Final[Mapping[Capture, str]] = {
    Capture.DECLARED: "Punish=0,Holes=1,AddTurn=0,MustSurr=0,MinArea=0,Pass=0,Stop=0,LastSafe=0,"
    "ScoreTerr=0,InstantWin=0",
    Capture.AUTOMATIC: "Punish=0,Holes=1,AddTurn=0,MustSurr=1,MinArea=1,Pass=0,Stop=0,LastSafe=0,"
    "ScoreTerr=0,InstantWin=0",
}
"""What RU has of these rules, as one of the sites writes it."""
_SAID_BY_THE_GAME: Final = TAG_NAMES | {"Game", "Result", ENDING}
OTHER_TAG: Final = "TAG"
"""The property for tags of other names: `TAG[Referee:Ann]`."""
RULESET_TAG: Final = "Ruleset"
"""The one among them that names a ruleset, if it is not the usual one."""
FORM_PROPERTIES: Final = frozenset({"FF", "GM", "CA", "ST", "SZ"})
"""What only a game's first node can have, and what is no tag."""
GAME_PROPERTIES: Final = frozenset({"B", "W", "AB", "AW", "AE", "PL", "TB", "TW", "C", "RE", "KM"})
"""What is neither that nor a tag nor a remark on the game."""

_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_RULES: Final = {
    "": Capture.DECLARED,
    "territory": Capture.DECLARED,
    "standard": Capture.AUTOMATIC,
    "russian": Capture.AUTOMATIC,
}
"""What RU means where it is a word."""
_MUST_SURROUND: Final = {"0": Capture.DECLARED, "1": Capture.AUTOMATIC}
_SETTINGS: Final = {
    name: "1" if name == "Holes" else "0"
    for name in ("Punish", "Holes", "AddTurn", "Pass", "LastSafe", "ScoreTerr")
}
"""What RU has of these where it is a list of settings. Others make no difference to a record."""
_WIN: Final = re.compile(r"([BW])\+([0-9]{1,4}|[A-Za-z]+)")
_WIN_OTHERWISE: Final = {letter: kind for kind, letter in LETTERS.items()} | {
    "Resign": EndingKind.RESIGNATION,
    "Time": EndingKind.TIME,
}
_DRAW: Final = ("0", "Draw")
_UNKNOWN: Final = ("", "?", "Void")


@final
@attrs.frozen
class SgfMove:
    """A move as the file has it."""

    seat: Seat
    text: str
    """The move (K15), without chains if captures are automatic."""
    drawn: tuple[str, ...]
    """The chains that stand with it, if captures are automatic."""
    offset: int


@final
@attrs.frozen
class SgfGame:
    """A game as the file has it."""

    setup: Setup
    """What it starts from."""
    tags: Mapping[str, str]
    """Names, date and the like."""
    moves: Sequence[SgfMove]
    comments: Mapping[int, str]
    """Number of moves made before it: a comment, with what else the file remarks there."""
    result: Value | None
    """The result as it stands there, if it says what it was."""
    margin: int | None
    """By how many points the first seat has won by that result; negative if it has lost."""
    ending: Ending | None
    """The resignation, or the end of a player's time, by that result."""
    pools: tuple[Value | None, Value | None] | None
    """What the pools of an agreed end are by seat (K13), if the file says so."""
    pools_offset: int
    """Offset of the node that does, 0 if none."""
    variation: int | None
    """Offset of the first variation that was left out; None if there is only one line of play."""
    places: Places
    """Says where an offset is in the file."""


def read_game(text: str, line: int = 1, column: int = 1) -> SgfGame:
    """The game of a text that stands at this line and column of its file. Raises SgfError.

    Bytes that are not UTF-8 stand in the text as `surrogateescape` leaves them; they are read in
    the encoding that CA names.

    >>> game = read_game("(;GM[40]SZ[20]PB[Ann];B[jk]C[Here!]BL[9];W[kk])")
    >>> [move.text for move in game.moves], dict(game.tags), dict(game.comments)
    (['jk', 'kk'], {'First': 'Ann'}, {1: 'Here! BL[9]'})
    """
    tree = read_tree(text, line, column)
    charset = _one(tree, tree.nodes[0], "CA")
    try:
        readable = decoded(text, charset.text.strip() if charset else "")
    except NinetkaError as error:
        raise tree.places.error(str(error), charset.offset if charset else 0) from error
    if readable != text:
        tree = read_tree(readable, line, column)
    return _game(tree)


def _one(tree: Tree, node: Node, name: str) -> Value | None:
    """The value of a property that has only one, if it is there."""
    values = node.properties.get(name)
    if values is None:
        return None
    if len(values) > 1:
        sentence = f"{name} has {len(values)} values in this node, not one"
        raise tree.places.error(sentence, values[1].offset)
    return values[0]


def _game(tree: Tree) -> SgfGame:
    places, root = tree.places, tree.nodes[0]
    _check_kind(tree, root)
    capture = _capture(tree, root)
    play = _Play(tree, _ruleset(tree, root, capture))
    for node in tree.nodes:
        play.take(node)
    margin = ending = None
    result = _one(tree, root, "RE")
    if result is not None:
        try:
            margin, ending = margin_and_ending(result.simple_text.strip())
        except NinetkaError as error:
            raise places.error(str(error), result.offset) from error
        if ending and play.pools:
            said = result.text.strip()
            sentence = f"the result is {said}, but TB and TW say that the players agreed"
            raise places.error(sentence, result.offset)
    return SgfGame(
        _as_named(tree, play.setup()),
        _tags(tree, root),
        play.moves,
        {ply: " ".join(texts) for ply, texts in play.comments.items()},
        None if margin is None and ending is None else result,
        margin,
        ending,
        play.pools,
        play.pools_offset,
        tree.variation,
        places,
    )


def _check_kind(tree: Tree, root: Node) -> None:
    """Raise SgfError unless it is a game of Kropki by the usual count of points."""
    game, komi = _one(tree, root, "GM"), _one(tree, root, "KM")
    if game is None:
        raise tree.places.error("GM is missing: a game of Kropki has GM[40]", root.offset)
    if game.text.strip() != "40":
        sentence = f"GM is {quoted(game.text)}, another game: Kropki is 40"
        raise tree.places.error(sentence, game.offset)
    if komi is not None and komi.text.strip("-+0. "):
        sentence = f"KM gives {quoted(komi.text)} points that are not won on the board"
        raise tree.places.error(sentence, komi.offset)


def _ruleset(tree: Tree, root: Node, capture: Capture) -> Ruleset:
    """The ruleset with the size that SZ gives, and nothing on the board."""
    size = _one(tree, root, "SZ")
    if size is None:
        raise tree.places.error("SZ, the size of the board, is missing", root.offset)
    match = _SIZE.fullmatch(size.text.strip())
    if match is None:
        sentence = f"SZ is written 30 or 39:32, columns and rows, not {quoted(size.text)}"
        raise tree.places.error(sentence, size.offset)
    columns, rows = int(match[1]), int(match[2] or match[1])
    try:
        return _sized(capture, columns, rows, Start.EMPTY)
    except NinetkaError as error:
        raise tree.places.error(str(error), size.offset) from error


def _sized(capture: Capture, columns: int, rows: int, start: Start) -> Ruleset:
    like = STANDARD if capture is Capture.AUTOMATIC else TERRITORY
    return attrs.evolve(like, columns=columns, rows=rows, start=start)


def ruleset_for(ruleset: Ruleset, dots: tuple[int, int]) -> Ruleset:
    """The ruleset of a game with such dots at the start, unless the file names another.

    Given one of the same size and way to capture: the published one, or if there are no dots, or
    those of the cross, one that starts so.
    """
    columns, rows, capture = ruleset.columns, ruleset.rows, ruleset.capture
    if any(dots) and min(columns, rows) > 1:
        crossed = _sized(capture, columns, rows, Start.CROSS)
        if capture is Capture.AUTOMATIC or crossed.first_dots == dots:
            return crossed
    return _sized(capture, columns, rows, Start.EMPTY)


def _as_named(tree: Tree, setup: Setup) -> Setup:
    """The same by the ruleset that the file names, `TAG[Ruleset:club cross]`, if it does."""
    for value in tree.nodes[0].properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag != RULESET_TAG:
            continue
        name, _, start = text.partition(" ")
        try:
            ruleset = attrs.evolve(setup.ruleset, name=name, start=Start(start))
        except ValueError as error:
            sentence = f"a ruleset is named 'club empty' or 'club cross', not {quoted(text)}"
            raise tree.places.error(sentence, value.offset) from error
        setup = attrs.evolve(setup, ruleset=ruleset)
    return setup


def _capture(tree: Tree, root: Node) -> Capture:
    """How dots are captured, as RU has it."""
    rules = _one(tree, root, "RU")
    if rules is None:
        return Capture.DECLARED
    text = rules.simple_text.strip()
    capture = capture_by_rules(text)
    if capture is None:
        sentence = f"RU is {quoted(text, 120)}, rules that are not known here"
        raise tree.places.error(sentence, rules.offset)
    return capture


def capture_by_rules(text: str) -> Capture | None:
    """How dots are captured by the rules that RU names; None if they are not known."""
    if text in _RULES:
        return _RULES[text]
    settings = dict(pair.partition("=")[::2] for pair in text.split(","))
    if any(settings.get(name, value) != value for name, value in _SETTINGS.items()):
        return None
    return _MUST_SURROUND.get(settings.get("MustSurr", ""))


def _tags(tree: Tree, root: Node) -> dict[str, str]:
    """What else the first node says, where properties have one value."""
    tags: dict[str, str] = {}
    for name, values in root.properties.items():
        texts = [value.simple_text for value in values]
        if name == OTHER_TAG:
            for value in values:
                tag, _, text = value.simple_text.partition(":")
                if tag == RULESET_TAG:
                    continue
                if tag in _SAID_BY_THE_GAME:
                    sentence = f"{OTHER_TAG} has {tag}, which the game itself says"
                    raise tree.places.error(sentence, value.offset)
                tags[tag] = text
        elif _is_tag(name, values) and texts[0] not in RULES.values():
            _one(tree, root, name)
            tags[KNOWN_TAGS.get(name, name)] = texts[0]
    return tags


def _is_tag(name: str, values: Sequence[Value]) -> bool:
    special = name in FORM_PROPERTIES or name in GAME_PROPERTIES
    return not special and (len(values) == 1 or name in KNOWN_TAGS)


def margin_and_ending(result: str) -> tuple[int | None, Ending | None]:
    """The margin of the first seat or the ending that a result states; nothing if it is unknown.

    Raises NinetkaError for what is not a result.
    """
    match = _WIN.fullmatch(result)
    if match is not None:
        winner = Seat(COLOURS.index(match[1]))
        if match[2].isdigit():
            return (-int(match[2]) if winner else int(match[2])), None
        if match[2] in _WIN_OTHERWISE:
            return None, Ending(_WIN_OTHERWISE[match[2]], winner.other)
    if result in _DRAW:
        return 0, None
    if result not in _UNKNOWN:
        raise NinetkaError(f"a result is written B+12, B+R, B+T, 0 or ?, not {quoted(result)}")
    return None, None


class _Play:
    """What the nodes of a game say, one after another."""

    def __init__(self, tree: Tree, ruleset: Ruleset) -> None:
        self.tree, self.ruleset = tree, ruleset
        self.dots: dict[Point, Seat] = {}
        self.to_move: Seat | None = None
        self.moves: list[SgfMove] = []
        self.comments: dict[int, list[str]] = {}
        self.pools: tuple[Value | None, Value | None] | None = None
        self.pools_offset = 0

    def take(self, node: Node) -> None:
        """Understand one more node. Raises SgfError."""
        properties = node.properties
        is_root = node is self.tree.nodes[0]
        for name, values in () if is_root else properties.items():
            if name in FORM_PROPERTIES:
                sentence = f"{name} begins another game, but this one is not closed with )"
                raise self.tree.places.error(sentence, values[0].offset)
        self.arrange(node)
        self.move(node)
        first, second = (_one(self.tree, node, name) for name in POOLS)
        if first or second:
            self.pools, self.pools_offset = (first, second), node.offset
        self.comment(node, is_root)

    def arrange(self, node: Node) -> None:
        """Take the dots that the game starts with, and who begins."""
        for name in (*SET_UP, "AE", "PL"):
            for value in node.properties.get(name, ()):
                if self.moves or name == "AE":
                    sentence = f"{name} changes the position in the middle of the game"
                    raise self.tree.places.error(sentence, value.offset)
                if name != "PL":
                    self.place(Seat(SET_UP.index(name)), value)
        begins = _one(self.tree, node, "PL")
        if begins is not None:
            text = begins.text.strip()
            if text not in COLOURS:
                sentence = f"PL is B or W, not {quoted(text)}"
                raise self.tree.places.error(sentence, begins.offset)
            self.to_move = Seat(COLOURS.index(text))

    def place(self, seat: Seat, value: Value) -> None:
        try:
            point = Point(value.text.strip())
        except NinetkaError as error:
            raise self.tree.places.error(str(error), value.offset) from error
        board = self.ruleset.board
        if point in self.dots or not board.bits[point.index]:
            twice = f"there are two dots on {point}"
            sentence = twice if point in self.dots else off_the_board(point, board)
            raise self.tree.places.error(sentence, value.offset)
        self.dots[point] = seat

    def move(self, node: Node) -> None:
        """Take the move of a node, if it has one."""
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
            complaint = f"{COLOURS[seat]} moves twice in a row: here nobody goes on alone"
        elif not self.moves and self.to_move not in (None, seat):
            complaint = f"PL says that {COLOURS[seat.other]} begins"
        if complaint:
            raise self.tree.places.error(complaint, values[-1][1].offset)
        drawn: list[str] = []
        if self.ruleset.capture is Capture.AUTOMATIC:
            text, *drawn = text.split(".")
        self.moves.append(SgfMove(seat, text, tuple(drawn), value.offset))

    def comment(self, node: Node, is_root: bool) -> None:
        """Take the comment of a node, and what is remarked besides."""
        texts = [value.text for value in node.properties.get("C", ())]
        for name, values in node.properties.items():
            special = name in FORM_PROPERTIES or name in GAME_PROPERTIES
            if not special and not (is_root and (_is_tag(name, values) or name == OTHER_TAG)):
                texts.append(write_property(name, [value.simple_text for value in values]))
        if texts:
            self.comments.setdefault(len(self.moves), []).extend(texts)

    def setup(self) -> Setup:
        """The position that the game starts from."""
        begins = self.moves[0].seat if self.moves else self.to_move or Seat.FIRST
        setup = Setup(self.dots, (), begins, self.ruleset)
        return attrs.evolve(setup, ruleset=ruleset_for(self.ruleset, setup.masks))
