"""The examples that the strategies generate, and how they shrink."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import Phase as SearchPhase
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from toys.nim import NIM, Nim, NimRules, Take
from toys.race import RACE, Race

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    IllegalMoveError,
    Move,
    NinetkaError,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    RecordError,
    Ruleset,
    Slide,
    State,
    kropki,
)
from ninetka import games as registry
from ninetka.nine.rulesets import PUBLISHED
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.records import Record, parse
from ninetka.testing import strategies

FEW = Ruleset("few", {2: 2})
RULESETS = strategies.rulesets(Ruleset)
STARTS = strategies.starts(RULESETS)
GAMES = strategies.games(strategies.starts(st.just(NESTORGAMES)))
SHORT = strategies.games(strategies.starts(st.just(FEW)))
T = TypeVar("T")

QUIET = settings(
    max_examples=3000,
    database=None,
    derandomize=True,
    phases=list(SearchPhase),  # mutation tests leave some out otherwise
    suppress_health_check=list(HealthCheck),
)


def smallest(strategy: st.SearchStrategy[T], such: Callable[[T], bool]) -> T:
    """What an example with a property shrinks to."""
    return find(strategy, such, settings=QUIET)


def some(strategy: st.SearchStrategy[T], such: Callable[[T], bool], tries: int = 3000) -> T:
    """The first example with a property, not shrunk."""
    return find(
        strategy, such, settings=settings(QUIET, max_examples=tries, phases=[SearchPhase.generate])
    )


def all_come_up(strategy: st.SearchStrategy[T], kinds: Iterable[Callable[[T], bool]]) -> None:
    """Assert that there is an example of each kind among the first."""
    missing = [*kinds]

    def is_last(example: T) -> bool:
        missing[:] = [such for such in missing if not such(example)]
        return not missing

    some(strategy, is_last)


# Rulesets and moves


@given(STARTS)
def test_starts_are_of_a_ruleset(start: State) -> None:
    begun = State.start(start.ruleset, start.players)
    assert start == begun or start.is_dealt > begun.is_dealt
    assert start.players in start.ruleset.player_counts


def test_rulesets_of_all_kinds_come_up() -> None:
    all_come_up(
        RULESETS,
        [
            lambda ruleset: ruleset is WIKI,
            lambda ruleset: ruleset.name not in PUBLISHED,
            lambda ruleset: ruleset.edge_stop is EdgeStop.STONE and ruleset.stones.get(2) == 1,
        ],
    )


def test_rulesets_shrink_to_the_published() -> None:
    assert smallest(RULESETS, lambda _: True) is NESTORGAMES
    custom = smallest(RULESETS, lambda ruleset: len(ruleset.stones) == 1)
    assert custom == Ruleset("nestorgames-custom", {2: 1})


def test_moves_of_all_kinds_come_up() -> None:
    all_come_up(
        strategies.moves(NINE),
        [
            lambda move: isinstance(move, Pass),
            lambda move: isinstance(move, PlaceNeutral) and move.square.is_corner,
            lambda move: isinstance(move, PlaceStone) and move.square.is_core,
            lambda move: isinstance(move, Slide) and move.square.is_rim,
        ],
    )


@given(strategies.legal_moves(State.start()))
def test_legal_moves_are_legal(move: Move) -> None:
    assert State.start().is_legal(move)


def test_a_game_needs_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "nim", NIM)
    with pytest.raises(NinetkaError, match=r"^nim has no samples to test with$"):
        strategies.moves(NIM)
    with pytest.raises(NinetkaError, match=r"(?m)^nim has no samples to test with$"):
        some(strategies.rulesets(NimRules), lambda _: True)


# Games and states


@given(STARTS, st.data())
def test_games_are_whole(start: State, data: st.DataObject) -> None:
    game = data.draw(strategies.games(st.just(start)))
    assert game.initial_state == start
    assert game.state.is_over
    assert Game.from_state(start, game.moves) == game


@given(strategies.games(st.just(Nim(400))))
def test_late_moves_are_the_first_legal_ones(game: Game[Nim, Take]) -> None:
    assert set(game.moves[120:]) == {Take(1)}


def test_games_of_first_moves_but_for_every_eighth() -> None:
    def such(game: Game[Nim, Take]) -> bool:
        others = [ply for ply, move in enumerate(game.moves) if move != Take(1)]
        return len(others) > 2 and not any(ply % 8 for ply in others)

    some(strategies.games(st.just(Nim(400))), such)


def test_small_games_shrink_to_first_moves() -> None:
    nim = strategies.games(st.just(Nim(9)))
    assert smallest(nim, lambda game: game.ply < 9).moves == (Take(2), *[Take(1)] * 7)


@pytest.mark.long
@pytest.mark.parametrize(
    "such",
    [
        lambda game: True,
        lambda game: "*I9" in game.move_texts,
        lambda game: any(text.startswith("F11-F") for text in game.move_texts[50:]),
        lambda game: game.state.scores[0] > game.state.scores[1] + 2,
        lambda game: game.move_texts.count("--") >= 5,
    ],
)
def test_games_shrink_to_first_moves(such: Callable[[Game[State, Move]], bool]) -> None:
    game = smallest(GAMES, such)
    made = zip(game.states, game.moves, strict=False)
    assert sum(move != state.legal_moves[0] for state, move in made) <= 6  # of some 80


@pytest.mark.parametrize("phase", Phase)
def test_every_state_of_a_phase_can_come_up(phase: Phase) -> None:
    counts = set()

    @settings(QUIET, max_examples=100)
    @given(strategies.states(st.just(State.start(FEW)), phase))
    def check(state: State) -> None:
        assert state.phase is phase
        counts.add(len(state.to_setup().stones))

    check()
    first = {Phase.NEUTRALS: range(9), Phase.PLACEMENT: range(9, 13), Phase.MOVEMENT: [13]}
    assert counts == set(first[phase])


@pytest.mark.long
def test_states_shrink_to_the_first_of_their_phase() -> None:
    states = strategies.states(strategies.starts(RULESETS), Phase.MOVEMENT)
    state = smallest(states, lambda state: state.phase is Phase.MOVEMENT)
    assert state.ruleset == NESTORGAMES
    assert not any(square.is_inner for square in state.to_setup().stones if not square.is_core)
    assert smallest(strategies.states(STARTS), lambda _: True) == State.start()


def test_states_of_a_phase_that_cannot_be_reached() -> None:
    moving = some(strategies.states(st.just(State.start(FEW)), Phase.MOVEMENT), lambda _: True)
    with pytest.raises(Unsatisfiable):
        some(strategies.states(st.just(moving), Phase.NEUTRALS), lambda _: True, tries=5)


# Records


@given(strategies.records(strategies.games(STARTS)))
def test_records_read_back(record: Record[State, Move]) -> None:
    assert parse(record.to_text(), NINE) == record
    assert parse(record.to_json(), NINE) == record
    assert max(len(record.tags), len(record.comments)) <= 3
    assert all(len(text) <= 9 for text in (*record.tags.values(), *record.comments.values()))


def test_records_of_all_kinds_come_up() -> None:
    all_come_up(
        strategies.records(SHORT),
        [
            lambda record: record.game.ply == 0,
            lambda record: record.game.state.is_over,
            lambda record: 0 in record.comments,
            lambda record: any("}" in text for text in record.comments.values()),
            lambda record: 0 in record.glyphs,
            lambda record: any(clock.elapsed is None for clock in record.clocks.values()),
            lambda record: any(line.depth == 3 for _, line in record.walk()),
            lambda record: any(len(lines) == 2 for lines in record.variations.values()),
            lambda record: any(0 in line.comments and line.clocks for _, line in record.walk()),
            lambda record: "First" in record.tags,
            lambda record: "Round" in record.tags,
            lambda record: "X_1" in record.tags,
        ],
    )


def cause(text: str) -> object:
    with pytest.raises(RecordError) as caught:
        parse(text)
    return type(caught.value.__cause__)


@pytest.mark.parametrize(
    "such",
    [
        pytest.param(lambda text: cause(text) is IllegalMoveError, marks=pytest.mark.long),
        lambda text: text.startswith("["),
        lambda text: text.startswith("{"),
    ],
)
def test_malformed_records_of_all_kinds_come_up(such: Callable[[str], bool]) -> None:
    some(strategies.malformed_records(strategies.records(SHORT)), such)


@given(strategies.malformed_records(strategies.records(SHORT)))
def test_malformed_records_are_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse(text)


@pytest.mark.long
def test_malformed_records_shrink_to_one_small_damage() -> None:
    malformed = strategies.malformed_records(strategies.records(SHORT))
    text = smallest(malformed, lambda text: text.startswith("[Game"))
    assert len(text) < 200


# Damage


@pytest.mark.parametrize(
    ("text", "such"),
    [
        ("", lambda text: text != ""),
        ("one", lambda text: text[:1] != "o"),
        ("quite-a-long-word x", lambda text: text.count("quite-a-long-word") == 2),
    ],
)
def test_damage_of_all_kinds_comes_up(text: str, such: Callable[[str], bool]) -> None:
    some(strategies.damaged(st.just(text)), such)


@pytest.mark.long
def test_damage_shrinks_to_one_small_piece() -> None:
    damaged = strategies.damaged(st.just("abc"))
    assert smallest(damaged, lambda _: True) == "abc"
    assert smallest(damaged, lambda text: text != "abc") == "aabc"


def test_damage_is_small_and_anywhere() -> None:
    many = " ".join(map(str, range(10_000)))

    def in_the_middle(text: str) -> bool:
        return text.startswith(many[:10_000]) and many[:30_000] not in text

    damaged = strategies.damaged(st.just(many))
    somewhere = some(damaged.map(lambda text: (in_the_middle(text), len(text))), lambda it: it[0])
    assert len(many) - 4 * 12 <= somewhere[1] <= len(many) + 4 * 5000


# A game whose moves cannot be listed, and which may be ended

RUNS = strategies.games(st.just(Race(9, (0, 0))))


def test_games_of_moves_that_cannot_be_listed() -> None:
    assert smallest(RUNS, lambda _: True).move_texts == ("+1",) * 9
    assert some(RUNS, lambda game: game.ply < 6).state.is_over
    broken_off = strategies.games(st.just(Race(1000, (0, 0))), most_plies=5)
    assert some(broken_off, lambda game: game.ply > 0).ply == 5
    assert smallest(strategies.moves(kropki.KROPKI), lambda _: True) == kropki.Place("aa")


@pytest.mark.usefixtures("toys")
@given(strategies.records(RUNS))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_records_of_games_that_were_ended(record: Record[Race, int]) -> None:
    assert parse(record.to_text(), RACE) == record
    assert parse(record.to_json(), RACE) == record


@pytest.mark.usefixtures("toys")
def test_records_of_all_endings_come_up() -> None:
    all_come_up(
        strategies.records(RUNS),
        [
            lambda record: record.game.ending is None,
            lambda record: record.game.ending == AGREEMENT,
            lambda record: record.game.ending == Ending(EndingKind.RESIGNATION, 1),
        ],
    )


@pytest.mark.usefixtures("toys")
def test_records_keep_the_ending_of_a_game() -> None:
    agreed = st.just(Game.from_state(Race(9, (0, 0)), "+2 +3 +2").agree())
    record = some(strategies.records(agreed), lambda record: record.game.ply == 3)
    assert record.game.ending is AGREEMENT


def test_states_of_a_large_board_are_drawn_in_time() -> None:
    large = kropki.State.start(kropki.STANDARD)

    @given(strategies.states(st.just(large), most_plies=40))
    def check(state: Any) -> None:
        assert len(state.dots) <= 44

    check()  # Hypothesis complains if it is slow
