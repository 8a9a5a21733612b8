"""A network that learns Kropki on a board of 8 x 8 from its own games, on one core of a CPU.

    python examples/python/selfplay.py --minutes 10

Minutes are those of the processor. At the end it says how often the network, which looks no move
ahead, beats `greedy`. It needs ninetka[batch] and PyTorch. docs/howto/learning.md explains each
part.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ninetka.batch import Batch, symmetries
from ninetka.kropki import AutomaticState, Capture, Ruleset
from ninetka.players import parse_player
from ninetka.simulate.estimates import share

RULESET = Ruleset("small", columns=8, rows=8, capture=Capture.AUTOMATIC)
START = AutomaticState.start(RULESET)
TURNED = symmetries(START)
ACTION_BEFORE = np.argsort(TURNED.actions, 1)
"""(symmetries, actions): by action code on the turned board, the code on the board itself."""
GAMES, PLIES = 256, 32
"""How many games are played at once, and for how many plies before the network learns."""
CHANNELS, LAYERS = 32, 3
DOTS, WIN, LASTING = 1 / 4, 1 / 2, 0.8
"""What a captured dot and a won game are worth, and how far moves are praised for what follows."""
EPOCHS, POSITIONS, RATE, CLIP, VARIETY = 3, 512, 2e-3, 0.2, 0.03
"""How often it learns from each position, positions in a step, the rate of learning, how far a
step may change a chance, and what it is worth to try different moves."""
Array: TypeAlias = NDArray[Any]


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
            nn.Linear(8 * points, 32), nn.ReLU(), nn.Linear(32, 1), nn.Flatten(0),
        )  # fmt: skip

    def forward(self, planes: Array, mask: Array) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of all points, where illegal ones have none, and values."""
        found = self.body(torch.from_numpy(planes).float())
        logits = self.policy(found).masked_fill(~torch.from_numpy(mask), -1e9)
        return logits.log_softmax(1), self.value(found)


class Plies(NamedTuple):
    """What was seen and done, by ply and game."""

    planes: Array
    mask: Array
    action: Array
    chance: Array
    """The logarithm of the chance that the network gave to the action."""
    seat: Array
    value: Array
    reward: Array
    ended: Array


def play(network: Network, batch: Batch[Any, Any], rng: np.random.Generator) -> list[Plies]:
    """Some plies of all games, and one more to judge the last by. What ends begins anew."""
    games, seen = np.arange(len(batch)), list[Plies]()
    for _ in range(PLIES + 1):
        turn = rng.integers(len(TURNED), size=len(batch))
        planes = TURNED.planes(batch.planes(), turn)
        mask, seat = TURNED.policy(batch.legal_mask(), turn), batch.to_move
        with torch.inference_mode():
            chances, value = (each.numpy() for each in network(planes, mask))
        action = (chances + rng.gumbel(size=chances.shape)).argmax(1)
        before = batch.scores()
        batch.step(ACTION_BEFORE[turn, action])
        gained, ended = DOTS * (batch.scores() - before), batch.is_over
        gained[ended] += WIN / 2 * batch.payoffs()[ended]
        reward = gained[games, seat] - gained[games, 1 - seat]
        chance = chances[games, action]
        seen.append(Plies(planes, mask, action, chance, seat, value, reward, ended))
        batch.reset(ended)
    return seen


def advantages(seen: list[Plies]) -> Array:
    """(plies, games): how much better each move was than the network had thought."""
    found, later = list[Array](), np.zeros_like(seen[0].value)
    for now, after in zip(seen[-2::-1], seen[:0:-1], strict=True):
        sign = np.where(now.seat == after.seat, 1, -1) * ~now.ended
        later = now.reward - now.value + sign * (after.value + LASTING * later)
        found.append(later)
    return np.stack(found[::-1])


def learn(
    network: Network, optimizer: torch.optim.Optimizer, seen: list[Plies], left: float
) -> float:
    """Learn from all plies but the last by PPO; returns the mean entropy of the policy.

    `left` is the share of the time that is left.
    """
    better = advantages(seen)
    each = zip(*seen[:-1], strict=True)
    p = Plies(*(np.concatenate(arrays) for arrays in each))
    better, entropies = better.reshape(-1).astype(np.float32), list[float]()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(better)).split(POSITIONS):
            at = rows.numpy()
            chances, values = network(p.planes[at], p.mask[at])
            chance = chances[torch.arange(len(at)), torch.from_numpy(p.action[at])]
            ratio = (chance - torch.from_numpy(p.chance[at])).exp()
            gain = torch.from_numpy((better[at] - better[at].mean()) / (better[at].std() + 1e-6))
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = nn.functional.mse_loss(values, torch.from_numpy(p.value[at] + better[at]))
            entropy = -(chances.exp() * chances).sum(1).mean()
            loss = policy_loss + value_loss / 2 - VARIETY * left * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def match(network: Network, opponent: str, games: int) -> Array:
    """The network's shares of the wins in games against a player; it begins every second one."""
    player, rng = parse_player(opponent), Random(1)
    batch, own = Batch.of([START] * games), np.arange(games) % 2
    while not (over := batch.is_over).all():
        actions = np.full(games, -1)
        mine = np.flatnonzero(~over & (batch.to_move == own))
        if len(mine):
            with torch.inference_mode():
                chances, _ = network(batch[mine].planes(), batch[mine].legal_mask())
            actions[mine] = chances.numpy().argmax(1)
        for at in np.flatnonzero(~over & (batch.to_move != own)).tolist():
            state = batch[at]
            actions[at] = state.action(player.choose(state, rng))
        batch.step(actions)
    return batch.payoffs("shared")[np.arange(games), own]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=200, help="against greedy at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng, network = np.random.default_rng(options.seed), Network()
    optimizer, batch = torch.optim.Adam(network.parameters()), Batch.of([START] * GAMES)
    begun, positions, left = process_time(), 0, 1.0
    while left > 0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(left, 0.05)
        entropy = learn(network, optimizer, play(network, batch, rng), left)
        positions += GAMES * PLIES
        spent = process_time() - begun
        left = 1 - spent / (60 * options.minutes)
        print(f"{positions} positions in {spent:.0f} s, entropy {entropy:.2f}", flush=True)
    shares = match(network, "greedy", options.games)
    won = share(Fraction(float(shares.sum())), options.games)
    print(f"{shares.sum():g} of {options.games} against greedy: {won.to_text(100)} %")


if __name__ == "__main__":
    main()
