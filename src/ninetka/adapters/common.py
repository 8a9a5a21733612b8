"""What the adapters share: starts, policies, observations as arrays, payoffs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from ..errors import NinetkaError, listed
from ..games import all_games, rules_for_name, rules_for_state
from ..players import Player, player_of
from ..protocol import DescribedState, DrawableState, EnumerableState, ObservableState, Position
from ..rules import GAME, POSITION, Rules

AnyState: TypeAlias = ObservableState[Any]
AnyRules: TypeAlias = Rules[Any, Any]
Policy: TypeAlias = Callable[[Any, np.random.Generator], int]  # Any: some are for one game's states
"""Chooses the action code of a legal move in a state, with the environment's random generator."""


def observable_games() -> list[AnyRules]:
    """The games of the registry that the adapters can serve."""
    return [rules for rules in all_games() if isinstance(rules.begin({}), ObservableState)]


def start_of(options: Mapping[str, str | int], game: str | None = None) -> AnyState:
    """The start that options describe: start tags in small letters. Raises NinetkaError."""
    tags = {} if game is None else {GAME: game}
    return _observable(rules_for_name(game).begin(tags, **options))


def start_like(start: AnyState, options: Mapping[str, str | int]) -> AnyState:
    """The same start, but for what options change. Raises NinetkaError.

    The number of players may not change.
    """
    if not options:
        return start
    rules = rules_for_state(start)
    state = _observable(rules.begin(_start_tags(rules, start), **options))
    if state.players != start.players:
        raise NinetkaError(f"the environment is for {start.players} players, not {state.players}")
    return state


def check_sizes(state: AnyState, start: AnyState) -> None:
    """Raise NinetkaError unless a state has as many actions and as large planes as the start."""
    own, other = _sizes(start), _sizes(state)
    if own != other:
        raise NinetkaError(f"this is made for {own}, not for {other}")


def _sizes(state: AnyState) -> str:
    rows, columns = state.plane_shape
    return f"{state.action_count} actions on {columns} x {rows} places"


def first_state(
    start: AnyState | str | None, options: Mapping[str, str | int], game: str | None
) -> AnyState:
    """Where an environment starts: at a state, or as options describe. Raises NinetkaError.

    A text is the value of the option `start`, which a game may have.
    """
    if isinstance(start, str):
        return start_of({"start": start, **options}, game)
    if start is None:
        return start_of(options, game)
    if options:
        raise NinetkaError("an environment takes a state to start from or options, not both")
    state = _observable(start)
    if game is not None:
        rules_for_state(state).check_name(game, state)
    return state


def _observable(state: Any) -> AnyState:
    if isinstance(state, ObservableState):
        return state
    rules = rules_for_state(state)
    tags = listed(f"{tag} {value}" for tag, value in _start_tags(rules, state).items())
    game = rules.name_of(state)
    raise NinetkaError(f"{game} with {tags} cannot be played here: moves have no codes")


def _start_tags(rules: AnyRules, state: Any) -> dict[str, str]:
    """The tags of a state's ruleset, without its position."""
    return {tag: value for tag, value in rules.to_tags(state).items() if tag != POSITION}


def random_policy(state: AnyState, random: np.random.Generator) -> int:
    """Any legal action, all equally likely."""
    legal = state.legal_actions
    return legal[int(random.integers(len(legal)))]


@attrs.frozen
class _PlayedBy:
    """The policy of a computer player. A class, since environments are pickled."""

    player: Player

    def __call__(self, state: AnyState, random: np.random.Generator) -> int:
        seed = int(random.integers(2**63))
        return state.action(self.player.choose(state, Random(seed)))


def policy_of(given: Policy | Player | str) -> Policy:
    """A policy as it is, or that of a computer player or its name. Raises NinetkaError."""
    player = player_of(given) if isinstance(given, str) else given
    return player if callable(player) else _PlayedBy(player)


def others_moves(
    state: AnyState, seat: int, policy: Policy, random: np.random.Generator
) -> Iterator[tuple[Any, AnyState]]:
    """Each move that a policy makes until it is a seat's turn, and the state after it."""
    while state.to_move != seat and not state.is_over:
        action = policy(state, random)
        try:
            move = state.move(action)
            state = state.apply(move)
        except NinetkaError as error:
            error.add_note("The policy that plays the other seats chose it.")
            raise
        yield move, state


def planes_first(state: AnyState, seat: int) -> NDArray[np.uint8]:
    """What a seat sees: zeros and ones in the shape planes, rows, columns."""
    rows, columns = state.plane_shape
    size = (rows * columns + 7) // 8
    planes = [plane.to_bytes(size, "little") for plane in state.planes(seat)]
    packed = np.frombuffer(b"".join(planes), np.uint8).reshape(-1, size)
    bits = np.unpackbits(packed, axis=1, count=rows * columns, bitorder="little")
    return bits.reshape(-1, rows, columns)


def planes_last(state: AnyState, seat: int) -> NDArray[np.int8]:
    """The same in the shape rows, columns, planes."""
    return planes_first(state, seat).transpose(1, 2, 0).view(np.int8)


def action_mask(state: EnumerableState[Any]) -> NDArray[np.int8]:
    """One for each legal action, zero for the others; by action code."""
    mask, legal = np.zeros(state.action_count, np.int8), state.legal_actions
    mask[np.fromiter(legal, np.intp, len(legal))] = 1
    return mask


def payoffs(state: Position) -> list[float]:
    """By seat: 1 for each winner and -1 for the others.

    All get 0 if the game is not over, or nobody or everybody has won.
    """
    winners = [] if state.outcome is None else [*map(int, state.outcome.winners)]
    if len(winners) in (0, state.players):
        return [0.0] * state.players
    return [1.0 if seat in winners else -1.0 for seat in range(state.players)]


def board_of(state: AnyState) -> str:
    """A state drawn in plain text, or its position text if it cannot be drawn."""
    return state.to_board() if isinstance(state, DrawableState) else state.to_text()


def described(state: AnyState) -> dict[str, Any]:
    """A state as plain data for JSON: its `to_dict`, or its position text if it has none."""
    if isinstance(state, DescribedState):
        return dict(state.to_dict())
    return {POSITION.lower(): state.to_text()}
