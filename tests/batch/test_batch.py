"""A Batch as a container of positions, and what it refuses."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from morris.arranged import OVER as MILLS_OVER
from morris.arranged import of_phase
from support.nine_states import playout

from ninetka import (
    BOARDGAMEGEEK,
    NESTORGAMES,
    WIKI,
    EdgeStop,
    Move,
    NinetkaError,
    Ruleset,
    State,
    morris,
)
from ninetka.adapters.arrays import payoffs, planes_first
from ninetka.batch import Batch
from ninetka.nine.compiled import rules
from ninetka.nine.samples import some_ruleset
from ninetka.protocol.compiled import required_kernel
from ninetka.protocol.utility import Utility

TINY = Ruleset("tiny", {2: 1})
OVER = playout(State.start(TINY), Random(0)).state
UNLIKE: list[Any] = [OVER, morris.State.start()]
ROW = morris.Board(65, [(n, n + 1, n + 2) for n in range(1, 64)])
TOO_LARGE = morris.State.start(attrs.evolve(morris.MILLS, boards={2: ROW}))
"""On a board with more fields than a word has bits."""


@pytest.fixture
def batch() -> Batch[State, Move]:
    """Five positions, of which the last is over."""
    start = State.start(TINY)
    return Batch.of([*(playout(start, Random(k), 3 * k).state for k in range(4)), OVER])


def test_a_batch_starts_at_a_rulesets_start() -> None:
    batch = Batch.start(WIKI, players=3, size=4)
    assert batch.states() == [State.start(WIKI, 3)] * 4
    assert (len(batch), batch.players, batch.action_count) == (4, 3, 86)
    assert repr(batch) == "<Batch of 4 positions: Ruleset wiki, Players 3>"
    assert Batch.start(Ruleset("x", {3: 2}))[0] == State.start(Ruleset("x", {3: 2}), 3)


SAME = "all states of a batch need the same ruleset and number of players"


def test_items_are_states(batch: Batch[State, Move]) -> None:
    states = batch.states()
    assert list(batch) == states
    assert [batch[i] for i in range(-5, 5)] == states * 2
    assert batch[np.int64(1)] == states[1]
    for index in (5, -6):
        with pytest.raises(IndexError):
            batch[index]
    with pytest.raises(TypeError):
        batch["a"]  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "which",
    [slice(1, 3), slice(None, None, -2), slice(7, 9), np.array([4, 0, 0, -1]),
     np.array([True, False, False, True, True]), [2, 1], [], [False, True, True, False, False]],
    ids=str,
)  # fmt: skip
def test_parts_are_batches_of_their_own(batch: Batch[State, Move], which: Any) -> None:
    states = batch.states()
    chosen = [states[i] for i in np.arange(5)[which]]
    part = batch[which]
    assert part.states() == chosen
    assert part.legal_mask().sum() == sum(len(state.legal_actions) for state in chosen)
    part.step([state.legal_actions[0] if state.legal_actions else -1 for state in chosen])
    assert batch.states() == states
    assert part.states() == [
        state.apply(state.legal_moves[0]) if state.legal_moves else state for state in chosen
    ]


@pytest.mark.parametrize("which", [np.array(1), np.array([[0, 1]])], ids=["none", "two"])
def test_indices_have_one_dimension(batch: Batch[State, Move], which: Any) -> None:
    with pytest.raises(IndexError, match="one dimension"):
        batch[which]


def test_random_play_leaves_the_batch_as_it_is(batch: Batch[State, Move]) -> None:
    states = batch.states()
    batch.random_games()
    batch.playouts(3)
    batch.counts(3)
    assert batch.states() == states


@pytest.mark.parametrize(
    "start", [State.start(NESTORGAMES, 3), morris.State.start(morris.MILLS)], ids=repr
)
def test_an_empty_batch_has_empty_arrays(start: Any) -> None:
    empty: Batch[Any, Any] = Batch.start(start.ruleset, start.players, size=0)
    assert list(empty) == []
    assert empty.legal_mask().shape == (0, start.action_count)
    assert empty.planes(1).shape == (0, *planes_first(start, 0).shape)
    assert empty.scores().shape == (0, start.players)
    assert empty.is_over.shape == empty.to_move.shape == (0,)
    empty.step(np.zeros(0, np.int64))
    for workers in (1, 2):
        assert empty.playouts(4, workers=workers).scores.shape == (0, 4, start.players)
        assert empty.counts(4, workers=workers).wins.tolist() == [0] * start.players
    assert empty.random_games().actions.shape == (0, 0)


@pytest.mark.parametrize("over", [OVER, of_phase(MILLS_OVER)], ids=repr)
def test_games_that_are_over_stay_as_they_are(over: Any) -> None:
    batch = Batch.of([over] * 2)
    batch.step([-1, -1])
    assert batch.states() == [over] * 2
    assert not batch.legal_mask().any()
    played = batch.playouts(3)
    assert played.plies.tolist() == [[0] * 3] * 2
    assert played.scores.tolist() == [[[*map(float, over.scores)]] * 3] * 2
    games = batch.random_games()
    assert (games.plies.tolist(), games.actions.shape) == ([0, 0], (2, 0))


def test_arrays_have_their_shapes_and_types(batch: Batch[State, Move]) -> None:
    played, games = batch.playouts(6), batch.random_games()
    for array, shape, kind in (
        (batch.to_move, (5,), np.int8),
        (batch.is_over, (5,), np.bool_),
        (batch.scores(), (5, 2), np.int16),
        (batch.legal_mask(), (5, 86), np.bool_),
        (batch.planes(0), (5, 13, 11, 11), np.uint8),
        (played.scores, (5, 6, 2), np.int16),
        (played.plies, (5, 6), np.int16),
        (played.winners, (5, 6, 2), np.bool_),
        (games.plies, (5,), np.int16),
        (games.actions, (5, games.plies.max()), np.int16),
        (batch.counts().plies, (190,), np.int64),
    ):
        assert (array.shape, array.dtype) == (shape, np.dtype(kind))


def test_a_mask_is_written_into_an_array(batch: Batch[State, Move]) -> None:
    out = np.ones((5, 86), np.bool_)
    assert batch.legal_mask(out) is out
    assert np.array_equal(out, batch.legal_mask())


@pytest.mark.parametrize(
    "out",
    [np.empty((5, 85), np.bool_), np.empty((4, 86), np.bool_), np.empty((5, 86), np.uint8),
     np.empty(5 * 86, np.bool_), np.empty((86, 5), np.bool_).T,
     np.empty((5, 172), np.bool_)[:, ::2],
     np.broadcast_to(True, (5, 86)), np.frombuffer(bytes(5 * 86), np.bool_).reshape(5, 86)],
    ids=["columns", "rows", "type", "flat", "transposed", "strided", "broadcast", "read-only"],
)  # fmt: skip
def test_masks_are_not_written_into_other_arrays(batch: Batch[State, Move], out: Any) -> None:
    with pytest.raises(
        NinetkaError, match=r"a writable, contiguous array of bools of shape \(5, 86\)"
    ):
        batch.legal_mask(out)


@pytest.mark.parametrize("kind", [list, *map(np.dtype, ("u1", "i1", ">i2", "i4", "u8"))], ids=str)
def test_actions_may_be_any_whole_numbers(kind: Any) -> None:
    batch, codes = Batch.start(NESTORGAMES, size=3), [3, 24, 48]
    batch.step(codes if kind is list else np.array(codes, kind))
    start = State.start(NESTORGAMES)
    assert batch.states() == [start.apply(start.move(code)) for code in codes]


def test_actions_need_not_be_contiguous_or_writable() -> None:
    """And they are not compiled for anew."""
    batch = Batch.start(NESTORGAMES, size=3)
    batch.step(np.full(3, -1))
    compiled = len(getattr(rules.steps, "signatures", ()))
    actions = np.arange(6)[::-2]
    actions.flags.writeable = False
    batch.step(actions)
    assert len(getattr(rules.steps, "signatures", ())) == compiled
    start = State.start(NESTORGAMES)
    assert batch.states() == [start.apply(start.move(code)) for code in (5, 3, 1)]


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0], [[0, 0]], 0, [0.0, 1.0], [True, False], ["1", "2"], [2**70, 0], [None, 0]],
    ids=str,
)
def test_other_actions_are_refused(actions: Any) -> None:
    batch = Batch.start(NESTORGAMES, size=2)
    with pytest.raises(NinetkaError, match="actions must be 2 whole numbers, one for each"):
        batch.step(actions)


def test_the_largest_code_of_all_is_not_taken_for_none() -> None:
    batch = Batch.start(NESTORGAMES, size=2)
    with pytest.raises(NinetkaError, match="is not an action"):
        batch.step(np.array([2**64 - 1, 0], np.uint64))


def test_the_first_illegal_action_is_named() -> None:
    batch = Batch.start(NESTORGAMES, size=4)
    with pytest.raises(NinetkaError, match="seat a cannot pass") as caught:
        batch.step([1, 85, 99, 85])
    assert caught.value.__notes__ == ["at position 1 of the batch"]
    assert batch.states() == [State.start(NESTORGAMES)] * 4


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Batch.of([]), "at least one state"),
        (lambda: Batch.of([OVER, State.start(NESTORGAMES)]), SAME),
        (lambda: Batch.of([State.start(NESTORGAMES, n) for n in (2, 3)]), SAME),
        (lambda: Batch.of([OVER, State.start(Ruleset("tiny", {2: 1, 3: 1}))]), SAME),
        (lambda: Batch.of([OVER, State.start(Ruleset("tiny", {2: 1}, EdgeStop.STONE))]), SAME),
        (lambda: Batch.of(UNLIKE), SAME),
        (lambda: Batch.start(TOO_LARGE.ruleset), "^Mills has no compiled code$"),
        (lambda: Batch.of([TOO_LARGE]), "^Mills has no compiled code$"),
        (lambda: required_kernel(TOO_LARGE), "^this game has no compiled code$"),
        (lambda: Batch.start(NESTORGAMES, size=-1), "must be 0 or more, not -1"),
        (lambda: Batch.start(NESTORGAMES, 5), "nestorgames is for 2, 3 or 4 players, not 5"),
        (lambda: Batch.start(NESTORGAMES).planes(2), "2 is not a seat of this game"),
        (lambda: Batch.start(NESTORGAMES).planes(-1), "-1 is not a seat of this game"),
        (lambda: Batch.start(NESTORGAMES, size=3).planes(np.array([0, 2, 3])),
         "2 is not a seat of this game"),
        (lambda: Batch.start(NESTORGAMES).planes(np.array([0, 1])), "seats must be 1 whole number"),
        (lambda: Batch.start(NESTORGAMES).planes(np.array([0.5])), "seats must be 1 whole number"),
        (
            lambda: Batch.start(NESTORGAMES).planes(np.ma.array([0])),
            "seats must not be masked: give the seats as a plain array",
        ),
        (
            lambda: Batch.start(NESTORGAMES).planes(out=np.zeros((1, 13, 11, 10), np.uint8)),
            r"contiguous array of uint8 of shape \(1, 13, 11, 11\)",
        ),
        (lambda: Batch.start(NESTORGAMES).planes(layout="x"), "a layout is NCHW, NHWC or flat"),
        (lambda: Batch.start(NESTORGAMES).planes(dtype="O"), "dtype is a type of numbers, such as"),
        (lambda: Batch.start(NESTORGAMES).planes(dtype="no"), "dtype is a type of numbers, such"),
        (
            lambda: Batch.start(NESTORGAMES).planes(
                out=np.zeros((1, 11, 11, 13), np.float32), layout="NHWC", dtype="f8"
            ),
            r"contiguous array of float64 of shape \(1, 11, 11, 13\)",
        ),
        (lambda: Batch.start(NESTORGAMES).playouts(0), "games must be 1 or more, not 0"),
        (lambda: Batch.start(NESTORGAMES).counts(-1), "games must be 1 or more, not -1"),
        (lambda: Batch.start(NESTORGAMES).playouts(workers=0), "workers must be 1 or more, not 0"),
        (lambda: Batch.start(NESTORGAMES).counts(first=-1), "first must be 0 or more, not -1"),
        (lambda: Batch.start(NESTORGAMES).random_games(first=-1), "first must be 0 or more, not"),
        (lambda: Batch.start(NESTORGAMES).random_games(first=2**48), "below 2\\*\\*48"),
        (lambda: Batch.start(NESTORGAMES, size=2).playouts(2, first=2**48 - 3), "below 2\\*\\*48"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(NinetkaError, match=message):
        make()


def test_rulesets_that_only_look_different_mix() -> None:
    red = Ruleset("tiny", {2: 1}, colours=("red", "white", "black", "grey"))
    assert Batch.of([OVER, State.start(red)])[1] == State.start(TINY)


@pytest.mark.parametrize("seed", range(6))
def test_planes_are_those_of_states(seed: int) -> None:
    rng = Random(seed)
    ruleset = some_ruleset(rng)
    start = State.start(ruleset, rng.choice(ruleset.player_counts))
    states = [state for _ in range(2) for state in playout(start, rng).states]
    batch = Batch.of(states)
    for seat in start.seats:
        expected = np.stack([planes_first(state, seat) for state in states])
        assert np.array_equal(batch.planes(seat), expected)
        out = np.full_like(expected, 7)
        assert batch.planes(np.full(len(states), seat), out) is out
        assert np.array_equal(out, expected)
    movers = np.stack([planes_first(state, state.to_move) for state in states])
    assert np.array_equal(batch.planes(), movers)
    assert np.array_equal(batch.planes(batch.to_move), movers)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "bool", "float32", "int64"])
def test_planes_have_the_layout_asked_for(batch: Batch[State, Move], dtype: str) -> None:
    planes = batch.planes()
    expected = {
        "NCHW": planes,
        "NHWC": planes.transpose(0, 2, 3, 1),
        "flat": planes.reshape(5, 13 * 11 * 11),
    }
    for layout, seen in expected.items():
        laid = batch.planes(layout=layout, dtype=dtype)
        assert laid.dtype == dtype
        assert laid.flags.c_contiguous
        assert np.array_equal(laid, seen)
        out = np.full(seen.shape, 7, dtype)
        assert batch.planes(out=out, layout=layout, dtype=dtype) is out
        assert np.array_equal(out, seen)


# Positions that change places, and where they began


def test_positions_are_reset_to_where_they_began(batch: Batch[State, Move]) -> None:
    begun = batch.states()
    moves = [state.legal_actions[0] if state.legal_actions else -1 for state in begun]
    made = [int(move >= 0) for move in moves]
    batch.step(moves)
    assert batch.plies.tolist() == made
    after = batch.states()
    part = batch[[1, 3]]
    part.reset()
    assert part.states() == [begun[1], begun[3]]
    assert part.plies.tolist() == [0, 0]
    batch.reset(np.array([True, False, True, False, False]))
    assert batch.states() == [begun[0], after[1], begun[2], after[3], after[4]]
    assert batch.plies.tolist() == [0, made[1], 0, made[3], made[4]]
    copied = pickle.loads(pickle.dumps(batch))
    copied.reset([3])
    assert copied[3] == begun[3]
    batch.reset()
    assert batch.states() == begun


def test_a_refused_step_is_no_ply(batch: Batch[State, Move]) -> None:
    with pytest.raises(NinetkaError):
        batch.step([86] * 5)
    assert batch.plies.tolist() == [0] * 5


def test_deals_stay_where_they_were() -> None:
    batch = Batch.start(BOARDGAMEGEEK, size=4, rng=Random(1))
    begun = batch.states()
    batch.step([state.legal_actions[0] for state in begun])
    batch.reset()
    assert batch.states() == begun
    assert len({*begun}) == 4


def test_positions_are_replaced(batch: Batch[State, Move]) -> None:
    begun, start = batch.states(), State.start(TINY)
    other = Batch.start(TINY, size=2)
    other.step([24, -1])
    batch[1] = start
    batch[-1] = start
    assert batch.states() == [begun[0], start, *begun[2:4], start]
    batch[[3, 0]] = other
    assert batch.states() == [start, start, begun[2], other[0], start]
    assert batch.plies.tolist() == [0, 0, 0, 1, 0]
    batch[1:3] = [begun[4], begun[3]]
    batch[[]] = []
    assert batch.states() == [start, begun[4], begun[3], other[0], start]
    batch.reset()
    assert batch.states() == begun


@pytest.mark.parametrize(
    ("which", "new", "said"),
    [
        ([0, 1], [OVER], "2 positions cannot be replaced by 1"),
        (slice(0, 0), Batch.start(TINY), "0 positions cannot be replaced by 1"),
        (0, State.start(), SAME),
        ([0], Batch.start(NESTORGAMES, players=3), SAME),
        (np.ma.array([0]), [OVER], "must not be masked"),
    ],
    ids=str,
)
def test_what_cannot_take_their_place(
    batch: Batch[State, Move], which: Any, new: Any, said: str
) -> None:
    begun = batch.states()
    with pytest.raises(NinetkaError, match=said):
        batch[which] = new
    assert batch.states() == begun


def test_batches_are_joined(batch: Batch[State, Move]) -> None:
    start = Batch.start(TINY, size=3)
    start.step([24, -1, -1])
    joined = Batch.join([start, batch, start[:0]])
    assert joined.states() == start.states() + batch.states()
    assert joined.plies.tolist() == [1] + [0] * 7
    joined.reset()
    assert joined.states() == [State.start(TINY)] * 3 + batch.states()
    for others, said in (([], "at least one"), ([start, Batch.start(WIKI)], SAME)):
        with pytest.raises(NinetkaError, match=said):
            Batch.join(others)


def test_payoffs_are_those_of_states() -> None:
    """As the adapters have it for states; zeros where a game goes on."""
    states = [playout(State.start(NESTORGAMES, 3), Random(seed)).state for seed in range(20)]
    states.append(State.start(NESTORGAMES, 3))
    batch = Batch.of(states)
    for utility in Utility:
        expected = [payoffs(state, utility) for state in states]
        worth = batch.payoffs(utility)
        assert worth.dtype == np.float32
        assert worth.tolist() == expected
    assert np.array_equal(batch.payoffs(), batch.payoffs("win"))
    assert np.array_equal(batch.winners(), batch.payoffs("shared") == 1)
    assert batch.winners().any(1).tolist() == [True] * 20 + [False]
    with pytest.raises(NinetkaError, match="a utility is win, shared, points or margin, not 'x'"):
        batch.payoffs("x")
