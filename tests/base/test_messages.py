"""Sentences by code and values, in English and in the languages of the files `words`."""

from __future__ import annotations

import copy
import json
import pickle
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import ninetka
from ninetka.base.errors import NinetkaError, did_you_mean
from ninetka.base.messages import (
    Common,
    Message,
    Part,
    Template,
    in_language,
    joined,
    languages,
    listed,
    translations,
)

PACKAGE = Path(ninetka.__file__).parent
CODE = re.compile("[a-z]+[.][a-z0-9_]+")


def kinds() -> Iterator[type[Template]]:
    """Every enum of sentences in the package: the common ones, and those in modules `texts`."""
    yield from (Common, Part)
    for each in pkgutil.walk_packages([str(PACKAGE)], "ninetka."):
        if each.name.endswith(".texts") and not each.name.startswith("ninetka.base."):
            module = import_module(each.name)
            for thing in vars(module).values():
                if isinstance(thing, type) and issubclass(thing, Template) and [*thing]:
                    yield thing


def places(template: str) -> set[str]:
    """The names of the values in a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


KINDS = [*dict.fromkeys(kinds())]
OTHERS = [each for each in languages() if each != "en"]
FOLDERS = sorted({kind.__module__.rpartition(".")[0] for kind in KINDS})


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_language_has_every_sentence_and_no_others(folder: str, code: str) -> None:
    named = {
        member.name.lower(): member.value
        for kind in KINDS
        if kind.__module__.rpartition(".")[0] == folder
        for member in kind
    }
    known = translations(folder, code)
    file = f"src/{folder.replace('.', '/')}/words/{code}.json"
    missing = [f'"{name}": {json.dumps(named[name])}' for name in named if name not in known]
    assert not missing, "\n".join(
        [f"said in English, for want of a translation in {file}:", *missing]
    )
    assert not {*known} - {*named}, f"nothing says these: remove them from {file}"
    for name, translated in known.items():
        assert places(translated) == places(named[name]), f"{file}: the values of {name}"


def test_codes_are_words_and_each_sentence_has_one() -> None:
    codes = [member.code for kind in KINDS for member in kind]
    assert all(map(CODE.fullmatch, codes))
    assert len({*codes}) == len(codes)
    for kind in KINDS:
        assert len(kind.__members__) == len(kind), f"{kind}: two codes say the same"


def test_a_message_is_its_text_and_knows_what_it_is_made_from() -> None:
    message = listed([2, 3, "four"], "or")
    assert message == "2, 3 or four"
    assert isinstance(message, Message)
    assert message.code == "base.or"
    assert message.to_dict() == {
        "code": "base.or", "values": {"others": [2, 3], "last": "four"},
    }  # fmt: skip
    assert listed(["alone"]) == "alone"
    assert listed([]) == ""
    outer = Part.AND(others=(message, "x"), last=5)
    assert outer == "2, 3 or four, x and 5"
    assert outer.to_dict()["values"]["others"][0] == message.to_dict()


def test_messages_can_be_copied_and_sent() -> None:
    message = joined([listed("ab"), "c"], "; ")
    assert message == "a and b; c"
    for other in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
        assert (other, other.code, other.values) == (message, "joined", message.values)


def test_messages_speak_the_language_of_the_block() -> None:
    english = joined([listed("ab"), listed("cd", "or")])
    with in_language("fr"):
        assert joined([listed("ab")]) == "a et b"
        assert english == "a and b c or d"
        assert english.translated() == "a et b c ou d"
        with in_language("pl"):
            assert joined([listed("ab")]) == "a i b"
        assert Common.AT(where=Common.LINE(number=3), sentence=listed("ab")) == "ligne 3 : a et b"
    assert english.translated() == "a and b c or d"


class Toy(Template):
    """Sentences of a module that has no translations."""

    BOTH = "{things} are both"


def test_a_sentence_is_in_one_language() -> None:
    """One that is not translated, or no message, is English with all of its parts."""
    with in_language("fr"):
        assert Toy.BOTH(things=listed("ab")) == "a and b are both"
        assert Toy.BOTH(things=Common.LINE(number=3)) == "line 3 are both"
        assert Common.AT(where=Toy.BOTH(things=listed("ab")), sentence="x") == (
            "a and b are both : x"
        )
        assert f"{listed('ab')}{did_you_mean('wikx', ['wiki'])}" == "a and b; did you mean wiki?"
        with pytest.raises(NinetkaError, match=r"^la variante 'wikx' .* et .* ; vouliez-"):
            ninetka.games.entry_for_name("9tka").begin({"Ruleset": "wikx"})


@pytest.mark.parametrize("code", ["xx", "../fr", "", "FR"])
def test_a_language_that_is_not_known_is_english(code: str) -> None:
    with in_language(code):
        assert listed("ab") == "a and b"
