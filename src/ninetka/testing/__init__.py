"""A test kit for rules: checks that a game's states keep the promises of `protocol`.

For any game, in its own tests: `check_state_laws(MyState.start())`. `laws` has the laws, each for
one promise, and `strategies` draws rulesets, states and records for Hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import timedelta
from operator import attrgetter
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from ..base.errors import RecordError
from ..base.messages import listed
from ..drawing.drawable import DrawableState
from ..play.game import Game
from ..play.playouts import random_game
from ..protocol.entry import GameEntry
from ..protocol.states import EnumerableState, GameState, ObservableState, as_game_state
from ..records import Clock, Record, Variation, forms, parse
from ..records.json import JSON
from ..records.text import TEXT
from .laws import CHEAP, LAWS, Trial, leaving_moves, possible_endings, registered, samples_of

__all__ = ["LawError", "check_state_laws"]

_FEW: Final = 3
"""The number of moves tried at a state that is not checked thoroughly."""
_OTHER_GAMES: Final = 20
"""The number of games under other rulesets that are searched for a mark not seen yet."""
_LEAVES: Final = 0.02
"""The chance that somebody leaves at a ply, where the game goes on without them."""

T = TypeVar("T")
AnyState: TypeAlias = GameState[Any]
Choices: TypeAlias = Callable[[Any], Sequence[Any]]


class LawError(AssertionError):
    """A state breaks a law; the text says which and how, where, and the moves that lead there."""


def check_state_laws(
    start: AnyState,
    *,
    games: int = 20,
    seed: int = 0,
    moves: Iterable[Hashable] = (),
    choices: Choices | None = None,
    states: int = 20,
    tries: int = 50,
    most_plies: int = 10_000,
) -> None:
    """Play random games from a state and check the laws at the states of them.

    Moves are chosen from those that a state offers, or from the `choices` for it: legal ones, and
    none only when the game is over. Beside them, others are tried, legal or not: `moves`, the
    sample moves of the game's entry in the registry, and those that action codes stand for. Where a
    game goes on without a player who leaves, now and then one does.

    At `states` states of each game (the start, the end and others at random) all laws are checked,
    with at most `tries` moves of each kind. At the others, the laws that cost little are checked,
    with three. A game must end within `most_plies`, and within the `max_plies_left` of each state
    that has such a bound. The same seed plays the same games.

    Raises LawError for the first law that is broken, NinetkaError if `start` offers no moves
    and there are no `choices`.
    """
    if choices is None:
        as_game_state(start)
        choices = attrgetter("some_moves")
    entry = registered(start)
    samples = samples_of(entry).MOVES if entry and entry.samples else ()
    kit = _LawChecker(start, choices, (*moves, *samples), states, tries, most_plies)
    for number in range(games):
        seeds = f"{seed}/{number}", f"{seed}/{number}/leaving"
        reached, made, failure = kit.play(*map(Random, seeds))
        kit.check(reached, made, Random(f"{seed}/{number}/tries"))
        if failure is not None:
            raise failure
        if not number:
            _judge("records", _records(reached, made), kit.start, ())
    _judge("marks", kit.marks(entry), kit.start, ())


@attrs.frozen
class _LawChecker:
    """The options of one call of `check_state_laws`, and the states it has checked."""

    start: AnyState
    choices: Choices
    moves: Sequence[Any]
    states: int
    tries: int
    most_plies: int
    by_text: dict[str, AnyState] = attrs.field(factory=dict, init=False)
    """The states that were checked thoroughly, by their texts."""
    texts: dict[AnyState, str] = attrs.field(factory=dict, init=False)
    """Their texts, by the states."""
    by_key: dict[int, AnyState] = attrs.field(factory=dict, init=False)
    """The same states, by their keys."""

    def play(
        self, rng: Random, leaves: Random
    ) -> tuple[list[AnyState], list[Any], LawError | None]:
        """A random game: its states, its moves, and the error if it could not be played to its end.

        The last move may be the one that failed. `leaves` decides when somebody leaves.
        """
        state, most = self.start, self.most_plies
        reached, made = [state], list[Any]()
        try:
            while choices := self.choices(state):
                if isinstance(state, ObservableState):
                    most = min(most, len(made) + state.max_plies_left)
                if len(made) >= most:
                    sentence = f"the game goes on after {most} plies"
                    return reached, made, _broken("termination", sentence, state, made)
                leaving = leaving_moves(state) if leaves.random() < _LEAVES else []
                chosen = choices[rng.randrange(len(choices))]
                made.append(leaves.choice(leaving) if leaving else chosen)
                state = state.apply(made[-1])
                reached.append(state)
        except Exception as error:
            return reached, made, _broken("play", error, state, made)
        return reached, made, None

    def check(self, reached: Sequence[AnyState], made: Sequence[Any], rng: Random) -> None:
        """Check all laws at some states of a game, and the cheap ones at the others.

        `reached` are the states, and `made` the moves between them.
        """
        stations = {*_sample(range(len(reached)), self.states, rng)}
        for ply, state in enumerate(reached):
            thorough, before = ply in stations, made[:ply]
            try:
                trial = self._trial(state, thorough, rng)
            except Exception as error:
                raise _broken("play", error, state, before) from error
            for name, law in (LAWS if thorough else CHEAP).items():
                _judge(name, law(trial), state, before)
            if thorough:
                _judge("text", self._equal(state, trial.text), state, before)

    def _equal(self, state: AnyState, text: str) -> Iterator[str]:
        """Yield each difference: states with equal texts must be equal, however games led there."""
        known = self.by_text.setdefault(text, state)
        if known != state:
            yield "another state has the same text"
        elif hash(known) != hash(state):
            yield "an equal state has another hash"
        if self.texts.setdefault(state, text) != text:
            yield "an equal state has another text"
        if self.by_key.setdefault(state.key, state) != state:
            yield "another state has the same key"

    def marks(self, entry: GameEntry[Any, Any] | None) -> Iterator[str]:
        """Yield a sentence if a mark of pictures marks nothing anywhere.

        Under some rulesets there may be nothing to mark, so games under others are looked through.
        """
        names = self.start.marks if isinstance(self.start, DrawableState) else ()
        missing = [name for name in names if not _shows(name, self.by_text.values())]
        games = _other_games(entry) if missing and entry and entry.samples else ()
        for reached in games:
            missing = [name for name in missing if not _shows(name, reached)]
            if not missing:
                return
        if missing:
            yield f"nothing is ever marked by {listed(missing)}"

    def _trial(self, state: AnyState, thorough: bool, rng: Random) -> Trial:
        most, others = self.tries if thorough else _FEW, list[Any]()
        offered = _sample(self.choices(state), most, rng)
        if isinstance(state, EnumerableState):
            others += map(state.move, _sample(range(state.action_count), most, rng))
        others += _sample(self.moves, most, rng)
        return Trial(state, self.start, state.to_text() if thorough else "", offered, others)


def _other_games(entry: GameEntry[Any, Any]) -> Iterator[Sequence[AnyState]]:
    """Yield some states of random games under other rulesets."""
    for number in range(_OTHER_GAMES):
        rng = Random(number)
        ruleset = samples_of(entry).some_ruleset(rng)
        start = entry.start(ruleset, rng.choice(ruleset.player_counts))
        yield _sample([*random_game(start, rng, 400).states], _FEW * _FEW, rng)


def _shows(mark: str, states: Iterable[AnyState]) -> bool:
    """Tell whether a mark changes the picture of one of some states."""
    return any(
        state.to_svg(marks=[mark]) != state.to_svg()
        for state in states
        if isinstance(state, DrawableState)
    )


def _sample(things: Sequence[T], most: int, rng: Random) -> list[T]:
    """Pick all of the things if they are few; otherwise the first, the last and some between."""
    if len(things) <= most:
        return list(things)
    inner = rng.sample(range(1, len(things) - 1), most - 2)
    return [things[at] for at in (0, -1, *inner)]


def _judge(law: str, wrong: Iterator[str], state: AnyState, made: Sequence[Any]) -> None:
    try:
        sentence = next(wrong, None)
    except Exception as error:
        raise _broken(law, error, state, made) from error
    if sentence is not None:
        raise _broken(law, sentence, state, made)


def _broken(law: str, what: str | Exception, state: AnyState, made: Sequence[Any]) -> LawError:
    sentence = what if isinstance(what, str) else f"{type(what).__name__}: {what}"
    moves = ", ".join(map(str, made)) or "no moves"
    return LawError(f"{law}: {sentence}\nin {state.to_text()!r}, after {moves}")


def _records(reached: Sequence[AnyState], made: Sequence[Any]) -> Iterator[str]:
    """Check that a whole game, a broken-off one and one with each ending are read back alike."""
    entry = registered(reached[0])
    if entry is None:
        return
    plies = min(20, len(made) // 2)
    seatings = [*entry.match_rules.seatings(reached[0].players)]
    if any(sorted(seating) != [*range(reached[0].players)] for seating in seatings):
        yield f"in the seatings of a match, {seatings}, not everybody has a seat"
    begun = Game.from_replay(tuple(reached[: plies + 1]), tuple(made[:plies]))
    ended = [begun.end(ending) for ending in possible_endings(begun.state)]
    for game in (Game.from_replay(tuple(reached), tuple(made)), begun, *ended):
        record = Record(game, {"First": "Ann"}, {0: "a comment"}, *_on_moves(game))
        for form in forms(entry):
            try:
                text = record.to_form(form.name)
            except RecordError:
                if form in (TEXT, JSON):
                    raise
                continue  # a form of the game's own need not hold every game
            if parse(text, entry) != record:
                yield f"a record does not read back: {text}"
        restored = Game.from_trusted(game.to_trusted(), entry)
        if (restored.state, restored) != (game.state, game):
            yield f"a game is not restored from its trusted text: {game.to_trusted()}"


def _on_moves(game: Game[Any, Any]) -> tuple[dict[int, Any], dict[int, Any], dict[int, Any]]:
    """Return glyphs, a clock time and a variation for the last move of a game that is not over."""
    if game.is_over or not game.ply:
        return {}, {}, {}
    before = game.states[-2]
    other = before.some_moves[-1]
    line = Game.from_replay((before, before.apply_unchecked(other)), (other,))
    variation = Variation(line, {0: "instead"}, {1: [2]})
    return {game.ply: [1, 14]}, {game.ply: Clock(timedelta(minutes=5))}, {game.ply: [variation]}
