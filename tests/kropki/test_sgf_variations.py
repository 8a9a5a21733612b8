"""SGF with variations, glyphs and clock times: read as trees, and written so that it reads back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import Game, RecordError
from ninetka.kropki import STANDARD, TERRITORY, Place, Ruleset, State
from ninetka.kropki.rulesets import Passing
from ninetka.kropki.sgf.syntax import WrittenTree, read_tree, write_tree
from ninetka.records import MAX_VARIATION_DEPTH, Clock, Record, Variation, parse, verify
from ninetka.testing import strategies

HEAD = "(;GM[40]SZ[9]"
STOPPING = "(;GM[40]SZ[9]RU[MustSurr=1,Stop=1]"


def tree(line: Any) -> list[Any]:
    """The moves of a line, each with the variations that might have been played instead."""
    return [
        (text, *(tree(each) for each in line.variations.get(ply, ())))
        for ply, text in enumerate(line.game.move_texts, start=1)
    ]


# Reading


def test_a_dot_may_be_played_instead_of_a_stop() -> None:
    ruleset = attrs.evolve(STANDARD, columns=9, rows=9, passing=Passing.FOR_GOOD)
    begun = Game.start(ruleset).play("aa")
    instead = Variation(Game.from_state(begun.state, "bb"))
    record = Record(begun.play("pass cc"), variations={2: [instead]})
    assert parse(record.to_form("sgf")) == record


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (";B[aa](;W[bb])(;W[cc];B[dd])(;W[ee])",
         [("aa",), ("bb", [("cc",), ("dd",)], [("ee",)])]),
        ("(;B[aa](;W[bb];B[cc])(;W[dd]))(;B[ee](;W[ff])(;W[gg](;B[hh])(;B[ii])))",
         [("aa", [("ee",), ("ff", [("gg",), ("hh", [("ii",)])])]), ("bb", [("dd",)]), ("cc",)]),
        (";B[aa](;C[x](;W[bb])(;W[cc]))(;W[dd])", [("aa",), ("bb", [("dd",)], [("cc",)])]),
        ("(;B[aa];W[bb])(;B[cc])(;C[x];B[dd])", [("aa", [("cc",)], [("dd",)]), ("bb",)]),
        (";B[aa](;W[bb])(;(;W[cc])(;W[dd]))", [("aa",), ("bb", [("cc", [("dd",)])])]),
    ],
)  # fmt: skip
def test_variations_are_a_tree(text: str, found: list[Any]) -> None:
    record = parse(f"{HEAD}{text})")
    assert tree(record) == found
    for form in ("sgf", "9tka", "json"):
        assert parse(record.to_form(form)) == record


def test_what_is_written_on_moves() -> None:
    record = parse(
        f"{HEAD}NAG[10]C[so];B[aa]BL[60.25]TE[2]C[good];W[bb]WL[x]DO[]GB[3]NAG[7][200]"
        "(;B[cc]WL[5]N[n])(;C[or]BM[1];B[dd]BM[2]IT[]BL[1][2];W[ee]WL[0];B[ff]BL[999999999]))"
    )
    assert record.comments == {
        0: "so", 1: "good", 2: "WL[x] GB[3]", 3: "WL[5] N[n]"
    }  # fmt: skip
    assert record.glyphs == {0: (10,), 1: (3,), 2: (6, 7, 200)}
    assert record.clocks == {1: Clock(timedelta(seconds=60.25))}
    (other,) = record.variations[3]
    assert other.comments == {0: "or", 1: "BL[1][2]", 3: "BL[999999999]"}
    assert other.glyphs == {0: (2,), 1: (4, 5)}
    assert other.clocks == {2: Clock(timedelta())}
    assert parse(record.to_form("sgf")) == record


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        (";B[aa](;W[bb])(;W[cc];TB[]TW[])", "(agreement)"),
        (";B[aa](;W[bb])(;W[cc]C[x];B[resign])", "x (x resigns)"),
    ],
)
def test_the_ending_of_a_variation_is_a_comment(text: str, comment: str) -> None:
    record = parse(f"{HEAD}{text})")
    assert record.game.ending is None
    assert record.variations[2][0].comments == {1: comment}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (";B[aa](;W[bb])\n(;W[cc];B[aa])",
         "line 2, in a variation, ply 3, 'aa': aa is taken: a dot of x is there"),
        (";B[aa](;W[bb])\n(;B[cc])", "line 2: B moves twice in a row: players take turns (column"),
        (";B[aa](;W[bb])(;W[cc]NAG[256])", "NAG has numbers from 0 to 255, not '256'"),
        (f";B[aa](;W[bb]){'(;W[cc](;B[dd])' * 33}{')' * 33}", "variations stand more than 32 deep"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_variation(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(f"{HEAD}{text})")
    assert said in str(caught.value)


def test_a_variation_that_cannot_be_read_leaves_the_game() -> None:
    (verdict,) = verify([f"{HEAD};B[aa](;W[bb])(;B[cc])(;W[dd]))"])
    assert verdict.error is not None
    assert verdict.error.game is not None
    assert verdict.error.game.moves == (Place("aa"), Place("bb"))


# Writing


def line(game: Game[Any, Any], ply: int, moves: str, **written: Any) -> Variation[Any, Any]:
    return Variation(Game.from_state(game.states[ply - 1], moves), **written)


def test_how_it_is_written() -> None:
    game = Game.start(TERRITORY).play("aa bb cc")
    record = Record(
        game,
        {},
        {1: "a", 3: "TE[1]"},
        {0: [1], 1: [1, 14], 2: [2, 5], 3: [1, 3]},
        {1: Clock(timedelta(seconds=9.5), timedelta(seconds=1)), 2: Clock(timedelta(1))},
        {
            2: [line(game, 2, "dd ee", comments={0: "or"}), line(game, 2, "ff", glyphs={1: [7]})],
            3: [line(game, 3, "gg", clocks={1: Clock(elapsed=timedelta(seconds=2))})],
        },
    )
    text = record.to_form("sgf")
    assert text[text.index("NAG") :].replace("\n", "") == (
        "NAG[1];B[aa]C[[%emt 0:00:01\\] a]BL[9.5]NAG[1][14]"
        "(;W[bb]WL[86400]BM[1]IT[](;B[cc]C[TE[1\\]]NAG[1][3])"
        "(;B[gg]C[[%emt 0:00:02\\]]))(;C[or];W[dd];B[ee])(;W[ff]NAG[7]))"
    )
    assert parse(text) == record


@given(strategies.records(strategies.games(strategies.starts(strategies.rulesets(Ruleset)), 8)))
def test_records_read_back(record: Record[Any, Any]) -> None:
    start = record.game.initial_state
    assert isinstance(start, State)
    if not (start.regions or start.passes):
        assert parse(record.to_form("sgf")) == record


def test_a_deep_record_reads_back() -> None:
    game = Game.start(TERRITORY).play("aa")
    inner = line(game, 1, "bb")
    for _ in range(MAX_VARIATION_DEPTH - 1):
        inner = line(game, 1, "bb", variations={1: [inner]})
    record = Record(game, variations={1: [inner]})
    assert parse(record.to_form("sgf")) == record


def test_a_game_with_a_variation_at_every_move_reads_back() -> None:
    game = Game.start(TERRITORY).play([Place(point) for point in State.start(TERRITORY).free[:600]])
    others = {ply: [line(game, ply, "DD")] for ply in range(1, game.ply + 1)}
    record = Record(game, variations=others)
    text = record.to_form("sgf")
    assert parse(text) == record
    assert not [each for each in text.split("\n")[1:] if each.startswith("(")]


TREES = st.recursive(
    st.builds(WrittenTree, st.lists(st.just({"C": ["x"]}), min_size=1, max_size=3), st.just({})),
    lambda inner: st.builds(
        WrittenTree,
        st.lists(st.just({"C": ["x"]}), min_size=2, max_size=3),
        st.dictionaries(st.just(1), st.lists(inner, min_size=1, max_size=2)),
    ),
    max_leaves=9,
)


@given(TREES)
def test_trees_are_read_as_they_are_written(written: WrittenTree) -> None:
    def shape(tree: Any) -> Any:
        return len(tree.nodes), {at: [*map(shape, each)] for at, each in tree.variations.items()}

    assert shape(read_tree(write_tree(written.nodes, written.variations))) == shape(written)
