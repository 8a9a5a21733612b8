"""A directive that draws a position with the library while the documentation is built.

    :::{board} 11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames
    :last-move: A5
    :legal-moves:
    :::

Moves in the body are made first, one after another. With `:stones: 2` the position's ruleset is a
custom one of so many stones each, of which `:edge-stop:` and `:turn-order:` give the readings. A
position or move that is wrong fails the build.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ninetka import EdgeStop, Ruleset, State, TurnOrder


class Board(SphinxDirective):
    """The picture of a position, after some moves."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "legal-moves": directives.flag,
        "blocked": directives.flag,
        "no-legend": directives.flag,
        "no-last-move": directives.flag,
        "stones": directives.positive_int,
        "edge-stop": directives.unchanged_required,
        "turn-order": directives.unchanged_required,
        "title": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Draw it. Raises the directive's error for what is no position."""
        try:
            svg = self._draw()
        except ValueError as error:  # a NinetkaError, or a reading that is none
            raise self.error(str(error)) from error
        return [nodes.raw("", f'<div class="board">{svg}</div>', format="html")]

    def _draw(self) -> str:
        text, last = self.arguments[0], None
        state = State.from_text(text, self._ruleset(text))
        for word in " ".join(self.content).split():
            last = state.parse_move(word)
            state = state.apply(last)
        return state.to_svg(
            last_move=None if "no-last-move" in self.options else last,
            marks=[mark for mark in State.marks if mark in self.options],
            legend="no-legend" not in self.options,
            title=self.options.get("title"),
        )

    def _ruleset(self, text: str) -> Ruleset | None:
        """The custom ruleset that the options describe, if they do."""
        if "stones" not in self.options:
            return None
        *_, players, name = text.split()
        return Ruleset(
            name,
            {int(players): self.options["stones"]},
            EdgeStop(self.options.get("edge-stop", "board")),
            TurnOrder(self.options.get("turn-order", "continues")),
        )


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of it."""
    app.add_directive("board", Board)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
