"""The picture that `tests/drawing/test_games.py` compares with, after it was looked at.

`python docs/_ext/boards.py` draws it anew.
"""

from pathlib import Path
from random import Random

from ninetka import WIKI, Square, State, Symmetry
from ninetka.simulate import random_game

FILE = Path(__file__).parents[1] / "data" / "nine.svg"


def picture() -> str:
    """The picture, drawn now: each kind of stone, shade and mark is in it."""
    game = random_game(State.start(WIKI, 4), Random("four"), 66)
    return game.state.to_svg(
        last_move=game.moves[-1], marks=["legal-moves", "blocked"],
        names=["Ann", "Bartholomew the Great", "", "Dee"], size=400, orientation=Symmetry.ROTATE_90,
        highlights=[Square("J2")], arrows=[(Square("C2"), Square("E5"))],
    )  # fmt: skip
