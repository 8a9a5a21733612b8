"""Environments for PettingZoo, like its classic ones. Importing this module registers them.

    env(players=3, ruleset="wiki")                       # options: the start tags of records
    env(State.from_text(...))                            # or any state
    pettingzoo.make("aec", "ninetka/ninetka-v0", players=3)    # if PettingZoo has `make`

Agents are `player_0` and so on, by seat. What an agent observes is a dict: `observation` is the
state's planes as that seat sees them (`plane_names` of the state names them), as int8 in the shape
rows, columns, planes, or as `channels`, `dtype` and `grid` say; `action_mask` has a one for each
legal action, and is all zeros unless it is the agent's turn. When the game is over, winners are
rewarded with 1 and the others with -1, or as the `utility` says. A game that isn't over after
`max_plies` plies is truncated: it is rewarded as a draw, or with the points as they stand. An agent
whose seat has dropped out of a game stays to the end, but has no more turns. An agent may have
several turns in a row.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, TypeAlias

from ..base.errors import InvalidMoveError, missing_extra
from ..games import entry_for_state

try:
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from numpy.typing import DTypeLike, NDArray
    from pettingzoo.utils import wrappers

    from . import episodes
    from .arrays import ObservationLayout, Utility, action_mask
    from .rendering import Rendered
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

__all__ = ["RawEnv", "env", "raw_env"]

Observation: TypeAlias = dict[str, NDArray[Any]]


class RawEnv(Rendered, pettingzoo.AECEnv):
    """A game without wrappers: an illegal action raises an error and changes nothing.

    Nothing in it is random, so seeds have no effect, nor have the options of `reset`. Copies and
    pickles continue from the same position.
    """

    def __init__(
        self,
        start: episodes.AnyState | str | None = None,
        *,
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

        Raises NinetkaError for options that describe no start, a name that no utility has, a layout
        that `arrays.ObservationLayout` refuses, or an unknown render mode.
        """
        super().__init__()
        self._begin_rendering(render_mode, size)
        self.start = start = episodes.first_state(start, options, game)
        layout = ObservationLayout(channels, dtype, grid)
        self.settings = episodes.EpisodeSettings(start, utility, max_plies, layout)
        name = f"{entry_for_state(start).identifier}_v0"
        self.metadata = {**self.metadata, "name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat:d}" for seat in start.seats]
        self.state_space = spaces.Box(0, 1, layout.shape(start), layout.dtype.type)
        mask = spaces.Box(0, 1, (start.action_count,), np.int8)
        agents = self.possible_agents
        self.observation_spaces = {
            agent: spaces.Dict(observation=deepcopy(self.state_space), action_mask=deepcopy(mask))
            for agent in agents
        }
        self.action_spaces = {agent: spaces.Discrete(start.action_count) for agent in agents}
        self._begin(start)

    def _begin(self, start: episodes.AnyState) -> None:
        self._go_to(start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select_agent()

    def _select_agent(self) -> None:
        self.agent_selection = self.possible_agents[self.position.to_move]
        if self._has_ended:
            worth = self.settings.worth(self.position, self.plies)
            self.rewards = dict(zip(self.possible_agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, self.position.is_over)
            self.truncations = dict.fromkeys(self.agents, self._is_cut)
            self._accumulate_rewards()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Go back to the start; the seed is for what chance decides there, if anything."""
        self._begin(episodes.dealt(self.start, np.random.default_rng(seed)))
        self._show()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of action codes."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what the agent sees now."""
        seat = self.possible_agents.index(agent)
        mask = action_mask(self.position)
        if seat != self.position.to_move or self._is_cut:
            mask[:] = 0
        return {
            "observation": self.settings.layout.observe(self.position, seat),
            "action_mask": mask,
        }

    def state(self) -> NDArray[Any]:
        """The planes as the first seat sees them; they show everything."""
        return self.settings.layout.observe(self.position, 0)

    def step(self, action: int | None) -> None:
        """Make the move of an action code. Raises NinetkaError if it cannot be made."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidMoveError(f"{agent} is to move: None is for agents that are done")
        self._make(self.position.move(action))
        self._cumulative_rewards[agent] = 0.0
        self._select_agent()
        self._show()

    def close(self) -> None:
        """Do nothing. PettingZoo asks for this method where there is `render`."""


raw_env = RawEnv


def env(start: episodes.AnyState | str | None = None, **options: Any) -> pettingzoo.AECEnv:
    """A game with PettingZoo's usual wrappers: an agent that chooses an illegal action gets -1.

    That ends the game. Takes what RawEnv takes. Raises NinetkaError.
    """
    wrapped = wrappers.TerminateIllegalWrapper(RawEnv(start, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


if hasattr(pettingzoo, "register"):  # since 1.27
    for _entry in episodes.observable_games():
        given = {"game": _entry.identifier}
        pettingzoo.register("aec", f"ninetka/{_entry.identifier}-v0", env, kwargs=given)
