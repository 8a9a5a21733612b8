"""What teaches 9AM and Mills to beginners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..protocol.lessons import GuidedMove, Lessons, exercises

NINE_AM: Final = Lessons(
    about="Make mills and score the most points.",
    picture=".aa..a..a.c.c......b.ccc.ca..ba.b..b 2/2/3 3/1/1 0 c put 9am",
    start={"tokens": "5"},
    first_game=(
        GuidedMove(
            "You win by having the most points at the end, and mills bring them. The three "
            "players put tokens in turn. Three of yours on one line are a mill. Begin on 1.",
            "1",
            "32 17",
        ),
        GuidedMove(
            "Put the second on the same line, on 4.",
            "4",
            "30 19",
        ),
        GuidedMove(
            "Close the mill: put a token on 7. A mill earns you a card.",
            "7",
        ),
        GuidedMove(
            "It also removes a token of another player that is in no mill. Remove the one on 17.",
            "x17",
            "3 14",
        ),
        GuidedMove(
            "Mills that share a field are linked. Prepare a second one: put a token on 35, "
            "which is on the line from 7 to 10.",
            "35",
            "24 23",
        ),
        GuidedMove(
            "Put a token on 10. The new mill earns a card for itself and one for the mill "
            "that is linked to it.",
            "10",
        ),
        GuidedMove(
            "Remove a token again, the one on 3. Each card above the average counts ten "
            "points at the end: most points win.",
            "x3",
            "18 15",
        ),
    ),
    exercises=(
        *exercises(
            "Put a token so that you have a mill.",
            "A mill is a line with three of your tokens. It earns a card and removes a "
            "token of another player.",
            {
                ".................c.cb..ab.a....acb.a 5/6/6 0/0/0 0 b put 9am": "1",
                "ba..a..a..cc..c..b.a.......bb..cb.a. 4/4/5 0/0/0 0 c put 9am": "9",
                "b..a.aab........a..ccb..bc.a.....c.. 4/5/5 0/0/0 0 b put 9am": "19",
            },
        ),
        *exercises(
            "Move a token so that it makes a mill.",
            "Look for a line with two of your tokens, and a third one beside the free field.",
            {
                "bb.cbcbac.a....abcccbacabbaa.ac..b.a 0/0/0 0/1/0 2 c move 9am": "31-3",
                "b.aba..ac.cc..c..baaac.accbbbcbcbab. 0/0/0 0/0/1 1 b move 9am": "35-7",
                "b..a.aab..cbc.aab.bccbb.bccacaa.ac.b 0/0/0 0/1/0 5 c move 9am": "26-24",
            },
        ),
        *exercises(
            "The next player is about to make a mill. Prevent it.",
            "A token of yours on the free field of the line stops the mill.",
            {
                ".................c.cb..ab.a.....cb.a 6/6/6 0/0/0 0 a put 9am": "1",
                "ba..a..a..cc..c..b.a.....c.bb..cb.a. 4/4/4 0/0/0 0 a put 9am": "21",
            },
        ),
        *exercises(
            "You have made a mill. Remove a token so that the next player can make none.",
            "The tokens to remove are those that are about to become a mill.",
            {
                "b.ccb..cc.a...c.bb.c.a.abb.ab.a.cbbc 0/0/0 0/2/4 4 b remove 9am": "x8",
                "ab..b........cc...c.......ab.c..a..a 0/0/0 5/7/5 5 b remove 9am": "x14 x30",
            },
        ),
    ),
)
"""The picture, the first game and the exercises of 9AM."""
MILLS: Final = Lessons(
    about="Make mills to take the other player's tokens.",
    picture="a.baabbab.b....a...a.ba. 1/2 0/0 0 a remove mills",
    start={"tokens": "4", "jumping": "no"},
    first_game=(
        GuidedMove(
            "You win by taking the other player's tokens until two are left, or by leaving "
            "them no move. The players take turns to put tokens where lines meet. Three of "
            "yours on one line are a mill. Begin on g7.",
            "g7",
            "d6",
        ),
        GuidedMove(
            "Put the second on the same line, on g4.",
            "g4",
            "f6",
        ),
        GuidedMove(
            "Close the mill: put a token on g1.",
            "g1",
        ),
        GuidedMove(
            "A mill removes a token of the other player, if it is in no mill itself. The "
            "one on f6 was to make a mill with d6 and b6: remove it.",
            "xf6",
            "b6",
        ),
        GuidedMove(
            "The other player again needs only f6 for a mill. Put your last token there.",
            "f6",
            "b4",
        ),
        GuidedMove(
            "All tokens are on the board: now they move along the lines, one field at a "
            "time. Open your mill: move g4 to f4.",
            "g4-f4",
            "b4-a4",
        ),
        GuidedMove(
            "Nobody can stop it: move back to g4 and the mill is made anew.",
            "f4-g4",
        ),
        GuidedMove(
            "Remove another token. With only two left, the other player cannot make a mill "
            "any more, and you have won.",
            "xd6",
        ),
    ),
    exercises=(
        *exercises(
            "Put a token so that you have a mill.",
            "A mill is a line with three of your tokens. It removes a token of the other player.",
            {
                "...........b.a...ba..... 7/7 0/0 0 a put mills": "b4",
                "..a..a........b.ba..b... 6/6 0/0 0 a put mills": "e3",
            },
        ),
        *exercises(
            "Move a token so that it makes a mill.",
            "Look for a line with two of your tokens, and a third one beside the free field.",
            {
                "bbabab..bb.baa.a.aa..a.b 0/0 0/0 2 a move mills": "a4-b4",
                "bba.aaaaa.b.b.b.a...b.b. 0/0 0/0 2 a move mills": "g1-g4",
                ".a..b.ab.babba.ab..baab. 0/0 0/0 3 b move mills": "c3-c4",
            },
        ),
        *exercises(
            "The other player is about to make a mill. Prevent it.",
            "A token of yours on the free field of the line stops the mill.",
            {
                ".............a...ba..... 7/8 0/0 0 b put mills": "b4",
                "..a.............ba...... 7/8 0/0 0 b put mills": "d5",
            },
        ),
        *exercises(
            "You have made a mill. Remove a token so that the other player can make none "
            "with the next turn.",
            "The tokens to remove are those that are about to become a mill.",
            {
                ".ba.abb.bb.b.a.aaaa..a.b 1/1 0/0 0 b remove mills": "xe5 xc5",
                "bba.aaa.a.b...bba..ab.b. 0/0 0/0 3 b remove mills": "xf6 xf2",
            },
        ),
        *exercises(
            "Win at once: leave the other player no move.",
            "A player with more than three tokens who cannot move has lost.",
            {
                "b..ab.bb.a..bbbaa.b...ab 0/0 0/0 5 b move mills": "f6-d6",
            },
        ),
    ),
)
"""The picture, the first game and the exercises of Mills."""
LESSONS: Final[Mapping[str, Lessons]] = {"9AM": NINE_AM, "Mills": MILLS}
"""By the name of the game."""
