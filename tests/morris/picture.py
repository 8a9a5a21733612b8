"""Makes the picture that `test_drawing.py` compares with, after it was looked at.

Run it in the folder `tests` when the picture is meant to change, as `python -m morris.picture`,
look at what it wrote, and commit that.
"""

from pathlib import Path

from ninetka.morris import Move, State

FILE = Path(__file__).parents[1] / "data" / "morris.svg"
POSITION = "aa....abab........b..b..b.....a..a.. 3/3/- 2/3/1 0 a put 9am"
MOVE = "4"


def played(position: str = POSITION, move: str = MOVE) -> tuple[State, Move]:
    """The state after a move, and the move."""
    state = State.from_text(position)
    last = state.parse_move(move)
    return state.apply(last), last


def picture() -> str:
    """The picture, drawn now: each kind of mark is in it."""
    state, last = played()
    return state.to_svg(
        last_move=last,
        marks=["legal-moves"],
        names=["Ann", "Bartholomew the Great of Somewhere"],
        size=400,
        highlights=[11],
        arrows=[(22, 15)],
    )


if __name__ == "__main__":
    FILE.write_text(picture() + "\n", "utf-8")
