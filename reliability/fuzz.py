"""Coverage-guided fuzzing of what reads text: nothing but NinetkaError may come out.

    python reliability/fuzz.py records corpus/records -runs=5000000 -max_len=4000

Targets are `records`, `positions`, `json` and `moves`; further arguments are libFuzzer's, the first
without a dash a folder in which it keeps inputs that reached something new. What is read must also
be written again and read back to the same. Stops with a traceback at the first failure, and keeps
its input as `crash-…`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random

import atheris

with atheris.instrument_imports(include=["ninetka"]):
    from ninetka import NINE, WIKI, EdgeStop, NinetkaError, Ruleset, State, TurnOrder
    from ninetka.records import parse, verify
    from ninetka.server import answer
    from ninetka.simulate import random_game

CUSTOM = Ruleset("custom", {2: 3, 3: 2, 4: 1}, EdgeStop.STONE, TurnOrder.RESTARTS)
STATES = [
    state
    for ruleset in (WIKI, CUSTOM)
    for state in list(random_game(State.start(ruleset, 3), Random(1)).states())[::5]
]


def records(data: bytes) -> None:
    """Records in either form, as `ninetka check` reads them, and one at a time."""
    with suppress(NinetkaError):  # what begins like no record at all
        for verdict in verify(io.BytesIO(data)):
            assert (verdict.record is None) == (verdict.error is not None)
    try:
        record = parse(data.decode("utf-8", "surrogateescape"), NINE)
    except NinetkaError:
        return
    assert parse(record.to_text(), NINE) == record
    assert parse(record.to_json(), NINE) == record


def json(data: bytes) -> None:
    """The same where the first character says JSON, and messages to `ninetka serve`."""
    records(b"{" + data)
    reply = answer(data.decode("utf-8", "replace"))
    assert reply is None or reply.startswith(("{", "["))


def positions(data: bytes) -> None:
    """Position texts, of published rulesets and a custom one."""
    text = data.decode("utf-8", "surrogateescape")
    for ruleset in (None, CUSTOM):
        try:
            state = State.from_text(text, ruleset)
        except NinetkaError:
            continue
        assert State.from_text(state.to_text(), state.ruleset) == state
        assert bool(state.legal_moves) != state.is_over


def moves(data: bytes) -> None:
    """Texts of moves, in states of all phases."""
    text = data[1:].decode("utf-8", "surrogateescape")
    state = STATES[data[0] % len(STATES)] if data else STATES[0]
    for reading in (state.parse_move, state.parse_last_move):
        try:
            move = reading(text)
        except NinetkaError:
            continue
        if reading == state.parse_move:
            assert state.parse_move(state.move_text(move)) == move


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (records, json, positions, moves)
}


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: fuzz.py {'|'.join(TARGETS)} [corpus folder] [libFuzzer's options]")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], TARGETS[sys.argv[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
