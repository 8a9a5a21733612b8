"""The legend below a board: whose turn it is, and the players' names, hands, cards and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...drawing.svg import (
    DARK,
    INK,
    fit_text,
    label,
    legend_box,
    readable,
    star,
    text_width,
    turn_mark,
)
from ..board import Seat
from ..scoring import Outcome
from ..state import State
from ..texts import Say
from .layout import WIDTH, Layout
from .pieces import COLOURS, token_element
from .text_board import due

# Lengths are in units of the legend, which is as wide as the narrowest picture.
_GAP: Final = 8
_HEAD: Final = 26
"""Height of the line above the boxes."""
_HEAD_BASE: Final = 17
"""Baseline of the texts in that line."""
_ROW: Final = 28
"""Height of a player's box and the gap below it."""
_BOX: Final = 24
_TOKEN: Final = 9
_PIP: Final = 3.4
_MAX_PIPS: Final = 9
"""The most tokens in hand that are drawn."""
_FONT: Final = 13
_RULESET: Final = 8
"""Width that a ruleset's name has in any case, in font sizes."""
_NAME: Final = 52
"""Left edge of names."""
_HAND: Final = 86
"""Width of the tokens in hand and their number."""
_END: Final = WIDTH - 14
_COLUMN: Final = 46
_TITLES: Final = {"hand": Say.HAND, "cards": Say.CARDS, "score": Say.POINTS}
"""The columns of numbers, by their kind."""


def legend_height(state: State, layout: Layout) -> int:
    """The height of the legend and the gap below it."""
    return round((_HEAD + _ROW * state.players + _GAP - (_ROW - _BOX)) * layout.unit)


def legend(
    state: State, outcome: Outcome | None, names: Sequence[str], layout: Layout
) -> Iterator[Element]:
    """A box for each seat; those of the seat to move or of the winners stand out."""
    yield _head(state, outcome, layout)
    for seat, name in zip(state.seats, names, strict=True):
        yield _seat(state, outcome, seat, name, layout)


def _columns(state: State) -> dict[str, int]:
    """The right edge of each column of numbers, by the kind of the numbers."""
    kinds = [*_TITLES] if state.ruleset.cards else ["hand"]
    return {kind: _END - _COLUMN * (len(kinds) - at) for at, kind in enumerate(kinds, 1)}


def _head(state: State, outcome: Outcome | None, layout: Layout) -> Element:
    group, columns = _group("head", 0, layout), _columns(state)
    said = due(state, outcome, [""] * state.players)
    taken = text_width(Say.HAND()) + text_width(Say.HEAD(ruleset="", due=said))
    room = (columns["hand"] - _GAP) / _FONT - taken - 1
    text = Say.HEAD(ruleset=fit_text(state.ruleset.name, max(room, _RULESET)), due=said)
    group.append(label(text, (_GAP, _HEAD_BASE), "due", _FONT, DARK, anchor="start"))
    for kind, end in columns.items():
        group.append(label(_TITLES[kind](), (end, _HEAD_BASE), "column", _FONT, INK, anchor="end"))
    return group


def _group(kind: str, top: float, layout: Layout) -> Element:
    place = f"translate(0 {layout.height + top * layout.unit:g}) scale({layout.unit:g})"
    return Element("g", {"class": kind, "transform": place})


def _seat(state: State, outcome: Outcome | None, seat: Seat, name: str, layout: Layout) -> Element:
    won = outcome is not None and seat in outcome.winners
    marked = won or (seat is state.to_move and outcome is None)
    group = _group(f"seat {seat}", _HEAD + seat * _ROW, layout)
    group.append(legend_box("box", WIDTH - 2 * _GAP, _BOX, (_GAP, 0), marked=marked))
    if marked:
        group.append((star if won else turn_mark)(_GAP + 13, _BOX / 2))
    group.append(token_element((_GAP + 32, _BOX / 2), _TOKEN, seat))
    columns, base = _columns(state), _BOX / 2 + 5
    shown = fit_text(name, (columns["hand"] - _HAND - _NAME) / _FONT)
    group.append(label(shown, (_NAME, base), "name", _FONT, DARK, anchor="start"))
    hand = Say.OUT() if seat in state.expelled else str(state.hands[seat])
    holder = outcome or state
    numbers = [str(each[seat]) for each in (holder.cards, holder.scores) if each]
    texts = [hand, *map(readable, numbers)]
    for (kind, end), text in zip(columns.items(), texts, strict=False):
        group.append(label(text, (end, base), kind, _FONT, DARK, anchor="end"))
    # The tokens in hand as small discs, as many as there is room for
    look = {"class": f"pip {seat}", "fill": COLOURS[seat], "stroke": DARK, "stroke-width": "0.6"}
    for at in range(min(state.hands[seat], _MAX_PIPS)):
        x = columns["hand"] - 18 - (2 * at + 1) * _PIP
        disc = look | {"cx": f"{x:g}", "cy": str(_BOX / 2), "r": str(_PIP)}
        SubElement(group, "circle", disc)
    return group
