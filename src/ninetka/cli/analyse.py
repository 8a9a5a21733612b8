"""`ninetka analyse`: the mistakes in games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import attrs
import typer

from ..base.errors import NinetkaError, path_text
from ..players.builtin import as_analyst, parse_player
from ..records import GLYPHS, Record
from ..records.annotations import with_share
from ..solve.judgements import BLUNDER, Judgement, annotated, judgements
from . import options
from .app import command
from .files import refuse_overwrite
from .journal import game_output, output_path
from .output import amount, say, say_json, warn
from .progress import Bar, counting_bar, reading_bar
from .records import GameReader, standard_input


@command(
    """Judge every move of games: what it gave away, and what would have been better.

    What can be proven within --seconds, or by tables, is certain. Other moves are judged by a
    computer player, which estimates shares of the win. Without an output file, mistakes are shown
    as they are found. With -o FILE, records are written with glyphs and comments on them, each as
    it is done, to FILE.part, which becomes FILE at the end. After an interruption, give the same
    command with --resume FILE to go on.
    """,
    "ninetka analyse game.9tka",
    "ninetka analyse games.9tka --player search:20000 -o judged.9tka",
)
def analyse(
    file: options.File = None,
    player: Annotated[
        str, typer.Option(help="Who estimates what cannot be proven, or none.")
    ] = "search:2000",
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    tables: options.Tables = None,
    skip_bad: options.SkipBad = False,
    as_json: options.JsonGames = False,
    output: options.Output = None,
    resume: options.Resume = None,
) -> None:
    """Judge every move of games."""
    name = file or standard_input()
    path = output_path(output, resume)
    if as_json and path is not None:
        raise typer.BadParameter("--json prints judgements: write no records with it")
    refuse_overwrite(name, path)
    estimator = None if player == "none" else as_analyst(parse_player(player))
    budget = options.budget(nodes, seconds)
    good = GameReader(skip_bad)
    with reading_bar([name]) as bar:
        games_read = [*good.read(name, bar)]
    if good.left_out:
        total = amount(good.count + len(good.left_out), "game")
        warn(f"{len(good.left_out)} of {total} are bad, and left out: they are listed at the end.")
    numbers, records = zip(*games_read, strict=True)
    done = 0

    def known(record: Record[Any, Any]) -> int:
        nonlocal done
        if done == len(records) or record.game != records[done].game:
            raise NinetkaError(f"{path_text(path or '')} has other games than {path_text(name)}")
        done += 1
        return done

    with game_output(output, resume, map(_sample, records), known) as games:
        with counting_bar(sum(record.game.ply for record in records)) as bar:
            bar.advance(sum(record.game.ply for record in records[:done]))
            for number, record in enumerate(records[done:], done + 1):
                found = judgements(record.game, estimator, budget, tables)
                is_shown, in_file = path is None and not as_json, numbers[number - 1]
                judged = _judged(in_file, record, found, bar, is_shown=is_shown)
                if path is None or games.is_printed:
                    bar.give_way()
                games.add(number, annotated(record, judged))
                if as_json:
                    moves = [each.to_dict() for each in judged]
                    say_json({"number": in_file, "moves": moves})
        games.finish()
    good.show_left_out()


def _sample(record: Record[Any, Any]) -> Record[Any, Any]:
    """The record as it may be once it has been judged, with a glyph and a share on a move."""
    ply = record.game.ply
    if not ply:
        return record
    glyphs = {**record.glyphs, ply: (*record.glyphs.get(ply, ()), BLUNDER)}
    comments = {**record.comments, ply: with_share(record.comments.get(ply, ""), 0.5)}
    return attrs.evolve(record, glyphs=glyphs, comments=comments)


def _judged(
    number: int,
    record: Record[Any, Any],
    found: Iterable[Judgement[Any] | None],
    bar: Bar,
    *,
    is_shown: bool,
) -> list[Judgement[Any]]:
    """Return the judgements of a game; show mistakes as they are found if that is wanted.

    Otherwise they are shown if it is not judged to its end, as then they are in no file.
    """
    judged: list[Judgement[Any]] = []
    kept: list[str] = []

    def show(line: str) -> None:
        if is_shown:
            bar.give_way()
            say(line)
        else:
            kept.append(line)

    show(f"Game {number}")
    try:
        for each in found:
            bar.advance()
            if each is not None:
                judged.append(each)
                if each.comment and each.glyph is not None:
                    move = each.state.move_text_unchecked(each.move)
                    seat = each.state.seats[each.state.to_move]
                    turn = record.game.turns[each.ply - 1]
                    show(f"  {turn}. {seat} {move}{GLYPHS[each.glyph].symbol} {each.comment}")
    except (KeyboardInterrupt, NinetkaError):
        show(f"  {amount(len(judged), 'move')} judged so far, of {record.game.ply}")
        bar.give_way()
        for line in kept:
            warn(line)
        raise
    proven = sum(each.proven for each in judged)
    show(f"  {amount(len(judged), 'move')} judged, {proven} of them for certain")
    return judged
