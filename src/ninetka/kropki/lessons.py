"""What teaches Kropki to beginners."""

from __future__ import annotations

from typing import Final

from ..protocol.lessons import GuidedMove, Lessons, exercises

LESSONS: Final = Lessons(
    about="Surround the other player's dots.",
    picture="9/2xxxxo2/2x2ooo1/1x1xo4/2xox2o1/2xx1oo2/3x1oxo1/1o4o2/9 x standard "
    "x:cedfeeddce,o:fgghhggffg",
    start={"columns": "9", "rows": "9"},
    first_game=(
        GuidedMove(
            "You win by surrounding more dots than the other player. Dots stand where lines"
            " cross; the four in the middle are there from the start. The other player's dot"
            " on de has your dots above it and to its right. Place a dot below it, on df.",
            "df",
            "fg",
        ),
        GuidedMove(
            "One side is still open: close the ring with a dot on ce. Rings go from dot to "
            "dot along lines and diagonals.",
            "ce",
            "gf",
        ),
        GuidedMove(
            "You have captured a dot: it scores a point, and nobody can play inside your "
            "ring. The next is on ed, between your dots on dd and ee. Place a dot on fd.",
            "fd",
            "hb",
        ),
        GuidedMove(
            "The other player has not seen it. Close the ring with a dot on ec: it is your "
            "second point.",
            "ec",
            "hd",
        ),
    ),
    exercises=(
        *exercises(
            "Capture: close a ring around a dot of the other player.",
            "A ring goes from dot to dot along lines and diagonals. All dots inside are "
            "captured, one point each.",
            {
                "x1o2x1x/o5oo/o1x1xoxo/3xoo1x/1xooxx1o/xo3ox1/xxx1xo1x/1ooxo1xo o standard -": "gd",
                "4o3/8/8/3xo3/1oxox3/8/8/2x5 x standard -": "df",
                "5o2/3x4/2x5/3xo3/1o1ox3/oo1x2o1/o3x3/2x4x x standard -": "ce",
            },
        ),
        *exercises(
            "Capture two dots or more at once.",
            "A longer ring encloses more. It counts as soon as it is closed.",
            {
                "x3o3/1ox3xo/2oo4/2xxo1x1/2ooxo2/4x1o1/o2x1x2/x3x3 o standard -": "bd",
                "2ooxxoo/1x2x1oo/oxxoo1ox/xoxxoxxo/oo1oxxoo/x1oxox2/x1oxo1x1/xxoxx1o1 x "
                "standard -": "fg fh",
            },
        ),
        *exercises(
            "Make a threat: place a dot so that your next one could capture.",
            "A ring with one gap is a threat. The other player has to answer it.",
            {
                "2o5/8/8/3xo3/3oxx2/8/4x3/8 o standard -": "dc cd",
                "1o2o3/8/8/3xo3/1oxox3/3x4/8/2x5 x standard x:cedfeeddce": "ec fd",
            },
        ),
        *exercises(
            "The other player could capture with the next dot. Prevent it.",
            "A dot in the gap keeps the ring open. Sometimes a longer way out helps as well.",
            {
                "2o5/6o1/4x3/3xo3/1x1oxx2/8/4x3/1o6 o standard -": "fd",
                "4o3/8/8/3xo3/2xox3/8/8/2x5 o standard -": "df",
                "5o2/3x4/2x5/3xo3/1o1ox3/o2x2o1/o3x3/2x4x o standard -": "ce",
            },
        ),
    ),
)
"""The picture, the first game and the exercises of Kropki."""
