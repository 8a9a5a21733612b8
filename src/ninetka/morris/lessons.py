"""The lessons of 9AM and Mills: a picture, a first game with a guide, and exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..protocol.lessons import GuidedMove, Lessons, exercises
from .texts import Say


def nine_am() -> Lessons:
    """Return the picture, the first game and the exercises of 9AM."""
    return Lessons(
        about=Say.ABOUT_NINE_AM(),
        picture=".aa..a..a.c.c......b.ccc.ca..ba.b..b 2/2/3 3/1/1 0 c put 9am",
        start={"tokens": "5"},
        first_game=(
            GuidedMove(Say.NINE_AM_BEGIN(), "1", "32 17"),
            GuidedMove(Say.NINE_AM_SECOND(), "4", "30 19"),
            GuidedMove(Say.NINE_AM_CLOSE(), "7"),
            GuidedMove(Say.NINE_AM_REMOVE(), "x17", "3 14"),
            GuidedMove(Say.NINE_AM_PREPARE(), "35", "24 23"),
            GuidedMove(Say.NINE_AM_LINK(), "10"),
            GuidedMove(Say.NINE_AM_COUNT(), "x3", "18 15"),
        ),
        exercises=(
            *exercises(
                Say.TASK_PUT(),
                Say.NINE_AM_WHY_PUT(),
                {
                    ".................c.cb..ab.a....acb.a 5/6/6 0/0/0 0 b put 9am": "1",
                    "ba..a..a..cc..c..b.a.......bb..cb.a. 4/4/5 0/0/0 0 c put 9am": "9",
                    "b..a.aab........a..ccb..bc.a.....c.. 4/5/5 0/0/0 0 b put 9am": "19",
                },
            ),
            *exercises(
                Say.TASK_MOVE(),
                Say.WHY_MOVE(),
                {
                    "bb.cbcbac.a....abcccbacabbaa.ac..b.a 0/0/0 0/1/0 2 c move 9am": "31-3",
                    "b.aba..ac.cc..c..baaac.accbbbcbcbab. 0/0/0 0/0/1 1 b move 9am": "35-7",
                    "b..a.aab..cbc.aab.bccbb.bccacaa.ac.b 0/0/0 0/1/0 5 c move 9am": "26-24",
                },
            ),
            *exercises(
                Say.NINE_AM_TASK_PREVENT(),
                Say.WHY_PREVENT(),
                {
                    ".................c.cb..ab.a.....cb.a 6/6/6 0/0/0 0 a put 9am": "1",
                    "ba..a..a..cc..c..b.a.....c.bb..cb.a. 4/4/4 0/0/0 0 a put 9am": "21",
                },
            ),
            *exercises(
                Say.NINE_AM_TASK_REMOVE(),
                Say.WHY_REMOVE(),
                {
                    "b.ccb..cc.a...c.bb.c.a.abb.ab.a.cbbc 0/0/0 0/2/4 4 b remove 9am": "x8",
                    "ab..b........cc...c.......ab.c..a..a 0/0/0 5/7/5 5 b remove 9am": "x14 x30",
                },
            ),
        ),
    )


def mills() -> Lessons:
    """Return the picture, the first game and the exercises of Mills."""
    return Lessons(
        about=Say.ABOUT_MILLS(),
        picture="a.baabbab.b....a...a.ba. 1/2 0/0 0 a remove mills",
        start={"tokens": "4", "jumping": Say.ZERO()},
        first_game=(
            GuidedMove(Say.MILLS_BEGIN(), "g7", "d6"),
            GuidedMove(Say.MILLS_SECOND(), "g4", "f6"),
            GuidedMove(Say.MILLS_CLOSE(), "g1"),
            GuidedMove(Say.MILLS_REMOVE(), "xf6", "b6"),
            GuidedMove(Say.MILLS_STOP(), "f6", "b4"),
            GuidedMove(Say.MILLS_OPEN(), "g4-f4", "b4-a4"),
            GuidedMove(Say.MILLS_BACK(), "f4-g4"),
            GuidedMove(Say.MILLS_WIN(), "xd6"),
        ),
        exercises=(
            *exercises(
                Say.TASK_PUT(),
                Say.MILLS_WHY_PUT(),
                {
                    "...........b.a...ba..... 7/7 0/0 0 a put mills": "b4",
                    "..a..a........b.ba..b... 6/6 0/0 0 a put mills": "e3",
                },
            ),
            *exercises(
                Say.TASK_MOVE(),
                Say.WHY_MOVE(),
                {
                    "bbabab..bb.baa.a.aa..a.b 0/0 0/0 2 a move mills": "a4-b4",
                    "bba.aaaaa.b.b.b.a...b.b. 0/0 0/0 2 a move mills": "g1-g4",
                    ".a..b.ab.babba.ab..baab. 0/0 0/0 3 b move mills": "c3-c4",
                },
            ),
            *exercises(
                Say.MILLS_TASK_PREVENT(),
                Say.WHY_PREVENT(),
                {
                    ".............a...ba..... 7/8 0/0 0 b put mills": "b4",
                    "..a.............ba...... 7/8 0/0 0 b put mills": "d5",
                },
            ),
            *exercises(
                Say.MILLS_TASK_REMOVE(),
                Say.WHY_REMOVE(),
                {
                    ".ba.abb.bb.b.a.aaaa..a.b 1/1 0/0 0 b remove mills": "xe5 xc5",
                    "bba.aaa.a.b...bba..ab.b. 0/0 0/0 3 b remove mills": "xf6 xf2",
                },
            ),
            *exercises(
                Say.MILLS_TASK_WIN(),
                Say.MILLS_WHY_WIN(),
                {
                    "b..ab.bb.a..bbbaa.b...ab 0/0 0/0 5 b move mills": "f6-d6",
                },
            ),
        ),
    )


LESSONS: Final[Mapping[str, Callable[[], Lessons]]] = {"9AM": nine_am, "Mills": mills}
"""The functions that make a game's lessons in the language of the call, by the game's name."""
