"""Where `ninetka play` saves a game, and what it asks before it does."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import attrs
import typer

from ..base.errors import NinetkaError, named
from ..records import Record
from .app import UNUSABLE
from .files import KeptFile, is_same
from .options import form_of
from .output import say, warn


def ask(question: str, prompt: str) -> str:
    """The answer to a question. Raises EOFError if there is none."""
    say(question)  # a prompt must be shorter than a line, or some terminals show half of it
    return input(prompt).strip()


@attrs.define
class Saving:
    """Saves a game at the terminal, in files that no other process saves to meanwhile."""

    saved: Record[Any, Any]
    """The game as it was saved last, or as it began."""
    held: contextlib.ExitStack
    """It lets files go when the game is left."""
    place: KeptFile | None = None
    """Where the game is kept: a file that holds nothing else."""
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
            raise NinetkaError(f"{named(file)} {do}")
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
                raise NinetkaError(f"{named(file)} is not a file's name: it has a null character")
            if not self._is_free(file):
                if not sys.stdin.isatty():
                    raise NinetkaError(f"{named(file)} already exists")
                answer = ask(f"{named(file)} already exists. Replace it?", "[y/N] ")
                if not answer.lower().startswith("y"):
                    return False
            place = self._place(file)
            self._write(record, place)
        except ValueError as error:  # a NinetkaError, or a name that cannot be encoded
            self._tell_failure(error)
            return False
        if not self.autosave:
            self.place = place
        say(f"Saved to {named(file)}.")
        return True

    def leave(self, record: Record[Any, Any]) -> None:
        """Offer to save what has not been saved. Exits if saving has failed."""
        if record == self.saved:
            if self.autosave and self.place is not None:
                say(f"Saved to {named(self.place.path)}.")
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
            question, default = f"Save the game to {named(file)}?", "y"
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
