"""What pictures share: texts that fit and contrast."""

from __future__ import annotations

import pytest

from ninetka import NinetkaError
from ninetka.drawing.options import Picture
from ninetka.drawing.svg import checked, contrast, fit_text, readable


@pytest.mark.parametrize(("known", "can"), [((), "nothing"), (("a", "b"), "a and b")])
def test_marks_that_a_game_does_not_have(known: tuple[str, ...], can: str) -> None:
    assert checked(Picture(marks=known), known, 2).marks == known
    with pytest.raises(NinetkaError) as caught:
        checked(Picture(marks=[*known, "x"]), known, 2)
    assert str(caught.value) == f"pictures of this game can mark {can}, not 'x'"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("", 0, ""),
        ("WWW", 3.6, "WWW"),
        ("WWW", 3.59, "W\u2026"),
        ("iiiiiiii", 3.6, "iii\u2026"),
        ("Ann Lee", 4.5, "Ann\u2026"),
        ("Ann Lee", 5.2, "Ann\u2026"),
        ("\u2026" * 3, 3.2, "\u2026" * 2),
        ("\uac00" * 3, 3.31, "\uac00" * 3),
        ("iii", 0.6, "\u2026"),
        ("i\u0300" * 40, 10.1, "\u00ec" * 14 + "\u2026"),
        ("e\u0301" * 3, 2.25, "\u00e9" * 3),
        ("\u5c71" * 4, 4.4, "\u5c71" * 4),
        ("\ufdfd", 13.9, "\u2026"),
    ],
)
def test_texts_are_cut_to_what_fits(text: str, width: float, shown: str) -> None:
    assert fit_text(text, width) == shown


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#ffffff", "#000000", 21), ("#767676", "#ffffff", 4.5422), ("#0a0a0a", "#000000", 1.0607)],
)
def test_contrast_is_what_wcag_2_says(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.0001)


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ("50/3", "16\u2154"),
        ("-10/3:20/3", "-3\u2153:6\u2154"),
        ("1/2-1/2", "\u00bd-\u00bd"),
        ("a 41/5 \u00b7 b 7", "a 8\u2155 \u00b7 b 7"),
        ("22/7", "22/7"),
        ("1234567890/3", "1234567890/3"),
    ],
)
def test_points_are_read(points: str, shown: str) -> None:
    assert readable(points) == shown
