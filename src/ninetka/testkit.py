"""A test kit for rules: checks that a game's states keep the promises of `protocol.py`.

For any game, in its own tests: `check_state_laws(MyState.start())`.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import fromstring

import attrs

from .errors import IllegalMoveError, InvalidMoveError, NinetkaError
from .games import rules_for_state
from .protocol import (
    DrawableState,
    EnumerableState,
    ObservableState,
    UndoableState,
    enumerable,
)
from .records import Record, parse
from .samples import samples_of
from .simulate import random_game

__all__ = ["LAWS", "LawError", "check_state_laws"]

_NO_MOVES: Final = ("", "nonsense", "\x00", "1. {}")

AnyState: TypeAlias = EnumerableState[Any]
Law: TypeAlias = Callable[[AnyState, Sequence[Hashable]], Iterator[str]]
"""Gives a sentence for each thing that is wrong with a state; it may try some moves."""


class LawError(AssertionError):
    """A state breaks a law; the text says which and how, where, and the moves that lead there."""


def check_state_laws(
    start: AnyState,
    *,
    games: int = 20,
    seed: int = 0,
    moves: Iterable[Hashable] = (),
    most_plies: int = 10_000,
) -> None:
    """Play random games from a state and check the laws at every state of them.

    `moves` are moves to try everywhere, legal or not, beside those that action codes stand for and
    those in the game's entry in the registry. A game must end within `most_plies`, and within the
    `max_plies_left` of each state that has such a bound. The same seed plays the same games.

    Raises LawError for the first law that is broken, NinetkaError if the moves of `start` cannot be
    listed.
    """
    enumerable(start)
    if games < 1:
        raise NinetkaError(f"the laws are checked in 1 game or more, not in {games}")
    others = (*moves, *_registered_moves(start))
    seen = _Seen()
    for number in range(games):
        state, played = start, list[Any]()
        try:
            for state in _states(start, played, Random(f"{seed}/{number}"), most_plies):
                _check(state, others, seen, played)
        except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise _broken("play", _said(error), state, played) from error
    _judge("records", _records(start, seed), start, [])


def _states(start: AnyState, played: list[Any], random: Random, most: int) -> Iterator[AnyState]:
    """The states of a random game; the moves between them are added to those played."""
    state = start
    while True:
        if isinstance(state, ObservableState):
            most = min(most, len(played) + state.max_plies_left)
        yield state
        if not (legal := state.legal_moves):
            return
        if len(played) >= most:
            raise _broken("termination", f"the game goes on after {most} plies", state, played)
        played.append(legal[random.randrange(len(legal))])
        state = state.apply(played[-1])


def _registered_moves(start: AnyState) -> Sequence[Hashable]:
    try:
        samples = rules_for_state(start).samples
    except NinetkaError:
        return ()
    return samples_of(rules_for_state(start)).MOVES if samples else ()


def _check(state: AnyState, others: Sequence[Hashable], seen: _Seen, played: list[Any]) -> None:
    _judge("position text", seen.add(state), state, played)
    for name, law in LAWS.items():
        _judge(name, law(state, others), state, played)


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


def _turn(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    if list(map(int, state.seats)) != list(range(state.players)):
        yield f"{state.players} players have the seats {state.seats!r}"
    if state.to_move not in state.seats:
        yield f"seat {state.to_move!r} is to move, but does not play"


def _listing(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    legal = list(state.legal_moves)
    if len(set(legal)) != len(legal):
        yield "a legal move is listed twice"
    if list(state.legal_moves) != legal:
        yield "the legal moves are listed in another order when asked again"


def _legality(state: AnyState, others: Sequence[Hashable]) -> Iterator[str]:
    legal = set(state.legal_moves)
    text = state.to_text()
    known = _known(state)
    for move in dict.fromkeys([*known, *others]):
        if state.is_legal(move) != (move in legal):
            yield f"is_legal says {move not in legal} of {move}, the list does not"
        try:
            after = state.apply(move)
        except InvalidMoveError as error:
            if move in known:
                yield f"apply says that {move} is not a move: {error}"
        except IllegalMoveError as error:
            if move in legal:
                yield f"apply refuses {move}, which is listed: {error}"
            if error.move != move or error.state != state or not str(error):
                yield f"the error for {move} does not carry the move, the state and a sentence"
        else:
            if move not in legal:
                yield f"apply accepts {move}, which is not listed"
            elif after != state.apply_unchecked(move):
                yield f"apply and apply_unchecked lead elsewhere with {move}"
        if state.to_text() != text:
            yield f"trying {move} has changed the state"


def _known(state: AnyState) -> Sequence[Hashable]:
    """All legal moves, and those that action codes stand for."""
    return [*state.legal_moves, *map(state.move, range(state.action_count))]


def _is_refused(call: Callable[[Any], object], what: object) -> bool:
    try:
        call(what)
    except NinetkaError:
        return True
    return False


def _actions(state: AnyState, others: Sequence[Hashable]) -> Iterator[str]:
    codes = [state.action(move) for move in state.legal_moves]
    if len(set(codes)) != len(codes) or not set(codes) <= set(range(state.action_count)):
        yield f"the legal moves have the action codes {codes}"
    if list(state.legal_actions) != sorted(codes):
        yield f"legal_actions gives {state.legal_actions}, not {sorted(codes)}"
    for code, move in zip(codes, state.legal_moves, strict=True):
        if state.move(code) != move:
            yield f"action {code} of {move} stands for {state.move(code)}"
    for code in set(range(state.action_count)) - set(codes):
        if state.is_legal(state.move(code)):
            yield f"action {code} stands for a legal move that has another code"
    for move in (*_known(state), *others):
        if not state.is_legal(move) and not _is_refused(state.action, move):
            yield f"{move} is illegal, but has the code {state.action(move)}"
    for wrong in (-1, state.action_count, None, 0.5, "0"):
        if not _is_refused(state.move, wrong):
            yield f"there is a move for action {wrong!r}"


def _move_texts(state: AnyState, others: Sequence[Hashable]) -> Iterator[str]:
    texts = [state.move_text(move) for move in state.legal_moves]
    if len(set(texts)) != len(texts):
        yield "two legal moves have the same text"
    for text, move in zip(texts, state.legal_moves, strict=True):
        if text.split() != [text] or text.startswith(("{", "[")):
            yield f"the text {text!r} of {move} is not a word of a record"
        if state.parse_move(text) != move:
            yield f"{text!r} reads as {state.parse_move(text)}, not as {move}"
        if state.apply(text) != state.apply(move):
            yield f"to apply {text!r} leads elsewhere than to apply {move}"
    for move in (*_known(state), *others):
        if not state.is_legal(move) and not _is_refused(state.move_text, move):
            yield f"{move} is illegal, but has the text {state.move_text(move)!r}"
    for text in _NO_MOVES:
        if not _is_refused(state.parse_move, text):
            yield f"{text!r} reads as a move"
    for text in map(str, others):
        if not _is_refused(state.parse_move, text) and not state.is_legal(state.parse_move(text)):
            yield f"{text!r} reads as {state.parse_move(text)}, which is illegal"


def _copies(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    for name, other in (
        ("pickle", pickle.loads(pickle.dumps(state))),
        ("copy", copy.copy(state)),
        ("deepcopy", copy.deepcopy(state)),
    ):
        if other != state or hash(other) != hash(state) or other.to_text() != state.to_text():
            yield f"{name} gives another state, or one with another hash"
    for move in state.legal_moves:
        after = state.apply(move)
        if (after == state) != (after.to_text() == state.to_text()):
            yield f"the state after {move} is as equal as its text is different, or the reverse"


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


def _end(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    over, outcome = state.is_over, state.outcome
    if over == bool(state.legal_moves) or over != (outcome is not None):
        yield f"is_over is {over} with {len(state.legal_moves)} legal moves and outcome {outcome}"
    if outcome is not None:
        if len(outcome.scores) != state.players:
            yield f"{state.players} players have the scores {outcome.scores}"
        if sorted(outcome.ranking) != sorted(state.seats):
            yield f"the ranking {outcome.ranking} is not of all seats"
        if set(outcome.ranking[: len(outcome.winners)]) != set(outcome.winners):
            yield f"the winners {outcome.winners} are not the first of {outcome.ranking}"
        if str(outcome).split() != [str(outcome)]:
            yield f"the result {str(outcome)!r} is not a word of a record"


def _undoing(state: AnyState, others: Sequence[Hashable]) -> Iterator[str]:
    if isinstance(state, UndoableState):
        for move in others:
            if not _is_refused(state.undo, move):
                before = state.undo(move)
                if not before.is_legal(move) or before.apply(move) != state:
                    yield f"undo takes back {move}, which cannot have led here"
        for move in state.legal_moves:
            after = state.apply(move)
            if after.undo(move) != state:
                yield f"undo does not take back {move}"
            if after.parse_last_move(state.move_text(move)) != move:
                yield f"{state.move_text(move)!r} does not read as the last move {move}"


def _observation(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    if isinstance(state, ObservableState):
        rows, columns = state.plane_shape
        if len(set(state.plane_names)) != len(state.plane_names):
            yield f"two planes have the same name among {state.plane_names}"
        for nobody in (-1, state.players):
            if not _is_refused(state.planes, nobody):
                yield f"seat {nobody} does not play, but sees planes"
        for seat in state.seats:
            planes = state.planes(seat)
            if len(planes) != len(state.plane_names):
                yield f"{len(state.plane_names)} names are for {len(planes)} planes"
            if not all(0 <= plane < 1 << rows * columns for plane in planes):
                yield f"seat {seat} sees more than {rows}x{columns} squares in {planes}"


def _drawing(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    if isinstance(state, DrawableState):
        fromstring(state.to_svg(title="<&>", names=["<&>"] * state.players, size=100))
        for move in state.legal_moves[:1]:
            after = state.apply(move)
            fromstring(after.to_svg(last_move=move, marks=after.marks, legend=False))
        if "\x1b" in state.to_board():
            yield "the plain board has codes for terminals"
        if len(state.scores) != state.players:
            yield f"{state.players} players have the scores {state.scores}"


def _tags(state: AnyState, _: Sequence[Hashable]) -> Iterator[str]:
    try:
        rules = rules_for_state(state)
    except NinetkaError:
        return  # it is not in the registry, and so has no tags
    tags = rules.to_tags(state)
    if rules.from_tags(tags) != state:
        yield f"the tags {dict(tags)} read back as {rules.from_tags(tags).to_text()!r}"


def _records(start: AnyState, seed: int) -> Iterator[str]:
    try:
        rules = rules_for_state(start)
    except NinetkaError:
        return  # it is not in the registry, and so has no records
    game = random_game(start, Random(seed))
    record = Record(game, {"First": "Ann"}, {0: "a comment"})
    for form in (record.to_text(), record.to_json()):
        if parse(form, rules) != record:
            yield f"a record does not read back: {form}"


LAWS: Final[dict[str, Law]] = {
    "turn": _turn,
    "end": _end,
    "listing": _listing,
    "legality": _legality,
    "actions": _actions,
    "move text": _move_texts,
    "copies": _copies,
    "undo": _undoing,
    "tags": _tags,
    "observation": _observation,
    "drawing": _drawing,
}
"""The laws that hold at every state, by name; `position text`, `termination` and `records` hold for
games."""
