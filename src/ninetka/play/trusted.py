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

from ..base.errors import NinetkaError, quoted
from ..base.messages import listed
from ..base.plain_json import check_fields, not_json, parse_json
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
class TrustedGame:
    """The content of a game's trusted text."""

    start: GameState[Any]
    moves: tuple[str, ...]
    """All moves as records write them, those taken back included."""
    made: int
    """The number of moves that have been made."""
    state: GameState[Any]
    """The state after these."""
    ending: Ending | None


def write(kept: TrustedGame, secret: bytes) -> str:
    """The trusted text of a game, on one line."""
    return json.dumps(to_fields(kept, secret), ensure_ascii=False)


def to_fields(kept: TrustedGame, secret: bytes = b"") -> dict[str, Any]:
    """The fields of the trusted text of a game."""
    entry, state = entry_for_state(kept.start), kept.state
    fields: dict[str, Any] = {
        "format": FORMAT,
        "game": entry.name_of(kept.start),
        "start": dict(entry.tags.write(kept.start)),
        "moves": " ".join(kept.moves),
        "state": state.to_text() if entry.trusted is None else entry.trusted.write(state),
    }
    if kept.made < len(kept.moves):
        fields["made"] = kept.made
    if kept.ending is not None:
        fields["ending"] = kept.ending.to_text(state.seats)
    return {**fields, "checksum": _checksum(fields, secret)}


def read(text: str, expected: GameEntry[Any, Any] | None, secret: bytes) -> TrustedGame:
    """Read a trusted text without looking at its moves. Raises NinetkaError."""
    try:
        fields = parse_json(text)
    except json.JSONDecodeError as error:
        raise NinetkaError(not_json(error)) from error
    entry, kept = from_fields(fields, expected, secret)
    text = fields["state"]
    if entry.trusted is None:
        return attrs.evolve(kept, state=entry.tags.read({**fields["start"], POSITION: text}))
    try:
        return attrs.evolve(kept, state=entry.trusted.read(kept.start, text))
    except (ValueError, LookupError) as error:
        raise NinetkaError(f'"state" is not one of this game: {quoted(text)}') from error


def from_fields(
    fields: Any, expected: GameEntry[Any, Any] | None = None, secret: bytes = b""
) -> tuple[GameEntry[Any, Any], TrustedGame]:
    """Read the fields of a trusted text, and whose game it is; the start is in place of the state.

    Raises NinetkaError.
    """
    if not isinstance(fields, dict):
        raise NinetkaError(f"the text of a game is a JSON object, not {quoted(fields)}")
    check_fields(fields, FORMAT, _FIELDS, _REQUIRED, "text of the game", "the text of a game")
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
    return entry, TrustedGame(start, moves, made, start, ending)


def _checksum(fields: Mapping[str, Any], secret: bytes) -> str:
    """A digest of everything but the checksum itself, in whatever order fields stand."""
    if not isinstance(secret, bytes):
        raise NinetkaError(f"a secret is bytes, not {type(secret).__name__}")
    said = sorted((name, value) for name, value in fields.items() if name != "checksum")
    written = json.dumps(said, sort_keys=True, separators=(",", ":"))
    key = blake2b(secret).digest() if secret else b""
    return blake2b(written.encode(), digest_size=_BYTES, key=key).hexdigest()
