"""The test kit passes what is right and finds what is broken."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Self

import attrs
import pytest
from test_other_games import Nim, Take

from ninetka import (
    NESTORGAMES,
    WIKI,
    EdgeStop,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    NinetkaError,
    Outcome,
    Pass,
    PlaceNeutral,
    Reason,
    Ruleset,
    Seat,
    Slide,
    State,
    TurnOrder,
)
from ninetka.nine.notation import read_move
from ninetka.nine.squares import SQUARES
from ninetka.testkit import LAWS, LawError, check_state_laws

SEATS = Seat.FIRST, Seat.SECOND
FEW = Ruleset("few", {2: 3, 3: 2, 4: 1}, EdgeStop.STONE, TurnOrder.RESTARTS)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI, FEW], ids=lambda ruleset: ruleset.name)
def test_9tka_keeps_the_laws(ruleset: Ruleset, players: int) -> None:
    check_state_laws(State.start(ruleset, players), games=2)


def test_another_game_keeps_them_too() -> None:
    check_state_laws(Nim(9), moves=[Take(0), Take(4), Take(-1)])


IS_LEGAL, APPLY_UNCHECKED, LEGAL_MOVES = State.is_legal, State.apply_unchecked, State.legal_moves
ACTION, MOVE, MOVE_TEXT, PARSE_MOVE = State.action, State.move, State.move_text, State.parse_move
TO_TEXT, UNDO, OUTCOME = State.to_text, State.undo, State.outcome
LEGAL_ACTIONS: Any = State.legal_actions
PLANES, APPLY, TO_SVG = State.planes, State.apply, State.to_svg
HASHES = itertools.count()


def legal_moves(state: State) -> tuple[Move, ...]:
    return LEGAL_MOVES.fget(state)  # type: ignore[attr-defined, no-any-return]


def refuse_wrongly(state: State, move: Move) -> State:
    if not state.is_legal(move):
        raise IllegalMoveError("no", Pass(), state, Seat.FIRST)
    return state.apply_unchecked(move)


def refuse_elsewhere(state: State, move: Move) -> State:
    if not state.is_legal(move):
        raise IllegalMoveError("no", move, State.start(WIKI), Reason.GAME_OVER)
    return state.apply_unchecked(move)


def any_of_nonsense(state: State, text: str) -> Move:
    try:
        return PARSE_MOVE(state, text)
    except NinetkaError:
        return state.legal_moves[0]


def any_move(state: State, text: str) -> Move:
    """The move whatever it is, if it is one."""
    move, _ = read_move(text, Slide)
    return move


def code_or_zero(state: State, move: Move) -> int:
    return ACTION(state, move) if state.is_legal(move) else 0


def text_or_bare(state: State, move: Move) -> str:
    return MOVE_TEXT(state, move) if state.is_legal(move) else str(move)


def undo_or_stay(state: State, move: Move) -> State:
    try:
        return UNDO(state, move)
    except NinetkaError:
        return state


def undo_to_start(state: State, move: Move) -> State:
    start = State.start(state.ruleset, state.players)
    return start if start.is_legal(move) else UNDO(state, move)


def undo_nothing(state: State, move: Move) -> State:
    raise NinetkaError("nothing can be taken back")


def refuse_last_move(state: State, *, last_move: object = None, **options: Any) -> str:
    if last_move is not None:
        raise ValueError("no arrows here")
    return TO_SVG(state, **options)


def refuse_silently(state: State, move: Move) -> State:
    if not state.is_legal(move):
        raise IllegalMoveError("", move, state, Reason.GAME_OVER)
    return state.apply_unchecked(move)


def apply_elsewhere(state: State, move: Move) -> State:
    after = APPLY(state, move)
    return state.apply_unchecked(state.legal_moves[0]) if state.scores[0] else after


def move_before(state: State, action: int) -> Move:
    return MOVE(state, action - 1 if action == 84 else action)


def stones(state: State) -> object:
    return state.to_setup().stones


def move_or_pass(state: State, action: int) -> Move:
    try:
        return MOVE(state, action)
    except InvalidMoveError:
        return Pass()


def never_slides(state: State, move: Move) -> State:
    return state if isinstance(move, Slide) else APPLY_UNCHECKED(state, move)


def without_the_seat(state: State) -> str:
    board, _, *rest = TO_TEXT(state).split()
    return " ".join([board, "a", *rest])


DEFECTS: dict[str, tuple[str, str, Any]] = {
    "a seat too many": ("turn", "seats", property(lambda state: tuple(Seat))),
    "moves listed twice": ("listing", "legal_moves", property(lambda it: legal_moves(it) * 2)),
    "another order each time": (
        "listing", "legal_moves",
        property(lambda state: legal_moves(state)[:: 1 if next(HASHES) % 2 else -1]),
    ),
    "a move not listed": (
        "legality", "legal_moves", property(lambda state: legal_moves(state)[1:])
    ),
    "any neutral is legal": (
        "legality", "is_legal",
        lambda state, move: isinstance(move, PlaceNeutral) or IS_LEGAL(state, move),
    ),
    "apply checks nothing": ("legality", "apply", APPLY_UNCHECKED),
    "an error about another move": ("legality", "apply", refuse_wrongly),
    "an error about another state": ("legality", "apply", refuse_elsewhere),
    "codes one too high": ("actions", "action", lambda state, move: ACTION(state, move) + 1),
    "one code for all": ("actions", "action", lambda state, move: 0),
    "a move for every number": ("actions", "move", move_or_pass),
    "a text of two words": ("move text", "move_text", lambda state, move: f"{move} !"),
    "a text without the square": ("move text", "move_text", lambda state, move: str(move)[:1]),
    "nonsense read as a move": ("move text", "parse_move", any_of_nonsense),
    "no two hashes alike": ("copies", "__hash__", lambda state: next(HASHES)),
    "pickled without its stones": (
        "copies", "__reduce__", lambda state: (State.start, (state.ruleset, state.players))
    ),
    "a text without whose turn it is": ("tags", "to_text", without_the_seat),
    "a text of two lines": ("position text", "to_text", lambda state: TO_TEXT(state) + "\n"),
    "equal whosever turn it is": (
        "copies", "__eq__",
        lambda state, other: (state.ruleset, stones(state)) == (other.ruleset, stones(other)),
    ),
    "texts of illegal moves read": ("move text", "parse_move", any_move),
    "a code for illegal moves": ("actions", "action", code_or_zero),
    "a text for illegal moves": ("move text", "move_text", text_or_bare),
    "undo takes back anything": ("undo: undo takes back ", "undo", undo_or_stay),
    "undo leads to another game": ("undo: undo takes back ", "undo", undo_to_start),
    "undo refuses the last move": ("undo: NinetkaError: nothing can be", "undo", undo_nothing),
    "no arrow for the last move": ("drawing", "to_svg", refuse_last_move),
    "apply leads elsewhere": ("legality", "apply", apply_elsewhere),
    "an error without a sentence": ("legality", "apply", refuse_silently),
    "unequal to its copy": ("copies", "__copy__", lambda state: State.start(WIKI)),
    "a seat too few": ("turn", "players", property(lambda state: 3)),
    "scores for others": ("drawing", "scores", property(lambda state: (0,))),
    "a code for another move": ("actions", "move", move_before),
    "never over": ("end", "is_over", property(lambda state: False)),
    "no outcome": ("end", "outcome", property(lambda state: None)),
    "an outcome too early": ("end", "outcome", property(lambda state: Outcome((0, 0)))),
    "undo does nothing": ("undo", "undo", lambda state, move: state),
    "the last move read as another": (
        "undo", "parse_last_move", lambda state, text: PARSE_MOVE(state, "pass")
    ),
    "a picture that is no XML": ("drawing", "to_svg", lambda state, **_: "<svg>"),
    "a code left out": (
        "actions", "legal_actions", property(lambda it: LEGAL_ACTIONS.fget(it)[1:])
    ),
    "a plane left out": ("observation", "planes", lambda state, seat: PLANES(state, seat)[1:]),
    "a plane larger than the board": (
        "observation", "planes", lambda state, seat: (*PLANES(state, seat)[1:], 1 << 121)
    ),
    "two planes of one name": (
        "observation", "plane_names", property(lambda state: ("plane",) * 13)
    ),
    "planes for anybody": ("observation", "planes", lambda state, seat: PLANES(state, seat % 2)),
    "a code that is a text": (
        "actions", "move", lambda state, action: MOVE(state, 0 if action == "0" else action)
    ),
    "a board with colours": ("drawing", "to_board", lambda state, **_: "\x1b[1m"),
    "a slide that leads nowhere": ("undo", "apply_unchecked", never_slides),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, attribute, replacement = DEFECTS[name]
    start = State.start(FEW, 2)
    monkeypatch.setattr(State, attribute, replacement)
    with pytest.raises(LawError, match=f"^{law}") as caught:
        check_state_laws(start, games=3)
    assert "after " in str(caught.value)


def test_at_least_twelve_defects_and_every_law_has_one() -> None:
    assert len(DEFECTS) >= 12
    laws = {law.partition(":")[0] for law, _, _ in DEFECTS.values()}
    assert laws == {*LAWS, "position text"}


@pytest.mark.parametrize(
    ("attribute", "replacement", "said"),
    [
        ("ranking", property(lambda outcome: (Seat.FIRST,)), "is not of all seats"),
        ("ranking", property(lambda outcome: (*SEATS, Seat.SECOND)), "is not of all seats"),
        ("ranking", property(lambda outcome: (Seat.FIRST, Seat.FIRST)), "is not of all seats"),
        ("winners", property(lambda outcome: outcome.ranking[:1] * 2), "are not the first of"),
        ("winners", property(lambda outcome: outcome.ranking[-1:]), "are not the first of"),
        ("__str__", lambda outcome: "4 to 4", "is no word of a record"),
    ],
)
def test_a_defect_of_the_outcome_is_found(
    attribute: str, replacement: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outcome, attribute, replacement)
    with pytest.raises(LawError, match=f"^end: .*{said}"):
        check_state_laws(State.start(FEW, 2), games=1)


@attrs.frozen
class Marked(Nim):
    """Nim with something in its text that its equality leaves out."""

    mark: int = attrs.field(default=0, eq=False)

    def to_text(self) -> str:
        return f"{self.heap} {self.to_move} {self.mark}"


class Counted(Marked):
    def apply_unchecked(self, move: Take) -> Self:
        return type(self)(self.heap - move.count, 1 - self.to_move, self.mark + 1)


class Copied(Marked):
    def __copy__(self) -> Nim:
        return attrs.evolve(self, mark=1)


@attrs.frozen
class Hidden(Nim):
    """Nim with something that neither its text nor its hash shows."""

    mark: int = attrs.field(default=0, eq=True, hash=False)

    def __copy__(self) -> Nim:
        return attrs.evolve(self, mark=1)


class Unmoved(Marked):
    def apply_unchecked(self, move: Take) -> Self:
        return type(self)(self.heap, self.to_move, self.mark + 1)


class Turnless(Nim):
    def to_text(self) -> str:
        return str(self.heap)


class Silent(Nim):
    def to_text(self) -> str:
        return "a heap"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Counted, "position text: an equal state has another text"),
        (Turnless, "position text: another state has the same text"),
        (Copied, "copies: copy gives another state"),
        (Hidden, "copies: copy gives another state"),
        (Unmoved, "copies: the state after .* is as equal as its text is different"),
        (Silent, "copies: the state after .* is as equal as its text is different"),
    ],
)
def test_texts_that_are_not_those_of_the_state_are_found(kind: type[Nim], said: str) -> None:
    with pytest.raises(LawError, match=f"^{said}"):
        check_state_laws(kind(9))


def test_a_game_without_end_is_found() -> None:
    with pytest.raises(LawError, match="termination: the game goes on after 5 plies"):
        check_state_laws(State.start(FEW, 2), most_plies=5)


def test_a_game_longer_than_it_says_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    left = property(lambda state: 9 - len(state.to_setup().stones))  # which is of neutrals alone
    monkeypatch.setattr(State, "max_plies_left", left)
    said = r"termination: the game goes on after 9 plies\nin '.* after "
    with pytest.raises(LawError, match=said):
        check_state_laws(State.start(FEW, 2))


def test_records_that_do_not_read_back_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lose: Callable[..., str] = lambda state: "11/11/11/11/11/11/11/11/11/11/11 a 2 few"  # noqa: E731
    start = State.start(NESTORGAMES).apply(PlaceNeutral(SQUARES[60]))
    monkeypatch.setattr("ninetka.nine.tags.State.to_text", lose)
    with pytest.raises(LawError):
        check_state_laws(start, games=1)


def test_what_the_kit_cannot_check() -> None:
    with pytest.raises(NinetkaError, match="5 is no state whose moves can be listed"):
        check_state_laws(5)  # type: ignore[arg-type]
