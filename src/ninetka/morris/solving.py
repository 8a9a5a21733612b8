"""Perfect play of mill games for two: tables, and what they say of a position.

Tables leave out the number of quiet turns and earlier positions; what these change is worked out
when a position is looked up (docs/solve.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any, Final, overload

import attrs

from ..base.errors import NinetkaError, path_text
from ..protocol.keys import rules_text
from ..protocol.solver import KnownValue, Solver, TableTask
from ..protocol.tables import Table, open_table, write_table
from .board import Seat, owner_of, toggled
from .layers import Layer, check_solvable, layer_of, layers_after, masks_of, number_of, units_of
from .moves import Move, Phase
from .position import Position
from .rulesets import Ruleset, Terms
from .state import State
from .symmetry import symmetries
from .texts import Say
from .turns import quiet_limit, turn_settled

DRAWN, WON, LOST, UNUSED = range(4)
"""Results for the player to move, two bits each; `UNUSED` marks numbers without a position."""
_ENDING: Final = ".table"
_MOST_POSITIONS: Final = 1 << 31


@attrs.frozen
class Entry:
    """A table's entry for a position in which no quiet turn has been played."""

    result: int
    """`DRAWN`, `WON` or `LOST` for the player to move."""
    plies: int
    """The plies to the end, each removal one of its own; 0 for a draw."""
    turns: int
    """The turns to the next put, removal or end, if the winner hurries to it; 0 for a draw."""


@attrs.frozen(eq=False)
class LayerTable:
    """The table of a layer, in a file."""

    table: Table
    terms: Terms
    layer: Layer

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return len(self.table.sections["plies"])

    @property
    def classes(self) -> Sequence[int]:
        """The least images of the sets of own tokens, in ascending order."""
        return self.table.sections["classes"]

    def at(self, number: int) -> Entry:
        """The entry of the position with this number."""
        sections = self.table.sections
        result = sections["results"][number >> 2] >> 2 * (number & 3) & 3
        return Entry(result, sections["plies"][number], sections["turns"][number])

    def state(self, number: int) -> State:
        """The position with this number, before any quiet turn, with seat 0 to move.

        If the game is over in it, or the player would be stepped over, it says so.
        """
        own, other = masks_of(self.terms.board, self.layer, self.classes, number)
        hands = self.layer.own_hand, self.layer.other_hand
        phase = self.terms.hand_phase if hands[0] else Phase.MOVE
        begun = State(self.terms, self.terms.seats[0], phase, (own, other), hands, (0, 0))
        return turn_settled(begun)


def _path(folder: Path, ruleset: Ruleset, layer: Layer) -> Path:
    return folder / f"{ruleset.name}-{layer}{_ENDING}"


def _layer_table(path: Path, terms: Terms) -> LayerTable:
    """The table in a file. Raises NinetkaError unless it is one of these rules."""
    table = open_table(path)
    about = table.about
    if (
        about.get("rules") != rules_text(terms.ruleset)
        or about.get("ruleset") != terms.ruleset.name
    ):
        sentence = Say.OTHER_RULES(file=path_text(str(path)), ruleset=terms.ruleset.name)
        raise NinetkaError(sentence)
    return LayerTable(table, terms, Layer(*about["layer"]))


@lru_cache(maxsize=256)
def _kept_table(path: Path, terms: Terms, _: object) -> LayerTable:
    """The table in a file, which is opened anew once it has changed."""
    return _layer_table(path, terms)


def _opened(folder: Path, terms: Terms, layer: Layer) -> LayerTable | None:
    """The table of a layer; None if there is none. Raises NinetkaError."""
    path = _path(folder, terms.ruleset, layer)
    try:
        stat = path.stat()
    except OSError:
        return None
    return _kept_table(path, terms, (stat.st_mtime_ns, stat.st_size, stat.st_ino))


def _required(folder: Path, terms: Terms, layer: Layer) -> LayerTable:
    """The table of a layer. Raises NinetkaError if there is none."""
    found = _opened(folder, terms, layer)
    if found is None:
        path = path_text(str(_path(folder, terms.ruleset, layer)))
        raise NinetkaError(Say.TABLE_MISSING(file=path))
    return found


def _most_stood(position: Position) -> int:
    """Count how often the earlier position that has stood most often has stood (M22)."""
    masks, stood = position.masks, Counter[Any]()
    for step in reversed(position.steps):
        owner = owner_of(masks, step.end.index)
        assert owner is not None
        masks = toggled(masks, owner, step.start.bit | step.end.bit)
        stood[masks, owner] += 1
    return max(stood.values(), default=0)


def _known(state: State, entry: Entry) -> KnownValue | None:
    """Judge a position by its entry, with its quiet turns and what stood before."""
    half = Fraction(1, 2)
    repetition = state.ruleset.repetition
    decided = entry.result in (WON, LOST)
    # Who wins never needs a position again, but it may have stood before (M22)
    if decided and repetition and _most_stood(state) >= repetition - 1:
        return None
    limit = quiet_limit(state)
    # The way to the next removal is too long (M13, M23)
    if not decided or state.quiet + entry.turns > limit:
        return KnownValue((half, half))
    winner = state.to_move if entry.result == WON else 1 - state.to_move
    distance = entry.plies if state.quiet + entry.plies <= limit else None
    return KnownValue(tuple(Fraction(seat == winner) for seat in (0, 1)), distance)


def _fact(table: LayerTable) -> str:
    about, layer = table.table.about, table.layer
    drawn, won, lost = (f"{number:,}" for number in about["drawn, won, lost"])
    hands = f", in hand {layer.own_hand} and {layer.other_hand}" if any(layer[:2]) else ""
    win, loss = about["longest win, loss"]
    return (
        f"{layer.own} against {layer.other}{hands}: {won} won, {lost} lost, {drawn} drawn; "
        f"the longest win takes {win} plies, the longest loss {loss}"
    )


@attrs.frozen
class WorkUnit:
    """A unit to be solved: a layer, or two between which players step to and fro."""

    terms: Terms
    layers: tuple[Layer, ...]
    folder: Path

    @property
    def positions(self) -> int:
        """The most positions that are decided in its two runs."""
        from .compiled import layers

        return layers.positions(self.terms, self.layers)

    def is_made(self) -> bool:
        """Return whether its files are there. Raises NinetkaError for those of other rules."""
        opened = [_opened(self.folder, self.terms, layer) for layer in self.layers]
        for each in opened:
            if each is not None:
                each.table.check()
        return all(each is not None for each in opened)

    @property
    def facts(self) -> list[str]:
        """A sentence for each of its files, from the header."""
        return [_fact(_required(self.folder, self.terms, layer)) for layer in self.layers]

    def make(self, advance: Callable[[int], object]) -> None:
        """Make its files, each whole or not at all."""
        from .compiled import layers, retrograde

        below = {
            layer: layers.read(_required(self.folder, self.terms, layer).table.sections)
            for layer in sorted(
                {after for layer in self.layers for after in layers_after(layer, self.terms)}
            )
            if layer not in self.layers
        }
        layer = self.layers[0]
        few = layer.own_hand + layer.own <= self.terms.jumping >= layer.other_hand + layer.other
        limit = self.terms.quiet_few_limit if few else self.terms.quiet_limit
        solved = retrograde.solved(self.terms, self.layers, below, limit, advance)
        for layer, values in solved.items():
            about, sections = layers.sections(self.terms, layer, values)
            ruleset = self.terms.ruleset
            head = {"game": State.game, "ruleset": ruleset.name, "rules": rules_text(ruleset)}
            path = _path(self.folder, ruleset, layer)
            write_table(path, {**head, "layer": layer, **about}, sections)


@attrs.frozen(eq=False)
class Mistakes(Sequence[str | None]):
    """Faults of a table's entries by number, or None for each good one, by the rules of states."""

    folder: Path
    of: LayerTable

    def __len__(self) -> int:
        return self.of.size

    @overload
    def __getitem__(self, number: int) -> str | None: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[str | None]: ...
    def __getitem__(self, number: int | slice) -> str | Sequence[str | None] | None:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        said, state = self.of.at(number), self.of.state(number)
        expected = self._expected(state, number)
        if said == expected:
            return None
        return f"number {number}, {state.to_text()}: the table has {said}, the rules {expected}"

    def _expected(self, state: State, number: int) -> Entry:
        """Work out the entry from those of the positions after each move."""
        seat = self.of.terms.seats[0]
        own = attrs.evolve(state, to_move=seat)
        if number_of(own, self.of.layer, self.of.classes) != number:
            return Entry(UNUSED, 0, 0)
        if state.to_move is not seat:  # who would be stepped over (M8)
            return Entry(UNUSED, 0, 0)
        if state.is_over:
            return _ended(state, seat)
        after = [entry for move in state.legal_moves for entry in self._after(state, move, seat, 1)]
        won, lost = ([each for each in after if each.result == kind] for kind in (WON, LOST))
        # A win or a loss that takes too many quiet turns is a draw (M13)
        limit = quiet_limit(state)
        if won and min(each.turns for each in won) <= limit:
            return Entry(WON, min(each.plies for each in won), min(each.turns for each in won))
        if len(lost) == len(after) and max(each.turns for each in lost) <= limit:
            return Entry(LOST, max(each.plies for each in lost), max(each.turns for each in lost))
        return Entry(DRAWN, 0, 0)

    def _after(self, state: State, move: Move, seat: Seat, plies: int) -> Iterator[Entry]:
        """Yield a move's worth for a seat, with each removal that may follow it."""
        after = state.apply_unchecked(move)
        if after.phase is Phase.REMOVE:
            for removal in after.legal_moves:
                yield from self._after(after, removal, seat, plies + 1)
            return
        entry = _ended(after, seat) if after.is_over else self._entry(after, seat)
        turns = entry.turns if after.quiet else 0
        if entry.result in (WON, LOST):
            entry = Entry(entry.result, entry.plies + plies, turns + 1)
        yield entry

    def _entry(self, state: State, seat: Seat) -> Entry:
        """Look a position up in the tables, for a seat."""
        layer = layer_of(state)
        table = _required(self.folder, self.of.terms, layer)
        entry = table.at(number_of(state, layer, table.classes))
        if state.to_move is seat or entry.result not in (WON, LOST):
            return entry
        return attrs.evolve(entry, result=WON + LOST - entry.result)


def _ended(state: State, seat: Seat) -> Entry:
    """The value of a game that is over, for a seat."""
    outcome = state.outcome
    assert outcome is not None
    result = DRAWN if not outcome.winners else WON if seat in outcome.winners else LOST
    return Entry(result, 0, 0)


class MillSolver(Solver[State, Move]):
    """The solver of mill games, by tables in a folder."""

    def known(self, state: State, folder: Path | None) -> KnownValue | None:
        """Look a position up in the table of its layer; None without one.

        It is also None in the middle of a turn, and if a position that has stood before could be
        in the winner's way.
        """
        if folder is None or state.players != 2 or state.phase is Phase.REMOVE:
            return None
        layer = layer_of(state)
        table = _opened(folder, state.terms, layer)
        if table is None:
            return None
        return _known(state, table.at(number_of(state, layer, table.classes)))

    def tasks(self, start: State, tokens: int | None, folder: Path) -> Sequence[TableTask]:
        """The tables of the start's ruleset, or those of positions with empty hands.

        Raises NinetkaError for rules that tables leave out, and for too many positions.
        """
        terms = start.terms
        check_solvable(terms)
        if tokens is not None and tokens < 2 * terms.fewest:
            least = 2 * terms.fewest
            raise NinetkaError(Say.LEAST_TOKENS(least=least, tokens=tokens))
        units = units_of(terms, tokens)
        fields, group = terms.board.fields, len(symmetries(terms.board))
        size = sum(
            comb(fields, layer.own) * comb(fields - layer.own, layer.other)
            for unit in units
            for layer in unit
        )
        if size // group > _MOST_POSITIONS:
            raise NinetkaError(Say.TOO_MANY_POSITIONS(positions=f"{size // group:,}"))
        return [WorkUnit(terms, unit, folder) for unit in units]

    def mistakes(self, start: State, path: Path) -> Mistakes:
        """Check a table by the rules of states, with the tables beside it."""
        table = _layer_table(path, start.terms)
        table.table.check()
        return Mistakes(path.parent, table)
