"""The scripts of the pages as modules: what they import, and that both hosts have all of them."""

from __future__ import annotations

import json
import re
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path

import pytest

from ninetka.players import parse_player
from ninetka.protocol.forms import UNFINISHED
from ninetka.records.record import SEAT_TAGS
from ninetka.records.text import TEXT
from ninetka.web import pages

PAGES = Path(str(files(pages)))
OTHER_HOST = Path(__file__).parents[3] / "examples/browser/rules.js"
TEXTS = {path.name: path.read_text("ascii") for path in PAGES.glob("*.*js")}
FIRST = ("play.js", "replay.js")
IN_A_WORKER = ("search.js", "engine.mjs")


def imports(text: str) -> set[str]:
    """The modules that a script imports, each by a line; types are imported in comments."""
    lines = [line for line in text.splitlines() if line.startswith("import")]
    found = [re.fullmatch(r'import (?:\{[\w, ]+\} from )?"\./([\w.]+)";', line) for line in lines]
    assert all(found), lines
    assert text.count("import(") == 0
    return {each[1] for each in found if each}


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_script_imports_is_exported_and_used(name: str) -> None:
    for names, other in re.findall(
        r'^import \{ (.*) \} from "./(.*)";$', TEXTS[name], re.MULTILINE
    ):
        for each in names.split(", "):
            assert len(re.findall(rf"\b{each}\b", TEXTS[name])) > 1
            assert re.search(rf"^export .*\b{each}\b", TEXTS[other], re.MULTILINE)


def test_no_script_imports_itself_by_way_of_others() -> None:
    graph = {name: imports(text) for name, text in TEXTS.items()}
    assert {*TEXTS} == {*TopologicalSorter(graph).static_order()}
    with pytest.raises(CycleError):
        TopologicalSorter(graph | {"state.js": {"play.js"}}).prepare()


def test_the_rules_of_the_other_host_import_the_same() -> None:
    text = OTHER_HOST.read_text("ascii")
    assert imports(text) == imports(TEXTS["rules.js"]) == {"thinking.js"}
    assert re.findall(r"^export .*", text, re.MULTILINE) == ["export const rules = (() => {"]


def test_the_page_asks_for_all_scripts_at_once() -> None:
    html = (PAGES / "play.html").read_text("ascii")
    preloaded = re.findall(r'<link rel="modulepreload" href="([\w.]+)">', html)
    assert preloaded == sorted({*TEXTS} - {*FIRST, *IN_A_WORKER})
    assert re.findall(r"<script.*", html) == ['<script type="module" src="play.js"></script>']


def test_elements_are_of_the_kinds_that_the_scripts_take_them_for() -> None:
    names = ("play.html", "replay.html", "elements.js")
    html = "".join((PAGES / name).read_text("ascii") for name in names)
    tags: dict[str, set[str]] = {}
    for tag, name in re.findall(r'<(\w+)[^>]*? id="([\w-]+)"', html):
        tags.setdefault(name, set()).add(tag)
    kinds = re.findall(r"Record<(.*?),[\s*]+HTML(\w*)Element>", TEXTS["elements.js"], re.DOTALL)
    assert len(kinds) == 9
    for listed, kind in kinds:
        for name in re.findall(r'"(.*?)"', listed):
            assert tags[name] == {kind.lower()} if kind else tags[name]


def test_constants_of_the_scripts_are_those_of_the_library() -> None:
    def constant(script: str, name: str) -> str:
        found = re.search(rf"^(?:export )?const {name} = (.*?);", TEXTS[script], re.DOTALL | re.M)
        assert found
        return found[1]

    assert json.loads(constant("game.js", "SEAT_TAGS")) == [*SEAT_TAGS]
    assert json.loads(constant("game.js", "TEXT")) == TEXT.name
    assert json.loads(constant("panel.js", "UNFINISHED")) == UNFINISHED
    players = re.findall(r'\["(.*?)", ".*"\]', constant("seats.js", "STRENGTHS"))
    assert len(players) == 6
    assert [parse_player(name).name for name in players] == players
    assert json.loads(constant("learn.js", "ADVISER")) in players
