"""Whatever is said of games and positions is said in each language."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.games import ENTRIES, some_start

from ninetka.base.messages import Message, in_language, languages
from ninetka.testing.laws import samples_of


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
@pytest.mark.parametrize("folder", ENTRIES)
@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_of_a_game_stays_english(folder: str, code: str, seed: int) -> None:
    random, tried = Random(seed), samples_of(ENTRIES[folder]).MOVES
    state = some_start(folder, random)
    rules = state.ruleset.summary
    with in_language(code):
        others = state.ruleset.summary
    assert not [sentence for sentence in rules.split(". ") if sentence in others]
    for _ in range(80):  # to the end of 9tka, where players pass
        english, status = sentences(state, random.sample(tried, 20)), last_line(state)
        with in_language(code):
            assert last_line(state) != status
            for said in english:
                assert isinstance(said, Message)
                assert said.again() != said
        if state.is_over:
            return
        state = state.apply(random.choice(state.some_moves))


def sentences(state: Any, moves: list[Any]) -> list[str]:
    """What is said of a position, of moves that are legal there, and of others that are not."""
    faults = [fault.sentence for move in moves if (fault := state.fault(move)) is not None]
    said = [state.instruction, *faults, *map(state.describe, state.some_moves[:3])]
    return said + (
        [state.outcome.explanation] if state.outcome and state.outcome.explanation else []
    )


def last_line(state: Any) -> str:
    """How the game stands, as a board of text says it."""
    return str(state).rpartition("\n")[2]
