"""Every published ruleset is played to the end, drawn, written and read; and each by cases."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from morris.arranged import after, texts
from ninetka import morris
from ninetka.morris import (
    ACHI,
    CHENG_SAN_QI,
    DA_SAN_QI,
    DARA,
    ELEVEN_MENS,
    FIVE_MENS,
    LASKER,
    MILLS,
    MORRIS,
    NINE_AM,
    NINE_HOLES,
    PUBLISHED,
    SEVEN_MENS,
    SHISIMA,
    SIX_MENS,
    TAPATAN,
    THREE_MENS,
    TOURNAMENT_MILLS,
    TWELVE_MENS,
    Ruleset,
    State,
)
from ninetka.protocol.options import options_of
from ninetka.simulate import random_game
from ninetka.testing import check_state_laws

PAGE = (Path(__file__).parents[2] / "docs" / "morris" / "variants.md").read_text("utf-8")


TRIED_OTHERWISE = (
    *(MILLS, NINE_AM, TOURNAMENT_MILLS),  # by test_law_6
    *(FIVE_MENS, SIX_MENS, SEVEN_MENS, ELEVEN_MENS, TWELVE_MENS),  # Mills on other boards
)


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(each, marks=[pytest.mark.long] * (each in TRIED_OTHERWISE), id=name)
        for name, each in PUBLISHED.items()
    ],
)
def test_all_laws_hold_to_the_end(ruleset: Ruleset) -> None:
    """From late in a game on: some of these games take a thousand plies."""
    late = random_game(State.start(ruleset), Random(3)).states[-10:][0]
    check_state_laws(late, games=1, seed=3, states=settings().max_examples // 3, tries=5)


def test_the_page_lists_them_with_their_tokens() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(#.*?\) \| `([\w-]+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert {name: int(tokens) for _, name, tokens in rows} == {
        name: ruleset.tokens for name, ruleset in PUBLISHED.items() if name not in ("9am", "mills")
    }
    for constant, name, _ in rows:
        assert getattr(morris, constant) is PUBLISHED[name]


def test_the_page_spells_them_out() -> None:
    blocks = PAGE.partition("## As data")[2].split("\n\n")
    tags = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', block, re.MULTILINE)) for block in blocks]
    shown = {each.pop("Ruleset"): each for each in tags if each}
    assert shown.keys() == PUBLISHED.keys()
    options = options_of(Ruleset).items()
    usual = {tag: each.write(each.default) for tag, each in options if not each.required}
    for name, ruleset in PUBLISHED.items():
        start = State.start(ruleset, ruleset.player_counts[0])
        written = dict(MORRIS.tags.write_ruleset(start))
        written.pop("FieldPlaces", None)
        assert usual | shown["mills"] | shown[name] == written


FULL = "d6 g7 e5 g4 e4 f6 g1 e3 f4 a1 b2 d2 c4 c3 a7 a4 b4 b6 c5 f2 d3 d5 d7 d1"
CIRCLING = "a1 b1 a2 c2 b3 c3" + 2 * " b3-b2 c3-a3 b2-b3 a3-c3"


@pytest.mark.parametrize(
    ("ruleset", "moves", "result"),
    [
        (THREE_MENS, "a1 b2 a2 b3 a3", "1-0"),
        (THREE_MENS, "a1 b2 a2 b3 c3 b1", "0-1"),
        (THREE_MENS, "a1 a2 b2 b1 c3", None),  # diagonals are no lines
        (TAPATAN, "a1 a2 b2 b1 c3", "1-0"),
        (ACHI, "a1 a2 c3 b1 b3 c1 a3", "1-0"),
        (NINE_HOLES, "a1 b1 a2 c2 c3 b3 c3-a3", "1-0"),  # where everybody jumps
        (SHISIMA, "s-c ne-e sw-w e-ne se-e", "1-0"),
        (THREE_MENS, "b1 c1 a2 c2 a1 b3 a2-a3 c2-b2 a3-a2 b3-a3", "0-1"),  # who cannot move
        (TWELVE_MENS, FULL, "1/2-1/2"),  # a full board (M19)
        (NINE_HOLES, CIRCLING, "1/2-1/2"),  # the third repetition (M22)
        (NINE_HOLES, CIRCLING.rpartition(" ")[0], None),
    ],
)
def test_games_end_as_variants_say(ruleset: Ruleset, moves: str, result: str | None) -> None:
    outcome = after(State.start(ruleset), moves).outcome
    assert (outcome and str(outcome)) == result


@pytest.mark.parametrize(
    ("ruleset", "moves", "may", "may_not"),
    [
        (THREE_MENS, "a1 b1 a2 c2 b3 c3", "b3-b2", "a1-c1"),
        (NINE_HOLES, "a1 b1 a2 c2 b3 c3", "a1-c1", "a1"),
        (ACHI, "c1 b3 a2 a1 b1 b2 a3 c2", "b2-c3", "a2-c3"),  # the first is stepped over
        (SHISIMA, "", "sw-c", "sw-ne"),  # all tokens are on the board (M27)
        (SIX_MENS, "c5 a1 c4 e1 a3 b2 b3", "d2", "xa1"),  # spokes are ways, and no mills
        (FIVE_MENS, "c5 a1 a3 e1 e3 b2 b4 d2 d4 b3", "c5-c4", "c5-b4"),
        (SEVEN_MENS, "a3 a1 b3 e1 c3", "xa1", "d3"),  # to the centre, and through it
        (SEVEN_MENS, "b3 a1 c3 e1 d3", "xa1", "a3"),
        (SEVEN_MENS, "a3 a1 b3 e1 d3", "c3", "xa1"),
        (LASKER, "a1 b2", "a1-a4", "a1-g1"),  # a token in hand may wait (M17)
        (ELEVEN_MENS, "a7 a1 b6 g1 c5", "xa1", "d1"),  # diagonals are lines
        (TWELVE_MENS, "a7 a1 b6 g1 c5", "xa1", "d1"),
        (DARA, "a1 a5 b1 b5 d1 d5", "e1", "c1"),  # four in a row are not made (M24)
        (DARA, "a1 a5 b1 b5 c1", "c5", "xa5"),  # three are, for nothing while putting (M25)
        (CHENG_SAN_QI, "a1 d1 a4 g1 a7 xd1", "d2", "d1"),  # a removal marks its field (M26)
        (DA_SAN_QI, "a1 d1 a4 f4 d7 e3 g7 c5 a7 xd1", "xf4", "d1"),  # two mills at once (M20)
    ],
)
def test_moves_are_legal_as_variants_say(
    ruleset: Ruleset, moves: str, may: str, may_not: str
) -> None:
    legal = texts(after(State.start(ruleset), moves))
    assert may in legal
    assert may_not not in legal


def test_m23_few_tokens_end_morabaraba_sooner() -> None:
    text = "aaa....bb..b............ 0/0 0/0 {} a move morabaraba"
    assert State.from_text(text.format(18)).apply("1-24").outcome is None
    assert str(State.from_text(text.format(19)).apply("1-24").outcome) == "1/2-1/2"
    more = text.replace("......... 0/0", "....a.... 0/0")
    assert State.from_text(more.format(90)).outcome is None
