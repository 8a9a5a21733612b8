"""SGF files of Kropki: what they say of a game, whether that is so, and writing them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import Game, NinetkaError
from ninetka.endings import AGREEMENT, Ending, EndingKind
from ninetka.forms import MAX_RECORD
from ninetka.kropki import (
    KROPKI,
    STANDARD,
    TERRITORY,
    Capture,
    DeclaredState,
    Outcome,
    Place,
    Point,
    Region,
    Ruleset,
    Seat,
    Setup,
    Start,
    State,
)
from ninetka.kropki.chains import Chain
from ninetka.kropki.sgf import SGF
from ninetka.kropki.sgf.claims import agrees, check_game, ending_in, pools, result_text
from ninetka.kropki.sgf.reading import SgfGame, read_game
from ninetka.kropki.sgf.syntax import SgfError
from ninetka.kropki.sgf.writing import write_game
from ninetka.records import Record, parse, verify

DATA = Path(__file__).parents[1] / "data" / "kropki"

SETTINGS = "Punish=0,Holes=1,AddTurn=0,MustSurr={},MinArea=0,Pass=0,Stop=1,LastSafe=0,ScoreTerr=0"
AUTOMATIC = f"RU[{SETTINGS.format(1)}]"
RESIGNED = Ending(EndingKind.RESIGNATION, Seat.FIRST)
OUT_OF_TIME = Ending(EndingKind.TIME, Seat.SECOND)


def replayed(game: SgfGame) -> list[State]:
    states = [State.from_setup(game.setup)]
    for move in game.moves:
        assert states[-1].to_move is move.seat
        states.append(states[-1].apply(move.text))
    return states


def checked(text: str) -> list[State]:
    game = read_game(text)
    states = replayed(game)
    check_game(game, states)
    return states


def test_a_file_of_a_site_with_declared_regions() -> None:
    game = read_game(
        f"(;FF[4]GM[40]CA[UTF-8]AP[zagram.org]SZ[15]RU[{SETTINGS.format(0)},InstantWin=15]"
        "EV[Liga]HA[4]AB[ld][dl][ll][dd]PB[bot Amelia]PW[Берримор]TM[60]OT[10]BL[72]DT[2021-04-19]"
        "RE[W+R]C[first\nof all];W[hg]WL[70];B[ih]BL[67.2]\n(;W[ff.feffge]C[?]N[x\\]y]"
        "LB[aa:1][bb:2];C[end])(;W[aa]))"
    )
    assert dict(game.tags) == {
        "Application": "zagram.org",
        "Rules": f"{SETTINGS.format(0)},InstantWin=15",
        "Event": "Liga",
        "Handicap": "4",
        "First": "bot Amelia",
        "Second": "Берримор",
        "Time": "60",
        "Overtime": "10",
        "BL": "72",
        "Date": "2021-04-19",
    }
    assert game.setup == Setup(
        {Place(name).point: Seat.FIRST for name in ("ld", "dl", "ll", "dd")},
        (),
        Seat.SECOND,
        attrs.evolve(TERRITORY, columns=15, rows=15),
    )
    assert [(move.seat.letter, move.text, move.drawn) for move in game.moves] == [
        ("o", "hg", ()),
        ("x", "ih", ()),
        ("o", "ff.feffge", ()),
    ]
    assert [game.places.of(move.offset) for move in game.moves] == [(2, 9), (2, 21), (3, 3)]
    assert dict(game.comments) == {
        0: "first\nof all",
        1: "WL[70]",
        2: "BL[67.2]",
        3: "? N[x\\]y] LB[aa:1][bb:2] end",
    }
    assert (game.margin, game.ending, game.pools) == (None, RESIGNED, None)
    assert game.variation is not None
    assert game.places.of(game.variation) == (3, 48)


def test_a_file_without_rules_and_two_moves_a_line() -> None:
    game = read_game(
        "(;FF[4]GM[40]CA[UTF-8]\nSZ[30]\nPB[ann]BR[1448]\nPW[ben]\nDT[2006-12-07 23:34:21]\n"
        "AP[www.example.net:0.0.1]\nRE[B+17]\n;B[hm];W[kl]\n;B[wq];W[jo])\n"
    )
    assert game.setup == Setup({}, (), Seat.FIRST, TERRITORY)
    assert [move.text for move in game.moves] == ["hm", "kl", "wq", "jo"]
    assert game.tags["FirstRating"] == "1448"
    assert (game.margin, game.ending) == (17, None)
    assert game.result is not None
    assert game.places.of(game.result.offset) == (7, 1)


@pytest.mark.parametrize("rules", ["russian", "standard", SETTINGS.format(1)])
@pytest.mark.parametrize(
    ("dots", "ruleset"),
    [
        ("AB[sp][tq]AW[sq][tp]", STANDARD),
        ("AB[tp][uq]AW[up][tq]", STANDARD),  # the dots say more than the ruleset then
        ("", attrs.evolve(STANDARD, start=Start.EMPTY)),
    ],
)
def test_rules_and_start_of_automatic_capture(rules: str, dots: str, ruleset: Ruleset) -> None:
    game = read_game(f"(;GM[40]SZ[39:32]RU[{rules}]{dots};B[ab.abbccbba.x])")
    assert game.setup.ruleset == ruleset
    assert len(game.setup.dots) == dots.count("[")
    assert State.from_setup(game.setup).to_move is Seat.FIRST
    assert [(move.text, move.drawn) for move in game.moves] == [("ab", ("abbccbba", "x"))]


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        (";B[aa]", Seat.FIRST),
        (";W[aa]", Seat.SECOND),
        ("PL[W];W[aa]", Seat.SECOND),
        ("PL[W]", Seat.SECOND),
        (";PL[B]", Seat.FIRST),
        (";AB[bb];AW[cc]", Seat.FIRST),
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
        ("W+R", None, RESIGNED),
        ("W+Resign", None, RESIGNED),
        ("B+T", None, OUT_OF_TIME),
        ("B+Time", None, OUT_OF_TIME),
        ("?", None, None),
        ("", None, None),
        ("Void", None, None),
    ],
)
def test_results(result: str, margin: int | None, ending: Ending | None) -> None:
    game = read_game(f"(;GM[40]SZ[9]RE[ {result}\n])")
    assert (game.margin, game.ending) == (margin, ending)
    assert (game.result is None) == (margin is None and ending is None)


@pytest.mark.parametrize("komi", ["", "0", "0.0", "+0", "-0.00"])
def test_points_that_nobody_is_given(komi: str) -> None:
    assert not read_game(f"(;GM[40]SZ[9]KM[{komi}])").tags


def test_further_tags_of_a_file() -> None:
    game = read_game("(;GM[40]SZ[9]TAG[a:b:c][Ruleset:club empty][d:e])")
    assert dict(game.tags) == {"a": "b:c", "d": "e"}
    assert game.setup.ruleset == Ruleset("club", 9, 9)


HEAD = "(;GM[40]SZ[9]"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(;)", "line 1, column 2: GM is missing: a game of Kropki has GM[40]"),
        ("(;GM[1]SZ[9])", "line 1, column 3: GM is '1', another game: Kropki is 40"),
        ("(;GM[40][40])", "line 1, column 9: GM has 2 values in this node, not one"),
        ("(;GM[40])", "line 1, column 2: SZ, the size of the board, is missing"),
        (
            "(;GM[40]SZ[big])",
            "line 1, column 9: SZ is written 30 or 39:32, columns and rows, not 'big'",
        ),
        ("(;GM[40]SZ[9:53])", "line 1, column 9: a board has 1 to 52 rows, not 53"),
        ("(;GM[40]SZ[0])", "line 1, column 9: a board has 1 to 52 columns, not 0"),
        (
            f"{HEAD}KM[0.5])",
            "line 1, column 14: KM gives '0.5' points that are not won on the board",
        ),
        (f"{HEAD}RU[2])", "line 1, column 14: RU is '2', rules that are not known here"),
        (
            f"{HEAD}RU[MustSurr=0,AddTurn=1])",
            "line 1, column 14: RU is 'MustSurr=0,AddTurn=1', rules that are not known here",
        ),
        (
            f"{HEAD}RU[{'x' * 120}y])",
            f"line 1, column 14: RU is '{'x' * 120}'…, rules that are not known here",
        ),
        (
            f"{HEAD}RU[MinArea=0])",
            "line 1, column 14: RU is 'MinArea=0', rules that are not known here",
        ),
        (
            f"{HEAD}RE[B+G])",
            "line 1, column 14: a result is written B+12, B+R, B+T, 0 or ?, not 'B+G'",
        ),
        (
            f"{HEAD}RE[W+0.5])",
            "line 1, column 14: a result is written B+12, B+R, B+T, 0 or ?, not 'W+0.5'",
        ),
        (
            f"{HEAD}RE[ W+R ];B[aa];TB[]TW[])",
            "line 1, column 14: the result is W+R, but TB and TW say that the players agreed",
        ),
        (
            f"{HEAD}TAG[a:b][Result:1-1])",
            "line 1, column 22: TAG has Result, which the game itself says",
        ),
        (
            f"{HEAD}TAG[Position:x])",
            "line 1, column 14: TAG has Position, which the game itself says",
        ),
        *(
            (
                f"{HEAD}{name}[0][0])",
                f"line 1, column 19: {name} has 2 values in this node, not one",
            )
            for name in ("CA", "KM", "PL", "RE", "RU")
        ),
        ("(;GM[40]SZ[9][9])", "line 1, column 14: SZ has 2 values in this node, not one"),
        (f"{HEAD}PB[a][b])", "line 1, column 19: PB has 2 values in this node, not one"),
        (
            f"{HEAD}AB[a1])",
            "line 1, column 14: 'a1' is not a point: points are two letters, column then row, as "
            "in de",
        ),
        (
            f"{HEAD}AB[aa][ja])",
            "line 1, column 20: ja is not on the board: its points are aa to ii",
        ),
        (f"{HEAD}AB[aa]AW[aa])", "line 1, column 20: there are two dots on aa"),
        (f"{HEAD}PL[black])", "line 1, column 14: PL is B or W, not 'black'"),
        (f"{HEAD}PL[W];B[aa])", "line 1, column 20: PL says that W begins"),
        (f"{HEAD}AE[aa])", "line 1, column 14: AE changes the position in the middle of the game"),
        (
            f"{HEAD};B[aa];AW[bb])",
            "line 1, column 21: AW changes the position in the middle of the game",
        ),
        (
            f"{HEAD};B[aa];PL[W])",
            "line 1, column 21: PL changes the position in the middle of the game",
        ),
        (
            f"{HEAD};B[aa]\n(;SZ[9]GM[40];B[bb]))",
            "line 2, column 3: SZ begins another game, but this one is not closed with )",
        ),
        (f"{HEAD};B[aa]W[bb])", "line 1, column 20: a node has one move, not 2"),
        (f"{HEAD};B[aa];W[bb][cc])", "line 1, column 26: a node has one move, not 2"),
        (f"{HEAD};B[])", "line 1, column 15: B makes no move here, but nobody can pass"),
        (
            f"{HEAD};B[aa];W[bb];W[cc])",
            "line 1, column 27: W moves twice in a row: here nobody goes on alone",
        ),
        (
            f"{HEAD};B[aa]TB[]TW[];W[bb])",
            "line 1, column 29: a move follows TB and TW, which end the game",
        ),
        (f"{HEAD};TB[aa][bb])", "line 1, column 21: TB has 2 values in this node, not one"),
        (f"{HEAD};B[aa", "line 1, column 15: the value of 'B' is not closed with ]"),
        (
            "(;GM[40]\nPB[\udcff])",
            "line 1, column 1: the text is not UTF-8, and CA names no other encoding",
        ),
        (
            "(;GM[40]\nCA[ebcdic]PB[\udcff])",
            "line 2, column 1: the text is in 'ebcdic', an encoding that cannot be read",
        ),
    ],
)
def test_what_cannot_be_read(text: str, error: str) -> None:
    with pytest.raises(SgfError) as caught:
        read_game(text)
    assert str(caught.value) == error


def test_a_file_in_another_encoding() -> None:
    text = "(;GM[40]CA[ windows-1251\n]SZ[9]PB[Пётр];B[aa]C[Ёж])"
    game = read_game(text.encode("cp1251").decode("utf-8", "surrogateescape"), 3, 5)
    assert [game.places.of(offset) for offset in (0, text.index("]SZ"))] == [(3, 5), (4, 1)]
    assert (game.tags["First"], game.comments[1]) == ("Пётр", "Ёж")


RING = ";B[cb];W[cc];B[bc];W[aa];B[dc];W[ba]"
"""All but the last dot of a ring around cc."""
HOUSE = ";B[cb];W[aa];B[bc];W[ba];B[dc];W[ca];B[cd];W[cc]"
"""A ring around cc, then a dot in it."""


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
    ("moves", "error"),
    [
        (";B[bb.cbbccddccb]", "the chain cbbccddccb captures nothing here"),
        (f"{HOUSE};B[ea];W[da.cbbccddccb]", "the chain cbbccddccb captures nothing here"),
        (f"{HOUSE};B[ea];W[da];B[ee.cbbccddccb]", "the chain cbbccddccb captures nothing here"),
        (f"{RING};B[cd.cbbcdccb]", "'cbbcdccb' is not a chain on the board"),
        (f"{RING};B[cd.fgghhggffg]", "'fgghhggffg' is not a chain on the board"),
        (
            f"{RING};B[cd.c]",
            "'c' is not a point: points are two letters, column then row, as in de",
        ),
        (
            ";B[bb];W[bc];B[db];W[dc];B[ac];W[aa];B[ec];W[ba];B[bd];W[ca];B[dd];W[da]"
            ";B[cc.bbacbdccbb]",
            "the chain ccddecdbcc is left out, which captures here too",
        ),
    ],
)
def test_chains_that_do_not(moves: str, error: str) -> None:
    game = read_game(f"(;GM[40]SZ[5]{AUTOMATIC}{moves})")
    with pytest.raises(SgfError) as caught:
        check_game(game, replayed(game))
    assert caught.value.sentence == error
    assert (caught.value.line, caught.value.column) == (1, game.moves[-1].offset + 1)


POOLS = ";B[cb];W[ga];B[bc];W[gb];B[dc];W[gc];B[cd];W[gd]"
"""A pool of one point at cc."""
DRAWN = "AW[cc];B[cb];W[ga];B[bc];W[gb];B[dc];W[gc];B[cd.cbbccddccb]"
"""A region there."""
NESTED = "AW[ca][db][ec][dd][ce][bd][ac][bb]AB[cb][bc][dc][cd]"
"""A pool around another one."""


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


@pytest.mark.parametrize(
    ("end", "error"),
    [
        (";TB[]TW[]", "line 1, column 63: TB leaves out the pool bccddccbbc"),
        (";TW[]", "line 1, column 62: TB leaves out the pool bccddccbbc"),
        (
            ";TB[.cbbccddccb]TW[.gagbgcgdga]",
            "line 1, column 78: 'gagbgcgdga' is not a chain on the board",
        ),
        (
            ";TB[.cbbccddccb.abbabbaaab]TW[]",
            "line 1, column 63: 'abbabbaaab' is not a chain on the board",
        ),
        (
            ";TB[.cbbccddccb.bacbbcabba]TW[]",
            "line 1, column 63: TB has bacbbcabba, which is not a pool",
        ),
        (";TB[cc]TW[]", "line 1, column 63: TB is written .CHAIN.CHAIN, or empty"),
    ],
)
def test_pools_that_are_wrong(end: str, error: str) -> None:
    game = read_game(f"(;GM[40]SZ[7]{POOLS}{end})")
    with pytest.raises(SgfError) as caught:
        check_game(game, replayed(game))
    assert str(caught.value) == error


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


@pytest.mark.parametrize(
    ("result", "scores", "same"),
    [
        ("B+9", (12, 3), True),
        ("W+9", (3, 12), True),
        ("W+9", (12, 3), False),
        ("B+8", (12, 3), False),
        ("0", (4, 4), True),
        ("Draw", (4, 4), True),
        ("0", (4, 3), False),
        ("B+0", (4, 4), True),
        ("?", None, True),
        ("?", (4, 4), False),
        ("0", None, False),
    ],
)
def test_results_in_points_are_compared(
    result: str, scores: tuple[int, int] | None, same: bool
) -> None:
    outcome = None if scores is None else Outcome(scores)
    assert agrees(result, outcome) is SGF.agrees(result, outcome) is same


def test_results_of_games_that_were_not_played_out() -> None:
    resigned = Outcome((1, 0), RESIGNED)
    assert SGF.agrees("W+R", resigned)
    assert SGF.agrees("W+Resign", resigned)
    for wrong in ("B+1", "B+R", "W+T", "?"):
        assert not SGF.agrees(wrong, resigned)
    assert not SGF.agrees("W+R", Outcome((0, 1)))
    results = [SGF.result(outcome) for outcome in (resigned, Outcome((1, 0)), None)]
    assert results == ["W+R", "B+1", "?"]


def test_what_is_no_result() -> None:
    with pytest.raises(NinetkaError, match=r"^a result is written"):
        agrees("9-3", None)


def reference_games() -> Iterator[Any]:
    for line in (DATA / "kropki_games.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        yield pytest.param(record, id=record["id"])


@pytest.mark.parametrize("record", [*reference_games()])
def test_real_games(record: dict[str, Any]) -> None:
    set_up = "".join(
        f"{name}{''.join(f'[{point}]' for point in points)}"
        for name, points in record["setup"].items()
    )
    moves = "".join(
        f";{'BW'[(ply + record['first']) % 2]}[{move}]" for ply, move in enumerate(record["moves"])
    )
    size = f"{record['w']}:{record['h']}"
    game = read_game(f"(;GM[40]SZ[{size}]{set_up}RE[{record['result']}]{moves})")
    states = replayed(game)
    check_game(game, states)
    ending = ending_in(game, states[-1])
    assert states[-1].is_over == record["over"]
    assert (ending is None) == record["over"]
    if game.margin is not None:
        assert agrees(record["result"], states[-1].settlement())
    read_back(states, {}, {}, ending)


def read_back(
    states: list[State],
    tags: dict[str, str],
    comments: dict[int, str],
    ending: Ending | None,
) -> SgfGame:
    """The game written and read again, if it is the same."""
    moves = [*moves_between(states)]
    outcome = states[-1].settlement() if ending == AGREEMENT else states[-1].outcome
    game = read_game(write_game(states[0], moves, tags, comments, outcome, ending))
    assert State.from_setup(game.setup) == attrs.evolve(states[0], ruleset=game.setup.ruleset)
    again = replayed(game)
    assert [state.regions for state in again] == [state.regions for state in states]
    assert again[-1].scores == states[-1].scores
    check_game(game, again)
    assert ending_in(game, again[-1]) == ending
    assert (dict(game.tags), dict(game.comments)) == (tags, comments)
    return game


def moves_between(states: list[State]) -> Iterator[Place]:
    for before, after in pairwise(states):
        [point] = after.dots.keys() - before.dots.keys()
        new = after.regions[len(before.regions) :]
        yield Place(point, [r.chain for r in new] if isinstance(before, DeclaredState) else ())


def random_game(seed: int, capture: Capture) -> list[State]:
    """A game on a board so small that much is captured, with any start."""
    rng = random.Random(seed)
    start = rng.choice(list(Start))
    ruleset = Ruleset("any", rng.randint(2, 7), rng.randint(2, 7), capture, start)
    setup = State.start(ruleset).to_setup()
    if rng.random() < 0.5:
        setup = attrs.evolve(setup, to_move=Seat.SECOND)
    states = [State.from_setup(setup)]
    for _ in range(rng.randint(0, 49)):
        state = states[-1]
        if state.is_over:
            break
        point = rng.choice(state.free)
        chains: tuple[Chain, ...] = ()
        if isinstance(state, DeclaredState) and rng.random() < 0.7:
            chains = state.legal_chains(point)[: rng.randint(0, 2)]
        move = Place(point, chains)
        states.append(state.apply(move if state.is_legal(move) else Place(point)))
    return states


PLAIN = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)


@given(
    st.integers(0, 2**32),
    st.sampled_from(Capture),
    st.dictionaries(
        st.sampled_from(["First", "Second", "Event", "Rules", "BL", "Referee", "PB", "B", "TAG"]),
        PLAIN,
    ),
    st.dictionaries(st.integers(0, 49), PLAIN),
    st.sampled_from([None, AGREEMENT, RESIGNED, OUT_OF_TIME]),
)
def test_what_is_written_is_read_back(
    seed: int,
    capture: Capture,
    tags: dict[str, str],
    comments: dict[int, str],
    ending: Ending | None,
) -> None:
    states = random_game(seed, capture)
    comments = {ply: text for ply, text in comments.items() if ply < len(states)}
    read_back(states, tags, comments, None if states[-1].is_over else ending)


@pytest.mark.parametrize(
    ("comment", "node"),
    [
        ("Good!", "C[Good!]"),
        ("Good! BL[9]", "C[Good!]BL[9]"),
        ("BL[9] LB[aa:1][bb:\\]]", "BL[9]LB[aa:1][bb:\\]]"),
        ("Is BL[9] it?", "C[Is BL[9\\] it?]"),
        ("BL[9] BL[8]", "C[BL[9\\]]BL[8]"),
        ("N[a] B[bb]", "C[N[a\\] B[bb\\]]"),
        ("N[a] C[b] BL[c]", "C[N[a\\] C[b\\]]BL[c]"),
        ("N[a\\:b]", "C[N[a\\\\:b\\]]"),
        ("xBL[9]", "C[xBL[9\\]]"),
        ("PB[Ann]", "C[PB[Ann\\]]"),
        ("N[a", "C[N[a]"),
    ],
)
def test_remarks_in_a_comment(comment: str, node: str) -> None:
    move = Place("aa")
    states = [State.start(TERRITORY), State.start(TERRITORY).apply(move)]
    text = write_game(states[0], [move], {}, {1: comment}, None)
    assert text.endswith(f";B[aa]{node})\n")
    read_back(states, {}, {0: comment, 1: comment}, None)


def test_chains_stand_with_the_moves_of_the_player_whose_they_are() -> None:
    for moves in (f"{RING};B[cd.bccddccbbc]", f"{HOUSE};B[ea.bccddccbbc]"):
        states = checked(f"(;GM[40]SZ[5]{AUTOMATIC}{moves})")
        text = write_game(states[0], [*moves_between(states)], {}, {}, None)
        assert text.replace("\n", "").endswith(f"{moves})")


def test_what_a_file_begins_with() -> None:
    for rows, size in ((5, "5"), (4, "5:4")):
        start = State.start(attrs.evolve(TERRITORY, columns=5, rows=rows))
        text = write_game(start, [], {}, {}, None)
        assert text.startswith(f"(;FF[4]GM[40]CA[UTF-8]SZ[{size}]RU[Punish=0,")


def test_rules_are_written_as_the_tag_has_them_if_they_are_these() -> None:
    start = State.start(STANDARD)
    for rules in ("russian", "MustSurr=1,InstantWin=15"):
        assert f"RU[{rules}]" in write_game(start, [], {"Rules": rules}, {}, None)
    for rules in ("territory", "house"):
        text = write_game(start, [], {"Rules": rules}, {}, None)
        assert f"TAG[Rules:{rules}]" in text
        assert "MustSurr=1" in text


def test_a_game_that_starts_with_regions_cannot_be_written() -> None:
    state = State.from_text("6/2x3/1xox2/2x3/6/6 o t x:bccddccbbc", Ruleset("t", 6, 6))
    with pytest.raises(NinetkaError, match=r"^SGF cannot hold a game that starts with regions"):
        write_game(state, [], {}, {}, None)


def test_the_pools_of_a_position() -> None:
    state = checked(f"(;GM[40]SZ[7]{NESTED})")[0]
    assert pools(state, Seat.FIRST) == (Region(Seat.FIRST, "cbbccddccb"),)
    assert pools(state, Seat.SECOND) == (Region(Seat.SECOND, "cadbecddcebdacbbca"),)


@pytest.mark.parametrize("text", ["", "(;GM[40]SZ[9]", ";B[aa]", "C[x]", "RE[B+1]", ")"])
@given(st.text("();[]\\BWabMSZ:0.", max_size=40))
def test_only_sentences_come_of_damaged_files(text: str, more: str) -> None:
    try:
        game = read_game(f"(;GM[40]SZ[9]{text}{more})")
        states = replayed(game)
        check_game(game, states)
        ending_in(game, states[-1])
    except NinetkaError as error:
        assert str(error)


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
        2: (AGREEMENT, "1-0"),
        3: (None, "*"),
        8: (None, "0-0"),
        9: (RESIGNED, "o+R"),
    }
    assert dict(good[3].comments) == {
        8: "(The file gives the score as it stands, 0, for the result.)"
    }
    assert good[9].game.initial_state == State.start(STANDARD)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(;GM[40]SZ[2];B[aa])(;GM[40]SZ[2];B[ab)", "line 1: {} (column 35)"),
        ("\n\n(;GM[40]SZ[2];B[aa])(;GM[40]SZ[2]\n;B[ab)", "line 4: {} (column 2)"),
    ],
)
def test_where_a_game_is_damaged(text: str, place: str) -> None:
    _, verdict = verify(text.splitlines(keepends=True))
    said = place.format("the value of 'B' is not closed with ]")
    assert str(verdict.error) == f"game 2, {said}"


def test_a_game_that_is_too_long() -> None:
    (verdict,) = verify([f"(;GM[40]SZ[9]C[{'x' * MAX_RECORD}])"])
    assert str(verdict.error) == "game 1, line 1: the record is longer than 1048576 characters"


def test_what_the_reader_remarks_follows_what_the_file_does() -> None:
    said = "(The file gives the score as it stands, 0, for the result.)"
    record = parse(f"(;GM[40]SZ[7:6]RE[0]{POOLS}C[Hm.])")
    assert record.comments[8] == f"Hm. {said}"
    record = parse("(;GM[40]SZ[9];B[aa](;W[bb])(;W[cc]))")
    assert record.comments[0] == "(Variations, as at line 1, column 28, are left out.)"


def test_variations_are_told() -> None:
    record = parse("(;GM[40]SZ[9]C[Hm.];B[aa](;W[bb])\n(;W[cc]))")
    assert record.game.move_texts() == ("aa", "bb")
    assert record.comments[0] == "Hm. (Variations, as at line 2, column 1, are left out.)"


@given(st.integers(0, 2**32), st.sampled_from(Capture))
def test_records_in_other_forms_are_written_as_sgf_and_back(seed: int, capture: Capture) -> None:
    states = random_game(seed, capture)
    ruleset = attrs.evolve(
        STANDARD if capture is Capture.AUTOMATIC else TERRITORY,
        columns=states[0].board.columns,
        rows=states[0].board.rows,
        start=states[0].ruleset.start,
    )
    start = State.from_setup(attrs.evolve(states[0].to_setup(), ruleset=ruleset))
    game = Game.from_state(start, [*moves_between(states)])
    if not game.is_over:
        game = game.resign()
    record = Record(game, {"First": "Ann", "Referee": "Ben"}, {game.ply: "Well played!"})
    assert parse(record.to_form("sgf")) == record


def test_the_result_of_a_finished_game_is_written() -> None:
    game = Game.start(attrs.evolve(TERRITORY, columns=1, rows=2)).play("aa ab")
    assert "RE[0]" in Record(game).to_form("sgf")


def test_a_file_s_result_is_told_as_the_form_writes_it() -> None:
    text = "(;GM[40]SZ[2]RE[B+1];B[aa];W[ab];B[ba];W[bb])"
    (verdict,) = verify([text])
    said = "game 1, line 1: the result is said to be 'B+1', but the game gives 0"
    assert str(verdict.error) == said


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset("club", 5, 4),
        Ruleset("club", 5, 4, Capture.AUTOMATIC, Start.CROSS),
        attrs.evolve(STANDARD, columns=5, rows=5, start=Start.EMPTY),
        attrs.evolve(TERRITORY, columns=5, rows=5, start=Start.CROSS),
        attrs.evolve(STANDARD, columns=5, rows=5),
        attrs.evolve(STANDARD, columns=1, rows=5, start=Start.EMPTY),
    ],
    ids=repr,
)
@pytest.mark.parametrize("dots", [0, 1])
def test_every_ruleset_is_kept(ruleset: Ruleset, dots: int) -> None:
    start = State.start(ruleset)
    if dots:
        start = State.from_setup(attrs.evolve(start.to_setup(), dots={Point("aa"): Seat.SECOND}))
    record = Record(Game.from_state(start, ["ab"]))
    assert parse(record.to_form("sgf"), KROPKI) == record


@pytest.mark.parametrize("named", ["club", "club full", "a b empty", " empty", "a:b empty"])
def test_rulesets_that_are_not_named_well(named: str) -> None:
    said = f"a ruleset is named 'club empty' or 'club cross', not '{named}'"
    with pytest.raises(NinetkaError, match=said):
        parse(f"(;GM[40]SZ[5]TAG[Ruleset:{named}])", KROPKI)
