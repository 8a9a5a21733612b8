"""The rules M29 to M39, case by case, with captures and full boards."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from morris.arranged import SQUARE
from ninetka.base.errors import InvalidRulesetError, NinetkaError, RecordError
from ninetka.morris import (
    CHAM_GONU,
    DA_SAN_QI,
    DOOZ,
    EL_FILJA,
    MILLS,
    MORABARABA,
    MORRIS,
    MUL_MULAN,
    NERENCHI,
    RUSSIAN_MILL,
    TWELVE_MENS,
    Board,
    Capture,
    Due,
    FirstToMove,
    FullBoard,
    IllegalMoveError,
    InvalidPositionError,
    Phase,
    PlacingMills,
    Problem,
    Reason,
    Removals,
    Ruleset,
    State,
    Stuck,
)
from ninetka.records import parse

ALL = Capture.SIDES | Capture.CROSSES | Capture.DIAGONALS | Capture.PLACING | Capture.MOVING


def mills(**options: Any) -> Ruleset:
    return attrs.evolve(MILLS, name="tried", **options)


def played(ruleset: Ruleset, moves: str) -> State:
    state = State.start(ruleset)
    for move in moves.split():
        state = state.apply(move)
    return state


def at(text: str, ruleset: Ruleset) -> State:
    return State.from_text(f"{text} {ruleset.name}", ruleset)


def legal(state: State) -> set[str]:
    return {state.move_text(move) for move in state.legal_moves}


SMALL = Board(
    9,
    [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)],
)
"""Three rows of three with diagonals, without names."""


def small(**options: Any) -> Ruleset:
    return attrs.evolve(mills(**options), boards={2: SMALL})


# M29


@pytest.mark.parametrize(("first", "seat"), [("next", "a"), ("first", "a"), ("second", "b")])
def test_m29_who_moves_first_when_all_have_been_put(first: str, seat: str) -> None:
    rules = small(tokens=3, first_to_move=FirstToMove(first))
    state = at("ab.ba.... 1/1 0/0 0 a put", rules).apply("8")
    assert str(state.to_move) == "b"
    assert str(state.apply("6").to_move) == seat


def test_m29_the_removal_of_the_last_put_comes_before() -> None:
    rules = small(tokens=4, first_to_move=FirstToMove.SECOND, jumping=0)
    state = at("bb..aa.ab 1/1 0/0 0 a put", rules).apply("7").apply("3")
    assert state.to_text().endswith("b remove due:last-put tried")
    after = state.apply("x5")
    assert (after.phase, str(after.to_move)) == (Phase.MOVE, "b")


def test_m29_a_mill_that_wins_leaves_the_turn_to_the_loser() -> None:
    rules = small(tokens=4, mill_wins=True, first_to_move=FirstToMove.SECOND)
    over = at("bb.aab.aa 0/1 0/0 0 b put", rules).apply("3")
    assert (str(over.to_move), str(over.outcome)) == ("a", "0-1")


@pytest.mark.parametrize(("ruleset", "seat"), [(DA_SAN_QI, "b"), (CHAM_GONU, "a")])
def test_m29_who_begins_to_move_in_named_games(ruleset: Ruleset, seat: str) -> None:
    state = at("ab.ab.................ab 0/1 0/0 0 b put", ruleset).apply("e4")
    assert (state.phase, str(state.to_move)) == (Phase.MOVE, seat)


# M30


def test_m30_mills_take_from_the_hand() -> None:
    state = played(DOOZ, "a1 b2 a4 b4 a7")
    assert (state.hands, str(state.to_move)) == ((9, 9), "b")
    again = attrs.evolve(DOOZ, placing_mills=PlacingMills.FROM_HAND_AGAIN)
    assert str(played(again, "a1 b2 a4 b4 a7").to_move) == "a"


def test_m30_what_the_hand_lacks_comes_from_the_board() -> None:
    hand = {"placing_mills": PlacingMills.FROM_HAND, "removals": Removals.EACH}
    rules = small(tokens=5, from_mills="always", **hand)
    empty = at("aa..abb.b 2/1 0/0 0 a put", rules).apply("3")
    assert (empty.hands, str(empty.to_move), empty.phase) == ((1, 0), "b", Phase.MOVE)
    # Two mills, one token in hand: the other comes from the board
    both = at("aa.bababb 1/1 0/0 0 a put", rules).apply("3")
    assert (both.hands, both.phase, both.further_removals) == ((0, 0), Phase.REMOVE, 0)
    assert str(both.apply("x4").to_move) == "b"


# M31


@pytest.mark.parametrize(
    ("before", "put", "due"),
    [
        ("ab.ba.ab.", "9", "remove due:own;owed:1"),  # nobody has a mill
        ("aaab.bba.", "5", "remove due:owed;owed:1"),  # one each
        ("aaab.bb..", "8", "remove+1 due:owed;owed:1"),  # a alone
        ("abaa.abb.", "9", "remove due:owed;owed:2"),  # b alone
    ],
)
def test_m31_mills_are_counted_when_placing_ends(before: str, put: str, due: str) -> None:
    options = {"placing_mills": PlacingMills.AT_THE_END, "from_mills": "always", "fewest": 2}
    state = at(f"{before} 0/1 0/0 0 b put", small(tokens=4, jumping=0, **options)).apply(put)
    assert " ".join(state.to_text().split()[5:7]) == due
    assert (str(state.to_move), State.from_text(state.to_text(), state.ruleset)) == ("a", state)
    own = "own" in due
    assert all(state.token_at(int(text[1:])) == (0 if own else 1) for text in legal(state))
    while state.phase is Phase.REMOVE:
        state = state.apply(state.legal_moves[0])
    assert str(state.to_move) == "a" or state.is_over


def test_m31_nothing_is_removed_before() -> None:
    assert played(EL_FILJA, "a1 b2 a4 b4 a7").phase is Phase.PUT


# M32


def test_m32_mills_give_another_turn() -> None:
    state = played(NERENCHI, "a1 b2 a4 b4 a7")
    assert (state.phase, str(state.to_move), state.hands) == (Phase.PUT, "a", (9, 10))
    rules = small(extra_turns=True, from_mills="always", tokens=4)
    lost = at("aa.b.abb. 0/0 0/0 0 a move", rules).apply("6-3").apply("x4")
    assert (str(lost.to_move), str(lost.outcome)) == ("b", "1-0")
    more = at("aa.bbabb. 0/0 0/0 0 a move", rules).apply("6-3").apply("x4")
    assert (str(more.to_move), more.phase) == ("a", Phase.MOVE)


# M33


def test_m33_a_line_removes_once_for_each_player() -> None:
    rules = small(tokens=3, mills_once=True, jumping=0)
    text = "aa..bab.b 0/0 0/0 0 a move"
    first = at(text, rules).apply("6-3")
    assert (first.phase, first.notes.used) == (Phase.REMOVE, (0b111, 0))
    for used in ("used:1.2.3/-", "used:1.2.3.4.5.6/-"):
        again = at(f"{text} {used}", rules).apply("6-3")
        assert (again.phase, str(again.to_move)) == (Phase.MOVE, "b")
    other = at(f"{text} used:-/1.2.3", rules).apply("6-3")
    assert other.phase is Phase.REMOVE
    with pytest.raises(InvalidPositionError, match="rules out the notes used"):
        at(f"{text} used:1.2/-", rules)


def test_m33_a_used_mill_protects_its_tokens() -> None:
    rules = small(tokens=4, mills_once=True, jumping=0, from_mills="if all")
    state = at("aaaab.bb. 0/0 0/0 0 b move used:1.2.3/-", rules).apply("5-9")
    assert legal(state) == {"x4"}


def test_m33_what_a_mill_has_removed_is_noted() -> None:
    state = played(RUSSIAN_MILL, "a1 b2 a4 b4 a7 xb2")
    assert [mask.bit_count() for mask in state.notes.used] == [3, 0]


# M34


def test_m34_not_straight_back_to_another_mill() -> None:
    rules = small(tokens=5, reclosing=False, jumping=0, fewest=2)
    # The token on 6 has left 1-2-3 and made 4-5-6
    text = "aa.aaabb. 0/0 0/0 0 a move"
    assert "6-3" in legal(at(text, rules))
    assert "6-3" in legal(at(f"{text} closed:9-6/-", rules))
    closed = at(f"{text} closed:3-6/-", rules)
    assert "6-3" not in legal(closed)
    assert "6-9" in legal(closed)
    with pytest.raises(IllegalMoveError, match="must not go straight back") as caught:
        closed.apply("6-3")
    assert caught.value.reason is Reason.RECLOSED


def test_m34_the_step_is_noted_until_the_next_turn() -> None:
    rules = small(tokens=5, reclosing=False, jumping=0, from_mills="always", fewest=1)
    made = at("aaaa.ab.b 0/0 0/0 0 a move", rules).apply("2-5")
    assert (made.phase, str(made.notes.closings[0])) == (Phase.REMOVE, "2-5")
    after = made.apply("x7")
    assert "closed:2-5/-" in after.to_text()
    assert State.from_text(after.to_text(), after.ruleset) == after
    later = after.apply("9-8").apply("1-2")
    assert later.notes.closings == ()


def test_m34_morabaraba_has_the_rule_and_twelve_mens_morris_has_not() -> None:
    text = "a.abbb.................a 0/0 0/0 0 b move closed:1-2/-"
    assert at(text, MORABARABA).notes.closings
    with pytest.raises(InvalidPositionError, match="rules out the notes closed"):
        at(text, TWELVE_MENS)


# M35-M37


def test_m35_custody() -> None:
    rules = mills(custody=ALL)
    state = played(rules, "a1 a4 a7")
    assert legal(state) == {"xa4"}
    assert state.apply("xa4").token_count(1) == 8
    with pytest.raises(IllegalMoveError, match="has captured tokens and must remove them first"):
        state.apply("d2")
    none = played(mills(custody=Capture.CROSSES | Capture.PLACING), "a1 a4 a7")
    assert none.phase is Phase.PUT


def test_m35_no_other_token_may_be_removed() -> None:
    state = played(mills(custody=ALL), "a1 a4 g7 g4 d6 d2 a7")
    assert legal(state) == {"xa4"}
    with pytest.raises(IllegalMoveError) as caught:
        state.apply("xd2")
    assert caught.value.reason is Reason.NOT_CAPTURED


def test_m36_intervention() -> None:
    state = played(MUL_MULAN, "d6 a1 f6 a7 a4")
    assert legal(state) == {"xa1", "xa7"}
    assert state.further_removals == 1
    then = state.apply("xa1")
    assert (legal(then), then.further_removals) == ({"xa7"}, 0)
    assert str(then.apply("xa7").to_move) == "b"


def test_m37_leaps() -> None:
    rules = mills(leap=ALL, jumping=0, tokens=4)
    fields = {
        "a1": "a",
        "a4": "b",
        "d1": "a",
        "g1": "b",
        "f2": "a",
        "f6": "a",
        "d6": "b",
        "b6": "b",
    }
    board = MILLS.boards[2]
    text = "".join(fields.get(board.name_of(at), ".") for at in range(1, 25))
    state = at(f"{text} 0/0 0/0 0 a move", rules)
    assert "a1-a7" in legal(state)
    leapt = state.apply("a1-a7")
    assert legal(leapt) == {"xa4"}
    over = leapt.apply("xa4")
    assert (over.token_count(1), str(over.to_move)) == (3, "b")
    assert "a1-a7" not in legal(at(f"{text} 0/0 0/0 0 a move", mills(jumping=0, tokens=4)))


# M38


def test_m38_a_player_who_cannot_move_removes_a_token() -> None:
    rules = attrs.evolve(
        mills(tokens=5, stuck=Stuck.REMOVES, jumping=0, fewest=1), boards={2: SQUARE}
    )
    stuck = at("ab.b.bb.. 0/0 0/0 0 b move", rules).apply("6-5")
    assert stuck.to_text().split()[4:7] == ["a", "remove", "due:stuck"]
    assert len(legal(stuck)) == 2
    assert State.from_text(stuck.to_text(), rules) == stuck
    after = stuck.apply(stuck.legal_moves[0])
    assert (str(after.to_move), after.phase) == ("a", Phase.MOVE)
    lost = at("ab.b.bb.. 0/0 0/0 0 b move", attrs.evolve(rules, stuck=Stuck.LOSES)).apply("6-5")
    assert str(lost.outcome) == "0-1"


# M39 and M19


def test_m39_placing_ends_with_few_fields_free() -> None:
    rules = small(tokens=5, placing_ends=2)
    state = at("abab.b..a 2/2 0/0 0 b put", rules)
    after = state.apply("7")
    assert (after.hands, after.phase) == ((0, 0), Phase.MOVE)


@pytest.mark.parametrize(
    ("rule", "outcome", "due"),
    [
        (FullBoard.FIRST_LOSES, "0-1", ""),
        (FullBoard.DRAW, "1/2-1/2", ""),
        (FullBoard.BOTH_FROM_FIRST, None, "a"),
        (FullBoard.BOTH_FROM_SECOND, None, "b"),
    ],
)
def test_m19_full_boards(rule: FullBoard, outcome: str | None, due: str) -> None:
    rules = small(tokens=5, full_board=rule, from_mills="always")
    full = at("abaabbba. 1/1 0/0 0 b put", rules).apply("9")
    if outcome is None:
        assert (str(full.to_move), full.notes.owed) == (due, 1)
        other = full.apply(full.legal_moves[0])
        assert (str(other.to_move) != due, other.phase) == (True, Phase.REMOVE)
        assert str(other.apply(other.legal_moves[0]).to_move) == due
    else:
        assert str(full.outcome) == outcome


# What contradicts


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"placing_mills": "at the end", "marking": True},
         "PlacingMills=at the end does not go with Marking=yes"),
        ({"placing_mills": "from hand", "stuck": "stepped over"},
         "PlacingMills=from hand does not go with Stuck=stepped over"),
        ({"placing_ends": 2, "stuck": "stepped over"},
         "PlacingEnds=2 does not go with Stuck=stepped over"),
        ({"extra_turns": True, "full_board": "first removes"},
         "ExtraTurns=yes does not go with FullBoard=first removes"),
        ({"mill_wins": True, "custody": ALL},
         "Custody=sides crosses diagonals placing moving does not go with MillWins=yes"),
        ({"quiet_few_any": True}, "QuietFewAny=yes does not go with QuietFew=0"),
        ({"placing_ends": -1}, "placing ends when 0 to 999 fields are free, not -1"),
    ],
)  # fmt: skip
def test_what_contradicts(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRulesetError, match=sentence):
        mills(**options)


def test_captures_are_written_as_words() -> None:
    assert str(ALL) == "sides crosses diagonals placing moving"
    assert repr(Capture.SIDES | Capture.FEW) == "Capture.SIDES | Capture.FEW"
    assert (str(Capture.NEVER), repr(Capture.NEVER)) == ("never", "Capture.NEVER")


@pytest.mark.parametrize(
    "notes",
    ["due:own", "owed:1", "custody:5", "intervention:1.3", "used:1.2.3/-", "closed:1-4/-"],
)
def test_notes_that_the_rules_do_not_have(notes: str) -> None:
    with pytest.raises(InvalidPositionError, match=notes.partition(":")[0]) as caught:
        State.from_text(f"a..b..................... 8/8 0/0 0 a put {notes} mills"[1:])
    assert Problem.IMPOSSIBLE_NOTES in caught.value.problems


@pytest.mark.parametrize("notes", ["due:mill", "owed:0", "custody:5;custody:6", "more=1", "used:"])
def test_notes_that_cannot_be_read(notes: str) -> None:
    with pytest.raises(InvalidPositionError, match="the notes of a position are written"):
        State.from_text(f"a..b.................... 8/8 0/0 0 a put {notes} mills")


# What is said, written and read


def test_what_is_to_be_done_says_why() -> None:
    assert played(mills(custody=ALL), "a1 a4 a7").instruction.startswith("You have captured")
    counted = small(tokens=4, fewest=2, placing_mills=PlacingMills.AT_THE_END)
    own = at("ab.ba.ab. 0/1 0/0 0 b put", counted).apply("9")
    assert own.instruction.startswith("Nobody has a mill: remove a token of your own")
    with pytest.raises(IllegalMoveError) as caught:
        own.apply("x2")
    assert caught.value.reason is Reason.NOT_OWN
    rules = mills(boards={2: SQUARE}, tokens=5, stuck=Stuck.REMOVES, jumping=0, fewest=1)
    stuck = at("ab.b.bb.. 0/0 0/0 0 b move", rules).apply("6-5")
    assert stuck.instruction.startswith("You cannot move")
    with pytest.raises(IllegalMoveError) as caught:
        stuck.apply("x7")
    assert caught.value.reason is Reason.NOT_BESIDE
    few = mills(quiet_few=10, quiet_few_any=True).summary
    assert "or 20 if a player has exactly three tokens" in few


def test_with_nothing_to_remove_turns_end() -> None:
    rules = small(tokens=4, mills_once=True, from_mills="never", jumping=0)
    made = at("aa...abbb 1/1 0/0 0 a put", rules).apply("3")
    assert (str(made.to_move), made.notes.used) == ("b", (0b111, 0))
    counted = small(
        tokens=4, from_mills="never", placing_mills=PlacingMills.AT_THE_END, fewest=2, jumping=0
    )
    only = at("aa.a..bb. 0/1 0/0 0 b put", attrs.evolve(counted, tokens=3)).apply("9")
    assert (str(only.to_move), only.phase, only.notes.owed) == ("b", Phase.REMOVE, 0)


def test_fens_say_what_is_noted() -> None:
    second = mills(tokens=3, first_to_move=FirstToMove.SECOND)
    fen = "@*******/@@******/OO*****O w p r 3 0 3 0 1 0 0 0 0 0 0 0 1"
    state = State.from_text(fen, second)
    assert state.to_text().split()[6] == "due:last-put"
    assert state.to_fen().split()[2:4] == ["p", "r"]
    rules = mills(custody=ALL)
    taken = played(rules, "a1 a4 a7")
    assert taken.to_fen().split()[-1].startswith("c:w-1-")
    assert State.from_text(taken.to_fen(), rules) == taken
    for wrong in ("z:1", "c:nonsense", "i:w-1-9|b-0-"):
        with pytest.raises(InvalidPositionError, match="needs a rule"):
            State.from_text(" ".join([*taken.to_fen().split()[:-1], wrong]), rules)
    more = " ".join([*taken.to_fen().split(), "m:w-0-|b-0-"])
    assert State.from_text(more, rules) == taken
    with pytest.raises(NinetkaError, match="not written here with the notes 'custody:"):
        taken.to_mfen()
    again = "****O***/**@*****/@OO****@ w m r 3 0 3 0 1 0 0 0 0 0 0 7 1"
    with pytest.raises(InvalidPositionError):
        State.from_text(again, attrs.evolve(MILLS, name="thrice", repetition=3))


def test_fens_of_stuck_players_and_own_tokens() -> None:
    stuck = State.from_text(
        "********/******@@/@*****@O w m r 1 0 4 0 1 0 0 0 0 0 0 0 1 s:1",
        mills(tokens=4, stuck=Stuck.REMOVES, jumping=0, fewest=1),
    )
    assert stuck.notes.due is Due.STUCK
    assert stuck.to_fen().endswith(" 1 s:1")
    assert State.from_text(stuck.to_fen(), stuck.ruleset) == stuck
    counted = mills(tokens=3, placing_mills=PlacingMills.AT_THE_END)
    own = State.from_text("@*******/O@******/O@*****O w m r 3 0 3 0 -1 -1 0 0 0 0 0 0 1", counted)
    assert (own.notes.due, own.notes.owed) == (Due.OWN, 1)
    assert own.to_fen().split()[8:10] == ["-1", "-1"]


def test_fens_of_removals_by_both_and_of_closed_mills() -> None:
    counted = mills(tokens=3, placing_mills=PlacingMills.AT_THE_END, from_mills="always")
    both = State.from_text("@*******/@@******/OO*****O w m r 3 0 3 0 2 1 0 0 0 0 0 0 1", counted)
    assert (both.notes.due, both.notes.owed, both.further_removals) == (Due.OWED, 1, 1)
    assert State.from_text(both.to_fen(), counted) == both
    with pytest.raises(InvalidPositionError, match="needs a rule"):
        State.from_text(both.to_fen(), mills(tokens=3))
    rules = mills(tokens=4, reclosing=False)
    text = "@*******/@@****@*/OO*****O b m s 3 0 4 0 0 0 {} 0 0 0 0 1"
    closed = State.from_text(text.format("16 24"), rules)
    assert closed.notes.closings[0] is not None
    assert State.from_text(closed.to_fen(), rules) == closed
    assert State.from_text(text.format("0 0"), rules).notes.closings == ()


def test_trusted_texts_have_the_notes() -> None:
    start, trusted = State.start(RUSSIAN_MILL), MORRIS.trusted
    state = played(RUSSIAN_MILL, "a1 b2 a4 b4 a7 xb2")
    assert trusted is not None
    assert trusted.read(start, trusted.write(state)) == state
    with pytest.raises(ValueError, match="not notes"):
        trusted.read(start, trusted.write(state) + "more=1")


def test_notes_of_one_seat_alone_and_words_that_are_no_captures() -> None:
    with pytest.raises(InvalidPositionError, match="used"):
        at("aa..bab.b 0/0 0/0 0 a move used:1.2.3", small(tokens=3, mills_once=True, jumping=0))
    with pytest.raises(InvalidRulesetError, match="Custody has words of sides, crosses"):
        MORRIS.begin(game="Mills", ruleset="mills", custody="corners")


def test_a_list_whose_first_player_loses_by_a_full_board() -> None:
    moves = (
        "1. g1 a4 2. b4 d3 3. f2 d1 4. e5 f6 5. d2 e3 6. f4 b6 7. c3 g7 8. a1 d5 9. d7 a7 "
        "10. g4 e4 11. d6 b2 12. c5 c4"
    )
    with pytest.raises(RecordError, match=r'\[FullBoard "first loses"\]'):
        parse(f'[Variant "Twelve Men\'s Morris"]\n[Result "0-1"]\n\n{moves} 0-1\n')
