"""Mutation testing: which changes of the code no test notices.

    pip install '.[test,openspiel,pettingzoo]' 'mutmut>=3.8'
    python reliability/mutate.py ../mutants [MODULE ...]

Changes what stands in functions in one place at a time, with mutmut's operators. A module's tests
are run once to learn which lines each of them reaches. Then every mutant gets a fork of this
process, where the tests that reach it run until one fails, the shortest first. What was computed at
import is there before the fork, and commands are processes of their own; so what lives on and is
not explained in survivors.txt is tried once more, in a new process. Mutants explained there are not
tried: they count as alive.

Fates are kept in the folder, a file for each module: a run goes on where the last one stopped,
tries again what lived, and begins anew with a module that has changed. Prints what lives on
unexplained.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType, FunctionType

import attrs
import coverage
import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ninetka"
SURVIVORS = Path(__file__).with_name("survivors.txt")
WORKERS = int(os.environ.get("WORKERS") or os.cpu_count() or 1)
LEFT_OUT = ("__main__", "cli")
SLOW = " and ".join(
    f"not {word}"
    for word in ("browser", "javascript", "pipe", "goes_away", "command_line", "take_time")
)
"""Tests of processes of their own, which see no mutant in a fork, and of how long things take."""

TESTS = {
    "nine": "nine records game other_games cli/showing",
    "adapters.common": "adapters/gymnasium adapters/pettingzoo adapters/openspiel other_games",
    "adapters.gymnasium": "adapters/gymnasium other_games",
    "adapters.openenv": "adapters/openenv",
    "adapters.openspiel": "adapters/openspiel other_games",
    "adapters.pettingzoo": "adapters/pettingzoo other_games",
    "adapters.rendering": "adapters/gymnasium adapters/pettingzoo",
    "drawing": "nine/boards nine/drawing kropki/drawing",
    "endings": "endings",
    "errors": "nine/errors records",
    "forms": "records nine/errors",
    "frozenmap": "values nine/setup",
    "game": "game nine/errors other_games cli/showing",
    "games": "game nine/errors other_games",
    "kropki": "kropki/calls kropki/chains kropki/differential kropki/errors kropki/laws"
    " kropki/moves kropki/naive kropki/observation kropki/perft kropki/reference kropki/regions"
    " kropki/registration kropki/rules kropki/scoring kropki/symmetry kropki/tools",
    **dict.fromkeys(
        (
            f"kropki.{room}"
            for room in ("boards", "colours", "drawing", "layout", "legend", "marks", "pieces")
        ),
        "kropki/drawing",
    ),
    **dict.fromkeys(
        (
            f"kropki.{room}"
            for room in ("calls", "registration", "summary", "symmetry", "tags", "view")
        ),
        "kropki/calls kropki/laws kropki/registration kropki/symmetry kropki/tools",
    ),
    "kropki.observation": "kropki/observation kropki/openspiel kropki/pettingzoo",
    "kropki.samples": "kropki/tools testing/strategies",
    "kropki.sgf": "kropki/sgf kropki/sgf_syntax",
    "match": "match records cli/showing other_games",
    "morris": "morris/errors morris/laws morris/moves morris/notation"
    " morris/observation morris/perft morris/registration morris/rules morris/summary"
    " morris/symmetry morris/tags morris/view",
    **dict.fromkeys(
        (
            f"morris.{room}"
            for room in ("boards", "colours", "drawing", "layout", "legend", "marks", "pieces")
        ),
        "morris/boards morris/drawing",
    ),
    **dict.fromkeys(
        (
            f"morris.{room}"
            for room in ("observation", "registration", "summary", "symmetry", "tags", "view")
        ),
        "morris/errors morris/laws morris/observation morris/registration morris/summary"
        " morris/symmetry morris/tags morris/view",
    ),
    "morris.samples": "morris/tags testing/strategies",
    "perft": "game other_games",
    "pictures": "pictures",
    "plain_json": "records/json",
    "protocol": "other_games nine/errors nine/summary testing/laws testing/testkit",
    "records": "records nine/errors cli/showing other_games",
    "replay": "replay other_games",
    "rules": "game endings nine/errors records other_games match",
    "server": "server",
    "simulate": "game other_games",
    "standings": "standings",
    "svg": "svg nine/colours nine/drawing",
    "terminal": "nine/boards",
    "testing": "testing other_games",
    "values": "values",
}
"""The tests of a module or of all modules of a folder, without those that count by the million."""


@attrs.frozen
class Mutant:
    """A change in one place of a function."""

    number: int
    before: cst.CSTNode
    after: cst.CSTNode
    lines: range
    """Those that are run where the change matters."""
    text: str
    """Where it is, and the lines it changes: as it stands in survivors.txt."""


class Finder(cst.CSTVisitor):
    """Finds the mutants of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, module: str, code: Callable[[cst.CSTNode], str]) -> None:
        super().__init__()
        self.mutants: list[Mutant] = []
        self._code = code
        self._names = [f"ninetka.{module}"]
        self._functions: list[cst.FunctionDef] = []  # within each other, likewise
        self._statements: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:  # noqa: D102
        if isinstance(node, cst.Annotation | cst.Decorator) or _never_differs(node):
            return False
        if isinstance(node, cst.ClassDef | cst.FunctionDef) and not self._functions:
            self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._functions.append(node)
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._statements.append(node)
        if self._functions:
            for kind, operator in mutation_operators:
                if isinstance(node, kind):
                    for after in operator(node):
                        self._add(node, after)
        return True

    def on_leave(self, node: cst.CSTNode) -> None:  # noqa: D102
        if self._statements and self._statements[-1] is node:
            self._statements.pop()
        if self._functions and self._functions[-1] is node:
            self._functions.pop()
        if isinstance(node, cst.ClassDef | cst.FunctionDef) and not self._functions:
            self._names.pop()

    def _add(self, before: cst.CSTNode, after: cst.CSTNode) -> None:
        statement = self._statements[-1]
        changed = statement.deep_replace(before, after)
        assert isinstance(changed, cst.CSTNode)
        old, new = (self._code(node).splitlines() for node in (statement, changed))
        differences = difflib.unified_diff(old, new, n=0, lineterm="")
        lines = [
            f"{line[0]} {line[1:].strip()}"
            for line in differences
            if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")
        ]
        text = "\n".join([".".join(self._names), *lines])
        self.mutants.append(Mutant(len(self.mutants), before, after, self._lines(), text))

    def _lines(self) -> range:
        """The lines of the statement, or of what comes before the statements that it holds."""
        statement = self._statements[-1]
        place = self.get_metadata(PositionProvider, statement)
        first, last = place.start.line, place.end.line
        if isinstance(statement, cst.If | cst.For | cst.While | cst.With):
            last = max(first, self.get_metadata(PositionProvider, statement.body).start.line - 1)
        return range(first, last + 1)


def _never_differs(node: cst.CSTNode) -> bool:
    """What mutmut leaves out, since the change would fail at once or make no difference."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in ("len", "isinstance")
    simple = cst.Name | cst.BaseNumber | cst.BaseString
    return isinstance(node, cst.Param) and not isinstance(node.default, simple | None)


@functools.cache
def find_mutants(module: str) -> tuple[cst.Module, list[Mutant]]:
    """A module and its mutants, in the order in which they stand."""
    wrapper = MetadataWrapper(cst.parse_module(path_of(module).read_bytes()), unsafe_skip_copy=True)
    finder = Finder(module, wrapper.module.code_for_node)
    wrapper.visit(finder)
    return wrapper.module, finder.mutants


def mutated(tree: cst.Module, mutant: Mutant) -> str:
    changed = tree.deep_replace(mutant.before, mutant.after)
    assert isinstance(changed, cst.Module)
    return changed.code


def all_modules() -> list[str]:
    paths = (path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py"))
    names = {
        ".".join(path.parts).removesuffix(".__init__")
        for path in paths
        if not {*LEFT_OUT} & {*path.parts}
    }
    return sorted(name for name in names if find_mutants(name)[1])


def path_of(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def tests_of(module: str) -> list[str]:
    folder = module
    while folder and folder not in TESTS:
        folder = folder.rpartition(".")[0]
    assert folder, f"name the tests of {module} in TESTS"
    names = TESTS[folder]
    paths = [Path("tests", name) for name in names.split()]
    tests = (path if path.is_dir() else path.with_name(f"test_{path.name}.py") for path in paths)
    return [*map(str, tests), "-k", SLOW]


class Fates:
    """What became of a module's mutants, kept in a file from one run to the next."""

    def __init__(self, folder: Path, module: str) -> None:
        self._path = folder / f"{module}.txt"
        digest = hashlib.sha256(path_of(module).read_bytes()).hexdigest()
        head, *rest = self._path.read_text().splitlines() if self._path.exists() else [""]
        self.of: dict[int, str] = {}
        if head == digest:
            self.of = {int(number): fate for number, fate in map(str.split, rest)}
        else:
            self._path.write_text(f"{digest}\n")

    def add(self, mutant: Mutant, fate: str) -> None:
        """Keep what became of a mutant."""
        self.of[mutant.number] = fate
        with self._path.open("a") as file:
            file.write(f"{mutant.number} {fate}\n")


def explained() -> set[str]:
    """The changes in survivors.txt: paragraphs but for the reasons, which begin with #."""
    paragraphs = SURVIVORS.read_text("utf-8").split("\n\n")
    return {paragraph.strip() for paragraph in paragraphs if not paragraph.startswith("#")}


def remaining(module: str, fates: Fates, known: set[str]) -> list[Mutant]:
    """The mutants that are neither killed nor explained."""
    return [
        mutant
        for mutant in find_mutants(module)[1]
        if fates.of.get(mutant.number) != "killed" and mutant.text not in known
    ]


class Forks:
    """A pytest plugin that tries mutants instead of running the tests."""

    def __init__(
        self, cover: coverage.Coverage, modules: dict[str, Fates], known: set[str]
    ) -> None:
        self._cover, self._modules, self._known = cover, modules, known
        self._seconds: dict[str, float] = {}
        self._items: dict[str, pytest.Item] = {}
        self._running: dict[int, tuple[Fates, Mutant]] = {}
        self._failure = ""

    def pytest_sessionstart(self) -> None:
        """Let Hypothesis try the same examples every time, and not shrink them."""
        from hypothesis import HealthCheck, Phase, settings  # pytest must see it first

        settings.register_profile(
            "mutants",
            settings(),
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants."""
        assert not session.testsfailed, "some tests cannot be collected"
        self._items = {item.nodeid: item for item in session.items}
        self._survey()
        gc.collect()
        for module, fates in self._modules.items():
            self._try(module, fates)
        while self._running:
            self._wait()
        return True

    def _survey(self) -> None:
        """Run the tests once, to know how long each takes and which lines it reaches."""
        for name in self._items:
            clear_caches()
            self._cover.switch_context(name)
            start = time.process_time()
            if not self._passes(name):
                pytest.exit(f"though nothing is changed, {self._failure}", 1)
            self._seconds[name] = time.process_time() - start
        self._cover.stop()

    def _try(self, module: str, fates: Fates) -> None:
        tree, _ = find_mutants(module)
        reached = self._cover.get_data().contexts_by_lineno(str(path_of(module)))
        functions = live_functions(path_of(module))
        for mutant in remaining(module, fates, self._known):
            names = {name for line in mutant.lines for name in reached.get(line, ())} - {""}
            if not names:
                fates.add(mutant, "lived")
                continue
            if len(self._running) == WORKERS:
                self._wait()
            sys.stdout.flush()
            process = os.fork()
            if not process:
                self._live(tree, mutant, functions, sorted(names, key=self._seconds.__getitem__))
            self._running[process] = fates, mutant

    def _live(
        self,
        tree: cst.Module,
        mutant: Mutant,
        functions: dict[str, list[FunctionType]],
        names: Iterable[str],
    ) -> None:
        """In a fork: change the code, and leave with 1 if a test fails."""
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(nothing, stream)
            put_in(mutated(tree, mutant), functions)
            clear_caches()
            for name in names:
                most = 2 + 8 * self._seconds[name]
                signal.setitimer(signal.ITIMER_PROF, most)  # of the processor's time
                signal.setitimer(signal.ITIMER_REAL, 10 * most)
                if not self._passes(name):
                    os._exit(1)
        finally:
            os._exit(0)  # a mutant that cannot be put in here is tried in a process of its own

    def _wait(self) -> None:
        process, status = os.wait()
        if process in self._running:
            fates, mutant = self._running.pop(process)
            fates.add(mutant, "killed" if status else "lived")

    def _passes(self, name: str) -> bool:
        self._failure = ""
        item = self._items[name]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self._failure

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test has failed."""
        if report.failed:
            self._failure = f"{report.nodeid} fails\n{report.longreprtext}"


def clear_caches() -> None:
    for cache in _caches():
        cache.cache_clear()


@functools.cache
def _caches() -> Sequence[functools._lru_cache_wrapper[object]]:
    kind = functools._lru_cache_wrapper
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, kind) and thing.__module__.startswith("ninetka")
    ]


def live_functions(path: Path) -> dict[str, list[FunctionType]]:
    """The functions of a module's own code that are there now, by the names they have in it."""
    found: dict[str, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(path):
            found.setdefault(_key(thing.__code__), []).append(thing)
    return found


def put_in(source: str, functions: dict[str, list[FunctionType]]) -> None:
    """Give functions the code that they have in some source of their module."""
    (path,) = {found[0].__code__.co_filename for found in functions.values()}
    for code in _codes(compile(source, path, "exec", dont_inherit=True)):
        for function in functions.get(_key(code), ()):
            function.__code__ = code


def _key(code: CodeType) -> str:
    return f"{code.co_qualname}:{code.co_firstlineno}"


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def lives_alone(module: str, source: str, limit: float | None) -> bool:
    """Whether a module's tests pass in a process of their own, in so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "ninetka"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / path_of(module).relative_to(PACKAGE)).write_text(source, "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        place = {"PYTHONPATH": folder, "HYPOTHESIS_STORAGE_DIRECTORY": folder}
        try:
            run = subprocess.run(
                command + tests_of(module),
                cwd=ROOT,
                env=os.environ | place,
                capture_output=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0


def try_in_forks(modules: dict[str, Fates], known: set[str]) -> None:
    """Try modules that have the same tests, in forks of a process that has run them once."""
    process = os.fork()
    if process:
        _, status = os.waitpid(process, 0)
        assert status == 0, "the tests fail where nothing is changed"
        return
    sys.path.insert(0, str(PACKAGE.parent))
    cover = coverage.Coverage(
        data_file=None, include=[str(path_of(module)) for module in modules], config_file=False
    )
    cover.start()
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:cov", f"--rootdir={ROOT}"]
    os.chdir(ROOT)
    code = pytest.main([*options, *tests_of(next(iter(modules)))], [Forks(cover, modules, known)])
    os._exit(code)


def try_alone(module: str, fates: Fates, known: set[str]) -> None:
    """Try again what lived in forks, each in a process of its own."""
    tree, _ = find_mutants(module)
    doubtful = remaining(module, fates, known)
    if not doubtful:
        return
    start = time.perf_counter()
    assert lives_alone(module, tree.code, None), "the tests fail where nothing is changed"
    limit = 10 + 5 * (time.perf_counter() - start)

    def again(mutant: Mutant) -> None:
        fates.add(
            mutant, "lived" if lives_alone(module, mutated(tree, mutant), limit) else "killed"
        )

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(again, doubtful))


def report(folder: Path, known: set[str]) -> bool:
    """Print what became of all mutants tried so far, and say whether all is killed or explained."""
    tried, killed, unexplained, texts = 0, 0, list[str](), set[str]()
    for module in all_modules():
        fates, mutants = Fates(folder, module), find_mutants(module)[1]
        texts |= {mutant.text for mutant in mutants}
        if not fates.of:
            print(f"{module:24} not tried, {len(mutants)} mutants")
            continue
        dead = [mutant for mutant in mutants if fates.of.get(mutant.number) == "killed"]
        alive = [mutant.text for mutant in mutants if mutant not in dead]
        tried, killed = tried + len(mutants), killed + len(dead)
        unexplained += (text for text in alive if text not in known)
        print(f"{module:24} {len(dead):5} of {len(mutants):5} killed")
    print(f"{killed} of {tried} mutants killed, {100 * killed / max(tried, 1):.1f} %")
    print(
        f"{len(unexplained)} survivors are not explained in {SURVIVORS.name}",
        *unexplained,
        sep="\n\n",
    )
    print(
        f"{len(known - texts)} explained there are not in the code",
        *sorted(known - texts),
        sep="\n\n",
    )
    return not unexplained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where fates are kept")
    parser.add_argument("modules", nargs="*", help="for example records or nine; all but cli")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wanted = options.modules or [""]
    modules = [
        module
        for module in all_modules()
        if any(f"{module}.".startswith(f"{name}." if name else "") for name in wanted)
    ]
    known = explained()
    groups: dict[tuple[str, ...], dict[str, Fates]] = {}
    for module in modules:
        groups.setdefault((*tests_of(module),), {})[module] = Fates(folder, module)
    for group in groups.values():
        if any(remaining(module, fates, known) for module, fates in group.items()):
            try_in_forks(group, known)
        for module in group:
            try_alone(module, Fates(folder, module), known)
    sys.exit(not report(folder, known))


if __name__ == "__main__":
    main()
