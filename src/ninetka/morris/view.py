"""A position as plain data, for JSON, prompts and programs in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .state import State


class OutcomeView(TypedDict):
    """How a finished game ended (M13-M15)."""

    result: str
    """As records state it, such as `100:0:-5/2:5/2` or `1-0`."""
    scores: list[str]
    winners: list[int]
    ranking: list[int]
    """All seats, best first."""


class View(TypedDict):
    """What `State.to_dict` gives: a position, and what the rules say of it. Seats are numbers."""

    position: str
    """The position text."""
    ruleset: str
    players: int
    phase: str
    """What the player to move has to do: `put`, `move`, `remove`; `over` when the game is."""
    to_move: int
    is_over: bool
    legal_moves: list[str]
    """The legal moves as records write them, in the order of their action codes."""
    scores: list[str]
    """Points by seat if the game ended here, exactly: `-5/2` (M14)."""
    tokens: list[int | None]
    """By field, in the order of numbers: the seat whose token is there, or null."""
    hands: list[int]
    """By seat: the tokens in hand (M4)."""
    cards: list[int]
    """By seat (M11)."""
    expelled: list[int]
    """The seats that are out of the game (M12)."""
    stepped_over: list[int]
    """The seats that were passed over, since they could not move, right before this turn (M8)."""
    quiet: int
    """How many turns in a row moved and removed nothing (M13)."""
    outcome: OutcomeView | None
    """None until the game is over."""


def view(state: State) -> View:
    """A position as plain data."""
    outcome = state.outcome
    tokens = {field.index: int(seat) for field, seat in state.tokens.items()}
    return {
        "position": state.to_text(),
        "ruleset": state.ruleset.name,
        "players": state.players,
        "phase": str(state.phase),
        "to_move": int(state.to_move),
        "is_over": state.is_over,
        "legal_moves": [state.move_text(move) for move in state.legal_moves],
        "scores": list(map(str, state.scores)),
        "tokens": [tokens.get(index) for index in range(state.board.fields)],
        "hands": list(state.hands),
        "cards": list(state.cards),
        "expelled": list(map(int, state.expelled)),
        "stepped_over": list(map(int, state.stepped_over)),
        "quiet": state.quiet,
        "outcome": None
        if outcome is None
        else {
            "result": str(outcome),
            "scores": list(map(str, outcome.scores)),
            "winners": list(map(int, outcome.winners)),
            "ranking": list(map(int, outcome.ranking)),
        },
    }
