"""Below the board: what is due, and each player's token, name, hand, cards and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element

from ..svg import DARK, INK, fitting, label, star, turn_mark
from .board import Seat
from .boards import due
from .colours import COLOURS
from .layout import WIDTH, Layout
from .pieces import token_element

if TYPE_CHECKING:
    from .state import State

# Lengths are in units of the legend, which is as wide as a picture is at least.
_GAP: Final = 8
_HEAD: Final = 26
"""How high the line with the columns' titles is."""
_FIRST: Final = 17
"""Where its texts stand."""
_ROW: Final = 28
"""How high a player's box is, with the gap below it."""
_BOX: Final = 24
_TOKEN: Final = 9
_PIP: Final = 3.4
_MOST_PIPS: Final = 9
"""So many tokens in hand are drawn."""
_FONT: Final = 13
_NAME: Final = 52
"""Where names begin."""
_HAND: Final = 86
"""How wide the tokens in hand are, with their number."""
_END: Final = WIDTH - 14
_COLUMN: Final = 46
_BORDER: Final = "#8d8679"
"""Seen on light and on dark pages."""


def legend_height(state: State, layout: Layout) -> int:
    """How high the legend is, with the gap below it."""
    return round((_HEAD + _ROW * state.players + _GAP - (_ROW - _BOX)) * layout.unit)


def legend(state: State, names: Sequence[str], layout: Layout) -> Iterator[Element]:
    """A box for each seat; those of the seat to move, or of the winners, stand out."""
    yield _head(state, layout)
    for seat, name, score in zip(state.seats, names, state.scores, strict=True):
        yield _seat(state, seat, name, str(score), layout)


def _columns(state: State) -> dict[str, int]:
    """Where the numbers of each column end."""
    titles = ["hand", "cards", "points"] if state.ruleset.cards else ["hand"]
    return {title: _END - _COLUMN * (len(titles) - at) for at, title in enumerate(titles, 1)}


def _head(state: State, layout: Layout) -> Element:
    group = _group("head", 0, layout)
    seats = [*map(str, state.seats)]
    group.append(
        _text(f"{state.ruleset.name}: {due(state, seats)}", "due", _GAP, _FIRST, "start", DARK)
    )
    for title, end in _columns(state).items():
        group.append(_text(title, "column", end, _FIRST, "end", INK))
    return group


def _group(kind: str, top: float, layout: Layout) -> Element:
    place = f"translate(0 {layout.height + top * layout.unit:g}) scale({layout.unit:g})"
    return Element("g", {"class": kind, "transform": place})


def _text(text: str, kind: str, x: float, y: float, anchor: str, colour: str) -> Element:
    element = label(text, (x, y), kind, _FONT, colour)
    element.set("text-anchor", anchor)
    return element


def _seat(state: State, seat: Seat, name: str, score: str, layout: Layout) -> Element:
    won = state.outcome is not None and seat in state.outcome.winners
    marked = won or (seat is state.to_move and not state.is_over)
    group = _group(f"seat {seat}", _HEAD + seat * _ROW, layout)
    group.append(_box(marked))
    if marked:
        group.append((star if won else turn_mark)(_GAP + 13, _BOX / 2))
    group.append(token_element((_GAP + 32, _BOX / 2), _TOKEN, seat))
    columns, base = _columns(state), _BOX / 2 + 5
    shown = fitting(name, (columns["hand"] - _HAND - _NAME) / _FONT)
    group.append(_text(shown, "name", _NAME, base, "start", DARK))
    texts = {"hand": str(state.hands[seat]), "cards": str(state.cards[seat]), "points": score}
    if seat in state.expelled:
        texts["hand"] = "expelled"
    for title, end in columns.items():
        kind = "score" if title == "points" else title
        group.append(_text(texts[title], kind, end, base, "end", DARK))
    group.extend([*_hand(state, seat, columns["hand"] - 18)])
    return group


def _box(marked: bool) -> Element:
    look = {"class": "box", "fill": "none", "rx": "5", "stroke": _BORDER, "x": str(_GAP)}
    look |= {"stroke-width": "3"} if marked else {"stroke-opacity": "0.4"}
    return Element("rect", look | {"width": str(WIDTH - 2 * _GAP), "height": str(_BOX)})


def _hand(state: State, seat: Seat, end: float) -> Iterator[Element]:
    """The tokens in hand as small discs, as many as there is room for."""
    look = {"class": f"pip {seat}", "fill": COLOURS[seat], "stroke": DARK, "stroke-width": "0.6"}
    for at in range(min(state.hands[seat], _MOST_PIPS)):
        x = end - (2 * at + 1) * _PIP
        yield Element("circle", look | {"cx": f"{x:g}", "cy": str(_BOX / 2), "r": str(_PIP)})
