"""Fields of public values take the right type, or its text where it has one, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from itertools import chain
from math import inf, nan
from random import Random
from typing import Any, get_type_hints

import attrs
import pytest

from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    EdgeStop,
    Game,
    InvalidMoveError,
    InvalidRulesetError,
    NinetkaError,
    Outcome,
    PlaceNeutral,
    PlaceStone,
    Ruleset,
    Seat,
    Setup,
    Slide,
    Square,
    State,
    TurnOrder,
    kropki,
    morris,
)
from ninetka.base.errors import RecordError, quoted
from ninetka.morris import MILLS
from ninetka.players import MonteCarlo, Search
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.tournament.match import Match

VALUES: list[Any] = [
    NESTORGAMES, Setup({Square("E5"): NEUTRAL, Square("A5"): Seat.FIRST}), PlaceNeutral("E5"),
    PlaceStone("A5"), Slide("A5"), Outcome((3, 4)), kropki.TERRITORY,
    kropki.Setup({}, [kropki.Region(kropki.Seat.FIRST, "bccddccbbc")]),
    kropki.Place("aa", ["bccddccbbc"]), kropki.Outcome((1, 2), Ending(EndingKind.TIME, 1)), MILLS,
    morris.Setup({1: morris.Seat.FIRST}, (8, 8), (0, 0)), morris.Put(1), morris.Step(1, 2),
    morris.Remove(1), morris.Board(3, [(1, 2, 3)], names={1: "a1"}),
    morris.Outcome((Fraction(1), Fraction(0)), (1, 0), "Why."), morris.Symmetry([2, 1]), AGREEMENT,
    Record(Game.start(NESTORGAMES), {"Event": "Club"}, {0: "first"}),
    Match.start(NESTORGAMES, ["Ann", "Ben"]), MonteCarlo(100), Search(visits=100),
    Search(seconds=1),
]  # fmt: skip
FIELDS: list[tuple[Any, str]] = [
    (value, field.name) for value in VALUES for field in attrs.fields(type(value)) if field.init
]
LONG = 10**5000
NOT_WHOLE = (True, False, 1.5, 2.0, nan, inf, -inf, "2", Fraction(2), LONG, -LONG)
NESTED: Mapping[object, Callable[[object], list[object]]] = {
    int: lambda given: [given],
    int | None: lambda given: [given],
    tuple[int, ...]: lambda given: [[given, 1], [1, given]],
    tuple[int, int]: lambda given: [[given, 1], [1, given]],
    Mapping[int, int]: lambda given: [{2: given}, {given: 2}],
    Mapping[int, str]: lambda given: [{given: "text"}],
    Mapping[int, morris.Board]: lambda given: [{given: morris.Board.rings(2)}],
}
"""By annotation: where a whole number can stand in a field."""


def any_(given: object) -> Any:
    """What a program without types, or a form, may give."""
    return given


class Other(Enum):
    BOARD = "board"


def kind_of(value: Any, field: str) -> Any:
    return get_type_hints(type(value))[field]


def taken(value: Any, field: str, *given: object) -> list[tuple[str, str, str]]:
    """Those of some things that a field does not refuse, with the field."""
    found = []
    for each in given:
        with suppress(NinetkaError):
            attrs.evolve(value, **{field: each})
            found.append((type(value).__name__, field, quoted(each)))
    return found


def test_a_field_refuses_what_is_of_another_kind() -> None:
    for value, field in FIELDS:
        kind = kind_of(value, field)
        others = {bool: (0, 1, None, nan, "yes"), str: (0, 1, None, nan, True)}.get(kind, ())
        given = (object(), Other.BOARD, b"board", [[None]], {None: None}, *others)
        assert taken(value, field, *given) == []


def test_nothing_else_is_taken_for_a_whole_number() -> None:
    for value, field in FIELDS:
        put = NESTED.get(kind_of(value, field), lambda _: [])
        numbers = NOT_WHOLE[2:] if field == "jumping" else NOT_WHOLE  # yes and no are 3 and 0 there
        assert taken(value, field, *chain.from_iterable(map(put, numbers))) == []


@pytest.mark.parametrize(
    ("value", "field", "kind"),
    [
        (NESTORGAMES, "edge_stop", EdgeStop),
        (NESTORGAMES, "turn_order", TurnOrder),
        (kropki.TERRITORY, "capture", kropki.Capture),
        (kropki.TERRITORY, "start", kropki.Start),
        (MILLS, "stuck", morris.Stuck),
        (MILLS, "from_mills", morris.FromMills),
        (morris.Setup({}, (9, 9)), "phase", morris.Phase),
        (Setup({}), "to_move", Seat),
        (kropki.Setup({}), "to_move", kropki.Seat),
        (morris.Setup({}, (9, 9)), "to_move", morris.Seat),
    ],
)
def test_a_text_means_its_member(value: Any, field: str, kind: type[Enum]) -> None:
    for member in kind:
        text = str(member) if isinstance(member, int) else member.value
        made = attrs.evolve(value, **{field: text})
        assert getattr(made, field) is member
        assert made == attrs.evolve(value, **{field: member})
        assert hash(made) == hash(attrs.evolve(value, **{field: member}))
        with pytest.raises(NinetkaError, match=f"{field} must be .*{text}.*, not 'another'$"):
            attrs.evolve(value, **{field: "another"})


@attrs.frozen
class Number:
    """An integer of another type, such as NumPy's."""

    value: int

    def __index__(self) -> int:
        return self.value


def test_a_seat_may_be_any_integer_and_an_ending_a_text() -> None:
    assert Setup({}, Number(1)).to_move is Seat.SECOND  # type: ignore[arg-type]
    seat = kropki.Setup({kropki.Point("aa"): Number(1)}).dots  # type: ignore[dict-item]
    assert seat == {kropki.Point("aa"): kropki.Seat.SECOND}
    resigns: Any = "resigns"
    assert Ending(resigns, Seat.SECOND) == Ending(EndingKind.RESIGNATION, 1)
    assert type(Ending(resigns, Seat.SECOND).seat) is int
    rows = kropki.Ruleset("a", Number(5), 6)  # type: ignore[arg-type]
    assert (repr(rows), type(rows.columns)) == (repr(kropki.Ruleset("a", 5, 6)), int)


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda: Ruleset("x", {2: 2}, edge_stop=any_("edge")), InvalidRulesetError,
         "edge_stop must be board or stone, not 'edge'"),
        (lambda: Ruleset("x", any_({2: True})), InvalidRulesetError,
         "stones[2] must be a whole number or a series, not True"),
        (lambda: Ruleset("x", any_({nan: 2})), InvalidRulesetError,
         "a key of stones must be a whole number, not nan"),
        (lambda: Ruleset(any_(5)), InvalidRulesetError, "name must be a text, not 5"),
        (lambda: Ruleset("x", any_([2])), InvalidRulesetError, "stones must be a mapping, not [2]"),
        (lambda: Ruleset("x", colours=any_("blue")), InvalidRulesetError,
         "colours must be a series, not 'blue'"),
        (lambda: attrs.evolve(MILLS, quiet=any_(1.5)), InvalidRulesetError,
         "quiet must be a whole number, not 1.5"),
        (lambda: attrs.evolve(MILLS, cards=any_("no")), InvalidRulesetError,
         "cards must be True or False, not 'no'"),
        (lambda: attrs.evolve(MILLS, boards=any_({2: 24})), InvalidRulesetError,
         "boards[2] must be of type Board, not 24"),
        (lambda: kropki.Ruleset("a", any_("5"), 5), InvalidRulesetError,
         "columns must be a whole number, not '5'"),
        (lambda: kropki.Board.of(any_(5.0), 5), NinetkaError,
         "a board has 1 to 52 columns and rows, not 5.0"),
        (lambda: kropki.Outcome(any_((1, 2, 3))), NinetkaError,
         "scores must be 2 in number, not (1, 2, 3)"),
        (lambda: Setup(any_({Square("A5"): "z"})), NinetkaError,
         "stones[Square('A5')] must be n, a, b, c or d, not 'z'"),
        (lambda: Setup({}, ruleset=any_(kropki.TERRITORY)), NinetkaError,
         "ruleset must be of type Ruleset, not Ruleset(name='territory', columns=30, ro…"),
        (lambda: morris.Setup({1: any_("f")}, (9, 9)), NinetkaError,
         "the token on 1 must be a, b, c, d or e, not 'f'"),
        (lambda: morris.Setup(any_([1]), (9, 9)), NinetkaError,
         "tokens must be a mapping, not [1]"),
        (lambda: morris.Setup({}, any_((9, 8.5))), NinetkaError,
         "hands[1] must be a whole number, not 8.5"),
        (lambda: kropki.Point(any_([])), NinetkaError,
         "[] is not a point: points are two letters, column then row, as in de"),
        (lambda: morris.Field(True), NinetkaError, "True is not a field: fields are 1 to 99"),
        (lambda: kropki.Place("aa", any_(5)), NinetkaError,
         "the chains of a move must be a series, not 5"),
        (lambda: kropki.Region(any_("x"), any_(5)), NinetkaError,
         "a chain must be a series, not 5"),
        (lambda: kropki.Region(any_("z"), "bccddccbbc"), NinetkaError,
         "the seat of a region must be x or o, not 'z'"),
        (lambda: Ending(any_("gives up"), 1), NinetkaError,
         "kind must be agreement, resigns, out of time or grounds, not 'gives up'"),
        (lambda: Ending(EndingKind.TIME, -1), NinetkaError, "seats are counted from 0, not -1"),
        (lambda: Record(any_(5)), NinetkaError, "game must be of type Game, not 5"),
        (lambda: Record(Game.start(NESTORGAMES), any_({"Round": 1})), RecordError,
         "tags['Round'] must be a text, not 1"),
        (lambda: Record(Game.start(NESTORGAMES), {}, any_({"0": "first"})), RecordError,
         "a key of comments must be a whole number, not '0'"),
        (lambda: Match("Cup", ("Ann", "Ben"), any_(5)), NinetkaError,
         "a match begins with a state, not 5"),
        (lambda: Match("Cup", any_("AB"), State.start()), NinetkaError,
         "names must be a series, not 'AB'"),
        (lambda: MonteCarlo(any_(100.0)), NinetkaError,
         "playouts must be a whole number, not 100.0"),
        (lambda: Search(seconds=any_("2")), NinetkaError, "seconds must be a number, not '2'"),
        (lambda: Outcome(()), NinetkaError, "2 to 4 seats have points, not 0"),
    ],
)  # fmt: skip
def test_the_error_says_what_may_stand_there(
    make: Callable[[], object], error: type[NinetkaError], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        make()
    assert str(caught.value) == sentence


def test_plain_data_of_values_has_mappings_as_they_are() -> None:
    plain = attrs.asdict(NESTORGAMES)
    assert plain["stones"] == {2: 18, 3: 12, 4: 9}
    assert "_items" not in str(attrs.asdict(Match.start(NESTORGAMES, ["Ann", "Ben"])))


# States that are called, and usual rulesets


@pytest.mark.parametrize(
    "kind", [State, morris.State, kropki.DeclaredState, kropki.AutomaticState], ids=str
)
def test_a_state_says_how_it_is_made(kind: type) -> None:
    with pytest.raises(TypeError, match=r"^make a State by State\.start, State\.from_text or"):
        kind()


# Moves of another kind

POSITIONS: list[Any] = [
    State.start(), Game.start(NESTORGAMES, 3).play("E5").state,
    random_game(State.start(), Random(1)).state, kropki.State.start(kropki.STANDARD),
    kropki.State.start(kropki.TERRITORY), morris.State.start(),
    morris.State.start(MILLS).apply("7"),
]  # fmt: skip


MOVES: list[Any] = [None, 5, b"E5", ("E5",), kropki.Place("aa"), Slide("A5"), morris.Put(1)]


@pytest.mark.parametrize("state", POSITIONS, ids=lambda state: state.to_text())
def test_a_move_of_another_kind_is_refused_as_such(state: Any) -> None:
    said = "is not a move of this game: give it .*(Slide|Place|Put).*, or text"
    calls = [state.apply, state.move_text, Game.from_state(state).apply]
    calls += [getattr(state, name) for name in ("action", "undo") if hasattr(state, name)]
    package = type(state).__module__.rpartition(".")[0]
    for move in (each for each in MOVES if not type(each).__module__.startswith(package)):
        assert not state.is_legal(move)
        for call in calls:
            with pytest.raises(InvalidMoveError, match=said):
                call(move)


# Errors quote what was written


@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        (State.start(), " ZZ99 ", "' ZZ99 ' is not a move"),
        (State.start(), "*Zz9", "'*Zz9' is not a move"),
        (morris.State.start(), "ZZ99", "'ZZ99' is not a field"),
        (morris.State.start(), "XQ7", "'Q7' is not a field"),
        (morris.State.start(MILLS), "A1-ZZ99", "'ZZ99' is not a field"),
        (kropki.State.start(), "ZZ99", "'ZZ99' is not a move"),
        (kropki.State.start(kropki.TERRITORY), "aa stop X!", "'aa stop X!' is not a move"),
        (kropki.State.start(kropki.TERRITORY), "aa.AbC", "'aa.AbC' is not a move"),
    ],
)
def test_an_error_quotes_what_was_written(state: Any, text: str, said: str) -> None:
    for call in (state.apply, state.parse_move):
        with pytest.raises(InvalidMoveError) as caught:
            call(text)
        assert str(caught.value).startswith(said)
