"""The form of records `sgf`: files are read and compared with what the rules give (K10-K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, cast

import attrs

from ... import protocol
from ...base.errors import NinetkaError, RecordError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.endings import AGREEMENT, Ending, EndingKind
from ...protocol.forms import (
    MAX_RECORD,
    Form,
    ParsedLine,
    ParsedRecord,
    RawRecord,
    RecordContents,
    RecordHead,
)
from ..board import SEATS, Seat
from ..chains import Ring, chain_text, is_ring
from ..legality import shortest_chain
from ..moves import PASS, as_chain
from ..regions import Region
from ..rulesets import Capture, Ruleset
from ..scoring import Outcome
from ..state import State
from ..tags import to_tags
from .properties import POOLS, margin_of, parse_result, result_text
from .reading import SgfGame, SgfLine, SgfMove, read_game
from .syntax import Lines, Node, SgfError, decoded, first_node, one, split_games
from .writing import pools, write_game

_OPENING: Final = re.compile(r"\s*\(\s*(?:;|$)")


class SgfForm(Form):
    """SGF files with one or more games of `GM[40]`."""

    name = "sgf"
    extensions: ClassVar[Sequence[str]] = (".sgf",)

    def recognizes(self, text: str) -> bool:
        """Return whether a source that begins with this text is in this form."""
        return _OPENING.match(text.partition("\n")[0]) is not None

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source into its games, and into pieces between games."""
        for game in split_games(pieces, MAX_RECORD, line):
            yield RawRecord(self, game.line, game.column, game.text.split("\n"), game.size)

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a game, and compare its captures and pools with what the rules give.

        Raises RecordError.
        """
        text = "\n".join(raw.lines)
        try:
            text = decoded(text)
            game = read_game(text)
        except SgfError as error:
            raise _placed(error, Lines(text, raw.line, raw.column)) from error
        lines = Lines(text, raw.line, raw.column)
        line, comments = game.line, game.line.comments
        if game.variation is not None:
            where = "line {}, column {}".format(*lines.place(game.variation))
            _remark(comments, 0, f"Variations that replace no move, as at {where}, are left out.")
        results, ending = [], None
        if game.written is not None:
            results = [(lines.place(game.written.offset)[0], game.written.simple_text.strip())]
        flaw = None if game.flaw is None else _placed(game.flaw, lines)
        start = State.from_setup(game.setup)
        try:
            states = [start]
            for move in line.moves:
                states.append(states[-1].apply(move.text))
            check_game(game, states)
            ending = ending_in(game, states[-1])
            if ending == AGREEMENT and states[-1].passes and line.pools is None:
                # Who went on alone has stopped too (K24)
                line.moves.append(SgfMove(states[-1].to_move, str(PASS), (), line.moves[-1].offset))
                ending = None
            if results and is_the_score(game, states[-1]):
                said = f"The file gives the score as it stands, {results[0][1]}, as the result."
                _remark(comments, len(line.moves), said)
                results = []
        except SgfError as error:
            flaw = _placed(error, lines)
        except NinetkaError:
            pass  # a move is illegal, which the reader of all records finds again
        return ParsedRecord(
            {"Game": "Kropki", **to_tags(start), **game.tags},
            attrs.evolve(_parsed(line, lines), comments=comments),
            results,
            None if ending is None else ending.to_text(SEATS),
            flaw,
        )

    def head(self, raw: RawRecord) -> RecordHead:
        """Read what the first node states, the start as it stands there. Raises RecordError."""
        text = "\n".join(raw.lines)
        try:
            game = read_game(first_node(decoded(text)))
        except SgfError as error:
            raise _placed(error, Lines(text, raw.line, raw.column)) from error
        tags = {"Game": "Kropki", **to_tags(State.from_setup(game.setup)), **game.tags}
        ending = None if game.ending is None else game.ending.to_text(SEATS)
        result = None if game.written is None else game.written.simple_text.strip()
        return RecordHead(tags, result, ending)

    def write(self, contents: RecordContents) -> str:
        """The text of a game.

        Raises NinetkaError if it starts with regions drawn, or after a pass.
        """
        return write_game(contents)

    def agrees(self, result: str, outcome: protocol.GameOutcome | None) -> bool:
        """Return whether a stated result is that of an outcome, or of a game that is not over."""
        stated, own = parse_result(result), cast("Outcome | None", outcome)
        decided = None if own is None else own.ending
        if stated.ending or decided:
            return stated.ending == decided
        if stated.winner is not None:
            return own is not None and own.winner is stated.winner
        return stated.margin == (None if own is None else margin_of(own))

    def result(self, outcome: protocol.GameOutcome | None) -> str:
        """The result as files state it: that of an outcome, or of a game that is not over."""
        own = cast("Outcome | None", outcome)
        return result_text(own, None if own is None else own.ending)


SGF: Final = SgfForm()


def _placed(error: SgfError, lines: Lines) -> RecordError:
    line, column = lines.place(error.offset)
    return RecordError(f"{error} (column {column})", error.kind, line=line)


def _remark(comments: dict[int, str], ply: int, remark: str) -> None:
    comments[ply] = f"{comments.get(ply, '')} ({remark})".strip()


def _parsed(line: SgfLine, lines: Lines) -> ParsedLine:
    return ParsedLine(
        [(lines.place(move.offset)[0], move.text) for move in line.moves],
        line.comments,
        line.glyphs,
        line.clocks,
        {ply: [_parsed(each, lines) for each in found] for ply, found in line.variations.items()},
    )


def ending_in(game: SgfGame, state: State) -> Ending | None:
    """Return what ended a game, given its last state; None if moves did, or if it is not over.

    A result in points while points are free means that the players agreed to stop, whether there
    are TB and TW or not, unless it `is_the_score`. A result `B+G` does not say who grounded (K20):
    it is the player to move, unless B then doesn't win.
    """
    if game.ending is not None or state.is_over or is_the_score(game, state):
        return game.ending
    if game.result.winner is not None:
        seats = state.to_move, state.to_move.other
        endings = [Ending(EndingKind.GROUNDING, seat) for seat in seats]
        by_winner = {state.outcome_after(ending).winner: ending for ending in reversed(endings)}
        return by_winner.get(game.result.winner, endings[0])
    return None if game.result.margin is None and game.line.pools is None else AGREEMENT


def is_the_score(game: SgfGame, state: State) -> bool:
    """Return whether the result of a game that is not over is only the score as it stands.

    Some files without TB and TW have that where the settlement (K13) would be another.
    """
    score = margin_of(Outcome(state.scores))
    is_score = game.line.pools is None and game.result.margin == score
    return is_score and score != margin_of(state.settlement())


def check_game(game: SgfGame, states: Sequence[State]) -> None:
    """Raise SgfError unless the captures and pools in the file are what K10 and K13 give.

    `states` are the first one and those after each move.
    """
    if game.setup.ruleset.capture is Capture.AUTOMATIC:
        _check_captures(game, states)
    elif game.line.pools is not None and not states[-1].is_over:
        for seat in SEATS:
            _check_pools(game.line.pools, states[-1], seat)


def _check_captures(game: SgfGame, states: Sequence[State]) -> None:
    """Raise SgfError if chains written with moves are not what the moves captured (K10).

    Chains may be left out; those closed by the opponent's dot may come with the next move.
    """
    late: list[Region] = []
    ruleset = states[0].ruleset
    for move, before, after in zip(game.line.moves, states, states[1:], strict=False):
        new = after.regions[len(before.regions) :]
        own = _by_inside((region for region in new if region.seat is move.seat), ruleset)
        known = own.keys() | _by_inside(late, ruleset).keys()
        claimed = [_held_by(text, ruleset, move.offset) for text in move.drawn]
        for text, inside in zip(move.drawn, claimed, strict=True):
            if inside not in known:
                raise SgfError(f"the chain {text} captures nothing here", move.offset, Kind.CLAIM)
        for inside in own.keys() - set(claimed) if claimed else ():
            chain = chain_text(own[inside].chain)
            sentence = f"the chain {chain} is left out, which captures here too"
            raise SgfError(sentence, move.offset, Kind.CLAIM)
        late = [region for region in new if region.seat is not move.seat]


def _check_pools(node: Node, state: State, seat: Seat) -> None:
    """Raise SgfError unless TB or TW has the seat's pools (K13).

    Those inside the opponent's may be left out.
    """
    ruleset, name = state.ruleset, POOLS[seat]
    value = one(node, name)
    text, offset = (value.text.strip(), value.offset) if value else ("", node.offset)
    if text and not text.startswith("."):
        raise SgfError(f"{name} is written .CHAIN.CHAIN, or empty", offset)
    missing = _by_inside(pools(state, seat), ruleset)
    drawn = _by_inside((region for region in state.regions if region.seat is seat), ruleset)
    for chain in text.split(".")[1:]:
        inside = _held_by(chain, ruleset, offset)
        if inside not in missing and inside not in drawn:
            raise SgfError(f"{name} has {chain}, which is not a pool", offset, Kind.CLAIM)
        missing.pop(inside, None)
    for inside, region in missing.items():
        if inside & ~state.closed(seat.other):
            sentence = f"{name} leaves out the pool {chain_text(region.chain)}"
            raise SgfError(sentence, offset, Kind.CLAIM)


def _by_inside(regions: Iterable[Region], ruleset: Ruleset) -> dict[int, Region]:
    """The regions by what they hold."""
    return {_held(region.ring_on(ruleset.board), ruleset): region for region in regions}


def _held(ring: Ring, ruleset: Ruleset) -> int:
    """Return what identifies a chain: the points within, and its own where the edge helps (K22)."""
    return ring.inside | ring.dots if ruleset.border else ring.inside


def _held_by(text: str, ruleset: Ruleset, offset: int) -> int:
    """The same of a chain, given its text. Its first dot need not be repeated."""
    board = ruleset.board
    try:
        chain = as_chain(text)
    except NinetkaError as error:
        raise SgfError(str(error), offset, Kind.CLAIM) from error
    is_chain = is_ring(chain, shortest_chain(ruleset))
    if not is_chain or not all(board.bits[point.index] for point in chain):
        raise SgfError(f"{quoted(text)} is not a chain on the board", offset, Kind.CLAIM)
    return _held(Ring.of(board, chain), ruleset)
