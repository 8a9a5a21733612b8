"""`ninetka perft`: counting sequences of moves."""

from __future__ import annotations

from typing import Annotated

import typer

from ..perft import perft as count
from ..protocol import enumerable
from .common import (
    GameOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    start_state,
)
from .output import say
from .progress import counting


def perft(
    depth: Annotated[int, typer.Argument(min=1, help="How many plies.")],
    game: GameOption = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    moves: Annotated[str, typer.Option(help="Moves to make first, separated by blanks.")] = "",
) -> None:
    """Count the sequences of DEPTH legal moves: after each first move, then in all."""
    state = enumerable(start_state(game, ruleset, players, position, tag))
    for text in moves.split():
        state = state.apply(text)
    legal = state.legal_moves
    counts = {}
    with counting(len(legal)) as bar:
        for move in legal:
            counts[move] = count(state.apply_unchecked(move), depth - 1)
            bar.advance()
    for move, sequences in counts.items():
        say(f"{state.move_text(move)} {sequences}")
    say(f"{len(counts)} moves, {sum(counts.values())} sequences")
