"""Strategies for Hypothesis: rulesets, moves, states, games and records to test with.

For any game of the registry. Games are played with moves that a state offers, so none has to be
thrown away. What fails shrinks towards published rulesets, first moves and short texts.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import timedelta
from functools import partial
from typing import Any, Final, TypeVar, cast

from ..base.errors import missing_extra
from ..games import entry_for_ruleset
from ..play.game import Game
from ..play.playouts import chosen_game
from ..protocol.endings import Ending
from ..protocol.entry import GameEntry
from ..protocol.rulesets import GameRuleset
from ..protocol.states import EnumerableState, GameState, M, Playable, S
from ..records import Clock, Record, Variation, parse
from .laws import is_refused, leaving_moves, possible_endings, samples_of

try:
    from hypothesis import assume
    from hypothesis import strategies as st
except ModuleNotFoundError as _error:
    raise missing_extra("hypothesis", _error) from _error

__all__ = [
    "damaged",
    "games",
    "legal_moves",
    "malformed_records",
    "moves",
    "records",
    "rulesets",
    "starts",
    "states",
]

R = TypeVar("R", bound=GameRuleset[Any, Any])

_MAX_RANDOM: Final = 120
_PIECES: Final = (*'[]{}"\\*-/:,.0123456789 \n\t\r\x00', "[]", "{}", '""', "null", "1.", "9" * 5000)


@st.composite
def rulesets(draw: st.DrawFn, kind: type[R]) -> R:
    """Rulesets of a game, published and custom: `rulesets(Ruleset)` for 9tka's.

    Raises NinetkaError, while they are drawn, for a game that has no samples.
    """
    samples = samples_of(entry_for_ruleset(cast(GameRuleset[Any, Any], kind)))
    ruleset = samples.some_ruleset(draw(st.randoms(use_true_random=False)))
    assert isinstance(ruleset, kind)
    return ruleset


@st.composite
def starts(draw: st.DrawFn, rulesets: st.SearchStrategy[GameRuleset[S, M]]) -> S:
    """Starts of games under some rulesets, for any number of players they are for.

    Where chance decides something first, they are from before or after that.
    """
    ruleset = draw(rulesets)
    players = draw(st.sampled_from(ruleset.player_counts))
    start = entry_for_ruleset(ruleset).start(ruleset, players)
    if start.is_dealt:
        return start
    dealt = start.dealt(draw(st.randoms(use_true_random=False)))
    return dealt if draw(st.booleans()) else start


def moves(entry: GameEntry[S, M]) -> st.SearchStrategy[M]:
    """Moves of a game, most of them illegal at most states: `moves(NINE)` for 9tka's.

    Raises NinetkaError for a game that has no samples.
    """
    return st.sampled_from(samples_of(entry).MOVES)


def legal_moves(state: EnumerableState[M]) -> st.SearchStrategy[M]:
    """All legal moves of a state, which must not be over."""
    return st.sampled_from(state.legal_moves)


@st.composite
def games(
    draw: st.DrawFn, starts: st.SearchStrategy[Playable[S, M]], most_plies: int | None = None
) -> Game[S, M]:
    """Games from a start to the end, or of at most `most_plies`.

    At most the first 120 moves are random, the others the first that a state offers. A whole game
    on a board of a thousand points takes long to draw. Raises NinetkaError, while games are drawn,
    for a start that offers no moves.
    """
    rng = draw(st.randoms(use_true_random=False))
    # A failing game with hundreds of random moves would shrink slowly and not far. So from some ply
    # on, all moves are first ones, or all but every eighth: Hypothesis then finds a simpler game
    # that fails in about a second, since it removes whole stretches of choices at once.
    last = draw(st.integers(0, _MAX_RANDOM) | st.just(_MAX_RANDOM))
    every = draw(st.sampled_from([8, 1, 1, 1]))

    def choose(ply: int, count: int) -> int:
        return rng.randrange(count) if ply < last and ply % every == 0 else 0

    return chosen_game(draw(starts), choose, most_plies)


@st.composite
def states(
    draw: st.DrawFn,
    starts: st.SearchStrategy[Playable[S, M]],
    phase: Hashable = None,
    most_plies: int | None = None,
) -> S:
    """States that play reaches from a start, both ends included; of one phase if it is given.

    A phase is one of the game's, such as `Phase.MOVEMENT`. Each state is any of a game drawn
    as by `games`, all of its states of that phase having equal chances. A start from which the
    phase cannot be reached is rejected, as by `hypothesis.assume`.
    """
    reached: list[S] = list(draw(games(starts, most_plies)).states)
    if phase is not None:
        reached = [state for state in reached if cast(GameState[Any], state).phase == phase]
        assume(reached)
    return reached[draw(st.integers(0, len(reached) - 1))]


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game[S, M]]) -> Record[S, M]:
    """Records of games, finished or broken off, with at most three tags and three comments.

    They have at most three glyphs and clock times and two variations, with variations in some of
    them. Tags and comments have at most nine characters, without white space and control
    characters. A game that is broken off may end there by one of the `endings` of its state, or go
    on without a player who leaves.
    """
    game = draw(games)
    plies = draw(st.integers(0, game.ply) | st.just(game.ply))
    part = Game.from_replay(game.states[: plies + 1], game.moves[:plies])
    ending = game.ending if plies == game.ply else None
    ways = [None, *possible_endings(part.state), *leaving_moves(part.state)]
    way = ending or draw(st.sampled_from(ways))
    if isinstance(way, Ending):
        part = part.end(way)
    elif way is not None:
        part = part.play([cast(M, way)])
    names = st.sampled_from(["First", "Second", "Event", "Round", "X_1"])
    tags = draw(st.dictionaries(names, _PRINTABLE, max_size=3))
    comments, glyphs, clocks = draw(_remarks(part.ply))
    return Record(part, tags, comments, glyphs, clocks, draw(_variations(part)))


_PRINTABLE: Final = st.text(
    st.characters(exclude_categories=["C", "Z"]), max_size=9
) | st.sampled_from(["a}b", "{", "(a)", "$1!?", "[%clk", ";"])
_DEEPEST: Final = 3
"""The depth to which drawn variations may be nested."""


@st.composite
def _remarks(
    draw: st.DrawFn, plies: int
) -> tuple[dict[int, str], dict[int, list[int]], dict[int, Clock]]:
    """Comments, glyphs and clock times on the moves of a game."""
    any_ply, moves = st.integers(0, plies), st.integers(1, max(1, plies))
    comments = draw(st.dictionaries(any_ply, _PRINTABLE, max_size=3))
    numbers = st.lists(st.integers(0, 255), min_size=1, max_size=2, unique=True)
    glyphs = draw(st.dictionaries(any_ply, numbers, max_size=3))
    times = st.timedeltas(timedelta(), timedelta(hours=20))
    known = st.builds(Clock, times) | st.builds(Clock, st.none() | times, times)
    return comments, glyphs, draw(st.dictionaries(moves, known, max_size=3 if plies else 0))


@st.composite
def _variations(
    draw: st.DrawFn, game: Game[S, M], depth: int = _DEEPEST
) -> dict[int, list[Variation[S, M]]]:
    """Variations of a game, each of at most three moves."""
    variations: dict[int, list[Variation[S, M]]] = {}
    rng = draw(st.randoms(use_true_random=False))
    for ply in draw(st.lists(st.integers(1, max(1, game.ply)), max_size=2 if game.ply else 0)):
        start = cast(Playable[S, M], game.states[ply - 1])
        line = chosen_game(start, lambda _, count: rng.randrange(count), draw(st.integers(1, 3)))
        inner = draw(_variations(line, depth - 1)) if depth > 1 else {}
        variations.setdefault(ply, []).append(Variation(line, *draw(_remarks(line.ply)), inner))
    return variations


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Texts with a few pieces cut out, put in, doubled or moved. Some are still valid."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(text)))
        last = min(len(text), first + draw(st.integers(0, 12)))
        words = st.sampled_from(text.split() or [""])
        piece = draw(
            st.just(text[first:last] * 2) | st.sampled_from(_PIECES) | words | st.text(max_size=3)
        )
        text = text[:first] + piece + text[last:]
    return text


def malformed_records(records: st.SearchStrategy[Record[Any, Any]]) -> st.SearchStrategy[str]:
    """Damaged records, as text and as JSON lines, that are refused."""
    texts = records.map(Record.to_text) | records.map(Record.to_json)
    return damaged(texts).filter(partial(is_refused, parse))
