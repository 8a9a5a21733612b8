"""The protocols of programs that play, and what shows at the first contact which one is spoken."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

import attrs

from ..base.errors import quoted
from ..base.programs import Program, SilentProgramError
from .messages import VERSION, EngineError, EngineErrorKind

_SILENCE: Final = 3.0
"""The seconds after which a program that is silent, or has refused, is asked in other protocols."""
_REFUSAL: Final = re.compile(
    r"\b(unknown|unrecogni[sz]ed|invalid|illegal|unsupported|bad|no) (\w+ )?command", re.IGNORECASE
)
"""The words in which programs of many protocols refuse a command."""


@attrs.frozen(eq=False)
class Protocol:
    """A protocol, and what its programs say that others don't."""

    prefix: str
    """The word before the command in a player's name."""
    name: str
    """The protocol's name in sentences."""
    asked: str
    """A command that every program of it answers."""
    sign: re.Pattern[str]
    """A line of such an answer."""
    note: str = ""
    """A condition, put before the advice to use it."""


ENGINE: Final = Protocol("engine", "the engine protocol", f"nep {VERSION}", re.compile("nepok .*"))
GTP: Final = Protocol("gtp", "GTP", "protocol_version", re.compile(r"[=?][0-9]*([ \t].*)?"))
OPPAI: Final = Protocol(
    "oppai",
    "the protocol of oppai-rs",
    '{"command": "Init", "width": 5, "height": 5}',
    re.compile(r'\s*\{.*"command".*\}\s*'),
)
SANMILL: Final = Protocol("sanmill", "UCI", "uci", re.compile("uciok"), "if it is Sanmill, ")
PROTOCOLS: Final = (ENGINE, GTP, OPPAI, SANMILL)
"""All protocols that are spoken here."""


@attrs.define
class FirstContact:
    """The first lines of a program, which show whether it speaks the protocol that is wanted."""

    program: Program
    command: Sequence[str]
    wanted: Protocol
    said: str = ""
    """The first line that it has said, unless it is empty."""
    has_asked: bool = False
    """Whether it has been asked in the other protocols too."""
    _refusal: str = ""
    _begun: float = attrs.field(factory=monotonic)
    """The time of the last question."""

    def line(self, seconds: float) -> str:
        """The next line of the program.

        Raises EngineError once it's clear that another protocol is spoken, or ProgramError.
        """
        left = self._begun + _SILENCE - monotonic()
        if self._refusal:
            try:
                return self._checked(self.program.line(min(seconds, max(0.0, left))))
            except SilentProgramError:
                if left > seconds:
                    raise
                raise self._error("") from None
        if self.wanted is ENGINE and not self.has_asked:  # its programs leave out what is unknown
            if left > 0:
                with suppress(SilentProgramError):
                    return self._checked(self.program.line(min(seconds, left)))
            self._ask()
        return self._checked(self.program.line(seconds))

    def _checked(self, line: str) -> str:
        """A line of the program. Raises EngineError if it is of another protocol."""
        self.said = self.said or line.strip()
        spoken = next((each for each in PROTOCOLS if each.sign.fullmatch(line)), self.wanted)
        if spoken is not self.wanted:
            write = f"write {spoken.prefix}:{shlex.join(self.command)}"
            raise self._error(f". It speaks {spoken.name}: {spoken.note}{write}")
        if not self.has_asked and _REFUSAL.search(line):
            self._refusal = line.strip()
            self._ask()
        return line

    def _ask(self) -> None:
        """Ask the program in all other protocols."""
        self.has_asked, self._begun = True, monotonic()
        for other in PROTOCOLS:
            if other is not self.wanted:
                self.program.send(other.asked)

    def _error(self, advice: str) -> EngineError:
        said = f"it says {quoted(self._refusal or self.said)}"
        sentence = f"{self.command[0]} does not speak {self.wanted.name}: {said}{advice}"
        return EngineError(sentence, EngineErrorKind.START)
