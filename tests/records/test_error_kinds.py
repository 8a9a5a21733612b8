"""Kinds of RecordError: every place that raises one gives its kind, and each kind occurs."""

from __future__ import annotations

import ast
import io
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import ninetka
from ninetka import NESTORGAMES, Game, RecordError
from ninetka import RecordErrorKind as Kind
from ninetka.kropki import KROPKI
from ninetka.records import Record, parse, read, verify
from ninetka.tournament.match import checked

HEAD = '[Ruleset "nestorgames"]\n[Players "2"]\n'
MILLS = '[Game "Mills"]\n[Ruleset "mills"]\n[Players "2"]\n'
JSON = (
    '{"format": "ninetka-record/1", "game": "9tka", "start": {"Ruleset": "wiki", "Players": "2"}, '
    '"moves": ["*E5"], "result": "*"}'
)
SGF = "(;GM[40]SZ[5]RU[standard]AB[cb][bc][dc]AW[cc]PL[B];B[cd"
POSITION = '[Position "11/11 a 2 wiki"]\n\n*'

RECORDS: list[tuple[Kind, str | bytes]] = [
    (Kind.ENCODING, HEAD.encode() + b"\n{\xff} *"),
    (Kind.ENCODING, JSON.encode().replace(b"*E5", b"\xff")),
    (Kind.ENCODING, b"(;GM[40]SZ[5]PB[\xff])"),
    (Kind.ENCODING, b"(;GM[40]SZ[5]CA[klingon]PB[\xff])"),
    (Kind.ENCODING, b"(;GM[40]SZ[5]CA[ascii]PB[\xff])"),
    (Kind.SIZE, f"{HEAD}\n{{{'x' * 2**20}}} *"),
    (Kind.SIZE, f"{HEAD}\n*C3 {'(*D3 ' * 33}{')' * 33} *"),
    (Kind.SIZE, f"(;GM[40]SZ[5];B[aa](;W[bb]){'(;W[cc](;B[dd])' * 33}{')' * 34}"),
    (Kind.SYNTAX, "hello"), (Kind.SYNTAX, f"[{JSON}]"), (Kind.SYNTAX, f"{HEAD}\n{{ *"),
    (Kind.SYNTAX, f"{HEAD}\n(*E5) *"), (Kind.SYNTAX, HEAD), (Kind.SYNTAX, JSON[:-1]),
    (Kind.SYNTAX, JSON.replace("record/1", "record/2")),
    (Kind.SYNTAX, JSON.replace('"moves"', '"plies"')),
    (Kind.SYNTAX, JSON.replace('["*E5"]', '"*E5"')), (Kind.SYNTAX, "(;GM[40]SZ[5]"),
    (Kind.SYNTAX, "(;GM[40]SZ[5][6])"), (Kind.SYNTAX, "(;GM[40]SZ[5];SZ[6])"),
    (Kind.TAG, f"[Name]\n{HEAD}\n*"), (Kind.TAG, f'[A "a"]\n[A "a"]\n{HEAD}\n*'),
    (Kind.TAG, f'[A "\x07"]\n{HEAD}\n*'), (Kind.TAG, '[Players "2"]\n\n*'),
    (Kind.TAG, '[Ruleset "wiki"]\n\n*'),
    (Kind.TAG, f'{HEAD}[Position "11/11/11/11/11/11/11/11/11/11/11 a 3 nestorgames"]\n\n*'),
    (Kind.TAG, '[Game "Kropki"]\n[Ruleset "territory"]\n[Players "3"]\n\n*'),
    (Kind.TAG, JSON.replace('"start": {', '"start": {"Colour": "red", ')),
    (Kind.TAG, JSON.replace('"moves"', '"tags": {"Players": "2"}, "moves"')),
    (Kind.TAG, "(;GM[40]SZ[5]TAG[Position:x])"),
    (Kind.COMMENT, JSON.replace('"moves"', '"comments": {"one": "a"}, "moves"')),
    (Kind.COMMENT, JSON.replace('"moves"', '"comments": {"2": "a"}, "moves"')),
    (Kind.COMMENT, JSON.replace('"moves"', '"glyphs": {"1": [256]}, "moves"')),
    (Kind.COMMENT, JSON.replace('"moves"', '"variations": {"2": [{"moves": ["*E5"]}]}, "moves"')),
    (Kind.GAME, f'[Game "chess"]\n{HEAD}\n*'), (Kind.GAME, JSON.replace("9tka", "chess")),
    (Kind.GAME, MILLS.replace("Mills", "9AM") + "\n*"), (Kind.GAME, "(;SZ[5])"),
    (Kind.GAME, "(;GM[1]SZ[5])"), (Kind.RULESET, HEAD.replace("nestorgames", "club") + "\n*"),
    (Kind.RULESET, HEAD.replace('"2"', '"7"') + "\n*"),
    (Kind.RULESET, MILLS + '[Jumping "maybe"]\n\n*'), (Kind.RULESET, "(;GM[40])"),
    (Kind.RULESET, "(;GM[40]SZ[big])"), (Kind.RULESET, "(;GM[40]SZ[53])"),
    (Kind.RULESET, "(;GM[40]SZ[5]RU[2])"), (Kind.RULESET, "(;GM[40]SZ[5]KM[six])"),
    (Kind.RULESET, "(;GM[40]SZ[5]TAG[Ruleset:a b])"),
    (Kind.RULESET, "(;GM[40]SZ[5]TAG[Ruleset:a empty][Ruleset:b empty])"),
    (Kind.POSITION, POSITION), (Kind.POSITION, f'[Game "Kropki"]\n{POSITION}'),
    (Kind.POSITION, f'[Game "Mills"]\n{POSITION}'), (Kind.POSITION, "(;GM[40]SZ[5]PL[red])"),
    (Kind.POSITION, "(;GM[40]SZ[5]AB[11])"), (Kind.POSITION, "(;GM[40]SZ[5]AB[aa]AW[aa])"),
    (Kind.POSITION, "(;GM[40]SZ[5]AB[zz])"), (Kind.POSITION, "(;GM[40]SZ[5];B[aa];AW[bb])"),
    (Kind.MOVE_TEXT, f"{HEAD}\nhello *"), (Kind.MOVE_TEXT, f"{MILLS}\nhello *"),
    (Kind.MOVE_TEXT, JSON.replace("*E5", "hello")), (Kind.MOVE_TEXT, "(;GM[40]SZ[5];B[hello])"),
    (Kind.ILLEGAL_MOVE, f"{HEAD}\nA5 *"), (Kind.ILLEGAL_MOVE, f"{HEAD}\n*E5 (A5) *"),
    (Kind.ILLEGAL_MOVE, f"{MILLS}\n1 1 *"), (Kind.ILLEGAL_MOVE, "(;GM[40]SZ[5];B[zz])"),
    (Kind.ILLEGAL_MOVE, "(;GM[40]SZ[5];B[aa];B[bb])"), (Kind.CLAIM, f"{SGF}.aabbabaa])"),
    (Kind.CLAIM, f"{SGF}.zz])"),
    (Kind.CLAIM, "(;GM[40]SZ[5]RU[territory];B[aa];TB[.aabbabaa]TW[])"),
    (Kind.ENDING, '[Game "Kropki"]\n[Ruleset "territory"]\n[Ending "sulks"]\n\n*'),
    (Kind.ENDING, JSON.replace('"result"', '"ending": "a grounds", "result"')),
    (Kind.RESULT, f"{HEAD}\n1-0"), (Kind.RESULT, JSON.replace('"*"', '"1-0"')),
    (Kind.RESULT, "(;GM[40]SZ[5]RE[?W])"), (Kind.RESULT, "(;GM[40]SZ[5]RE[B+R];TB[]TW[])"),
    (Kind.MATCH, f'[MatchGame "1"]\n{HEAD}\n*'),
    (Kind.MATCH, f'[Match "m"]\n[MatchGame "2"]\n[First "A"]\n[Second "B"]\n{HEAD}\n*'),
]  # fmt: skip

CALLS: list[tuple[Kind, Callable[[], object]]] = [
    (Kind.SOURCE, lambda: list(read("missing"))),
    (Kind.SOURCE, lambda: list(read("two\nlines"))),
    (Kind.COUNT, lambda: parse("")),
    (Kind.COUNT, lambda: parse(f"{HEAD}\n*\n{HEAD}\n*")),
    (Kind.ENCODING, lambda: list(read(io.TextIOWrapper(io.BytesIO(b"\xff"), "ascii")))),
    (Kind.TAG, lambda: Record(Game.start(NESTORGAMES), {"a b": "c"})),
    (Kind.TAG, lambda: Record(Game.start(NESTORGAMES), {"Players": "2"})),
    (Kind.COMMENT, lambda: Record(Game.start(NESTORGAMES), {}, {0: "\ud800"})),
    (Kind.COMMENT, lambda: Record(Game.start(NESTORGAMES), {}, {1: "late"})),
    (Kind.SIZE, lambda: Record(Game.start(NESTORGAMES), {"A": "x" * 2**20}).to_text()),
    (Kind.GAME, lambda: parse(f'[Game "9tka"]\n{HEAD}\n*', KROPKI)),
]


def kind_of(text: str | bytes) -> Kind:
    """The kind of the one error in a source."""
    data = text if isinstance(text, bytes) else text.encode()
    try:
        (error,) = (verdict.error for verdict in checked(verify(io.BytesIO(data))))
    except RecordError as wrong:
        error = wrong
    assert error is not None
    return error.kind


def test_the_kind_of_what_is_wrong_with_a_record() -> None:
    for kind, text in RECORDS:
        assert (kind_of(text), text[:200]) == (kind, text[:200])


@pytest.mark.parametrize(("kind", "call"), CALLS)
def test_the_kind_of_what_a_call_refuses(kind: Kind, call: Callable[[], object]) -> None:
    with pytest.raises(RecordError) as caught:
        call()
    assert caught.value.kind is kind
    assert pickle.loads(pickle.dumps(caught.value)).kind is kind


def test_every_kind_occurs_and_is_documented() -> None:
    assert {kind for kind, _ in [*RECORDS, *CALLS]} == {*Kind}
    page = Path(__file__).parents[2].joinpath("docs", "formats.md").read_text("utf-8")
    table = page[page.index("### Kinds of errors") :]
    assert re.findall(r"(?m)^\| `([a-z ]+)` \|", table) == [kind.value for kind in Kind]


def test_every_place_gives_the_kind() -> None:
    package = Path(ninetka.__file__).parent
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "RecordError(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RecordError":
                stands_for_none = ast.unparse(node) == "RecordError('')"
                assert len(node.args) > 1 or stands_for_none, f"{path}, line {node.lineno}"
