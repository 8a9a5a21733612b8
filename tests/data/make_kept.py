"""Writes samples of what a version promises to keep: python tests/data/make_kept.py.

The file is named after the version, and `tests/test_kept.py` compares later versions with it. Until
the version is released, an intended change is followed by writing the file again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import ninetka
from ninetka.base.errors import NinetkaError
from ninetka.cli import app
from ninetka.conformance import cases_of, suites
from ninetka.games import all_games
from ninetka.play.game import Game
from ninetka.protocol.states import EnumerableState, GameState, ObservableState
from ninetka.records import Record, forms
from ninetka.server.methods import METHODS
from ninetka.simulate import random_game

FOLDER: Final = Path(__file__).parent / "kept"
APIS: Final = [Path(__file__).parent / f"public_{each}.txt" for each in ("stable", "provisional")]
PLIES: Final = 60
"""The most plies of a sample."""


def samples() -> dict[str, Any]:
    """All that is promised by this version, in samples."""
    return {
        "names": names(), "values": dict(values()), "methods": [*METHODS], "commands": commands(),
        "conformance": dict(demands()),
        "games": {name: game_sample(start) for name, start in starts()},
    }  # fmt: skip


def names() -> list[str]:
    """The public names, without signatures, which may get further parameters."""
    lines = [line for file in APIS for line in file.read_text("utf-8").splitlines()]
    return sorted(line.split("(")[0].split(" ")[0] for line in lines)


def values() -> Iterator[tuple[str, str]]:
    """The texts that stand for members of enums, in records and in answers to other programs."""
    for name in names():
        module, _, kind = name.rpartition(".")
        try:
            thing = getattr(import_module(module), kind, None)
        except ModuleNotFoundError:  # a class's attribute, or a module of an extra
            continue
        if isinstance(thing, type) and issubclass(thing, Enum):
            for member in thing:
                if isinstance(member.value, str):
                    yield f"{name}.{member.name}", member.value


def commands() -> dict[str, list[str]]:
    """The options of each command."""
    from typer.main import get_command

    group: Any = get_command(app)
    return {
        name: sorted(option for each in command.params for option in each.opts if option[0] == "-")
        for name, command in group.commands.items()
    }


def demands() -> Iterator[tuple[str, str]]:
    """What each case of the conformance suite asks and demands."""
    for suite in suites():
        for case in cases_of(suite):
            yield (
                f"{suite} {case.name}",
                digest(
                    json.dumps(each, sort_keys=True)
                    for each in (case.method, case.params, case.result, case.error)
                ),
            )


def starts() -> Iterator[tuple[str, GameState[Any]]]:
    """A start of every game with each published ruleset, for each number of players."""
    for entry in all_games():
        for name in entry.names:
            for ruleset in entry.tags.suggestions["Ruleset"]:
                for players in entry.player_counts:
                    try:
                        start = entry.begin(game=name, ruleset=ruleset, players=players)
                    except NinetkaError:  # not for so many, or of another name
                        continue
                    yield f"{name}, {ruleset}, {players}", start


def game_sample(start: GameState[Any]) -> dict[str, Any]:
    """A game that a seed decides, and digests of what belongs to its positions."""
    game = random_game(start.dealt(Random(1)), Random(2), PLIES)
    return {"moves": " ".join(game.move_texts), **game_facts(game), "records": records(game)}


def game_facts(game: Game[Any, Any]) -> dict[str, str]:
    """Digests of what is kept of a game's positions."""
    played = [*zip(game.states, game.moves, strict=False)]
    facts = {
        "positions": digest(state.to_text() for state in game.states),
        "keys": digest(str(state.key) for state in game.states),
    }
    if isinstance(game.state, EnumerableState):
        facts |= {
            "actions": digest(str(state.action(move)) for state, move in played),
            "legal actions": digest(str([*state.legal_actions]) for state in game.states),
        }
    if isinstance(game.state, ObservableState):
        facts["planes"] = digest(
            f"{[*state.planes(state.to_move)]} {[*state.plane_names]}" for state in game.states
        )
    return facts


def records(game: Game[Any, Any]) -> dict[str, str]:
    """The game in every form."""
    record = Record(game, {"First": "Ann"})
    found = {"trusted": game.to_trusted()}
    for form in forms(ninetka.games.entry_for_state(game.state)):
        try:
            found[form.name] = record.to_form(form.name)
        except NinetkaError:  # a form that does not know this ruleset
            continue
    return found


def digest(texts: Iterable[str]) -> str:
    """Eight digits that are other ones if a text is."""
    return blake2b("\n".join(texts).encode(), digest_size=4).hexdigest()


def main() -> None:
    text = json.dumps(samples(), indent=0, ensure_ascii=False)
    (FOLDER / f"{ninetka.__version__}.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
