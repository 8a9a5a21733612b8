"""9tka's compiled code: parts that can be tested apart, sequences counted, the search tree."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from support.chi_square import check_law
from support.nine_states import playout, winning_codes

from ninetka import NESTORGAMES, WIKI, EdgeStop, Pass, Ruleset, State, TurnOrder
from ninetka.compiled import machine
from ninetka.compiled.machine import U
from ninetka.compiled.tree import new_nodes
from ninetka.nine.compiled import lanes, playouts, rave, rules, tree
from ninetka.nine.compiled.batch import kernel_of
from ninetka.nine.compiled.lanes import LANES
from ninetka.nine.samples import some_ruleset
from ninetka.play.perft import perft
from ninetka.protocol.compiled import KernelTree, stream_key

from .chance import tallied

FEW = Ruleset("few", {2: 3, 3: 2, 4: 2}, EdgeStop.STONE)
TINY = Ruleset("tiny", {2: 1, 3: 1, 4: 1}, EdgeStop.STONE, TurnOrder.RESTARTS)


# ---- parts


def bits_of(word: int) -> list[int]:
    return [bit for bit in range(64) if word >> bit & 1]


def test_the_nth_set_bit_is_found() -> None:
    rng = Random(1)
    words = [0, 1, 1 << 63, (1 << 64) - 1, *(rng.getrandbits(64) for _ in range(30))]
    words += [rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)]
    for nth in {machine.nth, machine._nth_by_table}:
        for word in words:
            for n, bit in enumerate(bits_of(word)):
                assert nth(U(word), U(n)) == bit
            if word.bit_count() < 64:
                assert nth(U(word), U(word.bit_count())) == nth(U(word), U(63)) == 64


def dealt(each: int, blocked: int) -> tuple[list[int], list[int]]:
    """Which squares each seat turns over, told by playing: a pass if its own are used up."""
    owned: tuple[list[int], list[int]] = [], []
    order, turn = list(range(2 * each)), 0
    while order:
        while order and len(owned[turn]) < each:
            square = order.pop(0)
            owned[turn].append(square)
            if not blocked >> square & 1:
                break
        turn = 1 - turn
    return owned


@pytest.mark.parametrize("each", [1, 2, 3, 7, 17, 18])
def test_whose_the_squares_turned_over_are(each: int) -> None:
    terms, rng = kernel_of(State.start(Ruleset("few", {2: each})))._rules, Random(each)
    patterns = (
        range(1 << 2 * each) if each <= 3 else [rng.getrandbits(2 * each) for _ in range(300)]
    )
    for bits in patterns:
        for blocked in {
            bits,
            bits & rng.getrandbits(2 * each),
            bits | rng.getrandbits(2 * each),
        }:
            owned = playouts._owned(terms, U(blocked))
            assert tuple(map(bits_of, map(int, owned))) == dealt(each, blocked), f"{blocked:b}"


@pytest.mark.parametrize(
    ("free", "size"),
    [
        (0b1, 0),
        (0b1, 1),
        (0b110101, 3),
        (0b11111, 1),
        (0b1111111, 2),
        (0b1111111, 6),
        (0b11111, 5),
        (1 << 35 | 1 << 20 | 7, 2),
        ((1 << 36) - 1, 1),
        ((1 << 36) - 1, 2),
        ((1 << 36) - 1, 34),
    ],
)
def test_random_sets_are_equally_likely(free: int, size: int) -> None:
    count = comb(free.bit_count(), size)
    counters = (U(stream_key(0) + 256 * k & (1 << 64) - 1) for k in range(max(2000, 40 * count)))
    seen = Counter(int(lanes.draw(U(free), U(size), counter)) for counter in counters)
    assert all(own & ~free == 0 and own.bit_count() == size for own in seen)
    every = dict.fromkeys(seen, 1 / count)
    missing = 1 - sum(every.values())
    check_law(seen, every | ({-1: missing} if len(seen) < count else {}))


@pytest.mark.long
def test_the_dice_of_a_deal_are_independent() -> None:
    """Each pair of them, in quarters: what two dice have in common hardly shows in the scores."""
    terms, decks, games = kernel_of(State.start())._rules, playouts.new_decks(), []
    for first in range(0, 20_000, playouts.DECKS):
        for lane in range(playouts.DECKS):
            decks.counter[lane] = U((stream_key(0) + 256 * (first + lane)) % (1 << 64))
        playouts.deal(terms, decks)
        games.append(decks.dice[:, :36].copy())
    counts = 36 - np.arange(36)
    quarters = np.concatenate(games) * 4 // counts
    chances = [Counter((np.arange(count) * 4 // count).tolist()) for count in counts]
    for one, other in combinations(range(36), 2):
        pairs = tallied(quarters[:, [one, other]])
        both = product(chances[one].items(), chances[other].items())
        every = counts[one] * counts[other]
        check_law(pairs, {(a, b): n * m / every for (a, n), (b, m) in both})


def test_winners_of_finished_games_are_those_of_states() -> None:
    for seed in range(60):
        rng = Random(seed)
        ruleset = some_ruleset(rng)
        start = State.start(ruleset, rng.choice(ruleset.player_counts))
        end = playout(start, rng).state
        _, plies, winners = kernel_of(end).playouts(kernel_of(end).pack([end]), 1, seed, 0)
        assert end.outcome is not None
        assert (plies.item(), winners.item()) == (0, 1 << end.outcome.winner)


# ---- sequences


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "ruleset", [NESTORGAMES, WIKI, FEW, TINY], ids=lambda ruleset: ruleset.name
)
def test_perft_is_that_of_states(ruleset: Ruleset, players: int) -> None:
    last = 9 + sum(ruleset.stones_by_seat(players))
    for plies in (0, 6, 7, 8, 9, last - 2, last - 1, last, last + 2):
        state = playout(State.start(ruleset, players), Random(plies), plies).state
        for depth in (1, 2, 3):
            if len(state.legal_moves) ** depth < 5000:
                assert kernel_of(state).perft(state, depth) == perft(state, depth)


@pytest.mark.parametrize("seed", range(8))
def test_perft_is_right_to_the_end(seed: int) -> None:
    rng = Random(seed)
    ruleset = some_ruleset(rng)
    states = [*playout(State.start(ruleset, rng.choice(ruleset.player_counts)), rng).states]
    counts = [
        kernel_of(state).perft(state, depth) for state in states[-5:] for depth in range(1, 6)
    ]
    assert counts == [perft(state, depth) for state in states[-5:] for depth in range(1, 6)]
    assert counts[-5:] == [0] * 5


# ---- the tree


def grown(state: State, visits: int, key: int = 1, exploration: float = 1.0) -> KernelTree:
    tree = kernel_of(state).tree(state, key, exploration)
    tree.grow(visits)
    return tree


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [NESTORGAMES, FEW], ids=lambda ruleset: ruleset.name)
def test_a_tree_visits_the_legal_moves(ruleset: Ruleset, players: int) -> None:
    last = 9 + sum(ruleset.stones_by_seat(players))
    for plies in (0, 8, 9, last - 1, last):
        state = playout(State.start(ruleset, players), Random(plies), plies).state
        tree = grown(state, 300)
        legal = list(state.legal_actions)
        assert tree.playouts_by_action.shape == tree.win_rates.shape == (86,)
        visited = np.flatnonzero(tree.playouts_by_action).tolist()
        assert {*visited} <= {*legal}
        assert visited == legal or plies < last  # all games say something about a placement
        least = 1 if players == 2 and plies == last else 300  # by alpha-beta, until all is known
        assert tree.playouts_by_action.sum() == tree.playouts >= least
        assert ((tree.win_rates >= 0) & (tree.win_rates <= 1)).all()


def test_each_visit_plays_different_games_in_its_lanes() -> None:
    """The four games of a visit are won independently: the variance of their wins shows it."""
    state = playout(State.start(), Random(5), 34).state
    won = []
    for key in range(600):
        tree = grown(state, 1, key)
        won.append(int(tree.win_rates.max() * 4))
    chance = float(np.mean(won)) / 4
    assert 0.1 < chance < 0.9
    check_law(Counter(won), {k: comb(4, k) * chance**k * (1 - chance) ** (4 - k) for k in range(5)})


@pytest.mark.parametrize("visits", [2, 60, 5000])
def test_a_tree_is_extended_wherever_it_is_visited_again(visits: int) -> None:
    """And what went through a node went on to its successors, but for the first visit."""
    tree: Any = grown(State.start(), visits)
    games, first, count = tree._nodes.games, tree._nodes.child, tree._nodes.children
    seen = 0
    for node in range(tree._used):
        if games[node] >= 2 * LANES or node == 0:
            seen += 1
            assert first[node], f"node {node} is not extended"
            onward = games[first[node] : first[node] + count[node]].sum()
            assert onward == games[node] - LANES * (node > 0)
        else:
            assert not first[node]
    assert tree._used == 1 + count[: tree._used].sum()
    assert seen > visits // 60


def test_a_tree_that_has_not_grown() -> None:
    tree = kernel_of(State.start()).tree(State.start(), 1, 1.0)
    assert tree.playouts == tree.playouts_by_action.sum() == tree.win_rates.sum() == 0


def test_a_tree_depends_on_its_key_and_visits_alone() -> None:
    state = State.start(NESTORGAMES, 3)
    whole, parts, other = grown(state, 400), grown(state, 150), grown(state, 400, key=2)
    parts.grow(1)
    parts.grow(249)
    assert np.array_equal(whole.playouts_by_action, parts.playouts_by_action)
    assert np.array_equal(whole.win_rates, parts.win_rates)
    assert whole.playouts == parts.playouts
    assert not np.array_equal(whole.playouts_by_action, other.playouts_by_action)


def test_a_tree_finds_the_winning_moves() -> None:
    found = 0
    for seed in range(60):
        game = playout(State.start(NESTORGAMES), Random(seed))
        state = game.states[-9]
        winning = winning_codes(state)
        if 0 < len(winning) < len(state.legal_actions):
            tree = grown(state, 20_000)
            best, values = int(tree.playouts_by_action.argmax()), tree.win_rates
            assert best in winning
            assert values[best] > 0.95
            found += 1
    assert found > 5


def test_a_tree_of_a_position_with_a_forced_pass() -> None:
    rng = Random(1)
    while True:
        states = playout(State.start(FEW, 3), rng).states
        state = next((state for state in states if state.legal_moves == (Pass(),)), None)
        if state is not None:
            break
    tree = grown(state, 50)
    assert np.flatnonzero(tree.playouts_by_action).tolist() == [85]
    assert tree.playouts_by_action[85] == tree.playouts
    assert 0 <= tree.win_rates[85] <= 1


def test_values_are_of_the_seat_to_move() -> None:
    """One slide is left, after which the game is over."""
    found = set[float]()
    for seed in range(20):
        state = list(playout(State.start(NESTORGAMES, 2 + seed % 3), Random(seed)).states)[-2]
        if len(state.legal_moves) == 1 and not isinstance(state.legal_moves[0], Pass):
            over = state.apply(state.legal_moves[0])
            tree = grown(state, 10)
            won = over.outcome is not None and over.outcome.winner == state.to_move
            assert tree.win_rates[state.legal_actions[0]] == pytest.approx(float(won), abs=1e-5)
            found.add(won)
    assert found == {0.0, 1.0}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plies", [0, 5, 9, 30, 45])
def test_all_games_say_something_about_a_placement(players: int, plies: int) -> None:
    """In each, all neutrals still to come are placed, and all stones of the seat to move."""
    state = playout(State.start(players=players), Random(plies), plies).state
    kernel, nodes, worths, visits = kernel_of(state), new_nodes(), rave.new_worths(), 50
    positions = rules.Positions(*kernel.pack([state] * 2))
    given = 1, 0, visits, U(7), 0.3, *tree.new_work()
    tree.grow(positions, kernel._rules, nodes, worths, *given)
    after = slice(nodes.child[0], nodes.child[0] + nodes.children[0])
    phase = next((first for first in (9, 45) if plies < first), plies)
    movers = 1 if phase == 9 else players
    coming = (phase - plies + movers - 1) // movers  # the seat to move is the first
    assert worths.games[after].sum() == visits * LANES * coming
    assert (worths.games[after] >= nodes.games[after]).all() or phase == plies
    assert (worths.all[after] <= worths.games[after]).all()


def test_a_lead_is_worth_more_the_greater_it_is() -> None:
    """As much more as a deficit is worth less; the win itself is worth the rest."""
    assert (np.diff(rave.WORTH) > 0).all()
    assert rave.WORTH + rave.WORTH[::-1] == pytest.approx(1 - rave.WON)


@pytest.mark.parametrize(("players", "seed"), [(3, 2292), (4, 537)])
def test_a_search_prefers_the_greater_lead(players: int, seed: int) -> None:
    """With the last move of a game that is won, or lost, anyway."""
    states = playout(State.start(players=players), Random(seed)).states
    state = next(state for state in reversed(states) if len(state.legal_moves) > 1)
    ends = {code: state.apply(state.move(code)) for code in state.legal_actions}
    assert len({end.outcome and end.outcome.winner for end in ends.values()}) == 1
    leads = dict[int, int]()
    for code, end in ends.items():
        *others, own = (*end.scores[state.to_move + 1 :], *end.scores[: state.to_move + 1])
        leads[code] = own - max(others)
    assert len({*leads.values()}) == 2
    chosen = int(grown(state, 60).playouts_by_action.argmax())
    assert leads[chosen] == max(leads.values())
