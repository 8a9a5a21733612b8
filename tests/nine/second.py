"""What the naive rules of 9tka answer to cases of the conformance suite."""

from __future__ import annotations

from typing import Any

from support.second_opinion import RefusedError

from nine.naive import NaiveGame, perft
from ninetka import NEUTRAL, State, TieBreak
from ninetka.conformance import Case


def answer(case: Case, state: State) -> dict[str, Any] | None:
    """Fields of the result, as far as the naive rules tell them. Raises RefusedError."""
    game = game_at(state)
    match case.method:
        case "legal_moves":
            return {"moves": game.legal()}
        case "apply":
            return played(game, case, state)
        case "undo":
            return undone(case, state)
        case "perft":
            return {"count": perft(game, case.params["depth"])}
    if "ending" in case.params:
        return None
    known: dict[str, Any] = {"is_over": game.is_over(), "scores": game.scores()}
    if game.is_over() and state.ruleset.tie_break is TieBreak.LATER_SEAT:
        known |= {"ranking": game.ranking(), "winners": [game.winner()]}
    return known


def game_at(state: State) -> NaiveGame:
    ruleset = state.ruleset
    readings = ruleset.edge_stop, ruleset.turn_order, ruleset.neutral_placement, ruleset.tie_break
    stones = [*ruleset.stones_by_seat(state.players)]
    game = NaiveGame(state.players, stones, *(reading.value for reading in readings))
    game.to_move = int(state.to_move)
    game.board = {
        square.name: "n" if stone is NEUTRAL else int(stone)
        for square, stone in state.to_setup().stones.items()
    }
    return game


def played(game: NaiveGame, case: Case, state: State) -> dict[str, Any]:
    """What comes of a move, which is given in full if it is legal."""
    move = case.params["move"] if case.result is None else case.result["move"]
    if move not in game.legal():
        raise RefusedError(move)
    game.play(move)
    return seen(game, state)


def undone(case: Case, state: State) -> dict[str, Any] | None:
    """The position that a move leads from, if it leads here."""
    if case.result is None:
        return None
    position = case.result["position"]
    before = game_at(State.from_text(position, state.ruleset))
    before.play(case.result["move"])
    led_here = before.position(state.ruleset.name) == state.to_text()
    return {"position": position if led_here else before.position(state.ruleset.name)}


def seen(game: NaiveGame, state: State) -> dict[str, Any]:
    """What there is to see of a position."""
    return {
        "position": game.position(state.ruleset.name),
        "to_move": game.to_move,
        "is_over": game.is_over(),
    }
