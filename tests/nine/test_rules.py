"""The rules by number."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest
from support.nine_states import NEUTRALS, after, playout

from ninetka import (
    BOARDGAMEGEEK,
    NESTORGAMES,
    NEUTRAL,
    WIKI,
    EdgeStop,
    IllegalMoveError,
    InvalidRulesetError,
    NeutralPlacement,
    Outcome,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Reason,
    Ruleset,
    Seat,
    Section,
    Slide,
    Square,
    State,
    TieBreak,
    TurnOrder,
)
from ninetka.base.bits import mask_of
from ninetka.nine.board import SQUARES
from ninetka.nine.position import Position
from ninetka.nine.rulesets import Supply, Terms
from ninetka.nine.scoring import owners
from ninetka.protocol.endings import AGREEMENT
from ninetka.tournament.match import Match

DUEL = Ruleset("duel", {2: 1, 3: 1, 4: 1})
STONE_DUEL = Ruleset("stone-duel", {2: 1, 3: 1, 4: 1}, EdgeStop.STONE)
PAIRS = Ruleset("pairs", {2: 2})


def reason(state: State, text: str) -> Reason:
    """Why a text of a move is refused."""
    with pytest.raises(IllegalMoveError) as caught:
        state.parse_move(text)
    assert isinstance(caught.value.reason, Reason)
    return caught.value.reason


def squares(state: State, kind: type[PlaceNeutral | PlaceStone | Slide]) -> set[str]:
    return {str(move.square) for move in state.legal_moves if isinstance(move, kind)}


def test_r1_board() -> None:
    assert len(SQUARES) == 121
    assert SQUARES[0] is Square("A1")
    assert SQUARES[10] is Square("K1")
    assert SQUARES[120] is Square("K11")
    rim = {f"{column}{row}" for column in "AK" for row in range(2, 11)}
    rim |= {f"{column}{row}" for column in "BCDEFGHIJ" for row in (1, 11)}
    assert {square.name for square in SQUARES if square.is_rim} == rim
    assert len(rim) == 36
    corners = {square.name for square in SQUARES if square.is_corner}
    assert corners == {"A1", "A11", "K1", "K11"}
    inner = {f"{column}{row}" for column in "BCDEFGHIJ" for row in range(2, 11)}
    assert {square.name for square in SQUARES if square.is_inner} == inner


def test_r2_sections() -> None:
    assert [section.value for section in Section] == [
        "top left", "top middle", "top right",
        "middle left", "centre", "middle right",
        "bottom left", "bottom middle", "bottom right",
    ]  # fmt: skip
    for section, rows, columns in zip(
        Section,
        [(8, 9, 10)] * 3 + [(5, 6, 7)] * 3 + [(2, 3, 4)] * 3,
        ["BCD", "EFG", "HIJ"] * 3,
        strict=True,
    ):
        names = {f"{column}{row}" for column in columns for row in rows}
        assert {square.name for square in section.squares} == names
        assert {square.name for square in SQUARES if square.section is section} == names
    assert Square("A5").section is None
    assert Square("K11").section is None


def test_r3_core() -> None:
    core = {f"{column}{row}" for column in "CDEFGHI" for row in range(3, 10)}
    assert {square.name for square in SQUARES if square.is_core} == core
    assert len(core) == 49


def test_r4_stones() -> None:
    for ruleset in (NESTORGAMES, WIKI):
        assert dict(ruleset.stones) == {2: 18, 3: 12, 4: 9}
        for players, each in ruleset.stones.items():
            state = State.start(ruleset, players)
            assert [state.stones_left(seat) for seat in list(Seat)[:players]] == [each] * players
            assert state.to_move is Seat.FIRST
    assert NESTORGAMES.colours == ("yellow", "blue", "orange", "green")
    assert NESTORGAMES.neutral_colour == "red"
    assert WIKI.colours == ("blue", "yellow", "red", "green")
    assert WIKI.neutral_colour == "black"


def test_r5_neutrals() -> None:
    state = State.start()
    assert state.phase is Phase.NEUTRALS
    assert squares(state, PlaceNeutral) == {square.name for square in SQUARES if square.is_core}
    state = after("F6")
    assert state.stone_at(Square("F6")) is NEUTRAL
    assert state.to_move is Seat.SECOND
    centre = {square.name for square in Section.CENTRE.squares}
    assert not squares(state, PlaceNeutral) & centre
    assert len(state.legal_moves) == 49 - 9
    assert reason(state, "*E5") is Reason.SECTION_HAS_ITS_NEUTRAL
    assert after(NEUTRALS[:-3]).phase is Phase.NEUTRALS
    assert after(NEUTRALS).phase is Phase.PLACEMENT


def test_r6_placement_fills_the_rim() -> None:
    rim = [square for square in SQUARES if square.is_rim]
    for players in (2, 3, 4):
        state = after(NEUTRALS, players=players)
        for placed, square in enumerate(rim):
            assert state.phase is Phase.PLACEMENT
            assert squares(state, PlaceStone) == {left.name for left in rim[placed:]}
            mover = state.to_move
            state = state.apply(PlaceStone(square))
            assert state.stone_at(square) is mover
            assert reason(state, f"@{square}") in {Reason.SQUARE_TAKEN, Reason.WRONG_PHASE}
        assert state.phase is Phase.MOVEMENT
        assert not any(state.stones_left(seat) for seat in list(Seat)[:players])


def test_r6_placement_ends_when_a_small_supply_does() -> None:
    state = after(NEUTRALS + " A5", DUEL, players=3)
    assert state.phase is Phase.PLACEMENT
    assert [state.stones_left(Seat(seat)) for seat in range(3)] == [0, 1, 1]
    state = after(NEUTRALS + " A5 K5 B1", DUEL, players=3)
    assert state.phase is Phase.MOVEMENT
    assert reason(state, "@K2") is Reason.WRONG_PHASE
    assert reason(after(NEUTRALS, DUEL), "@E5") is Reason.NOT_ON_THE_RIM


@pytest.mark.parametrize(
    ("placed", "slide", "end"),
    [
        ("A6 K2", "A6", "B6"),  # from the left, before the neutral on C6
        ("K6 K2", "K6", "J6"),  # from the right, before the neutral on I6
        ("C1 K2", "C1", "C2"),  # from the bottom, before the neutral on C3
        ("I11 K2", "I11", "I10"),  # from the top, before the neutral on I9
        ("A5 K5", "A5", "J5"),  # before another's stone waiting on the opposite rim
        ("E11 E1", "E11", "E2"),
        ("E1 E11", "E1", "E10"),
        ("K5 A5", "K5", "B5"),
    ],
)
def test_r7_slide_stops_before_the_first_stone(placed: str, slide: str, end: str) -> None:
    state = after(f"{NEUTRALS} {placed}", DUEL)
    start = Square(slide)
    mover = state.to_move
    assert state.target(start) is Square(end)
    moved = state.apply(Slide(start))
    assert moved.stone_at(start) is None
    assert moved.stone_at(Square(end)) is mover
    assert reason(state, f"{slide}-{Section.CENTRE.squares[0]}") is Reason.WRONG_END


def test_r7_slide_stops_before_inner_stones() -> None:
    state = after(f"{NEUTRALS} A5 K5 J1 J11 A5-J5", PAIRS)
    assert state.target(Square("J11")) is Square("J6")  # before another's stone
    assert state.target(Square("J1")) is Square("J4")  # before a stone of the same seat
    assert state.stone_at(Square("J5")) is Seat.SECOND
    assert state.stone_at(Square("J1")) is Seat.SECOND
    assert state.stone_at(Square("J11")) is Seat.FIRST


def test_r8_a_stone_inside_never_moves() -> None:
    state = after(f"{NEUTRALS} A5 K2 A5", DUEL)
    assert reason(state, "J5") is Reason.NOT_ON_THE_RIM
    assert reason(state, "A5") is Reason.NOT_YOUR_STONE


def test_r8_a_stone_whose_neighbour_is_taken_is_blocked() -> None:
    state = after(f"{NEUTRALS} A5 K5 B1 K2 A5", PAIRS)
    assert state.target(Square("K5")) is None
    assert reason(state, "K5") is reason(state, "K5-J5") is Reason.BLOCKED
    assert squares(state, Slide) == {"K2"}


def test_r9_who_can_slide_must() -> None:
    state = after(f"{NEUTRALS} A5 K2", DUEL)
    assert not state.is_legal(Pass())
    assert reason(state, "--") is Reason.MUST_SLIDE


def test_r9_who_cannot_slide_passes() -> None:
    # b's A10 stops on J10 and blocks both stones of a; b can still slide B1.
    state = after(f"{NEUTRALS} A10 K10 B1 J11 A10-J10", PAIRS)
    assert state.to_move is Seat.FIRST
    assert not state.is_over
    assert state.legal_moves == (Pass(),)
    assert reason(state, "K10") is Reason.BLOCKED
    passed = state.apply(Pass())
    assert passed.to_move is Seat.SECOND
    assert passed.legal_moves == (Slide(Square("B1")),)
    assert passed.apply(Slide(Square("B1"))).is_over


def test_r9_there_is_no_pass_in_other_phases() -> None:
    for moves in ("", NEUTRALS):
        state = after(moves)
        assert not state.is_legal(Pass())
        assert reason(state, "pass") is Reason.MUST_NOT_PASS


def test_r10_the_game_is_over_as_soon_as_nobody_can_slide() -> None:
    state = after(f"{NEUTRALS} A5 K5 A5", DUEL)
    assert state.stone_at(Square("K5")) is Seat.FIRST  # still waiting, blocked by J5
    assert state.is_over
    assert state.legal_moves == ()
    assert state.outcome == Outcome((0, 1))
    assert reason(state, "--") is Reason.GAME_OVER
    assert reason(state, "K5") is Reason.GAME_OVER
    assert state.phase is Phase.MOVEMENT


@pytest.mark.parametrize(
    ("inside", "owner"),
    [
        ({}, None),
        ({Seat.FIRST: 1}, Seat.FIRST),
        ({Seat.FIRST: 1, Seat.SECOND: 1}, None),
        ({Seat.FIRST: 1, Seat.SECOND: 2}, Seat.SECOND),
        ({Seat.FIRST: 2, Seat.SECOND: 2, Seat.THIRD: 1}, None),
        ({Seat.FIRST: 2, Seat.SECOND: 2, Seat.THIRD: 3}, Seat.THIRD),
        ({Seat.FIRST: 3, Seat.SECOND: 2, Seat.THIRD: 2, Seat.FOURTH: 2}, Seat.FIRST),
    ],
)
def test_r11_owners(inside: dict[Seat, int], owner: Seat | None) -> None:
    spots = iter(Section.TOP_LEFT.squares)
    stones = [0, 0, 0, 0]
    for seat, number in inside.items():
        stones[seat] = mask_of(next(spots) for _ in range(number))
    found = owners(Position(Terms.of(NESTORGAMES, 4), stone_masks=tuple(stones)))
    assert found[Section.TOP_LEFT] is owner
    assert all(found[section] is None for section in Section if section.value != "top left")


def test_r11_owners_in_a_game() -> None:
    state = after(f"{NEUTRALS} A5 K2 A7 B1 B11 K4", Ruleset("trio", {2: 3}))
    assert dict(state.owners) == dict.fromkeys(Section)  # neutrals count for nobody
    moved = state.apply(state.parse_move("A5-J5"))
    assert dict(moved.owners) == {**dict.fromkeys(Section), Section.MIDDLE_RIGHT: Seat.SECOND}
    assert moved.scores == (0, 1)


@pytest.mark.parametrize(
    ("points", "ranking"),
    [
        ((0, 0), (1, 0)),
        ((5, 4), (0, 1)),
        ((4, 4), (1, 0)),
        ((1, 2, 2), (2, 1, 0)),
        ((3, 2, 2), (0, 2, 1)),
        ((2, 1, 2, 2), (3, 2, 0, 1)),
    ],
)
def test_r12_ranking(points: tuple[int, ...], ranking: tuple[int, ...]) -> None:
    outcome = Outcome(points)
    assert outcome.ranking == ranking
    assert outcome.winner == ranking[0]
    assert outcome.winners == ranking[:1]


def test_r12_a_point_a_section() -> None:
    nothing_slides = after(f"{NEUTRALS} A5 K2", STONE_DUEL)
    assert nothing_slides.outcome == Outcome((0, 0))
    assert nothing_slides.outcome.winner is Seat.SECOND
    assert State.start().outcome is None


def test_r13_tournament() -> None:
    played = (playout(State.start(), Random(seed)) for seed in count(1))
    first, second = next(played), next(played)
    match = Match.start(NESTORGAMES, ["Ann", "Ben"])
    assert match.seatings == (("Ann", "Ben"), ("Ben", "Ann"))
    (ann, ben), (ben_again, ann_again) = first.state.scores, second.state.scores
    match = match.add(first).add(second)
    assert match.totals == (ann + ann_again, ben + ben_again)
    assert match.winner == ("Ann" if ann + ann_again > ben + ben_again else "Ben")
    tied = next(game for game in played if len({*game.state.scores}) == 1)
    match = Match.start(NESTORGAMES, ["Ann", "Ben"]).add(tied).add(tied)
    assert (match.is_over, match.winner, match.winners) == (True, None, ())


@pytest.mark.parametrize("phase", [Phase.PLACEMENT, Phase.MOVEMENT])
@pytest.mark.parametrize(
    ("players", "goes_on"), [(2, Seat.SECOND), (3, Seat.FIRST), (4, Seat.SECOND)]
)
def test_q1_turn_order(phase: Phase, players: int, goes_on: Seat) -> None:
    moves = NEUTRALS + (" A2 A3 A4 A5"[: 3 * players] if phase is Phase.MOVEMENT else "")
    assert NESTORGAMES.turn_order is WIKI.turn_order is TurnOrder.CONTINUES
    one_each = {players: 1}
    for order, opener in [(TurnOrder.CONTINUES, goes_on), (TurnOrder.RESTARTS, Seat.FIRST)]:
        state = after(moves, Ruleset("one", one_each, turn_order=order), players)
        assert state.phase is phase
        assert state.to_move is opener


def test_q2_what_stops_a_slide_that_meets_nothing() -> None:
    assert (NESTORGAMES.edge_stop, WIKI.edge_stop) == (EdgeStop.BOARD, EdgeStop.STONE)
    moves = f"{NEUTRALS} A5 K2 A6 K4"
    board = after(moves, PAIRS)
    stone = after(moves, Ruleset("stone-pairs", {2: 2}, EdgeStop.STONE))
    assert board.target(Square("A5")) is Square("J5")
    assert stone.target(Square("A5")) is None
    assert reason(stone, "A5") is Reason.NOTHING_TO_STOP_IT
    assert squares(stone, Slide) == {"A6"}


def test_q3_a_stone_with_nothing_to_stop_it_may_get_something() -> None:
    # Rows 5 and 7 are empty, so b passes; a's C1 stops on C5 and gives A5 something to stop at.
    ruleset = Ruleset("stone-pairs", {2: 2}, EdgeStop.STONE)
    state = after("D3 F3 I3 C6 F6 I6 C9 F9 I9 A5 C1 A7 K2", ruleset)
    assert state.to_move is Seat.SECOND
    assert state.legal_moves == (Pass(),)
    state = after("D3 F3 I3 C6 F6 I6 C9 F9 I9 A5 C1 A7 K2 -- C1-C5", ruleset)
    assert state.legal_moves == (Slide(Square("A5")),)
    assert state.target(Square("A5")) is Square("B5")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_q4_stone_counts_that_can_be(players: int) -> None:
    for each in (1, 36 // players):
        state = State.start(Ruleset("small", {players: each}), players)
        assert state.stones_left(Seat.FIRST) == each


def test_q5_chance_places_the_neutrals() -> None:
    assert NESTORGAMES.neutral_placement is WIKI.neutral_placement is NeutralPlacement.PLAYERS
    assert BOARDGAMEGEEK.neutral_placement is NeutralPlacement.RANDOM
    start = State.start(BOARDGAMEGEEK, 3)
    assert not start.is_dealt
    drawn = start.dealt(Random(1))
    assert drawn.is_dealt
    assert drawn == start.dealt(Random(1)) != start.dealt(Random(2))
    assert (drawn.phase, drawn.to_move) == (Phase.PLACEMENT, Seat.FIRST)
    assert drawn.dealt(Random(2)) is drawn
    placed = State.start(WIKI, 3)
    assert placed.is_dealt
    assert placed.dealt(Random(1)) is placed


def test_q5_all_arrangements_are_equally_likely() -> None:
    found: Counter[Square] = Counter()
    rng, times = Random(5), 1000
    for _ in range(times):
        stones = State.start(BOARDGAMEGEEK).dealt(rng).to_setup().stones
        assert {square.section for square in stones} == {*Section}
        found.update([*stones])
    for section in Section:
        core = [square for square in section.squares if square.is_core]
        for square in core:
            share = found[square] / times
            assert abs(share - 1 / len(core)) < 5 * (share / times) ** 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turn_order", TurnOrder)
def test_q5_neutrals_of_a_draw_take_no_turns(players: int, turn_order: TurnOrder) -> None:
    ruleset = Ruleset("drawn", {players: 3}, EdgeStop.BOARD, turn_order, NeutralPlacement.RANDOM)
    state = after(NEUTRALS, ruleset, players)
    assert (state.phase, state.to_move) == (Phase.PLACEMENT, Seat.FIRST)


def test_q6_a_tie_goes_to_who_slid_last() -> None:
    assert NESTORGAMES.tie_break is WIKI.tie_break is TieBreak.LATER_SEAT
    assert BOARDGAMEGEEK.tie_break is TieBreak.LAST_SLIDE
    for tie_break, winner in zip(TieBreak, (Seat.SECOND, Seat.FIRST), strict=True):
        ruleset = Ruleset("duel", {2: 1}, tie_break=tie_break)
        outcome = after(f"{NEUTRALS} A5 K2 A5-J5 K2-B2", ruleset).outcome
        assert outcome is not None
        assert (outcome.scores, outcome.winner) == ((1, 1), winner)


def test_q6_passes_are_not_slides() -> None:
    # b's A10 blocks both stones of a, who only passes
    ruleset = Ruleset("pairs", {2: 2}, tie_break=TieBreak.LAST_SLIDE)
    state = after("D4 G3 H4 C6 E7 I5 D9 F8 H9 A10 K10 C1 J11 A10 -- C1", ruleset)
    assert state.outcome is not None
    assert state.outcome.slid == (Seat.SECOND,)


def test_q6_who_has_not_slid_is_ranked_after_those_who_have() -> None:
    # The stone that c has is blocked by b's
    ruleset = Ruleset("lone", {3: 1}, EdgeStop.BOARD, tie_break=TieBreak.LAST_SLIDE)
    state = after("D4 G3 H4 C6 E7 I5 D9 F8 H9 A2 A10 K10 A2-J2 A10-J10", ruleset, 3)
    assert state.outcome is not None
    assert state.outcome.slid == (Seat.FIRST, Seat.SECOND)
    assert Outcome((1, 0, 1), state.outcome.slid).winner is Seat.FIRST
    stopped = state.undo(Slide("A10")).undo(Slide("A2")).outcome_after(AGREEMENT)
    assert (stopped.slid, stopped.winner) == ((), Seat.THIRD)


@pytest.mark.parametrize("stones", [{2: 17}, {2: 18, 3: 11}, {2: (18, 17)}])
def test_q6_needs_stones_that_stay_blocked(stones: dict[int, Supply]) -> None:
    """Otherwise the stones don't tell who slid last: who has passed may slide again (Q3)."""
    Ruleset("board", stones, tie_break=TieBreak.LAST_SLIDE)
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset("stone", stones, EdgeStop.STONE, tie_break=TieBreak.LAST_SLIDE)
    assert "cannot slide again" in str(caught.value)


def test_q7_players_may_have_different_numbers_of_stones() -> None:
    ruleset = Ruleset("uneven", {2: (3, 1), 3: 2, 4: (2, 2, 2, 2)})
    assert ruleset.stones == {2: (3, 1), 3: 2, 4: 2}
    assert ruleset.stones_by_seat(3) == (2, 2, 2)
    state = after(NEUTRALS, ruleset)
    assert [state.stones_left(seat) for seat in state.seats] == [3, 1]


@pytest.mark.parametrize(
    ("turn_order", "stones", "placing"),
    [
        (TurnOrder.CONTINUES, (3, 1), "baaa b"),
        (TurnOrder.RESTARTS, (3, 1), "abaa a"),
        (TurnOrder.RESTARTS, (1, 3), "abbb a"),
        (TurnOrder.CONTINUES, (2, 1, 3), "abcacc a"),
        (TurnOrder.CONTINUES, (1, 1, 2, 3), "bcdacdd a"),
    ],
)
def test_q7_who_has_no_stone_left_is_stepped_over(
    turn_order: TurnOrder, stones: tuple[int, ...], placing: str
) -> None:
    players = len(stones)
    state = after(NEUTRALS, Ruleset("uneven", {players: stones}, turn_order=turn_order), players)
    turns = ""
    for square in ["A5", "B1", "A2", "K4", "C11", "K9", "J1"][: sum(stones)]:
        turns += str(state.to_move)
        before, state = state, state.apply(square)
        assert state.undo(PlaceStone(square)) == before
    assert state.phase is Phase.MOVEMENT
    assert f"{turns} {state.to_move}" == placing
