"""How much more CPU time `import ninetka` takes than `import attrs`, each in a new interpreter.

With `--most 3` it fails if it takes more than 3 times as much. About 2 is usual, so something heavy
is imported then.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys


def milliseconds(code: str, rounds: int) -> float:
    """The fastest of some runs, since other work of the machine only makes it slower."""
    command = [sys.executable, "-c", code]
    env = {name: os.environ[name] for name in os.environ if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, env=env)  # compiles the modules
    times = []
    for _ in range(rounds):
        before = cpu_seconds()
        subprocess.run(command, check=True, env=env)
        times.append(cpu_seconds() - before)
    return min(times) * 1000


def cpu_seconds() -> float:
    """What all processes started and finished so far have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--most", type=float)
    options = parser.parse_args()
    bare = milliseconds("import attrs", options.rounds)
    ours = milliseconds("import ninetka", options.rounds)
    print(f"attrs {bare:.0f} ms, ninetka {ours:.0f} ms: {ours / bare:.1f} times as much")
    if options.most is not None and ours / bare > options.most:
        sys.exit(f"more than {options.most} times as much")


if __name__ == "__main__":
    main()
