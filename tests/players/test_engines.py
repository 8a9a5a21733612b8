"""Which code plays for computer players."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ninetka import NinetkaError
from ninetka.protocol import compiled
from ninetka.protocol.compiled import by_objects, engine_for


class Wasm(str):
    """The name of an engine that can be loaded, unless it is empty."""

    __slots__ = ()

    def load(self) -> None:
        if not self:
            raise ModuleNotFoundError("portable is missing")


class Playing:
    """A state with these engines; for the others, a package is missing."""

    def __init__(self, **engines: str | None) -> None:
        self._engines = engines

    @property
    def kernel(self) -> str | None:
        if "kernel" in self._engines:
            return self._engines["kernel"]
        raise ModuleNotFoundError("kernel is missing")

    @property
    def portable(self) -> Wasm | None:
        name = self._engines.get("portable", "")
        return None if name is None else Wasm(name)


@pytest.mark.parametrize(
    ("state", "wanted", "found"),
    [
        (Playing(kernel="numba", portable="wasm"), None, "numba"),
        (Playing(portable="wasm"), None, "wasm"),
        (Playing(), None, None),
        (Playing(kernel=None, portable="wasm"), None, "wasm"),
        (Playing(kernel=None, portable=None), None, None),
        (Playing(kernel="numba", portable="wasm"), "numba", "numba"),
        (Playing(kernel="numba", portable="wasm"), "wasm", "wasm"),
        (Playing(kernel="numba", portable="wasm"), "objects", None),
    ],
)
def test_the_fastest_plays_unless_one_is_named(
    monkeypatch: pytest.MonkeyPatch, state: Any, wanted: str | None, found: Any
) -> None:
    monkeypatch.delenv("NINETKA_ENGINE", raising=False)
    if wanted is not None:
        monkeypatch.setenv("NINETKA_ENGINE", wanted)
    assert engine_for(state) == found


def test_one_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETKA_ENGINE", "wasm")
    state: Any = Playing(kernel="numba")
    with pytest.raises(ModuleNotFoundError, match=r"^portable is missing$"):
        engine_for(state)
    monkeypatch.setenv("NINETKA_ENGINE", "cuda")
    said = "^the environment variable NINETKA_ENGINE is numba, wasm or objects, not 'cuda'$"
    with pytest.raises(NinetkaError, match=said):
        engine_for(state)


@pytest.mark.parametrize(
    ("has_file", "installed", "said"),
    [
        (True, "", "by Python objects; the extra fast gives hundreds of times as many games"),
        (False, "", "by Python objects; the extra batch gives hundreds of times as many games"),
        (False, "wasmtime", "by Python objects; the extra batch gives hundreds of times as many "
         "games (fast needs files that are not in the source)"),
        (True, "wasmtime", ""),
        (False, "numba", ""),
    ],
)  # fmt: skip
def test_what_would_play_more_games_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_file: bool, installed: str, said: str
) -> None:
    file = tmp_path / "game.wasm"
    if has_file:
        file.touch()
    state: Any = SimpleNamespace(portable=SimpleNamespace(file=file))
    monkeypatch.setattr(compiled, "_is_installed", lambda module: module == installed)
    monkeypatch.delenv("NINETKA_ENGINE", raising=False)
    assert by_objects(state) == said
    monkeypatch.setenv("NINETKA_ENGINE", "objects")
    assert by_objects(state) == ""
    assert by_objects(SimpleNamespace(portable=None)) == ""  # type: ignore[arg-type]
