"""The conformance suite: what it has, what it shows, and what comes of wrong answers."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from functools import cache
from itertools import chain, permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support.games import ENTRIES, PACKAGES
from support.second_opinion import second_opinion

from ninetka import conformance
from ninetka.base.errors import NinetkaError
from ninetka.conformance import Case, CaseStatus, check, parsed, schema, suites
from ninetka.protocol.states import UndoableState
from ninetka.server import Server

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools/conformance"))

from candidates import Source
from make_suite import SUITE, choices, misread, pairs
from plant import PACKAGE, found_by

SUITES = {folder: entry.identifier for folder, entry in ENTRIES.items()}
"""By folder of a game: the name of its cases."""
FORMS = {"move texts", "position texts", "records", "tags"}
"""What cases show besides rules, options and codes."""
NOT_ASKED = {"morris": {"OFF_THE_BOARD", "NOT_THE_LAST_MOVE", "NOT_ENOUGH_KNOWN"}}
"""Codes that no text of a move or a position can give, and no other call of the suite."""
FOLDERS = pytest.mark.parametrize("folder", SUITES)


@cache
def cases_of(game: str) -> list[Case]:
    """The cases of a game, which take a while to read."""
    return conformance.cases_of(game)


@cache
def shown(folder: str) -> set[str]:
    return {*chain.from_iterable(case.shows for case in cases_of(SUITES[folder]))}


def anew(folder: str) -> str:
    """How to make a game's cases anew."""
    name = SUITES[folder]
    return (
        f"`python tools/conformance/make_suite.py {name}` makes the cases anew, also of what is in "
        f"tools/conformance/{name}.toml"
    )


def test_every_game_has_a_file() -> None:
    assert {*suites()} == {entry.identifier for entry in ENTRIES.values()}


@FOLDERS
def test_files_follow_the_schema(folder: str) -> None:
    text = (SUITE / f"{SUITES[folder]}.json").read_text("utf-8")
    assert len(text.encode()) < 1_000_000
    data = json.loads(text)
    jsonschema.validate(data, json.loads(schema()))
    assert data["games"] == [*ENTRIES[folder].names]
    names = [case.name for case in cases_of(SUITES[folder])]
    assert len({*names}) == len(names)


@FOLDERS
def test_ninetka_passes(folder: str) -> None:
    verdicts = check(cases_of(SUITES[folder]), Server().answer)
    failed = {
        each.case.name: each.difference for each in verdicts if each.status is not CaseStatus.PASSED
    }
    assert not failed, f"if the rules are meant to change: {anew(folder)}"


def rules(folder: str) -> set[str]:
    """The numbers of a game's rules, by the headings of its page."""
    page = ROOT / "docs" / (folder if (ROOT / "docs" / folder).is_dir() else "") / "rules.md"
    return {*re.findall(r"^### ([A-Z]\d+) ", page.read_text("utf-8"), re.MULTILINE)}


@FOLDERS
def test_every_rule_form_and_code_is_shown(folder: str) -> None:
    codes = {code.name for code in chain(PACKAGES[folder].Reason, PACKAGES[folder].Problem)}
    missing = (codes | rules(folder) | FORMS) - shown(folder)
    assert missing == NOT_ASKED.get(folder, set()), anew(folder)


@FOLDERS
def test_every_option_is_shown(folder: str) -> None:
    """Each value of a choice, the least and the greatest of many numbers, and each other option."""
    names = {name.partition("=")[0] for name in shown(folder)} | {"position"}
    for option, field in ENTRIES[folder].options.items():
        values = field.values or ()
        for value in values if len(values) < 10 else (values[0], values[-1]):
            assert f"{option}={value}" in shown(folder), anew(folder)
        assert option in names, anew(folder)


@FOLDERS
def test_every_published_ruleset_is_played(folder: str) -> None:
    published = {*ENTRIES[folder].tags.suggestions["Ruleset"]}
    played = {
        word
        for case in cases_of(SUITES[folder])
        if case.method in ("legal_moves", "apply") and case.error is None
        for word in case.params["position"].split()
    }
    assert published <= played, anew(folder)


@FOLDERS
def test_values_of_options_are_told_apart(folder: str) -> None:
    """By cases that say to show the value, and demand another answer than for another value."""
    entry, found = ENTRIES[folder], set[tuple[str, str, str]]()
    wanted = {
        (option, *pair) for option, values in choices(entry).items()
        for pair in permutations(values, 2)
    }  # fmt: skip
    for case in cases_of(SUITES[folder]):
        shows = {name.partition("=")[0] for name in case.shows if "=" in name}
        if shows & choices(entry).keys() and not found >= wanted:
            found |= {*misread(entry, case)}
    assert found == wanted


@FOLDERS
def test_what_is_undone_was_done_in_another_case(folder: str) -> None:
    """If the rules take moves back at all."""
    cases = cases_of(SUITES[folder])
    undone = [at for at, case in enumerate(cases) if case.method == "undo" and case.result]
    assert undone == [*pairs(cases)]
    assert bool(undone) == isinstance(ENTRIES[folder].begin(), UndoableState)


@FOLDERS
def test_texts_that_are_read_and_not_written_so_have_a_case(folder: str) -> None:
    """Of positions and of moves."""
    for method, field in (("start", "position"), ("apply", "move")):
        changed = [
            case
            for case in cases_of(SUITES[folder])
            if case.method == method and case.result is not None and field in case.params
            and case.result[field] != case.params[field]
        ]  # fmt: skip
        assert len(changed) > 1, method


@FOLDERS
def test_numbers_of_sequences_have_a_source(folder: str) -> None:
    counted = [case for case in cases_of(SUITES[folder]) if case.method == "perft"]
    assert len(counted) >= 10
    assert all(case.source is not None for case in counted)


@pytest.mark.deep
@FOLDERS
def test_second_implementations_agree(folder: str) -> None:
    """On all cases that they can tell something of: most of those of moves, on legal ones all."""
    asked: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for case in cases_of(SUITES[folder]):
        disagreement = second_opinion(folder, case)
        assert not disagreement, (case, disagreement)
        kind = case.method if case.error is None else f"{case.method}, refused"
        asked[kind] += 1
        told[kind] += disagreement is not None
    for kind in ("legal_moves", "apply", "perft"):
        # The naive rules don't read what a position of mills has noted (M29-M38)
        assert told[kind] >= 0.95 * asked[kind], kind
    assert told["apply, refused"] > asked["apply, refused"] / 3


@FOLDERS
def test_each_defect_changes_a_text_that_stands_once(folder: str) -> None:
    for defect in Source.of(ENTRIES[folder]).defects:
        assert (PACKAGE / defect.module).read_text("utf-8").count(defect.old) == 1, defect


@pytest.mark.deep
@FOLDERS
def test_only_the_cases_of_a_rule_find_a_defect_of_it(folder: str) -> None:
    """So without them the defect would live. Whoever makes the suite tries all defects."""
    cases = cases_of(SUITES[folder])
    for defect in Source.of(ENTRIES[folder]).defects[::9]:
        found = [cases[at] for at in found_by(defect, cases)]
        assert found, defect
        assert all(defect.shows in case.shows for case in found), defect


# ---- answers


CASE = Case("x", ("R5",), "apply", {}, {"moves": ["a", "b"], "score": [1, 0], "is_over": False})
WRONG = Case("x", ("R5",), "apply", {}, error={"reason": "BLOCKED"})


@pytest.mark.parametrize(
    ("case", "reply", "difference"),
    [
        (CASE, {"result": {"moves": ["b", "a"], "score": [1, 0], "is_over": False, "more": 1}},
         None),
        (CASE, {"result": {"moves": ["a"], "score": [1, 0], "is_over": False}},
         'moves is ["a"], expected ["a", "b"]'),
        (CASE, {"result": {"moves": ["a", "b"], "score": [0, 1], "is_over": False}},
         "score[0] is 0, expected 1"),
        (CASE, {"result": {"moves": ["a", "b"], "score": [1, 0], "is_over": 0}},
         "is_over is 0, expected false"),
        (CASE, {"result": {"moves": ["a", "b"], "score": [1, 0]}},
         "is_over is null, expected false"),
        (CASE, {"error": {"code": 1}}, 'expected a result, not the error {"code": 1}'),
        (WRONG, {"result": {}}, 'expected an error {"reason": "BLOCKED"}, not the result {}'),
        (WRONG, {"error": {"code": 1, "data": {"reason": "BLOCKED", "type": "x"}}}, None),
        (WRONG, {"error": {"code": 1, "data": {"reason": "OTHER"}}},
         'reason is "OTHER", expected "BLOCKED"'),
        (WRONG, {"error": {"code": 1, "data": None}}, 'reason is null, expected "BLOCKED"'),
    ],
)  # fmt: skip
def test_the_first_difference_is_told(
    case: Case, reply: dict[str, Any], difference: str | None
) -> None:
    assert case.difference(reply) == difference


@pytest.mark.parametrize(
    ("reply", "difference"),
    [
        (None, "the answer is not JSON: None"),
        ("hello", "the answer is not JSON: hello"),
        ("[]", "the answer is not one to the request 1"),
        ('{"id": 2, "result": {}}', "the answer is not one to the request 1"),
    ],
)
def test_what_is_no_reply_fails(reply: str | None, difference: str) -> None:
    (verdict,) = check([CASE], lambda _: reply)
    assert (verdict.status, verdict.difference) == (CaseStatus.FAILED, difference)


def test_a_method_that_is_missing_is_left_out() -> None:
    (verdict,) = check([CASE], lambda _: '{"id": 1, "error": {"code": -32601}}')
    assert verdict.status is CaseStatus.LEFT_OUT


def test_what_is_no_suite() -> None:
    for text in ("x", "[]", "{}", '{"cases": [{"name": "x"}]}'):
        with pytest.raises(NinetkaError, match=r"^this is not a file of cases: its schema says"):
            parsed(text)
    with pytest.raises(NinetkaError, match=r"^there are no cases of 'chess', only of "):
        cases_of("chess")
    with pytest.raises(NinetkaError, match=r"^missing: No such file or directory; the suite is"):
        suites(Path("missing"))
