"""`ninetka conformance`: programs that answer rightly, wrongly, late or not at all."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out, run
from support.waiting import PATIENCE

SERVE = (sys.executable, "-m", "ninetka", "serve")
PATIENT = ("--seconds", str(PATIENCE))
LOOP = "import sys, json\nfor line in sys.stdin:\n    {}\n"


def python(body: str) -> tuple[str, ...]:
    return sys.executable, "-I", "-S", "-c", LOOP.format(body)


def test_wrong_answers_are_shown() -> None:
    wrong = python("print(json.dumps({'id': json.loads(line)['id'], 'result': {}}), flush=True)")
    done = run("conformance", "--game", "9tka", "--shows", "SQUARE_TAKEN", *PATIENT, "--", *wrong)
    assert done.returncode == 1
    assert "SQUARE_TAKEN" in done.stdout
    assert "expected an error" in done.stdout
    assert "0 cases passed" in done.stdout


def test_the_first_failures_are_shown_in_full_or_all() -> None:
    wrong = python("print(json.dumps({'id': json.loads(line)['id'], 'result': {}}), flush=True)")
    heading = re.compile(r"^\S+ \(.*\bR10\b.*\), \w+$", re.M)
    first, every = (
        run("conformance", "--game", "9tka", "--shows", "R10", *options, "--", *wrong).stdout
        for options in ((), ("--all",))
    )
    left = len(heading.findall(every)) - 20
    assert len(heading.findall(first)) == 20
    assert f"\n… and {left} more failures: --all shows them\n" in first


def test_cases_are_printed_as_json() -> None:
    options = ("conformance", "--game", "9tka", "--shows", "SQUARE_TAKEN", "--json", *PATIENT, "--")
    lines = [json.loads(line) for line in out(*options, *SERVE).splitlines()]
    assert {line["status"] for line in lines} == {"passed"}
    assert all("SQUARE_TAKEN" in line["shows"] for line in lines)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("sys.exit(3)", "has ended with exit code 3"),
        ("print('x', end='', flush=True); sys.exit()", "has ended with exit code 0"),
        ("print('nonsense', flush=True)", "the answer is not JSON: nonsense"),
    ],
)
def test_a_program_that_fails_costs_one_case(body: str, sentence: str, tmp_path: Path) -> None:
    """It is started again, and answers the others."""
    once = tmp_path / "failed"
    answers = (
        f"import os, json\n    if not os.path.exists({str(once)!r}):\n        "
        f"open({str(once)!r}, 'w').close(); {body}\n    else:\n        "
        "print(json.dumps({'id': json.loads(line)['id'], 'error': {'code': -32601}}), flush=True)"
    )
    options = ("--game", "9tka", "--shows", "R5", *PATIENT)
    done = run("conformance", *options, "--", *python(answers))
    assert done.returncode == 1
    assert sentence in done.stdout
    assert done.stdout.endswith("0 cases passed, 1 failed.\n")


def test_a_program_that_does_not_answer_in_time() -> None:
    options = ("--game", "9tka", "--shows", "NOT_THE_LAST_MOVE", "--seconds", "0.3")
    done = run("conformance", *options, "--", *python("import time; time.sleep(1e6)"))
    assert done.returncode == 1
    assert "did not answer within 0.3 seconds" in done.stdout
    assert done.stdout.endswith("0 cases passed, 1 failed.\n")


NO_SUITE = (
    "missing: No such file or directory; the suite is the folder conformance of ninetka's "
    "repository"
)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--", "no-such-program"), "no-such-program cannot be started: No such file or directory"),
        (("--", *python("sys.exit()")), "the program has ended or hung 21 times"),
        (("--shows", "R99", "--", *SERVE), "no case shows R99"),
        (("--suite", "missing", "--", *SERVE), NO_SUITE),
    ],
)
def test_what_cannot_be_asked(options: tuple[str, ...], sentence: str) -> None:
    done = run("conformance", "--game", "9tka", *PATIENT, *options)
    assert (done.returncode, done.stderr) == (2, f"Error: {sentence}\n")
