"""A plot of results as an SVG picture: wins, points and lengths. For any game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, tostring

import attrs

from ..base.errors import NinetkaError
from ..drawing.options import Picture
from ..drawing.svg import DARK, INK, blank_picture, clean, fit_text, label
from ..drawing.svg import points as corners
from .estimates import Estimate, Points, Results, share

__all__ = ["plot"]

Curve: TypeAlias = "list[tuple[float, float]]"
"""Shares of games, by points or plies."""

PAPER: Final = "#fbfaf7"
_GRID: Final = "#d9d5cc"
_GREY: Final = "#8d8679"
_DRAWN: Final = "drawn"
# Darker than Okabe and Ito's colours, after which they are: lines are thin.
COLOURS: Final = ("#0072b2", "#c04a00", "#00785a", "#a8478a", "#8a6100")
WIDTH: Final = 720
LEFT: Final = 110
RIGHT: Final = 24
HEIGHT: Final = 170
"""The height of a panel's axes; below them is room for labels."""
_ROW: Final = 30
_MAX_STEPS: Final = 40
"""The most points of a curve; numbers that lie closer together are counted as one."""


def plot(results: Results, seats: Sequence[object], title: str) -> str:
    """Three panels: each seat's wins, the distribution of its points, and that of the lengths.

    Bars of wins have 95 % intervals. `seats` are what the seats are called. The picture brings its
    own background, so it can be read on light and dark pages. Raises NinetkaError if no game has
    been played.
    """
    if not results.games:
        raise NinetkaError("no games have been played, so there is nothing to plot")
    won = zip([f"seat {seat}" for seat in seats], results.wins, strict=True)
    rows = [(name, share(wins, results.games)) for name, wins in won]
    if results.draws:
        rows.append((_DRAWN, share(results.draws, results.games)))
    tops = [80, 80 + len(rows) * _ROW + 84]
    tops.append(tops[1] + HEIGHT + 84)
    svg, _ = blank_picture(
        Picture(),
        WIDTH,
        tops[2] + HEIGHT + 50,
        title=clean(title),
        description=clean(_description(results, rows)),
        paper=PAPER,
    )
    svg.append(label(fit_text(clean(title), 52), (24, 28), "title", 13, INK, anchor="start"))
    svg.extend(_bars(rows, tops[0]))
    curves = [distribution(points) for points in results.points]
    svg.extend(panel("Points: share of games", curves, tops[1], [f"seat {seat}" for seat in seats]))
    svg.extend(panel("Length in plies: share of games", [distribution(results.plies)], tops[2]))
    return tostring(svg, encoding="unicode")


def _description(results: Results, rows: Sequence[tuple[str, Estimate]]) -> str:
    wins = ", ".join(f"{name} {part.value:.2%}" for name, part in rows)
    points = ", ".join(f"{each.value:.3g}" for each in results.mean_points)
    length = f"from {min(results.plies)} to {max(results.plies)}"
    return (
        f"Games won: {wins}. Points on average, by seat: {points}. "
        f"Plies: {results.mean_plies.value:.4g} on average, {length}."
    )


def distribution(counts: Mapping[Points, int] | Mapping[int, int]) -> Curve:
    """The share of each number, or of each step of numbers if there are too many."""
    games, low, high = sum(counts.values()), min(counts), max(counts)
    step = max(1.0, math.ceil((high - low + 1) / _MAX_STEPS))
    whole = all(isinstance(number, int) for number in counts)
    if not whole and len(counts) <= _MAX_STEPS:
        return [(float(number), count / games) for number, count in sorted(counts.items())]
    heights = [0] * (int((high - low) / step) + 1)
    for number, count in counts.items():
        heights[int((number - low) / step)] += count
    middle = float(low) + (step - 1) / 2
    return [(middle + at * step, height / games) for at, height in enumerate(heights)]


@attrs.frozen
class Axes:
    """The axes, which map numbers to places on the picture."""

    top: float
    height: float
    low: float
    high: float
    most: float = 1.0

    def x(self, number: float) -> float:
        span = self.high - self.low
        return LEFT + (number - self.low) / span * (WIDTH - LEFT - RIGHT)

    def y(self, part: float) -> float:
        return self.top + self.height * (1 - part / self.most)

    def frame(self, heading: str, *, percent: bool = False) -> Iterator[Element]:
        """The heading, and lines and labels for numbers from left to right."""
        yield label(heading, (24, self.top - 14), "heading", 15, DARK, anchor="start", bold=True)
        bottom = self.top + self.height
        for number in _ticks(self.low, self.high, 8):
            yield line((self.x(number), self.top), (self.x(number), bottom))
            text = f"{number * 100:g} %" if percent else f"{number:g}"
            yield label(text, (self.x(number), bottom + 18), "tick", 12)

    def levels(self) -> Iterator[Element]:
        """Lines and labels for shares of games."""
        for part in _ticks(0, self.most, 4):
            yield line((LEFT, self.y(part)), (WIDTH - RIGHT, self.y(part)))
            yield label(f"{part * 100:g} %", (LEFT - 8, self.y(part) + 4), "tick", 12, anchor="end")


def _bars(rows: Sequence[tuple[str, Estimate]], top: float) -> Iterator[Element]:
    most = max(part.high for _, part in rows)
    axes = Axes(top, len(rows) * _ROW, 0.0, min(1.0, most * 1.15))
    yield from axes.frame("Games won", percent=True)
    for number, (name, part) in enumerate(rows):
        y = top + number * _ROW + 5
        colour = _GREY if name == _DRAWN else COLOURS[number % len(COLOURS)]
        yield label(fit_text(clean(name), 6.5), (LEFT - 8, y + 15), "seat", 13, DARK, anchor="end")
        bar = {"x": f"{LEFT}", "y": f"{y:g}", "height": "20", "fill": colour, "class": "won"}
        bar["fill-opacity"] = "0.7"  # so that the interval is seen on it
        bar["width"] = f"{axes.x(part.value) - LEFT:.2f}"
        yield Element("rect", bar)
        low, high = axes.x(part.low), axes.x(part.high)
        yield from (
            line((low, y + 10), (high, y + 10), DARK),
            line((low, y + 5), (low, y + 15), DARK),
            line((high, y + 5), (high, y + 15), DARK),
        )


def panel(
    heading: str, curves: Sequence[Curve], top: float, names: Sequence[str] = (), width: int = 90
) -> Iterator[Element]:
    """A panel with a heading and one curve per item of `curves`; `top` is where it begins.

    `names`, if there are any, label the curves, each with a width in pixels.
    """
    numbers = [number for curve in curves for number, _ in curve]
    most = max(part for curve in curves for _, part in curve)
    spare = (max(numbers) - min(numbers)) * 0.03 or 0.5
    axes = Axes(top, HEIGHT, min(numbers) - spare, max(numbers) + spare, most * 1.1)
    yield from axes.frame(heading)
    yield from axes.levels()
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        places = [(axes.x(each), axes.y(part)) for each, part in curve]
        look = {"fill": "none", "stroke": colour, "stroke-width": "2", "stroke-linejoin": "round"}
        yield Element("polyline", {"class": "curve", "points": corners(places), **look})
        for x, y in places:
            yield Element("circle", {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": "3", "fill": colour})
    yield from legend(names, top, width)


def legend(names: Sequence[str], top: float, width: int = 90) -> Iterator[Element]:
    """A legend of the colours, at the right above a panel; each name takes `width` pixels."""
    for number, name in enumerate(names):
        x = WIDTH - RIGHT - width * (len(names) - number)
        yield line((x, top - 18), (x + 16, top - 18), COLOURS[number % len(COLOURS)], 3)
        text = fit_text(clean(name), (width - 22) / 13)
        yield label(text, (x + 22, top - 14), "seat", 13, DARK, anchor="start")


def line(
    start: tuple[float, float], end: tuple[float, float], colour: str = _GRID, width: float = 1
) -> Element:
    place = dict(
        zip(("x1", "y1", "x2", "y2"), (f"{each:.1f}" for each in start + end), strict=True)
    )
    return Element("line", {**place, "stroke": colour, "stroke-width": f"{width:g}"})


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two others, `most` of them at most."""
    rough = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [round(number * step, 12) for number in range(first, last + 1)]
