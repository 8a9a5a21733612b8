"""Rulesets and positions as numbers, for numba and for WebAssembly: plain Python."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from ...base.errors import NinetkaError
from ...compiled.wasm import Packed, WasmBackend, in_words
from ..moves import Phase
from ..position import Position
from ..rulesets import FromMills, FullBoard, MillRule, Removals, Stuck, Terms
from ..state import State
from ..turns import max_plies_left
from .tables import MOST_FIELDS, order_of, placed, tables_of

PHASES: Final = (Phase.PUT, Phase.MOVE, Phase.EITHER, Phase.REMOVE, Phase.OVER)
NOBODY: Final = 255
"""In place of a seat."""
MOST_PLIES: Final = (1 << 15) - 1
MOST_CARDS: Final = (1 << 30) - 1
MOST_DIRECTIONS: Final = MOST_FIELDS - 1
MOST_THROUGH, MOST_LINES, LONGEST_LINE, MOST_ROWS = 32, 256, 16, 512
"""The most lines through a field, lines, fields of a line and rows longer than a line that there is
room for in WebAssembly; with fewer, the ends of arrays are left unused."""
MOST_PLAYERS: Final = 5
MOST_QUIET: Final = 2 * 999
"""The most quiet turns in a row if positions can be repeated (M22)."""
_FROM_MILLS: Final = (FromMills.NEVER, FromMills.IF_ALL, FromMills.ALWAYS)


def is_playable(terms: Terms) -> bool:
    """Return whether compiled code can play: its numbers hold all fields and the longest game."""
    seats, none = terms.seats, (0,) * terms.players
    hands = (terms.ruleset.tokens,) * terms.players
    longest = max_plies_left(Position(terms, seats[0], terms.hand_phase, none, hands, none))
    return terms.board.fields <= MOST_FIELDS and longest < MOST_PLIES


def check_cards(states: Iterable[State]) -> None:
    """Raise NinetkaError if a seat has more cards than can be counted."""
    if any(max(state.cards) > MOST_CARDS for state in states):
        raise NinetkaError(f"compiled code counts up to {MOST_CARDS:,} cards of a seat")


def numbers_of(terms: Terms) -> tuple[int, ...]:
    """The numbers of `positions.Rules`, in the order in which `positions` names them."""
    ruleset = terms.ruleset
    return (
        terms.players,
        terms.board.mask,
        terms.jumping,
        terms.fewest,
        terms.quiet_limit,
        terms.quiet_few_limit,
        PHASES.index(terms.hand_phase),
        int(ruleset.cards),
        int(terms.expels),
        int(ruleset.stuck is Stuck.LOSES),
        _FROM_MILLS.index(ruleset.from_mills),
        int(ruleset.mill_wins),
        int(ruleset.full_board is FullBoard.DRAW),
        NOBODY if terms.remover is None else int(terms.remover),
        int(ruleset.removals is Removals.EACH),
        int(ruleset.placing_mills is MillRule.COUNTS),
        int(ruleset.placing_mills is MillRule.FORBIDDEN),
        int(ruleset.long_rows is MillRule.FORBIDDEN),
        int(ruleset.marking),
        ruleset.repetition,
        int(terms.has_more_endings),
    )


def is_plain(terms: Terms) -> bool:
    """Return whether two play under the rules that `plain` is for, on a board that it can use."""
    ruleset = terms.ruleset
    others = (ruleset.cards, ruleset.mill_wins, ruleset.mixed, ruleset.marking, ruleset.repetition)
    pairs = sum(mask.bit_count() for mask in terms.board.neighbour_masks) // 2
    return (
        terms.players == 2
        and not (terms.expels or terms.long_rows or terms.remover is not None or any(others))
        and ruleset.removals is Removals.ONE
        and ruleset.placing_mills is MillRule.COUNTS
        and ruleset.long_rows is not MillRule.FORBIDDEN
        and pairs <= MOST_FIELDS
    )


@lru_cache(maxsize=64)
def _board(terms: Terms) -> Packed:
    """Pack what all positions of a game have in common."""
    tables, order = tables_of(terms), order_of(terms.board)
    longest, lengths = len(tables.mills[0]), map(len, (order, *tables[1:]))
    return {
        "sizes": struct.pack("<7q", *lengths, longest, is_plain(terms)),
        "terms.rules": in_words(numbers_of(terms)),
        "terms.tables.places": _rows(tables.places, 2 + MOST_THROUGH),
        "terms.tables.directions": _rows(tables.directions, 2),
        "terms.tables.lines": in_words(tables.lines),
        "terms.tables.mills": _rows(tables.mills, LONGEST_LINE),
        "terms.tables.rows": in_words(tables.rows),
        "order": in_words(order),
        "places": in_words(map(order.index, range(len(order)))),
    }


def _rows(rows: Sequence[Sequence[int]], width: int) -> bytes:
    """Rows of words, each as wide as the widest that there can be."""
    return b"".join(in_words(row).ljust(8 * width, b"\0") for row in rows)


def packed(state: State) -> Packed:
    """A state as the arrays of `rules.Positions`, with its ruleset. Raises NinetkaError."""
    check_cards([state])
    order, notes = order_of(state.terms.board), state.notes
    steps = [order.index(s.start.index) << 8 | order.index(s.end.index) for s in state.steps]
    return {
        **_board(state.terms),
        "p.tokens": in_words(placed(order, mask) for mask in state.masks),
        "p.hands": struct.pack(f"<{state.players}H", *state.hands),
        "p.cards": struct.pack(f"<{state.players}i", *state.cards),
        "p.turn": bytes([state.to_move]),
        "p.phase": bytes([PHASES.index(state.phase)]),
        "p.quiet": struct.pack("<H", state.quiet),
        "p.further": struct.pack("<H", state.further_removals),
        "p.marked": in_words([placed(order, notes.marked)]),
        "p.steps": struct.pack(f"<{len(steps)}H", *steps),
    }


def portable_of(state: State) -> WasmBackend | None:
    """The WebAssembly for a state's ruleset and number of players. Python needs `fast` for it.

    None for what compiled code cannot play, and for boards with more lines than there is room for.
    """
    terms, board = state.terms, state.board
    has_room = (
        max(map(len, board.masks_through)) <= MOST_THROUGH
        and len(board.lines) <= MOST_LINES
        and max(map(len, board.lines)) <= LONGEST_LINE
        and len(terms.long_rows) <= MOST_ROWS
    )
    if not (is_playable(terms) and has_room):
        return None
    return WasmBackend(Path(__file__).parent, state.players, state.action_count, packed)
