"""The games that can be begun, each with its rulesets, numbers of players and other choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from ..base.errors import NinetkaError
from ..games import all_games
from ..protocol.entry import GameEntry
from ..protocol.states import GameState
from ..protocol.tags import Option


def catalogue(games: Iterable[GameEntry[Any, Any]] | None = None) -> list[dict[str, Any]]:
    """The choices for each name of some games, ready for JSON; the usual ones come first.

    They are all registered games, unless `games` are given.

    A ruleset has its `name`, which is None in a game whose starts do not name one, the numbers of
    `players` with which it can be begun, and its `summary`. `options` are those of
    `GameEntry.begin` in their order: each with its `type` (`text`, `choice` or `number`), the
    `choices` or the `least` and `most`, its `default` in the usual start, None if it has none,
    `suggestions`, and a `label` for forms, maybe empty. `sizes` are options for boards of different
    sizes, that for beginners first.
    """
    entries = all_games() if games is None else games
    return [_game(entry, name) for entry in entries for name in entry.names]


def _game(entry: GameEntry[Any, Any], name: str) -> dict[str, Any]:
    usual = entry.names[name].get("Ruleset")
    known: Sequence[str | None] = entry.tags.suggestions.get("Ruleset", [None])
    names = sorted(known, key=lambda ruleset: ruleset != usual)
    rulesets = [_ruleset(entry, name, ruleset) for ruleset in names]
    defaults = entry.defaults(name)
    options = {
        option: {
            **_values(each),
            "default": defaults.get(option),
            "suggestions": [*each.suggestions],
            "label": each.label,
        }
        for option, each in entry.options.items()
    }
    option_of = {each.tag: option for option, each in entry.options.items()}
    sizes = [{option_of[tag]: value for tag, value in size.items()} for size in entry.tags.sizes]
    return {
        "name": name,
        "rulesets": [each for each in rulesets if each],
        "options": options,
        "sizes": sizes,
    }


def _values(option: Option) -> dict[str, Any]:
    values = option.values
    if values is None:
        return {"type": "text"}
    if isinstance(values, range):
        return {"type": "number", "least": min(values), "most": max(values)}
    return {"type": "choice", "choices": [*values]}


def _ruleset(entry: GameEntry[Any, Any], name: str, ruleset: str | None) -> dict[str, Any] | None:
    """The choices under a ruleset; None if no game of that name can be begun under it."""
    tags = {"Game": name} if ruleset is None else {"Game": name, "Ruleset": ruleset}
    starts: dict[int, GameState[Any]] = {}
    for players in entry.player_counts:
        seated = {"Players": players} if "Players" in entry.tags.names else {}
        with suppress(NinetkaError):
            start = entry.begin({**tags, **seated})
            starts[start.players] = start
    if not starts:
        return None
    first = next(iter(starts.values()))
    summary = "" if first.ruleset is None else first.ruleset.summary
    return {"name": ruleset, "players": list(starts), "summary": summary}
