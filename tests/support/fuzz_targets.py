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


TARGETS: dict[str, Callable[[bytes], bool]] = {
    target.__name__: target
    for target in (records, json, positions, moves, kropki.sgf, kropki.kropki)
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
