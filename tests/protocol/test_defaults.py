"""What all games answer in the same way: the default ruleset, places that there are not, views."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from support.games import ENTRIES, PACKAGES

from ninetka import InvalidPlaceError, InvalidSquareError, NinetkaError, Square, kropki, morris


@pytest.mark.parametrize("game", PACKAGES)
def test_the_default_ruleset_is_the_same_wherever_there_is_one(game: str) -> None:
    package, entry = PACKAGES[game], ENTRIES[game]
    default = package.State.start().ruleset
    (field,) = (each for each in package.Setup.__attrs_attrs__ if each.name == "ruleset")
    assert field.default == default
    assert entry.begin().ruleset == default
    assert entry.begin() == package.State.start()


@pytest.mark.parametrize(
    ("make", "given", "error"),
    [
        (Square, "Z9", InvalidSquareError),
        (kropki.Point, "d", kropki.InvalidPointError),
        (morris.Field, 100, morris.InvalidFieldError),
        (morris.Board.rings(2).index_of, 25, morris.InvalidFieldError),
        (morris.State.start(morris.MILLS).token_at, 25, morris.InvalidFieldError),
        (morris.symmetries(morris.Board.rings(2))[0].field, morris.Field(25),
         morris.InvalidFieldError),
        (lambda point: kropki.State.start().to_svg(highlights=[point]), kropki.Point("ZZ"),
         kropki.InvalidPointError),
    ],
)  # fmt: skip
def test_what_is_no_place_has_its_own_kind_of_error(
    make: Any, given: object, error: type[NinetkaError]
) -> None:
    assert issubclass(error, InvalidPlaceError)
    with pytest.raises(InvalidPlaceError) as caught:
        make(given)
    assert type(caught.value) is type(pickle.loads(pickle.dumps(caught.value))) is error
