"""`ninetka show`: a position, or a game at some ply, as text or as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from ..base.errors import NinetkaError
from ..base.texts import printable
from ..drawing.drawable import DrawableState
from ..games import all_games
from ..play.game import Game
from ..protocol.clocks import format_time
from ..records import GLYPHS, AnyRecord, Record
from ..records.annotations import symbol
from ..server.facts import drawable
from . import options
from .app import command
from .files import output_extension, refuse_overwrite, whole_file
from .output import board, say
from .progress import reading_bar
from .records import is_position, pick, read_verdicts


def _known_marks() -> list[str]:
    states = [entry.begin() for entry in all_games()]
    return [mark for state in states if isinstance(state, DrawableState) for mark in state.marks]


@command(
    """Show a position, or a game at some ply, as a board of text or as a picture.

    Without WHAT, the start position or the one that the options describe is shown. The ending of
    the output's name says what to write: board.txt, board.svg or board.png.
    """,
    "ninetka show game.9tka --ply 57",
    "ninetka show game.9tka -o game.svg --size 600",
    "ninetka show '11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 nestorgames'",
)
def show(
    what: Annotated[
        str | None,
        typer.Argument(help="Record file, - for standard input, or position text.", metavar="WHAT"),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(min=0, help="After how many moves; by default all.")
    ] = None,
    game: options.GameOrNumber = None,
    svg: Annotated[bool, typer.Option("--svg", help="Draw a picture, by default SVG.")] = False,
    mark: Annotated[
        list[str] | None,
        typer.Option(
            help="What to mark in the picture, such as legal-moves; may be given several times.",
            autocompletion=_known_marks,
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(min=1, help="The picture's width in pixels.")] = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    output: options.Output = None,
) -> None:
    """Show a position, or a game at some ply."""
    starts = (ruleset, players, position, tag)
    if what is not None and any(starts):
        raise typer.BadParameter("give either WHAT or options for a start position")
    extension = output_extension(output, [".svg", ".png"] if svg else [".txt", ".svg", ".png"])
    if extension == ".txt" and (mark or size):
        raise typer.BadParameter("marks and sizes are for pictures: add --svg or -o board.svg")
    if what is None or is_position(what):
        start = options.StartOptions(game, ruleset, players, what or position, tag).state()
        record: AnyRecord = Record(Game.from_state(start))
    else:
        refuse_overwrite(what, output)
        with reading_bar([what]) as bar:
            record = pick(read_verdicts(what, bar), options.number_in_file(game))
    shown = record.game
    if ply is not None and ply > shown.ply:
        raise NinetkaError(f"there is no ply {ply}: the game has {shown.ply} moves")
    while ply is not None and ply < shown.ply:
        shown = shown.undo()
    if extension == ".txt":
        lines = board(shown.state, ending=shown.ending) if output is None else _plain(shown)
        text = "\n".join(
            filter(None, [_heading(record, shown), lines, *_remarks(record, shown.ply)])
        )
    else:
        text = _picture(record, shown, mark or [], size)
    if extension == ".txt" and output is None:
        say(text)
        return
    data = f"{text}\n".encode()
    if extension == ".png":
        from ..drawing.png import to_png

        data = to_png(text)
    with whole_file(output) as out:
        out.write(data)


def _plain(shown: Game[Any, Any]) -> str:
    state = shown.state
    return state.to_board(ending=shown.ending) if isinstance(state, DrawableState) else str(state)


def _heading(record: AnyRecord, shown: Game[Any, Any]) -> str:
    names = printable(" - ".join(record.names)) if all(record.names) else ""
    moves = ""
    if shown.ply:
        last = shown.move_texts[-1]
        moves = f"after {shown.ply} of {record.game.ply} moves, the last {last}"
    return ", ".join(filter(None, [names, moves, shown.ending_text]))


def _remarks(record: AnyRecord, ply: int) -> Iterator[str]:
    """Yield the annotations of a move: glyphs, clock times, the comment and variations."""
    for number in record.glyphs.get(ply, ()):
        yield f"{symbol(number)} {GLYPHS[number].meaning}" if number in GLYPHS else symbol(number)
    clock = record.clocks.get(ply)
    if clock is not None and clock.remaining is not None:
        yield f"{format_time(clock.remaining)} left"
    if clock is not None and clock.elapsed is not None:
        yield f"took {format_time(clock.elapsed)}"
    yield printable(record.comments.get(ply, ""))
    for variation in record.variations.get(ply, ()):
        yield f"instead of {record.game.move_texts[ply - 1]}: {' '.join(variation.game.move_texts)}"


def _picture(
    record: AnyRecord, shown: Game[Any, Any], marks: Sequence[str], size: int | None
) -> str:
    return drawable(shown.state).to_svg(
        last_move=shown.moves[-1] if shown.ply else None,
        ending=shown.ending,
        marks=marks,
        names=record.names,
        title=_heading(record, shown) or None,
        size=size,
    )
