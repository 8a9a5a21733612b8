"""Programs that bring the library along: a copy under another name, or frozen ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.waiting import PATIENCE

import ninetka

PACKAGE = Path(ninetka.__file__).parent
USE_ALL = """
import json
import multiprocessing

from {package} import Game
from {package}.games import all_games, entry_for_name
from {package}.web.server import PageServer
from {package}.records import Record, parse
from {package}.records.json import schema
from {package}.web.replay import replay_page
from {package}.server import view_schema
from {package}.web.computer import PlayerProcesses

if __name__ == "__main__":
    multiprocessing.freeze_support()
    for entry in all_games():
        start = entry.begin()
        game = Game.from_state(start)
        game = game.apply(start.some_moves[-1])
        assert game.state.to_svg().startswith("<svg"), entry.name
        if hasattr(start, "planes"):
            assert start.planes(0), entry.name
        assert entry.samples().MOVES, entry.name
        record = Record(game)
        assert parse(record.to_json()) == record, entry.name
        assert replay_page(record).startswith("<!doctype html>")
    assert entry_for_name("mills").name_of(entry_for_name("mills").begin(game="Mills")) == "Mills"
    assert '"$schema"' in schema()
    assert '"$schema"' in view_schema()
    with PageServer() as server:
        assert server.files["rules.js"]
    thinkers = PlayerProcesses()
    message = {{"jsonrpc": "2.0", "id": 1, "method": "games"}}
    assert "Kropki" in thinkers.answer(json.dumps(message).encode(), lambda: True)
    thinkers.close()
    print("all games work")
"""


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(
        [*map(str, command)], cwd=folder, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_a_copy_under_another_name_knows_only_itself(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "myapp" / "_vendor" / "ninetka", ignore=ignored)
    program = USE_ALL.format(package="myapp._vendor.ninetka")
    program += "    import sys\n    assert 'ninetka' not in sys.modules\n"
    (tmp_path / "program.py").write_text(program, "utf-8")
    assert run(sys.executable, "program.py", folder=tmp_path) == "all games work\n"


@pytest.mark.long
def test_a_program_of_pyinstaller_has_every_game_picture_and_page(tmp_path: Path) -> None:
    pytest.importorskip("PyInstaller", reason="PyInstaller is not installed")
    (tmp_path / "program.py").write_text(USE_ALL.format(package="ninetka"), "utf-8")
    (tmp_path / "command.py").write_text("from ninetka.__main__ import main\n\nmain()\n", "utf-8")
    options = ["--onefile", "--log-level=ERROR"]
    for name in ("program", "command"):
        run(sys.executable, "-m", "PyInstaller", *options, f"{name}.py", folder=tmp_path)
    assert run("dist/program", folder=tmp_path) == "all games work\n"
    shown = run("dist/command", "random", "--game", "mills", "--seed", "1", folder=tmp_path)
    assert shown.startswith('[Game "Mills"]')


@pytest.mark.long
def test_cx_freeze_needs_no_options(tmp_path: Path) -> None:
    pytest.importorskip("cx_Freeze", reason="cx_Freeze is not installed")
    (tmp_path / "program.py").write_text(USE_ALL.format(package="ninetka"), "utf-8")
    options = ["--script", "program.py", "--build-exe", "frozen", "--silent"]
    run(sys.executable, "-m", "cx_Freeze", "build_exe", *options, folder=tmp_path)
    assert run("frozen/program", folder=tmp_path) == "all games work\n"
