"""The pictures of positions in `docs/boards`; `python docs/_ext/boards.py` draws them.

A comment before a picture says what it shows, and the picture's title is its text:

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

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ninetka.drawing import DrawableState
from ninetka.games import entry_for_name
from ninetka.kropki import Point
from ninetka.protocol.endings import parse_ending
from ninetka.protocol.tags import POSITION

DOCS: Final = Path(__file__).resolve().parents[1]
BOARDS: Final = DOCS / "boards"
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


def main() -> None:
    """Write all pictures, and remove those that no page shows."""
    BOARDS.mkdir(exist_ok=True)
    written = dict(boards())
    for file in {*BOARDS.iterdir()} - {*written}:
        file.unlink()
    for file, svg in written.items():
        file.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
