"""Positions of games in which players declare what they capture (K5-K9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, ClassVar, Final, SupportsIndex, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidMoveError, quoted
from ..protocol.picking import Click
from ..protocol.states import Fault, plays
from .board import Point
from .capture import closable_groups, tight_chains, tight_regions
from .chains import Chain
from .legality import dot_fault, judge
from .moves import Move, Offers, Place, Placements, as_chain
from .notation import read_call
from .picking import Sketch
from .regions import Region
from .rulesets import Capture
from .state import IllegalMoveError, State

if TYPE_CHECKING:
    from ..protocol.compiled import Portable
    from .compiled.declared_batch import DeclaredKernel

MOST_CHAINS: Final = 20
"""The most chains that `some_moves` offers with a dot."""


@final
@documented
@attrs.frozen(repr=False)
class DeclaredState(State):
    """A position of a game in which players declare what they capture (K5-K9).

    Its legal moves cannot be listed, since any chains can be declared in any order.
    """

    capture: ClassVar[Capture] = Capture.DECLARED

    @property
    def portable(self) -> Portable:
        """The same code as WebAssembly. To run, it needs the extra `fast`."""
        from .compiled.packing import portable_of

        return portable_of(self)

    @property
    def kernel(self) -> DeclaredKernel:
        """The compiled code for its ruleset, which knows `some_moves`. Needs the extra `batch`."""
        from .compiled.declared_batch import kernel_of

        return kernel_of(self)

    def legal_chains(self, point: Point | str | None = None) -> tuple[Chain, ...]:
        """The tight chains that the player to move can declare, now or with a dot on a point (K5).

        There is one for each group of opposing dots that is closed in (K10), in an order in which
        all of them can be declared; many other chains may be legal too. Raises IllegalMoveError if
        no dot can be placed on the point.
        """
        after = self if point is None else self._after_dot(Place(point))
        return tuple(tight_chains(after, self.to_move))

    @property
    def some_moves(self) -> Offers:
        """A dot alone on each free point, then each with all tight chains that are closed already.

        Chains that the dot itself completes are not included: see `legal_chains`. Of more than
        MOST_CHAINS chains the last, which enclose the most points, are offered. If all chains
        together are very long, not every dot is offered with them: see `Offers`.
        """
        return Offers(
            Placements(self.board, self.free_mask),
            tuple(region.chain for region in self.offered_regions),
        )

    @property
    def offered_regions(self) -> Sequence[Region]:
        """What the chains enclose that `some_moves` offers, in the order in which they come."""
        groups = closable_groups(self, self.to_move)
        return tight_regions(self.board, self.to_move, groups)[-MOST_CHAINS:]

    @property
    def action_count(self) -> int:
        """The number of codes for `some_moves`: two for each point, which begin with 0."""
        return 2 * len(self.board.points)

    @property
    def offered_actions(self) -> tuple[int, ...]:
        """The codes of `some_moves`, in the same, ascending order."""
        return tuple(map(self._code, self.some_moves))

    def _code(self, move: Place) -> int:
        """The code of a move that is offered."""
        code = move.point.row * self.ruleset.columns + move.point.column
        return code + len(self.board.points) if move.chains else code

    def action(self, move: Place) -> int:
        """The code of a move that is offered. Raises IllegalMoveError for others, legal or not."""
        if move not in self.some_moves:
            text = self.move_text_unchecked(self.checked(move))
            sentence = f"{text} is legal, but not offered here, so it has no action code"
            raise IllegalMoveError(sentence, move, self)
        return self._code(move)

    def move(self, action: SupportsIndex) -> Place:
        """The move with a code: a dot alone, or a dot with the chains that `some_moves` offers.

        A dot alone has the code columns·row + column, with chains the number of points more. It may
        be illegal. Raises InvalidMoveError if there is no such code, or if chains are not offered.
        """
        if not plays(action, self.action_count):
            last = self.action_count - 1
            raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
        declares, code = divmod(index(action), len(self.board.points))
        point = self.board.points[code]
        if not declares:
            return Place(point)
        chains = tuple(region.chain for region in self.offered_regions)
        bit = self.board.bits[point.index]
        number = (self.free_mask & bit - 1).bit_count()
        if not chains or (self.free_mask & bit and not self.some_moves.has_chains(number)):
            raise InvalidMoveError(f"no chains are offered with a dot on {point}")
        return Place.known(point, chains)

    def check_chain(
        self, chain: str | Iterable[Point | str], point: Point | str | None = None
    ) -> None:
        """Raise IllegalMoveError if the player to move may not declare a chain, saying why (K3-K7).

        The chain is judged as the board stands, or with a dot on a point. It may be given in all
        the ways that `Place` takes.
        """
        move = None if point is None else Place(point, [chain])
        after = self if move is None else self._after_dot(move)
        judged = judge(after, self.to_move, as_chain(chain))
        if isinstance(judged, Fault):
            raise self.refusal(move, judged)

    def _after_dot(self, move: Place) -> DeclaredState:
        """The state after a move's dot alone. Raises IllegalMoveError if it can't go there."""
        fault = dot_fault(self, move.point)
        if fault is not None:
            raise self.refusal(move, fault)
        return self.with_dot(move.point)

    def _picked(self, point: Point, dots: Sequence[Point]) -> Click[Move]:
        dot = Place(point)
        sketch = Sketch.of(self._after_dot(dot), dots)
        if isinstance(sketch, Fault):
            raise self.refusal(dot, sketch)
        following = tuple(dot.name for dot in sketch.next)
        offers = tuple(tuple(dot.name for dot in (*chain, chain[0])) for chain in sketch.offers)
        move = None if sketch.begun else Place(point, sketch.chains)
        return Click(move, following, offers)

    def _read(self, text: str) -> Place:
        return read_call(text, self.legal_chains)
