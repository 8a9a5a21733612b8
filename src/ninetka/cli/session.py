"""A game at the terminal: what `ninetka play` shows, what can be typed, and where it is saved."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from math import ceil
from random import Random
from typing import Any, Final

import attrs
import typer
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ..base.errors import InvalidMoveError, NinetkaError, path_text
from ..base.messages import listed
from ..base.texts import printable
from ..drawing.drawable import DrawableState
from ..games import entry_for_state
from ..play.game import Game
from ..players import Analysis, Analyst, BuiltIn, PlayerSession
from ..players.backends import missing_extra_clause
from ..protocol.endings import EndingKind
from ..protocol.movetext import moves_of_word
from ..protocol.states import EnumerableState
from ..records import Record
from .app import UNUSABLE
from .files import KeptFile, is_same
from .options import form_of
from .output import board, say, warn
from .progress import thinking_status

with contextlib.suppress(ImportError):  # editing and recalling lines, where the system has it
    import_module("readline")

_HELP: Final = """\
Type a move{or_number}. You can also type:
  rules        the rules in short
  list [TEXT]  the legal moves{numbered}, or some of them
  undo, redo   take the last move back; make it again
{endings}\
{hint}\
  board        show the whole board
  save [FILE]  save the game
  help         this
  quit         leave; so do Ctrl-C and Ctrl-D
You can shorten undo, help and quit to u, h and q."""
_HOW_TO_END: Final = {
    EndingKind.RESIGNATION: "  resign       give up\n",
    EndingKind.TIME: "  time         say that your time is over\n",
    EndingKind.GROUNDING: "  ground       stop, and lose what is not connected to the edge\n",
    EndingKind.AGREEMENT: "  agree        end the game, if all players agree\n",
}
_MAX_COLUMNS: Final = 100
"""The most columns for running text: longer lines are hard to read."""
_MAX_LISTED: Final = 120
"""The most moves that are listed at once."""


def _by_number(text: str) -> list[tuple[bool, int, str]]:
    """A key to sort texts by, in which 7 comes before 10."""
    parts = re.findall("[0-9]+|[^0-9]+", text)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def _wrapped(text: str) -> str:
    """A text wrapped between words; each of its lines is a paragraph."""
    width = min(Console().width, _MAX_COLUMNS)
    lines = text.split("\n")
    return "\n\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in lines)


def annotations_of(record: Record[Any, Any]) -> Sequence[Mapping[int, Any]]:
    """The annotations of a record: comments, glyphs, clock times and variations, by ply."""
    return record.comments, record.glyphs, record.clocks, record.variations


def ask(question: str, prompt: str) -> str:
    """The answer to a question. Raises EOFError if there is none."""
    say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    return input(prompt).strip()


@attrs.define
class GameSaver:
    """Saves a game at the terminal, in files that no other process saves to meanwhile."""

    saved: Record[Any, Any]
    """The game as it was saved last, or as it began."""
    held: contextlib.ExitStack
    """Releases the files when the game is left."""
    place: KeptFile | None = None
    """The file that the game is saved in, which holds nothing else."""
    autosave: bool = False
    """Whether to save it there after every move."""
    failed: bool = False
    """Whether saving has failed where nobody could be asked for another file."""

    @property
    def file(self) -> str | None:
        """The name of the file where the game is kept."""
        return None if self.place is None else self.place.path

    def save_always(self, file: str, resumed: str | None) -> None:
        """Save now and after every move. Raises NinetkaError rather than replace another file.

        `resumed` is the file that the game comes from, if any.
        """
        if not self._is_free(file):
            do = "already exists: resume it, or save elsewhere"
            if resumed is not None and is_same(file, resumed):
                do = "has other games too, which would be lost: save this one elsewhere"
            raise NinetkaError(f"{path_text(file)} {do}")
        self.place, self.autosave = self._place(file), True
        self._write(self.saved, self.place)

    def save_move(self, record: Record[Any, Any]) -> None:
        """Save the game after a move if that is wanted, or say why it failed."""
        if self.autosave and self.place is not None:
            try:
                self._write(record, self.place)
            except NinetkaError as error:
                self._tell_failure(error)

    def save(self, record: Record[Any, Any], file: str | None) -> bool:
        """Save the game, over another file only if the player agrees; whether it was saved."""
        file = file or self.file
        try:
            if file is None:
                raise NinetkaError("a file's name is missing, for example game.9tka")
            if "\0" in file:
                raise NinetkaError(
                    f"{path_text(file)} is not a file's name: it has a null character"
                )
            if not self._is_free(file):
                if not sys.stdin.isatty():
                    raise NinetkaError(f"{path_text(file)} already exists")
                answer = ask(f"{path_text(file)} already exists. Replace it?", "[y/N] ")
                if not answer.lower().startswith("y"):
                    return False
            place = self._place(file)
            self._write(record, place)
        except ValueError as error:  # a NinetkaError, or a name that cannot be encoded
            self._tell_failure(error)
            return False
        if not self.autosave:
            self.place = place
        say(f"Saved to {path_text(file)}.")
        return True

    def leave(self, record: Record[Any, Any]) -> None:
        """Offer to save the game if it has changed since the last time. Exits if saving failed."""
        if record == self.saved:
            if self.autosave and self.place is not None:
                say(f"Saved to {path_text(self.place.path)}.")
        elif sys.stdin.isatty():
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                while not self._offer(record):
                    pass
        if self.failed:
            raise typer.Exit(UNUSABLE)

    def _offer(self, record: Record[Any, Any]) -> bool:
        """Ask whether to save; False if that must be asked again."""
        file = self.file
        if file is None:
            question, default = "Save the game?", "n"
            prompt = "Type a file's name, or just Enter to leave without: "
        else:
            question, default = f"Save the game to {path_text(file)}?", "y"
            prompt = "[Y/n, or another name] "
        answer = ask(question, prompt) or default
        match answer.lower():
            case "n" | "no":
                return True
            case "y" | "yes":
                return self.save(record, file)
            case _:
                return self.save(record, answer)

    def _is_free(self, file: str) -> bool:
        """Tell whether nothing but this game would be lost if it were saved there."""
        return not os.path.exists(file) or (self.file is not None and is_same(file, self.file))

    def _place(self, file: str) -> KeptFile:
        """Hold a file for this process, to save to it. Raises NinetkaError."""
        if self.place is not None and is_same(file, self.place.path):
            return self.place
        return self.held.enter_context(KeptFile.held(file))

    def _write(self, record: Record[Any, Any], place: KeptFile) -> None:
        """Save the game. Raises NinetkaError, also if it has been saved beside the place."""
        data = record.to_form(form_of(place.path, record.game.state)).encode()
        before = place.path
        try:
            place.write(data)
        except NinetkaError:
            if place.path != before:  # where it has been saved instead
                self.saved = record
            raise
        self.saved = record

    def _tell_failure(self, error: Exception) -> None:
        warn(f"Error: {error}")
        self.failed |= not sys.stdin.isatty()


@attrs.define
class TerminalSession:
    """A game at the terminal."""

    game: Game[Any, Any]
    annotations: Sequence[Mapping[int, Any]]
    """What the record has on moves, also on those that can be redone (`annotations_of`)."""
    saving: GameSaver
    players: Sequence[BuiltIn | None]
    """The players by seat: computer players, and None for each person."""
    seed: str
    """With the ply, it decides what computer players leave to chance."""
    info: bool = False
    """Whether to show what computer players expect of their moves."""
    messages: list[str] = attrs.field(factory=list)
    """Sentences to show: what a person has just done, and the computer's moves since."""
    _sessions: dict[BuiltIn, PlayerSession] = attrs.field(factory=dict, init=False)
    """The sessions of the computer players that have been asked for a move."""

    @property
    def record(self) -> Record[Any, Any]:
        """The game as it would be saved: without what is written on moves that were taken back."""
        here = ({ply: on[ply] for ply in on if ply <= self.game.ply} for on in self.annotations)
        return Record(self.game, self.saving.saved.tags, *here)

    def run(self) -> None:
        """Obey each line until the input ends or says to leave; the computer moves in its turn.

        If the computer plays alone, the session is over with the game.
        """
        if None in self.players:
            self.show_help()
            if Console().is_terminal:  # where the board may take all the room
                self.messages = ["Type help to see what you can type."]
        if self.game.ply:
            self.messages.append(self.played(self.game))
        slow = missing_extra_clause(self.game.state)
        for player in dict.fromkeys(filter(None, self.players)):
            if slow and isinstance(player, Analyst):
                self.messages.append(f"{player.name} plays {slow}.")
        self.show()
        try:
            self.let_computer_move()
            while None in self.players and self.obey(input(self.prompt).strip()):
                self.let_computer_move()
        except (EOFError, KeyboardInterrupt):
            say("")
        self.saving.leave(self.record)

    def obey(self, line: str) -> bool:
        """Do what a line says, or say why that is impossible; False if it says to leave."""
        word, _, rest = line.partition(" ")
        try:
            refusal: NinetkaError | None = None
            try:
                game: Game[Any, Any] | None = self.game.apply(line)
            except NinetkaError as error:
                game, refusal = self.with_joined_moves(line), error
            match line.lower():
                case _ if game is not None:  # even if its text is also one of these words
                    self.make(game)
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?" | "h":
                    self.show_help()
                case "rules":
                    self.show_rules()
                case "board":
                    self.show(whole=True)
                case _ if word.lower() in ("list", "moves"):
                    self.show_moves(rest.strip())
                case "undo" | "u":
                    self.undo()
                case "redo":
                    self.redo()
                case "resign":
                    self.leave(self.game.resign())
                case "time":
                    self.leave(self.game.time_out())
                case "ground":
                    self.go_on(self.game.ground())
                case "agree":
                    self.agree()
                case "hint":
                    self.show_hint()
                case "":
                    pass
                case _ if word.lower() == "save":
                    self.saving.save(self.record, rest.strip())
                case _ if line in self.numbers:
                    self.make(self.game.apply(self.moves[int(line) - 1]))
                case _ if refusal is not None:
                    raise refusal
        except InvalidMoveError as error:
            say(f"{error}; or type help")
        except NinetkaError as error:
            say(f"{error}.")
        return True

    def with_joined_moves(self, line: str) -> Game[Any, Any] | None:
        """The game after moves joined in one word, such as `g7xa1`; None if a line has no such."""
        start = self.game.initial_state
        entry, word = entry_for_state(start), "".join(line.split())
        joined_move = entry.style.joined_move and entry.style.joined_move(entry.tags.write(start))
        moves = [] if joined_move is None else moves_of_word(word, joined_move)
        with contextlib.suppress(NinetkaError):
            return self.game.play(moves) if len(moves) > 1 else None
        return None

    def player_name(self, seat: int) -> str:
        """A player's name, or seat."""
        return printable(self.record.player(seat))

    @property
    def prompt(self) -> str:
        """The words before what a person types."""
        return (
            f"{'game over' if self.game.is_over else self.player_name(self.game.state.to_move)}> "
        )

    @property
    def computer(self) -> BuiltIn | None:
        """The computer player whose turn it is; None if it's a person's, or the game is over."""
        return None if self.game.is_over else self.players[self.game.state.to_move]

    def let_computer_move(self) -> None:
        """Make the moves of computer players until it's a person's turn or the game is over."""
        while self.computer is not None:
            move, analysis = self.choice(self.computer)
            expected = f" It expects {analysis}." if self.info and analysis else ""
            self.make(self.game.apply(move), expected)

    def choice(self, player: BuiltIn) -> tuple[Any, Analysis[Any] | None]:
        """The move that a computer player would make here, and what it has found out if it says."""
        known: list[Analysis[Any]] = []
        sentence = f"{player.name} is thinking ..."

        def tell(analysis: Analysis[Any]) -> None:
            known[:] = [analysis]
            status.update(Text(f"{sentence} {analysis}"))

        with thinking_status(sentence) as status:
            rng = Random(f"{self.seed}/{self.game.ply}")
            session = self._sessions.setdefault(player, PlayerSession(player))
            move = session.choose(self.game, rng, on_progress=tell)
        return move, known[0] if known else None

    def show_hint(self) -> None:
        """Show the move of the first computer player. Raises NinetkaError if there is none."""
        player = next(filter(None, self.players), None)
        if player is None:
            raise NinetkaError("there is no computer player to ask: see --players")
        if self.game.is_over:
            raise NinetkaError("the game is over")
        move, analysis = self.choice(player)
        expected = f" It expects {analysis}." if analysis else ""
        say(f"{player.name} would play {self.game.state.move_text(move)}.{expected}")

    def show_help(self) -> None:
        """Show what can be typed, including the endings that are possible now."""
        state, has_numbers = self.game.state, self.has_numbers
        kinds = {*state.endings, *(ending.kind for ending in state.leaving_endings)}
        texts = {
            "or_number": ", or its number in the list" if has_numbers else "",
            "numbered": ", numbered" if has_numbers else "",
            "endings": "".join(line for kind, line in _HOW_TO_END.items() if kind in kinds),
            "hint": "  hint         what the computer would play\n" if any(self.players) else "",
        }
        say(_HELP.format(**texts))

    def show(self, *, whole: bool = False) -> None:
        """Show the board with the last move, the moves made, the points and what to do.

        A board too large for the terminal is shown in part, unless the `whole` is asked for.
        """
        state, console = self.game.state, Console()
        last_move = self.game.moves[-1] if self.game.ply else None
        names = self.record.names
        shown = board(state, last_move, names, self.game.ending)
        below = "\n".join([*map(_wrapped, self.messages), *self.score_lines(), *self.turn_lines()])
        if console.is_terminal and not whole:
            height = console.height - len(below.splitlines()) - 1  # for what is typed
            lines = Text.from_ansi(shown).split()
            if len(lines) > height or max(line.cell_len for line in lines) > console.width:
                note = ""
                if None in self.players:
                    note = f"{_wrapped('Part of the board; type board to see all of it.')}\n"
                room = console.width, height - len(note.splitlines())
                part = board(state, last_move, names, self.game.ending, room)
                if part != shown:
                    shown, below = part, f"{note}{below}"
            elif len(lines) < height:
                shown = f"\n{shown}"
        else:
            shown = f"\n{shown}"
        say(f"{shown}\n{below}")

    def score_lines(self) -> Iterator[str]:
        """Yield the points, and the record's comment."""
        state = self.game.state
        drawn = isinstance(state, DrawableState) and not state.board_has_points
        if drawn and any(state.running_scores):
            scores = state.running_scores
            if self.game.ending is not None and self.game.outcome is not None:
                scores = self.game.outcome.scores
            points = zip(map(self.player_name, state.seats), scores, strict=True)
            yield _wrapped(f"Points: {', '.join(f'{player} {score}' for player, score in points)}")
        if comment := self.record.comments.get(self.game.ply):
            yield _wrapped(printable(comment))

    def turn_lines(self) -> Iterator[str]:
        """Yield what a person can do now, or who has won."""
        state, outcome = self.game.state, self.game.outcome
        if outcome is not None:
            won = listed(map(self.player_name, outcome.winners)) if outcome.winners else "nobody"
            ending = f" ({self.game.ending_text})" if self.game.ending else ""
            yield _wrapped(f"The game is over, {outcome}{ending}: {won} won.")
            if outcome.explanation:
                yield _wrapped(outcome.explanation)
        elif self.computer is None:
            if state.instruction:
                yield _wrapped(state.instruction)
            if isinstance(state, EnumerableState) and len(state.legal_moves) == 1:
                yield f"There is only one move: {state.move_text(state.legal_moves[0])}"

    def show_rules(self) -> None:
        """Show the rules in short, if the game has a summary of them."""
        state = self.game.state
        summary = "" if state.ruleset is None else state.ruleset.summary
        say(_wrapped(summary or "This game has no short rules."))

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves, or some where the game cannot list them all."""
        return () if self.game.is_over else self.game.state.some_moves

    @property
    def has_numbers(self) -> bool:
        """Whether a number selects a move of the list, as it does unless moves are numbers."""
        try:
            self.game.state.parse_move("1")
        except NinetkaError as error:
            return isinstance(error, InvalidMoveError)
        return False

    @property
    def numbers(self) -> Sequence[str]:
        """The numbers of the legal moves in the list, if a number stands for a move."""
        count = len(self.moves) if self.has_numbers else 0
        return [str(number) for number in range(1, count + 1)]

    def show_moves(self, beginning: str = "") -> None:
        """List the moves whose texts have this beginning, numbered if a number stands for a move.

        If there are more than 120, an even selection of them is shown.
        """
        state = self.game.state
        numbered = enumerate(map(state.move_text, self.moves), 1)
        found = [each for each in numbered if each[1].startswith(beginning)]
        if not found:
            say("There are no moves to list.")
            return
        if not isinstance(state, EnumerableState):
            say("Some moves; there may be more:")
        shown = [found[at] for at in range(0, len(found), ceil(len(found) / _MAX_LISTED))]
        if len(shown) < len(found):
            say(
                f"{len(shown)} of {len(found)} moves; list TEXT shows those that begin with a text:"
            )
        texts = [f"{number:>3} {text}" for number, text in shown]
        if not self.has_numbers:
            texts = sorted((text for _, text in shown), key=_by_number)
        Console(highlight=False).print(Columns(map(Text, texts), padding=(0, 2), equal=True))

    def make(self, game: Game[Any, Any], expected: str = "") -> None:
        """Go on with the game after a move; say who made it, and what is expected of it."""
        answers = self.computer is not None and None in self.players
        self.annotations = annotations_of(self.record)
        most = 2 * len(self.players) if answers and Console().is_terminal else 0
        self.go_on(
            game, *self.messages[max(0, len(self.messages) - most) :], self.played(game) + expected
        )

    def played(self, game: Game[Any, Any]) -> str:
        """A sentence that says who has made the last move of a game."""
        before, move = game.states[-2], game.moves[-1]
        return f"{self.player_name(before.seat_of(move))} played {before.move_text(move)}."

    def undo(self) -> None:
        """Take back a person's last move, and those of the computer since. Raises NinetkaError."""
        game = self.game.undo()
        while self.players[game.state.to_move] is not None:
            if not game.ply:
                raise NinetkaError("nothing to undo: only the computer has moved")
            game = game.undo()
        taken = [*self.game.move_texts[game.ply :], self.game.ending_text]
        self.go_on(game, f"Taken back: {', '.join(filter(None, taken))}.")

    def redo(self) -> None:
        """Make a person's move again, and those of the computer after it. Raises NinetkaError."""
        game = self.game.redo()
        with contextlib.suppress(NinetkaError):
            while self.players[game.state.to_move] is not None:
                game = game.redo()
        self.go_on(game, f"Made again: {', '.join(game.move_texts[self.game.ply :])}.")

    def leave(self, game: Game[Any, Any]) -> None:
        """Go on with the game that a player has left by a move, or show how it has ended."""
        if game.ending is None:
            self.make(game)
        else:
            self.go_on(game)

    def agree(self) -> None:
        """End the game by agreement, if each computer player wins then. Raises NinetkaError."""
        game = self.game.agree()
        winners = game.outcome.winners if game.outcome else ()
        for seat, player in enumerate(self.players):
            if player is not None and seat not in winners:
                raise NinetkaError(
                    f"{self.player_name(seat)} does not agree, since it would not win"
                )
        self.go_on(game)

    def go_on(self, game: Game[Any, Any], *messages: str) -> None:
        """Save the game, then show the board and say what was done."""
        self.game = game
        self.saving.save_move(self.record)
        self.messages = [*messages]
        self.show()
