"""Capture with the border's help: chains that run along the edge of the board (K22).

An area that reaches the edge is closed unless it is the largest: unless its chain would enclose as
many points as that of any other. Areas that belong to the player already don't count.
"""

from __future__ import annotations

from .board import Board
from .chains import Chain, Ring, border_of, canonical, chain_of, leftmost


def closed_at_border(board: Board, live: int, owned: int) -> int:
    """The points in closed groups, those that reach the edge among them.

    `live` are a player's live dots, and `owned` are the points that belong to them.
    """
    open_ = board.all & ~live
    groups = board.groups(open_, board.edge)
    sizes = [
        chain_along_edge(board, group)[1].inside.bit_count() if group & ~owned else 0
        for group in groups
    ]
    largest = max(sizes, default=0)
    for group, size in zip(groups, sizes, strict=True):
        if size == largest:
            open_ ^= group
    return open_


def chain_along_edge(board: Board, group: int) -> tuple[Chain, Ring]:
    """The tight chain around a group that reaches the edge, which it runs along there."""
    # The same walk as around other groups, on a board with one more line of points on every side
    stride = board.columns + 2
    wide, row = 0, (1 << board.columns) - 1
    for number in range(board.rows):
        wide |= (group >> number * board.stride & row) << (number + 1) * stride + 1
    column = sum(1 << number * stride for number in range(board.rows + 1))
    # Points beyond the edge stand for those of the edge beside them
    numbers: list[int] = []
    for number in border_of(wide, leftmost(wide, column), stride):
        down, across = divmod(number, stride)
        across, down = _clamped(across - 1, board.columns), _clamped(down - 1, board.rows)
        inner = down * board.stride + across
        if inner not in numbers[-1:]:
            numbers.append(inner)
    if numbers[0] == numbers[-1]:
        numbers.pop()
    chain = canonical(chain_of(board, numbers))
    return chain, Ring.of(board, chain).along_edge(group)


def _clamped(place: int, length: int) -> int:
    """The place in a line that is nearest to one that may be beyond its ends."""
    return min(max(place, 0), length - 1)
