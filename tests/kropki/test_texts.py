"""Kropki speaks the languages of the files `words`."""

from __future__ import annotations

import pytest

from ninetka.base.errors import NinetkaError
from ninetka.base.messages import in_language
from ninetka.kropki import STANDARD, TERRITORY, Place, Ruleset, Setup, State
from ninetka.kropki.lessons import lessons


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
        assert State.start(TERRITORY).describe(Place("pp")) == "Joueur x : point en pp."
        assert "Une chaîne est un anneau fermé" in TERRITORY.summary
        assert "c'est à o de jouer</title>" in state.to_svg()
        assert "<title>aa, libre</title>" in state.to_svg(targets=True)
        assert lessons().about == "Encerclez les points de l'autre joueur."
        with pytest.raises(NinetkaError, match="la croix demande 2 colonnes et 2 lignes"):
            Ruleset("mine", 1, 1, STANDARD.capture, STANDARD.start)
        with pytest.raises(NinetkaError, match="le joueur au trait est x ou o, et non 'y'"):
            Setup.from_text("3/3 y territory -")
    assert "<title>aa, free</title>" in state.to_svg(targets=True)
