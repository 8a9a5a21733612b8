"""Games of Kropki written as SGF, and read again."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kropki.games import Ply, games
from kropki.sgf_games import (
    AUTOMATIC,
    HOUSE,
    OUT_OF_TIME,
    RESIGNED,
    RING,
    checked,
    moves_between,
    read_back,
    written,
)
from ninetka import Game, NinetkaError
from ninetka.kropki import (
    KROPKI,
    STANDARD,
    TERRITORY,
    Capture,
    Passing,
    Place,
    Point,
    Ruleset,
    Seat,
    Start,
    State,
)
from ninetka.protocol.endings import AGREEMENT, Ending
from ninetka.records import Record, parse

PLAIN = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)


@given(
    games(),
    st.dictionaries(
        st.sampled_from(["First", "Second", "Event", "Rules", "BL", "Referee", "PB", "B", "TAG"]),
        PLAIN,
    ),
    st.dictionaries(st.integers(0, 49), PLAIN),
    st.sampled_from([None, AGREEMENT, RESIGNED, OUT_OF_TIME]),
)
def test_k17_what_is_written_is_read_back(
    plies: tuple[Ply, ...], tags: dict[str, str], comments: dict[int, str], ending: Ending | None
) -> None:
    states = [plies[0].before, *(ply.after for ply in plies)]
    comments = {ply: text for ply, text in comments.items() if ply < len(states)}
    read_back(states, tags, comments, None if states[-1].is_over else ending)


@pytest.mark.parametrize(
    ("comment", "node"),
    [
        ("Good!", "C[Good!]"),
        ("Good! WL[9]", "C[Good!]WL[9]"),
        ("WL[9] LB[aa:1][bb:\\]]", "WL[9]LB[aa:1][bb:\\]]"),
        ("Is WL[9] it?", "C[Is WL[9\\] it?]"),
        ("WL[9] WL[8]", "C[WL[9\\]]WL[8]"),
        # what would be read as a clock or as glyphs
        ("Good! BL[9]", "C[Good! BL[9\\]]"),
        ("N[a] BM[1]", "C[N[a\\] BM[1\\]]"),
        ("N[a] BM[3]", "N[a]BM[3]"),
        ("NAG[1]", "C[NAG[1\\]]"),
        ("N[a] B[bb]", "C[N[a\\] B[bb\\]]"),
        ("N[a] C[b] BL[c]", "C[N[a\\] C[b\\]]BL[c]"),
        ("N[a\\:b]", "C[N[a\\\\:b\\]]"),
        ("xBL[9]", "C[xBL[9\\]]"),
        ("PB[Ann]", "C[PB[Ann\\]]"),
        ("N[a", "C[N[a]"),
    ],
)
def test_remarks_in_a_comment(comment: str, node: str) -> None:
    move = Place("aa")
    states = [State.start(TERRITORY), State.start(TERRITORY).apply(move)]
    text = written(states[0], [move], {}, {1: comment})
    assert text.endswith(f";B[aa]{node})\n")
    read_back(states, {}, {0: comment, 1: comment}, None)


def test_chains_stand_with_the_moves_of_the_player_whose_they_are() -> None:
    for moves in (f"{RING};B[cd.bccddccbbc]", f"{HOUSE};B[ea.bccddccbbc]"):
        states = checked(f"(;GM[40]SZ[5]{AUTOMATIC}{moves})")
        text = written(states[0], [*moves_between(states)], {})
        assert text.replace("\n", "").endswith(f"{moves})")


def test_what_a_file_begins_with() -> None:
    for rows, size in ((5, "5"), (4, "5:4")):
        start = State.start(attrs.evolve(TERRITORY, columns=5, rows=rows))
        text = written(start, [], {})
        assert text.startswith(f"(;FF[4]GM[40]CA[UTF-8]SZ[{size}]RU[Punish=0,")


def test_rules_are_written_as_the_tag_has_them_if_they_are_these() -> None:
    start = State.start(STANDARD)
    for rules in ("russian", "MustSurr=1,InstantWin=15"):
        assert f"RU[{rules}]" in written(start, [], {"Rules": rules})
    for rules in ("territory", "house"):
        text = written(start, [], {"Rules": rules})
        assert f"TAG[Rules:{rules}]" in text
        assert "MustSurr=1" in text


@pytest.mark.parametrize(
    ("tag", "value", "written"),
    [
        ("First", " \ta\t ", "PB["),
        ("Referee", "\\\t", "TAG[Referee:"),
        ("WEATHER", "]\t[", "WEATHER["),
        # names of up to eight letters are properties
        ("ABCDEFGH", "x", "ABCDEFGH[x]"),
        ("ABCDEFGHI", "x", "TAG[ABCDEFGHI:x]"),
    ],
)
def test_how_tags_are_written(tag: str, value: str, written: str) -> None:
    record = Record(Game.start(TERRITORY), {tag: value})
    text = record.to_form("sgf")
    assert written in text.replace("\n", "")
    assert parse(text) == record


def test_a_game_that_starts_with_regions_cannot_be_written() -> None:
    state = State.from_text("6/2x3/1xox2/2x3/6/6 o t x:bccddccbbc", Ruleset("t", 6, 6))
    with pytest.raises(NinetkaError, match=r"^SGF cannot hold a game that starts with regions"):
        written(state, [], {})


def test_the_result_of_a_finished_game_is_written() -> None:
    game = Game.start(attrs.evolve(TERRITORY, columns=1, rows=2)).play("aa ab")
    assert "RE[0]" in Record(game).to_form("sgf")


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset("club", 5, 4),
        Ruleset("club", 5, 4, Capture.AUTOMATIC, Start.CROSS),
        attrs.evolve(STANDARD, columns=5, rows=5, start=Start.EMPTY),
        attrs.evolve(TERRITORY, columns=5, rows=5, start=Start.CROSS),
        attrs.evolve(STANDARD, columns=1, rows=5, start=Start.EMPTY),
        Ruleset("all", 6, 5, Capture.AUTOMATIC, Start.TWO_CROSSES, Passing.TURNS, -1.5, True, True),
    ],
    ids=repr,
)
def test_every_ruleset_is_kept(ruleset: Ruleset) -> None:
    start = State.start(ruleset)
    with_a_dot = attrs.evolve(start.to_setup(), dots={Point("aa"): Seat.SECOND})
    for state in (start, State.from_setup(with_a_dot)):
        game = Game.from_state(state, ["ab"])
        for each in (game, game.resign(), game.agree()):
            record = Record(each)
            assert parse(record.to_form("sgf"), KROPKI) == record


@pytest.mark.parametrize("named", ["club full", "", "a:b"])
def test_rulesets_that_are_not_named_well(named: str) -> None:
    said = f"a ruleset's name is one word of letters, digits and _ . [+] -, not '{named}'"
    with pytest.raises(NinetkaError, match=said):
        parse(f"(;GM[40]SZ[5]TAG[Ruleset:{named}])", KROPKI)
