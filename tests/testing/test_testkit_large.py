"""The test kit with a game whose moves cannot be listed, on boards small and large."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Self

import attrs
import pytest
from claims import CLAIMS, MOVES, Claim, Result, Row, claim
from race import Race, registered

from ninetka import (
    IllegalMoveError,
    InvalidMoveError,
    NinetkaError,
    RecordError,
    games,
    morris,
    protocol,
)
from ninetka.endings import AGREEMENT, Ending, EndingKind
from ninetka.forms import Contents, LineForm, ParsedRecord, RawRecord
from ninetka.kropki import STANDARD, TERRITORY, Ruleset, State
from ninetka.records.json import JSON
from ninetka.records.text import TEXT
from ninetka.testing import LawError, check_state_laws
from ninetka.testing.laws import EVERYWHERE, LAWS, SELDOM, Trial

COUNT = itertools.count()


@pytest.fixture(autouse=True)
def claims_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "claims", CLAIMS)


@pytest.mark.parametrize("size", [1, 2, 9, 30])
def test_a_game_whose_moves_cannot_be_listed_keeps_the_laws(size: int) -> None:
    check_state_laws(Row(size))


def test_a_large_board_keeps_them() -> None:
    check_state_laws(Row(1000), games=2)


@pytest.mark.parametrize("size", [(3, 3), (9, 9), (39, 32)])
@pytest.mark.parametrize("ruleset", [STANDARD, TERRITORY], ids=lambda ruleset: ruleset.name)
def test_kropki_keeps_them(ruleset: Ruleset, size: tuple[int, int]) -> None:
    columns, rows = size
    check_state_laws(State.start(attrs.evolve(ruleset, columns=columns, rows=rows)), games=1)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_which_seats_drop_out_keeps_them(players: int) -> None:
    with registered():
        check_state_laws(Race(10, (0,) * players), moves=[0, 5, -1, 100])


def test_what_to_try_and_what_to_play_can_be_said() -> None:
    tried: list[Row] = []

    def moves(state: Row) -> Iterator[Claim]:
        tried.append(state)
        yield claim(0, 1)

    def choices(state: Row) -> list[Claim]:
        return [Claim(frozenset(point for point in range(9) if state.free >> point & 1))][
            : bool(state.free)
        ]

    check_state_laws(Row(9), games=1, moves=moves, choices=choices)
    assert tried == [Row(9), Row(9, (511, 0), 1)]


@attrs.frozen
class Tally(protocol.GameState[int]):
    """A state that offers nothing: what is counted down from is said in the test."""

    game: ClassVar[str] = "tally"
    players: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (0,)
    to_move: ClassVar[int] = 0

    left: int

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> Count | None:
        return Count() if self.is_over else None

    def to_text(self) -> str:
        return str(self.left)

    def is_legal(self, move: int) -> bool:
        return 0 < move <= self.left

    def apply(self, move: int | str) -> Self:
        if isinstance(move, str):
            move = self.parse_move(move)
        if not self.is_legal(move):
            raise IllegalMoveError(f"{move} cannot be taken", move, self)
        return self.apply_unchecked(move)

    def apply_unchecked(self, move: int) -> Self:
        return type(self)(self.left - move)

    def move_text(self, move: int) -> str:
        self.apply(move)
        return str(move)

    def parse_move(self, text: str) -> int:
        if not text.isdecimal():
            raise InvalidMoveError(f"{text!r} is not a number")
        self.apply(int(text))
        return int(text)


@attrs.frozen
class Count(protocol.GameOutcome):
    scores: tuple[int, ...] = (0,)
    winners: tuple[int, ...] = ()
    ranking: tuple[int, ...] = (0,)

    def __str__(self) -> str:
        return "0"


def test_choices_do_for_a_state_that_offers_none() -> None:
    check_state_laws(Tally(9), choices=lambda state: range(1, state.left + 1), moves=range(12))
    with pytest.raises(NinetkaError, match=r"^Tally\(left=9\) is not a state that offers moves$"):
        check_state_laws(Tally(9))


# How much is tried


def trials(start: Any, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[tuple[str, Trial]]:
    """The laws that are checked, with what they are given."""
    seen: list[tuple[str, Trial]] = []

    def spy(name: str) -> Callable[[Trial], Iterator[str]]:
        def law(trial: Trial) -> Iterator[str]:
            seen.append((name, trial))
            return iter(())

        return law

    for name in LAWS:
        monkeypatch.setitem(LAWS, name, spy(name))
    check_state_laws(start, games=1, **options)
    return seen


def test_a_small_game_is_checked_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = trials(Row(30), monkeypatch)
    states = {trial.state for _, trial in seen}
    assert len(seen) == len(states) * len(LAWS) - (len(states) - 10) * len(SELDOM)
    for _, trial in seen:
        assert tuple(trial.offered) == trial.state.some_moves  # type: ignore[attr-defined]
        assert trial.given == [*MOVES]
        assert trial.count == len(trial.offered)


def test_of_a_large_game_a_sample_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = trials(Row(1000), monkeypatch)
    by_law = {name: [trial for law, trial in seen if law == name] for name in LAWS}
    plies = len(by_law["turn"])
    assert plies > 700
    assert {name for name in LAWS if len(by_law[name]) == plies} == EVERYWHERE
    assert {len(by_law[name]) for name in LAWS if name not in EVERYWHERE} == {10}
    thorough = [trial.state for trial in by_law["copies"]]
    assert thorough[0] == Row(1000)
    assert thorough[-1].is_over
    for trial in by_law["turn"]:
        some = trial.state.some_moves  # type: ignore[attr-defined]
        most = 3 if trial.text is None else 20
        assert trial.count == len(some)
        assert len(trial.offered) == min(most, len(some))
        assert set(trial.offered) <= set(some)
        if len(some) > most:
            assert trial.offered[:2] == [some[0], some[-1]]
        assert len(trial.given) == min(most, len(MOVES))


def test_how_much_is_tried_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = sum(len(state.some_moves) for state in played(Row(30)))
    full = trials(Row(30), monkeypatch, tries=choices)
    assert all(trial.text is not None for _, trial in full)
    sample = trials(Row(30), monkeypatch, tries=choices - 1)
    assert sum(name == "copies" for name, _ in sample) == 10


def test_a_game_with_many_action_codes_is_a_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    start = morris.State.start(morris.MILLS)
    assert start.action_count == 600

    def stations(tries: int) -> int:
        return sum(name == "copies" for name, _ in trials(start, monkeypatch, tries=tries))

    states = stations(100_000)
    assert states > 50
    codes = 600 * (states - 1)
    assert stations(codes // 10) == states
    assert stations(codes // 10 - 1) == 10


def played(start: Row) -> list[Row]:
    seen: list[Row] = []

    def choices(state: Row) -> tuple[Claim, ...]:
        if state not in seen:
            seen.append(state)
        return state.some_moves

    check_state_laws(start, games=1, choices=choices)
    return seen


def test_a_game_of_a_thousand_points_takes_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    count = itertools.count()
    apply = Row.apply_unchecked

    def counted(state: Row, move: Claim) -> Row:
        next(count)
        return apply(state, move)

    monkeypatch.setattr(Row, "apply_unchecked", counted)
    check_state_laws(Row(1000), games=1)
    assert next(count) < 20_000  # some 15 a ply; to try all moves would take millions


# What is found

APPLY, TO_TEXT, OUTCOME_AFTER, SOME = Row.apply, Row.to_text, Row.outcome_after, Row.some_moves


def some_moves(state: Row) -> tuple[Claim, ...]:
    return SOME.fget(state)  # type: ignore[attr-defined, no-any-return]


def outcome_of_any_kind(state: Row, ending: Ending) -> Result:
    if ending.kind is EndingKind.TIME and ending.seat in state.seats:
        return OUTCOME_AFTER(state, AGREEMENT)
    return OUTCOME_AFTER(state, ending)


def never_the_second(state: Row, ending: Ending) -> Result:
    if ending.seat == 1 and state.claimed[1]:
        raise NinetkaError("1 cannot resign")
    return OUTCOME_AFTER(state, ending)


def outcome_for_anybody(state: Row, ending: Ending) -> Result:
    if ending.kind is EndingKind.RESIGNATION:
        return attrs.evolve(OUTCOME_AFTER(state, AGREEMENT), loser=ending.seat == 1)
    return OUTCOME_AFTER(state, ending)


def wrong_winner(state: Row, ending: Ending) -> Result:
    outcome = OUTCOME_AFTER(state, ending)
    return outcome if ending.seat is None else attrs.evolve(outcome, loser=1 - ending.seat)


class Few(Result):
    @property
    def ranking(self) -> tuple[int, ...]:
        return (1,)


class Wordy(Result):
    def __str__(self) -> str:
        return "by agreement"


class Unfinished(Result):
    def __str__(self) -> str:
        return "*"


class Plain(Result):
    def __str__(self) -> str:
        return "7"


def gives(kind: type[Result]) -> Callable[..., Result]:
    def outcome_after(state: Row, ending: Ending) -> Result:
        return kind(OUTCOME_AFTER(state, ending).scores, ending.seat)

    return outcome_after


DEFECTS: dict[str, tuple[str, str, Any]] = {
    "nothing offered while the game is on": (
        "end: is_over is False with 0 legal moves and outcome None",
        "some_moves",
        property(lambda state: some_moves(state) if state.free.bit_count() > 3 else ()),
    ),
    "an illegal move offered": (
        "offer: 99 is offered, but is illegal",
        "some_moves",
        property(lambda it: (claim(99), *some_moves(it)) if it.free else ()),
    ),
    "a move offered twice": (
        "offer: a move is offered twice",
        "some_moves",
        property(lambda state: some_moves(state) * 2),
    ),
    "apply refuses what is legal": (
        r"legality: apply refuses 0\+2\+4, which is legal: .* not free",
        "apply",
        lambda state, move: APPLY(state, claim(0, 9999) if move == claim(0, 2, 4) else move),
    ),
    "apply accepts what is illegal": (
        "legality: apply accepts 9999, which is not legal",
        "apply",
        lambda state, move: state if move == claim(9999) else APPLY(state, move),
    ),
    "no endings": (
        r"endings: is_over is False with the endings \[\]",
        "endings",
        (),
    ),
    "endings of a game that is over": (
        r"endings: is_over is True with the endings \['agreement', 'resigns'\]",
        "endings",
        (EndingKind.AGREEMENT, EndingKind.RESIGNATION),
    ),
    "an ending that is not named": (
        "endings: '0 out of time' has an outcome, but is not among the endings",
        "outcome_after",
        outcome_of_any_kind,
    ),
    "an ending that is refused": (
        "endings: NinetkaError: 1 cannot resign",
        "outcome_after",
        never_the_second,
    ),
    "anybody can resign": (
        "endings: seat -1 does not play, but resigns",
        "outcome_after",
        outcome_for_anybody,
    ),
    "who resigns wins": (
        "endings: seat 0 wins by '0 resigns'",
        "outcome_after",
        wrong_winner,
    ),
    "a ranking of some": (
        r"endings: after 'agreement' the ranking \(1,\) is not of all seats",
        "outcome_after",
        gives(Few),
    ),
    "a result of two words": (
        "endings: after 'agreement' the result 'by agreement' is not a word of a record",
        "outcome_after",
        gives(Wordy),
    ),
    "a result that says unfinished": (
        r"endings: after 'agreement' the result '\*' is not a word of a record",
        "outcome_after",
        gives(Unfinished),
    ),
    "a text that is also a result": (
        "move text: the text '7' of 7 is also the result of a game that ends here",
        "outcome_after",
        gives(Plain),
    ),
    "a state that changes": (
        "stability: trying moves has changed the state, which was '12 0 0 0 [0-9]+'",
        "to_text",
        lambda state: f"{TO_TEXT(state)} {next(COUNT)}",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_a_small_board_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, attribute, replacement = DEFECTS[name]
    monkeypatch.setattr(Row, attribute, replacement)
    with pytest.raises(LawError, match=rf"^{said}\nin '.*', after ."):
        check_state_laws(Row(12))


def test_a_defect_of_a_large_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_seven(state: Row) -> tuple[Claim, ...]:
        return (*some_moves(state), *[claim(7)][state.free >> 7 & 1 :])

    monkeypatch.setattr(Row, "some_moves", property(with_seven))
    with pytest.raises(LawError, match=r"^legality: 7 is offered, but is illegal"):
        check_state_laws(Row(1000), games=1)


def test_an_ending_that_no_record_tells_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ending, "to_text", lambda ending, seats: ending.kind.value)
    with pytest.raises(LawError, match=r"^records: a record does not read back: (.|\n)*resigns"):
        check_state_laws(Row(9), games=1)


class Letter(LineForm):
    """A form of the game's own: JSON with a word before it."""

    name = "letter"
    endings = (".letter",)

    def opens(self, line: str) -> bool:
        return line.startswith("Dear ")

    def new_splitter(self) -> Callable[[str], bool]:
        return self.opens

    def read(self, raw: RawRecord) -> ParsedRecord:
        line = raw.lines[0].removeprefix("Dear ")
        return JSON.read(attrs.evolve(raw, lines=[line]))

    def write(self, contents: Contents) -> str:
        return f"Dear {JSON.write(contents)}"


class Secretive(Letter):
    def write(self, contents: Contents) -> str:
        if contents.ending is not None:
            contents = attrs.evolve(contents, ending=None, result="*")
        return super().write(contents)


class Choosy(Letter):
    def write(self, contents: Contents) -> str:
        raise RecordError("no letter tells this")


@pytest.mark.parametrize("form", [Letter(), Choosy()])
def test_a_form_of_its_own_may_refuse(form: Letter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "claims", attrs.evolve(CLAIMS, forms=[form]))
    check_state_laws(Row(9), games=1)


def test_a_form_of_its_own_that_leaves_something_out_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(games._GAMES, "claims", attrs.evolve(CLAIMS, forms=[Secretive()]))
    with pytest.raises(LawError, match=r"^records: a record does not read back: Dear "):
        check_state_laws(Row(9), games=1)


def test_what_text_and_json_refuse_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TEXT), "write", Choosy.write)
    with pytest.raises(LawError, match=r"^records: RecordError: no letter tells this"):
        check_state_laws(Row(9), games=1)
