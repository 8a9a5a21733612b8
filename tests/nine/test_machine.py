"""Whole games by a Hypothesis state machine, with undo, redo and round trips mixed in."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from support.nine_states import RULESETS

from nine.naive import NaiveGame
from ninetka import NINE, Game, IllegalMoveError, Move, Ruleset, State
from ninetka.records import Record, parse


class Play(RuleBasedStateMachine):
    """A game beside the naive one, which keeps its own history."""

    game: Game[State, Move]

    @initialize(ruleset=RULESETS, data=st.data())
    def start(self, ruleset: Ruleset, data: st.DataObject) -> None:
        players = data.draw(st.sampled_from(sorted(ruleset.stones)))
        self.game = Game.start(ruleset, players=players)
        stones, edge, order = ruleset.stones[players], ruleset.edge_stop, ruleset.turn_order
        self.history = [NaiveGame(players, stones, edge.value, order.value)]
        self.ahead: list[NaiveGame] = []

    @precondition(lambda self: not self.game.state.is_over)
    @rule(choice=st.integers(0, 1 << 16), plies=st.integers(1, 60))
    def play(self, choice: int, plies: int) -> None:
        for _ in range(plies):
            legal = self.game.state.legal_moves
            if not legal:
                return
            move = legal[choice % len(legal)]
            naive = self.history[-1].copy()
            naive.play(self.game.state.move_text(move))
            self.history.append(naive)
            self.ahead = []
            self.game = self.game.apply(move)
            choice = choice * 31 + 7

    @precondition(lambda self: self.game.ply > 0)
    @rule(plies=st.integers(1, 5))
    def undo(self, plies: int) -> None:
        for _ in range(min(plies, self.game.ply)):
            last, before = self.game.moves[-1], self.game.states[-2]
            assert self.game.state.undo(last) == before
            self.game = self.game.undo()
            assert self.game.state == before
            self.ahead.append(self.history.pop())

    @precondition(lambda self: bool(self.ahead))
    @rule()
    def redo(self) -> None:
        self.game = self.game.redo()
        self.history.append(self.ahead.pop())

    @rule()
    def pickle(self) -> None:
        self.game = pickle.loads(pickle.dumps(self.game))

    @rule()
    def write_and_read(self) -> None:
        played = Game.from_state(self.game.initial_state, self.game.moves)
        assert parse(Record(played).to_text(), NINE).game == played

    @rule()
    def position_text(self) -> None:
        state = self.game.state
        assert State.from_text(state.to_text(), state.ruleset) == state

    @precondition(lambda self: self.game.ply > 0)
    @rule()
    def repeat_the_last_move(self) -> None:
        move = self.game.moves[-1]
        if move not in self.game.state.legal_moves:
            with pytest.raises(IllegalMoveError):
                self.game.apply(move)

    @invariant()
    def agrees_with_the_naive_game(self) -> None:
        if hasattr(self, "game"):
            state, naive = self.game.state, self.history[-1]
            assert state.to_text() == naive.position(state.ruleset.name)
            assert sorted(map(state.move_text, state.legal_moves)) == naive.legal()
            assert state.is_over == naive.is_over()
            assert list(state.scores) == naive.scores()
            assert self.game.ply == len(self.history) - 1


TestPlay = Play.TestCase
TestPlay.settings = settings(stateful_step_count=40, max_examples=settings().max_examples // 5)
