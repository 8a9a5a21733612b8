"""Board editors of Kropki."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ..base.errors import NinetkaError, quoted
from ..protocol.editor import Editor, Fact, kind_among, pieces_of, to_move
from .board import SEATS, Point
from .notation import Words
from .rulesets import Passing
from .setup import Setup
from .state import State
from .texts import Say
from .turns import LAST_PASS

_KINDS: Final = {str(seat): seat for seat in SEATS}
_FACTS: Final = ("to_move", "regions", "passes")


class KropkiEditor(Editor[State, Setup]):
    """Puts and takes dots; regions are written."""

    def read(self, text: str, start: State, /) -> Setup:
        """The arrangement of a position text. Raises InvalidPositionError."""
        return Setup.from_text(text, None if start.ruleset.is_published else start.ruleset)

    def kinds(self, setup: Setup, /) -> Mapping[str, str]:
        """A dot of each player."""
        return pieces_of(SEATS)

    def pieces(self, setup: Setup, /) -> Mapping[str, str]:
        """The owner of each dot, dead ones included."""
        return {str(point): str(seat) for point, seat in setup.dots.items()}

    def put(self, setup: Setup, pieces: Mapping[str, str], /) -> Setup:
        """The arrangement with these dots on points."""
        dots, kinds = dict(setup.dots), self.kinds(setup)
        for place, kind in pieces.items():
            dots.pop(Point(place), None)
            if kind:
                dots[Point(place)] = _KINDS[kind_among(kinds, kind)]
        return attrs.evolve(setup, dots=dots)

    def facts(self, setup: Setup, /) -> tuple[Fact, ...]:
        """The seat to move, the regions and, where players may pass, how many have."""
        words = Words(*setup.to_text().split())
        facts = (to_move(setup.to_move, SEATS), Fact("regions", words.regions, Say.LABEL_REGIONS()))
        if setup.ruleset.passing is Passing.NEVER:
            return facts
        numbers = tuple(map(str, range(LAST_PASS + 1)))
        return (*facts, Fact("passes", str(setup.passes), Say.LABEL_PASSES(), numbers))

    def set_fact(self, setup: Setup, name: str, value: str, /) -> Setup:
        """The arrangement with another word in its text."""
        if name not in _FACTS:
            raise NinetkaError(Say.NO_SUCH_FACT(facts=_FACTS, name=quoted(name)))
        word = "" if (name, value) == ("passes", "0") else value
        words = Words(*setup.to_text().split())._replace(**{name: word})
        return Setup.from_text(" ".join(words), setup.ruleset)

    def sketch(self, setup: Setup, /) -> State:
        """The dots as they are, with the regions that can be drawn."""
        return type(State.start(setup.ruleset)).of(setup.partly_drawn())
