"""Starts in which chance places the neutrals (Q5), in all tools that begin games."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import attrs
import pytest
from hypothesis import settings
from support.command_line import run
from support.server_calls import result

from ninetka import (
    BOARDGAMEGEEK,
    NESTORGAMES,
    NINE,
    Game,
    Move,
    NeutralPlacement,
    Phase,
    Seat,
    State,
)
from ninetka.players import parse_player
from ninetka.records import Record, parse
from ninetka.simulate import random_game, results
from ninetka.testing import check_state_laws
from ninetka.tournament import arena
from ninetka.tournament.match import Match

START = State.start(BOARDGAMEGEEK)
RANDOM = "--ruleset boardgamegeek"


def is_start(state: State) -> bool:
    """Whether all neutrals, and nothing else, are on the board, and the first seat is to move."""
    return (state.phase, state.to_move) == (Phase.PLACEMENT, Seat.FIRST) and not any(
        state.stone_masks
    )


def test_laws_hold_before_and_after_a_draw() -> None:
    for start in (START, START.dealt(Random(1))):
        check_state_laws(start, games=1, seed=1, states=settings().max_examples // 2)


def test_a_new_game_is_dealt_anew_or_by_the_numbers_given() -> None:
    drawn = {Game.start(BOARDGAMEGEEK).initial_state for _ in range(4)}
    assert len(drawn) == 4
    assert all(map(is_start, drawn))
    again = [Game.start(BOARDGAMEGEEK, 2, Random(7)).state for _ in range(2)]
    assert again[0] == again[1] == START.dealt(Random(7))
    assert Game.start(NESTORGAMES, 2, Random(7)).state == State.start()


def test_the_games_of_a_match_begin_with_one_draw() -> None:
    match = Match.start(BOARDGAMEGEEK, ["Ann", "Ben"])
    assert is_start(match.initial_state)


def test_records_have_the_draw_as_their_position() -> None:
    game = random_game(START, Random(1))
    text = Record(game).to_text()
    assert f'[Position "{game.initial_state.to_text()}"]' in text
    assert parse(text).game == game
    assert len({random_game(START, Random(seed)).initial_state for seed in range(5)}) == 5


def test_a_draw_made_by_hand_is_a_record_too() -> None:
    ruleset = attrs.evolve(NESTORGAMES, neutral_placement=NeutralPlacement.RANDOM)
    text = ["*D4", "*G3", "*H4", "*C6", "*E7", "*I5", "*D9", "*F8", "*H9", "@A5"]
    game: Game[State, Move] = Game.from_state(State.start(ruleset), text)
    assert game.state.to_move is Seat.SECOND
    assert parse(Record(game).to_text()).game == game


def test_each_game_of_an_arena_is_dealt() -> None:
    players = [parse_player("random")] * 2
    starts = [record.game.initial_state for record in arena.games(START, players, 3, seed=1)]
    assert starts == [START.dealt(Random(f"1/{number}")) for number in (1, 2, 3)]
    assert len({*starts}) == 3


def test_simulated_games_are_as_long_as_dealt_ones() -> None:
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    compiled = results(START, 2000, seed=1)
    lengths = [random_game(START, Random(seed)).ply for seed in range(200)]
    mean = sum(plies * count for plies, count in compiled.plies.items()) / compiled.games
    assert abs(mean - sum(lengths) / len(lengths)) < 1


def test_a_batch_has_a_draw_for_each_of_its_positions() -> None:
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    from ninetka.batch import Batch

    states = Batch.start(BOARDGAMEGEEK, size=4).states()
    assert all(map(is_start, states))
    assert len({*states}) == 4
    rng = Random(1)
    expected = [START.dealt(rng) for _ in range(3)]
    assert Batch.start(BOARDGAMEGEEK, size=3, rng=Random(1)).states() == expected
    assert len(Batch.start(BOARDGAMEGEEK, size=0)) == 0


def test_commands_draw_by_their_seed(tmp_path: Path) -> None:
    file = tmp_path / "games.9tka"
    for command in ("random", "arena greedy random"):
        file.unlink(missing_ok=True)
        run(*f"{command} {RANDOM} -n 2 --seed 1 -o {file}".split())
        first = file.read_text("utf-8")
        done = run(*f"{command} {RANDOM} -n 3 --seed 1 --resume {file}".split())
        assert done.returncode == 0, done.stderr
        assert file.read_text("utf-8").startswith(first)
        other = run(*f"{command} --ruleset wiki -n 4 --seed 1 --resume {file}".split())
        assert "was begun from another start" in other.stderr


def test_a_played_game_is_dealt() -> None:
    saved = [run(*f"play {RANDOM} --seed {seed}".split()).stdout for seed in "112"]
    assert saved[0] == saved[1] != saved[2]
    assert "placement, a to move" in saved[0]


def test_the_server_draws_by_the_seed_of_a_call() -> None:
    said = [result("start", ruleset="boardgamegeek", seed=seed) for seed in (1, 1, 2)]
    assert said[0] == said[1] != said[2]
    position = said[0]["position"]
    assert is_start(State.from_text(position))
    assert result("start", position=position)["position"] == position
    anew = {result("start", ruleset="boardgamegeek")["position"] for _ in range(4)}
    assert len(anew) == 4
    assert result("start", seed=1)["position"] == State.start().to_text()


@pytest.mark.parametrize(("package", "name"), [("gymnasium", "SeatEnv"), ("pettingzoo", "raw_env")])
def test_environments_draw_by_the_seed_of_an_episode(package: str, name: str) -> None:
    pytest.importorskip(package, reason="it is not installed: ninetka[pettingzoo]")
    pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")
    env = getattr(import_module(f"ninetka.adapters.{package}"), name)(ruleset="boardgamegeek")
    starts = []
    for seed in (1, 1, 2, None):
        env.reset(seed=seed)
        starts.append(env.position)
    assert starts[0] == starts[1]
    assert len({*starts}) == 3
    assert all(map(is_start, starts))


def test_openspiel_asks_for_a_start_that_is_dealt() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import ninetka.adapters.openspiel  # noqa: F401

    with pytest.raises(pyspiel.SpielError, match="give a start that is dealt as position"):
        pyspiel.load_game("python_ninetka(ruleset=boardgamegeek)")
    position = START.dealt(Random(1)).to_text()
    game = pyspiel.load_game(f"python_ninetka(position={position})")
    assert game.new_initial_state().position == START.dealt(Random(1))


def test_options_of_a_start_describe_the_board_before_the_draw() -> None:
    assert NINE.begin(ruleset="boardgamegeek") == START
    assert NINE.begin(neutral_placement="random", stones="2:3,1").ruleset.stones == {2: (3, 1)}
