"""The test kit passes what is right and finds what is broken."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NoReturn, Self

import attrs
import pytest
from test_other_games import Nim, Take

from ninetka import (
    NESTORGAMES,
    NINE,
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
from ninetka.nine.samples import MOVES
from ninetka.nine.squares import SQUARES
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.testing import LAWS, LawError, check_state_laws
from ninetka.testing.laws import Trial
from testing.test_testkit_large import DEFECTS as OTHER_DEFECTS

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


def code_or_length(state: State, move: Move) -> int:
    return ACTION(state, move) if state.is_legal(move) else len(str(move))


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


def refuses(option: str) -> Callable[..., str]:
    def to_svg(state: State, **options: Any) -> str:
        if option in options:
            raise ValueError(f"{option} {options[option]}")
        return TO_SVG(state, **options)

    return to_svg


def refuses_mark(name: str) -> Callable[..., str]:
    def to_svg(state: State, **options: Any) -> str:
        if [*options.get("marks", ())] == [name]:
            raise KeyError(name)
        return TO_SVG(state, **options)

    return to_svg


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
    "a seat too many": (
        r"turn: 2 players have the seats \(Seat.FIRST, .*, Seat.FOURTH\)",
        "seats",
        property(lambda state: tuple(Seat)),
    ),
    "moves listed twice": (
        "listing: a legal move is listed twice",
        "legal_moves",
        property(lambda it: legal_moves(it) * 2),
    ),
    "another order each time": (
        "listing: the legal moves are listed in another order when asked again",
        "legal_moves",
        property(lambda state: legal_moves(state)[:: 1 if next(HASHES) % 2 else -1]),
    ),
    "a move not listed": (
        r"legality: is_legal says True of \*C3, the list does not",
        "legal_moves",
        property(lambda state: legal_moves(state)[1:]),
    ),
    "any neutral is legal": (
        r"legality: is_legal says True of \*A1, the list does not",
        "is_legal",
        lambda state, move: isinstance(move, PlaceNeutral) or IS_LEGAL(state, move),
    ),
    "every text applied is the first move": (
        r"move text: to apply '\*D3' leads elsewhere than to apply \*D3",
        "apply",
        lambda state, move: APPLY(state, legal_moves(state)[0] if isinstance(move, str) else move),
    ),
    "apply checks nothing": (
        "legality: apply accepts @A2, which is not listed",
        "apply",
        APPLY_UNCHECKED,
    ),
    "an error about another move": (
        "legality: the error for @A2 does not carry the move, the state and a sentence",
        "apply",
        refuse_wrongly,
    ),
    "an error about another state": (
        "legality: the error for @A2 does not carry the move, the state and a sentence",
        "apply",
        refuse_elsewhere,
    ),
    "codes one too high": (
        r"actions: legal_actions gives \(0, 1, .*, 48\), not \[1, 2, .*, 49\]",
        "action",
        lambda state, move: ACTION(state, move) + 1,
    ),
    "one code for all": (
        r"actions: the legal moves have the action codes \[0, .*, 0\]",
        "action",
        lambda state, move: 0,
    ),
    "a move for every number": ("actions: there is a move for action -1", "move", move_or_pass),
    "a text of two words": (
        r"move text: the text '\*C3 !' of \*C3 is not a word of a record",
        "move_text",
        lambda state, move: f"{move} !",
    ),
    "a text without the square": (
        "move text: two legal moves have the same text",
        "move_text",
        lambda state, move: str(move)[:1],
    ),
    "nonsense read as a move": ("move text: '' reads as a move", "parse_move", any_of_nonsense),
    "no two hashes alike": (
        "copies: pickle gives another state, or one with another hash",
        "__hash__",
        lambda state: next(HASHES),
    ),
    "pickled without its stones": (
        "copies: pickle gives another state, or one with another hash",
        "__reduce__",
        lambda state: (State.start, (state.ruleset, state.players)),
    ),
    "a text without whose turn it is": (
        "tags: InvalidPositionError: it is the turn of seat b, not a",
        "to_text",
        without_the_seat,
    ),
    "a text of two lines": (
        r"position text: the text has more than one line: '.* a 2 few\\n'",
        "to_text",
        lambda state: TO_TEXT(state) + "\n",
    ),
    "equal whosever turn it is": (
        "copies: the state after -- is as equal as its text is different, or the reverse",
        "__eq__",
        lambda state, other: (state.ruleset, stones(state)) == (other.ruleset, stones(other)),
    ),
    "texts of illegal moves read": (
        "move text: '--' reads as --, which is illegal",
        "parse_move",
        any_move,
    ),
    "a code for illegal moves": (
        "actions: @A2 is illegal, but has the code 3",
        "action",
        code_or_length,
    ),
    "a text for illegal moves": (
        "move text: @A2 is illegal, but has the text '@A2'",
        "move_text",
        text_or_bare,
    ),
    "undo takes back anything": (
        "undo: undo takes back --, which cannot have led here",
        "undo",
        undo_or_stay,
    ),
    "undo leads to another game": (
        r"undo: undo takes back \*C3, which cannot have led here",
        "undo",
        undo_to_start,
    ),
    "undo refuses the last move": (
        "undo: NinetkaError: nothing can be taken back",
        "undo",
        undo_nothing,
    ),
    "apply leads elsewhere": (
        "legality: apply and apply_unchecked lead elsewhere with K7",
        "apply",
        apply_elsewhere,
    ),
    "an error without a sentence": (
        "legality: the error for @A2 does not carry the move, the state and a sentence",
        "apply",
        refuse_silently,
    ),
    "unequal to its copy": (
        "copies: copy gives another state, or one with another hash",
        "__copy__",
        lambda state: State.start(WIKI),
    ),
    "a seat too few": (
        r"turn: 3 players have the seats \(Seat.FIRST, Seat.SECOND\)",
        "players",
        property(lambda state: 3),
    ),
    "scores for others": (
        r"drawing: ValueError: zip\(\) .*",
        "scores",
        property(lambda state: (0,)),
    ),
    "a code for another move": ("actions: action 84 of @J11 stands for @I11", "move", move_before),
    "never over": (
        "end: is_over is False with 0 legal moves and outcome None",
        "is_over",
        property(lambda state: False),
    ),
    "no outcome": (
        "end: is_over is True with 0 legal moves and outcome None",
        "outcome",
        property(lambda state: None),
    ),
    "an outcome too early": (
        "end: is_over is False with 49 legal moves and outcome 0-0",
        "outcome",
        property(lambda state: Outcome((0, 0))),
    ),
    "undo does nothing": (
        "undo: undo takes back --, which cannot have led here",
        "undo",
        lambda state, move: state,
    ),
    "the last move read as another": (
        "undo: IllegalMoveError: seat b cannot pass: .*",
        "parse_last_move",
        lambda state, text: PARSE_MOVE(state, "pass"),
    ),
    "a picture that is no XML": (
        "drawing: ParseError: no element found: line 1, column 5",
        "to_svg",
        lambda state, **_: "<svg>",
    ),
    "a code left out": (
        r"actions: legal_actions gives \(1, 2, .*, 48\), not \[0, 1, .*, 48\]",
        "legal_actions",
        property(lambda it: LEGAL_ACTIONS.fget(it)[1:]),
    ),
    "a plane left out": (
        "observation: 13 names are for 12 planes",
        "planes",
        lambda state, seat: PLANES(state, seat)[1:],
    ),
    "a plane larger than the board": (
        r"observation: seat a sees more than 11x11 squares in \(0, .*\)",
        "planes",
        lambda state, seat: (*PLANES(state, seat)[1:], 1 << 121),
    ),
    "two planes of one name": (
        r"observation: two planes have the same name among \('plane', .*\)",
        "plane_names",
        property(lambda state: ("plane",) * 13),
    ),
    "planes for anybody": (
        "observation: seat -1 does not play, but sees planes",
        "planes",
        lambda state, seat: PLANES(state, seat % 2),
    ),
    "a text that begins a comment": (
        r"move text: the text '{\*C3' of \*C3 is not a word of a record",
        "move_text",
        lambda state, move: "{" + MOVE_TEXT(state, move),
    ),
    "a text that begins a tag": (
        r"move text: the text '\[\*C3' of \*C3 is not a word of a record",
        "move_text",
        lambda state, move: "[" + MOVE_TEXT(state, move),
    ),
    "a text read as another move": (
        r"move text: '\*C4' reads as \*C3, not as \*C4",
        "parse_move",
        lambda state, text: PARSE_MOVE(state, text.replace("4", "3")),
    ),
    "a last move read as another": (
        r"undo: '\*C3' does not read as the last move \*C3",
        "parse_last_move",
        lambda state, text: Pass(),
    ),
    "unequal to its deep copy": (
        "copies: deepcopy gives another state, or one with another hash",
        "__deepcopy__",
        lambda state, memo: State.start(WIKI),
    ),
    "two codes for a move": (
        "actions: action 85 stands for a legal move that has another code",
        "move",
        lambda state, action: MOVE(state, 0 if action == 85 else action),
    ),
    "a code that is a text": (
        "actions: there is a move for action '0'",
        "move",
        lambda state, action: MOVE(state, 0 if action == "0" else action),
    ),
    "a board with colours": (
        "drawing: the plain board has codes for terminals",
        "to_board",
        lambda state, **_: "\x1b[1m",
    ),
    "a text like a turn's number": (
        r"move text: the text '12.\*C3' of \*C3 is not a word of a record",
        "move_text",
        lambda state, move: f"12.{MOVE_TEXT(state, move)}",
    ),
    "a text that is a result": (
        r"move text: the text '\*' of \*C3 is also the result of a game that ends here",
        "move_text",
        lambda state, move: MOVE_TEXT(state, move).replace("*C3", "*"),
    ),
    "a move offered twice": (
        "offer: a move is offered twice",
        "some_moves",
        property(lambda state: state.legal_moves * 2),
    ),
    "an illegal move offered": (
        r"offer: \*A1 is offered, but is illegal",
        "some_moves",
        property(lambda it: (*it.legal_moves, PlaceNeutral("A1")) if it.legal_moves else ()),
    ),
    "another order offered each time": (
        "offer: other moves are offered, or in another order, when asked again",
        "some_moves",
        property(lambda state: state.legal_moves[:: 1 if next(HASHES) % 2 else -1]),
    ),
    "a code less later": (
        "sizes: action_count is 85, but was 86 at the start",
        "action_count",
        property(lambda state: 86 - bool(stones(state))),
    ),
    "planes that grow": (
        r"sizes: plane_shape is \(11, 12\), but was \(11, 11\) at the start",
        "plane_shape",
        property(lambda state: (11, 11 + bool(stones(state)))),
    ),
    "planes that change their names": (
        "sizes: plane_names is range\\(1, 14\\), but was range\\(0, 13\\) at the start",
        "plane_names",
        property(lambda state: range(bool(stones(state)), 13 + bool(stones(state)))),
    ),
    "a name of its own": (
        "game: the name of a game is lower-case letters, not '9tka'",
        "game",
        "9tka",
    ),
    "another name later": (
        "game: this is a state of nine, but the game began as ninetka",
        "game",
        property(lambda state: "nine" if stones(state) else "ninetka"),
    ),
    "a mark that is not there": (
        "marks: KeyError: 'blocked'",
        "to_svg",
        refuses_mark("blocked"),
    ),
    "two marks of one name": (
        r"marks: two marks have the same name among \(.blocked., .blocked.\)",
        "marks",
        ("blocked", "blocked"),
    ),
    "any mark will do": (
        "marks: 'no such mark' can be marked in a picture",
        "to_svg",
        lambda state, marks=(), **more: TO_SVG(state, marks={*marks} & {"blocked"}, **more),
    ),
    "a slide that leads nowhere": (
        "undo: IllegalMoveError: K3 cannot be taken back: it was not the last move",
        "apply_unchecked",
        never_slides,
    ),
    **{
        f"a picture that cannot have {option}": (
            f"drawing: ValueError: {option} {value}",
            "to_svg",
            refuses(option),
        )
        for option, value in {
            "title": "<&>",
            "names": r"\['<&>', '<&>'\]",
            "size": "100",
            "last_move": r"\*C3",
            "marks": r"\(.legal-moves., .blocked.\)",
            "legend": "False",
        }.items()
    },
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, attribute, replacement = DEFECTS[name]
    start = State.start(FEW, 2)
    monkeypatch.setattr(State, attribute, replacement, raising=False)
    with pytest.raises(LawError, match=rf"^{said}\nin '.*', after .") as caught:
        check_state_laws(start, games=3)
    assert str(caught.value).count("\n") == 1


def test_at_least_twelve_defects_and_every_law_has_one() -> None:
    assert len(DEFECTS) >= 12
    laws = {law.partition(":")[0] for law, _, _ in [*DEFECTS.values(), *OTHER_DEFECTS.values()]}
    assert laws == {*LAWS, "position text"}


@pytest.mark.parametrize(
    ("attribute", "replacement", "said"),
    [
        ("ranking", property(lambda outcome: (Seat.FIRST,)), "is not of all seats"),
        ("ranking", property(lambda outcome: (*SEATS, Seat.SECOND)), "is not of all seats"),
        ("ranking", property(lambda outcome: (Seat.FIRST, Seat.FIRST)), "is not of all seats"),
        ("winners", property(lambda outcome: outcome.ranking[:1] * 2), "are not the first of"),
        ("winners", property(lambda outcome: outcome.ranking[-1:]), "are not the first of"),
        ("__str__", lambda outcome: "4 to 4", "the result '4 to 4' is not a word of a record"),
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
    monkeypatch.setattr("ninetka.nine.registration.State.to_text", lose)
    with pytest.raises(LawError):
        check_state_laws(start, games=1)


def test_the_games_that_are_played_and_what_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, tuple[object, ...]]] = []

    def look(trial: Trial) -> Iterator[str]:
        seen.append((trial.state, (*trial.given,)))
        return iter(())

    monkeypatch.setitem(LAWS, "look", look)
    check_state_laws(Nim(9), moves=iter([Take(0), Take(-1)]))
    assert {others for _, others in seen} == {(Take(0), Take(-1))}
    assert [state.heap for state, _ in seen].count(9) == 20
    assert [state.heap for state, _ in seen[:8]] == [9, 7, 5, 2, 0, 9, 6, 4]
    seen.clear()
    check_state_laws(Nim(9), games=2, seed=1)
    assert [state.heap for state, _ in seen] == [9, 6, 4, 2, 1, 0, 9, 7, 6, 3, 0]
    seen.clear()
    check_state_laws(State.start(FEW, 4), games=1, moves=[5])
    assert {others for _, others in seen} == {(5, *MOVES)}


def said_of(start: Any, **options: Any) -> str:
    """What the kit says is wrong."""
    with pytest.raises(LawError) as caught:
        check_state_laws(start, **options)
    return str(caught.value)


def test_where_a_law_is_broken_is_said() -> None:
    said = "termination: the game goes on after"
    assert said_of(Nim(9), most_plies=0) == f"{said} 0 plies\nin '9 0', after no moves"
    taken = "Take(count=2), Take(count=2), Take(count=3)"
    assert said_of(Nim(9), most_plies=3) == f"{said} 3 plies\nin '2 1', after {taken}"


def broken(*_: object) -> NoReturn:
    raise KeyError("gone")


def test_errors_of_the_game_itself_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    start = State.start(FEW, 2)
    place = f"in {start.to_text()!r}, after no moves"
    monkeypatch.setattr(State, "max_plies_left", property(broken))
    assert said_of(start) == f"play: KeyError: 'gone'\n{place}"
    monkeypatch.setattr(State, "to_text", broken)
    monkeypatch.setattr(State, "max_plies_left", 99)
    error = "KeyError: 'gone'"
    place = f"in a state whose text is {error}, after no moves"
    assert said_of(start) == f"position text: {error}\n{place}"


def test_tags_that_read_as_another_state_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    start = State.start(FEW, 4)
    rules = attrs.evolve(NINE, from_tags=lambda tags: State.start(WIKI, int(tags["Players"])))
    monkeypatch.setattr("ninetka.testing.laws.rules_for_state", lambda state: rules)
    tags, other = dict(NINE.to_tags(start)), State.start(WIKI, 4).to_text()
    place = f"in {start.to_text()!r}, after no moves"
    assert said_of(start) == f"tags: the tags {tags} read back as {other!r}\n{place}"


@pytest.mark.parametrize("form", ["9tka", "json"])
def test_a_record_that_reads_as_another_is_found(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = State.start(FEW, 2)
    records: list[Record[Any, Any]] = []
    write = Record.to_form

    def write_another(record: Record[Any, Any], name: str) -> str:
        if name != form:
            return write(record, name)
        records.append(record)
        return write(attrs.evolve(record, tags={}), name)

    monkeypatch.setattr(Record, "to_form", write_another)
    said = said_of(start, games=1, seed=3)
    (record,) = records
    game = random_game(start, Random("3/0"))
    assert record == Record(game, {"First": "Ann"}, {0: "a comment"})
    text = write(attrs.evolve(record, tags={}), form)
    place = f"in {start.to_text()!r}, after no moves"
    assert said == f"records: a record does not read back: {text}\n{place}"


def test_what_the_kit_cannot_check() -> None:
    with pytest.raises(NinetkaError, match="5 is not a state that offers moves"):
        check_state_laws(5)  # type: ignore[arg-type]
    with pytest.raises(NinetkaError) as caught:
        check_state_laws(Nim(9), games=0)
    assert str(caught.value) == "the laws are checked in 1 game or more, not in 0"
