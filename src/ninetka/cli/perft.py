"""`ninetka perft`: counting sequences of moves."""

from __future__ import annotations

from typing import Annotated

import typer

from ..perft import perft_by_move
from ..protocol import enumerable
from .common import (
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    start_state,
)
from .output import failing, say


def perft(
    depth: Annotated[int, typer.Argument(min=1, help="How many plies.")],
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    moves: Annotated[str, typer.Option(help="Moves to make first, with blanks between.")] = "",
) -> None:
    """Count the sequences of DEPTH legal moves: for each first move, then in all."""
    with failing():
        state = enumerable(start_state(ruleset, players, position, tag))
        for text in moves.split():
            state = state.apply(state.parse_move(text))
        counts = perft_by_move(state, depth)
    for move, count in counts.items():
        say(f"{state.move_text(move)} {count}")
    say(f"{len(counts)} moves, {sum(counts.values())} sequences")
