"""Pictures as PNG, from Python and from `ninetka show`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any
from warnings import catch_warnings
from xml.etree.ElementTree import fromstring

import pytest

from ninetka import NINE, NinetkaError, State
from ninetka.records import read

CliRunner = pytest.importorskip("typer.testing", reason="the command needs typer").CliRunner
GAME = Path(__file__).parents[2] / "examples" / "two-players.9tka"


@pytest.fixture
def pictures() -> Any:
    return pytest.importorskip("ninetka.drawing.png", reason="resvg_py is not installed")


def show(*arguments: str | Path) -> Any:
    from ninetka.cli import app

    return CliRunner().invoke(app, ["show", *map(str, arguments)])


def size(png: bytes) -> tuple[int, int]:
    """Width and height, as the header of a PNG has them."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_a_picture_becomes_a_png(pictures: Any) -> None:
    state = State.start()
    assert size(pictures.to_png(state.to_svg(size=300))) == (300, 336)
    white = pictures.to_png(state.to_svg())
    assert size(white) == (504, 564)
    assert white == pictures.to_png(state.to_svg(), background="white")
    assert white != pictures.to_png(state.to_svg(), background=None)


@pytest.mark.parametrize(("svg", "background"), [("<svg", "white"), ("", None), (None, "octarine")])
def test_what_cannot_be_drawn(pictures: Any, svg: str | None, background: str | None) -> None:
    with pytest.raises(NinetkaError, match=r"^the picture cannot be drawn: "):
        pictures.to_png(State.start().to_svg() if svg is None else svg, background=background)


def test_letters_are_drawn_with_any_font_and_it_says_if_there_is_none(
    pictures: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame = pytest.importorskip("pygame", reason="its font is not installed")
    font = str(Path(pygame.__file__).with_name(pygame.font.get_default_font()))
    pictures._has_fonts.cache_clear()
    fonts = {"skip_system_fonts": True, "font_files": [font]}
    monkeypatch.setattr(pictures, "svg_to_bytes", partial(pictures.svg_to_bytes, **fonts))
    with_letters = pictures.to_png(State.start().to_svg())
    pictures._has_fonts.cache_clear()
    fonts["font_files"] = []
    monkeypatch.setattr(pictures, "svg_to_bytes", partial(pictures.svg_to_bytes, **fonts))
    with pytest.warns(RuntimeWarning, match="^the picture has no letters, as no font was found: "):
        without = pictures.to_png(State.start().to_svg())
    with catch_warnings(action="error"):
        pictures.to_png(State.start().to_svg(legend=False, coordinates=False))
    pictures._has_fonts.cache_clear()
    assert size(with_letters) == size(without)
    assert with_letters != without


def test_show_writes_a_png(pictures: Any, tmp_path: Path) -> None:
    with GAME.open("rb") as file:
        (record,) = read(file, entry=NINE)
    state, move = record.game.states[57], record.game.moves[56]
    svg = state.to_svg(last_move=move, names=record.names, marks=["legal-moves"], size=100)
    path = tmp_path / "BOARD.PNG"
    options = ["--ply", "57", "--mark", "legal-moves", "--size", "100"]
    done = show(GAME, *options, "-o", path)
    assert (done.exit_code, done.output) == (0, "")
    assert path.read_bytes() == pictures.to_png(svg)


def test_show_without_the_extra_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.delitem(sys.modules, "ninetka.drawing.png", raising=False)
    done = show("-o", tmp_path / "board.png")
    said = "Error: this needs resvg_py: python -m pip install 'ninetka[png]'"
    assert (done.exit_code, done.output.strip()) == (2, said)
    assert not list(tmp_path.iterdir())
    assert show("-o", tmp_path / "board.svg").exit_code == 0
    assert fromstring((tmp_path / "board.svg").read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "endings"),
    [(["-o", "board.bmp"], ".txt, .svg or .png"), (["--svg", "-o", "board.txt"], ".svg or .png")],
)
def test_show_refuses_names_of_what_it_cannot_write(arguments: list[str], endings: str) -> None:
    done = show(*arguments)
    assert done.exit_code == 2
    assert endings in done.output
    assert not Path(arguments[-1]).exists()
