"""Board editors of 9AM and Mills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from ..base.errors import NinetkaError, quoted
from ..protocol.editor import Editor, Fact, kind_among, pieces_of, to_move
from .board import SEATS
from .moves import Phase
from .notation import Words, field_of_number
from .position import NO_EXTRA
from .rulesets import Terms
from .setup import Setup, arranged
from .state import State
from .texts import Say

_SEATS: Final = {str(seat): seat for seat in SEATS}
_BY_SEAT: Final = {"hand": "hands", "cards": "cards"}
"""The words with a part for each seat, by the names of their facts."""
_PHASES: Final = {
    Phase.PUT.value: Say.CHOICE_PUT,
    Phase.MOVE.value: Say.CHOICE_MOVE,
    Phase.EITHER.value: Say.CHOICE_EITHER,
    Phase.REMOVE.value: Say.CHOICE_REMOVE,
}
"""The labels of the kinds of move."""


class MillEditor(Editor[State, Setup]):
    """Puts tokens, which come from the hand if any are left there, and takes them."""

    def read(self, text: str, start: State, /) -> Setup:
        """The arrangement of a position text. Raises InvalidPositionError."""
        custom = None if start.ruleset.is_published else start.ruleset
        return _with_phase(Setup.from_text(text, custom))

    def kinds(self, setup: Setup, /) -> Mapping[str, str]:
        """A token of each player."""
        return pieces_of(SEATS[: setup.players])

    def pieces(self, setup: Setup, /) -> Mapping[str, str]:
        """The owner of each token."""
        return {str(field): str(seat) for field, seat in setup.tokens.items()}

    def put(self, setup: Setup, pieces: Mapping[str, str], /) -> Setup:
        """The arrangement with these tokens on fields, which are not marked then.

        As long as any hand has tokens, they come from the hand, and go back there.
        """
        board, kinds = Terms.of(setup.ruleset, setup.players).board, self.kinds(setup)
        tokens, hands, marked = dict(setup.tokens), [*setup.hands], set(setup.marked)
        for place, kind in pieces.items():
            field = field_of_number(place, board)
            marked.discard(field)
            is_placing, taken = any(hands), tokens.pop(field, None)
            if taken is not None and is_placing:
                hands[taken] += 1
            if kind:
                seat = tokens[field] = _SEATS[kind_among(kinds, kind)]
                hands[seat] = max(hands[seat] - 1, 0)
        return _with_phase(attrs.evolve(setup, tokens=tokens, hands=hands, marked=[*marked]))

    def facts(self, setup: Setup, /) -> tuple[Fact, ...]:
        """The seat to move, the kind of move, hands, cards if there are any, and quiet turns."""
        return tuple(_facts(setup))

    def set_fact(self, setup: Setup, name: str, value: str, /) -> Setup:
        """The arrangement with another word in its text."""
        word, _, seat = name.partition(" ")
        known = [fact.name for fact in self.facts(setup)]
        if name not in known:
            raise NinetkaError(Say.NO_SUCH_FACT(known=tuple(known), name=quoted(name)))
        words, word = _words(setup), _BY_SEAT.get(word, word)
        if seat:
            parts = getattr(words, word).split("/")
            parts[_SEATS[seat]] = value
            value = "/".join(parts)
        words = words._replace(**{word: value})
        return _with_phase(Setup.from_text(str(words), setup.ruleset))

    def sketch(self, setup: Setup, /) -> State:
        """The tokens as they are."""
        if any(seat >= setup.players for seat in (setup.to_move, *setup.tokens.values())):
            setup.check()
        return arranged(setup, State)


def _words(setup: Setup) -> Words:
    words = Words.of(setup.to_text())
    assert words is not None
    return words


def _with_phase(setup: Setup) -> Setup:
    """The arrangement with a phase that follows from the hands, unless a removal is due."""
    is_removal = setup.phase is Phase.REMOVE
    further = setup.further_removals if is_removal else 0
    phase = Phase.REMOVE if is_removal else None
    notes = setup.notes if is_removal else NO_EXTRA
    return attrs.evolve(setup, phase=phase, further_removals=further, notes=notes)


def _facts(setup: Setup) -> Iterator[Fact]:
    words = _words(setup)
    usual = _words(attrs.evolve(setup, phase=None))
    phases = [each.phase.partition("+")[0] for each in (words, usual)]
    yield to_move(setup.to_move, SEATS[: setup.players])
    choices = (phases[1], Phase.REMOVE.value)
    labels = tuple(_PHASES[each]() if each in _PHASES else each for each in choices)
    yield Fact("phase", phases[0], Say.LABEL_PHASE(), choices, labels)
    for name, label in (("hand", Say.LABEL_HAND), ("cards", Say.LABEL_CARDS)):
        if name == "hand" or setup.ruleset.cards:
            for seat, number in zip(SEATS, getattr(words, _BY_SEAT[name]).split("/"), strict=False):
                yield Fact(f"{name} {seat}", number, label(seat=seat))
    yield Fact("quiet", words.quiet, Say.LABEL_QUIET_TURNS())
