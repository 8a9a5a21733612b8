"""The games in the registry, for tests that are about all of them."""

from __future__ import annotations

from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final

from ninetka.games import all_games
from ninetka.protocol.entry import GameEntry
from ninetka.testing.laws import samples_of

ENTRIES: Final[dict[str, GameEntry[Any, Any]]] = {
    module.split(".")[1]: entry
    for entry in all_games()
    if (module := type(entry.begin()).__module__).startswith("ninetka.")
}
"""The games of this package, by their folders."""
PACKAGES: Final[dict[str, ModuleType]] = {
    folder: import_module(f"ninetka.{folder}") for folder in ENTRIES
}
"""What each of them exports, by folder."""


def some_start(folder: str, rng: Random) -> Any:
    """The start of a game under a random ruleset, for one of its numbers of players."""
    ruleset = samples_of(ENTRIES[folder]).some_ruleset(rng)
    return ENTRIES[folder].start(ruleset, rng.choice(ruleset.player_counts))


def longest_game(start: Any) -> int:
    """The plies of the longest game from here; no state's bound is below its own."""
    lengths: dict[Any, int] = {}

    def length(state: Any) -> int:
        if state not in lengths:
            afters = map(state.apply_unchecked, state.legal_moves)
            lengths[state] = max((1 + length(after) for after in afters), default=0)
            assert lengths[state] <= state.max_plies_left, state
        return lengths[state]

    return length(start)
