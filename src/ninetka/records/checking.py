"""From the lines of a record to its game: replayed by the rules, its result compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ..endings import parse_ending
from ..errors import IllegalMoveError, InvalidMoveError, NinetkaError, RecordError, listed, quoted
from ..forms import ENDING, MAX_RECORD, ParsedRecord, RawRecord
from ..game import Game
from ..games import rules_for_name
from ..protocol import EndableState, GameState
from ..rules import GAME, Rules
from .record import Record, clean_tags, own_tags
from .text import MISSING_RESULT, TEXT, is_result

_AnyGame: TypeAlias = Game[GameState[Any], Any]


def to_record(raw: RawRecord, expected: Rules[Any, Any] | None) -> Record[Any, Any]:
    """The record, if all is well with it and its game is the expected one. Raises RecordError."""
    if raw.size > MAX_RECORD:
        raise raw.error(f"the record is longer than {MAX_RECORD} characters")
    parsed = raw.form.read(raw)
    try:
        rules = _rules(parsed.tags.get(GAME), expected)
        start = rules.from_tags(clean_tags(parsed.tags))
        rules.check_name(parsed.tags.get(GAME, rules.identifier), start)
    except NinetkaError as error:
        raise raw.error(str(error)) from error
    game = _ended(raw, parsed, _replayed(raw, parsed, start))
    if "Result" in parsed.tags:
        _check_result(raw, game, _line_of(raw, parsed, "Result"), parsed.tags["Result"])
    if parsed.result is not None:
        _check_last_word(raw, game, *parsed.result)
    own = own_tags(rules, start)
    others = {name: value for name, value in parsed.tags.items() if name not in own}
    try:
        return Record(game, others, parsed.comments)
    except RecordError as error:
        raise raw.error(str(error), game=game) from error


def replay(start: GameState[Any], moves: Iterable[str]) -> tuple[_AnyGame, NinetkaError | None]:
    """The game of these moves up to the first that cannot be made, and what is wrong with that."""
    reached, made, wrong = [start], [], None
    for text in moves:
        try:
            move = reached[-1].parse_move(text)
        except NinetkaError as error:
            wrong = error
            break
        made.append(move)
        reached.append(reached[-1].apply_unchecked(move))
    return Game.from_replay(tuple(reached), tuple(made)), wrong


def _rules(game: str | None, expected: Rules[Any, Any] | None) -> Rules[Any, Any]:
    if expected is None:
        return rules_for_name(game)
    if game is not None and not expected.has_name(game):
        own = listed(expected.names, "or")
        raise NinetkaError(f"this is a game of {quoted(game)}, not of {own}")
    return expected


def _line_of(raw: RawRecord, parsed: ParsedRecord, tag: str) -> int:
    """The line of a tag, or the first line of a record whose tags have no lines of their own."""
    return raw.line + list(parsed.tags).index(tag) if raw.form is TEXT else raw.line


def _replayed(raw: RawRecord, parsed: ParsedRecord, start: GameState[Any]) -> _AnyGame:
    """The game of a record's moves. Raises RecordError with the game up to what is wrong."""
    game, wrong = replay(start, (word for _, word in parsed.moves))
    if wrong is not None:
        line, word = parsed.moves[game.ply]
        is_last = game.ply + 1 == len(parsed.moves)
        stated = is_result(word) or word == parsed.tags.get("Result")
        if not (parsed.flaw and is_last and stated):
            raise _bad_move(raw, game, line, word, wrong) from wrong
    if parsed.flaw is not None:
        line, sentence = parsed.flaw
        raise raw.error(sentence, line, game=game)
    return game


def _ended(raw: RawRecord, parsed: ParsedRecord, game: _AnyGame) -> _AnyGame:
    """The same game with the ending that the record states. Raises RecordError."""
    line, text = parsed.ending or (raw.line, None)
    if ENDING in parsed.tags and isinstance(game.state, EndableState):
        if raw.form is not TEXT:
            raise raw.error(f"the tag {ENDING} is set by the game itself", game=game)
        line, text = _line_of(raw, parsed, ENDING), parsed.tags[ENDING]
    if text is None:
        return game
    try:
        return game.end(parse_ending(text, game.state.seats))
    except NinetkaError as error:
        raise raw.error(str(error), line, text=text, game=game) from error


def _bad_move(
    raw: RawRecord, game: _AnyGame, line: int, word: str, error: NinetkaError
) -> RecordError:
    reason = error.reason if isinstance(error, IllegalMoveError) else None
    misplaced = isinstance(error, InvalidMoveError) and is_result(word)
    sentence = f"the record goes on after its result {word}" if misplaced else str(error)
    return raw.error(sentence, line, game.ply + 1, word, reason, game)


def _check_last_word(raw: RawRecord, game: _AnyGame, line: int, word: str) -> None:
    """Check the last word, which should be the result but is a move if that is missing."""
    is_stated = raw.form.agrees(word, game.outcome) or (game.is_over and is_result(word))
    if not is_stated and game.ending is None:
        try:
            game = game.apply(word)
        except InvalidMoveError:
            pass
        except NinetkaError as error:
            raise _bad_move(raw, game, line, word, error) from error
        else:
            raise raw.error(MISSING_RESULT, line, game=game)
    _check_result(raw, game, line, word)


def _check_result(raw: RawRecord, game: _AnyGame, line: int, stated: str) -> None:
    """Compare a stated result with the game's own."""
    outcome = game.outcome
    if raw.form.agrees(stated, outcome):
        return
    if outcome is None:
        sentence = f"the result is said to be {quoted(stated)}, but the game is not over"
    else:
        gives = raw.form.result(outcome)
        sentence = f"the result is said to be {quoted(stated)}, but the game gives {gives}"
    raise raw.error(sentence, line, text=stated, game=game)
