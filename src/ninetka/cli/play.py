"""`ninetka play`: a game between people at one terminal."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from itertools import count
from typing import Annotated, Any, Final

import attrs
import typer

from .. import terminal
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
from .boards import board
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
from .output import STANDARD, UNUSABLE, fail, failing, say, warn, whole_output

with contextlib.suppress(ImportError):  # editing and recalling lines, where the system has it
    import_module("readline")

_HELP: Final = """\
Type a move{or_number}. You can also type:
  rules        the rules in short
  list, moves  the legal moves{numbered}
  undo, redo   take the last move back; make it again
{endings}\
  board        show the board again
  save [FILE]  write the game down
  help         this
  quit         leave; so do Ctrl-C and Ctrl-D
For undo, help and quit the letters u, h and q will do."""
_NUMBERS: Final = (", or its number in the list", ", numbered")
_HOW_TO_END: Final = {
    EndingKind.RESIGNATION: "  resign       give up\n",
    EndingKind.AGREEMENT: "  agree        end the game, since all agree to that\n",
}
_PROSE: Final = 100
"""The most columns for running text: longer lines are hard to read."""
_DIGITS: Final = 6
_ENDINGS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


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
    game: GameOrNumberOption = None,
    save: Annotated[
        str | None, typer.Option(help="Where to write the game down on leaving, without asking.")
    ] = None,
) -> None:
    """Play a game with others at this terminal.

    Each turn says what it asks for and how to write it; `rules` tells the rules, `help` what else
    you can type. If a move is illegal, you're told why and can try again.
    """
    starts = (ruleset, players, position, tag)
    own: set[str] = set()
    if resume is not None and (any(starts) or name):
        raise typer.BadParameter("a game that is resumed has its start and names already")
    with failing():
        if save is not None:
            form_of(save)  # an ending that cannot be is refused before the game, not after it
        if resume is not None:
            number, verdicts = number_in_file(game), verify(lines_of(resume), resume)
            record: Record[Any, Any] = pick(verdicts, resume, number)
            if number == 1 and next(verdicts, None) is None and os.path.isfile(resume):
                own.add(resume)
        else:
            start = start_state(game, *starts)
            if len(name or []) > start.players:
                raise NinetkaError(f"there are {len(name or [])} names for {start.players} players")
            names = zip(SEAT_TAGS, name or [], strict=False)
            record = Record(Game.from_state(start), dict(names))
        if save is not None and os.path.exists(save):
            if not any(os.path.samefile(save, file) for file in own):
                raise NinetkaError(f"{named(save)} is there already: resume it, or save elsewhere")
            own.add(save)
    file = resume if own else None
    _Session(record.game, record.tags, record.comments, record, file, save, own).run()


def _ask(question: str, prompt: str) -> str:
    """A line that is typed. Raises EOFError if none is, also because the terminal is gone."""
    if question:
        say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    try:
        return input(prompt)
    except OSError as error:
        raise EOFError from error


def _columns() -> int:
    """How wide the terminal is."""
    return shutil.get_terminal_size().columns


def _say_prose(text: str) -> None:
    """Print sentences with line breaks between words; each line of the text is a paragraph."""
    width = min(_columns(), _PROSE)
    fill = partial(textwrap.fill, width=width, break_long_words=False, break_on_hyphens=False)
    say("\n\n".join(map(fill, text.split("\n"))))


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Do what is done here whatever signals come."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _claimed(path: str) -> str:
    """A new empty file of that name or, if something is there, of a name beside it.

    Raises NinetkaError.
    """
    stem, ending = os.path.splitext(path)
    for number in count(2):
        try:
            with open(path, "x", encoding="utf-8"):
                return path
        except FileExistsError:
            path = f"{stem}-{number}{ending}"
        except OSError as error:
            raise NinetkaError(f"{named(path)}: {error.strerror}") from error
    raise AssertionError


@attrs.define
class _Session:
    """A game at the terminal."""

    game: Game[Any, Any]
    tags: Mapping[str, str]
    comments: Mapping[int, str]
    saved: Record[Any, Any]
    """What is written down already, or the game as it began."""
    file: str | None
    """Where the game was read from or saved to last, if nothing else is there."""
    save_to: str | None
    """Where to save on leaving, without asking."""
    own: set[str]
    """The files that hold this game and nothing else, by the names it knows for them."""
    failed: bool = False
    """Whether it could not be saved as it was told."""

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
        self.show_help()
        self.show()
        try:
            told = self.listen()
            kept = self.keep()
        except BaseException:  # a signal says to end, or nobody reads any more what is printed
            kept = self.keep()
            if kept is not None:
                warn(f"Saved to {named(kept)}.")
            raise
        if not told:
            say("")
        if kept is not None:
            say(f"Saved to {named(kept)}.")
        self.leave()

    def listen(self) -> bool:
        """Obey what is typed; whether it said to leave, rather than just ended."""
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while self.obey(_ask("", self.prompt).strip()):
                pass
            return True
        return False

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it says to leave."""
        word, _, rest = line.partition(" ")
        if word.lower() == "save":
            self.save(rest.strip() or self.file or self.save_to)
            return True
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
                self.step(self.game.undo, "taken back")
            case "redo":
                self.step(self.game.redo, "made again")
            case "resign":
                self.end(self.game.resign)
            case "agree":
                self.end(self.game.agree)
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
        return f"{'game over' if self.game.is_over else self.called(state.to_move)}> "

    def show_help(self) -> None:
        """What can be typed, the endings among it that are possible now."""
        state = self.game.state
        kinds = state.endings if isinstance(state, EndableState) else ()
        lines = [line for kind, line in _HOW_TO_END.items() if kind in kinds]
        or_number, numbered = _NUMBERS if self.has_numbers else ("", "")
        say(_HELP.format(or_number=or_number, numbered=numbered, endings="".join(lines)))

    def show(self) -> None:
        """The board, and what there is to say about it."""
        state = self.game.state
        last_move = self.game.moves[-1] if self.game.ply else None
        say(f"\n{board(state, last_move, self.record.names)}")
        if isinstance(state, DrawableState) and any(state.scores):
            points = zip(map(self.called, state.seats), state.scores, strict=True)
            say(f"Points: {', '.join(f'{player} {score}' for player, score in points)}")
        if self.game.ply in self.comments:
            say(terminal.printable(self.comments[self.game.ply]))
        if self.game.outcome is not None:
            self.show_end(self.game.outcome)
            return
        if isinstance(state, GuidedState):
            _say_prose(state.instruction)
        if isinstance(state, EnumerableState) and len(state.legal_moves) == 1:
            say(f"There is only one move: {state.move_text(state.legal_moves[0])}")

    def show_end(self, outcome: GameOutcome) -> None:
        """Who won, and why if others have as many points."""
        winners = list(outcome.winners)
        won = listed(map(self.called, winners)) if winners else "nobody"
        ending = f" ({self.game.ending_text})" if self.game.ending else ""
        say(f"The game is over, {outcome}{ending}: {won} won.")
        if outcome.explanation:
            _say_prose(outcome.explanation)
        elif winners and not ending:
            most = max(outcome.scores[seat] for seat in winners)
            seats = sorted(set(outcome.ranking) - set(winners))
            level = [self.called(seat) for seat in seats if outcome.scores[seat] == most]
            if level:
                has, ranks = ("has", "ranks") if len(level) == 1 else ("have", "rank")
                say(f"{listed(level)} {has} as many points, but {ranks} lower by the rules.")

    def show_rules(self) -> None:
        """The rules in short, if the game gives them."""
        state = self.game.state
        summary = state.ruleset.summary if isinstance(state, GuidedState) else ""
        _say_prose(summary or "This game does not give its rules in short.")

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves, or some where the game cannot list them all."""
        state = self.game.state
        offers = isinstance(state, OfferingState) and not self.game.is_over
        return state.some_moves if offers else ()

    @property
    def has_numbers(self) -> bool:
        """Whether a number means a move of the list: not where moves are written as numbers."""
        try:
            self.game.state.parse_move("1")
        except NinetkaError as error:
            return isinstance(error, InvalidMoveError)
        return False

    def show_moves(self) -> None:
        """The moves, with their numbers if these can be typed."""
        state = self.game.state
        texts = list(map(state.move_text, self.moves))
        if self.has_numbers:
            texts = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
        if texts and not isinstance(state, EnumerableState):
            say("Some moves; there may be more:")
        width = max(map(len, texts), default=0) + 2
        each = max(1, (_columns() + 2) // width) if width else 1
        for first in range(0, len(texts), each):
            say("".join(text.ljust(width) for text in texts[first : first + each]).rstrip())
        if not texts:
            say("There are no moves to list.")

    def move(self, text: str) -> None:
        """Make a move, or say why it cannot be made."""
        state = self.game.state
        try:
            game = self.game.apply(self.meant(text))
        except NinetkaError as error:
            say(f"{error}; or type help" if isinstance(error, InvalidMoveError) else f"{error}.")
            return
        self.comments = self.record.comments
        self.game = game
        say(f"{self.called(state.to_move)} played {state.move_text(game.moves[-1])}.")
        self.show()

    def meant(self, text: str) -> Any:
        """The move that is written or numbered so. Raises NinetkaError."""
        try:
            return self.game.state.parse_move(text)
        except InvalidMoveError:
            if not (self.has_numbers and text.isdecimal() and len(text) <= _DIGITS):
                raise
        number, moves = int(text), self.moves
        if not 1 <= number <= len(moves):
            raise InvalidMoveError(f"there is no move {number} in the list: it has {len(moves)}")
        return moves[number - 1]

    def step(self, to_another: Callable[[], Game[Any, Any]], done: str) -> None:
        """Undo or redo."""
        before = self.game
        try:
            self.game = to_another()
        except NinetkaError as error:
            say(f"{error}.")
            return
        if before.ending:
            what = f"The end ({before.ending_text})"
        else:
            what = max(before, self.game, key=lambda game: game.ply).move_texts()[-1]
        say(f"{what} is {done}.")
        self.show()

    def end(self, ended: Callable[[], Game[Any, Any]]) -> None:
        """End the game other than by a move, or say why that cannot be."""
        try:
            game = ended()
        except NinetkaError as error:
            say(f"{error}.")
            return
        self.comments = self.record.comments
        self.game = game
        self.show()

    def save(self, file: str | None) -> bool:
        """Write the game down where it was told, but not over what is not its own; if so, True."""
        try:
            if file is None:
                raise NinetkaError("say where: save FILE")
            if os.path.exists(file) and file not in self.own:
                if not sys.stdin.isatty():
                    raise NinetkaError(f"{named(file)} is there already")
                answer = _ask(f"{named(file)} is there already. Replace it?", "[y/N] ")
                if not answer.strip().lower().startswith("y"):
                    return False
            self.write(file)
        except NinetkaError as error:
            warn(f"Error: {error}")
            self.failed = True
            return False
        self.failed &= not sys.stdin.isatty()
        say(f"Saved to {named(file)}.")
        return True

    def write(self, file: str) -> None:
        """Write the game down, over whatever is there. Raises NinetkaError."""
        record = self.record
        with whole_output(file) as out:
            out.writelines(write([record], form=form_of(file)))
        self.saved, self.file = record, file
        self.own.add(file)

    def keep(self) -> str | None:
        """Save where it was said when the game began; the file's name, if one had to be written.

        If something else is there, the game goes beside it. Nobody is asked, nothing has to be
        printed, and no signal keeps it from being done: this may be all there is time for.
        """
        file = self.save_to
        with _deaf():
            if file is None or (self.record == self.saved and file in self.own):
                return None
            try:
                if file in self.own or file == STANDARD:
                    self.write(file)
                    kept = file
                else:
                    kept = self.write_new(file)
            except NinetkaError as error:
                warn(f"Error: {error}")
                self.failed = True
                return None
            if kept != file:
                warn(f"{named(file)} is there already, so the game is in {named(kept)} instead.")
                self.failed = True
            self.save_to = kept
        return kept

    def write_new(self, file: str) -> str:
        """Write the game down in a new file, of a name beside it if need be; which it is.

        Raises NinetkaError.
        """
        file = _claimed(file)
        try:
            self.write(file)
        except NinetkaError:
            os.unlink(file)
            raise
        return file

    def leave(self) -> None:
        """Offer to save what is not saved yet, if somebody can be asked."""
        if self.record != self.saved and sys.stdin.isatty():
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                while not self.offer():
                    pass
        if self.failed:
            raise typer.Exit(UNUSABLE)

    def offer(self) -> bool:
        """Ask whether to save; whether that is settled."""
        if self.file is None:
            answer = _ask("Save the game?", "Type a file's name, or just Enter to leave without: ")
            if answer.strip().lower() in ("y", "yes"):
                return False  # it is asked again where, and no file gets such a name
            return answer.strip().lower() in ("", "n", "no") or self.save(answer.strip())
        answer = _ask(f"Save the game to {named(self.file)}?", "[Y/n, or another name] ").strip()
        if answer.lower() in ("n", "no"):
            return True
        return self.save(self.file if answer.lower() in ("", "y", "yes") else answer)
