"""Texts that might be slow to read, each of any length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, product
from string import ascii_letters
from typing import TypeAlias

from ninetka import NinetkaError, State, kropki, morris
from ninetka.records import verify

Shape: TypeAlias = Callable[[int], str]
"""Makes a text of about a given number of characters."""

NINE = '[Ruleset "nestorgames"]\n[Players "2"]\n'
MILLS = '[Game "Mills"]\n[Ruleset "mills"]\n[Players "2"]\n'
LIST = '[Site "PlayOK"]\n'
KROPKI = '[Game "Kropki"]\n[Ruleset "{}"]\n'
JSON = '{"format": "ninetka-record/1", "game": "9tka", "start": {"Ruleset": "wiki"}, '
SGF = "(;GM[40]SZ[52]"
POINTS = [column + row for column, row in product(ascii_letters, repeat=2)]


def shape(piece: str, head: str = "", end: str = "") -> Shape:
    """The same piece again and again."""
    return lambda size: head + piece * (size // len(piece)) + end


def numbered(piece: str, head: str = "", end: str = "") -> Shape:
    """Pieces that are all different: each has another number."""
    length = len(piece) + 3
    return lambda size: head + "".join(map(piece.format, range(size // length))) + end


def records() -> Iterator[tuple[str, Shape]]:
    """Sources of records in all forms."""
    for piece in (
        "[", "(", "{", "x", "\n", '[A "b"]\n', '[A "b"]\n\n', '[A "b"]\n\n*\n', "\u20ac", "{}\n",
        '{"a": 1}\n', "(;)", "(;GM[40])\n", "(;GM[40]SZ[5])", ")(", "(;;",
        '[A "b"] ', "{a}", ";a\n", "%a\n", "[A\n", "1. d6 f4\n", "1 d6 f4\n", "1. d6 {\n",
        "1. d6 (\n", "GoldToken\n", '{[A "b"]\n', "1",
    ):  # fmt: skip
        yield f"source {piece}", shape(piece)
        yield f"after a game {piece}", shape(piece, f"{NINE}\n*\n")
        yield f"after a list {piece}", shape(piece, f"{LIST}\n1. d6\n")
        yield f"in a page {piece}", shape(piece, "GoldToken\n", "1\td6")
    for piece in ("AB[zz]", "W[aa]", "RE[0]", "TB[]", "RU[]", "C[a]", "TAG[Ruleset:a empty]"):
        yield f"small games {piece}", shape(f"{SGF}{piece})")
    heads = {
        "9tka": NINE,
        "mills": MILLS,
        "list": LIST,
        **{name: KROPKI.format(name) for name in kropki.PUBLISHED},
    }
    for (name, head), piece in product(heads.items(), (
        "1-", "-1", "1.", "9.", "xy ", "*E5 ", "{", "{}", "{a}\n", "}", ";a\n", "$1 ", "$1", "(",
        ")", "! ", "(*E5", "(*E5 *C9)", "{[%clk ", "[%clk [%emt 0:00:01] 0:00:01]",
        "[", "aa ", "aa.", "bccddc", "\u2013", '\n[A "', "1. ", "{\n", "x1 ",
        "x1", "a7xd1", "a7d7", "a7 - ", "a7 x ", "7-", "1 ", "1)", "1...", "1 .", "\u2026",
        "Place to ", "a7, take ", ", ", "/x", "\n%", "\n1. d6 f4 d2", "(1. d6 ", "1... d6 ", "1/2 ",
    )):  # fmt: skip
        yield f"moves of {name} {piece}", shape(piece, f"{head}\n", " *")
    for tag, piece in product(
        ("Position", "Stones", "Boards", "Ruleset", "Columns", "Match", "Result", "First"),
        ("1", "a ", "1:1 ", "2:rings ", ":", "/", "1-2,", "x", "o1", '\\"', "\\\\", "-", "."),
    ):
        for head in ("", '[Game "Kropki"]\n', '[Game "Mills"]\n'):
            yield f"{head}{tag} {piece}", shape(piece, f'{head}[{tag} "', '"]\n\n*')
    for name, move, other in (
        ("9tka", "*E5", "*E4"),
        ("mills", "a7", "d7"),
        ("list", "1. a7", "1. d7"),
        ("standard", "aa", "ab"),
    ):
        for piece in (f"({other})", f"({other} {{a}} ({move}!))", f"({other} {move})"):
            yield f"variations of {name} {piece}", shape(piece, f"{heads[name]}\n{move} ", " *")
    for end in ("", "}", "{", "} *"):
        yield f"tags in a comment {end}", shape('[A "b"]\nx\n', f"{NINE}\n{{", end)
    yield "comments of a tag", shape('{\n[A "b"]\n', f"{NINE}\n")
    yield "closed comments of a tag", shape('{\n[A "b"]\n}\n', f"{NINE}\n")
    yield "tags", numbered('[A{} ""]\n', "", f"{NINE}\n*")
    yield "keys", numbered('"a{}": "",', JSON + '"tags": {', '"b": ""}}')
    yield "starts", numbered('"a{}": "",', JSON[:-1] + '"start": {', '"b": ""}}')
    yield "plies", numbered('"{}": "a",', JSON + '"comments": {', '"x": ""}}')
    end = '"1": []}, "moves": ["*E5"], "result": "*"}'
    yield "json glyphs", numbered('"1{}": [1],', JSON + '"glyphs": {', end)
    yield (
        "json variations",
        numbered('"1{}": [{{"moves": ["*E4"]}}],', JSON + '"variations": {', end),
    )
    for piece in ("[", "[],", "{},", '{"a":', "1,", "1.5,", "9", '"*E5",', '"\\u0041",', '"\\\\'):
        yield f"json {piece}", shape(piece, JSON + '"moves": [')
    yield from sgf()


def sgf() -> Iterator[tuple[str, Shape]]:
    """Single games of SGF."""
    properties = ["TAG[Ruleset:a empty]", "TAG[a:b]", "AB[aa]", "AW[zz]", "AE[aa]", "PL[B]", "C[a]"]
    properties += [
        "TB[]", "KM[0]", "RU[=,]", "SZ[5]", "CA[a]", "RE[0]", "B[aa]", "XX[a]", "PlayerB[a]",
    ]  # fmt: skip
    for each in properties:
        name, value = each[: each.index("[")], each[each.index("[") :]
        yield f"sgf {each}", shape(each, SGF, ")")
        yield f"sgf values {each}", shape(value, f"{SGF}{name}", ")")
        yield f"sgf nodes {each}", shape(f";{each}", SGF, ")")
    for each in ("TAG[Ruleset:a{} empty]", "TAG[a{}:b]", "X{}[a]", "C[{}]", "TAG[{}]", "K{}[a][b]"):
        yield f"sgf {each}", numbered(each, SGF, ")")
        yield f"sgf nodes {each}", numbered(f";{each}", SGF, ")")
    for each in ("TAG[Ruleset:a empty]", "TAG[Ruleset:a{} empty]", "PL[B]", "XX[a]"):
        yield f"sgf dots {each}", numbered(each, f"{SGF}AB[{']['.join(POINTS)}]", ")")
    for name, piece in product(
        ("C", "PB", "RU", "TAG", "RE", "TB", "CA", "B", "AB", "GM"),
        ("\\", "\\\n", "\n", "\t", "(", "[", "\\]", ":", ",", "=", ".", "bccddccb", ".bccddccbbc"),
    ):
        yield f"sgf {name}[{piece}", shape(piece, f"{SGF}{name}[", "x])")
    for piece in ("(;", "(;)", "()", ";", "(;B[aa])", "(;W[aa]", "\n(;GM[", ")", "a", "["):
        yield f"sgf tree {piece}", shape(piece, SGF, ")")
    for rules, claim in product(("RU[standard]", ""), ("", ".aabbabaa", ".bccddccbbc")):
        yield f"sgf moves {rules} {claim}", sgf_moves(rules, claim)


def sgf_moves(rules: str, claim: str) -> Shape:
    """Dots of both players on one point after another."""
    moves = [f";{seat}[{point}{claim}]" for seat, point in zip(cycle("BW"), POINTS, strict=False)]
    return lambda size: f"{SGF}{rules}{''.join(moves[: size // len(moves[0])])})"


POSITIONS = (
    "1", "1/", "/", "x", "xo", "n", "abc", "a ", " ", "x:bccddccbbc,", "-", ".", "0/", "\u0661",
)  # fmt: skip
KROPKI_ALL = "/".join(["x" * 52] * 52)


def texts() -> Iterator[tuple[str, Shape, Callable[[str], object]]]:
    """Positions and moves of each game, with what reads them."""
    starts = State.start(), kropki.State.start(), kropki.State.start(kropki.TERRITORY)
    for start in (*starts, morris.State.start(), morris.State.start(morris.NINE_AM, 5)):
        position = start.to_text()
        for piece, at in product(
            POSITIONS, (0, len(position), *(m.start() for m in re.finditer(" ", position)))
        ):
            made = shape(piece, position[:at], position[at:])
            yield f"position {at} {piece} {position[-20:]}", made, type(start).from_text
        for piece in (
            "a",
            "1",
            "aa",
            "-",
            "aa.",
            "bccddccb",
            "x",
            " ",
            "\u2013",
            "*",
            "aa stop ",
            "1x",
        ):
            yield f"move {piece} {position[-20:]}", shape(piece), start.parse_move
    regions = shape("x:aaabbbbaaa,", f"{KROPKI_ALL} x territory ", "x:aaabbbbaaa")
    yield "regions", regions, kropki.State.from_text


def read(text: str) -> None:
    """Read a source of records as `ninetka check` does."""
    with suppress(NinetkaError):
        for _ in verify(text.split("\n")):
            pass


SHAPES: list[tuple[str, Shape, Callable[[str], object]]] = [
    *((name, made, read) for name, made in records()), *texts()
]  # fmt: skip
