"""The form of records `sgf`: the files of game sites and editors (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, cast

import attrs

from ... import protocol
from ...base.errors import NinetkaError, RecordError
from ...protocol.endings import AGREEMENT, parse_ending
from ...protocol.forms import (
    MAX_RECORD,
    Contents,
    Form,
    Head,
    ParsedLine,
    ParsedRecord,
    RawRecord,
)
from ..board import SEATS, Seat
from ..moves import PASS
from ..scoring import Outcome
from ..state import State
from ..tags import to_tags
from .claims import agrees, check_game, ending_in, is_the_score, result_text
from .course import SgfMove
from .reading import SgfGame, SgfLine, read_game
from .syntax import Lines, SgfError, decoded, first_node, split_games
from .writing import Line, write_line

_OPENING: Final = re.compile(r"\s*\(\s*(?:;|$)")


class SgfForm(Form):
    """SGF files with one or more games of `GM[40]`."""

    name = "sgf"
    endings: ClassVar[Sequence[str]] = (".sgf",)

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is in this form."""
        return _OPENING.match(line) is not None

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source into its games, and into pieces between games."""
        for game in split_games(pieces, MAX_RECORD, line):
            yield RawRecord(self, game.line, game.column, game.text.split("\n"), game.size)

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a game, and compare its captures and pools with what the rules give.

        Raises RecordError.
        """
        text = "\n".join(raw.lines)
        try:
            text = decoded(text)
            game = read_game(text)
        except SgfError as error:
            raise _placed(error, Lines(text, raw.line, raw.column)) from error
        lines = Lines(text, raw.line, raw.column)
        line = _parsed(game.line, lines)
        comments = dict(line.comments)
        if game.variation is not None:
            where = "line {}, column {}".format(*lines.place(game.variation))
            _remark(comments, 0, f"Variations that replace no move, as at {where}, are left out.")
        result = ending = None
        flaw = None if game.flaw is None else _placed(game.flaw, lines)
        if game.written is not None:
            result = lines.place(game.written.offset)[0], game.written.simple_text.strip()
        start = State.from_setup(game.setup)
        try:
            states = [start]
            for move in game.moves:
                states.append(states[-1].apply(move.text))
            check_game(game, states)
            ending = ending_in(game, states[-1])
            if ending == AGREEMENT and states[-1].passes and game.pools is None:
                # Who went on alone has stopped too (K24)
                game, ending = _with_last_pass(game, states[-1]), None
            if result is not None and is_the_score(game, states[-1]):
                said = f"The file gives the score as it stands, {result[1]}, as the result."
                _remark(comments, len(game.moves), said)
                result = None
        except SgfError as error:
            flaw = _placed(error, lines)
        except NinetkaError:
            pass  # a move is illegal, which the reader of all records finds again
        return ParsedRecord(
            {"Game": "Kropki", **to_tags(start), **game.tags},
            [(lines.place(move.offset)[0], move.text) for move in game.moves],
            comments,
            [] if result is None else [result],
            None if ending is None else ending.to_text(SEATS),
            flaw,
            line.glyphs,
            line.clocks,
            line.variations,
        )

    def head(self, raw: RawRecord) -> Head:
        """What the first node states. The start is as that node has it. Raises RecordError."""
        text = "\n".join(raw.lines)
        try:
            game = read_game(first_node(decoded(text)))
        except SgfError as error:
            raise _placed(error, Lines(text, raw.line, raw.column)) from error
        tags = {"Game": "Kropki", **to_tags(State.from_setup(game.setup)), **game.tags}
        result = None if game.written is None else game.written.simple_text.strip()
        return Head(tags, result, None if game.ending is None else game.ending.to_text(SEATS))

    def write(self, contents: Contents) -> str:
        """The text of a game.

        Raises NinetkaError if it starts with regions drawn, or after a pass.
        """
        start = cast(State, contents.played.initial_state)
        ending = None if contents.ending is None else parse_ending(contents.ending, SEATS)
        outcome = cast("Outcome | None", contents.outcome)
        return write_line(start, Line.of(contents), contents.tags, outcome, ending)

    def agrees(self, result: str, outcome: protocol.GameOutcome | None) -> bool:
        """Whether a stated result is that of an outcome, or of a game that is not over."""
        return agrees(result, cast("Outcome | None", outcome))

    def result(self, outcome: protocol.GameOutcome | None) -> str:
        """The result as files state it: that of an outcome, or of a game that is not over."""
        own = cast("Outcome | None", outcome)
        return result_text(own, None if own is None else own.ending)


def _parsed(line: SgfLine, lines: Lines) -> ParsedLine:
    return ParsedLine(
        [(lines.place(move.offset)[0], move.text) for move in line.moves],
        line.comments,
        line.glyphs,
        line.clocks,
        {ply: [_parsed(each, lines) for each in found] for ply, found in line.variations.items()},
    )


def _with_last_pass(game: SgfGame, state: State) -> SgfGame:
    last = SgfMove(Seat(state.to_move), str(PASS), (), game.moves[-1].offset)
    return attrs.evolve(game, line=attrs.evolve(game.line, moves=[*game.moves, last]))


def _placed(error: SgfError, lines: Lines) -> RecordError:
    line, column = lines.place(error.offset)
    return RecordError(f"{error} (column {column})", error.kind, line=line)


def _remark(comments: dict[int, str], ply: int, remark: str) -> None:
    comments[ply] = f"{comments.get(ply, '')} ({remark})".strip()


SGF: Final = SgfForm()
