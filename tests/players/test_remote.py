"""Searches that another program runs: the plan for it, and the move that is taken from it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from toys.nim import Nim

from ninetka import NinetkaError, State
from ninetka.games import all_games
from ninetka.kropki import TERRITORY, DeclaredState
from ninetka.players import Search, builtin, parse_player, remote


def codes_of(state: Any) -> Sequence[int]:
    """The codes of the moves that a state offers."""
    offered: Sequence[int]
    offered = state.offered_actions if isinstance(state, DeclaredState) else state.legal_actions
    return offered


class Tree:
    """What a tree of a position is said to have found, by chance; many moves are equally good."""

    def __init__(self, state: Any, key: int, exploration: float) -> None:
        rng, legal = Random(f"{key} {exploration}"), {*codes_of(state)}
        codes = range(state.action_count)
        self.playouts_by_action = [rng.randrange(4) if code in legal else 0 for code in codes]
        self.win_rates = [rng.choice([0.25, 0.5]) if n else 0.0 for n in self.playouts_by_action]
        self.playouts = 0

    def grow(self, visits: int) -> None:
        self.playouts = sum(self.playouts_by_action)

    @property
    def line(self) -> list[int]:
        return [max(self.found, key=itemgetter(1, 2, 0))[0]]

    @property
    def found(self) -> list[Any]:
        each = zip(self.playouts_by_action, self.win_rates, strict=True)
        return [[code, games, share] for code, (games, share) in enumerate(each) if games]


class Engine:
    """An engine with such trees."""

    tree = Tree


def starts() -> list[Any]:
    """A start of each of the games that have WebAssembly, by each way to capture in Kropki."""
    begun = [entry.begin(game=name) for entry in all_games() for name in entry.names]
    begun.append(DeclaredState.start(TERRITORY))
    return [state for state in begun if state.wasm is not None]


@pytest.mark.parametrize("state", starts(), ids=lambda state: state.ruleset.name)
def test_the_move_is_the_one_that_the_player_chooses(
    state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtin, "search_backend_for", lambda *_: Engine)
    player = Search(visits=1)
    for seed in range(9):
        plan = remote.plan(player, state, Random(seed))
        assert plan is not None
        found = Tree(state, int(plan["key"]), plan["exploration"]).found
        chosen = remote.found_move(player, state, found, None, 0)
        assert chosen == player.choose(state, Random(seed))


def test_what_follows_is_told_if_it_is_known() -> None:
    state, known = State.start(), list[Any]()
    code = state.legal_actions[3]
    line = [code, state.apply(state.move(code)).legal_actions[5]]
    for given in (line, None, line[:1], [state.legal_actions[4]], []):
        move = remote.found_move(
            Search(visits=1), state, [[code, 1, 0.5]], given, 0, on_progress=known.append
        )
        assert move == state.move(code)
    assert [[state.action(move) for move in each.line[:1]] for each in known] == [[code]] * 5
    assert [len(each.line) for each in known] == [2, 1, 1, 1, 1]


@pytest.mark.parametrize("line", ["b", 7, [-1], [0, 0], ["0"], [None], [1.0], {}, [[1]]])
def test_a_line_is_a_list_of_legal_moves(line: Any) -> None:
    state = State.start()
    found = [[state.legal_actions[0], 1, 0.5]]
    said = "^the line that a search has found is a list with the codes of legal moves, not "
    with pytest.raises(NinetkaError, match=said):
        remote.found_move(Search(visits=1), state, found, line, 0)


def test_other_moves_are_not_planned() -> None:
    """Of other players, of games without WebAssembly, only moves, and where none is left."""
    start = State.start()
    last = start
    while len(last.legal_moves) > 1:
        last = last.apply(last.legal_moves[0])
    assert remote.plan(parse_player("mc:9"), start, Random(1)) is None
    assert remote.plan(Search(visits=9), Nim(5), Random(1)) is None
    assert remote.plan(Search(visits=9), last, Random(1)) is None
