"""A game of Kropki as an SGF file has it, not yet replayed (K17)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, final

import attrs

from ...base.errors import InvalidRulesetError, NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.clocks import Clock
from ...protocol.endings import AGREEMENT, Ending, EndingKind
from ...protocol.forms import ENDING
from ..board import SEATS, Board, Seat
from ..halves import Points, as_half
from ..rulesets import STANDARD, TERRITORY, Capture, Passing
from ..setup import Setup
from ..tags import RULESET_TAGS, TAGS
from .course import Course, SgfMove
from .notes import COLOURS, NUMBERED, is_note
from .rules import Rules, rules_in, rules_text
from .syntax import Node, SgfError, Tree, Value, one, read_tree, write_property

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
OTHER_TAG: Final = "TAG"
"""The property for tags of other names: `TAG[Referee:Ann]`."""
RULESET_TAG: Final = "Ruleset"
"""The one among them that names a ruleset, if it is not the usual one."""
RULES_TAG: Final = KNOWN_TAGS["RU"]
"""The tag of RU, if it is not written as here."""
FORM_PROPERTIES: Final = frozenset({"FF", "GM", "CA", "ST", "SZ"})
"""Properties that only a game's first node can have, and that are not tags."""
GAME_PROPERTIES: Final = frozenset(
    {"B", "W", "AB", "AW", "AE", "PL", "TB", "TW", "C", "RE", "KM", NUMBERED}
)
"""Properties that say how the game went."""
_OF_THE_FIRST_NODE: Final = frozenset({"RE", "KM"})
"""Those among them that say nothing about the game in a later node."""

TOLD_BY_TAGS: Final = {RULESET_TAG, *RULESET_TAGS.tags} - {"Columns", "Rows", "Capture"}
"""Tags of rulesets that the property TAG can have; SZ and RU say the others."""
_SAID_BY_THE_GAME: Final = {*TAGS.names, "Game", "Result", ENDING} - TOLD_BY_TAGS
_WRITTEN_RULES: Final = {
    rules_text(each)
    for each in (TERRITORY, *(attrs.evolve(STANDARD, passing=passing) for passing in Passing))
}
"""RU as it is written here: what it says is in the ruleset."""
_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_KOMI: Final = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,9})?")
_WIN: Final = re.compile(r"([BW])\+([0-9]{1,4}(?:\.[05]0*)?|[A-Za-z]+)")
_WIN_OTHERWISE: Final = {
    "R": EndingKind.RESIGNATION,
    "Resign": EndingKind.RESIGNATION,
    "T": EndingKind.TIME,
    "Time": EndingKind.TIME,
}
_WIN_BY_GROUNDING: Final = "G"


@final
@attrs.frozen
class Result:
    """What a file says of a game's result: points, an ending, or nothing if all are None."""

    margin: Points | None = None
    """The first seat's points less the second's."""
    ending: Ending | None = None
    """The resignation, or the end of a player's time."""
    winner: Seat | None = None
    """Who won when a player ended the game by grounding (K20)."""

    @property
    def is_known(self) -> bool:
        """Whether the file says something of it."""
        return self != Result()


@final
@attrs.frozen
class SgfLine:
    """A variation as the file has it, or the game itself. It counts its own moves."""

    moves: Sequence[SgfMove]
    comments: Mapping[int, str]
    """By number of moves made before: the comment, and the other remarks of the file."""
    glyphs: Mapping[int, Sequence[int]]
    """By ply: the numbers of the glyphs on that move."""
    clocks: Mapping[int, Clock]
    """By ply: the clock times of that move."""
    variations: Mapping[int, Sequence[SgfLine]]
    """By ply: what might have been played instead of that move."""


@final
@attrs.frozen
class SgfGame:
    """A game as the file has it. Offsets are positions in its text, from 0."""

    setup: Setup
    """The position that it starts from."""
    tags: Mapping[str, str]
    """Names, date and the like."""
    written: Value | None
    """The result as it is written, if it says what it was."""
    result: Result
    """What that means."""
    ending: Ending | None
    """How the game ended if not by a move, as far as a last node or the result says."""
    pools: Node | None
    """The node with the pools of an agreed end (K13), if there is one."""
    line: SgfLine
    """All that is written on the moves, and the variations."""
    variation: int | None
    """Offset of the first variation that was left out, since it replaces no move; None if none."""
    flaw: SgfError | None
    """What is wrong with a variation that cannot be read."""

    @property
    def moves(self) -> Sequence[SgfMove]:
        """The moves of the game."""
        return self.line.moves

    @property
    def comments(self) -> Mapping[int, str]:
        """By number of moves made before: the comment, and the other remarks of the file."""
        return self.line.comments


def read_game(text: str) -> SgfGame:
    """The game of a text. Raises SgfError.

    >>> game = read_game("(;GM[40]SZ[20]PB[Ann];B[jk]C[Here!]BL[9];W[kk])")
    >>> [move.text for move in game.moves], dict(game.tags), dict(game.comments)
    (['jk', 'kk'], {'First': 'Ann'}, {1: 'Here!'})
    """
    tree = read_tree(text)
    root = tree.nodes[0]
    _check_kind(root)
    told, rules = _told(root), _rules(root)
    course = Course(_board(root), rules.capture, told.get("passing", rules.passing))
    reader = _Reader(root)
    line = reader.line(tree, course)
    written, result = _result(root)
    ending = _ending(written, result, course)
    # What the file does not tell, but shows
    if result.winner is not None or (ending and ending.kind is EndingKind.GROUNDING):
        told.setdefault("grounding", True)
    if course.stopped is not None or reader.is_stopped:
        told.setdefault("passing", Passing.FOR_GOOD)
    return SgfGame(
        _setup(root, rules, told, course),
        _tags(root),
        written if result.is_known else None,
        result,
        ending,
        course.pools,
        line,
        min(reader.left_out, default=None),
        reader.flaw,
    )


@attrs.define
class _Reader:
    """Reads the lines of play of a game."""

    root: Node
    left_out: list[int] = attrs.Factory(list)
    """Offsets of variations that replace no move."""
    flaw: SgfError | None = None
    """What is wrong with the first variation that cannot be read."""
    is_stopped: bool = False
    """Whether a player stops in a variation (K24)."""

    def line(self, tree: Tree, course: Course) -> SgfLine:
        """A line of play; `course` is the game up to it, and takes its nodes. Raises SgfError."""
        made = len(course.moves)
        variations: dict[int, list[tuple[int, SgfLine]]] = {}
        for number, node in enumerate(tree.nodes):
            for other in tree.variations.get(number, ()):
                variation = self.variation(other, course)
                if variation is not None:
                    ply = len(course.moves) - made + 1
                    variations.setdefault(ply, []).append((other.offset, variation))
            is_root = node is self.root
            _check_form(node, self.root)
            course.take(node, _remarks(node, is_root), is_root)
        after = len(course.moves) - made + 1  # where there is no move to replace
        self.left_out += [offset for offset, _ in variations.pop(after, ())]
        return SgfLine(
            course.moves[made:],
            {ply - made: " ".join(texts) for ply, texts in course.comments.items()},
            {ply - made: numbers for ply, numbers in course.glyphs.items()},
            {ply - made: clock for ply, clock in course.clocks.items()},
            {ply: [each for _, each in found] for ply, found in variations.items()},
        )

    def variation(self, tree: Tree, course: Course) -> SgfLine | None:
        """A variation of a game that has come so far; None if it has no moves, or is wrong."""
        branch = course.branch()
        try:
            line = self.line(tree, branch)
        except SgfError as error:
            self.flaw = self.flaw or error
            return None
        self.is_stopped = self.is_stopped or branch.stopped is not None
        if not line.moves:
            self.left_out.append(tree.offset)
            return None
        ended = branch.ending or (AGREEMENT if branch.pools else None)
        return line if ended is None else _with_ending(line, ended)


def _with_ending(line: SgfLine, ending: Ending) -> SgfLine:
    """A variation with its ending, which no variation of a record can have, as a comment."""
    last = len(line.moves)
    comment = f"{line.comments.get(last, '')} ({ending.to_text(SEATS)})".strip()
    return attrs.evolve(line, comments={**line.comments, last: comment})


def _check_kind(root: Node) -> None:
    """Raise SgfError unless it is a game of Kropki."""
    game = one(root, "GM")
    if game is None:
        raise SgfError("GM is missing: a game of Kropki has GM[40]", root.offset, Kind.GAME)
    if game.text.strip() != "40":
        raise SgfError(
            f"GM is {quoted(game.text)}, another game: Kropki is 40", game.offset, Kind.GAME
        )


def _check_form(node: Node, root: Node) -> None:
    """Raise SgfError if a node that is not the root begins another game."""
    for name in () if node is root else node.properties:
        if name not in FORM_PROPERTIES:
            continue
        sentence = f"{name} begins another game, but this one is not closed with )"
        raise SgfError(sentence, node.properties[name][0].offset)


def _rules(root: Node) -> Rules:
    """What RU says of the rules."""
    value = one(root, "RU")
    text = "" if value is None else value.simple_text.strip()
    rules = rules_in(text)
    if rules is None:
        assert value is not None
        sentence = f"RU is {quoted(text, 120)}, rules that are not known here"
        raise SgfError(sentence, value.offset, Kind.RULESET)
    return rules


def _size(root: Node) -> tuple[int, int]:
    """The columns and rows that SZ gives."""
    size = one(root, "SZ")
    if size is None:
        raise SgfError("SZ, the size of the board, is missing", root.offset, Kind.RULESET)
    match = _SIZE.fullmatch(size.text.strip())
    if match is None:
        sentence = f"SZ is written 30 or 39:32, columns and rows, not {quoted(size.text)}"
        raise SgfError(sentence, size.offset, Kind.RULESET)
    return int(match[1]), int(match[2] or match[1])


def _board(root: Node) -> Board:
    """The board of the size that SZ gives."""
    size = _size(root)
    try:
        return Rules().ruleset(size).board
    except NinetkaError as error:
        offset = root.properties["SZ"][0].offset
        raise SgfError(str(error), offset, Kind.RULESET) from error


def _told(root: Node) -> dict[str, Any]:
    """The fields of the ruleset that KM and TAG tell: `TAG[Start:cross]`."""
    told: dict[str, Any] = {}
    komi = one(root, "KM")
    if komi is not None:
        told["komi"] = _komi(komi)
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag not in TOLD_BY_TAGS:
            continue
        try:
            field, field_value = _field(tag, text)
        except NinetkaError as error:
            raise SgfError(str(error), value.offset, Kind.RULESET) from error
        if told.setdefault(field, field_value) != field_value:
            sentence = f"the file has two values of {tag}"
            raise SgfError(sentence, value.offset, Kind.RULESET)
    return told


def _field(tag: str, text: str) -> tuple[str, Any]:
    """The field of rulesets that a tag describes, and its value. Raises InvalidRulesetError."""
    if tag == RULESET_TAG:
        return "name", text
    described = RULESET_TAGS.tags[tag]
    return described.field, described.read(tag, text)


def _komi(value: Value) -> Points:
    """The points that KM gives the second player (K19)."""
    text = value.text.strip() or "0"
    try:
        if not _KOMI.fullmatch(text):
            raise InvalidRulesetError(f"KM is written 6.5, -2 or 0, not {quoted(text)}")
        return as_half(float(text), "KM", InvalidRulesetError)
    except NinetkaError as error:
        raise SgfError(str(error), value.offset, Kind.RULESET) from error


def _setup(root: Node, rules: Rules, told: Mapping[str, Any], course: Course) -> Setup:
    """The position that the game starts from."""
    size = _size(root)
    try:
        masks = Setup(course.dots, ruleset=rules.ruleset(size)).masks
        ruleset = rules.ruleset(size, masks, **told)
    except NinetkaError as error:
        offset = root.properties.get(OTHER_TAG, root.properties["SZ"])[0].offset
        raise SgfError(str(error), offset, Kind.RULESET) from error
    begins = course.moves[0].seat if course.moves else course.to_move
    return Setup(course.dots, (), ruleset.begins if begins is None else begins, ruleset)


def _tags(root: Node) -> dict[str, str]:
    """The tags of the first node: its other properties with one value."""
    tags: dict[str, str] = {}
    for name, values in root.properties.items():
        if _is_tag(name, values):
            one(root, name)
            tags[KNOWN_TAGS.get(name, name)] = values[0].simple_text
    if tags.get(RULES_TAG) in _WRITTEN_RULES:
        del tags[RULES_TAG]
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag in _SAID_BY_THE_GAME:
            sentence = f"{OTHER_TAG} has {tag}, which the game itself says"
            raise SgfError(sentence, value.offset, Kind.TAG)
        if tag not in TOLD_BY_TAGS:
            tags[tag] = text
    return tags


def _remarks(node: Node, is_root: bool) -> list[str]:
    """The properties of a node that are no tags, glyphs and clocks, nor of the game, as written."""
    remarks = []
    for name, values in node.properties.items():
        texts = [value.simple_text for value in values]
        if is_root:
            is_other = name == OTHER_TAG or _is_tag(name, values)
        else:
            is_other = is_note(name, texts, node.properties.keys())
        is_unread = not is_root and name in _OF_THE_FIRST_NODE
        if not is_other and (is_unread or not _is_special(name)):
            remarks.append(write_property(name, texts))
    return remarks


def _is_special(name: str) -> bool:
    """Whether a property is neither a tag nor a remark."""
    return name in FORM_PROPERTIES or name in GAME_PROPERTIES


def _is_tag(name: str, values: Sequence[Value]) -> bool:
    """Whether a property of the first node is a tag of its own."""
    is_other = name == OTHER_TAG or _is_special(name)
    return not is_other and (len(values) == 1 or name in KNOWN_TAGS)


def _result(root: Node) -> tuple[Value | None, Result]:
    """The result as RE has it, and what it means."""
    written = one(root, "RE")
    if written is None:
        return None, Result()
    try:
        return written, parse_result(written.simple_text.strip())
    except NinetkaError as error:
        raise SgfError(str(error), written.offset, Kind.RESULT) from error


def parse_result(result: str) -> Result:
    """What a result means. Raises NinetkaError for a text that is not a result."""
    match = _WIN.fullmatch(result)
    if match is not None:
        winner = Seat(COLOURS.index(match[1]))
        if match[2][0].isdigit():
            margin = as_half(float(match[2]), "a margin", NinetkaError)
            return Result(-margin if winner else margin)
        if match[2] in _WIN_OTHERWISE:
            return Result(ending=Ending(_WIN_OTHERWISE[match[2]], winner.other))
        if match[2] == _WIN_BY_GROUNDING:
            return Result(winner=winner)
    if result in ("0", "Draw"):
        return Result(0)
    if result not in ("", "?", "Void"):
        raise NinetkaError(f"a result is written B+12, B+R, B+T, B+G, 0 or ?, not {quoted(result)}")
    return Result()


def _ending(written: Value | None, result: Result, course: Course) -> Ending | None:
    """How a game ended if not by a move, which its last node and its result say alike."""
    ending = course.ending
    if written is None or not result.is_known:
        return ending
    said, claim = written.text.strip(), None
    if result.winner is not None and course.capture is Capture.DECLARED:
        claim = "nobody grounds where chains are declared"
    elif result.ending and course.pools:
        claim = "TB and TW say that the players agreed"
    elif ending is not None and ending.kind is EndingKind.GROUNDING and result.ending:
        claim = f"the last move of {COLOURS[ending.seat or 0]} says that they grounded"
    elif ending is not None and ending.kind is EndingKind.RESIGNATION and result.ending != ending:
        claim = f"the last move of {COLOURS[ending.seat or 0]} says that they resigned"
    if claim is not None:
        sentence = f"the result is {said}, but {claim}"
        raise SgfError(sentence, written.offset, Kind.RESULT)
    return ending or result.ending
