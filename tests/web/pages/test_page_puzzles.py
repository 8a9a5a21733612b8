"""Puzzles on the page: moves are checked and answered, and the device keeps which were solved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from puzzles import puzzles_in
from support.browser import NEEDED, Keys
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import Game, morris
from ninetka.games import all_games, entry_for_state
from ninetka.records import Record, write

pytestmark = [*NEEDED, pytest.mark.long]


def records_by_game() -> dict[str, list[Record[Any, Any]]]:
    files = [[*puzzles_in(entry.puzzles())] for entry in all_games() if entry.puzzles]
    starts = [records[0].game.initial_state for records in files]
    names = [entry_for_state(start).name_of(start) for start in starts]
    return dict(zip(names, files, strict=True))


FILES = records_by_game()
NAMES = [name for entry in all_games() if entry.lessons for name in entry.names]
MILLS: Game[Any, Any] = Game.start(morris.MILLS)


def named(page: PlayPage, name: str, within: str = "body") -> Any:
    """The button of that name."""
    buttons = page.driver.find_elements("css selector", f"{within} button")
    (found,) = [each for each in buttons if each.accessible_name == name and each.is_displayed()]
    return found


def learn(page: PlayPage) -> None:
    page.click("#open-learn")
    page.wait(lambda: page.js("return page['lesson-list'].children.length") == len(NAMES))


def begin(page: PlayPage, name: str, solved: int = 0) -> None:
    learn(page)
    section = f"#lesson-list section:nth-child({NAMES.index(name) + 1})"
    named(page, f"Puzzles, solved: {solved} of {len(FILES[name])}", section).click()
    page.wait(lambda: page.text("#lesson-title").startswith(f"{name}, puzzle"))


def pick(page: PlayPage, state: Any, move: Any) -> None:
    for place in state.places_of(move):
        page.click_place(place)
    if page.js("return pickResult?.move && pickResult.next.length > 0"):
        page.js("page.picks.querySelector('button:last-of-type').previousSibling.click()")


def solve(page: PlayPage, record: Record[Any, Any], first: int = 0) -> None:
    """Make the solver's moves, from the ply `first` on; the page makes the others."""
    game = record.game
    solver = game.initial_state.to_move
    for state, move in [*zip(game.states, game.moves, strict=False)][first:]:
        if state.to_move == solver:
            page.wait(lambda: page.position == state.to_text())  # noqa: B023
            pick(page, state, move)
    page.wait(lambda: page.position == game.state.to_text())


@pytest.fixture(autouse=True)
def forgotten(page: PlayPage) -> None:
    page.js("localStorage.removeItem('ninetka-puzzles')")


@pytest.mark.main_path
@ON_BOTH_HOSTS
@pytest.mark.parametrize("name", sorted(FILES))
def test_a_puzzle_is_solved(page: PlayPage, name: str) -> None:
    page.open(Record(MILLS.play("1 2")))
    begin(page, name)
    record, following = FILES[name][:2]
    state: Any = record.game.initial_state
    mover = state.seats[state.to_move]
    assert page.text("#lesson-title") == f"{name}, puzzle 1 of {len(FILES[name])}"
    assert page.text("#lesson-task") == f"Player {mover} to move. {record.comments[0]}"
    assert page.one("#lesson").accessible_name == page.text("#lesson-title")
    wrong = next(move for move in state.some_moves if move != record.game.moves[0])
    pick(page, state, wrong)
    page.wait(lambda: "is not the move that is looked for" in page.seen["message"])
    assert page.position == state.to_text()
    solve(page, record)
    page.wait(lambda: page.text("#message") == "Right.")
    solved = " ".join(record.game.move_texts)
    assert page.text("#lesson-reason") == f"{solved}. Solved: 1 of {len(FILES[name])}"
    named(page, "Next puzzle").click()
    page.wait(lambda: page.text("#lesson-title") == f"{name}, puzzle 2 of {len(FILES[name])}")
    assert page.position == following.game.initial_state.to_text()
    named(page, "Leave the puzzles").click()
    page.shows(Record(MILLS.play("1 2")))
    begin(page, name, 1)
    assert page.text("#lesson-title") == f"{name}, puzzle 2 of {len(FILES[name])}"


def test_the_other_side_answers_and_long_puzzles_go_on(page: PlayPage) -> None:
    at, record = next(
        (at, each) for at, each in enumerate(FILES["Mills"]) if each.tags["Depth"] == "2"
    )
    page.js("localStorage['ninetka-puzzles'] = arguments[0]", f'{{"Mills": {[*range(at)]}}}')
    begin(page, "Mills", at)
    state: Any = record.game.initial_state
    page.wait(lambda: page.position == state.to_text())  # not that of the test before
    pick(page, state, record.game.moves[0])
    page.wait(lambda: page.text("#message") == "Right. Go on.")
    own = next(
        ply for ply in range(1, record.game.ply) if record.game.states[ply].to_move == state.to_move
    )
    assert page.position == record.game.states[own].to_text()
    assert not page.one("#next-lesson").is_displayed()
    solve(page, record, own)
    page.wait(lambda: page.text("#message") == "Right.")


def test_a_solution_that_was_shown_does_not_count(page: PlayPage) -> None:
    begin(page, "Kropki")
    record = FILES["Kropki"][0]
    named(page, "Solution").click()
    page.says(f"Solution: {' '.join(record.game.move_texts)}")
    assert page.js("return page.board.querySelectorAll('.hint').length") == 1
    solve(page, record)
    page.wait(lambda: page.text("#lesson-reason").endswith(" Solved: 0 of 100"))
    named(page, "Next puzzle").click()
    page.wait(lambda: page.text("#lesson-title") == "Kropki, puzzle 2 of 100")


def test_a_puzzle_is_solved_by_keys(page: PlayPage) -> None:
    begin(page, "9tka")
    record = FILES["9tka"][0]
    state: Any = record.game.initial_state
    assert page.js("return Boolean(placeOf(document.activeElement))")
    (place,) = state.places_of(record.game.moves[0])
    page.focus(f'.target[data-place="{place}"]')
    page.press(Keys.ENTER)
    page.wait(lambda: page.text("#message") == "Right.")
    page.wait(lambda: page.js("return document.activeElement.id") == "next-lesson")
    page.press(Keys.ENTER)
    page.wait(lambda: page.text("#lesson-title") == "9tka, puzzle 2 of 100")


def test_a_file_with_one_puzzle_opens_as_a_puzzle(page: PlayPage, tmp_path: Path) -> None:
    file, record = tmp_path / "one.9tka", FILES["Mills"][0]
    file.write_text(record.to_text(), "utf-8")
    page.menu("files")
    page.one("#file").send_keys(str(file))
    page.wait(lambda: page.text("#lesson-title") == "one.9tka, puzzle 1 of 1")
    solve(page, record)
    page.wait(lambda: page.text("#lesson-reason").endswith("Solved: 1 of 1"))
    assert not page.one("#next-lesson").is_displayed()


def test_a_file_of_records_is_solved(page: PlayPage, tmp_path: Path) -> None:
    game = MILLS.play("1 2 4 5")
    ours = Record(game, {}, {0: "Close the mill."}).game
    other = Game.from_state(morris.State.from_text(ours.state.to_text())).play("7 x2")
    file = tmp_path / "mine.9tka"
    records = [Record(other, {}, {0: "Close the mill."}), FILES["Mills"][0]]
    file.write_text("".join(write(records)), "utf-8")
    page.menu("files")
    page.one("#file").send_keys(str(file))
    page.wait(lambda: page.text("#checked") == "mine.9tka: 2 good, 0 bad")
    page.js("page.solve.click(); page.solve.click(); await queueDone()")  # one press too many
    assert page.seen["message"] == ""
    page.wait(lambda: page.text("#lesson-title") == "mine.9tka, puzzle 1 of 2")
    assert page.text("#lesson-task") == "Player a to move. Close the mill."
    solve(page, records[0])
    page.wait(lambda: page.text("#lesson-reason") == "g1 xd6. Solved: 1 of 2")
    named(page, "Next puzzle").click()
    page.wait(lambda: page.position == FILES["Mills"][0].game.initial_state.to_text())
