"""One seat's environment for Gymnasium: you play a seat, a policy plays the others.

Importing this module registers every game of the registry; 9tka is `ninetka/ninetka-v0`. With the
module in front of the name, Gymnasium imports it:

    name = "ninetka.adapters.gymnasium:ninetka/ninetka-v0"
    gymnasium.make(name, players=3, ruleset="wiki", seat=2, policy=...)
    gymnasium.make_vec(name, num_envs=1024)  # many games at once: `adapters.vector.VectorEnv`
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..base.errors import IllegalMoveError, NinetkaError, missing_extra
from ..players import Player

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import DTypeLike, NDArray

    from . import episodes
    from .arrays import ObservationLayout, Utility, action_mask
    from .episodes import Policy, SeatEpisode, random_policy
    from .rendering import Rendered
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

__all__ = ["Policy", "SeatEnv", "random_policy"]

Observation: TypeAlias = NDArray[Any]
Step: TypeAlias = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(SeatEpisode, Rendered, gymnasium.Env[Observation, np.int64]):
    """A game as one seat sees it.

    An observation is the state's planes as that seat sees them, as int8 in the shape rows, columns,
    planes, or as `channels`, `dtype` and `grid` say; `plane_names` of the state names them.
    `action_masks()`, and `action_mask` in the info, say which actions are legal. When the game is
    over, the reward is 1 for a win and -1 for a loss, or what the `utility` says.

    A game that isn't over after `max_plies` plies of all seats is truncated: it is rewarded
    as a draw, or with the points as they stand.

    An illegal action ends the episode with `illegal_reward`, and the position stays as it was. Then
    `illegal` in the info is true (an array of one bool, which every wrapper takes).
    """

    why_illegal: str | None
    """The reason why the action that ended the episode was illegal; None if it was legal."""

    def __init__(
        self,
        start: episodes.AnyState | str | None = None,
        *,
        seat: int = 0,
        policy: Policy | Player | str = random_policy,
        illegal_reward: float = -1.0,
        utility: Utility | str = Utility.WIN,
        max_plies: int | None = None,
        channels: str = "last",
        dtype: DTypeLike = "int8",
        grid: bool = False,
        game: str | None = None,
        render_mode: str | None = None,
        size: int = 500,
        **options: str | int,
    ) -> None:
        """Start at a state or as options describe; pictures are `size` pixels wide.

        The policy chooses at each turn of another seat: a function, or a computer player or its
        name, such as `search:200`. Raises NinetkaError for options that describe no start, a seat
        that does not play, a name that no player or utility has, a layout that
        `arrays.ObservationLayout` refuses, or an unknown render mode.
        """
        self._begin_rendering(render_mode, size)
        self.start = start = episodes.first_state(start, options, game)
        layout = ObservationLayout(channels, dtype, grid)
        self.settings = episodes.EpisodeSettings(start, utility, max_plies, layout)
        self._usual_seat = seat
        self.policy, self.illegal_reward = episodes.policy_of(policy), illegal_reward
        self.observation_space = spaces.Box(0, 1, layout.shape(start), layout.dtype.type)
        self.action_space = spaces.Discrete(start.action_count)
        self._begin(*self._chosen({}))

    def _begin(self, seat: int, start: episodes.AnyState) -> None:
        self.seat = seat
        self._go_to(start)
        self.why_illegal, self._is_done = None, True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Go back to the start, and let the others play until it is the seat's turn.

        For this episode `options` may change the `seat`, and the start by the constructor's
        options. Raises NinetkaError for a start with another number of players, actions or planes,
        and for unknown options.

        If the others end the game before the seat's first turn, any action ends the episode.
        """
        seat, start = self._chosen(options or {})
        episodes.check_sizes(start, self.settings)
        super().reset(seed=seed)
        self._begin(seat, episodes.dealt(start, self.np_random))
        self._let_others_play(self.np_random)
        self._is_done = False  # unless a policy has raised an error
        self._show()
        return self._observe()

    def step(self, action: np.int64 | int) -> Step:
        """Make a move, and let the others play until it is the seat's turn again.

        Raises InvalidMoveError for a number that is not an action code, and NinetkaError when no
        episode is under way.
        """
        if self._is_done:
            raise NinetkaError("no episode is under way: call reset()")
        move = self.position.move(action)
        self._is_done = True  # and so it stays if a policy raises an error
        if not self._has_ended:
            try:
                self._make(move)
            except IllegalMoveError as error:
                self.why_illegal = str(error)
            else:
                self._let_others_play(self.np_random)
        illegal, cut = self.why_illegal is not None, self._is_cut
        terminated = illegal or self.position.is_over
        self._is_done = terminated or cut
        self._show()
        worth = self.settings.worth(self.position, self.plies)[self.seat]
        observation, info = self._observe()
        reward = self.illegal_reward if illegal else worth
        return observation, reward, terminated, cut and not terminated, info

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        illegal = np.array(self.why_illegal is not None)
        info = {"action_mask": self.action_masks().view(np.int8), "illegal": illegal}
        return self.settings.layout.observe(self.position, self.seat), info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as a mask by action code; all False once the game is over or cut."""
        return action_mask(self.position).view(np.bool_) & (not self._is_cut)


for _entry in episodes.observable_games():
    gymnasium.register(
        id=f"ninetka/{_entry.identifier}-v0",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__package__}.vector:VectorEnv",
        kwargs={"game": _entry.identifier},
    )
