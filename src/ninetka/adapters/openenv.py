"""One seat's environment for OpenEnv, served over HTTP and WebSocket; moves are text.

    uvicorn --factory ninetka.adapters.openenv:create_app
    create_app(players=3, ruleset="wiki", seat=2)        # options: the start tags of records

Every session has its own game. You play one seat, a policy plays the others.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..base.errors import NinetkaError, missing_extra
from ..games import entry_for_state
from ..players import Player

try:
    import numpy as np
    from fastapi import FastAPI
    from openenv.core import env_server
    from openenv.core.env_server.types import EnvironmentMetadata
    from pydantic import Field

    from . import episodes
    from .arrays import Utility
except ModuleNotFoundError as error:
    raise missing_extra("openenv", error) from error

__all__ = ["MoveAction", "MoveObservation", "MoveState", "TextEnv", "create_app"]


class MoveAction(env_server.Action):
    """A move."""

    move: str = Field(description="the move as text, as records of the game write it")


class MoveObservation(env_server.Observation):
    """A position as plain data and as lines of text, for the seat that you play."""

    seat: int = Field(description="the seat that you play, counted from 0")
    view: dict[str, Any] = Field(description="the position, its legal moves and its points")
    board: str = Field(description="the position drawn in text")
    moves: list[str] = Field(description="the moves since your last turn, your own first")
    cut: bool = Field(False, description="whether the game was cut short at max_plies")
    error: str | None = Field(None, description="why your move could not be made")


class MoveState(env_server.State):
    """An episode: its start, and every move since."""

    start: str
    """The position text of the start."""
    moves: list[str]


class TextEnv(episodes.SeatEpisode, env_server.Environment[MoveAction, MoveObservation, MoveState]):
    """A game as one seat sees it, with moves as text.

    When the game is over, the reward is 1 for a win and -1 for a loss, or what the `utility` says.
    A game that isn't over after `max_plies` plies of all seats is cut: it is rewarded as a
    draw, or with the points as they stand. An illegal move changes nothing: the reward is
    `illegal_reward`, and `error` says why.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        start: episodes.AnyState | str | None = None,
        *,
        seat: int = 0,
        policy: episodes.Policy | Player | str = episodes.random_policy,
        illegal_reward: float = 0.0,
        utility: Utility | str = Utility.WIN,
        max_plies: int | None = None,
        game: str | None = None,
        **options: str | int,
    ) -> None:
        """Start at a state or as options describe; the first episode begins at once.

        The policy chooses at each turn of another seat: a function, or a computer player or its
        name, such as `search:200`. Raises NinetkaError for options that describe no start, a seat
        that does not play, or a name that no player or utility has.
        """
        super().__init__()
        self.start = episodes.first_state(start, options, game)
        self.settings = episodes.EpisodeSettings(self.start, utility, max_plies)
        self._usual_seat = seat
        self.policy, self.illegal_reward = episodes.policy_of(policy), illegal_reward
        self.reset()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MoveObservation:
        """Go back to the start, and let the others play until it is the seat's turn.

        For this episode options may change the `seat`, and the start by the constructor's options.
        Raises NinetkaError.
        """
        (seat, start), rng = self._chosen(options), np.random.default_rng(seed)
        self.seat, self._rng = seat, rng
        self._go_to(episodes.dealt(start, rng))
        self._first = self.position
        self._episode_id, self._steps, self._moves = episode_id, 0, list[str]()
        self._let_others_play(self._rng)
        return self._observe(self._moves)

    def step(self, action: MoveAction, timeout_s: float | None = None, **_: Any) -> MoveObservation:
        """Make a move, and let the others play until it is the seat's turn again.

        Raises NinetkaError when the game is over.
        """
        if self._has_ended:
            raise NinetkaError("the game is over: call reset()")
        self._steps += 1
        try:
            move = self.position.parse_move(action.move)
            self.position.action(move)  # which leaving a game that goes on has not
        except NinetkaError as error:
            observation = self._observe([], str(error))
            observation.reward = self.illegal_reward
            return observation
        before = len(self._moves)
        self._make(move)
        self._let_others_play(self._rng)
        return self._observe(self._moves[before:])

    def _make(self, move: Any) -> None:
        before = self.position
        super()._make(move)
        self._moves.append(before.move_text(move))

    def _observe(self, moves: list[str], error: str | None = None) -> MoveObservation:
        return MoveObservation(
            seat=self.seat,
            view=dict(self.position.to_dict()),
            board=episodes.board_of(self.position),
            moves=moves,
            cut=self._is_cut,
            error=error,
            reward=self.settings.worth(self.position, self.plies)[self.seat],
            done=self._has_ended,
        )

    @property
    def state(self) -> MoveState:
        """The episode so far."""
        return MoveState(
            episode_id=self._episode_id,
            step_count=self._steps,
            start=self._first.to_text(),
            moves=self._moves,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """The game's name, and what the environment is."""
        name = entry_for_state(self.start).name_of(self.start)
        description = f"{name}: you play one seat, with moves as text; a policy plays the others"
        return EnvironmentMetadata(name=name, description=description)


def create_app(
    start: episodes.AnyState | str | None = None, *, max_concurrent_envs: int = 8, **options: Any
) -> FastAPI:
    """The application that serves TextEnv, to at most `max_concurrent_envs` clients at once.

    Takes what TextEnv takes. Raises NinetkaError.
    """
    make = partial(TextEnv, start, **options)
    name = entry_for_state(make().start).identifier  # wrong options are refused at once
    return env_server.create_app(
        make, MoveAction, MoveObservation, env_name=name, max_concurrent_envs=max_concurrent_envs
    )
