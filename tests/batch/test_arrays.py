"""Positions as named arrays and back: every position returns, and nothing that cannot be played."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ninetka import BOARDGAMEGEEK, NESTORGAMES, NinetkaError, Ruleset, State, kropki, morris
from ninetka.batch import Batch

EIGHT = kropki.Ruleset("eight", 8, 8, capture=kropki.Capture.AUTOMATIC)
ALL_OPTIONS = kropki.Ruleset(
    "options", 7, 5, capture=kropki.Capture.AUTOMATIC, passing=kropki.Passing.FOR_GOOD,
    empty_areas=True, border=True, start=kropki.Start.EMPTY,
)  # fmt: skip
KINDS: dict[str, tuple[Any, int]] = {
    "9tka for two": (NESTORGAMES, 2),
    "9tka for four": (NESTORGAMES, 4),
    "9tka, dealt": (BOARDGAMEGEEK, 3),
    "9tka, odd": (Ruleset("odd", {2: (3, 1)}), 2),
    "Kropki": (EIGHT, 2),
    "Kropki with all options": (ALL_OPTIONS, 2),
    "Mills": (morris.MILLS, 2),
    "9AM": (morris.NINE_AM, 3),
    "Lasker": (morris.LASKER, 2),
    "Da San Qi": (morris.DA_SAN_QI, 2),
    "Tournament": (morris.TOURNAMENT_MILLS, 2),
}
Damage = Callable[[dict[str, NDArray[Any]]], None]


def played(name: str, seed: int, plies: int, size: int = 20) -> Batch[Any, Any]:
    """Random games that have come some way, no two as far."""
    ruleset, players = KINDS[name]
    batch, rng = Batch.start(ruleset, players, size), np.random.default_rng(seed)
    for _ in range(plies):
        actions = batch.random_actions(rng)
        actions[rng.integers(size)] = -1
        batch.step(actions)
    return batch


@pytest.mark.parametrize("name", KINDS)
@settings(deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 120))
def test_every_position_returns(name: str, seed: int, plies: int) -> None:
    batch, begun = played(name, seed, plies), played(name, seed, 0)
    arrays = batch.arrays()
    restored = Batch.from_arrays(arrays, *KINDS[name], starts=begun.arrays(), plies=batch.plies)
    assert restored.states() == batch.states()
    assert np.array_equal(restored.legal_mask(), batch.legal_mask())
    assert np.array_equal(restored.planes(), batch.planes())
    assert np.array_equal(restored.keys(), batch.keys())
    assert restored.plies.tolist() == batch.plies.tolist()
    assert all(array.dtype != object for array in arrays.values())
    for array in arrays.values():
        array[:] = 0  # is a copy, and so are those of the batch that was made of them
    assert restored.states() == batch.states()
    restored.reset()
    assert restored.states() == begun.states()


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data(), seed=st.integers(0, 2**32), plies=st.integers(0, 120))
def test_damaged_arrays_are_refused_or_can_be_played(
    name: str, data: st.DataObject, seed: int, plies: int
) -> None:
    arrays = played(name, seed, plies, 4).arrays()
    for _ in range(data.draw(st.integers(1, 3), "how many bits")):
        array = arrays[data.draw(st.sampled_from(sorted(arrays)), "array")]
        octets = array.reshape(-1).view(np.uint8)
        if len(octets):
            octets[data.draw(st.integers(0, len(octets) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        batch: Batch[Any, Any] = Batch.from_arrays(arrays, *KINDS[name])
    except NinetkaError:
        return
    batch.playouts(3)
    batch.random_games()
    batch.keys()
    assert len(batch.states()) == 4
    rng = np.random.default_rng(seed)
    most = max(state.max_plies_left for state in batch)
    for _ in range(most):
        batch.planes()
        batch.scores()
        assert np.array_equal(batch.legal_mask().any(1), ~batch.is_over)
        if batch.is_over.all():
            break
        batch.step(batch.random_actions(rng))
    assert batch.is_over.all()


KEPT: dict[str, tuple[Any, dict[str, Any], str]] = {
    "9tka": (
        NESTORGAMES,
        {"stones": [[[0, 0], [0, 0], [1 << 20, 1 << 3]]], "turn": [0]},
        "11/11/11/4n6/11/11/11/3n7/11/11/11 a 2 nestorgames",
    ),
    "Kropki": (
        kropki.Ruleset("five", 5, 5, capture=kropki.Capture.AUTOMATIC),
        {
            "dots": [[[0, 4, 10, 4, 0], [0, 0, 4, 0, 24]]], "turn": [1], "passes": [0],
            "chains": [[2704, 11, 17, 13, 7, 65535]],
        },
        "5/2x2/1xox1/2x2/3oo o five x:bccddccbbc",
    ),
    "Mills": (
        morris.MILLS,
        {
            "tokens": [[131330, 516]], "hands": [[6, 7]], "cards": [[0, 0]], "turn": [1],
            "phase": [0], "quiet": [0], "further": [0], "marked": [0], "steps": [[]],
            "noted": [[]],
        },
        "aaabb................... 6/7 0/0 0 b put mills",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_arrays_keep_their_meaning(name: str) -> None:
    """Arrays that programs have kept can be read for ever: with a new meaning comes a new name."""
    ruleset, numbers, text = KEPT[name]
    kinds = {name: array.dtype for name, array in Batch.start(ruleset).arrays().items()}
    arrays = {name: np.array(each, kinds[name]) for name, each in numbers.items()}
    assert Batch.from_arrays(arrays, ruleset)[0].to_text() == text


@pytest.mark.parametrize("name", ["9tka, dealt", "Kropki", "Mills"])
def test_copies_share_nothing(name: str) -> None:
    batch = played(name, 1, 9)
    for other in (
        batch.copy(), copy.copy(batch), copy.deepcopy(batch), batch[:], batch[np.arange(20)],
        Batch.join([batch]), pickle.loads(pickle.dumps(batch)),
        Batch.from_arrays(batch.arrays(), *KINDS[name]),
    ):  # fmt: skip
        own, others = ([*each._arrays, *each._starts, each._plies] for each in (batch, other))
        assert not any(np.may_share_memory(*pair) for pair in product(own, others))
        begun, plies = batch.states(), batch.plies
        assert other.states() == begun
        other.step(other.random_actions(np.random.default_rng(1)))
        assert (batch.states(), batch.plies.tolist()) == (begun, plies.tolist())


def test_keys_tell_positions_apart() -> None:
    """Those of the same position are the same, on whatever way it was reached."""
    for name in KINDS:
        batch = Batch.join([played(name, seed, 60, 100) for seed in range(3)])
        keys = dict(zip(batch.states(), batch.keys().tolist(), strict=True))
        assert len({*keys.values()}) == len(keys)
    start = State.start()
    one, other = (
        Batch.of([start.apply(f"*{a}").apply(f"*{b}").apply(f"*{c}")])
        for a, b, c in (("C3", "F6", "I9"), ("I9", "F6", "C3"))
    )
    assert one.keys() == other.keys()
    assert one.keys().dtype == np.uint64
    assert Batch.start(NESTORGAMES, size=0).keys().shape == (0,)


def put(name: str, at: Any, value: int) -> Damage:
    def damage(arrays: dict[str, NDArray[Any]]) -> None:
        arrays[name][at] = value

    return damage


def replace(name: str, array: Any) -> Damage:
    def damage(arrays: dict[str, NDArray[Any]]) -> None:
        arrays[name] = array

    return damage


def drop(name: str) -> Damage:
    def damage(arrays: dict[str, NDArray[Any]]) -> None:
        del arrays[name]

    return damage


@pytest.mark.parametrize(
    ("name", "damage", "said"),
    [
        ("Mills", drop("quiet"), "the arrays of this game are tokens, .* and noted, not 'tokens,"),
        ("Mills", put("turn", 3, 2), "position 3 of the arrays cannot be: the seat to move does"),
        ("Mills", put("phase", 2, 1), "position 2 of .*: it is another seat's turn or another"),
        ("Mills", put("phase", 2, 3), "another phase"),
        ("Mills", put("tokens", (1, 0), 1 << 30), "a token or mark is off the board"),
        ("Mills", put("tokens", slice(2), 1), "two tokens or marks share a place"),
        ("Mills", put("marked", 0, 1 << 20), "this ruleset has no marks"),
        ("Mills", put("hands", 0, 10), "a seat has too many tokens"),
        ("Mills", put("cards", 0, 1), "a number of cards is not 0 to 0"),
        ("Mills", put("quiet", 0, 101), "there are too many quiet turns"),
        ("Mills", put("further", 0, 1), "too many removals are due"),
        ("Tournament", put("steps", (0, 0), 24), "a step is off the board"),
        ("Tournament", put("steps", (0, 0), 1), "there are more steps than quiet turns"),
        ("Kropki", put("turn", 0, 2), "the seat to move does not play"),
        ("Kropki", put("passes", 0, 1), "0 to 0 players have passed"),
        ("Kropki", put("dots", 0, 255), "two dots share a point"),
        ("Kropki", put("dots", (0, 0, 0), 256), "a dot is off the board"),
        ("Kropki with all options", replace("passes", np.full(20, 3, "u1")), "0 to 2 players"),
        ("Kropki", replace("chains", np.zeros((20, 1), "u2")), "chains begin with the number of"),
        ("Kropki", replace("chains", np.full((20, 1), 2706, "u2")), "a chain is of a seat's"),
        ("Kropki", replace("chains", np.full((20, 1), 2704, "u2")), "is not a ring of dots"),
        ("Kropki", replace("chains", np.zeros((20, 1))), r"uint16 in the shape \(size, any\)"),
        ("9tka for two", put("turn", 0, 2), "the seat to move does not play"),
        ("9tka for two", put("turn", 0, 1), "it is another seat's turn"),
        ("9tka for two", put("stones", (0, 0, 1), 1 << 63), "a stone is off the board"),
        ("9tka for two", put("stones", (0, 0, 0), 1), "two stones share a square, or one is not"),
        ("9tka for two", put("stones", (0, 2, 0), 1), "a neutral is off the core"),
        ("9tka for two", put("stones", (0, 2, 0), 513 << 11), "a section has two neutrals"),
        ("9tka for two", put("stones", (0, [1, 2], 1), 1 << 27), "on the board too early"),
        ("9tka for two", put("stones", (0, [0, 2], 1), 1 << 27), "no order of turns gives the"),
        ("9tka for two", replace("turn", np.zeros(3, "u1")), "as many positions each, not 3"),
        ("9tka for two", replace("turn", np.zeros(20, "i8")), "must be uint8 .*, not int64 in the"),
        ("9tka for two", replace("turn", np.ma.zeros(20, "u1")), "without a mask"),
        ("9tka for four", replace("stones", np.zeros((20, 3, 2), "u8")), r"shape \(size, 5, 2\)"),
        ("9tka for two", replace("seats", np.zeros(20, "u1")), "are stones and turn, not 'stones,"),
    ],
)  # fmt: skip
def test_damaged_arrays_are_refused(name: str, damage: Damage, said: str) -> None:
    arrays = played(name, 1, 0).arrays()
    damage(arrays)
    with pytest.raises(NinetkaError, match=said):
        Batch.from_arrays(arrays, *KINDS[name])


@pytest.mark.parametrize(
    ("plies", "said"),
    [([0], "plies must be 20 whole"), ([-1] * 20, "from 0 to 2,147,483,647"),
     (np.ma.zeros(20, "i4"), "plies must not be masked")],
)  # fmt: skip
def test_plies_are_numbers(plies: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        Batch.from_arrays(played("Mills", 1, 3).arrays(), morris.MILLS, plies=plies)


def test_there_are_as_many_starts() -> None:
    start = Batch.start(morris.MILLS).arrays()
    with pytest.raises(NinetkaError, match="20 positions cannot have 1 starts"):
        Batch.from_arrays(played("Mills", 1, 3).arrays(), morris.MILLS, starts=start)
