"""Random whole games in one run: ninetka's games, python-chess and OpenSpiel.

Players ask for the legal moves, choose one at random and make it until the game is over. A game of
chess ends without legal moves, or after 200 plies. ninetka checks each move; the others do not.
OpenSpiel's nine men's morris is the same game as Mills, except that it is drawn after 200 turns,
and Mills after 100 quiet ones. The libraries take turns in one thread, so that other work of the
machine slows all of them down alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import attrs
import chess
import pyspiel

from ninetka import NESTORGAMES, WIKI, Game, Ruleset, State, kropki, morris
from ninetka.kropki import STANDARD, TERRITORY, AutomaticState, Point, Seat, Setup
from ninetka.morris import MILLS, NINE_AM

LONGEST_CHESS_GAME = 200


def play_ninetka(rng: Random, ruleset: Ruleset, players: int) -> int:
    state, plies = State.start(ruleset, players), 0
    while moves := state.legal_moves:
        state = state.apply(rng.choice(moves))
        plies += 1
    return plies


def play_kropki(rng: Random, columns: int, rows: int) -> int:
    ruleset = attrs.evolve(STANDARD, columns=columns, rows=rows)
    state, plies = AutomaticState.start(ruleset), 0
    while moves := state.legal_moves:
        state = state.apply(rng.choice(moves))
        plies += 1
    return plies


def real_kropki_games() -> list[tuple[kropki.State, list[str]]]:
    """The real games on 30 x 30 in the tests' data: their starts and their moves."""
    file = Path(__file__).parent.parent / "tests" / "data" / "kropki" / "kropki_games.jsonl"
    games = []
    for line in file.read_text("utf-8").splitlines():
        game = json.loads(line)
        if game["w"] == TERRITORY.columns:
            dots = {Point(name): Seat.FIRST for name in game["setup"].get("AB", ())}
            dots |= {Point(name): Seat.SECOND for name in game["setup"].get("AW", ())}
            setup = Setup(dots, (), Seat(game["first"]), TERRITORY)
            games.append((kropki.State.from_setup(setup), game["moves"]))
    return games


def replay_kropki(games: list[tuple[kropki.State, list[str]]]) -> int:
    """Read and check every move of real games, chains included."""
    for start, moves in games:
        Game.from_state(start, moves)
    return sum(len(moves) for _, moves in games)


def play_morris(rng: Random, ruleset: morris.Ruleset, players: int) -> int:
    state, plies = morris.State.start(ruleset, players), 0
    while moves := state.legal_moves:
        state = state.apply(rng.choice(moves))
        plies += 1
    return plies


def play_chess(rng: Random) -> int:
    board, plies = chess.Board(), 0
    while plies < LONGEST_CHESS_GAME and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        plies += 1
    return plies


def play_open_spiel(rng: Random, game: pyspiel.Game) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def plies_a_second(play: Callable[[], int], seconds: float) -> float:
    plies, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        plies += play()
    return plies / spent


def median_rates(
    engines: dict[str, Callable[[], int]], rounds: int, seconds: float
) -> dict[str, float]:
    rates: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(rounds):
        for name, play in engines.items():
            rates[name].append(plies_a_second(play, seconds))
    return {name: statistics.median(values) for name, values in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each library and round")
    options = parser.parse_args()
    rng = Random(9)
    nine_mens_morris = pyspiel.load_game("nine_mens_morris")
    engines: dict[str, Callable[[], int]] = {
        f"ninetka, {ruleset.name}, {players} players": partial(play_ninetka, rng, ruleset, players)
        for ruleset in (NESTORGAMES, WIKI)
        for players in (2, 3, 4)
    }
    for columns, rows in ((20, 20), (STANDARD.columns, STANDARD.rows)):
        engines[f"Kropki, automatic, {columns} x {rows}"] = partial(play_kropki, rng, columns, rows)
    engines["Kropki, declared, real games of 30 x 30 replayed"] = partial(
        replay_kropki, real_kropki_games()
    )
    engines["Mills"] = partial(play_morris, rng, MILLS, 2)
    for players in (3, 5):
        engines[f"9AM, {players} players"] = partial(play_morris, rng, NINE_AM, players)
    engines["python-chess"] = partial(play_chess, rng)
    engines["OpenSpiel nine_mens_morris"] = partial(play_open_spiel, rng, nine_mens_morris)
    median = median_rates(engines, options.rounds, options.seconds)
    chess_rate, morris_rate = median["python-chess"], median["OpenSpiel nine_mens_morris"]
    print("| library | plies per second | relative to python-chess | relative to OpenSpiel |")
    print("|---|---:|---:|---:|")
    for name, rate in median.items():
        print(f"| {name} | {rate:,.0f} | {rate / chess_rate:.2f} | {rate / morris_rate:.2f} |")


if __name__ == "__main__":
    main()
