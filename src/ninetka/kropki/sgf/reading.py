"""A game of Kropki as an SGF file has it, not yet replayed (K17)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, final

import attrs

from ...base.errors import InvalidRulesetError, NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.clocks import Clock
from ...protocol.endings import AGREEMENT, Ending, EndingKind
from ...protocol.options import options_of
from ..board import SEATS, Board, Point, Seat, off_the_board
from ..moves import PASS
from ..rulesets import STANDARD, TERRITORY, Capture, Passing, Ruleset, as_half
from ..setup import Setup
from .properties import (
    COLOURS,
    ENDS,
    KNOWN_TAGS,
    MOVE_PROPERTIES,
    NUMBERED,
    OTHER_TAG,
    POOLS,
    ROOT_PROPERTIES,
    RULESET_TAG,
    SAID_BY_THE_GAME,
    SET_UP,
    STOP_LINE,
    TAKEN,
    TOLD_BY_TAGS,
    Result,
    SgfRules,
    clock_of,
    glyph_number,
    glyph_of,
    parse_result,
    rules_in,
    rules_text,
)
from .syntax import GameTree, Node, PropValue, SgfError, one, read_tree, write_property

_WRITTEN_RULES: Final = {
    rules_text(each)
    for each in (TERRITORY, *(attrs.evolve(STANDARD, passing=passing) for passing in Passing))
}
"""RU as ninetka writes it, whose meaning the ruleset has."""
_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_KOMI: Final = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,9})?")


@final
@attrs.frozen
class SgfMove:
    """A move as the file has it."""

    seat: Seat
    text: str
    """The move (K15, K24), without chains if captures are automatic."""
    drawn: tuple[str, ...]
    """The chains written with the move, if captures are automatic."""
    offset: int


@final
@attrs.define
class SgfLine:
    """A line of play as far as its nodes have been read: the game, or a variation.

    It counts its own moves.
    """

    board: Board
    capture: Capture
    passing: Passing | None
    """The rule for passing in RU; None if RU has none, so that players may stop (K24)."""
    offset: int = 0
    """The place where it begins in the text of the game."""
    before: int = 0
    """The number of moves before its first: none but in a variation."""
    dots: dict[Point, Seat] = attrs.Factory(dict)
    """The dots that the game starts with."""
    to_move: Seat | None = None
    """The seat to move, as far as the file tells."""
    stopped: Seat | None = None
    """The seat that has passed for good (K24)."""
    moves: list[SgfMove] = attrs.Factory(list)
    texts: dict[int, list[str]] = attrs.Factory(dict)
    """The comments, and other properties as written, by the number of moves made before."""
    glyphs: dict[int, list[int]] = attrs.Factory(dict)
    """The numbers of the glyphs on each move, by ply."""
    clocks: dict[int, Clock] = attrs.Factory(dict)
    """The clock after each move, by ply."""
    variations: dict[int, list[SgfLine]] = attrs.Factory(dict)
    """The variations that replace a move, by its ply."""
    ending: Ending | None = None
    """The ending that the last move states if it is not a dot: resignation or grounding (K20)."""
    pools: Node | None = None
    """The node with the pools of an agreed end (K13), if there is one."""

    @property
    def comments(self) -> dict[int, str]:
        """The comment and the other remarks of the file, by the number of moves made before."""
        return {ply: " ".join(texts) for ply, texts in self.texts.items()}

    @property
    def may_stop(self) -> bool:
        """Whether the file lets players stop, or doesn't say (K24)."""
        told = self.passing in (None, Passing.FOR_GOOD)
        return told and self.capture is Capture.AUTOMATIC

    def branch(self, offset: int) -> SgfLine:
        """A variation that begins here, with nothing in it yet."""
        before = self.before + len(self.moves)
        branch = attrs.evolve(self, offset=offset, before=before, moves=[])
        branch.texts, branch.glyphs, branch.clocks, branch.variations = {}, {}, {}, {}
        return branch

    def take(self, node: Node, is_root: bool) -> None:
        """Read the next node. Raises SgfError."""
        for name in () if is_root else node.properties:
            if name in ROOT_PROPERTIES:
                sentence = f"{name} begins another game, but this one is not closed with )"
                raise SgfError(sentence, node.properties[name][0].offset)
        self.arrange(node)
        self.move(node)
        if any(name in node.properties for name in POOLS):
            self.pools = node
        ply = len(self.moves)
        glyphs: list[int] = []
        remarks: list[str] = []
        for name, values in node.properties.items():
            texts = [value.simple_text for value in values]
            glyph = None if is_root else glyph_of(name, texts)
            clock = None if is_root else clock_of(name, texts, node.properties)
            if name == NUMBERED:
                glyphs += map(glyph_number, values)
            elif glyph is not None:
                glyphs.append(glyph)
            elif clock is not None:
                self.clocks[ply] = clock
            elif is_root and (len(values) == 1 or name in TAKEN):
                continue  # a tag, or what the game says
            elif is_root or name not in MOVE_PROPERTIES:
                remarks.append(write_property(name, texts))
        if glyphs:
            self.glyphs.setdefault(ply, []).extend(glyphs)
        for value in node.properties.get("C", ()):
            self.comment(value)
        if remarks:
            self.texts.setdefault(ply, []).extend(remarks)

    def arrange(self, node: Node) -> None:
        """Read the dots that the game starts with, and who begins."""
        for name in (*SET_UP, "AE", "PL"):
            for value in node.properties.get(name, ()):
                if self.before or self.moves or name == "AE":
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

    def place(self, seat: Seat, value: PropValue) -> None:
        """Read a dot that the game starts with."""
        try:
            point = Point(value.text.strip())
        except NinetkaError as error:
            raise SgfError(str(error), value.offset, Kind.POSITION) from error
        if point in self.dots:
            raise SgfError(f"there are two dots on {point}", value.offset, Kind.POSITION)
        if not self.board.bits[point.index]:
            raise SgfError(off_the_board(point, self.board), value.offset, Kind.POSITION)
        self.dots[point] = seat

    def move(self, node: Node) -> None:
        """Read the move of a node, if it has one, or all dots of a player who is alone (K24)."""
        values = [(seat, v) for seat in SEATS for v in node.properties.get(COLOURS[seat], ())]
        if len(values) > 1 and not (self.may_stop and values[0][0] is values[-1][0]):
            sentence = f"a node has one move, not {len(values)}"
            raise SgfError(sentence, values[-1][1].offset, Kind.ILLEGAL_MOVE)
        for seat, value in values:
            if self.pools is not None or self.ending is not None:
                what = "TB and TW, which end the game" if self.pools else "the end of the game"
                raise SgfError(f"a move follows {what}", value.offset, Kind.ILLEGAL_MOVE)
            text = value.text.strip()
            ends = ENDS.get(text)
            # No dot: a pass (K24), or the end of the game by grounding (K20)
            if not text and self.passing is not Passing.TURNS:
                if self.capture is Capture.DECLARED:
                    sentence = f"{COLOURS[seat]} makes no move here, but nobody can pass"
                    raise SgfError(sentence, value.offset, Kind.ILLEGAL_MOVE)
                ends = EndingKind.GROUNDING
            if ends is not None:
                self.ending = Ending(ends, seat)
            else:
                self.turn(seat, text or str(PASS), value)

    def turn(self, seat: Seat, text: str, value: PropValue) -> None:
        """Take a move, after a stop of the opponent if it was their turn (K24)."""
        if self.to_move is seat.other:
            complaint = None
            if not (self.before or self.moves):
                complaint = f"PL says that {COLOURS[seat.other]} begins"
            elif self.stopped is seat:
                complaint = f"{COLOURS[seat]} has stopped, but places another dot"
            elif not self.may_stop:
                complaint = f"{COLOURS[seat]} moves twice in a row: players take turns"
            if complaint is not None:
                raise SgfError(complaint, value.offset, Kind.ILLEGAL_MOVE)
            self.stop(seat.other, value.offset)
        drawn: list[str] = []
        if self.capture is Capture.AUTOMATIC:
            text, *drawn = text.split(".")
        self.moves.append(SgfMove(seat, text, tuple(drawn), value.offset))
        self.to_move = seat if self.stopped is seat.other else seat.other

    def stop(self, seat: Seat, offset: int) -> None:
        """Let a player whose turn it is pass for good (K24)."""
        self.passing = Passing.FOR_GOOD
        self.moves.append(SgfMove(seat, str(PASS), (), offset))
        self.stopped = seat if self.stopped is None else self.stopped
        self.to_move = seat.other

    def comment(self, value: PropValue) -> None:
        """Read a comment: its text, and what it says of stops, which are moves (K24).

        A line with an escaped character in it is only text.
        """
        begins = 0
        for match in STOP_LINE.finditer(value.raw):
            seat = Seat(COLOURS.index(match[1]))
            if self.may_stop and self.to_move in (None, seat) and self.ending is None:
                self.say(value.raw[begins : match.start()].removesuffix("\n"))
                self.stop(seat, value.offset)
                begins = match.end()
        if not begins or begins < len(value.raw):
            self.say(value.raw[begins:])

    def say(self, raw: str) -> None:
        """Keep a comment after the last move, given what is written."""
        if raw:
            self.texts.setdefault(len(self.moves), []).append(PropValue(raw, 0).text)


@final
@attrs.frozen
class SgfGame:
    """A game as the file has it. Offsets are positions in its text, from 0."""

    setup: Setup
    """The position that it starts from."""
    tags: Mapping[str, str]
    """Names, date and the like."""
    written: PropValue | None
    """The result as it is written, if it says what it was."""
    result: Result
    """The result that the text means."""
    ending: Ending | None
    """The ending, if not by a move, as far as a last node or the result says."""
    line: SgfLine
    """The moves, all that is written on them, and the variations."""
    variation: int | None
    """Offset of the first variation that was left out, since it replaces no move; None if none."""
    flaw: SgfError | None
    """The error of a variation that cannot be read."""


def read_game(text: str) -> SgfGame:
    """The game of a text. Raises SgfError.

    >>> game = read_game("(;GM[40]SZ[20]PB[Ann];B[jk]C[Here!]BL[9];W[kk])")
    >>> [move.text for move in game.line.moves], dict(game.tags), game.line.comments
    (['jk', 'kk'], {'First': 'Ann'}, {1: 'Here!'})
    """
    tree = read_tree(text)
    root = tree.nodes[0]
    number = one(root, "GM")
    if number is None:
        raise SgfError("GM is missing: a game of Kropki has GM[40]", root.offset, Kind.GAME)
    if number.text.strip() != "40":
        sentence = f"GM is {quoted(number.text)}, another game: Kropki is 40"
        raise SgfError(sentence, number.offset, Kind.GAME)
    told, rules, board = _told(root), _rules(root), _board(root)
    line = SgfLine(board, rules.capture, told.get("passing", rules.passing))
    reader = _LineReader(root)
    reader.read(tree, line)
    written, result = one(root, "RE"), Result()
    if written is not None:
        try:
            result = parse_result(written.simple_text.strip())
        except NinetkaError as error:
            raise SgfError(str(error), written.offset, Kind.RESULT) from error
    ending = _ending(written, result, line)
    # What the file does not tell, but shows
    if result.winner is not None or (ending and ending.kind is EndingKind.GROUNDING):
        told.setdefault("grounding", True)
    if line.stopped is not None or reader.is_stopped:
        told.setdefault("passing", Passing.FOR_GOOD)
    return SgfGame(
        _setup(root, rules, told, line),
        _tags(root),
        written if result.is_known else None,
        result,
        ending,
        line,
        min(reader.left_out, default=None),
        reader.flaw,
    )


@attrs.define
class _LineReader:
    """Reads the lines of play of a game."""

    root: Node
    left_out: list[int] = attrs.Factory(list)
    """Offsets of variations that replace no move."""
    flaw: SgfError | None = None
    """The error of the first variation that cannot be read."""
    is_stopped: bool = False
    """Whether a player stops in a variation (K24)."""

    def read(self, tree: GameTree, line: SgfLine) -> None:
        """Read a tree's nodes and variations into a line. Raises SgfError."""
        for number, node in enumerate(tree.nodes):
            for other in tree.variations.get(number, ()):
                if variation := self.variation(other, line):
                    ply = len(line.moves) + 1
                    line.variations.setdefault(ply, []).append(variation)
            line.take(node, node is self.root)
        # After the last move there is none to replace
        after = line.variations.pop(len(line.moves) + 1, ())
        self.left_out += [variation.offset for variation in after]

    def variation(self, tree: GameTree, line: SgfLine) -> SgfLine | None:
        """Read a variation of the line at this point; None if it has no moves, or an error."""
        branch = line.branch(tree.offset)
        try:
            self.read(tree, branch)
        except SgfError as error:
            self.flaw = self.flaw or error
            return None
        self.is_stopped = self.is_stopped or branch.stopped is not None
        if not branch.moves:
            self.left_out.append(tree.offset)
            return None
        ended = branch.ending or (AGREEMENT if branch.pools else None)
        if ended is not None:  # which no variation of a record can have
            last = len(branch.moves)
            comment = f"{branch.comments.get(last, '')} ({ended.to_text(SEATS)})"
            branch.texts[last] = [comment.strip()]
        return branch


def _told(root: Node) -> dict[str, Any]:
    """The fields of the ruleset that KM and TAG tell: `TAG[Start:cross]`."""
    told: dict[str, Any] = {}
    komi = one(root, "KM")
    if komi is not None:
        text = komi.text.strip() or "0"
        try:
            if not _KOMI.fullmatch(text):
                raise InvalidRulesetError(f"KM is written 6.5, -2 or 0, not {quoted(text)}")
            told["komi"] = as_half(float(text), "KM", InvalidRulesetError)
        except NinetkaError as error:
            raise SgfError(str(error), komi.offset, Kind.RULESET) from error
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag not in TOLD_BY_TAGS:
            continue
        try:
            if tag == RULESET_TAG:
                field, field_value = "name", text
            else:
                described = options_of(Ruleset)[tag]
                field, field_value = described.field, described.read(tag, text)
        except NinetkaError as error:
            raise SgfError(str(error), value.offset, Kind.RULESET) from error
        if told.setdefault(field, field_value) != field_value:
            raise SgfError(f"the file has two values of {tag}", value.offset, Kind.RULESET)
    return told


def _rules(root: Node) -> SgfRules:
    """Read the rules stated in RU. Raises SgfError for unknown ones."""
    value = one(root, "RU")
    text = "" if value is None else value.simple_text.strip()
    rules = rules_in(text)
    if rules is None:
        assert value is not None
        sentence = f"RU is {quoted(text, 120)}, rules that are not known here"
        raise SgfError(sentence, value.offset, Kind.RULESET)
    return rules


def _board(root: Node) -> Board:
    """The board of the size that SZ gives."""
    size = one(root, "SZ")
    if size is None:
        raise SgfError("SZ, the size of the board, is missing", root.offset, Kind.RULESET)
    match = _SIZE.fullmatch(size.text.strip())
    if match is None:
        sentence = f"SZ is written 30 or 39:32, columns and rows, not {quoted(size.text)}"
        raise SgfError(sentence, size.offset, Kind.RULESET)
    try:
        return SgfRules().ruleset((int(match[1]), int(match[2] or match[1]))).board
    except NinetkaError as error:
        raise SgfError(str(error), size.offset, Kind.RULESET) from error


def _setup(root: Node, rules: SgfRules, told: Mapping[str, Any], line: SgfLine) -> Setup:
    """The position that the game starts from."""
    size = line.board.columns, line.board.rows
    try:
        masks = Setup(line.dots, ruleset=rules.ruleset(size)).masks
        ruleset = rules.ruleset(size, masks, **told)
    except NinetkaError as error:
        offset = root.properties.get(OTHER_TAG, root.properties["SZ"])[0].offset
        raise SgfError(str(error), offset, Kind.RULESET) from error
    begins = line.moves[0].seat if line.moves else line.to_move
    return Setup(line.dots, (), ruleset.begins if begins is None else begins, ruleset)


def _tags(root: Node) -> dict[str, str]:
    """The tags of the first node: its other properties with one value."""
    tags: dict[str, str] = {}
    for name, values in root.properties.items():
        if name in KNOWN_TAGS or (name not in TAKEN and len(values) == 1):
            one(root, name)
            tags[KNOWN_TAGS.get(name, name)] = values[0].simple_text
    if tags.get("Rules") in _WRITTEN_RULES:
        del tags["Rules"]
    for value in root.properties.get(OTHER_TAG, ()):
        tag, _, text = value.simple_text.partition(":")
        if tag in SAID_BY_THE_GAME:
            sentence = f"{OTHER_TAG} has {tag}, which the game itself says"
            raise SgfError(sentence, value.offset, Kind.TAG)
        if tag not in TOLD_BY_TAGS:
            tags[tag] = text
    return tags


def _ending(written: PropValue | None, result: Result, line: SgfLine) -> Ending | None:
    """Return how a game ended if not by a move. Raises SgfError if the result contradicts it."""
    ending = line.ending
    if written is None or not result.is_known:
        return ending
    said, claim = written.text.strip(), None
    if result.winner is not None and line.capture is Capture.DECLARED:
        claim = "nobody grounds where chains are declared"
    elif result.ending and line.pools:
        claim = "TB and TW say that the players agreed"
    elif ending is not None and ending.kind is EndingKind.GROUNDING and result.ending:
        claim = f"the last move of {COLOURS[ending.seat or 0]} says that they grounded"
    elif ending is not None and ending.kind is EndingKind.RESIGNATION and result.ending != ending:
        claim = f"the last move of {COLOURS[ending.seat or 0]} says that they resigned"
    if claim is not None:
        raise SgfError(f"the result is {said}, but {claim}", written.offset, Kind.RESULT)
    return ending or result.ending
