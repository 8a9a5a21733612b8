"""`ninetka show`: a position, or a game at some ply, as text or as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from ..errors import NinetkaError
from ..game import Game
from ..games import all_games
from ..protocol import DrawableState, GameState
from ..records import AnyRecord, Record
from ..terminal import printable
from .boards import board
from .common import (
    GameOrNumberOption,
    OutputOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    is_position,
    number_in_file,
    read_game,
    start_state,
)
from .output import output_ending, refuse_overwrite, say, whole_bytes
from .progress import reading


def _known_marks() -> list[str]:
    states = [rules.begin() for rules in all_games()]
    return [mark for state in states if isinstance(state, DrawableState) for mark in state.marks]


def show(
    what: Annotated[
        str | None,
        typer.Argument(help="Record file, - for standard input, or position text.", metavar="WHAT"),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(min=0, help="After how many moves; by default all.")
    ] = None,
    game: GameOrNumberOption = None,
    svg: Annotated[bool, typer.Option("--svg", help="Draw a picture, by default SVG.")] = False,
    mark: Annotated[
        list[str] | None,
        typer.Option(
            help="What to mark in the picture, such as legal-moves; may be given several times.",
            autocompletion=_known_marks,
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(min=1, help="The picture's width in pixels.")] = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    output: OutputOption = None,
) -> None:
    """Show a position, or a game at some ply, as a board of text or as a picture.

    Without WHAT, the start position or the one that the options describe is shown. The ending of
    the output's name says what to write: board.txt, board.svg or board.png.
    """
    starts = (ruleset, players, position, tag)
    if what is not None and any(starts):
        raise typer.BadParameter("give either WHAT or options for a start position")
    ending = output_ending(output, [".svg", ".png"] if svg else [".txt", ".svg", ".png"])
    if ending == ".txt" and (mark or size):
        raise typer.BadParameter("marks and sizes are for pictures: add --svg or -o board.svg")
    to_png = _to_png() if ending == ".png" else None
    record = _start(start_state(game, *starts)) if what is None else _record(what, game, output)
    shown = _until(record.game, ply)
    if ending == ".txt":
        text = _text(record, shown, plain=output is not None)
    else:
        text = _picture(record, shown, mark or [], size)
    if ending == ".txt" and output is None:
        say(text)
        return
    with whole_bytes(output) as out:
        out.write(f"{text}\n".encode() if to_png is None else to_png(text))


def _to_png() -> Callable[[str], bytes]:
    """What makes a PNG of an SVG. Raises NinetkaError if the extra for it is not there."""
    try:
        to_png: Callable[[str], bytes] = import_module("ninetka.pictures").to_png
    except ModuleNotFoundError as error:
        raise NinetkaError(str(error)) from error
    return to_png


def _start(state: GameState[Any]) -> AnyRecord:
    return Record(Game.from_state(state))


def _record(what: str, game: str | None, output: str | None) -> AnyRecord:
    """A position text as a game without moves, or a game of a file."""
    if is_position(what):
        return _start(start_state(game, None, None, what, None))
    refuse_overwrite(what, output)
    with reading([what]) as bar:
        return read_game(what, number_in_file(game), bar)


def _until(game: Game[Any, Any], ply: int | None) -> Game[Any, Any]:
    """The game after so many moves, or all of it. Raises NinetkaError if it has fewer."""
    if ply is not None and ply > game.ply:
        raise NinetkaError(f"there is no ply {ply}: the game has {game.ply} moves")
    while ply is not None and ply < game.ply:
        game = game.undo()
    return game


def _heading(record: AnyRecord, shown: Game[Any, Any]) -> str:
    names = printable(" - ".join(record.names)) if all(record.names) else ""
    moves = ""
    if shown.ply:
        last = shown.move_texts()[-1]
        moves = f"after {shown.ply} of {record.game.ply} moves, the last {last}"
    return ", ".join(filter(None, [names, moves, shown.ending_text]))


def _text(record: AnyRecord, shown: Game[Any, Any], *, plain: bool) -> str:
    state = shown.state
    comment = printable(record.comments.get(shown.ply, ""))
    parts = [_heading(record, shown), str(state) if plain else board(state), comment]
    return "\n".join(filter(None, parts))


def _picture(
    record: AnyRecord, shown: Game[Any, Any], marks: Sequence[str], size: int | None
) -> str:
    state = shown.state
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    return state.to_svg(
        last_move=shown.moves[-1] if shown.ply else None,
        marks=marks,
        names=record.names,
        title=_heading(record, shown) or None,
        size=size,
    )
