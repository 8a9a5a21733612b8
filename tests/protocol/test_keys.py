"""Keys are as docs/formats.md describes them, and the same everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from hashlib import blake2b
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import ENTRIES, some_start
from support.waiting import PATIENCE
from tictactoe import State as TicTacToe

from ninetka import NESTORGAMES, WIKI, EdgeStop, Ruleset, State, TurnOrder, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.protocol.keys import _plain, key_text
from ninetka.protocol.states import GameState

PAIRS = Ruleset("pairs", {2: 2})


def key_of(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def played(game: str, seed: int) -> list[GameState[Any]]:
    """Some states of a random game under a random ruleset."""
    rng = Random(seed)
    return [*random_game(some_start(game, rng), rng, 200).states][::7]


@pytest.mark.parametrize("game", ENTRIES)
@given(seed=st.integers(0, 999))
def test_a_key_is_made_from_the_texts_of_position_and_rules(game: str, seed: int) -> None:
    for state in played(game, seed):
        head, position, rules = key_text(state).split("\n")
        assert (head, position) == (f"{state.game}/1", state.to_text())
        assert state.ruleset is not None
        assert (rules == "") == state.ruleset.is_published
        if rules:
            told = json.loads(rules)
            written = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            assert written == rules
            assert told["name"] in position.split()
        assert state.key == key_of(key_text(state))


def test_keys_differ_by_each_field_that_tells_rulesets_apart() -> None:
    changes: dict[str, object] = {
        "name": "others",
        "stones": {2: 2, 3: 2},
        "edge_stop": EdgeStop.STONE,
        "turn_order": TurnOrder.RESTARTS,
    }
    rulesets = [PAIRS, *(attrs.evolve(PAIRS, **{name: changes[name]}) for name in changes)]  # type: ignore[arg-type]
    assert len({State.start(ruleset).key for ruleset in rulesets}) == len(rulesets)
    coloured = attrs.evolve(PAIRS, neutral_colour="white")  # which does not count
    assert State.start(coloured).key == State.start(PAIRS).key


def test_a_key_is_the_same_in_every_version() -> None:
    assert State.start().key == 3180259260560606801
    assert kropki.State.start().key == 8579342055771225940
    assert morris.State.start(morris.MILLS).key == 10473183589780115614
    assert State.start(WIKI, 3).apply("E5").key == 18106786795879438136
    rules = '{"edge_stop":"stone","name":"pairs","stones":{"2":2}}'
    text = f"ninetka/1\n11/11/11/11/11/11/11/11/11/11/11 a 2 pairs\n{rules}"
    start = State.start(attrs.evolve(PAIRS, edge_stop=EdgeStop.STONE))
    assert key_text(start) == text
    assert key_text(State.start(NESTORGAMES)).endswith(" nestorgames\n")


def test_a_key_is_the_same_in_every_process() -> None:
    """Also with other hashes of texts, and for a custom ruleset with a board of its own."""
    code = (
        "from ninetka import NINE, kropki, morris\n"
        "board = morris.Board(5, [(1, 2, 3), (3, 4, 5)])\n"
        "ruleset = morris.Ruleset('bent', {3: board, 2: board}, tokens=3)\n"
        "starts = NINE.begin(stones='2:4', edge_stop='stone', turn_order='restarts', "
        "ruleset='own', players=2), kropki.State.start(), morris.State.start(ruleset)\n"
        "print([start.apply(start.some_moves[0]).key for start in starts])"
    )
    keys = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
            timeout=PATIENCE,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(keys) == 1


def test_a_game_of_others_has_keys() -> None:
    assert TicTacToe(1).key == key_of("tictactoe/1\nx../.../...\n")


def test_values_become_json() -> None:
    assert _plain({3: (1.5, None, True)}) == {"3": [1.5, None, True]}
    assert _plain(Fraction(1, 2)) == "1/2"
    assert _plain(morris.Field(7)) == "7"
    assert _plain(EdgeStop.STONE) == "stone"


def test_equal_boards_are_described_alike() -> None:
    rings = morris.Board.rings(2)
    rulesets = [
        morris.Ruleset("same", {2: board}) for board in (rings, morris.Board(24, rings.lines))
    ]
    assert rulesets[0] == rulesets[1]
    assert len({key_text(morris.State.start(ruleset)) for ruleset in rulesets}) == 1
