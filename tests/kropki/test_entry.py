"""Kropki in the registry: tags of records, options, endings, plain data, rules in short."""

from __future__ import annotations

import json
import re

import attrs
import pytest

from ninetka import Game, InvalidRulesetError, NinetkaError
from ninetka.games import entry_for_name, entry_for_ruleset, entry_for_state
from ninetka.kropki import (
    KROPKI,
    STANDARD,
    TERRITORY,
    AutomaticState,
    Capture,
    DeclaredState,
    Ruleset,
    Start,
    State,
)

SMALL = attrs.evolve(TERRITORY, columns=5, rows=5)
ODD = Ruleset("club", 6, 4, Capture.AUTOMATIC, Start.EMPTY)
CAUGHT = "5/2x2/1xox1/5/5 x territory -"


def test_the_registry_has_it() -> None:
    assert entry_for_name("Kropki") is entry_for_name("kropki") is KROPKI
    assert entry_for_state(State.start()) is entry_for_ruleset(STANDARD) is KROPKI
    assert Game.start(STANDARD).state == State.start(STANDARD)
    assert isinstance(KROPKI.begin(ruleset="territory"), DeclaredState)
    assert isinstance(KROPKI.begin(), AutomaticState)


def test_a_name_in_other_letters_is_another_ruleset() -> None:
    start = State.start(attrs.evolve(ODD, name="Standard"))
    assert KROPKI.begin(KROPKI.tags.write(start)) == start


@pytest.mark.parametrize(
    ("ruleset", "tags"),
    [
        (TERRITORY, {"Ruleset": "territory"}),
        (SMALL, {"Ruleset": "territory", "Columns": "5", "Rows": "5"}),
        (
            ODD,
            {
                "Ruleset": "club",
                "Columns": "6",
                "Rows": "4",
                "Capture": "automatic",
                "Start": "empty",
            },
        ),
    ],
)
def test_the_tags_of_a_start(ruleset: Ruleset, tags: dict[str, str]) -> None:
    assert KROPKI.tags.write(State.start(ruleset)) == tags


def test_a_position_says_its_size() -> None:
    state = KROPKI.begin(position=CAUGHT)
    assert state.ruleset == SMALL
    assert KROPKI.begin(ruleset="Territory", position=CAUGHT) == state
    assert KROPKI.begin({"Columns": "5", "Rows": 5, "Position": CAUGHT}) == state
    for tags in ({"Rows": 5}, {"Columns": 5}, {"Capture": "declared"}, {"Start": "empty"}):
        assert KROPKI.begin({**tags, "Position": CAUGHT}) == state
    club = CAUGHT.replace("territory", "club")
    own = KROPKI.begin({"Capture": "declared", "Start": "empty", "Position": club})
    assert own.ruleset == Ruleset("club", 5, 5)
    assert KROPKI.begin(ruleset="TERRITORY", columns=5, rows=5) == State.start(SMALL)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 3}, "Kropki is for 2 players, not '3'"),
        ({"ruleset": "tochki", "start": "empty"},
         "the ruleset 'tochki' is not published (territory and standard are): say what it is with "
         "the tags Columns, Rows, Capture and Start (Columns, Rows and Capture missing)"),
        ({"columns": "any"}, "Columns is a number from 1 to 52, not 'any'"),
        ({"columns": 53}, "a board has 1 to 52 columns, not 53"),
        ({"capture": "none"}, "Capture is declared or automatic, not 'none'"),
        ({"start": "full"},
         "Start is empty, cross, right-cross, two-crosses, four-crosses or dot, not 'full'"),
        ({"ruleset": "standard", "position": CAUGHT}, "Ruleset says 'standard', but Position says"),
        ({"columns": 6, "position": CAUGHT}, "row a, '5', has 5 points, not 6; row b"),
        ({"rows": 6, "position": CAUGHT}, "a board of 5 x 6 has 6 rows with / between, not 5"),
        ({"rows": 6, "position": f"{'x' * 53} x territory -"}, "a board has 1 to 52 columns, not"),
        ({"rows": 5, "position": CAUGHT.replace("territory", "club")},
         "the ruleset 'club' is not published (territory and standard are): say what it is with "
         "the tags Columns, Rows, Capture and Start (Capture and Start missing)"),
        ({"capture": "automatic", "position": CAUGHT},
         "with these changes the ruleset is territory-custom: the position must say so, not "),
        ({"ruleset": "standard", "columns": 5, "rows": 5, "position": CAUGHT},
         "the ruleset 'territory' is not known here, only standard"),
        ({"columns": 5, "position": "5 x"}, "the ruleset '' is not published (territory and "),
        ({"position": "x"}, "a position is board, seat, ruleset and regions, not 'x'"),
    ],
)  # fmt: skip
def test_starts_that_are_refused(options: dict[str, str | int], said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        KROPKI.begin(**options)
    assert str(caught.value).startswith(said)


def test_the_tags_of_a_ruleset_have_its_usual_values_too() -> None:
    tags = {**KROPKI.tags.write_ruleset(State.start(STANDARD))}
    assert (tags["Komi"], tags["Grounding"]) == ("0", "no")


def test_tags_without_a_ruleset() -> None:
    with pytest.raises(NinetkaError) as caught:
        KROPKI.tags.read({})
    said = 'the record does not say which ruleset: add [Ruleset "territory"]'
    assert str(caught.value) == said


def test_a_class_of_states_is_for_one_way_to_capture() -> None:
    assert type(AutomaticState.start(ODD)) is AutomaticState
    with pytest.raises(InvalidRulesetError) as caught:
        AutomaticState.start(SMALL)
    assert str(caught.value) == "territory is played with DeclaredState, not AutomaticState"


def test_plain_data() -> None:
    state = State.from_text("1x1/xo1/ox1 x territory -").apply("cb.abbccbbaab")
    assert json.loads(json.dumps(state.to_dict())) == {
        "position": state.to_text(), "ruleset": "territory", "columns": 3, "rows": 3, "players": 2,
        "to_move": 1, "is_over": False, "some_moves": ["aa", "ca", "cc"], "can_declare": True,
        "passes": 0, "scores": [1, 0], "regions": [{"seat": 0, "chain": "abbccbbaab"}],
        "outcome": None,
    }  # fmt: skip
    won = State.from_text("xxx/xox/oxo x territory x:abbccbbaab").to_dict()
    assert won["is_over"]
    assert won["outcome"] == {"result": "1-0", "scores": [1, 0], "winners": [0], "ranking": [0, 1]}
    drawn = Game.start(attrs.evolve(STANDARD, columns=2, rows=2)).state.to_dict()
    assert drawn["outcome"] == {"result": "0-0", "scores": [0, 0], "winners": [], "ranking": [0, 1]}
    assert not drawn["can_declare"]
    assert (drawn["legal_moves"], "some_moves" in drawn) == ([], False)


@pytest.mark.parametrize("ruleset", [TERRITORY, STANDARD, SMALL, ODD], ids=lambda each: each.name)
def test_the_rules_in_short(ruleset: Ruleset) -> None:
    summary = ruleset.summary
    assert f"a grid of {ruleset.columns} by {ruleset.rows} points" in summary
    assert ("declare" in summary.split("\n")[1]) is (ruleset.capture is Capture.DECLARED)
    assert ("cross in the middle" in summary) is (ruleset.start is Start.CROSS)
    assert ("if all closed rings were declared" in summary) is (ruleset.capture is Capture.DECLARED)
    begins = [line.split()[0] for line in summary.split("\n")]
    assert begins == ["Kropki", "Players", "All", "Each", "Moves"]
    assert 10 <= len(re.findall(r"\.\s", summary + " ")) <= 20
