"""What is said of the rules and of moves, in plain words (R1-R12, Q1-Q7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.messages import listed
from .board import SEATS, Seat
from .legality import legal_moves
from .moves import Move, Pass, PlaceStone, Slide
from .position import Position
from .rulesets import RIM_SQUARES, EdgeStop, NeutralPlacement, Ruleset, Terms, TieBreak
from .scoring import owners

_EDGE: Final = {
    EdgeStop.BOARD: "stops on the last square before the opposite rim",
    EdgeStop.STONE: "cannot slide",
}
_NEUTRALS: Final = {
    NeutralPlacement.PLAYERS: "First, each turn places a neutral stone on an empty square from C3 "
    "to I9, in a section that has none yet, until all nine sections have one. Then ",
    NeutralPlacement.RANDOM: "Before the first turn, the neutral stones are placed at random on "
    "squares from C3 to I9, one in each section. First, ",
}
_TIED: Final = {
    TieBreak.LATER_SEAT: "the latest in turn order",
    TieBreak.LAST_SLIDE: "the one who slid last",
}
_PARAGRAPHS: Final = (
    "9tka is a board game for {counts} players, who take turns as seats {seats}. "
    "The aim is to conquer more of the nine sections than any other player. "
    "The board has columns A to K from left to right and rows 1 to 11 from bottom to top; its four "
    "corners are never used. "
    "The 36 other squares of the edge are the rim; the squares inside it, B2 to J10, form nine "
    "sections of 3 by 3. "
    "{stones}; nine neutral stones belong to nobody.",
    "{neutrals}each turn places one of the player's own stones on an empty rim square, until "
    "{placed}. {stepping}"
    "Then each turn slides one of the player's own stones from the rim along its row or column "
    "into the board. "
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
    "Each conquered section scores one point, and most points win; among tied players {tied} wins.",
    "Moves are written {neutral_move}@A5 (place your stone on A5), "
    "A5-F5 (slide from A5, stopping on F5) and -- (pass). "
    "The square alone will do, such as {square}A5 for a slide from there.",
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (R1-R12, Q1, Q2, Q5-Q7), one paragraph per line."""
    counts = ruleset.player_counts
    full = all(sum(ruleset.stones_by_seat(players)) == RIM_SQUARES for players in counts)
    differ = any(len({*ruleset.stones_by_seat(players)}) > 1 for players in counts)
    drawn = ruleset.neutral_placement is NeutralPlacement.RANDOM
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed(SEATS[: max(counts)]),
        stones=listed(_supply(ruleset, players) for players in counts).capitalize(),
        neutrals=_NEUTRALS[ruleset.neutral_placement],
        placed="the rim is full" if full else "all players have placed all of theirs",
        stepping="A player who has none left to place is stepped over. " if differ else "",
        openers=_openers(ruleset),
        edge=_EDGE[ruleset.edge_stop],
        tied=_TIED[ruleset.tie_break],
        neutral_move="" if drawn else "*E5 (place a neutral stone on E5), ",
        square="" if drawn else "E5, or ",
    )


def _supply(ruleset: Ruleset, players: int) -> str:
    """How many stones the players have, if that many play (R4, Q7)."""
    supply = ruleset.stones[players]
    if isinstance(supply, int):
        stones = "1 stone" if supply == 1 else f"{supply} stones"
        return f"each of {players} players has {stones}"
    return f"of {players} players, seats {listed(SEATS[:players])} have {listed(supply)} stones"


def _openers(ruleset: Ruleset) -> str:
    """The seats that begin the phases (Q1)."""
    terms = [Terms.of(ruleset, players) for players in ruleset.player_counts]
    stone = _whose({each.players: each.opener for each in terms})
    slide = _whose({each.players: each.mover for each in terms})
    first = "the first stone on the rim"
    openers = [f"{first} is {stone}", f"the first slide is {slide}"]
    if stone == slide:
        openers = [f"{first} and the first slide are {stone}"]
    if ruleset.neutral_placement is NeutralPlacement.PLAYERS:
        openers = ["seat a places the first neutral stone", *openers]
    said = "; ".join(openers)
    return said[0].upper() + said[1:]


def _whose(openers: Mapping[int, Seat]) -> str:
    """The seats that begin a phase, with the numbers of players, by which they are given."""
    counts: dict[Seat, list[int]] = {}
    for players, seat in openers.items():
        counts.setdefault(seat, []).append(players)
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
    if position.terms.draws_neutrals:
        return (
            "Chance places a neutral stone on a core square (C3 to I9) of a section that has none, "
            f"for example {example.square}."
        )
    return (
        "Place a neutral stone on a core square (C3 to I9) of a section that has none, "
        f"for example {example.square}."
    )


def tell(before: Position, move: Move, after: Position) -> str:
    """What a move has done (R5-R9), with the sections that have changed hands by it (R11)."""
    held = owners(before)
    told = [_act(before, move)]
    for section, holder in owners(after).items():
        if holder is held[section]:
            continue
        if holder is None:
            told.append(f"Nobody holds the {section} section now.")
        else:
            told.append(f"Seat {holder} holds the {section} section now.")
    return " ".join(told)


def _act(before: Position, move: Move) -> str:
    """What a move has done to its stone (R5-R9)."""
    seat = before.to_move
    match move:
        case Pass():
            return f"Seat {seat} passed."
        case Slide(square):
            return f"Seat {seat} slid from {square} to {before.target(square)}."
        case PlaceStone(square):
            return f"Seat {seat} placed a stone on {square}."
    if before.terms.draws_neutrals:
        return f"Chance placed a neutral stone on {move.square}."
    return f"Seat {seat} placed a neutral stone on {move.square}."
