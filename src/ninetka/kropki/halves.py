"""Points in whole and half numbers, as komi makes them (K19)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeAlias

from ..base.errors import NinetkaError, quoted
from ..base.fields import series, whole
from .board import LONGEST

Points: TypeAlias = int | Fraction
"""Exact points: a whole number as an int, any other as a Fraction."""

MOST: Final = LONGEST * LONGEST
"""The most points that komi can be: as many as the largest board has."""


def as_half(
    value: object, what: str, error: Callable[[str], NinetkaError], most: int = MOST
) -> Points:
    """A number as exact points, which are a multiple of one half, from `-most` to `most`.

    Raises `error` for anything else, which it calls `what`.
    """
    exact = value if isinstance(value, float | Fraction) else whole(value)
    if exact is not None and -most <= exact <= most:
        half = Fraction(exact)
        if half.denominator <= 2:
            return half if half.denominator == 2 else half.numerator
    raise error(
        f"{what} must be a whole number or a half one from {-most} to {most}, not {quoted(value)}"
    )


def as_scores(value: object) -> tuple[Points, Points]:
    """Points by seat, each as `as_half` has it. Raises NinetkaError unless there are two."""
    given = series(value, "scores")
    if len(given) != 2:
        raise NinetkaError(f"scores must be 2 in number, not {quoted(value)}")
    first, second = given
    if type(first) is type(second) is int:  # which most scores are, so this is twice as fast
        return first, second
    most = 2 * MOST  # captured dots and komi
    first = as_half(first, "a score", NinetkaError, most)
    return first, as_half(second, "a score", NinetkaError, most)


def half_text(points: Points) -> str:
    """Points as players write them: `4`, `6.5`, `-0.5`."""
    return str(points if isinstance(points, int) else float(points))
