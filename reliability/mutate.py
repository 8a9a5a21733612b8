"""Mutation testing: finds changes to the code that no test notices.

    pip install '.[openspiel,pettingzoo]' --group test 'mutmut>=3.8'
    python reliability/mutate.py ../mutants [MODULE ...] [--tests PATH ...] [--again] [--every N]

Each mutant is the code with one change inside a function, made with mutmut's operators. The default
tests are run once to learn which lines each of them reaches. Then every mutant gets a fork of this
process, where the tests that reach it run, the shortest first, until one fails.

A fork does not repeat what happens at import and does not change other programs. So a mutant that
survives there is tried again in a new process if its lines run at import or it is a default value,
and one that no test of this process reaches is tried with the tests that start programs.

Mutants listed in survivors.txt, with the reason why they survive, are not tried.

The folder keeps the results, in one file for each module, so that a run continues where the last
one stopped. A module that has changed is tried again from the beginning; `--again` also tries the
survivors of earlier runs, after tests have been added. `--every 5` tries a fifth of the mutants,
spread over each module. Without names of modules, all are tried but the command line and compiled
code, of which every mutant would have to be compiled anew.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import functools
import gc
import hashlib
import importlib
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
LEFT_OUT = frozenset({"__main__", "__pyinstaller", "cli", "compiled"})
"""Modules and folders that are tried only if they are named."""
OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist"]
STARTS_PROGRAMS = "browser or javascript or pipe or goes_away or command_line or process"
"""Selects the tests that start programs, which have none of the changes made in a fork."""


@attrs.frozen
class Mutant:
    """A change to one place in a function."""

    number: int
    before: cst.CSTNode
    after: cst.CSTNode
    lines: range
    """The lines that run if the change can matter."""
    text: str
    """Where it is, and the lines before and after, as in survivors.txt."""
    is_default: bool
    """Whether it changes the default value of a parameter, which a function already has."""


class Finder(cst.CSTVisitor):
    """Finds the mutants of a module.

    mutmut's own visitor passes over decorated functions, and so over all properties.
    """

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, module: str, code: Callable[[cst.CSTNode], str]) -> None:
        super().__init__()
        self.mutants: list[Mutant] = []
        self._code = code
        self._names = [f"ninetka.{module}"]
        self._functions: list[cst.FunctionDef] = []  # each inside the one before
        self._statements: list[cst.CSTNode] = []  # likewise
        self._parameters = 0  # how many of them the node is inside

    def on_visit(self, node: cst.CSTNode) -> bool:  # noqa: D102
        if isinstance(node, cst.Annotation | cst.Decorator) or _is_equivalent(node):
            self._parameters += isinstance(node, cst.Param)  # on_leave comes all the same
            return False
        if isinstance(node, cst.ClassDef | cst.FunctionDef) and not self._functions:
            self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._functions.append(node)
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._statements.append(node)
        self._parameters += isinstance(node, cst.Param)
        if self._functions and _called(node) != "zip":
            for kind, operator in mutation_operators:
                if isinstance(node, kind):
                    for after in operator(node):
                        self._add(node, after)
        return True

    def on_leave(self, node: cst.CSTNode) -> None:  # noqa: D102
        self._parameters -= isinstance(node, cst.Param)
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
        number, reached = len(self.mutants), self._lines()
        is_default = isinstance(before, cst.Param) or self._parameters > 0
        self.mutants.append(Mutant(number, before, after, reached, text, is_default))

    def _lines(self) -> range:
        """The lines of the statement, or of its head if it contains other statements."""
        statement = self._statements[-1]
        place = self.get_metadata(PositionProvider, statement)
        first, last = place.start.line, place.end.line
        if isinstance(statement, cst.If | cst.For | cst.While | cst.With):
            last = max(first, self.get_metadata(PositionProvider, statement.body).start.line - 1)
        return range(first, last + 1)


def _called(node: cst.CSTNode) -> str:
    """The name of the function that a call calls."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value
    return ""


def _is_equivalent(node: cst.CSTNode) -> bool:
    """Whether changes inside would fail at once, at import, or make no difference."""
    if _called(node) in ("cast", "isinstance", "len"):
        return True
    if isinstance(node, cst.Arg) and node.keyword:
        return node.keyword.value in ("strict", "encoding")
    simple = cst.Name | cst.BaseNumber | cst.BaseString
    return isinstance(node, cst.Param) and not isinstance(node.default, simple | None)


@functools.cache
def find_mutants(module: str) -> tuple[cst.Module, list[Mutant]]:
    """A module and its mutants, in their order in the file."""
    wrapper = MetadataWrapper(cst.parse_module(path_of(module).read_bytes()), unsafe_skip_copy=True)
    finder = Finder(module, wrapper.module.code_for_node)
    wrapper.visit(finder)
    return wrapper.module, finder.mutants


def mutated(module: str, mutant: Mutant) -> str:
    tree, _ = find_mutants(module)
    changed = tree.deep_replace(mutant.before, mutant.after)
    assert isinstance(changed, cst.Module)
    return changed.code


def modules_of(wanted: Sequence[str]) -> list[str]:
    """The modules with these names and in these folders, or all but those left out."""
    prefixes = tuple(f"{name}." for name in wanted)
    named = {part for name in wanted for part in name.split(".")}
    names = {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        for path in PACKAGE.rglob("*.py")
        if LEFT_OUT & {*path.relative_to(PACKAGE).with_suffix("").parts} <= named
    }
    return sorted(
        name for name in names if f"{name}.".startswith(prefixes or "") and find_mutants(name)[1]
    )


def path_of(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


class Results:
    """What became of a module's mutants, kept in a file.

    A mutant is "killed" or has "survived"; or it is "imported" or "unreached", and is still to be
    tried in a new process.
    """

    def __init__(self, folder: Path, module: str, every: int) -> None:
        self.mutants = find_mutants(module)[1][::every]
        self._path = folder / f"{module}.txt"
        self._digest = hashlib.sha256(path_of(module).read_bytes()).hexdigest()
        head, *rest = self._path.read_text().splitlines() if self._path.exists() else [""]
        self.of: dict[int, str] = {}
        if head == self._digest:
            self.of = {int(number): result for number, result in map(str.split, rest)}

    def add(self, mutant: Mutant, result: str) -> None:
        """Keep what became of a mutant; the first one replaces results of other code."""
        if not self.of:
            self._path.write_text(f"{self._digest}\n")
        self.of[mutant.number] = result
        with self._path.open("a") as file:
            file.write(f"{mutant.number} {self.of[mutant.number]}\n")

    def remaining(self, *results: str | None) -> list[Mutant]:
        """The unexplained mutants with one of these results; None is that of an untried one."""
        return [
            mutant
            for mutant in self.mutants
            if self.of.get(mutant.number) in results and mutant.text not in explained()
        ]

    def forget(self, *results: str) -> None:
        """Let the mutants with these results be tried again."""
        self.of = {number: result for number, result in self.of.items() if result not in results}


@functools.cache
def explained() -> set[str]:
    """The mutants in survivors.txt: all paragraphs but the reasons, which begin with #."""
    paragraphs = SURVIVORS.read_text("utf-8").split("\n\n")
    return {paragraph.strip() for paragraph in paragraphs if not paragraph.startswith("#")}


class Forks:
    """A pytest plugin that tries mutants instead of running the tests."""

    def __init__(self, cover: coverage.Coverage, modules: dict[str, Results]) -> None:
        self._cover, self._modules = cover, modules
        self._seconds: dict[str, float] = {}
        self._items: dict[str, pytest.Item] = {}
        self._running: dict[int, tuple[Results, Mutant, str]] = {}
        self._failure = ""

    def pytest_sessionstart(self) -> None:
        """Let Hypothesis try the same examples every time, and not shrink them."""
        from hypothesis import HealthCheck, Phase, settings  # after pytest has loaded its plugin

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
        for module, results in self._modules.items():
            self._try(module, results)
        while self._running:
            self._wait()
        return True

    def _survey(self) -> None:
        """Run the tests once, to learn how long each takes and which lines it reaches."""
        for module in self._modules:  # so that `clear_caches` knows the caches of all
            with contextlib.suppress(ImportError):
                importlib.import_module(f"ninetka.{module}")
        for name in self._items:
            clear_caches()
            self._cover.switch_context(name)
            start = time.process_time()
            if not self._passes(name):
                pytest.exit(f"without any mutant, {self._failure}", 1)
            self._seconds[name] = time.process_time() - start
        self._cover.stop()

    def _try(self, module: str, results: Results) -> None:
        reached = self._cover.get_data().contexts_by_lineno(str(path_of(module)))
        functions = live_functions(path_of(module))
        for mutant in results.remaining(None):
            names = {name for line in mutant.lines for name in reached.get(line, ())}
            living = "imported" if "" in names or mutant.is_default else "survived"
            names -= {""}
            if not names or mutant.is_default:
                results.add(mutant, living if living == "imported" else "unreached")
                continue
            if len(self._running) == WORKERS:
                self._wait()
            sys.stdout.flush()
            process = os.fork()
            if not process:
                in_order = sorted(names, key=self._seconds.__getitem__)
                self._live(mutated(module, mutant), functions, in_order)
            self._running[process] = results, mutant, living

    def _live(
        self, source: str, functions: dict[str, list[FunctionType]], names: Iterable[str]
    ) -> None:
        """In a fork: change the code, and exit with 1 if a test fails."""
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(nothing, stream)
            replace_code(source, functions)
            clear_caches()
            for name in names:
                limit = 2 + 8 * self._seconds[name]
                signal.setitimer(signal.ITIMER_PROF, limit)  # CPU time
                signal.setitimer(signal.ITIMER_REAL, 10 * limit)
                if not self._passes(name):
                    os._exit(1)
        finally:
            os._exit(0)  # also if the code cannot be replaced here

    def _wait(self) -> None:
        process, status = os.wait()
        if process in self._running:
            results, mutant, living = self._running.pop(process)
            results.add(mutant, "killed" if status else living)

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
def _caches() -> list[functools._lru_cache_wrapper[object]]:
    kind = functools._lru_cache_wrapper
    objects = (thing for thing in gc.get_objects() if isinstance(thing, kind))
    return [cache for cache in objects if cache.__module__.startswith("ninetka")]


def live_functions(path: Path) -> dict[str, list[FunctionType]]:
    """The function objects of a file's code that exist now."""
    found: dict[str, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(path):
            found.setdefault(_key(thing.__code__), []).append(thing)
    return found


def replace_code(source: str, functions: dict[str, list[FunctionType]]) -> None:
    """Give functions the code that they have in another version of their module."""
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


def try_in_forks(modules: dict[str, Results], tests: list[str]) -> None:
    """Try mutants in forks of a process that has run the tests once."""
    process = os.fork()
    if process:
        _, status = os.waitpid(process, 0)
        assert status == 0, "the tests fail without any mutant"
        return
    sys.path.insert(0, str(PACKAGE.parent))
    files = [str(path_of(module)) for module in modules]
    cover = coverage.Coverage(data_file=None, include=files, config_file=False)
    cover.start()
    os.chdir(ROOT)
    arguments = [*OPTIONS, f"--rootdir={ROOT}", "-k", f"not ({STARTS_PROGRAMS})", *tests]
    os._exit(pytest.main(arguments, [Forks(cover, modules)]))


def try_alone(module: str, results: Results, tests: list[str]) -> None:
    """Try what forks could not show, each mutant in a new process."""

    def again(mutant: Mutant) -> None:
        everything = results.of[mutant.number] == "imported"
        survives = survives_alone(module, mutated(module, mutant), tests, everything)
        results.add(mutant, "survived" if survives else "killed")

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(again, results.remaining("imported", "unreached")))


def survives_alone(module: str, source: str, tests: list[str], everything: bool) -> bool:
    """Whether the tests pass in a new process: first those nearest to the module."""
    options = OPTIONS if everything else [*OPTIONS, "-k", STARTS_PROGRAMS]
    command = [sys.executable, "-m", "pytest", "-x", *options, *nearest(module), *tests]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "ninetka"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / path_of(module).relative_to(PACKAGE)).write_text(source, "utf-8")
        environment = {"PYTHONPATH": folder, "HYPOTHESIS_STORAGE_DIRECTORY": folder}
        try:
            run = subprocess.run(
                command,
                cwd=ROOT,
                env=os.environ | environment,
                capture_output=True,
                timeout=1200,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode in (0, 5)  # 5: no test was selected


def nearest(module: str) -> list[str]:
    """The folders of tests that are named like the folders of a module, the innermost first."""
    parts = module.split(".")
    folders = ["/".join(["tests", *parts[:depth]]) for depth in range(len(parts), 0, -1)]
    return [folder for folder in folders if (ROOT / folder).is_dir()]


def report(folder: Path, every: int) -> bool:
    """Print the results of all modules tried so far; whether all is killed or explained."""
    tried, killed, unexplained, texts = 0, 0, list[str](), set[str]()
    tried_before = [path.stem for path in folder.glob("*.txt")]
    for module in sorted({*modules_of([]), *modules_of(tried_before)}):
        results = Results(folder, module, every)
        texts |= {mutant.text for mutant in find_mutants(module)[1]}
        mutants = results.mutants
        if not results.of:
            print(f"{module:24} not tried, {len(mutants)} mutants")
            continue
        dead = [mutant for mutant in mutants if results.of.get(mutant.number) == "killed"]
        tried, killed = tried + len(mutants), killed + len(dead)
        living = results.remaining(None, "imported", "unreached", "survived")
        unexplained += [mutant.text for mutant in living]
        print(f"{module:24} {len(dead):5} of {len(mutants):5} killed")
    print(f"{killed} of {tried} mutants killed, {100 * killed / max(tried, 1):.1f} %")
    gone = sorted(explained() - texts)
    print(f"{len(unexplained)} not explained in {SURVIVORS.name}:", *unexplained, sep="\n\n")
    print(f"{len(gone)} explained there but not in the code:", *gone, sep="\n\n")
    return not unexplained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="for the results")
    parser.add_argument("modules", nargs="*", help="such as records or nine.look; all if none")
    parser.add_argument(
        "--tests", nargs="*", default=["tests"], help="to try them with; all if none"
    )
    parser.add_argument("--again", action="store_true", help="try survivors again")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth mutant")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    every = options.every
    modules = {module: Results(folder, module, every) for module in modules_of(options.modules)}
    if options.again:
        for results in modules.values():
            results.forget("imported", "unreached", "survived")
    if any(results.remaining(None) for module, results in modules.items()):
        try_in_forks(modules, options.tests)
    for module in modules:
        try_alone(module, Results(folder, module, every), options.tests)
    sys.exit(not report(folder, every))


if __name__ == "__main__":
    main()
