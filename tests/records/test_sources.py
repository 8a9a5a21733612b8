"""Sources of records: paths, files and lines; how long a record may be and what it may cost."""

from __future__ import annotations

import builtins
import io
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from ninetka import NINE, RecordError, match
from ninetka.records import MAX_RECORD, parse, read, verify
from ninetka.records.sources import bounded_lines

HEAD = '[Ruleset "nestorgames"]\n[Players "2"]\n'
GOOD = f"{HEAD}\n*C3 *F3 *\n"
BAD = f"{HEAD}\n*C3 *D4 *\n"
READERS: list[Callable[..., Iterator[Any]]] = [read, verify, match.read, match.verify]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[IO[Any]]:
    """The files that have been opened."""
    files: list[IO[Any]] = []

    def noted(*args: Any, **options: Any) -> IO[Any]:
        files.append(real(*args, **options))
        return files[-1]

    real = builtins.open
    monkeypatch.setattr(builtins, "open", noted)
    return files


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_is_read(tmp_path: Path, kind: Callable[[Path], Any], opened: list[IO[Any]]) -> None:
    path = tmp_path / "games.9tka"
    path.write_text(GOOD + "\ufeff" + BAD + GOOD, "utf-8")
    opened.clear()
    good, bad, _ = verify(kind(path))
    assert (good.number, good.line, good.record) == (1, 1, parse(GOOD))
    assert str(bad.error).startswith(f"{path}, game 2, line 8, ply 2, '*D4': a neutral cannot go")
    assert [verdict.error is None for verdict in match.verify(kind(path))] == [True, False, True]
    for reading in (read, match.read):
        with pytest.raises(RecordError, match=r"^evening, game 2, line 8, ply 2"):
            list(reading(kind(path), "evening"))
    assert next(read(kind(path))).game == parse(GOOD).game
    assert [file.closed for file in opened] == [True] * 5


def test_one_record_of_a_path(tmp_path: Path, opened: list[IO[Any]]) -> None:
    path = tmp_path / "game.9tka"
    path.write_text(GOOD)
    assert parse(path, NINE) == parse(GOOD, NINE)
    for text, count in (("\n", 0), (GOOD * 3, 3)):
        path.write_text(text)
        with pytest.raises(RecordError) as caught:
            parse(path)
        assert str(caught.value) == f"{path}: one record is expected here, not {count}"
    path.write_text(BAD)
    with pytest.raises(RecordError) as caught:
        parse(path)
    assert str(caught.value).startswith(f"{path}, game 1, line 4, ply 2, '*D4': a neutral")
    assert all(file.closed for file in opened)


@pytest.mark.parametrize("reading", [*READERS, lambda path: [parse(Path(path))]])
def test_a_file_that_cannot_be_read(reading: Callable[..., Any], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.9tka")
    with pytest.raises(RecordError) as caught:
        list(reading(missing))
    assert str(caught.value) == f"{missing}: No such file or directory"
    assert caught.value.file == missing
    with pytest.raises(RecordError, match=r": Is a directory$|: Permission denied$"):
        list(reading(str(tmp_path)))
    with pytest.raises(RecordError, match="null"):
        list(reading("a\0b"))


def test_the_name_given_stands_for_the_path() -> None:
    with pytest.raises(RecordError, match=r"^this one: No such file or directory$"):
        list(read("missing.9tka", "this one"))
    with pytest.raises(RecordError, match=r"^'': No such file or directory$"):
        list(read(""))


@pytest.mark.parametrize("reading", READERS)
def test_a_text_is_not_a_path(reading: Callable[[str], Iterator[Any]]) -> None:
    with pytest.raises(RecordError) as caught:
        list(reading(GOOD))
    assert str(caught.value) == "a text of several lines is not a file's path: give it to parse"


@pytest.mark.parametrize("source", [5, None, b"bytes"])
def test_what_is_not_a_source(source: Any) -> None:
    for reading in (read, verify, lambda source: [parse(source)]):
        with pytest.raises(RecordError) as caught:
            list(reading(source))
        assert str(caught.value) == "a source is a file's path, an open file or its lines"
    with pytest.raises(RecordError, match=r"^x: a source is a file's path, an open file or its"):
        list(read(source, "x"))
    with pytest.raises(RecordError, match=r"^x: a line of a source is a text, not 5$"):
        list(read([5], "x"))  # type: ignore[arg-type]


@pytest.mark.parametrize("end", ["", "\n", "\r", "\r\n", "\r\r\n"])
def test_the_ends_of_lines_do_not_count(end: str) -> None:
    for line in (f"[Oops]{end}", f"[Oops]{end}".encode()):
        (verdict,) = verify([line])  # type: ignore[arg-type]
        assert verdict.error is not None
        assert verdict.error.text == "[Oops]"
        assert verdict.error.sentence == "a tag is written [Name \"value\"], not '[Oops]'"
    with pytest.raises(RecordError, match=r"not with 'X'$"):
        list(verify([f"X{end}"]))
    lines = [f"{line}{end}" for line in [*HEAD.splitlines(), "", "*C3 ; one", "*F3 {two", "} *"]]
    assert dict(parse_lines(lines).comments) == {1: "one", 2: "two"}
    longest = longest_record().splitlines()
    assert parse_lines([f"{line}{end}" for line in longest]).result == "*"


def parse_lines(lines: list[str]) -> Any:
    (record,) = read(lines)
    return record


def longest_record(more: int = 0) -> str:
    """A record of just the size that is read, or some characters more."""
    filled = f'[A "{{}}"]\n{GOOD}'
    return filled.format("x" * (MAX_RECORD - len(filled) + 2 + more)).rstrip() + " "


@pytest.mark.parametrize("newlines", ["", "\n"])
def test_the_longest_record(newlines: str) -> None:
    longest = longest_record(-len(newlines)) + newlines
    assert len(longest) == MAX_RECORD
    assert parse(longest).result == "*"
    said = "^game 1, line 1: the record is longer than 1048576 characters$"
    with pytest.raises(RecordError, match=said):
        parse(f"{longest} ")
    for more, error in (("\n", None), ("\n\n", said[1:-1])):
        first, second = verify(io.StringIO(longest + more + GOOD))
        assert (first.error and str(first.error)) == error
        assert (second.number, second.error) == (2, None)


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
        ("hello" * 30, 'a record begins with a tag, [Name "value"], not with '),
        (
            "[{" + " " * 99,
            "records in JSON follow one another without [ ] around them and , between",
        ),
    ],
)
def test_how_a_source_cannot_begin(line: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read([" \n", line], "x"))
    error = caught.value
    assert (error.file, error.number, error.line, error.text) == ("x", None, 2, line[:80])
    assert error.sentence.startswith(said)


SIZE = 60_000
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
                "1-", "-1", "1.", "1", "xy ", "xy\n", "\n", "*E5 ", "1. ", "{", "{a}", "{ab} ",
                "{\n", "}", ";a\n", ";", "$1 ", "$1", "(", "\U0001f600y ",
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
    lines = io.BytesIO(text.encode())
    tracemalloc.start()
    try:
        assert len(list(verify(lines))) >= 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 80 * len(text)
