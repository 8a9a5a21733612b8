"""A web back end for games that keeps each game as its trusted text.

Run it by `uvicorn --app-dir examples/python web_app:app`, and begin a game by
`curl localhost:8000/games -d '{"game": "9tka", "ruleset": "wiki", "players": 3}'`.
"""

from __future__ import annotations

from random import SystemRandom
from secrets import token_urlsafe
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ninetka import Game, NinetkaError
from ninetka.base.errors import IllegalMoveError
from ninetka.games import entry_for_name
from ninetka.records import Record

games: dict[str, str] = {}
"""Each game's trusted text by its id. A text or JSON column in a database does as well."""


async def start_game(request: Request) -> Response:
    """POST /games {"game": "9tka", "ruleset": "wiki", "players": 3}: all may be left out."""
    asked = {"game": "9tka", **await fields(request)}
    start = entry_for_name(asked["game"]).begin(**asked)
    game: Game[Any, Any] = Game.from_state(start.dealt(SystemRandom()))  # if chance deals it
    name = token_urlsafe(9)
    games[name] = game.to_trusted()
    return JSONResponse(described(name, game), 201)


async def show_game(request: Request) -> Response:
    """GET /games/{id}."""
    return JSONResponse(described(*found(request)))


async def draw_game(request: Request) -> Response:
    """GET /games/{id}/board.svg."""
    _, game = found(request)
    return Response(game.state.to_svg(), media_type="image/svg+xml")


async def write_game(request: Request) -> Response:
    """GET /games/{id}/record: the moves are replayed for this, and for nothing else here."""
    _, game = found(request)
    return PlainTextResponse(Record(game).to_text())


async def make_move(request: Request) -> Response:
    """POST /games/{id}/moves {"move": "E5", "position": "11/…"}: the position may be left out.

    If it is given, the move is made in that position only. Check here who may move for which seat.
    """
    body = await fields(request)
    # No other request comes between here and the end, since nothing is awaited. With a database:
    # UPDATE games SET text = :new WHERE id = :id AND text = :old
    name, game = found(request)
    position = game.state.to_text()
    if body.get("position", position) != position:
        raise HTTPException(409, "the game is in another position by now")
    game = game.apply(body.get("move", ""))
    games[name] = game.to_trusted()
    return JSONResponse(described(name, game))


async def fields(request: Request) -> dict[str, str]:
    """What the body of a request says, as texts."""
    try:
        body = await request.json()
    except (ValueError, RecursionError, ClientDisconnect):
        body = None
    if isinstance(body, dict) and all(isinstance(value, str | int) for value in body.values()):
        return {name: str(value) for name, value in body.items()}
    raise HTTPException(400, 'the body is a JSON object of texts, such as {"move": "E5"}')


def found(request: Request) -> tuple[str, Game[Any, Any]]:
    """The id of the game that a request is about, and the game, without replaying it."""
    name = request.path_params["id"]
    if name not in games:
        raise HTTPException(404, "there is no such game")
    return name, Game.from_trusted(games[name])


def described(name: str, game: Game[Any, Any]) -> dict[str, Any]:
    """A game as clients get it; seats count from 0. Not all legal moves of Kropki can be listed."""
    state = game.state
    return {
        "id": name,
        "position": state.to_text(),
        "to_move": state.to_move,
        "legal_moves": [state.move_text(move) for move in state.some_moves],
        "result": str(state.outcome) if state.is_over else None,
    }


async def refused(request: Request, error: Exception) -> Response:
    """A sentence for people, and the rules' code for programs if it is an illegal move."""
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)
    reason = error.reason if isinstance(error, IllegalMoveError) else None
    return JSONResponse({"error": str(error), "reason": reason and reason.name}, 422)


app = Starlette(
    routes=[
        Route("/games", start_game, methods=["POST"]),
        Route("/games/{id}", show_game),
        Route("/games/{id}/moves", make_move, methods=["POST"]),
        Route("/games/{id}/board.svg", draw_game),
        Route("/games/{id}/record", write_game),
    ],
    exception_handlers={HTTPException: refused, NinetkaError: refused},
)
