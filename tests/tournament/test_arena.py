"""Games between computer players, and what their results say."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations
from math import inf
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys.race import RACE, Race

from ninetka import NinetkaError, State
from ninetka.base.errors import IllegalMoveError
from ninetka.players import Player, parse_player
from ninetka.protocol import GameOutcome
from ninetka.tournament.arena import (
    ArenaTable,
    distinct_names,
    elo,
    numbered_games,
    play,
    seated_names,
)
from ninetka.tournament.arena import games as arena_games

pytestmark = pytest.mark.usefixtures("toys")

RANDOM, GREEDY = parse_player("random"), parse_player("greedy")


@attrs.frozen
class Steady:
    """A player of the race that always makes the same move."""

    name: str
    move: Any

    def choose(self, _: Any, __: Random) -> Any:
        return self.move


@attrs.frozen
class Ended(GameOutcome):
    """How a game, any game, ended."""

    scores: Any
    winners: Any
    ranking: Any = ()


def record_of(scores: str, winners: list[int], *names: str) -> Any:
    """A record of a game with these scores and winners; `*` for one that is not over."""
    points = [Fraction(each) for each in scores.split()] if scores != "*" else []
    outcome = Ended(points, winners) if points else None
    return SimpleNamespace(game=SimpleNamespace(outcome=outcome), names=names)


def table_of(*records: Any) -> ArenaTable:
    table = ArenaTable()
    for record in records:
        table = table.add(record)
    return table


# Playing


def test_each_player_moves_in_its_own_seat() -> None:
    game = play(Race(6, (0, 0)), [Steady("two", 2), Steady("three", 3)], Random(1))
    assert game.move_texts == ("+2", "+3", "+2", "+3")
    assert str(game.outcome) == "y"


def test_players_that_do_not_fit() -> None:
    with pytest.raises(NinetkaError, match="this game has 2 players, not 3"):
        play(State.start(), [RANDOM] * 3, Random(1))
    with pytest.raises(IllegalMoveError, match="-1 is no step"):
        play(Race(6, (0, 0)), [Steady("back", -1), RANDOM], Random(1))


def test_players_take_the_seatings_of_the_game_in_turn() -> None:
    records = list(arena_games(Race(3, (0, 0)), [Steady("two", 2), Steady("three", 3)], 5, seed=1))
    assert [record.names for record in records] == [
        ("two", "three"), ("two", "three"), ("three", "two"), ("three", "two"), ("two", "three"),
    ]  # fmt: skip
    assert [record.game.move_texts[0] for record in records] == ["+2", "+2", "+3", "+3", "+2"]
    assert records[2].tags["Event"] == "Arena"
    assert (records[2].tags["Round"], records[2].tags["Seed"]) == ("3", "1")
    names = ("random", "greedy", "random #2")
    three = arena_games(State.start(players=3), [RANDOM, GREEDY, RANDOM], 6, seed=1)
    assert [record.names for record in three] == list(permutations(names))


def test_games_depend_on_the_seed_and_their_number_alone() -> None:
    def played(count: int, seed: int | str) -> list[Any]:
        return list(arena_games(State.start(), [RANDOM, GREEDY], count, seed))

    records = played(4, 1)
    assert played(2, "1") == records[:2]
    assert len({record.game.moves for record in records}) == 4
    assert played(1, 2)[0].game != records[0].game


def test_with_an_executor_no_game_is_skipped_after_the_first_thousand() -> None:
    players = [Steady("two", 2), Steady("three", 3)]
    with ThreadPoolExecutor(2) as executor:
        records = list(arena_games(Race(1, (0, 0)), players, 2_300, 1, executor))
    assert [int(record.tags["Round"]) for record in records] == [*range(1, 2_301)]


# Laws: which games an arena has


@attrs.frozen
class Noting:
    """A player of the race that notes which number its random source gives first."""

    name: str

    def choose(self, _: Any, rng: Random) -> Any:
        return 1 + rng.randrange(10**9)


NOTING = [Noting(name) for name in "abc"]


@given(st.sampled_from([2, 3]), st.integers(1, 20), st.text("ab", max_size=3), st.integers(0, 3))
def test_each_game_number_and_each_seating_come_exactly_as_often_as_they_should(
    players: int, rounds: int, seed: str, workers: int
) -> None:
    """Each game once; each seating of the game equally often; independent of workers."""
    start, seated = Race(1, (0,) * players), NOTING[:players]
    seatings = [
        tuple("abc"[each] for each in order) for order in RACE.match_rules.seatings(players)
    ]
    count = rounds * len(seatings)
    alone = list(arena_games(start, seated, count, seed))
    assert [record.tags["Round"] for record in alone] == [*map(str, range(1, count + 1))]
    names = Counter(record.names for record in alone)
    assert names == {each: rounds * seatings.count(each) for each in seatings}
    firsts = [record.names[0] for record in alone]
    assert {firsts.count(name) for name in "abc"[:players]} == {count // players}
    assert len({record.game.moves for record in alone}) == count  # a source of its own for each
    with ThreadPoolExecutor(workers or 1) as executor:
        numbers = [*range(1, count + 1)]
        there = numbers[:: workers + 2]
        left = [number for number in numbers if number not in there]
        parts = [
            *numbered_games(start, seated, there, seed),
            *numbered_games(start, seated, left, seed, executor if workers else None),
        ]
        whole = list(arena_games(start, seated, count, seed, executor))
    assert sorted(number for number, _ in parts) == numbers
    assert [record for _, record in sorted(parts, key=lambda part: part[0])] == alone == whole


def test_who_stops_taking_games_has_the_others_cancelled() -> None:
    @attrs.frozen
    class Counted:
        name: str
        chosen: list[int]

        def choose(self, state: Any, rng: Random) -> Any:
            self.chosen.append(1)
            return rng.choice(state.some_moves)

    player: Player = Counted("counted", [])
    with ThreadPoolExecutor(1) as executor:
        records = arena_games(Race(1, (0, 0)), [player, player], 10_000, 1, executor)
        next(records)
        records.close()  # type: ignore[attr-defined]
    assert len(player.chosen) < 10_000  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_number_of_a_game_says_who_sits_where(players: int) -> None:
    start, names = State.start(players=players), "abcd"[:players]
    seated = [seated_names(start, [*map(Noting, names)], number) for number in range(1, 26)]
    orders = [*permutations(names)]
    assert seated == [orders[number % len(orders)] for number in range(25)]


def test_players_of_one_name_are_told_apart() -> None:
    players = [RANDOM, GREEDY, RANDOM, RANDOM]
    assert distinct_names(players) == ["random", "greedy", "random #2", "random #3"]


# Results


@pytest.mark.parametrize(
    ("share", "difference"),
    [(1 / 2, 0), (10 / 11, 400), (1 / 11, -400), (100 / 101, 800), (1, inf), (0, -inf)],
)
def test_elo_is_400_points_for_odds_of_ten_to_one(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference)


def test_shares_and_elo_with_their_intervals() -> None:
    """5 of 10: Wilson's interval is 0.2366 to 0.7634; 400·log10(0.7634/0.2366) is 203.5."""
    won, lost = record_of("3 1", [0], "A", "B"), record_of("1 2", [1], "A", "B")
    a, b = table_of(*[won] * 5, *[lost] * 5).players
    for player in (a, b):
        assert attrs.astuple(player.share) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
        assert player.elo is not None
        assert attrs.astuple(player.elo) == pytest.approx((0, -203.5, 203.5), abs=0.1)
    assert (a.mean_points.value, b.mean_points.value) == (2, 1.5)
    a, b = table_of(*[won] * 10).players  # 10 of 10: from 10/(10 + 1.96²), which is 0.7225, to 1
    assert a.elo is not None
    assert b.elo is not None
    assert attrs.astuple(a.share) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert attrs.astuple(a.elo) == pytest.approx((inf, 166.2, inf), abs=0.1)
    assert attrs.astuple(b.elo) == pytest.approx((-inf, -inf, -166.2), abs=0.1)


def test_wins_count_by_seat_and_are_shared() -> None:
    table = table_of(
        record_of("5 1 0", [0], "A", "B", "C"),
        record_of("2 2 1/3", [0, 1], "B", "A", "C"),
        record_of("0 0 0", [], "C", "B", "A"),
    )
    none, whole, third, half = Fraction(0), Fraction(1), Fraction(1, 3), Fraction(1, 2)
    counts = {player.name: (player.wins, player.draws) for player in table.players}
    assert counts == {
        "A": ((1, 1, 0), (0, 0, 1)),
        "B": ((1, 0, 0), (0, 1, 0)),
        "C": ((0, 0, 0), (1, 0, 0)),
    }
    a, b, c = table.players
    assert [player.name for player in table.players] == ["A", "B", "C"]
    assert (a.games, a.shares) == ((1, 1, 1), (whole, half, third))
    assert (b.games, b.shares) == ((1, 2, 0), (half, third, none))
    assert (c.games, c.shares) == ((1, 0, 2), (third, none, none))
    assert a.points == {5: 1, 2: 1, 0: 1}
    assert c.points == {0: 2, Fraction(1, 3): 1}
    assert sum(player.share.value for player in table.players) == pytest.approx(1)
    assert a.elo is None


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (record_of("*", [], "A", "B"), "a game that is not over has no result"),
        (record_of("1 0", [0], "A", "C"), "different names, always the same, not 'A' and 'C'"),
        (record_of("1 0", [0], "A", "A"), "not 'A' and 'A'"),
        (record_of("1 0 0", [0], "A", "B", "A"), "not 'A', 'B' and 'A'"),
    ],
)
def test_games_that_cannot_be_counted(record: Any, why: str) -> None:
    with pytest.raises(NinetkaError, match=why):
        table_of(record_of("1 0", [0], "A", "B"), record)
    with pytest.raises(NinetkaError, match="not 'A' and ''"):
        table_of(record_of("1 0", [0], "A", ""))
