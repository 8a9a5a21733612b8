"""Plain Monte-Carlo tree search (UCT) for any game, and a match: python mcts.py --games 4."""

from __future__ import annotations

import argparse
from math import log, sqrt
from random import Random
from typing import Generic

from ninetka import NINE, NinetkaError
from ninetka.protocol import EnumerableState, M
from ninetka.simulate import random_game


class Node(Generic[M]):
    """A position in the tree, and what the simulated games through it have won, by seat."""

    def __init__(self, state: EnumerableState[M]) -> None:
        self.state = state
        self.untried = list(state.legal_moves)
        self.children: dict[M, Node[M]] = {}
        self.visits, self.won = 0, [0.0] * state.players

    def promise(self, child: Node[M]) -> float:
        """What a child has won the player to move here, on average; more if it is little tried."""
        average = child.won[self.state.to_move] / child.visits
        return average + sqrt(2 * log(self.visits) / child.visits)


def search(state: EnumerableState[M], simulations: int, random: Random) -> M:
    """The move tried most often in so many simulated games. Raises NinetkaError."""
    if state.is_over or simulations < 1:
        raise NinetkaError("a search needs a game that is not over and at least 1 simulation")
    root = Node(state)
    for _ in range(simulations):
        node, path = root, [root]
        while node.children and not node.untried:
            node = max(node.children.values(), key=node.promise)
            path.append(node)
        if node.untried:
            move = node.untried.pop(random.randrange(len(node.untried)))
            node.children[move] = Node(node.state.apply_unchecked(move))
            path.append(node.children[move])
        outcome = random_game(path[-1].state, random).state.outcome
        winners = outcome.winners if outcome else ()
        for node in path:
            node.visits += 1
            for seat in winners:
                node.won[seat] += 1 / len(winners)
    return max(root.children, key=lambda move: root.children[move].visits)


def main() -> None:
    """A match of the search against random play; it sits in each seat in turn."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--ruleset", default="nestorgames")
    for option, default in ("players", 2), ("games", 4), ("simulations", 50), ("seed", 1):
        parser.add_argument(f"--{option}", type=int, default=default)
    given = parser.parse_args()
    random, won = Random(given.seed), 0
    try:
        start = NINE.begin({"Ruleset": given.ruleset, "Players": given.players})
        for number in range(given.games):
            state, own = start, start.seats[number % start.players]
            while (outcome := state.outcome) is None:
                move = random.choice(state.legal_moves)
                if state.to_move == own:
                    move = search(state, given.simulations, random)
                state = state.apply(move)
            won += own in outcome.winners
            print(f"game {number + 1}: {outcome}, the search in seat {own}")
    except NinetkaError as error:
        parser.error(str(error))
    print(f"the search won {won} of {given.games} games")


if __name__ == "__main__":
    main()
