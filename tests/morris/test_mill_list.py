"""Lists of moves as mill players and programs keep them."""

from __future__ import annotations

import re
from random import Random

import pytest

from ninetka import Game, NinetkaError
from ninetka.base.errors import RecordErrorKind as Kind
from ninetka.morris import MILLS, MORRIS, NINE_AM, PUBLISHED, State
from ninetka.morris.mill_list import MILL_LIST
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.records import AnyRecord, Record, parse, read, verify
from ninetka.simulate import random_game

OPENING = "1. d2 d6\n2. f4 f2\n3. b4 d3\n"
MOVES = ("d2", "d6", "f4", "f2", "b4", "d3")
SANMILL = """\
[Event "Sanmill-Game"]
[Site "Sanmill"]
[White "Human"]
[Black "AI"]
[Result "1-0"]
[Variant "Nine Men's Morris"]

1. a7 a1 2. d7 d1
3. g7xa1 *
"""
QUIET = State.from_text("aa.a...b...b...b........ 0/0 0/0 1:3-2 b move tournament-mills")
"""A position with a step that no list can say."""
MILL = ("a7", "a1", "d7", "d1", "g7", "xa1")


def error_of(text: str) -> tuple[str, Kind | None]:
    (verdict,) = verify(text.splitlines(keepends=True))
    assert verdict.error is not None
    return str(verdict.error), verdict.error.kind


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (OPENING, MOVES),
        ("1.d2 d6 2. F4 f2 3... b4 d3 *", MOVES),
        ("1. 20 5 2. 14 21 3. 11 17", MOVES),
        ("1. a7 a1 2. d7 d1 3. g7Xa1", MILL),
        ("1. a7 a1 2. d7 d1 3. g7 xa1", MILL),
        ("1. 1 22 2. 2 23 3. 3x22", MILL),
        ("1) a7 a1\n2) d7,d1 3)g7 x a1", MILL),
        ("1 a7 a1 2 d7 d1 3 g7xa1", MILL),
        ("1 . a7\n\na1  2 .d7\td1 3 .  g7, xa1", MILL),
        ("1. a7 a1 2. d7 d1 3. g7 take a1 1/2", MILL),
        ("{As told} 1. a7 ; not d7\n% 1. b2\na1 2. \u2026 d7 d1 3. g7\u00d7a1", MILL),
        ("1\tPlace to a7\tPlace to a1\n2\tPlace to d7\tPlace to d1\n3\tPlace to g7, take a1", MILL),
        ("1.20 5 2.14 21 3.11 17", MOVES),
        # numbers beside names are those of this board, not of PlayOK
        ("1. d2 5 2. f4", ("d2", MILLS.boards[2].name_of(5), "f4")),
    ],
)
def test_moves_of_a_list(text: str, moves: tuple[str, ...]) -> None:
    record = parse(text, MORRIS)
    assert record.game.move_texts == moves
    assert record.game.initial_state == State.start(MILLS, 2)


def test_a_step_that_takes_is_one_word() -> None:
    text = "1. a7 a1 2. d7 d1 3. b6 g4 4. f6 b2 5. d5 e3 6. c3 c4 7. e5 f2 8. e4 b4 9. c5xe3 d3"
    moves = ("d3", "e4-e3", "g4-g1", "xa7")
    for last in (
        "10. e4-e3 g4-g1xa7",
        "10. e4e3 g4g1xa7",
        "10. e4 -> e3 g4->g1, take a7",
        "10. e4 \u2013 e3 g4-g1 xa7",
        "10. E4-E3 {so} G4 - G1 {and} xA7",
        "10. e4-e3 g4-g1/xa7",
    ):
        assert parse(f"{text}\n{last}", MORRIS).game.move_texts[-4:] == moves, last


def test_a_file_of_a_program() -> None:
    record = parse(SANMILL.replace("*", "1-0"))
    assert record.game.move_texts == MILL
    assert dict(record.tags) == {
        "Event": "Sanmill-Game", "Site": "Sanmill", "First": "Human", "Second": "AI",
    }  # fmt: skip
    # White has won, though the moves do not say how
    assert record.game.ending == Ending(EndingKind.RESIGNATION, 1)
    assert MILL_LIST.result(record.game.outcome) == "1-0"


@pytest.mark.parametrize(
    ("result", "ending"),
    [
        ("1-0", Ending(EndingKind.RESIGNATION, 1)),
        ("0-1", Ending(EndingKind.RESIGNATION, 0)),
        ("1/2-1/2", AGREEMENT),
        ("½-½", AGREEMENT),
        ("*", None),
        ("", None),
    ],
)
def test_results_of_games_that_are_not_over(result: str, ending: Ending | None) -> None:
    assert parse(f"{OPENING}{result}", MORRIS).game.ending == ending


def test_comments_and_several_games() -> None:
    text = "1. d2 {Hm. } d6{two\n1. lines}\n{more} *\n\n"
    text += f"{SANMILL.replace('*', '1-0')}{OPENING}1-0\n"
    first, second, third = read(text.splitlines(keepends=True))
    assert dict(first.comments) == {1: "Hm.", 2: "two 1. lines more"}
    assert second.game.move_texts == MILL
    assert third.game.move_texts == MOVES
    assert len([*read(["1. d2\n", '[Site "PlayOK"]\n'])]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "1. d2", " 1 . 20 5", "1 d2 f4", "1) d2-d3", '[Site "PlayOK"]', '[Variant "Lasker Morris"]',
        '[Event "Club"]\n[Site "https://www.playok.com"]', '{a} [Event "?"] [Variant "Go"]',
        '[Event "Club"]\n[Round "1"]\n\n{a}\n% b\n1. d2 f4', "GoldToken: Ann - Ben",
    ],
)  # fmt: skip
def test_what_opens_a_list(text: str) -> None:
    assert MILL_LIST.recognizes(text)


@pytest.mark.parametrize(
    "text",
    [
        "2. d2", "12. d2", '[Event "Club"]', '[Game "Mills"]', "1.", "(;GM[40]", "1. Nf3 d5",
        "1. d4 Nf6", "1. *E5", "{1. d2", '[Event "Club"]\n\n1. Nf3',
        '[Variant "mills"]\n[Ruleset "mills"]\n\n1. d2', '[Site "PlayOK"]\n[Game "Mills"]',
    ],
)  # fmt: skip
def test_what_opens_no_list(text: str) -> None:
    assert not MILL_LIST.recognizes(text)


def test_any_of_the_first_tags_may_say_the_game() -> None:
    tags = ['[Event "?"]', '[Site "PlayOK"]', '[White "ann"]', '[Black "ben"]']
    for turned in range(4):
        first = "\n".join([*tags[turned:], *tags[:turned]])
        record, other = read(
            f"{first}\n\n1. 5 13 2. 20\n19 1-0\n\n{first}\n\n1. 5".splitlines(True)
        )
        assert record.names == other.names == ("ann", "ben")
        assert record.game.move_texts == ("d6", "e4", "d2", "b2")


def test_a_page_of_a_site_is_read_from_its_first_turn_on() -> None:
    page = (
        "GoldToken\nPast Moves {all}\nTurn\tann\tben\n1\tPlace to a7\tPlace to a1\n2\tPlace to d7"
    )
    record = parse(f"{page}\nQuick Jump 1 2 3\n", MORRIS)
    assert record.game.move_texts == ("a7", "a1", "d7")
    assert dict(record.comments) == {0: "GoldToken Past Moves (all) Turn ann ben"}


def test_annotations_are_read_and_written() -> None:
    text = """{A} [Event "\\"a\\""]
% not of the game
[Variant "Nine Men's Morris"]

1. a7! $14 {b} (1. d7 (1. b6?) 1... g4 {c}
; d } e
) a1 2. d7 {[%clk 0:05:00] f} d1 3. g7xa1?! (3. b2 g1) (3. g7 xd1) d5 1/2"""
    record = parse(text)
    assert record.tags == {"Event": '"a"'}
    assert dict(record.comments) == {0: "A", 1: "b", 3: "f"}
    assert dict(record.glyphs) == {1: (1, 14), 6: (6,)}
    assert str(record.clocks[3].remaining) == "0:05:00"
    walked = [(ply, *line.game.move_texts) for ply, line in record.walk()]
    assert walked == [(1, "d7", "g4"), (1, "b6"), (5, "b2", "g1"), (5, "g7", "xd1")]
    assert record.variations[1][0].comments == {2: "c d } e"}
    assert same(record) == ANNOTATED
    assert parse(record.to_text()) == record


ANNOTATED = """[Variant "Nine Men's Morris"]
[Event "\\"a\\""]
[Ending "agreement"]
[Result "1/2-1/2"]

{A}
1. a7 $1 $14 {b} (1. d7 (1. b6 $2) 1... g4 ; c d } e
) 1... a1
2. d7 {[%clk 0:05:00] f} d1
3. g7xa1 $6 (3. b2 g1) (3. g7xd1) 3... d5
1/2-1/2
"""


def test_a_number_that_goes_back_in_a_variation_begins_another() -> None:
    record = parse("1. d6 f4 (1... c4 2. d2 b4 2... g7 {a} 2... a7 3. a1 2. b2) 2. d2", MORRIS)
    walked = [(ply, *line.game.move_texts) for ply, line in record.walk()]
    assert walked == [
        (2, "c4", "d2", "b4"), (3, "b2"), (4, "g7"), (4, "a7", "a1"),
    ]  # fmt: skip
    assert record.game.move_texts == ("d6", "f4", "d2")
    same(record)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("1. d2 {never closed\n2. f4", "game 1, line 1: a comment is not closed with }"),
        ("{never closed", "game 1, line 1: a comment is not closed with }"),
        ("1. d2 (1. f4\n2. f4", "game 1, line 1: a variation is not closed with )"),
        ('[Site "PlayOK]\n[White "a"]\n\n1. d2', "game 1, line 1: a tag is written"),
        ('[Site "PlayOK"]\n[White x]\n\n1. d2', "game 1, line 2: a tag is written"),
        ('[Site "PlayOK"]\n\n[White "x"]\n\n1. d2', "game 1, line 2: a blank line stands between"),
        ("1. d2 f4)", "game 1, line 1: this ) closes no variation"),
        ("1. d2 !!!", "game 1, line 1: '!!!' is not a glyph"),
        ("1. d2 f4 (1... 1-0) 2. b4", "game 1, line 1, in a variation, ply 2, '1-0'"),
    ],
)
def test_a_bad_game_costs_no_other(bad: str, said: str) -> None:
    good = '[Site "PlayOK"]\n\n1. d2 {so} d6\n'
    for text in (good, good.replace("{so} ", "")):
        first, second = verify(f"{bad}\n\n{text}".splitlines(keepends=True))
        assert str(first.error).startswith(said)
        assert second.record == parse(text)


def same(record: AnyRecord) -> str:
    text = record.to_form("mill-list")
    assert parse(text) == record
    (verdict,) = verify(text.splitlines(keepends=True))
    assert verdict.record == record
    return text


@pytest.mark.parametrize("name", [name for name, each in PUBLISHED.items() if not each.cards])
def test_games_are_read_back(name: str) -> None:
    start = State.start(PUBLISHED[name], 2)
    assert not any("x" in start.board.name_of(field) for field in range(1, start.board.fields + 1))
    game = random_game(start, Random(1), 60)
    tags = {"First": "Ann", "Event": "Club", "Zodiac": "Ram"}
    same(Record(game, tags, {0: "a", 3: "b c", game.ply: "d"}))
    begun = Game.from_state(start, game.moves[:4])
    same(Record(begun, {}, dict.fromkeys(range(begun.ply), ".")))
    for ending in (AGREEMENT, Ending(EndingKind.TIME, 0), Ending(EndingKind.RESIGNATION, 1)):
        same(Record(begun.end(ending)))


def test_how_a_list_is_written() -> None:
    game = Game.from_state(State.start(MILLS, 2), MILL).time_out(0)
    text = same(Record(game, {"First": "Ann"}, {6: "Good."}))
    assert text == (
        '[Variant "Nine Men\'s Morris"]\n'
        '[White "Ann"]\n[Ending "a out of time"]\n[Result "0-1"]\n\n'
        "1. a7 a1\n2. d7 d1\n3. g7xa1 {Good.}\n0-1\n"
    )
    apart = same(Record(Game.from_state(State.start(MILLS, 2), MILL), {}, {5: "Mill."}))
    assert "3. g7 {Mill.} xa1\n*" in apart
    empty = Game.from_state(State.start(MILLS, 2))
    assert same(Record(empty, {}, {0: "x"})).endswith("\n\n{x}\n*\n")
    assert same(Record(empty)).endswith("]\n\n*\n")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Record(Game.start(NINE_AM, 3)), "a list of moves is for mills"),
        (Record(Game.from_state(QUIET)), "from a position that a FEN can say"),
        (Record(Game.start(MILLS, 2), {"White": "x"}), "a list of moves cannot have the tag White"),
    ],
)  # fmt: skip
def test_what_cannot_be_written(record: AnyRecord, said: str) -> None:
    with pytest.raises(NinetkaError, match=re.escape(said)):
        record.to_form("mill-list")


@pytest.mark.parametrize(
    ("text", "said", "kind"),
    [
        ("1. d2 d2", "line 1, ply 2, 'd2': field d2 is taken", Kind.ILLEGAL_MOVE),
        ("1. d2 d6\n2. z9", "line 2, ply 3, 'z9': 'z9' is not a field", Kind.MOVE_TEXT),
        ("1. 20 25", "line 1, ply 2, '25': '25' is not a field", Kind.MOVE_TEXT),
        ("1. d2 {never closed", "line 1: a comment is not closed with }", Kind.SYNTAX),
        ("1. d2 1-0 0-1", "the result is said to be '0-1', but the game gives 1-0", Kind.RESULT),
        (SANMILL, "line 5: the result is said to be '1-0', but the game is not over", Kind.RESULT),
        ('[Site "PlayOK"]\n[Site "x"]\n1. 5', "line 2: the tag 'Site' appears twice", Kind.TAG),
        ('[Site "PlayOK"]\n[White "Ann"]\n[First "Ben"]\n1. 5',
         "line 3: the tag 'White' appears twice", Kind.TAG),
        ('[Site "PlayOK"]\n[FEN "x"]\n1. 5',
         "line 2: a position has a board, hands, cards", Kind.POSITION),
        ('[Site "PlayOK"]\n[Tokens "9"]\n1. 5',
         "line 2: a list of moves has no tag Tokens: a position with which it begins is its tag",
         Kind.TAG),
        ('[Site "PlayOK"]\n[Variant "Go"]\n1. 5',
         "line 2: the variant 'Go' is not known here: write Nine Men's Morris, mills",
         Kind.RULESET),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_list(text: str, said: str, kind: Kind) -> None:
    sentence, found = error_of(text)
    assert said in sentence
    assert found is kind


def test_any_text_after_the_first_turn_is_read_or_refused() -> None:
    words = [
        "d2",
        "x",
        "xd6",
        "(",
        ")",
        "!",
        "$1",
        ";",
        "->",
        "2...",
        "1.",
        "{",
        "}",
        "[",
        '[A "b"]',
        "\n",
        "1-0",
        "g7xa1xb2",
        "½-½",
        "5",
    ]
    for seed in range(100):
        rng = Random(seed)
        text = "1. a7 d7 " + " ".join(rng.choices(words, k=rng.randint(1, 12)))
        for verdict in verify(text.splitlines(keepends=True)):
            assert (verdict.error is None) == (verdict.record is not None)
            if verdict.record is not None:
                same(verdict.record)


def test_a_game_may_begin_with_a_position() -> None:
    fen = "****OO@@/OO@OOOOO/******** b m s 9 0 3 0 0 0 0 0 0 0 0 0 1"
    said = f'[FEN "{fen}"]\n[SetUp "1"]\n'
    record = parse(f'[Variant "Nine Men\'s Morris"]\n{said}\n1. c5-d5\n2. d2-d1\n*\n')
    assert record.game.initial_state == State.from_text(fen)
    assert said in record.to_form("mill-list")
    for written in (record.to_form("mill-list"), str(record)):
        assert parse(written) == record
