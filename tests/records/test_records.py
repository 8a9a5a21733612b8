"""Records: written, read and verified, with every error's sentence and place."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest
from support.nine_states import NEUTRALS, after, playout
from tictactoe import CLASSIC, TIC_TAC_TOE

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    IllegalMoveError,
    NinetkaError,
    Reason,
    RecordError,
    RecordErrorKind,
    Ruleset,
    State,
    TurnOrder,
    games,
    morris,
)
from ninetka.base.messages import listed
from ninetka.games import all_games
from ninetka.morris.mill_list import MILL_LIST
from ninetka.records import MAX_RECORD, Record, form_named, parse, read, verify, write

KNOWN = listed(name for entry in all_games() for name in entry.names)
DUEL = Ruleset("duel", {2: 1})
DUEL_TAGS = """\
[Game "9tka"]
[Ruleset "duel"]
[Players "2"]
[Stones "2:1"]
[EdgeStop "board"]
[TurnOrder "continues"]
"""
DUEL_MOVES = "*C3 *F3 *I3 *C6 *F6 *I6 *C9 *F9 *I9 @A5 @K5 A5-J5"
DUEL_RECORD = f"{DUEL_TAGS}\n{DUEL_MOVES} 0-1\n"
UNFINISHED = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 *F3 *\n'
BAD = UNFINISHED.replace("*F3", "*D4")


def error_of(text: str) -> RecordError:
    """The one error of a source with one record."""
    (verdict,) = verify(io.StringIO(text), "games.9tka")
    assert verdict.record is None
    assert verdict.error is not None
    return verdict.error


# Writing


def test_a_record_is_written_as_text() -> None:
    game = Game.start(DUEL).play(DUEL_MOVES)
    record = Record(game, {"Event": "Test", "First": "Ann"}, {0: "hello", 10: "a comment"})
    assert record.to_text() == (
        DUEL_TAGS
        + """\
[Event "Test"]
[First "Ann"]
[Result "0-1"]

{hello} 1. *C3 *F3 2. *I3 *C6 3. *F6 *I6 4. *C9 *F9 5. *I9 @A5 {a comment} 6.
@K5 A5-J5 0-1
"""
    )
    assert record.result == "0-1"
    assert parse(record.to_text(), NINE) == record


def test_published_rulesets_need_no_tags_but_their_name() -> None:
    text = Record(Game.start(WIKI, players=3)).to_text()
    assert text == '[Game "9tka"]\n[Ruleset "wiki"]\n[Players "3"]\n[Result "*"]\n\n*\n'
    assert parse(text, NINE).game.state == State.start(WIKI, 3)


def test_games_may_begin_elsewhere() -> None:
    start = after(NEUTRALS, WIKI, 3)
    record = Record(playout(start, Random(5), 20))
    assert '[Position "11/11/2n2n2n2/' in record.to_text()
    assert parse(record.to_text(), NINE) == record
    assert parse(f'[Position "{start.to_text()}"]\n\n*\n', NINE).game.initial_state == start


def test_several_records_are_written() -> None:
    records = [parse(DUEL_RECORD), parse(UNFINISHED)]
    first, second = (record.to_text() for record in records)
    assert list(write(records)) == [first, f"\n{second}"]
    assert list(write(records, "json")) == [record.to_json() for record in records]
    for form in ("pgn", "sgf"):  # the second is for Kropki alone
        said = f"^the form of a record of 9tka is 9tka or json, not '{form}'$"
        with pytest.raises(NinetkaError, match=said):
            list(write(records, form))
    with pytest.raises(
        NinetkaError, match=r"^the form of a record is 9tka, json, sgf or mill-list"
    ):
        form_named("pgm")
    for called in ("mill-list", "pgn", ".PGN"):
        assert form_named(called) is MILL_LIST


@pytest.mark.parametrize(
    ("tags", "comments", "said"),
    [
        ({"a b": "c"}, {}, "a tag's name has letters, digits and _ only, not 'a b'"),
        ({"A": "b\nc"}, {}, "the tag 'A' has a character that no record can hold: 'b\\nc'"),
        ({"A": "\ud800"}, {}, "the tag 'A' has a character that no record can hold: '\\ud800'"),
        ({"Players": "2"}, {}, "the tag Players is set by the game itself"),
        ({"Result": "*"}, {}, "the tag Result is set by the game itself"),
        ({"Game": "9tka"}, {}, "the tag Game is set by the game itself"),
        ({}, {1: "late"}, "there is no ply 1 to comment on, only 0 to 0"),
        ({}, {-1: "early"}, "there is no ply -1 to comment on, only 0 to 0"),
        ({}, {0: "\ud800"}, "the comment at ply 0 has a character that no record can hold"),
    ],
)
def test_what_no_record_can_hold(tags: dict[str, str], comments: dict[int, str], said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record(Game.start(WIKI), tags, comments)
    assert str(caught.value) == said


def test_comments_are_kept_except_for_white_space() -> None:
    record = Record(Game.start(WIKI), {}, {0: "  a\n\tb {c "})
    assert dict(record.comments) == {0: "a b {c"}
    assert parse(record.to_text(), NINE) == record
    assert dict(Record(Game.start(WIKI), {}, {0: " "}).comments) == {}


def test_a_record_too_long_to_be_read_is_not_written() -> None:
    start, said = Game.start(WIKI), r"^the record is longer than 1048576 characters$"
    for write_one in (Record.to_text, Record.to_json):
        room = MAX_RECORD - len(write_one(Record(start, {"A": ""})))
        longest = Record(start, {"A": "x" * room})
        assert parse(write_one(longest), NINE) == longest
        with pytest.raises(RecordError, match=said):
            write_one(Record(start, {"A": "x" * (room + 1)}))


def test_what_to_call_the_players() -> None:
    record = Record(Game.start(NESTORGAMES, 3), {"First": "Ann", "Third": "Cy" * 30}, {0: "so"})
    assert record.names == ("Ann", "", "Cy" * 30)
    called = ["Ann (a)", "Seat b", f"{'Cy' * 30} (c)"]
    assert [record.player(seat) for seat in record.game.state.seats] == called
    with pytest.raises(NinetkaError, match=r"^3 is not a seat of this game: seats are 0 to 2$"):
        record.player(3)
    assert repr(record) == f"<Record 'Ann (a)', 'Seat b', '{'Cy' * 20}'…: ply 0, result *>"
    assert str(record) == record.to_text()


# Reading


def test_reading_takes_many_ways_of_writing() -> None:
    # Any turn numbers or none, moves full or bare, comments anywhere, CRLF, a byte order mark.
    text = (
        '\ufeff[Players  "2"]\r\n[Ruleset "nestorgames"]\r\n[Name "a \\"b\\" \\\\ c"]\r\n\r\n'
        "{one}{two} 1.*C3 1... f3\r\n{\r\nthree\r\n} 7. *i3{four} {}\r\n*\r\n"
    )
    for source in (io.StringIO(text), io.BytesIO(text.encode())):
        (record,) = read(source)
        assert record.game.move_texts == ("*C3", "*F3", "*I3")
        assert dict(record.comments) == {0: "one two", 2: "three", 3: "four"}
        assert dict(record.tags) == {"Name": 'a "b" \\ c'}
        assert record.result == "*"


@pytest.mark.parametrize("dash", "\u2010\u2013\u2014\u2212")
def test_dashes_of_word_processors_in_moves_and_results(dash: str) -> None:
    text = DUEL_RECORD.replace("A5-J5 0-1", f"A5{dash}J5 0{dash}1")
    assert parse(text, NINE) == parse(DUEL_RECORD)
    assert error_of(DUEL_RECORD.replace("0-1", f"1{dash}0")).kind is RecordErrorKind.RESULT


def test_a_changed_ruleset_of_a_published_name_reads_back() -> None:
    changed = attrs.evolve(NESTORGAMES, edge_stop=EdgeStop.STONE, turn_order=TurnOrder.RESTARTS)
    record = Record(Game.start(changed))
    assert parse(record.to_text(), NINE) == record
    tags = '[Ruleset "nestorgames"]\n[Players "2"]\n[EdgeStop "stone"]\n[TurnOrder "restarts"]\n'
    assert parse(f"{tags}\n*", NINE).game.initial_state == State.start(changed)
    start = State.start(attrs.evolve(WIKI, stones={2: 3}))
    tags = "".join(f'[{name} "{value}"]\n' for name, value in NINE.tags.write(start).items())
    assert '[Ruleset "wiki-custom"]\n' in tags
    assert parse(f'{tags}[Position "{start.to_text()}"]\n\n*\n', NINE).game.state == start


def test_several_records_in_one_source() -> None:
    text = f"\n\n{DUEL_RECORD}\n{BAD}{DUEL_RECORD}"
    verdicts = list(verify(io.StringIO(text), "x"))
    assert [(each.number, each.line, each.source) for each in verdicts] == [
        (1, 3, "x"), (2, 12, "x"), (3, 16, "x"),
    ]  # fmt: skip
    assert [verdict.error is None for verdict in verdicts] == [True, False, True]
    assert verdicts[0].record == parse(DUEL_RECORD)
    records = read(io.StringIO(text), "x")
    assert next(records) == verdicts[0].record
    with pytest.raises(RecordError, match=r"^x, game 2, line 15, ply 2"):
        next(records)


def test_reading_is_lazy() -> None:
    def lines() -> Iterator[str]:
        while True:
            yield from UNFINISHED.splitlines(keepends=True)

    endless = read(lines())
    assert [next(endless).result for _ in range(100)] == ["*"] * 100


def test_parse_takes_one_record() -> None:
    assert parse(DUEL_RECORD, NINE).result == "0-1"
    for text, count in (("", "none"), (DUEL_RECORD * 2, "several")):
        with pytest.raises(RecordError, match=f"^one record is expected here, not {count}$"):
            parse(text, NINE)


def test_only_the_game_that_is_expected() -> None:
    other = attrs.evolve(NINE, names={"kropki": {}})
    said = "this is a game of '9tka', not of kropki$"
    with pytest.raises(RecordError, match=said):
        parse(DUEL_RECORD, other)
    with pytest.raises(RecordError, match=said):
        list(read(io.StringIO(DUEL_RECORD), entry=other))
    (verdict,) = verify(io.StringIO(DUEL_RECORD), entry=other)
    assert str(verdict.error).endswith(said[:-1])
    assert parse(UNFINISHED, other).result == "*"  # which does not say what game it is


# Verdicts


def test_a_verdict_as_plain_data() -> None:
    good, wrong, broken = verify(io.StringIO(f'{DUEL_RECORD}{BAD}[Oops "]\n'))
    assert good.summary() == {
        "game": 1, "begins": 1, "ok": True, "plies": 12, "result": "0-1", "ending": None,
        "line": None, "ply": None, "move": None, "message": None, "kind": None,
        "reason": None,
        "position": good.record.game.state.to_text() if good.record else "",
    }  # fmt: skip
    assert wrong.summary() == {
        "game": 2, "begins": 9, "ok": False, "plies": 1, "result": None, "ending": None,
        "line": 12, "ply": 2, "move": "*D4", "kind": "illegal move",
        "reason": "SECTION_HAS_ITS_NEUTRAL",
        "position": after("C3").to_text(),
        "message": "a neutral cannot go to D4: the bottom left section has its neutral on C3",
    }  # fmt: skip
    assert broken.summary() == {
        "game": 3, "begins": 13, "ok": False, "plies": None, "result": None, "ending": None,
        "line": 13, "ply": None, "move": None, "kind": "tag", "reason": None, "position": None,
        "message": "a tag is written [Name \"value\"], not '[Oops \"]'",
    }  # fmt: skip


def test_an_error_has_its_place_and_the_game_up_to_it() -> None:
    error = error_of(DUEL_RECORD.replace("@A5 @K5", "@A5\n@A5"))
    assert str(error) == (
        "games.9tka, game 1, line 9, ply 11, '@A5': a stone cannot go to A5: it is taken"
    )
    assert (error.file, error.number, error.line, error.ply) == ("games.9tka", 1, 9, 11)
    assert (error.text, error.reason) == ("@A5", Reason.SQUARE_TAKEN)
    assert error.position == after(f"{NEUTRALS} A5", DUEL)
    assert error.game is not None
    assert len(error.game.moves) == 10
    assert isinstance(error.__cause__, IllegalMoveError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # The start
        (DUEL_RECORD.replace('"9tka"', '"chess"'),
         f"line 1: there is no game 'chess' here, only {KNOWN}"),
        (UNFINISHED.replace('[Players "2"]\n', ""),
         'line 1: the record does not say how many play: add [Players "2"]'),
        (UNFINISHED.replace('[Ruleset "nestorgames"]\n', ""),
         'line 1: the record does not say which ruleset: add [Ruleset "nestorgames"]'),
        (UNFINISHED.replace("nestorgames", "short").replace("[R", '[Game "9tka"]\n[R', 1),
         "line 1: the ruleset 'short' is not published (nestorgames, wiki and boardgamegeek are): "
         "say what it is with the tags Stones, EdgeStop and TurnOrder (Stones, EdgeStop and "
         "TurnOrder missing)"),
        (DUEL_RECORD.replace("2:1", "2:1 2:2"),
         "line 1: Stones names a number of players twice: '2:1 2:2'"),
        (DUEL_RECORD.replace("2:1", "2 1"),
         "line 1: Stones is written 2:18 3:12 4:9, or by seat 2:19,17, not '2 1'"),
        (DUEL_RECORD.replace('"board"', '"wall"'),
         "line 1: EdgeStop is board or stone, not 'wall'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "3"]'), "line 1: duel is for 2 players"),
        (UNFINISHED.replace('"2"]', '"3"]\n[Position "' + State.start().to_text() + '"]'),
         "line 1: Players says 3, but Position says 2"),
        (UNFINISHED.replace("[Pl", '[Name "a\x07b"]\n[Pl'),
         "line 1: the tag 'Name' has a character that no record can hold: 'a\\x07b'"),
        # Tags
        (DUEL_RECORD.replace('[Players "2"]', "[Players 2]"),
         "line 3: a tag is written [Name \"value\"], not '[Players 2]'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "2"] [A b]'),
         "line 3: a tag is written [Name \"value\"], not '[Players \"2\"] [A b]'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "2"]\n[Game "9tka"]'),
         "line 4: the tag 'Game' appears twice"),
        (f"{DUEL_TAGS}\n1.",
         "line 6: no result follows the tags, and none of them is Result"),
        # Moves
        (DUEL_RECORD.replace("A5-J5", "A5-F5"),
         "line 8, ply 12, 'A5-F5': A5 stops on J5, not on F5: the stone on K5 stops it"),
        (DUEL_RECORD.replace("0-1", "-- 0-1"), "line 8, ply 13, '--': the game is over: no stone"),
        (UNFINISHED.replace("*F3", "*F3 }"), "line 4, ply 3, '}': '}' is not a move: moves are"),
        (UNFINISHED.replace("*F3", "* *F3"), "line 4, ply 2, '*': '*' is not a move"),
        # The result
        (DUEL_RECORD.replace("0-1", "1-0"),
         "line 8: the result is said to be '1-0', but the game gives 0-1"),
        (DUEL_RECORD.replace("0-1", "*"),
         "line 8: the result is said to be '*', but the game gives 0-1"),
        (DUEL_RECORD.replace("A5-J5 0-1", "0-0"),
         "line 8: the result is said to be '0-0', but the game is not over"),
        (DUEL_RECORD.replace("\n\n", '\n[Result "1-0"]\n\n'),
         "line 7: the result is said to be '1-0', but the game gives 0-1"),
        (DUEL_RECORD.replace(" 0-1", "\n\n\n"),
         "line 8: the result is missing: 'A5-J5' is a move, and a record ends with its result, "
         "* if unfinished"),
        (DUEL_RECORD.replace("A5-J5 0-1", "A5-F5"),
         "line 8: the result is said to be 'A5-F5', but the game is not over: a record ends with "
         "its result, * if unfinished; if players ended the game, add an Ending such as "
         "'a resigns'"),
        (DUEL_RECORD.replace("0-1", "A5-J5"),
         "line 8: the result is said to be 'A5-J5', but the game gives 0-1"),
        ('[Game "9tka"]\n\n*', "line 1: the record does not say which ruleset or how many play: "
         'add [Ruleset "nestorgames"] and [Players "2"]'),
        ('[Game "Mills"]\n\n*', "line 1: the record does not say which ruleset or how many play: "
         'add [Ruleset "mills"] and [Players "2"]'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_record(text: str, said: str) -> None:
    assert str(error_of(text)).startswith(f"games.9tka, game 1, {said}")


def test_what_is_wrong_after_the_moves_is_told_with_the_game() -> None:
    record = parse(DUEL_RECORD, NINE)
    error = error_of(record.to_json().replace('"comments": {}', '"comments": {"99": "late"}'))
    assert error.sentence == "there is no ply 99 to comment on, only 0 to 12"
    assert error.game == record.game
    error = error_of(DUEL_RECORD.replace("0-1", "1-0"))
    assert error.game == record.game


def test_an_unfinished_game_with_a_result_is_told_of_endings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As far as the game knows some: none in tic-tac-toe, only agreement in 9AM for three."""
    monkeypatch.setitem(games._GAMES, "tictactoe", TIC_TAC_TOE)
    said = "but the game is not over: a record ends with its result, * if unfinished"
    of_three = f"{said}; if players ended the game, add an Ending such as 'agreement'"
    played: list[tuple[Game[Any, Any], str]] = [
        (Game.start(CLASSIC), said),
        (Game.start(morris.NINE_AM, 3), of_three),
    ]
    for game, hint in played:
        text = Record(game).to_text()
        with pytest.raises(RecordError) as caught:
            parse(text.replace("*", "x"))
        assert str(caught.value).endswith(hint)
