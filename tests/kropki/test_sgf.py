"""SGF files of Kropki: what they say of a game, and whether that is so."""

from __future__ import annotations

from datetime import timedelta

import attrs
import pytest

from kropki.reference import RealGame, real_games
from kropki.sgf_games import (
    AUTOMATIC,
    DRAWN,
    HOUSE,
    NESTED,
    OUT_OF_TIME,
    POOLS,
    RESIGNED,
    RING,
    SETTINGS,
    checked,
    read_back,
    replayed,
)
from ninetka.kropki import STANDARD, TERRITORY, Outcome, Place, Ruleset, Seat, Setup, Start, State
from ninetka.kropki.sgf import SGF
from ninetka.kropki.sgf.form import check_game, ending_in
from ninetka.kropki.sgf.properties import result_text
from ninetka.kropki.sgf.reading import read_game
from ninetka.kropki.sgf.syntax import Lines
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.protocol.forms import MAX_RECORD
from ninetka.records import Clock, parse, verify

KATAGO = "dotsCaptureEmptyBase0startPosIsRandom1sui1"


def test_k17_a_file_of_a_site_with_declared_regions() -> None:
    text = (
        f"(;FF[4]GM[40]CA[UTF-8]AP[zagram.org]SZ[15]RU[{SETTINGS.format(0)},InstantWin=15]"
        "EV[Liga]HA[4]AB[ld][dl][ll][dd]PB[bot Amelia]BR[1448]PW[Берримор]TM[60]OT[10]BL[72]"
        "DT[2021-04-19]RE[W+R]C[first\nof all];W[hg]WL[70];B[ih]BL[67.2]"
        "\n(;W[ff.feffge]C[?]N[x\\]y]LB[aa:1][bb:2];C[end])(;W[aa]))"
    )
    game = read_game(text)
    assert dict(game.tags) == {
        "Application": "zagram.org", "Rules": f"{SETTINGS.format(0)},InstantWin=15",
        "Event": "Liga", "Handicap": "4", "First": "bot Amelia", "FirstRating": "1448",
        "Second": "Берримор", "Time": "60", "Overtime": "10", "BL": "72", "Date": "2021-04-19",
    }  # fmt: skip
    assert game.setup == Setup(
        {Place(name).point: Seat.FIRST for name in ("ld", "dl", "ll", "dd")},
        (),
        Seat.SECOND,
        attrs.evolve(TERRITORY, columns=15, rows=15),
    )
    assert [(move.seat.letter, move.text, move.drawn) for move in game.line.moves] == [
        ("o", "hg", ()),
        ("x", "ih", ()),
        ("o", "ff.feffge", ()),
    ]
    lines = Lines(text)
    assert [lines.place(move.offset) for move in game.line.moves] == [(2, 9), (2, 21), (3, 3)]
    assert game.line.comments == {0: "first\nof all", 3: "? N[x\\]y] LB[aa:1][bb:2] end"}
    times = {1: timedelta(seconds=70), 2: timedelta(seconds=67.2)}
    assert game.line.clocks == {ply: Clock(remaining) for ply, remaining in times.items()}
    ((variation,),) = game.line.variations.values()
    assert [(move.seat.letter, move.text) for move in variation.moves] == [("o", "aa")]
    assert (game.result.margin, game.ending, game.line.pools) == (None, RESIGNED, None)
    assert (game.variation, game.flaw) == (None, None)


@pytest.mark.parametrize(
    ("rules", "dots", "ruleset"),
    [
        ("russian", "AB[sp][tq]AW[sq][tp]", STANDARD),
        ("standard", "AB[tp][uq]AW[up][tq]", attrs.evolve(STANDARD, start=Start.RIGHT_CROSS)),
        # the dots say more than the ruleset then
        ("Особый", "AB[aa]", STANDARD),
        *(
            (rules, "", attrs.evolve(STANDARD, start=Start.EMPTY))
            for rules in (SETTINGS.format(1), "InitPosGenType=1", KATAGO)
        ),
    ],
)
def test_rules_and_start_of_automatic_capture(rules: str, dots: str, ruleset: Ruleset) -> None:
    game = read_game(f"(;GM[40]SZ[39:32]RU[{rules}]{dots};B[ab.abbccbba.x])")
    assert game.setup.ruleset == ruleset
    assert len(game.setup.dots) == dots.count("[")
    assert State.from_setup(game.setup).to_move is Seat.FIRST
    assert [(move.text, move.drawn) for move in game.line.moves] == [("ab", ("abbccbba", "x"))]


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        (";B[aa]", Seat.FIRST),
        (";W[aa]", Seat.SECOND),
        ("PL[W];W[aa]", Seat.SECOND),
        (";AB[bb];AW[cc]", Seat.FIRST),
        ("AB[bb]AW[cc]PL[W]", Seat.SECOND),
        ("PL[W];AB[bb]", Seat.SECOND),
        ("AW[bb]PL[B]", Seat.FIRST),
        ("", Seat.FIRST),
    ],
)
def test_who_begins(text: str, seat: Seat) -> None:
    assert read_game(f"(;GM[40]SZ[9]{text})").setup.to_move is seat


def test_a_cross_on_boards_too_narrow_for_one() -> None:
    for size in ("1:4", "4:1"):
        points = "".join(f"[a{x}]" if size == "1:4" else f"[{x}a]" for x in "abcd")
        assert read_game(f"(;GM[40]SZ[{size}]AB{points})").setup.ruleset.start is Start.EMPTY
    narrow = read_game("(;GM[40]SZ[2]RU[standard]AB[aa][bb]AW[ab][ba])")
    assert narrow.setup.ruleset.start is Start.CROSS


@pytest.mark.parametrize(
    ("result", "margin", "ending"),
    [
        ("B+17", 17, None),
        ("W+4", -4, None),
        ("0", 0, None),
        ("Draw", 0, None),
        ("W+Resign", None, RESIGNED),
        ("B+Time", None, OUT_OF_TIME),
        ("?", None, None),
        ("Void", None, None),
    ],
)
def test_results(result: str, margin: int | None, ending: Ending | None) -> None:
    game = read_game(f"(;GM[40]SZ[9]RE[ {result}\n])")
    assert (game.result.margin, game.ending) == (margin, ending)
    assert (game.written is None) == (margin is None and ending is None)


@pytest.mark.parametrize("komi", ["", "0", "0.0", "+0", "-0.00"])
def test_points_that_nobody_is_given(komi: str) -> None:
    assert not read_game(f"(;GM[40]SZ[9]KM[{komi}])").tags


def test_further_tags_of_a_file() -> None:
    game = read_game("(;GM[40]SZ[9]TAG[a:b:c][Ruleset:club][d:e])")
    assert dict(game.tags) == {"a": "b:c", "d": "e"}
    assert game.setup.ruleset == Ruleset("club", 9, 9)


@pytest.mark.parametrize(
    "moves",
    [
        f"{RING};B[cd]",
        f"{RING};B[cd.cbbccddccb]",
        f"{RING};B[cd.bccbdccd]",
        f"{HOUSE};B[ea]",
        f"{HOUSE};B[ea.cbbccddccb]",
    ],
)
def test_chains_that_agree_with_what_is_captured(moves: str) -> None:
    assert checked(f"(;GM[40]SZ[5]{AUTOMATIC}{moves})")[-1].scores == (1, 0)


@pytest.mark.parametrize(
    "text",
    [
        f"{POOLS};TB[.cbbccddccb]TW[]",
        f"{POOLS};TW[]TB[.cbdccdbccb]",
        f"{POOLS}TB[.cbbccddccb]",
        f"{DRAWN};TW[]",
        f"{DRAWN};TB[.cbbccddccb]",
        # pools within the opponent's may be there or not
        f"{NESTED};TB[]TW[.cadbecddcebdacbbca]",
        f"{NESTED};TB[.cbbccddccb]TW[.cadbecddcebdacbbca]",
    ],
)
def test_pools_that_are_right(text: str) -> None:
    text = f"(;GM[40]SZ[7]{text})"
    assert ending_in(read_game(text), checked(text)[-1]) == AGREEMENT


def test_pools_are_not_compared_where_play_has_gone_on_to_the_end() -> None:
    text = "(;GM[40]SZ[2];B[aa];W[ab];B[ba];W[bb];TB[.abc]TW[]RE[0])"
    assert ending_in(read_game(text), checked(text)[-1]) is None


@pytest.mark.parametrize(
    ("result", "end", "ending"),
    [
        ("?", "", None),
        ("W+R", "", RESIGNED),
        ("B+T", "", OUT_OF_TIME),
        ("?", ";TB[.cbbccddccb]TW[]", AGREEMENT),
        ("0", ";TB[.cbbccddccb]TW[]", AGREEMENT),
        # the second player has a turn, but no pool for it
        ("B+1", "", AGREEMENT),
        ("B+1", ";TB[.cbbccddccb]TW[]", AGREEMENT),
        # no result that there can be
        ("B+2", "", AGREEMENT),
        # the score as it stands, where the site has not settled the game
        ("0", "", None),
    ],
)
def test_how_a_game_ended(result: str, end: str, ending: Ending | None) -> None:
    game = read_game(f"(;GM[40]SZ[7:6]RE[{result}]{POOLS}{end})")
    state = replayed(game)[-1]
    assert state.settlement() == Outcome((1, 0))
    assert ending_in(game, state) == ending


@pytest.mark.parametrize(
    ("outcome", "ending", "text"),
    [
        (None, None, "?"),
        (Outcome((12, 3)), None, "B+9"),
        (Outcome((3, 12)), AGREEMENT, "W+9"),
        (Outcome((7, 7)), AGREEMENT, "0"),
        (Outcome((1, 0)), RESIGNED, "W+R"),
        (Outcome((1, 0)), OUT_OF_TIME, "B+T"),
        (None, Ending(EndingKind.TIME, Seat.FIRST), "W+T"),
    ],
)
def test_the_text_of_a_result(outcome: Outcome | None, ending: Ending | None, text: str) -> None:
    assert result_text(outcome, ending) == text
    if outcome is not None and ending is not AGREEMENT:
        assert SGF.result(Outcome(outcome.scores, ending)) == text


@pytest.mark.parametrize(
    ("outcome", "same", "others"),
    [
        (Outcome((12, 3)), ["B+9"], ["W+9", "B+8", "0", "?", "B+R"]),
        (Outcome((3, 12)), ["W+9"], ["B+9"]),
        (Outcome((4, 4)), ["0", "Draw", "B+0"], ["?", "B+1"]),
        (None, ["?"], ["0"]),
        (Outcome((1, 0), RESIGNED), ["W+R", "W+Resign"], ["B+1", "B+R", "W+T", "?"]),
    ],
)
def test_results_are_compared(outcome: Outcome | None, same: list[str], others: list[str]) -> None:
    assert all(SGF.agrees(result, outcome) for result in same)
    assert not any(SGF.agrees(result, outcome) for result in others)


@pytest.mark.parametrize("real", real_games()[::2], ids=lambda real: real.id)
def test_real_games(real: RealGame) -> None:
    dots = "".join(f"{('AB', 'AW')[seat]}[{name}]" for name, seat in real.dots.items())
    moves = "".join(f";{'BW'[(ply + real.first) % 2]}[{m}]" for ply, m in enumerate(real.moves))
    game = read_game(f"(;GM[40]SZ[{real.columns}:{real.rows}]{dots}RE[{real.result}]{moves})")
    states = replayed(game)
    check_game(game, states)
    ending = ending_in(game, states[-1])
    assert states[-1].is_over == real.over
    assert (ending is None) == real.over
    if game.result.margin is not None:
        assert SGF.agrees(real.result, states[-1].settlement())
    read_back(states, {}, {}, ending)


FILE = f"""\
(;GM[40]SZ[7:6]RE[0]PB[Ann]{POOLS};TB[.cbbccddccb]TW[.cbbccddccb])(;GM[40]SZ[7:6]RE[B+1]{POOLS})
(;GM[40]SZ[7:6]RE[0]{POOLS})
and then
(;GM[40]SZ[7];B[aa];W[aa])
(;GM[40]SZ[7];B[aa
(;GM[40]SZ[5]{AUTOMATIC}
;B[cb];W[cc];B[bc];W[aa];B[dc];W[ba]
;B[cd.abcdef])
(;GM[40]SZ[2:1];B[aa];W[ba]RE[0])
(;FF[4]GM[40]RE[W+R]SZ[39:32]RU[russian]AB[sp][tq]AW[sq][tp])
"""


def test_a_file_with_several_games_is_checked() -> None:
    verdicts = [*verify([*FILE.splitlines(keepends=True)], "club.sgf")]
    assert [str(verdict.error) for verdict in verdicts if verdict.error] == [
        "club.sgf, game 1, line 1: TW has cbbccddccb, which is not a pool (column 92)",
        "club.sgf, game 4, line 3: a game begins with (;, not with 'and then\\n' (column 1)",
        "club.sgf, game 5, line 4, ply 2, 'aa': aa is taken: a dot of x is there",
        "club.sgf, game 6, line 5: the value of 'B' is not closed with ] (column 15)",
        "club.sgf, game 7, line 8: 'abcdef' is not a chain on the board (column 2)",
    ]
    good = {verdict.number: verdict.record for verdict in verdicts if verdict.record}
    results = {number: (record.game.ending, record.result) for number, record in good.items()}
    assert results == {
        2: (AGREEMENT, "1-0"), 3: (None, "*"), 8: (None, "0-0"), 9: (RESIGNED, "o+R"),
    }  # fmt: skip
    assert dict(good[3].comments) == {
        8: "(The file gives the score as it stands, 0, as the result.)"
    }
    assert good[9].game.initial_state == State.start(STANDARD)


def test_a_game_that_is_too_long() -> None:
    (verdict,) = verify([f"(;GM[40]SZ[9]C[{'x' * MAX_RECORD}])"])
    assert str(verdict.error) == "game 1, line 1: the record is longer than 1048576 characters"


def test_what_the_reader_remarks_follows_what_the_file_does() -> None:
    said = "(The file gives the score as it stands, 0, as the result.)"
    record = parse(f"(;GM[40]SZ[7:6]RE[0]{POOLS}C[Hm.])")
    assert record.comments[8] == f"Hm. {said}"
    for other in ("(;C[x])(;W[cc])", "(;W[cc];B[dd])(;C[y])"):
        record = parse(f"(;GM[40]SZ[9]C[Hm.];B[aa]\n{other})")
        left_out = "(Variations that replace no move, as at line 2, column {}, are left out.)"
        column = other.index(")(") + 2
        assert record.comments[0] == f"Hm. {left_out.format(column)}"
        assert not record.variations
