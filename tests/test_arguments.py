"""What is of another type or size than asked for: a NinetkaError in a short sentence."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from random import Random
from typing import Any, cast

import pytest

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    Game,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    Ruleset,
    Seat,
    Setup,
    Slide,
    Square,
    State,
)
from ninetka.match import Match
from ninetka.nine.symmetry import Symmetry
from ninetka.perft import perft, perft_by_move
from ninetka.records import Record, parse, write
from ninetka.simulate import random_game

PAIRS = Ruleset("pairs", {2: 2})


def test_arguments_of_other_types() -> None:
    state = State.start()
    text: Any = "E5"
    for method in (state.stone_at, state.target):
        with pytest.raises(InvalidSquareError, match="'E5' is not a Square, such as"):
            method(text)
    with pytest.raises(InvalidRulesetError, match="'E5' is not a Ruleset"):
        State.from_text(state.to_text(), ruleset=text)
    number: Any = 5
    with pytest.raises(InvalidPositionError, match="a position is board, seat"):
        State.from_text(number)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: Setup(number), "stones maps a Square to NEUTRAL or a Seat; 5 is not a mapping"),
        (lambda: Setup({number: number}), "stones maps a Square to NEUTRAL or a Seat, not 5 to 5"),
        (lambda: Setup({Square("A5"): text}),
         "stones maps a Square to NEUTRAL or a Seat, not Square('A5') to 'E5'"),
        (lambda: Symmetry.ROTATE_90.section(number), "5 is not a Section"),
        (lambda: Symmetry.ROTATE_90.move(number),
         "5 is not a move; parse_move turns a text into one"),
        (lambda: list(write([number])), "5 is not a Record"),
    ]  # fmt: skip
    for call, said in calls:
        with pytest.raises(NinetkaError) as caught:
            call()
        assert str(caught.value) == said
    for depth in ("2", 1.5, None):
        unknown: Any = depth
        for count in (perft, perft_by_move):
            with pytest.raises(NinetkaError, match="a depth "):
                count(state, unknown)


def test_actions_may_be_of_any_integer_type() -> None:
    class Integer:
        def __index__(self) -> int:
            return 5

    code: Any = Integer()
    assert State.start().move(code) == State.start().move(5)


def test_long_input_is_cut_in_every_error() -> None:
    long: Any = "x" * 100_000
    for attempt in (
        lambda: Square(long),
        lambda: State.from_text(long),
        lambda: State.from_text(f"11/11 {long} {long} {long}"),
        lambda: Record(Game.start(WIKI), {long + " ": ""}),
        lambda: Record(Game.start(WIKI), {long: "\0"}),
        lambda: parse(f'[{long} "a"]\n[{long} "b"]\n*'),
        lambda: parse(f'[Game "{long}"]\n*'),
        lambda: parse(f'[Ruleset "{long}"]\n[Players "{long}"]\n*'),
    ):
        with pytest.raises(NinetkaError) as caught:
            attempt()
        assert len(str(caught.value)) < 400


def test_setups_take_squares_and_stones() -> None:
    wrong: Any = {"A5": Seat.FIRST}
    with pytest.raises(NinetkaError, match="stones maps a Square to NEUTRAL or a Seat, not 'A5'"):
        Setup(wrong)
    with pytest.raises(InvalidRulesetError):
        State.start(WIKI, 7)


class Nested(list[object]):
    def __repr__(self) -> str:
        raise RecursionError


class Shy:
    """Whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError


MISFITS: list[object] = [
    Nested(), Shy(), [1] * 100_000, None, 1.0, {"a": 1}, object(), State, 10**5000, -(10**5000)
]  # fmt: skip


@pytest.mark.parametrize("what", MISFITS, ids=lambda what: type(what).__name__)
def test_what_is_of_another_type_is_refused_in_a_short_sentence(what: Any) -> None:
    state, game, listed = State.start(), Game.start(NESTORGAMES), cast(Any, [what])
    calls: list[Callable[[], object]] = [
        lambda: state.apply(what),
        lambda: state.undo(what),
        lambda: state.move_text(what),
        lambda: state.action(what),
        lambda: state.move(what),
        lambda: state.stones_left(what),
        lambda: state.planes(what),
        lambda: state.stone_at(what),
        lambda: State.start(what),
        lambda: State.start(players=what),
        lambda: State.from_text(what),
        lambda: Setup(what),
        lambda: Setup({}, ruleset=what),
        lambda: Ruleset(what),
        lambda: Ruleset("x", what),
        lambda: Ruleset("x", edge_stop=what),
        lambda: Square(what),
        lambda: Slide(what),
        lambda: Game.start(what, 2),
        lambda: NINE.begin(what),
        lambda: NINE.begin({"Ruleset": what}),
        lambda: perft(what, 1),
        lambda: perft(what, 0),
        lambda: perft_by_move(what, 1),
        lambda: random_game(what, Random(1)),
        lambda: random_game(state, Random(1), listed),
        lambda: Game.from_state(state, [what]),
        lambda: Ruleset("x", {2: what}),
        lambda: Record(what),
        lambda: Record(game, what),
        lambda: Record(game, {"Date": what}),
        lambda: Record(game, {}, what),
        lambda: Record(game, {}, {1: what}),
        lambda: Record(game).player(what),
        lambda: list(write([what])),
        lambda: Match.start(NESTORGAMES, what),
        lambda: Match.start(NESTORGAMES, [what, what]),
        lambda: Match.start(NESTORGAMES, [what, "Ben"]),
        lambda: Match.start(NESTORGAMES, ["Ann", "Ben"]).add(what),
        lambda: Symmetry.ROTATE_90.square(what),
        lambda: Symmetry.ROTATE_90.section(what),
        lambda: Symmetry.ROTATE_90.move(what),
        lambda: state.to_svg(size=listed),
        lambda: state.to_svg(last_move=listed),
    ]
    for call in calls:
        with pytest.raises(NinetkaError) as caught:
            call()
        assert 0 < len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({"Ruleset": "wiki", "Position": State.start().to_text()},
         "the ruleset 'nestorgames' is not known here, only wiki"),
        ({"Position": State.start(PAIRS).to_text()},
         "the ruleset 'pairs' is not known here, only nestorgames, wiki"),
        ({"EdgeStop": "stone", "Position": ""},
         "the ruleset '' is not published (nestorgames and wiki are): say what it is with the tags "
         "Stones, EdgeStop and TurnOrder (Stones and TurnOrder missing)"),
        ({"Ruleset": "wiki", "Players": "999"}, "wiki is for 2, 3 or 4 players, not 999"),
        ({"Ruleset": "wiki", "Players": "1000"}, "'1000' is not a number of players or stones"),
    ],
)  # fmt: skip
def test_tags_that_describe_no_start(tags: dict[str, str], said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        NINE.from_tags(tags)
    assert str(caught.value) == said


def test_a_beginning_takes_numbers_and_no_unknown_tags() -> None:
    assert NINE.begin({"Ruleset": "wiki", "Players": 3}) == State.start(WIKI, 3)
    assert NINE.begin({"Ruleset": "WiKi", "Players": 3}) == State.start(WIKI, 3)
    own = {"Ruleset": "Wiki", "Stones": "2:9", "EdgeStop": "stone", "TurnOrder": "restarts"}
    assert NINE.begin(own).ruleset.name == "Wiki"
    for wrong, said in (
        ({"players": 3}, "no tag 'players' says how a game starts: EdgeStop, Players, Position, "
         "Ruleset, Stones, TurnOrder do"),
        ("wiki", "tags map names to values; 'wiki' is not a mapping"),
    ):  # fmt: skip
        with pytest.raises(NinetkaError, match=f"^{said}$"):
            NINE.begin(wrong)  # type: ignore[arg-type]
    with pytest.raises(NinetkaError, match="be shown>' is not a number of players"):
        NINE.begin({"Players": 10**5000})
    count = IntEnum("count", {"THREE": 3})
    assert NINE.begin({"Players": count(3)}) == State.start(players=3)


def test_a_beginning_takes_options_by_name() -> None:
    assert NINE.begin() == State.start()
    assert NINE.begin(position=State.start(WIKI, 3).to_text()) == State.start(WIKI, 3)
    assert NINE.begin(ruleset="wiki", players=3) == State.start(WIKI, 3)
    assert NINE.begin({"Ruleset": "wiki", "Players": 2}, players=3) == State.start(WIKI, 3)
    spelled = NINE.begin(ruleset="few", stones="2:3", edge_stop="stone", turn_order="continues")
    assert spelled.ruleset.stones == {2: 3}
    assert NINE.begin(position=spelled.to_text(), ruleset="few", stones="2:3", edge_stop="stone",
                      turn_order="continues") == spelled  # fmt: skip
    options = "edge_stop, players, position, ruleset, stones, turn_order"
    for name in ("Players", "tags", "seats"):
        with pytest.raises(
            NinetkaError, match=f"^there is no option '{name}'; there are {options}$"
        ):
            NINE.begin(**{name: 3})
    with pytest.raises(NinetkaError, match=r"^Players is a text or a number, not 2\.5$"):
        NINE.begin(players=2.5)  # type: ignore[arg-type]


def test_a_board_of_endless_rows_is_refused_at_once() -> None:
    with pytest.raises(InvalidPositionError, match=r"row 11, .* has 100 squares, not 11"):
        State.from_text("/".join(["a" * 10_000_000] * 11) + " a 2 wiki")
    with pytest.raises(InvalidPositionError, match="a board has 11 rows"):
        State.from_text("/" * 10_000_000 + " a 2 wiki")
