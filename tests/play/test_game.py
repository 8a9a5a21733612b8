"""Games: play, undo, redo, and perft, against the protocol alone."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from support.nine_states import NEUTRALS, after, playout

from ninetka import (
    NESTORGAMES,
    WIKI,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    NinetkaError,
    Pass,
    PlaceNeutral,
    Ruleset,
    Square,
    State,
)
from ninetka.play.perft import perft, perft_by_move
from ninetka.simulate import chosen_game, random_game

E5, C3, F3 = (PlaceNeutral(Square(name)) for name in ("E5", "C3", "F3"))


def test_a_game_starts_at_a_rulesets_start() -> None:
    game = Game.start(NESTORGAMES, players=3)
    assert game.state == game.initial_state == State.start(NESTORGAMES, 3)
    assert game.moves == ()
    assert game.ply == 0
    assert list(game.states) == [game.state]
    assert Game.start(WIKI).state.players == 2


def test_apply_gives_another_game() -> None:
    start = Game.start(NESTORGAMES)
    game = start.apply(E5).apply(C3)
    assert start.moves == ()
    assert game.moves == (E5, C3)
    assert game.move_texts == ("*E5", "*C3")
    assert [state.to_text() for state in game.states] == [
        State.start().to_text(),
        after("E5").to_text(),
        after("E5 C3").to_text(),
    ]
    assert game.state == after("E5 C3")


def test_an_illegal_move_changes_nothing() -> None:
    game = Game.start(NESTORGAMES).apply(E5)
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(E5)
    assert caught.value.state == game.state
    assert game.moves == (E5,)


def test_moves_are_undone_and_redone() -> None:
    game = Game.start(NESTORGAMES).apply(E5).apply(C3)
    back = game.undo()
    assert back.moves == (E5,)
    assert back.state == after("E5")
    assert list(back.states) == [State.start(), after("E5")]
    assert back.redo() == game
    assert back.undo().redo().redo() == game
    assert back != Game.start(NESTORGAMES).apply(E5)  # which has nothing to redo
    assert hash(back.redo()) == hash(game)


def test_a_pickled_game_is_the_same_and_much_smaller() -> None:
    game = playout(State.start(), Random(1))
    for one in (game, game.undo().undo(), game.undo().undo().redo(), Game.start(NESTORGAMES)):
        same = pickle.loads(pickle.dumps(one))
        again = pickle.loads(pickle.dumps(same))
        assert (same.state, same.ply) == (one.state, one.ply)
        for other in (again, same):
            assert (other, hash(other)) == (one, hash(one))
            assert other.states == one.states
            assert other.move_texts == one.move_texts
    assert len(pickle.dumps(game)) < len(pickle.dumps(list(game.states))) / 5


def test_a_new_move_forgets_what_could_be_redone() -> None:
    game = Game.start(NESTORGAMES).apply(E5).apply(C3).undo().apply(F3)
    assert game.moves == (E5, F3)
    assert game == Game.start(NESTORGAMES).apply(E5).apply(F3)
    assert list(game.states) == [State.start(), after("E5"), after("E5 F3")]
    with pytest.raises(NinetkaError, match=r"^nothing to redo: no move has been taken back$"):
        game.redo()
    with pytest.raises(NinetkaError, match=r"^nothing to undo: the game is at its start$"):
        game.undo().undo().undo()


def test_a_game_begins_in_any_state() -> None:
    game = Game.from_state(after("E5"), [C3, F3])
    assert game.initial_state == after("E5")
    assert game.state == after("E5 C3 F3")
    with pytest.raises(IllegalMoveError):
        Game.from_state(after("E5"), [C3, C3])
    assert Game.from_state(after("E5"), "C3 *F3") == game


def test_moves_may_be_texts() -> None:
    start = Game.start(NESTORGAMES)
    assert start.apply("e5") == start.apply(E5)
    assert start.play("E5 *C3") == start.play([E5, "C3"]) == start.play(["*E5", C3])
    assert start.play("E5 C3").moves == (E5, C3)
    assert start.play("E5 C3").undo().play("F3") == start.play("E5 F3")
    for wrong, error, sentence in (
        ("E5 C9 E5", IllegalMoveError, "a neutral cannot go to E5: it is taken"),
        ("E5 C9 x", InvalidMoveError, "'x' is not a move"),
    ):
        with pytest.raises(error, match=sentence) as caught:
            start.play(wrong)
        assert caught.value.__notes__ == ["at ply 3 of the game"]


def test_repr_shows_the_start_and_the_moves() -> None:
    text = "11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames"
    assert repr(Game.start(NESTORGAMES)) == f"<Game from '{text}': no moves>"
    assert repr(Game.start(NESTORGAMES).apply(E5).apply(C3)) == f"<Game from '{text}': *E5 *C3>"


def test_perft_counts_sequences_of_moves() -> None:
    start = State.start()
    assert perft(start, 0) == 1
    assert perft(start, 1) == 49
    by_move = perft_by_move(start, 2)
    assert list(by_move) == list(start.legal_moves)
    assert sum(by_move.values()) == perft(start, 2) == 2112
    assert by_move[E5] == 49 - 9
    over = playout(start, Random(1)).state
    assert perft(over, 0) == 1
    assert perft(over, 1) == perft(over, 3) == 0
    assert perft_by_move(over, 1) == {}
    with pytest.raises(NinetkaError, match=r"^a depth is a whole number from 0 on, not -1$"):
        perft(start, -1)
    with pytest.raises(NinetkaError, match=r"^a depth by move is a whole number from 1 on, not 0$"):
        perft_by_move(start, 0)


def test_perft_counts_a_forced_pass() -> None:
    state = after(f"{NEUTRALS} A10 K10 B1 J11 A10", Ruleset("pairs", {2: 2}))
    assert perft_by_move(state, 1) == {Pass(): 1}
    assert perft(state, 2) == 1  # the pass and B1, which ends the game
    assert perft(state, 3) == 0
    assert perft_by_move(state, 3) == {Pass(): 0}


def test_random_games_end_and_repeat() -> None:
    game = random_game(State.start(), Random(1))
    assert game.state.is_over
    assert game == random_game(State.start(), Random(1))
    assert random_game(State.start(), Random(1), 7).moves == game.moves[:7]
    for state, plies in ((game.state, None), (State.start(), 0)):
        assert random_game(state, Random(1), plies).ply == 0
    with pytest.raises(NinetkaError, match="a game has 0 plies or more, not -1"):
        random_game(State.start(), Random(1), -1)


def test_a_function_may_choose_the_moves() -> None:
    asked = list[tuple[int, int]]()

    def choose(ply: int, count: int) -> int:
        asked.append((ply, count))
        return ply

    game = chosen_game(State.start(), choose, 3)
    states = game.states
    assert game.moves == tuple(states[ply].legal_moves[ply] for ply in range(3))
    assert asked == [(0, 49), (1, 45), (2, 39)]
