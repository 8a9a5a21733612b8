"""A game in a framework: how it begins, how long it lasts, who plays the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

import attrs
import numpy as np

from ..base.errors import NinetkaError, quoted
from ..base.fields import convert
from ..base.messages import listed
from ..drawing.drawable import DrawableState
from ..games import all_games, entry_for_start, entry_for_state
from ..players import Player, parse_player
from ..protocol.entry import GameEntry
from ..protocol.states import ObservableState, check_seat
from ..protocol.tags import GAME, POSITION
from .arrays import ObservationLayout, Utility, payoffs

AnyState: TypeAlias = ObservableState[Any]
AnyEntry: TypeAlias = GameEntry[Any, Any]
Policy: TypeAlias = Callable[[Any, np.random.Generator], int]  # Any: some are for one game's states
"""Chooses the action code of a legal move in a state, with the environment's random generator."""


def observable_games() -> list[AnyEntry]:
    """The games of the registry that the adapters can serve."""
    return [entry for entry in all_games() if isinstance(entry.begin({}), ObservableState)]


def start_of(options: Mapping[str, str | int], game: str | None = None) -> AnyState:
    """The start that options describe: start tags in small letters. Raises NinetkaError."""
    said = options if game is None else {GAME.lower(): game, **options}
    return _observable(entry_for_start(said).begin(**said))


def start_like(start: AnyState, options: Mapping[str, str | int]) -> AnyState:
    """`start` with the options changed. Raises NinetkaError.

    The number of players may not change.
    """
    if not options:
        return start
    entry = entry_for_state(start)
    state = _observable(entry.begin(_start_tags(entry, start), **options))
    if state.players != start.players:
        raise NinetkaError(f"the environment is for {start.players} players, not {state.players}")
    return state


def check_sizes(state: AnyState, settings: EpisodeSettings) -> None:
    """Raise NinetkaError unless a state has as many actions and the same planes as the start."""
    layout, sizes = attrs.evolve(settings.layout, channels="first"), []
    for each in (settings.start, state):
        _, rows, columns = layout.shape(each)
        sizes.append(f"{each.action_count} actions on {columns} x {rows} places")
    if sizes[0] != sizes[1]:
        raise NinetkaError(f"this is made for {sizes[0]}, not for {sizes[1]}")
    known, planes = settings.start.plane_names, state.plane_names
    if known != planes:
        different = [name for name in (*known, *planes) if (name in known) != (name in planes)]
        names = listed(map(repr, different))
        raise NinetkaError(f"this is made for other planes than these: they differ in {names}")


def dealt(start: AnyState, rng: np.random.Generator) -> AnyState:
    """The start of an episode, dealt first if chance decides something."""
    return start if start.is_dealt else start.dealt(Random(int(rng.integers(2**63))))


def _utility(given: Utility | str) -> Utility:
    return Utility.of(given)


def _check_max_plies(_: EpisodeSettings, __: object, given: int | None) -> None:
    if given is not None and (isinstance(given, bool) or not isinstance(given, int) or given < 1):
        raise NinetkaError(f"max_plies is a whole number from 1 on, not {quoted(given)}")


@attrs.frozen
class EpisodeSettings:
    """The settings of a framework's games: start, limit of plies, utility and layout.

    Raises NinetkaError for an unknown utility, and for a `max_plies` of less than one.
    """

    start: AnyState
    utility: Utility = attrs.field(converter=_utility)
    max_plies: int | None = attrs.field(validator=_check_max_plies)
    """The number of plies, of all seats, after which a game is cut; None for no limit."""
    layout: ObservationLayout = attrs.field(factory=ObservationLayout)

    def is_cut(self, state: AnyState, plies: int) -> bool:
        """Tell whether a game that has reached this state after `plies` plies is cut there."""
        return self.max_plies is not None and plies >= self.max_plies and not state.is_over

    def worth(self, state: AnyState, plies: int) -> list[float]:
        """Return what a game in this state is worth by seat; zeros until it ends."""
        return payoffs(state, self.utility, cut=self.is_cut(state, plies))


def first_state(
    start: AnyState | str | None, options: Mapping[str, str | int], game: str | None
) -> AnyState:
    """The state an environment starts from: `start`, or as options describe. Raises NinetkaError.

    If `start` is a text, it is the value of the option `start`, which a game may have.
    """
    if isinstance(start, str):
        return start_of({"start": start, **options}, game)
    if start is None:
        return start_of(options, game)
    if options:
        raise NinetkaError("an environment takes a state to start from or options, not both")
    state = _observable(start)
    if game is not None:
        entry_for_state(state).check_name(game, state)
    return state


def _observable(state: Any) -> AnyState:
    if isinstance(state, ObservableState):
        return state
    entry = entry_for_state(state)
    tags = listed(f"{tag} {value}" for tag, value in _start_tags(entry, state).items())
    game = entry.name_of(state)
    raise NinetkaError(f"{game} with {tags} cannot be played here: moves have no codes")


def _start_tags(entry: AnyEntry, state: Any) -> dict[str, str]:
    """The tags of a state's ruleset, without its position."""
    return {tag: value for tag, value in entry.tags.write(state).items() if tag != POSITION}


def random_policy(state: AnyState, rng: np.random.Generator) -> int:
    """Choose any legal action, all equally likely."""
    legal = state.legal_actions
    return legal[int(rng.integers(len(legal)))]


@attrs.frozen
class _PlayerPolicy:
    """The policy of a computer player. A class, since environments are pickled."""

    player: Player

    def __call__(self, state: AnyState, rng: np.random.Generator) -> int:
        seed = int(rng.integers(2**63))
        return state.action(self.player.choose(state, Random(seed)))


def policy_of(given: Policy | Player | str) -> Policy:
    """A policy unchanged, or the policy of a computer player or its name. Raises NinetkaError."""
    player = parse_player(given) if isinstance(given, str) else given
    return player if callable(player) else _PlayerPolicy(player)


class Episode:
    """Base of environments: a game that is being played, and cut as its settings say."""

    settings: EpisodeSettings
    position: AnyState
    """The library's own immutable state."""
    last_move: Any
    """The move that led there; None at the start."""
    plies: int
    """The number of plies that all seats have made in this episode."""

    def _go_to(self, start: AnyState) -> None:
        self.position, self.last_move, self.plies = start, None, 0

    def _make(self, move: Any) -> None:
        self.position, self.last_move = self.position.apply(move), move
        self.plies += 1

    @property
    def _is_cut(self) -> bool:
        return self.settings.is_cut(self.position, self.plies)

    @property
    def _has_ended(self) -> bool:
        return self.position.is_over or self._is_cut


class SeatEpisode(Episode):
    """Base of environments in which you play one seat, and a policy the others."""

    start: AnyState
    seat: int
    """The seat played in this episode."""
    policy: Policy
    _usual_seat: int

    def _chosen(self, options: Mapping[str, Any]) -> tuple[int, AnyState]:
        """The seat and the start of an episode for which options may change them."""
        given = dict(options)
        seat: int = convert(int, given.pop("seat", self._usual_seat), "seat")
        check_seat(seat, self.start.players)
        return seat, start_like(self.start, given)

    def _let_others_play(self, rng: np.random.Generator) -> None:
        """Make the policy's moves until it is the seat's turn, or the game has ended."""
        while self.position.to_move != self.seat and not self._has_ended:
            action = self.policy(self.position, rng)
            try:
                self._make(self.position.move(action))
            except NinetkaError as error:
                error.add_note("The policy that plays the other seats chose it.")
                raise


def board_of(state: AnyState) -> str:
    """A state drawn in plain text, or its position text if it cannot be drawn."""
    return state.to_board() if isinstance(state, DrawableState) else state.to_text()
