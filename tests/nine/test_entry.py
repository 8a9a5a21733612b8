"""Tags and options of a start, as records, programs and frameworks give them."""

from __future__ import annotations

from enum import IntEnum

import pytest

from ninetka import NINE, WIKI, Game, InvalidPositionError, NinetkaError, Ruleset, Square, State
from ninetka.protocol.options import options_of
from ninetka.records import Record, parse

PAIRS = Ruleset("pairs", {2: 2})
TAGS = ", ".join(["Ruleset", "Players", *options_of(Ruleset), "Position"])
OPTIONS = ", ".join(
    ["ruleset", "players", *(each.field for each in options_of(Ruleset).values()), "position"]
)


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({"Ruleset": "wiki", "Position": State.start().to_text()},
         "the ruleset 'nestorgames' is not known here, only wiki"),
        ({"Position": State.start(PAIRS).to_text()},
         "the ruleset 'pairs' is not known here, only nestorgames, wiki, boardgamegeek"),
        ({"EdgeStop": "stone", "Position": ""},
         "the ruleset '' is not published (nestorgames, wiki and boardgamegeek are): say what "
         "it is with the tags Stones, EdgeStop and TurnOrder (Stones and TurnOrder missing)"),
        ({"Ruleset": "wiki", "Players": "999"}, "wiki is for 2, 3 or 4 players, not 999"),
        ({"Ruleset": "wiki", "Players": "1000"}, "'1000' is not a number of players"),
    ],
)  # fmt: skip
def test_tags_that_describe_no_start(tags: dict[str, str], said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        NINE.tags.read(tags)
    assert str(caught.value) == said


def test_a_beginning_takes_tags() -> None:
    assert NINE.begin() == State.start()
    assert NINE.begin({"Ruleset": "WiKi", "Players": 3}) == State.start(WIKI, 3)
    own = {"Ruleset": "Wiki", "Stones": "2:9", "EdgeStop": "stone", "TurnOrder": "restarts"}
    assert NINE.begin(own).ruleset.name == "Wiki"
    count = IntEnum("count", {"THREE": 3})
    assert NINE.begin({"Players": count(3)}) == State.start(players=3)
    with pytest.raises(NinetkaError) as caught:
        NINE.begin({"players": 3})
    assert str(caught.value) == (
        f"the tags of a start are {TAGS}, not 'players'; did you mean Players?"
    )


def test_a_beginning_takes_options() -> None:
    assert NINE.begin(position=State.start(WIKI, 3).to_text()) == State.start(WIKI, 3)
    assert NINE.begin(ruleset="wiki", players=3) == State.start(WIKI, 3)
    assert NINE.begin({"Ruleset": "wiki", "Players": 2}, players=3) == State.start(WIKI, 3)
    few = {"ruleset": "few", "stones": "2:3", "edge_stop": "stone", "turn_order": "continues"}
    spelled = NINE.begin(**few)
    assert spelled.ruleset.stones == {2: 3}
    assert NINE.begin(position=spelled.to_text(), **few) == spelled
    with pytest.raises(NinetkaError) as caught:
        NINE.begin(Players=3)
    assert str(caught.value) == (
        f"there is no option 'Players'; there are {OPTIONS}; did you mean players?"
    )


def test_long_input_is_cut_in_every_error() -> None:
    long = "x" * 100_000
    for attempt in (
        lambda: Square(long), lambda: State.start().parse_move(long), lambda: State.from_text(long),
        lambda: State.from_text(f"11/11 {long} {long} {long}"),
        lambda: Record(Game.start(WIKI), {long + " ": ""}),
        lambda: Record(Game.start(WIKI), {long: "\0"}),
        lambda: parse(f'[{long} "a"]\n[{long} "b"]\n*'), lambda: parse(f'[Game "{long}"]\n*'),
        lambda: parse(f'[Ruleset "{long}"]\n[Players "{long}"]\n*'),
    ):  # fmt: skip
        with pytest.raises(NinetkaError) as caught:
            attempt()
        assert len(str(caught.value)) < 700


def test_a_board_of_endless_rows_is_refused_at_once() -> None:
    with pytest.raises(InvalidPositionError, match=r"row 11, .* has 100 squares, not 11"):
        State.from_text("/".join(["a" * 1_000_000] * 11) + " a 2 wiki")
    with pytest.raises(InvalidPositionError, match="a board has 11 rows"):
        State.from_text("/" * 1_000_000 + " a 2 wiki")
