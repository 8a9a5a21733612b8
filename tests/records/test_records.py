"""Records: written, read, verified; every error with its place."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from play import NEUTRALS, after, playout

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    Reason,
    RecordError,
    Ruleset,
    State,
    TurnOrder,
)
from ninetka.errors import listed
from ninetka.games import all_games
from ninetka.records import MAX_RECORD, Record, parse, read, verify, write
from ninetka.records.sources import bounded_lines

KNOWN = listed(name for rules in all_games() for name in rules.names)
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


def error_of(text: str | bytes) -> RecordError:
    """The one error of a source with one record."""
    lines = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    (verdict,) = verify(lines, "games.9tka")
    assert verdict.record is None
    assert verdict.error is not None
    return verdict.error


def test_written_text() -> None:
    game = Game.start(DUEL)
    for text in DUEL_MOVES.split():
        game = game.apply(game.state.parse_move(text))
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


def test_a_changed_ruleset_of_a_published_name_reads_back() -> None:
    changed = attrs.evolve(NESTORGAMES, edge_stop=EdgeStop.STONE, turn_order=TurnOrder.RESTARTS)
    record = Record(Game.start(changed))
    assert parse(record.to_text(), NINE) == record
    tags = '[Ruleset "nestorgames"]\n[Players "2"]\n[EdgeStop "stone"]\n[TurnOrder "restarts"]\n'
    assert parse(f"{tags}\n*", NINE).game.initial_state == State.start(changed)
    tags = '[Ruleset "wiki"]\n[Players "2"]\n[Stones "2:3"]\n'
    assert parse(f"{tags}\n*", NINE).game.state == State.start(attrs.evolve(WIKI, stones={2: 3}))


def test_tags_of_a_ruleset_hold_for_a_position_too() -> None:
    start = State.start(attrs.evolve(WIKI, stones={2: 3}))
    tags = "".join(f'[{name} "{value}"]\n' for name, value in NINE.to_tags(start).items())
    assert '[Ruleset "wiki-custom"]\n' in tags
    assert parse(f'{tags}[Position "{start.to_text()}"]\n\n*\n', NINE).game.state == start


def test_games_that_begin_elsewhere() -> None:
    start = after(NEUTRALS, WIKI, 3)
    record = Record(playout(start, Random(5)))
    assert '[Position "11/11/2n2n2n2/' in record.to_text()
    assert parse(record.to_text(), NINE) == record
    alone = f'[Position "{start.to_text()}"]\n\n*\n'
    assert parse(alone, NINE).game.initial_state == start


def test_what_reading_takes() -> None:
    # Any turn numbers or none, moves full or bare, comments anywhere, CRLF, a byte order mark.
    text = (
        '\ufeff[Players  "2"]\r\n[Ruleset "nestorgames"]\r\n[Name "a \\"b\\" \\\\ c"]\r\n\r\n'
        "{one}{two} 1.*C3 1... f3\r\n{\r\nthree\r\n} 7. *i3{four} {}\r\n*\r\n"
    )
    for source in (text, text.encode()):
        lines = io.BytesIO(source) if isinstance(source, bytes) else io.StringIO(source)
        (record,) = read(lines)
        assert record.game.move_texts() == ("*C3", "*F3", "*I3")
        assert dict(record.comments) == {0: "one two", 2: "three", 3: "four"}
        assert dict(record.tags) == {"Name": 'a "b" \\ c'}
        assert record.result == "*"


def test_several_records_in_one_source() -> None:
    text = f"\n\n{DUEL_RECORD}\n{UNFINISHED}{DUEL_RECORD}"
    records = list(read(io.StringIO(text)))
    assert [record.result for record in records] == ["0-1", "*", "0-1"]
    assert [(v.number, v.line) for v in verify(io.StringIO(text))] == [(1, 3), (2, 12), (3, 16)]
    assert list(read(io.StringIO("".join(write(records))))) == records
    first, second, _ = (record.to_text() for record in records)
    assert list(write(records))[:2] == [first, f"\n{second}"]
    assert list(write(records, "json")) == [record.to_json() for record in records]


def test_reading_is_lazy() -> None:
    def lines() -> Iterator[str]:
        while True:
            yield from UNFINISHED.splitlines(keepends=True)

    endless = read(lines())
    assert [next(endless).result for _ in range(1000)] == ["*"] * 1000


def test_a_bad_record_does_not_hide_the_next() -> None:
    bad = UNFINISHED.replace("*F3", "*D4")
    verdicts = list(verify(io.StringIO(f"{UNFINISHED}{bad}{UNFINISHED}"), "x"))
    assert [verdict.error is None for verdict in verdicts] == [True, False, True]
    with pytest.raises(RecordError, match="x, game 2, line 8, ply 2"):
        list(read(io.StringIO(f"{UNFINISHED}{bad}{UNFINISHED}"), "x"))


def test_a_verdict_in_plain_data() -> None:
    bad = UNFINISHED.replace("*F3", "*D4")
    good, wrong, broken = verify(io.StringIO(f"{DUEL_RECORD}{bad}[Oops]\n"))
    assert good.summary() == {
        "game": 1, "begins": 1, "ok": True, "plies": 12, "result": "0-1", "ending": None,
        "line": None, "ply": None, "move": None, "reason": None, "code": None,
        "position": good.record.game.state.to_text() if good.record else "",
    }  # fmt: skip
    assert wrong.summary() == {
        "game": 2, "begins": 9, "ok": False, "plies": 1, "result": None, "ending": None,
        "line": 12, "ply": 2, "move": "*D4", "code": "SECTION_HAS_ITS_NEUTRAL",
        "position": after("C3").to_text(),
        "reason": "a neutral cannot go to D4: the bottom left section has its neutral on C3",
    }  # fmt: skip
    assert broken.summary() == {
        "game": 3, "begins": 13, "ok": False, "plies": None, "result": None, "ending": None,
        "line": 13, "ply": None, "move": None, "code": None, "position": None,
        "reason": "a tag is written [Name \"value\"], not '[Oops]'",
    }  # fmt: skip


def test_a_byte_order_mark_is_passed_over_wherever_files_were_joined() -> None:
    (first, second) = read(io.StringIO(UNFINISHED + "\ufeff" + UNFINISHED))
    assert first == second
    (verdict,) = verify(UNFINISHED.replace("*F3", "\n\ufeff*F3").split("\n"))
    assert verdict.error is not None
    assert verdict.error.text == "\ufeff*F3"


def test_a_line_of_any_length_is_one_line() -> None:
    long = UNFINISHED.replace("*F3", "{" + '[Ruleset "wiki"] ' * 300_000 + "} *F3")
    bad = UNFINISHED.replace("*F3", "*D4")
    for source in (io.StringIO(long + bad), io.BytesIO((long + bad).encode())):
        first, second = verify(source)
        assert "longer than 1048576 characters" in str(first.error)
        assert str(second.error).startswith("game 2, line 8, ply 2")
    wide = UNFINISHED.replace("*F3", "{" + "\u20ac" * 400_000 + "} *F3")
    (verdict,) = verify(io.BytesIO(wide.encode()))
    assert verdict.error is None


@pytest.mark.parametrize("too_many", [-1, 0, 1])
def test_a_long_line_takes_nothing_of_the_next(too_many: int) -> None:
    piece = 4 * MAX_RECORD + 2 + too_many
    for text in ("x" * (piece - 1) + "\n[next]\n", "x" * piece):
        lines = list(bounded_lines(io.StringIO(text).readline))
        assert lines[1:] == text.splitlines(keepends=True)[1:]
        assert len(list(bounded_lines(io.BytesIO(text.encode()).readline))) == len(lines)


def test_only_the_game_that_is_expected() -> None:
    (record,) = read(io.StringIO(UNFINISHED), rules=NINE)
    assert record.game.state.scores == (0, 0)
    other = attrs.evolve(NINE, names={"kropki": {}})
    said = "this is a game of '9tka', not of kropki"
    with pytest.raises(RecordError, match=said):
        parse(DUEL_RECORD, other)
    with pytest.raises(RecordError, match=said):
        list(read(io.StringIO(DUEL_RECORD), rules=other))
    (verdict,) = verify(io.StringIO(DUEL_RECORD), rules=other)
    assert said in str(verdict.error)
    assert parse(UNFINISHED, other).result == "*"  # which does not say what game it is


def test_a_file_in_text_mode_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    path.write_bytes(UNFINISHED.encode().replace(b"*F3", b"{caf\xe9} *F3"))
    said = "^x: the source is not UTF-8 text; open it in binary mode$"
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match=said):
        list(verify(file, "x"))
    with path.open("rb") as file:
        (verdict,) = verify(file)
    assert str(verdict.error) == "game 1, line 4: the line is not UTF-8 text"
    (verdict,) = verify(path, "x")
    assert str(verdict.error) == "x, game 1, line 4: the line is not UTF-8 text"


def test_an_open_comment_does_not_swallow_the_next_record() -> None:
    text = UNFINISHED.replace("*F3", "*F3 {it begins\n[so to speak] here")
    verdicts = list(verify(io.StringIO(text + UNFINISHED)))
    assert [verdict.error is None for verdict in verdicts] == [False, True]
    error = verdicts[0].error
    assert error is not None
    assert str(error) == "game 1, line 4: a comment is not closed with }"
    assert error.game is not None
    assert len(error.game.moves) == 2


def test_a_comment_line_may_begin_with_a_bracket() -> None:
    text = UNFINISHED.replace("*F3", "*F3 {see\n[1] and [Rook]}")
    assert dict(parse(text, NINE).comments) == {2: "see [1] and [Rook]"}


def test_braces_in_a_tag_open_no_comment() -> None:
    record = Record(Game.start(WIKI), {"Event": "a { b", "Site": "c"}, {0: "d"})
    assert parse(record.to_text(), NINE) == record
    assert len(list(read(io.StringIO("".join(write([record, record])))))) == 2


def test_no_written_line_of_a_comment_looks_like_a_tag() -> None:
    comment = ("word " * 14 + '[Ruleset "wiki"] ') * 3
    record = Record(Game.start(WIKI), {}, {0: comment})
    assert parse(record.to_text(), NINE) == record


def test_an_illegal_move_is_told_with_its_place() -> None:
    text = DUEL_RECORD.replace("@A5 @K5", "@A5\n@A5")
    error = error_of(text)
    assert str(error) == (
        "games.9tka, game 1, line 9, ply 11, '@A5': a stone cannot go to A5: it is taken"
    )
    assert (error.file, error.number, error.line, error.ply) == ("games.9tka", 1, 9, 11)
    assert error.text == "@A5"
    assert error.reason is Reason.SQUARE_TAKEN
    assert error.position == after(f"{NEUTRALS} A5", DUEL)
    assert error.game is not None
    assert len(error.game.moves) == 10
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DUEL_RECORD.replace("A5-J5", "A5-F5"),
         "line 8, ply 12, 'A5-F5': A5 stops on J5, not on F5: the stone on K5 stops it"),
        (DUEL_RECORD.replace("*C6", "Nf3"),
         "line 8, ply 4, 'Nf3': 'Nf3' is not a move: moves are written E5, *E5, @A5, A5-F5 or --"),
        (DUEL_RECORD.replace("0-1", "-- 0-1"),
         "line 8, ply 13, '--': the game is over: no stone can slide"),
        (DUEL_RECORD.replace("0-1", "1-0"),
         "line 8: the result is said to be '1-0', but the game gives 0-1"),
        (DUEL_RECORD.replace("0-1", "*"),
         "line 8: the result is said to be '*', but the game gives 0-1"),
        (DUEL_RECORD.replace("0-1", "0-1-0"),
         "line 8: the result is said to be '0-1-0', but the game gives 0-1"),
        (DUEL_RECORD.replace("A5-J5 0-1", "0-0"),
         "line 8: the result is said to be '0-0', but the game is not over"),
        (DUEL_RECORD.replace(" 0-1", ""),
         "line 8: the record ends without its result: the points, such as 4-4, or * if unfinished"),
        (DUEL_RECORD.replace(" 0-1", "\n\n\n"),
         "line 8: the record ends without its result: the points, such as 4-4, or * if unfinished"),
        (UNFINISHED.replace("*F3", "* *F3"),
         "line 4, ply 2, '*': the record goes on after its result *"),
        (DUEL_RECORD.replace("2:1", "2:1 2:2"),
         "line 1: Stones names a number of players twice: '2:1 2:2'"),
        (f'[Position "{State.start().to_text()}"]\n[EdgeStop "bogus"]\n\n*\n',
         "line 1: EdgeStop is board or stone, not 'bogus'"),
        (f'[Position "{State.start(DUEL).to_text()}"]\n[Stones "2:1"]\n\n*\n',
         "line 1: the ruleset 'duel' is not published (nestorgames and wiki are): "
         "say what it is with the tags Stones, EdgeStop and TurnOrder "
         "(EdgeStop and TurnOrder missing)"),
        (f"{DUEL_TAGS}\n1.",
         "line 6: nothing follows the tags: moves and result are missing, or a blank line "
         "stands between tags"),
        (DUEL_RECORD.replace("A5-J5", "0-1 A5-J5"),
         "line 8, ply 12, '0-1': the record goes on after its result 0-1"),
        (DUEL_RECORD.replace("\n\n", '\n[Result "1-0"]\n\n'),
         "line 7: the result is said to be '1-0', but the game gives 0-1"),
        (DUEL_RECORD.replace('[Players "2"]', "[Players 2]"),
         "line 3: a tag is written [Name \"value\"], not '[Players 2]'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "2"] [A "b"]'),
         "line 3: a tag is written [Name \"value\"], not '[Players \"2\"] [A \"b\"]'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "2"]\n[Game "9tka"]'),
         "line 4: the tag 'Game' appears twice"),
        (DUEL_RECORD.replace('"9tka"', '"chess"'),
         f"line 1: there is no game 'chess' here, only {KNOWN}"),
        (DUEL_RECORD.replace('[Players "2"]\n', ""),
         'line 1: the record does not say how many play: add [Players "2"]'),
        (UNFINISHED.replace('[Ruleset "nestorgames"]\n', ""),
         'line 1: the record does not say which ruleset: add [Ruleset "nestorgames"]'),
        (UNFINISHED.replace("nestorgames", "short"),
         "line 1: the ruleset 'short' is not published (nestorgames and wiki are): "
         "say what it is with the tags Stones, EdgeStop and TurnOrder "
         "(Stones, EdgeStop and TurnOrder missing)"),
        (DUEL_RECORD.replace('[Stones "2:1"]\n', ""),
         "line 1: the ruleset 'duel' is not published (nestorgames and wiki are): "
         "say what it is with the tags Stones, EdgeStop and TurnOrder (Stones missing)"),
        (DUEL_RECORD.replace("2:1", "2 1"),
         "line 1: Stones is written 2:18 3:12 4:9, not '2 1'"),
        (DUEL_RECORD.replace("2:1", "2:one"),
         "line 1: 'one' is not a number of players or stones"),
        (DUEL_RECORD.replace("2:1", "2:99"),
         "line 1: 2 players with 99 stones each do not fit on the rim of 36"),
        (DUEL_RECORD.replace('"board"', '"wall"'),
         "line 1: EdgeStop is board or stone, not 'wall'"),
        (DUEL_RECORD.replace('"continues"', '"stops"'),
         "line 1: TurnOrder is continues or restarts, not 'stops'"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "3"]'),
         "line 1: duel is for 2 players, not 3"),
        (DUEL_RECORD.replace('[Players "2"]', '[Players "two"]'),
         "line 1: 'two' is not a number of players or stones"),
        (UNFINISHED.replace('"2"]', '"3"]\n[Position "' + State.start().to_text() + '"]'),
         "line 1: Players says 3, but Position says 2"),
        (UNFINISHED.replace("[Pl", '[Position "11 a 2 nestorgames"]\n[Pl'),
         "line 1: a board has 11 rows with / between, not 1"),
        (UNFINISHED.replace("[Pl", '[Name "a\x07b"]\n[Pl'),
         "line 1: the tag 'Name' has a character that no record can hold: 'a\\x07b'"),
        (UNFINISHED.replace("*F3", "*F3 }"),
         "line 4, ply 3, '}': '}' is not a move: moves are written E5, *E5, @A5, A5-F5 or --"),
        (UNFINISHED.replace("*C3", "\\"),
         "line 4, ply 1, '\\\\': '\\\\' is not a move: moves are written E5, *E5, @A5, A5-F5 or "
         "--"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_record(text: str, said: str) -> None:
    assert str(error_of(text)) == f"games.9tka, game 1, {said}"


def test_a_comment_nowhere_is_told_with_the_game() -> None:
    record = parse(DUEL_RECORD, NINE)
    text = record.to_json().replace('"comments": {}', '"comments": {"99": "late"}')
    error = error_of(text)
    assert (
        str(error) == "games.9tka, game 1, line 1: there is no ply 99 to comment on, only 0 to 12"
    )
    assert error.game == record.game


def test_a_wrong_result_is_told_with_the_game() -> None:
    error = error_of(DUEL_RECORD.replace("0-1", "1-0"))
    assert error.text == "1-0"
    assert error.game == parse(DUEL_RECORD, NINE).game


def test_text_that_is_not_utf8() -> None:
    error = error_of(UNFINISHED.encode().replace(b"*F3", b"{caf\xe9} *F3"))
    assert str(error) == "games.9tka, game 1, line 4: the line is not UTF-8 text"


def test_a_record_too_long_to_hold() -> None:
    long = UNFINISHED.replace("*F3", "*F3 {" + "la la\n" * (MAX_RECORD // 6) + "}")
    verdicts = list(verify(io.StringIO(long + UNFINISHED)))
    assert str(verdicts[0].error) == "game 1, line 1: the record is longer than 1048576 characters"
    assert verdicts[1].record is not None


@pytest.mark.parametrize("text", ["hello", "\n\n1. *C3 *\n", "*", "\x00\x01", "{a comment}"])
def test_a_source_that_does_not_begin_with_a_record(text: str) -> None:
    line = 3 if text.startswith("\n") else 1
    with pytest.raises(RecordError, match=f"games.9tka, line {line}: a record begins with a tag,"):
        list(verify(io.StringIO(text), "games.9tka"))


@pytest.mark.parametrize(
    "piece", ["{", "{}", "{a}", "}", "9", "9.", "1-", "[", "x", "x ", "1. ", "{\n", '\\"', "\n"]
)
def test_a_megabyte_of_anything_is_read_in_time(piece: str) -> None:
    # Each of these would take hours if any step went over the text once for each piece.
    moves = UNFINISHED.replace("*F3", piece * (MAX_RECORD // len(piece) - 99))
    tags = UNFINISHED.replace('"2"]', f'"{piece * 99_999}"]')
    for text in (moves, tags):
        assert len(list(verify(io.StringIO(text)))) >= 1


def test_parse_takes_one_record() -> None:
    assert parse(DUEL_RECORD, NINE).result == "0-1"
    for text, count in (("", 0), (DUEL_RECORD * 2, 2)):
        with pytest.raises(RecordError, match=f"one record is expected here, not {count}"):
            parse(text, NINE)


@pytest.mark.parametrize(
    ("tags", "comments", "said"),
    [
        ({"a b": "c"}, {}, "a tag's name has letters, digits and _ only, not 'a b'"),
        ({"A": "b\nc"}, {}, "the tag 'A' has a character that no record can hold: 'b\\nc'"),
        (5, {}, "tags map names to values; 5 is not a mapping"),
        ({5: "A"}, {}, "a tag's name has letters, digits and _ only, not 5"),
        ({}, 5, "comments map plies to texts; 5 is not a mapping"),
        ({}, {0: 5}, "comments map plies to texts, not 0 to 5"),
        ({}, {"0": "a"}, "comments map plies to texts, not '0' to 'a'"),
        ({"A": 5}, {}, "the tag 'A' is not a text: 5"),
        ({"A": "\ud800"}, {}, "the tag 'A' has a character that no record can hold: '\\ud800'"),
        ({"Players": "2"}, {}, "the game itself says what its tag Players is"),
        ({"Result": "*"}, {}, "the game itself says what its tag Result is"),
        ({"Game": "9tka"}, {}, "the game itself says what its tag Game is"),
        ({}, {1: "late"}, "there is no ply 1 to comment on, only 0 to 0"),
        ({}, {-1: "early"}, "there is no ply -1 to comment on, only 0 to 0"),
        ({}, {0: "\ud800"}, "the comment at ply 0 has a character that no record can hold"),
    ],
)
def test_what_no_record_can_hold(tags: Any, comments: Any, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record(Game.start(WIKI), tags, comments)
    assert str(caught.value) == said


def test_a_record_too_long_to_be_read_is_not_written() -> None:
    start, said = Game.start(WIKI), r"^the record is longer than 1048576 characters$"
    for write_one in (Record.to_text, Record.to_json):
        room = MAX_RECORD - len(write_one(Record(start, {"A": ""})))
        longest = Record(start, {"A": "x" * room})
        assert parse(write_one(longest), NINE) == longest
        (twice, _) = read(io.StringIO(f"{write_one(longest)}\n{write_one(longest)}"), rules=NINE)
        assert twice == longest
        with pytest.raises(RecordError, match=said):
            write_one(Record(start, {"A": "x" * (room + 1)}))


def test_comments_are_kept_but_for_white_space() -> None:
    record = Record(Game.start(WIKI), {}, {0: "  a\n\tb {c "})
    assert dict(record.comments) == {0: "a b {c"}
    assert parse(record.to_text(), NINE) == record
    assert dict(Record(Game.start(WIKI), {}, {0: " "}).comments) == {}


def test_what_is_no_record() -> None:
    with pytest.raises(RecordError, match="a record is of a Game, not of 5"):
        Record(5)  # type: ignore[arg-type]
    game = playout(State.start(), Random(1), 3)
    with pytest.raises(RecordError, match="comments map plies to texts, not True to 'x'"):
        Record(game, {}, {True: "x"})


def test_what_to_call_the_players() -> None:
    game = playout(State.start(players=3), Random(1), 3)
    record = Record(game, {"First": "Ann", "Third": "Cy"})
    assert record.names == ("Ann", "", "Cy")
    called = [record.player(seat) for seat in game.state.seats]
    assert called == ["Ann (a)", "Seat b", "Cy (c)"]
    for seat in (3, -1, "a"):
        with pytest.raises(RecordError, match=f"^{seat!r} is not a seat of this game: 3 play$"):
            record.player(seat)  # type: ignore[arg-type]


def test_a_record_is_shown_as_its_text_and_briefly() -> None:
    game = playout(State.start(players=3), Random(1), 3)
    record = Record(game, {"First": "Ann", "Third": "Cy" * 30}, {1: "a comment"})
    assert str(record) == f"{record}" == record.to_text()
    cy = "Cy" * 20
    assert repr(record) == f"<Record 'Ann (a)', 'Seat b', '{cy}'…: ply 3, result *>"
    assert repr(parse(DUEL_RECORD)) == "<Record 'Seat a', 'Seat b': ply 12, result 0-1>"


def test_a_record_too_long_to_be_written_can_be_shown() -> None:
    record = Record(Game.start(WIKI), {"A": "x" * MAX_RECORD})
    assert len(str(record)) > MAX_RECORD
