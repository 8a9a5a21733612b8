"""Put the page to play on into a folder for any static host: python examples/browser/build.py OUT.

The folder holds all that the page needs, so it asks no other site: the page itself, the wheels of
this copy of ninetka and of attrs, Python for browsers (npm's `pyodide`) and the licences. Needs
Node.js with npm, pip, and the network.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
PAGES: Final = ROOT / "src/ninetka/web/pages"
MODULES: Final = HERE / "node_modules"

OWN: Final = (
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "manifest.webmanifest",
    "not-served.js",
    "rules.js",
    "service-worker.js",
    "worker.js",
)
"""The files that the page has here and not behind a server of ninetka's."""
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files that are taken from npm's `pyodide` as they are."""
CHECK: Final = """
import sys
from pathlib import Path
sys.path += sys.argv[2:]
from ninetka.compiled.wasm import checked_code
checked_code(Path(sys.argv[1]))
"""
"""Fails if the WebAssembly in a folder was made from other sources than those beside it."""
READY: Final = """
import sys
from pathlib import Path
sys.path += sys.argv[2:]
from ninetka.web import assets
for name, data in {**assets.files(), **assets.answers()}.items():
    Path(sys.argv[1], name).write_bytes(data)
"""
"""Writes into a folder what the page shows before the rules are there."""
TYPES: Final = re.compile(r"/\*\*.*?\*/\s*", re.DOTALL)
"""Comments with types, a fifth of the size of the page's scripts."""
STDLIB: Final = "python_stdlib.zip"
BUILD: Final = "build.js"
"""The file by which a build is known."""
BEGINNING: Final = "globalThis.build = "
"""The beginning of that file."""
ENCODINGS: Final = frozenset(
    ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig")
)
"""The encodings that are kept; the others are a tenth of the library."""
UNUSED: Final = (
    "adapters",
    "batch",
    "cli",
    "conformance",
    "engines",
    "simulate",
    "testing",
    "web",
    "__main__.py",
    "__pyinstaller",
    "base/html.py",
    "base/programs.py",
    "drawing/png.py",
    *(
        f"{game}/{name}.py"
        for game in ("kropki", "morris", "nine")
        for name in ("observation", "samples")
    ),
    "play/trusted.py",
    "protocol/utility.py",
    "server/mcp.py",
    "solve/judgements.py",
    "solve/puzzles.py",
    "tournament/arena.py",
    "tournament/openings.py",
    "tournament/ratings.py",
    "tournament/referee.py",
    "tournament/sprt.py",
    "tournament/standings.py",
    "*/*.schema.json",
    "*/puzzles.9tka",
)
"""What there is in ninetka that the server, which is all that the page asks, does not use."""
USED: Final = ("__init__.py", "packing.py", "tables.py", "growing.py", "sources.py", "wasm.py")
"""What is used of folders `compiled`, the rest of which numba compiles."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of all files in archives, so that the same contents make the same archive."""


class BuildError(Exception):
    """Why there is no build: a sentence to act on."""


def main() -> None:
    """Build into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder, new or an earlier build")
    try:
        build(parser.parse_args().out)
    except (BuildError, OSError) as error:
        sys.exit(f"build.py: {error}")


def build(out: Path) -> None:
    """Write the folder; an earlier build is replaced once the new one is complete.

    Raises BuildError.
    """
    out = out.absolute()
    refuse_overwrite(out)
    install()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as scratch:
        new, old = Path(scratch, "new"), Path(scratch, "old")
        new.mkdir()
        fill(new, Path(scratch))
        if out.exists():
            out.rename(old)
        new.rename(out)


def refuse_overwrite(out: Path) -> None:
    """Raise BuildError if something is there that is not a build of the page."""
    if out.is_dir() and (is_build(out) or not any(out.iterdir())):
        return
    if out.exists() or out.is_symlink():
        raise BuildError(f"{out} is not a build of this page: name another folder, or remove it")


def is_build(folder: Path) -> bool:
    """Whether a folder is a build of the page."""
    path = folder / BUILD
    return path.is_file() and path.read_bytes().startswith(BEGINNING.encode())


def install() -> None:
    """Install the pinned packages of npm's, unless they are there. Raises BuildError."""
    package = json.loads((HERE / "package.json").read_text("utf-8"))
    pinned = {**package["dependencies"], **package["devDependencies"]}
    if any(installed(name) != version for name, version in pinned.items()):
        options = ("--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
        run("npm", "install", *options, "--loglevel=error", cwd=HERE)


def installed(name: str) -> str | None:
    """The version of a package of npm's that is installed."""
    path = MODULES / name / "package.json"
    return str(json.loads(path.read_text("utf-8"))["version"]) if path.is_file() else None


def run(program: str, *arguments: str, cwd: Path | None = None) -> None:
    """Run a program, quietly. Raises BuildError."""
    found = shutil.which(program)
    if found is None:
        raise BuildError(f"{program} is not installed, and the page cannot be built without it")
    done = subprocess.run([found, *arguments], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        command = " ".join([program, *arguments])
        raise BuildError(f"this command failed: {command}\n{done.stdout}{done.stderr}".rstrip())


def fill(new: Path, scratch: Path) -> None:
    """Write all files of the build."""
    library, wheels = scratch / "library", scratch / "wheels"
    unpack(MODULES / "pyodide" / STDLIB, library / STDLIB)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(wheels), str(ROOT))
    for wheel in wheels.glob("*.whl"):
        unpack(wheel, library / wheel.name.replace("-py3-", "-cp314-"))
    run(sys.executable, "-B", "-c", READY, str(new), *map(str, library.glob("*.whl")))
    for name in UNUSED:
        for path in library.glob(f"*.whl/ninetka/{name}"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    take_engines(new / "engines", library)
    for module in library.glob("*.whl/ninetka/**/compiled/*.py"):
        if module.name not in USED:
            module.unlink()
    run("node", str(HERE / "compile.mjs"), str(library))
    write_page(new)
    write_runtime(new / "pyodide", library / STDLIB)
    write_wheels(new / "wheels", library)
    write_licences(new / "licences", library)
    write_build(new)


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip file."""
    with zipfile.ZipFile(archive) as contents:
        contents.extractall(folder)


def take_engines(folder: Path, library: Path) -> None:
    """Move the games' WebAssembly out of the wheel.

    Raises BuildError if a file was made from other sources.
    """
    folder.mkdir()
    wheels = [str(path) for path in library.glob("*.whl")]
    for compiled in library.glob("*.whl/ninetka/**/compiled"):
        for path in compiled.glob("*.wasm"):
            if path.stem == compiled.parent.name:
                run(sys.executable, "-B", "-c", CHECK, str(compiled), *wheels)
                path.rename(folder / path.name)
            else:  # for arrays
                path.unlink()
        (compiled / "PROVENANCE").unlink()


def write_page(folder: Path) -> None:
    """Write the page, with files of its own in place of what a server does."""
    for path in PAGES.iterdir():
        if path.name.startswith("replay."):
            continue
        if path.suffix in (".js", ".mjs"):
            code = TYPES.sub("", path.read_text("ascii"))
            (folder / path.name).write_text(code, "ascii")
        elif path.suffix in (".css", ".json", ".svg"):
            shutil.copyfile(path, folder / path.name)
    for name in OWN:
        shutil.copyfile(HERE / name, folder / name)
    page = (PAGES / "play.html").read_text("utf-8")
    own = (
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="apple-touch-icon" href="icon-192.png">\n'
        '<meta name="theme-color" content="#b0006d">\n'
        '<link rel="preload" href="languages.json" as="fetch" crossorigin>\n'
        '<meta name="robots" content="index, follow">\n'
        '<script src="not-served.js"></script>\n'
    )
    (folder / "index.html").write_text(page.replace("</head>", f"{own}</head>"), "utf-8")


def write_runtime(folder: Path, stdlib: Path) -> None:
    """Write Python for browsers, with the part of its library that can be of use, compiled."""
    folder.mkdir()
    for name in RUNTIME:
        shutil.copyfile(MODULES / "pyodide" / name, folder / name)
    lock = json.loads((MODULES / "pyodide/pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    write_archive(folder / STDLIB, stdlib, compiled_files(stdlib, is_useful))


def is_useful(module: str) -> bool:
    """Whether a module of the standard library can be of use to the rules."""
    package, _, name = module.rpartition(".")
    if package == "encodings":
        return name in ENCODINGS
    return not any(f"{module}.".startswith(f"{unused}.") for unused in unused_modules())


@cache
def unused_modules() -> list[str]:
    """The modules and packages that are left out."""
    lines = (HERE / "unused.txt").read_text("utf-8").splitlines()
    return " ".join(line for line in lines if not line.startswith("#")).split()


def write_wheels(folder: Path, library: Path) -> None:
    """Write the wheels, with compiled modules instead of sources, and a script with their names."""
    folder.mkdir()
    for source in library.glob("*.whl"):
        (about,) = source.glob("*.dist-info")
        wheel, record = about / "WHEEL", about / "RECORD"
        wheel.write_text(wheel.read_text("utf-8").replace("py3-none", "cp314-none"), "utf-8")
        paths = [path for path in compiled_files(source) if path != record]
        paths.append(record)
        rows = (f"{path.relative_to(source).as_posix()},,\n" for path in paths)
        record.write_text("".join(rows), "utf-8")  # without digests, which nobody compares
        write_archive(folder / source.name, source, paths)
    names = json.dumps(sorted(f"wheels/{path.name}" for path in folder.iterdir()))
    folder.with_suffix(".js").write_text(f"globalThis.wheels = {names};\n", "utf-8")


def compiled_files(folder: Path, wanted: Callable[[str], bool] | None = None) -> list[Path]:
    """The files that Python needs of a folder whose modules are compiled, in order."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".py")
    return [
        path
        for path in paths
        if wanted is None or path.suffix != ".pyc" or wanted(module_name(path, folder))
    ]


def module_name(path: Path, folder: Path) -> str:
    """The name by which the module in a file is imported."""
    return ".".join(path.relative_to(folder).with_suffix("").parts)


def write_archive(archive: Path, folder: Path, paths: Iterable[Path]) -> None:
    """Zip files of a folder, without compressing them: hosts compress all of it, and better."""
    with zipfile.ZipFile(archive, "w") as contents:
        for path in paths:
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
            contents.writestr(entry, path.read_bytes())


def write_licences(folder: Path, library: Path) -> None:
    """Write the licences of everything in the build."""
    shutil.copytree(HERE / "licences", folder)
    for licence in library.glob("*.whl/*.dist-info/licenses/LICENSE"):
        package = licence.parents[1].name.partition("-")[0]
        shutil.copyfile(licence, folder / f"{package}-MIT.txt")


def write_build(folder: Path) -> None:
    """Write what the service worker needs: a digest of each file, and one of all files together."""
    (folder / BUILD).unlink(missing_ok=True)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = {path.relative_to(folder).as_posix(): digest(path.read_bytes()) for path in paths}
    about = {"hash": hashlib.sha256(json.dumps(files).encode()).hexdigest(), "files": files}
    (folder / BUILD).write_text(f"{BEGINNING}{json.dumps(about, indent=1)};\n", "utf-8")


def digest(data: bytes) -> str:
    """A digest as web pages write it: `sha256-…`."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


if __name__ == "__main__":
    main()
