"""What becomes of players who break the rules, fail, or run out of time, and of openings."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from random import Random
from threading import Barrier
from typing import Any

import attrs
import pytest
from support.clocks import Clock
from support.engines import acting
from support.waiting import PATIENCE
from toys.race import RACE, Race

from ninetka import Game, NinetkaError, State, games
from ninetka.base import programs
from ninetka.engines import EngineError, EnginePlayer, Limit
from ninetka.engines import process as processes
from ninetka.morris import MILLS, NINE_AM
from ninetka.morris import State as MillState
from ninetka.players import Player, parse_player
from ninetka.protocol import clocks
from ninetka.records import parse
from ninetka.tournament import arena, referee
from ninetka.tournament.arena import ArenaTable, TimeControl
from ninetka.tournament.openings import openings

RANDOM = parse_player("random")
MILL_START = MillState.start(MILLS)
CLOCK = Clock()
"""The clock of players that are not engines."""
LITTLE = Limit(seconds=0.1)


@pytest.fixture(autouse=True)
def race_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)
    monkeypatch.setattr(programs, "_GRACE", PATIENCE)
    monkeypatch.setattr(referee, "perf_counter", CLOCK)


@pytest.fixture
def _little_lag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LAG", 0.2)


@pytest.fixture
def started() -> Iterator[list[EnginePlayer]]:
    """Players to be ended."""
    players: list[EnginePlayer] = []
    yield players
    for player in players:
        player.close()


def engine(started: list[EnginePlayer], *answers: str, limit: Limit | None = None) -> EnginePlayer:
    words = " ".join(f"'{word}'" for word in acting(*answers))
    started.append(EnginePlayer(f"engine:{words}", limit))
    return started[-1]


@attrs.frozen
class Slow:
    """A player of any game that takes some seconds."""

    seconds: float
    name: str = "slow"

    def choose(self, state: Any, _: Random) -> Any:
        CLOCK.now += self.seconds
        return state.some_moves[0]


@pytest.mark.usefixtures("_little_lag")
@pytest.mark.parametrize(
    ("answers", "limit", "termination", "comment", "ending"),
    [
        (["a1", "a1"], None, "rules infraction", "b: actor answers 'a1': field a1 is taken",
         "b resigns"),
        (["hello"], None, "rules infraction", "b: actor answers 'hello': 'hello' is not a ",
         "b resigns"),
        (["error I (give) {up}"], None, "abandoned", "b: actor says: I (give) (up)", "b resigns"),
        (["die"], None, "abandoned", "exit code 7: farewell", "b resigns"),
        (["hang"], LITTLE, "time forfeit", "b: actor did not answer in time", "b out of time"),
        (["flood"], LITTLE, "time forfeit", "b: actor did not answer in time", "b out of time"),
        (["resign"], None, None, "", "b resigns"),
    ],
)  # fmt: skip
def test_an_engine_that_fails_loses_the_game_and_can_play_the_next(
    started: list[EnginePlayer],
    answers: list[str],
    limit: Limit | None,
    termination: str,
    comment: str,
    ending: str,
) -> None:
    player = engine(started, *answers, limit=limit)
    seated: list[Player] = [Slow(0), player]
    records = arena.games(MILL_START, seated, 3, seed=1)
    record, other, third = records
    assert record.game.ending_text == third.game.ending_text == ending
    assert other.game.ending_text == ending.replace("b", "a")
    assert record.tags.get("Termination") == termination
    assert [comment in said for said in record.comments.values()] == [True] * bool(comment)
    assert parse(record.to_text()) == record
    table = ArenaTable()
    for each in (record, other, third):
        table = table.add(each)
    assert [sum(each.wins) for each in table.players] == [3, 0]


def test_a_game_of_several_goes_on_without_an_engine_that_fails(
    started: list[EnginePlayer],
) -> None:
    """M28: two are left, and it is not asked again."""
    players: list[Player] = [Slow(0), engine(started, "die"), Slow(0, "other")]
    record = next(arena.games(MillState.start(NINE_AM, 3), players, 1, seed=1))
    assert "b:resigns" in record.game.move_texts
    assert record.game.ending is None
    assert record.game.outcome is not None
    assert record.game.outcome.winners != (1,)
    assert [*record.comments] == [1]


@pytest.mark.usefixtures("_little_lag")
def test_a_game_without_such_an_ending_cannot_be_refereed(started: list[EnginePlayer]) -> None:
    """A race can be resigned, but not be lost on time: then it is resigned too."""
    late = engine(started, "hang", limit=LITTLE)
    game = arena.play(Race(9, (0, 0)), [late, RANDOM], Random(1))
    assert game.ending_text == "x resigns"
    with pytest.raises(NinetkaError, match="resigns: this game knows no ending for that"):
        arena.play(Endless(9, (0, 0)), [engine(started, "resign"), RANDOM], Random(1))


@attrs.frozen
class Endless(Race):
    @property
    def endings(self) -> tuple[Any, ...]:
        return ()


def test_clocks_run_and_are_on_record() -> None:
    control = TimeControl(0.3, 0.05)
    record = next(arena.games(MILL_START, [Slow(0), Slow(0.12)], 1, 1, control=control))
    assert record.game.ending_text == "b out of time"
    assert record.tags["TimeControl"] == "0.3+0.05"
    assert record.tags["Termination"] == "time forfeit"
    assert record.comments == {record.game.ply: "b: slow took 0.120 of 0.090 s"}
    first, second = record.clocks[1], record.clocks[2]
    assert first == clocks.Clock(timedelta(seconds=0.35), timedelta(0))
    assert second == clocks.Clock(timedelta(seconds=0.23), timedelta(seconds=0.12))
    assert parse(record.to_text()) == record


def test_an_engine_is_told_the_clocks_and_has_a_little_time_to_stop(
    started: list[EnginePlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that answers after a stop has lost the game, but lives."""
    monkeypatch.setattr(processes, "LAG", PATIENCE)
    control, player = TimeControl(0.3, 1), engine(started, "deaf", limit=Limit(nodes=5))
    race = Race(9, (0, 0))
    lost = next(arena.games(race, [player, Slow(0)], 1, 1, control=control))
    assert re.match(r"x: actor took [0-9.]+ of 0.300 s", lost.comments[0])
    assert len(started[0]._idle) == 1


@attrs.frozen
class Meeting:
    """A random player whose first moves in two games are made at the same time."""

    barrier: Barrier
    calls: Iterator[int] = attrs.field(factory=count)
    name: str = "random"

    def choose(self, state: Any, rng: Random) -> Any:
        if next(self.calls) < 2:
            self.barrier.wait(PATIENCE)
        return RANDOM.choose(state, rng)


def test_games_in_threads_are_those_of_none(started: list[EnginePlayer]) -> None:
    player = engine(started, "+2")
    race = Race(30, (0, 0))

    def played(other: Player, **options: Any) -> list[Any]:
        found = arena.numbered_games(race, [player, other], range(1, 9), 1, **options)
        return sorted((number, record.game.moves) for number, record in found)

    alone = played(RANDOM)
    with ThreadPoolExecutor(2) as executor:
        assert played(Meeting(Barrier(2)), executor=executor) == alone
    assert len(player._idle) == 2


def test_an_engine_that_was_killed_between_games_is_started_again(
    started: list[EnginePlayer],
) -> None:
    player = engine(started, "+9")
    player._idle[0].kill()
    record = next(arena.games(Race(9, (0, 0)), [player, RANDOM], 1, seed=1))
    assert record.game.move_texts == ("+9",)
    assert len(player._running) == 1


def test_an_engine_as_any_player(started: list[EnginePlayer]) -> None:
    player = engine(started, "+3", "resign")
    assert player.name == "actor"
    assert player.choose(Race(9, (0, 0)), Random(1)) == 3
    with pytest.raises(EngineError, match="actor resigns"):
        player.choose(Race(9, (0, 0)), Random(1))
    with pytest.raises(NinetkaError, match="actor cannot be sent to another process"):
        pickle.dumps(player)
    player.close()
    with pytest.raises(EngineError, match="actor has been ended"):
        player.choose(Race(9, (0, 0)), Random(1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci:x", "an engine is written engine:COMMAND"),
        ("engine", "an engine is written engine:COMMAND"),
        ("engine:no-such-program", "no-such-program cannot be started"),
        (f"engine[speed=12]:{' '.join(acting('+1'))}", "speed is a whole number from 1 to 9"),
    ],
)
def test_engines_that_cannot_play_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NinetkaError, match=sentence):
        EnginePlayer(text)


def test_options_in_an_engines_name() -> None:
    with EnginePlayer(f"engine[speed=7,heard=x=y]:{' '.join(acting('+1'))}") as player:
        heard: list[Any] = []
        with player.engine() as running:
            running.play(Game.from_state(Race(9, (0, 0))), None, heard.append)
    assert " | set speed 7 | set heard x=y | " in heard[0].text


# More players than seats, and openings


def test_each_selection_of_players_sits_in_each_seating() -> None:
    players = [parse_player(name) for name in ("random", "greedy", "mc:1")]
    records = [*arena.games(Race(3, (0, 0)), players, 12, seed=1)]
    pairs = [record.names for record in records]
    assert pairs == [
        ("random", "greedy"), ("random", "greedy"), ("greedy", "random"), ("greedy", "random"),
        ("random", "mc:1"), ("random", "mc:1"), ("mc:1", "random"), ("mc:1", "random"),
        ("greedy", "mc:1"), ("greedy", "mc:1"), ("mc:1", "greedy"), ("mc:1", "greedy"),
    ]  # fmt: skip
    table = ArenaTable.between(["random", "greedy", "mc:1"], 2)
    for record in records:
        table = table.add(record)
    assert table.games == 12
    assert [player.games for player in table.players] == [(4, 4)] * 3
    with pytest.raises(NinetkaError, match="this game has 2 players, not 1"):
        next(arena.games(Race(3, (0, 0)), players[:1], 1, seed=1))


def test_every_opening_is_played_in_every_seating() -> None:
    lines = [
        "# moves from the start", "", "E5 C9", "11/11/2n8/11/11/11/11/11/11/11/11 b 2 nestorgames",
    ]  # fmt: skip
    found = openings(lines, State.start())
    assert [game.ply for game in found] == [2, 0]
    players = [RANDOM, parse_player("greedy")]
    records = [*arena.games(State.start(), players, 6, seed=1, openings=found)]
    begun = [(record.game.initial_state, record.game.move_texts[:2]) for record in records]
    assert [record.names[0] for record in records] == ["random", "greedy"] * 3
    assert [start for start, _ in begun] == [found[n].initial_state for n in (0, 0, 1, 1, 0, 0)]
    assert [moves for _, moves in begun[:2]] == [("*E5", "*C9")] * 2


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "there are no openings"),
        (["", "# none"], "there are no openings"),
        (["E5", "E5 E5"], "line 2 of the openings: it is neither a position (.*) nor moves (.*)"),
    ],
)
def test_openings_that_cannot_be_played(lines: list[str], sentence: str) -> None:
    with pytest.raises(NinetkaError, match=sentence):
        openings(lines, State.start())


def test_an_opening_is_for_as_many_players_and_leaves_something_to_play() -> None:
    with pytest.raises(NinetkaError, match="line 1 of the openings: it is for 3 players, not 2"):
        openings(["0,0,0 x 9"], Race(9, (0, 0)))
    with pytest.raises(NinetkaError, match="line 1 of the openings: the game is over there"):
        openings(["+9"], Race(9, (0, 0)))


@pytest.mark.parametrize(
    ("text", "control"), [("60", (60, 0)), ("1.5+0.25", (1.5, 0.25)), ("300+3", (300, 3))]
)
def test_time_controls_read_back(text: str, control: tuple[float, float]) -> None:
    assert TimeControl.parse(text) == TimeControl(*control)
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0", "5:00", "60+", "-1", "60+x", "1e9"])
def test_time_controls_that_make_no_sense(text: str) -> None:
    with pytest.raises(NinetkaError, match="a clock "):
        TimeControl.parse(text)
