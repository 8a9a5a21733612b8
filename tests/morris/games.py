"""Random games by all sorts of rules, from the start or from tokens scattered over the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple, cast

from hypothesis import strategies as st

from morris.arranged import SQUARE
from ninetka import Game
from ninetka.morris import (
    MILLS,
    NINE_AM,
    PUBLISHED,
    Board,
    Field,
    FromMills,
    Move,
    Phase,
    Ruleset,
    Seat,
    Setup,
    State,
    Stuck,
)
from ninetka.morris.samples import some_ruleset
from ninetka.protocol.options import sample_of
from ninetka.testing.laws import leaving_moves

SMALL = Ruleset("small", {3: SQUARE}, tokens=3)
WON = "aa......bbbb............ 0/0 0/0 0 a over mills"
DRAWN = "aaaa....bbbb............ 0/0 0/0 100 a over mills"
MOST = 60
"""The most plies of a game that `game` plays."""


class Ply(NamedTuple):
    """A move of a game."""

    before: State
    move: Move
    after: State


def start(players: int) -> State:
    """The start of Mills for two, of 9AM for more."""
    return State.start(MILLS if players == 2 else NINE_AM, players)


def play(
    state: State, rng: Random, plies: int | None = None, taste: float = 1, leaves: float = 0
) -> Iterator[Ply]:
    """A random game, in which players with a taste from 0 to 1 make mills more or less often.

    `leaves` is how often somebody leaves, where the game goes on without them.
    """
    while not state.is_over and plies != 0:
        moves: Sequence[Move] = state.legal_moves
        if leaves and rng.random() < leaves:
            moves = cast(Sequence[Move], leaving_moves(state)) or moves
        few = rng.choices(moves, k=5 if taste == 1 or rng.random() < taste else 1)
        tried = [Ply(state, move, state.apply(move)) for move in few]
        ply = max(tried, key=lambda ply: ply.after.phase is Phase.REMOVE)
        yield ply
        state, plies = ply.after, None if plies is None else plies - 1


@cache
def whole_game(players: int, seed: int) -> Game[State, Move]:
    """A game of Mills for two, of 9AM for more; of five with seed 0 four players are expelled."""
    return Game.from_state(start(players), [ply.move for ply in play(start(players), Random(seed))])


@cache
def shown_states() -> list[State]:
    """States of a game for each number of players, some with mills, the expelled and the end."""
    return [state for players in (2, 3, 4, 5) for state in whole_game(players, 0).states[::-40]]


def games(custom_boards: bool = True) -> st.SearchStrategy[list[Ply]]:
    """Games by any ruleset, the first plies of them."""
    return st.integers(0, 2**64).map(lambda seed: game(Random(seed), custom_boards))


def states(custom_boards: bool = True) -> st.SearchStrategy[State]:
    """States of such games."""
    return games(custom_boards).map(lambda plies: plies[-1].after)


def game(rng: Random, custom_boards: bool = True) -> list[Ply]:
    """A game of one ply or more, cut off anywhere."""
    while True:
        published = rng.random() < 0.4
        rules = custom_ruleset(rng, rings=not custom_boards or rng.random() < 0.4)
        rules = rng.choice([MILLS, NINE_AM]) if published else rules
        players = rng.choice(rules.player_counts)
        is_fresh = rng.random() < 0.3
        state = State.start(rules, players) if is_fresh else scattered(rng, rules, players)
        taste = rng.choice([0, 0.5, 0.9])
        plies = list(play(state, rng, rng.randint(1, MOST), taste, leaves=0.02))
        if plies:
            return plies


def any_ruleset(rng: Random) -> Ruleset:
    """A ruleset, published or custom, on any board."""
    published = rng.choice([*PUBLISHED.values()])
    return rng.choice([published, some_ruleset(rng), custom_ruleset(rng)])


def custom_ruleset(rng: Random, rings: bool = False) -> Ruleset:
    """Rules for one number of players, on rings or any board, mostly with room to move.

    Often there is hardly any, so that players are stuck.
    """
    players = rng.choice([2, 2, 3, 4, 5])
    board = Board.rings(players) if rings else some_board(rng)
    tokens = rng.choice([3, 3, 4, 5, rng.randint(6, 12)])
    if not rings and rng.random() < 0.8:
        tokens = max(3, (board.fields - rng.randint(1, 3)) // players)
    rules = Ruleset(
        "custom", {players: board}, tokens, cards=rng.random() < 0.5,
        stuck=rng.choice([*Stuck]) if players == 2 else Stuck.STEPPED_OVER,
        from_mills=rng.choice([*FromMills]), jumping=rng.choice([0, 3]),
        quiet=rng.choice([rng.randint(1, 5), 20]),
    )  # fmt: skip
    if rng.random() < 0.4:
        return rules
    while (sample := sample_of(rules, rng)).boards != rules.boards:
        pass
    return sample


def some_board(rng: Random) -> Board:
    """A board of 4 to 30 fields, one in three at most of 9, with few lines or many."""
    fields = rng.randint(4, 9) if rng.random() < 1 / 3 else rng.randint(10, 30)
    lines: dict[frozenset[int], list[int]] = {}
    everywhere = range(1, fields + 1)
    through = rng.sample(everywhere, fields)
    through += rng.choices(everywhere, k=rng.choice([0, rng.randint(0, fields)]))
    for field in through:
        if rng.random() < 0.5 or not any(field in line for line in lines):
            others = rng.sample([other for other in everywhere if other != field], 2)
            line = rng.sample([field, *others], 3)
            lines[frozenset(line)] = line
    return Board(fields, lines.values())


def scattered(rng: Random, rules: Ruleset, players: int) -> State:
    """A state with tokens anywhere, few or none of them in hand."""
    board = rules.boards[players]
    while True:
        to_move = rng.randrange(players)
        hand = rng.choice([0, 0, 0, 1, 2])
        hands = [max(0, hand - (seat < to_move)) for seat in range(players)]
        fields = rng.sample(range(1, board.fields + 1), board.fields)
        tokens: dict[Field, Seat] = {}
        for seat in range(players):
            count = rng.choice([rules.fewest, rng.randint(rules.fewest, rules.tokens)])
            count -= hands[seat]
            if rng.random() < 0.1:
                count = hands[seat] = 0
            for _ in range(min(count, len(fields))):
                tokens[Field(fields.pop())] = Seat(seat)
        cards = [rng.randint(0, 9) * rules.cards for _ in range(players)]
        quiet = 0 if any(hands) else rng.randint(0, rules.quiet * players - 1)
        setup = Setup(tokens, hands, cards, quiet, Seat(to_move), None, rules)
        if not setup.problems:
            return State.from_setup(setup)
