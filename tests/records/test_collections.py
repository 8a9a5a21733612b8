"""Collections of games in the formats of sites and programs: tests/data/collections."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from ninetka import morris
from ninetka.base.errors import RecordError
from ninetka.games import entry_for_state
from ninetka.records import AnyRecord, forms, parse, verify, write

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out

COLLECTIONS = Path(__file__).parents[1] / "data/collections"
FILES = sorted(path for path in COLLECTIONS.glob("*/*") if path.is_file())
KINDS = {kind: [*files] for kind, files in groupby(FILES, lambda path: path.parent.name)}
EACH = [  # by default, one of each kind
    pytest.param(path, marks=() if path is files[0] else pytest.mark.long)
    for files in KINDS.values()
    for path in files
]


@cache
def records(path: Path) -> list[AnyRecord]:
    """The games of a file, all of which must be good."""
    verdicts = [*verify(path)]
    wrong = [str(verdict.error) for verdict in verdicts if verdict.error]
    assert not wrong, "`python tests/data/make_collections.py` makes the collections anew"
    return [verdict.record for verdict in verdicts if verdict.record]


def test_there_are_ten_games_of_each_kind() -> None:
    for kind, files in KINDS.items():
        games = sum(len(records(path)) for path in files)
        assert games >= 10, kind
    files = KINDS["mills"]
    games = sum(len(records(path)) for path in files)
    assert out("check", *files) == f"{games} games: {games} good, 0 bad\n"


def test_every_published_ruleset_of_mill_games_has_its_collection() -> None:
    others = {*morris.PUBLISHED} - {morris.NINE_AM.name, morris.MILLS.name}
    known = {"nine", "kropki-declared", "kropki-automatic", "nine-am", "mills"}
    assert KINDS.keys() == known | others
    for name in others:
        for path in KINDS[name]:
            for record in records(path):
                assert record.game.initial_state.ruleset == morris.PUBLISHED[name]


def test_the_readme_says_what_is_in_each_folder() -> None:
    readme = (COLLECTIONS / "README.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([a-z-]+)` \|", readme, re.MULTILINE))
    assert named == KINDS.keys() - morris.PUBLISHED.keys() | {"mills"}


@pytest.mark.parametrize("path", EACH, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_all_games_read_back_from_every_form(path: Path) -> None:
    games = records(path)
    entry = entry_for_state(games[0].game.initial_state)
    assert entry is not None
    for form in forms(entry):
        try:
            assert [parse(record.to_form(form.name), entry) for record in games] == games
        except RecordError:
            assert form.name == "mill-list"
            assert path.parent.name == "nine-am"
            continue
        written = "".join(write(games, form.name)).splitlines(keepends=True)
        assert [verdict.record for verdict in verify(written)] == games


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_damaged_file_is_told_by_line_and_kind(path: Path) -> None:
    """Without its last characters, the last game is bad or unfinished, and the others are good."""
    games, text = records(path), path.read_text("utf-8")
    half = text.rstrip()[: -len(text.rstrip().rsplit("\n", 1)[-1]) // 2 or None]
    verdicts = [*verify(half.splitlines(keepends=True))]
    assert [verdict.record for verdict in verdicts[:-1]] == games[: len(verdicts) - 1]
    last = verdicts[-1]
    if last.error is not None:
        assert last.error.kind is not None
        assert last.error.line
    else:
        assert last.record != games[-1]
