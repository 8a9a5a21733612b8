"""All moves where chains are declared, with so few dots that they can be listed (K5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from .board import Point
from .chains import Chain, canonical, gap, is_ring
from .declared import DeclaredState
from .legality import judge
from .moves import Place
from .regions import Region

_MOST_DOTS: Final = 10
"""The most dots of a player: more have too many rings."""


def is_listed(state: DeclaredState) -> bool:
    """Whether there are so few dots, up to the end of the game, that all moves can be listed."""
    more = (state.free_mask.bit_count() + 1) // 2
    return all(dots.bit_count() + more <= _MOST_DOTS for dots in state.dot_masks)


def all_moves(state: DeclaredState) -> list[tuple[Place, DeclaredState]]:
    """The moves, each with what follows: of those that draw the same regions, one."""
    found = dict[Any, tuple[Place, DeclaredState]]()
    for point in state.free:
        for chains, after in _declared(state, state.with_dot(point), ()):
            found.setdefault((point, regions_of(after)), (Place.known(point, chains), after))
    return [*found.values()]


def regions_of(state: DeclaredState) -> frozenset[Region]:
    """The regions, in no order."""
    return frozenset(state.regions)


def _declared(
    before: DeclaredState, after: DeclaredState, chains: tuple[Chain, ...]
) -> Iterator[tuple[tuple[Chain, ...], DeclaredState]]:
    """What can be declared after some chains: nothing more, or any rings one after another."""
    yield chains, after
    seat = before.to_move
    captives = after.dot_masks[seat.other] & ~after.owned_masks[seat]
    if after.closed(seat) & captives:
        for chain in _rings(after.board.points_of(after.live(seat))):
            region = judge(after, seat, chain)
            if isinstance(region, Region):
                yield from _declared(before, after.with_region(region), (*chains, chain))


def _rings(dots: tuple[Point, ...]) -> Iterator[Chain]:
    """All rings of some dots (K3), each once, as K15 has them."""
    order = {point: at for at, point in enumerate(dots)}
    near = {
        point: [other for other in dots if other != point and not gap([(point, other)])]
        for point in dots
    }
    paths: list[Chain] = [(point,) for point in dots]
    while paths:
        path = paths.pop()
        first, last = order[path[0]], path[-1]
        if path[0] in near[last] and order[path[1]] < order[last] and is_ring(path):
            yield canonical(path)
        paths += [(*path, each) for each in near[last] if order[each] > first and each not in path]
