"""What the naive rules of 9AM and Mills answer to cases of the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from support.second_opinion import RefusedError

from morris.compare import game_by
from morris.naive import LETTERS, NaiveGame
from ninetka.base.errors import NinetkaError
from ninetka.conformance import Case
from ninetka.morris import Board, Leave, State
from ninetka.morris.notation import read_move
from ninetka.morris.position import NO_EXTRA
from ninetka.protocol.view import plain


def answer(case: Case, state: State) -> dict[str, Any] | None:
    """Fields of the result, as far as the naive rules tell them. Raises RefusedError."""
    if state.notes.extra != NO_EXTRA:  # which naive games make, but do not read
        return None
    game, board = game_at(state), state.board
    match case.method:
        case "legal_moves":
            moves = (read_move(text, board) for text in game.legal())
            return {"moves": [state.move_text_unchecked(move) for move in moves]}
        case "apply":
            return played(game, case, board, state.ruleset.name)
        case "perft":
            return {"count": perft(game, case.params["depth"])}
    agreed = case.params.get("ending") == "agreement"
    if "ending" in case.params and not agreed:
        return None
    scores, ended = game.scores(), game.is_over() or agreed
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winners = best if ended and len(best) < len(scores) else []
    known = {"is_over": ended, "winners": winners}
    return known | ({"scores": [*map(plain, scores)]} if ended else {})


def game_at(state: State) -> NaiveGame:
    """The position by the naive rules."""
    _, game = game_by(state.ruleset, state.players)
    board, hands, cards, quiet, seat, phase, _ = state.to_text().split()
    game.owners = {at: LETTERS.index(each) for at, each in enumerate(board, 1) if each in LETTERS}
    game.marked = {at for at, each in enumerate(board, 1) if each == "x"}
    game.hands = [0 if hand == "-" else int(hand) for hand in hands.split("/")]
    game.expelled = {seat for seat, hand in enumerate(hands.split("/")) if hand == "-"}
    game.cards = [*map(int, cards.split("/"))]
    count, _, steps = quiet.partition(":")
    game.quiet, game.steps = int(count), steps.split(",") if steps else []
    game.to_move = LETTERS.index(seat)
    game.removals_due = 1 + int(phase.partition("+")[2] or 0) if phase.startswith("remove") else 0
    game.over, game.loser = phase == "over", None
    game.seen = [] if game.removing else [*stood(game)][::-1]
    if game.over:  # in a game of two, the other player has moved
        game.is_decided((game.to_move - 1) % game.players)
    return game


def stood(game: NaiveGame) -> Iterator[tuple[dict[int, int], int]]:
    """The positions since the last put or removal, this one first, each with who was to move."""
    owners = dict(game.owners)
    yield owners, game.to_move
    for step in reversed(game.steps):
        start, end = map(int, step.split("-"))
        mover = owners[end]
        owners = {start if at == end else at: seat for at, seat in owners.items()}
        yield owners, mover


def played(game: NaiveGame, case: Case, board: Board, name: str) -> dict[str, Any] | None:
    """What comes of a move, which is given in full if it is legal."""
    try:
        move = read_move(case.params["move"] if case.result is None else case.result["move"], board)
    except NinetkaError:
        return None
    try:
        if isinstance(move, Leave):
            game.leave(range(game.players).index(move.seat))
        else:
            game.play(str(move))
    except ValueError as error:
        raise RefusedError(move) from error
    return {"position": game.position(name), "to_move": game.to_move, "is_over": game.is_over()}


def perft(game: NaiveGame, depth: int) -> int:
    if depth == 1:
        return len(game.legal())
    count = 0
    for move in game.legal():
        after = deepcopy(game)
        after.play(move)
        count += perft(after, depth - 1)
    return count
