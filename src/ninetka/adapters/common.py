"""What the adapters share: starts from options, observations as arrays, pay-offs."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidMoveError, NinetkaError, quoted
from ..games import rules_for_name
from ..protocol import EnumerableState, ObservableState, Outcome, Rules, option_of

AnyState: TypeAlias = ObservableState[Any]
AnyRules: TypeAlias = Rules[Any, Any]


def start(options: Mapping[str, Any], game: str | None = None) -> AnyState:
    """The state that options say, by the names of records' tags; "" says nothing.

    Raises NinetkaError.
    """
    rules = rules_for_name(game)
    tags = {option_of(tag): tag for tag in rules.tag_names}
    unknown = options.keys() - tags.keys()
    if unknown:
        names = ", ".join(sorted(tags))
        raise NinetkaError(f"there is no option {quoted(min(unknown))}; there are {names}")
    given = {tags[name]: value for name, value in options.items() if value != ""}
    return observable(rules.begin(given))


def observable(state: object) -> AnyState:
    """The same state, if it can be observed. Raises NinetkaError."""
    if not isinstance(state, ObservableState):
        raise NinetkaError(f"{quoted(state)} is no state that can be observed in planes")
    return state


def move_of(state: AnyState, action: Any) -> Any:
    """The move of an action's code, which may be any kind of integer. Raises InvalidMoveError."""
    try:
        return state.move(index(action))
    except TypeError:
        codes = f"actions are 0 to {state.ACTIONS - 1}"
        raise InvalidMoveError(f"{quoted(action)} is no action: {codes}") from None


def planes_first(state: AnyState, seat: int) -> NDArray[np.uint8]:
    """What a seat sees, ones and zeros in the shape planes, rows, columns."""
    return _plane_bits(state, seat).reshape(-1, *state.PLANE_SHAPE)


def planes_last(state: AnyState, seat: int) -> NDArray[np.int8]:
    """The same in the shape rows, columns, planes."""
    return _plane_bits(state, seat).T.reshape(*state.PLANE_SHAPE, -1).view(np.int8)


def _plane_bits(state: AnyState, seat: int) -> NDArray[np.uint8]:
    """By plane and square."""
    rows, columns = state.PLANE_SHAPE
    size = (rows * columns + 7) // 8
    packed = b"".join([plane.to_bytes(size, "little") for plane in state.planes(seat)])
    planes = np.frombuffer(packed, np.uint8).reshape(-1, size)
    return np.unpackbits(planes, 1, rows * columns, "little")


def action_mask(state: EnumerableState[Any]) -> NDArray[np.int8]:
    """A one for each action that is legal, else a zero."""
    mask = np.zeros(state.ACTIONS, np.int8)
    mask[list(state.legal_actions)] = 1
    return mask


def payoffs(outcome: Outcome | None, players: int) -> list[float]:
    """By seat: 1 for each winner and -1 for the others.

    0 for all if nobody or everybody has won, or the game is not over.
    """
    winners = {int(seat) for seat in outcome.winners} if outcome is not None else set()
    if len(winners) in (0, players):
        return [0.0] * players
    return [1.0 if seat in winners else -1.0 for seat in range(players)]
