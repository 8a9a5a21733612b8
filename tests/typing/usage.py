"""What users write, for mypy to check; never run.

A line marked `type: ignore` must be an error: mypy reports an unused one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any, assert_type

import attrs
from hypothesis.strategies import SearchStrategy
from numpy.random import Generator

import ninetka
from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Outcome,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Problem,
    Reason,
    RecordError,
    Ruleset,
    Seat,
    Section,
    Setup,
    Slide,
    Square,
    State,
    Symmetry,
    TurnOrder,
    kropki,
)
from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.pettingzoo import RawEnv
from ninetka.drawing import DrawableState, Drawing
from ninetka.nine import observation as nine_observation
from ninetka.nine.look import drawing as nine_drawing
from ninetka.play.perft import perft, perft_by_move
from ninetka.players import Greedy, MonteCarlo, Player, Search, parse_player
from ninetka.protocol import EnumerableState, Observation, UndoableState
from ninetka.protocol import GameOutcome as AnyOutcome
from ninetka.protocol import GameState as AnyState
from ninetka.records import Clock, Record, Variation, Verdict, parse, read, verify, write
from ninetka.server import answer
from ninetka.simulate import random_game, results
from ninetka.simulate.estimates import Estimate, Results
from ninetka.testing import strategies
from ninetka.tournament import arena
from ninetka.tournament.match import Match, checked, matches
from ninetka.web.replay import replay_page

short = Ruleset(
    name="short", stones={2: 9, 3: 6}, edge_stop=EdgeStop.STONE, turn_order=TurnOrder.RESTARTS
)
evolved = attrs.evolve(NESTORGAMES, stones={2: 9})
assert_type(short.stones, Mapping[int, int | tuple[int, ...]])
assert_type(short.stones_by_seat(2), tuple[int, ...])

state = State.start(NESTORGAMES, players=2)
assert_type(state.legal_moves, tuple[Move, ...])
assert_type(state.is_legal(Pass()), bool)
assert_type(state.apply(Slide(Square("A5"))), State)
assert_type(state.apply("A5"), State)
assert_type(state.apply(Slide("A5")), State)
assert_type(state.moves_from(Square("A5")), tuple[Move, ...])
assert_type(state.undo(PlaceStone(Square("A5"))), State)
assert_type(state.phase, Phase)
assert_type(state.to_move, Seat)
assert_type(state.players, int)
assert_type(state.target(Square("A5")), Square | None)
assert_type(state.stones_left(Seat.FIRST), int)
assert_type(state.owners[Section.CENTRE], Seat | None)
assert_type(state.scores[state.to_move], int)
assert_type(state.outcome, Outcome | None)
assert_type(state.outcome_if(None), Outcome | None)
assert_type(state.parse_move("A5-F5"), Move)
assert_type(state.move_text(Pass()), str)
assert_type(state.move(state.action(Pass())), Move)
assert_type(State.start().action_count, int)
assert_type(State.from_text(state.to_text(), ruleset=short), State)
assert_type(state.transform(Symmetry.ROTATE_90), State)

stone = state.stone_at(Square("E5"))
if stone is NEUTRAL:
    pass
elif stone is not None:
    assert_type(stone, Seat)


def squares(moves: Sequence[Move]) -> Iterator[Square]:
    for move in moves:
        match move:
            case PlaceNeutral(square) | PlaceStone(square) | Slide(square):
                yield square
            case Pass():
                pass


game = Game.start(NESTORGAMES, players=3)
assert_type(game, Game[State, Move])
assert_type(game.apply(Pass()).undo().redo().state, State)
assert_type(game.apply("E5").play("C9 G7").play([Pass(), "E5"]), Game[State, Move])
assert_type(Game.start(WIKI, players=3).state.legal_moves, tuple[Move, ...])
assert_type(game.moves, tuple[Move, ...])
assert_type(Game.from_state(state, [Pass()]), Game[State, Move])
for each in game.states:
    assert_type(each, State)

assert_type(perft(state, 3), int)
assert_type(ninetka.play.perft.perft(state, 3), int)
assert_type(perft_by_move(state, 3)[Pass()], int)

record = Record(game, {"First": "Ann"}, {0: "a comment"})
assert_type(record.to_text(), str)
other = Variation(Game.from_state(game.initial_state, "H8"), {1: "so"}, {1: [1, 14]})
varied = Record(game, {}, {}, {1: (5,)}, {1: Clock(timedelta(minutes=5))}, {1: [other]})
assert_type(varied, Record[State, Move])
for line in varied.variations[1]:
    assert_type(line, Variation[State, Move])
    assert_type(line.glyphs, Mapping[int, tuple[int, ...]])
for _, line in varied.walk():
    assert_type(line.game.moves, tuple[Move, ...])
with open("games.9tka", "rb") as file:
    for found in read(file, entry=NINE):
        assert_type(found, Record[State, Move])
    for verdict in verify(file, "games.9tka", entry=NINE):
        assert_type(verdict, Verdict[State, Move])
        assert_type(verdict.summary()["ply"], int | None)
    for of_any_game in read(file):
        assert_type(of_any_game.game.state.outcome, AnyOutcome | None)
with open("games.9tka", "w", encoding="utf-8") as text_file:
    text_file.writelines(write([record, parse("…"), parse("…", NINE)]))
assert_type(parse("…", NINE).game.state.scores, tuple[int, ...])

setup = Setup({Square("A5"): Seat.FIRST, Square("E5"): NEUTRAL}, to_move=Seat.FIRST, players=2)
assert_type(setup.problems, Problem)
assert_type(State.from_setup(setup), State)
match = Match.start(NESTORGAMES, ["Ann", "Ben"])
assert_type(match, Match[State, Move])
assert_type(match.add(Game.start(NESTORGAMES)).games[0].game.state, State)
assert_type(match.winner, str | None)
with open("matches.9tka", "rb") as file:
    for played in matches(verify(file, entry=NINE)):
        assert_type(played, Match[State, Move])
    for checked_verdict in checked(verify(file, entry=NINE)):
        assert_type(checked_verdict, Verdict[State, Move])
    for of_any in matches(verify(file)):
        assert_type(of_any, Match[AnyState[Any], Any])

assert_type(record.to_json(), str)
assert_type(replay_page(record), str)
assert_type(state.to_svg(last_move=Pass(), names=["Ann"], size=300), str)
assert_type(state.to_board(unicode=True), str)
assert_type(state.seats, tuple[Seat, ...])
assert_type(random_game(state, Random(1)), Game[State, Move])
assert_type(results(state, 10, 1), Results)
assert_type(results(state, 10, 1) + Results(), Results)
assert_type(answer(b"{}"), str | None)

try:
    state.apply(Pass())
except IllegalMoveError as illegal:
    reason_is_known: bool = illegal.reason is Reason.MUST_SLIDE
    assert_type(illegal.state, State)
    assert_type(illegal.move, Move)
    assert_type(illegal.reason, Reason)
except InvalidPositionError as invalid:
    assert_type(invalid.problems, Problem)
except RecordError as wrong:
    place: tuple[str | None, int | None, int | None] = (wrong.file, wrong.line, wrong.ply)

needs_only_a_state: AnyState[Move] = state
needs_moves_too: EnumerableState[Move] = state
needs_pictures_too: DrawableState[Move, Square] = state
draws: Drawing[State, Move, Square] = nine_drawing
observes: Observation[State] = nine_observation
needs_undo_too: UndoableState[Move] = state


def plies(start: EnumerableState[Any]) -> int:
    return len(start.legal_moves)


plies(state)

assert_type(NINE.begin({"Ruleset": "wiki", "Players": 3}), State)
assert_type(NINE.begin(ruleset="wiki", players=3), State)
assert_type(state.legal_actions, tuple[int, ...])
assert_type(state.planes(Seat.FIRST), Sequence[int])

any_ruleset = strategies.rulesets(Ruleset)
any_start = strategies.starts(any_ruleset)
assert_type(any_ruleset, SearchStrategy[Ruleset])
assert_type(any_start, SearchStrategy[State])
assert_type(strategies.moves(NINE), SearchStrategy[Move])
assert_type(strategies.legal_moves(state), SearchStrategy[Move])
assert_type(strategies.games(any_start), SearchStrategy[Game[State, Move]])
assert_type(strategies.states(any_start, Phase.MOVEMENT), SearchStrategy[State])


def greedy(seen: State, rng: Generator) -> int:
    return max(
        seen.legal_actions, key=lambda code: seen.apply(seen.move(code)).scores[seen.to_move]
    )


SeatEnv(state, policy=greedy)
SeatEnv(players=3, ruleset="wiki")
RawEnv(state, render_mode="ansi")

# What must not pass.
Slide(5)  # type: ignore[arg-type]
state.apply(5)  # type: ignore[arg-type]
state.apply(Square("A5"))  # type: ignore[arg-type]
state.to_move = Seat.SECOND  # type: ignore[misc]
state.stone_at("E5")  # type: ignore[arg-type]
state.to_svg(last_move="A5")  # type: ignore[arg-type]
match.add(state)  # type: ignore[arg-type]
State.start("wiki")  # type: ignore[arg-type]
Ruleset(name="short", stones=9)  # type: ignore[arg-type]
Ruleset(name="short", edge_stop="board")  # type: ignore[arg-type]
Game.start(2)  # type: ignore[arg-type]
game.apply(Square("A5"))  # type: ignore[arg-type]
state.legal_moves[0].square  # type: ignore[union-attr]
state.outcome.winner  # type: ignore[union-attr]
ninetka.nothing  # type: ignore[attr-defined]
unused = WIKI.name + 1  # type: ignore[operator]


class First:
    name = "first"

    def choose(self, state: AnyState[Any], rng: Random) -> Any:
        return state.parse_move("pass")


def computer_players(state: State, dots: kropki.State) -> None:
    players: list[Player] = [First(), Greedy(), MonteCarlo(10), parse_player("search:2s")]
    assert_type(players[0].choose(state, Random(1)), Move)
    assert_type(Search(visits=10).choose(state, Random(1)), Move)
    assert_type(Search(seconds=0.5).choose(dots, Random(1), limit=2), kropki.Move)
    Search(10)  # type: ignore[call-arg]
    SeatEnv(policy=Search(visits=10))
    SeatEnv(policy="greedy")
    assert_type(arena.play(state, players, Random(1)), Game[State, Move])
    for record in arena.games(state, players, 2, seed=1):
        assert_type(record, Record[State, Move])
        assert_type(arena.ArenaTable().add(record).players[0].elo, Estimate | None)
