"""One seat's environment for Gymnasium: you play a seat, a policy plays all others.

To import this registers every game of the registry; 9tka is `ninetka/ninetka-v0`.

    gymnasium.make("ninetka/ninetka-v0", players=3, ruleset="wiki", seat=2, policy=...)

It is in the extra of PettingZoo.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from ..errors import IllegalMoveError, NinetkaError, missing_extra, quoted
from ..games import GAMES

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from . import common
    from .common import AnyState, action_mask, move_of, observable, payoffs, planes_last
    from .pictures import MODES, check_mode, render
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

Observation: TypeAlias = NDArray[np.int8]
Step: TypeAlias = tuple[Observation, float, bool, bool, dict[str, Any]]
Policy: TypeAlias = Callable[[AnyState, np.random.Generator], int]
"""Gives the action code of a legal move of a state, with the environment's own randomness."""


def random_policy(state: AnyState, random: np.random.Generator) -> int:
    """Any legal action, all with equal chances."""
    return int(random.choice(state.legal_actions))


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game as one seat meets it.

    An observation is the planes of the state's `plane_names` as the seat sees them, in the shape
    rows, columns, planes. `action_masks()`, and `action_mask` in the info, say which actions are
    legal. The reward is 1 for a win and -1 for a loss when the game is over. An illegal action
    ends the episode with `illegal_reward`; the position stays, and the info's `illegal` says why.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # as Gymnasium's own
        "render_modes": [*MODES],
        "render_fps": 1,
    }

    def __init__(
        self,
        start: AnyState | None = None,
        *,
        seat: int = 0,
        policy: Policy = random_policy,
        illegal_reward: float = -1.0,
        game: str | None = None,
        render_mode: str | None = None,
        size: int = 500,
        **options: str | int,
    ) -> None:
        """Begin at a state, or at the start that options say by the names of records' tags.

        Pictures are `size` pixels wide. Raises NinetkaError for options that say no start, a seat
        that does not play, or no mode of rendering.
        """
        if start is not None and options:
            raise NinetkaError("an environment takes a state to start from or options, not both")
        check_mode(render_mode)
        self.start = common.start(options, game) if start is None else observable(start)
        if seat not in self.start.seats:
            raise NinetkaError(f"seat {quoted(seat)} does not play: there are {self.start.players}")
        self.seat, self.policy, self.illegal_reward = int(seat), policy, illegal_reward
        self.render_mode, self.size = render_mode, size
        shape = (*self.start.PLANE_SHAPE, len(self.start.plane_names))
        self.observation_space = spaces.Box(0, 1, shape, np.int8)
        self.action_space = spaces.Discrete(self.start.ACTIONS)
        self.position = self.start
        """The game's own immutable state."""
        self.last_move: Any = None
        self._is_done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Go back to the start, and on to the seat's first turn. Options mean nothing.

        If the others end the game before that, any action ends the episode.
        """
        super().reset(seed=seed)
        self.position, self.last_move, self._is_done = self.start, None, False
        self._let_others_play()
        self._show()
        return self._observe()

    def step(self, action: np.int64 | int) -> Step:
        """Make a move and let the others make theirs, until the seat is to move again.

        Raises InvalidMoveError for what is no action, and NinetkaError once the episode is over.
        """
        if self._is_done:
            raise NinetkaError("the episode is over: call reset()")
        move = move_of(self.position, action)
        if not self.position.is_over:
            try:
                self._make(move)
            except IllegalMoveError as error:
                self._is_done = True
                observation, info = self._observe()
                return (
                    observation,
                    self.illegal_reward,
                    True,
                    False,
                    {**info, "illegal": str(error)},
                )
            self._let_others_play()
        self._is_done = self.position.is_over
        self._show()
        observation, info = self._observe()
        reward = payoffs(self.position.outcome, self.position.players)[self.seat]
        return observation, reward, self._is_done, False, info

    def _let_others_play(self) -> None:
        while self.position.to_move != self.seat and not self.position.is_over:
            action = self.policy(self.position, self.np_random)
            self._make(move_of(self.position, action))

    def _make(self, move: Any) -> None:
        self.position = self.position.apply(move)
        self.last_move = move

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.action_masks().view(np.int8)
        return planes_last(self.position, self.seat), {"action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """By action, whether it is legal: none is when the game is over."""
        return action_mask(self.position).view(np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board as text (`ansi`), as pixels (`rgb_array`), or printed (`human`).

        Pixels have the shape rows, columns, 3. Raises NinetkaError for a game that has no picture.
        """
        return render(self.position, self.render_mode, self.size, self.last_move)


for _rules in GAMES:
    gymnasium.register(
        id=f"ninetka/{_rules.identifier}-v0",
        entry_point=f"{__name__}:SeatEnv",
        kwargs={"game": _rules.name},
    )
