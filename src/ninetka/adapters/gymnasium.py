"""One seat's environment for Gymnasium: you play a seat, a policy plays all others.

Importing this registers every game of the registry; 9tka is `ninetka/ninetka-v0`.

    gymnasium.make("ninetka/ninetka-v0", players=3, ruleset="wiki", seat=2, policy=...)

It is in the extra of PettingZoo.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..errors import IllegalMoveError, NinetkaError, missing_extra
from ..protocol import check_seat

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from .common import (
        AnyState,
        Policy,
        action_mask,
        check_sizes,
        first_state,
        observable_games,
        others_moves,
        payoffs,
        planes_last,
        random_policy,
        start_like,
    )
    from .rendering import Rendered
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

__all__ = ["Policy", "SeatEnv", "random_policy"]

Observation: TypeAlias = NDArray[np.int8]
Step: TypeAlias = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(Rendered, gymnasium.Env[Observation, np.int64]):
    """A game as one seat meets it.

    An observation is the planes of the state's `plane_names` as the seat sees them, in the shape
    rows, columns, planes. `action_masks()`, and `action_mask` in the info, say which actions are
    legal. The reward is 1 for a win and -1 for a loss when the game is over. An illegal action
    ends the episode with `illegal_reward`; the position stays. Then the info's `illegal` is true,
    an array of one bool since all wrappers take those, and `why_illegal` says why.
    """

    seat: int
    """The seat played in this episode."""
    why_illegal: str | None
    """What was wrong with the action that ended the episode; None if nothing was."""

    def __init__(
        self,
        start: AnyState | str | None = None,
        *,
        seat: int = 0,
        policy: Policy = random_policy,
        illegal_reward: float = -1.0,
        game: str | None = None,
        render_mode: str | None = None,
        size: int = 500,
        **options: str | int,
    ) -> None:
        """Begin at a state, or where options say; pictures are `size` pixels wide.

        The policy is asked at each turn of another seat. Raises NinetkaError for options that
        describe no start, a seat that does not play, or no mode of rendering.
        """
        self._begin_rendering(render_mode, size)
        self.start = start = first_state(start, options, game)
        check_seat(seat, start.players)
        self.seat = self._usual_seat = int(seat)
        self.policy, self.illegal_reward, self.why_illegal = policy, illegal_reward, None
        shape = (*start.plane_shape, len(start.plane_names))
        self.observation_space = spaces.Box(0, 1, shape, np.int8)
        self.action_space = spaces.Discrete(start.action_count)
        self.position, self.last_move = start, None
        self._is_done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Go back to the start, and on to the seat's first turn.

        For this episode `options` may say another `seat`, and another start by the names that the
        constructor's options have; what they leave out is as in the environment. Raises
        NinetkaError for other options, and for a start with another number of players, or with
        other actions or planes than the spaces have.

        If the others end the game before the seat's first turn, any action ends the episode.
        """
        given = dict(options or {})
        seat = given.pop("seat", self._usual_seat)
        check_seat(seat, self.start.players)
        start = start_like(self.start, given)
        check_sizes(start, self.start)
        super().reset(seed=seed)
        self.seat, self.why_illegal = int(seat), None
        self.position, self.last_move, self._is_done = start, None, True
        self._let_others_play()
        self._is_done = False  # not if a policy has failed
        self._show()
        return self._observe()

    def step(self, action: np.int64 | int) -> Step:
        """Make a move and let the others make theirs, until the seat is to move again.

        Raises InvalidMoveError for what is no action, and NinetkaError when no episode is on.
        """
        if self._is_done:
            raise NinetkaError("no episode is under way: call reset()")
        move = self.position.move(action)
        self._is_done = True  # and so it stays if a policy fails
        if not self.position.is_over:
            try:
                self.position, self.last_move = self.position.apply(move), move
            except IllegalMoveError as error:
                self.why_illegal = str(error)
            else:
                self._let_others_play()
        illegal = self.why_illegal is not None
        self._is_done = illegal or self.position.is_over
        self._show()
        reward = self.illegal_reward if illegal else payoffs(self.position)[self.seat]
        observation, info = self._observe()
        return observation, reward, self._is_done, False, info

    def _let_others_play(self) -> None:
        others = others_moves(self.position, self.seat, self.policy, self.np_random)
        for self.last_move, self.position in others:
            pass

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        illegal = np.array(self.why_illegal is not None)
        info = {"action_mask": action_mask(self.position), "illegal": illegal}
        return planes_last(self.position, self.seat), info

    def action_masks(self) -> NDArray[np.bool_]:
        """By action, whether it is legal; none is when the game is over."""
        return action_mask(self.position).view(np.bool_)


for _rules in observable_games():
    gymnasium.register(
        id=f"ninetka/{_rules.identifier}-v0",
        entry_point=f"{__name__}:SeatEnv",
        kwargs={"game": _rules.identifier},
    )
