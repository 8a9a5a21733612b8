"""The page to play on as files for a static host: what is in the folder, and when it is written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from support.built_page import BROWSER, builder, built_page
from support.waiting import PATIENCE

import ninetka

pytestmark = pytest.mark.long

FIXED = """build.js engine.mjs icon.svg index.html manifest.webmanifest not-served.js
    play.css play.js
    rules.js search.js service-worker.js shared.css state.js steps.js thinking.js wheels.js
    worker.js
    licences/README.txt licences/attrs-MIT.txt licences/cpython-PSF-2.0.txt
    licences/incorporated.txt licences/ninetka-MIT.txt licences/pyodide-MPL-2.0.txt
    pyodide/pyodide-lock.json pyodide/pyodide.asm.mjs pyodide/pyodide.asm.wasm pyodide/pyodide.mjs
    pyodide/python_stdlib.zip"""


def files(folder: Path) -> dict[str, bytes]:
    """The contents of all files in a folder, by path."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_what_is_in_the_folder() -> None:
    found = files(built_page())
    assert set(FIXED.split()) <= set(found)
    assert not [name for name in found if name.startswith(("replay", "play.html", "__"))]
    wheels = [name for name in found if name.startswith("wheels/")]
    assert len(wheels) == 2
    assert 18e6 < sum(map(len, found.values())) < 21e6
    rules = (BROWSER / "rules.js").read_bytes()
    assert found["rules.js"] == rules
    assert b"@" not in found["state.js"]  # the types of the page's own scripts are left out
    assert b'<link rel="manifest" href="manifest.webmanifest">' in found["index.html"]
    icons = json.loads(found["manifest.webmanifest"])["icons"]
    assert {icon["src"] for icon in icons} <= set(found)
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert oct(built_page().stat().st_mode & 0o777) == "0o755"  # so that a web server may read it


COMPRESS = """
const { readFileSync } = require("fs"), { brotliCompressSync } = require("zlib");
const sizes = process.argv.slice(1).map((path) => brotliCompressSync(readFileSync(path)).length);
console.log(JSON.stringify(sizes));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node.js here")
def test_it_is_small_once_it_is_compressed() -> None:
    paths = [path for path in files(built_page()) if not path.startswith("licences/")]
    command = ["node", "-e", COMPRESS, *paths]
    done = subprocess.run(
        command, cwd=built_page(), check=True, capture_output=True, timeout=PATIENCE
    )
    sizes = dict(zip(paths, json.loads(done.stdout), strict=True))
    assert sum(sizes.values()) < 5e6
    python = ("pyodide/", "wheels/")
    assert sum(size for path, size in sizes.items() if not path.startswith(python)) < 400e3


def test_the_wheels_are_of_these_versions() -> None:
    versions = {}
    for path in (built_page() / "wheels").iterdir():
        with ZipFile(path) as wheel:
            (about,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
            metadata = message_from_string(wheel.read(about).decode())
            record = wheel.read(about.replace("METADATA", "RECORD")).decode()
            assert sorted(line.split(",")[0] for line in record.splitlines()) == sorted(
                wheel.namelist()
            )
            assert not [name for name in wheel.namelist() if name.endswith(".py")]
        versions[metadata["Name"]] = metadata["Version"]
        assert path.name == f"{metadata['Name']}-{metadata['Version']}-cp314-none-any.whl"
    assert versions["ninetka"] == ninetka.__version__
    assert versions.keys() == {"ninetka", "attrs"}


def test_what_the_licences_say_of_the_runtime() -> None:
    package = json.loads((BROWSER / "package.json").read_text("utf-8"))
    pinned = package["dependencies"]["pyodide"]
    lock = json.loads((built_page() / "pyodide/pyodide-lock.json").read_text("utf-8"))
    said = (BROWSER / "licences/README.txt").read_text("utf-8")
    assert re.findall(r"(?:Pyodide|CPython|tag) ([0-9.]+[0-9])", said) == [
        pinned,
        lock["info"]["python"],
        pinned,
    ]
    assert f'"{pinned}"' in (built_page() / "pyodide/pyodide.mjs").read_text("utf-8")


def test_it_is_built_anew_to_the_same_bytes(tmp_path: Path) -> None:
    first, out = built_page(), tmp_path / "site" / "play"
    builder().build(out)
    (out / "left-over").touch()
    builder().build(out)
    assert files(out) == files(first)
    assert list(out.parent.iterdir()) == [out]


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "build.js").write_text("another program's", "ascii")
    with pytest.raises(builder().BuildError) as error:
        builder().build(tmp_path)
    sentence = f"{tmp_path} is not a build of this page: name another folder, or remove it"
    assert str(error.value) == sentence
    assert files(tmp_path) == {"build.js": b"another program's"}


def test_an_earlier_build_stays_if_there_is_no_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "play"
    out.mkdir()
    (out / "build.js").write_text("globalThis.build = earlier", "ascii")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(builder().BuildError, match="is not installed, and the page cannot be"):
        builder().build(out)
    assert files(tmp_path) == {"play/build.js": b"globalThis.build = earlier"}
