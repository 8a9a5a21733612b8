"""`ninetka play`: a game between people at one terminal."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final

import attrs
import typer

from ..endings import EndingKind
from ..errors import InvalidMoveError, NinetkaError, listed, named
from ..game import Game
from ..protocol import (
    DrawableState,
    EndableState,
    EnumerableState,
    GameOutcome,
    GuidedState,
    OfferingState,
)
from ..records import SEAT_TAGS, Record, verify, write
from ..terminal import printable
from .boards import board
from .checking import UNUSABLE
from .common import (
    GameOrNumberOption,
    PlayersOption,
    PositionOption,
    RulesetOption,
    TagOption,
    form_of,
    lines_of,
    number_in_file,
    pick,
    start_state,
)
from .output import STANDARD, say, warn, whole_text

with contextlib.suppress(ImportError):  # editing and recalling lines, where the system has it
    import_module("readline")

_HELP: Final = """\
Type a move{or_number}. You can also type:
  rules        the rules in short
  list, moves  the legal moves{numbered}
  undo, redo   take the last move back; make it again
{endings}\
  board        show the board again
  save [FILE]  save the game
  help         this
  quit         leave; so do Ctrl-C and Ctrl-D
You can shorten undo, help and quit to u, h and q."""
_NUMBERS: Final = (", or its number in the list", ", numbered")
_HOW_TO_END: Final = {
    EndingKind.RESIGNATION: "  resign       give up\n",
    EndingKind.AGREEMENT: "  agree        end the game, if all players agree\n",
}
_PROSE: Final = 100
"""The most columns for running text: longer lines are hard to read."""
_DIGITS: Final = 6
"""The most digits that a move's number in the list can have."""


def play(
    ruleset: RulesetOption = None,
    players: PlayersOption = None,
    position: PositionOption = None,
    tag: TagOption = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name; once a seat, in seat order.")
    ] = None,
    resume: Annotated[str | None, typer.Option(help="Record file with a game to resume.")] = None,
    game: GameOrNumberOption = None,
    save: Annotated[
        str | None, typer.Option(help="File to save the game to, after every move.")
    ] = None,
) -> None:
    """Play a game with others at this terminal.

    Each turn says what to do and how to write it; `rules` tells the rules, `help` what else
    you can type. If a move is illegal, you're told why and can try again.
    """
    starts = (ruleset, players, position, tag)
    if resume is not None and (any(starts) or name):
        raise typer.BadParameter("a resumed game already has its start and its names")
    own: set[str] = set()
    if resume is not None:
        number, verdicts = number_in_file(game), verify(lines_of(resume), resume)
        record: Record[Any, Any] = pick(verdicts, resume, number)
        if number == 1 and next(verdicts, None) is None and os.path.isfile(resume):
            own.add(os.path.realpath(resume))
    else:
        start = start_state(game, *starts)
        if len(name or []) > start.players:
            raise NinetkaError(f"there are {len(name or [])} names for {start.players} players")
        record = Record(Game.from_state(start), dict(zip(SEAT_TAGS, name or [], strict=False)))
    session = _Session(record.game, record.tags, record.comments, record, own)
    session.file = resume if own else None
    if save is not None:
        session.save_always(save)
    session.run()


def _ask(question: str, prompt: str) -> str:
    """The answer to a question. Raises EOFError if there is none."""
    say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    return input(prompt).strip()


def _columns() -> int:
    """How wide the terminal is."""
    return shutil.get_terminal_size().columns


def _say_prose(text: str) -> None:
    """Print a text, wrapped between words; each of its lines is a paragraph."""
    width = min(_columns(), _PROSE)
    fill = partial(textwrap.fill, width=width, break_long_words=False, break_on_hyphens=False)
    say("\n\n".join(map(fill, text.split("\n"))))


@attrs.define
class _Session:
    """A game at the terminal."""

    game: Game[Any, Any]
    tags: Mapping[str, str]
    comments: Mapping[int, str]
    saved: Record[Any, Any]
    """The game as it was saved last, or as it began."""
    own: set[str]
    """Paths of the files that hold this game and nothing else."""
    file: str | None = None
    """Where the game was read from or saved to last, if nothing else is there."""
    save_to: str | None = None
    """Where to save after every move."""
    failed: bool = False
    """Whether saving has failed where nobody could be asked for another file."""

    @property
    def record(self) -> Record[Any, Any]:
        """The game as it would be saved: without comments on moves that were taken back."""
        here = {ply: text for ply, text in self.comments.items() if ply <= self.game.ply}
        return Record(self.game, self.tags, here)

    def run(self) -> None:
        """Do what is typed until the input ends or says to leave."""
        self.show_help()
        self.show()
        try:
            while self.obey(input(self.prompt).strip()):
                pass
        except (EOFError, KeyboardInterrupt):
            say("")
        if self.record == self.saved:
            if self.save_to is not None:
                say(f"Saved to {named(self.save_to)}.")
        elif sys.stdin.isatty():
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                while not self.offer_to_save():
                    pass
        if self.failed:
            raise typer.Exit(UNUSABLE)

    def obey(self, line: str) -> bool:
        """Do what a line says, or say why that is impossible; False if it says to leave."""
        word, _, rest = line.partition(" ")
        try:
            match line.lower():
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?" | "h":
                    self.show_help()
                case "rules":
                    self.show_rules()
                case "board":
                    self.show()
                case "list" | "moves":
                    self.show_moves()
                case "undo" | "u":
                    self.step(self.game.undo(), "taken back")
                case "redo":
                    self.step(self.game.redo(), "made again")
                case "resign":
                    self.advance(self.game.resign())
                case "agree":
                    self.advance(self.game.agree())
                case "":
                    pass
                case _ if word.lower() == "save":
                    self.save(rest.strip() or self.file)
                case _:
                    self.move(line)
        except InvalidMoveError as error:
            say(f"{error}; or type help")
        except NinetkaError as error:
            say(f"{error}.")
        return True

    def called(self, seat: int) -> str:
        """What to call a player."""
        return printable(self.record.player(seat))

    @property
    def prompt(self) -> str:
        """Whose turn it is."""
        return f"{'game over' if self.game.is_over else self.called(self.game.state.to_move)}> "

    def show_help(self) -> None:
        """What can be typed, including the endings that are possible now."""
        state = self.game.state
        kinds = state.endings if isinstance(state, EndableState) else ()
        lines = [line for kind, line in _HOW_TO_END.items() if kind in kinds]
        or_number, numbered = _NUMBERS if self.has_numbers else ("", "")
        say(_HELP.format(or_number=or_number, numbered=numbered, endings="".join(lines)))

    def show(self) -> None:
        """The board, the points and what to do."""
        state = self.game.state
        last_move = self.game.moves[-1] if self.game.ply else None
        say(f"\n{board(state, last_move, self.record.names)}")
        if isinstance(state, DrawableState) and any(state.scores):
            points = zip(map(self.called, state.seats), state.scores, strict=True)
            say(f"Points: {', '.join(f'{player} {score}' for player, score in points)}")
        if self.game.ply in self.comments:
            say(printable(self.comments[self.game.ply]))
        if self.game.outcome is not None:
            self.show_end(self.game.outcome)
            return
        if isinstance(state, GuidedState):
            _say_prose(state.instruction)
        if isinstance(state, EnumerableState) and len(state.legal_moves) == 1:
            say(f"There is only one move: {state.move_text(state.legal_moves[0])}")

    def show_end(self, outcome: GameOutcome) -> None:
        """Who won, and why if the points don't say it all."""
        won = listed(map(self.called, outcome.winners)) if outcome.winners else "nobody"
        ending = f" ({self.game.ending_text})" if self.game.ending else ""
        say(f"The game is over, {outcome}{ending}: {won} won.")
        if outcome.explanation:
            _say_prose(outcome.explanation)

    def show_rules(self) -> None:
        """The rules in short, if the game gives them."""
        state = self.game.state
        summary = state.ruleset.summary if isinstance(state, GuidedState) else ""
        _say_prose(summary or "This game has no short rules.")

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves, or some where the game cannot list them all."""
        state = self.game.state
        offers = isinstance(state, OfferingState) and not self.game.is_over
        return state.some_moves if offers else ()

    @property
    def has_numbers(self) -> bool:
        """Whether a number means a move of the list: not in games whose moves are numbers."""
        try:
            self.game.state.parse_move("1")
        except InvalidMoveError:
            return True
        except NinetkaError:
            pass
        return False

    def show_moves(self) -> None:
        """The moves, with their numbers if these can be typed."""
        state = self.game.state
        texts = list(map(state.move_text, self.moves))
        if not texts:
            say("There are no moves to list.")
            return
        if self.has_numbers:
            texts = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
        if not isinstance(state, EnumerableState):
            say("Some moves; there may be more:")
        width = max(map(len, texts)) + 2
        each = max(1, (_columns() + 2) // width)
        for first in range(0, len(texts), each):
            say("".join(text.ljust(width) for text in texts[first : first + each]).rstrip())

    def move(self, text: str) -> None:
        """Make a move. Raises NinetkaError."""
        state = self.game.state
        move = self.meant(text)
        done = f"{self.called(state.to_move)} played {state.move_text(move)}."
        self.advance(self.game.apply(move), done)

    def meant(self, text: str) -> Any:
        """The move that a text, or a number in the list, stands for. Raises NinetkaError."""
        if not (text.isdecimal() and len(text) <= _DIGITS and self.has_numbers):
            return self.game.state.parse_move(text)
        number, moves = int(text), self.moves
        if not 1 <= number <= len(moves):
            raise InvalidMoveError(f"there is no move {number} in the list: it has {len(moves)}")
        return moves[number - 1]

    def step(self, game: Game[Any, Any], done: str) -> None:
        """Go on with a game after undo or redo."""
        further = max(self.game, game, key=lambda game: game.ply)
        ending = self.game.ending_text
        what = f"The end ({ending})" if ending else further.move_texts()[-1]
        self.go_on(game, f"{what} is {done}.")

    def advance(self, game: Game[Any, Any], done: str = "") -> None:
        """Go on with a game that has one more move, or an ending."""
        self.comments = self.record.comments
        self.go_on(game, done)

    def go_on(self, game: Game[Any, Any], done: str = "") -> None:
        """Go on with a game: save it, then say what was done and show the board."""
        self.game = game
        if self.save_to is not None:
            try:
                self.write(self.save_to)
            except NinetkaError as error:
                self.tell_failure(error)
        if done:
            say(done)
        self.show()

    def save_always(self, file: str) -> None:
        """Save now and after every move. Raises NinetkaError rather than replace another file."""
        if file == STANDARD:
            raise NinetkaError("a game cannot be saved to standard output after every move")
        form_of(file)
        if os.path.realpath(file) not in self.own:
            if os.path.exists(file):
                raise NinetkaError(f"{named(file)} already exists: resume it, or save elsewhere")
            self.write(file)
        self.file = self.save_to = file

    def save(self, file: str | None) -> bool:
        """Save the game, over another file only if the player agrees; whether it was saved."""
        try:
            if file is None:
                raise NinetkaError("type a file's name too: save FILE")
            if os.path.exists(file) and os.path.realpath(file) not in self.own:
                if not sys.stdin.isatty():
                    raise NinetkaError(f"{named(file)} already exists")
                answer = _ask(f"{named(file)} already exists. Replace it?", "[y/N] ")
                if not answer.lower().startswith("y"):
                    return False
            self.write(file)
        except ValueError as error:  # a NinetkaError, or Python's own for a null character
            self.tell_failure(error)
            return False
        say(f"Saved to {named(file)}.")
        return True

    def write(self, file: str) -> None:
        """Save the game, over whatever is there. Raises NinetkaError."""
        record = self.record
        with whole_text(file) as out:
            out.writelines(write([record], form=form_of(file)))
        self.saved, self.file = record, file
        self.own.add(os.path.realpath(file))

    def tell_failure(self, error: Exception) -> None:
        """Say why the game could not be saved."""
        warn(f"Error: {error}")
        self.failed |= not sys.stdin.isatty()

    def offer_to_save(self) -> bool:
        """Ask whether to save; False if that must be asked again."""
        if self.file is None:
            answer = _ask("Save the game?", "Type a file's name, or just Enter to leave without: ")
            if answer.lower() in ("y", "yes"):
                return False  # not a file's name
            return answer.lower() in ("", "n", "no") or self.save(answer)
        answer = _ask(f"Save the game to {named(self.file)}?", "[Y/n, or another name] ")
        if answer.lower() in ("n", "no"):
            return True
        return self.save(self.file if answer.lower() in ("", "y", "yes") else answer)
