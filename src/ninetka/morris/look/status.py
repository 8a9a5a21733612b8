"""What text boards and pictures say of a state: how the game stands, what is due, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from ...base.errors import check_move, listed
from ...drawing.options import labels
from ..board import Field
from ..legality import Reason
from ..moves import Move, Phase, Remove, Step
from ..notation import write_move
from ..state import IllegalMoveError, State

_DUE: Final = {
    Phase.PUT: "to put a token",
    Phase.MOVE: "to move a token",
    Phase.REMOVE: "to remove a token",
}


def status(state: State, names: Sequence[str]) -> str:
    """How the game stands and what is due, given the players' names by seat, maybe empty."""
    stage = due(state, names)
    if state.outcome is not None:
        stage = f"over, {state.outcome}, {stage}"
    return f"{state.ruleset.name}, {state.players} players, {stage}"


def due(state: State, names: Sequence[str]) -> str:
    """Who has to do what, or who has won."""
    if state.outcome is not None:
        winners = state.outcome.winners
        kind = "Seat" if len(winners) == 1 else ""
        players = labels(winners, [names[seat] for seat in winners], kind)
        return f"won by {listed(players)}" if winners else "drawn"
    what = "to move a token or jump" if state.may_jump else _DUE[state.phase]
    (player,) = labels([state.to_move], [names[state.to_move]], "Seat")
    return f"{player} {what}"


def field_of(move: Move) -> Field:
    """The field where a move has put or moved a token, or removed one from."""
    return move.end if isinstance(move, Step) else move.field


def check_last_move(state: State, move: Move) -> None:
    """Raise IllegalMoveError if the position shows that a move was not the last.

    Raises NinetkaError if the move ends off the board.
    """
    check_move(move, *get_args(Move))
    owner = state.token_at(field_of(move))
    try:
        state.undo(move)
    except IllegalMoveError as error:
        possible = error.reason is Reason.NOT_ENOUGH_KNOWN and owner is not None
        if isinstance(move, Remove):
            possible = owner is None and state.quiet == 0 and state.phase is not Phase.REMOVE
        if not possible:
            sentence = f"{write_move(move, state.board)} was not the last move"
            raise IllegalMoveError(sentence, move, state, Reason.NOT_THE_LAST_MOVE) from error
