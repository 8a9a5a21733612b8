"""`ninetka conformance`: whether another implementation answers every case of the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from ..base.errors import NinetkaError
from ..base.messages import listed
from ..base.texts import printable
from ..conformance import FOLDER, CaseResult, CaseStatus, RestartingProgram, cases_of, check, suites
from ..games import entry_for_name
from . import options
from .app import command
from .output import amount, say, say_json
from .progress import counting_bar

_SHOWN: Final = 20
"""The number of failures shown in full, unless all are asked for."""


@command(
    """Ask a program every case of the conformance suite, and say which it answers otherwise.

    The program is a command after `--`. It reads calls from standard input, one line of JSON each,
    and writes an answer for each, as `ninetka serve` does. Methods that it does not have are left
    out. A program that ends or hangs fails one case and is started again. Exits with 0 if no case
    failed, 1 if one did, 2 if the program cannot be started or keeps ending.
    """,
    "ninetka conformance -- node my-rules.js",
    "ninetka conformance --game mills --json -- ./rules | jq .shows",
)
def conformance(
    program: Annotated[
        list[str], typer.Argument(metavar="COMMAND", help="The program and its arguments.")
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this game's cases; give it again for several.",
            autocompletion=options.game_names,
        ),
    ] = None,
    shows: Annotated[
        str | None, typer.Option(help="Only cases that show this, such as R7 or SQUARE_TAKEN.")
    ] = None,
    folder: Annotated[
        Path, typer.Option("--suite", metavar="FOLDER", help="The folder of cases.")
    ] = FOLDER,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long an answer may take.")] = 10.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per case, each on its own line.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show every failure in full.")] = False,
) -> None:
    """Ask a program every case of the conformance suite."""
    names = [entry_for_name(each).identifier for each in game or ()] or suites(folder)
    cases = [case for name in dict.fromkeys(names) for case in cases_of(name, folder)]
    cases = [case for case in cases if shows is None or shows in case.shows]
    if not cases:
        raise NinetkaError(f"no case shows {printable(str(shows))}")
    verdicts = []
    with RestartingProgram(program, seconds) as asked, counting_bar(len(cases)) as bar:
        for verdict in check(cases, asked.answer):
            verdicts.append(verdict)
            bar.advance()
            if as_json:
                bar.give_way()
                case = attrs.asdict(verdict.case, filter=lambda _, value: value is not None)
                status, difference = verdict.status.value, verdict.difference
                say_json({"status": status, "difference": difference, **case})
    if not as_json:
        _report(verdicts, len(verdicts) if every else _SHOWN)
    raise typer.Exit(any(each.status is CaseStatus.FAILED for each in verdicts))


def _report(verdicts: Iterable[CaseResult], most: int) -> None:
    """Print the failures, the first of them in full, and a summary."""
    by_status: dict[CaseStatus, list[CaseResult]] = {each: [] for each in CaseStatus}
    for verdict in verdicts:
        by_status[verdict.status].append(verdict)
    failed = by_status[CaseStatus.FAILED]
    for verdict in failed[:most]:
        case = verdict.case
        params = "\n".join(f"  {name}: {value!r}" for name, value in case.params.items())
        heading = printable(f"{case.name} ({', '.join(case.shows)}), {case.method}")
        say(f"{heading}\n{params}\n  {printable(verdict.difference)}\n")
    if len(failed) > most:
        say(f"… and {amount(len(failed) - most, 'more failure')}: --all shows them\n")
    left_out = by_status[CaseStatus.LEFT_OUT]
    if left_out:
        methods = listed(sorted({each.case.method for each in left_out}))
        say(f"Left out, as the program does not have {methods}: {amount(len(left_out), 'case')}.")
    if failed:
        counts = Counter(name for each in failed for name in each.case.shows)
        most_frequent = ", ".join(name for name, _ in counts.most_common(_SHOWN))
        say(f"Not as in ninetka: {most_frequent}.")
    say(f"{amount(len(by_status[CaseStatus.PASSED]), 'case')} passed, {len(failed):,} failed.")
