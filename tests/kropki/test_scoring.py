"""How games end, in words and in order (K11-K13)."""

from __future__ import annotations

import pytest

from ninetka.kropki import Outcome, Seat
from ninetka.protocol.endings import Ending, EndingKind

X, O = Seat  # noqa: E741


@pytest.mark.parametrize(
    ("scores", "ending", "winner", "text", "explanation"),
    [
        ((4, 1), None, X, "4-1", ""),
        ((1, 4), None, O, "1-4", ""),
        ((3, 3), None, None, "3-3", ""),
        ((4, 1), Ending(EndingKind.RESIGNATION, 0), O, "o+R", "x has resigned."),
        ((4, 1), Ending(EndingKind.RESIGNATION, 1), X, "x+R", "o has resigned."),
        ((1, 1), Ending(EndingKind.TIME, 0), O, "o+T", "x ran out of time."),
        ((1, 1), Ending(EndingKind.TIME, 1), X, "x+T", "o ran out of time."),
    ],
)
def test_k11_outcomes(
    scores: tuple[int, int], ending: Ending | None, winner: Seat | None, text: str, explanation: str
) -> None:
    outcome = Outcome(scores, ending)
    assert outcome.scores == scores
    assert outcome.winner is winner
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ranking == ((O, X) if winner is O else (X, O))
    assert str(outcome) == text
    assert outcome.explanation == explanation
