"""A directive that draws a position, with ninetka, while the documentation is built.

    :::{board} 11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames
    :legal-moves:
    E5 C9
    :::

The moves in the body, if any, are made first. Options named like a game's marks show these marks.
`:game: kropki` is for positions of a game other than 9tka. `:stones: 2` draws a position of 9tka by
a custom ruleset with two stones for each player, `:edge-stop:` and `:turn-order:` say its readings.
`:highlights: dc ed` highlights points of Kropki's board. An invalid position or an illegal move
fails the build.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ninetka.games import all_games, rules_for_name
from ninetka.kropki import Point
from ninetka.protocol import DrawableState
from ninetka.rules import POSITION


def _drawable(game: str | None, tags: dict[str, str]) -> DrawableState[Any, Any]:
    """The position that some tags describe. Raises NinetkaError."""
    state = rules_for_name(game).begin(tags)
    assert isinstance(state, DrawableState)
    return state


def _all_marks() -> set[str]:
    """The names of the marks of all games."""
    starts = [rules.begin({}) for rules in all_games()]
    return {mark for start in starts if isinstance(start, DrawableState) for mark in start.marks}


class Board(SphinxDirective):
    """The picture of a position, after some moves."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(_all_marks(), directives.flag),
        "game": directives.unchanged_required,
        "highlights": directives.unchanged_required,
        "no-legend": directives.flag,
        "no-last-move": directives.flag,
        "stones": directives.positive_int,
        "edge-stop": directives.unchanged_required,
        "turn-order": directives.unchanged_required,
        "title": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Draw it. Raises an error of Sphinx if the position is invalid."""
        try:
            svg = self._draw()
        except ValueError as error:  # a NinetkaError
            raise self.error(str(error)) from error
        return [nodes.raw("", f'<div class="board">{svg}</div>', format="html")]

    def _draw(self) -> str:
        state, last = _drawable(self.options.get("game"), self._tags()), None
        for word in " ".join(self.content).split():
            last = state.parse_move(word)
            state = state.apply(last)
        highlights: dict[str, Any] = {}
        if "highlights" in self.options:
            highlights["highlights"] = map(Point, self.options["highlights"].split())
        return state.to_svg(
            last_move=None if "no-last-move" in self.options else last,
            marks=[mark for mark in state.marks if mark in self.options],
            legend="no-legend" not in self.options,
            title=self.options.get("title"),
            **highlights,
        )

    def _tags(self) -> dict[str, str]:
        """The tags that describe the position, and the custom ruleset if there is one."""
        text = " ".join(self.arguments[0].split())
        if "stones" not in self.options:
            return {POSITION: text}
        *_, players, _ = text.split()
        return {
            POSITION: text,
            "Stones": f"{players}:{self.options['stones']}",
            "EdgeStop": self.options.get("edge-stop", "board"),
            "TurnOrder": self.options.get("turn-order", "continues"),
        }


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("board", Board)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
