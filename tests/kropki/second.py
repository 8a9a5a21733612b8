"""What the naive rules of Kropki answer to cases of the conformance suite."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from support.second_opinion import RefusedError

from kropki.compare import RULES, renamed
from kropki.naive import Naive, NaiveError, Options
from kropki.naive_text import move_text, position_text, read_move, read_position
from ninetka.conformance import Case
from ninetka.kropki import Capture, Passing, Reason, State
from ninetka.protocol.view import plain

MOVE = re.compile(r"[A-Za-z]{2}(\.([A-Za-z]{2}){3,})*")


def answer(case: Case, state: State) -> dict[str, Any] | None:
    """Fields of the result, as far as the naive rules tell them. Raises RefusedError."""
    game, passes = game_at(state), state.passes
    is_over = game.over or passes == 2
    match case.method:
        case "legal_moves":
            moves = [] if is_over else [move_text(dot) for dot in game.free]
            may_pass = moves and state.ruleset.passing is not Passing.NEVER
            return {"moves": [*moves, *(["pass"] if may_pass else [])]}
        case "apply":
            return played(game, case, state)
        case "perft":
            return {"count": perft(game, case.params["depth"])}
    scores = scored(game, case.params.get("ending"))
    if scores is None or (is_over and "ending" in case.params):
        return None
    ended = is_over or "ending" in case.params
    winners = [scores.index(max(scores))] if ended and scores[0] != scores[1] else []
    return {"is_over": ended, "scores": [*map(plain, scores)], "winners": winners}


def game_at(state: State) -> Naive:
    """The position by the naive rules, which know of no passes (K24)."""
    ruleset = state.ruleset
    name = "standard" if ruleset.capture is Capture.AUTOMATIC else "territory"
    text = " ".join(state.to_text().split(" ")[:4])
    options = Options(ruleset.komi, ruleset.empty_areas, ruleset.border)
    return read_position(renamed(text, name), options)


def scored(game: Naive, ending: str | None) -> tuple[Any, Any] | None:
    """The scores of a position, or after an ending that changes them."""
    match (ending or "").split():
        case []:
            return game.scores
        case ["agreement"]:
            return game.settled()
        case ["x" | "o" as seat, "grounds"]:
            return game.grounded("xo".index(seat))
    return None


def perft(game: Naive, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(game.play(dot), depth - 1) for dot in game.free)


def played(game: Naive, case: Case, state: State) -> dict[str, Any] | None:
    """What comes of a move, which is given in full if it is legal."""
    text = case.params["move"] if case.result is None else case.result["move"]
    passing, passes, mover = state.ruleset.passing, state.passes, game.to_move
    if text == "pass" and case.result is not None:
        game, passes = game.turned_to(1 - mover), passes + 1
    elif not MOVE.fullmatch(text) or (passes == 2 and case.result is None):
        return None
    else:
        game = after(game, text, case)
        passes = passes if passing is Passing.FOR_GOOD else 0
        game = game.turned_to(mover) if passes and not game.over else game
    position = renamed(position_text(game), state.ruleset.name)
    position += f" {passes}" if passes else ""
    is_over = game.over or passes == 2
    wanted = "" if case.result is None else case.result["position"]
    return {"position": in_order(position, wanted), "to_move": game.to_move, "is_over": is_over}


def after(game: Naive, text: str, case: Case) -> Naive:
    """The position after a dot and chains. Raises RefusedError, for the reason of the case."""
    try:
        return game.play(*read_move(text))
    except NaiveError as error:
        reason = Reason[(case.error or {}).get("reason", "NO_RING")]
        if reason in RULES:
            assert RULES[reason] == error.rule, case
        raise RefusedError(text) from error


def in_order(position: str, wanted: str) -> str:
    """A position text with its regions in the order of another, if these have the same.

    Of regions of one size, which one dot draws, any may come first by the naive rules.
    """
    words, others = position.split(" "), wanted.split(" ")
    if len(words) == len(others) and same(words[3].split(","), others[3].split(",")):
        words[3] = others[3]
    return " ".join(words)


def same(regions: Iterable[str], others: Iterable[str]) -> bool:
    return sorted(regions) == sorted(others)
