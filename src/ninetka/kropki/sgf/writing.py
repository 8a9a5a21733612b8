"""Games of Kropki written as SGF (K17)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...base.errors import NinetkaError
from ...protocol.endings import AGREEMENT, Ending
from ..board import SEATS, Seat
from ..chains import chain_text
from ..moves import Place
from ..regions import Region
from ..rulesets import Capture
from ..scoring import Outcome
from ..state import State
from .claims import pools, result_text
from .reading import (
    COLOURS,
    FORM_PROPERTIES,
    GAME_PROPERTIES,
    KNOWN_TAGS,
    OTHER_TAG,
    POOLS,
    RULES,
    RULESET_TAG,
    SET_UP,
    capture_by_rules,
    ruleset_for,
)
from .syntax import Value, write_property, write_tree

_PROPERTY_OF: Final = {tag: name for name, tag in KNOWN_TAGS.items()}
_OTHER_NAME: Final = re.compile("[A-Z][A-Z0-9]{0,7}")
"""Other properties that can hold tags and remarks."""
_TAKEN: Final = FORM_PROPERTIES | GAME_PROPERTIES | KNOWN_TAGS.keys() | {OTHER_TAG}
_REMARK: Final = re.compile(r"(?:^| )(?P<name>[A-Z0-9]++)(?P<values>(?:\[(?:[^\]\\]|\\.)*+\])++)")
_VALUE: Final = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]")


def write_game(
    start: State,
    moves: Sequence[Place],
    tags: Mapping[str, str],
    comments: Mapping[int, str],
    outcome: Outcome | None,
    ending: Ending | None = None,
) -> str:
    """A game as SGF, which `read_game` reads back.

    `tags` are those of its record besides the start's, and `comments` are by the number of moves
    made before. `outcome` is None if the game is not over; `ending` is what ended it if not a move.
    Raises NinetkaError for a game that starts with regions drawn.

    >>> from ninetka.kropki import TERRITORY
    >>> moves = [Place("jk"), Place("kk")]
    >>> text = write_game(State.start(TERRITORY), moves, {"First": "Ann"}, {2: "Hm."}, None)
    >>> print(text[text.index("PB"):], end="")
    PB[Ann]RE[?]
    ;B[jk];W[kk]C[Hm.])
    """
    if start.regions:
        raise NinetkaError("SGF cannot hold a game that starts with regions drawn")
    nodes = [_root(start, tags, result_text(outcome, ending))]
    if 0 in comments:
        nodes[0]["C"] = [comments[0]]
    state, late = start, list[Region]()
    for ply, move in enumerate(moves, start=1):
        seat, after, drawn = state.to_move, state.apply_unchecked(move), list[Region]()
        if start.ruleset.capture is Capture.AUTOMATIC:
            new = after.regions[len(state.regions) :]
            drawn = late + [region for region in new if region.seat is seat]
            late = [region for region in new if region.seat is not seat]
        text = f"{move}{_chains(drawn)}"
        nodes.append({COLOURS[seat]: [text], **_remarks(comments.get(ply, ""))})
        state = after
    if ending == AGREEMENT:
        nodes.append({POOLS[seat]: [_chains(pools(state, seat))] for seat in SEATS})
    return write_tree(nodes)


def _root(start: State, tags: Mapping[str, str], result: str) -> dict[str, list[str]]:
    """The properties of the first node."""
    ruleset = start.ruleset
    columns, rows, capture = ruleset.columns, ruleset.rows, ruleset.capture
    size = f"{columns}" if columns == rows else f"{columns}:{rows}"
    root = {"FF": ["4"], "GM": ["40"], "CA": ["UTF-8"], "SZ": [size], "RU": [RULES[capture]]}
    for tag, text in tags.items():
        name = _PROPERTY_OF.get(tag, tag)
        fits = name != "RU" or capture_by_rules(text) is capture
        if fits and (tag in _PROPERTY_OF or _is_other(tag)):
            root[name] = [text]
        else:
            root.setdefault(OTHER_TAG, []).append(f"{tag}:{text}")
    if ruleset != ruleset_for(ruleset, start.to_setup().masks):
        named = f"{RULESET_TAG}:{ruleset.name} {ruleset.start.value}"
        root.setdefault(OTHER_TAG, []).append(named)
    for seat in SEATS:
        dots = [point.name for point, owner in start.dots.items() if owner is seat]
        if dots:
            root[SET_UP[seat]] = dots
    if start.to_move is Seat.SECOND:
        root["PL"] = [COLOURS[Seat.SECOND]]
    root["RE"] = [result]
    return root


def _is_other(name: str) -> bool:
    """Whether a property of that name can hold the tag of that name, or a remark."""
    return bool(_OTHER_NAME.fullmatch(name)) and name not in _TAKEN


def _chains(regions: Iterable[Region]) -> str:
    return "".join(f".{chain_text(region.chain)}" for region in regions)


def _remarks(comment: str) -> dict[str, list[str]]:
    """A comment as properties: C for its text, then the properties that are written at its end."""
    remarks: dict[str, list[str]] = {}
    begins = ends = 0
    for match in _REMARK.finditer(comment):
        name = match["name"]
        values = [Value(raw, 0).simple_text for raw in _VALUE.findall(match["values"])]
        if match.start() != ends or name in remarks:
            remarks, begins = {}, match.start()
        ends = match.end()
        remarks[name] = values
        if not _is_other(name) or write_property(name, values) != match[0].strip():
            remarks, begins = {}, ends
    if ends < len(comment):
        remarks, begins = {}, len(comment)
    text = comment[:begins]
    return {**({"C": [text]} if text else {}), **remarks}
