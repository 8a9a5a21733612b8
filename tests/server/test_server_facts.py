"""All facts of a position in one answer, alone or with the move that leads to it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.server_calls import START, error, result

from ninetka import Game, Move, State, games, kropki, morris
from ninetka.protocol.endings import parse_ending
from ninetka.simulate import random_game

STARTS: dict[str, Any] = {
    "9tka": State.start(players=2),
    "9tka, three": State.start(players=3),
    "Kropki": kropki.State.start(kropki.TERRITORY),
    "9AM": morris.State.start(morris.NINE_AM, 3),
    "Mills": morris.State.start(morris.MILLS),
}
SHOWN = {"marks": ["legal-moves"], "names": ["Ann"], "targets": True}


def after(name: str, plies: int) -> tuple[Game[Any, Any], dict[str, Any]]:
    """A random game of that many plies, and how calls describe its last position."""
    game: Game[Any, Any] = random_game(STARTS[name], Random(name), plies)
    tags = games.entry_for_state(game.state).name_of(game.state)
    said: dict[str, Any] = {"game": tags, "position": game.state.to_text()}
    if game.ply:
        said |= {"last_move": game.move_texts[-1], "previous": game.states[-2].to_text()}
    return game, said


ENDINGS = ("endings", "leaving")


@pytest.mark.parametrize("plies", [0, 1, 30, 2000])
@pytest.mark.parametrize("name", STARTS)
def test_facts_are_what_other_methods_say(name: str, plies: int) -> None:
    game, said = after(name, plies)
    at = {key: said[key] for key in ("game", "position")}
    facts = result("facts", **said, moves=True, board=True, picture=SHOWN)
    start, guide = result("start", **at), result("guide", **at)
    click, some = result("click", **at), result("some_moves", **at)
    assert facts == {
        **{key: value for key, value in start.items() if key not in ENDINGS or not game.is_over},
        **result("outcome", **at),
        "instruction": guide["instruction"],
        "last_move": said.get("last_move"),
        "told": game.states[-2].describe(game.moves[-1]) if game.moves else "",
        "click": None if game.is_over else click,
        "moves": some["moves"],
        "board": game.state.to_board(last_move=game.moves[-1] if game.moves else None),
        **result("svg", **said, **SHOWN),
    }
    if not game.is_over:
        short = result("facts", **said)
        assert short.pop("click") == {key: click[key] for key in ("move", "offers")}
        assert short == {key: facts[key] for key in short}
        assert facts.keys() - short.keys() == {"click", "moves", "board", "svg"}


@pytest.mark.parametrize("name", STARTS)
def test_a_move_comes_with_the_facts_of_the_position_after_it(name: str) -> None:
    game, said = after(name, 31)
    before: Any = game.states[-2]
    at = {"game": said["game"], "position": said["previous"]}
    wanted = {"moves": True, "ply": 31, "picture": SHOWN}
    facts = result("facts", **said, **wanted)
    made = result("apply", **at, move=said["last_move"], facts=wanted)
    assert made == {**result("apply", **at, move=said["last_move"]), **facts}
    places = list(before.places_of(game.moves[-1]))
    assert result("click", **at, places=places, apply=True, facts=wanted) == {
        **made, "next": [], "offers": [],
    }  # fmt: skip
    chosen = result("choose", **at, player="random", seed=1, facts={"ply": 31})
    assert chosen == result("apply", **at, move=chosen["move"], facts={"ply": 31})
    assert result("start", **at, facts={}) == {**result("start", **at), **result("facts", **at)}


def test_an_incomplete_click_has_no_facts() -> None:
    game, said = after("Mills", 40)
    state: Any = game.state
    at = {"game": "mills", "position": said["position"], "places": [state.click().next[0]]}
    assert result("click", **at, apply=True, facts={"ply": 5}, view=True) == result("click", **at)


def test_a_move_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for its text, whether it is typed, picked or chosen."""
    game, said = after("9tka", 60)
    at = {"game": "9tka", "position": said["previous"]}
    monkeypatch.setattr(State, "checked", pytest.fail)
    assert result("apply", **at, move=said["last_move"])["position"] == said["position"]
    picked = result("click", **at, places=[str(game.moves[-1])], apply=True)
    assert picked["move"] == said["last_move"]
    assert result("choose", **at, player="random", seed=1)["move"]
    assert result("some_moves", **at)["moves"]
    parse_move, parsed = State.parse_move, list[str]()

    def noted(state: State, text: str) -> Move:
        parsed.append(text)
        return parse_move(state, text)

    monkeypatch.setattr(State, "parse_move", noted)
    result("facts", **said, picture={"title": "drawn anew"})
    assert parsed == [said["last_move"]]


def test_the_last_move_is_said_in_full() -> None:
    game, said = after("9tka", 50)
    short = {**said, "last_move": str(game.moves[-1])}
    assert result("facts", **short)["last_move"] == said["last_move"] != short["last_move"]
    del short["previous"]
    assert result("facts", **short)["last_move"] == said["last_move"]


def test_an_ending_is_a_fact() -> None:
    game = Game.start(kropki.TERRITORY).play("aa bb ab")
    ended = game.end(parse_ending("o resigns", game.state.seats))
    at = {"game": "kropki", "position": game.state.to_text(), "ending": "o resigns"}
    facts = result("facts", **at, picture={}, moves=True)
    assert (facts["is_over"], facts["instruction"]) == (True, "The game is over.")
    assert (facts["result"], facts["winners"]) == (str(ended.outcome), [0])
    assert (facts["click"], facts["moves"]) == (None, [])
    assert "endings" not in facts
    assert facts["svg"] == game.state.to_svg(ending=ended.ending)
    goes_on = {"game": "kropki", "position": at["position"]}
    since = {"position": at["position"], "ending": at["ending"]}
    changes = result("facts", **goes_on, picture={"since": since})["changes"]
    assert changes == result("svg", **goes_on, since=since)["changes"] != []


def test_points_and_a_pass_while_the_game_goes_on() -> None:
    state = random_game(State.start(players=2), Random(1), 73).state
    facts = result("facts", position=state.to_text())
    assert facts["click"] == {"move": "--", "offers": []}
    outcome = {"result": "*", "winners": [], "ranking": [], "explanation": "", "is_over": False}
    assert facts == {**facts, **outcome, "scores": list(state.scores)}


@pytest.mark.parametrize("name", STARTS)
def test_turns_begin_as_records_number_them(name: str) -> None:
    """Given the number of moves and the last one, wherever phases begin and seats move again."""
    game, said = after(name, 60)
    states, turns = game.states, game.turns
    for ply in range(len(turns)):
        at = {"game": said["game"], "position": states[ply].to_text(), "ply": ply}
        if ply:
            at |= {"last_move": game.move_texts[ply - 1], "previous": states[ply - 1].to_text()}
        begins = ply == 0 or turns[ply] != turns[ply - 1]
        assert result("facts", **at)["begins_turn"] == begins, ply


@pytest.mark.parametrize(("seats", "marked"), [(["a"], True), (["b"], False), ([], False)])
def test_legal_moves_are_marked_for_some_players_only(seats: list[str], marked: bool) -> None:
    drawn = result("facts", position=START, picture={**SHOWN, "marks_for": seats})["svg"]
    marks = SHOWN["marks"] if marked else []
    assert drawn == result("svg", position=START, **{**SHOWN, "marks": marks})["svg"]


def test_what_changes_in_the_picture_since_the_move() -> None:
    """The picture that is shown is of the position before, unless its own is said."""
    game, said = after("Kropki", 20)
    before = {"last_move": game.move_texts[-2], "previous": game.states[-3].to_text()}
    since = {**SHOWN, **before}
    changes = result("svg", **said, **SHOWN, since={**since, "position": said["previous"]})
    at = {"game": "Kropki", "position": said["previous"], "move": said["last_move"]}
    made = result("apply", **at, facts={"picture": {**SHOWN, "since": since}})
    assert made["changes"] == changes["changes"]
    assert "svg" not in made
    facts = result("facts", **said, picture={**SHOWN, "since": since})
    assert facts["changes"] == changes["changes"]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"ply": -1}, '"ply" is from 0 to 100000, not -1'),
        ({"ply": 10**9}, '"ply" is from 0 to 100000, not 1000000000'),
        ({"last_move": "E5"}, "*E5 cannot be taken back: it was not the last move"),
        ({"ending": "a grounds"}, "an ending is one of agreement, a resigns, b resigns, "
         "a out of time, b out of time, not 'a grounds'"),
    ],
)  # fmt: skip
def test_wrong_parameters_are_refused(params: dict[str, Any], said: str) -> None:
    refused = error("facts", position=START, **params)
    assert (refused["code"], refused["message"]) == (1, said)


def test_the_longest_game_whose_turns_are_told() -> None:
    assert result("facts", position=START, ply=100_000)["begins_turn"] in (True, False)


def test_a_game_without_clicks_has_no_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.server.facts.ClickableState", type("Other", (), {}))
    assert result("facts", position=START)["click"] is None
