"""The puzzles of the documentation: one good move each, and a page to solve them on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from puzzles import add_pages, page_of, puzzles_in

from ninetka.games import all_games
from ninetka.records import Record
from ninetka.solve import Budget, solver_of, value

PUZZLES = {entry.identifier: entry.puzzles() for entry in all_games() if entry.puzzles}
QUICK = ("ninetka", "kropki")
ANEW = "docs/solve.md says by which commands the puzzles are made anew"
ENOUGH = Budget(nodes=100_000)


def check(record: Record[Any, Any], tables: Path | None = None) -> None:
    """Assert that the first move of a solution is the only good one."""
    state = record.game.initial_state
    found = value(state, ENOUGH, tables)
    assert found.proven, ANEW
    assert found.moves == record.game.moves[:1], ANEW
    share = found.payoffs[state.to_move]
    assert (share == 1) == ("wins" in record.comments[0])
    for move in state.some_moves:
        after = value(state.apply(move), ENOUGH, tables)
        assert after.proven
        assert (after.payoffs[state.to_move] == share) == (move in found.moves)


@pytest.mark.parametrize("name", PUZZLES)
def test_they_are_records_that_a_page_shows(name: str) -> None:
    records = [*puzzles_in(PUZZLES[name])]
    assert len({record.game.initial_state.to_text() for record in records}) == len(records)
    page = page_of("Puzzles", iter(records[:3]))
    assert page.count("<section>") == 3
    assert f'<form data-best="{records[0].game.move_texts[0]}">' in page


def test_the_documentation_has_a_page_for_each_game(tmp_path: Path) -> None:
    app: Any = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path)
    add_pages(app, None)
    assert {page.name for page in (tmp_path / "puzzles").iterdir()} == {
        "9tka.html", "kropki.html", "mills.html",
    }  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_each_has_one_good_move(name: str) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    for record in [*puzzles_in(PUZZLES[name])][::50]:
        check(record)


@pytest.mark.deep
@pytest.mark.parametrize("name", PUZZLES)
def test_all_have_one_good_move(name: str, tmp_path: Path) -> None:
    records = [*puzzles_in(PUZZLES[name])]
    if name == "morris":
        start = records[0].game.initial_state
        for task in solver_of(start).tasks(start, None, tmp_path):
            task.make(lambda _: None)
    for record in records:
        check(record, tmp_path)
