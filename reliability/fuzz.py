"""Coverage-guided fuzzing of what reads text: nothing but NinetkaError may come out.

    python reliability/fuzz.py records ../corpus/records -runs=5000000 -max_len=4000

Targets are those of tests/readers.py: `records`, `json`, `positions` and `moves`, and for Kropki
`sgf` and `kropki` (positions, chains, tags and moves). The folder keeps inputs that reached
something new; real inputs are put there if it is empty. Options are libFuzzer's. Stops
with a traceback at the first failure, and keeps its input as `crash-…`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

with atheris.instrument_imports(include=["ninetka"]):
    import readers

HERE = Path(__file__).parent


def begin(corpus: Path, target: str) -> None:
    """Real inputs in an empty folder."""
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        for number, data in enumerate(readers.real(target)):
            (corpus / f"real-{number}").write_bytes(data)


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in readers.TARGETS:
        sys.exit(f"usage: fuzz.py {'|'.join(readers.TARGETS)} FOLDER [options of libFuzzer]")
    script, target, corpus, *options = sys.argv
    begin(Path(corpus), target)

    def check(data: bytes) -> None:
        readers.TARGETS[target](data)

    words = "kropki.dict" if target in readers.OF_KROPKI else "words.dict"
    atheris.Setup([script, f"-dict={HERE / words}", corpus, *options], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
