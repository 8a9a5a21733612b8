"""Files of SGF cut into games."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kropki.test_sgf_syntax import NODES, TRICKY, texts
from ninetka.kropki.sgf.syntax import SgfError, read_tree, split_games, write_tree

LIMIT = 1 << 14


def games(text: str) -> list[tuple[int, int, str]]:
    return [(game.line, game.column, game.text) for game in split_games(lines(text), LIMIT)]


@given(
    st.lists(NODES, min_size=1, max_size=4),
    st.sampled_from(["", "\n", " \ufeff\r\n\x1a"]),
    st.integers(32, 40),
)
def test_a_file_is_cut_into_the_games_it_was_made_of(
    trees: list[list[dict[str, list[str]]]], between: str, size: int
) -> None:
    written = [write_tree(nodes).rstrip("\n") for nodes in trees]
    file = "\ufeff" + between.join(written) + between
    assert [text for _, _, text in games(file)] == written
    assert list(split_games(lines(file, size), LIMIT)) == list(split_games(lines(file), LIMIT))


@given(TRICKY, st.integers(32, 40))
def test_where_a_stream_is_cut_makes_no_difference(text: str, size: int) -> None:
    whole = list(split_games(lines(text), LIMIT))
    assert list(split_games(lines(text, size), LIMIT)) == whole
    rows = text.split("\n")
    assert len("".join(game.text for game in whole)) <= len(text)
    for game in whole:
        rest = "\n".join([rows[game.line - 1][game.column - 1 :], *rows[game.line :]])
        assert rest.startswith(game.text)


def lines(text: str, size: int = LIMIT) -> Iterator[str]:
    """The lines of a text, the long ones in pieces."""
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        for at in range(0, len(line), size):
            yield line[at : at + size]


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("", []),
        ("\ufeff \n\x1a", []),
        ("(;B[aa])(;B[bb])", [(1, 1, "(;B[aa])"), (1, 9, "(;B[bb])")]),
        ("(\n;B[)])", [(1, 1, "(\n;B[)])")]),
        # what is not a game is reported
        ("Subject: dots\n\n (;B[aa])", [(1, 1, "Subject: dots\n\n "), (3, 2, "(;B[aa])")]),
        ("no game at all)", [(1, 1, "no game at all)")]),
        ("(;B[a]);W[b]) \n;B[c])\n(;B[d])", [(1, 1, "(;B[a])"), (1, 8, ";W[b]) \n;B[c])\n"),
                                             (3, 1, "(;B[d])")]),
        ("(;B[a])\n -- (sic)", [(1, 1, "(;B[a])"), (2, 2, "-- "), (2, 5, "(sic)")]),
        (f"(;){'x' * 100}\n{'y' * 100}(;)", [(1, 1, "(;)"), (1, 4, "x" * 80), (2, 101, "(;)")]),
        # a game that is not closed, or has a value that is not, doesn't swallow the next
        ("(;B[a]\n(;FF[4];B[b])", [(1, 1, "(;B[a]\n"), (2, 1, "(;FF[4];B[b])")]),
        ("(;C[a\n\n( ; GM [40])", [(1, 1, "(;C[a\n\n"), (3, 1, "( ; GM [40])")]),
        ("(;C[a\\\n(;SZ[9])", [(1, 1, "(;C[a\\\n"), (2, 1, "(;SZ[9])")]),
        ("(;C[a", [(1, 1, "(;C[a")]),
        ("(;C[a]])(;)", [(1, 1, "(;C[a]])"), (1, 9, "(;)")]),
        # but a variation is not a game of its own
        ("(;B[a]\n(;W[b])\n(;W[c]))", [(1, 1, "(;B[a]\n(;W[b])\n(;W[c]))")]),
    ],
)  # fmt: skip
def test_a_file_is_cut(file: str, found: list[tuple[int, int, str]]) -> None:
    assert games(file) == found


def test_what_is_written_never_looks_like_the_beginning_of_a_game() -> None:
    text = write_tree([{"C": ["one\n(;FF[4]", "(;GM[40]"]}])
    assert games(text) == [(1, 1, text.rstrip("\n"))]
    assert texts(read_tree(text)) == [{"C": ["one\n(;FF[4]", "(;GM[40]"]}]


def test_a_game_that_is_too_long_is_passed_over() -> None:
    first, long, last = split_games(["(;C[", "x" * 3, "])(;C[", *["x" * 30] * 9, "])(;)"], 9)
    assert (first.text, first.size) == ("(;C[xxx])", 9)
    assert (long.column, long.text, long.size) == (10, "", 276)
    assert (last.column, last.text) == (286, "(;)")


def test_no_more_than_one_game_is_held() -> None:
    game = f"(;C[{'x' * 1000}])"
    stream = [*["(;C["], *["y" * LIMIT] * 40, "])", *[game] * 200]
    tracemalloc.start()
    count = sum(1 for _ in split_games(stream, LIMIT))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 201
    assert peak < 6 * LIMIT


@pytest.mark.parametrize(
    ("begin", "repeated", "end"),
    [
        ("", "(", ""),
        ("", "(;", ")"),
        ("(;C", "[", ""),
        ("(;C[", "\\", ""),
        ("(;C[", "\\]", ""),
        ("(;C[", "\n", "])"),
        ("(;C", "[]", ")"),
        ("(;", "A", ""),
        ("(;", "A[]", ")"),
        ("(", ";", ")"),
        ("(", " ", ""),
        ("", ")", ""),
        ("", "(;)", ""),
        ("(;B[aa]", "(;B[bb])", ")"),
    ],
)
@pytest.mark.parametrize("times", [1 << 11, pytest.param(1 << 14, marks=pytest.mark.long)])
def test_hostile_texts_take_time_in_proportion(
    begin: str, repeated: str, end: str, times: int
) -> None:
    """None is too deep for Python; in time that grows faster, the long ones would never end."""
    text = begin + repeated * times + end
    found = list(split_games(lines(text), LIMIT))
    assert list(split_games(lines(text, 1000), LIMIT)) == found
    try:
        assert read_tree(text).nodes
    except SgfError as error:
        assert len(str(error)) < 200


@pytest.mark.parametrize("rest", ["](])", "]])"])
def test_an_escape_may_be_cut_in_two(rest: str) -> None:
    begun, following = "(;C[" + "x" * 40 + "\\", "(;B[bb])"
    pieces = split_games([begun, rest + following], 1000)
    assert [game.text for game in pieces] == [begun + rest, following]
