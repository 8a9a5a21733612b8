"""Everything that is wrong with an SGF file: each sentence once, with its place."""

from __future__ import annotations

import pytest

from kropki.sgf_games import AUTOMATIC, HEAD, HOUSE, POOLS, RING, replayed
from ninetka.kropki.sgf.form import check_game
from ninetka.kropki.sgf.reading import read_game
from ninetka.kropki.sgf.syntax import Lines, SgfError, decoded

AUTOMATICALLY = f"(;GM[40]SZ[5]{AUTOMATIC}"
SETTLED = f"(;GM[40]SZ[7]{POOLS}"


def check(text: str) -> None:
    game = read_game(decoded(text))
    check_game(game, replayed(game))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        # syntax
        ("", "1:1 there is no game here"),
        ("GM[40]", "1:1 a game begins with (;, not with 'GM[40]'"),
        ("()", "1:2 a ( is followed by ;, not by ')'"),
        ("(\n(;))", "2:1 a ( is followed by ;, not by '(;))'"),
        ("(;B[aa]\n ;W[bb\n\n", "2:3 the value of 'W' is not closed with ]"),
        ("(;AB[aa]\n[b)", "2:1 the value that begins here is not closed with ]"),
        ("(;B[aa] ;W )", "1:10 the property 'W' has no value in [ ]"),
        ("(;[aa])", "1:3 a value in [ ] has no property's name before it"),
        ("(;[a", "1:3 a value in [ ] has no property's name before it"),
        ("(;C[a]])", r"1:7 this ] is not in a value; in a value it is written \]"),
        ("(;C[a].;)", "1:7 '.;)' is neither a property nor the beginning of a node or a variation"),
        ("(;black[aa])", "1:3 a property's name is in capital letters, not 'black'"),
        ("(;B[aa](;W[bb]);B[cc])", "1:16 a variation in ( ) cannot be followed by ';B[cc])'"),
        ("(;)(;)", "1:4 the game is over, but '(;)' follows"),
        ("(;B[aa])\n;W[bb])", "2:1 the game is over, but ';W[bb])' follows"),
        ("(;B[aa](;W[bb])\n", "1:16 the game is not closed with )"),
        (f"(;{'A' * 60})", f"1:3 the property '{'A' * 40}'… has no value in [ ]"),
        # the game, its board and its rules, how it goes and ends
        ("(;)", "1:2 GM is missing: a game of Kropki has GM[40]"),
        ("(;GM[1]SZ[9])", "1:3 GM is '1', another game: Kropki is 40"),
        ("(;GM[40][40])", "1:9 GM has 2 values in this node, not one"),
        ("(;GM[40])", "1:2 SZ, the size of the board, is missing"),
        ("(;GM[40]SZ[big])", "1:9 SZ is written 30 or 39:32, columns and rows, not 'big'"),
        ("(;GM[40]SZ[9:53])", "1:9 a board has 1 to 52 rows, not 53"),
        (f"{HEAD}KM[0.3])",
         "1:14 KM must be a whole number or a half one from -2704 to 2704, not 0.3"),
        (f"{HEAD}KM[six])", "1:14 KM is written 6.5, -2 or 0, not 'six'"),
        (f"{HEAD}KM[1]TAG[Komi:2])", "1:19 the file has two values of Komi"),
        (f"{HEAD}RU[2])", "1:14 RU is '2', rules that are not known here"),
        (f"{HEAD}RU[{'x' * 120}y])", f"1:14 RU is '{'x' * 120}'…, rules that are not known here"),
        (f"{HEAD}RE[B+g])", "1:14 a result is written B+12, B+R, B+T, B+G, 0 or ?, not 'B+g'"),
        (f"{HEAD}RE[W+.5])", "1:14 a result is written B+12, B+R, B+T, B+G, 0 or ?, not 'W+.5'"),
        (f"{HEAD}RE[B+G])", "1:14 the result is B+G, but nobody grounds where chains are declared"),
        (f"{HEAD}RE[ W+R ];B[aa];TB[]TW[])",
         "1:14 the result is W+R, but TB and TW say that the players agreed"),
        (f"{HEAD}TAG[a:b][Result:1-1])", "1:22 TAG has Result, which the game itself says"),
        (f"{HEAD}TAG[Ruleset:a][Ruleset:b])", "1:28 the file has two values of Ruleset"),
        (f"{HEAD}TAG[Start:full])",
         "1:14 Start is empty, cross, right-cross, two-crosses, four-crosses or dot, not 'full'"),
        (f"{HEAD}TAG[Passing:turns])",
         "1:14 Passing=turns does not go with Capture=declared"),
        (f"{HEAD}TAG[Capture:declared])", "1:14 TAG has Capture, which the game itself says"),
        *(
            (f"{HEAD}{name}[0][0])", f"1:19 {name} has 2 values in this node, not one")
            for name in ("KM", "PL", "RE", "RU")
        ),
        ("(;GM[40]SZ[9][9])", "1:14 SZ has 2 values in this node, not one"),
        (f"{HEAD}PB[a][b])", "1:19 PB has 2 values in this node, not one"),
        (f"{HEAD}AB[a1])",
         "1:14 'a1' is not a point: points are two letters, column then row, as in de"),
        (f"{HEAD}AB[aa][ja])", "1:20 ja is not on the board: its points are aa to ii"),
        (f"{HEAD}AB[aa]AW[aa])", "1:20 there are two dots on aa"),
        (f"{HEAD}PL[black])", "1:14 PL is B or W, not 'black'"),
        (f"{HEAD}PL[W];B[aa])", "1:20 PL says that W begins"),
        (f"{HEAD}AE[aa])", "1:14 AE changes the position in the middle of the game"),
        (f"{HEAD};B[aa];AW[bb])", "1:21 AW changes the position in the middle of the game"),
        (f"{HEAD};B[aa];PL[W])", "1:21 PL changes the position in the middle of the game"),
        (f"{HEAD};B[aa]\n(;SZ[9]GM[40];B[bb]))",
         "2:3 SZ begins another game, but this one is not closed with )"),
        (f"{HEAD};B[aa]W[bb])", "1:20 a node has one move, not 2"),
        (f"{HEAD};B[aa];W[bb][cc])", "1:26 a node has one move, not 2"),
        (f"{HEAD};B[])", "1:15 B makes no move here, but nobody can pass"),
        (f"{HEAD};B[aa];W[bb];W[cc])", "1:27 W moves twice in a row: players take turns"),
        (f"{HEAD}RU[standard];B[aa];W[bb][cc];B[dd])",
         "1:43 B has stopped, but places another dot"),
        (f"{HEAD}RU[standard];B[aa];W[];B[bb])", "1:37 a move follows the end of the game"),
        (f"{HEAD}RU[standard]RE[B+T];B[aa];W[])",
         "1:26 the result is B+T, but the last move of W says that they grounded"),
        (f"{HEAD}RU[standard]RE[B+4];B[aa];W[resign])",
         "1:26 the result is B+4, but the last move of W says that they resigned"),
        (f"{HEAD};B[aa]TB[]TW[];W[bb])", "1:29 a move follows TB and TW, which end the game"),
        ("(;GM[40]\nPB[\udcff])", "1:1 the text is not UTF-8, and CA names no other encoding"),
        ("(;GM[40]\nCA[ebcdic]PB[\udcff])",
         "2:1 the text is in 'ebcdic', an encoding that cannot be read"),
        *(
            (f"(;GM[40]CA[{name}]PB[\udcff])", f"1:9 {sentence}")
            for name, sentence in (
                ("utf8", "the text is not UTF-8, and CA names no other encoding"),
                ("ascii", "the text is not in 'ascii', the encoding that CA names"),
                ("rot13", "the text is in 'rot13', an encoding that cannot be read"),
            )
        ),
        # what was captured
        (f"{AUTOMATICALLY};B[bb.cbbccddccb])", "1:103 the chain cbbccddccb captures nothing here"),
        (f"{AUTOMATICALLY}{HOUSE};B[ea];W[da];B[ee.cbbccddccb])",
         "1:163 the chain cbbccddccb captures nothing here"),
        (f"{AUTOMATICALLY}{RING};B[cd.cbbcdccb])", "1:139 'cbbcdccb' is not a chain on the board"),
        (f"{AUTOMATICALLY}{RING};B[cd.fgghhggffg])",
         "1:139 'fgghhggffg' is not a chain on the board"),
        (f"{AUTOMATICALLY}{RING};B[cd.c])",
         "1:139 'c' is not a point: points are two letters, column then row, as in de"),
        (
            f"{AUTOMATICALLY};B[bb];W[bc];B[db];W[dc];B[ac];W[aa];B[ec];W[ba];B[bd];W[ca];B[dd];W[da];B[cc.bbacbdccbb])",
            "1:175 the chain ccddecdbcc is left out, which captures here too",
        ),
        (f"{SETTLED};TB[]TW[])", "1:63 TB leaves out the pool bccddccbbc"),
        (f"{SETTLED};TW[])", "1:62 TB leaves out the pool bccddccbbc"),
        (f"{SETTLED};TB[aa][bb])", "1:69 TB has 2 values in this node, not one"),
        (f"{SETTLED};TB[.cbbccddccb]TW[.gagbgcgdga])",
         "1:78 'gagbgcgdga' is not a chain on the board"),
        (f"{SETTLED};TB[.cbbccddccb.abbabbaaab]TW[])",
         "1:63 'abbabbaaab' is not a chain on the board"),
        (f"{SETTLED};TB[.cbbccddccb.bacbbcabba]TW[])",
         "1:63 TB has bacbbcabba, which is not a pool"),
        (f"{SETTLED};TB[cc]TW[])", "1:63 TB is written .CHAIN.CHAIN, or empty"),
    ],
)  # fmt: skip
def test_k17_errors(text: str, error: str) -> None:
    with pytest.raises(SgfError) as caught:
        check(text)
    line, column = Lines(text).place(caught.value.offset)
    assert f"{line}:{column} {caught.value}" == error
