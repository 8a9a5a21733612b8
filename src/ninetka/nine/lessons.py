"""The lessons of 9tka: a picture, a first game with a guide, and exercises."""

from __future__ import annotations

from ..protocol.lessons import GuidedMove, Lessons, exercises
from .texts import Say


def lessons() -> Lessons:
    """The picture, the first game and the exercises of 9tka."""
    return Lessons(
        about=Say.ABOUT(),
        picture="1bb8/aba4b3/3b1b1aaaa/b2n1n2nb1/aa9/2ana1bna2/3banb4/3bn1bb3/1an1b2na2/7a1ba/"
        "2b2a2ba1 a 2 nestorgames",
        first_game=(
            GuidedMove(
                Say.FIRST_NEUTRAL(square="E5"), "*E5", "*H7 *I8 *D3 *H4 *G8 *D9 *C5 *G3 @E11"
            ),
            GuidedMove(
                Say.FIRST_STONE(square="A6"),
                "@A6",
                "@G1 @K7 @K2 @K4 @A7 @F11 @A5 @J1 @J11 @K6 @I1 @I11 @D11 @A9 @K10 @A8 @A4 "
                "@E1 @H11 @C1 @A3 @K9 @D1 @B1 @G11 @K5 @C11 @K8 @H1 @K3 @A2 @B11 @A10 @F1 "
                "C11-C6",
            ),
            _slide(Say.SLIDE_TO_BREAK, "A6-B6", "A2-J2"),
            _slide(Say.SLIDE_TO_HOLD, "A8-F8", "H11-H8"),
            _slide(Say.SLIDE_TO_HOLD, "A9-C9", "A7-G7"),
            _slide(Say.SLIDE_TO_BREAK, "K3-H3", "G11-G9"),
            _slide(Say.SLIDE_TO_HOLD, "K4-I4", "A10-J10"),
            _slide(Say.SLIDE_TO_BREAK, "K5-F5", "D1-D2"),
        ),
        exercises=(
            *exercises(
                Say.STOP_IN_THE_MIDDLE(),
                Say.LOOK_FOR_A_STONE(),
                {
                    "1baabbaaba1/b9a/b1n5n1a/a4n4a/b9a/b5n3a/b1n5n1b/b6n2b/b2nn5a/b9a/1babbaabaa1 b"
                    " 2 nestorgames": "A6-F6",
                    "1bbabaaaaa1/b9a/b7n1a/b2nn5b/b1n3n3b/b6n2a/a9a/a1n7b/a3n2n2b/b9a/1bbabaabba1 b"
                    " 2 nestorgames": "A6-G6",
                    "1bbbbabbbb1/a9a/a2n6a/a4n1n2b/b2n1n4a/b7n1a/ab9/b6n2a/a1n2n4a/b9b/1baababaaa1 "
                    "a 2 nestorgames": "K7-G7",
                },
            ),
            *exercises(
                Say.WIN_A_SECTION(),
                Say.WHO_HOLDS(),
                {
                    "1baa2aa1a1/ba6b2/b1n2b2n1a/a4n4a/9ba/b5n3a/b1n3a1n1b/b3b2n2b/b2nn5a/ba9/1babba1baa1"
                    " a 2 nestorgames": "I1-I4",
                    "2baba1aaa1/9ba/b7na1/2bnn1a2ab/b1na2n3b/6bn2a/a9a/a1nb7/ab2n2n2b/ba2b6/1bb2aabb2"
                    " a 2 nestorgames": "A5-J5 K6-I6 H11-H7",
                    "1bbbbabbbb1/9aa/a2n6a/4an1nb2/b2n1na4/b7n1a/ab9/6bn2a/1an2nb3a/9bb/1baaba1aaa1"
                    " a 2 nestorgames": "A9-C9 K6-J6 I1-I5",
                    "1bb2abaaa1/ba2b5b/b1n1n2n2b/9ba/a7n1a/a4n2b1b/a1n7b/a2a3n2a/b2n2na3/b9b/2baaabb1a1"
                    " b 2 nestorgames": "K5-D5 G1-G2 G11-G4",
                },
            ),
            *exercises(
                Say.BREAK_A_SECTION(),
                Say.TIED_SECTION(),
                {
                    "1baab1aaba1/b9a/b1n2b2n1a/a4n4a/b9a/b5n3a/b1n5n1b/b6n2b/b2nn5a/b9a/1babbaabaa1"
                    " a 2 nestorgames": "A8-E8 K8-G8",
                    "1bbabaaaaa1/9ba/b7n1a/b2nn5b/b1n3n3b/b6n2a/a9a/a1n7b/a3n2n2b/b9a/1bbabaabba1 a"
                    " 2 nestorgames": "K9-J9 J1-J9 I11-I10",
                    "1bbbbabbbb1/a9a/a2n6a/a4n1n2b/b2n1n4a/b7n1a/ab9/b6n2a/a1n2n4a/b9b/1baababaaa1 "
                    "a 2 nestorgames": "D1-D6",
                },
            ),
        ),
    )


def _slide(say: Say, move: str, replies: str) -> GuidedMove:
    """A slide of the first game, with what it does for a section."""
    square, _, end = move.partition("-")
    return GuidedMove(say(square=square, end=end), move, replies)
