"""What earlier versions promised still holds: each has left samples in `tests/data/kept`.

No version has been released so far, so the only samples are those of the version in the making.
`tests/data/make_kept.py` writes them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import ninetka
from ninetka import Game
from ninetka.records import parse

DATA = Path(__file__).parent / "data"
SPEC = spec_from_file_location("make_kept", DATA / "make_kept.py")
assert SPEC is not None
assert SPEC.loader is not None
make_kept = module_from_spec(SPEC)
SPEC.loader.exec_module(make_kept)
VERSIONS: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text("utf-8")) for file in (DATA / "kept").glob("*.json")
}
BROKEN = (
    "samples of a released version stay: this breaks what it promised. Those of a version that is "
    "not released are written again by `python tests/data/make_kept.py`"
)
GAMES = [(version, game) for version, kept in VERSIONS.items() for game in kept["games"]]

OF_VERSIONS = pytest.mark.parametrize("version", VERSIONS)
OF_GAMES = pytest.mark.parametrize(("version", "game"), GAMES)


@cache
def now() -> dict[str, Any]:
    samples: dict[str, Any] = make_kept.samples()
    return samples


def test_this_version_leaves_samples() -> None:
    assert ninetka.__version__ in VERSIONS


@OF_VERSIONS
@pytest.mark.parametrize("what", ["names", "methods"])
def test_names_are_still_there(version: str, what: str) -> None:
    assert {*VERSIONS[version][what]} - {*now()[what]} == set(), BROKEN


@OF_VERSIONS
def test_commands_have_the_options_that_they_had(version: str) -> None:
    for name, options in VERSIONS[version]["commands"].items():
        assert {*options} - {*now()["commands"][name]} == set(), (name, BROKEN)


@OF_VERSIONS
def test_texts_that_stand_for_members_of_enums_are_the_same(version: str) -> None:
    values = now()["values"]
    kept = VERSIONS[version]["values"].items()
    assert {name: values.get(name, text) for name, text in kept} == dict(kept), BROKEN
    assert len({*values} & {*dict(kept)}) > 100


@OF_VERSIONS
def test_cases_of_the_conformance_suite_demand_what_they_did(version: str) -> None:
    """A case that was mistaken may be gone; that ninetka passes all is tested with the suite."""
    demands, kept = now()["conformance"], VERSIONS[version]["conformance"].items()
    assert {name: demands.get(name, each) for name, each in kept} == dict(kept), BROKEN
    assert len({*demands} & {*dict(kept)}) > 400


@OF_GAMES
def test_positions_have_the_texts_keys_codes_and_planes_that_they_had(
    version: str, game: str
) -> None:
    kept = dict(VERSIONS[version]["games"][game])
    records, _ = kept.pop("records"), kept.pop("moves")
    assert {"positions", "keys"} <= kept.keys()
    assert make_kept.game_facts(parse(records["9tka"]).game).items() >= kept.items(), BROKEN


@OF_GAMES
def test_seeds_deal_and_play_at_random_as_they_did(version: str, game: str) -> None:
    assert now()["games"][game]["moves"] == VERSIONS[version]["games"][game]["moves"], BROKEN


@OF_GAMES
def test_records_are_still_read(version: str, game: str) -> None:
    kept = dict(VERSIONS[version]["games"][game]["records"])
    trusted = Game.from_trusted(kept.pop("trusted"))
    games = [parse(text).game for text in kept.values()]
    assert len(games) > 1
    for each in games:
        assert each.move_texts == trusted.move_texts, BROKEN
        assert each.states == trusted.states, BROKEN
