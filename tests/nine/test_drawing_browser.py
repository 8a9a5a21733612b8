"""Pictures in a browser: nothing in a legend overlaps, and a click hits the square it aims at."""

from __future__ import annotations

from random import Random

import pytest
from support.browser import AS_BUTTONS, NEEDED, Box, Show, apart, inside, spoken
from support.browser import show as show
from support.nine_states import playout

from ninetka import NESTORGAMES, WIKI, Pass, Ruleset, Slide, State, Symmetry
from ninetka.drawing.svg import text_width
from ninetka.nine.board import SQUARES

pytestmark = [pytest.mark.long, *NEEDED]

WIDE = [
    "W" * 30,
    "\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530",
    "@%" * 20,
    "\U0001f389" * 20,
]
SHORT = ["Anna", "\u0645\u062d\u0645\u062f", "WWWWW", "Dirk"]
FONTS = ["sans-serif", "DejaVu Sans", "Verdana", "Liberation Sans", "Noto Sans"]
LETTERS = [
    *map(chr, range(0x21, 0x7F)),
    *map(chr, range(0xA1, 0x180)),
    *map(chr, range(0x391, 0x3CF)),
    *map(chr, range(0x400, 0x460)),
    *"\u05d0\u0634\ufdfd\u0e01\u0915\u3042\u4e2d\ud55c\uff37\u2014\u2026\u2e3b\U0001f389\U0001f1f5",
]


GAMES = [
    playout(State.start(WIKI, players), Random(7), plies)
    for players in (2, 3, 4)
    for plies in (0, 5, 20, 59, None)
]
"""Games of 2 to 4 players in every phase, and at the end."""


BOXES = """return Array.from(document.querySelectorAll("svg"), svg => {
    const found = Array.from(svg.querySelectorAll(
        "rect.seat, .key, .score, .name, .to-move, .won"));
    const legend = found.concat(Array.from(svg.querySelectorAll("g.stone:not([data-place])")));
    return legend.map(each => {
        const box = each.getBoundingClientRect();
        return [each.getAttribute("class"), [box.left, box.top, box.right, box.bottom]];
    });
})"""


@pytest.mark.parametrize(
    "names", [WIDE, SHORT, SHORT[:1], []], ids=["wide", "short", "one", "none"]
)
@pytest.mark.parametrize(("coordinates", "direction"), [(True, "ltr"), (False, "rtl")])
def test_a_legend_is_in_its_boxes(
    show: Show, names: list[str], coordinates: bool, direction: str
) -> None:
    pictures = [
        game.state.to_svg(names=names[: game.state.players], size=504, coordinates=coordinates)
        for game in GAMES
    ]
    driver = show(*pictures, direction=direction)
    for game, found in zip(GAMES, driver.execute_script(BOXES), strict=True):
        state = game.state
        boxes = [tuple(box) for kind, box in found if kind.startswith("seat")]
        assert len(boxes) == state.players
        assert all(apart(one, other) for one in boxes for other in boxes if one is not other)
        held: list[list[tuple[str, Box]]] = [[] for _ in boxes]
        for kind, box in found:
            if not kind.startswith("seat"):
                (seat,) = [seat for seat, outer in enumerate(boxes) if inside(tuple(box), outer)]
                held[seat].append((kind, tuple(box)))
        marked = state.to_move if state.outcome is None else state.outcome.winner
        for seat, parts in enumerate(held):
            kinds = [kind.split()[0] for kind, _ in parts]
            name = ["name"] if names[seat : seat + 1] else []
            mark = ["won" if state.is_over else "to-move"] if seat == marked else []
            assert sorted(kinds) == sorted(["key", "score", "stone", *name, *mark])
            # a stone stands on its key; all else is apart
            others = [box for kind, box in parts if not kind.startswith("stone")]
            assert all(apart(one, other) for one in others for other in others if one is not other)


def test_no_character_is_wider_than_it_is_taken_to_be(show: Show) -> None:
    measure = """const [letters, fonts] = arguments;
        const pen = document.createElement("canvas").getContext("2d");
        return fonts.map(font => {
            pen.font = `100px "${font}", sans-serif`.replace('"sans-serif", ', "");
            return letters.map(letter => pen.measureText(letter).width / 100);
        });"""
    for widths in show().execute_script(measure, LETTERS, FONTS):
        too_wide = {
            letter: width
            for letter, width in zip(LETTERS, widths, strict=True)
            if width > text_width(letter) * 0.98
        }
        assert not too_wide


HITS = """return Array.from(document.querySelectorAll("svg"), svg => {
    const wanted = {};
    for (const target of svg.querySelectorAll(".target")) {
        target.scrollIntoView({block: "center"});
        const box = target.getBoundingClientRect();
        let hits = 0;
        for (let x = 0.5; x < 10; x++) for (let y = 0.5; y < 10; y++) {
            const at = document.elementFromPoint(
                box.left + box.width * x / 10, box.top + box.height * y / 10);
            hits += at.closest("[data-place]")?.dataset.place === target.dataset.place;
        }
        wanted[target.dataset.place] = hits;
    }
    return wanted;
})"""


def test_a_click_hits_the_square_it_aims_at(show: Show) -> None:
    pictures = [
        game.state.to_svg(
            marks=["legal-moves", "blocked"],
            last_move=game.moves[-1] if game.moves else None,
            orientation=[*Symmetry][number % 8],
            size=400,
        )
        for number, game in enumerate(GAMES)
    ]
    found = show(*pictures).execute_script(HITS)
    for game, hits in zip(GAMES, found, strict=True):
        moves = [move for move in game.state.legal_moves if not isinstance(move, Pass)]
        slides = [move for move in moves if isinstance(move, Slide)]
        named = {str(move.square) for move in moves}
        ends = {str(game.state.target(move.square)) for move in slides}
        assert hits == dict.fromkeys(named | ends, 100)


def test_every_square_can_be_hit_if_it_is_asked_for(show: Show) -> None:
    state = playout(State.start(NESTORGAMES), Random(1), 60).state
    driver = show(state.to_svg(targets=True, size=600, marks=["blocked"]))
    assert driver.execute_script(HITS) == [
        {str(square): 100 for square in SQUARES if not square.is_corner}
    ]


def test_what_screen_readers_come_upon(show: Show) -> None:
    state = State.start(Ruleset("one", {2: 1}))
    heard = spoken(show(state.to_svg(marks=["legal-moves"], title="Board"), AS_BUTTONS))
    assert ("image", "Board") in heard
    assert {name for role, name in heard if role == "button"} == {""}
    picture = state.to_svg(marks=["legal-moves"], title="Board", targets=True)
    heard = spoken(show(picture, AS_BUTTONS))
    assert ("group", "Board") in heard
    buttons = [name for role, name in heard if role == "button"]
    assert len(buttons) == 117
    assert "E5, empty, a stone can be placed here" in buttons
    assert {role for role, _ in heard} == {"RootWebArea", "generic", "group", "button"}
