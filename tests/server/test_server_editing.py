"""What board editors ask: arrangements changed piece by piece, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from support.server_calls import error, result
from tictactoe import TIC_TAC_TOE

from ninetka import games, kropki, morris
from ninetka.games import all_games, entry_for_name, entry_for_state
from ninetka.kropki.rulesets import Passing
from ninetka.simulate import random_game

NAMES = [name for entry in all_games() for name in entry.names]
MILLS: dict[str, Any] = {"game": "mills"}
KROPKI: dict[str, Any] = {"game": "kropki", "ruleset": "territory", "columns": 6, "rows": 5}


def position_of(name: str) -> Any:
    """A position in the middle of a game."""
    start = entry_for_name(name).begin(game=name)
    game = random_game(start.dealt(Random(4)), Random(4))
    return game.states[game.ply // 2]


def options_of(start: Any) -> dict[str, str]:
    """The parameters that describe a start under rules of one's own."""
    entry = entry_for_state(start)
    tags = {**entry.tags.write(start), **entry.tags.write_ruleset(start)}
    said = {name: tags[each.tag] for name, each in entry.options.items() if each.tag in tags}
    return {"game": entry.name_of(start), **said}


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_an_arrangement_without_problems(name: str) -> None:
    state = position_of(name)
    said = result("arrange", game=name, position=state.to_text(), picture={"targets": True})
    assert said["position"] == state.to_text()
    assert said["problems"] == []
    assert said["svg"] == state.to_svg(targets=True)
    assert {*said["pieces"].values()} <= {*said["kinds"]}
    (to_move,) = [fact for fact in said["facts"] if fact["name"] == "to_move"]
    assert to_move["value"] == str(state.seats[state.to_move])
    assert to_move["choices"] == [*map(str, state.seats)]


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_taken_apart_and_put_together(name: str) -> None:
    whole = result("arrange", game=name, position=position_of(name).to_text())
    given = {"game": name, "position": whole["position"]}
    empty = result("arrange", **given, clear=True, set={})
    assert empty["pieces"] == {}
    facts = {fact["name"]: fact["value"] for fact in whole["facts"]}
    facts = {key: value for key, value in facts.items() if not value.startswith("-")}
    again = {"game": name, "position": empty["position"], "put": whole["pieces"], "set": facts}
    assert result("arrange", **again)["position"] == whole["position"]
    assert result("arrange", **given, clear=True, put=whole["pieces"], set=facts) == whole


@pytest.mark.parametrize("name", NAMES)
def test_impossible_arrangements_are_drawn(name: str) -> None:
    rng = Random(5)
    said = result("arrange", game=name, picture={"targets": True})
    start: Any = entry_for_name(name).begin(game=name)
    places = [each for move in start.some_moves for each in start.places_of(move)]
    for _ in range(10):
        kinds = [*said["kinds"], ""]
        put = {place: rng.choice(kinds) for place in places if rng.random() < 0.5}
        given = {"game": name, "position": said["position"], "put": put}
        said = result("arrange", **given, picture={"targets": True})
        assert said["svg"].startswith("<svg")
        assert {**put, **said["pieces"]} == {**said["pieces"], **put}


def test_the_hand_gives_and_takes_tokens_until_all_hands_are_empty() -> None:
    def hands(**given: Any) -> str:
        return str(result("arrange", **MILLS, **given)["position"].split()[1])

    assert hands(put={"1": "a", "2": "a", "3": "b"}) == "7/8"
    assert hands(put={"1": "a", "2": "a"}, set={"hand b": "5"}) == "7/5"
    placing = "a....................... 8/9 0/0 0 b put mills"
    assert hands(position=placing, put={"1": ""}) == "9/9"
    assert hands(position=placing, put={"1": "b"}) == "9/8"
    moving = "aaabbb.................. 0/0 0/0 0 b move mills"
    assert hands(position=moving, put={"1": "", "7": "a"}) == "0/0"


def test_what_is_to_be_done_follows_from_the_hand_unless_it_is_a_removal() -> None:
    moving = "aaabbb.................. 0/0 0/0 0 a move mills"
    removing = result("arrange", **MILLS, position=moving, set={"phase": "remove"})
    assert removing["position"].split()[5] == "remove"
    assert removing["problems"] == ["seat a has no mill to remove a token for"]
    given = {**MILLS, "position": removing["position"]}
    assert result("arrange", **given, set={"phase": "move"})["position"] == moving
    assert result("arrange", **given, put={"7": "b"})["position"].split()[5] == "remove"


def test_custom_rules_and_sizes_are_those_of_the_call() -> None:
    own = morris.State.start(attrs.evolve(morris.MILLS, name="own", tokens=4))
    said = result("arrange", **options_of(own), put={"1": "a"})
    assert said["position"] == "a....................... 3/4 0/0 0 a put own"
    said = result("arrange", **KROPKI, put={"aa": "x"}, set={"to_move": "o"})
    assert said["position"] == "x5/6/6/6/6 o territory -"


def test_a_region_is_drawn_once_its_dots_are_there() -> None:
    dots = {"bc": "x", "cb": "x", "cd": "x", "dc": "x", "cc": "o"}
    ring = {"regions": "x:bccddccbbc"}
    said = result("arrange", **KROPKI, put=dots, set=ring)
    assert said["problems"] == []
    assert kropki.State.from_text(said["position"]).scores == (1, 0)
    (problem,) = result("arrange", **KROPKI, put={**dots, "bc": ""}, set=ring)["problems"]
    assert problem.startswith("region x:bccddccbbc: ")


def test_passes_can_be_set_where_players_may_pass() -> None:
    rules = attrs.evolve(kropki.STANDARD, name="own", columns=6, rows=5, passing=Passing.TURNS)
    given = options_of(kropki.State.start(rules))
    said = result("arrange", **given, put={"aa": "x"}, set={"passes": "1"})
    assert said["position"].endswith(" 1")
    assert said["problems"] == []
    again = result("arrange", **given, position=said["position"], set={"passes": "0"})
    assert again["position"].endswith(" -")


REFUSED = [
    ({"position": "x"}, "a position is board, seat, players and ruleset, not 'x': write"),
    ({"put": {"A5": "x"}}, "pieces are n, a, b, not 'x'"),
    ({"put": {"Z5": "a"}}, "'Z5' is not a square"),
    ({"put": {"A5": 1}}, '"put" is an object of texts'),
    ({"set": {"hand": "1"}}, "there is only to_move, not 'hand'"),
    ({"set": {"to_move": "a 2"}}, "a position is board, seat, players and ruleset, not "),
    ({**MILLS, "put": {"25": "a"}}, "'25' is not the number of a field: those are 1 to 24"),
    ({**MILLS, "set": {"cards a": "1"}}, "there are to_move, phase, hand a, hand b, quiet, not"),
    ({**MILLS, "set": {"hand a": "x"}}, "a hand is a number of tokens, or - if expelled, not 'x'"),
    ({**KROPKI, "put": {"aA": "n"}}, "pieces are x, o, not 'n'"),
    ({**KROPKI, "set": {"hand": "1"}}, "there are to_move, regions, passes, not 'hand'"),
    ({**KROPKI, "set": {"regions": "x"}}, "'x' is not a region: write x:bccddccbbc, for example"),
]


@pytest.mark.parametrize(("given", "sentence"), REFUSED)
def test_what_cannot_be_arranged_is_refused(given: dict[str, Any], sentence: str) -> None:
    assert error("arrange", **given)["message"].startswith(sentence)


def test_what_cannot_be_drawn_is_told() -> None:
    corner = "a10/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames"
    assert "A11 is a corner" in error("arrange", position=corner, picture={})["message"]
    other = "11/11/11/11/11/11/11/11/11/11/11 d 2 nestorgames"
    assert error("arrange", position=other, picture={})["data"]["problems"] == ["WRONG_SEAT"]
    token = "c....................... 9/9 0/0 0 a put mills"
    said = error("arrange", **MILLS, position=token, picture={})
    assert said["data"]["problems"] == ["WRONG_PLAYERS"]


def test_an_empty_board_is_drawn_though_everybody_is_out_of_the_game() -> None:
    text = f"{'.' * 36} -/-/- 0/0/0 0 a move 9am"
    assert result("arrange", game="9am", position=text, picture={})["svg"].startswith("<svg")
    text = f"{'.' * 24} -/- 0/0 0 a move mills"
    assert result("arrange", **MILLS, position=text, picture={})["svg"].startswith("<svg")
    assert morris.Setup.from_text(text).problems


def test_a_game_without_an_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "tictactoe", TIC_TAC_TOE)
    said = error("arrange", game="tictactoe")["message"]
    assert said == "positions of this game cannot be set up piece by piece"
