"""`ninetka show`: a position, or a game at some ply, as text or as a picture."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .. import terminal
from ..errors import NinetkaError
from ..game import Game
from ..protocol import DrawableState, State
from ..records import AnyRecord, Record
from .common import (
    NumberOption,
    OutputOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    is_position,
    read_game,
    start_state,
)
from .output import failing, say, spare, whole_output


def show(
    what: Annotated[
        str | None,
        typer.Argument(help="Record file, - for standard input, or position text.", metavar="WHAT"),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(min=0, help="After how many moves; by default all.")
    ] = None,
    game: NumberOption = 1,
    svg: Annotated[bool, typer.Option("--svg", help="Draw an SVG picture.")] = False,
    legal: Annotated[
        bool, typer.Option("--legal", help="Mark legal moves in the picture.")
    ] = False,
    blocked: Annotated[
        bool, typer.Option("--blocked", help="Mark what is blocked in the picture.")
    ] = False,
    size: Annotated[
        int | None, typer.Option(min=1, help="The picture's width in pixels; else any.")
    ] = None,
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    output: OutputOption = None,
) -> None:
    """Show a position, or a game at some ply, as a board of text or as an SVG picture.

    Without WHAT the start position is shown, or the one that the options say.
    """
    as_svg = svg or (output is not None and output.lower().endswith(".svg"))
    starts = (ruleset, players, position, tag)
    if what is not None and any(starts):
        raise typer.BadParameter("give either WHAT or options for a start position")
    if not as_svg and (legal or blocked or size):
        raise typer.BadParameter("marks and sizes are for pictures: add --svg")
    with failing():
        record = _start(*starts) if what is None else _game(what, game, output)
        if ply is not None and ply > record.game.ply:
            raise NinetkaError(f"there is no ply {ply}: the game has {record.game.ply} moves")
        ply = record.game.ply if ply is None else ply
        if as_svg:
            text = _picture(record, ply, legal=legal, blocked=blocked, size=size)
        else:
            text = _text(record, ply, plain=output is not None)
        if output is None and not as_svg:
            say(text)
        else:
            with whole_output(output) as out:
                out.write(f"{text}\n")


def _start(
    ruleset: str | None, players: int | None, position: str | None, tag: list[str] | None
) -> AnyRecord:
    return Record(Game.from_state(start_state(ruleset, players, position, tag)))


def _game(what: str, number: int, output: str | None) -> AnyRecord:
    """A position text as a game without moves, or a game of a file."""
    if is_position(what):
        return _start(None, None, what, None)
    spare(what, output)
    return read_game(what, number)


def _reached(record: Record[Any, Any], ply: int) -> tuple[State[Any], str | None]:
    """The state after so many moves, and the last of these."""
    states, texts = list(record.game.states()), record.game.move_texts()
    return states[ply], texts[ply - 1] if ply else None


def _heading(record: Record[Any, Any], ply: int) -> str:
    names = terminal.printable(" - ".join(record.names)) if all(record.names) else ""
    _, last = _reached(record, ply)
    moves = f"after {ply} of {record.game.ply} moves, the last {last}" if last else ""
    return ", ".join(filter(None, [names, moves]))


def _text(record: Record[Any, Any], ply: int, *, plain: bool) -> str:
    state, _ = _reached(record, ply)
    board = state.to_board() if plain and isinstance(state, DrawableState) else str(state)
    comment = record.comments.get(ply, "")
    parts = [_heading(record, ply), board, terminal.printable(comment)]
    return "\n".join(filter(None, parts))


def _picture(
    record: Record[Any, Any], ply: int, *, legal: bool, blocked: bool, size: int | None
) -> str:
    state, _ = _reached(record, ply)
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    return state.to_svg(
        last_move=record.game.moves[ply - 1] if ply else None,
        legal_moves=legal,
        blocked=blocked,
        names=record.names,
        title=_heading(record, ply) or None,
        size=size,
    )
