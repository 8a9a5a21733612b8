"""Whatever is said of games and positions is said in each language."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.games import ENTRIES, some_start

from ninetka.base.messages import Message, in_language, languages
from ninetka.simulate import random_game
from ninetka.testing.laws import samples_of


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
@pytest.mark.parametrize("folder", ENTRIES)
@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_of_a_game_stays_english(folder: str, code: str, seed: int) -> None:
    rng, plies = Random(f"{seed} {code}"), 0
    while plies < 70:  # one game of 9tka, but many of Kropki on small boards
        start = some_start(folder, rng)
        rules = start.ruleset.summary
        with in_language(code):
            others = start.ruleset.summary
        assert not [sentence for sentence in rules.split(". ") if sentence in others]
        for state in random_game(start, rng, 80).states:
            english, status = sentences(folder, state, rng), last_line(state)
            with in_language(code):
                assert last_line(state) != status
                for said in english:
                    assert isinstance(said, Message)
                    assert said.translated() != said
            plies += 1


def sentences(folder: str, state: Any, rng: Random) -> list[str]:
    """What is said of a position, of moves that are legal there, and of others that are not."""
    tried = rng.sample(samples_of(ENTRIES[folder]).MOVES, 20)
    said = [fault.sentence for move in tried if (fault := state.fault(move)) is not None]
    if not state.is_over:
        said += map(state.describe, rng.choices(state.some_moves, k=4))
    elif state.outcome.explanation:
        said.append(state.outcome.explanation)
    return [state.instruction, *said]


def last_line(state: Any) -> str:
    """How the game stands, as a board of text says it."""
    return str(state).rpartition("\n")[2]
