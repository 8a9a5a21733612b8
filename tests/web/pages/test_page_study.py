"""Studying a game: lines that nothing deletes, marks on moves, reviews, and analysis."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, parse, verify
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)


def record_of(page: PlayPage) -> Record[Any, Any]:
    text = page.record()
    assert [verdict.error for verdict in verify(io.BytesIO(text.encode()))] == [None]
    return parse(text)


def lines(page: PlayPage) -> list[str]:
    found: list[str] = page.js("return [...page.lines.children].map((each) => each.textContent)")
    return found


@pytest.mark.main_path
def test_another_move_makes_a_branch(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {}, {3: "so"}))
    page.click("#undo")
    page.click("#undo")
    page.wait(lambda: page.text("#place") == "Ply 1 of 1")
    page.play(["5"])
    page.wait(lambda: lines(page) == ["d6 e5"])
    record = record_of(page)
    assert record.game.move_texts == ("g7", "f6")
    (line,) = record.variations[2]
    assert line.game.move_texts == ("d6", "e5")
    assert line.comments == {2: "so"}


def test_a_branch_takes_the_place_of_the_game_and_back(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {"Event": "Club"}, {1: "first", 3: "so"}))
    for _ in range(2):
        page.click("#undo")
    page.play(["5"], ["6"])
    page.click("#back")
    before = record_of(page)
    page.wait(lambda: lines(page) == ["d6 e5"])
    page.click("#lines button")
    page.wait(lambda: lines(page) == ["f6 e4"])
    assert page.text("#place") == "Ply 2 of 3"
    swapped = record_of(page)
    assert swapped.game == MILLS.play("1 2 3")
    assert swapped.comments == {1: "first", 3: "so"}
    page.click("#lines button")
    page.wait(lambda: lines(page) == ["d6 e5"])
    assert record_of(page) == before


def test_the_same_move_again_goes_on_in_the_old_line(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {}, {2: "why"}))
    page.click("#undo")
    page.click("#undo")
    page.play(["2"])
    assert record_of(page) == Record(MILLS.play("1 2"), {}, {2: "why"})
    page.click("#redo")
    page.shows(Record(MILLS.play("1 2 3")))


def test_moves_are_marked(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2")))
    page.js("page.glyph.value = 5; page.glyph.dispatchEvent(new Event('change'))")
    assert record_of(page).glyphs == {2: (5,)}
    page.open(page.record())
    assert page.text("#moves [aria-current]") == "d6!?"


REVIEWED: Game[Any, Any] = random_game(
    Game.start(attrs.evolve(morris.MILLS, tokens=4, quiet=5)).state, Random(2)
)
"""A game that is drawn in the end."""


@contextmanager
def review(page: PlayPage, shares: Sequence[float], best: Mapping[int, str]) -> Iterator[None]:
    """The computer finds these shares of the first seat at each ply, and these best moves."""
    replies = []
    for at, (state, share) in enumerate(zip(REVIEWED.states, shares, strict=False)):
        own = share if state.to_move == 0 else 1 - share
        replies.append({"moves": [{"share": own, "move": best.get(at, REVIEWED.move_texts[at])}]})
    page.js(
        """const [found] = arguments;
        rules.thinks = rules.think;
        let at = 0;
        rules.think = async () => {
            const result = { analysis: found[at] };
            at += 1;
            return JSON.stringify({ jsonrpc: "2.0", id: 0, result });
        };""",
        replies,
    )
    page.click("#review")
    drawn = "return page.curve.querySelector('polyline')?.getAttribute('points').split(' ').length"
    page.wait(lambda: page.js(drawn) == REVIEWED.ply + 1)
    yield
    page.js("rules.think = rules.thinks")


def other_move(at: int) -> str:
    """A legal move that was not made."""
    state: Any = REVIEWED.states[at]
    texts = [state.move_text_unchecked(move) for move in state.legal_moves]
    return str(next(text for text in texts if text != REVIEWED.move_texts[at]))


@pytest.mark.main_path
def test_a_finished_game_is_reviewed(page: PlayPage) -> None:
    page.open(Record(REVIEWED))
    shares = [0.5, 0.5, *[0.9] * (REVIEWED.ply - 2)]
    better = other_move(1)
    with review(page, shares, {1: better}):
        record = record_of(page)
    assert record.glyphs == {2: (4,)}  # the second move gave the first seat so much more
    assert record.comments == {2: f"Better: {better} (50 % instead of 10 %)"}
    assert json.loads(page.record("json"))["moves"] == [*REVIEWED.move_texts]


def test_a_review_shows_the_moves_that_cost_most(page: PlayPage) -> None:
    page.open(Record(REVIEWED), ["me", "easy"])
    better = other_move(4)
    shares = [0.5, 0.5, 0.9, 0.9, 0.9, *[0.3] * (REVIEWED.ply - 5)]
    with review(page, shares, {1: other_move(1), 4: better}):
        page.wait(lambda: page.js("return page.costly.children.length") == 1)
    move = REVIEWED.move_texts[4]
    assert page.text("#costly") == f"3. {move}?? \u221260 %"
    assert page.text("#finding").startswith("These moves cost most")
    page.click("#costly button")
    fell = f"You (a) played {move}: the chance to win fell from 90 % to 30 %."
    page.wait(lambda: page.text("#finding") == f"{fell} Better is {better}.")
    assert page.text("#place") == f"Ply 4 of {REVIEWED.ply}"
    assert page.js("return page.board.querySelectorAll('.best > g').length") == 1
    page.click("#forward")
    note = f"Better: {better} (90 % instead of 30 %)"
    page.wait(lambda: page.text("#instruction") == f"This is an earlier position. {note}")
    page.open(Record(MILLS))
    assert not page.one("#reviewed").is_displayed()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768)])
def test_the_list_of_moves_is_in_sight_below_a_review(
    page: PlayPage, width: int, height: int
) -> None:
    page.size(width, height)
    page.open(Record(REVIEWED), ["me", "easy"])
    in_sight = """const [box, list, panel] = [page.reviewed, page.moves, page.panel].map(
        (each) => each.getBoundingClientRect());
        return box.top >= panel.top && Math.min(list.bottom, panel.bottom) - list.top >= 64;"""
    shares = [0.9, 0.1, 0.9, 0.1, 0.9, *[0.1] * (REVIEWED.ply - 5)]
    with review(page, shares, {at: other_move(at) for at in range(6)}):
        page.wait(lambda: page.js("return page.costly.children.length") == 3)
    assert page.js(in_sight)
    page.click("#costly button")
    page.wait(lambda: "Better is" in page.text("#finding"))
    assert page.js(in_sight)
    page.click("#last")
    page.wait(lambda: page.one("#end").is_displayed())
    assert page.js(in_sight)


def test_a_friend_is_sent_the_position_and_has_not_lost(page: PlayPage) -> None:
    page.open(Record(REVIEWED), ["me", "easy"])
    page.js("navigator.share = ({ url }) => { window.sent = url; return Promise.resolve(); }")
    with review(page, [0.5] * REVIEWED.ply, {}):
        page.wait(lambda: page.text("#finding").startswith("The computer has found no move"))
    page.js("return state.steps.show(3)")
    page.click("#share-moment")
    page.wait(lambda: bool(page.js("return window.sent")))
    sent = str(page.js("return window.sent"))
    page.load(f"#{sent.partition('#')[2]}")
    assert page.text("#place") == f"Ply 3 of {REVIEWED.ply}"
    assert page.js("return state.game.computers") == [None, None]


def test_a_review_of_three_shows_whose_chances_fell(page: PlayPage) -> None:
    costs = """const searched = (mover, share, best) => ({ best, shares: { [mover]: share } });
        const found = [searched(0, 0.5, "A"), searched(1, 0.4, "B"), searched(2, 0.3, "C"),
            searched(0, 0.2, "D"), { shares: {} }, { shares: { 0: 0, 1: 1, 2: 0 } }];
        const moves = ["", "a", "b", "C", "d", "e"];
        const plies = moves.map((move, at) => ({ move, seat: (at + 2) % 3 }));
        return costsOf(plies, found, [0, 2]).map(({ at, best, lost }) => [at, best, lost]);"""
    assert page.js(costs) == [[1, "A", 0.3], [4, "D", 0.2]]


KROPKI: Game[Any, Any] = Game.start(attrs.evolve(kropki.TERRITORY, columns=7, rows=6))
Shares = Mapping[str, float]
"""What the mover may expect of some moves."""

FOUND = """const [shares, waits] = arguments;
    rules.thinks = rules.think;
    rules.think = async (line) => {
        const { id, method, params } = JSON.parse(line);
        const answer = (result) => JSON.stringify({ jsonrpc: "2.0", id, result });
        if (method === "value") return answer({ proven: false });
        const found = Object.entries(shares[params.position] ?? {});
        found.sort((one, other) => other[1] - one[1]);
        const moves = found.map(([move, share]) => ({ move, share, playouts: 1 }));
        if (!moves.length) await new Promise(() => {});
        if (waits && params.player === "search:2s") {
            await new Promise((done) => { rules.release = done; });
            moves.reverse();
        }
        return answer({ move: moves[0].move, analysis: moves.length > 1 ? { moves } : null });
    };"""
SWITCHED = "return page.analyse.getAttribute('aria-pressed')"
DRAWN = """return [...page.board.querySelectorAll(".best > g")].reverse().map((each) =>
    [...each.querySelectorAll(".line, polygon")].map(({ localName }) => localName).join(" "))"""
PLACE = """const { x, y, width, height } = page.board.firstChild.getBoundingClientRect();
    return [x, y, width, height, document.documentElement.scrollWidth]"""


@contextmanager
def analysis(
    page: PlayPage, shares: Mapping[Game[Any, Any], Shares], *, waits: bool = False
) -> Iterator[None]:
    """Analysis is on, and finds this in the last positions of these games.

    If it waits, the longer search ends by `rules.release()`, with the moves in reverse.
    """
    found = {game.state.to_text(): moves for game, moves in shares.items()}
    page.js(FOUND, found, waits)
    page.click("#analyse")
    try:
        yield
    finally:
        if page.js(SWITCHED) == "true":
            page.js("page.analyse.click()")
        page.js("rules.think = rules.thinks")


def best(page: PlayPage) -> list[str]:
    """The moves that are offered."""
    found: list[str] = page.js(
        """const buttons = page.best.querySelectorAll("button[aria-disabled=false]");
        return Array.from(buttons, (each) => each.textContent)"""
    )
    return found


def offers(page: PlayPage, *moves: str) -> None:
    """Wait until these moves are offered."""
    page.wait(lambda: best(page) == [*moves])


def test_the_best_moves_are_shown(page: PlayPage) -> None:
    game = MILLS.play("1 2 3")
    page.open(Record(game))
    assert not page.one("#study").is_displayed()
    with analysis(page, {game: {"b6": 0.581, "d5": 0.5, "f4": 0.3, "a1": 0.1}}):
        assert page.one("#best button").aria_role == "button"
        offers(page, "1 b6 58 %", "2 d5 50 %", "3 f4 30 %")
        assert page.js(DRAWN) == ["circle", "circle", "circle"]
        assert page.text("#outlook") == "Better for Player b: 58 % to 42 %"
        assert page.one("#gauge").accessible_name == page.text("#outlook")
        assert page.one("#best button").accessible_name == "1 b6 58 %"
        assert page.one("#best").accessible_name == "Best moves"
        assert page.one("#study").accessible_name == "Analysis"
        assert page.js(SWITCHED) == "true"
        page.shows(Record(game))
        page.click("#analyse")
        assert page.js(SWITCHED) == "false"
        assert page.js(DRAWN) == []
        assert not page.one("#study").is_displayed()
        assert not page.one("#gauge").is_displayed()


def test_the_best_moves_are_shown_in_kropki(page: PlayPage) -> None:
    game = KROPKI.play("bb cc")
    page.open(Record(game))
    with analysis(page, {game: {"cb": 0.496, "bc": 0.25}}):
        offers(page, "1 cb 50 %", "2 bc 25 %")
        assert page.text("#outlook") == "Even: 50 % to 50 %"
        page.click("#best button")
        page.shows(Record(game.play("cb")))
        page.wait(lambda: page.js(DRAWN) == [])


def test_steps_and_removals_are_drawn(page: PlayPage) -> None:
    slides = random_game(Game.start(NESTORGAMES, players=3).state, Random(3))
    game: Game[Any, Any] = Game.start(NESTORGAMES, players=3).play(" ".join(slides.move_texts[:60]))
    page.open(Record(game))
    with analysis(page, {game: {"G1-G10": 0.5, "A4-B4": 0.2}}):
        offers(page, "1 G1-G10 50 %", "2 A4-B4 20 %")
        assert page.js(DRAWN) == ["path polygon", "path polygon"]
        assert page.text("#outlook") == "Player a may expect 50 % of the win."
        assert not page.one("#gauge").is_displayed()
    game = MILLS.play("1 4 2 5 3")
    page.open(Record(game))
    with analysis(page, {game: {"xg4": 0.9}}):
        offers(page, "1 xg4 ")
        assert page.js(DRAWN) == ["path"]
        assert page.text("#outlook") == "There is only one move."


def test_a_best_move_is_played(page: PlayPage) -> None:
    game, after = MILLS.play("1 2"), MILLS.play("1 2 3")
    page.open(Record(game))
    with analysis(page, {game: {"e5": 0.6, "d5": 0.5}, after: {"f4": 0.7, "a1": 0.5}}):
        offers(page, "1 e5 60 %", "2 d5 50 %")
        page.click("#best button")
        page.shows(Record(after))
        offers(page, "1 f4 70 %", "2 a1 50 %")


def test_analysis_follows_the_steps_and_makes_branches(page: PlayPage) -> None:
    games = [MILLS.play(moves) for moves in ("1", "1 2", "1 2 3")]
    found = [{"f6": 0.6, "d6": 0.5}, {"e5": 0.6, "b6": 0.5}, {"f4": 0.6, "g4": 0.5}]
    page.open(Record(games[2]))
    with analysis(page, dict(zip(games, found, strict=True))):
        offers(page, "1 f4 60 %", "2 g4 50 %")
        page.click("#back")
        offers(page, "1 e5 60 %", "2 b6 50 %")
        page.click("#best button")  # as the game went
        page.wait(lambda: page.text("#place") == "Ply 3 of 3")
        offers(page, "1 f4 60 %", "2 g4 50 %")
        page.click("#back")
        page.click("#back")
        offers(page, "1 f6 60 %", "2 d6 50 %")
        page.click("#best button")
        page.shows(Record(MILLS.play("1 f6")))
        page.wait(lambda: lines(page) == ["d6 e5"])
    assert record_of(page).variations[2][0].game.move_texts == ("d6", "e5")


PRESS = "page.best.children[0].dispatchEvent(new PointerEvent('pointerdown'))"
RELEASE = "page.best.children[0].dispatchEvent(new MouseEvent('click', { detail: 1 }))"


def test_what_is_pressed_is_played_though_better_moves_come(page: PlayPage) -> None:
    game = MILLS.play("1 2")
    page.open(Record(game))
    with analysis(page, {game: {"e5": 0.6, "d5": 0.5}}, waits=True):
        offers(page, "1 e5 60 %", "2 d5 50 %")
        page.wait(lambda: page.js("return Boolean(rules.release)"))
        page.js(f"{PRESS}; rules.release()")
        offers(page, "1 d5 50 %", "2 e5 60 %")
        page.js(RELEASE)
        page.shows(Record(game.play("e5")))


def test_a_click_on_a_move_of_another_position_is_explained(page: PlayPage) -> None:
    game = MILLS.play("1 2")
    page.open(Record(game))
    with analysis(page, {game: {"e5": 0.6, "d5": 0.5}}):
        offers(page, "1 e5 60 %", "2 d5 50 %")
        page.js(PRESS)
        page.click("#back")
        page.wait(lambda: page.text("#place") == "Ply 1 of 2")
        page.js(RELEASE)
        page.says("The position had changed before your click on e5: click again if you mean it.")


def test_analysis_waits_while_a_computer_is_to_move(page: PlayPage) -> None:
    game = MILLS.play("1")
    with page.thinking():
        page.open(Record(game), ["me", "random"])
        assert page.js(SWITCHED) == "false"
        page.click("#analyse")
        assert page.text("#outlook") == "The analysis waits for the computer's move."
        page.click("#back")
        page.wait(lambda: page.text("#place") == "Ply 0 of 1")
        assert page.text("#outlook") == "The analysis waits for the computer's move."
        assert best(page) == []
        page.click("#computer") if page.one("#computer").is_displayed() else page.click("#last")
        page.wait(lambda: page.text("#place") == "Ply 1 of 1")
        page.click("#computer")
        looking = "The computer is looking for the best moves \u2026"
        page.wait(lambda: page.text("#outlook") == looking)
        page.click("#computer")
        page.wait(lambda: page.text("#outlook").startswith("The analysis waits"))


def test_the_end_is_exact_and_another_game_switches_analysis_off(page: PlayPage) -> None:
    start: Any = Game.start(attrs.evolve(morris.MILLS, tokens=4, quiet=5)).state
    game = random_game(start, Random(2))
    assert game.outcome
    page.open(Record(game))
    with analysis(page, {}):
        page.wait(lambda: page.text("#outlook") == f"Exact: {page.text('#turn')}")
        assert best(page) == []
        page.open(Record(MILLS))
        assert page.js(SWITCHED) == "false"
        assert not page.one("#study").is_displayed()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_the_board_stays_where_it_is(page: PlayPage, width: int, height: int) -> None:
    page.size(width, height)
    game = KROPKI.play("bb cc")
    page.open(Record(game))
    before = page.js(PLACE)
    with analysis(page, {game: {"cb": 0.496, "bc": 0.25, "dd": 0.1}}):
        assert page.js(PLACE) == before
        offers(page, "1 cb 50 %", "2 bc 25 %", "3 dd 10 %")
        assert page.js(PLACE) == before
        tops = "return page.slider.getBoundingClientRect().top"
        top = page.js(tops)
        page.click("#best button")
        page.shows(Record(game.play("cb")))
        assert page.js(PLACE) == before
        assert page.js(tops) == top


@ON_BOTH_HOSTS
def test_perfect_play_is_exact(page: PlayPage) -> None:
    text = "aa.a...b...b...b........ 0/0 0/0 0 a move mills"
    game: Game[Any, Any] = Game.from_state(morris.State.from_text(text))
    page.open(Record(game))
    page.click("#analyse")
    said = "Exact: Player a wins, moves to the end: 2"
    page.wait(lambda: page.text("#outlook") == said)
    assert best(page) == ["1 d6-g1 "]
    assert page.js(DRAWN) == ["path polygon"]
    assert page.one("#gauge").accessible_name == said
    page.click("#analyse")


@ON_BOTH_HOSTS
def test_the_computer_analyses(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 4 5")))
    page.js(
        """const { think } = rules;
        let answers = 0;
        rules.think = (...given) => think.apply(rules, given).finally(() => { answers += 1; });
        rules.answers = () => answers;
        rules.thinks = think;"""
    )
    page.click("#analyse")
    page.wait(lambda: len(best(page)) == 3)
    page.wait(lambda: page.js("return rules.answers()") == 3)
    page.js("rules.think = rules.thinks")
    assert all(each.endswith(" %") for each in best(page))
    assert page.text("#outlook").startswith(("Better for", "Even"))
    page.click("#analyse")
