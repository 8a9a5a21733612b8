"""The naive rules of 9AM and Mills: the seed's examples, each rule by a small case, the laws."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import settings

from morris.naive import Board, NaiveGame, rings
from morris.terms import MILLS_TERMS, Terms, nine_am_terms, published, some_board, some_terms

GAMES = settings().max_examples

SQUARE: Board = (9, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)])
PATH: Board = (11, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 9), (9, 10, 11)])
SHORT: Board = (4, [(1, 2, 3), (2, 3, 4)])

THREE = nine_am_terms(3)
WALKING = THREE._replace(jumping=False)
"""9AM for three without jumping, so that players with few tokens can be stuck."""


def placed(game: NaiveGame, *tokens: list[int], hands: list[int] | None = None) -> NaiveGame:
    """The game with these tokens of each seat on the board, and none in hand if not said."""
    game.owners = {field: seat for seat, fields in enumerate(tokens) for field in fields}
    game.hands = hands or [0] * game.players
    return game


def played(game: NaiveGame, moves: str) -> NaiveGame:
    """The game after some moves."""
    for move in moves.split():
        game.play(move)
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_m1_board(players: int) -> None:
    fields, lines = rings(players)
    assert (fields, len(lines)) == (12 * players, 8 * players)
    for field in range(1, fields + 1):
        assert len([line for line in lines if field in line]) == 2
    game = published(players)
    assert sum(len(others) for others in game.neighbours.values()) == 2 * 16 * players


def test_m2_mills_that_the_seed_names() -> None:
    lines = {frozenset(line) for line in rings(5)[1]}
    assert {frozenset({1, 4, 7}), frozenset({7, 57, 10}), frozenset({52, 11, 57})} <= lines


def test_m2_numbers_go_round_the_rings() -> None:
    _, lines = rings(2)
    assert set(lines) == {
        *[(1, 4, 7), (7, 24, 10), (10, 13, 16), (16, 23, 1)],
        *[(5, 8, 20), (20, 11, 14), (14, 17, 19), (19, 2, 5)],
        *[(3, 6, 9), (9, 22, 12), (12, 15, 18), (18, 21, 3)],
        *[(23, 2, 21), (4, 8, 6), (24, 11, 22), (13, 17, 15)],
    }


def test_m3_mill_is_a_line_of_one_player() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2, 3, 6], [4, 5], [7, 8, 9])
    assert game.mills(0) == {(1, 2, 3)}
    assert game.mills(1) == set()
    assert game.mills(2) == {(7, 8, 9)}


def test_m4_nine_tokens_each_in_turn() -> None:
    game = published(3)
    assert game.position("9am") == f"{'.' * 36} 9/9/9 0/0/0 0 a put 9am"
    played(game, "1 2 3")
    assert game.position("9am") == f"abc{'.' * 33} 8/8/8 0/0/0 0 a put 9am"
    assert published(2).position("mills") == f"{'.' * 24} 9/9 0/0 0 a put mills"


def test_m5_puts_on_any_free_field() -> None:
    game = placed(THREE.naive(SQUARE), [1], [2], [3], hands=[1, 0, 0])
    assert game.legal() == ["4", "5", "6", "7", "8", "9"]
    with pytest.raises(ValueError, match="not a legal move: '3'"):
        game.play("3")


def test_m6_moves_to_a_free_neighbour() -> None:
    game = placed(THREE.naive(PATH), [1, 3, 4, 9], [2], [10])
    assert game.legal() == ["4-5", "9-8"]
    played(game, "4-5")
    assert (game.owners[5], 4 in game.owners) == (0, False)


def test_m6_neighbours_are_consecutive_in_a_line() -> None:
    game = placed(WALKING.naive((5, [(4, 1, 5), (2, 3, 4)])), [4], [2], [])
    assert game.legal() == ["4-1", "4-3"]


def test_m7_jumps_with_three_to_any_free_field() -> None:
    game = placed(THREE.naive(PATH), [1, 3, 4], [2], [11])
    jumps = [f"{start}-{end}" for start in (1, 3, 4) for end in range(5, 11)]
    assert game.legal() == sorted(jumps)
    assert played(game, "1-10").owners[10] == 0


def test_m7_jumps_neither_with_four_nor_where_switched_off() -> None:
    assert placed(THREE.naive(PATH), [1, 3, 4, 9], [2], [11]).legal() == ["4-5", "9-10", "9-8"]
    assert placed(WALKING.naive(PATH), [1, 3, 4], [2], [11]).legal() == ["4-5"]


def test_m7_puts_first_what_is_in_the_hand() -> None:
    game = placed(THREE.naive(PATH), [1, 3, 4], [2], [11], hands=[1, 0, 0])
    assert game.legal() == ["10", "5", "6", "7", "8", "9"]


def test_m8_stuck_players_are_stepped_over() -> None:
    game = placed(WALKING.naive(PATH), [5, 9], [1, 2, 3, 4], [7, 11])
    played(game, "9-8")
    assert (game.stepped_over, game.to_move) == ([1], 2)
    played(game, "11-10")
    assert (game.stepped_over, game.to_move) == ([], 0)
    played(game, "5-6")
    assert (game.stepped_over, game.to_move) == ([], 1)


def test_m8_everyone_else_may_be_stepped_over() -> None:
    game = placed(WALKING.naive(PATH), [5, 9, 11], [1, 2, 3, 4], [6, 7, 8])
    played(game, "11-10")
    assert (game.stepped_over, game.to_move, game.quiet) == ([1, 2], 0, 1)


def test_m9_making_a_mill_again_counts_again() -> None:
    game = Terms(2, 9, True, "stepped over", "never", False, 20).naive(SQUARE)
    placed(game, [1, 2, 6], [4, 5, 7, 8])
    played(game, "6-3 x8 7-8 3-6 8-7")
    assert (game.cards, game.phase(), game.quiet) == ([1, 0], "move", 3)
    played(game, "6-3")
    assert (game.cards, game.phase(), game.quiet) == ([2, 0], "remove", 3)


def test_m9_a_mill_that_the_token_is_not_in_does_not_count() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2, 3, 5], [7], [9], hands=[0, 2, 2])
    played(game, "5-6")
    assert (game.cards, game.to_move) == ([0, 0, 0], 1)


def test_m10_removes_a_token_of_any_other_player_outside_mills() -> None:
    game = published(5)
    placed(game, [1, 4], [2], [3, 6, 9, 12], [10], [13], hands=[9, 9, 9, 9, 9])
    played(game, "7")
    assert game.position("9am").endswith(" 8/9/9/9/9 1/0/0/0/0 0 a remove 9am")
    assert game.legal() == ["x10", "x12", "x13", "x2"]
    played(game, "x12")
    assert (12 in game.owners, game.hands[2], game.to_move) == (False, 9, 1)


def test_m10_nothing_to_remove_ends_the_turn() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2], [4, 5, 6], [], hands=[1, 0, 3])
    played(game, "3")
    assert (game.cards, game.to_move, game.quiet) == ([1, 0, 0], 1, 0)


@pytest.mark.parametrize(
    ("from_mills", "b_outside", "targets"),
    [
        ("never", True, {7}),
        ("if all", True, {7}),
        ("always", True, {4, 5, 6, 7}),
        ("never", False, set()),
        ("if all", False, {4, 5, 6}),
        ("always", False, {4, 5, 6}),
    ],
)
def test_m10_m15_removal_from_mills(from_mills: str, b_outside: bool, targets: set[int]) -> None:
    game = THREE._replace(from_mills=from_mills).naive(SQUARE)
    placed(game, [1, 2], [4, 5, 6], [7] if b_outside else [], hands=[1, 1, 3])
    played(game, "3")
    assert game.removing == bool(targets)
    if targets:
        assert game.targets() == targets


@pytest.mark.parametrize("last", [1, 4, 7, 10, 11, 52, 57])
def test_m11_the_seeds_seven_tokens_earn_three_cards(last: int) -> None:
    before = [field for field in (1, 4, 7, 10, 11, 52, 57) if field != last]
    game = placed(published(5), before, hands=[3, 9, 9, 9, 9])
    played(game, str(last))
    assert game.cards == [3, 0, 0, 0, 0]
    mills = {frozenset(mill) for mill in game.connected(last)}
    assert mills == {frozenset({1, 4, 7}), frozenset({7, 57, 10}), frozenset({52, 11, 57})}


def test_m11_mills_that_share_no_field_do_not_count() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2, 7, 8, 9], [4], hands=[9, 9, 9])
    played(game, "3")
    assert game.cards == [1, 0, 0]
    assert game.connected(3) == {(1, 2, 3)}
    assert game.connected(8) == {(7, 8, 9)}
    assert game.connected(4) == game.connected(5) == set()


def test_m11_two_lines_closed_by_one_token_are_one_set_and_one_removal() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2, 6, 9], [4, 5], [7], hands=[1, 3, 3])
    played(game, "3")
    assert game.cards == [2, 0, 0]
    played(game, "x4")
    assert game.to_move == 1


def test_m12_expelled_with_fewer_than_three() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2], [4, 5], [7, 8], hands=[1, 1, 3])
    game.cards = [0, 4, 0]
    played(game, "3 x5")
    assert game.position("9am") == "aaa...cc. 0/-/3 3/4/0 0 c put 9am"
    assert game.stepped_over == []


def test_m12_three_with_those_in_hand_are_enough() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2], [4, 5], [7, 8], hands=[1, 2, 3])
    played(game, "3 x5")
    assert game.position("9am") == "aaab..cc. 0/2/3 1/0/0 0 b put 9am"


def test_m12_no_cards_without_cards() -> None:
    game = THREE._replace(cards=False).naive(SQUARE)
    placed(game, [1, 2], [4, 5], [7, 8], hands=[1, 1, 3])
    played(game, "3 x5")
    assert game.position("custom") == "aaa...cc. 0/-/3 0/0/0 0 c put custom"
    assert game.scores() == [Fraction(1, 2), 0, Fraction(1, 2)]


def test_m13_over_when_one_player_is_left() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2], [4, 5], [], hands=[1, 1, 0])
    game.expelled = {2}
    played(game, "3 x4")
    assert game.position("9am") == "aaa...... 0/-/- 3/0/0 0 a over 9am"
    assert (game.legal(), game.result(), game.stepped_over) == ([], "30:0:0", [])


def test_m13_over_when_no_player_can_move() -> None:
    terms = Terms(2, 3, False, "stepped over", "never", True, 20)
    game = played(terms.naive(SHORT), "1 2 3 4")
    assert game.position("custom") == "abab 1/1 0/0 0 a over custom"
    assert (game.result(), game.stepped_over) == ("1/2-1/2", [])
    assert played(terms._replace(cards=True).naive(SHORT), "1 2 3 4").result() == "5:5"


def test_m13_over_when_no_player_can_reach_the_free_fields() -> None:
    game = WALKING.naive((6, [(1, 2, 3), (4, 5, 6)]))
    placed(game, [1], [2], [], hands=[0, 0, 1]).to_move = 2
    played(game, "3")
    assert game.position("custom") == "abc... 0/0/0 0/0/0 0 a over custom"


def test_m13_over_after_turns_that_remove_nothing() -> None:
    game = placed(THREE._replace(quiet=1).naive(SQUARE), [1], [5], [9])
    played(game, "1-2 5-4")
    assert (game.quiet, game.is_over()) == (2, False)
    played(game, "9-8")
    assert game.position("9am") == ".a.b...c. 0/0/0 0/0/0 3 a over 9am"
    assert game.result() == "10:10:10"


def test_m13_who_is_over_to_move_is_not_stepped_over() -> None:
    game = placed(WALKING._replace(quiet=1).naive(PATH), [5, 9], [1, 2, 3, 4], [7])
    game.quiet = 2
    played(game, "9-8")
    assert (game.is_over(), game.to_move, game.stepped_over) == (True, 1, [])


def test_m13_the_quiet_count() -> None:
    game = placed(THREE.naive(SQUARE), [1, 2, 6, 9], [4, 5, 7], [], hands=[0, 3, 1])
    game.quiet = 5
    played(game, "6-3")
    assert (game.quiet, game.phase()) == (5, "remove")
    played(game, "x4")
    assert (game.quiet, game.phase()) == (0, "put")
    game.quiet = 5
    played(game, "8")
    assert game.quiet == 0


def test_m13_a_mill_with_nothing_to_remove_is_quiet() -> None:
    game = placed(THREE.naive(PATH), [1, 2, 4], [5, 6, 7], [9, 10, 11])
    game.quiet = 5
    played(game, "4-3")
    assert (game.cards, game.quiet, game.to_move) == ([1, 0, 0], 6, 1)


def test_m14_the_seeds_eighty_points() -> None:
    game = published(5)
    game.cards = [14, 4, 4, 4, 4]
    assert game.scores()[0] == 20 + 80
    game.cards = [14, 16, 0, 0, 0]
    assert game.scores() == [100, 120, -40, -40, -40]


def test_m14_points_are_exact() -> None:
    game = published(3)
    game.cards = [1, 0, 0]
    assert game.scores() == [Fraction(50, 3), Fraction(20, 3), Fraction(20, 3)]
    assert game.result() is None
    game.over = True
    assert game.result() == "50/3:20/3:20/3"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_m14_basic_points(players: int) -> None:
    game = Terms(players, 9, True, "stepped over", "never", True, 20).naive(rings(players))
    assert game.scores() == [{2: 5, 3: 10, 4: 15, 5: 20}[players]] * players


def test_m15_fewer_than_three_tokens_lose() -> None:
    game = placed(MILLS_TERMS.naive(SQUARE), [1, 2, 6], [4, 5, 9])
    played(game, "6-3 x9")
    assert game.position("mills") == "aaabb.... 0/0 0/0 0 b over mills"
    assert (game.result(), game.scores()) == ("1-0", [1, 0])


def test_m15_who_cannot_move_loses_even_at_the_quiet_limit() -> None:
    game = MILLS_TERMS._replace(jumping=False, quiet=1).naive(PATH)
    placed(game, [6, 9, 10], [1, 2, 3, 4])
    game.quiet = 1
    played(game, "6-5")
    assert (game.result(), game.stepped_over) == ("1-0", [])


def test_m15_a_full_board_loses() -> None:
    terms = MILLS_TERMS._replace(tokens=3)
    assert played(terms.naive(SHORT), "1 2 3 4").result() == "0-1"


def test_m15_draw_after_a_hundred_quiet_turns() -> None:
    game = placed(published(2), [1, 2, 3, 5], [10, 11, 13, 14])
    game.quiet = 99
    played(game, "1-4")
    assert (game.result(), game.to_move) == ("1/2-1/2", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_laws_of_random_games(players: int) -> None:
    for seed in range(max(1, GAMES // 20)):
        play_by_the_laws(published(players), Random(f"laws {players} {seed}"))


@pytest.mark.parametrize("seed", range(4 * GAMES))
def test_laws_of_custom_games(seed: int) -> None:
    random = Random(f"laws {seed}")
    board = some_board(random)
    play_by_the_laws(some_terms(random, fields=board[0]).naive(board), random)


def play_by_the_laws(game: NaiveGame, random: Random) -> None:
    """A whole game: tokens and points add up, mills are safe, and it ends (laws 1, 2, 3, 5)."""
    tokens = game.hands[0]
    removed = [0] * game.players
    puts = steps = 0
    while not game.is_over():
        move = random.choice(game.legal())
        if move.startswith("x"):
            field = int(move[1:])
            removed[game.owners[field]] += 1
            assert game.from_mills != "never" or not game.connected(field)
        elif "-" in move:
            steps += 1
        else:
            puts += 1
        game.play(move)
        for seat in range(game.players):
            if seat in game.expelled:
                assert game.tokens_left(seat) == 0
            else:
                assert game.tokens_left(seat) + removed[seat] == tokens
        everything = 5 * (game.players - 1) * game.players if game.with_cards else 1
        assert sum(game.scores()) == everything
    assert steps <= (puts + sum(removed)) * (game.quiet_limit + 1)
    assert not game.legal()
    assert not game.stepped_over
