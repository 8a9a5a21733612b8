"""What records state is found without replaying them, and one is read alone by its place."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.games import ENTRIES, some_start

from ninetka import NESTORGAMES, NINE, Game, NinetkaError, RecordError, RecordErrorKind, State
from ninetka.kropki import KROPKI, TERRITORY
from ninetka.play.playouts import random_game
from ninetka.records import Heading, Record, forms, parse, read_at, scan, verify, write

TAGS = {"First": "Ann", "Second": 'Ben "Ö" \\', "Event": "[Club]"}
TEXT = """\
\ufeff[Ruleset "nestorgames"]
[Players "2"]
[First "Ann"]

1. *E5 {[Event "no tag"]
[Event "still none"]} *C9 (*A1 1-0) *I8 *

[Game "9TKA"]
[Ruleset "wiki"]
[Players "3"]
[Result "1-2-3"]

1. nonsense {and so on} 5-4
"""


def records(game: str, count: int = 3) -> list[Record[Any, Any]]:
    """Records of short random games under random rulesets."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        played = random_game(some_start(game, rng), rng, 40)
        found.append(Record(played, TAGS, {0: "at first", played.ply: "at last"}))
    return found


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("game", ENTRIES)
def test_headings_say_what_records_do(game: str, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "records"
    for form in forms(ENTRIES[game]):
        if form.name == "mill-list":  # only for published rulesets
            continue
        written = "".join(write(records(game), form.name)).encode()
        path.write_bytes(gzip.compress(written) if packed else written)
        headings, verdicts = [*scan(path)], [*verify(path)]
        assert [each.number for each in headings] == [1, 2, 3]
        assert [each.line for each in headings] == [each.line for each in verdicts]
        for heading, verdict in zip(headings, verdicts, strict=True):
            record = verdict.good_record()
            assert (heading.form, heading.error) == (form.name, None)
            assert heading.game == ENTRIES[game].name_of(record.game.initial_state)
            assert heading.tags.items() >= record.tags.items()
            assert heading.result == form.result(record.game.outcome)
            assert heading.is_over == (heading.result != "*")
            assert heading.ending == record.game.ending_text
            assert heading.offset is not None
            assert written[: heading.offset].count(b"\n") == heading.line - 1
            assert read_at(path, heading) == record
            assert ENTRIES[game].tags.read(heading.tags) == record.game.initial_state


def test_what_is_stated_is_not_checked() -> None:
    one, two = scan(TEXT.encode().splitlines(keepends=True))
    assert one == Heading(
        number=1, line=1, column=1, offset=0, form="9tka", game="9tka",
        tags={"Ruleset": "nestorgames", "Players": "2", "First": "Ann"}, result="*", ending=None,
    )  # fmt: skip
    assert (two.number, two.line, two.game, two.result) == (2, 8, "9tka", "1-2-3")
    assert two.offset == TEXT.encode().index(b'[Game "9TKA"')
    assert not one.is_over
    assert two.is_over


def test_sources_without_bytes_have_no_offsets() -> None:
    (heading, _) = scan(TEXT.splitlines())
    assert heading.offset is None
    with pytest.raises(NinetkaError, match=r"scan the file by its path$"):
        read_at("games.9tka", heading)


def test_blank_lines_and_other_ends_of_lines_before_a_record() -> None:
    written = b"\r\n \r\n" + Record(Game.start(NESTORGAMES), TAGS).to_text().encode() * 2
    written = written.replace(b"\n[Game", b"\r\n[Game").replace(b"*\n", b"*\r\n")
    file = io.BytesIO(written)
    for heading in [*scan(file)]:
        assert heading.offset is not None
        assert written[heading.offset :].startswith(b"[Game")
        assert read_at(file, heading, NINE).tags == TAGS


def test_several_games_on_a_line_of_sgf(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    game = "(;GM[40]SZ[9]PB[Ä]RE[B+R];B[aa];W[bb])"
    path.write_text(f"\n  {game} {game.replace('Ä', 'Cleo')}(;GM[40]SZ[9];B[aa]\n)", "utf-8")
    headings = [*scan(path)]
    assert [(each.line, each.column) for each in headings] == [(2, 3), (2, 42), (2, 83)]
    assert {each.offset for each in headings} == {1}
    assert [each.tags.get("First") for each in headings] == ["Ä", "Cleo", None]
    assert [each.result for each in headings] == ["B+R", "B+R", None]
    assert headings[0].ending == "o resigns"
    found = [read_at(path, each, KROPKI) for each in headings]
    assert [each.tags.get("First") for each in found] == ["Ä", "Cleo", None]
    assert [each.game.ply for each in found] == [2, 2, 1]
    with pytest.raises(RecordError, match="game 3") as caught:
        read_at(path, headings[2], NINE)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        ('[Ruleset "wiki"]\n[Players 2]\n\n*', 2, RecordErrorKind.TAG),
        ('[Game "Chess"]\n\n*', 1, RecordErrorKind.GAME),
        ('[Event "\udcff"]\n\n*', 1, RecordErrorKind.ENCODING),
        ('{"format": "ninetka-record/1"\n', 2, RecordErrorKind.SYNTAX),
        ('{"format": "ninetka-record/1"}\n', 1, RecordErrorKind.SYNTAX),
        ("(;GM[40]SZ[99])", 1, RecordErrorKind.RULESET),
        ("(;B[aa])", 1, RecordErrorKind.GAME),
        ("(no game)", 1, RecordErrorKind.SYNTAX),
        ('[Event "long"]\n\n' + "{" + "x" * (1 << 20) + "}", 1, RecordErrorKind.SIZE),
    ],
)  # fmt: skip
def test_records_of_which_nothing_can_be_read(
    text: str, line: int, kind: RecordErrorKind, tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    good = Record(Game.start(TERRITORY)).to_form("sgf") if text[0] == "(" else ""
    path.write_bytes(f"{text}\n{good}".encode("utf-8", "surrogateescape"))
    if text == "(no game)":  # which does not begin as a record does
        path.write_bytes(f"{good}{text}".encode())
    headings = [*scan(path)]
    heading = headings[-1] if text == "(no game)" else headings[0]
    assert heading.error is not None
    assert (heading.error.kind, heading.tags, heading.result) == (kind, {}, None)
    assert heading.error.number == heading.number
    assert heading.error.file == str(path)
    assert heading.error.line == heading.line + line - 1
    assert all(each.error is None for each in headings if each is not heading)
    with pytest.raises(RecordError) as caught:
        read_at(path, heading)
    assert caught.value.kind is kind


def test_a_wrong_move_is_found_when_the_record_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    path.write_text(TEXT.replace("*C9", "*E5"), "utf-8")
    heading, _ = scan(path)
    assert heading.error is None
    with pytest.raises(RecordError, match="game 1, line 6, ply 2"):
        read_at(path, heading)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        next(scan(tmp_path / "none"))
    path = tmp_path / "games.9tka"
    path.write_text(TEXT, "utf-8")
    _, heading = scan(path)
    path.write_text(TEXT[:99], "utf-8")
    with pytest.raises(RecordError, match="no record begins here any more"):
        read_at(path, heading)
    path.write_bytes(gzip.compress(TEXT.encode())[:-20])
    with pytest.raises(RecordError) as caught:
        read_at(path, heading)
    assert caught.value.kind is RecordErrorKind.SOURCE
    path.unlink()
    with pytest.raises(RecordError, match="No such file"):
        read_at(path, heading)


def test_only_the_places_of_the_present_record_are_kept() -> None:
    text = Record(Game.start(NESTORGAMES)).to_text().encode()

    def lines() -> Any:
        for _ in range(200):
            yield from text.splitlines(keepends=True)

    offsets = [heading.offset for heading in scan(lines())]
    assert offsets == [at * len(text) for at in range(200)]


def test_no_game_is_replayed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def apply(*_: object) -> None:
        raise AssertionError("a move is made")

    path = tmp_path / "games.json"
    path.write_text("".join(write(records("nine"), "json")), "utf-8")
    monkeypatch.setattr(State, "apply_unchecked", apply)
    assert len([*scan(path)]) == 3
    with pytest.raises(AssertionError):
        parse(path.read_text("utf-8").splitlines()[0])
