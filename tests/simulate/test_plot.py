"""Plots of results."""

from __future__ import annotations

from fractions import Fraction
from xml.etree.ElementTree import Element, fromstring

import pytest

from ninetka import NinetkaError
from ninetka.simulate.estimates import Results
from ninetka.simulate.plot import plot

SVG = "{http://www.w3.org/2000/svg}"
SOME = Results({(0,): 6, (1,): 3, (): 1}, {(2, 1): 6, (0, 4): 4}, {9: 9, 12: 1})


def drawn(results: Results, title: str = "Ten games") -> Element:
    return fromstring(plot(results, ["a", "<"], title))


def texts(picture: Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def test_what_is_in_a_plot() -> None:
    picture = drawn(SOME)
    assert picture[0].text == "Ten games"
    assert picture[1].text == (
        "Games won: seat a 60.00%, seat < 30.00%, drawn 10.00%. Points on average, by seat: "
        "1.2, 2.2. Plies: 9.3 on average, from 9 to 12."
    )
    shown = texts(picture)
    for text in ("Ten games", "Games won", "drawn", "40 %"):
        assert text in shown
    assert shown.count("seat a") == shown.count("seat <") == 2  # a bar and a curve
    rows = [each for each in picture.iter(f"{SVG}rect") if each.get("class") == "won"]
    bars = [float(each.get("width", "")) for each in rows]
    assert bars[0] == pytest.approx(2 * bars[1], abs=0.02) == pytest.approx(6 * bars[2], abs=0.1)
    curves = [(each.get("points") or "").split() for each in picture.iter(f"{SVG}polyline")]
    assert [len(curve) for curve in curves] == [3, 4, 4]  # 0 to 2, 1 to 4, 9 to 12


def test_fractions_and_many_numbers_are_plotted() -> None:
    third: tuple[int | Fraction, ...] = (Fraction(1, 3), -1)
    thirds = Results({(0,): 2}, {third: 1, (2, -1): 1}, {5: 2})
    curves = list(drawn(thirds).iter(f"{SVG}polyline"))
    assert [len((each.get("points") or "").split()) for each in curves] == [2, 1, 1]
    scores: dict[tuple[int | Fraction, ...], int] = {
        (points, Fraction(points, 7)): 1 for points in range(1001)
    }
    many = Results({(0,): 1001}, scores, dict.fromkeys(range(1001), 1))
    for each in drawn(many).iter(f"{SVG}polyline"):
        assert 30 < len((each.get("points") or "").split()) <= 40


def test_titles_that_are_long_or_not_for_xml() -> None:
    picture = drawn(SOME, "x\x00" + "long " * 99)
    assert (picture[0].text or "").startswith("x\ufffdlong")
    assert any(text.endswith("…") for text in texts(picture))


def test_a_plot_needs_games() -> None:
    with pytest.raises(NinetkaError, match="no games have been played, so there is nothing"):
        plot(Results(), ["a", "b"], "")
