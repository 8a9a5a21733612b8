"""A game of each kind on the page in Firefox: clicked through, and compared with the library's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.firefox import NEEDED, Firefox, firefox
from support.play_page import from_files, from_server

from ninetka import Game
from ninetka.games import entry_for_name

pytestmark = [NEEDED, pytest.mark.long]

STEP = """
const [seed] = arguments;
const board = document.querySelector("#board");
const button = document.querySelector("#picks .main");
const next = [...board.querySelectorAll(".target.next")];
const playable = [...board.querySelectorAll(".target.playable")];
const targets = next.length ? next : playable;
const target = button ?? targets[seed % targets.length];
const how = { bubbles: true, cancelable: true, view: window };
for (const kind of ["pointerdown", "pointerup", "click"]) {
    target.dispatchEvent(new MouseEvent(kind, how));
}
"""
"""Clicks on a place that can be picked, or on what is offered."""
STANDING = """
const text = (selector) => document.querySelector(selector).textContent;
return {
    position: document.querySelector("#position").value,
    picked: text("#picked"),
    moves: Array.from(document.querySelectorAll("#moves .turns a"), (link) => link.textContent),
    message: text("#message"),
    spoken: text("#spoken"),
};
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as session:
        yield session


@pytest.fixture(scope="module", params=[from_server, from_files])
def page(browser: Firefox, request: pytest.FixtureRequest) -> Iterator[Firefox]:
    with request.param() as address:
        browser.send("Navigate", url=address)
        browser.wait("document.querySelector('#loading').hidden")
        yield browser


def begin(page: Firefox, name: str, position: str) -> None:
    """Begin a game of two or three people by its card."""
    page.js(
        """document.querySelector("#new").click();
        document.querySelector("[name=opponent][value='3']").click();
        document.querySelector(`[data-game="${arguments[0]}"]`).click();""",
        name,
    )
    page.wait(f"document.querySelector('#position').value === '{position}'")


@pytest.mark.parametrize("name", ["9tka", "Kropki", "9AM", "Mills"])
def test_a_game_can_be_played_in_firefox(page: Firefox, name: str) -> None:
    options: dict[str, Any] = {"columns": "20", "rows": "20"} if name == "Kropki" else {}
    if name in ("9tka", "9AM"):
        options["players"] = "3"
    game: Any = Game.from_state(entry_for_name(name).begin(game=name, **options))
    begin(page, name, game.state.to_text())
    now = page.js(STANDING)
    for seed in range(60):
        before = now
        page.js(STEP, 7919 * seed)
        page.wait(
            f"document.querySelector('#position').value !== '{before['position']}'"
            f" || document.querySelector('#picked').textContent !== '{before['picked']}'"
            " || document.querySelector('#message').textContent"
        )
        now = page.js(STANDING)
        assert now["message"] == ""
    assert len(now["moves"]) >= 25
    game = game.play(now["moves"])
    assert game.state.to_text() == now["position"]
    assert "Player " in now["spoken"]
