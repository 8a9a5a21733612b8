"""Keeps, of what fuzzing has found, the shortest inputs that take branches no others take.

    python tests/data/make_fuzzed.py corpus

The folder `corpus` has a folder for each target, as `reliability/fuzz.py` fills them. Writes
fuzzed/<target>.jsonl: an input a line, each byte as a character.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from coverage import Coverage

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.fuzz_targets import TARGETS, real

import ninetka

PACKAGE = Path(ninetka.__file__).parent


def branches(check: Callable[[bytes], bool], data: bytes) -> set[tuple[str, tuple[int, int]]]:
    """Which lines of the library follow on which when an input is read."""
    coverage = Coverage(data_file=None, config_file=False, branch=True, include=[f"{PACKAGE}/*"])
    with coverage.collect():
        check(data)
    seen = coverage.get_data()
    return {(file, arc) for file in seen.measured_files() for arc in seen.arcs(file) or ()}


def main() -> None:
    (HERE / "fuzzed").mkdir(exist_ok=True)
    for target, check in TARGETS.items():
        taken = set[tuple[str, tuple[int, int]]]().union(
            *(branches(check, data) for data in real(target))
        )
        inputs = {path.read_bytes() for path in (Path(sys.argv[1]) / target).iterdir()}
        kept = []
        for data in sorted(inputs, key=lambda data: (len(data), data)):
            new = branches(check, data) - taken
            if new:
                taken |= new
                kept.append(json.dumps(data.decode("latin-1")))
        (HERE / "fuzzed" / f"{target}.jsonl").write_text(
            "".join(f"{line}\n" for line in kept), "utf-8"
        )
        print(f"{target}: {len(kept)} of {len(inputs)}")


if __name__ == "__main__":
    main()
