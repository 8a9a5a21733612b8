"""A test kit for rules: checks that a game's states keep the promises of `protocol.py`.

For any game, in its own tests: `check_state_laws(MyState.start())`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from ..errors import NinetkaError, RecordError
from ..forms import Form
from ..game import Game
from ..games import rules_for_state
from ..protocol import EnumerableState, GameState, ObservableState, offering
from ..records import Record, parse
from ..records.json import JSON
from ..records.text import TEXT
from ..rules import Rules
from .laws import EVERYWHERE, LAWS, SELDOM, Trial, possible_endings
from .samples import samples_of

__all__ = ["LAWS", "LawError", "check_state_laws"]

_FEW: Final = 3
_STATIONS: Final = 10
_MOST_OTHERS: Final = 500
_SHORT: Final = 20
_CODES_A_TRY: Final = 10

T = TypeVar("T")
AnyState: TypeAlias = GameState[Any]
Moves: TypeAlias = Callable[[Any], Sequence[Any]]


class LawError(AssertionError):
    """A state breaks a law; the text says which and how, where, and the moves that lead there."""


def check_state_laws(
    start: AnyState,
    *,
    games: int = 20,
    seed: int = 0,
    moves: Iterable[Hashable] | Callable[[Any], Iterable[Hashable]] = (),
    choices: Callable[[Any], Sequence[Any]] | None = None,
    tries: int = 5_000,
    most_plies: int = 10_000,
) -> None:
    """Play random games from a state and check the laws at the states of them.

    Moves are chosen from those that a state offers, or from `choices` of it: legal ones, and none
    only when the game is over. `moves` are moves to try everywhere, legal or not, or a function
    that gives those to try at a state; they are tried beside those that action codes stand for and
    those in the game's entry in the registry.

    A game whose states have no more than `tries` moves to choose from altogether, and no more than
    ten times as many action codes, is checked in full: all of these moves and all laws at every
    state, but for pictures with each of the marks. Of a larger one a sample is taken: three moves
    and the laws that cost little at every state, `tries` / 250 moves and all laws at ten states.
    A game must end within `most_plies`, and within the `max_plies_left` of each state that has such
    a bound. The same seed plays the same games.

    Raises LawError for the first law that is broken, NinetkaError if `start` offers no moves and
    there are no `choices`.
    """
    if choices is None:
        offering(start)
    if games < 1:
        raise NinetkaError(f"the laws are checked in 1 game or more, not in {games}")
    table = _Table(start, choices or _offered, _moves_to_try(start, moves), tries)
    seen = _Seen()
    for number in range(games):
        play = table.play(Random(f"{seed}/{number}"), most_plies)
        table.check(play, seen, Random(f"{seed}/{number}/tries"))
        if play.failure is not None:
            raise play.failure
        if not number:
            _judge("records", _records(play), start, [])


def _offered(state: Any) -> Sequence[Any]:
    return offering(state).some_moves


def _moves_to_try(
    start: AnyState, moves: Iterable[Hashable] | Callable[[Any], Iterable[Hashable]]
) -> Moves:
    """What is given to try at each state, and what the game has for it."""
    rules = _registered(start)
    samples = samples_of(rules).MOVES if rules and rules.samples else ()
    if callable(moves):
        return lambda state: (*moves(state), *samples)
    everywhere = (*moves, *samples)
    return lambda _: everywhere


def _registered(state: AnyState) -> Rules[Any, Any] | None:
    try:
        return rules_for_state(state)
    except NinetkaError:
        return None


@attrs.define
class _Play:
    """A random game."""

    states: list[AnyState]
    moves: list[Any] = attrs.field(factory=list)
    """The moves made, and perhaps one that could not be."""
    choices: int = 0
    """How many there were, all states together."""
    codes: int = 0
    """How many action codes they had."""
    failure: LawError | None = None
    """Why it did not come to its end."""

    def game(self) -> Game[Any, Any]:
        return Game.from_replay(tuple(self.states), tuple(self.moves))


@attrs.frozen
class _Table:
    """Where games are played and checked: how they begin, and what to play and to try."""

    start: AnyState
    choices: Moves
    moves: Moves
    tries: int

    def play(self, random: Random, most: int) -> _Play:
        """A random game of so many plies at most."""
        play = _Play([self.start])
        state = self.start
        try:
            while True:
                if isinstance(state, ObservableState):
                    most = min(most, len(play.moves) + state.max_plies_left)
                choices = self.choices(state)
                if not choices:
                    break
                if len(play.moves) >= most:
                    sentence = f"the game goes on after {most} plies"
                    play.failure = _broken("termination", sentence, state, play.moves)
                    break
                play.choices += len(choices)
                if isinstance(state, EnumerableState):
                    play.codes += state.action_count
                play.moves.append(choices[random.randrange(len(choices))])
                state = state.apply(play.moves[-1])
                play.states.append(state)
        except Exception as error:
            play.failure = _broken("play", _said(error), state, play.moves)
            play.failure.__cause__ = error
        return play

    def check(self, play: _Play, seen: _Seen, random: Random) -> None:
        """Check the laws at the states of a game: all laws, unless it is a large one."""
        plies = range(len(play.states))
        some = random.sample(plies[1:-1], min(len(plies[1:-1]), _STATIONS - 2))
        stations = {plies[0], plies[-1], *some}
        in_full = play.choices <= self.tries and play.codes <= _CODES_A_TRY * self.tries
        for ply, state in enumerate(play.states):
            played, thorough = play.moves[:ply], in_full or ply in stations
            most = _FEW if not thorough else self.tries if in_full else self.tries // 250
            if thorough:
                _judge("position text", seen.add(state), state, played)
            try:
                trial = self._trial(state, thorough, most, random)
            except Exception as error:
                raise _broken("play", _said(error), state, played) from error
            for name, law in LAWS.items():
                if name in EVERYWHERE or ply in stations or (in_full and name not in SELDOM):
                    _judge(name, law(trial), state, played)

    def _trial(self, state: AnyState, thorough: bool, most: int, random: Random) -> Trial:
        choices, others = self.choices(state), min(most, _MOST_OTHERS)
        coded, listed = list[Any](), None
        if isinstance(state, EnumerableState):
            codes = _sample(range(state.action_count), others, random)
            coded = [state.move(code) for code in codes]
            listed = frozenset(state.legal_moves) if thorough else None
        return Trial(
            state,
            self.start,
            state.to_text() if thorough else None,
            len(choices),
            _sample(choices, most, random),
            coded,
            _sample(self.moves(state), others, random),
            listed,
        )


def _sample(things: Sequence[T], most: int, random: Random) -> list[T]:
    """All of the things if they are few; or else the first, the last and some others."""
    if len(things) <= most:
        return list(things)
    others = [things[random.randrange(len(things))] for _ in range(most - 2)]
    return [things[0], things[-1], *others]


def _judge(law: str, wrong: Iterator[str], state: AnyState, played: list[Any]) -> None:
    try:
        sentence = next(wrong, None)
    except Exception as error:
        raise _broken(law, _said(error), state, played) from error
    if sentence is not None:
        raise _broken(law, sentence, state, played)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _broken(law: str, sentence: str, state: AnyState, played: list[Any]) -> LawError:
    moves = ", ".join(map(str, played)) or "no moves"
    try:
        place = repr(state.to_text())
    except Exception as error:
        place = f"a state whose text is {_said(error)}"
    return LawError(f"{law}: {sentence}\nin {place}, after {moves}")


@attrs.define
class _Seen:
    """The states that were reached, to compare their texts."""

    by_text: dict[str, AnyState] = attrs.field(factory=dict)
    texts: dict[AnyState, str] = attrs.field(factory=dict)

    def add(self, state: AnyState) -> Iterator[str]:
        text = state.to_text()
        if "\n" in text:
            yield f"the text has more than one line: {text!r}"
        if self.by_text.setdefault(text, state) != state:
            yield "another state has the same text"
        if self.texts.setdefault(state, text) != text:
            yield "an equal state has another text"


def _records(play: _Play) -> Iterator[str]:
    rules = _registered(play.states[0])
    if rules is None:
        return  # it has no records
    for game in (play.game(), *_ended_games(play)):
        record = Record(game, {"First": "Ann"}, {0: "a comment"})
        for form in (TEXT, JSON, *rules.forms):
            text = _written(record, form)
            if text is not None and parse(text, rules) != record:
                yield f"a record does not read back: {text}"


def _ended_games(play: _Play) -> Iterator[Game[Any, Any]]:
    """The beginning of a game, broken off and with each of the endings that it knows there."""
    plies = min(_SHORT, len(play.moves) // 2)
    begun = Game.from_replay(tuple(play.states[: plies + 1]), tuple(play.moves[:plies]))
    yield begun
    for ending in possible_endings(begun.state):
        yield begun.end(ending)


def _written(record: Record[Any, Any], form: Form) -> str | None:
    """The record's text, or None if it cannot be had in a form of the game's own."""
    try:
        return record.to_form(form.name)
    except RecordError:
        if form in {TEXT, JSON}:
            raise
        return None
