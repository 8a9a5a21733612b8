"""What Python says of Ctrl-C while the command is being imported, case by case."""

from __future__ import annotations

import sys

import pytest

from ninetka import starting

RUN = ["python", "-m", "ninetka", "check"]


@pytest.mark.parametrize(
    ("argv", "run", "ours"),
    [
        (["/usr/bin/ninetka", "check"], [], True),
        (["ninetka.exe"], [], True),
        (["-m", "check"], RUN, True),
        (["-m", "check"], ["python", "-m", "venv"], False),
        (["/ninetka/other.py", "ninetka"], RUN, False),
        (["-c"], ["python", "-c", "ninetka"], False),
        ([""], ["python"], False),
        ([], RUN, False),
        (None, RUN, False),
    ],
)
def test_what_is_the_command(
    argv: list[str] | None, run: list[str], ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "orig_argv", run)
    if argv is None:  # as where Python is part of another program
        monkeypatch.delattr(sys, "argv")
    else:
        monkeypatch.setattr(sys, "argv", argv)
    assert starting._is_the_command() is ours


def test_only_ctrl_c_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[object]()
    monkeypatch.setattr(sys, "__excepthook__", lambda *error: said.append(error))
    with pytest.raises(ValueError, match="wrong") as caught:
        raise ValueError("wrong")
    starting._say_nothing_of_ctrl_c(caught.type, caught.value, caught.tb)
    starting._say_nothing_of_ctrl_c(KeyboardInterrupt, KeyboardInterrupt(), caught.tb)
    assert said == [(ValueError, caught.value, caught.tb)]
