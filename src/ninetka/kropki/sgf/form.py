"""The form of records `sgf`: the files of game sites and editors (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, cast

from ... import protocol
from ...base.errors import NinetkaError, RecordError
from ...protocol.endings import parse_ending
from ...protocol.forms import MAX_RECORD, Contents, Form, ParsedRecord, RawRecord
from ..board import SEATS
from ..moves import Place
from ..scoring import Outcome
from ..state import State
from ..tags import to_tags
from .claims import agrees, check_game, ending_in, is_the_score, result_text
from .reading import read_game
from .splitting import split_games
from .syntax import Lines, SgfError, decoded
from .writing import write_game

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
        comments = dict(game.comments)
        if game.variation is not None:
            line, column = lines.place(game.variation)
            _remark(comments, 0, f"Variations, as at line {line}, column {column}, are left out.")
        result = ending = flaw = None
        if game.result is not None:
            result = lines.place(game.result.offset)[0], game.result.simple_text.strip()
        start = State.from_setup(game.setup)
        try:
            states = [start]
            for move in game.moves:
                states.append(states[-1].apply(move.text))
            check_game(game, states)
            ending = ending_in(game, states[-1])
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
        )

    def write(self, contents: Contents) -> str:
        """The text of a game. Raises NinetkaError if it starts with regions drawn."""
        start = cast(State, contents.played.initial_state)
        ending = None if contents.ending is None else parse_ending(contents.ending, SEATS)
        moves = cast("Sequence[Place]", contents.played.moves)
        outcome = cast("Outcome | None", contents.outcome)
        return write_game(start, moves, contents.tags, contents.comments, outcome, ending)

    def agrees(self, result: str, outcome: protocol.GameOutcome | None) -> bool:
        """Whether a stated result is that of an outcome, or of a game that is not over."""
        return agrees(result, cast("Outcome | None", outcome))

    def result(self, outcome: protocol.GameOutcome | None) -> str:
        """The result as files state it: that of an outcome, or of a game that is not over."""
        own = cast("Outcome | None", outcome)
        return result_text(own, None if own is None else own.ending)


def _placed(error: SgfError, lines: Lines) -> RecordError:
    line, column = lines.place(error.offset)
    return RecordError(f"{error} (column {column})", error.kind, line=line)


def _remark(comments: dict[int, str], ply: int, remark: str) -> None:
    comments[ply] = f"{comments.get(ply, '')} ({remark})".strip()


SGF: Final = SgfForm()
