"""Rulesets and positions as numbers, for numba and for WebAssembly: plain Python."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence, Set
from enum import Enum, Flag
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ...base.errors import NinetkaError
from ...compiled.wasm import Packed, WasmBackend, in_words
from ...protocol.options import options_of
from ..board import FIELDS
from ..moves import Phase, Step
from ..position import Due, ExtraNotes, Position
from ..rulesets import (
    MILLS,
    Capture,
    FullBoard,
    MillRule,
    PlacingMills,
    Removals,
    Ruleset,
    Stuck,
    Terms,
)
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
NOTED: Final = 7
"""The words of notes of a position under extended rules (M29-M38)."""
MOST_QUIET: Final = 2 * 999
"""The most quiet turns in a row if positions can be repeated (M22)."""
_TEXTS: Final = frozenset({"boards", "start"})
"""The options that are neither numbers nor choices."""
_KNOWN_TO_MOVES: Final = _TEXTS | {
    "tokens", "cards", "stuck", "from_mills", "jumping", "quiet", "fewest",
}  # fmt: skip
"""The options that plain moves and games know; every other one must have its default."""
_KNOWN_TO_GAMES: Final = _KNOWN_TO_MOVES | {"full_board", "quiet_few"}
"""Those that plain games know."""


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


def numbers_of(terms: Terms) -> dict[str, int]:
    """The numbers of `positions.Rules` by name, in order: those of options, and what follows.

    Each option that is a number or a choice has one, named like its field.
    """
    ruleset = terms.ruleset
    fields = [each.field for each in options_of(Ruleset).values() if each.field not in _TEXTS]
    return {
        **{field: number_of(getattr(ruleset, field)) for field in fields},
        "players": terms.players,
        "board": terms.board.mask,
        "quiet_limit": terms.quiet_limit,
        "quiet_few_limit": terms.quiet_few_limit,
        "hand_phase": PHASES.index(terms.hand_phase),
        "expels": int(terms.expels),
        "stuck_loses": int(ruleset.stuck is Stuck.LOSES),
        "full_draws": int(ruleset.full_board is FullBoard.DRAW),
        "full_loses": int(ruleset.full_board is FullBoard.FIRST_LOSES),
        "full_board_owed": terms.full_board_owed,
        "stuck_removes": int(ruleset.stuck is Stuck.REMOVES),
        "is_extended": int(terms.is_extended),
        "notes_last_put": int(terms.notes_last_put),
        "restricts_steps": int(not ruleset.reclosing or ruleset.leap is not Capture.NEVER),
        "remover": NOBODY if terms.remover is None else int(terms.remover),
        "each_mill": int(ruleset.removals is Removals.EACH),
        "puts_count": int(ruleset.placing_mills is PlacingMills.COUNTS),
        "puts_forbidden": int(ruleset.placing_mills is PlacingMills.FORBIDDEN),
        "rows_forbidden": int(ruleset.long_rows is MillRule.FORBIDDEN),
        "has_more_endings": int(terms.has_more_endings),
        "has_plain_moves": int(has_plain_moves(terms)),
    }


def number_of(value: Any) -> int:
    """The number of an option's value: itself, or the place of a choice among all."""
    if isinstance(value, Flag):
        return int(value.value)
    return [*type(value)].index(value) if isinstance(value, Enum) else int(value)


def has_plain_moves(terms: Terms) -> bool:
    """Return whether two move under the rules that `plain.step` is for."""
    return _is_for(terms, _KNOWN_TO_MOVES)


def is_plain(terms: Terms) -> bool:
    """Return whether two play under the rules that `plain` is for, on a board that it can use."""
    pairs = sum(mask.bit_count() for mask in terms.board.neighbour_masks) // 2
    return _is_for(terms, _KNOWN_TO_GAMES) and pairs <= MOST_FIELDS


def _is_for(terms: Terms, known: Set[str]) -> bool:
    """Return whether plain rules are for a ruleset, given the options that they know."""
    ruleset = terms.ruleset
    others = [each for each in options_of(Ruleset).values() if each.field not in known]
    return (
        terms.players == 2
        and not (ruleset.cards or terms.expels or terms.remover is not None)
        and all(getattr(ruleset, each.field) == each.default for each in others)
    )


NUMBERS: Final = (*numbers_of(Terms.of(MILLS, 2)),)
"""The names of numbers in order."""


@lru_cache(maxsize=64)
def _board(terms: Terms) -> Packed:
    """Pack what all positions of a game have in common."""
    tables, order = tables_of(terms), order_of(terms.board)
    longest, lengths = len(tables.mills[0]), map(len, (order, *tables[1:]))
    return {
        "sizes": struct.pack("<8q", *lengths, longest, is_plain(terms)),
        "rules.numbers": in_words(numbers_of(terms).values()),
        "rules.tables.places": _rows(tables.places, 2 + MOST_THROUGH),
        "rules.tables.directions": _rows(tables.directions, 2),
        "rules.tables.lines": in_words(tables.lines),
        "rules.tables.mills": _rows(tables.mills, LONGEST_LINE),
        "rules.tables.rows": in_words(tables.rows),
        "rules.tables.captures": _rows(tables.captures, 3),
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
        "p.noted": in_words(noted_words(notes.extra, order)),
    }


def noted_words(notes: ExtraNotes, order: Sequence[int]) -> list[int]:
    """The words of notes, as `positions.Positions.noted` has them for two players."""
    closings = (
        0
        if step is None
        else 1 + (order.index(step.start.index) << 8 | order.index(step.end.index))
        for step in notes.closings or (None, None)
    )
    return [
        [*Due].index(notes.due) | notes.owed << 8,
        placed(order, notes.custody),
        placed(order, notes.intervention),
        *(placed(order, mask) for mask in notes.used or (0, 0)),
        *closings,
    ]


def notes_of_words(words: Sequence[int], order: Sequence[int]) -> ExtraNotes:
    """The notes that words of notes tell."""

    def fields(mask: int) -> int:
        return sum(1 << index for place, index in enumerate(order) if mask >> place & 1)

    def step(word: int) -> Step | None:
        start, end = divmod(word - 1, 256)
        return Step(FIELDS[order[start]], FIELDS[order[end]]) if word else None

    due, custody, intervention, *rest = words
    used, closings = tuple(map(fields, rest[:2])), tuple(map(step, rest[2:]))
    return ExtraNotes(
        due=[*Due][due & 255],
        owed=due >> 8,
        custody=fields(custody),
        intervention=fields(intervention),
        used=used if any(used) else (),
        closings=closings if any(closings) else (),
    )


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
