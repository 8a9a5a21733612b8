"""The games for TextArena, where language models play by text. Importing this registers them.

    python examples/python/textarena_env.py --players 3
    python examples/python/textarena_env.py --game kropki --tag Columns=6 --tag Rows=5

`Ninetka-v0`, `Kropki-v0`, `Morris-v0` and so on are the games of the registry. The program
plays a game between random agents. For language models as agents, see `textarena.agents`. Players
answer with a move in brackets, such as [E5]. A second mistake in one turn loses the game.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from random import Random
from typing import Any

import textarena

from ninetka import Game, NinetkaError
from ninetka.games import all_games, entry_for_name

PROMPT = """\
You are Player {player} of {players}, called '{letter}' in the game.
{rules}
Answer with a move in brackets, as in the list of legal moves: for instance [{example}]."""


class NinetkaEnv(textarena.Env):
    """A game, such as 9tka among two to four players."""

    def __init__(self, game: str = "9tka", **tags: str | int) -> None:
        """`game` is a name that the registry knows, `tags` are start tags: Ruleset="wiki"."""
        self.tags: dict[str, str | int] = {"Game": game, **tags}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game; the seed is for what chance deals at its start, if anything."""
        begun = start({**self.tags, "Players": num_players}).dealt(Random(seed))
        self.game: Game[Any, Any] = Game.from_state(begun)
        self.state = textarena.FFAMultiPlayerState(num_players=num_players, seed=seed)
        self.state.reset(player_prompt_function=self._prompt)
        self._show_board()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Make the last move in brackets in the player's answer."""
        player, kinds = self.state.current_player_id, textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, from_id=player)
        words = re.findall(r"\[([^\[\]]*)\]", action)
        try:
            self.game = self.game.apply(words[-1] if words else action)
        except NinetkaError as error:
            if self.state.set_invalid_move(str(error)):
                others = [other for other in range(self.state.num_players) if other != player]
                self.state.set_winners(others, f"Player {player}: {error}")
            return self.state.step()
        outcome = self.game.state.outcome
        if outcome is not None and outcome.winners:
            self.state.set_winners([*map(int, outcome.winners)], f"The points are {outcome}.")
        elif outcome is not None:
            self.state.set_draw(f"The points are {outcome}.")
        else:
            self._show_board()
        self.state.manually_set_current_player_id(int(self.game.state.to_move))  # by the rules
        return self.state.step(rotate_player=False)

    def _prompt(self, player_id: int, game_state: object) -> str:
        state = self.game.state
        return PROMPT.format(
            player=player_id,
            players=state.players,
            letter=state.seats[player_id],
            rules=state.ruleset.summary,
            example=state.move_text(state.some_moves[0]),
        )

    def _show_board(self) -> None:
        state = self.game.state
        legal = ", ".join(f"[{state.move_text(move)}]" for move in state.some_moves)
        board = f"{state.to_board()}\nLegal moves: {legal}"
        self.state.add_observation(board, textarena.ObservationType.GAME_BOARD)


def start(tags: dict[str, str | int]) -> Any:
    """The position that tags describe. Raises NinetkaError."""
    return entry_for_name(str(tags["Game"])).begin(tags)


for entry in all_games():
    textarena.register(
        id=f"{entry.identifier.capitalize()}-v0",
        entry_point=NinetkaEnv,
        default_wrappers=[textarena.wrappers.LLMObservationWrapper],
        game=entry.identifier,
    )


def random_agent(rng: Random) -> Callable[[str], str]:
    """An agent that chooses one of the legal moves in the latest message."""

    def agent(observation: str) -> str:
        *_, legal = observation.split("Legal moves: ")
        return f"I play {rng.choice(legal.split(', '))}."

    return agent


def main() -> None:
    """Let random agents play a game, and print how it ended."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--game", default="9tka", help="9tka, Kropki, 9AM, Mills or another")
    parser.add_argument("--players", type=int, help="as many as is usual if left out")
    parser.add_argument("--ruleset")
    parser.add_argument("--tag", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    agent = random_agent(Random(given.seed))
    tags = dict(tag.partition("=")[::2] for tag in given.tag)
    tags |= {"Ruleset": given.ruleset} if given.ruleset else {}
    try:
        identifier = entry_for_name(given.game).identifier
        env = textarena.make(f"{identifier.capitalize()}-v0", game=given.game, **tags)
        players = given.players or start({"Game": given.game, **tags}).players
        env.reset(num_players=players, seed=given.seed)
    except NinetkaError as error:
        parser.error(str(error))
    done = False
    while not done:
        _, observation = env.get_observation()
        done, _ = env.step(action=agent(observation))
    rewards, info = env.close()
    print(rewards, info[0]["reason"])


if __name__ == "__main__":
    main()
