"""What 9tka says, in other languages than English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.nine_states import NEUTRALS, after

from ninetka import (
    EdgeStop,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    Outcome,
    Ruleset,
    Seat,
    Slide,
    Square,
    State,
    TieBreak,
)
from ninetka.base.messages import Message, in_language, languages
from ninetka.nine.lessons import lessons
from ninetka.nine.tags import from_tags

OTHERS = [code for code in languages() if code != "en"]
PAIR = after(f"{NEUTRALS} A5 K5", Ruleset("pair", {2: 1}))


def said_by(error: type[NinetkaError], *args: object, **values: object) -> Message:
    """The message of the error that a call raises; `args` begin with what is called."""
    call, *given = args
    assert callable(call)
    with pytest.raises(error) as caught:
        call(*given, **values)
    assert isinstance(caught.value.message, Message)
    return caught.value.message


def test_9tka_speaks_french() -> None:
    with in_language("fr"):
        assert said_by(IllegalMoveError, PAIR.apply, "K5") == (
            "K5 ne peut pas glisser : la pierre appartient au joueur a"
        )
        assert said_by(IllegalMoveError, after("F6").apply, "E5") == (
            "on ne peut pas poser de pierre neutre en E5 : la section du centre a sa pierre neutre "
            "en F6"
        )
        assert PAIR.instruction == (
            "Faites glisser une de vos pierres depuis le bord, par exemple A5, qui s'arrêterait en "
            "J5."
        )
        assert PAIR.describe(Slide("A5")) == (
            "Joueur b : glissade de A5 à J5. "
            "Joueur b tient maintenant la section au milieu à droite."
        )
        rules = PAIR.ruleset.summary.split("\n")
        assert rules[0].startswith("9tka est un jeu de plateau pour 2 joueurs")
        assert rules[0].endswith(
            "Chaque joueur reçoit 1 pierre à 2 joueurs ; neuf pierres neutres n'appartiennent à "
            "personne."
        )
        assert "<title>9tka : pair, 2 joueurs, glissades, au tour de b</title>" in PAIR.to_svg()
        assert "Sections tenues : aucune. Position : 11/" in PAIR.to_svg()
        assert Outcome((1, 1)).explanation == (
            "Égalité à 1 point entre a et b : le second dans l'ordre du tour gagne."
        )
        assert lessons().about == "Glissez vos pierres pour tenir le plus de sections."


def messages() -> Iterator[Message]:
    """What 9tka says in the language of the moment."""
    start = State.start()
    board = "/".join(["11"] * 11)
    yield said_by(InvalidSquareError, Square, "Z1")
    yield said_by(InvalidMoveError, start.parse_move, "?")
    yield said_by(IllegalMoveError, start.undo, Slide("A5"))
    yield said_by(IllegalMoveError, PAIR.parse_move, "A5-B5")
    for text in ("", f"{board} x 2 wiki", "11/11 a 2 wiki", f"{board} a x wiki"):
        yield said_by(InvalidPositionError, State.from_text, text)
    for supply in ({}, {5: 1}, {2: (1, 2, 3)}, {2: 0}, {2: 30}, {2: (19, 18)}):
        yield said_by(InvalidRulesetError, Ruleset, "x", supply)
    stones: dict[str, object] = {"stones": {2: 1}, "edge_stop": EdgeStop.STONE}
    yield said_by(InvalidRulesetError, Ruleset, "x", tie_break=TieBreak.LAST_SLIDE, **stones)
    yield said_by(InvalidRulesetError, Ruleset, "x", colours=("red",))
    for tag, text in (("Stones", "x"), ("Stones", "2:1 2:1"), ("Players", "x")):
        yield said_by(
            NinetkaError, from_tags, {"Ruleset": "nestorgames", "Players": "2", tag: text}
        )
    for outcome in (Outcome((1, 1)), Outcome((2, 2, 2)), Outcome((1, 1), (Seat.SECOND,))):
        assert isinstance(outcome.explanation, Message)
        yield outcome.explanation
    setup = PAIR.to_setup()
    for name in ("A1", "A5", "B2", "F6"):  # one more stone, or one of another kind
        more = {**setup.stones, Square(name): Seat.FIRST}
        changed = type(setup)(more, Seat.FOURTH, setup.players, setup.ruleset)
        yield said_by(InvalidPositionError, changed.check)
    taught = lessons()
    said = [*(move.text for move in taught.first_game), taught.about]
    said += [text for each in taught.exercises for text in (each.task, each.explanation)]
    for text in said:
        assert isinstance(text, Message)
        yield text


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_stays_english(code: str) -> None:
    english = [*messages()]
    with in_language(code):
        for before, now in zip(english, messages(), strict=True):
            assert now != before
            assert before.translated() == now
