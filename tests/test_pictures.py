"""Pictures of pixels, from Python and from `ninetka show`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from ninetka import NINE, NinetkaError, State
from ninetka.records import read

pytest.importorskip("typer", reason="the command line needs the cli extra")

GAME = Path(__file__).parents[1] / "examples" / "two-players.9tka"
MISSING = "import sys; sys.modules['resvg_py'] = None; from ninetka.__main__ import main; main()"


def show(*arguments: str | Path, without_extra: bool = False) -> subprocess.CompletedProcess[bytes]:
    program = ["-c", MISSING] if without_extra else ["-m", "ninetka"]
    command = [sys.executable, *program, "show", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


def size(png: bytes) -> tuple[int, int]:
    """Width and height, as the header of a PNG has them."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_a_picture_as_png() -> None:
    pictures = pytest.importorskip("ninetka.pictures", reason="resvg_py is not installed")
    state = State.start()
    assert size(pictures.to_png(state.to_svg(size=300))) == (300, 336)
    assert size(pictures.to_png(state.to_svg())) == (504, 564)
    white, clear = (
        pictures.to_png(state.to_svg(), background=background) for background in ("white", None)
    )
    assert white != clear
    assert white == pictures.to_png(state.to_svg())


@pytest.mark.parametrize(("svg", "background"), [("<svg", "white"), ("", None), (None, "octarine")])
def test_what_cannot_be_drawn(svg: str | None, background: str | None) -> None:
    pictures = pytest.importorskip("ninetka.pictures", reason="resvg_py is not installed")
    with pytest.raises(NinetkaError, match=r"^the picture cannot be drawn: "):
        pictures.to_png(State.start().to_svg() if svg is None else svg, background=background)


def test_show_writes_a_png(tmp_path: Path) -> None:
    pictures = pytest.importorskip("ninetka.pictures", reason="resvg_py is not installed")
    with GAME.open("rb") as file:
        (record,) = read(file, rules=NINE)
    state, move = list(record.game.states())[57], record.game.moves[56]
    expected = state.to_svg(last_move=move, names=record.names, marks=["legal-moves"], size=300)
    for name in ("board.png", "BOARD.PNG"):
        done = show(
            GAME, "--ply", "57", "--mark", "legal-moves", "--size", "300", "-o", tmp_path / name
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert (tmp_path / name).read_bytes() == pictures.to_png(expected)
    assert show("--svg", "-o", tmp_path / "c.png").returncode == 0
    assert size((tmp_path / "c.png").read_bytes()) == (504, 564)


def test_show_without_the_extra_names_it(tmp_path: Path) -> None:
    done = show("-o", tmp_path / "board.png", without_extra=True)
    said = "Error: this needs resvg_py: python -m pip install 'ninetka[png]'"
    assert (done.returncode, done.stderr.decode().strip()) == (2, said)
    assert not list(tmp_path.iterdir())
    assert show("-o", tmp_path / "board.svg", without_extra=True).returncode == 0
    assert fromstring((tmp_path / "board.svg").read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "endings"),
    [
        (["-o", "board.bmp"], ".txt, .svg or .png"),
        (["-o", "board.html", "--mark", "legal-moves"], ".txt, .svg or .png"),
        (["--svg", "-o", "board.txt"], ".svg or .png"),
        (["--svg", "-o", "board.9tka"], ".svg or .png"),
    ],
)
def test_show_refuses_names_of_what_it_cannot_write(arguments: list[str], endings: str) -> None:
    done = show(*arguments)
    assert done.returncode == 2
    assert endings in done.stderr.decode()
    assert not Path(arguments[-1]).exists()
