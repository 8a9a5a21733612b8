"""What the tags of a record say of the start of a game."""

from __future__ import annotations

from math import sin
from random import Random
from typing import Any

import attrs
import pytest

from morris.arranged import SQUARE, at, mills
from ninetka import Game
from ninetka.base.errors import InvalidRulesetError, NinetkaError
from ninetka.base.messages import listed
from ninetka.morris import (
    MILLS,
    NINE_AM,
    PUBLISHED,
    Board,
    Put,
    Ruleset,
    State,
)
from ninetka.morris.samples import MOVES, some_ruleset
from ninetka.morris.tags import TAGS, from_tags, to_tags
from ninetka.protocol.options import options_of
from ninetka.records import Record, parse

LINES = "1-2-3,4-5-6,7-8-9,1-4-7,2-5-8,3-6-9"
RINGS = "8-7-6-5-4-3-2-1,16-15-14-13-12-11-10-9,24-23-22-21-20-19-18-17"
CLUB = {
    "Ruleset": "club", "Players": "2", "Boards": f"2:{LINES} 3:rings", "Tokens": "5", "Cards": "no",
    "Stuck": "stepped over", "FromMills": "always", "Jumping": "0", "Quiet": "7",
}  # fmt: skip
OPTIONS = {
    "Mixed": "yes", "MillWins": "yes", "FullBoard": "draw", "Fewest": "4", "QuietFew": "1",
    "Repetition": "3", "LongRows": "nothing", "Start": "2:a.......b",
}  # fmt: skip


def test_the_tags_of_published_games() -> None:
    assert to_tags(State.start(MILLS)) == {"Ruleset": "mills", "Players": "2"}
    assert to_tags(State.start(NINE_AM, 4)) == {"Ruleset": "9am", "Players": "4"}


def test_the_tags_of_other_rulesets() -> None:
    state = from_tags(CLUB)
    assert to_tags(state) == CLUB
    assert state.board == SQUARE
    assert state.ruleset.boards[3] == Board.rings(3)
    assert {tag for tag, each in options_of(Ruleset).items() if each.required} <= {*CLUB}
    looks = ["FieldPlaces", "FieldNames"]
    assert [*TAGS.names] == ["Ruleset", "Players", *options_of(Ruleset), *looks, "Position"]
    assert from_tags(CLUB | {"Players": "3"}).board == Board.rings(3)


def test_the_tags_of_options_are_written_where_they_are_not_usual() -> None:
    for_two = CLUB | {"Boards": f"2:{LINES}"}
    tags = for_two | {"Jumping": "4"} | OPTIONS
    state = from_tags(tags)
    assert to_tags(state) == tags
    assert {field.number: seat for field, seat in state.tokens.items()} == {1: 0, 9: 1}
    loses = for_two | {"Jumping": "4", "Stuck": "loses"}
    jumping, rng = from_tags(loses).ruleset, Random(1)
    optional = [each for each in options_of(Ruleset).values() if not each.required]
    for each in optional:
        value: Any = each.default
        while value == each.default:
            value = each.samples(rng, jumping)
        others = {"QuietFew": "1"} if each.tag == "QuietFewAny" else {}
        begun = from_tags(loses | others).ruleset
        ruleset = attrs.evolve(begun, **{each.field: value})
        said = {each.tag: each.write(getattr(ruleset, each.field))}
        tags = loses | others | said
        assert to_tags(State.start(ruleset)) == tags
        assert from_tags(tags).ruleset == ruleset


def test_what_is_usual_is_the_default() -> None:
    default = Ruleset("small", {2: SQUARE})
    for each in options_of(Ruleset).values():
        assert each.tag == "Boards" or each.default == getattr(default, each.field)


def test_jumping_is_a_number_and_may_be_yes_or_no() -> None:
    for text, number in (("yes", 3), ("no", 0), ("4", 4)):
        assert from_tags(CLUB | {"Jumping": text}).ruleset.jumping == number


def test_rings_for_another_number_of_players_are_written_as_lines() -> None:
    board = Board.rings(3)
    state = State.start(Ruleset("small", {2: board}), 2)
    tags = to_tags(state)
    assert "rings" not in tags["Boards"]
    assert from_tags(tags) == state
    assert from_tags(tags).board == board


def test_rings_with_other_numbers_are_written_with_them() -> None:
    board = Board.rings(2, [range(8, 0, -1), range(16, 8, -1), range(24, 16, -1)])
    tags = to_tags(State.start(attrs.evolve(MILLS, boards={2: board})))
    assert tags["Boards"] == f"2:rings:{RINGS}"
    read = from_tags(tags).board
    assert (read, read.places, read.names) == (board, board.places, board.names)
    other = attrs.evolve(board, lines=[*board.lines, (8, 15, 23)])
    tags = to_tags(State.start(attrs.evolve(MILLS, boards={2: other})))
    assert tags["Boards"].startswith("2:1-8-7,")
    assert from_tags(tags).board == other


def test_lines_may_be_separated_by_slashes() -> None:
    for boards in (f"2:{LINES} 3:rings", f"2:rings:{RINGS}"):
        with_slashes = from_tags(CLUB | {"Boards": boards.replace(",", "/")})
        assert to_tags(with_slashes)["Boards"] == boards


CLUB_LOOKS = {
    "FieldPlaces": "2:-1:-1,0:-1,1:-1,-1:0,0:0,1:0,-1:1,0:0.3333,1:1",
    "FieldNames": "2:nw,n,-,-,middle,-,-,-,-",
}


def test_places_and_names_of_fields_are_tags_of_boards() -> None:
    state = from_tags(CLUB | CLUB_LOOKS)
    assert state == from_tags(CLUB)
    assert {field.number: name for field, name in state.board.names.items()} == {
        1: "nw", 2: "n", 5: "middle",
    }  # fmt: skip
    assert [*state.board.places.values()][5:8] == [(1, 0), (-1, 1), (0, 0.3333)]
    assert to_tags(state) == CLUB | CLUB_LOOKS
    for tag, text in CLUB_LOOKS.items():
        assert to_tags(from_tags(CLUB | {tag: text.replace(",", "/")})) == CLUB | {tag: text}


def test_boards_of_a_published_ruleset_that_look_otherwise_keep_their_looks() -> None:
    """Moves are written with names, so records could not be read without them."""
    square = Board.rings(2)
    board = Board(24, square.lines, names={1: "top"}, places=square.places)
    start = State.start(attrs.evolve(MILLS, boards={2: board}))
    assert start == State.start(MILLS)
    assert to_tags(start).keys() == {"Ruleset", "Players", "Boards", "FieldPlaces", "FieldNames"}
    record = Record(Game.from_state(start).play("top 2 4"))
    assert "1. top 2 2. 4 *" in record.to_text()
    assert parse(record.to_text()) == record == parse(record.to_json())
    names = ",".join(f"n{number}" for number in range(1, 25))
    named = from_tags({"Ruleset": "mills", "Players": "2", "FieldNames": f"2:{names}"})
    assert named.move_text(Put(24)) == "n24"
    assert named.board.places == square.places


SQUARE_PLACES = {at: ((at - 1) % 3 - 1, (at - 1) // 3 - 1) for at in range(1, 10)}


def test_m16_a_part_of_two_fields_is_an_edge() -> None:
    board = from_tags(CLUB | {"Boards": "2:1-2-3-4,4-5,5-1,4-6-7"}).board
    assert board == Board(7, [(1, 2, 3, 4), (4, 6, 7)], edges=[(4, 5), (5, 1)])
    tags = to_tags(State.start(mills(board)))
    assert tags["Boards"] == "2:1-2-3-4,4-6-7,4-5,5-1"
    assert from_tags(tags).board == board


@pytest.mark.parametrize(
    "board",
    [
        Board(9, SQUARE.lines, places={at: (at / 9, 1e-9 * sin(at)) for at in range(1, 10)}),
        Board(9, SQUARE.lines, names={at: f"f{at}" for at in range(1, 10)}),
        Board(9, SQUARE.lines, edges=[(1, 5), (5, 9)], names={5: "mid"}),
        Board(9, [*SQUARE.lines, (1, 5, 9), (4, 7, 8, 6)], places=SQUARE_PLACES),
        Board(24, Board.rings(2).lines),
        Board.rings(2),
    ],
)
def test_names_and_places_of_any_board_read_back(board: Board) -> None:
    start = State.start(mills(board))
    again = from_tags(to_tags(start))
    assert again == start
    assert (again.board.names, again.board.places) == (board.names, board.places)


def test_samples_are_of_all_sorts() -> None:
    rng = Random(0)
    assert len({*MOVES}) == len(MOVES)
    samples = [some_ruleset(rng) for _ in range(1000)]
    assert {MILLS, NINE_AM} <= {*samples}
    custom = [rules for rules in samples if rules not in (MILLS, NINE_AM)]
    names = {"mills-custom", "9am-custom", "custom", "v1.0-beta+x", "ż"}
    assert {rules.name for rules in custom} == names
    numbers = {
        "tokens": {3, 4, 5, 9}, "jumping": {0, 1, 2, 3, 4, 5}, "quiet": {1, 2, 5, 20},
        "fewest": {1, 2, 3, 4}, "repetition": {0, 2, 3},
    }  # fmt: skip
    for option in options_of(Ruleset).values():
        found = {getattr(rules, option.field) for rules in custom}
        if isinstance(option.values, tuple):
            assert {*map(option.write, found)} == {*option.values}
        assert found == numbers.get(option.field, found)
        assert len(found) > 1, option.field


def test_published_names_are_read_in_either_case_and_changed_by_other_tags() -> None:
    assert from_tags({"Ruleset": "Mills", "Players": "2"}) == State.start(MILLS)
    assert from_tags({"Ruleset": "9AM", "Players": "5"}) == State.start(NINE_AM, 5)
    # Rulesets for one number of players say how many play
    assert from_tags({"Ruleset": "Mills"}) == State.start(MILLS)
    assert from_tags({**CLUB, "Boards": "3:rings"} | {"Players": "3"}) == from_tags(
        {key: value for key, value in CLUB.items() if key != "Players"} | {"Boards": "3:rings"}
    )
    walking = from_tags({"Ruleset": "mills", "Players": "2", "Jumping": "no"}).ruleset
    assert walking == attrs.evolve(MILLS, jumping=0)


def test_a_position_says_it_all() -> None:
    state = State.start(MILLS).apply("7")
    text = state.to_text()
    assert from_tags({"Position": text}) == state
    assert from_tags({"Position": text, "Players": "2", "Ruleset": "MILLS"}) == state
    assert to_tags(state) == {"Ruleset": "mills", "Players": "2", "Position": text}
    custom = at("a.b..b..a 1/1 0/0 0 a put", mills())
    assert from_tags(to_tags(custom)) == custom
    walking = {"Position": text.replace("mills", "mills-custom"), "Jumping": "no"}
    assert from_tags({"Ruleset": "mills"} | walking).ruleset == attrs.evolve(MILLS, jumping=0)
    club = from_tags(CLUB).apply("7")
    without_name = {tag: value for tag, value in to_tags(club).items() if tag != "Ruleset"}
    assert from_tags(without_name) == club


@pytest.mark.parametrize(
    ("tags", "kind", "sentence"),
    [
        ({}, NinetkaError, "the record does not say which ruleset or how many play: "
         'add [Ruleset "9am"] and [Players "3"]'),
        ({"Game": "mills", "Players": "2"}, NinetkaError,
         'the record does not say which ruleset: add [Ruleset "mills"]'),
        ({"Ruleset": "9am"}, NinetkaError,
         'the record does not say how many play: add [Players "3"]'),
        ({"Ruleset": "9am", "Players": "two"}, InvalidRulesetError,
         "Players has 'two' where it needs a number of 1 to 3 digits"),
        ({"Position": "", "Cards": "no"}, InvalidRulesetError,
         f"the ruleset '' is not published ({listed(PUBLISHED)} are): say what it is with the tags "
         "Boards, Tokens, Cards, Stuck, FromMills, Jumping and Quiet "
         "(Boards, Tokens, Stuck, FromMills, Jumping and Quiet missing)"),
        (CLUB | {"Tokens": "1000"}, InvalidRulesetError,
         "Tokens has '1000' where it needs a number of 1 to 3 digits"),
        (CLUB | {"Cards": "maybe"}, InvalidRulesetError, "Cards is no or yes, not 'maybe'"),
        (CLUB | {"Jumping": ""}, InvalidRulesetError,
         "Jumping has '' where it needs a number of 1 to 3 digits"),
        (CLUB | {"Stuck": "wins"}, InvalidRulesetError,
         "Stuck is stepped over, loses, draws or removes, not 'wins'"),
        (CLUB | {"Boards": ""}, InvalidRulesetError,
         "Boards is written as 2:rings or as 2:1-2-3,3-4-5,1-5, not ''"),
        (CLUB | {"Boards": "6:rings"}, InvalidRulesetError,
         "Boards is written as 2:rings or as 2:1-2-3,3-4-5,1-5, not '6:rings'"),
        (CLUB | {"Boards": "2:rings 2:1-2-3"}, InvalidRulesetError,
         "Boards has one number of players twice: '2:rings 2:1-2-3'"),
        (CLUB | {"Boards": "2:"}, InvalidRulesetError,
         "Boards has '' where it needs a number of 1 to 3 digits"),
        (CLUB | {"Boards": "2:1-2-x"}, InvalidRulesetError,
         "Boards has 'x' where it needs a number of 1 to 3 digits"),
        (CLUB | {"FieldPlaces": "0:1"}, InvalidRulesetError,
         "FieldPlaces is written as 2:0:-1,0:0,0:1, two numbers for each field, not '0:1'"),
        (CLUB | {"FieldPlaces": "2:0:1"}, InvalidRulesetError,
         "FieldPlaces has 1 parts for a board of 9 fields"),
        (CLUB | {"FieldPlaces": "4:0:1"}, InvalidRulesetError,
         "FieldPlaces is about a board for 4 players, which there is not"),
        (CLUB | {"FieldPlaces": CLUB_LOOKS["FieldPlaces"].replace("-1:-1", "-1:nan")},
         InvalidRulesetError,
         "FieldPlaces has two numbers from -1 to 1 for each field, as in -1:0.5, not '-1:nan'"),
        (CLUB | {"FieldNames": "2:a,b"}, InvalidRulesetError,
         "FieldNames has 2 parts for a board of 9 fields"),
    ],
)  # fmt: skip
def test_tags_that_are_refused(
    tags: dict[str, str], kind: type[NinetkaError], sentence: str
) -> None:
    with pytest.raises(NinetkaError) as caught:
        from_tags(tags)
    assert type(caught.value) is kind
    assert str(caught.value) == sentence
