"""Makes the pictures that `test_drawing.py` compares with, after they were looked at.

Run it in this folder when a picture is meant to change, look at what it wrote, and commit that.
"""

from pathlib import Path
from random import Random
from typing import Any

from ninetka import NESTORGAMES, WIKI, EdgeStop, Ruleset, Square, State, Symmetry, TurnOrder
from ninetka.simulate import random_game

STONE = Ruleset("few", {2: 3, 3: 3, 4: 3}, EdgeStop.STONE, TurnOrder.RESTARTS)

PICTURES: dict[str, tuple[Ruleset, int, int | None, dict[str, Any]]] = {
    "neutrals": (NESTORGAMES, 2, 5, {"marks": ["legal-moves"]}),
    "placement": (NESTORGAMES, 3, 20, {"marks": ["legal-moves"], "names": ["Ann", "Ben"]}),
    "movement": (NESTORGAMES, 2, 60, {"marks": ["legal-moves", "blocked"], "size": 400}),
    "four": (WIKI, 4, 66, {"marks": ["blocked"], "names": ["Ann", "Bartholomew", "Cy", "Dee"]}),
    "few-stones": (STONE, 4, 23, {"marks": ["legal-moves", "blocked"], "legend": False}),
    "over": (NESTORGAMES, 3, None, {"title": "The end"}),
    "turned": (
        NESTORGAMES,
        2,
        50,
        {
            "orientation": Symmetry.ROTATE_90,
            "highlights": [Square("E5"), Square("J2")],
            "arrows": [(Square("A4"), Square("E4")), (Square("C2"), Square("E5"))],
        },
    ),
    "controls": (
        WIKI,
        2,
        48,
        {"targets": True, "marks": ["legal-moves"], "coordinates": False, "names": ["Ann", "Ben"]},
    ),
}
"""Ruleset, players and plies of a random game, and what is asked of the picture."""


def picture(name: str) -> str:
    """One of the pictures, drawn now."""
    ruleset, players, plies, options = PICTURES[name]
    game = random_game(State.start(ruleset, players), Random(name), plies)
    return game.state.to_svg(last_move=game.moves[-1], **options)


if __name__ == "__main__":
    folder = Path(__file__).parent / "pictures"
    for name in PICTURES:
        (folder / f"{name}.svg").write_text(picture(name) + "\n", "utf-8")
