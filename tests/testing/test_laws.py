"""Each law of the test kit finds what breaks it, in tic-tac-toe or in a game that can do more."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, ClassVar, Self

import attrs
import pytest
from tictactoe import TIC_TAC_TOE, Outcome, Reason, Ruleset, Seat, Square, State
from tictactoe.moves import read_move
from toys.claims import CLAIMS, Claim, Result, Row, claim

from ninetka import NinetkaError, games, protocol
from ninetka.base.errors import IllegalMoveError
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.protocol.picking import Click
from ninetka.testing import LawError, check_state_laws
from ninetka.testing.laws import LAWS

COUNT = itertools.count()


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (TIC_TAC_TOE, CLAIMS):
        monkeypatch.setitem(games._GAMES, rules.identifier, rules)


ACTION, APPLY, IS_LEGAL, MOVE = State.action, State.apply, State.is_legal, State.move
MOVE_TEXT, PARSE_MOVE, TO_TEXT = State.move_text, State.parse_move, State.to_text
PLANES, TO_SVG, CLICK = State.planes, State.to_svg, State.click
LEGAL_MOVES: Any = State.legal_moves
LEGAL_ACTIONS: Any = State.legal_actions


def legal(state: State) -> tuple[Square, ...]:
    return LEGAL_MOVES.fget(state)  # type: ignore[no-any-return]


def refuses(attribute: str, value: object) -> Callable[..., State]:
    """An `apply` whose errors have another attribute."""

    def apply(state: State, move: Square | str) -> State:
        try:
            return APPLY(state, move)
        except IllegalMoveError as error:
            setattr(error, attribute, value)
            raise

    return apply


def unless_refused(call: Callable[..., Any], instead: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, but with a result where it should raise NinetkaError."""

    def method(state: State, argument: Any) -> Any:
        try:
            return call(state, argument)
        except NinetkaError:
            return instead(state, argument)

    return method


def cannot_draw(option: str) -> Callable[..., str]:
    def to_svg(state: State, **options: Any) -> str:
        if option in options:
            raise KeyError(option)
        return TO_SVG(state, **options)

    return to_svg


def drawn_otherwise(old: str, new: str) -> Callable[..., str]:
    return lambda state, **options: TO_SVG(state, **options).replace(old, new)


def click_with(change: Callable[[Click[Square]], object]) -> Callable[..., object]:
    return lambda state, places=(): change(CLICK(state, places))


def first_legal_move(state: State, code: int) -> Square:
    """The move of a code, but for that of an illegal move the first legal one."""
    move, moves = MOVE(state, code), legal(state)
    return moves[0] if moves and move not in moves else move


DEFECTS: list[tuple[str, str, Any]] = [
    (r"turn: 2 players have the seats \(0,\)", "seats", (0,)),
    (r"turn: it is the turn of 2, which is not one of the seats", "to_move", 2),
    ("end: is_over is False with 0 moves to try and the outcome None", "legal_moves", ()),
    ("end: is_over is True with 0 moves to try and the outcome None", "outcome", None),
    (
        "end: is_over is False with 9 moves to try and the outcome 1-0",
        "outcome",
        Outcome(Seat.CROSSES),
    ),
    (
        "sizes: action_count is 8, but was 9 at the start",
        "action_count",
        property(lambda state: 9 - bool(state.crosses)),
    ),
    (
        r"sizes: plane_shape is \(3, 4\), but was \(3, 3\) at the start",
        "plane_shape",
        property(lambda state: (3, 3 + bool(state.crosses))),
    ),
    (
        r"sizes: plane_names is range\(1, 4\), but was range\(0, 3\) at the start",
        "plane_names",
        property(lambda state: range(bool(state.crosses), 3 + bool(state.crosses))),
    ),
    (
        "legality: is_legal is True for a3, unlike the list of legal moves",
        "is_legal",
        lambda state, move: IS_LEGAL(state, move) or move is Square.A3,
    ),
    (
        "legality: is_legal is False for b2, unlike the list of legal moves",
        "is_legal",
        lambda state, move: IS_LEGAL(state, move) and move is not Square.B2,
    ),
    (
        r"legality: is_legal is True for .., but its fault is Fault\(reason=None, sentence='no'\)",
        "fault",
        lambda state, move: protocol.Fault(None, "no"),
    ),
    (
        "legality: apply accepts .., which is illegal",
        "apply",
        lambda state, move: unless_refused(APPLY, lambda *_: state)(state, move),
    ),
    (
        "legality: apply refuses c1, which is legal: 'c4' is .*",
        "apply",
        lambda state, move: APPLY(state, "c4" if move is Square.C1 else move),
    ),
    *(
        (
            "legality: the error for .. lacks the move, the state or a sentence",
            "apply",
            refuses(attribute, value),
        )
        for attribute, value in {"move": "a4", "state": State(7), "args": ("",)}.items()
    ),
    (
        "legality: apply and apply_unchecked disagree about c1",
        "apply",
        lambda state, move: APPLY(state, "a3" if move is Square.C1 else move),
    ),
    ("listing: a move is listed twice", "legal_moves", property(lambda it: legal(it) * 2)),
    (
        "listing: some_moves and legal_moves differ",
        "some_moves",
        property(lambda state: legal(state)[::-1]),
    ),
    (
        "listing: other moves are listed, or in another order, when asked again",
        "some_moves",
        property(lambda state: legal(state)[:: 1 if next(COUNT) % 2 else -1]),
    ),
    (r"text: the text has more than one line: '.*\\n'", "to_text", lambda it: TO_TEXT(it) + "\n"),
    (
        "text: the text was '.*' before moves were tried",
        "to_text",
        lambda state: f"{TO_TEXT(state)} {next(COUNT)}",
    ),
    (
        r"actions: the legal moves have the action codes \[0, 0, .*\]",
        "action",
        lambda state, move: ACTION(state, move) // 2,
    ),
    (
        r"actions: the legal moves have the action codes \[1, .*, 9\]",
        "action",
        lambda state, move: ACTION(state, move) + 1,
    ),
    (
        r"actions: legal_moves are not in the order of their action codes, which are \[8, .*, 0\]",
        "legal_moves",
        property(lambda state: LEGAL_MOVES.fget(state)[::-1]),
    ),
    (
        r"actions: legal_actions is \(1, .*, 8\), not \[0, .*, 8\]",
        "legal_actions",
        property(lambda state: LEGAL_ACTIONS.fget(state)[1:]),
    ),
    (
        "actions: action 8 of c1 stands for b1",
        "move",
        lambda state, code: MOVE(state, code - (code == 8)),
    ),
    (
        "actions: action [0-8] stands for a legal move that has another code",
        "move",
        first_legal_move,
    ),
    (
        "actions: there is a move for action 9",
        "move",
        lambda state, code: MOVE(state, min(code, 8)),
    ),
    (
        "actions: .. is illegal, but has the action code [0-8]",
        "action",
        unless_refused(ACTION, lambda _, move: move.value),
    ),
    (
        "move text: two legal moves have the same text",
        "move_text",
        lambda state, move: MOVE_TEXT(state, move)[:1],
    ),
    *(
        (
            f"move text: the text '{before}a3' of a3 cannot stand in a record",
            "move_text",
            lambda state, move, before=before: before.replace("\\", "") + MOVE_TEXT(state, move),
        )
        for before in ("to ", "{", r"\[", "12\\.")
    ),
    (
        r"move text: the text '\*' of a3 is also the result of a game that ends here",
        "move_text",
        lambda state, move: MOVE_TEXT(state, move).replace("a3", "*"),
    ),
    (
        "move text: 'a3' reads as b2, not as a3",
        "parse_move",
        lambda state, text: PARSE_MOVE(state, text.replace("a3", "b2")),
    ),
    (
        "move text: apply gives another state for 'a3' than for a3",
        "apply",
        lambda state, move: APPLY(state, "b2" if move == "a3" else move),
    ),
    (
        "move text: .. is illegal, but has the text '..'",
        "move_text",
        unless_refused(MOVE_TEXT, lambda _, move: str(move)),
    ),
    (
        "move text: '' reads as a move",
        "parse_move",
        lambda state, text: PARSE_MOVE(state, text or str(state.legal_moves[0])),
    ),
    (
        "move text: '..' reads as .., which is illegal",
        "parse_move",
        lambda state, text: read_move(text),
    ),
    (
        "copies: pickle gives another state, or one with another hash",
        "__reduce__",
        lambda state: (State, (7,)),
    ),
    (
        "copies: copy gives another state, or one with another hash",
        "__copy__",
        lambda state: State(7),
    ),
    (
        "copies: deepcopy gives another state, or one with another hash",
        "__deepcopy__",
        lambda state, memo: State(7),
    ),
    (
        "copies: pickle gives another state, or one with another hash",
        "__hash__",
        lambda state: next(COUNT),
    ),
    (
        "copies: after .. the state is equal and its text differs, or the other way round",
        "to_text",
        lambda state: TO_TEXT(state).replace("o", "."),
    ),
    (
        "tags: InvalidPositionError: there are as many crosses as noughts, or one more",
        "to_text",
        lambda state: TO_TEXT(state).replace("o", "x"),
    ),
    (
        "observation: 3 names are for 2 planes",
        "planes",
        lambda state, seat: PLANES(state, seat)[1:],
    ),
    (
        r"observation: seat x sees more than 3x3 squares in \(0, 0, 512\)",
        "planes",
        lambda state, seat: (*PLANES(state, seat)[:2], 1 << 9),
    ),
    (
        r"observation: two planes have the same name among \('plane', .*\)",
        "plane_names",
        ("plane",) * 3,
    ),
    ("drawing: ParseError: .*", "to_svg", lambda state, **_: "<svg>"),
    *(
        (f"drawing: KeyError: '{option}'", "to_svg", cannot_draw(option))
        for option in ("title", "names", "size", "last_move", "marks", "legend")
    ),
    (
        r"drawing: two marks have the same name among \('a', 'a'\)",
        "marks",
        ("a", "a"),
    ),
    (
        "drawing: the plain board has codes for terminals or is not ASCII",
        "to_board",
        lambda state: "\x1b[1m",
    ),
    (r"drawing: 2 players have the scores \(0,\)", "scores", (0,)),
    (r"drawing: running_scores are \(9, 9\), scores \(0, 0\)", "running_scores", (9, 9)),
    (
        r"targets: a target has not one data attribute, but \['a3', 'a'\]",
        "to_svg",
        drawn_otherwise('data-square="a3"', 'data-square="a3" data-mark="a"'),
    ),
    (
        "targets: two targets have the same name among .*",
        "to_svg",
        drawn_otherwise('data-square="a3"', 'data-square="b3"'),
    ),
    (
        "targets: no target has the name 'a3'",
        "to_svg",
        drawn_otherwise('data-square="a3"', 'data-square="a4"'),
    ),
    (
        r"clicks: the game is over, but \['a3'\] can be picked",
        "click",
        lambda state, places=(): CLICK(state, places) if legal(state) else Click(None, ("a3",)),
    ),
    (
        r"clicks: 'c1' is not next after \[\], which begins c1",
        "click",
        click_with(lambda click: attrs.evolve(click, next=[*click.next][:-1])),
    ),
    (
        r"clicks: picking \['a3'\] makes b2, not a3",
        "click",
        click_with(lambda click: attrs.evolve(click, move=click.move and Square.B2)),
    ),
    (
        r"clicks: a place is listed twice among \['a3', .*\]",
        "click",
        click_with(lambda click: attrs.evolve(click, next=[*click.next] * 2)),
    ),
    (
        r"clicks: 'a4' is next after \[.*\], but is refused",
        "click",
        click_with(lambda click: attrs.evolve(click, next=["a4", *click.next])),
    ),
    (
        r"clicks: \[\] is offered after \[\], but makes no move",
        "click",
        click_with(lambda click: attrs.evolve(click, offers=[[]])),
    ),
    (
        r"clicks: 'nonsense' is not next after \[.*\], but can be picked",
        "click",
        lambda state, places=(): unless_refused(CLICK, lambda *_: Click(None))(state, places),
    ),
]


@pytest.mark.parametrize(("sentence", "attribute", "replacement"), DEFECTS)
def test_a_defect_is_found(
    sentence: str, attribute: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, attribute, replacement, raising=False)
    with pytest.raises(LawError, match=rf"^{sentence}\nin '.*', after ") as caught:
        check_state_laws(State())
    assert str(caught.value).count("\n") == 1


@pytest.mark.parametrize(
    ("sentence", "attribute", "replacement"),
    [
        (
            r"2 players have the scores \(1, 0, 0\)",
            "scores",
            property(lambda it: (0, 0) if it.winner is None else (1, 0, 0)),
        ),
        (r"the ranking \(0,\) does not have every seat once", "ranking", (0,)),
        (r"the ranking \(0, 0\) does not have every seat once", "ranking", (0, 0)),
        (r"the winners \(1,\) are not the first of .*", "winners", (1,)),
        (
            "all 2 players have won: after a draw nobody has",
            "winners",
            property(lambda it: it.ranking),
        ),
        ("the result '4 to 4' cannot stand in a record", "__str__", lambda outcome: "4 to 4"),
        (r"the result '\*' cannot stand in a record", "__str__", lambda outcome: "*"),
    ],
)
def test_a_defect_of_the_outcome_is_found(
    sentence: str, attribute: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outcome, attribute, replacement)
    with pytest.raises(LawError, match=f"^end: {sentence}\n"):
        check_state_laws(State())


# Taking back moves


@attrs.frozen
class UndoableRules(Ruleset):
    game: ClassVar[str] = "undoable"


@attrs.frozen
class Undoable(State, protocol.UndoableState[Square]):
    """Tic-tac-toe that can take back the last move."""

    game: ClassVar[str] = "undoable"
    ruleset: ClassVar[Ruleset] = UndoableRules()

    def undo(self, move: Square) -> Self:
        last = self.noughts if self.to_move is Seat.CROSSES else self.crosses
        before = type(self)(self.crosses & ~move.bit, self.noughts & ~move.bit)
        if not last & move.bit or before.is_over:
            raise IllegalMoveError(f"{move} was not the last move", move, self, Reason.TAKEN)
        return before

    def parse_last_move(self, text: str) -> Square:
        move = read_move(text)
        self.undo(move)
        return move


UNDO = Undoable.undo


def test_a_game_that_can_take_back_moves_keeps_the_laws() -> None:
    check_state_laws(Undoable())


@pytest.mark.parametrize(
    ("sentence", "attribute", "replacement"),
    [
        (
            "undo takes back .., which cannot have led here",
            "undo",
            unless_refused(UNDO, lambda state, move: state),
        ),
        (
            "undo does not take back a3",
            "undo",
            lambda state, move: UNDO(state, move) and Undoable(7),
        ),
        (
            "'a3' does not read as the last move a3",
            "parse_last_move",
            lambda state, text: Square.B2,
        ),
    ],
)
def test_a_defect_of_undo_is_found(
    sentence: str, attribute: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Undoable, attribute, replacement)
    with pytest.raises(LawError, match=f"^undo: {sentence}\n"):
        check_state_laws(Undoable())


# A game whose moves cannot be listed, and which can end by resignation and agreement

ROW_APPLY, OUTCOME_AFTER = Row.apply, Row.outcome_after
SOME_MOVES: Any = Row.some_moves


def some_moves(state: Row) -> tuple[Claim, ...]:
    return SOME_MOVES.fget(state)  # type: ignore[no-any-return]


def outcome_of_any_kind(state: Row, ending: Ending) -> Result:
    if ending.kind is EndingKind.TIME and ending.seat in state.seats:
        return OUTCOME_AFTER(state, AGREEMENT)
    return OUTCOME_AFTER(state, ending)


def wrong_winner(state: Row, ending: Ending) -> Result:
    outcome = OUTCOME_AFTER(state, ending)
    return outcome if ending.seat is None else attrs.evolve(outcome, loser=1 - ending.seat)


class Wordy(Result):
    def __str__(self) -> str:
        return "by agreement"


class Plain(Result):
    def __str__(self) -> str:
        return "7"


def gives(kind: type[Result]) -> Callable[..., Result]:
    def outcome_after(state: Row, ending: Ending) -> Result:
        return kind(OUTCOME_AFTER(state, ending).scores, ending.seat)

    return outcome_after


@pytest.mark.parametrize(
    ("sentence", "attribute", "replacement"),
    [
        (
            "end: is_over is False with 0 moves to try and the outcome None",
            "some_moves",
            property(lambda state: some_moves(state) if state.free.bit_count() > 3 else ()),
        ),
        (
            "legality: 99 is offered, but is illegal",
            "some_moves",
            property(lambda it: (*some_moves(it), claim(99)) if it.free else ()),
        ),
        (
            r"legality: apply refuses 0\+2\+4, which is legal: .* not free",
            "apply",
            lambda state, move: ROW_APPLY(
                state, claim(0, 9999) if move == claim(0, 2, 4) else move
            ),
        ),
        ("endings: is_over is False with the endings \\[\\]", "endings", ()),
        (
            r"endings: is_over is True with the endings \['agreement'\]",
            "endings",
            (EndingKind.AGREEMENT,),
        ),
        (
            "endings: '0 out of time' has an outcome, but is not among the endings",
            "outcome_after",
            outcome_of_any_kind,
        ),
        ("endings: seat 0 wins by '0 resigns'", "outcome_after", wrong_winner),
        (
            "endings: after 'agreement' the result 'by agreement' cannot stand in a record",
            "outcome_after",
            gives(Wordy),
        ),
        (
            "move text: the text '7' of 7 is also the result of a game that ends here",
            "outcome_after",
            gives(Plain),
        ),
    ],
)
def test_a_defect_of_other_abilities_is_found(
    sentence: str, attribute: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Row, attribute, replacement)
    with pytest.raises(LawError, match=f"^{sentence}\n"):
        check_state_laws(Row(12))


def test_every_law_has_a_defect() -> None:
    others = {"undo", "endings", "gains", "description", "guidance"}  # the last three: mutants
    assert {sentence.partition(":")[0] for sentence, _, _ in DEFECTS} | others == {*LAWS}
