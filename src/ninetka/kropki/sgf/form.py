"""The form of records `sgf`: the files of game sites and editors (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from ... import protocol
from ...endings import Ending, parse_ending
from ...errors import NinetkaError
from ...forms import MAX_RECORD, Contents, Form, ParsedRecord, RawRecord
from ..board import SEATS
from ..moves import Place
from ..scoring import Outcome
from ..state import State
from ..tags import to_tags
from .claims import agrees, check_game, ending_in, is_the_score, result_text
from .reading import SgfGame, margin_and_ending, read_game
from .splitting import split_games
from .syntax import SgfError
from .writing import write_game

_OPENING: Final = re.compile(r"\s*\(\s*(?:;|$)")


class SgfForm(Form):
    """Games of `GM[40]`, one or more in a file, on one line or many."""

    name = "sgf"
    endings = (".sgf",)

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is in this form."""
        return _OPENING.match(line) is not None

    def split(self, pieces: Iterable[str], file: str | None, line: int) -> Iterator[RawRecord]:
        """Cut a source into its games, and pieces between games that are none."""
        for number, game in enumerate(split_games(pieces, MAX_RECORD, line), start=1):
            lines = game.text.split("\n")
            yield RawRecord(file, number, game.line, self, game.column, lines, game.size)

    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a game says, its captures, pools and result compared with what the rules give.

        Raises RecordError.
        """
        try:
            game = read_game("\n".join(raw.lines), raw.line, raw.column)
        except SgfError as error:
            raise raw.error(_sentence(error), error.line) from error
        start = State.from_setup(game.setup)
        moves = [(game.places.of(move.offset)[0], move.text) for move in game.moves]
        comments = dict(game.comments)
        if game.variation is not None:
            line, column = game.places.of(game.variation)
            said = f"(Variations, as at line {line}, column {column}, are left out.)"
            comments[0] = f"{comments.get(0, '')} {said}".strip()
        result = None
        if game.result is not None:
            line, _ = game.places.of(game.result.offset)
            result = line, game.result.simple_text.strip()
        flaw, ending, is_score = _judged(game, start)
        if is_score and result is not None:
            said = f"(The file gives the score as it stands, {result[1]}, for the result.)"
            comments[len(moves)] = f"{comments.get(len(moves), '')} {said}".strip()
            result = None
        return ParsedRecord(
            {"Game": "Kropki", **to_tags(start), **game.tags},
            moves,
            comments,
            result,
            flaw,
            None if ending is None else (raw.line, ending.to_text(SEATS)),
        )

    def write(self, contents: Contents) -> str:
        """The text of a game. Raises NinetkaError for one that starts with regions drawn."""
        start = cast(State, contents.played.initial_state)
        ending = None if contents.ending is None else parse_ending(contents.ending, SEATS)
        moves = cast("Sequence[Place]", contents.played.moves)
        outcome = cast("Outcome | None", contents.outcome)
        return write_game(start, moves, contents.tags, contents.comments, outcome, ending)

    def agrees(self, result: str, outcome: protocol.GameOutcome | None) -> bool:
        """Whether a stated result is that of an outcome, or of a game that is not over."""
        own = cast("Outcome | None", outcome)
        decided = None if own is None else own.ending
        _, stated = margin_and_ending(result)
        return stated == decided if stated or decided else agrees(result, own)

    def result(self, outcome: protocol.GameOutcome | None) -> str:
        """What a game states of an outcome, or if it is not over."""
        own = cast("Outcome | None", outcome)
        return result_text(own, None if own is None else own.ending)


def _sentence(error: SgfError) -> str:
    return f"{error.sentence} (column {error.column})"


def _judged(game: SgfGame, start: State) -> tuple[tuple[int, str] | None, Ending | None, bool]:
    """What the file says wrongly of the moves, with its line; what ended the game.

    And whether its result is only the score as it stands. None of this if a move is illegal, which
    is for the reader of all records to tell.
    """
    states = [start]
    try:
        for move in game.moves:
            states.append(states[-1].apply(move.text))
    except NinetkaError:
        return None, None, False
    try:
        check_game(game, states)
    except SgfError as error:
        return (error.line, _sentence(error)), None, False
    return None, ending_in(game, states[-1]), is_the_score(game, states[-1])


SGF: Final = SgfForm()
