"""Resignation, loss on time and agreement in 9tka (R14)."""

from __future__ import annotations

from random import Random

import pytest

from ninetka import NESTORGAMES, Game, NinetkaError, Outcome, State
from ninetka.play.playouts import random_game
from ninetka.protocol.endings import Ending, EndingKind

RESIGNS, TIME = EndingKind.RESIGNATION, EndingKind.TIME
# Games of 70 random plies, none of which is over; the points of the boards are
LATE = {
    players: random_game(State.start(NESTORGAMES, players), Random(1), 70) for players in (2, 3, 4)
}
POINTS = {2: (4, 4), 3: (2, 1, 1), 4: (1, 2, 1, 2)}


@pytest.mark.parametrize(
    ("players", "seat", "result", "ranking"),
    [
        (2, 0, "b+R", "ba"),
        (2, 1, "a+R", "ab"),
        (3, 0, "c+R", "cba"),
        (3, 1, "a+R", "acb"),
        (4, 0, "d+R", "dbca"),
        (4, 3, "b+R", "bcad"),
    ],
)
def test_r14_whoever_resigns_has_no_points_and_is_last(
    players: int, seat: int, result: str, ranking: str
) -> None:
    game = LATE[players].resign(seat)
    outcome = game.outcome
    assert outcome is not None
    assert not game.state.is_over
    assert (str(outcome), "".join(map(str, outcome.ranking))) == (result, ranking)
    points = [own * (each != seat) for each, own in enumerate(POINTS[players])]
    assert [*outcome.scores] == points
    assert outcome.winners == outcome.ranking[:1]
    assert str(LATE[players].time_out(seat).outcome) == result.replace("R", "T")


def test_r14_among_players_without_points_who_resigned_is_last() -> None:
    outcome = Game.start(NESTORGAMES, 3).resign(2).outcome
    assert outcome is not None
    assert "".join(map(str, outcome.ranking)) == "bac"
    assert outcome.explanation == (
        "Seat c has resigned. Seats a and b are tied at 0 points: the later in turn order wins."
    )


def test_r14_after_an_agreement_the_points_decide() -> None:
    for players, game in LATE.items():
        outcome = game.agree().outcome
        assert outcome is not None
        assert outcome.scores == game.state.scores == POINTS[players]
        assert str(outcome) == "-".join(map(str, POINTS[players]))
        assert outcome.ranking == Outcome(POINTS[players]).ranking
        tie = Outcome(POINTS[players]).explanation
        assert outcome.explanation == f"The players agreed to stop. {tie}".strip()


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Ending(RESIGNS, 3), "3 is not a seat of this game: seats are 0 to 2"),
        (Ending(EndingKind.GROUNDING, 1), "this game cannot end by 'grounds'"),
    ],
)
def test_r14_endings_that_cannot_be(ending: Ending, said: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        LATE[3].end(ending)
    assert str(caught.value) == said


def test_r14_nobody_resigns_a_game_that_is_over() -> None:
    game = random_game(State.start(), Random(1))
    assert not game.state.endings
    for end in (game.resign, game.time_out, game.agree):
        with pytest.raises(NinetkaError, match=r"^the game is over already$"):
            end()


def test_an_outcome_has_an_ending_that_can_be() -> None:
    for wrong in (Ending(RESIGNS, 2), Ending(EndingKind.GROUNDING, 1)):
        with pytest.raises(NinetkaError, match=r"^a game for 2 players cannot end with "):
            Outcome((1, 2), ending=wrong)


def test_pictures_show_how_a_game_ended() -> None:
    game = LATE[3].resign(0)
    svg = game.state.to_svg(ending=game.ending, names=["Ann", "Ben", "Cy"])
    assert "nestorgames, 3 players, over, c+R" in svg
    assert "Won by Cy (c)" in svg
    assert "Points: Ann (a) 0, Ben (b) 1, Cy (c) 1" in svg
    board = game.state.to_board(ending=game.ending, names=["Ann", "Ben", "Cy"])
    assert board.endswith("nestorgames, 3 players, over, c+R, won by Cy (c)")
    with pytest.raises(NinetkaError, match=r"^3 is not a seat of this game"):
        game.state.to_svg(ending=Ending(RESIGNS, 3))
