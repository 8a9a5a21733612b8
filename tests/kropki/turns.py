"""Random turns of Kropki, legal and not, for comparing two implementations move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from kropki.naive import Chain, Naive, NaiveError, Point, around, beside, middle, steps

T = TypeVar("T")
Turn = tuple[Point, list[Chain]]


def random_position(rng: Random, automatic: bool, size: tuple[int, int] | None = None) -> Naive:
    """A small grid: at the start, or with rings and blocks of dots, of which none is captured."""
    columns, rows = size or (rng.randint(3, 10), rng.randint(3, 10))
    if rng.random() < 0.25:
        return random_start(rng, automatic, (columns, rows))
    points = sorted(Naive(columns, rows, automatic).points)
    density, share = rng.uniform(0, 0.7), rng.uniform(0.2, 0.8)
    dots = {dot: int(rng.random() < share) for dot in points if rng.random() < density}
    for _ in range(rng.choice((0, 1, 2, 4))):
        middle, seat = (columns // 2, rows // 2), rng.randrange(2)
        if rng.random() < 0.6:
            middle = rng.choice(points)
        if rng.random() < 0.4:
            dots |= block(middle, seat, rng)
        else:
            dots |= rings(middle, seat, rng)
    for dot in rng.sample(sorted(dots), min(len(dots), rng.randrange(4))):
        del dots[dot]
    on_grid = {dot: seat for dot, seat in dots.items() if dot in points}
    return Naive.setup(columns, rows, automatic, on_grid, rng.randrange(2))


def random_start(rng: Random, automatic: bool, size: tuple[int, int]) -> Naive:
    """The start of a game on such a grid, empty or, if there is room, with the cross."""
    cross = min(size) >= 2 and rng.random() < 0.5
    return Naive.start(*size, automatic, cross)


def block(middle: Point, seat: int, rng: Random) -> dict[Point, int]:
    """A solid block of one player's dots, with two dots of the other's somewhere inside."""
    column, row = middle
    dots = {}
    for right in range(-2, 3):
        for down in range(-2, 3):
            dots[column + right, row + down] = seat
    for _ in range(2):
        dots[column + rng.randint(-1, 1), row + rng.randint(-1, 1)] = 1 - seat
    return dots


def rings(middle: Point, seat: int, rng: Random) -> dict[Point, int]:
    """One to three rings about a dot, one inside another, of one player and the other in turn."""
    column, row = middle
    dots = {middle: seat}
    square = rng.random() < 0.3
    for radius in range(1, rng.randint(2, 4)):
        for right in range(-radius, radius + 1):
            for down in range(-radius, radius + 1):
                distances = abs(right), abs(down)
                if radius == (max(distances) if square else sum(distances)):
                    dots[column + right, row + down] = (seat + radius) % 2
    return dots


def random_turn(game: Naive, rng: Random) -> Turn:
    """A dot and chains declared with it, in a game that is not over; about half are illegal."""
    dot = random_dot(game, rng)
    if rng.random() < 0.05:
        dot = rng.choice(sorted(game.points - game.free) or [(-1, 0)])
    chains: list[Chain] = []
    if dot not in game.free or (game.automatic and rng.random() < 0.95):
        return dot, chains
    placed = game.turned_to(game.to_move)
    placed.dots[dot] = game.to_move
    while rng.random() < 0.7 - 0.2 * len(chains):
        chain = random_chain(placed, game.to_move, rng)
        if chain is None:
            break
        if rng.random() < 0.15:
            chain = damaged(chain, placed, rng)
        chains.append(rewritten(chain, rng))
        try:
            placed = placed.declared(game.to_move, chain)
        except NaiveError:
            break
    return dot, chains


def random_legal_turn(game: Naive, rng: Random) -> Turn:
    """A legal turn, without its chains if those are illegal."""
    while True:
        dot, chains = random_turn(game, rng)
        for kept in (chains, []):
            try:
                game.play(dot, kept)
            except NaiveError:
                continue
            return dot, kept


def random_dot(game: Naive, rng: Random) -> Point:
    """A free point, rather one beside an opposing dot that is nearly surrounded."""
    free = sorted(game.free)
    tried = [rng.choice(free) for _ in range(rng.choice((1, 4, 12)))]
    return max(tried, key=lambda point: pressure(game, point))


def pressure(game: Naive, point: Point) -> int:
    """The most live own dots that face a live opposing dot beside the point."""
    own, opposing = game.live(game.to_move), game.live(1 - game.to_move)
    counts = [len(own & set(beside(side))) for side in beside(point) if side in opposing]
    return max(counts, default=-1)


def random_chain(game: Naive, seat: int, rng: Random) -> Chain | None:
    """A ring of own dots: around a pool, around one within a wall with gaps, or any ring."""
    own = sorted(game.live(seat))
    if rng.random() < 0.3:
        return random_ring(own, rng)
    if rng.random() < 0.3:
        return wide_chain(game, seat, rng)
    wall = game.turned_to(seat)
    gaps: set[Point] = set()
    if rng.random() < 0.6:  # then the chain is not tight any more
        gaps = {dot for dot in own if rng.random() < 0.15}
    for region in game.outermost():
        if region.seat == seat and rng.random() < 0.3:  # then it may run through this region
            gaps |= {dot for dot in region.chain if rng.random() < 0.5}
    for dot in gaps:
        wall.dots.pop(dot, None)  # where the edge helps, a chain has points without dots
    targets = sorted(game.live(1 - seat))
    for target in rng.sample(targets, min(len(targets), 12)):
        group = wall.closed_group(target, seat)
        if group is not None:
            return wall.chain_around(group, seat)
    return random_ring(own, rng)


def dense_position(rng: Random, automatic: bool) -> Naive:
    """Nearly all points with dots, most of them one player's: many chains, many conflicts."""
    game = Naive(rng.randint(5, 9), rng.randint(5, 9), automatic, rng.randrange(2))
    dots, density, share = {}, rng.uniform(0.8, 1), rng.uniform(0.7, 0.95)
    for dot in sorted(game.points):
        if rng.random() < density:
            dots[dot] = game.to_move if rng.random() < share else 1 - game.to_move
    return Naive.setup(game.columns, game.rows, automatic, dots, game.to_move)


def wide_chain(game: Naive, seat: int, rng: Random) -> Chain | None:
    """A chain around an opposing dot and perhaps some points about it, own dots among them.

    Now and then dead dots are among its links. It may take the longer way around a corner.
    """
    wall = game.turned_to(seat)
    if rng.random() < 0.2:
        wall.owners = {}
    targets = sorted(game.live(1 - seat))
    if rng.random() < 0.2:
        targets = sorted(dot for dot in game.dots if game.dots[dot] != seat)
    for target in rng.sample(targets, min(len(targets), 4)):
        held = {target}
        for _ in range(rng.randrange(8)):
            held.add(rng.choice(beside(rng.choice(sorted(held)))))
        without = wall.turned_to(seat)
        for dot in held & set(wall.dots) - {target}:
            del without.dots[dot]
        group = without.closed_group(target, seat)
        if group is not None:
            return loosened(without.chain_around(group, seat), wall.live(seat), rng)
    return None


def loosened(chain: Chain, dots: set[Point], rng: Random) -> Chain:
    """The same chain with one more dot between two of its dots here and there."""
    links = list(chain)
    for link, after in zip(chain, chain[1:] + chain[:1], strict=True):
        between = sorted(dots & set(around(link)) & set(around(after)) - set(links))
        if between and rng.random() < 0.3:
            links.insert(links.index(link) + 1, rng.choice(between))
    return tuple(links)


def random_ring(dots: list[Point], rng: Random) -> Chain | None:
    """A random walk along linked dots until it meets itself: the ring, if it is one of four."""
    if not dots:
        return None
    path = [rng.choice(dots)]
    while True:
        onward = [dot for dot in around(path[-1]) if dot in dots and dot not in path[-3:]]
        if not onward:
            return None
        dot = rng.choice(onward)
        if dot in path:
            return tuple(path[path.index(dot) :])
        path.append(dot)


def all_chains(wall: set[Point], longest: int = 99) -> Iterator[Chain]:
    """Every chain of these dots up to a length (K3), each in both directions."""
    paths: list[Chain] = [(dot,) for dot in wall]
    while paths:
        path = paths.pop()
        for dot in around(path[-1]):
            if len(path) < longest and dot in wall and dot > path[0] and dot not in path:
                paths.append((*path, dot))
        if len(path) >= 4 and path[0] in around(path[-1]):
            middles = {middle(step) for step in steps(path)}
            if len(middles) == len(path):
                yield path


def rewritten(chain: tuple[T, ...], rng: Random) -> tuple[T, ...]:
    """The same chain from another dot, in one direction or the other."""
    start = rng.randrange(len(chain))
    chain = chain[start:] + chain[:start]
    return chain[::-1] if rng.random() < 0.5 else chain


def damaged(chain: Chain, game: Naive, rng: Random) -> Chain:
    """The chain with a dot left out, repeated, moved, exchanged for another or in two halves."""
    dots = list(chain)
    at = rng.randrange(len(dots))
    other = rng.randrange(len(dots))
    match rng.randrange(6):
        case 0:
            del dots[at]
        case 1:
            dots.insert(at, dots[other])
        case 2:
            dots[at] = rng.choice(around(dots[at]))
        case 3:
            dots[at], dots[other] = dots[other], dots[at]
        case 4:
            dots = dots[:at] + rng.sample(sorted(game.points), 1) + dots[at:]
        case _:
            dots = dots[: at + 1]
    return tuple(dots)
