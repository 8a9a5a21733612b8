"""Ask an implementation every case, and say which it answers otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, Final, TypeAlias

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.programs import Program, ProgramError
from .suite import Case

METHOD_NOT_FOUND: Final = -32601
"""The code by which an implementation says that it does not have a method."""
MOST_STARTS: Final = 20
"""How often a program is started again after it has ended or hung."""

Answerer: TypeAlias = Callable[[str], str | None]
"""Takes a message, a line of JSON, and gives the reply to it, as `Server.answer` does."""


class Outcome(Enum):
    """What has come of a case."""

    PASSED = "passed"
    """The answer is right."""
    FAILED = "failed"
    """It is wrong, or there was none."""
    LEFT_OUT = "left out"
    """The implementation does not have the method."""


@documented
@attrs.frozen
class Verdict:
    """What an implementation has made of a case."""

    case: Case
    """The case."""
    outcome: Outcome
    """What has come of it."""
    difference: str = ""
    """What is wrong, in a sentence, if it failed."""


def check(cases: Iterable[Case], answer: Answerer) -> Iterator[Verdict]:
    """What an implementation makes of each case. A ProgramError that it raises fails one case."""
    for number, case in enumerate(cases, 1):
        message = json.dumps(case.request(number))
        try:
            yield _verdict(case, number, answer(message))
        except ProgramError as error:
            yield Verdict(case, Outcome.FAILED, str(error))


def _verdict(case: Case, number: int, reply: str | None) -> Verdict:
    try:
        answer: Any = json.loads(reply or "")
    except ValueError:
        return Verdict(case, Outcome.FAILED, f"the answer is not JSON: {str(reply)[:200]}")
    if not isinstance(answer, dict) or answer.get("id") != number:
        return Verdict(case, Outcome.FAILED, f"the answer is not one to the request {number}")
    error = answer.get("error")
    if isinstance(error, dict) and error.get("code") == METHOD_NOT_FOUND:
        return Verdict(case, Outcome.LEFT_OUT)
    difference = case.difference(answer)
    if difference is None:
        return Verdict(case, Outcome.PASSED)
    return Verdict(case, Outcome.FAILED, difference)


class Restarted:
    """A program that is started again when it has ended or taken too long, a number of times."""

    def __init__(self, command: Iterable[str], seconds: float) -> None:
        """Each answer may take some `seconds`. Raises ProgramError if it cannot be started."""
        self._command, self._seconds = tuple(command), seconds
        self._program: Program | None = Program(self._command)
        self._starts = 0

    def __enter__(self) -> Restarted:
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def answer(self, message: str) -> str:
        """Its reply to a message. Raises ProgramError, after which it can be asked again."""
        if self._program is None:
            self._starts += 1
            if self._starts > MOST_STARTS:
                raise NinetkaError(f"the program has ended or hung {self._starts} times")
            self._program = Program(self._command)
        try:
            self._program.send(message)
            return self._program.line(self._seconds)
        except ProgramError:
            self._program.kill()
            self._program = None
            raise
