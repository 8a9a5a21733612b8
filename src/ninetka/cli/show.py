"""`ninetka show`: a position, or a game at some ply, as text or as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from .. import terminal
from ..errors import NinetkaError
from ..game import Game
from ..games import all_games
from ..protocol import DrawableState, GameState
from ..records import AnyRecord, Record
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
from .output import Form, failing, form_for, say, spare, whole_bytes, whole_output


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

    Without WHAT the start position is shown, or the one that the options say. The name of the
    output says what it is: board.txt, board.svg or board.png.
    """
    starts = (ruleset, players, position, tag)
    if what is not None and any(starts):
        raise typer.BadParameter("give either WHAT or options for a start position")
    with failing():
        form = form_for(output, *([] if svg else [Form.TEXT]), Form.SVG, Form.PNG)
        if form is Form.TEXT and (mark or size):
            raise typer.BadParameter("marks and sizes are for pictures: add --svg or -o board.svg")
        to_png = _to_png() if form is Form.PNG else None
        record = _of(start_state(game, *starts)) if what is None else _game(what, game, output)
        if ply is not None and ply > record.game.ply:
            raise NinetkaError(f"there is no ply {ply}: the game has {record.game.ply} moves")
        ply = record.game.ply if ply is None else ply
        if form is Form.TEXT:
            text = _text(record, ply, plain=output is not None)
        else:
            text = _picture(record, ply, marks=mark or [], size=size)
        if to_png is not None:
            with whole_bytes(output) as image:
                image.write(to_png(text))
        elif output is None and form is Form.TEXT:
            say(text)
        else:
            with whole_output(output) as out:
                out.write(f"{text}\n")


def _to_png() -> Callable[[str], bytes]:
    """What makes a PNG of an SVG. Raises NinetkaError if the extra for it is not there."""
    try:
        to_png: Callable[[str], bytes] = import_module("ninetka.pictures").to_png
    except ModuleNotFoundError as error:
        raise NinetkaError(str(error)) from error
    return to_png


def _of(start: GameState[Any]) -> AnyRecord:
    return Record(Game.from_state(start))


def _game(what: str, game: str | None, output: str | None) -> AnyRecord:
    """A position text as a game without moves, or a game of a file."""
    if is_position(what):
        return _of(start_state(game, None, None, what, None))
    spare(what, output)
    return read_game(what, number_in_file(game))


def _reached(record: Record[Any, Any], ply: int) -> tuple[GameState[Any], str | None]:
    """The state after so many moves, and the last of these."""
    states, texts = list(record.game.states()), record.game.move_texts()
    return states[ply], texts[ply - 1] if ply else None


def _heading(record: Record[Any, Any], ply: int) -> str:
    names = terminal.printable(" - ".join(record.names)) if all(record.names) else ""
    _, last = _reached(record, ply)
    moves = f"after {ply} of {record.game.ply} moves, the last {last}" if last else ""
    ending = record.game.ending_text if ply == record.game.ply else None
    return ", ".join(filter(None, [names, moves, ending]))


def _text(record: Record[Any, Any], ply: int, *, plain: bool) -> str:
    state, _ = _reached(record, ply)
    shown = str(state) if plain else board(state)
    comment = record.comments.get(ply, "")
    parts = [_heading(record, ply), shown, terminal.printable(comment)]
    return "\n".join(filter(None, parts))


def _picture(record: Record[Any, Any], ply: int, *, marks: Sequence[str], size: int | None) -> str:
    state, _ = _reached(record, ply)
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    return state.to_svg(
        last_move=record.game.moves[ply - 1] if ply else None,
        marks=marks,
        names=record.names,
        title=_heading(record, ply) or None,
        size=size,
    )
