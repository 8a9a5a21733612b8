"""SGF as text: reading it, cutting files into games, writing it, encodings."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import NinetkaError
from ninetka.kropki.sgf.splitting import split_games
from ninetka.kropki.sgf.syntax import SgfError, Tree, decoded, read_tree, write_tree

LIMIT = 1 << 20
NAMES = st.text("ABWC", min_size=1, max_size=2)
NODES = st.lists(st.dictionaries(NAMES, st.lists(st.text(), min_size=1, max_size=3)), min_size=1)
TRICKY = st.text("();[]\\\n AbFG4M", max_size=60)
"""Texts that are nearly SGF."""


def texts(tree: Tree) -> list[dict[str, list[str]]]:
    return [
        {name: [value.text for value in values] for name, values in node.properties.items()}
        for node in tree.nodes
    ]


def games(text: str) -> list[tuple[int, int, str]]:
    return [(game.line, game.column, game.text) for game in split_games([text], LIMIT)]


def test_the_main_line_and_where_things_stand() -> None:
    tree = read_tree("(;GM[40]\n  AB[aa] [bb]\n;B[po](;W\n[oo];B[on](;W[x]))(;W[pp]))", 7, 3)
    assert texts(tree) == [
        {"GM": ["40"], "AB": ["aa", "bb"]},
        {"B": ["po"]},
        {"W": ["oo"]},
        {"B": ["on"]},
        {"W": ["x"]},
    ]
    assert [tree.places.of(node.offset) for node in tree.nodes[:3]] == [(7, 4), (9, 1), (9, 8)]
    values = [value for node in tree.nodes[:3] for [value, *_] in node.properties.values()]
    assert [tree.places.of(value.offset) for value in values] == [(7, 5), (8, 3), (9, 2), (9, 9)]
    assert tree.places.of(tree.nodes[0].properties["AB"][1].offset) == (8, 10)
    assert tree.variation is not None
    assert tree.places.of(tree.variation) == (10, 19)


def test_a_line_in_brackets_of_its_own_is_no_variation() -> None:
    assert read_tree("(;GM[40](;B[aa](;W[bb])))").variation is None


def test_names_of_older_files_and_names_twice() -> None:
    tree = read_tree("(;GaMe[40]PlayerBlack[Ann]AddBlack[aa]AddBlack[bb];White[cc]L2[x])")
    assert texts(tree) == [
        {"GM": ["40"], "PB": ["Ann"], "AB": ["aa", "bb"]},
        {"W": ["cc"], "L2": ["x"]},
    ]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"nick\]dwu\:uko\\koniec", "nick]dwu:uko\\koniec"),
        ("soft\\\nbreak \\\r\nof\\\r any\\\n\r kind", "softbreak of any kind"),
        ("hard\nbreak\r\nof\rany\n\rkind", "hard\nbreak\nof\nany\nkind"),
        ("a\tb\vc\f\\\td", "a b c  d"),
        ("( ; ) [ \u200b Пётр", "( ; ) [ \u200b Пётр"),
    ],
)
def test_what_a_value_stands_for(raw: str, text: str) -> None:
    value = read_tree(f"(;C[{raw}])").nodes[0].properties["C"][0]
    assert (value.raw, value.text) == (raw, text)
    assert value.simple_text == text.replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1, column 1: here is no game"),
        (" \n", "line 1, column 1: here is no game"),
        ("GM[40]", "line 1, column 1: a game begins with (;, not with 'GM[40]'"),
        ("()", "line 1, column 2: a ( is followed by ;, not by ')'"),
        ("(\n(;))", "line 2, column 1: a ( is followed by ;, not by '(;))'"),
        ("(GM[40];)", "line 1, column 2: a ( is followed by ;, not by 'GM[40];)'"),
        ("(;B[aa]\n ;W[bb\n\n", "line 2, column 3: the value of 'W' is not closed with ]"),
        ("(;C[no end\\])", "line 1, column 3: the value of 'C' is not closed with ]"),
        ("(;AB[aa]\n[b)", "line 2, column 1: the value that begins here is not closed with ]"),
        ("(;B[aa] ;W )", "line 1, column 10: the property 'W' has no value in [ ]"),
        ("(;BW;W[aa])", "line 1, column 3: the property 'BW' has no value in [ ]"),
        ("(;[aa])", "line 1, column 3: a value in [ ] has no property's name before it"),
        ("(;[a", "line 1, column 3: a value in [ ] has no property's name before it"),
        ("(;C[a]b])", "line 1, column 7: the property 'b' has no value in [ ]"),
        (
            "(;C[a]])",
            r"line 1, column 7: a ] stands outside of a value; in a value it is written \]",
        ),
        (
            "(;C[a].;)",
            "line 1, column 7: '.;)' is neither a property nor the beginning of a node or a "
            "variation",
        ),
        (
            "(;black[aa])",
            "line 1, column 3: a property's name is in capital letters, not 'black'",
        ),
        (
            "(;B[aa](;W[bb]);B[cc])",
            "line 1, column 16: a variation in ( ) cannot be followed by ';B[cc])'",
        ),
        ("(;)(;)", "line 1, column 4: the game is over, but '(;)' follows"),
        ("(;B[aa])\n;W[bb])", "line 2, column 1: the game is over, but ';W[bb])' follows"),
        ("(;B[aa](;W[bb])\n", "line 1, column 16: the game is not closed with )"),
        ("(;B[aa](;W[bb])(;W[c))", "line 1, column 18: the value of 'W' is not closed with ]"),
        (f"(;{'A' * 60})", f"line 1, column 3: the property '{'A' * 40}'… has no value in [ ]"),
    ],
)
def test_what_is_damaged(text: str, error: str) -> None:
    with pytest.raises(SgfError) as caught:
        read_tree(text)
    assert str(caught.value) == error


def test_columns_are_those_of_the_file_on_the_first_line_only() -> None:
    for text, place in (("(;B[aa)", (5, 12)), ("(;\nB[aa)", (6, 1))):
        with pytest.raises(SgfError) as caught:
            read_tree(text, 5, 10)
        assert (caught.value.line, caught.value.column) == place


def naive(text: str) -> list[dict[str, list[str]]] | None:
    """The main line of a game by the grammar, a character at a time; None if it is damaged."""
    at, depth, nodes = 0, 0, list[dict[str, list[str]]]()
    kept = True

    def blank() -> None:
        nonlocal at
        while at < len(text) and text[at].isspace():
            at += 1

    def sign(wanted: str) -> bool:
        nonlocal at
        blank()
        at += (found := text[at : at + 1] == wanted)
        return found

    def value() -> str | None:
        nonlocal at
        raw = ""
        while at < len(text) and text[at] != "]":
            taken = text[at : at + 2] if text[at] == "\\" else text[at]
            raw, at = raw + taken, at + len(taken)
        return raw if sign("]") and not re.search(r"(?<!\\)(\\\\)*\\$", raw) else None

    def node() -> bool:
        nonlocal at
        properties: dict[str, list[str]] = {}
        while True:
            blank()
            if not text[at : at + 1].isalpha():
                break
            name = ""
            while text[at : at + 1].isalnum():
                name, at = name + text[at], at + 1
            name = "".join(letter for letter in name if not letter.islower())
            if not sign("[") or (kept and not name):
                return False
            while True:
                if (raw := value()) is None:
                    return False
                properties.setdefault(name, []).append(raw)
                if not sign("["):
                    break
        if kept:
            nodes.append(properties)
        return True

    while True:
        if not (sign("(") and sign(";") and node()):
            return None
        depth += 1
        while sign(";"):
            if not node():
                return None
        while sign(")"):
            depth, kept = depth - 1, False
            if not depth:
                blank()
                return nodes if at == len(text) else None


@given(TRICKY | TRICKY.map(lambda text: f"(;{text})"))
def test_exactly_what_the_grammar_allows_is_read(text: str) -> None:
    expected = naive(text)
    try:
        tree = read_tree(text)
    except SgfError as error:
        assert expected is None
        assert 1 <= error.line <= text.count("\n") + 1
        assert 1 <= error.column <= len(text.split("\n")[error.line - 1]) + 1
    else:
        raws = [
            {name: [value.raw for value in values] for name, values in node.properties.items()}
            for node in tree.nodes
        ]
        assert raws == expected


def normal(text: str) -> str:
    return re.sub("[\t\v\f]", " ", re.sub("\r\n|\n\r|\r", "\n", text))


@given(NODES)
def test_what_is_written_is_read_back(nodes: list[dict[str, list[str]]]) -> None:
    tree = read_tree(write_tree(nodes))
    assert texts(tree) == [
        {name: [normal(text) for text in values] for name, values in node.items()} for node in nodes
    ]
    assert tree.variation is None


def test_lines_end_between_nodes() -> None:
    nodes = [{"GM": ["40"], "SZ": ["30"], "PB": ["P" * 50]}] + [{"B": ["po"]}, {"W": ["oo"]}] * 20
    first, *lines = write_tree(nodes).splitlines()
    assert first == f"(;GM[40]SZ[30]PB[{'P' * 50}];B[po];W[oo]"
    assert lines[0] == ";B[po];W[oo]" * 6 + ";B[po]"
    assert lines[-1].endswith(";W[oo])")
    assert max(map(len, lines)) <= 80


def test_no_line_of_several_nodes_is_longer_than_80_characters() -> None:
    longest = {
        max(map(len, write_tree([{"C": ["x" * more]}, *[{"B": ["po"]}] * 30]).splitlines()))
        for more in range(20)
    }
    assert max(longest) == 80
    assert write_tree([{"C": ["x" * 90]}]) == f"(;C[{'x' * 90}])\n"


@given(
    st.lists(NODES, min_size=1, max_size=4),
    st.sampled_from(["", "\n", " \ufeff\r\n\x1a"]),
    st.lists(st.integers(1, 40), min_size=1),
)
def test_a_file_is_cut_into_the_games_it_was_made_of(
    trees: list[list[dict[str, list[str]]]], between: str, sizes: list[int]
) -> None:
    written = [write_tree(nodes).rstrip("\n") for nodes in trees]
    file = "\ufeff" + between.join(written) + between
    assert [text for _, _, text in games(file)] == written
    assert list(split_games(cut(file, sizes), LIMIT)) == list(split_games([file], LIMIT))


@given(TRICKY, st.lists(st.integers(1, 40), min_size=1))
def test_where_a_stream_is_cut_makes_no_difference(text: str, sizes: list[int]) -> None:
    whole = list(split_games([text], LIMIT))
    assert list(split_games(cut(text, sizes), LIMIT)) == whole
    lines = text.split("\n")
    assert len("".join(game.text for game in whole)) <= len(text)
    for game in whole:
        rest = "\n".join([lines[game.line - 1][game.column - 1 :], *lines[game.line :]])
        assert rest.startswith(game.text)


def cut(text: str, sizes: list[int]) -> Iterator[str]:
    at = 0
    while at < len(text):
        for size in sizes:
            yield text[at : at + size]
            at += size


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("", []),
        ("\ufeff \n\x1a", []),
        ("(;B[aa])(;B[bb])", [(1, 1, "(;B[aa])"), (1, 9, "(;B[bb])")]),
        ("(\n;B[)])", [(1, 1, "(\n;B[)])")]),
        # what is no game is told
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
        # but a variation is none
        ("(;B[a]\n(;W[b])\n(;W[c]))", [(1, 1, "(;B[a]\n(;W[b])\n(;W[c]))")]),
    ],
)  # fmt: skip
def test_a_file_is_cut(file: str, found: list[tuple[int, int, str]]) -> None:
    assert games(file) == found


def test_what_is_written_never_looks_like_the_beginning_of_a_game() -> None:
    text = write_tree([{"C": ["one\n(;FF[4]", "(;GM[40]"]}])
    assert games(text) == [(1, 1, text.rstrip("\n"))]
    assert texts(read_tree(text)) == [{"C": ["one\n(;FF[4]", "(;GM[40]"]}]


def test_lines_are_counted_from_the_number_given() -> None:
    assert [game.line for game in split_games(["(;)\n\n(;)"], LIMIT, 7)] == [7, 9]


def test_a_game_that_is_too_long_is_passed_over() -> None:
    first, long, last = split_games(["(;C[", "x" * 3, "])(;C[", *["x" * 30] * 9, "])(;)"], 9)
    assert (first.text, first.size) == ("(;C[xxx])", 9)
    assert (long.column, long.text, long.size) == (10, "", 276)
    assert (last.column, last.text) == (286, "(;)")


def test_no_more_than_one_game_is_held() -> None:
    game = f"(;C[{'x' * 1000}])"
    stream = [*["(;C["], *["y" * LIMIT] * 40, "])", *[game] * 10_000]
    tracemalloc.start()
    count = sum(1 for _ in split_games(stream, LIMIT))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 10_001
    assert peak < 6 * LIMIT


@pytest.mark.parametrize(
    "text",
    [
        "(" * LIMIT,
        "(;" * 100_000,
        "(;" * 100_000 + ")" * 100_000,
        "(;C[" * 100_000,
        "(;C" + "[" * LIMIT,
        "(;C[" + "\\" * LIMIT,
        "(;C[" + "\\]" * (LIMIT // 2),
        "(;C[" + "x" * LIMIT,
        "(;C[" + "\n" * 200_000 + "])",
        "(;C" + "[]" * 100_000 + ")",
        "(;" + "A" * LIMIT,
        "(;" + "A[]" * 100_000 + ")",
        "(" + ";" * 200_000 + ")",
        "(" + " " * LIMIT,
        "( " * (LIMIT // 2),
        ")" * LIMIT,
        "(;)" * 50_000,
        "(;B[aa]" + "(;B[bb])" * 50_000 + ")",
    ],
    ids=lambda text: f"{text[:6]!r}-{text[-3:]!r}",
)
def test_hostile_texts_take_time_in_proportion(text: str) -> None:
    found = list(split_games([text], LIMIT))
    assert list(split_games(cut(text, [10_000]), LIMIT)) == found
    try:
        assert read_tree(text).nodes
    except SgfError as error:
        assert len(str(error)) < 200


def escaped(text: str, encoding: str) -> str:
    return text.encode(encoding).decode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("(;PB[Пётр])", "windows-1251"),
        ("(;PB[Пётр])", "KOI8-R"),
        ("(;PB[Zażółć])", "ISO-8859-2"),
        ("(;PB[Jörg])", "latin1"),
        ("(;PB[金昞俊])", "gb18030"),
        ("(;PB[Пётр])", "UTF-8"),
    ],
)
def test_text_in_the_encoding_that_is_named(text: str, encoding: str) -> None:
    assert decoded(escaped(text, encoding), encoding) == text


@pytest.mark.parametrize("encoding", ["", "UTF-8", "ISO-8859-1", "no such"])
def test_text_in_utf_8_is_taken_as_it_is(encoding: str) -> None:
    assert decoded("(;PB[Zażółć])", encoding) == "(;PB[Zażółć])"


@pytest.mark.parametrize(
    ("encoding", "error"),
    [
        ("", "the text is not UTF-8, and CA names no other encoding"),
        ("utf8", "the text is not UTF-8, and CA names no other encoding"),
        ("UTF-8", "the text is not UTF-8, and CA names no other encoding"),
        ("cp1252", "the text is not in 'cp1252', which CA names"),
        ("ascii", "the text is not in 'ascii', which CA names"),
        *(
            (name, f"the text is in {name!r}, an encoding that cannot be read")
            for name in (
                *("no-such", "rot13", "unicode_escape", "utf-7", "utf-16", "punycode", "idna"),
                *("undefined", "raw_unicode_escape", "hz", "hex", "../codecs", "\0", "я", "a b"),
            )
        ),
    ],
)
def test_text_that_cannot_be_decoded(encoding: str, error: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        decoded("(;PB[\udc81\udcff])", encoding)
    assert str(caught.value) == error


@pytest.mark.parametrize("rest", ["](])", "]])"])
def test_an_escape_may_be_cut_in_two(rest: str) -> None:
    begun, following = "(;C[" + "x" * 40 + "\\", "(;B[bb])"
    pieces = split_games([begun, rest + following], 1000)
    assert [game.text for game in pieces] == [begun + rest, following]
