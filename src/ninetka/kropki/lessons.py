"""The lessons of Kropki: a picture, a first game with a guide, and exercises."""

from __future__ import annotations

from ..protocol.lessons import GuidedMove, Lessons, exercises
from .texts import Say


def lessons() -> Lessons:
    """The picture, the first game and the exercises of Kropki, in the language of the moment."""
    return Lessons(
        about=Say.ABOUT(),
        picture="9/2xxxxo2/2x2ooo1/1x1xo4/2xox2o1/2xx1oo2/3x1oxo1/1o4o2/9 x standard "
        "x:cedfeeddce,o:fgghhggffg",
        start={"columns": "9", "rows": "9"},
        first_game=(
            GuidedMove(Say.GUIDE_FIRST(), "df", "fg"),
            GuidedMove(Say.GUIDE_CLOSE(), "ce", "gf"),
            GuidedMove(Say.GUIDE_NEXT(), "fd", "hb"),
            GuidedMove(Say.GUIDE_LAST(), "ec", "hd"),
        ),
        exercises=(
            *exercises(
                Say.TASK_CAPTURE(),
                Say.WHY_CAPTURE(),
                {
                    "x1o2x1x/o5oo/o1x1xoxo/3xoo1x/1xooxx1o/xo3ox1/xxx1xo1x/1ooxo1xo o "
                    "standard -": "gd",
                    "4o3/8/8/3xo3/1oxox3/8/8/2x5 x standard -": "df",
                    "5o2/3x4/2x5/3xo3/1o1ox3/oo1x2o1/o3x3/2x4x x standard -": "ce",
                },
            ),
            *exercises(
                Say.TASK_TWO(),
                Say.WHY_TWO(),
                {
                    "x3o3/1ox3xo/2oo4/2xxo1x1/2ooxo2/4x1o1/o2x1x2/x3x3 o standard -": "bd",
                    "2ooxxoo/1x2x1oo/oxxoo1ox/xoxxoxxo/oo1oxxoo/x1oxox2/x1oxo1x1/xxoxx1o1 x "
                    "standard -": "fg fh",
                },
            ),
            *exercises(
                Say.TASK_THREAT(),
                Say.WHY_THREAT(),
                {
                    "2o5/8/8/3xo3/3oxx2/8/4x3/8 o standard -": "dc cd",
                    "1o2o3/8/8/3xo3/1oxox3/3x4/8/2x5 x standard x:cedfeeddce": "ec fd",
                },
            ),
            *exercises(
                Say.TASK_PREVENT(),
                Say.WHY_PREVENT(),
                {
                    "2o5/6o1/4x3/3xo3/1x1oxx2/8/4x3/1o6 o standard -": "fd",
                    "4o3/8/8/3xo3/2xox3/8/8/2x5 o standard -": "df",
                    "5o2/3x4/2x5/3xo3/1o1ox3/o2x2o1/o3x3/2x4x o standard -": "ce",
                },
            ),
        ),
    )
