"""The page that replays a long game of five, who are expelled one after another."""

from __future__ import annotations

from morris.games import whole_game
from ninetka.records import Record
from ninetka.replay import replay_page
from ninetka.replay.contents import as_data

GAME = whole_game(5, 0)
NAMES = {"First": "Ann", "Second": "Ben", "Third": "Cleo", "Fourth": "Dan"}
RECORD = Record(GAME, NAMES, {424: "the last"})


def test_the_game() -> None:
    assert GAME.ply == 425
    assert len(GAME.state.expelled) == 4


def test_a_long_game_makes_a_page_of_less_than_a_megabyte() -> None:
    assert len(replay_page(RECORD)) < 1_000_000


def test_what_is_said_beside_the_board() -> None:
    (game,) = as_data([RECORD])["games"]
    states = list(GAME.states())
    assert game["title"] == (
        "Ann (a) \u2013 Ben (b) \u2013 Cleo (c) \u2013 Dan (d) \u2013 Seat e, -56:54:-26:-56:184"
    )
    assert game["seats"] == [state.to_move for state in states[:-1]]
    removal = next(at for at, state in enumerate(states) if str(state.phase) == "remove")
    assert game["seats"][removal - 1] == game["seats"][removal]
    assert game["turns"][removal - 1] == game["turns"][removal]
    assert game["plies"][0]["score"] == "a 20 \u00b7 b 20 \u00b7 c 20 \u00b7 d 20 \u00b7 e 20"
    assert game["plies"][-1]["turn"] == "Won by Seat e"
