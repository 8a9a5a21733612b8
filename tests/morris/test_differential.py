"""The library against the naive rules, ply by ply through random games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from morris.compare import custom_game, game_by, play_side_by_side, published_game
from ninetka.morris import PUBLISHED

GAMES = settings().max_examples


LONG = pytest.mark.long


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=LONG), pytest.param(4, marks=LONG), 5]
)
def test_published_games_agree(players: int) -> None:
    for seed in range(max(1, GAMES // 25)):
        play_side_by_side(*published_game(players), Random(f"{players} {seed}"))


def test_custom_games_agree() -> None:
    for seed in range(GAMES):
        random = Random(f"custom {seed}")
        play_side_by_side(*custom_game(random), random)


@pytest.mark.parametrize("name", PUBLISHED)
def test_games_by_published_rulesets_agree(name: str) -> None:
    ruleset = PUBLISHED[name]
    for seed in range(max(1, GAMES // 50)):
        for players in ruleset.player_counts:
            play_side_by_side(*game_by(ruleset, players), Random(f"{name} {players} {seed}"))
