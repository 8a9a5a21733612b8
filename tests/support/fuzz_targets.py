"""Targets for fuzzing: each reader of text must read any bytes or raise NinetkaError.

Whatever is read is written and read again, which must give the same. A target returns whether the
bytes were read. Hypothesis and kept inputs feed them in test_fuzz.py, libFuzzer in
reliability/fuzz.py.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from json import dumps
from random import Random
from typing import Any

from kropki import readers as kropki

from ninetka import (
    NESTORGAMES,
    WIKI,
    EdgeStop,
    Game,
    NeutralPlacement,
    NinetkaError,
    Ruleset,
    State,
    TieBreak,
    TurnOrder,
)
from ninetka.morris import MILLS, MORRIS, PUBLISHED
from ninetka.morris import State as MillState
from ninetka.records import Clock, Record, Variation, parse, read, verify
from ninetka.server import answer
from ninetka.simulate import random_game

CUSTOM = Ruleset("custom", {2: 3, 3: 2, 4: 1}, EdgeStop.STONE, TurnOrder.RESTARTS)
OTHER = Ruleset(
    "other",
    {2: (3, 1), 3: (1, 2, 4), 4: 2},
    neutral_placement=NeutralPlacement.RANDOM,
    tie_break=TieBreak.LAST_SLIDE,
)
GAMES = [
    random_game(State.start(ruleset, players), Random(players))
    for ruleset, players in ((NESTORGAMES, 2), (WIKI, 3), (CUSTOM, 4), (OTHER, 3))
]
STATES = [state for game in GAMES for state in game.states[::5]]
TAGS: list[dict[str, str]] = [{"Event": 'q"q\\', "Name": "ąę"}, {}, {"A": "b"}, {}]
RECORDS = [
    Record(
        game, tags, {0: "c", 3: "d e"}, {1: [1, 14]}, {2: Clock(timedelta(minutes=5))},
        {3: [Variation(Game.from_state(game.states[2], [game.states[2].legal_moves[1]]))]},
    )
    for game, tags in zip(GAMES, TAGS, strict=True)
]  # fmt: skip

MILL_GAMES = [
    random_game(MillState.start(ruleset, 2), Random(1), 50)
    for ruleset in (MILLS, PUBLISHED["morabaraba"], PUBLISHED["lasker-morris"])
]
MILL_STATES = [game.states[at] for game in MILL_GAMES for at in (0, 10, -1)]
MILL_RECORDS = [
    Record(
        game, {"Event": 'q"q\\', "First": "ąę"}, {0: "c", 3: "d } e", 4: "1. a1"}, {1: [1, 14]},
        {2: Clock(timedelta(minutes=5))},
        {
            at: [Variation(Game.from_state(game.states[at - 1], [move])) for move in moves]
            for at in (3, 4, 30)
            for moves in [game.states[at - 1].legal_moves[:2]]
        },
    )
    for game in MILL_GAMES
]  # fmt: skip

OF_BOTH_GAMES: list[Record[Any, Any]] = [*RECORDS, *kropki.RECORDS]


def records(data: bytes) -> bool:
    """Records of either game in text or JSON, as `ninetka check` reads them, and one at a time."""
    with suppress(NinetkaError):  # what begins like no record at all
        for verdict in verify(io.BytesIO(data)):
            assert (verdict.record is None) == (verdict.error is not None)
    with suppress(NinetkaError):
        for _ in read(io.BytesIO(data)):
            pass
    try:
        record = parse(data.decode("utf-8", "surrogateescape"))
    except NinetkaError as error:
        assert str(error)
        return False
    assert parse(record.to_text()) == record
    assert parse(record.to_json()) == record
    kropki.check_sgf_of(record)
    return True


def json(data: bytes) -> bool:
    """The same where the first character says JSON, and messages to `ninetka serve`."""
    replies = [answer(message) for message in (data, b"{" + data)]
    for reply in replies:
        assert reply is None or reply.startswith(("{", "["))
    return records(b"{" + data) or any(reply and '"result"' in reply for reply in replies)


def positions(data: bytes) -> bool:
    """Position texts, of published rulesets and custom ones."""
    text = data.decode("utf-8", "surrogateescape")
    read_by = [position(text, ruleset) for ruleset in (None, CUSTOM, OTHER)]
    return any(read_by)


def position(text: str, ruleset: Ruleset | None) -> bool:
    """A position text, if it is one: it is written again as it is read, and can be played on."""
    try:
        state = State.from_text(text, ruleset)
    except NinetkaError as error:
        assert str(error)
        return False
    assert State.from_text(state.to_text(), state.ruleset) == state
    assert bool(state.legal_moves) != state.is_over
    for legal in state.legal_moves[:1]:
        assert state.apply(legal).undo(legal) == state
    return True


def moves(data: bytes) -> bool:
    """Texts of moves, in states of all phases; the first byte says in which."""
    state = STATES[data[0] % len(STATES)] if data else STATES[0]
    return move(state, data[1:].decode("utf-8", "surrogateescape"))


def move(state: State, text: str) -> bool:
    """A text of a move, if it is one: only legal moves are read, and only what leads here back."""
    with suppress(NinetkaError):
        last = state.parse_last_move(text)
        assert state.undo(last).apply(last) == state
    try:
        known = state.parse_move(text)
    except NinetkaError as error:
        assert str(error)
        return False
    assert known in state.legal_moves
    assert state.parse_move(state.move_text(known)) == known
    return True


def lists(data: bytes) -> bool:
    """Lists of moves and records of mill games, from the beginning or after two moves."""
    read_from = [mill_record(begun + data) for begun in (b"", b"1. a7 d7 ")]
    return any(read_from)


def mill_record(data: bytes) -> bool:
    """A record of a mill game, if it is one: it is the same in each form that can hold it."""
    with suppress(NinetkaError):
        for verdict in verify(io.BytesIO(data)):
            assert (verdict.record is None) == (verdict.error is not None)
    text = data.decode("utf-8", "surrogateescape")
    for state in MILL_STATES:
        with suppress(NinetkaError):
            assert state.is_legal(state.parse_move(text))
    try:
        record = parse(text, MORRIS)
    except NinetkaError as error:
        assert str(error)
        return False
    assert parse(record.to_text()) == record == parse(record.to_json())
    with suppress(NinetkaError):  # of another start, for instance
        listed = record.to_form("mill-list")
        again = parse(listed)
        assert again == record, listed
    return True


TARGETS: dict[str, Callable[[bytes], bool]] = {
    target.__name__: target
    for target in (records, json, positions, moves, lists, kropki.sgf, kropki.kropki)
}

OF_KROPKI = {"sgf": kropki.real_sgf, "kropki": kropki.real_texts}
"""The targets of Kropki's own, with what gives real inputs."""


def real(target: str) -> list[bytes]:
    """Inputs as they should be, to begin with."""
    if target in OF_KROPKI:
        return OF_KROPKI[target]()
    inputs = {
        "records": [record.to_text() for record in OF_BOTH_GAMES],
        "json": [record.to_json()[1:] for record in OF_BOTH_GAMES]
        + [call("apply", game="kropki", position=kropki.HALF_DRAWN.to_text(), move="aa")[1:]]
        + [call("legal_moves", position=STATES[9].to_text())[1:]]
        + [call("check", records=RECORDS[2].to_text())[1:]]
        + [f"[{call('start', players=4)}, {call('outcome', position=STATES[-1].to_text())}]"],
        "lists": [
            *(record.to_form(form) for record in MILL_RECORDS for form in ("mill-list", "9tka")),
            "{a} 1) a7 a1 2) d7,d1; b\n3 . g7 x a1 d5 (3... d6 4. b2 3... b2!?)\n% c\n1/2",
            "GoldToken\n1\tPlace to a7\tPlace to a1\n2\td7\td1\n3\tg7, take a1\nQuick Jump",
            '[Event "?"] [Site "PlayOK"]\n\n1. 1 22 2. 2 23 3. 3x22 1-0',
        ],
        "positions": [state.to_text() for state in STATES],
        "moves": [
            chr(number) + state.move_text(move)
            for number, state in enumerate(STATES)
            for move in state.legal_moves[::7]
        ],
    }
    return [text.encode() for text in inputs[target]]


def call(method: str, /, **params: object) -> str:
    """A request to `ninetka serve`."""
    return dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
