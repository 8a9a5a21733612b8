"""Sentences of mill games in other languages. That each has all of them is tested elsewhere."""

from __future__ import annotations

import pytest
from support.pictures import description_of, drawn

from ninetka.base.errors import NinetkaError
from ninetka.base.messages import in_language
from ninetka.morris import (
    MILLS,
    NINE_AM,
    PUBLISHED,
    InvalidPositionError,
    Leave,
    Ruleset,
    Seat,
    Setup,
    State,
)
from ninetka.morris.lessons import mills

CLOSING = State.from_text("aa......bb.............. 7/7 0/0 0 a put mills")
JUMPING = State.from_text("aa...a..bbbb............ 0/0 0/0 0 a move mills")


def refused(state: State, text: str) -> str:
    with pytest.raises(NinetkaError) as caught:
        state.apply(text)
    return str(caught.value)


def test_illegal_moves_in_french() -> None:
    with in_language("fr"):
        assert refused(CLOSING, "1") == "la case g7 est prise : il y a un pion du joueur a"
        assert refused(CLOSING, "1-2") == (
            "le joueur a a des pions en main et doit en poser un sur une case libre"
        )
        assert refused(CLOSING, "z9") == (
            "'z9' n'est pas une case : écrivez un nom comme a7, ou un numéro de 1 à 24"
        )
        more = State.from_text("aa...aa.bbbb............ 0/0 0/0 0 a move mills")
        assert refused(more, "1-24") == (
            "d1 n'est pas voisin de g7, et ne peut sauter que qui a encore exactement trois pions"
        )


def test_instructions_and_descriptions_in_french() -> None:
    with in_language("fr"):
        assert CLOSING.instruction == "Posez un pion sur une case libre, par exemple f4."
        assert CLOSING.describe(CLOSING.parse_move("3")) == "Joueur a : pion en e5."
        five = State.start(NINE_AM, 5)
        assert five.describe(Leave(Seat.THIRD)) == "Joueur c a abandonné."
        over = State.from_text("aa......bbbb............ 0/0 0/0 0 a over mills")
        assert over.outcome is not None
        assert over.outcome.explanation == "Joueur a n'a plus que deux pions."


def test_the_rules_in_short_in_french() -> None:
    with in_language("fr"):
        beginning, *_, writing = PUBLISHED["shisima"].summary.split("\n")
    assert beginning.startswith(
        "C'est un jeu du moulin pour 2 joueurs : a et b, dans cet ordre. "
        "Le but est de former un moulin. "
    )
    assert beginning.endswith(
        "Chaque joueur commence avec 3 pions. "
        "La partie commence avec des pions de a en se, s et sw et des pions de b en n, ne et nw."
    )
    assert writing == "Les coups s'écrivent avec les cases concernées : n-c va de n à c."


def test_pictures_and_boards_in_french() -> None:
    with in_language("fr"):
        picture = drawn(JUMPING, targets=True)
        titles = [each.text for each in picture.iter() if each.tag.endswith("title")]
        assert titles[0] == "mills, 2 joueurs, joueur a déplace ou saute"
        assert "g7, pion du joueur a" in titles
        assert "e5, libre" in titles
        assert "joueur b : pions sur " in description_of(picture)
        assert "mills : joueur a déplace ou saute" in "".join(picture.itertext())
        *_, titles_of_columns, _, _, status = JUMPING.to_board(names=["Ann"], unicode=True).split(
            "\n"
        )
    assert titles_of_columns == "    main  plateau"
    assert status == "mills, 2 joueurs, Ann (a) déplace ou saute"


def test_problems_and_contradictions_in_french() -> None:
    with in_language("fr"):
        assert Setup({1: Seat.FIRST}, hands=(-1, 9, 9)).findings[0][1] == (
            "le joueur a ne peut pas avoir -1 pions en main"
        )
        with pytest.raises(InvalidPositionError) as unread:
            State.from_text("x 9/9 0/0 0 a put mills")
        with pytest.raises(NinetkaError) as contradiction:
            Ruleset("small", {3: NINE_AM.boards[3]}, mill_wins=True, cards=False)
    assert unread.value.sentences[1] == "le plateau a 24 cases, et non 1"
    assert str(contradiction.value) == ("MillWins=yes n'est que pour les parties à 2 joueurs")


def test_lessons_are_in_the_language_in_which_they_are_asked_for() -> None:
    with in_language("fr"):
        lessons = mills()
    assert lessons.about == "Formez des moulins pour prendre les pions de l'autre joueur."
    assert mills().about == "Make mills to take the other player's tokens."


def test_the_rules_in_short_are_translated_whole() -> None:
    for ruleset in (MILLS, *PUBLISHED.values()):
        with in_language("fr"):
            french = ruleset.summary
        english = ruleset.summary.split(". ")
        assert not [sentence for sentence in english if sentence in french]
