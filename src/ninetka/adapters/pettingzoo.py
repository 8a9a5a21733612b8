"""Environments for PettingZoo, in the manner of its classic ones; to import this registers them.

    env(players=3, ruleset="wiki")                       # by the names of records' tags
    env(State.from_text(...))                            # or from any state
    pettingzoo.make("aec", "ninetka/ninetka-v0", players=3)    # where PettingZoo has `make`

Agents are `player_0` and so on, by seat. What an agent observes is `observation`, the planes of
the state's `plane_names` as that seat sees them, in the shape rows, columns, planes, and
`action_mask`, a one for each action it may choose, which are none unless it is to move. Rewards
come when the game is over: 1 for the winner, -1 for the others.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from ..errors import NinetkaError, missing_extra
from ..games import GAMES

try:
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers

    from . import common
    from .common import AnyState, action_mask, move_of, observable, payoffs, planes_last
    from .pictures import MODES, check_mode, render
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

Observation: TypeAlias = dict[str, NDArray[np.int8]]


class RawEnv(pettingzoo.AECEnv):
    """A game as it is, without wrappers: an illegal action raises, and changes nothing.

    It has no chance in it, so that seeds and the options of `reset` mean nothing. Copies and
    pickles go on from where it stands.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ninetka_v0",
        "render_modes": [*MODES],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        start: AnyState | None = None,
        *,
        game: str | None = None,
        render_mode: str | None = None,
        size: int = 500,
        **options: str | int,
    ) -> None:
        """Begin at a state, or at the start that options say; pictures are `size` pixels wide.

        Raises NinetkaError for options that say no start or no mode of rendering.
        """
        super().__init__()
        if start is not None and options:
            raise NinetkaError("an environment takes a state to start from or options, not both")
        check_mode(render_mode)
        self.start = common.start(options, game) if start is None else observable(start)
        self.render_mode = render_mode
        self.size = size
        self.possible_agents = [f"player_{seat:d}" for seat in self.start.seats]
        shape = (*self.start.PLANE_SHAPE, len(self.start.plane_names))
        self.state_space = spaces.Box(0, 1, shape, np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self.start.ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.start.ACTIONS) for agent in self.possible_agents
        }
        self._begin()

    def _begin(self) -> None:
        self.position = self.start
        """The game's own immutable state."""
        self.last_move: Any = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.start.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.start.to_move]

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
        """What the agent sees now."""
        seat = self.possible_agents.index(agent)
        if seat == self.position.to_move:
            mask = action_mask(self.position)
        else:
            mask = np.zeros(self.position.ACTIONS, np.int8)
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
        move = move_of(self.position, action)
        self.position = position = self.position.apply(move)
        self.last_move = move
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[position.to_move]
        if position.is_over:
            returns = payoffs(position.outcome, position.players)
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text (`ansi`), as pixels (`rgb_array`), or printed (`human`).

        Pixels have the shape rows, columns, 3. Raises NinetkaError for a game that has no picture.
        """
        return render(self.position, self.render_mode, self.size, self.last_move)

    def close(self) -> None:
        """Nothing is open."""


raw_env = RawEnv


def env(start: AnyState | None = None, **options: Any) -> pettingzoo.AECEnv:
    """A game as one plays it: an illegal action ends it with -1 for who chose it.

    Takes what RawEnv takes. Raises NinetkaError.
    """
    wrapped = wrappers.TerminateIllegalWrapper(RawEnv(start, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def _register() -> None:
    for rules in GAMES:
        name = f"ninetka/{rules.identifier}-v0"
        pettingzoo.register("aec", name, entry_point=env, kwargs={"game": rules.name})


if hasattr(pettingzoo, "register"):  # since 1.27
    _register()
