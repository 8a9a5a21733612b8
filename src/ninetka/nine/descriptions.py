"""Descriptions of the rules, of the turn to be made and of moves, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.messages import Message, joined, listed
from .board import SEATS, Seat
from .legality import legal_moves
from .moves import Move, Pass, PlaceStone, Slide
from .position import Position
from .rulesets import RIM_SQUARES, EdgeStop, NeutralPlacement, Ruleset, Terms, TieBreak
from .scoring import owners
from .texts import Say

_EDGE: Final = {EdgeStop.BOARD: Say.EDGE_STOPS, EdgeStop.STONE: Say.EDGE_STOPS_NOT}
_TIED: Final = {TieBreak.LATER_SEAT: Say.LATEST_WINS, TieBreak.LAST_SLIDE: Say.LAST_SLIDE_WINS}


def summarize(ruleset: Ruleset) -> Message:
    """The rules of a ruleset, one paragraph per line."""
    counts = ruleset.player_counts
    seats = listed(SEATS[: max(counts)])
    stones = listed(_supply(ruleset, players) for players in counts)
    drawn = ruleset.neutral_placement is NeutralPlacement.RANDOM
    paragraphs = (
        (
            Say.ABOUT_9TKA(counts=listed(counts, "or"), seats=seats),
            Say.AIM(),
            Say.BOARD(),
            Say.RIM(),
            Say.STONES(stones=stones),
        ),
        (*_placements(ruleset), Say.THEN_SLIDE(), _openers(ruleset)),
        (
            Say.STOPS_BEFORE(),
            Say.MUST_RUN(),
            _EDGE[ruleset.edge_stop](),
            Say.NEVER_AGAIN(),
            Say.SLIDE_OR_PASS(),
        ),
        (Say.ENDS(), Say.CONQUERED(), _TIED[ruleset.tie_break]()),
        (Say.MOVES(), Say.SQUARES())
        if drawn
        else (Say.MOVES_WITH_NEUTRALS(), Say.SQUARES_WITH_NEUTRALS()),
    )
    return joined(map(joined, paragraphs), "\n")


def _supply(ruleset: Ruleset, players: int) -> Message:
    """Say how many stones each of that many players has (R4, Q7).

    The part for the least number of players begins a sentence.
    """
    supply, begins = ruleset.stones[players], players == min(ruleset.player_counts)
    if isinstance(supply, tuple):
        say = Say.FIRST_SEATS_HAVE if begins else Say.SEATS_HAVE
        return say(players=players, seats=listed(SEATS[:players]), counts=listed(supply))
    if supply == 1:
        return (Say.FIRST_EACH_HAS_ONE if begins else Say.EACH_HAS_ONE)(players=players)
    return (Say.FIRST_EACH_HAS if begins else Say.EACH_HAS)(players=players, count=supply)


def _placements(ruleset: Ruleset) -> tuple[Message, ...]:
    """Describe how neutrals and stones are placed (R5, R6, Q5, Q7)."""
    supplies = [ruleset.stones_by_seat(players) for players in ruleset.player_counts]
    full = all(sum(supply) == RIM_SQUARES for supply in supplies)
    if ruleset.neutral_placement is NeutralPlacement.RANDOM:
        neutrals, stones = Say.CHANCE_PLACES_NEUTRALS, Say.FIRST_PLACE_ALL
        if full:
            stones = Say.FIRST_FILL_RIM
    else:
        neutrals, stones = Say.PLAYERS_PLACE_NEUTRALS, Say.THEN_PLACE_ALL
        if full:
            stones = Say.THEN_FILL_RIM
    differ = any(len({*supply}) > 1 for supply in supplies)
    return neutrals(), stones(), *([Say.STEPPED_OVER()] if differ else [])


def _openers(ruleset: Ruleset) -> Message:
    """The seats that begin the phases (Q1)."""
    terms = [Terms.of(ruleset, players) for players in ruleset.player_counts]
    stone = _whose({each.players: each.first_to_place for each in terms})
    slide = _whose({each.players: each.first_to_move for each in terms})
    drawn = ruleset.neutral_placement is NeutralPlacement.RANDOM
    if stone == slide:
        return (Say.OPENER if drawn else Say.OPENER_AFTER_NEUTRALS)(seats=stone)
    return (Say.OPENERS if drawn else Say.OPENERS_AFTER_NEUTRALS)(stone=stone, slide=slide)


def _whose(openers: Mapping[int, Seat]) -> str:
    """The seats that begin a phase, with the numbers of players, by which they are given."""
    counts: dict[Seat, list[int]] = {}
    for players, seat in openers.items():
        counts.setdefault(seat, []).append(players)
    return listed(Say.SEAT_WITH(seat=seat, counts=listed(of, "or")) for seat, of in counts.items())


def instruct(position: Position) -> Message:
    """Tell the player to move what to do, in one sentence with an example (R5-R9)."""
    moves = legal_moves(position)
    if not moves:
        return Say.IS_OVER()
    example = moves[len(moves) // 2]
    match example:
        case Pass():
            return Say.PASS(example=example)
        case Slide(square):
            return Say.SLIDE(example=example, end=position.target(square))
        case PlaceStone(square):
            return Say.PLACE_STONE(example=square)
    drawn = position.terms.draws_neutrals
    return (Say.CHANCE_PLACES if drawn else Say.PLACE_NEUTRAL)(example=example.square)


def tell(before: Position, move: Move, after: Position) -> Message:
    """Describe what a move has done (R5-R9), and which sections changed hands by it (R11)."""
    held = owners(before)
    told = [_act(before, move)]
    for section, holder in owners(after).items():
        if holder is held[section]:
            continue
        name = Say[section.name]()
        if holder is None:
            told.append(Say.NOBODY_HOLDS(section=name))
        else:
            told.append(Say.HOLDS(seat=holder, section=name))
    return joined(told)


def _act(before: Position, move: Move) -> Message:
    """Describe what a move has done to its stone (R5-R9)."""
    seat = before.to_move
    match move:
        case Pass():
            return Say.PASSED(seat=seat)
        case Slide(square):
            return Say.SLID(seat=seat, start=square, end=before.target(square))
        case PlaceStone(square):
            return Say.PLACED_STONE(seat=seat, square=square)
    if before.terms.draws_neutrals:
        return Say.CHANCE_PLACED(square=move.square)
    return Say.PLACED_NEUTRAL(seat=seat, square=move.square)
