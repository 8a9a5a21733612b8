"""What teaches 9tka to beginners."""

from __future__ import annotations

from typing import Final

from ..protocol.lessons import GuidedMove, Lessons, exercises

LESSONS: Final = Lessons(
    about="Slide stones to hold the most sections.",
    picture="1bb8/aba4b3/3b1b1aaaa/b2n1n2nb1/aa9/2ana1bna2/3banb4/3bn1bb3/1an1b2na2/7a1ba/2b2a2ba1 "
    "a 2 nestorgames",
    first_game=(
        GuidedMove(
            "You win by holding more of the nine sections than the other player. Both players"
            " first place the neutral stones, one in each section. Place one in the middle, on"
            " E5. The others follow by themselves.",
            "*E5",
            "*H7 *I8 *D3 *H4 *G8 *D9 *C5 *G3 @E11",
        ),
        GuidedMove(
            "Now you place your stones around the board, on the rim, where they wait to "
            "slide in. Place one on A6. The rest of the rim is then filled for you.",
            "@A6",
            "@G1 @K7 @K2 @K4 @A7 @F11 @A5 @J1 @J11 @K6 @I1 @I11 @D11 @A9 @K10 @A8 @A4 "
            "@E1 @H11 @C1 @A3 @K9 @D1 @B1 @G11 @K5 @C11 @K8 @H1 @K3 @A2 @B11 @A10 @F1 "
            "C11-C6",
        ),
        GuidedMove(
            "Slide the stone on A6. It stops on B6. The other player then no longer has the"
            " most stones in that section and loses it.",
            "A6-B6",
            "A2-J2",
        ),
        GuidedMove(
            "Slide the stone on A8. It stops on F8, just before the next stone. You then "
            "have the most stones in that section, and hold it.",
            "A8-F8",
            "H11-H8",
        ),
        GuidedMove(
            "Slide the stone on A9. It stops on C9, just before the next stone. You then "
            "have the most stones in that section, and hold it.",
            "A9-C9",
            "A7-G7",
        ),
        GuidedMove(
            "Slide the stone on K3. It stops on H3. The other player then no longer has the"
            " most stones in that section and loses it.",
            "K3-H3",
            "G11-G9",
        ),
        GuidedMove(
            "Slide the stone on K4. It stops on I4, just before the next stone. You then "
            "have the most stones in that section, and hold it.",
            "K4-I4",
            "A10-J10",
        ),
        GuidedMove(
            "Slide the stone on K5. It stops on F5. The other player then no longer has the"
            " most stones in that section and loses it.",
            "K5-F5",
            "D1-D2",
        ),
    ),
    exercises=(
        *exercises(
            "Slide a stone so that it stops in the middle section.",
            "A slide goes straight on to the square before the next stone, so the place to "
            "look for is a stone in the way.",
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
            "Win a section: slide a stone so that you hold one more.",
            "You hold a section if you have more stones in it than any other player.",
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
            "Take a section away from the other player, without losing one of yours.",
            "With as many stones as the other player in a section you do not hold it "
            "yourself, but neither do they.",
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
"""The picture, the first game and the exercises of 9tka."""
