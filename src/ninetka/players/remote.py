"""Searches that another program runs, such as a page in a browser, which thinks without Python.

Python says what is to be searched, the other program grows the tree by the game's WebAssembly, and
Python takes the move from what it has found: the move that `Search` itself would choose.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from math import inf
from random import Random
from typing import Any, Final, cast

import attrs

from ..base.errors import NinetkaError, quoted
from ..play.game import Game
from ..protocol.states import EnumerableState, GameState, M
from .analysis import Watcher
from .builtin import UNLIMITED, BuiltIn, Searcher
from .trees import EXPLORATION, action_codes, analysis, compiled_tree, too_slow

_DECIDED: Final = 1e-5
"""A share of the win below this is a proven loss, and one closer than this to 1 a proven win."""


def plan(
    player: BuiltIn,
    state: GameState[Any],
    rng: Random,
    limit: float = inf,
    since: tuple[GameState[Any], Sequence[str]] | None = None,
) -> dict[str, Any] | None:
    """A plan for another program that searches for a move, as plain data; None if it can't.

    `since` is an earlier position of the game, of which the program has kept what it found, and the
    moves from there. Raises NinetkaError if these lead elsewhere, or if a search takes longer than
    the `limit` in seconds.
    """
    actions = None
    if since is not None:
        game = Game.from_state(*since)
        if game.state != state:
            raise NinetkaError("the moves since the earlier position do not lead to this one")
        actions = action_codes(game.initial_state, game.moves)
    wasm = state.wasm
    if not isinstance(player, Searcher) or wasm is None or len(state.some_moves) < 2:
        return None
    playouts, seconds = player.search_limits(state, limit)
    contents = wasm.packed(state).items()
    return {
        "file": wasm.file.name,
        "contents": {name: b64encode(data).decode() for name, data in contents},
        "key": str(rng.getrandbits(64)),
        "exploration": EXPLORATION,
        "playouts": playouts,
        "seconds": None if seconds == inf else seconds,
        "limit": None if limit == inf else limit,
        "keeps": playouts == UNLIMITED,
        "actions": actions if playouts == UNLIMITED else None,
    }


def found_move(
    player: BuiltIn, state: GameState[M], moves: object, line: object, seconds: float,
    limit: float = inf, on_progress: Watcher[M] | None = None,
) -> M:  # fmt: skip
    """The move to play after a search by a `plan` that took some seconds.

    `moves` is a list with the action code of each move that was tried, its games, and the share of
    them that was won; `line` is a list of the action codes of the principal line, or None. Raises
    NinetkaError if they are not, if there is no such plan, or if the search ended too early.
    """
    if not isinstance(player, Searcher) or state.wasm is None:
        raise NinetkaError(f"only Python finds a move for {player} here")
    position = cast("EnumerableState[M]", state)
    moves_found, line_found = _checked_moves(moves, position), _checked_line(line, position)
    found = _RemoteTree(position.action_count, moves_found, line_found)
    playouts, most = player.search_limits(state, limit)
    is_decided = not _DECIDED < max(found.win_rates) < 1 - _DECIDED  # then a search may end early
    if most == inf and found.playouts < playouts and not is_decided:
        raise too_slow(limit)
    tree = compiled_tree(position, found)
    if on_progress is not None:
        on_progress(analysis(tree, position, seconds))
    return tree.line[0]


def _checked_moves(moves: object, state: EnumerableState[Any]) -> dict[int, tuple[int, float]]:
    """Check what was found: games and the share won, by action code. Raises NinetkaError."""
    found: dict[int, tuple[int, float]] = {}
    for each in moves if isinstance(moves, list) else ():
        match each:
            case [int(action), int(games), int() | float() as share] if (
                action not in found and games > 0 and 0 <= share <= 1 and _is_legal(state, action)
            ):
                found[action] = games, float(share)
            case _:
                what = "the code of a legal action, its games and the share of wins"
                raise NinetkaError(f"for each move a search has found {what}, not {quoted(each)}")
    if not found:
        raise NinetkaError("the search has found no moves")
    return found


def _checked_line(line: object, state: EnumerableState[Any]) -> Sequence[int]:
    """The codes of moves, one after another; none for None. Raises NinetkaError."""
    codes: list[Any] = [] if line is None else line if isinstance(line, list) else [None]
    for code in codes:
        if type(code) is not int or not _is_legal(state, code):
            what = f"a list with the codes of legal moves, not {quoted(line)}"
            raise NinetkaError(f"the line that a search has found is {what}")
        state = state.apply_unchecked(state.move(code))
    return codes


def _is_legal(state: EnumerableState[Any], action: int) -> bool:
    try:
        return state.is_legal(state.move(action))
    except NinetkaError:  # no such action
        return False


@attrs.frozen
class _RemoteTree:
    """A tree that another program has grown, as `protocol.compiled.BackendTree` describes it."""

    _actions: int
    _moves: Mapping[int, tuple[int, float]]
    _line: Sequence[int]

    def grow(self, visits: int) -> None:
        """Leave it as it was found."""

    def follow(self, state: Any, actions: Sequence[int]) -> bool:
        """Keep nothing."""
        return False

    @property
    def playouts(self) -> int:
        """The number of random games."""
        return sum(games for games, _ in self._moves.values())

    @property
    def playouts_by_action(self) -> list[int]:
        """The games through each move, by action code."""
        return [self._moves.get(action, (0, 0.0))[0] for action in range(self._actions)]

    @property
    def win_rates(self) -> list[float]:
        """The share of them that was won, by action code."""
        return [self._moves.get(action, (0, 0.0))[1] for action in range(self._actions)]

    @property
    def line(self) -> list[int]:
        """The move to play, as `GrowingTree.line` chooses it, and what is known of what follows."""
        moves = [(*found, at, action) for at, (action, found) in enumerate(self._moves.items())]
        best = max(moves)[-1]
        return [*self._line] if self._line and self._line[0] == best else [best]
