"""The library against the naive rules, ply by ply through random games that players may leave."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from morris.compare import custom_game, play_side_by_side, published_game
from ninetka.morris import PUBLISHED

GAMES = settings().max_examples
PLIES = 10 * GAMES
"""The most plies of a game: some go on for a thousand."""


def test_custom_games_agree() -> None:
    for seed in range(GAMES):
        rng = Random(f"custom {seed}")
        play_side_by_side(*custom_game(rng), rng, PLIES)


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name, rules in PUBLISHED.items() for players in rules.player_counts],
)
def test_games_by_published_rulesets_agree(name: str, players: int) -> None:
    both = published_game(PUBLISHED[name], players)
    play_side_by_side(*both, Random(f"{name} {players}"), PLIES)
