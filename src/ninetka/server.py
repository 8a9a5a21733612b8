"""The rules for programs in other languages: JSON-RPC 2.0, one message a line. For any game.

Every call brings the position it is about, as text, so no answer depends on earlier calls.
docs/serve.md describes the methods.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from enum import Flag
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar, cast

from .errors import IllegalMoveError, InvalidPositionError, NinetkaError, quoted
from .games import rules_for_name
from .match import verify
from .protocol import (
    POSITION,
    DrawableState,
    EnumerableState,
    State,
    UndoableState,
)
from .records import UNFINISHED
from .sources import MAX_RECORD

__all__ = ["METHODS", "answer"]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
REFUSED: Final = 1
"""The code of an error of the library's own, whose `data` says more."""

MAX_MESSAGE: Final = 4 * MAX_RECORD
"""The most bytes of a message."""
MAX_BATCH: Final = 1000
"""The most requests in a list of them."""
MAX_GAMES: Final = 10_000
"""The most games that one call checks."""
MAX_REPLY: Final = 32_000_000
"""After so many characters of replies to a list the rest of its requests are refused."""

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
}
_SHOWN: Final = 40
_SHORT: Final = 1000
_REMEMBERED: Final = 1000
_GIVEN: Final[dict[tuple[object, ...], State[Any]]] = {}
"""Positions given out lately. The next call is likely to be about one of them, and not to read it
again saves two thirds of its time (benchmarks/serve_calls.py); what is answered is the same."""

_T = TypeVar("_T")
_D = TypeVar("_D")


class _CallError(Exception):
    """A call that cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer(line: bytes | str) -> str | None:
    """The reply to one message, a line of JSON; None if there is none, as for notifications.

    The message is a request or, as JSON-RPC has it, a list of them. Never raises.
    """
    try:
        return _answered(line)
    except RecursionError:
        return _refused(PARSE_ERROR, "the message is nested too deep")


def _answered(line: bytes | str) -> str | None:
    if isinstance(line, bytes | str) and len(line) > MAX_MESSAGE:
        return _refused(INVALID_REQUEST, f"the message is longer than {MAX_MESSAGE} bytes")
    try:
        message = json.loads(line, parse_constant=_no_constant)
    except (ValueError, TypeError):
        return _refused(PARSE_ERROR, "the line is not JSON")
    if not isinstance(message, list):
        reply = _reply(message, _called)
        return None if reply is None else json.dumps(reply)
    if not 0 < len(message) <= MAX_BATCH:
        return _refused(INVALID_REQUEST, f"a list of requests has 1 to {MAX_BATCH} of them")
    replies = ", ".join(_replies(message))
    return f"[{replies}]" if replies else None


def _replies(requests: list[object]) -> Iterator[str]:
    """The replies to a list of requests, the last of them refusals if all were too long."""
    size = 0
    for request in requests:
        reply = _reply(request, _called if size < MAX_REPLY else _put_off)
        if reply is not None:
            text = json.dumps(reply)
            size += len(text)
            yield text


def _put_off(_: object) -> NoReturn:
    raise NinetkaError(f"the replies are longer than {MAX_REPLY} characters: send this one again")


def _refused(code: int, sentence: str) -> str:
    """The reply to a message of which not even the id is known."""
    return json.dumps(_failure(None, code, sentence))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _failure(
    number: object, code: int, message: str, data: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    error = {"code": code, "message": message} | ({"data": data} if data else {})
    return {"jsonrpc": "2.0", "id": number, "error": error}


def _reply(request: object, call: Callable[[object], Any]) -> dict[str, Any] | None:
    number = request.get("id") if isinstance(request, dict) else None
    if isinstance(number, bool | list | dict) or (
        isinstance(number, float) and not math.isfinite(number)
    ):
        return _failure(None, INVALID_REQUEST, "an id is a text, a number or null")
    try:
        result = call(request)
    except _CallError as error:
        reply = _failure(number, error.code, str(error))
    except NinetkaError as error:
        reply = _failure(number, REFUSED, str(error), _data(error))
    else:
        reply = {"jsonrpc": "2.0", "id": number, "result": result}
    is_notification = (
        isinstance(request, dict)
        and "id" not in request
        and reply.get("error", {}).get("code") != INVALID_REQUEST
    )
    return None if is_notification else reply


def _data(error: NinetkaError) -> dict[str, Any]:
    """What kind of error it is, and the library's codes for it."""
    data: dict[str, Any] = {"type": type(error).__name__}
    if isinstance(error, IllegalMoveError):
        data["reason"] = error.reason.name
    if isinstance(error, InvalidPositionError):
        data["problems"] = _names(error.problems)
        data["sentences"] = list(error.sentences)
    return data


def _names(problems: Flag) -> list[str]:
    return [problem.name or "" for problem in type(problems) if problem in problems]


def _called(request: object) -> Any:
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
        raise _CallError(INVALID_REQUEST, 'a request is an object with "jsonrpc": "2.0"')
    name, params = request.get("method"), request.get("params", {})
    if not isinstance(name, str):
        raise _CallError(INVALID_REQUEST, 'a request has a "method", which is a text')
    method = METHODS.get(name)
    if method is None:
        known = ", ".join(METHODS)
        raise _CallError(METHOD_NOT_FOUND, f"there is no method {quoted(name)}, only {known}")
    if not isinstance(params, dict):
        raise _CallError(INVALID_PARAMS, '"params" are given by name, as an object')
    taken = _Params(params)
    result = method(taken)
    taken.none_left()
    return result


class _Params:
    """The parameters of a call, each taken once."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._left = dict(given)
        self._start: tuple[str, dict[str, str]] = "", {}

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

    def position(self) -> State[Any]:
        """The position a call is about."""
        if self._left.get(POSITION.lower()) is None:
            raise _CallError(INVALID_PARAMS, f'"{POSITION.lower()}" is needed')
        return self.start()

    def start(self) -> State[Any]:
        """The position that parameters say as a record's tags do: `EdgeStop` is `edge_stop`."""
        rules = rules_for_name(self.take("game", None, str))
        options = rules.options.items()
        given = {tag: self.take(option, None, str, int) for option, tag in options}
        tags = {tag: str(value) for tag, value in given.items() if value is not None}
        self._start = rules.name, tags
        return _GIVEN.get(_key(rules.name, tags)) or rules.begin(tags)

    def give(self, state: State[Any]) -> dict[str, Any]:
        """What a call that leads to another position says of that."""
        game, tags = self._start
        text = state.to_text()
        if sum(map(len, tags.values())) < _SHORT:
            if len(_GIVEN) >= _REMEMBERED:  # more if threads came between
                _GIVEN.clear()
            _GIVEN[_key(game, {**tags, POSITION: text})] = state
        return _described(state, text)

    def none_left(self) -> None:
        """Refuse parameters that nothing asked for."""
        if self._left:
            name = quoted(min(self._left))
            raise _CallError(INVALID_PARAMS, f"there is no parameter {name} here")


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _key(game: str, tags: Mapping[str, str]) -> tuple[object, ...]:
    return (game, *sorted(tags.items()))


def _described(state: State[Any], text: str) -> dict[str, Any]:
    return {
        "position": text,
        "players": state.players,
        "to_move": state.to_move,
        "is_over": state.is_over,
    }


def _start(params: _Params) -> dict[str, Any]:
    state = params.start()
    return _described(state, state.to_text())


def _legal_moves(params: _Params) -> dict[str, Any]:
    state = params.position()
    if not isinstance(state, EnumerableState):
        raise NinetkaError("the moves of this game cannot be listed")
    return {"moves": [state.move_text(move) for move in state.legal_moves]}


def _apply(params: _Params) -> dict[str, Any]:
    state, text = params.position(), params.need("move")
    move = state.parse_move(text)
    return {"move": state.move_text(move), **params.give(state.apply_unchecked(move))}


def _undo(params: _Params) -> dict[str, Any]:
    state, text = _undoable(params.position()), params.need("move")
    move = state.parse_last_move(text)
    before = state.undo(move)
    return {"move": before.move_text(move), **params.give(before)}


def _undoable(state: State[Any]) -> UndoableState[Any]:
    if not isinstance(state, UndoableState):
        raise NinetkaError("the moves of this game cannot be taken back without its history")
    return state


def _check(params: _Params) -> dict[str, Any]:
    text = params.need("records")
    verdicts = verify(text.split("\n"))
    games = [verdict.summary() for verdict in islice(verdicts, MAX_GAMES)]
    if next(verdicts, None) is not None:
        raise NinetkaError(f"a call checks {MAX_GAMES} games at most: send the rest in another")
    return {"ok": all(game["ok"] for game in games), "games": games}


def _outcome(params: _Params) -> dict[str, Any]:
    state = params.position()
    outcome = state.outcome
    scores = outcome.scores if outcome else getattr(state, "scores", None)
    return {
        "is_over": outcome is not None,
        "result": UNFINISHED if outcome is None else str(outcome),
        "scores": None if scores is None else list(map(_exact, scores)),
        "winners": [] if outcome is None else list(outcome.winners),
        "ranking": [] if outcome is None else list(outcome.ranking),
    }


def _exact(score: int | Fraction) -> int | str:
    return score if isinstance(score, int) else str(score)


def _svg(params: _Params) -> dict[str, Any]:
    state, last = params.position(), params.take("last_move", None, str)
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    draw = partial(
        state.to_svg,
        legal_moves=params.take("legal_moves", False, bool),
        blocked=params.take("blocked", False, bool),
        legend=params.take("legend", True, bool),
        names=params.take("names", [], list),
        title=params.take("title", None, str),
        size=params.take("size", None, int),
    )
    move = None if last is None else _undoable(state).parse_last_move(last)
    return {"svg": draw(last_move=move)}


METHODS: Final[Mapping[str, Callable[[_Params], dict[str, Any]]]] = {
    "start": _start,
    "legal_moves": _legal_moves,
    "apply": _apply,
    "undo": _undo,
    "check": _check,
    "outcome": _outcome,
    "svg": _svg,
}
"""What can be called, by name."""
