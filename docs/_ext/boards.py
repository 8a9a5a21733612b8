"""All pictures of positions in docs and tests; `python docs/_ext/boards.py` draws them anew.

On pages, a comment before a picture in `docs/boards` says what it shows, and the picture's title is
its text:

    <!-- {board} 11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames
    :legal-moves:
    E5 C9
    -->
    ![Two neutrals are placed](boards/how-to-play-1.svg)

The moves, if any, are made first. Options named like a game's marks show these marks.
`:game: kropki` is for positions of a game other than 9tka. `:stones: 2` draws a position of 9tka by
a custom ruleset with two stones for each player, `:edge-stop:`, `:turn-order:` and `:tie-break:`
say its readings. `:tags: Capture=automatic Start=dot` are tags of any other custom ruleset, and
`:ending: x grounds` shows the game after an ending.
`:highlights: dc ed` highlights points of Kropki's board. `:no-legend:` and `:no-last-move:` leave
these out.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ninetka.drawing import DrawableState
from ninetka.games import entry_for_name
from ninetka.kropki import Point
from ninetka.protocol.endings import parse_ending
from ninetka.protocol.tags import POSITION
from ninetka.records import read

COMMAND: Final = "python docs/_ext/boards.py"
DOCS: Final = Path(__file__).resolve().parents[1]
BOARDS: Final = DOCS / "boards"
TESTS: Final = DOCS.parent / "tests"
_BOARD: Final = re.compile(r"^<!-- \{board\} ([^>]+?)\s*-->\n!\[(.*)\]\((.*)\)$", re.M)


def boards() -> Iterator[tuple[Path, str]]:
    """Each picture's file, and the SVG that it should have. Raises NinetkaError."""
    for page in sorted(DOCS.rglob("*.md")):
        for what, title, path in _BOARD.findall(page.read_text("utf-8")):
            yield (page.parent / path).resolve(), draw(what, title)


def draw(what: str, title: str) -> str:
    """The picture that a comment describes. Raises NinetkaError."""
    position, *lines = what.splitlines()
    options = dict(re.findall(r"^:([\w-]+): ?(.*)$", what, re.M))
    game = options.pop("game", None)
    state, last = entry_for_name(game).begin(_tags(position, options)), None
    assert isinstance(state, DrawableState)
    for word in " ".join(line for line in lines if not line.startswith(":")).split():
        last = state.parse_move(word)
        state = state.apply(last)
    show_legend = options.pop("no-legend", None) is None
    show_last = options.pop("no-last-move", None) is None
    highlights: dict[str, Any] = {}
    if "highlights" in options:
        highlights["highlights"] = map(Point, options.pop("highlights").split())
    ending = options.pop("ending", None)
    svg = state.to_svg(
        last_move=last if show_last else None,
        ending=None if ending is None else parse_ending(ending, state.seats),
        marks=tuple(options),
        legend=show_legend,
        title=title,
        **highlights,
    )
    return f"{svg}\n"


def _tags(position: str, options: dict[str, str]) -> dict[str, str]:
    """The tags that describe the position, and the custom ruleset if there is one."""
    if "stones" not in options:
        tags = (word.split("=") for word in options.pop("tags", "").split())
        return {POSITION: position, **dict(tags)}
    *_, players, _ = position.split()
    return {
        POSITION: position,
        "Stones": f"{players}:{options.pop('stones')}",
        "EdgeStop": options.pop("edge-stop", "board"),
        "TurnOrder": options.pop("turn-order", "continues"),
        "TieBreak": options.pop("tie-break", "later-seat"),
    }


def readme_picture() -> tuple[Path, str]:
    """The picture in the README, likewise."""
    (record,) = read(DOCS.parent / "examples/two-players.9tka")
    state, move = record.game.states[57], record.game.moves[56]
    assert isinstance(state, DrawableState)
    svg = state.to_svg(last_move=move, names=["Ann", "Ben"], size=500)
    return DOCS / "board.svg", f"{svg}\n"


def small_game() -> tuple[Path, str]:
    """The picture that the page on boards of one's own makes, likewise."""
    page, names = DOCS / "morris/boards.md", dict[str, Any]()
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    with contextlib.redirect_stdout(io.StringIO()):
        for code in blocks:
            exec(code, names)
    return DOCS / "morris/small-game.svg", f"{names['svg']}\n"


def pictures_of_tests() -> Iterator[tuple[Path, str]]:
    """The pictures that tests compare with, one of each game, likewise."""
    sys.path.insert(0, str(TESTS))
    for path in sorted(TESTS.glob("*/picture.py")):
        module = import_module(f"{path.parent.name}.picture")
        yield module.FILE, f"{module.picture()}\n"


def main() -> None:
    """Write all pictures, and remove those that no page shows."""
    BOARDS.mkdir(exist_ok=True)
    written = dict(boards())
    for file in {*BOARDS.iterdir()} - {*written}:
        file.unlink()
    for file, svg in [*written.items(), readme_picture(), small_game(), *pictures_of_tests()]:
        file.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
