"""The syntax of SGF: texts as trees and back, and encodings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka.kropki.sgf.syntax import GameTree, Lines, SgfError, decoded, read_tree, write_tree

NAMES = st.text("ABWC", min_size=1, max_size=2)
NODES = st.lists(st.dictionaries(NAMES, st.lists(st.text(), min_size=1, max_size=3)), min_size=1)
TRICKY = st.text("();[]\\\n AbFG4M", max_size=60)
"""Texts that are nearly SGF."""


def texts(tree: GameTree) -> list[dict[str, list[str]]]:
    return [
        {name: [value.text for value in values] for name, values in node.properties.items()}
        for node in tree.nodes
    ]


def test_the_main_line_and_where_things_stand() -> None:
    text = "(;GM[40]\n  AB[aa] [bb]\n;B[po](;W\n[oo];B[on](;W[x]))(;W[pp]))"
    tree, lines = read_tree(text), Lines(text, 7, 3)
    assert texts(tree) == [
        {"GM": ["40"], "AB": ["aa", "bb"]}, {"B": ["po"]}, {"W": ["oo"]}, {"B": ["on"]},
        {"W": ["x"]},
    ]  # fmt: skip
    assert [lines.place(node.offset) for node in tree.nodes[:3]] == [(7, 4), (9, 1), (9, 8)]
    values = [value for node in tree.nodes[:3] for [value, *_] in node.properties.values()]
    assert [lines.place(value.offset) for value in values] == [(7, 5), (8, 3), (9, 2), (9, 9)]
    assert lines.place(tree.nodes[0].properties["AB"][1].offset) == (8, 10)
    assert tree.variation is not None
    assert lines.place(tree.variation) == (10, 19)


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
        ("a\tb\vc\f\\\td", "a\tb c \td"),
        ("( ; ) [ \u200b Пётр", "( ; ) [ \u200b Пётр"),
    ],
)
def test_what_a_value_stands_for(raw: str, text: str) -> None:
    value = read_tree(f"(;C[{raw}])").nodes[0].properties["C"][0]
    assert (value.raw, value.text) == (raw, text)
    assert value.simple_text == text.replace("\n", " ")


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
        assert 0 <= error.offset <= len(text)
    else:
        raws = [
            {name: [value.raw for value in values] for name, values in node.properties.items()}
            for node in tree.nodes
        ]
        assert raws == expected


def normal(text: str) -> str:
    return re.sub("[\v\f]", " ", re.sub("\r\n|\n\r|\r", "\n", text))


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


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("(;PB[Пётр])", "windows-1251"),
        ("(;PB[Jörg])", "latin1"),
        ("(;PB[金昞俊])", "gb18030"),
        ("(;PB[Пётр])", "UTF-8"),
    ],
)
def test_text_in_the_encoding_that_is_named(text: str, encoding: str) -> None:
    text = text.replace("PB", f"CA[ {encoding}\n]PB")
    assert decoded(text.encode(encoding).decode("utf-8", "surrogateescape")) == text


@pytest.mark.parametrize("encoding", ["", "UTF-8", "ISO-8859-1", "no such"])
def test_text_in_utf_8_is_taken_as_it_is(encoding: str) -> None:
    text = f"(;CA[{encoding}]PB[Zażółć])"
    assert decoded(text) is text


@pytest.mark.parametrize(
    "encoding",
    [
        *("no-such", "rot13", "unicode_escape", "utf-7", "utf-16", "idna"),
        *("undefined", "../codecs", "\0", "я", "x" * 10_000),
    ],
)
def test_encodings_that_cannot_be_read(encoding: str) -> None:
    with pytest.raises(SgfError, match=r"^the text is in .*, an encoding that cannot be read$"):
        decoded(f"(;CA[{encoding}]PB[\udc81\udcff])")
