"""The checks. `nox -l` lists them, `nox -s lint types` runs two of them.

`nox` runs those that must pass before a change lands: what they say does not depend on chance.
`nox -s everything` runs the full round, which takes an hour or more.

Most sessions use the environment that nox itself is installed in. Those that need other packages,
or fewer, make environments of their own in `.nox`; `nox -R` uses these again. What follows `--`
goes to the tool: `nox -s tests -- -k test_r7_`.

With `nox --parallel 2`, sessions that use one core (`allow_parallel`) run in pairs, before the
others. None of these needs what another one writes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nox
import nox.project

sys.path.append("reliability")
import full_round

nox.needs_version = ">=2026.8.10"
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

GAMES = [path.parent.name for path in sorted(Path("src/ninetka").glob("*/state.py"))]
FULL_ROUND = (full_round.TAG,)
TEST_GROUP = ("--group", "test")
IN_PARALLEL = ("--numprocesses=auto", "--dist=loadfile", "--quiet")
ALL = ("-m", "")
"""Options of pytest: tests of all marks."""
OTHER_FRAMEWORKS = [
    f"tests/adapters/test_{name}.py" for name in ("framework_examples", "openenv", "torchrl")
]
KAGGLE = ("tests/adapters/test_kaggle.py", "docs/elsewhere.md")
USE_OTHERS = (GAMES[-1], "adapters", "batch", "cli", "records", "server", "simulate", "testing")
"""Folders of tests: one game's, as all use attrs alike, and of all that uses other packages."""
OTHERWISE_WITH_NUMBA = "^tests/(players|simulate)/|^tests/.*solv"
"""Names of tests of what runs compiled code where there is some, and Python elsewhere."""
CLUSTERS = "tests/simulate/test_clusters.py"
WASM = "tests/compiled"
WASM_MADE_WITH = ("numba==0.68.1", "llvmlite==0.50.0", "numpy==2.4.6")
"""What decides the bytes of WebAssembly, besides Python 3.11 and Debian's lld and binaryen."""
BUILT_WITH = str(Path("tools/build-requirements.txt").resolve())
FILES_OF_SERVICES = {
    "citation-file-format": "CITATION.cff",
    "dependabot": ".github/dependabot.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "github-workflows": ".github/workflows/*.yml",
    "readthedocs": ".readthedocs.yaml",
}
"""What services read, by the name of its schema in check-jsonschema."""
TYPES_OF_SCRIPTS = ("typescript@7.0.2", "@types/node@20.19.43")
PYODIDE = "314.0.7"
"""The version of npm's package, which is also that of its Python: 3.14."""
PURE = ("attrs", "hypothesis", "jsonschema", "pytest", "rich", "sybil", "typer")
"""Packages without compiled code that the tests import."""
ON_PYODIDE = ("base", "protocol", "drawing", *GAMES, "play", "players", "records", "testing")
"""Folders of tests that start no programs, or hardly any."""
ON_ARRAYS = (
    "arrays", "batch", "declared", "differential", "hosted", "law", "neural", "side_by_side",
    "streams", "symmetry",
)  # fmt: skip
"""Tests of batches and kernels, in `tests/batch` and folders `compiled`, that need no numba."""
PROMISED = "tests/test_compatibility.py"
FROZEN = "tests/test_frozen_and_vendored.py"
PLAY_PAGE = ("tests/web/browser_build", "tests/web/pages")
PACKAGE = Path("tests/package").resolve()
"""Programs that use the installed wheel."""


@nox.session(python=False, allow_parallel=True, tags=FULL_ROUND)
def lint(session: nox.Session) -> None:
    """Ruff, order of imports, files of services, the next changes, types of the page's scripts."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")
    session.run("zizmor", "--quiet", "--offline", "--strict-collection", ".github")
    for schema, path in FILES_OF_SERVICES.items():
        files = map(str, Path().glob(path))
        session.run("check-jsonschema", "--quiet", f"--builtin-schema=vendor.{schema}", *files)
    session.run("towncrier", "build", "--draft", "--version", "next", silent=True)
    modules = Path(session.create_tmp()).resolve() / "node_modules"
    npm = ("npm", "install", "--silent", "--no-save", "--no-package-lock", "--prefix")
    session.run(*npm, str(modules.parent), *TYPES_OF_SCRIPTS, external=True)
    tsc = ("node", f"{modules}/typescript/bin/tsc", "--typeRoots", f"{modules}/@types")
    for folder in (".", "examples/browser", "examples/javascript"):
        session.run(*tsc, "-p", folder, external=True)


@nox.session(python=False, allow_parallel=True, tags=FULL_ROUND)
def types(session: nox.Session) -> None:
    """Mypy and pyright, also over the Python of README and docs; every public name has a type."""
    session.run("mypy", "--strict")
    session.run("pyright", "--pythonpath", sys.executable)
    # Frameworks that a page uses may have no types, or not be installed.
    pages = ("mypy", "--strict", "--allow-subclassing-any")
    session.run(*pages, *python_of_pages(Path(session.create_tmp()) / "pages"))
    session.run("python", "tests/typing/completeness.py")


@nox.session(venv_backend="uv", python="3.11", default=False, tags=FULL_ROUND)
def wasm(session: nox.Session) -> None:
    """WebAssembly of the compiled code made anew, byte for byte, and its tests, in Node too."""
    install(session, "--editable", ".[cli]", *TEST_GROUP, *WASM_MADE_WITH)
    kept = webassembly()
    # Seeds of hashes, on which nothing may depend; a second time one game is enough
    for seed, games in (("1", ()), ("2", session.posargs or GAMES[-1:])):
        session.run("python", "tools/wasm/emit.py", *games, env={"PYTHONHASHSEED": seed})
    session.run("pytest", "-m", "", "--none-skipped", "--quiet", WASM)
    if webassembly() != kept:
        session.error("These are not the files that were kept: see what changed, and commit them")
    session.run("python", "benchmarks/compiled_code.py", "--rounds", "1", "--games", "100000")


@nox.session(python=False, tags=FULL_ROUND)
def tests(session: nox.Session) -> None:
    """README's commands, then the remaining tests; together they take every branch of the rules.

    Tests for which `.venv` lacks packages are among the remaining ones, and so are those that take
    long, but none that README's command has run in the same way.

    `nox -s tests -- -k test_r7_` runs these alone.
    """
    if session.posargs:
        session.run("pytest", *ALL, *session.posargs)
        return
    folder = Path(session.create_tmp()).resolve()
    passed, names = folder / "passed", ("readme", "remaining", "arrays")
    parts = [folder / f"coverage.{name}" for name in names]
    cover = ["--cov-branch", "--cov-report=", *(f"--cov=ninetka.{game}" for game in GAMES)]
    session.run("bash", "-c", command_in_readme("check"), external=True)
    options = " ".join([f"--write-passed={passed}", *cover])
    env = {"PYTEST_ADDOPTS": options, "COVERAGE_FILE": f"{parts[0]}"}
    session.run("bash", "-c", command_in_readme("test"), external=True, env=env)
    tried = passed.read_text("utf-8").splitlines()
    left_out = [name for name in tried if not re.search(OTHERWISE_WITH_NUMBA, name)]
    passed.write_text("\n".join(left_out), "utf-8")
    remaining = ("--none-skipped", f"--leave-out={passed}", *IN_PARALLEL, *ignored_paths())
    session.run("pytest", *remaining, *cover, env={"COVERAGE_FILE": f"{parts[1]}"})
    env = {"NINETKA_BACKEND": "wasm", "COVERAGE_FILE": f"{parts[2]}"}
    session.run("pytest", "--quiet", *IN_PARALLEL, *on_arrays(), *cover, env=env)
    whole = f"--data-file={folder}/coverage"
    session.run("coverage", "combine", "--quiet", whole, *map(str, parts))
    session.run("coverage", "report", whole, "--fail-under=100")
    session.run("pytest", "-m", "long and not load", *remaining)
    session.run("pytest", "--quiet", "--none-skipped", "-m", "main_path", PLAY_PAGE[1])


@nox.session(python=False, default=False, tags=FULL_ROUND)
def thorough(session: nox.Session) -> None:
    """All tests, also those that depend on load, with other and more examples each time."""
    env = {"NINETKA_TESTS": "thorough"}
    options = ("--none-skipped", *ignored_paths())
    session.run("pytest", "-m", "not load", *IN_PARALLEL, *options, env=env)
    session.run("pytest", "-m", "load", "--quiet", *options, env=env)


@nox.session(venv_backend="uv", default=False, tags=FULL_ROUND)
def chance(session: nox.Session) -> None:
    """The quick tests in random order, and beside two busy processes: `-- 10` for ten of each."""
    install(session, ".", *TEST_GROUP, "pytest-randomly>=3.15")
    rounds = int(session.posargs[0]) if session.posargs else 1
    # Not pages of docs, where each block builds on those before it
    paths = ("tests", "examples/tic-tac-toe/tests", "examples/hex/tests")
    for seed in range(rounds):
        session.run("pytest", *IN_PARALLEL, f"--randomly-seed={seed}", *paths)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        for _ in range(rounds):
            session.run("pytest", *IN_PARALLEL, "-p", "no:randomly")
    finally:
        for process in busy:
            process.kill()
            process.wait()


@nox.session(python=False)
def changed(session: nox.Session) -> None:
    """`wasm` and `browser`, if what they test has changed since they passed in a full round."""
    for name in full_round.SOURCES:
        if not full_round.has_passed(name):
            session.run("nox", "--envdir", str(session.cache_dir.parent), "-s", name)


@nox.session(venv_backend="venv", default=False, tags=FULL_ROUND)
def frameworks(session: nox.Session) -> None:
    """The tests of OpenEnv, TorchRL, sb3-contrib, RLlib and TextArena, apart from the rest."""
    torch = "torch==2.13.0"
    session.install("--quiet", torch)  # by pip, which finds builds for the CPU where uv does not
    packages = ["ray[rllib]", "sb3-contrib", "textarena", "torchrl", torch]
    install(session, ".[numba,openenv,openspiel,pettingzoo]", *TEST_GROUP, *packages)
    command = ("pytest", "-m", "", "--none-skipped", *IN_PARALLEL)
    session.run(*command, *OTHER_FRAMEWORKS, "docs/frameworks.md")
    session.run("pytest", PROMISED, "-k", "openenv")


@nox.session(venv_backend="uv", default=False, tags=FULL_ROUND)
def clusters(session: nox.Session) -> None:
    """Random games on local clusters of Dask and Ray, whose workers are killed."""
    install(session, ".[dask,ray]", *TEST_GROUP)
    session.run("pytest", "-m", "", "--none-skipped", CLUSTERS)
    session.run("pytest", PROMISED, "-k", "dask or ray")


@nox.session(python=False, default=False, tags=FULL_ROUND)
def browser(session: nox.Session) -> None:
    """The page to play on in Chromium: served by ninetka, and as files with npm's `pyodide`."""
    page = f"{Path(session.create_tmp()).resolve()}/play"
    session.run("python", "examples/browser/build.py", page)
    options = ["-m", "", "--none-skipped", *IN_PARALLEL, *PLAY_PAGE]
    env = {"NINETKA_PLAY_PAGE": page}
    session.run("pytest", *(session.posargs or options), env=env)
    short = ("--rounds", "1", "--players", "0.1")  # just long enough to see that they run
    session.run("python", "benchmarks/static_site.py", *short, env=env)
    session.run("python", "benchmarks/page_clicks.py", "--plies", "5", env=env)


@nox.session(python=False, default=False, tags=FULL_ROUND)
def docs(session: nox.Session) -> None:
    """The documentation with the page to play on, without warnings or broken links."""
    arguments = session.posargs or [f"{session.create_tmp()}/site"]
    options = ("--jobs=auto", "--fresh-env", "--fail-on-warning", "--quiet")
    session.run("sphinx-build", *options, "docs", *arguments)
    site = Path(arguments[-1])
    if not (site / "play/index.html").exists():
        session.error("The page to play on is missing: python examples/browser/build.py says why")
    llms = (site / "llms.txt").read_text("utf-8")
    for page in re.findall(r"\]\(https://ninetka\.readthedocs\.io/en/stable/(.*?)\)", llms):
        if not (site / page).exists():
            session.error(f"llms.txt names a page that is missing: {page}")
    inventory = ("python", "-m", "sphinx.ext.intersphinx", f"{site}/objects.inv")
    if not re.search(r"^\s+ninetka\.State\s", str(session.run(*inventory, silent=True)), re.M):
        session.error("Other documentations could not link to ninetka.State")


@nox.session(python=False, default=False, tags=FULL_ROUND)
def soak(session: nox.Session) -> None:
    """Random games of 9tka, forwards and backwards; `nox -s soak -- --plies 1000000` for longer."""
    short = ("--plies", "200000", "--naive", "10")
    session.run("python", "reliability/soak.py", *(session.posargs or short))


@nox.session(python=False, default=False, tags=FULL_ROUND)
def benchmarks(session: nox.Session) -> None:
    """Every benchmark, just long enough to see that it runs."""
    session.run("pytest", "--quiet", "--benchmark-disable", "benchmarks")
    for program, *options in (
        ("peers", "--rounds", "1", "--seconds", "0.05"),
        ("batches", "--rounds", "1", "--seconds", "0.05"),
        ("frameworks", "--rounds", "1", "--seconds", "0.05"),
        ("vectors", "--rounds", "1", "--seconds", "0.05"),
        ("check_files", "1", "100"),
        ("serve_calls", "3"),
        ("endings", "1"),
    ):
        session.run("python", f"benchmarks/{program}.py", *options)


@nox.session(venv_backend="uv", tags=FULL_ROUND)
def package(session: nox.Session) -> None:
    """The sdist, and the wheel built from it: what is in them, and that attrs is all it needs."""
    wheel, sdist = build(session)
    check_reproducible(session, wheel, sdist)
    session.run("twine", "check", "--strict", wheel, sdist, external=True)
    session.run("check-wheel-contents", wheel, external=True)
    session.install("--quiet", wheel)
    session.run("python", "benchmarks/import_time.py", "--most", "3")
    session.chdir(session.create_tmp())  # where no source is
    session.run("python", f"{PACKAGE}/use_the_wheel.py")
    session.install("--quiet", f"ninetka[fast] @ file://{wheel}")
    session.run("python", f"{PACKAGE}/use_webassembly.py", env={"NINETKA_BACKEND": "wasm"})
    session.install("--quiet", f"ninetka[batch] @ file://{wheel}")
    session.run("python", f"{PACKAGE}/use_batches.py")


@nox.session(venv_backend="uv", default=False, tags=FULL_ROUND)
def frozen(session: nox.Session) -> None:
    """Programs made by PyInstaller and cx_Freeze, and those with a copy under another name."""
    install(session, ".", *TEST_GROUP, "pyinstaller>=6", "cx_Freeze>=8")
    session.run("pytest", "-m", "", "--none-skipped", FROZEN)


@nox.session(venv_backend="uv", default=False, tags=FULL_ROUND)
def lowest(session: nox.Session) -> None:
    """The sdist's tests of what uses other packages, with the lowest versions that it allows."""
    _, sdist = build(session)
    session.chdir(unpacked(sdist))
    install(session, "--resolution=lowest-direct", ".[cli,hypothesis]", *TEST_GROUP)
    shutil.rmtree("src")  # so that the installed package is tested
    paths = [f"tests/{folder}" for folder in USE_OTHERS]
    # Old packages warn
    session.run("pytest", *IN_PARALLEL, "-W", "ignore::DeprecationWarning", *paths)


@nox.session(venv_backend="uv", default=False)
def kaggle(session: nox.Session) -> None:
    """By hand, as it installs more than a gigabyte: the environment for kaggle-environments."""
    install(session, ".", *TEST_GROUP, "kaggle-environments>=1.30")
    session.run("pytest", "--none-skipped", "-W", "ignore", *KAGGLE)


@nox.session(python=False, default=False, tags=FULL_ROUND)
def pythons(session: nox.Session) -> None:
    """The quick tests on each Python that is installed here: the system's, and pyenv's."""
    for version, found in interpreters().items():
        environment = f"{Path(session.create_tmp()).resolve()}/{version}"
        session.run("uv", "venv", "--quiet", "--clear", "--python", found, environment)
        python = f"{environment}/bin/python"
        packages = ("--editable", ".[numba,openspiel,pettingzoo]", *TEST_GROUP)
        session.run("uv", "pip", "install", "--quiet", "--python", python, *packages)
        options = session.posargs or IN_PARALLEL
        session.run(python, "-m", "pytest", *options, external=True)


@nox.session(python=False, default=False, tags=FULL_ROUND)
def pyodide(session: nox.Session) -> None:
    """The quick tests of the rules, records and players on npm's Python of WebAssembly."""
    folder = Path(session.create_tmp()).resolve()
    npm = ("npm", "install", "--silent", "--no-save", "--prefix", str(folder))
    session.run(*npm, f"pyodide@{PYODIDE}", external=True)
    pure = ("--python-version", "3.14", "--platform", "any", "--only-binary", ":all:")
    pip = ("python", "-m", "pip", "install", "--quiet", "--upgrade", "--no-compile", *pure)
    session.run(*pip, "--target", f"{folder}/site", *PURE)
    runner = ("node", "tools/pyodide.mjs", f"{folder}/node_modules/pyodide", f"{folder}/site")
    paths = [f"tests/{folder}" for folder in ON_PYODIDE]
    # jsonschema 4.17, the last in plain Python, loses references in a schema named by a URN
    left_out = "--deselect=tests/records/test_json.py::test_json_and_text_say_the_same"
    options = session.posargs or ["--quiet", left_out, *paths]
    session.run(*runner, *options, external=True)


@nox.session(python=False, default=False)
def everything(session: nox.Session) -> None:
    """The full round: all sessions but those by hand; docs/reliability.md keeps the results."""
    session.run("python", "reliability/full_round.py", *session.posargs)


@nox.session(python=False, default=False)
def mutants(session: nox.Session) -> None:
    """By hand: mutation testing, `nox -s mutants -- ../mutants records`; needs mutmut."""
    session.run("python", "reliability/mutate.py", *session.posargs)


@nox.session(python=False, default=False)
def fuzz(session: nox.Session) -> None:
    """By hand: fuzzing, `nox -s fuzz -- positions ../corpus -runs=100000`; needs atheris."""
    session.run("python", "reliability/fuzz.py", *session.posargs)


def on_arrays() -> list[str]:
    """The tests of many positions at once, which WebAssembly plays where numba is missing."""
    paths = [*Path("tests/batch").glob("*.py"), *Path("tests").rglob("compiled/*.py")]
    names = {f"test_{name}" for name in ON_ARRAYS}
    return [*sorted(str(path) for path in paths if path.stem in names), "tests/simulate"]


def webassembly() -> dict[Path, bytes]:
    """The games' modules, and what they were made from, by file."""
    found = [Path("src/ninetka").rglob(name) for name in ("*.wasm", "PROVENANCE")]
    return {file: file.read_bytes() for files in found for file in files}


def python_of_pages(folder: Path) -> list[str]:
    """Write the Python of each page, whose blocks build on each other, as a module of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for page in (Path("README.md"), *Path("docs").rglob("*.md")):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        if blocks:
            name = "_".join(page.with_suffix(".py").parts).replace("-", "_")
            (folder / name).write_text("\n".join(blocks), "utf-8")
    return sorted(map(str, folder.iterdir()))


def interpreters() -> dict[str, str]:
    """Return the Pythons of `pyproject.toml` that are installed here, by their whole version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders = [Path("/usr/bin"), Path("/usr/local/bin"), *sorted(pyenv.glob("*/bin"))]
    versions = nox.project.python_versions(nox.project.load_toml("pyproject.toml"))
    found = dict[str, str]()
    for python in (folder / f"python{version}" for version in versions for folder in folders):
        if python.exists():
            command = [str(python), "-c", "import platform; print(platform.python_version())"]
            answer = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
            if answer.returncode == 0:
                found.setdefault(answer.stdout.strip(), str(python))
    return found


def command_in_readme(marker: str) -> str:
    """Return the command that README shows below a marker, word for word."""
    text = Path("README.md").read_text("utf-8")
    return text.partition(f"<!-- {marker} -->\n```sh\n")[2].partition("\n```")[0]


def ignored_paths() -> list[str]:
    """Return options of pytest that leave out what other sessions test."""
    paths = (*OTHER_FRAMEWORKS, *KAGGLE, CLUSTERS, FROZEN, *PLAY_PAGE)
    return [f"--ignore={path}" for path in paths]


def install(session: nox.Session, *arguments: str) -> None:
    """Install packages into a session's environment, with uv."""
    command = ("uv", "pip", "install", "--quiet", "--python", f"{session.bin}/python")
    session.run(*command, *arguments, external=True)


def build(session: nox.Session, source: str = ".", into: str = "dist") -> tuple[str, str]:
    """Build the wheel and the sdist as a release is built, into a folder of the session."""
    folder = Path(session.create_tmp()).resolve() / into
    shutil.rmtree(folder, ignore_errors=True)
    pinned = ("--build-constraints", BUILT_WITH, "--require-hashes")
    options = ("--quiet", *pinned, "--out-dir", str(folder))
    session.run("uv", "build", *options, source, external=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return str(wheel), str(sdist)


def unpacked(sdist: str) -> Path:
    """The files of an sdist, in a folder beside it."""
    folder = Path(sdist).parent / "sdist"
    folder.mkdir()
    subprocess.run(["tar", "-xf", sdist, "-C", folder, "--strip-components=1"], check=True)
    return folder


def check_reproducible(session: nox.Session, *built: str) -> None:
    """Build from the sdist again, elsewhere, from files with other permissions and times."""
    source = unpacked(built[-1])
    for path in source.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0))
    for first, second in zip(built, build(session, str(source), "dist-again"), strict=True):
        if Path(first).read_bytes() != Path(second).read_bytes():
            session.error(f"Two builds of {Path(first).name} differ")
