"""Python games for OpenSpiel. Importing this module registers them.

Every game of the registry is `python_` and its identifier there: 9tka is `python_ninetka`. Its
parameters are the start tags of records, and three more: `utility` is `win` (the winners' return is
1 and the others' -1), `shared` or `points`; a game that isn't over after `max_plies` actions ends
as a draw, or with the points as they stand, and states with that parameter also say how many there
have been; `grid` is for observations, as in `arrays.ObservationLayout`.

With more than two players that is not a zero sum, so the game's utility type is general sum; for
algorithms that need a zero sum there is `python_ninetka_zero_sum`, the same game for two players.
In games of zero sum the mean of both is taken from each return.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, ClassVar, Final, ParamSpec, TypeVar

import attrs

from ..base.errors import IllegalMoveError, NinetkaError, missing_extra, quoted
from ..base.fields import as_int
from ..base.messages import listed
from ..base.plain_json import parse_json
from ..protocol.states import check_seat, plays
from ..protocol.tags import POSITION

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from . import episodes
    from .arrays import ObservationLayout, Utility, planes_first
except ModuleNotFoundError as error:
    raise missing_extra("openspiel", error) from error

__all__ = ["Observer", "SpielError", "SpielGame", "SpielState", "register"]

P = ParamSpec("P")
R = TypeVar("R")


class SpielError(NinetkaError, pyspiel.SpielError):
    """Every error of these games: a NinetkaError that OpenSpiel's tools catch too.

    Its `__cause__` is the library's own error, which may have a reason code.
    """


def _raises_spiel_errors(function: Callable[P, R]) -> Callable[P, R]:
    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except NinetkaError as error:
            raise SpielError(str(error)) from error

    return wrapper


_OWN: Final[Mapping[str, Any]] = {"utility": "", "max_plies": 0, "grid": False}
"""The parameters that are not about a game's start, with their defaults."""
_NOT_GIVEN: Final = (0, -1)
"""Defaults that count as not given: -1 where 0 is a value."""
_PLIES: Final = "plies"
"""In a game with `max_plies`, states that differ only in the number of plies are not equal: tables
of states go by their texts."""
_TEXT: Final = re.compile(rf"(.*\S)\s+{_PLIES} ([0-9]{{1,9}})\s*")
"""The text of a state in such a game: a position text and the number of plies."""


@attrs.frozen
class _Settings(episodes.EpisodeSettings):
    """A game's parameters."""

    is_zero_sum: bool = False

    def __deepcopy__(self, _: object) -> _Settings:
        return self  # states are copied all the time

    def check_plies(self, plies: object) -> int:
        """The plies that a state says were made before it. Raises NinetkaError."""
        if self.max_plies is None:
            raise NinetkaError(f"states have {_PLIES} only in a game with max_plies")
        number = as_int(plies)
        if number is None or not 0 <= number <= self.max_plies:
            raise NinetkaError(f"{_PLIES} must be 0 to {self.max_plies}, not {quoted(plies)}")
        return number

    def worth(self, state: episodes.AnyState, plies: int) -> list[float]:
        """Return what a game is worth by seat; in a game of zero sum, less the mean of both."""
        return self._centred(super().worth(state, plies))

    def bounds(self) -> tuple[float, float]:
        """The least and the greatest worth of a game. Raises NinetkaError if they are unknown."""
        if self.utility in (Utility.WIN, Utility.SHARED):
            least, most = (-1.0 if self.utility is Utility.WIN else 0.0), 1.0
        elif self.start.score_bounds is None:
            raise NinetkaError("this game does not say how many points there can be")
        else:
            least, most = map(float, self.start.score_bounds)
            if self.utility is Utility.MARGIN:
                least, most = least - most, most - least
        least, most = self._centred([least, most])
        return least, most

    def _centred(self, values: list[float]) -> list[float]:
        if not self.is_zero_sum:
            return values
        mean = sum(values) / len(values)
        return [value - mean for value in values]


@lru_cache(maxsize=256)  # every clone begins with a new start: 2 instead of 40 microseconds
def _settings(game: str, parameters: tuple[tuple[str, Any], ...], is_zero_sum: bool) -> _Settings:
    """The settings of a game with these parameters. Raises NinetkaError."""
    given = dict(parameters)
    own = {name: given.pop(name, default) for name, default in _OWN.items()}
    # Quotes keep a number a text for OpenSpiel: komi='6.5'
    for name, value in given.items():
        if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == "'":
            given[name] = value[1:-1]
    start, layout = episodes.start_of(given, game), ObservationLayout("first", "uint8", own["grid"])
    utility = own["utility"] or Utility.WIN
    return _Settings(start, utility, own["max_plies"] or None, layout, is_zero_sum)


def _is_read_back(name: str, value: Any) -> bool:
    """Tell whether OpenSpiel reads a parameter as what it has written down."""
    return bool(pyspiel.game_parameters_from_string(f"x({name}={value})").get(name) == value)


class SpielGame(pyspiel.Game):
    """A game of the registry for one ruleset and number of players.

    `pyspiel.load_game` makes it, and raises SpielError for parameters that describe no start.
    Pickled and copied games lose their Python attributes, so everything follows from the class and
    the parameters.
    """

    entry: ClassVar[episodes.AnyEntry]
    game_type: ClassVar[pyspiel.GameType]
    zero_sum: ClassVar[bool]

    @_raises_spiel_errors
    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        defaults = self.game_type.parameter_specification
        given = {
            name: value
            for name, value in (parameters or {}).items()
            if value != "" and not (value in _NOT_GIVEN and value == defaults[name])
        }
        if POSITION.lower() in given:  # OpenSpiel fills in defaults; the position has its own
            given = {name: value for name, value in given.items() if value != defaults[name]}
        for name, value in given.items():
            if not _is_read_back(name, value):
                given_as = f"{name}={quoted(value)}"
                hint = ": write / for each comma" * ("," in str(value))
                if _is_read_back(name, f"'{value}'"):
                    called = self.game_type.short_name
                    hint = f": put it in quotes of its own, as in {called}({name}='{value}')"
                raise NinetkaError(f"OpenSpiel cannot write down {given_as} and read it back{hint}")
        settings = _settings(self.entry.identifier, tuple(given.items()), self.zero_sum)
        first = settings.start
        if self.zero_sum and first.players != 2:
            name = self.game_type.short_name
            raise NinetkaError(f"{name} is for 2 players, not {first.players}")
        if not first.is_dealt:
            raise NinetkaError(
                "these games have no chance nodes: give a start that is dealt as position"
            )
        settings.layout.shape(first)  # which may have no grid
        least, most = settings.bounds()
        plies = first.max_plies_left
        info = pyspiel.GameInfo(
            num_distinct_actions=first.action_count,
            max_chance_outcomes=0,
            num_players=first.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=min(plies, settings.max_plies or plies),
        )
        super().__init__(self.game_type, info, given)

    @_raises_spiel_errors
    def new_initial_state(
        self, start: str | Mapping[str, Any] | pyspiel.StateStruct | None = None
    ) -> SpielState:
        """The start; or another state: its text, `to_dict`, `to_json` or `to_struct`.

        A position text is enough. Raises SpielError for a position of another ruleset, number of
        players or board size.
        """
        parameters = tuple(self.get_parameters().items())
        settings = _settings(self.entry.identifier, parameters, self.zero_sum)
        first = settings.start
        if start is None:
            return SpielState(self, first, settings)
        if isinstance(start, str):
            start = _struct(start)
        struct = dict(start if isinstance(start, Mapping) else start.to_dict())
        plies = settings.check_plies(struct.pop(_PLIES)) if _PLIES in struct else 0
        text = struct.get(POSITION.lower())
        if not isinstance(text, str):
            raise NinetkaError("a state's struct needs its text as 'position'")
        position = self.entry.begin({**self.entry.tags.write(first), POSITION: text})
        episodes.check_sizes(position, settings)
        actual = position.to_dict()
        for name, value in struct.items():
            if value != actual.get(name):
                said = f"{quoted(value)}, but in that position it is {quoted(actual.get(name))}"
                raise NinetkaError(f"{quoted(name)} is {said}")
        state = SpielState(self, position, settings)
        state.start, state._plies_before = position, plies
        return state

    @_raises_spiel_errors
    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer | IIGObserverForPublicInfoGame:
        """Make an observer: of planes for the usual kind, else OpenSpiel's own, of the history."""
        if not kind or (kind.public_info and not kind.perfect_recall):
            first = self.new_initial_state()
            return Observer(first.position, params, grid=first._settings.layout.grid)
        return IIGObserverForPublicInfoGame(kind, params)

    def __reduce__(self) -> tuple[Callable[[str], SpielGame], tuple[str]]:
        return _load, (str(self),)


def _struct(text: str) -> Mapping[str, Any]:
    """Parse a state's struct from JSON, or from a state's text, which is a struct by itself."""
    if not text.lstrip().startswith("{"):
        match = _TEXT.fullmatch(text)
        if match:
            return {POSITION.lower(): match[1], _PLIES: int(match[2])}
        return {POSITION.lower(): text}
    try:
        struct: Mapping[str, Any] = parse_json(text)
    except ValueError as error:
        raise NinetkaError(f"a state's struct is JSON: {error}") from error
    return struct


def _load(text: str) -> SpielGame:
    """A pickled game from its text; importing this module has registered it."""
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):
    """OpenSpiel's mutable state of a game."""

    start: episodes.AnyState | None = None
    """The state in which it began, if not the game's start."""
    _plies_before: int = 0
    """The plies of a game with `max_plies` that were made before it began here."""
    _undone: frozenset[int] = frozenset()
    """The places in OpenSpiel's own history, which only grows, of actions taken back."""

    def __init__(self, game: SpielGame, position: episodes.AnyState, settings: _Settings) -> None:
        """Made by `SpielGame.new_initial_state`."""
        super().__init__(game)
        self._settings = settings
        self.position = position
        """The library's own immutable state."""

    def current_player(self) -> int:
        """The seat to move, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.position.to_move)

    def is_terminal(self) -> bool:
        """Tell whether the game is over or cut."""
        return self.position.is_over or self._is_cut()

    def _is_cut(self) -> bool:
        return self._settings.is_cut(self.position, self._plies)

    @property
    def _plies(self) -> int:
        return self._plies_before + self.move_number()

    def returns(self) -> list[float]:
        """Return 1 for winners and -1 for others by seat, or as the utility says, after the game.

        Before that 0.
        """
        return self._settings.worth(self.position, self._plies)

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._is_cut() else list(self.position.legal_actions)

    @_raises_spiel_errors
    def _apply_action(self, action: int) -> None:
        self.position = self.position.apply(self.position.move(action))

    @_raises_spiel_errors
    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action, which was that player's; the earlier ones are replayed.

        Raises SpielError if another action was the last.
        """
        history = self.full_history()
        if [(last.player, last.action) for last in history[-1:]] != [(player, action)]:
            raise NinetkaError(f"action {action} of player {player} was not the last")
        position = self.start or self.get_game().new_initial_state().position
        for entry in history[:-1]:
            position = position.apply_unchecked(position.move(entry.action))
        self.position = position
        self._undone |= {max(set(range(len(super().full_history()))) - self._undone)}

    def full_history(self) -> list[pyspiel.PlayerAction]:
        """The players and their actions since the start, without those taken back."""
        return [entry for at, entry in enumerate(super().full_history()) if at not in self._undone]

    def history(self) -> list[int]:
        """The actions since the start."""
        return [entry.action for entry in self.full_history()]

    def history_str(self) -> str:
        """The actions since the start as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """The number of actions since the start."""
        return super().move_number() - len(self._undone)

    def is_initial_state(self) -> bool:
        """Tell whether there has been no action yet."""
        return self.move_number() == 0

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.position.move(action)
        return self.position.move_text(move) if self.position.is_legal(move) else str(move)

    @_raises_spiel_errors
    def string_to_action(self, *player_and_text: Any) -> int:
        """The legal action of a move's text, in any form that `parse_move` of the state reads.

        The player before the text may be left out. Raises SpielError.
        """
        return self.position.action(self.position.parse_move(player_and_text[-1]))

    # OpenSpiel's `to_dict`, `to_json`, `action_to_struct` and so on call these four.

    def _to_struct(self) -> dict[str, Any]:
        plies = {} if self._settings.max_plies is None else {_PLIES: self._plies}
        return {**self.position.to_dict(), **plies}

    @_raises_spiel_errors
    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        check_seat(player, self.position.players)
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"move": self._action_to_string(player, action)}

    @_raises_spiel_errors
    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        position = self.position
        try:
            move = position.parse_move(struct["move"])
        except IllegalMoveError as error:  # OpenSpiel itself judges its code, if it has one
            codes = range(position.action_count)
            return [code for code in codes if position.move(code) == error.move]
        return [position.action(move)]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees, by planes, rows, columns; by default the player to move.

        It takes a fifth of the time of OpenSpiel's own. Raises SpielError if nobody plays there.
        """
        seat = self.current_player() if player is None else player
        if not plays(seat, self.position.players):
            return super().observation_tensor(seat)  # which raises OpenSpiel's error
        if self._settings.layout.grid:
            return planes_first(self.position, seat, grid=True).ravel().astype(float).tolist()
        rows, columns = self.position.plane_shape
        tensor: list[float] = []
        for plane in self.position.planes(seat):
            tensor += _floats(plane, rows * columns)
        return tensor

    def __str__(self) -> str:
        text = self.position.to_text()
        return text if self._settings.max_plies is None else f"{text} {_PLIES} {self._plies}"


_BYTES: Final = [[float(byte >> bit & 1) for bit in range(8)] for byte in range(256)]


@lru_cache(maxsize=1024)  # from one position to the next few planes change
def _floats(plane: int, size: int) -> list[float]:
    packed = plane.to_bytes((size + 7) // 8, "little")
    return [value for byte in packed for value in _BYTES[byte]][:size]


class Observer:
    """Fills `tensor` with what a seat sees; `dict["observation"]` is the same array, shaped.

    Its shape is planes, rows, columns. The planes are the state's `plane_names`; values are 0 or 1.
    """

    def __init__(
        self, position: episodes.AnyState, params: dict[str, Any] | None, *, grid: bool = False
    ) -> None:
        """Observe positions of one size. Raises NinetkaError for parameters: it takes none."""
        if params:
            raise NinetkaError(f"observations take no parameters, not {params}")
        self._grid = grid
        shape = ObservationLayout("first", "uint8", grid).shape(position)
        self.tensor: NDArray[np.float32] = np.zeros(shape, np.float32).ravel()
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state from a seat."""
        self.dict["observation"][:] = planes_first(state.position, player, grid=self._grid)

    def string_from(self, state: SpielState, player: int) -> str:
        """The state's text, which is the same for every seat."""
        return str(state)


def register(entry: episodes.AnyEntry) -> None:
    """Register a game with OpenSpiel, and if two can play it, once more as a zero-sum game.

    A game for two players alone has a zero sum both times.
    """
    for again in (False, True) if 2 in entry.player_counts else (False,):
        zero_sum = again or {*entry.player_counts} == {2}
        utility = pyspiel.GameType.Utility
        game_type = pyspiel.GameType(
            short_name=f"python_{entry.identifier}" + "_zero_sum" * again,
            long_name=listed(entry.names) + ", two players, zero sum" * again,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            min_num_players=2 if zero_sum else min(entry.player_counts),
            max_num_players=2 if zero_sum else max(entry.player_counts),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={
                **{
                    name: _default(entry, option.tag, for_two=again)
                    for name, option in entry.options.items()
                },
                **_OWN,
            },
        )
        body = {"entry": entry, "game_type": game_type, "zero_sum": zero_sum}
        pyspiel.register_game(game_type, type("SpielGame", (SpielGame,), body))


def _default(entry: episodes.AnyEntry, tag: str, *, for_two: bool) -> str | int:
    """A parameter's default: the usual value if the game's names agree on one.

    Otherwise it is 0, -1 if 0 is a value, or an empty text, which count as not given.
    """
    usual = {start.get(tag, "") for start in entry.names.values()}
    if for_two and tag == "Players" and any(usual):
        usual = {"2"}
    default = next(iter(usual)) if len(usual) == 1 else ""
    values = usual - {""} or entry.tags.suggestions.get(tag, ())
    is_number = bool(values) and all(map(str.isdigit, values))
    return int(default or -("0" in values)) if is_number else default


for _entry in episodes.observable_games():
    register(_entry)
