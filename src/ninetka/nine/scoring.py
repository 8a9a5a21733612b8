"""Conquered sections, points and ranking (R11, R12, R14, Q6), and what moves gain of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

import attrs
from attrs.validators import optional

from .. import protocol
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import joined, listed
from ..protocol.endings import LETTERS, Ending, check_decided
from ..protocol.entry import Gain, lead
from .board import INNER, LINES, RIM, SEATS, SECTIONS, Seat, Section, movable
from .moves import Move
from .position import Position
from .rulesets import PLAYER_COUNTS, TieBreak
from .texts import Say
from .turns import successor

_SECTIONS: Final = tuple(SECTIONS.values())


def owners(position: Position) -> Mapping[Section, Seat | None]:
    """The seat that has conquered each section as the board stands (R11)."""
    seats = (
        None if owner is None else SEATS[owner] for owner in owner_indices(position.stone_masks)
    )
    return FrozenMap(zip(SECTIONS, seats, strict=True))


def conquered(position: Position) -> list[int]:
    """Return the bitboard of each seat's conquered sections as the board stands (R11)."""
    stones = position.stone_masks
    sections = [0] * len(stones)
    if sum(stones) & INNER:
        for mask, owner in zip(_SECTIONS, owner_indices(stones), strict=True):
            if owner is not None:
                sections[owner] |= mask
    return sections


def scores(position: Position) -> tuple[int, ...]:
    """Points by seat as the board stands: one for each conquered section (R12)."""
    stones = position.stone_masks
    owned = owner_indices(stones)
    return tuple(owned.count(seat) for seat in range(len(stones)))


def owner_indices(stones: Sequence[int]) -> list[int | None]:
    """Return for each section the seat with strictly more stones in it than any other (R11).

    `stones` has a bitboard for each seat. It takes no position: `gains` asks about stones that have
    not slid yet, and a position made for that would add a third to the time of each move.
    """
    owned: list[int | None] = []
    for section in _SECTIONS:
        most, owner = 0, None
        for seat, own in enumerate(stones):
            count = (own & section).bit_count()
            if count > most:
                most, owner = count, seat
            # A tie for most, or no stone at all
            elif count == most:
                owner = None
        owned.append(owner)
    return owned


def by_last_slide(position: Position) -> tuple[Seat, ...]:
    """The seats that have slid, in the order of their last slides, if ties go by that (Q6).

    A player who has passed cannot slide again. So of two players, the one with more slides has slid
    later, or if they have as many, the one whose turn comes later.
    """
    terms = position.terms
    if terms.ruleset.tie_break is TieBreak.LATER_SEAT:
        return ()
    slid = [(own & INNER).bit_count() for own in position.stone_masks]
    sliders = [seat for seat in terms.seats if slid[seat]]
    return tuple(sorted(sliders, key=lambda seat: (slid[seat], terms.offsets[seat])))


def gains(position: Position, moves: Sequence[Move]) -> list[Gain]:
    """Return what each move gains at once, the measure by which `greedy` chooses (R7, R11).

    It is the lead in sections as they stand once the rim stones have slid, and the lead in slides.
    Each stone that can slide counts where it would stop now, as if all could slide together.
    """
    return [_leads(successor(position, move), position.to_move) for move in moves]


def _leads(position: Position, seat: int) -> Gain:
    """The leads of a seat in a position, as `gains` counts them."""
    occupied = position.occupied_mask
    # Before movement the opposite rim counts as full: it mostly will be (Q2).
    edge = position.terms.edge if position.is_movement else RIM
    able = movable(occupied, edge)
    slid, slides = [], []
    for own in position.stone_masks:
        inner, sliding = own & INNER, own & able
        slides.append(sliding.bit_count())
        while sliding:
            start = sliding & -sliding
            inner |= LINES[start].end(occupied | edge)
            sliding ^= start
        slid.append(inner)
    owned = owner_indices(slid)
    return lead([owned.count(each) for each in position.seats], seat), lead(slides, seat)


def outcome_after(position: Position, ending: Ending) -> Outcome:
    """The outcome if the players agree to stop, or one resigns or runs out of time (R14)."""
    points = list(scores(position))
    if ending.seat is not None:
        points[ending.seat] = 0
    return Outcome(tuple(points), by_last_slide(position), ending)


def _check_scores(_: object, __: object, scores: tuple[int, ...]) -> None:
    if len(scores) not in PLAYER_COUNTS:
        raise NinetkaError(f"2 to {len(SEATS)} seats have points, not {len(scores)}")


def _check_slid(outcome: Outcome, _: object, slid: tuple[Seat, ...]) -> None:
    if len({*slid} & {*SEATS[: len(outcome.scores)]}) < len(slid):
        raise NinetkaError(f"slid has seats that play, none of them twice, not {listed(slid)}")


def _check_ending(outcome: Outcome, _: object, ending: Ending) -> None:
    check_decided(ending, len(outcome.scores))


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Outcome(protocol.GameOutcome):
    """The outcome of a game (R12, R14). Its `str` is the result as records state it.

    The result is the points by seat, `4-4`, or who won after a resignation, `b+R`, or a loss on
    time, `a+T`.
    """

    scores: tuple[int, ...] = attrs.field(validator=_check_scores)
    """Points by seat; whoever resigned or ran out of time has 0 (R14)."""
    slid: tuple[Seat, ...] = attrs.field(default=(), validator=_check_slid)
    """The seats that have slid, in the order of their last slides, if ties go by that (Q6).

    Empty if they go to the later seat.
    """
    ending: Ending | None = attrs.field(default=None, validator=optional(_check_ending))
    """The ending, if the game did not end by a move (R14)."""

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """All seats, best first: by points, among equals the later seat or slide (R12, Q6).

        Whoever resigned or ran out of time is last (R14).
        """
        seats = SEATS[: len(self.scores)]
        order = [*(seat for seat in seats if seat not in self.slid), *self.slid]
        worst_first = sorted(order, key=lambda seat: (seat != self._left, self.scores[seat]))
        return tuple(worst_first[::-1])  # equals stay in order

    @property
    def _left(self) -> int | None:
        """The seat that resigned or ran out of time."""
        return None if self.ending is None else self.ending.seat

    @property
    def winner(self) -> Seat:
        """The seat that won."""
        return self.ranking[0]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner alone: games of several winners have more."""
        return (self.winner,)

    @property
    def explanation(self) -> str:
        """Sentences about an ending that was not a move, and about the tie break.

        Empty if a move ended the game and nobody was tied with the winner.
        """
        ended = "" if self.ending is None else self.ending.explained(SEATS)
        return joined(filter(None, [ended, self._tie]))

    @property
    def _tie(self) -> str:
        """A sentence on why the winner beats those it is tied with; empty if there are none."""
        most = self.scores[self.winner]
        equal = [seat for seat in sorted(self.ranking) if self.scores[seat] == most]
        tied = [seat for seat in equal if seat != self._left]
        if len(tied) == 1:
            return ""
        seats, points = listed(tied), Say.POINT() if most == 1 else Say.POINTS(count=most)
        if self.winner in self.slid:
            return Say.LAST_SLIDE_OF_TIED(tied=seats, points=points, winner=self.winner)
        say = Say.LATER_OF_TIED if len(tied) == 2 else Say.LATEST_OF_TIED
        return say(tied=seats, points=points)

    def __str__(self) -> str:
        if self.ending is not None and self.ending.seat is not None:
            return f"{self.winner}+{LETTERS[self.ending.kind]}"
        return "-".join(map(str, self.scores))
