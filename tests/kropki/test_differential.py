"""The library against the naive rules, ply by ply through random games."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import settings

from kropki.compare import (
    RULES,
    both_judge,
    chain_of,
    declare_side_by_side,
    play_side_by_side,
    state_of,
)
from kropki.naive import Naive, Options, canonical
from kropki.naive_text import read_chain, read_position
from kropki.turns import all_chains
from ninetka.kropki import DeclaredState, IllegalMoveError, Place

GAMES = settings().max_examples
SMALL = [(1, 1), (1, 5), (2, 2), (3, 3), (3, 4), (4, 3), (5, 5), (7, 6)]


@pytest.mark.parametrize("automatic", [False, True], ids=["territory", "standard"])
@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_small_boards(size: tuple[int, int], automatic: bool) -> None:
    for number in range(max(2, GAMES // 10)):
        play_side_by_side(Random(f"{size} {automatic} {number}"), automatic, size)


@pytest.mark.parametrize("automatic", [False, True], ids=["territory", "standard"])
@pytest.mark.parametrize("size", [(20, 20), (39, 32), (52, 3)], ids=["20x20", "39x32", "52x3"])
def test_large_boards(size: tuple[int, int], automatic: bool) -> None:
    play_side_by_side(Random(f"{size} {automatic}"), automatic, size, most=GAMES // 5)


@pytest.mark.parametrize("size", [(2, 2), (3, 4), (5, 5), (7, 3)], ids=lambda n: f"{n[0]}x{n[1]}")
@pytest.mark.parametrize(
    ("automatic", "options"),
    [
        (True, Options(Fraction(1, 2))),
        (False, Options(-2, empty_areas=True)),
        (True, Options(empty_areas=True)),
        (True, Options(border=True)),
        (True, Options(Fraction(13, 2), empty_areas=True, border=True)),
    ],
    ids=["k19-k20", "k21-territory", "k21", "k22", "k21-k22"],
)
def test_options_of_rulesets(size: tuple[int, int], automatic: bool, options: Options) -> None:
    for number in range(max(2, GAMES // 20)):
        play_side_by_side(Random(f"{size} {options} {number}"), automatic, size, 30, options)


def test_chains_where_there_are_many() -> None:
    for number in range(2 * GAMES):
        declare_side_by_side(Random(f"chains {number}"), attempts=20)


def test_every_small_ring_however_it_is_written() -> None:
    points = Naive(4, 4, automatic=False).points
    for chain in all_chains(points - {(0, 0), (3, 0), (0, 3), (3, 2), (3, 3)}):
        written = chain_of(canonical(chain))
        assert Place("aa", [chain_of(chain)]).chains == (written,)
        start = len(chain) // 2
        assert Place("aa", [chain_of(chain[start:] + chain[:start])]).chains == (written,)


@pytest.mark.parametrize(
    ("position", "chain", "rule"),
    [
        # A gap of one row, of one column.
        ("2x2/1xox1/1x1x1/2x2/5 x territory -", "cabbcddcdbca", "K3"),
        ("5/2xx1/1xo1x/2xx1/5 x territory -", "bccdddeccbbc", "K3"),
        # Two dots of a region are neighbours, but its chain takes another way from one to the
        # other. The step between them is within the region; or it is not, at the edge as well.
        ("ooooo/o1xo1/ooooo/1oxoo/ooooo/ooooo o territory o:bdcedfdeeddddcccbd",
         "baabacbcbdbecededdccdcdbcaba", "K7"),
        ("xxxxx/xoxxx/xxxxx/xxxox/xoxxx/xxoox/xoxxo x territory x:adaebfcgdgefeeedecdccccdbdbcad",
         "baaaabbcccdbcacbba", None),
        (
            "oxxxxxxx/xxxoxoox/xxxxxo1x/xxxo1xoo/xx1xxxxx/xxxxoxx1/xxxx1oxo/xxoxxxxo/oooxxxxx "
            "x territory x:bbccdcecebdacbcabb",
            "cababbbccddeeefdecebdaca",
            None,
        ),
        # A step of the chain crosses one of a region's, or runs through the region.
        (
            "oxxoxooxox/oxoxoxooxo/ooxoooxooo/ooxooxoooo/oxoxxoxxoo o territory "
            "o:cbdcddecebdacb,o:fcgdhcgbfc,o:edfegdfced,o:hbicjbiahb",
            "eddcebfagagbfcgdfeed",
            "K7",
        ),
        ("2o2/1oxo1/oxoxo/xoxox/oxoxo/1oxo1 x territory x:dceddecdbccbdc", "beadbccbdccdbe", "K7"),
    ],
)  # fmt: skip
def test_chains_by_hand(position: str, chain: str, rule: str | None) -> None:
    naive = read_position(position)
    state = state_of(naive)
    assert isinstance(state, DeclaredState)
    after = both_judge(state, naive, read_chain(chain))
    assert (after is None) == (rule is not None)
    if rule is not None:
        with pytest.raises(IllegalMoveError) as caught:
            state.check_chain(chain)
        assert RULES[caught.value.reason] == rule
    if naive.regions:  # the regions alone forbade it
        naive.regions, naive.owners = [], {}
        state = state_of(naive)
        assert isinstance(state, DeclaredState)
        assert both_judge(state, naive, read_chain(chain)) is not None
