"""Kropki speaks the languages of the files `words`."""

from __future__ import annotations

from random import Random

import pytest

from ninetka.base.errors import NinetkaError
from ninetka.base.messages import in_language
from ninetka.kropki import PASS, STANDARD, TERRITORY, Move, Place, Ruleset, Setup, State
from ninetka.kropki.lessons import lessons
from ninetka.kropki.samples import MOVES, some_ruleset


def refused(state: State, move: str) -> str:
    """What is said of an illegal move."""
    with pytest.raises(NinetkaError) as found:
        state.apply(move)
    return found.value.message


def test_kropki_speaks_french() -> None:
    with in_language("fr"):
        state = State.start(TERRITORY).apply("pp")
        assert refused(state, "pp") == "pp est pris : il y a un point de x"
        assert refused(state, "q") == (
            "'q' n'est pas un coup : les coups s'écrivent jk, ou de.cecfdgefdece avec une chaîne"
        )
        assert state.instruction.startswith("Posez un point sur une intersection libre, par ex")
        assert State.start(TERRITORY).describe(Place("pp")) == "Seat x : point en pp."
        assert "Une chaîne est un anneau fermé" in TERRITORY.summary
        assert "c'est à o de jouer</title>" in state.to_svg()
        assert "<title>aa, libre</title>" in state.to_svg(targets=True)
        assert lessons().about == "Encerclez les points de l'autre joueur."
        with pytest.raises(NinetkaError, match="la croix demande 2 colonnes et 2 lignes"):
            Ruleset("mine", 1, 1, STANDARD.capture, STANDARD.start)
        with pytest.raises(NinetkaError, match="le joueur au trait est x ou o, et non 'y'"):
            Setup.from_text("3/3 y territory -")
    assert "<title>aa, free</title>" in state.to_svg(targets=True)


@pytest.mark.parametrize("code", ["fr", "pl", "ru"])
def test_no_sentence_stays_english(code: str) -> None:
    random = Random(code)
    for _ in range(40):
        ruleset = some_ruleset(random)
        state, said = State.start(ruleset), [said_of(ruleset, code)]
        for _ in range(10):
            if state.is_over:
                break
            move = random.choice([*state.some_moves, PASS])
            move = move if state.is_legal(move) else state.some_moves[0]
            said.append((spoken(state, move), in_other(state, move, code)))
            state = state.apply(move)
        for english, other in said:
            assert len(english) == len(other)
            assert not {*english} & {*other}


def said_of(ruleset: Ruleset, code: str) -> tuple[list[str], list[str]]:
    """The summary by lines, in English and in another language."""
    english = ruleset.summary.split("\n")
    with in_language(code):
        return english, ruleset.summary.split("\n")


def spoken(state: State, move: Move) -> list[str]:
    """What is said of a position and its moves."""
    faults = [state.fault(each) for each in MOVES]
    return [state.instruction, state.describe(move), *(each.sentence for each in faults if each)]


def in_other(state: State, move: Move, code: str) -> list[str]:
    """The same in another language."""
    with in_language(code):
        return spoken(state, move)
