"""Options of rulesets, declared once on their fields."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any, ClassVar

import attrs
import pytest

from ninetka.base.errors import InvalidRulesetError, NinetkaError
from ninetka.protocol.options import option, options_of, read_ruleset, sample_of
from ninetka.protocol.options import tags_of as written
from ninetka.protocol.rulesets import OptionsRuleset


class Edge(Enum):
    """What stops a stone."""

    BOARD = "board"
    STONE = "stone"


def number(tag: str, text: str) -> int:
    """The number that a tag has."""
    if not text.isdigit():
        raise InvalidRulesetError(f"{tag} is a number, not {text!r}")
    return int(text)


@attrs.frozen
class Toy(OptionsRuleset[Any, Any]):
    """Rules of a game that is not played."""

    game: ClassVar[str] = "toy"

    name: str
    stones: int = attrs.field(
        default=9, metadata=option("Stones", "T1", required=True, read=number, samples=(5, 6))
    )
    edge: Edge = attrs.field(default=Edge.BOARD, metadata=option("Edge", "T2"))
    passing: bool = attrs.field(
        default=False,
        metadata=option("Passing", "T3", label="May pass", not_with={"edge": Edge.STONE}),
    )
    colour: str = attrs.field(default="red", eq=False)

    def contradictions(self) -> Iterator[str]:
        if self.stones < 3:
            yield f"at least 3 stones are needed, not {self.stones}"


TOY = Toy("toy")
Toy.publish(TOY, Toy("open", edge=Edge.STONE))


def test_an_option_has_its_tag_its_values_and_its_usual_value() -> None:
    options = options_of(Toy)
    assert [*options] == ["Stones", "Edge", "Passing"]
    assert [each.field for each in options.values()] == ["stones", "edge", "passing"]
    assert options["Edge"].values == ("board", "stone")
    assert options["Passing"].values == ("no", "yes")
    assert [each.default for each in options.values()] == [9, Edge.BOARD, False]
    assert options["Passing"].label == "May pass"


def test_tags_are_written_and_read() -> None:
    custom = Toy("mine", 4, passing=True)
    assert written(custom) == {"Stones": "4", "Edge": "board", "Passing": "yes"}
    assert written(custom, defaults=False) == {"Stones": "4", "Passing": "yes"}
    assert read_ruleset(Toy, "mine", written(custom, defaults=False)) == custom
    assert read_ruleset(Toy, "OPEN", {}) == Toy("open", edge=Edge.STONE)
    assert read_ruleset(Toy, "toy", {"Passing": "yes"}) == Toy("toy-custom", passing=True)


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({"Stones": "x"}, "Stones is a number, not 'x'"),
        ({"Stones": "4", "Edge": "sea"}, "Edge is board or stone, not 'sea'"),
        ({"Stones": "4", "Passing": "maybe"}, "Passing is no or yes, not 'maybe'"),
        ({},
         "the ruleset 'mine' is not published (toy and open are): say what it is with the tags "
         "Stones (Stones missing)"),
    ],
)  # fmt: skip
def test_wrong_tags_are_refused(tags: dict[str, str], said: str) -> None:
    with pytest.raises(NinetkaError) as refused:
        read_ruleset(Toy, "mine", tags)
    assert str(refused.value) == said


def test_all_contradictions_are_said_at_once() -> None:
    with pytest.raises(InvalidRulesetError) as refused:
        Toy("mine", 1, Edge.STONE, passing=True)
    first = "at least 3 stones are needed, not 1"
    assert str(refused.value) == f"{first}; Passing=yes does not go with Edge=stone"


def test_only_a_published_ruleset_has_its_name() -> None:
    assert attrs.evolve(TOY, stones=4).name == "toy-custom"
    assert attrs.evolve(TOY, colour="blue").name == "toy"
    assert TOY.is_published
    assert not attrs.evolve(TOY, stones=4).is_published


def test_samples_have_every_value_and_no_contradiction() -> None:
    found = {sample_of(TOY, Random(seed)) for seed in range(200)}
    seen = {(each.stones, each.edge, each.passing) for each in found}
    assert seen == {
        (stones, edge, passing)
        for stones in (9, 5, 6)
        for edge in Edge
        for passing in (False, True)
        if not (passing and edge is Edge.STONE)
    }
