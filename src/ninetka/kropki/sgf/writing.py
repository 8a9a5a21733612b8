"""Games of Kropki written as SGF (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from ...base.errors import NinetkaError
from ...protocol.endings import AGREEMENT, EndingKind, parse_ending
from ...protocol.forms import RecordContents, WrittenLine
from ...protocol.options import tags_of
from ..board import SEATS, Seat
from ..capture import tight_region
from ..chains import chain_text
from ..moves import Move, Pass
from ..regions import Region
from ..rulesets import Capture, Passing, half_text
from ..scoring import Outcome
from ..state import State
from .properties import (
    COLOURS,
    KNOWN_TAGS,
    NUMBERED,
    OTHER_TAG,
    POOLS,
    RULESET_TAG,
    SET_UP,
    STOP_LINE,
    TAKEN,
    TOLD_BY_TAGS,
    SgfRules,
    clock_of,
    glyph_of,
    result_text,
    rules_in,
    rules_text,
    written_clock,
    written_glyphs,
)
from .syntax import PropValue, Raw, WrittenTree, escaped, write_property, write_tree

_PROPERTY_OF: Final = {tag: name for name, tag in KNOWN_TAGS.items()}
_OTHER_NAME: Final = re.compile("[A-Z][A-Z0-9]{0,7}")
"""Other properties that can hold tags and remarks."""
_REMARK: Final = re.compile(r"(?:^| )(?P<name>[A-Z0-9]++)(?P<values>(?:\[(?:[^\]\\]|\\.)*+\])+)")
_VALUE: Final = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]")


def write_game(contents: RecordContents) -> str:
    """A game as SGF, with all that is written on its moves.

    Raises NinetkaError for a game that starts with regions drawn, or after a pass.
    """
    line = contents.mainline
    start = cast("State", line.played.initial_state)
    outcome = cast("Outcome | None", contents.outcome)
    ending = None if contents.ending is None else parse_ending(contents.ending, SEATS)
    if start.regions or start.passes:
        what = "regions drawn" if start.regions else "a pass made"
        raise NinetkaError(f"SGF cannot hold a game that starts with {what}")
    root = _root(start, contents.tags, result_text(outcome, ending))
    if 0 in line.comments:
        root["C"] = [_comment(line.comments[0])]
    if 0 in line.glyphs:
        root[NUMBERED] = [str(number) for number in line.glyphs[0]]
    tree, state = _tree(line, start, [], [root])
    nodes = [*tree.nodes]
    if ending == AGREEMENT:
        nodes.append({POOLS[seat]: [_chains(pools(state, seat))] for seat in SEATS})
    elif ending is not None and ending.kind is EndingKind.GROUNDING:
        # Nothing stands in place of a point, unless that is a pass (K24)
        text = "ground" if start.ruleset.passing is Passing.TURNS else ""
        nodes.append({COLOURS[ending.seat or 0]: [text]})
    return write_tree(nodes, tree.variations)


def pools(state: State, seat: Seat) -> tuple[Region, ...]:
    """The pools that a player closes at an agreed end (K13) and does not own yet."""
    groups = state.board.groups(state.closed(seat))
    return tuple(
        tight_region(state.board, seat, group)
        for group in groups
        if group & ~state.owned_masks[seat]
    )


def _tree(
    line: WrittenLine, state: State, late: Sequence[Region], nodes: list[dict[str, list[str]]]
) -> tuple[WrittenTree, State]:
    """Return a line of play as nodes, after those given, and the state in which it ends.

    `late` are the regions that the move before has drawn for the opponent, who moves now.
    """
    variations: dict[int, list[WrittenTree]] = {}
    for ply, move in enumerate(cast("Sequence[Move]", line.played.moves), start=1):
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
            # As zagram.org does, the last comment says that a player stops (K24)
            before = "".join(f"{escaped(text)}\n" for text in nodes[-1].get("C", ()))
            nodes[-1]["C"] = [Raw(f"{before}{COLOURS[seat]} pressed STOP")]
            notes = _notes(line, ply, None)
            nodes += [notes] if notes else []
        else:
            text = "" if isinstance(move, Pass) else f"{move}{_chains(drawn)}"
            nodes.append({COLOURS[seat]: [text], **_notes(line, ply, seat)})
        state = after
    return WrittenTree(nodes, variations), state


def _before(line: WrittenLine) -> list[dict[str, list[str]]]:
    """The node before a variation's first move, if something stands there.

    That is a remark, a player who stops, or a branch, which cannot stand at once after a bracket.
    """
    notes = _notes(line, 0, None)
    stops = isinstance(line.played.moves[0], Pass)
    return [notes] if notes or stops or 1 in line.variations else []


def _notes(line: WrittenLine, ply: int, seat: Seat | None) -> dict[str, list[str]]:
    """Return the properties of a move's notes; `seat` made it, unless it has no node of its own."""
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
    told = rules_in(root["RU"][0]) or SgfRules()
    shown = told.ruleset(size, start.dot_masks, komi=ruleset.komi)
    usual, own = ({RULESET_TAG: each.name, **tags_of(each)} for each in (shown, ruleset))
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
    """Return whether RU can have a text without contradicting the ruleset of the start."""
    told, ruleset = rules_in(rules), start.ruleset
    if told is None or told.capture is not ruleset.capture:
        return False
    if told.empty_areas and not ruleset.empty_areas:
        return False
    return told.passing in (None, ruleset.passing)


def _is_other(name: str) -> bool:
    """Return whether a property of that name can hold the tag of that name, or a remark."""
    return bool(_OTHER_NAME.fullmatch(name)) and name not in TAKEN


def _chains(regions: Iterable[Region]) -> str:
    return "".join(f".{chain_text(region.chain)}" for region in regions)


def _remarks(comment: str, seat: Seat | None) -> dict[str, list[str]]:
    """A comment as properties: C for its text, then the properties that are written at its end.

    A value that would be read as a glyph, or as the clock of the `seat` that moved, stays in C.
    """
    movers = () if seat is None else (COLOURS[seat],)
    remarks: dict[str, list[str]] = {}
    begins = ends = 0
    for match in _REMARK.finditer(comment):
        name = match["name"]
        values = [PropValue(raw, 0).simple_text for raw in _VALUE.findall(match["values"])]
        if match.start() != ends or name in remarks:
            remarks, begins = {}, match.start()
        ends = match.end()
        remarks[name] = values
        if (
            glyph_of(name, values) is not None
            or clock_of(name, values, movers) is not None
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
