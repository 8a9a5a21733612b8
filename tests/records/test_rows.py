"""Records as plain data, and as rows for data frames."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.games import ENTRIES, some_start

from ninetka import NESTORGAMES, WIKI, Game, NinetkaError, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.records import SEAT_TAGS, Record, Row, Variation, row_types, rows
from ninetka.records.rows import ORDINALS

GAME = Game.start(NESTORGAMES).play("E5 C9")
RECORD = Record(
    GAME, {"First": "Ann", "Event": "Club", "X": "1"}, {1: "a comment [%clk 0:05:00]"}, {2: [1]},
    variations={2: [Variation(Game.from_state(GAME.at(1).state, "I8"))]},
)  # fmt: skip


def test_a_record_as_plain_data() -> None:
    assert RECORD.to_dict() == {
        "game": "9tka", "ruleset": "nestorgames", "players": 2,
        "start": {"Ruleset": "nestorgames", "Players": "2"},
        "tags": {"First": "Ann", "Event": "Club", "X": "1"}, "names": ["Ann", ""], "plies": 2,
        "turns": 1, "moves": ["*E5", "*C9"], "comments": {"1": "a comment"}, "glyphs": {"2": [1]},
        "clocks": {"1": {"remaining": "0:05:00"}}, "variations": {"2": [{"moves": ["*I8"]}]},
        "position": GAME.state.to_text(), "ending": None, "result": "*", "outcome": None,
    }  # fmt: skip


@pytest.mark.parametrize("game", ENTRIES)
def test_plain_data_of_any_record_is_json_with_the_same_keys(game: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        record = Record(random_game(some_start(game, rng), rng, 60))
        told = record.to_dict()
        assert json.loads(json.dumps(told)) == told
        assert told.keys() == RECORD.to_dict().keys()
        assert told["outcome"] == record.game.state.to_dict()["outcome"]
        (row,) = rows([record])
        types = row_types()
        assert [*row] == [*next(rows([RECORD]))] == [*types]
        assert all(value is None or type(value) is types[name] for name, value in row.items())


def finished() -> list[Record[Any, Any]]:
    dots = Game.start(kropki.TERRITORY).play("aa bb")
    cards = random_game(morris.State.start(morris.NINE_AM, 3), Random(1))
    return [
        RECORD, Record(dots.resign(), {"First": "Ben", "Second": "Cleo"}), Record(dots.agree()),
        Record(Game.start(WIKI, 4)), Record(cards),
    ]  # fmt: skip


def test_rows_hold_what_records_say() -> None:
    unfinished, resigned, drawn, begun, cards = rows(finished(), ["Event"])
    assert unfinished == {
        "number": 1, "game": "9tka", "ruleset": "nestorgames", "players": 2, "plies": 2, "turns": 1,
        "ending": None, "result": "*", "winners": None,
        "first": "Ann", "second": None, "third": None, "fourth": None, "fifth": None,
        **{f"{seat}_{what}": None for what in ("score", "share") for seat in ORDINALS},
        "Event": "Club",
    }  # fmt: skip
    assert (resigned["winners"], resigned["ending"], resigned["result"]) == (
        "o", "x resigns", "o+R",
    )  # fmt: skip
    assert [*map(repr, (resigned["first_share"], resigned["second_share"]))] == ["0.0", "1.0"]
    assert (resigned["first"], resigned["second"], resigned["Event"]) == ("Ben", "Cleo", None)
    assert (drawn["winners"], drawn["first_share"], drawn["third_share"]) == ("", 0.5, None)
    assert (begun["turns"], begun["players"], begun["game"]) == (0, 4, "9tka")
    game = finished()[-1].game
    assert game.outcome is not None
    assert [cards[f"{seat}_score"] for seat in ORDINALS[:3]] == [*map(float, game.outcome.scores)]
    assert cards["fourth_score"] is None
    assert [row["number"] for row in rows(finished())] == [1, 2, 3, 4, 5]
    assert [row["turns"] for row in rows(finished())] == [
        (record.game.turns or (0,))[-1] for record in finished()
    ]
    (three,) = rows([Record(Game.start(NESTORGAMES).play("E5 C9 H8"))])
    assert (three["plies"], three["turns"]) == (3, 2)


def test_columns_are_called_as_the_tags_of_seats() -> None:
    assert tuple(map(str.title, ORDINALS)) == SEAT_TAGS


def test_a_tag_with_the_name_of_a_column() -> None:
    for makes in (partial(rows, []), row_types):
        with pytest.raises(NinetkaError, match=r"^rows have a column 'plies' already"):
            makes(["Event", "plies"])


# Data frames


TAGS = ["Event", "Date"]
TYPES = row_types(TAGS)


def library(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed")


def many() -> list[Row]:
    """Rows of which the first hundred have whole shares, and the last a half."""
    _, resigned, drawn, *_ = finished()
    return [*rows([*[resigned] * 120, drawn], TAGS)]


def tables(name: str) -> list[Any]:
    """Tables of a library with rows of different games, none and many, by the types of rows."""
    given = [many(), [*rows(finished(), TAGS)], [*rows(finished()[3:4], TAGS)], []]
    if name == "polars":
        return [library(name).DataFrame(each, schema=TYPES) for each in given]
    if name == "pandas":
        dtypes = {int: "int64", float: "float64", str: "string"}
        kinds = {column: dtypes[kind] for column, kind in TYPES.items()}
        return [library(name).DataFrame(each, columns=[*TYPES]).astype(kinds) for each in given]
    arrow = library("pyarrow")
    fields = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
    schema = arrow.schema([(column, fields[kind]) for column, kind in TYPES.items()])
    return [arrow.Table.from_pylist(each, schema) for each in given]


@pytest.mark.parametrize("name", ["polars", "pandas", "pyarrow"])
def test_data_frames_of_any_records_fit_together(name: str, tmp_path: Path) -> None:
    """As Parquet, and in DuckDB, whichever rows come first."""
    made = tables(name)
    for number, table in enumerate(made):
        path = tmp_path / f"{number}.parquet"
        if name == "pyarrow":
            library("pyarrow.parquet").write_table(table, path)
        else:
            library("pyarrow")
            (table.write_parquet if name == "polars" else table.to_parquet)(path)
    duckdb = library("duckdb")
    names = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}
    for number in range(len(made)):
        read = duckdb.sql(f"SELECT * FROM '{tmp_path}/{number}.parquet'")
        assert [*zip(read.columns, map(str, read.types), strict=True)] == [
            (column, names[kind]) for column, kind in TYPES.items()
        ]
    together = duckdb.sql(f"SELECT first_share, fourth FROM '{tmp_path}/*.parquet'")
    assert together.fetchall().count((0.5, None)) == 2
    assert duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/*.parquet'").fetchall() == [(127,)]


def test_data_frames_of_plain_rows_keep_halves() -> None:
    """Also where a library guesses types by the first rows."""
    for frame in (library("polars").DataFrame(many()), library("pandas").DataFrame(many())):
        assert [*frame["first_share"]][-1] == 0.5
