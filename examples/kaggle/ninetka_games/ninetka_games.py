"""All games of ninetka as an environment for kaggle-environments.

A folder `ninetka_games` with this file and `ninetka_games.json` in `kaggle_environments/envs` makes
`make("ninetka_games", configuration={"game": "mills"})` work. docs/elsewhere.md says more.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from ninetka.adapters.arrays import payoffs
from ninetka.base.errors import NinetkaError
from ninetka.games import entry_for_name, entry_for_state
from ninetka.players import parse_player

specification: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def interpreter(state: list[Any], env: Any) -> list[Any]:
    """Begin a game, or make the move of the agent whose turn it was."""
    seen = state[0].observation
    if env.done or not seen.position:
        reset(state, env.configuration)
        return state
    position = read(seen, env.configuration)
    actor = state[position.to_move]
    if actor.status != "ACTIVE":  # it took too long, or its program failed
        forfeit(state, position.to_move)
        return state
    try:
        move = position.parse_move(actor.action)
        after = position.apply(move)
    except NinetkaError as error:
        seen.error, actor.status = str(error), "INVALID"
        forfeit(state, position.to_move)
    else:
        show(state, after, position, move)
    return state


def reset(state: list[Any], configuration: Any) -> None:
    """Begin the game, or say why it cannot be begun with so many agents."""
    try:
        start = begin(configuration, len(state))
    except NinetkaError as error:
        state[0].observation.error = str(error)
        for agent in state:
            agent.status = "INVALID"
    else:
        state[0].observation.start = dict(entry_for_state(start).tags.write(start))
        show(state, start.dealt(Random(configuration.seed)))


def begin(configuration: Any, players: int) -> Any:
    """The start of the game that is configured."""
    entry, given = entry_for_name(configuration.game), {"game": configuration.game}
    given |= {"ruleset": configuration.ruleset} if configuration.ruleset else {}
    given |= {"players": str(players)} if len(entry.player_counts) > 1 else {}
    given |= {name: str(value) for name, value in configuration.options.items()}
    start = entry.begin(**given)
    if start.players != players:
        raise NinetkaError(f"this game is for {start.players} agents, not {players}")
    return start


def read(seen: Any, configuration: Any) -> Any:
    """The position that an observation shows: its text, with the start's tags for the rules."""
    tags = {**seen.start, "Position": seen.position}
    return entry_for_name(configuration.game).tags.read(tags)


def show(state: list[Any], position: Any, previous: Any = None, move: Any = None) -> None:
    """Let the agents see a position, and reward them if the game is over."""
    seen = state[0].observation
    seen.position, seen.instruction = position.to_text(), position.instruction
    seen.board = position.to_board(last_move=move)
    seen.rules = position.ruleset.summary
    seen.legalMoves = [position.move_text(each) for each in position.some_moves]
    worth = payoffs(position) if position.is_over else None
    for seat, agent in enumerate(state):
        agent.status = "ACTIVE" if seat == position.to_move else "INACTIVE"
        if worth is not None:
            agent.status, agent.reward = "DONE", float(worth[seat])


def forfeit(state: list[Any], loser: int) -> None:
    """End the game: the others share the win. A loser of this kind gets no reward from Kaggle."""
    for seat, agent in enumerate(state):
        if seat != loser:
            agent.status, agent.reward = "DONE", 1 / (len(state) - 1)


def renderer(state: list[Any], env: Any) -> str:
    """The board as text."""
    return str(state[0].observation.board)


def html_renderer() -> str:
    """JavaScript that shows the board of a step as text."""
    return """
function renderer({ environment, step, parent }) {
  const board = document.createElement("pre");
  board.textContent = environment.steps[step][0].observation.board;
  parent.replaceChildren(board);
}
"""


def playing(name: str) -> Any:
    """An agent that moves as a computer player does."""

    def agent(observation: Any, configuration: Any) -> str:
        position = read(observation, configuration)
        return str(position.move_text(parse_player(name).choose(position, Random())))

    return agent


agents = {name: playing(name) for name in ("random", "greedy")}
environment = {
    "specification": specification,
    "interpreter": interpreter,
    "renderer": renderer,
    "html_renderer": html_renderer,
    "agents": agents,
}
"""What `kaggle_environments.register` takes."""
