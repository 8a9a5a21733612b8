"""Python games for OpenSpiel. Importing this registers them.

Every game of the registry is `python_` and its identifier there: 9tka is `python_ninetka`. The
parameters are the tags by which records say a start. A winner's return is 1 and the others' -1.
With more than two players that is not a zero sum, so the type's utility is a general sum; for
algorithms that need it to be zero there is `python_ninetka_zero_sum`, the same for two players.

Every error that these games raise is a NinetkaError and a `pyspiel.SpielError` at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, wraps
from itertools import chain
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

from ..errors import IllegalMoveError, NinetkaError, listed, missing_extra, quoted
from ..protocol import check_seat, plays
from ..rules import POSITION

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from .common import (
        AnyRules,
        AnyState,
        check_sizes,
        described,
        observable_games,
        payoffs,
        planes_first,
        start_of,
    )
except ModuleNotFoundError as error:
    raise missing_extra("openspiel", error) from error

__all__ = ["Game", "Observer", "State", "register"]

P = ParamSpec("P")
R = TypeVar("R")


@cache
def _spiel_kind(kind: type[NinetkaError]) -> type[NinetkaError]:
    """The same kind of error, caught by those who expect OpenSpiel's own as well."""

    def reduce(error: NinetkaError) -> tuple[Any, ...]:  # pickle finds no class made here
        return _spiel_error, (kind, error.args, vars(error))

    return type(kind.__name__, (kind, pyspiel.SpielError), {"__reduce__": reduce})


def _spiel_error(
    kind: type[NinetkaError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> NinetkaError:
    error = _spiel_kind(kind)(*args)  # type: ignore[arg-type]  # a class is hashable, mypy
    vars(error).update(attributes)
    return error


def _raises_spiel_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Every NinetkaError that leaves the function is a SpielError too."""

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except pyspiel.SpielError:
            raise
        except NinetkaError as error:
            raise _spiel_error(type(error), error.args, vars(error)) from None

    return wrapper


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

    @_raises_spiel_errors
    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        defaults = self.game_type.parameter_specification
        given = {
            name: value
            for name, value in (parameters or {}).items()
            if value != "" and (value, defaults[name]) != (0, 0)
        }
        if POSITION.lower() in given:  # OpenSpiel has filled in defaults, which need not be its own
            given = {name: value for name, value in given.items() if value != defaults[name]}
        for name, value in given.items():
            if pyspiel.game_parameters_from_string(f"x({name}={value})").get(name) != value:
                raise NinetkaError(f"OpenSpiel cannot write down {name}={quoted(value)}")
        first = _start(self.rules.identifier, tuple(given.items()))
        if self.zero_sum and first.players != 2:
            name = self.game_type.short_name
            raise NinetkaError(f"{name} is for 2 players, not {first.players}")
        super().__init__(self.game_type, self._info(first), given)

    def _info(self, first: AnyState) -> pyspiel.GameInfo:
        return pyspiel.GameInfo(
            num_distinct_actions=first.action_count,
            max_chance_outcomes=0,
            num_players=first.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=first.max_plies_left,
        )

    @_raises_spiel_errors
    def new_initial_state(
        self, start: str | Mapping[str, Any] | pyspiel.StateStruct | None = None
    ) -> State:
        """The start; or another position, given by its text or by what describes a state.

        That is what `to_dict`, `to_json` or `to_struct` of a state gives. Raises NinetkaError.
        """
        first = _start(self.rules.identifier, tuple(self.get_parameters().items()))
        if start is None:
            return State(self, first)
        if isinstance(start, str) and not start.lstrip().startswith("{"):
            position = self._described_by({"position": start}, first)
        else:
            position = self._described_by(_read(start), first)
        state = State(self, position)
        state.start = state.position
        return state

    def _described_by(self, description: Mapping[str, Any], first: AnyState) -> AnyState:
        text = description.get("position")
        if not isinstance(text, str):
            raise NinetkaError("a state's description gives its text as 'position'")
        position = self.rules.begin({**self.rules.to_tags(first), POSITION: text})
        check_sizes(position, first)
        actual = described(position)
        for name, value in description.items():
            if name not in actual:
                raise NinetkaError(f"a state's description has no {quoted(name)}")
            if name != "position" and value != actual[name]:
                said = f"{quoted(value)}, but in that position it is {quoted(actual[name])}"
                raise NinetkaError(f"{quoted(name)} is {said}")
        return position

    @_raises_spiel_errors
    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer | IIGObserverForPublicInfoGame:
        """What OpenSpiel asks for observations: planes for the usual kind, else the history."""
        if not kind or (kind.public_info and not kind.perfect_recall):
            return Observer(self.new_initial_state().position, params)
        return IIGObserverForPublicInfoGame(kind, params)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return _load, (str(self),)


def _read(start: str | Mapping[str, Any] | pyspiel.StateStruct) -> Mapping[str, Any]:
    if isinstance(start, Mapping):
        return start
    try:
        description = json.loads(start if isinstance(start, str) else start.to_json())
    except (ValueError, RecursionError) as error:
        raise NinetkaError(f"a state's description is JSON: {error}") from None
    assert isinstance(description, dict)  # it begins with a brace
    return description


def _load(text: str) -> Game:
    """A game of its text, which is what pickled games are; finding this registers them first."""
    return pyspiel.load_game(text)


class State(pyspiel.State):
    """OpenSpiel's mutable state: where a game stands."""

    start: AnyState | None = None
    """Where it began, if not at the game's start."""
    _undone: tuple[int, ...] = ()
    """Which entries of OpenSpiel's own history, which only grows, have been taken back."""

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

    @_raises_spiel_errors
    def _apply_action(self, action: int) -> None:
        """OpenSpiel itself checks nothing. Raises NinetkaError, the state being as it was."""
        self.position = self.position.apply(self.position.move(action))

    @_raises_spiel_errors
    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action, which was that player's. Raises NinetkaError if it was not.

        It replays all actions before it, since a code alone does not say what it did.
        """
        history = self.full_history()
        last = [(entry.player, entry.action) for entry in history[-1:]]
        if last != [(player, action)]:
            said = f"action {last[0][1]} of player {last[0][0]}" if last else "none"
            raise NinetkaError(f"the last action is {said}, not {action} of player {player}")
        position = self.start or self.get_game().new_initial_state().position
        for entry in history[:-1]:
            position = position.apply_unchecked(position.move(entry.action))
        self.position, self._undone = position, (*self._undone, self._entries()[-1])

    def _entries(self) -> list[int]:
        """Which entries of OpenSpiel's history count."""
        return [at for at in range(len(super().full_history())) if at not in self._undone]

    def full_history(self) -> list[pyspiel.PlayerAction]:
        """The players and their actions since the start."""
        history = super().full_history()
        return [history[at] for at in self._entries()] if self._undone else history

    def history(self) -> list[int]:
        """The actions since the start."""
        return [entry.action for entry in self.full_history()]

    def history_str(self) -> str:
        """The same as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions there have been since the start."""
        return super().move_number() - len(self._undone)

    def is_initial_state(self) -> bool:
        """Whether there has been none."""
        return not self.move_number()

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.position.move(action)
        return self.position.move_text(move) if self.position.is_legal(move) else str(move)

    @_raises_spiel_errors
    def string_to_action(self, *player_and_text: Any) -> int:
        """The legal action of a move's text, in any form that `parse_move` of the game reads.

        The player before the text may be left out. Raises NinetkaError.
        """
        return self.position.action(self.position.parse_move(player_and_text[-1]))

    # What follows OpenSpiel calls for `to_dict`, `to_json`, `action_to_struct` and so on.

    def _to_struct(self) -> dict[str, Any]:
        return described(self.position)

    @_raises_spiel_errors
    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        check_seat(player, self.position.players)
        return described(self.position)

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"move": self._action_to_string(player, action)}

    @_raises_spiel_errors
    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        position = self.position
        try:
            return [self.string_to_action(struct["move"])]
        except IllegalMoveError as error:  # it has a code all the same, for OpenSpiel to judge
            codes = range(position.action_count)
            return [code for code in codes if position.move(code) == error.move]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, by planes, rows, columns; the player to move if none is said.

        OpenSpiel's own would take twice as long. Raises SpielError if nobody plays there.
        """
        seat = self.current_player() if player is None else player
        if not plays(seat, self.position.players):
            return super().observation_tensor(seat)  # which says so in its own words
        rows, columns = self.position.plane_shape
        tensor: list[float] = []
        for plane in self.position.planes(seat):
            tensor += _floats(plane, rows * columns)
        return tensor

    def __str__(self) -> str:
        return self.position.to_text()


_FLOATS_OF_BYTE: Final = [[float(byte >> bit & 1) for bit in range(8)] for byte in range(256)]


@lru_cache(maxsize=1024)  # from one position to the next few planes change
def _floats(plane: int, bits: int) -> tuple[float, ...]:
    packed = plane.to_bytes((bits + 7) // 8, "little")
    return tuple(chain.from_iterable(map(_FLOATS_OF_BYTE.__getitem__, packed)))[:bits]


class Observer:
    """Fills `tensor` with what a seat sees; `dict["observation"]` is it by planes, rows, columns.

    The planes are those of the state's `plane_names`, each value 0 or 1.
    """

    def __init__(self, position: AnyState, params: dict[str, Any] | None) -> None:
        """For positions of as many players. Raises NinetkaError for parameters: it takes none."""
        if params:
            raise NinetkaError(f"observations take no parameters, not {params}")
        shape = (len(position.plane_names), *position.plane_shape)
        self.tensor: NDArray[np.float32] = np.zeros(shape, np.float32).ravel()
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Look at a state from a seat."""
        self.dict["observation"][:] = planes_first(state.position, player)

    def string_from(self, state: State, player: int) -> str:
        """The position's text, which every seat sees alike."""
        return state.position.to_text()


def register(rules: AnyRules) -> None:
    """Register a game of the registry, and once more as of zero sum if two can play it.

    What none but two can play is of zero sum both times.
    """
    for again in (False, True) if 2 in rules.player_counts else (False,):
        zero_sum = again or {*rules.player_counts} == {2}
        utility = pyspiel.GameType.Utility
        game_type = pyspiel.GameType(
            short_name=f"python_{rules.identifier}" + "_zero_sum" * again,
            long_name=listed(rules.names) + ", two players, zero sum" * again,
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
            parameter_specification={
                option: _parameter(rules, tag, for_two=again)
                for option, tag in rules.options.items()
            },
        )
        body = {"rules": rules, "game_type": game_type, "zero_sum": zero_sum}
        pyspiel.register_game(game_type, type("Game", (Game,), body))


def _parameter(rules: AnyRules, tag: str, *, for_two: bool) -> str | int:
    """What a parameter is if it is not given: 0 for a number, or no text, if nothing is usual.

    Nothing is where the game's names differ in it: the start then goes by the other parameters.
    """
    usual = {start.get(tag, "") for start in rules.names.values()}
    if for_two and tag == "Players" and any(usual):
        usual = {"2"}
    default = next(iter(usual)) if len(usual) == 1 else ""
    values = usual - {""} or rules.suggestions.get(tag, ())
    is_number = bool(values) and all(map(str.isdigit, values))
    return int(default or 0) if is_number else default


for _rules in observable_games():
    register(_rules)
