"""How search trees grow: for how long, and with the kernel of a game that has one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import count
from math import inf
from random import Random
from typing import Any

import attrs
import pytest
from support.nine_states import after
from toys.nim import Nim, Take

from ninetka import NinetkaError, State, kropki, morris
from ninetka.base import deadline
from ninetka.players import Candidate, Greedy, Level, MonteCarlo, Search, builtin, trees
from ninetka.protocol import compiled as kernels
from ninetka.protocol.entry import LEVELS

EACH_GAME = pytest.mark.parametrize(
    "state",
    [State.start(), kropki.State.start(kropki.STANDARD), morris.State.start(morris.MILLS)],
    ids=["9tka", "Kropki", "Mills"],
)


class Clock:
    """A clock that goes on only when a tree grows."""

    def __init__(self, per_visit: float, first: float = 0) -> None:
        self.now, self.per_visit, self.first = 100.0, per_visit, first
        self.playouts = 0

    def __call__(self) -> float:
        return self.now

    def follow(self, state: Any, moves: Sequence[Any]) -> bool:
        return False

    def grow(self, visits: int) -> None:
        self.now += visits * self.per_visit + (0 if self.playouts else self.first)
        self.playouts += 4 * visits

    line: Sequence[int] = ()
    candidates: Sequence[Candidate[int]] = ()


@pytest.mark.parametrize("per_visit", [1e-7, 1e-4, 0.004])
@pytest.mark.parametrize("seconds", [0.05, 2])
@pytest.mark.parametrize("first", [0, 8])
def test_seconds_are_kept_once_the_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch, per_visit: float, seconds: float, first: float
) -> None:
    clock = Clock(per_visit, first)
    monkeypatch.setattr(trees, "perf_counter", clock)
    trees.grow(clock, 10**9, seconds, inf)
    assert seconds <= clock.now - 100 - first < seconds + 0.009


@pytest.mark.parametrize("playouts", [1, 4, 5, 1000, 99_999])
def test_playouts_are_counted_in_whole_visits(
    monkeypatch: pytest.MonkeyPatch, playouts: int
) -> None:
    clock = Clock(1e-6)
    monkeypatch.setattr(trees, "perf_counter", clock)
    trees.grow(clock, playouts, inf, inf)
    assert clock.playouts == -(-playouts // 4) * 4


@pytest.mark.parametrize("per_visit", [1e-7, 1e-4, 0.004])
@pytest.mark.parametrize("limit", [0.05, 2])
def test_a_limit_is_kept_by_the_clock(
    monkeypatch: pytest.MonkeyPatch, per_visit: float, limit: float
) -> None:
    clock = Clock(per_visit)
    monkeypatch.setattr(trees, "perf_counter", clock)
    with pytest.raises(NinetkaError, match=f"^a move may take {limit:.3g} seconds here"):
        trees.grow(clock, 10**9, inf, limit)
    assert limit < clock.now - 100 < limit + 0.009


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time goes on by a millisecond at each look at the clock, but not for trees."""
    ticks = count()
    monkeypatch.setattr(deadline, "monotonic", lambda: next(ticks) / 1000)
    monkeypatch.setattr(trees, "perf_counter", lambda: 0.0)


LONG = Nim(300)
"""A random game takes about 150 plies."""


def test_time_ends_in_the_middle_of_a_random_game(ticking: None) -> None:
    known = Search(seconds=0.5).analyse(LONG, Random(1))
    assert 2 <= known.playouts == sum(each.playouts for each in known.moves) <= 5
    with pytest.raises(NinetkaError, match=r"^a move may take 0\.5 seconds here"):
        MonteCarlo(10**6).choose(LONG, Random(1), limit=0.5)


def test_what_is_known_is_told_when_all_time_is_over(ticking: None) -> None:
    for player in (Search(visits=10**6), MonteCarlo(10**6)):
        known: list[Any] = []
        with pytest.raises(deadline.OutOfTimeError), deadline.limited_to(0.7):
            player.choose(LONG, Random(1), on_progress=known.append)
        assert 2 <= known[-1].playouts <= 7
        assert known[-1].best.move in LONG.legal_moves


def test_a_level_chooses_among_moves_in_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 101.5])
    monkeypatch.setattr(builtin, "perf_counter", lambda: next(times))
    monkeypatch.setattr(builtin, "grow", lambda tree, playouts, seconds, *_: seconds)
    _, left = Level("strong")._grow_tree(builtin._MoveTask(Nim(9), Random(1), inf, None))
    assert left == 0.5


def test_seconds_beyond_the_limit_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_tree(*_: object) -> None:
        raise AssertionError("it thinks about the move")

    monkeypatch.setattr(builtin, "uct_tree", no_tree)
    with pytest.raises(NinetkaError, match=r"^a move may take 5 seconds here"):
        Search(seconds=5.01).choose(State.start(), Random(1), limit=5)
    with pytest.raises(AssertionError, match="it thinks"):
        Search(seconds=5).choose(State.start(), Random(1), limit=5)


def test_a_limit_is_kept() -> None:
    for player in (Search(visits=10**9), MonteCarlo(10**9), Search(seconds=0.06)):
        with pytest.raises(NinetkaError, match=r"^a move may take 0\.05 seconds here, and this"):
            player.choose(State.start(), Random(1), limit=0.05)
    assert Search(visits=1).choose(State.start(), Random(1), limit=5) in State.start().legal_moves


def test_levels_play_as_many_games_as_their_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    grown = []

    def spy(_: object, playouts: int, seconds: float, *__: object) -> float:
        grown.append((playouts, seconds))
        return 0.0

    monkeypatch.setattr(builtin, "grow", spy)
    monkeypatch.setattr(builtin, "perf_counter", lambda: 0.0)
    states: list[Any] = [Nim(9), morris.State.start(morris.MILLS)]
    for name in ("easy", "club", "strong"):
        for state in states:
            with pytest.raises(IndexError):  # nothing has grown
                Level(name).choose(state, Random(1))
    easy, own_easy, club, own_club, *strong = grown
    assert [easy, club] == [(LEVELS["easy"], 0.5), (LEVELS["club"], 1)]
    assert [own_easy, own_club] == [(150, 0.5), (30_000, 1)]
    assert strong == [(builtin.UNLIMITED, 2)] * 2
    with pytest.raises(NinetkaError, match=r"^a move may take 1 seconds here"):
        Level("strong").choose(Nim(9), Random(1), limit=1)


def test_levels_depend_on_the_game() -> None:
    def playouts(start: Any) -> list[int]:
        return [Level(name).search_limits(start, inf)[0] for name in ("easy", "club")]

    assert playouts(State.start()) == [200, 5000]
    nearly = State.start()
    for _ in range(35):
        nearly = nearly.apply(nearly.legal_moves[0])
    assert playouts(nearly) == [5000, 20_000]
    full = nearly
    for _ in range(10):
        full = full.apply(full.legal_moves[0])
    assert playouts(full) == [500, 10_000]
    assert playouts(kropki.State.start()) == [30, 2000]
    assert playouts(morris.State.start(morris.NINE_AM)) == [20_000, 100_000]
    assert playouts(morris.State.start(morris.MILLS)) == [150, 30_000]


def test_without_compiled_code_levels_play_as_greedy_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETKA_BACKEND", "objects")
    monkeypatch.setattr(Level, "search_limits", lambda *_: (20, 1.0))
    rng, state = Random(1), morris.State.start()
    for ply in range(30):
        state = state.apply(rng.choice(state.legal_moves))
        if ply % 8 == 1:
            allowed = {Greedy().choose(state, Random(seed)) for seed in range(50)}
            assert Level("easy").choose(state, rng) in allowed


def test_a_small_part_of_a_second_is_enough_for_a_move() -> None:
    start = kropki.State.start()
    assert start.is_legal(Search(seconds=1e-9).choose(start, Random(1)))


def test_fewer_playouts_than_moves_try_some_of_them() -> None:
    chosen = {MonteCarlo(1).choose(State.start(), Random(seed)) for seed in range(20)}
    assert len(chosen) > 9


def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_NODES", 5)
    tree = trees.uct_tree(Nim(9), Random(1), None)
    tree.grow(50)
    assert tree.playouts == 50
    assert tree.line[0] in Nim(9).legal_moves


# On a kernel


@attrs.define
class Fake:
    """A kernel that knows the best action and plays four games a visit; it writes down its use."""

    best: int
    used: list[tuple[Any, ...]] = attrs.field(factory=list)
    playouts: int = 0

    def pack(self, states: list[Any]) -> Any:
        return tuple(states)

    def counts(self, arrays: Any, games: int, key: int, first: int) -> Any:
        self.used.append((arrays, games, key, first))
        np = pytest.importorskip("numpy", reason="numpy is not installed: ninetka[batch]")
        good = arrays[0] == Nim(9).apply(Take(self.best + 1))
        winners = np.array([0, games, 0, 0] if good else [0, 0, games, 0])
        each = np.array([games])
        return kernels.Counts(np.zeros((1, 2)), each, winners, each)

    def tree(self, state: Any, key: int, exploration: float) -> Any:
        self.used.append((state, key, exploration))
        return self

    def grow(self, visits: int) -> None:
        self.playouts += 4 * visits

    @property
    def playouts_by_action(self) -> list[int]:
        return [self.playouts * (action == self.best) for action in range(3)]

    win_rates = (0.5, 0.5, 0.5)

    @property
    def line(self) -> list[int]:
        return [self.best]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    fake = Fake(1)
    monkeypatch.setattr(trees, "backend_for", lambda _: fake)
    monkeypatch.setattr(builtin, "search_backend_for", lambda *_: fake)
    return fake


def test_search_grows_the_kernels_tree(fake: Fake) -> None:
    assert Search(visits=1001).choose(Nim(9), Random(1)) == Take(2)
    assert (fake.playouts, len(fake.used)) == (1004, 1)
    state, key, exploration = fake.used[0]
    assert (state, exploration) == (Nim(9), trees.EXPLORATION)
    Search(visits=1).choose(Nim(9), Random(1))
    Search(visits=1).choose(Nim(9), Random(2))
    assert key == fake.used[1][1] != fake.used[2][1]


def test_monte_carlo_asks_the_kernel_for_each_move(fake: Fake) -> None:
    assert MonteCarlo(1001).choose(Nim(9), Random(1)) == Take(2)
    for taken in (1, 2, 3):
        calls = [use for use in fake.used if use[0] == (Nim(9).apply(Take(taken)),)]
        assert sum(games for _, games, _, _ in calls) == 333
        assert [first for *_, first in calls] == [
            sum(games for _, games, _, _ in calls[:number]) for number in range(len(calls))
        ]
    assert len({key for *_, key, _ in fake.used}) == 3


def test_a_games_own_kernel_grows_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same move however the growth of its tree is split, which depends on the clock."""
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    state = after("E5 C9")
    kernel = state.kernel
    whole, parts = (kernel.tree(state, 7, trees.EXPLORATION) for _ in range(2))
    whole.grow(100)
    for visits in (1, 9, 90):
        parts.grow(visits)
    assert list(whole.playouts_by_action) == list(parts.playouts_by_action)
    assert whole.playouts == parts.playouts
    monkeypatch.setenv("NINETKA_BACKEND", "numba")
    for player in (Search(visits=2000), MonteCarlo(2000)):
        move = player.choose(state, Random(1))
        assert state.is_legal(move)
        assert player.choose(state, Random(1)) == move


@EACH_GAME
def test_there_is_a_kernel_where_something_runs_it(state: Any) -> None:
    compiled = find_spec("numpy") and (find_spec("numba") or find_spec("wasmtime"))
    assert (kernels.kernel_for(state) is not None) == (compiled is not None)


@EACH_GAME
def test_webassembly_plays_or_says_what_is_missing(state: Any) -> None:
    try:
        tree = state.wasm.tree(state, 1, 0.3)
    except ModuleNotFoundError as error:
        assert re.search(r"^wasmtime does not run here|ninetka\[fast\]", str(error))
    else:
        tree.grow(3)
        assert tree.playouts == sum(tree.playouts_by_action)
