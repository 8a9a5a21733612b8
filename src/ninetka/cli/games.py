"""`ninetka games`: which games, rulesets, options and players there are."""

from __future__ import annotations

from typing import Annotated

import typer

from ..base.messages import listed
from ..games import all_games, entry_for_name
from ..players.builtin import NAME_FORMS
from ..protocol.tags import Option
from ..server.catalogue import catalogue
from .app import command
from .options import game_names
from .output import say, say_json


@command(
    """List the games with their rulesets and what describes others, and the computer players.

    A ruleset is given with --ruleset, and the options with --tag, as in --tag EdgeStop=board, but
    for those that have an option of their own.
    """,
    "ninetka games",
    "ninetka games mills",
    "ninetka games --json | jq '.games[].rulesets[].name'",
)
def games(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Only this game.", autocompletion=game_names),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List games, rulesets, options and players."""
    entries = all_games() if name is None else [entry_for_name(name)]
    listing = catalogue(entries)
    if as_json:
        say_json({"games": listing, "players": NAME_FORMS})
        return
    options = [each.options for each in entries for _ in each.names]
    for game, its in zip(listing, options, strict=True):
        say(game["name"])
        for option in its.values():
            values = _values(option)
            if option.tag == "Ruleset":  # the published ones, each with its numbers of players
                known = [(each["name"], listed(each["players"], "or")) for each in game["rulesets"]]
                values = ", ".join(f"{name} (for {players})" for name, players in known)
            say(f"  {option.tag}: {values}")
    say(f"Players\n  {', '.join(NAME_FORMS)}")


def _values(option: Option) -> str:
    """The values of an option in words, or some of them."""
    if isinstance(option.values, range):
        least, most = min(option.values), max(option.values)
        return f"{least} to {most}" if least < most else str(least)
    if option.values is not None:
        return listed(option.values, "or")
    return f"such as {listed(option.suggestions, 'or')}" if option.suggestions else "a text"
