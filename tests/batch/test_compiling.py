"""What was compiled is kept, and compiled anew when the code or a table has changed."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.waiting import PATIENCE

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numba

import ninetka
from ninetka.compiled import compiling, linking, native
from ninetka.compiled.machine import ONE, ZERO, U, Word

WHAT = "ninetka compiles the code of a game, which takes some seconds"
NOTICE = f"{WHAT}; what is compiled is kept for later programs\n"
EACH_TIME = (
    f"{WHAT}; this will be so in each process, since no folder for compiled code can be written "
    "to: set NUMBA_CACHE_DIR to one that can\n"
)
FORBIDDEN = "this needs numba to compile, and NUMBA_DISABLE_JIT forbids it: unset that"
SLIDE = """
from ninetka import Ruleset, State
from ninetka.batch import Batch
state = State.start(Ruleset("tiny", {2: 1}))
for move in "C3 F3 I3 C6 F6 I6 C9 F9 I9 B1 D1".split():
    state = state.apply(state.parse_move(move))
batch = Batch.of([state])
batch.step([67])
batch.legal_mask()
print(batch[0].to_text())
"""
TREE = """
from ninetka import State
from ninetka.nine.compiled.batch import kernel_of
tree = kernel_of(State.start()).tree(State.start(), 1, 1.0)
for _ in range(3):
    tree.grow(1000)
    assert tree.playouts_by_action.sum() == tree.playouts
print(tree._used, tree.playouts)
"""
SLID = "11/1b9/2n2n2n2/11/11/2n2n2n2/11/11/2n2n2n2/11/3a7 a 2 tiny\n"
"""B1 has gone to B10."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package."""
    folder = tmp_path / "copy" / "ninetka"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(ninetka.__file__).parent, folder, ignore=ignored)
    return folder


def run(package: Path, program: str = SLIDE, **environment: str) -> tuple[str, str]:
    """What a program that uses this copy prints, and its notices."""
    env = {**os.environ, "PYTHONPATH": str(package.parent), **environment}
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return done.stdout, done.stderr


@pytest.mark.deep
def test_what_was_compiled_is_kept_until_a_table_changes(package: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    assert run(package, NUMBA_CACHE_DIR=cache) == (SLID, NOTICE)
    assert run(package, NUMBA_CACHE_DIR=cache) == (SLID, "")
    tables = package / "nine" / "compiled" / "tables.py"
    text = tables.read_text("utf-8")
    changed = text.replace("1 : FAR + 1] = LINE_SQUARES", "1 : FAR + 1] = LINE_SQUARES[:, :1]")
    assert changed != text
    tables.write_text(changed, "utf-8")
    slid, notice = run(package, NUMBA_CACHE_DIR=cache)
    assert slid == SLID.replace("11/1b9/", "11/11/").replace("11/3a7", "1b9/3a7")
    assert notice == NOTICE
    with (package / "nine" / "board.py").open("a", encoding="utf-8") as board:
        board.write("DIFFERENT = True\n")
    assert run(package, NUMBA_CACHE_DIR=cache) == (slid, NOTICE)


@pytest.mark.deep
def test_nothing_is_kept_where_nothing_can_be_written(package: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    for folder in ("nine", "nine/compiled", "compiled"):
        (package / folder / "__pycache__").touch()
    file.touch()
    nowhere = str(file / "folder")
    environment = dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"), nowhere)
    for _ in range(2):
        assert run(package, **environment) == (SLID, EACH_TIME)


@pytest.fixture
def compiles() -> Iterator[Callable[[], None]]:
    """What numba does when it begins to compile the kernel."""
    logging.getLogger("ninetka").setLevel(logging.NOTSET)
    notice = native._Notice()
    dispatcher = SimpleNamespace(targetoptions=native.OPTIONS)
    yield lambda: notice.on_start(SimpleNamespace(data={"dispatcher": dispatcher}))
    logging.getLogger("ninetka").setLevel(logging.NOTSET)


def test_it_is_said_once_that_compiling_takes_a_while(
    compiles: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    compiles()
    compiles()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert f"{caplog.messages[0]}\n" == NOTICE


def test_it_can_be_switched_off(
    compiles: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("ninetka").setLevel(logging.ERROR)
    compiles()
    assert caplog.messages == []


WITHOUT = """
import sys
sys.modules["wasmtime"] = None
from random import Random
from ninetka.games import all_games
from ninetka.players import parse_player
from ninetka.protocol.compiled import kernel_for
for state in [entry.begin(game=name) for entry in all_games() for name in entry.names]:
    assert kernel_for(state) is None
    assert state.is_legal(parse_player("search:3").choose(state, Random(1)))
try:
    from ninetka.batch import Batch
except ModuleNotFoundError as error:
    print(error)
"""


def test_objects_play_where_nothing_is_compiled() -> None:
    done = run(Path(ninetka.__file__).parent, WITHOUT, NUMBA_DISABLE_JIT="1")
    assert done == (f"{FORBIDDEN}\n", "")


HOSTED = """
from ninetka.compiled.compiling import HAS_NUMBA
from ninetka.games import all_games
from ninetka.batch import Batch
assert not HAS_NUMBA
for state in [entry.begin(game=name) for entry in all_games() for name in entry.names]:
    batch = Batch.of([state] * 3)
    batch.step([int(actions.nonzero()[0][-1]) for actions in batch.legal_mask()])
    print(batch.playouts(5, 1).plies.tolist(), batch.keys().tolist())
"""


@pytest.mark.parametrize("name", ["NUMBA_DISABLE_JIT", "NINETKA_BACKEND"])
def test_webassembly_plays_batches_where_numba_may_not(name: str) -> None:
    folder, value = Path(ninetka.__file__).parent, "1" if name.startswith("NUMBA") else "wasm"
    usual, _ = run(folder, HOSTED.replace("assert not HAS", "assert HAS"))
    assert run(folder, HOSTED, **{name: value}) == (usual, "")


def test_without_stderr_nothing_is_said_on_stdout() -> None:
    program = """
import sys
from types import SimpleNamespace
from typing import Any, cast
from ninetka.compiled import machine, native
from ninetka.compiled.machine import ONE, ZERO, U, Word
assert sys.stderr is None
dispatcher = SimpleNamespace(targetoptions=native.OPTIONS)
native._Notice().on_start(SimpleNamespace(data={"dispatcher": dispatcher}))
print("{}")
"""
    closing = (
        "import os, sys; os.close(2); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    command = [sys.executable, "-c", closing, "-c", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE)
    assert done.stdout == b"{}\n"


def test_parts_are_compiled_as_such_and_what_others_compile_as_usual() -> None:
    ours = SimpleNamespace(targetoptions=native.OPTIONS)
    other = SimpleNamespace(targetoptions={})
    lines = linking._Linking(native._is_ours)
    kinds = [lines._codegen._library_class]
    started = [SimpleNamespace(data={"dispatcher": each}) for each in (other, ours, ours, other)]
    for each in started:
        lines.on_start(each)
        kinds.append(lines._codegen._library_class)
    for each in reversed(started):
        lines.on_end(each)
        kinds.append(lines._codegen._library_class)
    usual, whole, part = kinds[0], lines.whole, lines.part
    assert kinds == [usual, usual, whole, part, usual, part, whole, usual, usual]


OTHERS = """
import sys
import numba
numba.__version__ = sys.argv[2]
if sys.argv[1] == "with":
    from ninetka.compiled import compiling, linking, native
    from ninetka.compiled.machine import ONE, U, Word

    @compiling.compiled
    def part(word: Word) -> Word:
        return max(word, ONE) * U(3)

    @compiling.compiled
    def whole(word: Word) -> Word:
        return part(word) + ONE

    assert whole(U(5)) == 16
    print("tried" if linking.OPTIONS else "as usual", file=sys.stderr)

@numba.njit
def theirs(first, second):
    return max(first, second) + len(str(first))

@numba.njit
def caller(first):
    return theirs(first, 2.5) * 2

assert caller(7) == 16
(library,) = [each.library for each in caller.overloads.values()]
print(type(library).__module__, type(library).__name__, type(library.codegen)._library_class)
print(caller.inspect_asm(caller.signatures[0]).count("call"))
"""


def test_what_users_compile_is_as_if_this_were_not_there_with_tried_and_other_numbas() -> None:
    def printed(*words: str) -> tuple[str, list[str]]:
        done = subprocess.run(
            [sys.executable, "-c", OTHERS, *words],
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        )  # fmt: skip
        return done.stdout, done.stderr.splitlines()[-1:]

    alone, _ = printed("without", numba.__version__)
    assert printed("with", numba.__version__) == (alone, ["tried"])
    assert printed("with", "99.0.1") == (alone, ["as usual"])


@pytest.mark.parametrize(
    ("version", "tried"),
    [("0.61.0", True), ("0.68.1", True), ("0.60.0", False), ("0.69.0rc1", False), ("1", False)],
)
def test_private_parts_are_used_with_the_versions_they_were_tried_with(
    version: str, tried: bool
) -> None:
    assert linking.was_tried(version) is tried


@pytest.mark.deep
def test_the_newest_numba_has_been_tried() -> None:
    assert linking.was_tried(numba.__version__), "try it, and set LAST_TRIED in linking.py"


def test_what_cannot_be_told_when_it_has_changed_is_not_kept() -> None:
    assert not linking.stamp(SimpleNamespace(), "digest")
    assert not linking.stamp(SimpleNamespace(_cache=SimpleNamespace()), "digest")


RENAMED = """
from pathlib import Path
from ninetka.compiled import compiling
from {places} import Point

@compiling.entry
def total(point):
    return point.x + point.y

print(total(Point(1, 2)), sum(total.stats.cache_hits.values()))
"""


def test_what_is_kept_may_name_classes_that_have_moved(tmp_path: Path) -> None:
    """numba alone ends with ModuleNotFoundError (0.68.1: findings/numba_cache_renamed_module)."""

    def printed(places: str) -> str:
        (tmp_path / "total.py").write_text(RENAMED.format(places=places))
        done = subprocess.run(
            [sys.executable, "total.py"], cwd=tmp_path,
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        )  # fmt: skip
        return done.stdout

    places = "from typing import NamedTuple\nclass Point(NamedTuple):\n    x: int\n    y: int\n"
    (tmp_path / "places.py").write_text(places)
    assert [printed("places"), printed("places")] == ["3 0\n", "3 1\n"]
    (tmp_path / "places.py").rename(tmp_path / "points.py")
    assert [printed("points"), printed("points")] == ["3 0\n", "3 1\n"]


@compiling.compiled
def _sum_below(count: Word, unused: Word, step: Word) -> Word:
    total = ZERO
    while count:
        count -= ONE
        total += count * step
    return total


@compiling.compiled
def _twice(count: Word) -> Word:
    return _sum_below(count, ONE, U(2)) + _sum_below(count, ZERO, ZERO)


@compiling.compiled
def _and_more(count: Word) -> Word:
    return _twice(count) + _sum_below(count, ONE, ONE)


def test_parts_can_be_called_by_themselves_after_they_were_compiled_for_a_whole() -> None:
    """The whole has them changed, as by leaving out an argument that is not used."""
    assert _and_more(U(100)) == 3 * 4950
    assert _twice(U(100)) == 2 * 4950
    assert _sum_below(U(100), ONE, ONE) == 4950
    assert _and_more(U(10)) == 3 * 45


def test_what_numba_brings_can_be_compiled_into_the_functions_of_others() -> None:
    """Also after it was compiled for a part of ours."""

    @compiling.compiled
    def ours(word: Word) -> Word:
        return min(max(word, ONE), U(5)) + U(int(word > ZERO))

    @compiling.compiled
    def whole(word: Word) -> Word:
        return ours(word) + ONE

    @numba.njit  # type: ignore[untyped-decorator]
    def theirs(word: Word) -> Word:
        return min(max(word, ONE), U(5)) + U(int(word > ZERO))

    assert (whole(U(9)), theirs(U(9))) == (7, 6)


def test_a_whole_has_all_that_it_calls_whatever_was_called_before() -> None:
    """Else what is kept of it on disk could not run in another process."""

    @compiling.inlined
    def low(word: Word) -> Word:
        return word + ONE

    @compiling.compiled
    def first(word: Word) -> Word:
        return low(word)

    @compiling.compiled
    def second(word: Word) -> Word:
        return low(word) * U(3)

    @compiling.compiled
    def whole(word: Word) -> Word:
        return first(word) + second(word)

    assert (low(U(1)), first(U(1)), whole(U(1))) == (2, 2, 8)
    (overload,) = cast(Any, whole).overloads.values()
    functions = overload.library._final_module.functions
    missing = [each.name for each in functions if each.is_declaration]
    assert not [name for name in missing if "low" in name]


@pytest.mark.deep
def test_a_tree_grows_no_further_than_its_memory(package: Path, tmp_path: Path) -> None:
    source = package / "compiled" / "tree.py"
    text = source.read_text("utf-8")
    assert "MOST_NODES: Final = 1 << 23\n" in text
    source.write_text(text.replace("1 << 23\n", "3000\n"), "utf-8")
    used, playouts = run(package, TREE, NUMBA_CACHE_DIR=str(tmp_path))[0].split()
    assert 3000 - 86 - 49 < int(used) <= 3000
    assert int(playouts) == 12_000
