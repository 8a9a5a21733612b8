"""Python games for OpenSpiel. Importing this registers them.

Every game of the registry is `python_` and its identifier there: 9tka is `python_ninetka`. The
parameters are the tags by which records say a start, except a position; its text can be given to
`new_initial_state`. A winner's return is 1 and the others' -1. With more than two players that is
no zero sum, so the type's utility is a general sum; for algorithms that need it to be zero there is
`python_ninetka_zero_sum`, the same for two players alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar

from ..errors import NinetkaError, missing_extra, quoted
from ..protocol import POSITION

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from .common import AnyRules, AnyState, observable_games, payoffs, planes_first, start_of
except ModuleNotFoundError as error:
    raise missing_extra("openspiel", error) from error

__all__ = ["Game", "Observer", "State", "register"]


@lru_cache(maxsize=256)  # every clone begins with a new start: 2 instead of 40 microseconds
def _start(game: str, parameters: tuple[tuple[str, str | int], ...]) -> AnyState:
    return start_of(dict(parameters), game)


class Game(pyspiel.Game):
    """A game of the registry for some ruleset and number of players.

    Made by `pyspiel.load_game`, which raises NinetkaError for parameters that say no start.
    OpenSpiel loses Python attributes of games here and there, so everything follows from the class
    and the parameters.
    """

    rules: ClassVar[AnyRules]
    game_type: ClassVar[pyspiel.GameType]
    zero_sum: ClassVar[bool]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {name: value for name, value in (parameters or {}).items() if value != ""}
        for name, value in given.items():
            if pyspiel.game_parameters_from_string(f"x({name}={value})").get(name) != value:
                raise NinetkaError(f"OpenSpiel cannot write down {name}={quoted(value)}")
        first = _start(self.rules.name, tuple(given.items()))
        if self.zero_sum and first.players != 2:
            name = self.game_type.short_name
            raise NinetkaError(f"{name} is for 2 players, not {first.players}")
        super().__init__(self.game_type, self._info(first), given)

    def _info(self, first: AnyState) -> pyspiel.GameInfo:
        return pyspiel.GameInfo(
            num_distinct_actions=first.ACTIONS,
            max_chance_outcomes=0,
            num_players=first.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=first.max_plies_left,
        )

    def new_initial_state(self, text: str | None = None) -> State:
        """The start, or the position of a text. Raises NinetkaError."""
        parameters = self.get_parameters()
        if text is not None:
            parameters = {**parameters, POSITION.lower(): text}
        return State(self, _start(self.rules.name, tuple(parameters.items())))

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer | IIGObserverForPublicInfoGame:
        """What OpenSpiel asks for observations: planes for the usual kind, else the history."""
        if not kind or (kind.public_info and not kind.perfect_recall):
            return Observer(self.new_initial_state().position, params)
        return IIGObserverForPublicInfoGame(kind, params)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return _load, (str(self),)


def _load(text: str) -> Game:
    """A game of its text, which is what pickled games are; finding this registers them first."""
    return pyspiel.load_game(text)


class State(pyspiel.State):
    """OpenSpiel's mutable state: where a game stands."""

    def __init__(self, game: Game, position: AnyState) -> None:
        """Made by `Game.new_initial_state`."""
        super().__init__(game)
        self.position = position
        """The game's own immutable state."""

    def current_player(self) -> int:
        """The seat to move, or TERMINAL."""
        position = self.position
        return pyspiel.PlayerId.TERMINAL if position.is_over else int(position.to_move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """By seat, once the game is over: 1 for the winner, -1 for others."""
        return payoffs(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal_actions)

    def _apply_action(self, action: int) -> None:
        """OpenSpiel itself checks nothing. Raises NinetkaError, the state being as it was."""
        self.position = self.position.apply(self.position.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.position.move(action)
        return self.position.move_text(move) if self.position.is_legal(move) else str(move)

    def __str__(self) -> str:
        return self.position.to_text()


class Observer:
    """Fills `tensor` with what a seat sees; `dict["observation"]` is it by planes, rows, columns.

    The planes are those of the state's `plane_names`, each value 0 or 1.
    """

    def __init__(self, position: AnyState, params: dict[str, Any] | None) -> None:
        """For positions of as many players. Raises NinetkaError for parameters: it takes none."""
        if params:
            raise NinetkaError(f"observations take no parameters, not {params}")
        shape = (len(position.plane_names), *position.PLANE_SHAPE)
        self.tensor: NDArray[np.float32] = np.zeros(shape, np.float32).ravel()
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Look at a state from a seat."""
        self.dict["observation"][:] = planes_first(state.position, player)

    def string_from(self, state: State, player: int) -> str:
        """The position's text, which every seat sees alike."""
        return state.position.to_text()


def register(rules: AnyRules) -> None:
    """Register a game of the registry, and once more as of zero sum if two can play it."""
    options = rules.options.items()
    parameters = {
        option: _parameter(rules.default_tags.get(tag, ""))
        for option, tag in options
        if tag != POSITION
    }
    for zero_sum in (False, True) if 2 in rules.player_counts else (False,):
        utility = pyspiel.GameType.Utility
        game_type = pyspiel.GameType(
            short_name=f"python_{rules.identifier}" + "_zero_sum" * zero_sum,
            long_name=f"{rules.name}, two players, zero sum" if zero_sum else rules.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            min_num_players=2 if zero_sum else min(rules.player_counts),
            max_num_players=2 if zero_sum else max(rules.player_counts),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=parameters,
        )
        body = {"rules": rules, "game_type": game_type, "zero_sum": zero_sum}
        pyspiel.register_game(game_type, type("Game", (Game,), body))


def _parameter(default: str) -> str | int:
    return int(default) if default.isdigit() else default


for _rules in observable_games():
    register(_rules)
