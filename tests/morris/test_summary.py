"""The rules in short, and what players are asked to do."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given

from morris.arranged import FIRST_REMOVES, NO_CARDS, PATH, SHORT, after, at, mills, ruleset
from morris.games import states
from ninetka.morris import MILLS, NINE_AM, Board, FromMills, FullBoard, Ruleset, State, Stuck

NINE_AM_SAYS = (
    "This is a game of mills for 3, 4 or 5 players, seats a, b, c, d and e in turn order. "
    "The aim is to earn cards by making mills. "
    "The board's fields are 1 to 36 for 3, 1 to 48 for 4 and 1 to 60 for 5 players. "
    "Lines connect three fields each; consecutive fields of a line are neighbours. "
    "A mill is a line with three tokens of one player. "
    "Each player begins with 9 tokens in hand.\n"
    "A player with tokens in hand puts one on a free field. "
    "A player with an empty hand moves a token to a neighbouring free field or, with exactly three "
    "tokens left, jumps to any free field. "
    "A player who can do neither is stepped over.\n"
    "A player whose token, just put or moved, stands in a mill of their own has made a new mill, "
    "even if the same mill was there before. "
    "It earns one card for itself and one for each other mill of the player that is linked to it "
    "by shared fields, directly or through other mills. "
    "The player then removes one token of another player that is in no mill. "
    "If there is none, nothing is removed. "
    "A player left with fewer than three tokens, on the board and in hand together, is expelled: "
    "their other tokens are taken away, and whoever removed the last token gets 2 more cards.\n"
    "The game is over when one player is left, when nobody can move, or after 60, 80 or 100 turns "
    "in a row for 3, 4 or 5 players in which no token was put or removed. "
    "Points are 10, 15 or 20 for 3, 4 or 5 players, plus 10 for each card above the average of all "
    "players who began, or minus 10 for each card below it. "
    "Most points win, and ties are shared.\n"
    "Moves are written with the fields they are about: 25 puts a token on 25, 25-34 moves or jumps "
    "from 25 to 34, and x1 removes the token on 1. A removal is a move of its own by the same "
    "player."
)


def test_the_rules_of_9am_in_short() -> None:
    assert NINE_AM.summary == NINE_AM_SAYS


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (MILLS, "for 2 players, seats a and b in turn order. The aim is to take the other"),
        (MILLS, "A player who can do neither has lost."),
        (MILLS, "removes one token of another player that is in no mill, or any if all are in"),
        (MILLS, "fewer than three tokens, on the board and in hand together, has lost."),
        (MILLS, "The game is a draw after 100 turns in a row in which no token was put or rem"),
        (mills(jumping=0), "to a neighbouring free field. A player who can do neither has"),
        (mills(tokens=5), "begins with 5 tokens in hand."),
        (mills(jumping=0), "1 puts a token on 1, 1-2 moves from 1 to 2, and x3 removes the"),
        (ruleset(from_mills=FromMills.ALWAYS), "one token of another player. If there is none"),
        (NO_CARDS, "is expelled: their other tokens are taken away.\n"),
        (NO_CARDS, "put or removed. Those who are left share the point.\n"),
        (NO_CARDS, "if the same mill was there before. The player then removes"),
        (mills(mixed=True),
         "puts one on a free field or moves one to a neighbouring free field. A player with an "
         "empty hand moves a token"),
        (mills(jumping=4), "or, with four tokens or fewer left, jumps to any free field"),
        (mills(jumping=4, fewest=4), "or, with exactly four tokens left, jumps to any free field"),
        (mills(fewest=4, jumping=0), "left with fewer than four tokens, on the board and in hand"),
        (mills(jumping=7), "or, with 7 tokens or fewer left, jumps"),
        (mills(removals="each mill"),
         "For each mill in which the token stands, the player then removes one token of another "
         "player that is in no mill, or any"),
        (mills(quiet_few=10),
         "The game is a draw after 100 turns in a row, or 20 if no player has more than three "
         "tokens, in which no token was put or removed."),
        (mills(marking=True),
         "nothing is removed. While anybody has tokens in hand, the field is then marked: nobody "
         "can put or move a token there until all hands are empty. A player left"),
        (mills(repetition=4), "the same position has stood four times with the same player"),
        (mills(repetition=3),
         "in which no token was put or removed, or when the same position has stood three times "
         "with the same player to move."),
        (mills(mill_wins=True), "1 puts a token on 1 and 1-2 moves or jumps from 1 to 2."),
        (mills(tokens=3, start={2: "aaa...bbb"}),
         "tokens of b on 7, 8 and 9.\nA player moves a token to a neighbouring free field or, with "
         "exactly three tokens left, jumps to any free field. A player who cannot move has "
         "lost.\nA player whose token, just moved, stands in a mill"),
        (mills(long_rows="nothing"), "Tokens in a row longer than a line make no mill.\n"),
        (mills(long_rows="forbidden"),
         "A row of tokens longer than a line must not be made. Whoever can do nothing else puts a "
         "token all the same.\n"),
        (mills(placing_mills="nothing"),
         "A mill that is made by putting a token counts for nothing."),
        (mills(placing_mills="forbidden"),
         "A mill must not be made by putting a token. Whoever can do nothing else puts a token all "
         "the same.\n"),
        (mills(mill_wins=True), "The aim is to make a mill. The board"),
        (mills(mill_wins=True),
         "stands in a mill of their own has won the game.\nThe game is a draw"),
        (mills(mill_wins=True, stuck=Stuck.STEPPED_OVER),
         "The game is a draw when nobody can move, or after 100 turns in a row in which"),
        (mills(stuck=Stuck.DRAWS), "If a player can do neither, the game is a draw."),
        (mills(stuck=Stuck.DRAWS), "on the board and in hand together, has lost."),
        (mills(full_board=FullBoard.DRAW), "If a put leaves no field free, the game is a draw."),
        (mills(full_board=FullBoard.FIRST_REMOVES),
         "If a put leaves no field free, seat a removes a token of seat b as for a mill, and seat "
         "b moves next."),
        (mills(full_board=FullBoard.SECOND_REMOVES),
         "seat b removes a token of seat a as for a mill, and seat a moves next."),
        (mills(start={2: "aab....b."}),
         "Each player begins with 9 tokens. The game begins with tokens of a on 1 and 2 and tokens "
         "of b on 3 and 8; all other tokens are in hand."),
        (ruleset(start={3: "abc......", 4: "........."}),
         "The game begins for 3 players with tokens of a on 1, tokens of b on 2 and tokens of c on "
         "3; for 4 players with an empty board; all other tokens are in hand."),
        (mills(Board(6, [(1, 2, 3, 4), (4, 5, 6)], edges=[(1, 6), (2, 5)])),
         "Lines connect three fields or more; consecutive fields of a line are neighbours; so are "
         "those joined by an edge: 1-6 and 2-5. A mill is a line with all its fields taken by "
         "tokens of one player."),
    ],
)  # fmt: skip
def test_other_rules_in_short(rules: Ruleset, says: str) -> None:
    assert says in rules.summary
    assert len(rules.summary.splitlines()) == 5
    assert ("card" in rules.summary) == rules.cards
    assert ("jump" in rules.summary) == bool(rules.jumping)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (State.start(MILLS), "Put a token on a free field, for example d6."),
        (at("aaa.abbb. 0/3/3 0/0/0 0 a move"),
         "Move a token to a neighbouring free field, for example 1-4."),
        (at("a.aa.....bb 0/1 0/0 0 a move", ruleset(PATH)),
         "Jump with a token to any free field, for example 1-5."),
        (at("aaa.bb.c. 0/3/3 1/0/0 0 a remove"),
         "You have made a mill: remove a token of another player, for example x5."),
        (after(State.start(mills(SHORT, tokens=3)), "1 2 3 4"), "The game is over."),
        (State.start(mills(mixed=True)),
         "Put a token on a free field or move one to a neighbouring one, for example 5."),
        (at("aabbaab. 0/1 0/0 0 b put", FIRST_REMOVES).apply("8"),
         "The board is full: remove a token of the other player, for example x3."),
    ],
)  # fmt: skip
def test_what_players_are_asked_to_do(state: State, says: str) -> None:
    assert state.instruction == says


@given(states())
def test_the_example_is_legal(state: State) -> None:
    if not state.is_over:
        example = state.instruction.rpartition(" ")[2].removesuffix(".")
        assert state.is_legal(state.parse_move(example))


def test_what_depends_on_the_number_of_players_is_told_of_those_there_are() -> None:
    two_counts = {players: NINE_AM.boards[players] for players in (4, 5)}
    both = attrs.evolve(NINE_AM, boards=two_counts).summary
    assert "or after 80 or 100 turns in a row for 4 or 5 players in which no" in both
    three = attrs.evolve(NINE_AM, boards={3: NINE_AM.boards[3]}).summary
    assert "or after 60 turns in a row in which no" in three
    assert "Points are 10, plus 10 for each card above" in three
