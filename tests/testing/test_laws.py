"""Each law of the test kit finds what breaks it: defects that authors plant, one at a time.

The games are tic-tac-toe, made to do all that a state can whose moves are listed, and a small
board of Kropki, whose moves cannot be listed and which can end otherwise than by a move.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Self

import attrs
import pytest
from tictactoe import TIC_TAC_TOE, Outcome, Reason, Ruleset, Seat, Square, drawing, observation
from tictactoe import State as TicTacToe
from tictactoe.moves import read_move
from tictactoe.symmetry import Symmetry
from toys.race import Race

from ninetka import NinetkaError, games, kropki, morris, protocol
from ninetka.base.errors import IllegalMoveError
from ninetka.protocol.clicks import Click
from ninetka.protocol.endings import Ending, EndingKind
from ninetka.protocol.tags import POSITION, StartTags
from ninetka.testing import LawError, check_state_laws
from ninetka.testing.laws import LAWS

COUNT = itertools.count()


@attrs.frozen
class FullRules(Ruleset):
    game: ClassVar[str] = "full"


@attrs.frozen
class State(TicTacToe, protocol.UndoableState[Square]):
    """Tic-tac-toe that can also take back the last move."""

    game: ClassVar[str] = "full"
    ruleset: ClassVar[Ruleset] = FullRules()

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


def from_tags(tags: Mapping[str, str]) -> State:
    return State.from_text(tags[POSITION]) if POSITION in tags else State()


FULL: Any = attrs.evolve(
    TIC_TAC_TOE, names={"full": {}}, identifier="full", start=lambda ruleset, players: State(),
    tags=StartTags([POSITION], from_tags, lambda state: {POSITION: state.to_text()}), samples=None,
)  # fmt: skip
SQUARE = morris.Board(9, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)])
TOKENS = morris.State.start(morris.Ruleset("square", {3: SQUARE}, tokens=3))
DOTS = kropki.State.start(kropki.Ruleset("territory", 3, 3, start=kropki.Start.EMPTY))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "full", FULL)


ACTION, APPLY, IS_LEGAL, MOVE = State.action, State.apply, State.is_legal, State.move
MOVE_TEXT, PARSE_MOVE, TO_TEXT = State.move_text, State.parse_move, State.to_text
TO_SVG, CLICK, UNDO, TO_DICT = State.to_svg, State.click, State.undo, State.to_dict
DRAW, PLANES = drawing.draw, observation.planes
LEGAL_MOVES: Any = State.legal_moves
LEGAL_ACTIONS: Any = State.legal_actions
ACTIONS = State.transform_actions


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


def takes_any_text(state: State, move: Square | str) -> State:
    """An `apply` that takes the texts of illegal moves."""
    try:
        return APPLY(state, move)
    except NinetkaError:
        if isinstance(move, str):
            return state
        raise


def picture_with(**attributes: str) -> Callable[..., Any]:
    """A `draw` whose pictures have a further attribute."""

    def draw(state: Any, picture: Any) -> Any:
        svg = DRAW(state, picture)
        svg[-1].attrib.update(attributes)
        return svg

    return draw


def view_with(**values: object) -> Callable[[State], object]:
    """A `to_dict` that says something else."""
    return lambda state: {**TO_DICT(state), **values}


def the_other_way_round(state: State, move: Square, symmetry: Symmetry) -> Square:
    """The image of a legal move, but counted from the last legal move backwards."""
    moves = legal(state)
    image = legal(state.transform(symmetry))[::-1]
    return image[moves.index(move)] if move in moves else symmetry.square(move)


DEFECTS: list[tuple[str, str, Any]] = [
    ("turn: a move that is offered is made by another seat than the one to move",
     "seat_of", lambda state, move: 1 - state.to_move),
    (r"turn: 2 players have the seats \(0,\)", "seats", (0,)),
    (r"turn: it is the turn of 2, which is not one of the seats", "to_move", 2),
    ("end: is_over is False with 0 moves to try and the outcome None", "legal_moves", ()),
    ("end: is_over is True with 0 moves to try and the outcome None", "outcome", None),
    ("end: is_over is False with 9 moves to try and the outcome 1-0", "outcome",
     Outcome(Seat.CROSSES)),
    ("sizes: action_count is 8, but was 9 at the start", "action_count",
     property(lambda state: 9 - bool(state.crosses))),
    (r"sizes: plane_shape is \(3, 4\), but was \(3, 3\) at the start", "plane_shape",
     property(lambda state: (3, 3 + bool(state.crosses)))),
    (r"sizes: plane_names is range\(1, 4\), but was range\(0, 3\) at the start", "plane_names",
     property(lambda state: range(bool(state.crosses), 3 + bool(state.crosses)))),
    ("legality: is_legal is True for a3, unlike the list of legal moves",
     "is_legal", lambda state, move: IS_LEGAL(state, move) or move is Square.A3),
    ("legality: is_legal is False for b2, unlike the list of legal moves",
     "is_legal", lambda state, move: IS_LEGAL(state, move) and move is not Square.B2),
    (r"legality: is_legal is True for .., but its fault is Fault\(reason=None, sentence='no'\)",
     "fault", lambda state, move: protocol.Fault(None, "no")),
    ("legality: apply accepts .., which is illegal",
     "apply", lambda state, move: unless_refused(APPLY, lambda *_: state)(state, move)),
    ("legality: apply refuses c1, which is legal: 'c4' is .*",
     "apply", lambda state, move: APPLY(state, "c4" if move is Square.C1 else move)),
    *(
        (
            "legality: the error for .. lacks the move, the state or a sentence",
            "apply",
            refuses(attribute, value),
        )
        for attribute, value in {"move": "a4", "state": State(7), "args": ("",)}.items()
    ),
    ("legality: apply and apply_unchecked disagree about c1",
     "apply", lambda state, move: APPLY(state, "a3" if move is Square.C1 else move)),
    ("listing: a move is listed twice", "legal_moves", property(lambda it: legal(it) * 2)),
    ("listing: some_moves and legal_moves differ", "some_moves",
     property(lambda state: legal(state)[::-1])),
    ("listing: other moves are listed, or in another order, when asked again", "some_moves",
     property(lambda state: legal(state)[:: 1 if next(COUNT) % 2 else -1])),
    (r"text: the text has more than one line: '.*\\n'", "to_text", lambda it: TO_TEXT(it) + "\n"),
    ("text: the text was '.*' before moves were tried",
     "to_text", lambda state: f"{TO_TEXT(state)} {next(COUNT)}"),
    (r"actions: the legal moves have the action codes \[0, 0, .*\]",
     "action", lambda state, move: ACTION(state, move) // 2),
    (r"actions: the legal moves have the action codes \[1, .*, 9\]",
     "action", lambda state, move: ACTION(state, move) + 1),
    (r"actions: legal_moves are not in the order of their action codes, which are \[8, .*, 0\]",
     "legal_moves", property(lambda state: LEGAL_MOVES.fget(state)[::-1])),
    (r"actions: legal_actions is \(1, .*, 8\), not \[0, .*, 8\]", "legal_actions",
     property(lambda state: LEGAL_ACTIONS.fget(state)[1:])),
    ("actions: action 8 of c1 stands for b1",
     "move", lambda state, code: MOVE(state, code - (code == 8))),
    ("actions: action [0-8] stands for a legal move that has another code", "move",
     first_legal_move),
    ("actions: there is a move for action 9",
     "move", lambda state, code: MOVE(state, min(code, 8))),
    ("actions: .. is illegal, but has the action code [0-8]", "action",
     unless_refused(ACTION, lambda _, move: move.value)),
    ("move text: two legal moves have the same text",
     "move_text", lambda state, move: MOVE_TEXT(state, move)[:1]),
    ("move text: move_text_unchecked gives another text of a3 than 'A3'",
     "move_text", lambda state, move: MOVE_TEXT(state, move).upper()),
    *(
        (
            f"move text: the text '{before}a3' of a3 cannot stand in a record",
            "move_text",
            lambda state, move, before=before: before.replace("\\", "") + MOVE_TEXT(state, move),
        )
        for before in ("to ", "{", r"\[", "12\\.")
    ),
    (r"move text: the text '\*' of a3 is also the result of a game that ends here",
     "move_text", lambda state, move: MOVE_TEXT(state, move).replace("a3", "*")),
    ("move text: 'a3' reads as b2, not as a3",
     "parse_move", lambda state, text: PARSE_MOVE(state, text.replace("a3", "b2"))),
    ("move text: apply gives another state for 'a3' than for a3",
     "apply", lambda state, move: APPLY(state, "b2" if move == "a3" else move)),
    ("move text: .. is illegal, but has the text '..'", "move_text",
     unless_refused(MOVE_TEXT, lambda _, move: str(move))),
    ("move text: '' reads as a move",
     "parse_move", lambda state, text: PARSE_MOVE(state, text or str(state.legal_moves[0]))),
    ("move text: '..' reads as .., which is illegal",
     "parse_move", lambda state, text: read_move(text)),
    ("copies: pickle gives another state, or one with another hash",
     "__reduce__", lambda state: (State, (7,))),
    ("copies: copy gives another state, or one with another hash",
     "__copy__", lambda state: State(7)),
    ("copies: deepcopy gives another state, or one with another hash",
     "__deepcopy__", lambda state, memo: State(7)),
    ("copies: pickle gives another state, or one with another hash",
     "__hash__", lambda state: next(COUNT)),
    ("copies: after .. the state is equal and its text differs, or the other way round",
     "to_text", lambda state: TO_TEXT(state).replace("o", ".")),
    ("tags: InvalidPositionError: there are as many crosses as noughts, or one more",
     "to_text", lambda state: TO_TEXT(state).replace("o", "x")),
    ("observation: 3 names are for 2 planes",
     "planes", lambda state, seat: PLANES(state, seat)[1:]),
    (r"observation: seat x sees more than 3x3 squares in \(0, 0, 512\)",
     "planes", lambda state, seat: (*PLANES(state, seat)[:2], 1 << 9)),
    (r"observation: two planes have the same name among \('plane', .*\)", "plane_names",
     ("plane",) * 3),
    ("drawing: ParseError: .*", "to_svg", lambda state, **_: "<svg>"),
    *(
        (f"drawing: KeyError: '{option}'", "to_svg", cannot_draw(option))
        for option in ("title", "names", "size", "last_move", "marks", "legend")
    ),
    (r"drawing: two marks have the same name among \('a', 'a'\)", "marks", ("a", "a")),
    ("drawing: the plain board has codes for terminals or is not ASCII",
     "to_board", lambda state: "\x1b[1m"),
    (r"drawing: 2 players have the scores \(0,\)", "scores", (0,)),
    (r"drawing: running_scores are \(9, 9\), scores \(0, 0\)", "running_scores", (9, 9)),
    ("targets: a target has no data-place", "to_svg",
     drawn_otherwise('data-place="a3"', 'data-field="a3"')),
    ("targets: two targets have the same name among .*", "to_svg",
     drawn_otherwise('data-place="a3"', 'data-place="b3"')),
    ("targets: no target has the name 'a3'", "to_svg",
     drawn_otherwise('data-place="a3"', 'data-place="a4"')),
    (
        r"clicks: the game is over, but \['a3'\] can be picked",
        "click",
        lambda state, places=(): CLICK(state, places) if legal(state) else Click(None, ("a3",)),
    ),
    (r"clicks: 'c1' is not next after \[\], which begins c1", "click",
     click_with(lambda click: attrs.evolve(click, next=[*click.next][:-1]))),
    (r"clicks: picking \['a3'\] makes b2, not a3", "click",
     click_with(lambda click: attrs.evolve(click, move=click.move and Square.B2))),
    (r"clicks: a place is listed twice among \['a3', .*\]", "click",
     click_with(lambda click: attrs.evolve(click, next=[*click.next] * 2))),
    (r"clicks: 'a4' is next after \[.*\], but is refused", "click",
     click_with(lambda click: attrs.evolve(click, next=["a4", *click.next]))),
    (r"clicks: \[\] is offered after \[\], but makes no move", "click",
     click_with(lambda click: attrs.evolve(click, offers=[[]]))),
    (
        r"clicks: 'nonsense' is not next after \[.*\], but can be picked",
        "click",
        lambda state, places=(): unless_refused(CLICK, lambda *_: Click(None))(state, places),
    ),
    # Images under symmetries
    ("symmetries: a symmetry is listed twice", "symmetries", (*Symmetry, Symmetry.IDENTITY)),
    (r"symmetries: Symmetry.ROTATE_90 is the first symmetry, but changes the position",
     "symmetries", tuple(Symmetry)[1:]),
    (r"symmetries: Symmetry.IDENTITY does not lead to the canonical position 'xxx/.../...'",
     "canonical", lambda state: (State(7), Symmetry.IDENTITY)),
    ("symmetries: the image under Symmetry.* has other symmetries", "symmetries",
     property(lambda state: tuple(Symmetry)[: 8 - 6 * (state.crosses & 1)])),
    ("symmetries: no symmetry leads back from the image under Symmetry.ROTATE_90", "symmetries",
     (Symmetry.IDENTITY, Symmetry.ROTATE_90)),
    ("symmetries: the image under Symmetry.* has another canonical position",
     "canonical", lambda state: (state, Symmetry.IDENTITY)),
    (
        "symmetries: the turn, the points or the end differ in the image under Symmetry.*",
        "transform",
        lambda state, symmetry: (
            state if symmetry is Symmetry.IDENTITY else State(state.noughts, state.crosses)
        ),
    ),
    (
        "symmetries: .. is legal, but its image .. under Symmetry.IDENTITY is not",
        "transform_move",
        lambda state, move, symmetry: ([*({*Square} - {*legal(state)}), symmetry.square(move)])[0],
    ),
    ("symmetries: after .. the game stands otherwise than in the image under Symmetry.*",
     "transform_move", the_other_way_round),
    (r"symmetries: the action codes go to \[0, 0, .*\] under Symmetry.IDENTITY",
     "transform_actions", lambda state, symmetry: [0] * 9),
    (
        "symmetries: the codes of legal moves go to those of others under Symmetry.*",
        "transform_actions",
        lambda state, symmetry: [
            (code + bool(state.crosses)) % 9 for code in ACTIONS(state, symmetry)
        ],
    ),
    ("symmetries: action 0 goes to 8 under Symmetry.IDENTITY, but its move does not",
     "transform_actions", lambda state, symmetry: range(9)[::-1]),
    (r"symmetries: the places of planes go to \[0, 0, .*\] under Symmetry.IDENTITY",
     "transform_places", lambda state, symmetry: [0] * 9),
    ("symmetries: the plane '.*' of seat . goes to another one under Symmetry.*",
     "planes_of_numbers", (0, 1)),
    ("key: the key -1 is not a number of 64 bits", "key", -1),
    ("key: an equal state has another key", "key", property(lambda state: next(COUNT))),
    # What only the end shows
    (r"end: the state has the scores \(0, 0\), but its outcome \(1, 0\)", "scores",
     property(lambda state: (0, 0))),
    (r"endings: the endings \['agreement'\] are not all among its ending_kinds", "endings",
     property(lambda state: () if state.is_over else (EndingKind.AGREEMENT,))),
    # Taking back moves
    ("undo: undo takes back .., which cannot have led here", "undo",
     unless_refused(UNDO, lambda state, move: state)),
    ("undo: undo does not take back a3", "undo", lambda it, move: UNDO(it, move) and State(7)),
    ("undo: 'a3' does not read as the last move a3", "parse_last_move", lambda *_: Square.B2),
    # What chance decides
    ("deal: the position that is dealt is not dealt", "is_dealt", False),
    ("deal: the position is dealt, but can be dealt again", "dealt", lambda *_: State(7)),
    ("deal: a deal depends on more than the random numbers",
     "dealt", lambda state, rng: State(next(COUNT) % 7) if not state.is_over else state),
    # What tools are told
    (r"description: to_dict is not as JSON reads it back: .*\('a1',\)}", "to_dict",
     view_with(legal_moves=("a1",))),
    ("description: to_dict has other keys than at the start: .* and won",
     "to_dict", lambda state: {**TO_DICT(state), **({"won": True} if state.is_over else {})}),
    ("description: to_dict has not either 'legal_moves' or 'some_moves': .* and some_moves",
     "to_dict", lambda state: {**TO_DICT(state), "some_moves": []}),
    (r"description: to_dict says \[\] for 'legal_moves', not \['a3', .*\]", "to_dict",
     view_with(legal_moves=[])),
    *(
        (f"description: to_dict says {value!r} for '{key}', not .*", "to_dict", change)
        for key, value in {"position": "...", "players": 3, "to_move": 1, "is_over": True}.items()
        for change in [view_with(**{key: value})]
    ),
    ("guidance: the instruction is not a sentence: ''", "instruction",
     property(lambda state: "" if state.is_over else "Mark a square.")),
    (r"guidance: the ruleset Ruleset\(\) is of another game, or not for 2 players", "ruleset",
     Ruleset()),
    ("observation: there are planes for seat -1, which does not play",
     "planes", lambda state, seat: PLANES(state, seat % 2)),
    ("drawing: str is not the plain board", "__str__", TO_TEXT),
    ("drawing: another picture is drawn when asked again",
     "to_svg", lambda state, **options: f"{TO_SVG(state, **options)}<!--{next(COUNT)}-->"),
    (r"drawing: a picture is drawn with {'marks': \['no mark'\]}",
     "to_svg", lambda state, **options: TO_SVG(state, **{**options, "marks": ()})),
    ("drawing: the picture has an element 'script'", "to_svg",
     drawn_otherwise("<desc", "<script>alert(1)</script><desc")),
    ("drawing: the picture is an element '{http://www.w3.org/1999/xhtml}svg', not an svg", "to_svg",
     drawn_otherwise("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml")),
    ("move text: only one of parse_move and apply takes '..'", "apply", takes_any_text),
]  # fmt: skip


ELSEWHERE: list[tuple[str, Any, str, Any]] = [
    # In the registry's entry
    ("tags: Position is not among the tags of a start", FULL, "tags.names", frozenset({"Start"})),
    ("tags: the tags {'Position': '.../.../...', 'Event': .*} read back as .*", FULL,
     "tags.read", lambda tags: from_tags(tags) if [*tags] == [POSITION] else State(7)),
    (
        "gains: what moves gain is not in numbers: .*",
        FULL, "move_gains", lambda state, moves: [(None,) for _ in moves],
    ),
    (r"gains: 9 moves gain \[\(1,\)\]", FULL, "move_gains", lambda state, moves: [(1,)]),
    (r"records: in the seatings of a match, \[\(0, 0\), \(1, 1\)\], not everybody has a seat", FULL,
     "match_rules.seatings", lambda players: [(0, 0), (1, 1)]),
    # In what a state is made of
    ("turn: two seats are called the same: x and x", Seat, "__str__", lambda seat: "x"),
    *(
        (f"drawing: the picture has an attribute '{name}'", drawing, "draw", picture)
        for name, picture in {
            "id": picture_with(id="board"),
            "style": picture_with(style="fill:red"),
            "href": picture_with(**{"{http://www.w3.org/1999/xlink}href": "#board"}),
            "onclick": picture_with(onclick="alert(1)"),
        }.items()
    ),
    ("marks: nothing is ever marked by wins", drawing, "MARKS", ("legal-moves", "wins")),
    # In the outcome
    (r"end: 2 players have the scores \(1, 0, 0\)", Outcome, "scores",
     property(lambda it: (0, 0) if it.winner is None else (1, 0, 0))),
    (r"end: the ranking \(0,\) does not have every seat once", Outcome, "ranking", (0,)),
    (r"end: the ranking \(0, 0\) does not have every seat once", Outcome, "ranking", (0, 0)),
    (r"end: the winners \(1,\) are not the first of .*", Outcome, "winners", (1,)),
    ("end: all 2 players have won: after a draw nobody has", Outcome, "winners",
     property(lambda it: it.ranking)),
    *(
        (r"end: the shares \(.*\) are not even ones of .*", Outcome, "shares", property(shares))
        for shares in (
            lambda it: tuple(Fraction(seat is it.winner) for seat in Seat),  # a draw shares nothing
            lambda it: (Fraction(1, 2), Fraction(1, 2)),  # a win is shared
        )
    ),
    ("end: the result '4 to 4' cannot stand in a record", Outcome, "__str__", lambda _: "4 to 4"),
    (r"end: the result '\*' cannot stand in a record", Outcome, "__str__", lambda outcome: "*"),
]  # fmt: skip

OFFERED: Any = kropki.DeclaredState.some_moves
OUTCOME_AFTER, DOTS_APPLY = kropki.DeclaredState.outcome_after, kropki.DeclaredState.apply
OF_DOTS: list[tuple[str, Any, str, Any]] = [
    ("end: is_over is False with 0 moves to try and the outcome None", kropki.DeclaredState,
     "some_moves", property(lambda state: OFFERED.fget(state) if len(state.free) > 3 else ())),
    ("legality: zz is offered, but is illegal", kropki.DeclaredState, "some_moves",
     property(lambda state: [*OFFERED.fget(state), kropki.Place("zz")] if state.free else ())),
    ("legality: apply refuses bb, which is legal: zz is not on the board.*", kropki.DeclaredState,
     "apply", lambda state, move: DOTS_APPLY(state, "zz" if str(move) == "bb" else move)),
    (r"endings: is_over is False with the endings \[\]", kropki.DeclaredState, "endings", ()),
    (r"endings: is_over is True with the endings \['agreement'\]", kropki.DeclaredState, "endings",
     property(lambda state: [*EndingKind][: 1 if state.is_over else 3])),
    ("endings: 'x out of time' has an outcome, but is not among the endings", kropki.DeclaredState,
     "endings", property(lambda state: [*EndingKind][: 0 if state.is_over else 2])),
    (
        "endings: seat 0 wins by 'x resigns'",
        kropki.DeclaredState, "outcome_after",
        lambda state, ending: OUTCOME_AFTER(
            state, ending if ending.seat is None else Ending(ending.kind, 1 - ending.seat)
        ),
    ),
    ("endings: after 'agreement' the result 'by agreement' cannot stand in a record",
     kropki.Outcome, "__str__", lambda outcome: "by agreement"),
    ("move text: the text 'aa' of aa is also the result of a game that ends here", kropki.Outcome,
     "__str__", lambda outcome: "aa"),
]  # fmt: skip

LEAVES, A_RESIGNS = morris.Leave(morris.Seat.FIRST), Ending(EndingKind.RESIGNATION, 0)
A_WINS = morris.Outcome((Fraction(1), Fraction(0), Fraction(0)))
READ_TOKENS = morris.State.parse_move


def when_leaving(method: Callable[..., Any], value: object) -> Callable[..., Any]:
    """A method that gives something else for the move by which seat a leaves."""
    return lambda state, move: value if move == LEAVES else method(state, move)


RACE_TO_DICT = Race.to_dict
OF_TOKENS: list[tuple[str, Any, str, Any]] = [
    (
        "leaving: there is the move .:resigns, but the seat is out of the game",
        morris.State, "leaving",
        lambda state, ending: morris.Leave(ending.seat) if ending.seat in state.expelled else None,
    ),
    ("leaving: a:resigns is illegal", morris.State, "fault",
     when_leaving(morris.State.fault, protocol.Fault(None, "no"))),
    ("leaving: 1 is among the moves to choose from", morris.State,
     "leaving", lambda _, ending: morris.Put(1) if ending == A_RESIGNS else None),
    ("leaving: a:resigns has the action code 7", morris.State, "action",
     when_leaving(morris.State.action, 7)),
    (r"leaving: the text '\*' of a:resigns cannot stand in a record", morris.State, "move_text",
     when_leaving(morris.State.move_text, "*")),
    ("leaving: 'a:resigns' does not read as a:resigns", morris.State,
     "parse_move", lambda state, text: READ_TOKENS(state, text.replace("a:", "b:"))),
    ("leaving: after a:resigns the seats a, b and c are in the game", morris.State, "remaining",
     property(lambda state: state.seats)),
    ("leaving: there is the move a:resigns, but 'a resigns' is not among the leaving_endings",
     morris.State, "leaving_endings", ()),
    (r"leaving: a:resigns is made by seat 1", morris.State, "seat_of",
     when_leaving(morris.State.seat_of, 1)),
    ("leaving: seat 0 wins by a:resigns", morris.State, "outcome",
     property(lambda state: A_WINS if 0 in state.expelled else None)),
    ("leaving: max_plies_left is 7 before a:resigns, but 7 after it", morris.State,
     "max_plies_left", 7),
]  # fmt: skip
OF_RACES: list[tuple[str, Any, str, Any]] = [
    (r"description: to_dict says \[\] for 'some_moves'", Race,
     "to_dict", lambda state: {**RACE_TO_DICT(state), "some_moves": []}),
    ("leaving: 'x resigns' ends the game, but is also the move 0", Race,
     "leaving", lambda state, ending: None if ending.seat is None else 0),
]  # fmt: skip


@pytest.mark.parametrize("start", [State(), DOTS, TOKENS], ids=["listed", "offered", "left"])
def test_a_game_without_a_defect_keeps_the_laws(start: Any) -> None:
    check_state_laws(start, games=1)


@pytest.mark.parametrize(
    ("start", "sentence", "target", "attribute", "replacement"),
    [
        *((State(), sentence, State, *change) for sentence, *change in DEFECTS),
        *((State(), *defect) for defect in ELSEWHERE),
        *((DOTS, *defect) for defect in OF_DOTS),
        *((TOKENS, *defect) for defect in OF_TOKENS),
        *((Race(9, (0, 0)), *defect) for defect in OF_RACES),
    ],
)
def test_a_defect_is_found(
    start: Any,
    sentence: str,
    target: Any,
    attribute: str,
    replacement: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if target is FULL:
        *group, name = attribute.split(".")
        change = {name: replacement}
        for each in group:
            change = {each: attrs.evolve(getattr(FULL, each), **change)}
        entry = attrs.evolve(FULL, **change)
        monkeypatch.setitem(games._GAMES, "full", entry)
    else:
        monkeypatch.setattr(target, attribute, replacement, raising=False)
    with pytest.raises(LawError, match=rf"^{sentence}\nin '.*', after ") as caught:
        check_state_laws(start, games=5)
    assert str(caught.value).count("\n") == 1


def test_every_law_has_a_defect() -> None:
    found = {defect[0].partition(":")[0] for defect in (*DEFECTS, *ELSEWHERE, *OF_DOTS, *OF_TOKENS)}
    assert found == {*LAWS, "records", "marks"}
