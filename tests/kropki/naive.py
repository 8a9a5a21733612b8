"""The rules of Kropki once more, as naively as possible, to check the fast implementation against.

Points are (column, row) pairs counted from the top left. What may be done and what comes of it is
worked out each time with sets, floods and plain loops. Written from the numbered rules
alone; it must never import the package it checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

Number = int | Fraction
Point = tuple[int, int]
Chain = tuple[Point, ...]  # each dot once: the last is linked to the first (K3)

# The eight directions, clockwise on screen from the north.
DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


class NaiveError(Exception):
    """A turn or a text that a rule forbids: `rule` is its number, such as "K2"."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule


class Options(NamedTuple):
    """What a ruleset may choose beyond the way to capture and the cross (K19-K22)."""

    komi: Number = 0
    empty_areas: bool = False
    border: bool = False


class Region(NamedTuple):
    """What a chain encloses, and who drew it."""

    seat: int
    chain: Chain
    inside: frozenset[Point]


def around(point: Point) -> list[Point]:
    """The eight neighbours, clockwise on screen from the north; some may be off the grid."""
    column, row = point
    return [(column + right, row + down) for right, down in DIRECTIONS]


def beside(point: Point) -> list[Point]:
    """The four orthogonal neighbours: north, east, south, west."""
    return around(point)[::2]


# --- Chains: K3, K4 --------------------------------------------------------------------------


def steps(chain: Chain) -> list[tuple[Point, Point]]:
    """The steps from each dot to the next, the last one back to the first."""
    return [(chain[i - 1], chain[i]) for i in range(len(chain))]


def middle(step: tuple[Point, Point]) -> Point:
    """The middle of a step, in half points: both coordinates doubled."""
    (column, row), (other_column, other_row) = step
    return column + other_column, row + other_row


def crosses(step: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two steps are the two diagonals of one square (K3)."""
    return middle(step) == middle(other) and set(step) != set(other)


def encloses(chain: Chain, half_point: Point) -> bool:
    """Whether a half point is strictly within the polygon (K4).

    On the polygon itself lie no half points but its dots and the middles of its steps. Any other is
    within if a line from it to the right crosses the polygon an odd number of times.
    """
    column, row = half_point
    crossings = 0
    for start, end in steps(chain):
        if half_point in ((2 * start[0], 2 * start[1]), middle((start, end))):
            return False
        upper, lower = sorted((start, end), key=lambda dot: dot[1])
        if 2 * upper[1] <= row < 2 * lower[1]:  # so a dot on the line counts for one step only
            at = 2 * upper[0] + (row - 2 * upper[1]) * (lower[0] - upper[0])
            if at > column:
                crossings += 1
    return crossings % 2 == 1


def inside_of(chain: Chain) -> frozenset[Point]:
    """Every point strictly within the polygon (K4)."""
    columns = [column for column, _ in chain]
    rows = [row for _, row in chain]
    inside = set()
    for column in range(min(columns), max(columns) + 1):
        for row in range(min(rows), max(rows) + 1):
            if encloses(chain, (2 * column, 2 * row)):
                inside.add((column, row))
    return frozenset(inside)


def tight_chain(group: Iterable[Point], wall: Iterable[Point]) -> Chain:
    """The tight chain around a connected group that cannot get past the dots of `wall` (K10).

    Walks along the wall with the group on its left, counter-clockwise on screen: from each dot on
    to the first linked one, clockwise from the one it came by. Back at a dot it has met before, it
    has been around a peninsula, which is not part of the border.
    """
    dots = set(wall)
    column, row = min(group, key=lambda point: (point[1], point[0]))  # topmost, of these leftmost
    first = (column, row - 1)
    came_by, here = first, (column - 1, row)  # nothing of the group is above or to the left
    chain = [first, here]
    while True:
        came_by, here = here, next_along(here, came_by, dots)
        if here == first:
            return tuple(chain)
        if here in chain:
            del chain[chain.index(here) + 1 :]
        else:
            chain.append(here)


def next_along(here: Point, came_by: Point, dots: set[Point]) -> Point:
    """The first of the dots around a point, clockwise from one of them, which is also the last."""
    neighbours = around(here)
    back = neighbours.index(came_by)
    for neighbour in neighbours[back + 1 :] + neighbours[:back]:
        if neighbour in dots:
            return neighbour
    return came_by


def canonical(chain: Chain) -> Chain:
    """The same chain from its leftmost, of these its topmost dot, counter-clockwise (K15)."""
    twice_area = 0  # positive if clockwise on screen, where rows count downwards
    for (column, row), (next_column, next_row) in steps(chain):
        twice_area += column * next_row - next_column * row
    if twice_area > 0:
        chain = chain[::-1]
    start = chain.index(min(chain))
    return chain[start:] + chain[:start]


# --- The game --------------------------------------------------------------------------------


class Naive:
    """A game of Kropki as it stands. No method changes it but those that start with `_`."""

    def __init__(
        self,
        columns: int,
        rows: int,
        automatic: bool,
        to_move: int = 0,
        options: Options | None = None,
    ) -> None:
        """An empty grid (K1); `automatic` for ruleset `standard`, else `territory`."""
        if not (1 <= columns <= 52 and 1 <= rows <= 52):
            raise NaiveError("K1", f"{columns} x {rows} points")
        self.columns = columns
        self.rows = rows
        self.points = {(column, row) for column in range(columns) for row in range(rows)}
        self.automatic = automatic
        self.to_move = to_move
        self.options = options or Options()
        self.dots: dict[Point, int] = {}
        self.owners: dict[Point, int] = {}  # whose region a point belongs to, if anybody's (K8)
        self.regions: list[Region] = []  # in the order drawn, swallowed ones too

    @staticmethod
    def start(columns: int, rows: int, automatic: bool, cross: bool = False) -> Naive:
        """The start of a game, empty or with the cross on the middle four points (K1)."""
        dots = {}
        if cross:
            if columns < 2 or rows < 2:
                raise NaiveError("K1", f"no cross on {columns} x {rows} points")
            right, lower = columns // 2, rows // 2
            dots = {(right - 1, lower - 1): 0, (right, lower): 0}
            dots |= {(right, lower - 1): 1, (right - 1, lower): 1}
        return Naive.setup(columns, rows, automatic, dots, 0)

    @staticmethod
    def setup(
        columns: int,
        rows: int,
        automatic: bool,
        dots: dict[Point, int],
        to_move: int,
        options: Options | None = None,
    ) -> Naive:
        """A position with these dots, of which nothing has been captured."""
        game = Naive(columns, rows, automatic, to_move, options)
        if not set(dots) <= game.free:
            raise NaiveError("K1", "a dot is off the grid")
        game.dots = dict(dots)
        return game

    def turned_to(self, seat: int) -> Naive:
        """The same position with this seat to move."""
        other = Naive(self.columns, self.rows, self.automatic, seat, self.options)
        other.dots = dict(self.dots)
        other.owners = dict(self.owners)
        other.regions = list(self.regions)
        return other

    # What there is to see

    @property
    def free(self) -> set[Point]:
        """The points without a dot and in no region (K2)."""
        return self.points - set(self.dots) - set(self.owners)

    @property
    def dead(self) -> set[Point]:
        """The captured dots, of either player (K8)."""
        return set(self.dots) & set(self.owners)

    def live(self, seat: int) -> set[Point]:
        """The dots of a player that are not dead."""
        return {dot for dot in self.dots if self.dots[dot] == seat} - self.dead

    def owner(self, point: Point) -> int | None:
        """The seat that the point belongs to (K8)."""
        return self.owners.get(point)

    def outermost(self) -> list[Region]:
        """The regions that lie in no other (K7)."""
        outermost = []
        for region in self.regions:
            if not any(region.inside < other.inside for other in self.regions):
                outermost.append(region)
        return outermost

    @property
    def scores(self) -> tuple[Number, Number]:
        """For each player the opposing dots in points that belong to them, and komi (K11, K19)."""
        scores: list[Number] = [0, self.options.komi]
        for dot, seat in self.dots.items():
            if self.owner(dot) == 1 - seat:
                scores[1 - seat] += 1
        return scores[0], scores[1]

    @property
    def over(self) -> bool:
        """Whether no point is free (K12)."""
        return not self.free

    # A turn

    def play(self, dot: Point, chains: Sequence[Chain] = ()) -> Naive:
        """The position after a turn (K2, K5, K10), or NaiveError and nothing has changed (K9)."""
        if self.over:
            raise NaiveError("K12", "the game is over")
        if dot not in self.free:
            raise NaiveError("K2", f"{dot} is not free")
        if self.automatic and chains:
            raise NaiveError("K10", "nothing is declared under standard")
        seat = self.to_move
        after = self.turned_to(1 - seat)
        after.dots[dot] = seat
        for chain in chains:
            after = after.declared(seat, chain)
        if self.automatic:
            after._capture(seat, dot)
        return after

    def declared(self, seat: int, chain: Chain) -> Naive:
        """The position with this chain drawn for this player, the turn as it was (K3-K8)."""
        self._check_ring(seat, chain)
        new = {point for point in self.enclosed(seat, chain) if self.owner(point) != seat}
        if self.options.empty_areas and not new:
            raise NaiveError("K21", "no new point")
        if not self.options.empty_areas and all(self.dots.get(p) != 1 - seat for p in new):
            raise NaiveError("K6", "no new captive")
        self._check_conflicts(chain)
        after = self.turned_to(self.to_move)
        after._draw(seat, chain)
        return after

    def _check_ring(self, seat: int, chain: Chain) -> None:
        """Raise NaiveError for what is not a ring of live own dots (K3)."""
        along = self.along_edge(seat, chain)
        if len(chain) < (3 if along else 4):
            raise NaiveError("K3", "fewer than four dots")
        if len(set(chain)) < len(chain):
            raise NaiveError("K3", "a dot twice")
        live = self.live(seat)
        for dot in chain:
            if dot not in live and dot not in along:
                raise NaiveError("K3", f"{dot} is not a live dot of seat {seat}")
        for start, end in steps(chain):
            if end not in around(start):
                raise NaiveError("K3", f"{start} and {end} are not neighbours")
        for step in steps(chain):
            if any(crosses(step, other) for other in steps(chain)):
                raise NaiveError("K3", "it crosses itself")

    def _check_conflicts(self, chain: Chain) -> None:
        """Raise NaiveError if a step crosses or runs through an outermost region (K7)."""
        for region in self.outermost():
            for step in steps(chain):
                if any(crosses(step, other) for other in steps(region.chain)):
                    raise NaiveError("K7", "it crosses a region's chain")
                if encloses(region.chain, middle(step)):
                    raise NaiveError("K7", "it runs through a region")

    def _draw(self, seat: int, chain: Chain) -> None:
        """Draw a chain: everything inside now belongs to the player (K8)."""
        region = Region(seat, canonical(chain), self.enclosed(seat, chain))
        self.regions.append(region)
        for point in region.inside:
            self.owners[point] = seat

    # The border: K22

    def enclosed(self, seat: int, chain: Chain) -> frozenset[Point]:
        """What a chain holds: all within, and the points of the edge that it passes (K4, K22)."""
        return inside_of(chain) | self.along_edge(seat, chain)

    def along_edge(self, seat: int, chain: Chain) -> frozenset[Point]:
        """The points of a chain that need no dot: it comes and goes along the border there."""
        if not self.options.border or len(set(chain) & self.live(seat)) < 2:
            return frozenset()
        along = set()
        for i, point in enumerate(chain):
            before, after = chain[i - 1], chain[(i + 1) % len(chain)]
            if self.is_side(before, point) and self.is_side(point, after):
                along.add(point)
        return frozenset(along - self.live(seat))

    def is_side(self, one: Point, other: Point) -> bool:
        """Whether a step runs along a side of the grid."""
        lines = [{(column, 0) for column in range(self.columns)}]
        lines += [{(column, self.rows - 1) for column in range(self.columns)}]
        lines += [{(0, row) for row in range(self.rows)}]
        lines += [{(self.columns - 1, row) for row in range(self.rows)}]
        return any({one, other} <= line for line in lines)

    def chain_around(self, group: set[Point], seat: int) -> Chain:
        """The tight chain around a group (K10), along the edge where that helps (K22)."""
        wall = self.live(seat)
        for column in range(-1, self.columns + 1):
            wall |= {(column, -1), (column, self.rows)}
        for row in range(-1, self.rows + 1):
            wall |= {(-1, row), (self.columns, row)}
        chain: list[Point] = []
        for column, row in tight_chain(group, wall):
            column = max(0, min(column, self.columns - 1))
            row = max(0, min(row, self.rows - 1))
            if (column, row) not in chain:  # around a corner
                chain.append((column, row))
        return tuple(chain)

    def is_largest(self, group: set[Point], seat: int) -> bool:
        """Whether no other group at the edge that is not all the player's encloses more (K22)."""
        sizes = {0}
        unseen = {point for point in self.points if not set(beside(point)) <= self.points}
        unseen -= self.live(seat)
        while unseen:
            other = self.group(unseen.pop(), seat)
            unseen -= other
            sizes.add(self.size(other, seat))
        return self.size(group, seat) == max(sizes)

    def size(self, group: set[Point], seat: int) -> int:
        """How many points the chain around a group holds; none if the group is all the player's."""
        if all(self.owner(each) == seat for each in group):
            return 0
        chain = self.chain_around(group, seat)
        return len(inside_of(chain) | group & set(chain))

    # Automatic capture and pools: K10, K13

    def group(self, point: Point, seat: int, to_edge: bool = True) -> set[Point]:
        """The points reached orthogonally from here past no live dot of this player's.

        Unless `to_edge`, none if one of them is on the grid's edge.
        """
        live = self.live(seat)
        group = {point}
        to_visit = [point]
        while to_visit:
            for side in beside(to_visit.pop()):
                if side not in self.points:
                    if not to_edge:
                        return set()
                elif side not in group and side not in live:
                    group.add(side)
                    to_visit.append(side)
        return group

    def closed_group(self, point: Point, seat: int) -> set[Point] | None:
        """The same if there is no way to the grid's edge, or the border is closed there (K22).

        None if there is, or if the point itself is a live dot of the player's.
        """
        if point in self.live(seat) or point not in self.points:
            return None
        inner = self.group(point, seat, to_edge=False)
        if inner or not self.options.border:
            return inner or None
        group = self.group(point, seat)
        return None if self.is_largest(group, seat) else group

    def _capture(self, seat: int, dot: Point) -> None:
        """Draw what the dot just placed captures, or else the house that it stands in (K10)."""
        groups = [self.closed_group(side, seat) for side in beside(dot)]
        captured = self._capture_groups(seat, groups)
        if not captured:
            self._capture_groups(1 - seat, [self.closed_group(dot, 1 - seat)])

    def _capture_groups(self, seat: int, groups: list[set[Point] | None]) -> bool:
        """Draw the tight chain around each group with a live opposing dot; whether there was one.

        Where empty areas count, each group with a point that is not the player's (K21). One group
        may lie inside the chain around another: the smaller inside is drawn first.
        """
        wanted = self.live(1 - seat)
        if self.options.empty_areas:
            wanted = {point for point in self.points if self.owner(point) != seat}
        chains = set()
        for group in groups:
            if group is not None and group & wanted:
                chains.add(canonical(self.chain_around(group, seat)))
        for chain in sorted(chains, key=lambda chain: (len(self.enclosed(seat, chain)), chain)):
            self._draw(seat, chain)
        return bool(chains)

    def grounded(self, seat: int) -> tuple[Number, Number]:
        """The scores if this player grounds here (K20)."""
        own = self.live(seat) | {point for point in self.points if self.owner(point) == seat}
        safe = {point for point in own if not set(beside(point)) <= self.points}
        while True:
            more = {point for point in own - safe if set(beside(point)) & safe}
            if not more:
                break
            safe |= more
        after = self.turned_to(self.to_move)
        for point in own - safe:
            after.owners[point] = 1 - seat
        return after.scores

    def settled(self) -> tuple[Number, Number]:
        """The scores if both agree to stop here (K13)."""
        if self.automatic or self.over:
            return self.scores
        closed = self.turned_to(self.to_move)
        for seat in (self.to_move, 1 - self.to_move):
            pools = [closed.closed_group(point, seat) for point in closed.points]
            for pool in pools:
                for point in pool or ():
                    closed.owners[point] = seat
        own_points = [0, 0]
        others = 0
        for point in self.free:
            owner = closed.owner(point)
            if owner is None:
                others += 1
            else:
                own_points[owner] += 1
        remaining = sum(own_points)
        next_seat = self.to_move if others % 2 == 0 else 1 - self.to_move
        turns = [remaining // 2, remaining // 2]
        turns[next_seat] += remaining % 2
        scores: list[Number] = list(closed.scores)
        for seat in (0, 1):
            scores[1 - seat] += max(0, turns[seat] - own_points[seat])
        return scores[0], scores[1]
