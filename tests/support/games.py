"""The games in the registry, for tests that are about all of them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ninetka.games import all_games
from ninetka.protocol.entry import GameEntry

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
