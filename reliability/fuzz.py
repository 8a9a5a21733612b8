"""Coverage-guided fuzzing of what reads text: nothing but NinetkaError may come out.

    python reliability/fuzz.py records corpus/records -runs=5000000 -max_len=4000

Targets are `records`, `json`, `positions` and `moves` of tests/readers.py; further arguments are
libFuzzer's, the first without a dash a folder for inputs that reached something new. Where that
folder is empty, real inputs are put there to begin with. Stops with a traceback at the first
failure, and keeps its input as `crash-…`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

with atheris.instrument_imports(include=["ninetka"]):
    import readers

WORDS = Path(__file__).with_name("words.dict")


def begin(corpus: Path, target: str) -> None:
    """Real inputs in an empty folder."""
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        for number, data in enumerate(readers.real(target)):
            (corpus / f"real-{number}").write_bytes(data)


def main() -> None:
    target, *options = sys.argv[1:] or [""]
    if target not in readers.TARGETS:
        sys.exit(f"usage: fuzz.py {'|'.join(readers.TARGETS)} [folder] [options of libFuzzer]")
    for folder in [option for option in options if not option.startswith("-")][:1]:
        begin(Path(folder), target)
    atheris.Setup([sys.argv[0], f"-dict={WORDS}", *options], readers.TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
