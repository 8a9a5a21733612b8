"""`ninetka play`: a game between people at one terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, Final

import attrs
import typer

from .. import terminal
from ..errors import IllegalMoveError, InvalidMoveError, NinetkaError
from ..game import Game
from ..protocol import DrawableState, EnumerableState
from ..records import SEAT_TAGS, Record, verify, write
from .boards import board
from .common import (
    NumberOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    is_json,
    lines_of,
    pick,
    start_state,
)
from .output import UNUSABLE, fail, failing, say, warn, whole_output

with contextlib.suppress(ImportError):  # editing and recalling lines, where the system has it
    import_module("readline")

_HELP: Final = """\
Type a move as it is written, or its number in the list. Other things to type:
  list         the legal moves, numbered
  undo, redo   take the last move back; make it again
  board        show the board again
  save [FILE]  write the game down
  help         this
  quit         leave; so do Ctrl-C and Ctrl-D"""
_WIDTH: Final = 80
_DIGITS: Final = 6


def play(
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name; once a seat, in seat order.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(help="Record file with a game to go on with.")
    ] = None,
    game: NumberOption = 1,
    save: Annotated[
        str | None, typer.Option(help="Where to write the game down on leaving, without asking.")
    ] = None,
) -> None:
    """Play a game with others at this terminal.

    Type moves, or their numbers in the list that `list` shows; `help` tells what else. A move that
    cannot be made costs nothing and is told why.
    """
    starts = (ruleset, players, position, tag)
    if resume is not None and (any(starts) or name):
        raise typer.BadParameter("a game that is resumed has its start and names already")
    with failing():
        if save is not None:
            is_json(save)  # an ending that cannot be is refused before the game, not after it
        own = None
        if resume is not None:
            verdicts = verify(lines_of(resume), resume)
            record: Record[Any, Any] = pick(verdicts, resume, game)
            if game == 1 and next(verdicts, None) is None and os.path.isfile(resume):
                own = resume
        else:
            start = start_state(*starts)
            if len(name or []) > start.players:
                raise NinetkaError(f"there are {len(name or [])} names for {start.players} players")
            names = zip(SEAT_TAGS, name or [], strict=False)
            record = Record(Game.from_state(start), dict(names))
        if save is not None and os.path.exists(save) and not (own and os.path.samefile(own, save)):
            raise NinetkaError(f"{save} is there already: resume it, or save elsewhere")
    _Session(record.game, record.tags, record.comments, record, own, save).run()


def _ask(question: str, prompt: str) -> str:
    """A line that is typed. Raises EOFError if none is, also because the terminal is gone."""
    if question:
        say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    try:
        return input(prompt)
    except OSError as error:
        raise EOFError from error


@attrs.define
class _Session:
    """A game at the terminal."""

    game: Game[Any, Any]
    tags: Mapping[str, str]
    comments: Mapping[int, str]
    saved: Record[Any, Any]
    """What is written down already, or the game as it began."""
    file: str | None
    """Where the game was read from or saved to, if nothing else is there."""
    save_to: str | None
    """Where to save on leaving, without asking."""

    @property
    def record(self) -> Record[Any, Any]:
        """The game as it would be written down; comments on moves taken back are left out."""
        here = {ply: text for ply, text in self.comments.items() if ply <= self.game.ply}
        return Record(self.game, self.tags, here)

    def run(self) -> None:
        """Obey what is typed until it ends or says to leave."""
        if sys.stdin is None or sys.stdout is None:
            fail("a game is played on standard input and output, and one is closed")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        say(_HELP)
        self.show()
        try:
            while self.obey(_ask("", self.prompt).strip()):
                pass
        except (EOFError, KeyboardInterrupt):
            say("")
        except (SystemExit, typer.Exit):  # a signal says to end, or nobody listens any more
            if self.save_to is not None:
                self.save_unasked(self.save_to)
            raise
        self.leave()

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it says to leave."""
        word, _, rest = line.partition(" ")
        if word.lower() == "save":
            self.save(rest.strip() or self.file or self.save_to)
            return True
        match line.lower():
            case "quit" | "exit":
                return False
            case "help" | "?":
                say(_HELP)
            case "board":
                self.show()
            case "list":
                self.show_moves()
            case "undo":
                self.step(self.game.undo)
            case "redo":
                self.step(self.game.redo)
            case "":
                pass
            case _:
                self.move(line)
        return True

    def called(self, seat: int) -> str:
        """What to call a player."""
        return terminal.printable(self.record.player(seat))

    @property
    def prompt(self) -> str:
        """Whose turn it is."""
        state = self.game.state
        return f"{'game over' if state.is_over else self.called(state.to_move)}> "

    def show(self) -> None:
        """The board, and what there is to say about it."""
        state = self.game.state
        say(f"\n{board(state)}")
        if isinstance(state, DrawableState) and any(state.scores):
            points = zip(state.seats, state.scores, strict=True)
            say(f"Points: {', '.join(f'{seat} {score}' for seat, score in points)}")
        if self.game.ply in self.comments:
            say(terminal.printable(self.comments[self.game.ply]))
        if state.is_over:
            winners = " and ".join(map(self.called, state.outcome.winners))
            say(f"The game is over, {state.outcome}: {winners or 'nobody'} won.")
        elif len(self.legal_moves) == 1:
            say(f"There is only one move: {state.move_text(self.legal_moves[0])}")

    @property
    def legal_moves(self) -> Sequence[Any]:
        """The legal moves; none where the game cannot list them."""
        state = self.game.state
        return state.legal_moves if isinstance(state, EnumerableState) else ()

    def show_moves(self) -> None:
        """The legal moves with their numbers."""
        state = self.game.state
        texts = [f"{n:>3} {state.move_text(move)}" for n, move in enumerate(self.legal_moves, 1)]
        width = max(map(len, texts), default=0) + 2
        each = _WIDTH // width if width else 1
        for first in range(0, len(texts), each):
            say("".join(text.ljust(width) for text in texts[first : first + each]).rstrip())
        if not texts:
            say("There are no moves to list.")

    def move(self, text: str) -> None:
        """Make a move, or say why it cannot be made."""
        try:
            game = self.game.apply(self.meant(text))
        except NinetkaError as error:
            say(f"{error}." if isinstance(error, IllegalMoveError) else f"{error}; or type help")
            return
        self.comments = self.record.comments
        self.game = game
        self.show()

    def meant(self, text: str) -> Any:
        """The move that is written or numbered so. Raises NinetkaError."""
        try:
            return self.game.state.parse_move(text)
        except InvalidMoveError:
            if not (text.isdecimal() and len(text) <= _DIGITS):
                raise
        number, moves = int(text), self.legal_moves
        if not 1 <= number <= len(moves):
            raise InvalidMoveError(f"there is no move {number} in the list: it has {len(moves)}")
        return moves[number - 1]

    def step(self, to_another: Callable[[], Game[Any, Any]]) -> None:
        """Undo or redo."""
        try:
            self.game = to_another()
        except NinetkaError as error:
            say(f"{error}.")
        else:
            self.show()

    def save(self, file: str | None) -> bool:
        """Write the game down, but not over what is not its own; whether that went well."""
        if file is None:
            say("Say where: save FILE")
            return False
        if file != self.file and os.path.exists(file):
            answer = _ask(f"{file} is there already. Replace it?", "[y/N] ")
            if not answer.strip().lower().startswith("y"):
                return False
        record = self.record
        try:
            with whole_output(file) as out:
                out.writelines(write([record], as_json=is_json(file)))
        except NinetkaError as error:
            warn(f"Error: {error}")
            return False
        self.saved, self.file = record, file
        say(f"Saved to {file}.")
        return True

    def leave(self) -> None:
        """Save what is not saved yet, if somebody can be asked or has said where."""
        if self.save_to is not None:
            if self.record != self.saved or self.file != self.save_to:
                self.save_unasked(self.save_to)
        elif self.record != self.saved and sys.stdin.isatty():
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                while not self.offer():
                    pass

    def save_unasked(self, file: str) -> None:
        """Save, or end with the exit code that says that it could not be."""
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            if self.save(file):
                return
        raise typer.Exit(UNUSABLE)

    def offer(self) -> bool:
        """Ask whether to save; whether that is settled."""
        if self.file is None:
            answer = _ask("Save the game?", "Type a file's name, or just Enter to leave without: ")
            return answer.strip().lower() in ("", "n", "no") or self.save(answer.strip())
        answer = _ask(f"Save the game to {self.file}?", "[Y/n, or another name] ").strip()
        if answer.lower() in ("n", "no"):
            return True
        return self.save(self.file if answer.lower() in ("", "y", "yes") else answer)
