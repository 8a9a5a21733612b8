"""The picture that `tests/drawing/test_games.py` compares with, after it was looked at.

`python docs/_ext/boards.py` draws it anew.
"""

from pathlib import Path

from ninetka.kropki import Move, Point, Ruleset, State

FILE = Path(__file__).parents[1] / "data" / "kropki.svg"
RULESET = Ruleset("ten", 10, 9)
POSITION = (
    "4o5/3oxo4/2oxoxo3/1o2x2o2/2o3o3/3o1o1x2/1xx1o1xox1/xoxx3x2/1xx7 o ten "
    "x:dcedfcebdc,x:ahbicidhcgbgah"
)
MOVE = "ja.bdcedfegffgehdgcfbeadbccbd"


def played(position: str = POSITION, move: str = MOVE) -> tuple[State, Move]:
    """The state after a move, and the move."""
    state = State.from_text(position, RULESET)
    last = state.parse_move(move)
    return state.apply(last), last


def picture() -> str:
    """The picture, drawn now: each kind of dot, region and mark is in it."""
    state, last = played()
    return state.to_svg(
        last_move=last, marks=["legal-moves", "legal-chains"],
        names=["Ann", "Bartholomew the Great of Somewhere"], size=400, highlights=[Point("ai")],
        arrows=[(Point("ji"), Point("jf"))],
    )  # fmt: skip
