"""Ctrl-C while modules are imported: it ends the command without a traceback."""

from __future__ import annotations

import sys

import pytest

from ninetka.base import interruption as starting

RUN = ["python", "-m", "ninetka", "check"]


@pytest.mark.parametrize(
    ("argv", "run", "is_command"),
    [
        (["/usr/bin/ninetka", "check"], [], True),
        (["ninetka.exe"], [], True),
        (["-m", "check"], RUN, True),
        (["-m", "check"], ["python", "-m", "venv"], False),
        (["/ninetka/other.py", "ninetka"], RUN, False),
        (["-c"], ["python", "-c", "ninetka"], False),
        ([], RUN, False),
    ],
)
def test_what_is_the_command(
    argv: list[str], run: list[str], is_command: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "orig_argv", run)
    monkeypatch.setattr(sys, "argv", argv)
    assert starting._is_command() is is_command


def test_only_ctrl_c_goes_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    monkeypatch.setattr(sys, "__excepthook__", lambda *error: said.append(error))
    wrong = ValueError("wrong")
    starting._without_ctrl_c(ValueError, wrong, None)
    starting._without_ctrl_c(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert said == [(ValueError, wrong, None)]
