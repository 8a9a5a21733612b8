"""How a game of an SGF file went: its first dots, its moves, stops and end, node by node (K17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, final

import attrs

from ...base.errors import NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.clocks import Clock
from ...protocol.endings import Ending, EndingKind
from ..board import SEATS, Board, Point, Seat, off_the_board
from ..moves import PASS
from ..rulesets import Capture, Passing, Ruleset
from .notes import COLOURS, clock_in, glyphs_in
from .syntax import Node, SgfError, Value, one

SET_UP: Final = ("AB", "AW")
"""By seat: the property with its dots at the start."""
POOLS: Final = ("TB", "TW")
"""By seat: the property with its pools at the end."""
ENDS: Final = {
    "resign": EndingKind.RESIGNATION,
    "ground": EndingKind.GROUNDING,
}
"""Words in place of a point that end the game, in files of DotsGame."""
STOP_LINE: Final = re.compile(r"(?:^|(?<=\n))([BW]) pressed STOP(?:\r?\n|$)")


def grounding_text(ruleset: Ruleset) -> str:
    """What stands in place of a point if a player grounds: nothing, unless that is a pass (K24)."""
    return "ground" if ruleset.passing is Passing.TURNS else ""


def stop_line(seat: Seat) -> str:
    """What a comment says when a player stops, in files of zagram.org (K24)."""
    return f"{COLOURS[seat]} pressed STOP"


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


@attrs.define
class Course:
    """A game as far as its nodes have been read."""

    board: Board
    capture: Capture
    passing: Passing | None
    """What RU says of passing; None if it says nothing, so that players may stop (K24)."""
    dots: dict[Point, Seat] = attrs.Factory(dict)
    to_move: Seat | None = None
    """Whose turn it is, as far as the file tells."""
    stopped: Seat | None = None
    """Who has passed for good (K24)."""
    moves: list[SgfMove] = attrs.Factory(list)
    comments: dict[int, list[str]] = attrs.Factory(dict)
    """By number of moves made before: comments and other remarks."""
    glyphs: dict[int, list[int]] = attrs.Factory(dict)
    """By number of moves made before: the numbers of glyphs."""
    clocks: dict[int, Clock] = attrs.Factory(dict)
    """By number of moves made before: the clock after the last of them."""
    ending: Ending | None = None
    """What the last move says, if it is no dot: a resignation, or grounding (K20)."""
    pools: Node | None = None
    """The node with the pools of an agreed end (K13), if there is one."""

    def branch(self) -> Course:
        """The same course for a variation that begins here, with nothing written on it yet."""
        return attrs.evolve(self, moves=[*self.moves], comments={}, glyphs={}, clocks={})

    def take(self, node: Node, remarks: Sequence[str], is_root: bool = False) -> None:
        """Read the next node, whose other properties are `remarks`. Raises SgfError."""
        self.arrange(node)
        self.move(node)
        if any(name in node.properties for name in POOLS):
            self.pools = node
        ply = len(self.moves)
        if glyphs := glyphs_in(node, is_root):
            self.glyphs.setdefault(ply, []).extend(glyphs)
        clock = None if is_root else clock_in(node)
        if clock is not None:
            self.clocks[ply] = clock
        for value in node.properties.get("C", ()):
            self.comment(value)
        if remarks:
            self.comments.setdefault(ply, []).extend(remarks)

    @property
    def may_stop(self) -> bool:
        """Whether players may stop, as far as the file tells (K24)."""
        told = self.passing in (None, Passing.FOR_GOOD)
        return told and self.capture is Capture.AUTOMATIC

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
            ends = ENDS.get(text) or (None if text else self.without_a_dot(seat, value))
            if ends is not None:
                self.ending = Ending(ends, seat)
            else:
                self.turn(seat, text or str(PASS), value)

    def without_a_dot(self, seat: Seat, value: Value) -> EndingKind | None:
        """What a move without a dot is: the end of the game by grounding (K20), or a pass (K24)."""
        if self.passing is Passing.TURNS:
            return None
        if self.capture is Capture.AUTOMATIC:
            return EndingKind.GROUNDING
        sentence = f"{COLOURS[seat]} makes no move here, but nobody can pass"
        raise SgfError(sentence, value.offset, Kind.ILLEGAL_MOVE)

    def turn(self, seat: Seat, text: str, value: Value) -> None:
        """Take a move, after a stop of the opponent if it was their turn (K24)."""
        if self.to_move is seat.other:
            complaint = self.complaint(seat)
            if complaint is not None:
                raise SgfError(complaint, value.offset, Kind.ILLEGAL_MOVE)
            self.stop(seat.other, value.offset)
        drawn: list[str] = []
        if self.capture is Capture.AUTOMATIC:
            text, *drawn = text.split(".")
        self.moves.append(SgfMove(seat, text, tuple(drawn), value.offset))
        self.to_move = seat if self.stopped is seat.other else seat.other

    def complaint(self, seat: Seat) -> str | None:
        """Why a player cannot move in the opponent's turn; None if the opponent stopped."""
        if not self.moves:
            return f"PL says that {COLOURS[seat.other]} begins"
        if self.stopped is seat:
            return f"{COLOURS[seat]} has stopped, but places another dot"
        if not self.may_stop:
            return f"{COLOURS[seat]} moves twice in a row: players take turns"
        return None

    def stop(self, seat: Seat, offset: int) -> None:
        """Let a player whose turn it is pass for good (K24)."""
        self.passing = Passing.FOR_GOOD
        self.moves.append(SgfMove(seat, str(PASS), (), offset))
        self.stopped = seat if self.stopped is None else self.stopped
        self.to_move = seat.other

    def comment(self, value: Value) -> None:
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
            self.comments.setdefault(len(self.moves), []).append(Value(raw, 0).text)
