"""Board editors of Kropki."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ..base.errors import NinetkaError, quoted
from ..protocol.editing import Editor, Fact, kind_among, with_word
from .board import SEATS, Point
from .rulesets import Passing
from .setup import Setup
from .state import State
from .texts import Say
from .turns import LAST_PASS

_KINDS: Final = {str(seat): seat for seat in SEATS}
_WORDS: Final = {"to_move": 1, "regions": 3}
_PASSES: Final = "passes"


class KropkiEditor(Editor[State, Setup]):
    """Puts and takes dots; regions are written."""

    def read(self, text: str, start: State, /) -> Setup:
        """The arrangement of a position text. Raises InvalidPositionError."""
        return Setup.from_text(text, None if start.ruleset.is_published else start.ruleset)

    def kinds(self, setup: Setup, /) -> tuple[str, ...]:
        """A dot of each player."""
        return tuple(_KINDS)

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
        """Whose turn it is, the regions and, where players may pass, how many have."""
        words = setup.to_text().split(" ")
        facts = (Fact("to_move", words[1], tuple(_KINDS)), Fact("regions", words[3]))
        if setup.ruleset.passing is Passing.NEVER:
            return facts
        return (*facts, Fact(_PASSES, str(setup.passes), tuple(map(str, range(LAST_PASS + 1)))))

    def set_fact(self, setup: Setup, name: str, value: str, /) -> Setup:
        """The arrangement with another word in its text."""
        text = setup.to_text()
        if name == _PASSES:
            words = [*text.split(" ")[:4], *([] if value == "0" else [value])]
            return Setup.from_text(" ".join(words), setup.ruleset)
        if name not in _WORDS:
            raise NinetkaError(Say.NO_SUCH_FACT(facts=(*_WORDS, _PASSES), name=quoted(name)))
        return Setup.from_text(with_word(text, _WORDS[name], value), setup.ruleset)

    def sketch(self, setup: Setup, /) -> State:
        """The dots as they are, with the regions that can be drawn."""
        return type(State.start(setup.ruleset)).of(setup.partly_drawn())
