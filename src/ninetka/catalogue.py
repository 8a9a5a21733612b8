"""What games can be begun: each with its rulesets, numbers of players and other choices."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .errors import NinetkaError
from .games import all_games
from .protocol import GameState, GuidedState
from .rules import Rules


def catalogue() -> list[dict[str, Any]]:
    """What can be chosen for each name of each registered game, ready for JSON; usual ones first.

    A ruleset has its `name`, which is None in a game whose starts do not name one, the numbers of
    `players` with which it can be begun, and its `summary`. `options` has values to suggest for
    other options of `Rules.begin`.
    """
    return [_game(rules, name) for rules in all_games() for name in rules.names]


def _game(rules: Rules[Any, Any], name: str) -> dict[str, Any]:
    option_of = {tag: option for option, tag in rules.options.items()}
    suggested = rules.suggestions.items()
    options = {option_of[tag]: list(values) for tag, values in suggested if tag in option_of}
    options.pop("players", None)
    usual = rules.names[name].get("Ruleset")
    names = sorted(options.pop("ruleset", [None]), key=lambda ruleset: ruleset != usual)
    rulesets = [_ruleset(rules, name, ruleset) for ruleset in names]
    return {"name": name, "rulesets": [each for each in rulesets if each], "options": options}


def _ruleset(rules: Rules[Any, Any], name: str, ruleset: str | None) -> dict[str, Any] | None:
    """A ruleset; None if no game of that name can be begun under it."""
    tags = {"Game": name} if ruleset is None else {"Game": name, "Ruleset": ruleset}
    starts: dict[int, GameState[Any]] = {}
    for players in rules.player_counts:
        seated = {"Players": players} if "Players" in rules.tag_names else {}
        with suppress(NinetkaError):
            start = rules.begin({**tags, **seated})
            starts[start.players] = start
    if not starts:
        return None
    first = next(iter(starts.values()))
    summary = first.ruleset.summary if isinstance(first, GuidedState) else ""
    return {"name": ruleset, "players": list(starts), "summary": summary}
