"""`ninetka replay`: a game as a page for a web browser."""

from __future__ import annotations

from ..replay import replay_page
from .common import FileArgument, NumberOption, OutputOption, file_or_standard, read_game
from .output import Form, failing, form_for, spare, whole_output


def replay(
    file: FileArgument = None,
    game: NumberOption = 1,
    output: OutputOption = None,
) -> None:
    """Make a page of a game, to step through in a web browser.

    It is one file that needs nothing else. Adding #ply=57 to its address opens it there.
    """
    name = file_or_standard(file)
    with failing():
        form_for(output, Form.PAGE)
        spare(name, output)
        with whole_output(output) as out:
            out.write(replay_page(read_game(name, game)))
