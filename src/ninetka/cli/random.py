"""`ninetka random`: records of random games."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random
from typing import Annotated, Any

import typer

from ..protocol import EnumerableState, enumerable
from ..records import Record, clean_tags, write
from ..simulate import random_game
from .common import (
    OutputOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    is_json,
    start_state,
)
from .output import failing, give, whole_output


def random(
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many games.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="Any text; the same gives the same games.")
    ] = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="Break each game off after so many.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write JSON, as also to a file of that name.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Play random games and write their records. Each tells the seed it was played with."""
    with failing():
        start = enumerable(start_state(ruleset, players, position, tag))
        tags = clean_tags({"Seed": seed or secrets.token_hex(4)})
        games = _games(start, count, tags["Seed"], plies)
        texts = write(games, as_json=as_json or (output is not None and is_json(output)))
        if output is None:
            for text in texts:
                give(text)
        else:
            with whole_output(output) as out:
                out.writelines(texts)


def _games(
    start: EnumerableState[Any], count: int, seed: str, plies: int | None
) -> Iterator[Record[Any, Any]]:
    for number in range(1, count + 1):
        game = random_game(start, Random(f"{seed}/{number}"), plies)
        yield Record(game, {"Event": "Random play", "Round": str(number), "Seed": seed})
