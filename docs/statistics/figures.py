"""The plots of the pages: bars by seat and curves."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final
from xml.etree.ElementTree import Element, tostring

import attrs

from ninetka.drawing import Picture
from ninetka.drawing.svg import DARK, INK, blank_picture, label
from ninetka.simulate.estimates import Estimate
from ninetka.simulate.plot import (
    COLOURS,
    HEIGHT,
    LEFT,
    PAPER,
    WIDTH,
    Axes,
    Curve,
    legend,
    line,
    panel,
)

_ROW: Final = 34
_STEPS: Final = 60
"""The most points of a curve among several."""
_TAIL: Final = 0.001
_GAP: Final = 84
"""Between panels: room for the axis of one and the heading of the next."""


@attrs.frozen
class Bar:
    """A bar of one or two parts, which stand side by side or on top of each other."""

    name: str
    first: Estimate
    second: Estimate


def _drawn(title: str, description: str, height: float, parts: Iterator[Element]) -> str:
    svg, _ = blank_picture(
        Picture(), WIDTH, round(height), title=title, description=description, paper=PAPER
    )
    svg.append(label(title, (24, 28), "title", 13, INK, anchor="start"))
    svg.extend(parts)
    return tostring(svg, encoding="unicode") + "\n"


def bars(
    title: str, panels: Mapping[str, Sequence[Bar]], names: Sequence[str], *, stacked: bool = False
) -> str:
    """Panels of bars, all to one scale; `names` are what the two parts of a bar are."""
    most = max(
        bar.first.value + bar.second.value if stacked else max(bar.first.high, bar.second.high)
        for rows in panels.values()
        for bar in rows
    )
    described = [
        f"{heading}, {bar.name}: {bar.first.value:.1%} and {bar.second.value:.1%}"
        for heading, rows in panels.items()
        for bar in rows
    ]

    def parts() -> Iterator[Element]:
        top = 80.0
        for heading, rows in panels.items():
            axes = Axes(top, len(rows) * _ROW, 0.0, min(1.0, most * 1.1))
            yield from axes.frame(heading, percent=True)
            yield from legend(names, top, 180)
            for number, bar in enumerate(rows):
                yield from _bar(bar, axes, top + number * _ROW, stacked=stacked)
            top += len(rows) * _ROW + _GAP

    height = sum(len(rows) * _ROW + _GAP for rows in panels.values()) + 46
    return _drawn(title, f"{' and '.join(names)}: {'; '.join(described)}.", height, parts())


def _bar(bar: Bar, axes: Axes, top: float, *, stacked: bool) -> Iterator[Element]:
    yield label(bar.name, (LEFT - 8, top + 22), "seat", 13, DARK, anchor="end")
    begin = axes.x(0)
    for number, part in enumerate((bar.first, bar.second)):
        width = axes.x(part.value) - axes.x(0)
        y, height = (top + 6, 22) if stacked else (top + 4 + 13 * number, 13)
        place = {"x": f"{begin:.2f}", "y": f"{y:g}", "width": f"{width:.2f}", "height": f"{height}"}
        yield Element("rect", {**place, "fill": COLOURS[number], "fill-opacity": "0.7"})
        if stacked:
            begin += width
        else:
            yield from _interval(part, axes, y + height / 2)


def _interval(part: Estimate, axes: Axes, y: float) -> Iterator[Element]:
    low, high = axes.x(part.low), axes.x(part.high)
    yield line((low, y), (high, y), DARK)
    for end in (low, high):
        yield line((end, y - 3), (end, y + 3), DARK)


def curves(title: str, panels: Mapping[str, Mapping[str, Curve]], names_width: int) -> str:
    """Panels of curves by name."""
    described = [
        f"{heading}: {name} from {points[0][1]:.1%} at {points[0][0]:g} "
        f"to {points[-1][1]:.1%} at {points[-1][0]:g}, "
        f"most {max(part for _, part in points):.1%}"
        for heading, named in panels.items()
        for name, points in named.items()
    ]

    def parts() -> Iterator[Element]:
        for number, (heading, named) in enumerate(panels.items()):
            top = 80 + number * (HEIGHT + _GAP)
            yield from panel(heading, list(named.values()), top, list(named), names_width)

    height = 46 + len(panels) * (HEIGHT + _GAP)
    return _drawn(title, f"{'; '.join(described)}.", height, parts())


def histograms(named: Mapping[str, Mapping[int, int]]) -> Mapping[str, Curve]:
    """Distributions in equal steps, so that curves of one panel can be compared.

    The longest thousandth on either side is left out, since a few games can be very long.
    """
    ends = [end for counts in named.values() for end in _most_of(counts)]
    low, high = min(ends), max(ends)
    step = max(1, -(-(high - low + 1) // _STEPS))
    found = {}
    for name, counts in named.items():
        games, heights = sum(counts.values()), Counter[int]()
        first, last = _most_of(counts)
        for number, count in counts.items():
            if first <= number <= last:
                heights[(number - low) // step] += count
        numbers = range(min(heights), max(heights) + 1)
        middle = low + (step - 1) / 2
        found[name] = [(middle + at * step, heights[at] / games) for at in numbers]
    return found


def _most_of(counts: Mapping[int, int]) -> tuple[int, int]:
    """Between which numbers all but a thousandth on either side lie."""
    numbers = sorted(counts)
    sums = [*accumulate(counts[number] for number in numbers)]
    low, high = (bisect_left(sums, part * sums[-1]) for part in (_TAIL, 1 - _TAIL))
    return numbers[low], numbers[high]
