"""The page that replays a game of 9AM: removals, and players who are expelled one after another."""

from __future__ import annotations

import pytest

from morris.games import whole_game
from ninetka import Game
from ninetka.records import Record
from ninetka.web.replay import replay_page
from ninetka.web.replay.contents import as_data


def test_what_is_said_beside_the_board() -> None:
    played = whole_game(3, 0)
    *_, late = (ply for ply, state in enumerate(played.states) if not state.expelled)
    states = played.states[late - 6 :]
    game = Game.from_state(states[0], played.moves[late - 6 :])
    (shown,) = as_data([Record(game, {"First": "Ann", "Second": "Ben"})])["games"]
    assert shown["title"] == f"Ann (a) \u2013 Ben (b) \u2013 Seat c, {game.outcome}"
    _, *plies = shown["plies"]
    assert [ply["seat"] for ply in plies] == [state.to_move for state in states[:-1]]
    removal = next(at for at, state in enumerate(states) if str(state.phase) == "remove")
    made, removed = plies[removal - 1 : removal + 1]
    assert (made["seat"], made["turn"]) == (removed["seat"], removed["turn"])
    a, b, c = states[0].scores
    assert shown["plies"][0]["score"] == f"a {a} \u00b7 b {b} \u00b7 c {c}"


@pytest.mark.long
def test_a_long_game_makes_a_page_of_less_than_a_megabyte() -> None:
    game = whole_game(5, 0)
    assert (game.ply, len(game.state.expelled)) == (425, 4)
    assert len(replay_page(Record(game))) < 1_000_000
