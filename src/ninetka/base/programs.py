"""Another program that is asked and answers by lines of text, and is ended if it does not."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import TIMEOUT_MAX, Condition, Thread
from typing import IO, Any, Final

from .errors import NinetkaError
from .texts import printable

MAX_BYTES: Final = 1 << 26
"""The longest line that is read from a program, unless it's told otherwise."""
_MAX_LINES: Final = 64
"""The most lines that may wait to be read; a program that writes more waits too."""
_MAX_SAID: Final = 2000
"""The number of bytes kept of standard error."""
_GRACE: Final = 1.0
"""The seconds that a program has to end by itself."""


class ProgramError(NinetkaError):
    """A program cannot be started, has ended, or does not answer in time."""


class ProgramEndedError(ProgramError):
    """A program has ended, or closed its output."""


class SilentProgramError(ProgramError):
    """A program does not answer in time."""


class _LineQueue:
    """Lines that have been read from a program, and wait for whoever asks for the next."""

    def __init__(self) -> None:
        self._lines, self._ended = deque[bytes](), False
        self._changed = Condition()

    def put(self, line: bytes) -> None:
        """Add a line, once there is room for it; none is taken after the end."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < _MAX_LINES or self._ended)
            if not self._ended:
                self._lines.append(line)
                self._changed.notify_all()

    def get(self, seconds: float) -> bytes | None:
        """The next line: empty if there are no more, None if none comes in time."""
        with self._changed:
            most = min(max(0.0, seconds), TIMEOUT_MAX)
            self._changed.wait_for(lambda: self._lines or self._ended, most)
            if not self._lines:
                return b"" if self._ended else None
            self._changed.notify_all()
            return self._lines.popleft()

    def end(self) -> None:
        """Mark the end: nobody should wait for more lines."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


class Program:
    """A running program. Any thread may write to it, but only one at a time may read.

    Leaving a `with` block ends it. What it writes to standard error goes where ours goes; with
    `keep_errors`, its last line is kept for the error that says that the program has ended. Raises
    ProgramError if it cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, keep_errors: bool = False, most_bytes: int = MAX_BYTES
    ) -> None:
        self.command: tuple[str, ...] = tuple(command)
        self._most_bytes = most_bytes
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if keep_errors else None,
                process_group=0 if os.name == "posix" else None,  # Ctrl-C is ours to handle
            )
        except (OSError, ValueError, IndexError) as error:
            why = getattr(error, "strerror", None) or "no program is named"
            raise ProgramError(f"{self} cannot be started: {why}") from error
        self._input: Any = self._process.stdin
        self._output: Any = self._process.stdout
        self._errors: Any = self._process.stderr
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines, self._said, self._killed = _LineQueue(), b"", False
        # Threads of their own: a full or empty pipe must not hold up whoever talks to the program.
        work = [self._write, self._read, *([self._listen] if keep_errors else [])]
        self._threads = [Thread(target=each, daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def __str__(self) -> str:
        return shlex.join(self.command) or "the program"

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self) -> None:
        """Write lines as they are sent, and close its input after the last."""
        with suppress(OSError):  # it has ended, as whoever reads finds out
            while (line := self._to_write.get()) is not None:
                self._input.write(line)
                self._input.flush()
        with suppress(OSError):
            self._input.close()

    def _read(self) -> None:
        """Pass its lines on; one without an end counts as the end of its output."""
        while (line := self._output.readline(self._most_bytes)).endswith(b"\n"):
            self._lines.put(line)
        self._lines.end()
        self._leave(self._output)

    def _listen(self) -> None:
        """Keep the end of what it writes to standard error."""
        while said := self._errors.read1(_MAX_SAID):
            self._said = (self._said + said)[-_MAX_SAID:]
        self._leave(self._errors)

    def _leave(self, pipe: IO[bytes]) -> None:
        """Close a pipe that has been read to its end, if nobody else will."""
        if self._killed:
            pipe.close()

    @property
    def is_running(self) -> bool:
        """Whether the program is still running."""
        return self._process.poll() is None

    def send(self, line: str) -> None:
        """Write a line, which needs no end. This waits for nothing."""
        self._to_write.put(line.encode() + b"\n")

    def line(self, seconds: float) -> str:
        """The next line, without its end.

        Raises SilentProgramError if none comes within `seconds`, and ProgramEndedError if
        the program has ended.
        """
        line = self._lines.get(seconds)
        if line is None:
            raise SilentProgramError(f"{self} did not answer within {seconds:.3g} seconds")
        if not line:
            raise self._ended()
        return line.decode(errors="replace").rstrip("\r\n")

    def _ended(self) -> ProgramEndedError:
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_GRACE)
            for thread in self._threads[2:]:
                thread.join(_GRACE)  # until its last words have been read
            lines = map(str.strip, reversed(self._said.decode(errors="replace").split("\n")))
            said = next((f": {printable(line)}" for line in lines if line), "")
            return ProgramEndedError(f"{self} has ended with exit code {code}{said}")
        return ProgramEndedError(f"{self} has closed its output or wrote a line without an end")

    def close(self) -> None:
        """End the program: at first by the end of its input, then by force."""
        self._to_write.put(None)
        self._lines.end()  # what it still writes must not wait for a reader
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self.kill()

    def kill(self) -> None:
        """End the program, and what it has started, by force."""
        if os.name == "posix":
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self._to_write.put(None)
        self._lines.end()
        self._killed = True
        pipes = [self._input, self._output, self._errors]
        for thread, pipe in zip(self._threads, pipes, strict=False):
            thread.join(_GRACE)
            if not thread.is_alive():  # it may live if a descendant has fled and holds the pipe
                with suppress(OSError):
                    pipe.close()
