"""Board editors of 9tka."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..base.errors import NinetkaError, quoted
from ..protocol.editor import Editor, Fact, kind_among, pieces_of, to_move
from .board import CORE, NEUTRAL, Seat, Square, Stone
from .notation import Words
from .rulesets import Terms
from .setup import Setup
from .state import State
from .texts import Say


class NineEditor(Editor[State, Setup]):
    """Puts and takes neutrals and players' stones."""

    def read(self, text: str, start: State, /) -> Setup:
        """The arrangement of a position text. Raises InvalidPositionError."""
        return Setup.from_text(text, None if start.ruleset.is_published else start.ruleset)

    def kinds(self, setup: Setup, /) -> Mapping[str, str]:
        """A neutral, and a stone of each player."""
        seats = Terms.of(setup.ruleset, setup.players).seats
        return {NEUTRAL.value: Say.NEUTRAL_PIECE(), **pieces_of(seats)}

    def pieces(self, setup: Setup, /) -> Mapping[str, str]:
        """The piece on each square that is not empty."""
        return {str(square): str(stone) for square, stone in setup.stones.items()}

    def put(self, setup: Setup, pieces: Mapping[str, str], /) -> Setup:
        """The arrangement with these stones on squares."""
        known: dict[str, Stone] = {str(stone): stone for stone in (NEUTRAL, *Seat)}
        stones, kinds = dict(setup.stones), self.kinds(setup)
        for place, kind in pieces.items():
            stones.pop(Square(place), None)
            if kind:
                stones[Square(place)] = known[kind_among(kinds, kind)]
        return attrs.evolve(setup, stones=stones)

    def facts(self, setup: Setup, /) -> tuple[Fact, ...]:
        """The seat to move."""
        return (to_move(setup.to_move, Terms.of(setup.ruleset, setup.players).seats),)

    def set_fact(self, setup: Setup, name: str, value: str, /) -> Setup:
        """The arrangement with another seat to move."""
        if name != "to_move":
            raise NinetkaError(f"there is only to_move, not {quoted(name)}")
        words = Words(*setup.to_text().split())._replace(to_move=value)
        return Setup.from_text(" ".join(words), setup.ruleset)

    def sketch(self, setup: Setup, /) -> State:
        """The stones as they are. Raises NinetkaError for seats that do not play, and corners."""
        terms, masks = Terms.of(setup.ruleset, setup.players), setup.masks
        if setup.to_move not in terms.seats or any(square.is_corner for square in setup.stones):
            setup.check()
        stones = tuple(masks[seat] for seat in terms.seats)
        # No neutral off the core is part of a section
        state = State.from_masks(terms, setup.to_move, masks[NEUTRAL] & CORE, stones)
        return attrs.evolve(state, occupied_mask=masks[NEUTRAL] | sum(stones))
