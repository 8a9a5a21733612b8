"""Mutants of a fourth game, each with one mistake that authors make: the kit kills them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Self

import attrs
import pytest
from tictactoe import TIC_TAC_TOE, Outcome, Reason, Ruleset, Seat, Square, drawing, observation
from tictactoe import State as TicTacToe
from tictactoe.moves import SQUARES, read_move

from ninetka import games, protocol
from ninetka.base.errors import IllegalMoveError
from ninetka.protocol.entry import POSITION
from ninetka.testing import LawError, check_state_laws


class Rules(Ruleset):
    game: ClassVar[str] = "fourth"


@attrs.frozen
class Fourth(
    TicTacToe,
    protocol.UndoableState[Square],
):
    """Tic-tac-toe that can do all that a state can whose moves are listed."""

    game: ClassVar[str] = "fourth"
    ruleset: ClassVar[Ruleset] = Rules()

    @property
    def phase(self) -> str:
        return "over" if self.is_over else "marking"

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

    def to_dict(self) -> Mapping[str, object]:
        return {
            "position": self.to_text(),
            "players": 2,
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "legal_moves": [*map(str, self.legal_moves)],
        }


def _from_tags(tags: Mapping[str, str]) -> Fourth:
    return Fourth.from_text(tags[POSITION]) if POSITION in tags else Fourth()


FOURTH: Any = attrs.evolve(
    TIC_TAC_TOE,
    names={"fourth": {}},
    identifier="fourth",
    start=lambda ruleset, players: Fourth(),
    from_tags=_from_tags,
    to_tags=lambda state: {POSITION: state.to_text()},
    samples=None,
)
ORIGINAL: Any = {name: getattr(Fourth, name) for name in dir(Fourth)}
"""The attributes of the game as it should be."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "fourth", FOURTH)


def test_the_game_without_a_mistake_keeps_the_laws() -> None:
    check_state_laws(Fourth())


def changed(name: str, change: Callable[..., Any]) -> Any:
    """A method that gives what `change` makes of its arguments and of what it should give."""
    original = ORIGINAL[name]
    if isinstance(original, property):
        return property(lambda state: change(state, original.fget(state)))  # type: ignore[misc]
    return lambda state, *given, **options: change(
        state, *given, original(state, *given, **options)
    )


def told(**values: object) -> Any:
    """A `to_dict` that says something else."""
    return changed("to_dict", lambda state, data: {**data, **values})


def picture_with(**attributes: str) -> Any:
    """A `draw` whose pictures have a further attribute."""

    def draw(state: Any, picture: Any) -> Any:
        svg = DRAW(state, picture)
        svg[-1].attrib.update(attributes)
        return svg

    return draw


def picture_of(old: str, new: str) -> Any:
    return changed("to_svg", lambda state, svg: svg.replace(old, new))


DRAW, PLANES = drawing.draw, observation.planes

MUTANTS: list[tuple[str, str, Any, str, Any]] = [
    # Making and taking back moves
    (
        "the move is made for the other seat", "legality|undo", Fourth, "apply_unchecked",
        lambda state, move: Fourth(state.noughts, state.crosses | move.bit),
    ),
    ("apply changes nothing", "play|undo", Fourth, "apply_unchecked", lambda state, move: state),
    (
        "undo takes back marks of the other seat", "undo", Fourth, "undo",
        lambda state, move: type(state)(state.crosses & ~move.bit, state.noughts),
    ),
    (
        "undo takes back one move too many", "undo", Fourth, "undo",
        changed("undo", lambda state, move, before: Fourth() if before.noughts else before),
    ),
    (
        "undo takes back any move", "undo", Fourth, "undo",
        lambda state, move: Fourth(state.crosses & ~move.bit, state.noughts & ~move.bit),
    ),
    (
        "the last move reads as another", "undo", Fourth, "parse_last_move",
        lambda state, text: Square.A3,
    ),
    # Equality
    ("equality looks at crosses alone", "copies|text", Fourth, "__eq__",
     lambda state, other: isinstance(other, Fourth) and state.crosses == other.crosses),
    ("no state equals another", "legality|copies", Fourth, "__eq__",
     lambda state, other: state is other),
    ("hashes are of the object", "copies|text", Fourth, "__hash__", object.__hash__),
    # Legality
    (
        "a square is legal twice", "legality", Fourth, "is_legal",
        lambda state, move: bool(state._free & move.bit) or move is Square.B2,
    ),
    (
        "moves are listed when the game is won", "end", Fourth, "legal_moves",
        property(lambda state: tuple(square for square in SQUARES if state._free & square.bit)),
    ),
    (
        "a legal move is not listed", "legality|play|end", Fourth, "legal_moves",
        changed("legal_moves", lambda state, moves: moves[:-1] if len(moves) > 1 else moves),
    ),
    (
        "moves are not checked by apply", "legality|move text|play", Fourth, "apply",
        lambda state, move: state.apply_unchecked(
            read_move(move) if isinstance(move, str) else move
        ),
    ),
    # Action codes
    (
        "codes are in the order of the moves", "actions", Fourth, "action",
        changed("action", lambda state, move, code: state.legal_moves.index(move)),
    ),
    (
        "a code too many", "actions|play", Fourth, "action_count", 10,
    ),
    (
        "codes are not in ascending order", "actions", Fourth, "legal_actions",
        changed("legal_actions", lambda state, codes: codes[::-1]),
    ),
    # Texts
    (
        "the text forgets noughts", "copies|text|tags|records", Fourth, "to_text",
        changed("to_text", lambda state, text: text.replace("o", "x")),
    ),
    (
        "the text is not read back", "tags|play", Fourth, "to_text",
        changed("to_text", lambda state, text: text.replace("/", "|")),
    ),
    (
        "the text is read back mirrored", "tags", FOURTH, "from_tags",
        lambda tags: _from_tags({POSITION: tags[POSITION][::-1]}),
    ),
    (
        "other tags are not ignored", "tags", FOURTH, "from_tags",
        lambda tags: _from_tags(tags) if [*tags] == [POSITION] else Fourth(),
    ),
    (
        "a tag of the start is not named", "tags", FOURTH, "tag_names", frozenset({"Start"}),
    ),
    (
        "a text reads as another move", "move text", Fourth, "parse_move",
        lambda state, text: ORIGINAL["parse_move"](state, text.replace("a1", "a2")),
    ),
    # Turns and ends
    (
        "nobody is to move once the game is over", "turn", Fourth, "to_move",
        changed("to_move", lambda state, seat: -1 if state.is_over else seat),
    ),
    (
        "seats are in another order", "turn", Fourth, "seats", (Seat.NOUGHTS, Seat.CROSSES),
    ),
    ("both seats have one name", "turn", Seat, "__str__", lambda seat: "x"),
    (
        "a full board is not the end", "end|play", Fourth, "is_over",
        property(lambda state: state.winner is not None),
    ),
    (
        "the points at the end are not the outcome's", "end", Fourth, "scores",
        changed("scores", lambda state, points: (0, 0)),
    ),
    (
        "a draw is worth nothing", "end", Outcome, "shares",
        property(lambda it: tuple(Fraction(seat is it.winner) for seat in Seat)),
    ),
    (
        "the winner has half of the win", "end", Outcome, "shares",
        property(lambda it: (Fraction(1, 2), Fraction(1, 2))),
    ),
    ("the loser is ranked first", "end", Outcome, "ranking",
     property(lambda it: tuple(sorted(Seat, key=lambda seat: seat is it.winner)))),
    ("fewer plies remain than are played", "termination", Fourth, "max_plies_left",
     changed("max_plies_left", lambda state, plies: plies // 2)),
    # Views
    ("the view has seats and moves as they are", "description", Fourth, "to_dict",
     changed("to_dict", lambda state, data: {**data, "legal_moves": state.legal_moves})),
    ("the view has tuples", "description", Fourth, "to_dict",
     changed("to_dict", lambda state, data: {**data, "legal_moves": ("a1",)})),
    ("the view names the wrong seat", "description", Fourth, "to_dict", told(to_move=1)),
    ("the view is of another position", "description", Fourth, "to_dict", told(position="...")),
    ("the view has a key at the end alone", "description", Fourth, "to_dict",
     changed("to_dict", lambda state, data: data | {"won": True} if state.is_over else data)),
    ("the view never ends", "description", Fourth, "to_dict", told(is_over=False)),
    ("there is no instruction at the end", "guidance", Fourth, "instruction",
     changed("instruction", lambda state, said: "" if state.is_over else said)),
    ("the ruleset is of another game", "guidance", Fourth, "ruleset", Ruleset()),
    # Planes
    ("a plane is missing", "observation", observation, "planes",
     lambda state, seat: PLANES(state, seat)[:2]),
    ("a plane runs over the edge", "observation", observation, "planes",
     lambda state, seat: (*PLANES(state, seat)[:2], 0b1_111_111_111)),
    ("a seat too many sees something", "observation", Fourth, "planes",
     lambda state, seat: PLANES(state, seat % 2)),
    # Pictures
    ("pictures have ids", "drawing", drawing, "draw", picture_with(id="board")),
    ("pictures have styles", "drawing", drawing, "draw", picture_with(style="fill:red")),
    ("pictures have links", "drawing", drawing, "draw",
     picture_with(**{"{http://www.w3.org/1999/xlink}href": "#board"})),
    ("pictures run scripts", "drawing", drawing, "draw", picture_with(onclick="alert(1)")),
    ("pictures hold scripts", "drawing", Fourth, "to_svg",
     picture_of("<desc", "<script>alert(1)</script><desc")),
    ("pictures are no SVG", "drawing", Fourth, "to_svg",
     picture_of("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml")),
    ("a mark that the drawing does not know", "marks", drawing, "MARKS", ("legal-moves", "wins")),
    ("any mark is taken", "drawing", Fourth, "to_svg",
     lambda state, **options: ORIGINAL["to_svg"](state, **{**options, "marks": ()})),
    ("the board of text is not ASCII", "drawing", Fourth, "to_board",
     changed("to_board", lambda state, text: text + "\N{MULTIPLICATION SIGN}")),
    ("str is not the board", "drawing", Fourth, "__str__", lambda state: state.to_text()),
    # The registry's entry
    ("a move gains nothing that compares", "gains", FOURTH, "gains",
     lambda state, moves: [(None,) for _ in moves]),
    ("some moves gain nothing", "gains", FOURTH, "gains", lambda state, moves: [(1,)]),
    ("turns are not numbered in order", "records", FOURTH, "turns",
     lambda states: [*range(len(states), 0, -1)]),
    ("one player sits twice", "records", FOURTH, "seatings", lambda players: [(0, 0), (1, 1)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("laws", "target", "attribute", "replacement"),
    [pytest.param(*mutant, id=name) for name, *mutant in MUTANTS],
)
def test_a_mutant_is_killed(
    laws: str, target: Any, attribute: str, replacement: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if target is FOURTH:
        rules = attrs.evolve(FOURTH, **{attribute: replacement})
        monkeypatch.setitem(games._GAMES, "fourth", rules)
    else:
        monkeypatch.setattr(target, attribute, replacement, raising=False)
    with pytest.raises(LawError, match=f"^({laws}): "):
        check_state_laws(Fourth())


def test_there_are_as_many_names_as_mutants() -> None:
    assert len({name for name, *_ in MUTANTS}) == len(MUTANTS) > 50
