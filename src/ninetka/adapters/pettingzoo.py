"""Environments for PettingZoo, in the manner of its classic ones. Importing this registers them.

    env(players=3, ruleset="wiki")                       # options: the tags of records
    env(State.from_text(...))                            # or any state
    pettingzoo.make("aec", "ninetka/ninetka-v0", players=3)    # where PettingZoo has `make`

Agents are `player_0` and so on, by seat. What an agent observes is `observation`, the planes of
the state's `plane_names` as that seat sees them, in the shape rows, columns, planes, and
`action_mask`, a one for each action it may choose, all zeros unless it is its turn. Rewards come
when the game is over: 1 for the winner, -1 for the others. An agent whose seat has dropped out of a
game stays till then and is not selected any more; another may be selected twice in a row.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..errors import InvalidMoveError, NinetkaError, listed, missing_extra, quoted
from ..games import rules_for_state

try:
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers

    from .common import (
        AnyState,
        action_mask,
        first_state,
        observable_games,
        payoffs,
        planes_last,
    )
    from .rendering import Rendered
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

__all__ = ["RawEnv", "env", "raw_env"]

Observation: TypeAlias = dict[str, NDArray[np.int8]]


class RawEnv(Rendered, pettingzoo.AECEnv):
    """A game as it is, without wrappers: an illegal action raises, and changes nothing.

    It has no chance in it, so that seeds and the options of `reset` mean nothing. Copies and
    pickles go on from where it stands.
    """

    def __init__(
        self,
        start: AnyState | str | None = None,
        *,
        game: str | None = None,
        render_mode: str | None = None,
        size: int = 500,
        **options: str | int,
    ) -> None:
        """Begin at a state, or where options say; pictures are `size` pixels wide.

        Raises NinetkaError for options that describe no start or no mode of rendering.
        """
        super().__init__()
        self._begin_rendering(render_mode, size)
        self.start = start = first_state(start, options, game)
        name = f"{rules_for_state(start).identifier}_v0"
        self.metadata = {**self.metadata, "name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat:d}" for seat in start.seats]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape = (*start.plane_shape, len(start.plane_names))
        self.state_space = spaces.Box(0, 1, shape, np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (start.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(start.action_count) for agent in self.possible_agents
        }
        self._begin()

    def _begin(self) -> None:
        self.position, self.last_move = self.start, None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()

    def _go_on(self) -> None:
        """Whose turn it is now, or that the game is over."""
        self.agent_selection = self.possible_agents[self.position.to_move]
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, payoffs(self.position), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Go back to the start."""
        self._begin()
        self._show()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What the agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes of all moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What the agent sees now. Raises NinetkaError if there is no such agent."""
        seat = self._seats.get(agent)
        if seat is None:
            agents = listed(self.possible_agents)
            raise NinetkaError(f"{quoted(agent)} is not an agent: there are {agents}")
        if seat == self.position.to_move:
            mask = action_mask(self.position)
        else:
            mask = np.zeros(self.position.action_count, np.int8)
        return {"observation": planes_last(self.position, seat), "action_mask": mask}

    def state(self) -> NDArray[np.int8]:
        """All there is to see, as seen from the first seat."""
        return planes_last(self.position, 0)

    def step(self, action: int | None) -> None:
        """Make the move of an action's code. Raises NinetkaError if that cannot be done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidMoveError(f"{agent} is to move: None is for agents that are done")
        move = self.position.move(action)
        self.position, self.last_move = self.position.apply(move), move
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._show()

    def close(self) -> None:
        """Nothing is open."""


raw_env = RawEnv


def env(start: AnyState | str | None = None, **options: Any) -> pettingzoo.AECEnv:
    """A game as one plays it: an illegal action ends it with -1 for who chose it.

    Takes what RawEnv takes. Raises NinetkaError.
    """
    wrapped = wrappers.TerminateIllegalWrapper(RawEnv(start, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


if hasattr(pettingzoo, "register"):  # since 1.27
    for _rules in observable_games():
        given = {"game": _rules.identifier}
        pettingzoo.register("aec", f"ninetka/{_rules.identifier}-v0", env, kwargs=given)
