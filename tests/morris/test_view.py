"""A position as plain data."""

from __future__ import annotations

from morris.arranged import WALKING, after, at


def test_a_position_as_plain_data() -> None:
    state = after(at("aa.bb.cc. 1/1/3 0/4/0 0 a put"), "3 x5")
    assert state.to_dict() == {
        "position": "aaa...cc. 0/-/3 3/4/0 0 c put small",
        "ruleset": "small",
        "players": 3,
        "phase": "put",
        "to_move": 2,
        "is_over": False,
        "legal_moves": ["4", "5", "6", "9"],
        "scores": ["50/3", "80/3", "-40/3"],
        "fields": [*"123456789"],
        "tokens": [0, 0, 0, None, None, None, 2, 2, None],
        "hands": [0, 0, 3],
        "cards": [3, 4, 0],
        "expelled": [1],
        "stepped_over": [],
        "quiet": 0,
        "outcome": None,
    }


def test_a_finished_game_has_an_outcome() -> None:
    state = after(at("aa.bb.... 1/1/- 0/0/1 0 a put"), "3 x4")
    assert state.to_dict()["outcome"] == {
        "result": "80/3:-10/3:20/3",
        "scores": ["80/3", "-10/3", "20/3"],
        "winners": [0],
        "ranking": [0, 2, 1],
    }


def test_who_was_stepped_over_is_told() -> None:
    state = at("bbbaaa..ccc 0/0/0 0/0/0 0 a move", WALKING).apply("6-7")
    assert state.to_dict()["stepped_over"] == [1]
