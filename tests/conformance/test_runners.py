"""The runners in the examples, and other programs that the suite is asked of."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest
from support.waiting import PATIENCE

from ninetka.conformance import CaseStatus, RestartingProgram, cases_of, check, suites

EXAMPLES = Path(__file__).parents[2] / "examples"
SUITE = EXAMPLES.parent / "conformance"
NINE = "ninetka"
SERVE = (sys.executable, "-m", "ninetka", "serve")
RULES = '''
import json
from ninetka.server import Server

class Refused(Exception):
    """An error with the codes that its data have."""

class Rules:
    """Some methods of `ninetka serve`: cases of others are left out."""

    def __getattr__(self, method):
        if method not in ("outcome", "undo"):
            raise AttributeError(method)
        def asked(**params):
            call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            answer = json.loads(Server().answer(json.dumps(call)))
            if "error" in answer:
                error = Refused()
                error.__dict__.update(answer["error"].get("data", {}))
                raise error
            return answer["result"]
        return asked
'''


def run(*command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, timeout=PATIENCE
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
@pytest.mark.parametrize("games", [[NINE], pytest.param(suites(), marks=pytest.mark.long)])
def test_the_runner_in_javascript_runs_every_case(games: list[str]) -> None:
    runner = EXAMPLES / "javascript/conformance.mjs"
    assert len(runner.read_text("utf-8").splitlines()) <= 150
    done = run("node", runner, "-", *(SUITE / f"{game}.json" for game in games), "--", *SERVE)
    number = sum(len(cases_of(game)) for game in games)
    assert (done.stdout, done.returncode) == (f"{number} passed, 0 failed, 0 left out\n", 0)


def test_the_runner_in_python_runs_every_case(tmp_path: Path) -> None:
    (tmp_path / "my_rules.py").write_text(RULES, "utf-8")
    runner = EXAMPLES / "python/run_conformance.py"
    done = run(sys.executable, runner, "my_rules:Rules", cwd=tmp_path)
    number = sum(len(cases_of(game)) for game in suites())
    assert (done.stdout, done.returncode) == (f"0 of {number} cases failed\n", 0)


@pytest.mark.long
def test_the_suite_finds_the_slip_in_openspiel() -> None:
    """Before 2.0 it offers no slide to its point 0, a7: that and nothing else is found."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    program = (sys.executable, str(EXAMPLES / "python/openspiel_mills.py"))
    cases = [case for case in cases_of("morris") if case.method == "legal_moves"]
    with RestartingProgram(program, seconds=60) as asked:
        verdicts = [*check(cases, asked.answer)]
    outcomes = Counter(verdict.status for verdict in verdicts)
    assert outcomes[CaseStatus.PASSED] > 20
    is_right = int(version("open_spiel").split(".")[0]) >= 2
    assert (outcomes[CaseStatus.FAILED] == 0) == is_right
    for verdict in verdicts:
        if verdict.status is CaseStatus.FAILED:
            assert any(move.endswith("-a7") for move in (verdict.case.result or {})["moves"])
