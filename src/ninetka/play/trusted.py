"""Games as trusted texts: start, moves and state together, read without replaying the moves.

docs/formats.md describes the form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final

import attrs

from ..base.errors import NinetkaError, did_you_mean, listed, quoted
from ..base.plain_json import check_kind, not_json, parse_json
from ..games import entry_for_name, entry_for_state
from ..protocol.endings import Ending, parse_ending
from ..protocol.entry import GameEntry
from ..protocol.states import GameState
from ..protocol.tags import POSITION

FORMAT: Final = "ninetka-game/1"
"""The value of `format`. A version with other contents will have another number."""

_FIELDS: Final[Mapping[str, type]] = {
    "format": str, "game": str, "start": dict, "moves": str, "state": str, "made": int,
    "ending": str, "checksum": str,
}  # fmt: skip
_REQUIRED: Final = ("format", "game", "start", "moves", "state", "checksum")
_BYTES: Final = 16
"""The size of checksums."""


@attrs.frozen
class Kept:
    """What the trusted text of a game says."""

    start: GameState[Any]
    moves: tuple[str, ...]
    """All moves as records write them, those taken back included."""
    made: int
    """The number of moves that have been made."""
    state: GameState[Any]
    """The state after these."""
    ending: Ending | None


def write(kept: Kept, secret: bytes) -> str:
    """The trusted text of a game, on one line."""
    return json.dumps(to_fields(kept, secret), ensure_ascii=False)


def to_fields(kept: Kept, secret: bytes = b"") -> dict[str, Any]:
    """The fields of the trusted text of a game."""
    entry = entry_for_state(kept.start)
    fields: dict[str, Any] = {
        "format": FORMAT,
        "game": entry.name_of(kept.start),
        "start": dict(entry.tags.write(kept.start)),
        "moves": " ".join(kept.moves),
        "state": _state_text(entry, kept.state),
    }
    if kept.made < len(kept.moves):
        fields["made"] = kept.made
    if kept.ending is not None:
        fields["ending"] = kept.ending.to_text(kept.state.seats)
    return {**fields, "checksum": _checksum(fields, secret)}


def read(text: str, expected: GameEntry[Any, Any] | None, secret: bytes) -> Kept:
    """What a trusted text says; its moves are not looked at. Raises NinetkaError."""
    try:
        fields = parse_json(text)
    except json.JSONDecodeError as error:
        raise NinetkaError(not_json(error)) from error
    entry, kept = from_fields(fields, expected, secret)
    return attrs.evolve(kept, state=_state(entry, kept.start, fields))


def from_fields(
    fields: Any, expected: GameEntry[Any, Any] | None = None, secret: bytes = b""
) -> tuple[GameEntry[Any, Any], Kept]:
    """What the fields of a trusted text say, and of which game; the start is in place of the state.

    Raises NinetkaError.
    """
    _check_fields(fields)
    if not compare_digest(
        _checksum(fields, secret).encode(), fields["checksum"].encode(errors="replace")
    ):
        also = ", or it was written with another secret" if secret else ""
        raise NinetkaError(f"the text of the game was changed or damaged{also}")
    entry = expected or entry_for_name(fields["game"])
    if not entry.has_name(fields["game"]):
        known = listed(entry.names, "or")
        raise NinetkaError(f"this is a game of {quoted(fields['game'])}, not of {known}")
    start = entry.tags.read(fields["start"])
    moves = tuple(fields["moves"].split())
    made = fields.get("made", len(moves))
    if not 0 <= made <= len(moves):
        raise NinetkaError(f'"made" is 0 to {len(moves)}, the number of moves, not {quoted(made)}')
    ending = fields.get("ending")
    if ending is not None:
        ending = parse_ending(ending, start.seats, start.ending_kinds)
    return entry, Kept(start, moves, made, start, ending)


def _check_fields(fields: Any) -> None:
    if not isinstance(fields, dict):
        raise NinetkaError(f"the text of a game is a JSON object, not {quoted(fields)}")
    version = fields.get("format", FORMAT)
    if version != FORMAT:
        raise NinetkaError(f'"format" is {quoted(version)}; only {FORMAT!r} can be read here')
    for name in _REQUIRED:
        if name not in fields:
            raise NinetkaError(f'the text of the game has no "{name}"')
    for name, value in fields.items():
        if name not in _FIELDS:
            what = f"{quoted(name)}, only {', '.join(_FIELDS)}{did_you_mean(name, _FIELDS)}"
            raise NinetkaError(f"the text of a game has no field {what}")
        check_kind(name, value, _FIELDS[name])


def _checksum(fields: Mapping[str, Any], secret: bytes) -> str:
    """A digest of everything but the checksum itself, in whatever order fields stand."""
    if not isinstance(secret, bytes):
        raise NinetkaError(f"a secret is bytes, not {type(secret).__name__}")
    said = sorted((name, value) for name, value in fields.items() if name != "checksum")
    written = json.dumps(said, sort_keys=True, separators=(",", ":"))
    key = blake2b(secret).digest() if secret else b""
    return blake2b(written.encode(), digest_size=_BYTES, key=key).hexdigest()


def _state_text(entry: GameEntry[Any, Any], state: GameState[Any]) -> str:
    return state.to_text() if entry.trusted is None else entry.trusted.write(state)


def _state(
    entry: GameEntry[Any, Any], start: GameState[Any], fields: Mapping[str, Any]
) -> GameState[Any]:
    text = fields["state"]
    if entry.trusted is None:
        state: GameState[Any] = entry.tags.read({**fields["start"], POSITION: text})
        return state
    try:
        state = entry.trusted.read(start, text)
    except (ValueError, LookupError) as error:
        raise NinetkaError(f'"state" is not one of this game: {quoted(text)}') from error
    return state
