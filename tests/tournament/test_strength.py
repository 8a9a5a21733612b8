"""The program that measures how strong players are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.waiting import PATIENCE

PROGRAM = Path(__file__).parents[2] / "reliability/strength.py"


@pytest.mark.long
def test_a_player_of_another_version_is_asked_by_serve() -> None:
    other = f"greedy@{Path(sys.executable).with_name('ninetka')}"
    options = ("--games", "2", "--opening", "12", "--seed", "1")
    command = [sys.executable, str(PROGRAM), "mills", "greedy", other, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert "2 games, seed 1" in done.stdout
    assert f"\n{other}: " in done.stdout
    command[4] = f"nobody@{Path(sys.executable).with_name('ninetka')}"
    failed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert failed.returncode
    assert "nobody" in failed.stderr
