"""The laws of the test kit: what `protocol` promises of every state of any game."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from random import Random
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import fromstring

import attrs

from ..base.errors import IllegalMoveError, NinetkaError
from ..base.messages import listed
from ..base.position import GameOutcome
from ..drawing.drawable import DrawableState
from ..games import entry_for_state
from ..protocol.clicks import Click, ClickableState
from ..protocol.endings import Ending, EndingKind, endings_of
from ..protocol.entry import GameEntry, Samples
from ..protocol.forms import UNFINISHED
from ..protocol.states import EnumerableState, GameState, ObservableState, UndoableState
from ..records.text import is_word

_FORBIDDEN_ELEMENTS: Final = frozenset({
    "a", "animate", "foreignobject", "image", "iframe", "link", "script", "set", "style", "use",
})  # fmt: skip
"""Elements that link, run or reach out of their picture."""
_FEW: Final = 3
"""The number of places tried of those that may be picked next, and of those that may not."""


@attrs.frozen
class Trial:
    """A state of a game, and the moves to try there."""

    state: GameState[Any]
    start: GameState[Any]
    """The state in which the game began."""
    text: str
    """The position's text before anything was tried; empty if only cheap laws are checked."""
    offered: Sequence[Hashable]
    """Moves to choose from, which should be legal: all, or some if they are many."""
    others: Sequence[Hashable]
    """Other moves, legal or not."""

    @property
    def moves(self) -> list[Hashable]:
        """All moves to try."""
        return [*dict.fromkeys([*self.offered, *self.others])]

    @property
    def illegal(self) -> list[Hashable]:
        """The moves that are illegal."""
        return [move for move in self.moves if not self.state.is_legal(move)]


Law: TypeAlias = Callable[[Trial], Iterator[str]]
"""Yields a sentence for each thing that is wrong with a state."""


def registered(state: GameState[Any]) -> GameEntry[Any, Any] | None:
    """The entry of a state's game, if it is in the registry."""
    return None if is_refused(entry_for_state, state) else entry_for_state(state)


def samples_of(entry: GameEntry[Any, Any]) -> Samples[Any, Any]:
    """The module with a game's data for tests. Raises NinetkaError if it has none."""
    if entry.samples is None:
        raise NinetkaError(f"{entry.name} has no samples to test with")
    return entry.samples()


def possible_endings(state: GameState[Any]) -> Sequence[Ending]:
    """The endings, other than by a move, that a game can have at a state."""
    return [*endings_of(state.endings, state.remaining)]


def leaving_moves(state: GameState[Any]) -> list[Hashable]:
    """The moves by which players can leave a game that goes on without them."""
    return [state.leaving(ending) for ending in state.leaving_endings]


def is_refused(call: Callable[[Any], object], value: object) -> bool:
    """Tell whether a call raises NinetkaError."""
    try:
        call(value)
    except NinetkaError:
        return True
    return False


def _turn(state: GameState[Any], trial: Trial) -> Iterator[str]:
    if any(state.seat_of(move) != state.to_move for move in trial.offered):
        yield "a move that is offered is made by another seat than the one to move"
    if list(map(int, state.seats)) != list(range(state.players)):
        yield f"{state.players} players have the seats {state.seats!r}"
    if len({*map(str, state.seats)}) != state.players:
        yield f"two seats are called the same: {listed(map(str, state.seats))}"
    if state.to_move not in state.seats:
        yield f"it is the turn of {state.to_move!r}, which is not one of the seats"


def _end(state: GameState[Any], trial: Trial) -> Iterator[str]:
    over, outcome, count = state.is_over, state.outcome, len(trial.offered)
    if over == bool(count) or over != (outcome is not None):
        yield f"is_over is {over} with {count} moves to try and the outcome {outcome}"
    if outcome is not None:
        yield from _outcome(state, outcome)
        points = state.scores if isinstance(state, DrawableState) else outcome.scores
        if list(points) != list(outcome.scores):
            yield f"the state has the scores {points}, but its outcome {outcome.scores}"


def _outcome(state: GameState[Any], outcome: GameOutcome) -> Iterator[str]:
    if len(outcome.scores) != state.players:
        yield f"{state.players} players have the scores {outcome.scores}"
    if sorted(outcome.ranking) != sorted(state.seats):
        yield f"the ranking {outcome.ranking} does not have every seat once"
    if set(outcome.ranking[: len(outcome.winners)]) != set(outcome.winners):
        yield f"the winners {outcome.winners} are not the first of {outcome.ranking}"
    if len(outcome.winners) == state.players > 1:
        yield f"all {state.players} players have won: after a draw nobody has"
    sharing = outcome.winners or state.seats
    if list(outcome.shares) != [Fraction(seat in sharing, len(sharing)) for seat in state.seats]:
        yield f"the shares {outcome.shares} are not even ones of {listed(map(str, sharing))}"
    if not is_word(str(outcome)) or str(outcome) == UNFINISHED:
        yield f"the result {str(outcome)!r} cannot stand in a record"


def _sizes(state: GameState[Any], trial: Trial) -> Iterator[str]:
    for name in ("action_count", "plane_shape", "plane_names"):
        first, now = getattr(trial.start, name, None), getattr(state, name, None)
        if first != now:
            yield f"{name} is {now}, but was {first} at the start"


def _legality(state: GameState[Any], trial: Trial) -> Iterator[str]:
    listed = {*state.legal_moves} if isinstance(state, EnumerableState) else None
    for move in trial.moves:
        legal = state.is_legal(move)
        if listed is not None and legal != (move in listed):
            yield f"is_legal is {legal} for {move}, unlike the list of legal moves"
        if move in trial.offered and not legal:
            yield f"{move} is offered, but is illegal"
        try:
            after = state.apply(move)
        except NinetkaError as error:
            if legal:
                yield f"apply refuses {move}, which is legal: {error}"
            if isinstance(error, IllegalMoveError) and (
                error.move != move or error.state != state or not str(error)
            ):
                yield f"the error for {move} lacks the move, the state or a sentence"
        else:
            if not legal:
                yield f"apply accepts {move}, which is illegal"
            elif after != state.apply_unchecked(move):
                yield f"apply and apply_unchecked disagree about {move}"
        if legal != (state.fault(move) is None):
            yield f"is_legal is {legal} for {move}, but its fault is {state.fault(move)}"


def _text(state: GameState[Any], trial: Trial) -> Iterator[str]:
    text = state.to_text()
    if "\n" in text:
        yield f"the text has more than one line: {text!r}"
    if text != trial.text:
        yield f"the text was {trial.text!r} before moves were tried"


def _listing(state: GameState[Any], trial: Trial) -> Iterator[str]:
    moves = list(state.some_moves)
    if len(set(moves)) != len(moves):
        yield "a move is listed twice"
    if list(state.some_moves) != moves:
        yield "other moves are listed, or in another order, when asked again"
    if isinstance(state, EnumerableState) and list(state.legal_moves) != moves:
        yield "some_moves and legal_moves differ"


def _actions(state: EnumerableState[Any], trial: Trial) -> Iterator[str]:
    legal = state.legal_moves
    codes = [state.action(move) for move in legal]
    if len(set(codes)) != len(codes) or not set(codes) <= set(range(state.action_count)):
        yield f"the legal moves have the action codes {codes}"
    if codes != sorted(codes):
        yield f"legal_moves are not in the order of their action codes, which are {codes}"
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


def _endings(state: GameState[Any], trial: Trial) -> Iterator[str]:
    kinds = state.endings
    if not {*kinds} <= {*state.ending_kinds}:
        yield f"the endings {[kind.value for kind in kinds]} are not all among its ending_kinds"
    if state.ending_kinds and state.is_over == bool(kinds):
        yield f"is_over is {state.is_over} with the endings {[kind.value for kind in kinds]}"
    possible = possible_endings(state)
    for ending in endings_of([*EndingKind], state.seats):
        text = ending.to_text(state.seats)
        if ending not in possible:
            if not is_refused(state.outcome_after, ending):
                yield f"{text!r} has an outcome, but is not among the endings"
            continue
        outcome = state.outcome_after(ending)
        for sentence in _outcome(state, outcome):
            yield f"after {text!r} {sentence}"
        if ending.seat in outcome.winners and ending.kind is not EndingKind.GROUNDING:
            yield f"seat {ending.seat} wins by {text!r}"


def _leaving(state: GameState[Any], trial: Trial) -> Iterator[str]:
    offered = {*state.some_moves}
    for ending in endings_of([*EndingKind], state.seats):
        move, text = state.leaving(ending), ending.to_text(state.seats)
        if move is None:
            continue
        if ending.seat not in state.remaining:
            yield f"there is the move {move}, but the seat is out of the game"
        if ending not in state.leaving_endings:
            yield f"there is the move {move}, but {text!r} is not among the leaving_endings"
        if ending in possible_endings(state):
            yield f"{text!r} ends the game, but is also the move {move}"
        if not state.is_legal(move) or state.fault(move) is not None:
            yield f"{move} is illegal"
        if move in offered:
            yield f"{move} is among the moves to choose from"
        if isinstance(state, EnumerableState) and not is_refused(state.action, move):
            yield f"{move} has the action code {state.action(move)}"
        said = state.move_text(move)
        if not is_word(said) or said in _results(state):
            yield f"the text {said!r} of {move} cannot stand in a record"
        if state.parse_move(said) != move or state.apply(said) != state.apply(move):
            yield f"{said!r} does not read as {move}"
        after = state.apply(move)
        others = [seat for seat in state.remaining if seat != ending.seat]
        if list(after.remaining) != others:
            yield f"after {move} the seats {listed(map(str, after.remaining))} are in the game"
        if state.seat_of(move) != ending.seat:
            yield f"{move} is made by seat {state.seat_of(move)}"
        if after.outcome is not None and ending.seat in after.outcome.winners:
            yield f"seat {ending.seat} wins by {move}"
        both = state, after
        bounds = [each.max_plies_left for each in both if isinstance(each, ObservableState)]
        if bounds and bounds[0] <= bounds[1]:
            yield f"max_plies_left is {bounds[0]} before {move}, but {bounds[1]} after it"


def _results(state: GameState[Any]) -> set[str]:
    """The results that a record can state of a game that stands or ends here."""
    return {UNFINISHED} | {str(state.outcome_after(each)) for each in possible_endings(state)}


def _move_texts(state: GameState[Any], trial: Trial) -> Iterator[str]:
    results = _results(state)
    texts = [state.move_text(move) for move in trial.offered]
    if len(set(texts)) != len(set(trial.offered)):
        yield "two legal moves have the same text"
    for text, move in zip(texts, trial.offered, strict=True):
        if not is_word(text):
            yield f"the text {text!r} of {move} cannot stand in a record"
        if text in results:
            yield f"the text {text!r} of {move} is also the result of a game that ends here"
        if state.move_text_unchecked(move) != text:
            yield f"move_text_unchecked gives another text of {move} than {text!r}"
        if state.parse_move(text) != move:
            yield f"{text!r} reads as {state.parse_move(text)}, not as {move}"
        if state.apply(text) != state.apply(move):
            yield f"apply gives another state for {text!r} than for {move}"
    for move in trial.illegal:
        if not is_refused(state.move_text, move):
            yield f"{move} is illegal, but has the text {state.move_text(move)!r}"
    for text in ("", "nonsense", "\x00", "1. {}"):
        if not is_refused(state.parse_move, text):
            yield f"{text!r} reads as a move"
    for text in map(str, trial.others):
        if not is_refused(state.parse_move, text) and not state.is_legal(state.parse_move(text)):
            yield f"{text!r} reads as {state.parse_move(text)}, which is illegal"
        if is_refused(state.parse_move, text) != is_refused(state.apply, text):
            yield f"only one of parse_move and apply takes {text!r}"


def _copies(state: GameState[Any], trial: Trial) -> Iterator[str]:
    for name, other in (
        ("pickle", pickle.loads(pickle.dumps(state))),
        ("copy", copy.copy(state)),
        ("deepcopy", copy.deepcopy(state)),
    ):
        if other != state or hash(other) != hash(state) or other.to_text() != state.to_text():
            yield f"{name} gives another state, or one with another hash"
    reached = [state.apply(move) for move in trial.offered]
    for move, after in zip(trial.offered, reached, strict=True):
        if (after == state) != (after.to_text() == trial.text):
            yield f"after {move} the state is equal and its text differs, or the other way round"
    for one, other in pairwise(reached):
        if (one == other) != (one.to_text() == other.to_text()):
            yield f"two states after {trial.text!r} are equal and their texts differ, or vice versa"


def _undoing(state: UndoableState[Any], trial: Trial) -> Iterator[str]:
    for move in trial.others:
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


def _deal(state: GameState[Any], trial: Trial) -> Iterator[str]:
    after = state.dealt(Random(1))
    if not after.is_dealt:
        yield "the position that is dealt is not dealt"
    if state.dealt(Random(1)) != after:
        yield "a deal depends on more than the random numbers"
    elif state.is_dealt and after != state:
        yield "the position is dealt, but can be dealt again"


def _tags(state: GameState[Any], trial: Trial) -> Iterator[str]:
    entry = registered(state)
    if entry is None:
        return
    tags, name = entry.tags.write(state), entry.name_of(state)
    if name not in entry.names:
        yield f"a game from here is called {name!r}, which is not one of {listed(entry.names)}"
    if not re.fullmatch("[a-z]+", entry.identifier):
        yield f"the identifier {entry.identifier!r} is not of lower-case letters alone"
    if not {*tags} <= {*entry.tags.names}:
        yield f"{listed({*tags} - {*entry.tags.names})} is not among the tags of a start"
    for read in (tags, {**tags, "Event": "a tag that is not about the start"}):
        if entry.tags.read(read) != state:
            yield f"the tags {dict(read)} read back as {entry.tags.read(read).to_text()!r}"


def _gains(state: GameState[Any], trial: Trial) -> Iterator[str]:
    entry = registered(state)
    if entry is None:
        return
    gains = entry.move_gains(state, trial.offered)
    if len(gains) != len(trial.offered):
        yield f"{len(trial.offered)} moves gain {gains}"
    if not all(isinstance(number, Real) for gain in gains for number in gain):
        yield f"what moves gain is not in numbers: {gains}"


def _description(state: GameState[Any], trial: Trial) -> Iterator[str]:
    data = dict(state.to_dict())
    if json.loads(json.dumps(data, allow_nan=False)) != data:
        yield f"to_dict is not as JSON reads it back: {data}"
    if {*data} != {*trial.start.to_dict()}:
        yield f"to_dict has other keys than at the start: {listed(data)}"
    told = {
        "position": state.to_text(),
        "players": state.players,
        "to_move": int(state.to_move),
        "is_over": state.is_over,
    }
    if isinstance(state, EnumerableState):
        told["legal_moves"] = [state.move_text(move) for move in state.legal_moves]
    elif bool(data.get("some_moves")) == state.is_over:
        yield f"to_dict says {data.get('some_moves')!r} for 'some_moves'"
    if ("legal_moves" in data) == ("some_moves" in data):
        yield f"to_dict has not either 'legal_moves' or 'some_moves': {listed(data)}"
    for key in data.keys() & told.keys():
        if data[key] != told[key]:
            yield f"to_dict says {data[key]!r} for {key!r}, not {told[key]!r}"


def _guidance(state: GameState[Any], trial: Trial) -> Iterator[str]:
    said, ruleset = state.instruction, state.ruleset
    if ruleset is None:
        return
    if not said.strip() or "\n" in said:
        yield f"the instruction is not a sentence: {said!r}"
    for move in state.some_moves[:1]:
        if not state.describe(move).endswith("."):
            yield f"what {move} does is not told in sentences: {state.describe(move)!r}"
    if ruleset.game != state.game or state.players not in ruleset.player_counts:
        yield f"the ruleset {ruleset} is of another game, or not for {state.players} players"


def _observation(state: ObservableState[Any], trial: Trial) -> Iterator[str]:
    rows, columns = state.plane_shape
    if len(set(state.plane_names)) != len(state.plane_names):
        yield f"two planes have the same name among {state.plane_names}"
    for seat in state.seats:
        planes = state.planes(seat)
        if len(planes) != len(state.plane_names):
            yield f"{len(state.plane_names)} names are for {len(planes)} planes"
        if not all(0 <= plane < 1 << rows * columns for plane in planes):
            yield f"seat {seat} sees more than {rows}x{columns} squares in {planes}"
    for seat in (-1, state.players):
        if not is_refused(state.planes, seat):
            yield f"there are planes for seat {seat}, which does not play"


def _drawing(state: DrawableState[Any, Any], trial: Trial) -> Iterator[str]:
    if len(set(state.marks)) != len(state.marks):
        yield f"two marks have the same name among {state.marks}"
    board = state.to_board()
    if "\x1b" in board or not board.isascii():
        yield "the plain board has codes for terminals or is not ASCII"
    if str(state) != board:
        yield "str is not the plain board"
    names = ["<&>"] * state.players
    yield from _unsafe(state.to_svg(title="<&>", names=names, marks=state.marks, targets=True))
    if state.to_svg() != state.to_svg():
        yield "another picture is drawn when asked again"
    wrong: list[dict[str, Any]] = [{"marks": ["no mark"]}, {"names": [*names, "a"]}, {"size": 0}]
    for options in wrong:
        if not is_refused(lambda options: state.to_svg(**options), options):
            yield f"a picture is drawn with {options}"
    for move in trial.offered[:1]:
        after = state.apply(move)
        yield from _unsafe(after.to_svg(last_move=move, legend=False, size=100))
        after.to_board(last_move=move, names=names, unicode=True, paint=lambda text, colour: text)
    if len(state.scores) != state.players:
        yield f"{state.players} players have the scores {state.scores}"
    if state.running_scores and list(state.running_scores) != list(state.scores):
        yield f"running_scores are {state.running_scores}, scores {state.scores}"


def _unsafe(svg: str) -> Iterator[str]:
    """Yield what keeps a picture from standing in a page beside others."""
    root = fromstring(svg)
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        yield f"the picture is an element {root.tag!r}, not an svg"
    for element in root.iter():
        tag = _local(element.tag)
        if tag in _FORBIDDEN_ELEMENTS:
            yield f"the picture has an element {tag!r}"
        for name in map(_local, element.keys()):
            if name in {"id", "style", "href", "src"} or name.startswith("on"):
                yield f"the picture has an attribute {name!r}"


def _local(name: str) -> str:
    """A name without its namespace, in lower case."""
    return name.rpartition("}")[2].lower()


def _targets(state: DrawableState[Any, Any], trial: Trial) -> Iterator[str]:
    names = _names_of_targets(state)
    if "" in names:
        yield "a target has no data-place"
    if len(set(names)) != len(names):
        yield f"two targets have the same name among {names}"
    if isinstance(state, ClickableState):
        needed = {place for move in trial.offered for place in state.places_of(move)}
        for place in sorted(needed - {*names}):
            yield f"no target has the name {place!r}"


def _names_of_targets(state: DrawableState[Any, Any]) -> list[str]:
    """List the places that a picture's targets name."""
    return [
        element.get("data-place", "")
        for element in fromstring(state.to_svg(targets=True)).iter()
        if "target" in element.get("class", "").split()
    ]


def _clicks(state: ClickableState[Any], trial: Trial) -> Iterator[str]:
    first = state.click()
    if state.is_over and first != Click(None):
        yield f"the game is over, but {list(first.next)} can be picked"
    targets = _names_of_targets(state) if isinstance(state, DrawableState) else []
    for move in trial.offered:
        picked: list[str] = []
        for place in state.places_of(move):
            if place not in state.click(picked).next:
                yield f"{place!r} is not next after {picked}, which begins {move}"
            picked.append(place)
        click = state.click(picked)
        if click.move != move:
            yield f"picking {picked} makes {click.move}, not {move}"
        yield from _continued(state, picked, click, targets)
    yield from _continued(state, [], first, targets)


def _continued(
    state: ClickableState[Any], picked: list[str], click: Click[Any], targets: list[str]
) -> Iterator[str]:
    """Check that exactly the places in `click.next` can be picked after those in `picked`."""
    if len(set(click.next)) != len(click.next):
        yield f"a place is listed twice among {list(click.next)}"
    for place in [*click.next][:_FEW]:
        if is_refused(state.click, [*picked, place]):
            yield f"{place!r} is next after {picked}, but is refused"
    others = [place for place in targets if place not in click.next]
    for place in ["nonsense", *Random(0).sample(others, min(_FEW, len(others)))]:
        if not is_refused(state.click, [*picked, place]):
            yield f"{place!r} is not next after {picked}, but can be picked"
    for places in click.offers:
        if state.click([*picked, *places]).move is None:
            yield f"{list(places)} is offered after {picked}, but makes no move"


def _symmetries(state: GameState[Any], trial: Trial) -> Iterator[str]:
    identity, *others = symmetries = state.symmetries
    if len({*symmetries}) != len(symmetries):
        yield "a symmetry is listed twice"
    if state.transform(identity) != state:
        yield f"{identity} is the first symmetry, but changes the position"
    canonical, leads_there = state.canonical()
    if leads_there not in symmetries or state.transform(leads_there) != canonical:
        yield f"{leads_there} does not lead to the canonical position {canonical.to_text()!r}"
    for symmetry in [identity, *Random(0).sample(others, min(_FEW, len(others)))]:
        image = state.transform(symmetry)
        if list(image.symmetries) != list(symmetries):
            yield f"the image under {symmetry} has other symmetries"
        if not any(image.transform(each) == state for each in symmetries):
            yield f"no symmetry leads back from the image under {symmetry}"
        if image.canonical()[0] != canonical:
            yield f"the image under {symmetry} has another canonical position"
        yield from _image(state, symmetry, image, trial.offered[:_FEW])
        if isinstance(state, EnumerableState):
            yield from _image_of_actions(state, symmetry, image)
        if isinstance(state, ObservableState):
            yield from _image_of_planes(state, symmetry, image)


def _image(
    state: GameState[Any], symmetry: Hashable, image: Any, moves: Sequence[Hashable]
) -> Iterator[str]:
    """Yield what differs in a position's image under a symmetry, or after the images of moves."""
    if _standing(image) != _standing(state):
        yield f"the turn, the points or the end differ in the image under {symmetry}"
    for move in moves:
        moved = state.transform_move(move, symmetry)
        if not image.is_legal(moved):
            yield f"{move} is legal, but its image {moved} under {symmetry} is not"
        elif _standing(image.apply(moved)) != _standing(state.apply(move)):
            yield f"after {move} the game stands otherwise than in the image under {symmetry}"


def _standing(state: GameState[Any]) -> tuple[object, ...]:
    """The facts that do not change when a board is turned."""
    return state.ruleset, state.to_move, list(state.scores), state.is_over


def _image_of_actions(state: EnumerableState[Any], symmetry: Hashable, image: Any) -> Iterator[str]:
    codes = list(state.transform_actions(symmetry))
    if sorted(codes) != list(range(state.action_count)):
        yield f"the action codes go to {codes} under {symmetry}"
        return
    if sorted(codes[code] for code in state.legal_actions) != list(image.legal_actions):
        yield f"the codes of legal moves go to those of others under {symmetry}"
    for code in range(state.action_count):
        if image.move(codes[code]) != state.transform_move(state.move(code), symmetry):
            yield f"action {code} goes to {codes[code]} under {symmetry}, but its move does not"


def _image_of_planes(state: ObservableState[Any], symmetry: Hashable, image: Any) -> Iterator[str]:
    rows, columns = state.plane_shape
    goals = list(state.transform_places(symmetry))
    if sorted(goals) != list(range(rows * columns)):
        yield f"the places of planes go to {goals} under {symmetry}"
        return
    for number, name in enumerate(state.plane_names):
        for seat in state.seats:
            seen, expected = state.planes(seat)[number], image.planes(seat)[number]
            if number not in state.planes_of_numbers:
                seen = sum(1 << goal for place, goal in enumerate(goals) if seen >> place & 1)
            if seen != expected:
                yield f"the plane {name!r} of seat {seat} goes to another one under {symmetry}"


def _key(state: GameState[Any], trial: Trial) -> Iterator[str]:
    if not 0 <= state.key < 1 << 64:
        yield f"the key {state.key} is not a number of 64 bits"
    if pickle.loads(pickle.dumps(state)).key != state.key:
        yield "an equal state has another key"


def _law(check: Callable[[Any, Trial], Iterator[str]], kind: type[Any] = object) -> Law:
    """Make a law for states of one kind; all others pass."""
    return lambda trial: check(trial.state, trial) if isinstance(trial.state, kind) else iter(())


CHEAP: Final[dict[str, Law]] = {
    "turn": _law(_turn),
    "end": _law(_end),
    "sizes": _law(_sizes),
    "legality": _law(_legality),
}
"""The laws that are checked at every state, by name."""

LAWS: Final[dict[str, Law]] = {
    **CHEAP,
    "listing": _law(_listing),
    "text": _law(_text),
    "actions": _law(_actions, EnumerableState),
    "endings": _law(_endings),
    "leaving": _law(_leaving),
    "move text": _law(_move_texts),
    "copies": _law(_copies),
    "undo": _law(_undoing, UndoableState),
    "deal": _law(_deal),
    "tags": _law(_tags),
    "gains": _law(_gains),
    "description": _law(_description),
    "guidance": _law(_guidance),
    "observation": _law(_observation, ObservableState),
    "drawing": _law(_drawing, DrawableState),
    "targets": _law(_targets, DrawableState),
    "clicks": _law(_clicks, ClickableState),
    "symmetries": _law(_symmetries),
    "key": _law(_key),
}
"""All laws of a state, by name; `play`, `termination` and `records` are about games."""
