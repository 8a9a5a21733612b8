"""Sources of records: paths, files and lines; how long a record may be and what it may cost."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
from collections import deque
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ninetka import NINE, RecordError, RecordErrorKind
from ninetka.records import MAX_RECORD, parse, read, scan, sources, verify
from ninetka.records.sources import bounded_lines

HEAD = '[Ruleset "nestorgames"]\n[Players "2"]\n'
GOOD = f"{HEAD}\n*C3 *F3 *\n"
BAD = f"{HEAD}\n*C3 *D4 *\n"


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_is_read(tmp_path: Path, kind: Callable[[Path], Any]) -> None:
    """That a file is closed, too, Python's ResourceWarning checks."""
    path = tmp_path / "games.9tka"
    path.write_text(GOOD + "\ufeff" + BAD + GOOD, "utf-8")
    good, bad, _ = verify(kind(path))
    assert (good.source, good.number, good.line, good.record) == (str(path), 1, 1, parse(GOOD))
    assert str(bad.error).startswith(f"{path}, game 2, line 8, ply 2, '*D4': a neutral cannot go")
    with pytest.raises(RecordError, match=r"^evening, game 2, line 8, ply 2"):
        list(read(kind(path), "evening"))


def test_a_file_is_closed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while somebody keeps the error or the generator."""
    path = tmp_path / "games.9tka"
    path.write_text(BAD + GOOD)
    opened, real = list[Any](), open

    def noted(*given: Any) -> Any:
        opened.append(real(*given))
        return opened[-1]

    monkeypatch.setattr(sources, "open", noted, raising=False)
    records = read(path)
    with pytest.raises(RecordError) as caught:
        next(records)
    assert caught.value.number == 1
    assert opened[-1].closed
    for reading in (verify, scan):
        results = reading(path)
        next(results)
        assert not opened[-1].closed
        results.close()
        assert opened[-1].closed
    assert len(opened) == 3


def test_one_record_of_a_path(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    path.write_text(GOOD)
    assert parse(path, NINE) == parse(GOOD, NINE)
    for text, said in (
        ("\n", ": one record is expected here, not none"),
        (GOOD * 3, ": one record is expected here, not several"),
        (BAD, ", game 1, line 4, ply 2, '*D4': a neutral cannot go to D4"),
    ):
        path.write_text(text)
        with pytest.raises(RecordError) as caught:
            parse(path)
        assert str(caught.value).startswith(f"{path}{said}")


@pytest.mark.parametrize("text", ["games.9tka", "games/club.SGF.gz", "game.json"])
def test_parse_takes_no_file_name_for_a_text(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert str(caught.value) == f"'{text}' is the name of a file: give parse its Path"
    assert caught.value.kind is RecordErrorKind.SOURCE


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.9tka")
    for reading in (read, verify, lambda path: [parse(Path(path))]):
        with pytest.raises(RecordError) as caught:
            list(reading(missing))
        assert str(caught.value) == f"{missing}: No such file or directory"
        assert caught.value.file == missing
    for path, name, said in (
        (str(tmp_path), None, r": Is a directory$|: Permission denied$"),
        (missing, "this one", r"^this one: No such file or directory$"),
        ("a\0b", None, "a file's name has no null character$"),
        ("", None, r"^'': No such file or directory$"),
        (GOOD, None, r"^a text of several lines is not a file's path: give it to parse$"),
    ):
        with pytest.raises(RecordError, match=said):
            list(read(path, name))


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka"
    path.write_bytes(GOOD.encode().replace(b"*F3", b"{caf\xe9} *F3"))
    said = r"^x: the source is not UTF-8 text; open it in binary mode$"
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match=said):
        list(verify(file, "x"))
    for source in (path, path.read_bytes().splitlines()):
        (verdict,) = verify(source, "x")
        assert str(verdict.error) == "x, game 1, line 4: the line is not UTF-8 text"


@pytest.mark.parametrize("end", ["", "\n", "\r", "\r\n", "\r\r\n"])
def test_the_ends_of_lines_do_not_count(end: str) -> None:
    for line in (f"[Oops]{end}", f"[Oops]{end}".encode()):
        (verdict,) = verify([line])  # type: ignore[arg-type]
        assert verdict.error is not None
        assert verdict.error.sentence == "a tag is written [Name \"value\"], not '[Oops]'"
    with pytest.raises(RecordError, match=r"not with 'X'$"):
        list(verify([f"X{end}"]))
    lines = [f"{line}{end}" for line in [*HEAD.splitlines(), "", "*C3 ; one", "*F3 {two", "} *"]]
    (record,) = read(lines)
    assert dict(record.comments) == {1: "one", 2: "two"}


@pytest.mark.parametrize("newlines", ["", "\n"])
def test_the_longest_record_is_read(newlines: str) -> None:
    filled = f'[A "{{}}"]\n{GOOD}'
    longest = filled.format("x" * (MAX_RECORD - len(filled) + 2 - len(newlines))).rstrip()
    longest += f" {newlines}"
    assert len(longest) == MAX_RECORD
    assert parse(longest).result == "*"
    said = "game 1, line 1: the record is longer than 1048576 characters"
    with pytest.raises(RecordError, match=f"^{said}$"):
        parse(f"{longest} ")
    for more, error in (("\n", None), ("\n\n", said)):
        first, second = verify(io.StringIO(longest + more + GOOD))
        assert (first.error and str(first.error)) == error
        assert (second.number, second.error) == (2, None)


def test_a_line_of_any_length_is_one_line() -> None:
    long = GOOD.replace("*F3", "{" + '[Ruleset "wiki"] ' * 300_000 + "} *F3")
    for source in (io.StringIO(long + BAD), io.BytesIO((long + BAD).encode())):
        first, second = verify(source)
        assert "longer than 1048576 characters" in str(first.error)
        assert str(second.error).startswith("game 2, line 8, ply 2")
    wide = GOOD.replace("*F3", "{" + "\u20ac" * 400_000 + "} *F3")
    (verdict,) = verify(io.BytesIO(wide.encode()))
    assert verdict.error is None


@pytest.mark.parametrize("too_many", [-1, 0, 1])
def test_a_long_line_takes_nothing_of_the_next(too_many: int) -> None:
    piece = 4 * MAX_RECORD + 2 + too_many
    for text in ("x" * (piece - 1) + "\n[next]\n", "x" * piece):
        lines = list(bounded_lines(io.StringIO(text).readline))
        assert lines[1:] == text.splitlines(keepends=True)[1:]


def test_a_line_too_long_is_not_read_whole() -> None:
    asked = []

    def readline(size: int) -> bytes:
        asked.append(size)
        return b"x" * size if len(asked) < 4 else b"y\n" if len(asked) == 4 else b""

    (line,) = bounded_lines(readline)
    assert line == b"x" * (4 * MAX_RECORD + 2)
    assert asked == [4 * MAX_RECORD + 2] * 5


def test_an_open_file_is_asked_for_lines_of_bounded_length() -> None:
    class Asked(io.BytesIO):
        def __next__(self) -> bytes:
            raise AssertionError("a line of any length")

    assert next(read(Asked(GOOD.encode()))).result == "*"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello" * 30, 'a record begins with a tag, [Name "value"], not with \'hello'),
        ("*C3 *", "a record begins with a tag"),
        (
            "1. *C3 *",
            'nothing says which game this is: add one of [Game "9tka"], [Game "Kropki"], '
            '[Game "9AM"] and [Game "Mills"], or a Ruleset, and for a list of moves of mills '
            'also [Variant "Nine Men\'s Morris"], [Site "PlayOK"] or [Event "Sanmill-Game"], or '
            "begin it with moves, such as 1. d6 f4",
        ),
        ("\x00\x01", "a record begins with a tag"),
        ("[{" + " " * 99, "JSON records follow one another, without [ ] around them or commas"),
    ],
)
def test_how_a_source_cannot_begin(line: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read([" \n", line], "x"))
    error = caught.value
    assert (error.file, error.number, error.line) == ("x", None, 2)
    assert error.sentence.startswith(said)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_text_in_a_wide_encoding_is_named(encoding: str) -> None:
    for record, end in product((GOOD, '{"a": 1}', "(;GM[40])"), ("", "\n", "\n" * 3)):
        with pytest.raises(RecordError) as caught:
            list(read(io.BytesIO((end + record + end).encode(encoding))))
        assert caught.value.sentence == "this is UTF-16 or UTF-32 text: save it as UTF-8"
        assert caught.value.kind is RecordErrorKind.ENCODING


@pytest.mark.parametrize(
    ("packed", "kind"),
    [
        (bz2.compress(GOOD.encode()), "bzip2"),
        (lzma.compress(GOOD.encode()), "xz"),
        (gzip.compress(gzip.compress(GOOD.encode())), "gzip"),
        (b"PK\x03\x04\x14\x00", "ZIP"),
        (b"\x28\xb5\x2f\xfd\x04\x58", "Zstandard"),
    ],
    ids=["bzip2", "xz", "gzip", "zip", "zstandard"],
)
def test_other_packed_files_are_named(packed: bytes, kind: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read([packed]))
    assert caught.value.sentence == f"this is a {kind} file: unpack it first"
    assert caught.value.kind is RecordErrorKind.SOURCE


def test_gzip_files_are_read_like_others(tmp_path: Path) -> None:
    path = tmp_path / "games.9tka.gz"
    long = GOOD.replace("*F3", "*F3 {" + Random(1).randbytes(50_000).hex() + "}")
    for text in (GOOD, GOOD.replace("\n", "\r\n"), parse(GOOD).to_json(), f"{long}\n{GOOD}"):
        packed = gzip.compress(text.encode())
        joined = gzip.compress(text[:50].encode()) + gzip.compress(text[50:].encode())
        expected = list(read(text.splitlines()))
        for data in (packed, joined, packed + bytes(512)):
            path.write_bytes(data)
            for source in (path, str(path), io.BytesIO(data), io.BytesIO(data).readlines(), [data]):
                assert list(read(source)) == expected
            with path.open("rb") as file:
                assert len(list(verify(file))) == len(expected)
        if len(expected) == 1:
            assert parse(path) == expected[0]


@pytest.mark.parametrize("cut", [1, 4, 9, 30, -1, -9])
def test_a_damaged_gzip_file_is_refused(cut: int) -> None:
    data = gzip.compress(GOOD.encode())
    flipped = bytes([*data[:-6], data[-6] ^ 1, *data[-5:]])
    for damaged in (data[:cut] if cut > 1 else data[:2], flipped, data[:12] + b"\xff" * 9):
        with pytest.raises(RecordError) as caught:
            list(read([damaged], "x.gz"))
        assert str(caught.value).startswith("x.gz: the gzip file is damaged: ")
        assert caught.value.kind is RecordErrorKind.SOURCE


BOMB = (
    "x.gz: the gzip file unpacks to more than 50 times its size: "
    "if you trust it, unpack it yourself"
)


@pytest.mark.parametrize("filling", [b"\n", b"x", b'[A "b"]\n\n', b"(;)", b"{}\n", GOOD.encode()])
def test_a_gzip_bomb_is_not_unpacked(filling: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_RECORD", 1 << 14)
    bomb = gzip.compress(b"\n" + GOOD.encode() + filling * (2**18 // len(filling)))
    with pytest.raises(RecordError) as caught:
        deque(verify(io.BytesIO(bomb), "x.gz"), maxlen=0)
    assert str(caught.value) == BOMB
    assert caught.value.kind is RecordErrorKind.SOURCE


def test_a_gzip_bomb_takes_little_memory() -> None:
    bomb = gzip.compress(f"{GOOD}{{".encode() + b"x" * 2**26)
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match="50 times its size"):
            deque(verify(io.BytesIO(bomb)), maxlen=0)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 20 * MAX_RECORD


SIZE = 5_000
START = '{"format": "ninetka-record/1", "game": "9tka", "start": {"Ruleset": "wiki"}, "moves": ['


def filled(piece: str) -> str:
    return piece * (SIZE // len(piece))


@pytest.mark.parametrize(
    "text",
    [
        *(f'[A "{filled(piece)}"]\n{GOOD}' for piece in ("x", "\\\\", '\\"', "\u20ac")),
        *(
            f'[{tag} "{filled(piece)}"]\n{GOOD}'
            for tag in ("Position", "Stones")
            for piece in ("1", "a ", "1:1 ", ":", "/")
        ),
        *(
            f"{HEAD}\n{filled(piece)}"
            for piece in (
                "1-", "-1", "1.", "1", "9.", "xy ", "xy\n", "\n", "*E5 ", "1. ", "{", "{}", "{ab} ",
                "{\n", "}", ";a\n", ";", "$1 ", "$1", "(", "[", '\\"', "\U0001f600y ",
            )
        ),
        f"{HEAD}\n1{filled('-1')}",
        f"{HEAD}{filled('[a]')}",
        HEAD + "".join(f'[t{number} ""]\n' for number in range(SIZE // 12)),
        *(
            f"{START}{filled(piece)}"
            for piece in ("[],", "{},", '{"":0},', "1.5,", '"ab",', '"\\n",', '"\\\\', "[[")
        ),
    ],
    ids=lambda text: repr(text[60:99]),
)  # fmt: skip
def test_what_reading_a_record_takes(text: str) -> None:
    """Memory a small multiple of its size; and time: a step that goes back would take minutes."""
    lines = io.BytesIO(text.encode())
    tracemalloc.start()
    try:
        assert len(list(verify(lines))) >= 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 80 * len(text) + 200_000
