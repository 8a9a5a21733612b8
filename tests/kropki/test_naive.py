"""The naive rules of Kropki against positions and games from outside, and against themselves."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from kropki.naive import Naive, NaiveError, Region, canonical, inside_of, tight_chain
from kropki.naive_text import (
    chain_text,
    move_text,
    position_text,
    read_move,
    read_points,
    read_position,
)
from kropki.reference import (
    RULES,
    AutomaticCase,
    DeclaredCase,
    RealGame,
    automatic_cases,
    declared_cases,
    real_games,
)
from kropki.turns import all_chains, random_legal_turn, random_position, random_turn, rewritten

GAMES = settings().max_examples


@pytest.mark.parametrize("case", automatic_cases(), ids=lambda case: case.id)
def test_automatic_captures(case: AutomaticCase) -> None:
    game = Naive.start(case.columns, case.rows, automatic=True)
    for seat, text in case.dots:
        game = game.turned_to(seat).play(*read_move(text))
    assert game.scores == case.scores
    for text in case.free:
        assert set(read_points(text)) <= game.free
    for text in case.refused:
        with pytest.raises(NaiveError) as caught:
            game.play(*read_move(text))
        assert caught.value.rule == ("K12" if game.over else "K2")


@pytest.mark.parametrize("case", declared_cases(), ids=lambda case: case.id)
def test_declared_regions(case: DeclaredCase) -> None:
    dots = {read_points(text)[0]: seat for text, seat in case.dots.items()}
    game = Naive.setup(case.columns, case.rows, False, dots, case.to_move)
    for ply in case.plies:
        if ply.scores is None:
            with pytest.raises(NaiveError) as caught:
                game.play(*read_move(ply.move))
            assert caught.value.rule == RULES[ply.reason]
        else:
            game = game.play(*read_move(ply.move))
            assert (game.scores, game.over) == (ply.scores, ply.over)


@pytest.mark.parametrize("real", real_games(), ids=lambda real: real.id)
def test_real_games(real: RealGame) -> None:
    dots = {read_points(text)[0]: seat for text, seat in real.dots.items()}
    game = Naive.setup(real.columns, real.rows, False, dots, real.first)
    for text in real.moves:
        game = game.play(*read_move(text))
    assert game.scores == real.captured
    assert game.over == real.over
    if not real.result.endswith("+R"):
        winner, _, margin = real.result.partition("+")
        first, second = game.settled()
        assert first - second == (int(margin) if winner == "B" else -int(margin))


def placed(text: str, moves: str) -> Naive:
    """A position after some moves."""
    game = read_position(text)
    for move in moves.split():
        game = game.play(*read_move(move))
    return game


def chains(regions: list[Region]) -> list[str]:
    """The texts of regions' chains."""
    return [chain_text(region.chain) for region in regions]


def test_inside_is_within_the_polygon_not_out_of_reach() -> None:
    """A pocket that a chain folds around is outside, with dots of the chain on all sides (K4)."""
    around_pocket = [(3, 0), (3, 1), (3, 2), (2, 3), (3, 4), (4, 4), (5, 3), (4, 2), (4, 1), (4, 0)]
    to_the_right = [(column, 0) for column in (5, 6)] + [(7, row) for row in range(7)]
    to_the_left = [(column, 7) for column in range(6, 0, -1)] + [
        (0, row) for row in range(6, 0, -1)
    ]
    chain = (*around_pocket, *to_the_right, *to_the_left, (1, 0), (2, 0))
    every = {(column, row) for column in range(1, 7) for row in range(1, 7)}
    assert inside_of(chain) == every - set(chain) - {(3, 3), (4, 3)}


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (
            "2o2/1oxo1/oxoxo/xoxox/oxoxo/1o1o1 x territory -",
            "cf.dceddecdbccbdc.beadbccbdccdbe",
            "runs through a region",
        ),
        (
            "oxxoxooxox/oxoxoxooxo/ooxoooxooo/ooxooxoooo/ox1xxoxxoo o territory "
            "o:cbdcddecebdacb,o:fcgdhcgbfc,o:edfegdfced,o:hbicjbiahb",
            "ce.eddcebfagagbfcgdfeed",
            "crosses a region's chain",
        ),
    ],
)
def test_conflicts_with_a_region_that_is_drawn(text: str, move: str, reason: str) -> None:
    game = read_position(text)
    with pytest.raises(NaiveError, match=rf"{reason} \(K7\)"):
        game.play(*read_move(move))
    game.regions, game.owners = [], {}
    dot, drawn = read_move(move)
    assert game.play(dot, drawn[-1:]).scores != (0, 0)  # it was the region alone that forbade it


def test_a_swallowed_region_counts_for_its_new_owner() -> None:
    """Its own captive, a dot of the new owner's, stops counting (K8)."""
    game = read_position("2ooo3/1o3o2/o2x2o1/o1xox1o1/o2x2o1/1o3o2/2oo4/8 x territory -")
    game = game.play(*read_move("hh.cddeeddccd"))
    assert game.scores == (1, 0)
    game = game.play(*read_move("eg.acadaebfcgdgegffgegdgcfbeadacabbac"))
    assert game.scores == (0, 4)
    assert chains(game.outermost()) == ["acadaebfcgdgegffgegdgcfbeadacabbac"]


def test_a_ring_within_a_house_that_closes_with_it() -> None:
    """Both groups next to the dot are captured, the inner one drawn first (K10)."""
    game = placed("7/1xx1xx1/x5x/x1xox1x/xo1x2x/x5x/1xxxxx1 x standard -", "dc")
    assert chains(game.regions) == ["cddeeddccd", "acadaeafbgcgdgegfggfgegdgcfbebdccbbbac"]
    assert game.scores == (2, 0)
    assert chains(game.outermost()) == chains(game.regions)[1:]


def test_an_empty_house_around_a_ring_stays_open() -> None:
    """The house has no captive of its own (K10)."""
    game = placed("7/1xx1xx1/x5x/x1xox1x/x2x2x/x5x/1xxxxx1 x standard -", "dc")
    assert chains(game.regions) == ["cddeeddccd"]
    assert chains(game.play(*read_move("be")).regions)[1:] == [
        "acadaeafbgcgdgegfggfgegdgcfbebdccbbbac"
    ]


@pytest.mark.parametrize(("seat", "scores"), [("x", (2, 0)), ("o", (3, 0))])
def test_dots_given_where_a_player_has_no_pools(seat: str, scores: tuple[int, int]) -> None:
    """Three turns remain, all in the first player's pool (K13)."""
    assert read_position(f"xxxx/xo1x/x2x/xxxx {seat} territory -").settled() == scores
    assert read_position(f"xxxx/xo1x/x2x/xxxx {seat} standard -").settled() == (0, 0)


def test_tight_chain_is_the_smallest_around_a_group() -> None:
    """Of all chains that hold the group, the tight one lies within every other (K10)."""
    compared = 0
    for seed in range(4 * GAMES):
        random = Random(f"tight {seed}")
        points = [(column, row) for column in range(5) for row in range(6)]
        wall = set(random.sample(points, random.randint(8, 15)))
        game = Naive.setup(5, 6, True, dict.fromkeys(wall, 0), 1)
        for point in points:
            group = game.closed_group(point, 0)
            if group is not None:
                tight = inside_of(tight_chain(group, wall))
                assert group <= tight
                for chain in all_chains(wall):
                    inside = inside_of(chain)
                    assert tight <= inside or not group <= inside
                compared += 1
    assert compared > GAMES // 5


@pytest.mark.parametrize("seed", range(GAMES))
def test_laws_of_random_turns(seed: int) -> None:
    random = Random(f"laws {seed}")
    game = random_position(random, automatic=seed % 2 == 0)
    while not game.over:
        dot, drawn = random_turn(game, random)
        text = position_text(game)
        try:
            after = game.play(dot, drawn)
        except NaiveError:
            assert position_text(game) == text  # K9
            after = game.play(*random_legal_turn(game, random))
        assert len(game.dots) + len(set(game.owners) - set(game.dots)) + len(game.free) == len(
            game.points
        )
        assert game.dead <= after.dead
        assert all(0 < column < game.columns - 1 for column, _ in after.owners)
        assert all(0 < row < game.rows - 1 for _, row in after.owners)
        for region in after.regions:
            for other in after.regions:
                nested = region.inside <= other.inside or other.inside <= region.inside
                assert nested or not region.inside & other.inside
        if not game.automatic:
            assert after.scores[game.to_move] >= game.scores[game.to_move]
            assert after.scores[1 - game.to_move] <= game.scores[1 - game.to_move]
        assert position_text(read_position(position_text(after))) == position_text(after)
        game = after


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_captured_could_have_been_declared(seed: int) -> None:
    """Drawing the chains of K10 is legal and gives the same scores at every ply."""
    random = Random(f"drawn {seed}")
    automatic = random_position(random, automatic=True)
    declared = Naive.setup(
        automatic.columns, automatic.rows, False, automatic.dots, automatic.to_move
    )
    while not automatic.over:
        seat = automatic.to_move
        dot, _ = random_legal_turn(automatic, random)
        after = automatic.play(dot)
        drawn = after.regions[len(automatic.regions) :]
        declared = declared.play(dot, [region.chain for region in drawn if region.seat == seat])
        for region in drawn:
            if region.seat != seat:
                declared = declared.declared(region.seat, region.chain)
        assert declared.regions == after.regions
        assert declared.scores == after.scores
        automatic = after


def test_moves_however_written() -> None:
    dot, drawn = read_move("de.cecfdgefdece")
    random = Random(0)
    for _ in range(20):
        chain = rewritten(drawn[0], random)
        assert move_text(dot, [canonical(chain)]) == "de.cecfdgefdece"


@pytest.mark.parametrize("text", ["", "a", "a1", "aabb", "aa.", "aa.bbccddcb", "aa..bb"])
def test_texts_that_are_not_moves(text: str) -> None:
    with pytest.raises(NaiveError):
        read_move(text)
