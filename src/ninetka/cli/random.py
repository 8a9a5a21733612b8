"""`ninetka random`: records of random games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from random import Random
from typing import Annotated, Any

import typer

from ..protocol import OfferingState, offering
from ..records import Record, write
from ..simulate import random_game
from .common import (
    GameOption,
    OutputOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    SeedOption,
    TagOption,
    form_of,
    seed_for,
    start_state,
)
from .output import whole_file
from .progress import counting


def random(
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many games.")] = 1,
    seed: SeedOption = None,
    game: GameOption = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="Stop each game after this many moves.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write JSON, as a file name ending in .json also does.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Play random games and write their records.

    Every record has the seed as a tag. The same seed and start give the same games.
    """
    start = offering(start_state(game, ruleset, players, position, tag))
    games = _games(start, count, seed_for(seed), plies)
    texts = write(games, form="json" if as_json else form_of(output, start))
    place = nullcontext() if output is None else whole_file(output)
    with place as out, counting(count, beside_output=output is not None) as bar:
        for text in texts:
            if out is None:  # each game at once, not all at the end
                typer.echo(text.encode(), nl=False)
            else:
                out.write(text.encode())
            bar.advance()


def _games(
    start: OfferingState[Any], count: int, seed: str, plies: int | None
) -> Iterator[Record[Any, Any]]:
    for number in range(1, count + 1):
        game = random_game(start, Random(f"{seed}/{number}"), plies)
        yield Record(game, {"Event": "Random play", "Round": str(number), "Seed": seed})
