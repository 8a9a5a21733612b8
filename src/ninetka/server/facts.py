"""The facts of a position that a program needs to show it, pictures included."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final
from xml.etree.ElementTree import Element, tostring

import attrs

from ..base.deadline import check_time
from ..base.errors import NinetkaError, quoted
from ..base.messages import language
from ..drawing.changes import picture_edits
from ..drawing.drawable import DrawableState
from ..drawing.options import PLAIN_OPTIONS, Picture
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.clicks import Click, ClickableState
from ..protocol.endings import Ending, endings_of, parse_ending
from ..protocol.states import GameState, as_undoable
from ..protocol.texts import Say
from ..protocol.view import plain
from ..records.text import TEXT
from .parameters import Params

MAX_PLIES: Final = 100_000
"""The most moves after which `facts` tells whether a turn begins."""


@attrs.frozen(slots=False)
class Scene:
    """A position as a call describes it, with the move that led to it and the ending after it."""

    params: Params
    """The parameters that describe the game, or another position of it."""
    position: str
    """The position's text."""
    last_move: str | None = None
    previous: str | None = None
    """The position in which the last move was made, as text."""
    ending: str | None = None
    move: object = None
    """The last move, if it need not be read from its text."""

    @classmethod
    def of(cls, params: Params) -> Scene:
        """The scene that parameters describe, without reading the position."""
        said = (params.optional(name, None, str) for name in ("last_move", "previous", "ending"))
        params.take_position()
        return cls(params, params.options["position"], *said)

    @cached_property
    def state(self) -> GameState[Any]:
        """The position."""
        return self.params.state(self.position)

    @cached_property
    def before(self) -> GameState[Any] | None:
        """The position in which the last move was made, if the call says it."""
        return None if self.previous is None else self.params.state(self.previous)

    def with_move(self) -> Scene:
        """The same scene, with its last move and that move's text in full."""
        move = self.parse_last_move()
        if move is None:
            return self
        before = self.before or as_undoable(self.state).undo(move)
        return attrs.evolve(self, move=move, last_move=before.move_text_unchecked(move))

    def parse_last_move(self) -> Any:
        """The last move; None if the call names none."""
        if self.move is not None or self.last_move is None:
            return self.move
        before = self.before
        if before is not None:
            return before.parse_move(self.last_move)
        return as_undoable(self.state).parse_last_move(self.last_move)


def facts(params: Params, scene: Scene) -> dict[str, Any]:
    """The facts of a position (docs/serve.md), with moves, board and picture if `params` ask."""
    state, game, ending = scene.state, Game.from_state(scene.state), _ending(scene)
    if ending is not None:
        game = game.end(ending)
    moved, move = params.optional("ply", None, int), scene.parse_last_move()
    said = {
        "position": scene.position,
        "players": state.players,
        "to_move": state.to_move,
        "last_move": scene.last_move,
        "told": "" if move is None or scene.before is None else scene.before.describe(move),
        "instruction": state.instruction if ending is None else Say.IS_OVER(),
        **({} if game.is_over else endings(state)),
        **outcome(game),
        "click": None,
    }
    lists = params.optional("moves", False, bool)
    if isinstance(state, ClickableState) and not game.is_over:
        said["click"] = clicked(state, state.click())
        if not lists:
            del said["click"]["next"]
    if lists:
        said["moves"] = [] if game.is_over else texts(state, state.some_moves)
    if moved is not None:
        if not 0 <= moved <= MAX_PLIES:
            raise NinetkaError(f'"ply" is from 0 to {MAX_PLIES}, not {quoted(moved)}')
        style, before = entry_for_state(state).style, scene.before or state
        said["begins_turn"] = moved == 0 or style.begins_turn(moved, before, state)
    if params.optional("board", False, bool):
        said["board"] = drawable(state).to_board(last_move=move, ending=ending)
    drawn = params.inner("picture")
    return said if drawn is None else {**said, **picture(drawn, scene)}


def outcome(game: Game[GameState[Any], Any]) -> dict[str, Any]:
    """Plain data that say whether a game is over, its points and who won."""
    outcome, ending = game.outcome, game.ending
    ended = "" if ending is None else ending.explained(game.state.seats)
    scores = outcome.scores if outcome else getattr(game.state, "running_scores", ())
    return {
        "is_over": outcome is not None,
        "result": TEXT.result(outcome),
        "scores": list(map(plain, scores)) or None,
        "winners": list(outcome.winners) if outcome else [],
        "ranking": list(outcome.ranking) if outcome else [],
        "explanation": (outcome.explanation or ended) if outcome else "",
    }


def endings(state: GameState[Any]) -> dict[str, Any]:
    """Plain data of the endings, other than by a move, that are possible now.

    It is empty in games that end by moves alone. `leaving` has the moves by which players leave a
    game that goes on, in games where there are such moves at one time or another.
    """
    if not state.ending_kinds:
        return {}
    known = endings_of(state.endings, state.remaining)
    said: dict[str, Any] = {"endings": [ending.to_text(state.seats) for ending in known]}
    if type(state).leaving is not GameState.leaving:
        said["leaving"] = {
            ending.to_text(state.seats): state.move_text_unchecked(state.leaving(ending))
            for ending in state.leaving_endings
        }
    return said


def clicked(state: GameState[Any], click: Click[Any]) -> dict[str, Any]:
    """The result of picking some places, as plain data."""
    return {
        "move": None if click.move is None else state.move_text_unchecked(click.move),
        "next": list(click.next),
        "offers": [list(places) for places in click.offers],
    }


def texts(state: GameState[Any], moves: Iterable[Any]) -> list[str]:
    """The texts of legal moves."""
    written: list[str] = []
    for move in moves:
        check_time()
        written.append(state.move_text_unchecked(move))
    return written


def drawable(state: GameState[Any]) -> DrawableState[Any, Any]:
    """The state itself. Raises NinetkaError if it cannot be drawn."""
    if not isinstance(state, DrawableState):
        raise NinetkaError("there are no pictures of this game")
    return state


def _ending(scene: Scene) -> Ending | None:
    """The ending that the call states, if it states one."""
    state = scene.state
    if scene.ending is None:
        return None
    return parse_ending(scene.ending, state.seats, state.ending_kinds)


def picture(params: Params, scene: Scene) -> dict[str, Any]:
    """The picture of a position, or its changes since the picture that a client shows already."""
    since = params.inner("since")
    if since is None:
        return {"svg": tostring(_drawn(params, scene), encoding="unicode")}
    said = [since.optional(name, None, str) for name in ("last_move", "previous", "ending")]
    position = since.optional("position", scene.previous, str, int)  # before the last move
    if position is None:
        raise since.missing("position")
    # First: the new one may take its place.
    before = _drawn(since, Scene(since, str(position), *said))
    return {"changes": picture_edits(before, _drawn(params, scene))}


def picture_options(params: Params) -> dict[str, Any]:
    """The options of a picture that need no position to be read."""
    given = {name: params.optional(name, None, kind) for name, kind in PLAIN_OPTIONS.items()}
    return {name: value for name, value in given.items() if value is not None}


def _drawn(params: Params, scene: Scene) -> Element:
    """The picture of a position: one that is remembered, or a new one."""
    shown = picture_options(params)
    marked = params.optional("marks_for", None, list)
    if marked is not None:
        state = scene.state
        goes_on = not state.is_over and scene.ending is None
        if not goes_on or str(state.seats[state.to_move]) not in marked:  # named as the game does
            shown["marks"] = []

    def draw() -> Element:
        state, ended = drawable(scene.state), _ending(scene)
        return state.svg_element(Picture(last_move=scene.parse_last_move(), ending=ended, **shown))

    described = {**params.options, "position": scene.position}
    how = [language(), described, scene.last_move, scene.previous, scene.ending, shown]
    return params.memory.picture(json.dumps(how, sort_keys=True), draw)
