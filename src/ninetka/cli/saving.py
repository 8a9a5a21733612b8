"""Where `ninetka play` saves a game, and what it asks before it does."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import attrs
import typer

from ..errors import NinetkaError, named
from ..records import Record
from .checking import UNUSABLE
from .common import form_of
from .output import is_same, say, warn, whole_file


def _ask(question: str, prompt: str) -> str:
    """The answer to a question. Raises EOFError if there is none."""
    say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    return input(prompt).strip()


@attrs.define
class Saving:
    """Saves a game at the terminal."""

    saved: Record[Any, Any]
    """The game as it was saved last, or as it began."""
    file: str | None = None
    """Where the game is kept: a file that holds nothing else."""
    autosave: bool = False
    """Whether to save it there after every move."""
    failed: bool = False
    """Whether saving has failed where nobody could be asked for another file."""

    def save_always(self, file: str) -> None:
        """Save now and after every move. Raises NinetkaError rather than replace another file."""
        if not self._is_free(file):
            raise NinetkaError(f"{named(file)} already exists: resume it, or save elsewhere")
        self._write(self.saved, file)
        self.file, self.autosave = file, True

    def save_move(self, record: Record[Any, Any]) -> None:
        """Save the game after a move if that is wanted, or say why it failed."""
        if self.autosave:
            try:
                self._write(record, str(self.file))
            except NinetkaError as error:
                self._tell_failure(error)

    def save(self, record: Record[Any, Any], file: str | None) -> bool:
        """Save the game, over another file only if the player agrees; whether it was saved."""
        file = file or self.file
        try:
            if file is None:
                raise NinetkaError("a file's name is missing, for example game.9tka")
            if not self._is_free(file):
                if not sys.stdin.isatty():
                    raise NinetkaError(f"{named(file)} already exists")
                answer = _ask(f"{named(file)} already exists. Replace it?", "[y/N] ")
                if not answer.lower().startswith("y"):
                    return False
            self._write(record, file)
        except ValueError as error:  # a NinetkaError, or Python's own for a null character
            self._tell_failure(error)
            return False
        if not self.autosave:
            self.file = file
        say(f"Saved to {named(file)}.")
        return True

    def leave(self, record: Record[Any, Any]) -> None:
        """Offer to save what has not been saved. Exits if saving has failed."""
        if record == self.saved:
            if self.autosave:
                say(f"Saved to {named(str(self.file))}.")
        elif sys.stdin.isatty():
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                while not self._offer(record):
                    pass
        if self.failed:
            raise typer.Exit(UNUSABLE)

    def _offer(self, record: Record[Any, Any]) -> bool:
        """Ask whether to save; False if that must be asked again."""
        if self.file is None:
            question, default = "Save the game?", "n"
            prompt = "Type a file's name, or just Enter to leave without: "
        else:
            question, default = f"Save the game to {named(self.file)}?", "y"
            prompt = "[Y/n, or another name] "
        answer = _ask(question, prompt) or default
        match answer.lower():
            case "n" | "no":
                return True
            case "y" | "yes":
                return self.save(record, self.file)
            case _:
                return self.save(record, answer)

    def _is_free(self, file: str) -> bool:
        """Whether nothing but this game would be lost if it were saved there."""
        return not os.path.exists(file) or (self.file is not None and is_same(file, self.file))

    def _write(self, record: Record[Any, Any], file: str) -> None:
        """Save the game, over whatever is there. Raises NinetkaError."""
        with whole_file(file, is_ending=False) as out:
            out.write(record.to_form(form_of(file, record.game.state)).encode())
        self.saved = record

    def _tell_failure(self, error: Exception) -> None:
        warn(f"Error: {error}")
        self.failed |= not sys.stdin.isatty()
