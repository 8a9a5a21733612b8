"""Random games of Kropki, 9AM and Mills: what is kept of them, and that they come out again."""

from __future__ import annotations

import json
import shlex
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.made import RECOUNT

from ninetka.cli import app
from ninetka.simulate.estimates import Points, Results

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "statistics"))

from books import Book, Count, read
from figures import histograms
from random_counts import BOOKS, ENDS, FIRST, KROPKI, MILL_GAMES, MILLS, NINE_AM, Start
from random_pages import shown
from tally import Tally

EACH_START = pytest.mark.parametrize(
    ("book", "start"),
    [
        pytest.param(book, start, id=f"{book.name}, {start.name}")
        for book, starts in zip(BOOKS, (KROPKI, NINE_AM, MILL_GAMES), strict=True)
        for start in starts
    ],
)
SCORES: dict[tuple[Points, ...], int] = {
    (30, Fraction(10, 3), 0): 5, (10, 20, 20): 2, (10, 10, 10): 4, (0, 10, 30): 3,
}  # fmt: skip
TALLY = Tally.of(Results({(0,): 5, (1, 2): 2, (): 4, (2,): 3}, SCORES, {7: 10, 9: 4}))


def test_a_tally_is_what_results_show() -> None:
    assert TALLY.leads == ({Fraction(80, 3): 5}, {}, {20: 3})
    assert TALLY.points[1] == {Fraction(10, 3): 5, 10: 7, 20: 2}
    assert TALLY.lead.value == pytest.approx((5 * 80 / 3 + 3 * 20) / 14)
    assert [TALLY.share_of_wins(seat).value for seat in range(3)] == pytest.approx(
        [(5 + 4 / 3) / 14, (1 + 4 / 3) / 14, (3 + 1 + 4 / 3) / 14]
    )
    assert (TALLY.won(2).value, TALLY.won().value) == (3 / 14, 4 / 14)
    assert TALLY.shared(1).value == TALLY.shared(2).value == 2 / 14
    assert [TALLY.quantile(part) for part in (0.1, 0.7, 0.75)] == [7, 7, 9]


def test_tallies_are_added_and_kept_as_plain_data() -> None:
    assert TALLY <= TALLY + TALLY
    assert not TALLY + TALLY <= TALLY
    assert (TALLY + TALLY).games == 2 * TALLY.games == 28
    assert Tally.from_dict(as_json(TALLY.to_dict())) == TALLY


def test_histograms_of_a_panel_have_equal_steps_and_no_long_tails() -> None:
    short, long = {1: 5000, 2: 4999, 900: 1}, dict.fromkeys(range(1, 121), 100)
    drawn = histograms({"short": short, "long": long})
    assert drawn["short"] == [(1.5, 0.9999)]
    numbers, parts = zip(*drawn["long"], strict=True)
    assert numbers[:2] == (1.5, 3.5)
    assert parts == (2 / 120,) * 60


def test_counting_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    kept: list[object] = []
    book = Book("a game", tmp_path / "game", {})
    count = Count(lambda found: (found or 0) + 1, lambda found: found == 3)
    pytest.importorskip("numba")
    from count import count as go_on

    for before in (None, 2, 3):
        if before is not None:
            book.keep("random", "a start", before)
        go_on(book, "random", "a start", count)
        kept.append(read(book.folder)["random"]["a start"])
    assert kept == [3, 3, 3]


@EACH_START
def test_the_counts_are_of_the_games_that_are_named(book: Book, start: Start) -> None:
    counts = read(book.folder)
    first, whole = (Tally.from_dict(counts[kind][start.name]) for kind in ("first", "random"))
    assert first.games == FIRST
    assert first <= whole
    assert whole.games == counts["random"][start.name]["games"] <= start.games
    assert sum(counts["ends"][start.name].values() if "ends" in counts else [ENDS]) == ENDS


def test_all_draws_in_mills_are_games_of_quiet_turns() -> None:
    (mills,) = shown([MILLS], read(BOOKS[2].folder))
    drawn = mills.tally.won()
    assert set(mills.ends) == {"FEW", "LOST", "QUIET"}
    assert mills.ends["QUIET"] / ENDS == pytest.approx(drawn.value, abs=0.02)


@pytest.mark.deep
@EACH_START
def test_the_first_games_come_out_again(book: Book, start: Start) -> None:
    pytest.importorskip("numba")
    again = as_json(start.play(0, FIRST).to_dict())
    assert again == read(book.folder)["first"][start.name], RECOUNT


@pytest.mark.deep
@pytest.mark.parametrize("start", [NINE_AM[0], MILLS], ids=lambda start: start.name)
def test_the_ends_come_out_again(start: Start) -> None:
    pytest.importorskip("numba")
    book = BOOKS[1] if start in NINE_AM else BOOKS[2]
    found = start.go_on_with_ends(None)
    while not start.has_ends(found):
        found = start.go_on_with_ends(found)
    assert found == read(book.folder)["ends"][start.name], RECOUNT


@pytest.mark.parametrize(
    "start", [KROPKI[0], NINE_AM[1], MILL_GAMES[1]], ids=lambda each: each.name
)
def test_the_commands_play_these_games(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")
    counts = {"random": {start.name: start.play(0, 20).to_dict()}}
    (shown_start,) = shown([start], counts)
    program, *arguments = shlex.split(shown_start.command)
    assert program == "ninetka"
    app([*arguments, "--json"], standalone_mode=False)
    data = json.loads(capsys.readouterr().out)
    assert data["compiled"]
    assert Tally.of(Results.from_dict(data)) == shown_start.tally


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))
