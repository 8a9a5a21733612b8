"""Files, links and what the page keeps."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import CLICK, PlayPage, check, from_server
from support.server_calls import result

from ninetka import NESTORGAMES, Game, kropki
from ninetka.kropki import KROPKI
from ninetka.records import Record, parse, read, verify, write

pytestmark = [*NEEDED, pytest.mark.long]

EXAMPLES = sorted(
    path
    for path in (Path(__file__).parents[3] / "examples").iterdir()
    if path.suffix in (".9tka", ".sgf")
)
DOTS = Game.start(attrs.evolve(kropki.TERRITORY, columns=7, rows=6)).play("aa ba")
COMMENTED = Record(
    DOTS.resign(), {"First": "Ann", "Event": "\u0141\u00f3d\u017a"}, {0: "so", 2: "a\u2028b"}
)


def choose_file(page: PlayPage, path: Path) -> None:
    page.menu("files")
    page.one("#file").send_keys(str(path))


def drop(page: PlayPage, name: str, text: str) -> None:
    """Drop a file onto the page."""
    page.js(
        """const [name, text] = arguments;
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        for (const kind of ["dragenter", "dragover", "drop"]) {
            const how = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent(kind, how));
        }""",
        name,
        text,
    )


def done(page: PlayPage) -> None:
    """Wait until a file is checked."""
    page.wait(lambda: page.one("#check").is_displayed())
    page.wait(lambda: not page.one("#progress").is_displayed())


def games(page: PlayPage) -> list[str]:
    titles: list[str] = page.js("return [...page.games.options].map((option) => option.text)")
    return titles


# Opening


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_opened(page: PlayPage, path: Path) -> None:
    with path.open("rb") as file:
        records = list(read(file))
    choose_file(page, path)
    if len(records) > 1:
        done(page)
        assert page.text("#checked").startswith(f"{path.name}: {len(records)} good, ")
        assert page.text("#checked").endswith(", 0 bad")
    for number in {0, 1, len(records) - 1} & {*range(len(records))}:
        if len(records) > 1:
            page.js("page.games.selectedIndex = arguments[0]", number)
            page.click("#open")
        page.shows(records[number])
        assert page.record() == records[number].to_text()


def test_a_dropped_file_is_opened(page: PlayPage) -> None:
    drop(page, "game.9tka", COMMENTED.to_text())
    page.shows(COMMENTED)
    assert page.record() == COMMENTED.to_text()
    assert not page.one("#check").is_displayed()
    assert not page.js("return page.game.classList.contains('dropping')")


def some_records(count: int) -> list[Record[Any, Any]]:
    return [
        Record(Game.start(NESTORGAMES).play(["*C3", "*F3", "*I3"][: at % 4]), {"Round": str(at)})
        for at in range(count)
    ]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_games_of_a_file_are_checked_and_bad_ones_named(page: PlayPage, ends: str) -> None:
    records = some_records(6)
    texts = [*write(records)]
    texts[3] = texts[3].replace("*I3", "*G3")
    text = "\n".join(texts).replace("\n", ends)
    drop(page, "games.9tka", text)
    done(page)
    assert page.text("#checked") == "games.9tka: 5 good, 1 bad"
    verdicts = [*verify(io.StringIO(text))]
    (error,) = [verdict.error for verdict in verdicts if verdict.error]
    reason = games(page)[3].removeprefix("4. bad: ")
    assert reason in str(error)
    assert games(page)[2] == "3. *, plies: 2"
    page.click("#games option:nth-child(4)")
    page.wait(lambda: page.text("#verdict") != "")
    assert page.text("#verdict") == f"line {error.line}, ply 3, \u2018*G3\u2019: {reason}"
    page.click("#open")
    legal = Game.start(NESTORGAMES).play("*C3 *F3")
    page.wait(lambda: page.position == legal.state.to_text())
    assert page.seen["message"].startswith("The record goes wrong here: ")
    assert page.seen["message"].endswith(reason)
    check({**page.seen, "message": ""}, Record(legal))
    page.click("#games option:nth-child(6)")
    page.click("#open")
    page.shows(records[5])
    page.click("#close")
    assert not page.one("#check").is_displayed()


def test_a_large_file_is_checked_in_steps_while_the_page_can_be_used(page: PlayPage) -> None:
    records = some_records(6000)
    drop(page, "many.9tka", "\n".join(write(records)))
    page.wait(lambda: page.one("#progress").is_displayed())
    page.wait(lambda: 0 < float(str(page.one("#progress").get_property("value"))) < 1)
    page.open(Record(DOTS))
    page.shows(Record(DOTS))
    page.wait(lambda: not page.one("#progress").is_displayed())
    assert page.text("#checked") == "many.9tka: 6000 good, 0 bad"
    page.js("page.games.selectedIndex = 5999")
    page.click("#open")
    page.shows(records[-1])
    assert parse(page.record()).tags == {"Round": "5999"}


def test_another_file_ends_a_check(page: PlayPage) -> None:
    drop(page, "many.9tka", "\n".join(write(some_records(5000))))
    drop(page, "few.9tka", "\n".join(write(some_records(2))))
    done(page)
    assert page.text("#checked") == "few.9tka: 2 good, 0 bad"
    assert len(games(page)) == 2


def test_games_on_one_line_can_be_opened(page: PlayPage) -> None:
    records = [Record(DOTS, {"Event": event}) for event in ("one", "two", "three")]
    text = "".join(record.to_form("sgf").replace("\n", "") for record in records)
    assert len([*read(io.StringIO(text), entry=KROPKI)]) == 3
    drop(page, "line.sgf", text)
    done(page)
    for number in (1, 0, 2):
        page.js("page.games.selectedIndex = arguments[0]", number)
        page.click("#open")
        page.wait(lambda: parse(page.record()).tags == records[number].tags)  # noqa: B023
        page.shows(records[number])


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "hello", "\0\1\2", "{", "[]", "<html>", "(;GM[40]", '[Game "chess"]\n\ne4 *'],
)
def test_what_is_no_record_is_refused(page: PlayPage, text: str) -> None:
    page.open(Record(Game.start(NESTORGAMES)))
    before = page.seen
    drop(page, "odd.txt", text)
    page.wait(lambda: page.seen["message"].startswith("In odd.txt: "))
    assert {**page.seen, "message": ""} == before
    page.play(["C3"])


# Saving


@pytest.fixture
def saved(page: PlayPage, tmp_path: Path) -> Callable[[str], str]:
    """Saves the game that is shown; gives the file's text."""
    page.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )

    def save(form: str) -> str:
        page.menu("files")
        page.js("page.form.value = arguments[0]", form)
        page.click("#save")
        path = tmp_path / f"{parse_name(page)}.{form}"
        page.wait(lambda: path.exists() and path.stat().st_size > 0)
        return path.read_bytes().decode()

    return save


def parse_name(page: PlayPage) -> str:
    return str(page.driver.title).rpartition(" \u00b7 ")[2]


@pytest.mark.main_path
@pytest.mark.parametrize("form", ["9tka", "json", "sgf"])
def test_a_game_is_saved(page: PlayPage, saved: Callable[[str], str], form: str) -> None:
    page.open(COMMENTED)
    assert saved(form) == COMMENTED.to_form(form)
    assert page.text("#said") == f"Saved as Kropki.{form}."


ANNOTATED = """\
[Ruleset "nestorgames"]
[Players "2"]

$10 *C3!? {[%clk 0:05:00] hm} (*D3 {so} *F3 (*I3)) *F3 (*G3) *I3 $1 (*C6) *
"""


def test_what_is_written_on_moves_is_kept_and_saved(
    page: PlayPage, saved: Callable[[str], str]
) -> None:
    drop(page, "annotated.9tka", ANNOTATED)
    page.wait(lambda: page.js("return page.place.textContent") == "Ply 3 of 3")
    assert parse(saved("9tka")) == parse(ANNOTATED)
    page.click("#undo")
    page.wait(lambda: page.js("return page.place.textContent") == "Ply 2 of 2")
    assert parse(saved("json")) == parse(ANNOTATED.replace("*I3 $1 (*C6) *", "*"))


def test_comments_are_edited_and_saved(page: PlayPage, saved: Callable[[str], str]) -> None:
    page.open(Record(DOTS))
    page.one("#note").send_keys("last \u201cone\u201d } {")
    page.click("#first")
    page.wait(lambda: page.text("#place") == "Ply 0 of 2")
    assert page.js("return page.note.value") == ""
    page.one("#note").send_keys("start")
    page.click("#last")
    page.wait(lambda: page.js("return page.note.value") == "last \u201cone\u201d } {")
    assert parse(saved("json")).comments == {0: "start", 2: "last \u201cone\u201d } {"}


# Links, and what is kept


@pytest.mark.main_path
def test_a_link_holds_the_game(page: PlayPage) -> None:
    page.open(COMMENTED)
    link = page.link
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(link)
        page.begun()
        page.shows(COMMENTED)
        assert page.record() == COMMENTED.to_text()
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)


def test_a_link_opens_in_the_page_itself(page: PlayPage) -> None:
    page.open(COMMENTED)
    link = page.link
    page.open(Record(Game.start(NESTORGAMES)))
    page.driver.get(link)
    page.shows(COMMENTED)


def kept_record(page: PlayPage) -> Any:
    kept = json.loads(page.js("return localStorage.ninetka ?? '{}'"))
    return result("record", **kept["game"])["record"] if kept else None


LISTED = """
const [place] = arguments;
const found = () => [localStorage.ninetka, sessionStorage.ninetka];
const kept = new Promise((resolve) => new MutationObserver(() => resolve(found())).observe(
    page.moves, { childList: true, subtree: true }));
click(place);
return kept;
"""
"""Gives what is kept at the moment when a move stands in the list, before it is on the board."""


def test_a_move_is_kept_before_it_is_shown(page: PlayPage) -> None:
    """So a tab that crashes or is closed loses none, and nobody asks the rules for the record."""
    page.open(Record(DOTS))
    page.requests()
    for kept in page.js(CLICK + LISTED, "ca"):
        assert result("record", **json.loads(kept)["game"])["record"] == (
            Record(DOTS.apply("ca")).to_text()
        )
    page.shows(Record(DOTS.apply("ca")))
    assert [address.rpartition("/")[2] for address in page.requests()] == ["answer"]


def test_a_tab_that_crashes_loses_nothing(page: PlayPage) -> None:
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(page.address)
    page.begun()
    page.open(Record(DOTS))
    page.play(["ca"])
    page.one("#note").send_keys("why?")
    with suppress(Exception):  # the browser says that the tab has crashed
        page.driver.execute_cdp_cmd("Page.crash", {})
    page.driver.switch_to.window(first)
    page.driver.get("about:blank")
    page.driver.get(page.address)
    page.js("sessionStorage.clear(); location.reload()")
    page.begun()
    record = Record(DOTS.apply("ca"), {}, {3: "why?"})
    page.shows(record)
    assert page.record() == record.to_text()


@pytest.mark.main_path
def test_a_reload_goes_on_with_the_game(page: PlayPage) -> None:
    page.open(COMMENTED)
    page.click("#undo")
    game = DOTS.apply("ca")
    page.shows(Record(DOTS, COMMENTED.tags))
    page.play(["ca"])
    kept = attrs.evolve(COMMENTED, game=game)
    page.shows(kept)
    page.wait(lambda: kept_record(page) == kept.to_text())
    page.driver.refresh()
    page.begun()
    page.shows(kept)
    assert page.record() == kept.to_text()


def test_a_reload_goes_on_with_the_game_of_a_link(page: PlayPage) -> None:
    page.open(Record(DOTS))
    page.load(f"#{page.link.partition('#')[2]}")
    page.play(["ca"])
    record = Record(DOTS.apply("ca"))
    page.wait(lambda: kept_record(page) == record.to_text())
    page.driver.refresh()
    page.begun()
    page.shows(record)


def test_the_program_gives_the_first_game(page: PlayPage) -> None:
    with from_server(COMMENTED.to_text(), ["me", "me"]) as address:
        given = attrs.evolve(page, address=address)
        given.load()
        given.shows(COMMENTED)
        page.load()  # before the program ends
    with from_server("nonsense") as address:
        given = attrs.evolve(page, address=address)
        given.load()
        assert given.seen["message"] != ""
        assert given.seen["turn"] == "You (a) to move"
        page.load()
    page.requests()


def test_what_was_kept_may_be_spoilt(page: PlayPage) -> None:
    for kept in (
        "",
        "{",
        "null",
        "7",
        '"x"',
        "[]",
        '{"record": "x"}',
        '{"game": "x"}',
        '{"game": {"moves": 7}, "players": 3}',
    ):
        page.reload(kept)
        assert page.seen["turn"] == "You (a) to move"
    read = result("read", records=Record(DOTS).to_text())
    for player in (5, ["x"], {"x": 1}, "<img src=x onerror=hacked=1>"):
        game = {**read["options"], "moves": read["moves"]}
        odd = {"game": game, "players": [player], "__proto__": {"x": 1}}
        page.reload(json.dumps(odd))
        page.wait(lambda: "(x) cannot move: " in page.seen["message"])
        assert page.position == DOTS.state.to_text()
        assert page.js("return window.hacked || document.querySelector('img')") is None


def test_positions_and_links_are_copied(page: PlayPage) -> None:
    page.open(Record(DOTS))
    page.menu("files")
    for button in ("#copy-position", "#copy-link"):
        page.js("page.said.textContent = ''")
        page.click(button)
        page.wait(lambda: page.text("#said") != "")
    assert page.one("#position").get_property("value") == DOTS.state.to_text()
