"""The method by which board editors set up positions, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ..base.deadline import check_time
from ..base.errors import NinetkaError
from ..drawing.drawable import DrawableState
from ..games import entry_for_state
from ..protocol.editing import Editor
from ..protocol.states import GameState
from .facts import picture_options
from .parameters import Params


def arrange(params: Params) -> dict[str, Any]:
    """An arrangement after some changes: its text, what is on the board, and what is wrong."""
    start, text = params.start_and_position()
    make = entry_for_state(start).editor
    if make is None:
        raise NinetkaError("positions of this game cannot be set up piece by piece")
    editor = make()
    setup = _changed(editor, editor.read(text or start.to_text(), start), params)
    said = {
        "position": setup.to_text(),
        "kinds": [*editor.kinds(setup)],
        "pieces": dict(editor.pieces(setup)),
        "facts": [attrs.asdict(fact) for fact in editor.facts(setup)],
        "problems": [sentence for _, sentence in setup.findings],
    }
    drawn = params.inner("picture")
    if drawn is not None:
        said["svg"] = _picture(editor.sketch(setup), picture_options(drawn))
    return said


def _changed(editor: Editor[Any, Any], setup: Any, params: Params) -> Any:
    """The arrangement with the changes that a call asks for."""
    put: dict[str, str] = params.optional("put", {}, dict)
    if params.optional("clear", False, bool):
        put = {**dict.fromkeys(editor.pieces(setup), ""), **put}
    if put:
        setup = editor.put(setup, put)
    for name, value in params.optional("set", {}, dict).items():
        check_time()
        setup = editor.set_fact(setup, name, value)
    return setup


def _picture(sketch: GameState[Any], options: Mapping[str, Any]) -> str:
    if not isinstance(sketch, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    return str(sketch.to_svg(**options))
