"""Random games by all sorts of rules, from the start or from tokens scattered over the board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs
from hypothesis import strategies as st

from morris.compare import ruleset_of
from morris.terms import some_board, some_terms
from ninetka.morris import MILLS, NINE_AM, Board, Field, Move, Phase, Ruleset, Seat, Setup, State

MOST = 60
"""The plies of a game that are played."""


@attrs.frozen
class Ply:
    """A move of a game."""

    before: State
    move: Move
    after: State


def games(custom_boards: bool = True) -> st.SearchStrategy[list[Ply]]:
    """Games, the first plies of them."""
    return st.integers(0, 2**64).map(lambda seed: game(Random(seed), custom_boards))


def states(custom_boards: bool = True) -> st.SearchStrategy[State]:
    """Positions of games."""
    return games(custom_boards).map(lambda plies: plies[-1].after)


def game(random: Random, custom_boards: bool = True) -> list[Ply]:
    """A game of one ply or more, cut off anywhere."""
    while True:
        rules = some_ruleset(random, custom_boards)
        players = random.choice(rules.player_counts)
        state = State.start(rules, players)
        if random.random() < 0.7:
            state = scattered(random, rules, players)
        plies = list(played(state, random, random.randint(1, MOST)))
        if plies:
            return plies


def some_ruleset(random: Random, custom_boards: bool = True) -> Ruleset:
    """A published one, or others on boards of rings or any."""
    if random.random() < 0.4:
        return random.choice([MILLS, NINE_AM])
    if custom_boards and random.random() < 0.6:
        fields, lines = some_board(random)
        terms = some_terms(random, fields)
        return ruleset_of(terms, Board(fields, lines))
    terms = some_terms(random)
    return ruleset_of(terms, Board.rings(terms.players))


def scattered(random: Random, rules: Ruleset, players: int) -> State:
    """A position with tokens anywhere, few or none of them in hand."""
    board = rules.boards[players]
    while True:
        to_move = random.randrange(players)
        hand = random.choice([0, 0, 0, 1, 2])
        hands = [max(0, hand - (seat < to_move)) for seat in range(players)]
        fields = random.sample(range(1, board.fields + 1), board.fields)
        tokens: dict[Field, Seat] = {}
        for seat in range(players):
            count = random.choice([3, random.randint(3, rules.tokens)]) - hands[seat]
            if random.random() < 0.1:
                count = hands[seat] = 0
            for _ in range(min(count, len(fields))):
                tokens[Field(fields.pop())] = Seat(seat)
        cards = [random.randint(0, 9) * rules.cards for _ in range(players)]
        quiet = 0 if any(hands) else random.randint(0, rules.quiet * players - 1)
        setup = Setup(tokens, hands, cards, quiet, Seat(to_move), None, rules)
        if not setup.problems:
            return State.from_setup(setup)


def played(state: State, random: Random, plies: int) -> Iterator[Ply]:
    """Random moves, in some games with a taste for mills, for so many plies or to the end."""
    taste = random.choice([0, 0.5, 0.9])
    for _ in range(plies):
        if state.is_over:
            return
        move = random.choice(state.legal_moves)
        if random.random() < taste:
            others = random.choices(state.legal_moves, k=8)
            mills = (each for each in others if state.apply(each).phase is Phase.REMOVE)
            move = next(mills, move)
        after = state.apply(move)
        yield Ply(state, move, after)
        state = after
