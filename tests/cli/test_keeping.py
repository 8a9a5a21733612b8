"""Files that commands keep up to date: one process at a time, and nothing is overwritten unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import refusal
from support.waiting import line_of

from ninetka import NinetkaError
from ninetka.cli import files
from ninetka.cli.files import InUseError, KeptFile

HOLD = """
import sys
from ninetka.cli.files import KeptFile
with KeptFile.held(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_process_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    file, link = tmp_path / "counts.json", tmp_path / "link.json"
    if os.name == "posix":
        link.symlink_to(file)
    else:
        link = tmp_path / "." / "counts.json"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        line_of(other.stdout)
        for path in (file, link):
            with pytest.raises(InUseError) as caught, KeptFile.held(str(path)):
                pass
            assert str(caught.value) == (
                f"{path} is in use by another ninetka: wait until it has ended, or use another file"
            )
        for command in ("arena random greedy", "random", "simulate"):
            said = refusal(*command.split(), "-n", "2", "--resume", file)
            assert f"{file} is in use by another ninetka" in said
        with KeptFile.held(str(tmp_path / "other.json")) as kept:
            kept.write(b"1")
        other.kill()
    with KeptFile.held(str(file)) as kept:
        kept.write(b"2")
    names = {path.name for path in tmp_path.iterdir()}
    assert names - {"link.json"} == {"counts.json", "other.json"}


def test_what_others_have_written_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    with KeptFile.held(str(file)) as kept:
        kept.write(b"1")
        file.write_bytes(b"theirs")
        (tmp_path / "counts-2.json").write_bytes(b"an older one")
        with pytest.raises(NinetkaError) as caught:
            kept.write(b"2")
        assert str(caught.value) == (
            f"{file} was changed by another program, so it is left as it is: "
            f"what should have replaced it is in {tmp_path / 'counts-3.json'}"
        )
        assert (tmp_path / "counts-3.json").read_bytes() == b"2"
        kept.write(b"3")
        assert (tmp_path / "counts-3.json").read_bytes() == b"3"
    assert file.read_bytes() == b"theirs"
    assert (tmp_path / "counts-2.json").read_bytes() == b"an older one"


def test_a_file_that_has_been_deleted_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    file.write_bytes(b"0")
    with KeptFile.held(str(file)) as kept:
        file.unlink()
        kept.write(b"1")
    assert file.read_bytes() == b"1"


def test_where_files_cannot_be_locked_changes_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    with (
        patch.object(files, "_lock", side_effect=OSError(95, "not supported")),
        KeptFile.held(str(file)) as kept,
    ):
        file.write_bytes(b"theirs")
        with pytest.raises(NinetkaError, match=r"was changed by another program"):
            kept.write(b"1")
    assert file.read_bytes() == b"theirs"
    assert {path.name for path in tmp_path.iterdir()} == {"counts.json", "counts-2.json"}
