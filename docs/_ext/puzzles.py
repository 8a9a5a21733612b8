"""Makes pages to solve puzzles on, of the records in the package, beside the documentation."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from ninetka.drawing.drawable import DrawableState
from ninetka.games import all_games
from ninetka.records import Record, read

if TYPE_CHECKING:
    from sphinx.application import Sphinx  # the tests do without

PAGE = Template("""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
  body { max-width: 40rem; margin: auto; padding: 1rem; font-family: sans-serif; }
  img { width: 100%; max-width: 28rem; }
  section { border-top: 1px solid; padding-bottom: 1rem; }
</style>
<h1>$title</h1>
<p>Each move that is asked for is proven to be the only good one. Easier puzzles come first.</p>
$puzzles
<script>
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const right = form.move.value === form.dataset.best;
      form.querySelector("output").textContent = right ? "Right!" : "No, there is a better move.";
      form.nextElementSibling.open ||= right;
    });
  }
</script>
""")
PUZZLE = Template("""\
<section>
<h2>$number</h2>
<p>$player to move. $task</p>
<img loading="lazy" alt="$position" src="data:image/svg+xml;base64,$picture">
<form data-best="$best">
<select name="move" aria-label="Move">$moves</select> <button>Try it</button>
<output></output>
</form>
<details><summary>Solution</summary><p>$solution</p></details>
</section>
""")


def puzzles_in(text: str) -> Iterator[Record[Any, Any]]:
    """The puzzles in a text. Raises NinetkaError."""
    yield from read(StringIO(text))


def page_of(title: str, records: Iterator[Record[Any, Any]]) -> str:
    """The page of a game's puzzles."""
    puzzles = "".join(_puzzle(number, record) for number, record in enumerate(records, 1))
    return PAGE.substitute(title=html.escape(title), puzzles=puzzles)


def _puzzle(number: int, record: Record[Any, Any]) -> str:
    state, texts = record.game.initial_state, record.game.move_texts
    assert isinstance(state, DrawableState)
    moves = sorted(state.move_text(move) for move in state.some_moves)
    return PUZZLE.substitute(
        number=number,
        player=html.escape(record.player(state.seats[state.to_move])),
        task=html.escape(record.comments[0]),
        position=html.escape(state.to_text()),
        picture=b64encode(state.to_svg().encode()).decode(),
        best=html.escape(texts[0]),
        moves="".join(f"<option>{html.escape(move)}" for move in moves),
        solution=html.escape(" ".join(texts)),
    )


def add_pages(app: Sphinx, error: Exception | None) -> None:
    """Write a page for each file, beside the pages of the documentation."""
    if app.builder.format == "html" and error is None:
        folder = Path(app.outdir, "puzzles")
        folder.mkdir(exist_ok=True)
        for entry in all_games():
            if entry.puzzles:
                records = [*puzzles_in(entry.puzzles())]
                name = entry.name_of(records[0].game.initial_state)
                page = page_of(f"Puzzles of {name}", iter(records))
                (folder / f"{name.lower()}.html").write_text(page, "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("build-finished", add_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
