"""How much longer `import ninetka` takes than `import attrs`, each in a new interpreter.

With `--most` it fails if the difference is more than that, in milliseconds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time


def milliseconds(code: str, rounds: int) -> float:
    """The fastest of some runs, since other work of the machine only makes it slower."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--most", type=float)
    options = parser.parse_args()
    bare = milliseconds("import attrs", options.rounds)
    ours = milliseconds("import ninetka", options.rounds)
    print(f"attrs {bare:.0f} ms, ninetka {ours:.0f} ms: {ours - bare:.0f} ms more")
    if options.most is not None and ours - bare > options.most:
        sys.exit(f"more than {options.most:.0f} ms")


if __name__ == "__main__":
    main()
