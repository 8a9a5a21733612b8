"""Games of Kropki written as SGF (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

import attrs

from ...base.errors import NinetkaError
from ...base.frozenmap import FrozenMap
from ...protocol.clocks import Clock
from ...protocol.endings import AGREEMENT, Ending, EndingKind
from ...protocol.forms import Contents, WrittenLine
from ..board import SEATS, Seat
from ..chains import chain_text
from ..halves import half_text
from ..moves import Move, Pass
from ..regions import Region
from ..rulesets import Capture, Passing
from ..scoring import Outcome
from ..state import State
from ..tags import RULESET_TAGS
from .claims import pools, result_text
from .course import POOLS, SET_UP, STOP_LINE, grounding_text, stop_line
from .notes import COLOURS, NUMBERED, is_note, written_clock, written_glyphs
from .reading import (
    FORM_PROPERTIES,
    GAME_PROPERTIES,
    KNOWN_TAGS,
    OTHER_TAG,
    RULESET_TAG,
    TOLD_BY_TAGS,
)
from .rules import Rules, rules_in, rules_text
from .syntax import Raw, Value, WrittenTree, escaped, write_property, write_tree

_PROPERTY_OF: Final = {tag: name for name, tag in KNOWN_TAGS.items()}
_OTHER_NAME: Final = re.compile("[A-Z][A-Z0-9]{0,7}")
"""Other properties that can hold tags and remarks."""
_TAKEN: Final = FORM_PROPERTIES | GAME_PROPERTIES | KNOWN_TAGS.keys() | {OTHER_TAG}
_REMARK: Final = re.compile(r"(?:^| )(?P<name>[A-Z0-9]++)(?P<values>(?:\[(?:[^\]\\]|\\.)*+\])+)")
_VALUE: Final = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]")


@attrs.frozen
class Line:
    """The moves of a game or a variation, and what is written on them."""

    moves: Sequence[Move]
    comments: Mapping[int, str]
    glyphs: Mapping[int, Sequence[int]] = FrozenMap()
    clocks: Mapping[int, Clock] = FrozenMap()
    variations: Mapping[int, Sequence[Line]] = FrozenMap()

    @classmethod
    def of(cls, line: Contents | WrittenLine) -> Line:
        """A line of a record."""
        variations = {
            ply: [Line.of(each) for each in lines] for ply, lines in line.variations.items()
        }
        moves = cast("Sequence[Move]", line.played.moves)
        return Line(moves, line.comments, line.glyphs, line.clocks, variations)


def write_game(
    start: State,
    moves: Sequence[Move],
    tags: Mapping[str, str],
    comments: Mapping[int, str],
    outcome: Outcome | None,
    ending: Ending | None = None,
) -> str:
    """A game as SGF, which `read_game` reads back.

    `tags` are those of its record besides the start's, and `comments` are by the number of moves
    made before. `outcome` is None if the game is not over; `ending` is what ended it if not a move.
    Raises NinetkaError for a game that starts with regions drawn, or after a pass.

    >>> from ninetka.kropki import TERRITORY, Place
    >>> moves = [Place("jk"), Place("kk")]
    >>> text = write_game(State.start(TERRITORY), moves, {"First": "Ann"}, {2: "Hm."}, None)
    >>> print(text[text.index("PB"):], end="")
    PB[Ann]RE[?]
    ;B[jk];W[kk]C[Hm.])
    """
    return write_line(start, Line(moves, comments), tags, outcome, ending)


def write_line(
    start: State,
    line: Line,
    tags: Mapping[str, str],
    outcome: Outcome | None,
    ending: Ending | None = None,
) -> str:
    """A game with all that is written on its moves as SGF.

    Takes and raises what `write_game` does otherwise.
    """
    if start.regions or start.passes:
        what = "regions drawn" if start.regions else "a pass made"
        raise NinetkaError(f"SGF cannot hold a game that starts with {what}")
    root = _root(start, tags, result_text(outcome, ending))
    if 0 in line.comments:
        root["C"] = [_comment(line.comments[0])]
    if 0 in line.glyphs:
        root[NUMBERED] = [str(number) for number in line.glyphs[0]]
    tree, state = _tree(line, start, [], [root])
    nodes = [*tree.nodes]
    if ending == AGREEMENT:
        nodes.append({POOLS[seat]: [_chains(pools(state, seat))] for seat in SEATS})
    elif ending is not None and ending.kind is EndingKind.GROUNDING:
        nodes.append({COLOURS[ending.seat or 0]: [grounding_text(start.ruleset)]})
    return write_tree(nodes, tree.variations)


def _tree(
    line: Line, state: State, late: Sequence[Region], nodes: list[dict[str, list[str]]]
) -> tuple[WrittenTree, State]:
    """A line of play as nodes, after those given, and the state in which it ends.

    `late` are the regions that the move before has drawn for the opponent, who moves now.
    """
    variations: dict[int, list[WrittenTree]] = {}
    for ply, move in enumerate(line.moves, start=1):
        if ply in line.variations:
            variations[len(nodes)] = [
                _tree(each, state, late, _before(each))[0] for each in line.variations[ply]
            ]
            if isinstance(move, Pass):
                nodes.append({})  # which says that a player stops
        seat, after, drawn = state.to_move, state.apply_unchecked(move), list[Region]()
        if state.ruleset.capture is Capture.AUTOMATIC:
            new = after.regions[len(state.regions) :]
            drawn = [*late, *(region for region in new if region.seat is seat)]
            late = [region for region in new if region.seat is not seat]
        stops = isinstance(move, Pass) and state.ruleset.passing is not Passing.TURNS
        if stops:
            _stop(nodes, seat)
            notes = _notes(line, ply, None)
            nodes += [notes] if notes else []
        else:
            text = "" if isinstance(move, Pass) else f"{move}{_chains(drawn)}"
            nodes.append({COLOURS[seat]: [text], **_notes(line, ply, seat)})
        state = after
    return WrittenTree(nodes, variations), state


def _before(line: Line) -> list[dict[str, list[str]]]:
    """The node before a variation's first move, if something stands there.

    That is a remark, a player who stops, or a branch, which cannot stand at once after a bracket.
    """
    notes = _notes(line, 0, None)
    return [notes] if notes or isinstance(line.moves[0], Pass) or 1 in line.variations else []


def _notes(line: Line, ply: int, seat: Seat | None) -> dict[str, list[str]]:
    """What is written on a move as properties; `seat` made it, unless it has no node of its own."""
    clock, comment = line.clocks.get(ply), line.comments.get(ply, "")
    notes: dict[str, list[str]] = {}
    if clock is not None:
        in_comment = clock.commands
        if seat is not None and clock.remaining is not None:
            notes, in_comment = written_clock(seat, clock.remaining), clock.commands[1:]
        comment = " ".join(filter(None, (*in_comment, comment)))
    if ply in line.glyphs:
        notes |= written_glyphs(line.glyphs[ply])
    return _remarks(comment, seat) | notes


def _stop(nodes: list[dict[str, list[str]]], seat: Seat) -> None:
    """Let the last comment say that a player stops, as zagram.org does (K24)."""
    before = "".join(f"{escaped(text)}\n" for text in nodes[-1].get("C", ()))
    nodes[-1]["C"] = [Raw(f"{before}{stop_line(seat)}")]


def _root(start: State, tags: Mapping[str, str], result: str) -> dict[str, list[str]]:
    """The properties of the first node."""
    ruleset = start.ruleset
    size = ruleset.columns, ruleset.rows
    rules = rules_text(ruleset)
    root = {
        "FF": ["4"],
        "GM": ["40"],
        "CA": ["UTF-8"],
        "SZ": [":".join(map(str, size)) if size[0] != size[1] else str(size[0])],
        "RU": [rules],
    }
    for tag, text in tags.items():
        name = _PROPERTY_OF.get(tag, tag)
        fits = name != "RU" or _fits(text, start)
        if fits and (tag in _PROPERTY_OF or _is_other(tag)):
            root[name] = [text]
        else:
            root.setdefault(OTHER_TAG, []).append(f"{tag}:{text}")
    if ruleset.komi:
        root["KM"] = [half_text(ruleset.komi)]
    told = rules_in(root["RU"][0]) or Rules()
    shown = told.ruleset(size, start.dot_masks, komi=ruleset.komi)
    usual, own = ({RULESET_TAG: each.name, **RULESET_TAGS.write(each)} for each in (shown, ruleset))
    others = [tag for tag in own if tag in TOLD_BY_TAGS and own[tag] != usual[tag]]
    if others:
        root.setdefault(OTHER_TAG, []).extend(f"{tag}:{own[tag]}" for tag in others)
    for seat in SEATS:
        dots = [point.name for point, owner in start.dots.items() if owner is seat]
        if dots:
            root[SET_UP[seat]] = dots
    if start.to_move is Seat.SECOND:
        root["PL"] = [COLOURS[Seat.SECOND]]
    root["RE"] = [result]
    return root


def _fits(rules: str, start: State) -> bool:
    """Whether RU can have a text, as far as the way to capture and passing go."""
    told, ruleset = rules_in(rules), start.ruleset
    if told is None or told.capture is not ruleset.capture:
        return False
    if told.empty_areas and not ruleset.empty_areas:
        return False
    return told.passing in (None, ruleset.passing)


def _is_other(name: str) -> bool:
    """Whether a property of that name can hold the tag of that name, or a remark."""
    return bool(_OTHER_NAME.fullmatch(name)) and name not in _TAKEN


def _chains(regions: Iterable[Region]) -> str:
    return "".join(f".{chain_text(region.chain)}" for region in regions)


def _remarks(comment: str, seat: Seat | None) -> dict[str, list[str]]:
    """A comment as properties: C for its text, then the properties that are written at its end.

    What would be read as a glyph, or as the clock of the `seat` that made the move, stays in C.
    """
    movers = () if seat is None else (COLOURS[seat],)
    remarks: dict[str, list[str]] = {}
    begins = ends = 0
    for match in _REMARK.finditer(comment):
        name = match["name"]
        values = [Value(raw, 0).simple_text for raw in _VALUE.findall(match["values"])]
        if match.start() != ends or name in remarks:
            remarks, begins = {}, match.start()
        ends = match.end()
        remarks[name] = values
        if (
            is_note(name, values, movers)
            or not _is_other(name)
            or write_property(name, values) != match[0].strip()
        ):
            remarks, begins = {}, ends
    if ends < len(comment):
        remarks, begins = {}, len(comment)
    text = comment[:begins]
    return {**({"C": [_comment(text)]} if text else {}), **remarks}


def _comment(text: str) -> Raw:
    """A comment as it is written; a line that would say that a player stops is told apart (K24)."""
    return Raw(STOP_LINE.sub(r"\\\g<0>", escaped(text)))
