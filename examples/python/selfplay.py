"""A network that learns Kropki on a board of 8 x 8 from its own games, on one core of a CPU.

    python examples/python/selfplay.py --minutes 10

Minutes are those of the processor. At the end it says how often the network beats `greedy`. It
needs ninetka[batch] and PyTorch. docs/howto/learning.md explains each part.
"""

from __future__ import annotations

import argparse
from collections import deque
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ninetka.batch import Batch, symmetries
from ninetka.batch.neural import Gumbel, Puct
from ninetka.kropki import AutomaticState, Capture, Ruleset
from ninetka.players import player_of
from ninetka.simulate.estimates import share

RULESET = Ruleset("small", columns=8, rows=8, capture=Capture.AUTOMATIC)
START = AutomaticState.start(RULESET)
TURNED = symmetries(START)
GAMES, VISITS, CONSIDERED = 128, 8, 4
"""How many games are played at once, visits of the search for each move, and first moves in it."""
CHANNELS, LAYERS = 32, 3
KEPT, STEPS, POSITIONS, RATE = 12, 60, 256, 1e-3
"""Rounds to learn from, steps of learning after each, positions in a step, and the rate."""
Array: TypeAlias = NDArray[Any]
Round: TypeAlias = tuple[Array, Array, Array]
"""By position: planes, a policy better than the network's, and what the game was worth."""


class Network(nn.Module):
    """Planes to a logit for each point, and the value for the seat to move."""

    def __init__(self) -> None:
        super().__init__()
        planes, points = len(START.plane_names), START.action_count
        layers: list[nn.Module] = []
        for before in [planes] + [CHANNELS] * (LAYERS - 1):
            layers += [nn.Conv2d(before, CHANNELS, 3, padding=1), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.policy = nn.Sequential(nn.Conv2d(CHANNELS, 1, 1), nn.Flatten())
        self.value = nn.Sequential(
            nn.Conv2d(CHANNELS, 8, 1), nn.ReLU(), nn.Flatten(),
            nn.Linear(8 * points, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh(), nn.Flatten(0),
        )  # fmt: skip

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all points, and values."""
        found = self.body(planes)
        return self.policy(found), self.value(found)

    @torch.inference_mode()
    def evaluate(self, planes: NDArray[np.uint8]) -> tuple[Array, Array]:
        """Priors and values, as the searches of `ninetka.batch.neural` ask for them."""
        logits, values = self(torch.from_numpy(planes).float())
        return logits.softmax(1).numpy(), values.numpy()


def play(network: Network | None, games: int, random: np.random.Generator) -> Round:
    """Games of the network against itself; without one, random games, which cost nearly nothing."""
    batch = Batch.of([START] * games)
    planes, policies, seats = [], [], []
    while not batch.is_over.all():
        planes.append(batch.planes())
        seats.append(np.where(batch.is_over, -1, batch.to_move))
        if network is None:
            mask = batch.legal_mask()
            policies.append(mask / np.maximum(mask.sum(1, keepdims=True), 1))
            batch.step(batch.random_actions(random))
        else:
            search = Gumbel(batch, network.evaluate, VISITS, considered=CONSIDERED, random=random)
            search.grow(VISITS)
            policies.append(search.policy)
            batch.step(search.actions)
    payoffs, seat = batch.payoffs(), np.stack(seats)
    worth = payoffs[np.arange(games), seat]
    lasted = seat >= 0
    return np.stack(planes)[lasted], np.stack(policies)[lasted], worth[lasted]


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    rounds: deque[Round],
    random: np.random.Generator,
    steps: int = STEPS,
) -> float:
    """Some steps of learning from random positions, each turned or mirrored at random."""
    planes, policies, worth = map(np.concatenate, zip(*rounds, strict=True))
    total = 0.0
    for _ in range(steps):
        rows = random.integers(len(worth), size=POSITIONS)
        which = random.integers(len(TURNED), size=POSITIONS)
        logits, values = network(torch.from_numpy(TURNED.planes(planes[rows], which)).float())
        wanted = torch.from_numpy(TURNED.policy(policies[rows], which)).float()
        loss = nn.functional.cross_entropy(logits, wanted)
        loss += nn.functional.mse_loss(values, torch.from_numpy(worth[rows]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / steps


def match(network: Network, opponent: str, games: int, visits: int) -> Array:
    """The network's shares of the wins in games against a player; it begins every second one."""
    player, random = player_of(opponent), Random(1)
    batch, own = Batch.of([START] * games), np.arange(games) % 2
    while not (over := batch.is_over).all():
        actions = np.full(games, -1)
        mine = ~over & (batch.to_move == own)
        if mine.any():
            search = Puct(batch[mine], network.evaluate, visits)
            search.grow(visits)
            actions[mine] = search.visits.argmax(1)
        for at in np.flatnonzero(~over & ~mine).tolist():
            state = batch[at]
            actions[at] = state.action(player.choose(state, random))
        batch.step(actions)
    return batch.payoffs("shared")[np.arange(games), own]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=100, help="against greedy at the end")
    parser.add_argument("--visits", type=int, default=32, help="of the search in these games")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    random, network = np.random.default_rng(options.seed), Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    begun, number = process_time(), 0
    rounds = deque([play(None, 4 * GAMES, random)], maxlen=KEPT)
    learn(network, optimizer, rounds, random, steps=5 * STEPS)
    while not number or process_time() - begun < 60 * options.minutes:
        spent = min(1, (process_time() - begun) / (60 * options.minutes))
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - 0.9 * spent)
        rounds.append(play(network, GAMES, random))
        loss, number = learn(network, optimizer, rounds, random), number + 1
        print(
            f"{number * GAMES} games in {process_time() - begun:.0f} s, loss {loss:.3f}", flush=True
        )
    shares = match(network, "greedy", options.games, options.visits)
    won = share(Fraction(float(shares.sum())), options.games)
    print(f"{shares.sum():g} of {options.games} against greedy: {won.to_text(100)} %")


if __name__ == "__main__":
    main()
