"""The conformance suite: cases that every implementation of the rules has to answer alike.

A case is a call of `ninetka serve` with what the answer must say. The cases are plain JSON in the
folder `conformance` of the repository, with a schema; docs/conformance.md describes them. They are
not installed. `check` asks an implementation every case, and says which it answers otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, did_you_mean, path_text, quoted
from ..base.messages import listed
from ..base.programs import Program, ProgramError

__all__ = ["Case", "CaseResult", "CaseStatus", "cases_of", "check", "schema", "suites"]

VERSION: Final = "1.0"
"""The version of the suite. Within 1, cases are added and mistaken ones taken out, none changed."""
UNORDERED: Final = frozenset({"moves", "problems", "winners"})
"""Lists whose order is an implementation's own."""
METHOD_NOT_FOUND: Final = -32601
"""The code by which an implementation says that it does not have a method."""
MAX_STARTS: Final = 20
"""The number of times that a program is started again after it has ended or hung."""
FOLDER: Final = Path("conformance")
"""The folder of the cases, relative to the root of the repository."""
_SCHEMA: Final = "schema"

Answer: TypeAlias = Mapping[str, Any]
"""A reply of JSON-RPC: it has a `result` or an `error`."""
Answerer: TypeAlias = Callable[[str], str | None]
"""Takes a message, a line of JSON, and gives the reply to it, as `Server.answer` does."""


@documented
@attrs.frozen
class Case:
    """A call, and what the answer to it must say."""

    name: str
    """One word, which stays the case's own."""
    shows: Sequence[str]
    """The rules, forms, options and codes that an implementation may get wrong, found out here."""
    method: str
    """A method of `ninetka serve`."""
    params: Mapping[str, Any]
    """The parameters of the call, by name."""
    result: Mapping[str, Any] | None = None
    """Fields that the result must have with these values, and perhaps others; None for an error."""
    error: Mapping[str, Any] | None = None
    """Fields that the `data` of the error must have, and perhaps others; None for a result."""
    source: str | None = None
    """Others who have come to the same numbers; None if only ninetka is known to have."""

    def request(self, number: int) -> dict[str, Any]:
        """The call, as JSON-RPC 2.0 has it."""
        return {"jsonrpc": "2.0", "id": number, "method": self.method, "params": self.params}

    def difference(self, answer: Answer) -> str | None:
        """Say in a sentence what is wrong with an answer; None if it is right."""
        result, error = answer.get("result"), answer.get("error")
        if self.error is None:
            if not isinstance(result, dict):
                return f"expected a result, not the error {_short(error)}"
            return _difference("", self.result or {}, result)
        if not isinstance(error, dict):
            return f"expected an error {_short(self.error)}, not the result {_short(result)}"
        data = error.get("data")
        return _difference("", self.error, data if isinstance(data, dict) else {})


def _difference(place: str, expected: Any, found: Any) -> str | None:
    """Say where found differs from expected, if it does; objects may have further fields."""
    if isinstance(expected, dict) and isinstance(found, dict):
        each = (_difference(f"{place}.{name}", value, found.get(name))
                for name, value in expected.items())  # fmt: skip
        return next(filter(None, each), None)
    if isinstance(expected, list) and isinstance(found, list):
        if place.rpartition(".")[2] in UNORDERED:
            expected, found = sorted(expected, key=str), sorted(found, key=str)
        elif len(expected) == len(found):
            pairs = enumerate(zip(expected, found, strict=True))
            each = (_difference(f"{place}[{at}]", *pair) for at, pair in pairs)
            return next(filter(None, each), None)
    if type(expected) is type(found) and expected == found:
        return None
    return f"{place.removeprefix('.')} is {_short(found)}, expected {_short(expected)}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else f"{text[:300]} …"


def suites(folder: Path = FOLDER) -> list[str]:
    """The names by which `cases_of` knows the games that a folder has cases of.

    Raises NinetkaError if there is no such folder.
    """
    try:
        names = [each.name for each in folder.iterdir()]
    except OSError as error:
        sentence = (
            f"{path_text(str(folder))}: {error.strerror}; the suite is the folder conformance of "
            "ninetka's repository"
        )
        raise NinetkaError(sentence) from error
    files = (name.removesuffix(".json") for name in names if name.endswith(".json"))
    return sorted(name for name in files if name != _SCHEMA)


def cases_of(game: str, folder: Path = FOLDER) -> list[Case]:
    """The cases of a game, such as `kropki`, from a folder.

    Raises NinetkaError if there are none, or the file is not one of cases.
    """
    known = suites(folder)
    if game not in known:
        what = f"{quoted(game)}, only of {listed(known)}{did_you_mean(game, known)}"
        raise NinetkaError(f"there are no cases of {what}")
    return parsed((folder / f"{game}.json").read_text("utf-8"))


def parsed(text: str) -> list[Case]:
    """The cases in the text of a file. Raises NinetkaError."""
    try:
        return [Case(**case) for case in json.loads(text)["cases"]]
    except (ValueError, TypeError, KeyError) as error:
        raise NinetkaError("this is not a file of cases: its schema says what it has") from error


def schema(folder: Path = FOLDER) -> str:
    """The JSON Schema of a file of cases, itself JSON."""
    return (folder / f"{_SCHEMA}.json").read_text("utf-8")


class CaseStatus(Enum):
    """The status of a case."""

    PASSED = "passed"
    """The answer is right."""
    FAILED = "failed"
    """It is wrong, or there was none."""
    LEFT_OUT = "left out"
    """The implementation does not have the method."""


@documented
@attrs.frozen
class CaseResult:
    """An implementation's result of a case."""

    case: Case
    """The case."""
    status: CaseStatus
    """The status: passed, failed or left out."""
    difference: str = ""
    """A sentence that says what is wrong, if it failed."""


def check(cases: Iterable[Case], answer: Answerer) -> Iterator[CaseResult]:
    """Ask an implementation each case. A ProgramError that it raises fails one case."""
    for number, case in enumerate(cases, 1):
        message = json.dumps(case.request(number))
        try:
            yield _result(case, number, answer(message))
        except ProgramError as error:
            yield CaseResult(case, CaseStatus.FAILED, str(error))


def _result(case: Case, number: int, reply: str | None) -> CaseResult:
    try:
        answer: Any = json.loads(reply or "")
    except ValueError:
        return CaseResult(case, CaseStatus.FAILED, f"the answer is not JSON: {str(reply)[:200]}")
    if not isinstance(answer, dict) or answer.get("id") != number:
        return CaseResult(case, CaseStatus.FAILED, f"the answer is not one to the request {number}")
    error = answer.get("error")
    if isinstance(error, dict) and error.get("code") == METHOD_NOT_FOUND:
        return CaseResult(case, CaseStatus.LEFT_OUT)
    difference = case.difference(answer)
    if difference is None:
        return CaseResult(case, CaseStatus.PASSED)
    return CaseResult(case, CaseStatus.FAILED, difference)


class RestartingProgram:
    """A program that is started again when it has ended or taken too long, a number of times."""

    def __init__(self, command: Iterable[str], seconds: float) -> None:
        """Each answer may take some `seconds`. Raises ProgramError if it cannot be started."""
        self._command, self._seconds = tuple(command), seconds
        self._program: Program | None = Program(self._command)
        self._starts = 0

    def __enter__(self) -> RestartingProgram:
        return self

    def __exit__(self, *_: object) -> None:
        if self._program is not None:
            self._program.close()

    def answer(self, message: str) -> str:
        """Its reply to a message. Raises ProgramError, after which it can be asked again."""
        if self._program is None:
            self._starts += 1
            if self._starts > MAX_STARTS:
                raise NinetkaError(f"the program has ended or hung {self._starts} times")
            self._program = Program(self._command)
        try:
            self._program.send(message)
            return self._program.line(self._seconds)
        except ProgramError:
            self._program.kill()
            self._program = None
            raise
