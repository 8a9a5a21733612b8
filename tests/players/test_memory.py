"""What searches keep from one move of a game to the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import count
from math import inf
from queue import Queue
from random import Random
from typing import Any

import pytest
from support.waiting import PATIENCE
from toys.nim import Nim, Take
from toys.race import RACE

from ninetka import Game, NinetkaError, State, games, kropki, morris
from ninetka.engines import Session
from ninetka.kropki import DeclaredState
from ninetka.players import PlayerSession, Search, builtin, parse_player, trees
from ninetka.tournament import arena

BY_TIME = Search(seconds=0.01)
STARTS = [
    State.start(), State.start(players=3), kropki.State.start(),
    DeclaredState.start(kropki.TERRITORY), morris.State.start(morris.MILLS),
    morris.State.start(morris.NINE_AM, players=3),
]  # fmt: skip
EACH_START = pytest.mark.parametrize("state", STARTS, ids=lambda s: f"{s.ruleset.name} {s.players}")
ENGINES = pytest.mark.parametrize("engine", ["wasm", "numba"])


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millisecond passes at each look, so that `BY_TIME` takes as many visits on any machine."""
    looks = count()
    monkeypatch.setattr(trees, "perf_counter", lambda: next(looks) / 1000)
    monkeypatch.setattr(trees, "limited_to", lambda _: nullcontext())


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The states of which trees are planted."""
    states: list[Any] = []

    def spy(state: Any, *given: Any) -> Any:
        states.append(state)
        return trees.uct_tree(state, *given)

    monkeypatch.setattr(builtin, "uct_tree", spy)
    return states


def played(player: Any, game: Any, plies: int) -> Any:
    """A game, after a session has chosen some more moves of all seats."""
    session = PlayerSession(player)
    for ply in range(plies):
        game = game.apply(session.choose(game, Random(ply)))
    return game


@pytest.mark.usefixtures("ticks")
@pytest.mark.parametrize(("name", "trees_of_three_moves"), [("search:0.01s", 1), ("search:9", 3)])
def test_a_search_by_time_goes_on_with_its_tree(
    planted: list[Any], name: str, trees_of_three_moves: int
) -> None:
    assert played(parse_player(name), Game.from_state(Nim(30)), 3).ply == 3
    assert len(planted) == trees_of_three_moves


@pytest.mark.usefixtures("ticks")
def test_what_is_kept_is_counted() -> None:
    session = PlayerSession(BY_TIME)
    game, known = Game.from_state(Nim(30)), list[Any]()
    for _ in range(2):
        game = game.apply(session.choose(game, Random(1), on_progress=known.append))
    kept = known[0].best.playouts
    assert sum(each.playouts for each in known[-1].moves) <= known[-1].playouts
    assert known[-1].playouts > kept > 0


@pytest.mark.usefixtures("ticks")
def test_a_tree_of_another_game_is_not_kept(planted: list[Any]) -> None:
    session = PlayerSession(BY_TIME)
    game = Game.from_state(Nim(30), ["1", "2"])
    session.choose(game, Random(1))
    for other in (
        game.undo(),  # back
        Game.from_state(Nim(30), ["2", "2", "3"]),  # elsewhere
        Game.from_state(Nim(31), ["1", "2", "3"]),  # another start
    ):
        session.choose(other, Random(1))
    assert [state.heap for state in planted] == [27, 29, 23, 25]


@pytest.mark.usefixtures("ticks")
def test_a_game_of_one_seat_is_followed_over_the_moves_of_others(planted: list[Any]) -> None:
    session = PlayerSession(BY_TIME)
    game = Game.from_state(Nim(30))
    for _ in range(3):
        game = game.apply(session.choose(game, Random(1)))
        game = game.apply(Take(1))
    assert len(planted) == 1


def test_players_without_trees_need_none(planted: list[Any]) -> None:
    for name in ("random", "greedy", "mc:9", "easy"):
        assert played(parse_player(name), Game.from_state(Nim(30)), 3).ply == 3
    assert len(planted) == 3  # those of easy


def test_a_level_that_looks_at_few_moves_keeps_nothing(planted: list[Any]) -> None:
    played(parse_player("strong"), Game.from_state(Nim(6)), 2)
    assert len(planted) == 2


def test_errors_are_those_of_players() -> None:
    session = PlayerSession(BY_TIME)
    with pytest.raises(NinetkaError, match="the game is over"):
        session.choose(Game.from_state(Nim(0)), Random(1))
    with pytest.raises(NinetkaError, match=r"^a move may take 0\.001 seconds here"):
        session.choose(Game.from_state(Nim(30)), Random(1), limit=0.001)


# ---- where games are played


@pytest.mark.usefixtures("ticks")
def test_each_seat_of_an_arena_keeps_its_tree(planted: list[Any]) -> None:
    assert arena.play(Nim(30), [BY_TIME, parse_player("greedy")], Random(1)).is_over
    assert len(planted) == 1
    assert arena.play(Nim(30), [BY_TIME, BY_TIME], Random(1)).is_over
    assert len(planted) == 3


def test_an_engine_keeps_its_tree(planted: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)
    heard: Queue[str] = Queue()
    session = Session(heard.put, "search")
    for moves in ("0", "1 +1"):
        for line in ("newgame Race", f"position moves {moves}", "go movetime 20")[moves != "0" :]:
            assert session.handle(line)
        while not (said := heard.get(timeout=PATIENCE)).startswith("bestmove"):
            assert said.startswith("info")
    assert len(planted) == 1
    assert session.handle("newgame Race")


# ---- compiled trees


def compiled_tree(state: Any, engine: str) -> Any:
    if engine == "numba":
        pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    try:
        found = state.wasm if engine == "wasm" else state.kernel
        return found.tree(state, 5, trees.EXPLORATION)
    except ModuleNotFoundError as error:
        pytest.skip(str(error))


def nodes_below(tree: Any, node: int) -> Any:
    """All that the tree says of a node's successors, and of theirs."""
    found = [*tree._successors(node)]
    return [(games, won, action, nodes_below(tree, at)) for games, won, at, action in found]


def some_path(tree: Any, plies: int) -> Iterator[int]:
    """Actions of a path in a tree, on which each node was visited often."""
    node = 0
    for _ in range(plies):
        _, _, node, action = sorted(tree._successors(node))[-1]
        yield action


@ENGINES
@EACH_START
def test_compiled_trees_keep_what_is_below(state: Any, engine: str) -> None:
    """For each number of moves: the same nodes, in the same order, which are then legal moves."""
    for plies in (1, 2, 0, 2):
        tree = compiled_tree(state, engine)
        tree.grow(400)
        actions = [*some_path(tree, plies)]
        below, node = nodes_below(tree, 0), 0
        for action in actions:
            _, _, node, _ = next(each for each in tree._successors(node) if each[3] == action)
        below = nodes_below(tree, node)
        for action in actions:
            state = state.apply(state.move(action))
        assert tree.follow(state, actions)
        if state.ruleset.name != "mills":
            assert nodes_below(tree, 0) == below
        tree.grow(50)
        assert all(state.is_legal(state.move(code)) for code in legal_codes(tree))


def legal_codes(tree: Any) -> list[int]:
    """The codes of the moves that a tree has tried."""
    return [code for code, games in enumerate(tree.playouts_by_action) if games]


@ENGINES
def test_trees_are_not_kept_if_their_growth_was_interrupted(
    monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    state = State.start()
    tree = compiled_tree(state, engine)
    tree.grow(100)
    action = tree.line[0]

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as changed:
        if engine == "wasm":
            changed.setattr(tree._machine, "call", interrupted)
        else:
            changed.setattr(tree, "_grow", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tree.grow(100)
    assert not tree.follow(state.apply(state.move(action)), [action])


def test_a_session_forgets_what_was_interrupted(
    planted: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, game = PlayerSession(BY_TIME), Game.from_state(Nim(30))
    game = game.apply(session.choose(game, Random(1)))
    tree = session._memory._tree

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(tree), "follow", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.choose(game, Random(1))
    assert session.choose(game, Random(1)) in game.state.legal_moves
    assert len(planted) == 2


def test_the_most_visits_are_visits_and_no_search_by_time() -> None:
    most = Search(visits=builtin.MAX_VISITS)
    assert most.search_limits(Nim(30), inf)[0] < BY_TIME.search_limits(Nim(30), inf)[0]
