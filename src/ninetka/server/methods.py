"""The methods by which programs in other languages use the rules of any game: JSON-RPC 2.0.

Every call brings the position it is about, as text, so no answer depends on earlier calls.
docs/serve.md describes the methods.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, cast

import attrs

from .. import records
from ..base.deadline import OutOfTimeError, check_time, limited_to, time_left
from ..base.errors import (
    IllegalMoveError,
    InvalidPositionError,
    NinetkaError,
    RecordError,
    RecordErrorKind,
    did_you_mean,
    quoted,
)
from ..base.messages import ENGLISH, Message, in_language, languages, listed
from ..base.plain_json import parse_json
from ..drawing.drawable import DrawableState
from ..games import entry_for_name, entry_for_state
from ..play.game import Game
from ..play.perft import perft
from ..players import Analysis, as_analyst, parse_player, remote
from ..players.analysis import BEST_MOVES
from ..players.builtin import MAX_MOVE_SECONDS
from ..protocol.clicks import ClickableState
from ..protocol.endings import parse_ending
from ..protocol.entry import view_schema_of
from ..protocol.forms import MAX_RECORD
from ..protocol.states import GameState, as_enumerable, as_undoable
from ..records import forms
from ..records.json import ON_MOVES, line_fields, parsed_line
from ..records.reader import legal_part, replay, replay_variations, verdict_on
from ..records.sources import nth, split
from ..solve import USUAL, Budget, value
from . import checks
from .catalogue import catalogue
from .facts import (
    Scene,
    clicked,
    drawable,
    endings,
    facts,
    outcome,
    picture,
    picture_options,
    texts,
)
from .parameters import INVALID_PARAMS, CallError, Memory, Params

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
REFUSED: Final = 1
"""The code of errors that the library raises; their `data` say more."""

MAX_MESSAGE: Final = 4 * MAX_RECORD
"""The most bytes of a message, without the end of its line."""
MAX_BATCH: Final = 1000
"""The most requests in a list of them."""
MAX_GAMES: Final = 10_000
"""The most games that one call checks."""
MAX_REPLY: Final = 32_000_000
"""The most characters of replies to a list: once there are more, its other requests are refused.
A game whose positions have more is refused too."""
MAX_SECONDS: Final = 10
"""The seconds that a message may take, unless a server is given another limit."""


class Server:
    """Answers messages. An answer depends on the message alone, apart from moves that are chosen.

    The server remembers positions of the last calls, since the next one is likely to be about one
    of them: not reading it again saves two thirds of the time
    (benchmarks/serve_calls.py). It remembers the last few pictures, which the next is compared
    with. Threads may share a server.

    A message may take some `seconds`, all its requests together: at most MAX_MOVE_SECONDS. Raises
    NinetkaError for other numbers.
    """

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        if not 0 < seconds <= MAX_MOVE_SECONDS:
            raise NinetkaError(
                f"a message takes more than 0 and at most {MAX_MOVE_SECONDS} seconds, "
                f"not {quoted(seconds)}"
            )
        self._memory, self._seconds = Memory(), seconds

    def answer(self, message: bytes | str) -> str | None:
        """The reply to one message, a line of JSON; None for notifications, which have no reply.

        The message is a request or a list of requests, as JSON-RPC defines them, with or without
        the end of its line. Never raises.
        """
        with limited_to(self._seconds):
            try:
                request = _parsed(message)
            except CallError as error:
                return json.dumps(_failure(None, error))
            if not isinstance(request, list):
                with in_language(_language_of(request)):
                    return self._reply(request)
            replies: list[str] = []
            size = 0
            for each in request:
                with in_language(_language_of(each)):
                    reply = self._reply(each, is_full=size >= MAX_REPLY)
                if reply is not None:
                    replies.append(reply)
                    size += len(reply)
            return f"[{', '.join(replies)}]" if replies else None

    def _reply(self, request: object, is_full: bool = False) -> str | None:
        """The reply to one request as JSON; None for a notification."""
        number = request.get("id") if isinstance(request, dict) else None
        try:
            if isinstance(number, bool | list | dict) or number in (math.inf, -math.inf):
                number = None
                raise CallError(INVALID_REQUEST, "an id is a text, a number or null")
            if (
                not isinstance(request, dict)
                or request.get("jsonrpc") != "2.0"
                or not isinstance(request.get("method"), str)
            ):
                raise CallError(
                    INVALID_REQUEST,
                    'a request is an object with "jsonrpc": "2.0" and a "method", which is a text',
                )
            if "id" not in request:
                return None  # not run: a method only answers
            if is_full:
                raise NinetkaError(
                    f"the replies are longer than {MAX_REPLY} characters: send this request again"
                )
            return json.dumps({"jsonrpc": "2.0", "id": number, "result": self._result(request)})
        except (CallError, NinetkaError) as error:
            return json.dumps(_failure(number, error, _param(request, "codes") is True))
        except OutOfTimeError:
            sentence = (
                f"a message may take {self._seconds:.3g} seconds here, and this one takes longer: "
                "ask for less at a time"
            )
            return json.dumps(_failure(number, NinetkaError(sentence)))

    def _result(self, call: Mapping[str, Any]) -> dict[str, Any]:
        check_time()
        method, given = METHODS.get(call["method"]), call.get("params", {})
        if method is None:
            name, known = quoted(call["method"]), ", ".join(METHODS)
            likely = did_you_mean(call["method"], METHODS)
            raise CallError(METHOD_NOT_FOUND, f"there is no method {name}, only {known}{likely}")
        if not isinstance(given, dict):
            raise CallError(INVALID_PARAMS, '"params" are given by name, as an object')
        params = Params(given, self._memory)
        wanted = params.optional("language", ENGLISH, str)
        if wanted not in languages():
            sentence = f"there is no language {quoted(wanted)}, only {listed(languages())}"
            raise CallError(INVALID_PARAMS, sentence)
        has_codes = params.optional("codes", False, bool)
        result = method(params)
        params.check_all_taken()
        return _with_codes(result) if has_codes else result


def answer(message: bytes | str) -> str | None:
    """The reply of a new `Server`."""
    return Server().answer(message)


def view_schema(game: str | None = None) -> str:
    """The JSON Schema of a `view` of a game with this name, itself JSON; by default of 9tka.

    It refers to nothing, so it can stand inside another document. Raises NinetkaError.
    """
    own = entry_for_name(game).view_schema
    return view_schema_of(__package__) if own is None else own()


def _parsed(message: bytes | str) -> Any:
    """A request or a list of them, not yet checked. Raises CallError."""
    data = message.encode("utf-8", "surrogatepass") if isinstance(message, str) else message
    if len(data.removesuffix(b"\n").removesuffix(b"\r")) > MAX_MESSAGE:
        raise CallError(INVALID_REQUEST, f"the message is longer than {MAX_MESSAGE} bytes")
    try:
        request = parse_json(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise CallError(PARSE_ERROR, "the line is not JSON") from error
    except NinetkaError as error:
        raise CallError(PARSE_ERROR, str(error)) from error
    if isinstance(request, list) and not 0 < len(request) <= MAX_BATCH:
        raise CallError(INVALID_REQUEST, f"a list of requests has 1 to {MAX_BATCH} of them")
    return request


def _param(request: object, name: str) -> object:
    """A parameter of a request, which need not be valid: an error wants its language."""
    params = request.get("params") if isinstance(request, dict) else None
    return params.get(name) if isinstance(params, dict) else None


def _language_of(request: object) -> str:
    """The language that a request wants, if that is known."""
    wanted = _param(request, "language")
    return wanted if isinstance(wanted, str) and wanted in languages() else ENGLISH


def _with_codes(data: Any) -> Any:
    """Add to each object of a result the codes and values of its sentences, under `codes`."""
    if isinstance(data, list | tuple):
        return [*map(_with_codes, data)]
    if not isinstance(data, Mapping):
        return data
    codes = {name: _codes_of(value) for name, value in data.items()}
    said = {name: each for name, each in codes.items() if each}
    made = {name: _with_codes(value) for name, value in data.items()}
    return {**made, "codes": said} if said else made


def _codes_of(value: object) -> Any:
    """The code and the values of a message, or of all in a list; None if there are none."""
    if isinstance(value, Message):
        return value.to_dict()
    if isinstance(value, list | tuple) and any(isinstance(each, Message) for each in value):
        return [*map(_codes_of, value)]
    return None


def _failure(
    number: object, error: CallError | NinetkaError, has_codes: bool = False
) -> dict[str, Any]:
    """The error reply to the request with the id `number`."""
    said: dict[str, Any] = {"code": REFUSED, "message": str(error)}
    if isinstance(error, CallError):
        said["code"] = error.code
    else:
        data: dict[str, Any] = {"type": type(error).__name__}
        if has_codes and isinstance(error.message, Message):
            data["message"] = error.message.to_dict()
        if isinstance(error, RecordError):
            data["kind"] = error.kind.value
            if error.ply is not None:
                data["ply"] = error.ply
        if isinstance(error, IllegalMoveError | RecordError) and error.reason is not None:
            data["reason"] = error.reason.name
        if isinstance(error, InvalidPositionError):
            data["problems"] = [problem.name for problem in error.problems or ()]
            data["sentences"] = list(error.sentences)
        said["data"] = data
    return {"jsonrpc": "2.0", "id": number, "error": said}


def _position_reply(
    params: Params, state: GameState[Any], last_move: str | None = None, move: object = None
) -> dict[str, Any]:
    """The reply to a call that leads to a position, with its view and facts if `params` ask.

    `last_move` and `move` are the text and the move that led there, if one did.
    """
    text = params.remember(state)
    said: dict[str, Any] = {
        "position": text,
        "players": state.players,
        "to_move": state.to_move,
        "is_over": state.is_over,
        **endings(state),
    }
    if params.optional("view", False, bool):
        said["view"] = _view_of(state)
    wanted = params.inner("facts")
    if wanted is None:
        return said
    previous = None if last_move is None else params.options["position"]
    scene = Scene(params, text, last_move, previous, move=move)
    return {**said, **facts(wanted, scene)}


def _view_of(state: GameState[Any]) -> Mapping[str, Any]:
    """A position as plain data."""
    return {**endings(state), **state.to_dict()}


def _start(params: Params) -> dict[str, Any]:
    start, rng = params.start(), _random(params)
    return _position_reply(params, start if "position" in params.options else start.dealt(rng))


def _random(params: Params) -> Random:
    """The random numbers of a call: by its seed, or new ones each time."""
    seed = params.optional("seed", None, str, int)
    return Random(None if seed is None else str(seed).encode(errors="surrogatepass"))


def _facts(params: Params) -> dict[str, Any]:
    return facts(params, Scene.of(params).with_move())


def _view(params: Params) -> dict[str, Any]:
    return dict(_view_of(params.position()))


def _legal_moves(params: Params) -> dict[str, Any]:
    state = as_enumerable(params.position())
    return {"moves": texts(state, state.legal_moves)}


def _some_moves(params: Params) -> dict[str, Any]:
    state = params.position()
    return {"moves": texts(state, state.some_moves)}


def _reply_after_move(params: Params, state: GameState[Any], move: Any) -> dict[str, Any]:
    """The reply to a call that makes a legal move."""
    text = state.move_text_unchecked(move)
    return {"move": text, **_position_reply(params, state.apply_unchecked(move), text, move)}


def _apply(params: Params) -> dict[str, Any]:
    state = params.position()
    return _reply_after_move(params, state, state.parse_move(params.required("move")))


def _choose(params: Params) -> dict[str, Any]:
    state, player = params.position(), parse_player(params.required("player"))
    rng, wanted = _random(params), params.optional("analysis", False, bool)
    found, known = params.inner("found"), list[Analysis[Any]]()
    watcher = known.append if wanted else None
    if found is None:
        move = player.choose(state, rng, time_left(), watcher)
    else:
        given = found.unchecked("moves", "line")
        tree = given.get("moves"), given.get("line"), found.optional("seconds", 0, float, int)
        move = remote.found_move(player, state, *tree, time_left(), watcher)
    said = {"analysis": known[-1].to_dict() if known else None} if wanted else {}
    return {**_reply_after_move(params, state, move), **said}


def _plan(params: Params) -> dict[str, Any]:
    state, player = params.position(), parse_player(params.required("player"))
    params.ignore("view", "facts", "analysis")  # which are about the move that is found
    given, since = params.inner("since"), None
    if given is not None:
        since = params.state(given.required("position")), _line(given)
    return {"plan": remote.plan(player, state, _random(params), time_left(), since)}


def _analyse(params: Params) -> dict[str, Any]:
    state, player = params.position(), parse_player(params.required("player"))
    most = params.number("most", BEST_MOVES)
    return as_analyst(player).analyse(state, _random(params), time_left()).to_dict(most)


def _value(params: Params) -> dict[str, Any]:
    state, nodes = params.position(), params.optional("nodes", None, int)
    left = time_left()
    if not left:
        raise OutOfTimeError
    usual = USUAL.seconds if nodes is None else left
    seconds = min(params.optional("seconds", usual, int, float), left)
    return value(state, Budget(nodes, seconds)).to_dict(state)


def _undo(params: Params) -> dict[str, Any]:
    state, text = as_undoable(params.position()), params.required("move")
    move = state.parse_last_move(text)
    predecessor = state.undo(move)
    return {"move": predecessor.move_text_unchecked(move), **_position_reply(params, predecessor)}


def _line(params: Params) -> list[str]:
    """The texts of some moves."""
    line = parsed_line({"moves": params.optional("moves", [], list), "comments": {}})
    return [text for _, text in line.moves]


def _images(params: Params) -> dict[str, Any]:
    state = params.position()
    moves = [state.parse_move(text) for text in _line(params)]
    images = []
    for symmetry in state.symmetries:
        check_time()
        image = state.transform(symmetry)
        turned = (state.transform_move(move, symmetry) for move in moves)
        images.append({"position": image.to_text(), "moves": texts(image, turned)})
    return {"images": images}


def _perft(params: Params) -> dict[str, Any]:
    return {"count": perft(as_enumerable(params.position()), params.number("depth", 1))}


def _check(params: Params) -> dict[str, Any]:
    text = params.required("records")
    line, column, number = (params.number(name, 1) for name in ("line", "column", "number"))
    start = checks.Cursor(line=line, column=column, number=number)
    seconds = params.optional("seconds", None, float)
    more = params.optional("more", False, bool)
    part = checks.check(text, start, MAX_GAMES, seconds=seconds, more=more)
    games = part.games
    if not games:
        raise RecordError("there is no game in it", RecordErrorKind.COUNT)
    rest = part.rest and {"at": _offset(text, start, part.rest), **attrs.asdict(part.rest)}
    return {"ok": all(game["ok"] for game in games), "games": games, "rest": rest}


def _offset(text: str, start: checks.Cursor, place: checks.Cursor) -> int:
    """The number of characters before a place in a text, as JavaScript counts them."""
    lines = text.split("\n")
    before, line = lines[: place.line - start.line], lines[place.line - start.line]
    column = place.column - (start.column if place.line == start.line else 1)
    if column:  # which does not count a byte order mark at the beginning of the line
        column += line.startswith("\ufeff")
    passed = "".join(f"{each}\n" for each in before) + line[:column]
    return len(passed) + sum(each > "\uffff" for each in passed)  # of these it has two


def _read(params: Params) -> dict[str, Any]:
    first, line = params.number("first", 1), params.number("line", 1)
    number = params.number("number", first)
    raws = split(params.required("records").split("\n"), None, line)
    raw = nth(raws, number, first=first)
    verdict = verdict_on(number, raw)
    error = verdict.error
    record = verdict.record or legal_part(raw, cast("RecordError", error))
    game = record.game
    states = game.states
    positions = []
    for state in states:
        check_time()
        positions.append(state.to_text())
    if sum(map(len, positions)) > MAX_REPLY:
        raise NinetkaError(f"the positions of this game have more than {MAX_REPLY} characters")
    entry = entry_for_state(game.state)
    tags = entry.tags.write(states[0])
    said = {name: tags[option.tag] for name, option in entry.options.items() if option.tag in tags}
    return {
        "game": entry.name_of(states[0]),
        "number": number,
        "options": {"game": entry.name_of(states[0]), **said},
        "tags": dict(record.tags),
        "moves": list(game.move_texts),
        "comments": {str(ply): text for ply, text in record.comments.items()},
        **line_fields(record.contents().mainline),
        "ending": game.ending_text,
        "result": record.result,
        "seats": [int(state.to_move) for state in states[:-1]],
        "turns": list(game.turns),
        "positions": positions,
        "error": error
        and {
            "message": error.message,
            "kind": error.kind.value,
            "ply": error.ply,
            "line": error.line,
        },
    }


def _record(params: Params) -> dict[str, Any]:
    start, moves = params.start(), params.optional("moves", [], list)
    comments = params.optional("comments", {}, dict)
    line = parsed_line({"moves": moves, "comments": comments, **params.unchecked(*ON_MOVES)})
    game = replay(start, line.moves)
    variations = replay_variations(game, line.variations)
    game, tags = _with_ending(params, game), params.optional("tags", {}, dict)
    record = records.Record(game, tags, line.comments, line.glyphs, line.clocks, variations)
    text = record.to_form(params.optional("form", "9tka", str))
    return {"record": text, "turns": list(game.turns)}


def _with_ending(params: Params, game: Game[GameState[Any], Any]) -> Game[GameState[Any], Any]:
    """The game with the ending that the call states, if it states one."""
    text = params.optional("ending", None, str)
    if text is None:
        return game
    return game.end(parse_ending(text, game.state.seats, game.state.ending_kinds))


def _outcome(params: Params) -> dict[str, Any]:
    return outcome(_with_ending(params, Game.from_state(params.position())))


def _svg(params: Params) -> dict[str, Any]:
    return picture(params, Scene.of(params))


def _click(params: Params) -> dict[str, Any]:
    state = params.position()
    if not isinstance(state, ClickableState):
        raise NinetkaError("moves of this game cannot be made by picking places")
    click = state.click(params.optional("places", [], list))
    said = clicked(state, click)
    if not params.optional("apply", False, bool):
        return said
    if click.move is None or click.next or click.offers:
        params.ignore("view", "facts")  # which are about the position after a move
        return said
    after = state.apply_unchecked(click.move)
    return {**said, **_position_reply(params, after, said["move"], click.move)}


def _guide(params: Params) -> dict[str, Any]:
    state = params.start()
    return {
        "instruction": state.instruction,
        "summary": "" if state.ruleset is None else state.ruleset.summary,
        "seats": list(map(str, state.seats)),
        "marks": list(state.marks) if isinstance(state, DrawableState) else [],
        "forms": [form.name for form in forms(entry_for_state(state))],
    }


def _lessons(params: Params) -> dict[str, Any]:
    entry = entry_for_name(params.required("game"))
    found = None if entry.lessons is None else entry.lessons(entry.name)
    return {"lessons": found and {**attrs.asdict(found), "start": dict(found.start)}}


def _games(params: Params) -> dict[str, Any]:
    return {"games": catalogue()}


def _arrange(params: Params) -> dict[str, Any]:
    """An arrangement after some changes: its text, what is on the board, and what is wrong."""
    start, text = params.start_and_position()
    make = entry_for_state(start).editor
    if make is None:
        raise NinetkaError("positions of this game cannot be set up piece by piece")
    editor = make()
    setup = editor.read(text or start.to_text(), start)
    put: dict[str, str] = params.optional("put", {}, dict)
    if params.optional("clear", False, bool):
        put = {**dict.fromkeys(editor.pieces(setup), ""), **put}
    if put:
        setup = editor.put(setup, put)
    for fact, changed in params.optional("set", {}, dict).items():
        check_time()
        setup = editor.set_fact(setup, fact, changed)
    said = {
        "position": setup.to_text(),
        "kinds": editor.kinds(setup),
        "pieces": dict(editor.pieces(setup)),
        "facts": [attrs.asdict(each) for each in editor.facts(setup)],
        "problems": [sentence for _, sentence in setup.findings],
    }
    drawn = params.inner("picture")
    if drawn is not None:
        sketch, options = editor.sketch(setup), picture_options(drawn)
        said["svg"] = str(drawable(sketch).to_svg(**options))
    return said


METHODS: Final[Mapping[str, Callable[[Params], dict[str, Any]]]] = {
    "start": _start,
    "legal_moves": _legal_moves,
    "some_moves": _some_moves,
    "apply": _apply,
    "choose": _choose,
    "plan": _plan,
    "analyse": _analyse,
    "value": _value,
    "undo": _undo,
    "images": _images,
    "perft": _perft,
    "check": _check,
    "read": _read,
    "facts": _facts,
    "outcome": _outcome,
    "svg": _svg,
    "record": _record,
    "view": _view,
    "click": _click,
    "guide": _guide,
    "games": _games,
    "lessons": _lessons,
    "arrange": _arrange,
}
"""The methods by their names."""
