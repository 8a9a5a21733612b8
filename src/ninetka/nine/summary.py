"""The rules in short, and the task of a turn, in plain words (R1-R12, Q1, Q2)."""

from __future__ import annotations

from typing import Final

from ..base.errors import listed
from .board import SEATS
from .legality import legal_moves
from .moves import Pass, PlaceStone, Slide
from .position import Position
from .rulesets import RIM_SQUARES, EdgeStop, Ruleset, Terms

_EDGE: Final = {
    EdgeStop.BOARD: "stops on the last square before the opposite rim",
    EdgeStop.STONE: "cannot slide",
}
_PARAGRAPHS: Final = (
    "9tka is a board game for {counts} players, who take turns as seats {seats}. "
    "The aim is to conquer more of the nine sections than any other player. "
    "The board has columns A to K from left to right and rows 1 to 11 from bottom to top; its four "
    "corners are never used. "
    "The 36 other squares of the edge are the rim; the squares inside it, B2 to J10, form nine "
    "sections of 3 by 3. "
    "{stones}; nine neutral stones belong to nobody.",
    "First, each turn places a neutral stone on an empty square from C3 to I9, in a section that "
    "has none yet, until all nine sections have one. "
    "Then each turn places one of the player's own stones on an empty rim square, until {placed}. "
    "Then each turn slides one of the player's own stones from the rim along its row or column "
    "into the board. "
    "Seat a places the first neutral stone; the first stone on the rim and the first slide are "
    "{openers}.",
    "A sliding stone runs over empty squares and stops just before the first stone it meets: "
    "neutral, anybody's, or still waiting on the opposite rim. "
    "It cannot stop earlier, and it moves at least one square. "
    "A stone that would meet no other {edge}. "
    "Once it has slid, a stone never moves again. "
    "A player who can slide must slide; a player who cannot, passes.",
    "The game ends as soon as nobody can slide. "
    "A section is conquered by the player with more stones in it than any other player; neutral "
    "stones count for nobody, and a tie for most conquers it for nobody. "
    "Each conquered section scores one point, and most points win; among tied players the latest "
    "in turn order wins.",
    "Moves are written *E5 (place a neutral stone on E5), @A5 (place your stone on A5), "
    "A5-F5 (slide from A5, stopping on F5) and -- (pass). "
    "The square alone will do, such as E5, or A5 for a slide from there.",
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (R1-R12, Q1, Q2), one paragraph per line."""
    supply = ruleset.stones
    full = all(players * each == RIM_SQUARES for players, each in supply.items())
    stones = [f"each of {n} players has {_stones(each)}" for n, each in supply.items()]
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(supply, "or"),
        seats=listed(SEATS[: max(supply)]),
        stones=listed(stones).capitalize(),
        placed="the rim is full" if full else "all players have placed all of theirs",
        openers=_openers(ruleset),
        edge=_EDGE[ruleset.edge_stop],
    )


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _openers(ruleset: Ruleset) -> str:
    """The seats that begin placement and movement, with the numbers of players (Q1)."""
    counts: dict[int, list[int]] = {}
    for players in ruleset.player_counts:
        counts.setdefault(Terms.of(ruleset, players).opener, []).append(players)
    return listed(f"seat {seat}'s with {listed(of, 'or')} players" for seat, of in counts.items())


def instruct(position: Position) -> str:
    """What the player to move is asked to do, in one sentence with an example (R5-R9)."""
    moves = legal_moves(position)
    if not moves:
        return "The game is over: no stone can slide."
    example = moves[len(moves) // 2]
    match example:
        case Pass():
            return f"None of your stones can slide, so you must pass: {example}."
        case Slide(square):
            return (
                f"Slide one of your stones from the rim, for example {example}, "
                f"which would stop on {position.target(square)}."
            )
        case PlaceStone(square):
            return f"Place one of your stones on an empty rim square, for example {square}."
    return (
        "Place a neutral stone on a core square (C3 to I9) of a section that has none, "
        f"for example {example.square}."
    )
