"""A position as planes of bits, for programs that learn, as one seat sees it.

Seats are counted from the one that looks, which is +0; the next in turn order is +1. Bit n - 1 of a
plane is field n. Numbers are planes too: bit 0 is the ones digit of the binary number. On a tiny
board, a number with too many digits for the fields is all ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .moves import Phase
from .position import Due, Position
from .rulesets import Removals, Terms
from .turns import times_stood

_WORDS = {Phase.EITHER: "put or move"}


def plane_shape(position: Position) -> tuple[int, int]:
    """One row with a column for each field: a field's bit is its action code."""
    return 1, position.board.fields


def plane_names(position: Position) -> tuple[str, ...]:
    """A phrase for each plane that says what it shows."""
    return _names(position.terms)


@lru_cache
def _names(terms: Terms) -> tuple[str, ...]:
    seats = range(terms.players)
    return (
        *(f"tokens of seat +{seat}" for seat in seats),
        *(f"hand of seat +{seat}, in binary" for seat in seats),
        *(f"cards of seat +{seat}, in binary" for seat in seats),
        "quiet turns, in binary",
        *_notes(terms),
        *(f"to {_WORDS.get(phase, phase)}" for phase in _phases(terms)),
        *(f"seat +{seat} is to move" for seat in seats),
    )


def planes(position: Position, seat: int) -> tuple[int, ...]:
    """The planes in the order of their names: 4n + 4 for n players, and those of options."""
    hands, cards, tokens, ones = position.hands, position.cards, position.masks, position.board.mask
    numbers = *hands[seat:], *hands[:seat], *cards[seat:], *cards[:seat], position.quiet
    ruleset, noted = position.ruleset, list[int]()
    if ruleset.removals is Removals.EACH:
        noted.append(position.further_removals)
    if ruleset.repetition:
        stood = 0 if position.phase is Phase.REMOVE else times_stood(position)
        noted.append(stood)
    to_move = (position.to_move - seat) % position.players
    return (
        *tokens[seat:],
        *tokens[:seat],
        *(min(number, ones) for number in (*numbers, *noted)),
        *((position.notes.marked,) if ruleset.marking else ()),
        *(_noted(position, seat) if position.terms.is_extended else ()),
        *(ones if position.phase is phase else 0 for phase in _phases(position.terms)),
        *(ones if to_move == other else 0 for other in range(position.players)),
    )


def _noted(position: Position, seat: int) -> Iterator[int]:
    """The planes of what is noted (M29-M38)."""
    ruleset, notes, ones = position.ruleset, position.notes, position.board.mask
    is_removing = position.phase is Phase.REMOVE
    seats = [(seat + at) % position.players for at in range(position.players)]
    for due in Due:
        yield ones if is_removing and notes.due is due else 0
    yield min(notes.owed, ones)
    if ruleset.custody | ruleset.intervention | ruleset.leap:
        yield from (notes.custody, notes.intervention)
    if ruleset.mills_once:
        yield from (notes.used[each] if notes.used else 0 for each in seats)
    if not ruleset.reclosing:
        for each in seats:
            step = notes.closings[each] if notes.closings else None
            yield from (0, 0) if step is None else (step.start.bit, step.end.bit)


def _notes(terms: Terms) -> tuple[str, ...]:
    """The names of planes that a ruleset adds (M20, M22, M26, M29-M38)."""
    ruleset, seats = terms.ruleset, range(terms.players)
    captures = bool(ruleset.custody | ruleset.intervention | ruleset.leap)
    ends = ("starts", "ends")
    closings = [f"where the closing step of seat +{seat} {end}" for seat in seats for end in ends]
    shown = {
        "further removals, in binary": ruleset.removals is Removals.EACH,
        "times that the position has stood, in binary": ruleset.repetition > 0,
        "marked fields": ruleset.marking,
        **dict.fromkeys([f"removal due: {each.value}" for each in Due], terms.is_extended),
        "removals owed by the other, in binary": terms.is_extended,
        **dict.fromkeys(["captured by custody or a leap", "captured by intervention"], captures),
        **dict.fromkeys([f"used lines of seat +{seat}" for seat in seats], ruleset.mills_once),
        **dict.fromkeys(closings, not ruleset.reclosing),
    }
    return tuple(name for name, is_shown in shown.items() if is_shown)


def _phases(terms: Terms) -> tuple[Phase, ...]:
    """The phases in which there is a move; with tokens in hand it may be to put or move (M17)."""
    return terms.hand_phase, Phase.MOVE, Phase.REMOVE
