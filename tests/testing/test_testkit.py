"""Which games the test kit plays, what it tries there, and how it reports what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from tictactoe import TIC_TAC_TOE
from tictactoe import State as TicTacToe
from tictactoe.moves import SQUARES
from toys.nim import Nim, Take
from toys.race import RACE, Race

from ninetka import EdgeStop, Game, NinetkaError, RecordError, Ruleset, State, TurnOrder, games
from ninetka.protocol.endings import Ending
from ninetka.protocol.entry import RecordStyle
from ninetka.protocol.forms import LineForm, ParsedRecord, RawRecord, RecordContents
from ninetka.records.json import JSON
from ninetka.records.text import TEXT
from ninetka.testing import LawError, check_state_laws
from ninetka.testing.laws import CHEAP, LAWS, Trial

RUN = Race(9, (0, 0))
FEW = Ruleset("few", {2: 3, 3: 2, 4: 1}, EdgeStop.STONE, TurnOrder.RESTARTS)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (TIC_TAC_TOE, RACE):
        monkeypatch.setitem(games._GAMES, entry.identifier, entry)


def test_games_of_all_kinds_keep_the_laws() -> None:
    check_state_laws(Nim(9), moves=[Take(0), Take(4), Take(-1)])
    check_state_laws(State.start(FEW, 4), games=1, states=5)
    check_state_laws(Race(10, (0, 0, 0)), games=3, moves=[0, 5, -1, 100])


def test_choices_take_the_place_of_what_a_state_offers() -> None:
    asked = []

    def choices(state: Race) -> list[int]:
        asked.append(state)
        return [*state.some_moves[1:2]]

    check_state_laws(RUN, games=1, choices=choices)
    assert {*asked} == {*Game.from_state(RUN, "+2 +2 +2 +2 +2 +2 +2 +2 +2").states}


def test_a_state_that_offers_no_moves() -> None:
    with pytest.raises(NinetkaError, match=r"^5 is not a state that offers moves$"):
        check_state_laws(5)  # type: ignore[arg-type]


# What is tried


def trials(start: Any, monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[tuple[str, Trial]]:
    """The laws that are checked, each with what it is given."""
    seen: list[tuple[str, Trial]] = []

    def spy(name: str) -> Callable[[Trial], Iterator[str]]:
        def law(trial: Trial) -> Iterator[str]:
            seen.append((name, trial))
            return iter(())

        return law

    for laws in (LAWS, CHEAP):
        for name in laws:
            monkeypatch.setitem(laws, name, spy(name))
    check_state_laws(start, **options)
    return seen


def test_games_are_played_by_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def texts(**options: Any) -> list[str]:
        seen = trials(Nim(9), monkeypatch, **options)
        return [trial.text for name, trial in seen if name == "turn"]

    assert texts().count("9 0") == 20
    assert texts()[:7] == ["9 0", "7 1", "5 0", "2 1", "0 0", "9 0", "6 1"]
    assert texts(seed=1)[:7] == ["9 0", "6 1", "4 0", "2 1", "1 0", "0 1", "9 0"]


def test_a_small_game_is_checked_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = trials(TicTacToe(), monkeypatch, games=1, moves=["nonsense"])
    states = {trial.state for _, trial in seen}
    assert len(seen) == len(states) * len(LAWS)
    for _, trial in seen:
        state = trial.state
        assert isinstance(state, TicTacToe)
        assert tuple(trial.offered) == state.legal_moves
        assert tuple(trial.others) == (*SQUARES, "nonsense", *SQUARES)


def test_a_sample_of_a_large_game_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = trials(State.start(), monkeypatch, games=1, states=5, tries=4)
    by_law = {name: [trial for law, trial in seen if law == name] for name in LAWS}
    plies = len(by_law["turn"])
    assert plies > 70
    assert {name for name in LAWS if len(by_law[name]) == plies} == {*CHEAP}
    assert {len(by_law[name]) for name in LAWS if name not in CHEAP} == {5}
    assert by_law["copies"][0].state == State.start()
    assert by_law["copies"][-1].state.is_over
    for trial in by_law["turn"]:
        assert isinstance(trial.state, State)
        legal, most = trial.state.legal_moves, 4 if trial.text else 3
        assert len({*trial.offered}) == min(most, len(legal))
        assert {*trial.offered} <= {*legal}
        if len(legal) > most:
            assert [*trial.offered[:2]] == [legal[0], legal[-1]]
        assert len(trial.others) == 2 * most  # of codes, and of the samples


# What is reported


def said_of(start: Any, **options: Any) -> str:
    """What the kit says is wrong."""
    with pytest.raises(LawError) as caught:
        check_state_laws(start, **options)
    return str(caught.value)


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "termination: the game goes on after"
    assert said_of(Nim(9), most_plies=0) == f"{said} 0 plies\nin '9 0', after no moves"
    taken = "Take(count=2), Take(count=2), Take(count=3)"
    assert said_of(Nim(9), most_plies=3) == f"{said} 3 plies\nin '2 1', after {taken}"
    monkeypatch.setattr(Nim, "max_plies_left", property(lambda state: state.heap // 4))
    assert said_of(Nim(9)).startswith(f"{said} 2 plies\n")


def test_an_error_of_the_game_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("gone")

    monkeypatch.setattr(TicTacToe, "max_plies_left", property(broken))
    said = "play: KeyError: 'gone'\nin '.../.../...', after no moves"
    assert said_of(TicTacToe()) == said
    monkeypatch.setattr(TicTacToe, "max_plies_left", 9)
    monkeypatch.setattr(TicTacToe, "move", broken)
    assert said_of(TicTacToe()) == said


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [("to_text", lambda state: str(state.heap), "text"), ("key", 5, "key")],
)
def test_another_state_with_the_same_text_or_key_is_found(
    name: str, value: object, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Nim, name, value)
    assert said_of(Nim(9)).startswith(f"text: another state has the same {what}\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tags": attrs.evolve(TIC_TAC_TOE.tags, read=lambda tags: TicTacToe())},
         "the tags {'Position': '.x./.../...'} read back as '.../.../...'"),
        ({"name_by_start": lambda state: "chess"},
         "a game from here is called 'chess', which is not one of tic-tac-toe"),
        ({"identifier": "tic-tac-toe"},
         "the identifier 'tic-tac-toe' is not of lower-case letters alone"),
    ],
)  # fmt: skip
def test_defects_of_the_registry_entry_are_found(
    change: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games._GAMES, "tictactoe", attrs.evolve(TIC_TAC_TOE, **change))
    assert said_of(TicTacToe(0b10)).startswith(f"tags: {said}\n")


# Records


class Letter(LineForm):
    """A form of the game's own: JSON with a word before it."""

    name = "letter"
    extensions = (".letter",)

    def recognizes(self, text: str) -> bool:
        return text.startswith("Dear ")

    def begins_record(self, line: str, previous: str) -> bool:
        return self.recognizes(line)

    def read(self, raw: RawRecord) -> ParsedRecord:
        line = raw.lines[0].removeprefix("Dear ")
        return JSON.read(attrs.evolve(raw, lines=[line]))

    def write(self, contents: RecordContents) -> str:
        return f"Dear {JSON.write(contents)}"


class Secretive(Letter):
    def write(self, contents: RecordContents) -> str:
        if contents.ending is not None:
            contents = attrs.evolve(contents, ending=None, outcome=None)
        return super().write(contents)


class Choosy(Letter):
    def write(self, contents: RecordContents) -> str:
        raise RecordError("a letter cannot hold this")


def check_with(form: Letter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "race", attrs.evolve(RACE, style=RecordStyle([form])))
    check_state_laws(RUN, games=1)


@pytest.mark.parametrize("form", [Letter(), Choosy()])
def test_a_form_of_its_own_may_refuse(form: Letter, monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(form, monkeypatch)


def test_a_form_of_its_own_that_leaves_something_out_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(LawError, match=r"^records: a record does not read back: Dear "):
        check_with(Secretive(), monkeypatch)


def test_what_text_and_json_refuse_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TEXT), "write", Choosy.write)
    assert said_of(RUN).startswith("records: RecordError: a letter cannot hold this\n")


def test_an_ending_that_no_record_tells_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ending, "to_text", lambda ending, seats: ending.kind.value)
    assert said_of(RUN).startswith("records: RecordError: game 1, line 7: the result is said to be")
