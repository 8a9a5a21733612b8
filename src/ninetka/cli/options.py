"""Options that several commands take, and the start of a game that they describe."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import attrs
import typer

from ..base.errors import quoted
from ..games import all_games, entry_for_name, entry_for_start, entry_for_state
from ..protocol.solver import Budget
from ..protocol.states import GameState
from ..protocol.tags import GAME, POSITION
from ..records import clean_tags, forms
from ..simulate.workers import MAX_WORKERS
from ..solve import TABLES
from .files import check_writable, output_extension


def _suggested(tag: str) -> list[str]:
    offered = [value for entry in all_games() for value in entry.tags.suggestions.get(tag, ())]
    return list(dict.fromkeys(offered))


def number(given: str | int) -> int:
    """Convert an option's text to a number; a default is one already. Raises BadParameter."""
    found = re.fullmatch("([0-9]{1,18})([kmg]?)", str(given).lower())
    if found is None:
        raise typer.BadParameter(f"a number is 1000, 10k, 10M or 1G, not {quoted(given)}")
    return int(found[1]) * {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}[found[2]]


def _count(given: str | int) -> int:
    if (count := number(given)) < 1:
        raise typer.BadParameter("a number here is 1 or more")
    return count


def writable(path: str | None) -> str | None:
    """An option's path for output, if something can be written there. Raises NinetkaError.

    So a command says what is wrong with it before it does anything.
    """
    if path is not None:
        check_writable(path)
    return path


def game_names() -> list[str]:
    """The names of all games."""
    return [name for entry in all_games() for name in entry.names]


File = Annotated[str | None, typer.Argument(help="Record file; - or none for standard input.")]
Files = Annotated[
    list[str] | None, typer.Argument(help="Record files; - or none for standard input.")
]
Ruleset = Annotated[
    str | None,
    typer.Option(help="Ruleset to start with.", autocompletion=lambda: _suggested("Ruleset")),
]
Players = Annotated[
    int | None,
    typer.Option(help="Number of players.", autocompletion=lambda: _suggested("Players")),
]
Seated = Annotated[
    str | None,
    typer.Option(
        help="Number of players, or who plays, by seat: me,search:2s for example.",
        autocompletion=lambda: _suggested("Players"),
    ),
]
Position = Annotated[str | None, typer.Option(help="Position to start from, as text.")]
Tag = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Any other tag that says how a game starts."),
]
Game = Annotated[
    str | None, typer.Option(help="Which game, by its name.", autocompletion=game_names)
]
GameOrNumber = Annotated[
    str | None,
    typer.Option(
        help="Which game: its name, or its number in the file.", autocompletion=game_names
    ),
]
Count = Annotated[
    int,
    typer.Option("--count", "-n", parser=_count, metavar="N", help="How many, such as 20 or 10k."),
]
Seed = Annotated[str | None, typer.Option(help="Any text; by default a new one each time.")]
Workers = Annotated[
    int, typer.Option(min=1, max=MAX_WORKERS, help="How many processes share the work.")
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="FILE",
        callback=writable,
        help="Write to this file, as -o does, and go on from what it has.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", callback=writable, help="File to write, whole or not at all."),
]
SkipBad = Annotated[
    bool, typer.Option("--skip-bad", help="Leave bad games out, and list them at the end.")
]
Nodes = Annotated[int | None, typer.Option(min=1, help="Search this number of positions.")]
Seconds = Annotated[float | None, typer.Option(min=0, help="Search for so long.")]
Tables = Annotated[
    str | None, typer.Option(metavar="DIR", help=f"Folder with tables.  \\[env: {TABLES}]")
]
Cross = Annotated[
    bool, typer.Option("--cross", help="Show the cross-table too: who had what against whom.")
]
JsonGames = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per game, each on its own line.")
]
JsonLines = Annotated[
    bool, typer.Option("--json", help="Print one JSON object per player, each on its own line.")
]


@attrs.frozen
class StartOptions:
    """The options of a command that describe the start of a game."""

    game: str | None = None
    ruleset: str | None = None
    players: int | None = None
    position: str | None = None
    tag: Sequence[str] | None = None
    """Other tags, each as NAME=VALUE."""

    @property
    def tags(self) -> dict[str, str]:
        """The options as tags of records; none if no option is given."""
        others = (text.partition("=") for text in self.tag or [])
        own = {
            GAME: self.game,
            "Ruleset": self.ruleset,
            "Players": self.players,
            POSITION: self.position,
        }
        given = {tag: str(value) for tag, value in own.items() if value is not None}
        return {**{tag: value for tag, _, value in others}, **given}

    def state(self) -> GameState[Any]:
        """The position that the options describe; what they leave out is as in the usual start.

        If no game is named, it is the one that has the ruleset, or else the first of the registry.
        Raises NinetkaError.
        """
        tags = self.tags
        return entry_for_start(tags).begin(tags)

    def state_for(self, players: int) -> GameState[Any]:
        """The position that the options describe, for that number of players. Raises NinetkaError.

        A game with a fixed number of players needs no tag for it.
        """
        start = attrs.evolve(self, players=None).state()
        return start if start.players == players else attrs.evolve(self, players=players).state()

    @property
    def sizes(self) -> Sequence[Mapping[str, str]]:
        """The sizes of board that the game offers, as tags, if the options don't say any."""
        tags = self.tags
        if tags.keys() & {"Ruleset", POSITION}:
            return ()
        sizes = entry_for_name(tags.get(GAME)).tags.sizes
        return () if any(tags.keys() & size.keys() for size in sizes) else sizes


def number_in_file(game: str | None) -> int:
    """The number of the game that an option names, by default the first. Raises BadParameter."""
    try:
        return int(game or 1)
    except ValueError:
        sentence = f"--game is the game's number in the file, from 1 on, not {quoted(game)}"
        raise typer.BadParameter(sentence) from None


def seed_for(given: str | None) -> str:
    """The seed that an option gives, or a new one. Raises NinetkaError."""
    return clean_tags({"Seed": secrets.token_hex(4) if given is None else given})["Seed"]


def budget(nodes: int | None, seconds: float | None) -> Budget:
    """The budget for each position of a game; a fifth of a second if no option says it."""
    return Budget(nodes, seconds or (None if nodes else 0.2))


def form_of(path: str | None, state: GameState[Any]) -> str:
    """The form of the records in a file of this name; text if the name has no extension.

    Raises NinetkaError for an extension that none of the forms of the state's game has.
    """
    own = forms(entry_for_state(state))
    names = {each: form.name for form in own for each in (*form.extensions, f".{form.name}")}
    return names[output_extension(path, names)]
