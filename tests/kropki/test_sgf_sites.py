"""What game sites and programs write: stops, grounding, komi, passes and starts (K18-K24)."""

from __future__ import annotations

from datetime import timedelta

import attrs
import pytest

from kropki.sgf_games import SETTINGS
from ninetka import Game, NinetkaError
from ninetka.kropki import PASS, STANDARD, TERRITORY, Passing, Ruleset, Seat, Start, State
from ninetka.kropki.sgf.reading import read_game
from ninetka.protocol.endings import Ending, EndingKind
from ninetka.records import AnyRecord, Clock, Record, parse, scan, verify

STOPS = SETTINGS.format(1).replace("Stop=0", "Stop=1")
PASSES = SETTINGS.format(1).replace("Pass=0", "Pass=1")
HEAD = f"(;GM[40]SZ[7]RU[{STOPS}]"
RUSSIAN = "(;GM[40]SZ[7]RU[russian]"
AROUND = "B[dc];W[dd];B[cd];W[ga];B[ed]"
"""x has three dots around a dot of o's."""


def read(text: str) -> AnyRecord:
    """A record that is the same in every form."""
    record = parse(text)
    for form in ("sgf", "9tka", "json"):
        assert parse(record.to_form(form)) == record, form
    return record


def told(record: AnyRecord) -> tuple[str, ...]:
    return record.game.move_texts


def ruleset(record: AnyRecord) -> Ruleset:
    state = record.game.initial_state
    assert isinstance(state, State)
    return state.ruleset


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}RE[B+1];{AROUND}C[W pressed STOP];B[de];B[aa])",  # zagram.org
        f"{HEAD}RE[B+1];{AROUND};B[de];B[aa])",
        f"{RUSSIAN}RE[B+1];{AROUND};B[de][aa])",  # playdots.ru
        f"{RUSSIAN}RE[B+1];{AROUND};B[de.dccddeeddc];B[aa]C[B pressed STOP])",
    ],
)
def test_k17_dots_of_one_player_after_a_stop(text: str) -> None:
    record = read(text)
    assert told(record) == ("dc", "dd", "cd", "ga", "ed", "pass", "de", "aa", "pass")
    assert ruleset(record).passing is Passing.FOR_GOOD
    assert (record.game.is_over, record.game.ending, record.result) == (True, None, "1-0")
    assert not record.comments


def test_a_stop_is_written_as_zagram_org_writes_it() -> None:
    record = read(f"{HEAD}RE[B+1];{AROUND}C[Hm.]BL[5]C[W pressed STOP];B[de];B[aa]C[End.])")
    assert dict(record.comments) == {5: "Hm.", 8: "End."}
    assert record.clocks == {5: Clock(timedelta(seconds=5))}
    text = record.to_form("sgf").replace("\n", "/")
    end = ";B[ed]C[Hm./W pressed STOP]BL[5];B[de.cddeeddccd]/;B[aa]C[End./B pressed STOP])/"
    assert text.endswith(end)


def test_a_player_who_stops_after_the_last_dot_of_the_other() -> None:
    record = read(f"{HEAD}RE[0];B[aa]C[W pressed STOP])")
    assert told(record) == ("aa", "pass", "pass")
    assert read(f"{HEAD}RE[?];B[aa]C[W pressed STOP])").result == "*"
    assert read(f"{HEAD}RE[W+R];B[aa];B[bb])").result == "o+R"


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        (f"{HEAD};B[aa]C[B pressed STOP])", "B pressed STOP"),  # it is not their turn
        (rf"{HEAD};B[aa]C[\W pressed STOP])", "W pressed STOP"),
        (f"{HEAD};B[aa]C[W pressed STOP!])", "W pressed STOP!"),
        (f"(;GM[40]SZ[7]RU[{SETTINGS.format(1)}];B[aa]C[W pressed STOP])", "W pressed STOP"),
        ("(;GM[40]SZ[7];B[aa]C[W pressed STOP])", "W pressed STOP"),
    ],
)
def test_comments_that_are_no_stop(text: str, comment: str) -> None:
    record = read(text)
    assert (told(record), record.comments[1]) == (("aa",), comment)


def test_a_comment_that_would_read_as_a_stop_is_told_apart() -> None:
    start = State.start(attrs.evolve(STANDARD, columns=5, rows=5, passing=Passing.FOR_GOOD))
    said = "Ann: hm\nB pressed STOP\nW pressed STOP"
    for moves in ("aa", "aa pass", "aa pass pass", "aa pass ba dd pass"):
        for ply in range(len(moves.split()) + 1):
            record = Record(Game.from_state(start, moves), {}, {ply: said, 0: said})
            assert parse(record.to_form("sgf")) == record


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (";B[de];W[bb]", "W has stopped, but places another dot"),
        (";B[de.bbbccccbbb]", "the chain bbbccccbbb captures nothing here"),
        (";B[aa];B[bb]", "the result is said to be 'B+1', but the game gives 0"),
        ("C[W pressed STOP\nB pressed STOP];B[de]", "the game is over: both players have passed"),
    ],
)
def test_what_is_wrong_with_a_run_of_dots(end: str, said: str) -> None:
    (verdict,) = verify([f"{HEAD}RE[B+1];{AROUND}{end})"])
    assert said in str(verdict.error)


@pytest.mark.parametrize(
    ("text", "by"),
    [
        (f"{RUSSIAN}RE[B+1];{AROUND};W[])", "o"),  # DotsGame
        (f"{RUSSIAN};{AROUND};W[ground])", "o"),
        (f"{RUSSIAN}RE[B+G];B[aa];W[dd])", "o"),  # notAgo: it was not the turn of o
        (f"(;GM[40]SZ[7]RU[{PASSES}]RE[B+1];{AROUND};W[ground])", "o"),
    ],
)
def test_k17_games_that_end_by_grounding(text: str, by: str) -> None:
    record = read(text)
    assert record.game.ending == Ending(EndingKind.GROUNDING, Seat("xo".index(by)))
    assert record.result == "1-0"
    assert ruleset(record).grounding


def test_results_by_grounding_are_checked() -> None:
    (verdict,) = verify([f"{RUSSIAN}RE[W+G];B[aa];W[dd])"])
    assert "the result is said to be 'W+G', but the game gives" in str(verdict.error)
    (verdict,) = verify(["(;GM[40]SZ[2]RU[russian]RE[B+G];B[aa];W[ab];B[ba];W[bb])"])
    assert "the result is said to be 'B+G', but the game gives 0" in str(verdict.error)


def test_a_move_that_resigns() -> None:
    for result in ("RE[B+R]", ""):
        record = read(f"{RUSSIAN}{result};B[aa];W[resign])")
        assert record.game.ending == Ending(EndingKind.RESIGNATION, Seat.SECOND)
        assert record.result == "x+R"


@pytest.mark.parametrize(
    ("komi", "result", "scores"),
    [
        ("0.5", "W+0.5", "0-0.5"),
        ("-2", "B+2", "0:-2"),
        ("6", "W+6", "0-6"),
        ("6.50", "W+6.5", "0-6.5"),
    ],
)
def test_k17_komi(komi: str, result: str, scores: str) -> None:
    record = read(f"(;GM[40]SZ[2]RU[russian]KM[{komi}]RE[{result}];B[aa];W[ab];B[ba];W[bb])")
    assert record.result == scores
    text = record.to_form("sgf")
    assert f"RE[{result}]" in text
    assert f"KM[{komi.removesuffix('0')}]" in text
    (verdict,) = verify([f"(;GM[40]SZ[2]RU[russian]KM[{komi}]RE[B+9];B[aa];W[ab];B[ba];W[bb])"])
    assert "the result is said to be 'B+9'" in str(verdict.error)


def test_rules_of_katago_that_capture_empty_areas() -> None:
    rules = "dotsCaptureEmptyBase1startPosIsRandom0sui1"
    text = f"(;GM[40]SZ[5]AP[katago]RU[{rules}];B[bc];W[aa];B[cb];W[ea];B[dc];W[ae];B[cd])"
    record = read(text)
    state = record.game.state
    assert isinstance(state, State)
    assert ruleset(record).empty_areas
    assert state.owner_of("cc") is Seat.FIRST
    assert f"RU[{rules}]" in record.to_form("sgf")
    other = Record(Game.start(attrs.evolve(STANDARD, columns=5, rows=5)), {"Rules": rules})
    assert f"TAG[Rules:{rules}]" in other.to_form("sgf").replace("\n", "")
    assert parse(other.to_form("sgf")) == other


def test_k17_passes_where_the_rules_have_them() -> None:
    text = f"(;GM[40]SZ[7]RU[{PASSES}]RE[0];B[aa];W[];B[bb];W[]C[Enough?];B[])"
    record = read(text)
    assert told(record) == ("aa", "pass", "bb", "pass", "pass")
    assert ruleset(record).passing is Passing.TURNS
    assert record.to_form("sgf").replace("\n", "").endswith(";B[aa];W[];B[bb];W[]C[Enough?];B[])")
    (verdict,) = verify([f"(;GM[40]SZ[7]RU[{PASSES}];B[aa];B[bb])"])
    assert "B moves twice in a row: players take turns" in str(verdict.error)


@pytest.mark.parametrize(
    "rules",
    [
        *("MinArea=0", "MustSurr=0,AddTurn=1", "MustSurr=0,Pass=1", "MustSurr=1,Pass=2"),
        *(f"{STOPS},Pass=1", "dotsCaptureEmptyBase2"),
    ],
)
def test_rules_that_are_not_known(rules: str) -> None:
    with pytest.raises(NinetkaError, match="rules that are not known here"):
        read_game(f"(;GM[40]SZ[7]RU[{rules}])")


@pytest.mark.parametrize("start", Start)
@pytest.mark.parametrize("published", [STANDARD, TERRITORY], ids=lambda ruleset: ruleset.name)
def test_k17_starts_as_set_up_dots(start: Start, published: Ruleset) -> None:
    ruleset = attrs.evolve(published, columns=8, rows=9, start=start)
    first = State.start(ruleset)
    record = Record(Game.from_state(first, "ab"))
    text = record.to_form("sgf")
    assert parse(text) == record
    # The dots tell the start, unless two starts are the same on this board
    told = [
        other for other in Start if attrs.evolve(ruleset, start=other).first_dots == first.dot_masks
    ]
    assert ("Start:" in text) == (told[0] is not start)


def test_four_crosses_of_a_site_that_are_placed_at_random() -> None:
    """As in files of notAgo: the dots are no start of a ruleset, so they are the position."""
    dots = "AB[qn][po][wt][vu][ru][qv][wl][vm]AW[pn][qo][vt][wu][qu][rv][vl][wm]"
    record = read(f"(;GM[40]SZ[39:32]RU[Особый]{dots};B[um];W[ul])")
    assert ruleset(record) == STANDARD
    assert isinstance(record.game.initial_state, State)
    assert len(record.game.initial_state.dots) == 16
    assert record.tags["Rules"] == "Особый"


def test_a_single_dot_at_the_start() -> None:
    record = read("(;GM[40]AP[DotsGame]SZ[5]AB[cc]RU[InitPosGenType=1];W[ed];B[ab])")
    assert ruleset(record).start is Start.DOT
    assert record.game.initial_state.to_move == Seat.SECOND
    other = read("(;GM[40]AP[DotsGame]SZ[5]AW[cc]RU[InitPosGenType=1];B[ed];W[ab])")
    assert other.game.initial_state.to_move == Seat.FIRST
    empty = read_game("(;GM[40]SZ[5]RU[standard]AB[cc])")
    assert empty.setup.to_move is Seat.SECOND


def test_a_game_that_starts_after_a_pass_cannot_be_written() -> None:
    rules = attrs.evolve(STANDARD, columns=5, rows=5, passing=Passing.FOR_GOOD)
    record = Record(Game.from_state(State.start(rules).apply(PASS), "aa"))
    with pytest.raises(NinetkaError, match="SGF cannot hold a game that starts with a pass made"):
        record.to_form("sgf")


def test_the_first_node_is_read_alone() -> None:
    stopped, bad, late = scan(
        [
            f"{HEAD}PB[Ann]RE[B+R];{AROUND}C[W pressed STOP];B[de])\n",
            "(;GM[40]SZ[big];B[aa])\n",
            "(;GM[40]SZ[7]BL[1e9];B[aa])\n",
        ]
    )
    assert (stopped.result, stopped.ending) == ("B+R", "o resigns")
    assert stopped.tags["Passing"] == "for good"
    assert stopped.tags["First"] == "Ann"
    assert bad.error is not None
    assert bad.error.line == 2
    assert (late.result, late.error) == (None, None)
    # A time that no clock shows is only a remark
    assert parse("(;GM[40]SZ[7];B[aa]BL[999999999])").comments[1] == "BL[999999999]"
