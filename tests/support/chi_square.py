"""Whether counts agree with chances, or with other counts (chi-square)."""

from __future__ import annotations

from collections.abc import Mapping
from math import cbrt, sqrt
from typing import Any

MOST = 5.0
"""How many standard deviations are allowed: one check in three million fails by chance."""
FEWEST = 10.0
"""Results of which fewer are expected are counted together."""


def check_law(seen: Mapping[Any, int], chances: Mapping[Any, float]) -> None:
    """Fail if counts are all but impossible by their exact chances."""
    total = sum(seen.values())
    assert seen.keys() <= chances.keys(), seen.keys() - chances.keys()
    assert abs(sum(chances.values()) - 1) < 1e-9
    _check([(seen.get(key, 0), total * chance) for key, chance in chances.items()])


def _check(cells: list[tuple[float, float]]) -> None:
    few = [cell for cell in cells if cell[1] < FEWEST]
    cells = [cell for cell in cells if cell[1] >= FEWEST]
    if few:
        cells.append((sum(seen for seen, _ in few), sum(expected for _, expected in few)))
    square = sum((seen - expected) ** 2 / max(expected, 1) for seen, expected in cells)
    assert deviation(square, len(cells) - 1) < MOST, f"not by chance: {cells}"


def check_same_law(seen: Mapping[Any, int], others: Mapping[Any, int]) -> None:
    """Fail if two kinds of counts can hardly come from the same chances."""
    total, others_total = sum(seen.values()), sum(others.values())
    share = total / (total + others_total)
    both = {key: seen.get(key, 0) + others.get(key, 0) for key in {*seen, *others}}
    few = {key for key, count in both.items() if count * min(share, 1 - share) < FEWEST}
    rows = [(seen.get(key, 0), count) for key, count in both.items() if key not in few]
    if few:
        rows.append((sum(seen.get(key, 0) for key in few), sum(both[key] for key in few)))
    square = sum((n - m * share) ** 2 / (m * share * (1 - share)) for n, m in rows)
    assert deviation(square, len(rows) - 1) < MOST, (seen, others)


def deviation(square: float, freedom: int) -> float:
    """How unlikely a chi-square is, in standard deviations of a normal (Wilson and Hilferty)."""
    if freedom == 0:
        return 0.0 if square < 1e-9 else float("inf")
    spread = 2 / (9 * freedom)
    return (cbrt(square / freedom) - (1 - spread)) / sqrt(spread)
