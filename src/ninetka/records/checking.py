"""From the lines of a record to its game: replayed by the rules, its result compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from ..endings import parse_ending
from ..errors import NinetkaError, RecordError, listed, quoted
from ..forms import ENDING, MAX_RECORD, RawRecord
from ..game import Game
from ..games import rules_for_name
from ..protocol import EndableState, GameState
from ..rules import GAME, Rules
from .record import Record, clean_tags


def to_record(raw: RawRecord, expected: Rules[Any, Any] | None) -> Record[Any, Any]:
    """The record, if all is well with it and its game is the expected one.

    Raises RecordError with the line and the game up to there.
    """
    game = None
    try:
        if raw.size > MAX_RECORD:
            raise NinetkaError(f"the record is longer than {MAX_RECORD} characters")
        parsed = raw.form.read(raw)
        tags = clean_tags(parsed.tags)
        name = tags.get(GAME)
        rules = expected or rules_for_name(name)
        if name is not None and not rules.has_name(name):
            own = listed(rules.names, "or")
            raise NinetkaError(f"this is a game of {quoted(name)}, not of {own}")
        start = rules.from_tags(tags)
        rules.check_name(name or rules.identifier, start)
        game = replay(start, parsed.moves)
        if parsed.flaw is not None:
            raise parsed.flaw
        said_by_game = {GAME, "Result", *rules.tag_names}
        if parsed.ending is not None and (ENDING not in tags or isinstance(start, EndableState)):
            game = game.end(parse_ending(parsed.ending, start.seats))
            said_by_game.add(ENDING)
        for line, stated in parsed.results:
            if not raw.form.agrees(stated, game.outcome):
                result = raw.form.result(game.outcome)
                gives = f"the game gives {result}"
                if game.outcome is None:
                    gives = f"the game is not over: a record ends with its result, or {result}"
                sentence = f"the result is said to be {quoted(stated)}, but {gives}"
                raise RecordError(sentence, line=line)
        others = {tag: value for tag, value in tags.items() if tag not in said_by_game}
        return Record(game, others, parsed.comments)
    except NinetkaError as error:
        found = error if isinstance(error, RecordError) else RecordError(str(error))
        line = found.line or raw.line
        raise attrs.evolve(found, line=line, game=found.game or game) from error


def replay(
    start: GameState[Any], moves: Iterable[tuple[int | None, str]]
) -> Game[GameState[Any], Any]:
    """The game of these moves, each with its line if it has one.

    Raises RecordError for the first that cannot be made.
    """
    reached: list[GameState[Any]] = [start]
    made: list[Any] = []
    for line, text in moves:
        try:
            move = reached[-1].parse_move(text)
        except NinetkaError as error:
            game = Game.from_replay(tuple(reached), tuple(made))
            reason = getattr(error, "reason", None)
            raise RecordError(
                str(error), line=line, ply=len(reached), text=text, reason=reason, game=game
            ) from error
        made.append(move)
        reached.append(reached[-1].apply_unchecked(move))
    return Game.from_replay(tuple(reached), tuple(made))
