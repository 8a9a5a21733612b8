"""Options of pictures and text boards: stated once, as the fields of Picture and TextBoard."""

from __future__ import annotations

import inspect
from typing import Any

import attrs
import pytest

from ninetka import kropki, morris, nine
from ninetka.drawing import DrawableState, Picture, TextBoard
from ninetka.drawing.options import PLAIN_OPTIONS

GAMES = [nine.State, kropki.State, morris.State]


@pytest.mark.parametrize("state", GAMES, ids=lambda state: state.__module__)
def test_help_shows_the_options_as_keyword_arguments(state: type[DrawableState[Any, Any]]) -> None:
    for method, options in ((state.to_svg, Picture), (state.to_board, TextBoard)):
        shown = dict(inspect.signature(method).parameters)
        del shown["self"]
        shown.pop("orientation", None)
        fields = {field.name: field.default for field in attrs.fields(options)}
        assert {name: each.default for name, each in shown.items()} == fields
        assert {each.kind for each in shown.values()} == {inspect.Parameter.KEYWORD_ONLY}


def test_9tka_has_an_option_more() -> None:
    shown = inspect.signature(nine.State.to_svg).parameters
    assert shown["orientation"].default is nine.Symmetry.IDENTITY


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'orientation'"):
        kropki.State.start().to_svg(orientation=None)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional argument"):
        kropki.State.start().to_svg("ab")  # type: ignore[arg-type, call-arg]


def test_plain_options_are_options_of_pictures() -> None:
    for name, kind in PLAIN_OPTIONS.items():
        default = attrs.fields_dict(Picture)[name].default
        assert default is None or isinstance(default, kind) or (default, kind) == ((), list)
