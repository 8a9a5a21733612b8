"""The rules for programs in other languages: JSON-RPC 2.0, one message a line. For any game.

Every call brings the position it is about, as text, so no answer depends on earlier calls.
docs/serve.md describes the methods.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib.resources import files
from itertools import islice
from typing import Any, Final, TypeVar, cast

import attrs

from . import match, records
from .endings import endings_of, parse_ending
from .errors import IllegalMoveError, InvalidPositionError, NinetkaError, RecordError, quoted
from .forms import MAX_RECORD, UNFINISHED
from .game import Game
from .games import rules_for_name
from .plain_json import check_kind, parse_json
from .protocol import (
    DescribedState,
    DrawableState,
    EndableState,
    EnumerableState,
    GameState,
    OfferingState,
    UndoableState,
)
from .records.checking import replay
from .records.json import comments_by_ply
from .rules import GAME, POSITION

__all__ = ["METHODS", "Server", "answer", "view_schema"]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
REFUSED: Final = 1
"""The code of an error of the library's own; its `data` says more."""

MAX_MESSAGE: Final = 4 * MAX_RECORD
"""The most bytes of a message, without the end of its line."""
MAX_BATCH: Final = 1000
"""The most requests in a list of them."""
MAX_GAMES: Final = 10_000
"""The most games that one message checks."""
MAX_REPLY: Final = 32_000_000
"""After so many characters of replies to a list, the rest of its requests are refused."""

_MOST_REMEMBERED: Final = 1000
_LONGEST_REMEMBERED: Final = 1000
"""How many characters may describe a position that is remembered."""
_POSITION: Final = POSITION.lower()
_GAME: Final = GAME.lower()

_T = TypeVar("_T")
_D = TypeVar("_D")


class _CallError(Exception):
    """A call that cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class _RecentPositions:
    """Positions that a server gave out lately, by the parameters that describe them in calls."""

    def __init__(self) -> None:
        self._states: dict[frozenset[tuple[str, str]], GameState[Any]] = {}

    def get(self, options: Mapping[str, str]) -> GameState[Any] | None:
        return self._states.get(frozenset(options.items()))

    def add(self, options: Mapping[str, str], state: GameState[Any]) -> None:
        if sum(map(len, options.values())) > _LONGEST_REMEMBERED:
            return
        if len(self._states) >= _MOST_REMEMBERED:
            self._states.clear()
        self._states[frozenset(options.items())] = state


class Server:
    """Answers messages. An answer depends on the message alone.

    The server remembers positions that it gave out lately, since the next call is likely to be
    about one of them: not reading it again saves two thirds of the time
    (benchmarks/serve_calls.py).
    """

    def __init__(self) -> None:
        self._recent = _RecentPositions()

    def answer(self, message: bytes | str) -> str | None:
        """The reply to one message, a line of JSON; None for notifications, which have no reply.

        The message is a request or a list of requests, as JSON-RPC defines them, with or without
        the end of its line. Never raises.
        """
        try:
            request = _parsed(message)
        except _CallError as error:
            return json.dumps(_failure(None, error))
        work = _Work(self._recent)
        if not isinstance(request, list):
            return work.reply(request)
        replies = [reply for each in request if (reply := work.reply(each)) is not None]
        return f"[{', '.join(replies)}]" if replies else None


def answer(message: bytes | str) -> str | None:
    """The reply of a new `Server`."""
    return Server().answer(message)


def view_schema() -> str:
    """The JSON Schema of a `view`, itself JSON."""
    return (files(__package__) / "view.schema.json").read_text("utf-8")


def _parsed(message: bytes | str) -> Any:
    """A request or a list of them, not yet checked. Raises _CallError."""
    data = message.encode("utf-8", "surrogatepass") if isinstance(message, str) else message
    data = data.removesuffix(b"\n").removesuffix(b"\r")
    if len(data) > MAX_MESSAGE:
        raise _CallError(INVALID_REQUEST, f"the message is longer than {MAX_MESSAGE} bytes")
    try:
        request = parse_json(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise _CallError(PARSE_ERROR, "the line is not JSON") from error
    except NinetkaError as error:
        raise _CallError(PARSE_ERROR, str(error)) from error
    if isinstance(request, list) and not 0 < len(request) <= MAX_BATCH:
        raise _CallError(INVALID_REQUEST, f"a list of requests has 1 to {MAX_BATCH} of them")
    return request


def _failure(number: object, error: _CallError | NinetkaError) -> dict[str, Any]:
    """The reply to a request with this id that cannot be met."""
    said: dict[str, Any] = {"code": REFUSED, "message": str(error)}
    if isinstance(error, _CallError):
        said["code"] = error.code
    else:
        said["data"] = _data(error)
    return {"jsonrpc": "2.0", "id": number, "error": said}


@attrs.define
class _Work:
    """The answering of one message, and how much it has come to."""

    recent: _RecentPositions
    size: int = 0
    """Characters of replies so far."""
    games: int = 0
    """Games checked so far."""

    def reply(self, request: object) -> str | None:
        """The reply to one request as JSON; None for a notification."""
        reply = self._reply(request)
        if reply is None:
            return None
        text = json.dumps(reply)
        self.size += len(text)
        return text

    def _reply(self, request: object) -> dict[str, Any] | None:
        number = request.get("id") if isinstance(request, dict) else None
        try:
            if isinstance(number, bool | list | dict) or number in (math.inf, -math.inf):
                number = None
                raise _CallError(INVALID_REQUEST, "an id is a text, a number or null")
            call = _request(request)
            if "id" not in call:
                return None  # not run: a method only answers
            return {"jsonrpc": "2.0", "id": number, "result": self._result(call)}
        except (_CallError, NinetkaError) as error:
            return _failure(number, error)

    def _result(self, call: Mapping[str, Any]) -> dict[str, Any]:
        if self.size >= MAX_REPLY:
            raise NinetkaError(
                f"the replies are longer than {MAX_REPLY} characters: send this request again"
            )
        name, given = call["method"], call.get("params", {})
        method = METHODS.get(name)
        if method is None:
            known = ", ".join(METHODS)
            raise _CallError(METHOD_NOT_FOUND, f"there is no method {quoted(name)}, only {known}")
        if not isinstance(given, dict):
            raise _CallError(INVALID_PARAMS, '"params" are given by name, as an object')
        params = _Params(given, self)
        result = method(params)
        if params.remaining:
            name = quoted(min(params.remaining))
            raise _CallError(INVALID_PARAMS, f"there is no parameter {name} here")
        return result


def _request(request: object) -> Mapping[str, Any]:
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
        raise _CallError(INVALID_REQUEST, 'a request is an object with "jsonrpc": "2.0"')
    if not isinstance(request.get("method"), str):
        raise _CallError(INVALID_REQUEST, 'a request has a "method", which is a text')
    return request


def _data(error: NinetkaError) -> dict[str, Any]:
    """The kind of an error, and its codes."""
    data: dict[str, Any] = {"type": type(error).__name__}
    if isinstance(error, RecordError) and error.ply is not None:
        data["ply"] = error.ply
    if isinstance(error, IllegalMoveError | RecordError) and error.reason is not None:
        data["reason"] = error.reason.name
    if isinstance(error, InvalidPositionError):
        data["problems"] = [problem.name for problem in error.problems or ()]
        data["sentences"] = list(error.sentences)
    return data


class _Params:
    """The parameters of a call, each taken once."""

    def __init__(self, given: Mapping[str, Any], work: _Work) -> None:
        self.work = work
        self.remaining = dict(given)
        self._start: dict[str, str] = {}
        """The parameters that described the start."""

    def optional(self, name: str, default: _D, *kinds: type[_T]) -> _T | _D:
        """A parameter of one of these kinds, or the default if it is missing or null."""
        value = self.remaining.pop(name, None)
        if value is None:
            return default
        try:
            check_kind(name, value, *kinds)
        except NinetkaError as error:
            raise _CallError(INVALID_PARAMS, str(error)) from error
        return cast(_T, value)

    def required(self, name: str) -> str:
        """A text without which the call makes no sense."""
        text = self.optional(name, None, str)
        if text is None:
            raise _CallError(INVALID_PARAMS, f'"{name}" is needed')
        return text

    def position(self) -> GameState[Any]:
        """The position a call is about."""
        if self.remaining.get(_POSITION) is None:
            raise _CallError(INVALID_PARAMS, f'"{_POSITION}" is needed')
        return self.start()

    def start(self) -> GameState[Any]:
        """The position that parameters describe, as options of `Rules.begin`."""
        game = self.optional(_GAME, None, str)
        rules = rules_for_name(game)
        given = {name: self.optional(name, None, str, int) for name in rules.options}
        given[_GAME] = game
        self._start = {name: str(value) for name, value in given.items() if value is not None}
        return self.work.recent.get(self._start) or rules.begin(**self._start)

    def reached(self, state: GameState[Any]) -> dict[str, Any]:
        """What a call says of the position to which it leads."""
        text = state.to_text()
        self.work.recent.add({**self._start, _POSITION: text}, state)
        said = {
            "position": text,
            "players": state.players,
            "to_move": state.to_move,
            "is_over": state.is_over,
            **_endings(state),
        }
        return {**said, "view": _described(state)} if self.optional("view", False, bool) else said


def _described(state: GameState[Any]) -> Mapping[str, Any]:
    if not isinstance(state, DescribedState):
        raise NinetkaError("the positions of this game cannot be given as plain data")
    return {**_endings(state), **state.to_dict()}


def _endings(state: GameState[Any]) -> dict[str, list[str]]:
    """How the game can end now other than by a move, if it knows any such way."""
    if not isinstance(state, EndableState):
        return {}
    known = endings_of(state.endings, state.seats)
    return {"endings": [ending.to_text(state.seats) for ending in known]}


def _start(params: _Params) -> dict[str, Any]:
    return params.reached(params.start())


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
    state, text = params.position(), params.required("move")
    move = state.parse_move(text)
    return {"move": state.move_text(move), **params.reached(state.apply_unchecked(move))}


def _undo(params: _Params) -> dict[str, Any]:
    state, text = _undoable(params.position()), params.required("move")
    move = state.parse_last_move(text)
    predecessor = state.undo(move)
    return {"move": predecessor.move_text(move), **params.reached(predecessor)}


def _undoable(state: GameState[Any]) -> UndoableState[Any]:
    if not isinstance(state, UndoableState):
        raise NinetkaError("the moves of this game cannot be taken back without its history")
    return state


def _check(params: _Params) -> dict[str, Any]:
    verdicts = match.checked(records.verify(params.required("records").split("\n")))
    most = MAX_GAMES - params.work.games
    games = [verdict.summary() for verdict in islice(verdicts, most)]
    params.work.games += len(games)
    if next(verdicts, None) is not None:
        raise NinetkaError(f"a message checks {MAX_GAMES} games at most: send the rest in another")
    if not games:
        raise RecordError("there is no game in it")
    return {"ok": all(game["ok"] for game in games), "games": games}


def _record(params: _Params) -> dict[str, Any]:
    start, texts = params.start(), params.optional("moves", [], list)
    game, wrong = replay(start, texts)
    if wrong is not None:
        reason = wrong.reason if isinstance(wrong, IllegalMoveError) else None
        ply, text = game.ply + 1, texts[game.ply]
        raise RecordError(str(wrong), ply=ply, text=text, reason=reason) from wrong
    game = _ended(params, game)
    comments = comments_by_ply(params.optional("comments", {}, dict))
    record = records.Record(game, params.optional("tags", {}, dict), comments)
    return {"record": record.to_form(params.optional("form", "9tka", str))}


def _ended(params: _Params, game: Game[GameState[Any], Any]) -> Game[GameState[Any], Any]:
    """The game with the ending that the call states, if it does."""
    text = params.optional("ending", None, str)
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
    state, last = params.position(), params.optional("last_move", None, str)
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    picture = state.to_svg(
        last_move=None if last is None else _undoable(state).parse_last_move(last),
        marks=params.optional("marks", [], list),
        legend=params.optional("legend", True, bool),
        names=params.optional("names", [], list),
        title=params.optional("title", None, str),
        size=params.optional("size", None, int),
    )
    return {"svg": picture}


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
