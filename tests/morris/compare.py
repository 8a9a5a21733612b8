"""The library and the naive rules side by side: what is asked of both must come to the same."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, Flag
from itertools import pairwise
from random import Random

import attrs

from morris.games import any_ruleset
from morris.naive import NaiveGame, Rules, rings
from ninetka.morris import MILLS, NINE_AM, Board, Field, Leave, Ruleset, State
from ninetka.protocol.options import options_of, sample_of
from ninetka.testing.laws import leaving_moves

LEAVES = 0.02
"""How often somebody leaves, where the game goes on without them (M28)."""


def published(players: int) -> NaiveGame:
    """The start of Mills for two, of 9AM for more, by the naive rules alone."""
    if players == 2:
        return NaiveGame(2, rings(2), Rules(9, False, "loses", "if all", quiet=50))
    return NaiveGame(players, rings(players), Rules(9, True, "stepped over", "never", quiet=20))


def published_game(ruleset: Ruleset, players: int) -> tuple[State, NaiveGame]:
    """The start of a game by a published ruleset, by both; of Mills and 9AM on a board each."""
    if ruleset in (MILLS, NINE_AM):
        return State.start(ruleset, players), published(players)
    return game_by(ruleset, players)


def custom_game(rng: Random) -> tuple[State, NaiveGame]:
    """The start of a game by some ruleset on some board, with any options, by both."""
    rules = any_ruleset(rng)
    if rng.random() < 0.7:
        rules = sample_of(rules, rng)
    players = rng.choice(rules.player_counts)
    if rng.random() < 0.3:
        board = with_longer_lines(rng, rules.boards[players])
        rules = attrs.evolve(rules, boards={**rules.boards, players: board})
    return game_by(rules, players)


def with_longer_lines(rng: Random, board: Board) -> Board:
    """The board with one or two fields more on some lines, and with more edges (M16)."""
    fields = range(1, board.fields + 1)
    lines: dict[frozenset[int], list[int]] = {}
    for old in board.lines:
        line = [field.number for field in old]
        others = [field for field in fields if field not in line]
        if rng.random() < 0.4:
            line += rng.sample(others, rng.randint(1, min(2, len(others))))
        lines.setdefault(frozenset(line), line)
    edges = {frozenset(field.number for field in edge) for edge in board.edges}
    edges |= {frozenset(rng.sample(fields, 2)) for _ in range(rng.randint(0, 5))}
    edges -= {frozenset(pair) for line in lines.values() for pair in pairwise(line)}
    return attrs.evolve(board, lines=lines.values(), edges=sorted(map(sorted, edges)))


def game_by(ruleset: Ruleset, players: int) -> tuple[State, NaiveGame]:
    """The start of a game by this ruleset, by both."""
    options = attrs.asdict(ruleset, recurse=False)
    del options["name"], options["boards"]
    options["start"] = ruleset.start.get(players, "")
    words = {name: one.value if isinstance(one, Enum) else one for name, one in options.items()}
    for each in options_of(Ruleset).values():
        if isinstance(options.get(each.field), Flag):
            words[each.field] = each.write(options[each.field])
    board = ruleset.boards[players]
    lines = [tuple(field.number for field in line) for line in board.lines]
    edges = [(one.number, other.number) for one, other in board.edges]
    naive = NaiveGame(players, (board.fields, lines, edges), Rules(**words))
    return State.start(ruleset, players), naive


def play_side_by_side(start: State, naive: NaiveGame, rng: Random, plies: int | None = None) -> int:
    """A random game by both, compared at every ply, to its end or for so many plies at most.

    In some games players go for mills, in some they avoid them; now and then somebody leaves.
    Returns how many plies were played.
    """
    taste = rng.choice([-1, 0, 1])
    state, played = start, 0
    while True:
        compare(state, naive)
        if state.is_over or played == plies:
            return played
        leaving = leaving_moves(state) if rng.random() < LEAVES else []
        if leaving:
            move = rng.choice(leaving)
            assert isinstance(move, Leave)
            state = state.apply(move)
            naive.leave(int(move.seat))
        else:
            text = some_move(naive, rng, taste)
            state = state.apply(text)
            naive.play(text)
        played += 1


def compare(state: State, naive: NaiveGame) -> None:
    """Everything that the two say of a position."""
    assert state.to_text() == naive.position(state.ruleset.name)
    assert sorted(map(str, state.legal_moves)) == naive.legal(), state.to_text()
    assert list(state.scores) == naive.scores(), state.to_text()
    assert state.is_over == naive.is_over(), state.to_text()
    result = None if state.outcome is None else str(state.outcome)
    assert result == naive.result(), state.to_text()
    assert list(state.stepped_over) == naive.stepped_over, state.to_text()
    for seat in range(naive.players):
        assert numbers(state.mills(seat)) == in_order(naive.mills(seat)), (state.to_text(), seat)
    for field in naive.all_fields():
        connected = numbers(state.connected_mills(field))
        assert connected == in_order(naive.connected(field)), (state.to_text(), field)


def numbers(mills: Iterable[tuple[Field, ...]]) -> list[list[int]]:
    """The library's mills as sorted lists of field numbers."""
    return in_order([field.number for field in mill] for mill in mills)


def in_order(mills: Iterable[Iterable[int]]) -> list[list[int]]:
    """Mills sorted, and the fields of each."""
    return sorted(sorted(mill) for mill in mills)


def some_move(naive: NaiveGame, rng: Random, taste: int) -> str:
    """A random move, the best of a few by taste: 1 goes for mills and weak players, -1 avoids them.

    Without taste (0), and one time in five, any move is as likely as another.
    """
    legal = naive.legal()
    if taste == 0 or rng.random() < 0.2:
        return rng.choice(legal)
    few = rng.sample(legal, min(8, len(legal)))
    return max(few, key=lambda text: taste * worth(naive, text))


def worth(naive: NaiveGame, text: str) -> int:
    """How far a move goes against the others: mills, and removals from whom has few tokens."""
    if text.startswith("x"):
        return -naive.tokens_left(naive.owners[int(text[1:])])
    start, _, end = text.rpartition("-")
    for line in naive.lines:
        if int(end) in line and start not in map(str, line):
            others = {naive.owners.get(field) for field in line if field != int(end)}
            if others == {naive.to_move}:
                return 1
    return 0
