"""What players find out about a position, and how they tell it."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from support.clocks import Clock
from toys.fork import Fork, turn, won
from toys.nim import Nim

from ninetka import NinetkaError, State, kropki, morris
from ninetka.players import Analysis, Candidate, Greedy, MonteCarlo, Search, as_analyst, trees

GAMES = [
    State.start(players=3),
    kropki.State.start(kropki.STANDARD),
    morris.State.start(players=4),
    morris.State.start(morris.MILLS),
]


@pytest.fixture(params=["objects", "numba", "wasm"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of what can play; those that are missing here are skipped."""
    monkeypatch.setenv("NINETKA_BACKEND", request.param)
    return str(request.param)


def check(known: Analysis[Any], playouts: int) -> None:
    """The laws of what is known about a position."""
    assert known.playouts >= playouts
    assert sum(each.playouts for each in known.moves) == known.playouts
    assert known.best == known.moves[0]
    for first, second in pairwise(known.moves):
        assert first.playouts >= second.playouts
    assert len({each.move for each in known.moves}) == len(known.moves)
    assert all(0 <= each.share <= 1 for each in known.moves)
    state = known.state
    for move in known.line:
        assert state.is_legal(move)
        state = state.apply(move)
    assert known.line[0] == known.best.move


@pytest.mark.parametrize("state", GAMES, ids=lambda state: state.game)
@pytest.mark.parametrize("player", [MonteCarlo(1500), Search(visits=40)], ids=str)
def test_the_best_move_is_played(state: Any, player: Any, engine: str) -> None:
    if engine == "objects":
        state = Nim(9)
    try:
        known = player.analyse(state, Random(1))
    except (ModuleNotFoundError, NinetkaError) as error:
        pytest.skip(str(error))
    check(known, 40)
    assert known.state == state
    assert player.choose(state, Random(1)) == known.best.move


def test_moves_have_their_shares_and_the_line_its_answers() -> None:
    """Seat 0 wins for certain on the left, where seat 1 can but choose how."""
    tree = turn(0, turn(1, won(0), won(0)), turn(1, won(0), won(1)), won(1))
    known = Search(visits=400).analyse(Fork(tree), Random(1))
    check(known, 400)
    assert known.best == Candidate(0, 1.0, known.best.playouts)
    shares = {each.move: each.share for each in known.moves}
    assert (shares[0], shares[2]) == (1, 0)
    assert 0 < shares[1] < 1
    assert len(known.line) == 2
    flat = MonteCarlo(300).analyse(Fork(tree), Random(1))
    assert {each.playouts for each in flat.moves} == {100}
    assert flat.line == (0,)


def test_an_only_move_is_analysed() -> None:
    known = Search(visits=50).analyse(Fork(turn(1, turn(0, won(0), won(1)))), Random(1))
    assert (known.playouts, len(known.moves)) == (50, 1)
    assert known.best.share < 0.6


@pytest.mark.parametrize("player", [MonteCarlo(60), Search(visits=60), Search(seconds=0.05)])
def test_progress_is_told(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_PROGRESS", 0)
    monkeypatch.setattr(trees, "perf_counter", Clock(tick=0.001))
    told: list[Analysis[Any]] = []
    move = player.choose(Nim(9), Random(1), on_progress=told.append)
    assert len(told) > 3
    assert told[-1].best.move == move
    for first, second in pairwise(told):
        assert first.playouts <= second.playouts
        assert first.seconds <= second.seconds
    for known in told:
        check(known, 0)
    if player != Search(seconds=0.05):
        assert player.choose(Nim(9), Random(1)) == move  # watched or not
        assert told[-1].playouts == 60


def test_progress_is_told_some_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "perf_counter", Clock(tick=1 / 64))
    told: list[Analysis[Any]] = []
    Search(seconds=0.5).choose(Nim(9), Random(1), on_progress=told.append)
    assert [each.seconds for each in told] == [13 / 64, 26 / 64, 0.5]


def test_an_error_of_the_watcher_ends_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "perf_counter", Clock(tick=1 / 64))

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Search(seconds=60).choose(Nim(9), Random(1), on_progress=stop)


def test_greedy_and_only_moves_tell_nothing() -> None:
    told: list[Analysis[Any]] = []
    Greedy().choose(Nim(9), Random(1), on_progress=told.append)
    Search(visits=9).choose(Fork(turn(0, won(0))), Random(1), on_progress=told.append)
    assert not told
    with pytest.raises(NinetkaError, match=r"^greedy plays out no games and so cannot analyse"):
        as_analyst(Greedy())
    assert as_analyst(Search(visits=9)) == Search(visits=9)


def test_an_analysis_as_text_and_as_data() -> None:
    state = State.start()
    moves = [state.parse_move(text) for text in ("E5", "F6")]
    answer = state.apply(moves[0]).parse_move("C9")
    shares = Candidate(moves[0], 0.625, 8000), Candidate(moves[1], 0.5, 4345)
    known = Analysis(state, 12_345, 0.5678, shares, (moves[0], answer))
    assert str(known) == "62 % (12,345 games, 0.6 s): *E5 *C9"
    assert known.to_dict(most=1) == {
        "seat": 0, "playouts": 12_345, "seconds": 0.568,
        "moves": [{"move": "*E5", "share": 0.625, "playouts": 8000}], "line": ["*E5", "*C9"],
    }  # fmt: skip
    assert len(known.to_dict()["moves"]) == 2
