"""Calls to the server by method name, with checks of the reply's form."""

from __future__ import annotations

import json
from typing import Any

from ninetka import Ruleset, State
from ninetka.nine.rulesets import PUBLISHED
from ninetka.server import Server

START = State.start().to_text()
SERVER = Server(86_400)  # a call takes as long as the machine needs


def ask(method: str, /, **params: object) -> Any:
    """The reply to a call, after checking that it answers this call."""
    request = {"jsonrpc": "2.0", "id": "x", "method": method, "params": params}
    text = SERVER.answer(json.dumps(request))
    assert text is not None
    assert "\n" not in text
    reply = json.loads(text)
    assert (reply["jsonrpc"], reply["id"]) == ("2.0", "x")
    return reply


def result(method: str, /, **params: object) -> Any:
    return ask(method, **params)["result"]


def error(method: str, /, **params: object) -> Any:
    return ask(method, **params)["error"]


def endings(state: State) -> dict[str, list[str]]:
    """What replies say of the endings that are possible at a state of 9tka (R14)."""
    ways = [f"{seat} {how}" for how in ("resigns", "out of time") for seat in state.seats]
    return {"endings": [] if state.is_over else ["agreement", *ways]}


def spelled(ruleset: Ruleset) -> dict[str, str]:
    """The options that describe a ruleset in a call; none if it is published."""
    if PUBLISHED.get(ruleset.name) == ruleset:
        return {}
    return {
        "stones": " ".join(
            f"{players}:{','.join(map(str, ruleset.stones_by_seat(players)))}"
            for players in ruleset.player_counts
        ),
        "edge_stop": ruleset.edge_stop.value,
        "turn_order": ruleset.turn_order.value,
        "neutral_placement": ruleset.neutral_placement.value,
        "tie_break": ruleset.tie_break.value,
    }
