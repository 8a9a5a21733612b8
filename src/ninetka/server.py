"""The rules for programs in other languages: JSON-RPC 2.0, one message a line. For any game.

Every call brings the position it is about, as text, so no answer depends on earlier calls.
docs/serve.md describes the methods.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from enum import Flag
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar, cast

import attrs

from .endings import endings_of, parse_ending
from .errors import IllegalMoveError, InvalidPositionError, NinetkaError, RecordError, quoted
from .forms import MAX_RECORD, UNFINISHED
from .game import Game
from .games import rules_for_name
from .match import verify
from .plain_json import check_depth
from .protocol import (
    DescribedState,
    DrawableState,
    EndableState,
    EnumerableState,
    GameState,
    OfferingState,
    UndoableState,
)
from .records import Record
from .rules import GAME, POSITION

__all__ = ["METHODS", "Server", "answer", "view_schema"]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
REFUSED: Final = 1
"""The code of an error of the library's own, whose `data` says more."""

MAX_MESSAGE: Final = 4 * MAX_RECORD
"""The most bytes of a message, the end of its line left out."""
MAX_BATCH: Final = 1000
"""The most requests in a list of them."""
MAX_GAMES: Final = 10_000
"""The most games that one message checks."""
MAX_REPLY: Final = 32_000_000
"""After so many characters of replies to a list the rest of its requests are refused."""

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
_SHOWN: Final = 40
_SHORT: Final = 1000
_REMEMBERED: Final = 1000
_LONG: Final = 310
"""A whole number of more characters than this is beyond what a float can be."""

_T = TypeVar("_T")
_D = TypeVar("_D")


class _CallError(Exception):
    """A call that cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Server:
    """Answers messages. What it answers depends on the message alone.

    It remembers positions that it gave out lately. The next call is likely to be about one of them,
    and not to read it again saves two thirds of the time (benchmarks/serve_calls.py).
    """

    def __init__(self) -> None:
        self._given: dict[frozenset[tuple[str, str]], GameState[Any]] = {}

    def answer(self, message: bytes | str) -> str | None:
        """The reply to one message, a line of JSON; None if there is none, as for notifications.

        The message is a request or, as JSON-RPC has it, a list of them, with or without the end of
        its line. Never raises.
        """
        data = message.encode("utf-8", "surrogatepass") if isinstance(message, str) else message
        data = data.removesuffix(b"\n").removesuffix(b"\r")
        if len(data) > MAX_MESSAGE:
            return _refused(INVALID_REQUEST, f"the message is longer than {MAX_MESSAGE} bytes")
        try:
            request = _parsed(data)
        except NinetkaError as error:
            return _refused(PARSE_ERROR, str(error))
        except ValueError:
            return _refused(PARSE_ERROR, "the line is not JSON")
        work = _Work(self._given)
        if not isinstance(request, list):
            return work.reply(request)
        if not 0 < len(request) <= MAX_BATCH:
            return _refused(INVALID_REQUEST, f"a list of requests has 1 to {MAX_BATCH} of them")
        replies = [reply for each in request if (reply := work.reply(each)) is not None]
        return f"[{', '.join(replies)}]" if replies else None


def answer(message: bytes | str) -> str | None:
    """The reply of a new `Server`, which has nothing to remember yet."""
    return Server().answer(message)


def view_schema() -> str:
    """The JSON Schema of a `view`, itself JSON."""
    return (files(__package__) / "view.schema.json").read_text("utf-8")


def _parsed(data: bytes) -> Any:
    """Raises ValueError for what is not JSON, NinetkaError for what is nested too deep."""
    text = data.decode("utf-8-sig")
    check_depth(text)
    return _DECODER.decode(text)


def _whole(digits: str) -> int | float:
    # Python refuses whole numbers of thousands of digits, and with them the whole message.
    return int(digits) if len(digits) <= _LONG else float(digits)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_constant=_no_constant)


def _refused(code: int, sentence: str) -> str:
    """The reply to a message of which not even the id is known."""
    return json.dumps(_failure(None, code, sentence))


def _failure(
    number: object, code: int, message: str, data: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    error = {"code": code, "message": message} | ({"data": data} if data else {})
    return {"jsonrpc": "2.0", "id": number, "error": error}


@attrs.define
class _Work:
    """The answering of one message, and what it has come to."""

    given: dict[frozenset[tuple[str, str]], GameState[Any]]
    """Positions that the server gave out."""
    size: int = 0
    """Characters of replies."""
    games: int = 0
    """Games checked."""

    def reply(self, request: object) -> str | None:
        """The reply to one request as JSON; None to a notification."""
        reply = self._reply(request)
        if reply is None:
            return None
        text = json.dumps(reply)
        self.size += len(text)
        return text

    def _reply(self, request: object) -> dict[str, Any] | None:
        number = request.get("id") if isinstance(request, dict) else None
        if isinstance(number, bool | list | dict) or (
            isinstance(number, float) and not math.isfinite(number)
        ):
            sentence = "an id is a text, null or a number of at most 300 digits"
            return _failure(None, INVALID_REQUEST, sentence)
        try:
            call = _request(request)
            if "id" not in call:
                return None  # not run: a method does nothing but answer
            return {"jsonrpc": "2.0", "id": number, "result": self._result(call)}
        except _CallError as error:
            return _failure(number, error.code, str(error))
        except NinetkaError as error:
            return _failure(number, REFUSED, str(error), _data(error))

    def _result(self, call: Mapping[str, Any]) -> dict[str, Any]:
        if self.size >= MAX_REPLY:
            raise NinetkaError(
                f"the replies are longer than {MAX_REPLY} characters: send this one again"
            )
        name, params = call["method"], call.get("params", {})
        method = METHODS.get(name)
        if method is None:
            known = ", ".join(METHODS)
            raise _CallError(METHOD_NOT_FOUND, f"there is no method {quoted(name)}, only {known}")
        if not isinstance(params, dict):
            raise _CallError(INVALID_PARAMS, '"params" are given by name, as an object')
        taken = _Params(params, self)
        result = method(taken)
        taken.none_left()
        return result


def _request(request: object) -> Mapping[str, Any]:
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
        raise _CallError(INVALID_REQUEST, 'a request is an object with "jsonrpc": "2.0"')
    if not isinstance(request.get("method"), str):
        raise _CallError(INVALID_REQUEST, 'a request has a "method", which is a text')
    return request


def _data(error: NinetkaError) -> dict[str, Any]:
    """What kind of error it is, and the library's codes for it."""
    data: dict[str, Any] = {"type": type(error).__name__}
    if isinstance(error, RecordError) and error.ply is not None:
        data["ply"] = error.ply
    if isinstance(error, IllegalMoveError | RecordError) and error.reason is not None:
        data["reason"] = error.reason.name
    if isinstance(error, InvalidPositionError):
        data["problems"] = _names(error.problems)
        data["sentences"] = list(error.sentences)
    return data


def _names(problems: Flag) -> list[str]:
    return [problem.name or "" for problem in type(problems) if problem in problems]


class _Params:
    """The parameters of a call, each taken once."""

    _start: dict[str, str]
    """The options that the position was said by, the game among them."""

    def __init__(self, given: Mapping[str, Any], work: _Work) -> None:
        self.work = work
        self._left = dict(given)

    def take(self, name: str, default: _D, *kinds: type[_T]) -> _T | _D:
        """A parameter of one of these kinds, or the default if it is not given, or null."""
        value = self._left.pop(name, None)
        if value is None:
            return default
        if type(value) not in kinds:
            said = " or ".join(_KINDS[kind] for kind in kinds)
            shown = _cut(json.dumps(value))
            raise _CallError(INVALID_PARAMS, f'"{name}" is {said}, not {shown}')
        return cast(_T, value)

    def need(self, name: str) -> str:
        """A text without which the call makes no sense."""
        text = self.take(name, None, str)
        if text is None:
            raise _CallError(INVALID_PARAMS, f'"{name}" is needed')
        return text

    def position(self) -> GameState[Any]:
        """The position a call is about."""
        if self._left.get(POSITION.lower()) is None:
            raise _CallError(INVALID_PARAMS, f'"{POSITION.lower()}" is needed')
        return self.start()

    def start(self) -> GameState[Any]:
        """The position that parameters say, as options of `Rules.begin`."""
        game = self.take(GAME.lower(), None, str)
        rules = rules_for_name(game)
        given = {name: self.take(name, None, str, int) for name in rules.options}
        given[GAME.lower()] = game
        options = {name: str(value) for name, value in given.items() if value is not None}
        self._start = options
        return self.work.given.get(_key(options)) or rules.begin(**options)

    def give(self, state: GameState[Any]) -> dict[str, Any]:
        """What a call that leads to a position says of that."""
        options = self._start
        text, given = state.to_text(), self.work.given
        if sum(map(len, options.values())) < _SHORT:
            if len(given) >= _REMEMBERED:  # or more, where threads came between
                given.clear()
            given[_key({**options, POSITION.lower(): text})] = state
        said = {
            "position": text,
            "players": state.players,
            "to_move": state.to_move,
            "is_over": state.is_over,
            **_endings(state),
        }
        return {**said, "view": _described(state)} if self.take("view", False, bool) else said

    def none_left(self) -> None:
        """Refuse parameters that nothing asked for."""
        if self._left:
            name = quoted(min(self._left))
            raise _CallError(INVALID_PARAMS, f"there is no parameter {name} here")


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _key(options: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(options.items())


def _described(state: GameState[Any]) -> Mapping[str, Any]:
    if not isinstance(state, DescribedState):
        raise NinetkaError("the positions of this game cannot be given as plain data")
    return {**_endings(state), **state.to_dict()}


def _endings(state: GameState[Any]) -> dict[str, list[str]]:
    """How the game can end now other than by a move; nothing if it knows no such way."""
    if not isinstance(state, EndableState):
        return {}
    known = endings_of(state.endings, state.seats)
    return {"endings": [ending.to_text(state.seats) for ending in known]}


def _start(params: _Params) -> dict[str, Any]:
    return params.give(params.start())


def _view(params: _Params) -> dict[str, Any]:
    return dict(_described(params.position()))


def _legal_moves(params: _Params) -> dict[str, Any]:
    state = params.position()
    if not isinstance(state, EnumerableState):
        some = ": some_moves names a few" if isinstance(state, OfferingState) else ""
        raise NinetkaError(f"the moves of this game cannot be listed{some}")
    return {"moves": [state.move_text(move) for move in state.legal_moves]}


def _some_moves(params: _Params) -> dict[str, Any]:
    state = params.position()
    if not isinstance(state, OfferingState):
        raise NinetkaError("this game names no moves to choose from")
    return {"moves": [state.move_text(move) for move in state.some_moves]}


def _apply(params: _Params) -> dict[str, Any]:
    state, text = params.position(), params.need("move")
    move = state.parse_move(text)
    return {"move": state.move_text(move), **params.give(state.apply_unchecked(move))}


def _undo(params: _Params) -> dict[str, Any]:
    state, text = _undoable(params.position()), params.need("move")
    move = state.parse_last_move(text)
    before = state.undo(move)
    return {"move": before.move_text(move), **params.give(before)}


def _undoable(state: GameState[Any]) -> UndoableState[Any]:
    if not isinstance(state, UndoableState):
        raise NinetkaError("the moves of this game cannot be taken back without its history")
    return state


def _check(params: _Params) -> dict[str, Any]:
    verdicts = verify(params.need("records").split("\n"))
    games = [verdict.summary() for verdict in islice(verdicts, MAX_GAMES - params.work.games)]
    params.work.games += len(games)
    if next(verdicts, None) is not None:
        raise NinetkaError(f"a message checks {MAX_GAMES} games at most: send the rest in another")
    if not games:
        raise RecordError("there is no game in it")
    return {"ok": all(game["ok"] for game in games), "games": games}


def _record(params: _Params) -> dict[str, Any]:
    game = _ended(params, _played(params.start(), params.take("moves", [], list)))
    form = params.take("form", "9tka", str)
    plies = {str(ply): ply for ply in range(game.ply + 1)}
    comments = params.take("comments", {}, dict)
    for ply in comments:
        if ply not in plies:
            raise RecordError(f"there is no ply {quoted(ply)} to comment: there are {game.ply}")
    tags = params.take("tags", {}, dict)
    record = Record(game, tags, {plies[ply]: text for ply, text in comments.items()})
    return {"record": record.to_form(form)}


def _played(start: GameState[Any], texts: list[object]) -> Game[GameState[Any], Any]:
    """The game of these moves. Raises RecordError with the first that cannot be made."""
    reached, moves = [start], []
    for ply, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            raise _CallError(INVALID_PARAMS, f'"moves" are texts, not {_cut(json.dumps(text))}')
        try:
            moves.append(reached[-1].parse_move(text))
        except NinetkaError as error:
            reason = error.reason if isinstance(error, IllegalMoveError) else None
            raise RecordError(str(error), ply=ply, text=text, reason=reason) from error
        reached.append(reached[-1].apply_unchecked(moves[-1]))
    return Game.from_replay(tuple(reached), tuple(moves))


def _ended(params: _Params, game: Game[GameState[Any], Any]) -> Game[GameState[Any], Any]:
    """The game with the ending that the call gives, if it does."""
    text = params.take("ending", None, str)
    return game if text is None else game.end(parse_ending(text, game.state.seats))


def _outcome(params: _Params) -> dict[str, Any]:
    game = _ended(params, Game.from_state(params.position()))
    outcome = game.outcome
    scores = outcome.scores if outcome else getattr(game.state, "scores", None)
    return {
        "is_over": outcome is not None,
        "result": UNFINISHED if outcome is None else str(outcome),
        "scores": None if scores is None else list(map(_exact, scores)),
        "winners": [] if outcome is None else list(outcome.winners),
        "ranking": [] if outcome is None else list(outcome.ranking),
    }


def _exact(score: int | Fraction) -> int | str:
    return int(score) if score.denominator == 1 else str(score)


def _svg(params: _Params) -> dict[str, Any]:
    state, last = params.position(), params.take("last_move", None, str)
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    names = params.take("names", [], list)
    if not all(isinstance(name, str) for name in names):
        raise NinetkaError(f"names are a text for each seat, not {quoted(names)}")
    draw = partial(
        state.to_svg,
        marks=params.take("marks", [], list),
        legend=params.take("legend", True, bool),
        names=names,
        title=params.take("title", None, str),
        size=params.take("size", None, int),
    )
    move = None if last is None else _undoable(state).parse_last_move(last)
    return {"svg": draw(last_move=move)}


METHODS: Final[Mapping[str, Callable[[_Params], dict[str, Any]]]] = {
    "start": _start,
    "legal_moves": _legal_moves,
    "some_moves": _some_moves,
    "apply": _apply,
    "undo": _undo,
    "check": _check,
    "outcome": _outcome,
    "svg": _svg,
    "record": _record,
    "view": _view,
}
"""What can be called, by name."""
