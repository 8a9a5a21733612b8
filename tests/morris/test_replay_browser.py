"""The page that replays a long game of five, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import BROWSER, DRIVER, TELEPHONE, Show, showing

from morris.games import whole_game
from ninetka.records import Record
from ninetka.web.replay import replay_page

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not BROWSER, reason="there is no Chromium here"),
    pytest.mark.skipif(not DRIVER, reason="there is no chromedriver here"),
]

GAME = whole_game(5, 0)


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    yield from showing(tmp_path_factory)


@pytest.fixture
def driver(show: Show, tmp_path: Path) -> Any:
    """The browser, at the page of the game."""
    driver = show()
    page = tmp_path / "replay.html"
    page.write_text(replay_page(Record(GAME)), "ascii")
    driver.get(page.as_uri())
    return driver


@pytest.mark.parametrize("width", [TELEPHONE, 1280])
def test_every_player_has_a_column_in_the_list_of_moves(driver: Any, width: int) -> None:
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width == TELEPHONE},
    )
    boxes = driver.execute_script(
        """return steps.links.slice(1).map(link => {
            const { left, top, height } = link.getBoundingClientRect();
            return [left, top, height];
        })"""
    )
    columns: dict[int, set[int]] = {}
    for state, (left, _, _) in zip(GAME.states, boxes, strict=False):
        columns.setdefault(int(state.to_move), set()).add(round(left))
    places = [columns[seat] for seat in sorted(columns)]
    assert all(len(each) == 1 for each in places)
    assert sorted(places, key=min) == places
    heights = {round(height) for _, _, height in boxes}
    assert max(heights) - min(heights) <= 1, "no move is broken into lines"
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    for removal, (_, top, _) in enumerate(boxes):
        if GAME.move_texts[removal].startswith("x"):
            assert top > boxes[removal - 1][1]
