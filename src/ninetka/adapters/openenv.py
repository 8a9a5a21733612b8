"""Environments for OpenEnv, served over HTTP and WebSocket: you play a seat, by moves as text.

    uvicorn --factory ninetka.adapters.openenv:create_app
    create_app(players=3, ruleset="wiki", seat=2)        # options: the tags of records

Every session has a game of its own, in which a policy plays all other seats.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..errors import NinetkaError, missing_extra
from ..games import rules_for_state
from ..protocol import check_seat

try:
    import numpy as np
    from fastapi import FastAPI
    from openenv.core import env_server
    from openenv.core.env_server.types import EnvironmentMetadata
    from pydantic import Field

    from .common import (
        AnyState,
        Policy,
        board_of,
        described,
        first_state,
        others_moves,
        payoffs,
        random_policy,
        start_like,
    )
except ModuleNotFoundError as error:
    raise missing_extra("openenv", error) from error

__all__ = ["MoveAction", "MoveObservation", "MoveState", "TextEnv", "create_app"]


class MoveAction(env_server.Action):
    """A move."""

    move: str = Field(description="the move as text, in the form that records of the game have")


class MoveObservation(env_server.Observation):
    """A position as plain data and as lines of text, for the seat that is played."""

    seat: int = Field(description="the seat that you play, counted from 0")
    view: dict[str, Any] = Field(description="the position, what is legal in it and its points")
    board: str = Field(description="the position drawn in text")
    moves: list[str] = Field(description="the moves made since you were last to move, yours first")
    error: str | None = Field(None, description="why your move could not be made, if so")


class MoveState(env_server.State):
    """An episode: where it began, and every move since."""

    start: str
    """The text of the position it began with."""
    moves: list[str]


class TextEnv(env_server.Environment[MoveAction, MoveObservation, MoveState]):
    """A game as one seat meets it, move by move in text.

    The reward is 1 for a win and -1 for a loss when the game is over, and 0 before. A move that
    cannot be made changes nothing: the reward is `illegal_reward`, and `error` says why.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        start: AnyState | str | None = None,
        *,
        seat: int = 0,
        policy: Policy = random_policy,
        illegal_reward: float = 0.0,
        game: str | None = None,
        **options: str | int,
    ) -> None:
        """Begin at a state, or where options say; an episode is under way at once.

        Raises NinetkaError for options that describe no start, or a seat that does not play.
        """
        super().__init__()
        self.start = first_state(start, options, game)
        check_seat(seat, self.start.players)
        self._usual_seat = int(seat)
        self.policy, self.illegal_reward = policy, illegal_reward
        self.reset()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MoveObservation:
        """Go back to the start, and on to the seat's first turn.

        For this episode options may say another `seat`, and another start by the names that the
        constructor's options have. Raises NinetkaError for others.
        """
        seat = options.pop("seat", self._usual_seat)
        check_seat(seat, self.start.players)
        start, random = start_like(self.start, options), np.random.default_rng(seed)
        self.position = self._first = start
        self.seat, self._random = int(seat), random
        self._episode_id, self._steps, self._moves = episode_id, 0, list[str]()
        return self._observe(self._let_others_play())

    def step(self, action: MoveAction, timeout_s: float | None = None, **_: Any) -> MoveObservation:
        """Make a move and let the others make theirs, until the seat is to move again.

        Raises NinetkaError when the game is over.
        """
        if self.position.is_over:
            raise NinetkaError("the game is over: call reset()")
        self._steps += 1
        try:
            move = self.position.parse_move(action.move)
        except NinetkaError as error:
            observation = self._observe([], str(error))
            observation.reward = self.illegal_reward
            return observation
        text = self.position.move_text(move)
        self.position = self.position.apply(move)
        self._moves.append(text)
        return self._observe([text, *self._let_others_play()])

    def _let_others_play(self) -> list[str]:
        texts = []
        for move, after in others_moves(self.position, self.seat, self.policy, self._random):
            texts.append(self.position.move_text(move))
            self.position = after
        self._moves += texts
        return texts

    def _observe(self, moves: list[str], error: str | None = None) -> MoveObservation:
        position = self.position
        return MoveObservation(
            seat=self.seat,
            view=described(position),
            board=board_of(position),
            moves=moves,
            error=error,
            reward=payoffs(position)[self.seat],
            done=position.is_over,
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
        name = rules_for_state(self.start).name_of(self.start)
        description = f"{name}: you play a seat by moves as text, a policy plays the others"
        return EnvironmentMetadata(name=name, description=description)


def create_app(
    start: AnyState | str | None = None, *, max_concurrent_envs: int = 8, **options: Any
) -> FastAPI:
    """The application that serves an environment; for more clients than that it has no room.

    It takes what TextEnv takes. Raises NinetkaError.
    """
    make = partial(TextEnv, start, **options)
    name = rules_for_state(make().start).identifier  # and wrong options are refused at once
    return env_server.create_app(
        make,
        MoveAction,
        MoveObservation,
        env_name=name,
        max_concurrent_envs=max_concurrent_envs,
    )
