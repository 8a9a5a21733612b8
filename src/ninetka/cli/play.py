"""`ninetka play`: a game between people, or against the computer."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from random import Random
from typing import Annotated, cast

import attrs
import typer

from ..base.errors import NinetkaError, RecordError, RecordErrorKind
from ..base.messages import listed
from ..drawing.options import names_by_seat
from ..games import all_games
from ..play.game import Game
from ..players import BuiltIn, parse_player
from ..protocol.forms import NOT_UTF8
from ..records import SEAT_TAGS, AnyRecord, Record
from ..records.reader import legal_part, verdict_on
from ..records.sources import nth, split
from . import options
from .app import command
from .files import KeptFile
from .output import say
from .progress import reading_bar
from .records import pick, read_lines, read_verdicts
from .session import GameSaver, TerminalSession, annotations_of, ask


@command(
    """Play a game with others or against the computer, at this terminal or in a web browser.

    At the terminal, each turn says what to do and how to write it; `rules` tells the rules,
    `help` what else you can type. If a move is illegal, you're told why and can try again.

    `--players` says how many play, or who plays, by seat: `me` is a person, and `easy`,
    `club`, `strong`, `search:2s`, `mc:1000`, `greedy` and `random` are computer players.
    """,
    "ninetka play --browser",
    "ninetka play --browser game.9tka",
    "ninetka play",
    "ninetka play --players me,search:2s --info",
    "ninetka play --players 3 --name Ann --name Ben --name Cleo",
    "ninetka play --game kropki",
    "ninetka play --resume game.9tka",
)
def play(
    file: Annotated[
        str | None, typer.Argument(help="With --browser: record file with a game to open.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play in a web browser instead of at this terminal.")
    ] = False,
    ruleset: options.Ruleset = None,
    players: options.Seated = None,
    position: options.Position = None,
    tag: options.Tag = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name; once a seat, in seat order.")
    ] = None,
    resume: Annotated[str | None, typer.Option(help="Record file with a game to resume.")] = None,
    game: options.GameOrNumber = None,
    save: Annotated[
        str | None, typer.Option(help="File to save the game to, after every move.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Any text; it makes what is left to chance repeatable.")
    ] = None,
    info: Annotated[
        bool, typer.Option("--info", help="Show what computer players expect of their moves.")
    ] = False,
) -> None:
    """Play a game with people, or against the computer."""
    _check_place(browser, file, (resume, save, seed, info or None))
    seated = _seated(players)
    count = None if seated or players is None else int(players)
    start = options.StartOptions(game, ruleset, count, position, tag)
    is_new = any((not seated and players, ruleset, position, tag, name))
    if is_new and (file is not None or resume is not None):
        raise typer.BadParameter("a recorded game already has its start and its names")
    if file is not None:
        _open_file(file, options.number_in_file(game), seated)
        return
    if browser and not (is_new or game or players):
        _browse()
        return
    with ExitStack() as held:
        kept = None
        if resume is None:
            record = _new_game(start, name or [], len(seated), Random(seed))
        else:
            record, kept = _resumed(resume, options.number_in_file(game), held)
        seated = seated or [None] * record.game.state.players
        _check_number(seated, record)
        # Computer players without a name go by their own
        taken = zip(SEAT_TAGS, record.names, seated, strict=False)
        own = {tag: player.name for tag, called, player in taken if player and not called}
        record = attrs.evolve(record, tags={**record.tags, **own})
        if browser:
            _browse(record.to_text(), None if players is None else seated)
            return
        saving = GameSaver(record, held, kept)
        if save is not None:
            saving.save_always(save, resume)
        seed = options.seed_for(seed)
        TerminalSession(record.game, annotations_of(record), saving, seated, seed, info).run()


def _check_place(browser: bool, file: str | None, at_terminal: Sequence[object]) -> None:
    """Raise BadParameter for options that do not go with the place where the game is played."""
    if browser and any(option is not None for option in at_terminal):
        raise typer.BadParameter(
            "--resume, --save, --seed and --info are for play at the terminal; to open a record in "
            "a browser, name its file: --browser FILE"
        )
    if file is not None and not browser:
        raise typer.BadParameter(
            "name a file to open in a browser with --browser FILE, to resume a game at this "
            "terminal with --resume FILE"
        )


def _seated(text: str | None) -> list[BuiltIn | None]:
    """The players by seat; None is a person. Empty for a number of players. Raises NinetkaError."""
    if text is None or text.isdecimal():
        return []
    words = [word.strip().lower() for word in text.split(",")]
    try:
        return [None if word == "me" else parse_player(word) for word in words]
    except NinetkaError as error:
        raise NinetkaError(f"{error}; me is a person") from error


def _open_file(file: str, number: int, seated: list[BuiltIn | None]) -> None:
    """Open a game of a file in a web browser, up to its first illegal move.

    Raises RecordError if there is no such game, or nothing of it that the page could show.
    """
    with reading_bar([file]) as bar:
        raw = nth(split(read_lines(file, bar), file), number, file)
    verdict = verdict_on(number, raw, file)
    record, text = verdict.record, "\n".join(raw.lines)
    if record is not None:
        text = record.to_text()
    elif NOT_UTF8.search(text):
        sentence = "the record is not UTF-8 text"
        raise RecordError(sentence, RecordErrorKind.ENCODING, file, number)
    else:
        record = legal_part(raw, cast("RecordError", verdict.error))
    _check_number(seated, record)
    _browse(text, seated or None, raw.line, number)


def _browse(
    record: str | None = None,
    players: Sequence[BuiltIn | None] | None = None,
    line: int = 1,
    number: int = 1,
) -> None:
    """Open the page, on the text of a record if there is one, and serve it until Ctrl-C.

    Takes what the page's server takes, with players in place of names. Raises NinetkaError.
    """
    names = None if players is None else [player.name if player else "me" for player in players]
    from ..web.server import PageServer  # now, since it takes 90 ms

    with suppress(KeyboardInterrupt), PageServer(record, names, line, number) as server:
        say(f"Open {server.address} in a web browser; Ctrl-C ends.")
        server.open()
        all_games()  # the browser has hardly started when this is done
        server.serve_forever()
    say("")


def _new_game(
    start: options.StartOptions, names: Sequence[str], seats: int, rng: Random
) -> AnyRecord:
    """A game that has not begun, of people with these names; `rng` decides what chance does.

    Raises NinetkaError.
    """
    if start.sizes and sys.stdin.isatty() and sys.stdout.isatty():
        start = attrs.evolve(start, tag=[*(start.tag or []), *_asked(start.sizes)])
    state = start.state_for(seats) if seats else start.state()
    named = zip(SEAT_TAGS, names_by_seat(names, state.players), strict=False)
    return Record(Game.from_state(state.dealt(rng)), {tag: name for tag, name in named if name})


def _asked(sizes: Sequence[Mapping[str, str]]) -> list[str]:
    """The tags of the size that the player chooses among these, or says; exits at Ctrl-D."""
    offered = [" x ".join(size.values()) for size in sizes]
    while True:
        try:
            question = f"How large shall the board be? {listed(offered, 'or')}?"
            answer = ask(question, f"[{offered[0]}] ")
        except EOFError:
            raise typer.Exit from None
        numbers = re.findall("[0-9]+", answer or offered[0])
        if len(numbers) == len(sizes[0]):
            return [f"{tag}={number}" for tag, number in zip(sizes[0], numbers, strict=True)]
        say(f"Type a size such as {offered[0]}, or just Enter.")


def _resumed(file: str, number: int, held: ExitStack) -> tuple[AnyRecord, KeptFile | None]:
    """A game of a file, and the file if it holds nothing else, which is then held.

    Raises NinetkaError if another process holds it, RecordError if there is no such game.
    """
    with ExitStack() as holding:
        kept = holding.enter_context(KeptFile.held(file)) if os.path.isfile(file) else None
        with reading_bar([file]) as bar:
            verdicts = read_verdicts(file, bar)
            record = pick(verdicts, number)
            if number != 1 or next(verdicts, None) is not None:
                return record, None
        held.enter_context(holding.pop_all())
        return record, kept


def _check_number(seated: Sequence[BuiltIn | None], record: AnyRecord) -> None:
    """Raise NinetkaError if players are given, but another number than the game has."""
    players = record.game.state.players
    if seated and len(seated) != players:
        raise NinetkaError(f"this game has {players} players, not {len(seated)}")
