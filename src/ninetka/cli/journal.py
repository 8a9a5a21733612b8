"""The output of `arena` and `random`: each game as it ends, to go on from after an interruption."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import IO, Any, Final, TypeAlias

import attrs
import typer

from ..base.errors import NinetkaError, path_text, quoted
from ..play.game import Game
from ..records import Record, verify
from ..records.text import TEXT
from ..tournament.arena import dealt
from .files import (
    KeptFile,
    check_replaceable,
    is_replaced,
    is_standard_output,
    os_errors_naming,
    whole_file,
)
from .options import form_of, seed_for
from .output import amount, tags_of, warn
from .records import read_lines

_PART: Final = ".part"
"""The end of the name of the file with the games so far."""

Known: TypeAlias = Callable[[Record[Any, Any]], int]
"""Takes a game that is in a file and gives its number. Raises NinetkaError."""
Order: TypeAlias = Callable[[int], int]
"""Gives the place of a game, by its number, among the others."""


class GameOutput:
    """The output for the games of a command: none, unless a subclass writes them down."""

    @property
    def is_printed(self) -> bool:
        """Whether they go to standard output."""
        return False

    def add(self, number: int, record: Record[Any, Any]) -> None:
        """Write a game that has ended, perhaps before some with lower numbers.

        Raises NinetkaError.
        """

    def finish(self, order: Order | None = None) -> None:
        """Write what has not been written: all games are there. Raises NinetkaError.

        A file has them in the order of their numbers, or in another one.
        """

    def stop(self) -> str:
        """Write what can be written of an unfinished run; returns how to go on, or nothing."""
        return ""


@attrs.define
class Stream(GameOutput):
    """Standard output, a device or a pipe: each game is written when those before it have been."""

    _out: IO[bytes]
    _form: str
    _name: str | None = None
    """Its name in errors; None for standard output, whose errors end the command."""
    _waiting: dict[int, str] = attrs.field(factory=dict)
    _written: int = 0
    _failure: str = ""

    @property
    def is_printed(self) -> bool:
        """Whether this is standard output."""
        return self._name is None

    def add(self, number: int, record: Record[Any, Any]) -> None:
        """Write the game, or keep it until those before it have ended."""
        self._waiting[number] = record.to_form(self._form)
        while (text := self._waiting.pop(self._written + 1, None)) is not None:
            self._write(text)

    def finish(self, order: Order | None = None) -> None:
        """Write the games that are left. Raises NinetkaError if one could not be written."""
        for number in sorted(self._waiting):
            self._write(self._waiting.pop(number))
        if self._failure:
            raise NinetkaError(self._failure)

    def stop(self) -> str:
        """Write the games that have ended."""
        self.finish()
        return ""

    def _write(self, text: str) -> None:
        gap = separator_of(self._form) if self._written else b""
        self._written += 1
        try:
            if not self._failure:
                _write_all(self._out, gap + text.encode())
        except OSError as error:
            if self._name is None or isinstance(error, BrokenPipeError):
                raise
            # Nobody could go on from here later, so the command does.
            self._failure = f"{path_text(self._name)}: {error.strerror or error}"


@attrs.define
class Journal(GameOutput):
    """A file: the games so far are in another beside it, which takes its place at the end."""

    path: str
    _form: str
    _file: IO[bytes]
    _places: dict[int, tuple[int, int]] = attrs.field(factory=dict)
    """The place of each game in the file beside it, and its size, by the game's number."""

    @property
    def is_empty(self) -> bool:
        """Whether the file beside it has no game that the file lacks."""
        return not self._places

    def add(self, number: int, record: Record[Any, Any]) -> None:
        """Write the game to the file beside it."""
        text = record.to_form(self._form).encode()
        gap = separator_of(self._form) if self._places else b""
        begins = self._file.tell()
        with os_errors_naming(part_path(self.path)):
            try:
                _write_all(self._file, gap + text)
            except OSError:
                with suppress(OSError):
                    self._file.truncate(begins)
                    self._file.seek(begins)
                raise
        self._places[number] = begins + len(gap), len(text)

    def finish(self, order: Order | None = None) -> None:
        """Write the file, with the games in the order of their numbers or in another one."""
        with whole_file(self.path) as out:
            for place, number in enumerate(sorted(self._places, key=order)):
                begins, size = self._places[number]
                self._file.seek(begins)
                out.write((separator_of(self._form) if place else b"") + self._file.read(size))
        self._places.clear()

    def stop(self) -> str:
        """Say where the games are, and how to go on."""
        if not self._places:
            return ""
        games = f"{amount(len(self._places), 'game')} in {path_text(part_path(self.path))}"
        return f"Stopped with {games}. To go on: the same command, --resume {path_text(self.path)}"


def part_path(path: str) -> str:
    """The name of the file with the games so far, beside the output."""
    return f"{os.path.realpath(path)}{_PART}" if os.path.islink(path) else f"{path}{_PART}"


def separator_of(form: str) -> bytes:
    """The separator of two records in a form."""
    return b"\n" if form == TEXT.name else b""


def _write_all(file: IO[bytes], data: bytes) -> None:
    """Write at once; an unbuffered file may take a part of it, for instance if the disk is full."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.flush()


def output_path(output: str | None, resume: str | None) -> str | None:
    """The file that one of two options names. Raises BadParameter if both do."""
    if output is not None and resume is not None:
        raise typer.BadParameter("name the file once: with --resume to go on, or else with -o")
    return output if resume is None else resume


def check_output(
    output: str | None,
    resume: str | None,
    samples: Iterable[Record[Any, Any]],
    form: str | None = None,
) -> str:
    """The form in which games like the `samples` are written; by default that of the file's name.

    Raises NinetkaError if the form cannot hold one of them, or if nothing can be written there.
    """
    path = output_path(output, resume)
    if resume is not None and not is_replaced(resume):
        raise NinetkaError(f"{path_text(resume)} is not a file to go on with")
    if output is not None and not is_standard_output(output) and is_replaced(output):
        part = part_path(output)
        if os.path.exists(part) and os.path.getsize(part):
            raise NinetkaError(
                f"{path_text(part)} has the games of a run that was stopped: "
                f"go on with --resume {path_text(output)}, or delete it"
            )
    for sample in samples:
        form = form_of(path, sample.game.state) if form is None else form
        if path is not None:
            try:
                sample.to_form(form)
            except NinetkaError as error:
                raise NinetkaError(f"{path_text(path)}: {error}") from error
    return TEXT.name if form is None else form


@contextmanager
def game_output(
    output: str | None,
    resume: str | None,
    samples: Iterable[Record[Any, Any]],
    known: Known,
    form: str | None = None,
) -> Iterator[GameOutput]:
    """Open the place for games: a new file or none, or one to go on with if it is there.

    They are written in a `form`, by default the one of the file's name. The `samples` have all that
    games will have: if the form cannot hold it, that is said now. `known` is given each game that
    is there already. If the block is stopped by Ctrl-C or NinetkaError, what can be written is, and
    a warning says how to go on.

    Raises NinetkaError, also for a new file beside which there are games of an unfinished run.
    """
    path = output_path(output, resume)
    form = check_output(output, resume, samples, form)
    with ExitStack() as held:
        if path is None:
            games = GameOutput()
        elif is_standard_output(path):
            games = Stream(sys.stdout.buffer, form)
        elif not is_replaced(path):
            games = Stream(held.enter_context(_opened(path, "ab")), form, path)
        else:
            held.enter_context(KeptFile.held(path))
            games = held.enter_context(_journal(path, form, known, resume is not None))
        try:
            yield games
        except (KeyboardInterrupt, NinetkaError):
            if how := games.stop():
                warn(how)
            raise


@contextmanager
def _journal(path: str, form: str, known: Known, resume: bool) -> Iterator[Journal]:
    check_replaceable(path)
    part = part_path(path)
    there = (each for each in (part, path) if os.path.exists(each) and os.path.getsize(each))
    before = next(there, None)
    places = _carried_over(before, path, form, known) if resume and before is not None else {}
    with _opened(part, "r+b" if places else "w+b") as file:
        file.seek(0, os.SEEK_END)
        journal = Journal(path, form, file, places)
        try:
            yield journal
        finally:
            file.close()
            if journal.is_empty:
                os.unlink(part)


def _opened(path: str, mode: str) -> IO[bytes]:
    with os_errors_naming(path):
        file: IO[bytes] = open(path, mode, buffering=0)  # noqa: SIM115
    return file


def _carried_over(before: str, path: str, form: str, known: Known) -> dict[int, tuple[int, int]]:
    """Write the games that are there to the file beside the output; returns their places."""
    with whole_file(part_path(path), is_ending=False) as file:
        journal = Journal(path, form, file)
        for record in _whole_records(before, form, is_part=before != path):
            journal.add(known(record), record)
        return journal._places


def _whole_records(path: str, form: str, *, is_part: bool) -> Iterator[Record[Any, Any]]:
    """The records of a file. The last of an unfinished run may have been cut off, and is left out.

    Raises RecordError for any other that is bad.
    """
    last = None
    for verdict in verify(read_lines(path), path):
        if last is not None:
            yield last.good_record()
        last = verdict
    if last is None:
        return
    if is_part:
        if last.record is None:
            return
        text = last.record.to_form(form).encode()
        with open(path, "rb") as file:
            file.seek(max(0, os.path.getsize(path) - len(text)))
            if file.read() != text:
                return
    yield last.good_record()


@attrs.define
class Run:
    """The games that a command plays; the games of a file must be some of them."""

    path: str
    opening: Callable[[int], Game[Any, Any]]
    """Gives the opening of the game of a number."""
    count: int
    seed: str | None = attrs.field(converter=attrs.converters.optional(seed_for))
    """None until known from a game. Raises NinetkaError for one that no record can hold."""
    played: set[int] = attrs.field(factory=set)
    """The numbers of the games that have been played."""

    def known(self, record: Record[Any, Any]) -> int:
        """Take a game of the file as played, and give its number.

        Raises NinetkaError if it belongs to another run, or comes twice.
        """
        file = path_text(self.path)
        seed, number = record.tags.get("Seed", ""), record.tags.get("Round", "")
        if not re.fullmatch("[1-9][0-9]{0,17}", number):
            raise NinetkaError(f"{file} has a game with the number {quoted(number)}")
        if not self.is_of(record, Random(f"{seed}/{number}")):
            tags = tags_of(record.game.initial_state)
            raise NinetkaError(f"{file} was begun from another start: {tags}")
        self.seed = seed if self.seed is None else self.seed
        if seed != self.seed:
            of_seed = f"{file} is of games with the seed {quoted(seed)}"
            raise NinetkaError(f"{of_seed}, not {quoted(self.seed)}")
        if int(number) > self.count:
            raise NinetkaError(f"{file} has game {number}: -n must be at least that")
        if int(number) in self.played:
            raise NinetkaError(f"{file} has game {number} twice")
        self.played.add(int(number))
        return int(number)

    def is_of(self, record: Record[Any, Any], rng: Random) -> bool:
        """Tell whether a game begins as one of this run does, given its random numbers."""
        opening = dealt(self.opening(int(record.tags["Round"])), rng)
        begun = record.game.at(min(opening.ply, record.game.ply))
        return (begun.initial_state, begun.moves) == (opening.initial_state, opening.moves)

    @property
    def remaining(self) -> Sequence[int]:
        """The numbers of the games that are still to be played."""
        return [number for number in range(1, self.count + 1) if number not in self.played]
