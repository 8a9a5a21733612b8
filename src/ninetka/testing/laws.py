"""The laws of the test kit: what `protocol.py` promises of every state of any game."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import fromstring

import attrs

from ..endings import Ending, EndingKind, endings_of
from ..errors import IllegalMoveError, InvalidMoveError, NinetkaError, listed
from ..forms import UNFINISHED
from ..games import rules_for_state
from ..protocol import (
    DrawableState,
    EndableState,
    EnumerableState,
    GameOutcome,
    GameState,
    ObservableState,
    OfferingState,
    UndoableState,
)
from ..records.text import is_word
from ..rules import Rules

__all__ = [
    "CHEAP",
    "LAWS",
    "Law",
    "Trial",
    "is_refused",
    "possible_endings",
    "registered",
    "samples_of",
]

_NOT_MOVES: Final = ("", "nonsense", "\x00", "1. {}")


@attrs.frozen
class Trial:
    """A state of a game, and the moves to try there."""

    state: GameState[Any]
    start: GameState[Any]
    """Where the game began."""
    text: str
    """The position's text before anything was tried; empty if only cheap laws are checked."""
    count: int
    """How many moves there are to choose from."""
    offered: Sequence[Hashable]
    """All or some of these, which should be legal."""
    coded: Sequence[Hashable]
    """Moves that action codes stand for, legal or not."""
    given: Sequence[Hashable]
    """Other moves, legal or not."""

    @property
    def moves(self) -> list[Hashable]:
        """All moves to try."""
        return [*dict.fromkeys([*self.offered, *self.coded, *self.given])]

    @property
    def illegal(self) -> list[Hashable]:
        """Those that are illegal."""
        return [move for move in self.moves if not self.state.is_legal(move)]


Law: TypeAlias = Callable[[Trial], Iterator[str]]
"""Yields a sentence for each thing that is wrong with a state."""


def _turn(trial: Trial) -> Iterator[str]:
    state = trial.state
    if list(map(int, state.seats)) != list(range(state.players)):
        yield f"{state.players} players have the seats {state.seats!r}"
    if state.to_move not in state.seats:
        yield f"it is the turn of {state.to_move!r}, which is not one of the seats"


def _end(trial: Trial) -> Iterator[str]:
    state = trial.state
    over, outcome = state.is_over, state.outcome
    if over == bool(trial.count) or over != (outcome is not None):
        yield f"is_over is {over} with {trial.count} legal moves and outcome {outcome}"
    if outcome is not None:
        yield from _outcome(state, outcome)


def _outcome(state: GameState[Any], outcome: GameOutcome) -> Iterator[str]:
    if len(outcome.scores) != state.players:
        yield f"{state.players} players have the scores {outcome.scores}"
    if sorted(outcome.ranking) != sorted(state.seats):
        yield f"the ranking {outcome.ranking} does not have every seat once"
    if set(outcome.ranking[: len(outcome.winners)]) != set(outcome.winners):
        yield f"the winners {outcome.winners} are not the first of {outcome.ranking}"
    if not is_word(str(outcome)) or str(outcome) == UNFINISHED:
        yield f"the result {str(outcome)!r} cannot stand in a record"


def _sizes(trial: Trial) -> Iterator[str]:
    for kind, name in (
        (EnumerableState, "action_count"),
        (ObservableState, "plane_shape"),
        (ObservableState, "plane_names"),
    ):
        if isinstance(trial.start, kind):
            first, now = getattr(trial.start, name), getattr(trial.state, name)
            if first != now:
                yield f"{name} is {now}, but was {first} at the start"


def _legality(trial: Trial) -> Iterator[str]:
    state = trial.state
    listed = {*state.legal_moves} if isinstance(state, EnumerableState) else None
    for move in trial.moves:
        legal = state.is_legal(move)
        if listed is not None and legal != (move in listed):
            yield f"is_legal is {legal} for {move}, unlike the list of legal moves"
        if move in trial.offered and not legal:
            yield f"{move} is offered, but is illegal"
        try:
            after = state.apply(move)
        except InvalidMoveError as error:
            if legal:
                yield f"apply says that {move} is not a move: {error}"
        except IllegalMoveError as error:
            if legal:
                yield f"apply refuses {move}, which is legal: {error}"
            if error.move != move or error.state != state or not str(error):
                yield f"the error for {move} lacks the move, the state or a sentence"
        else:
            if not legal:
                yield f"apply accepts {move}, which is illegal"
            elif after != state.apply_unchecked(move):
                yield f"apply and apply_unchecked disagree about {move}"


def _text(trial: Trial) -> Iterator[str]:
    text = trial.state.to_text()
    if "\n" in text:
        yield f"the text has more than one line: {text!r}"
    if text != trial.text:
        yield f"the text was {trial.text!r} before moves were tried"


def _listing(trial: Trial) -> Iterator[str]:
    state = trial.state
    if not isinstance(state, OfferingState):
        return
    moves = list(state.some_moves)
    if len(set(moves)) != len(moves):
        yield "a move is listed twice"
    if list(state.some_moves) != moves:
        yield "other moves are listed, or in another order, when asked again"
    if isinstance(state, EnumerableState) and list(state.legal_moves) != moves:
        yield "some_moves and legal_moves differ"


def is_refused(call: Callable[[Any], object], value: object) -> bool:
    """Whether a call raises NinetkaError."""
    try:
        call(value)
    except NinetkaError:
        return True
    return False


def _actions(trial: Trial) -> Iterator[str]:
    state = trial.state
    if not isinstance(state, EnumerableState):
        return
    legal = state.legal_moves
    codes = [state.action(move) for move in legal]
    if len(set(codes)) != len(codes) or not set(codes) <= set(range(state.action_count)):
        yield f"the legal moves have the action codes {codes}"
    if list(state.legal_actions) != sorted(codes):
        yield f"legal_actions is {state.legal_actions}, not {sorted(codes)}"
    for code, move in zip(codes, legal, strict=True):
        if state.move(code) != move:
            yield f"action {code} of {move} stands for {state.move(code)}"
    for code in set(range(state.action_count)) - set(codes):
        if state.is_legal(state.move(code)):
            yield f"action {code} stands for a legal move that has another code"
    for move in trial.illegal:
        if not is_refused(state.action, move):
            yield f"{move} is illegal, but has the action code {state.action(move)}"
    for wrong in (-1, state.action_count):
        if not is_refused(state.move, wrong):
            yield f"there is a move for action {wrong}"


def _endings(trial: Trial) -> Iterator[str]:
    state = trial.state
    if not isinstance(state, EndableState):
        return
    kinds = state.endings
    if state.is_over == bool(kinds):
        yield f"is_over is {state.is_over} with the endings {[kind.value for kind in kinds]}"
    for ending in endings_of([*EndingKind], state.seats):
        text = ending.to_text(state.seats)
        if ending.kind not in kinds:
            if not is_refused(state.outcome_after, ending):
                yield f"{text!r} has an outcome, but is not among the endings"
            continue
        outcome = state.outcome_after(ending)
        for sentence in _outcome(state, outcome):
            yield f"after {text!r} {sentence}"
        if ending.seat in outcome.winners:
            yield f"seat {ending.seat} wins by {text!r}"


def possible_endings(state: GameState[Any]) -> Sequence[Ending]:
    """The endings, other than by a move, that a game can have at a state."""
    kinds = state.endings if isinstance(state, EndableState) else ()
    return [*endings_of(kinds, state.seats)]


def _move_texts(trial: Trial) -> Iterator[str]:
    state = trial.state
    texts = [state.move_text(move) for move in trial.offered]
    if len(set(texts)) != len(set(trial.offered)):
        yield "two legal moves have the same text"
    results = _results(state)
    for text, move in zip(texts, trial.offered, strict=True):
        if not is_word(text):
            yield f"the text {text!r} of {move} cannot stand in a record"
        if text in results:
            yield f"the text {text!r} of {move} is also the result of a game that ends here"
        if state.parse_move(text) != move:
            yield f"{text!r} reads as {state.parse_move(text)}, not as {move}"
        if state.apply(text) != state.apply(move):
            yield f"apply gives another state for {text!r} than for {move}"
    for move in trial.illegal:
        if not is_refused(state.move_text, move):
            yield f"{move} is illegal, but has the text {state.move_text(move)!r}"
    for text in _NOT_MOVES:
        if not is_refused(state.parse_move, text):
            yield f"{text!r} reads as a move"
    for text in map(str, trial.given):
        if not is_refused(state.parse_move, text) and not state.is_legal(state.parse_move(text)):
            yield f"{text!r} reads as {state.parse_move(text)}, which is illegal"


def registered(state: GameState[Any]) -> Rules[Any, Any] | None:
    """The game that a state is of, if that is in the registry."""
    try:
        return rules_for_state(state)
    except NinetkaError:
        return None


def samples_of(rules: Rules[Any, Any]) -> Any:
    """The module with a game's data for tests. Raises NinetkaError if it has none."""
    if not rules.samples:
        raise NinetkaError(f"{rules.name} has no samples to test with")
    return import_module(rules.samples)


def _results(state: GameState[Any]) -> set[str]:
    """The results that a record can state of a game that goes no further."""
    if not isinstance(state, EndableState):
        return {UNFINISHED}
    endings = possible_endings(state)
    return {UNFINISHED, *(str(state.outcome_after(ending)) for ending in endings)}


def _copies(trial: Trial) -> Iterator[str]:
    state = trial.state
    for name, other in (
        ("pickle", pickle.loads(pickle.dumps(state))),
        ("copy", copy.copy(state)),
        ("deepcopy", copy.deepcopy(state)),
    ):
        if other != state or hash(other) != hash(state) or other.to_text() != state.to_text():
            yield f"{name} gives another state, or one with another hash"
    for move in trial.offered:
        after = state.apply(move)
        if (after == state) != (after.to_text() == trial.text):
            yield f"after {move} the state is equal and its text differs, or the other way round"


def _undoing(trial: Trial) -> Iterator[str]:
    state = trial.state
    if isinstance(state, UndoableState):
        for move in trial.given:
            if not is_refused(state.undo, move):
                before = state.undo(move)
                if not before.is_legal(move) or before.apply(move) != state:
                    yield f"undo takes back {move}, which cannot have led here"
        for move in trial.offered:
            after = state.apply(move)
            if after.undo(move) != state:
                yield f"undo does not take back {move}"
            if after.parse_last_move(state.move_text(move)) != move:
                yield f"{state.move_text(move)!r} does not read as the last move {move}"


def _tags(trial: Trial) -> Iterator[str]:
    rules = registered(trial.state)
    if rules is None:
        return
    tags, name = rules.to_tags(trial.state), rules.name_of(trial.state)
    if name not in rules.names:
        yield f"a game from here is called {name!r}, which is not one of {listed(rules.names)}"
    if not re.fullmatch("[a-z]+", rules.identifier):
        yield f"the identifier {rules.identifier!r} is not of lower-case letters alone"
    if rules.from_tags(tags) != trial.state:
        yield f"the tags {dict(tags)} read back as {rules.from_tags(tags).to_text()!r}"


def _observation(trial: Trial) -> Iterator[str]:
    state = trial.state
    if isinstance(state, ObservableState):
        rows, columns = state.plane_shape
        if len(set(state.plane_names)) != len(state.plane_names):
            yield f"two planes have the same name among {state.plane_names}"
        for seat in state.seats:
            planes = state.planes(seat)
            if len(planes) != len(state.plane_names):
                yield f"{len(state.plane_names)} names are for {len(planes)} planes"
            if not all(0 <= plane < 1 << rows * columns for plane in planes):
                yield f"seat {seat} sees more than {rows}x{columns} squares in {planes}"


def _drawing(trial: Trial) -> Iterator[str]:
    state = trial.state
    if isinstance(state, DrawableState):
        if len(set(state.marks)) != len(state.marks):
            yield f"two marks have the same name among {state.marks}"
        fromstring(state.to_svg(title="<&>", names=["<&>"] * state.players, marks=state.marks))
        for move in trial.offered[:1]:
            fromstring(state.apply(move).to_svg(last_move=move, legend=False, size=100))
        if "\x1b" in state.to_board():
            yield "the plain board has codes for terminals"
        if len(state.scores) != state.players:
            yield f"{state.players} players have the scores {state.scores}"


CHEAP: Final[dict[str, Law]] = {
    "turn": _turn,
    "end": _end,
    "sizes": _sizes,
    "legality": _legality,
}
"""The laws that are checked at every state, by name."""

LAWS: Final[dict[str, Law]] = {
    **CHEAP,
    "listing": _listing,
    "text": _text,
    "actions": _actions,
    "endings": _endings,
    "move text": _move_texts,
    "copies": _copies,
    "undo": _undoing,
    "tags": _tags,
    "observation": _observation,
    "drawing": _drawing,
}
"""All laws of a state, by name; `play`, `termination` and `records` are about games."""
