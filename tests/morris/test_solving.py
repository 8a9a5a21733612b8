"""Tables of mill games: what others have found out, what the rules say, and what is put right."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="the extra batch is not installed")

import numpy as np

from ninetka import NinetkaError
from ninetka.morris import (
    ACHI,
    FIVE_MENS,
    MILLS,
    NINE_AM,
    NINE_HOLES,
    SHISIMA,
    TAPATAN,
    THREE_MENS,
    FromMills,
    Ruleset,
    State,
    Stuck,
)
from ninetka.morris.board import SQUARE
from ninetka.morris.compiled import layers, retrograde
from ninetka.morris.layers import Layer, layer_of, masks_of, number_of
from ninetka.morris.moves import Phase, Step
from ninetka.morris.rulesets import Terms
from ninetka.morris.solving import LOST, WON, LayerTable, MillSolver
from ninetka.protocol.solver import KnownValue
from ninetka.solve import value

HALF = Fraction(1, 2)
DRAW = KnownValue((HALF, HALF))
SMALL = attrs.evolve(MILLS, name="small", boards={2: SQUARE}, tokens=4, quiet=3)
"""Mills with removals on nine fields, and a limit of quiet turns that cuts wins short."""
MIXED = attrs.evolve(
    SMALL,
    name="mixed",
    tokens=3,
    mixed=True,
    stuck=Stuck.DRAWS,
    from_mills=FromMills.NEVER,
    fewest=2,
    jumping=2,
)
"""Small mills with other rules, by which tables are still made in the faster way."""
SOLVER = MillSolver()


def nothing(_: int) -> None:
    pass


def make(ruleset: Ruleset, folder: Path, tokens: int | None = None) -> State:
    start = State.start(ruleset)
    for task in SOLVER.tasks(start, tokens, folder):
        if not task.is_made():
            task.make(nothing)
    return start


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole tables of the smallest rulesets."""
    folder = tmp_path_factory.mktemp("tables")
    for ruleset in (THREE_MENS, NINE_HOLES, TAPATAN, ACHI, SHISIMA, SMALL, MIXED):
        make(ruleset, folder)
    return folder


def mistakes(folder: Path, ruleset: Ruleset, layer: str) -> list[str]:
    path = folder / f"{ruleset.name}-{layer}.table"
    return [each for each in SOLVER.mistakes(State.start(ruleset), path)[:] if each is not None]


@pytest.mark.deep
def test_three_against_three_is_what_others_have_found() -> None:
    """Published counts, in which a removal belongs to its ply."""
    layer = Layer(0, 0, 3, 3)
    terms = Terms.of(MILLS, 2)
    found = retrograde.solved(terms, [layer], {}, 100, nothing, removal_cost=0)
    about, _ = layers.sections(terms, layer, found[layer])
    assert about["drawn, won, lost"] == [4112, 2_232_160, 455_648]
    assert about["longest win, loss"] == [25, 26]
    assert about["positions"] == 169_626


@pytest.mark.parametrize(
    ("ruleset", "known"),
    [
        (THREE_MENS, DRAW),
        (NINE_HOLES, DRAW),
        (TAPATAN, KnownValue((Fraction(1), Fraction(0)), 9)),
        (ACHI, KnownValue((Fraction(1), Fraction(0)), 11)),
        (SHISIMA, DRAW),
    ],
)
def test_whole_games(ruleset: Ruleset, known: KnownValue, tables: Path) -> None:
    assert SOLVER.known(State.start(ruleset), tables) == known


@pytest.mark.parametrize(
    "ruleset",
    [
        ACHI,
        SHISIMA,
        SMALL,
        MIXED,
        *(pytest.param(each, marks=pytest.mark.deep) for each in (NINE_HOLES, TAPATAN)),
    ],
)
def test_every_entry_follows_from_its_successors(ruleset: Ruleset, tables: Path) -> None:
    for path in tables.glob(f"{ruleset.name}-[0-9]*"):
        assert not mistakes(tables, ruleset, path.stem.removeprefix(f"{ruleset.name}-"))


def without_history(state: State) -> State:
    return attrs.evolve(state, quiet=0)


def reachable(start: State) -> set[State]:
    found, new = {start}, [start]
    while new:
        state = new.pop()
        after = {without_history(state.apply(move)) for move in state.legal_moves} - found
        found |= after
        new += after
    return found


def iterated(start: State) -> dict[State, int]:
    """The value for seat 0 of all positions, 1, 0 or -1, by trying until nothing changes."""
    states = reachable(start)
    values = {
        state: int(state.outcome.shares[0] * 2 - 1) if state.outcome else 0 for state in states
    }
    after = {
        state: [without_history(state.apply(move)) for move in state.legal_moves]
        for state in states
        if not state.is_over
    }
    changed = True
    while changed:
        changed = False
        for state, successors in after.items():
            found = [values[each] for each in successors]
            best = max(found) if state.to_move == 0 else min(found)
            changed |= best != values[state]
            values[state] = best
    return values


@pytest.mark.parametrize("ruleset", [SHISIMA, pytest.param(THREE_MENS, marks=pytest.mark.deep)])
def test_a_second_solver_agrees(ruleset: Ruleset, tables: Path) -> None:
    """It iterates values of states; without a rule on repetition they are the same."""
    start = State.start(ruleset)
    values = iterated(State.start(attrs.evolve(ruleset, name="endless", repetition=0)))
    assert len(values) > 1000
    for state, expected in values.items():
        if not state.is_over:
            known = SOLVER.known(attrs.evolve(state, terms=start.terms), tables)
            assert known is not None
            assert known.payoffs[0] * 2 - 1 == expected


def test_a_win_that_takes_too_many_quiet_turns_is_a_draw(tables: Path) -> None:
    state = State.start(SMALL)
    layer = Layer(0, 0, 4, 4)
    path = tables / f"small-{layer}.table"
    table: LayerTable = SOLVER.mistakes(state, path).of
    far = max(range(table.size), key=lambda number: table.at(number).turns)
    entry, won = table.at(far), table.state(far)
    assert entry.result in (WON, LOST)
    assert 2 < entry.turns <= 6
    for quiet in range(6):
        known = SOLVER.known(attrs.evolve(won, quiet=quiet), tables)
        assert known is not None
        assert (known == DRAW) == (quiet + entry.turns > 6)
        assert (known.distance == entry.plies) == (quiet + entry.plies <= 6)
    assert not any(table.at(number).turns > 6 for number in range(table.size))


def test_moves_and_values_agree_along_a_game(tables: Path) -> None:
    state = State.start(TAPATAN)
    for left in range(9, 0, -1):
        found = value(state, tables=tables)
        assert (found.distance, found.proven) == (left, True)
        state = state.apply(found.moves[0])
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_a_removal_is_searched_until_the_tables(tables: Path) -> None:
    table = SOLVER.mistakes(State.start(SMALL), tables / "small-0-0-4-4.table").of
    states = (table.state(number) for number in range(table.size))
    after = (state.apply(move) for state in states for move in state.legal_moves)
    closing = next(state for state in after if state.phase is Phase.REMOVE)
    assert SOLVER.known(closing, tables) is None
    found = value(closing, tables=tables)
    known = [SOLVER.known(closing.apply(move), tables) for move in closing.legal_moves]
    seat = closing.to_move
    assert found.proven
    assert found.payoffs[seat] == max(each.payoffs[seat] for each in known if each is not None)


def round_trip(state: State) -> tuple[State, Step] | None:
    """The state after both players have stepped to and fro, and the first of these steps."""
    for step in state.legal_moves:
        after = state.apply(step)
        for reply in after.legal_moves:
            assert isinstance(step, Step)
            assert isinstance(reply, Step)
            try:
                back = after.apply(reply).apply(Step(step.end, step.start))
                return back.apply(Step(reply.end, reply.start)), step
            except NinetkaError:
                pass
    return None


def test_a_win_is_not_known_once_a_position_may_not_stand_again(tables: Path) -> None:
    """What has stood once before may stand again; the third time would be a draw."""
    table = SOLVER.mistakes(State.start(SHISIMA), tables / "shisima-0-0-3-3.table").of
    checked = 0
    for state in map(table.state, range(table.size)):
        trip = None if state.is_over else round_trip(state)
        fresh = None if trip is None else SOLVER.known(state, tables)
        if trip is not None and fresh not in (None, DRAW):
            again, step = trip
            after = again.apply(step)
            assert SOLVER.known(again, tables) == fresh
            assert SOLVER.known(after, tables) in (None, DRAW)
            checked += SOLVER.known(after, tables) is None
    assert checked > 10


def test_numbers_and_positions(tables: Path) -> None:
    """Every number of its own is that of its position, and all images have the same."""
    table = SOLVER.mistakes(State.start(TAPATAN), tables / "tapatan-0-0-3-3.table").of
    for number in range(table.size):
        state = table.state(number)
        assert layer_of(state) == table.layer
        images = [state.transform(symmetry) for symmetry in state.symmetries]
        found = {number_of(image, table.layer, table.classes) for image in images}
        assert len(found) == 1
        own = masks_of(state.board, table.layer, table.classes, *found)
        assert own in [image.masks for image in images]


def plays_by_other_rules(_: Terms, *given: Any) -> Any:
    return SOLVED(Terms.of(attrs.evolve(SMALL, jumping=0), 2), *given)


def does_not_mind_quiet_turns(terms: Terms, layers: Any, below: Any, _: int, advance: Any) -> Any:
    return SOLVED(terms, layers, below, 1000, advance)


def takes_one_position_for_another(*given: Any) -> Any:
    found = SOLVED(*given)
    for each in found.values():
        for words in (each.plies, each.turns):
            words[:] = np.where(words == words.max(), 0, words)
    return found


SOLVED = retrograde.solved


@pytest.mark.parametrize(
    "wrong", [plays_by_other_rules, does_not_mind_quiet_turns, takes_one_position_for_another]
)
def test_mistakes_in_a_solver_are_found(
    wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrograde, "solved", wrong)
    make(SMALL, tmp_path, 8)
    layers = ("0-0-3-3", "0-0-3-4", "0-0-4-3", "0-0-4-4")
    assert any(mistakes(tmp_path, SMALL, layer) for layer in layers)


def test_a_solver_that_does_not_look_back_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrograde, "schedule_predecessors", lambda *_: None)
    make(TAPATAN, tmp_path)
    assert mistakes(tmp_path, TAPATAN, "0-0-3-3")


def test_what_was_made_before_is_not_made_again(tmp_path: Path) -> None:
    make(SMALL, tmp_path, 7)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(times) == 3
    make(SMALL, tmp_path, 8)
    assert len([*tmp_path.iterdir()]) == 4
    assert times.items() <= {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()}.items()


def test_damaged_tables_are_not_used(tmp_path: Path) -> None:
    make(SMALL, tmp_path, 6)
    path = tmp_path / "small-0-0-3-3.table"
    whole = path.read_bytes()
    state = State.start(SMALL)
    header = json.loads(whole.partition(b"\n")[0])
    for bad, why in [
        (b"", "cannot mmap an empty file"),
        (b"no table", "it has no header"),
        (whole[: len(whole) // 2], "it is cut off"),
        (whole.replace(b"ninetka table", b"ninetka cable", 1), "not in version 1"),
        (whole[:-70] + b"\xff" * 70, "its digest is not that of its content"),
        (json.dumps(header | {"sections": 1}).encode() + b"\n", "it has no header"),
    ]:
        path.write_bytes(bad)
        with pytest.raises(NinetkaError, match=why):
            SOLVER.mistakes(state, path)
    path.write_bytes(whole)
    other = State.start(attrs.evolve(SMALL, quiet=5))
    with pytest.raises(NinetkaError, match="is of other rules than small"):
        SOLVER.mistakes(other, path)


def test_rules_that_have_no_tables_and_tables_that_are_missing(tmp_path: Path) -> None:
    with pytest.raises(NinetkaError, match="it has more than two players"):
        SOLVER.tasks(State.start(NINE_AM), None, tmp_path)
    with pytest.raises(NinetkaError, match="at least 6 tokens together, not 5"):
        SOLVER.tasks(State.start(MILLS), 5, tmp_path)
    with pytest.raises(NinetkaError, match="positions, which is too many"):
        SOLVER.tasks(State.start(MILLS), None, tmp_path)
    assert SOLVER.known(State.start(FIVE_MENS), tmp_path) is None
    *_, last = SOLVER.tasks(State.start(SMALL), 7, tmp_path)
    with pytest.raises(NinetkaError, match="is missing: make the tables of this folder first"):
        last.make(nothing)


@pytest.mark.deep
def test_mills_with_seven_tokens(tmp_path: Path) -> None:
    start = make(MILLS, tmp_path, 7)
    for path in tmp_path.iterdir():
        found = SOLVER.mistakes(start, path)
        assert not any(found[number] for number in range(0, len(found), 997))
