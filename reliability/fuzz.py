"""Coverage-guided fuzzing of all readers of text: only NinetkaError may be raised.

    python reliability/fuzz.py records ../corpus/records -runs=5000000 -max_len=4000

The targets of `tests/support/fuzz_targets.py` are `records`, `json`, `positions`, `moves`,
`lists` of mill games, and for Kropki `sgf` and `kropki` (positions, chains, tags and moves). The
folder keeps the inputs that reached new code. If it is empty, it first gets real inputs. The
options are libFuzzer's. The first failure stops the run with a traceback, and its input is kept as
`crash-…`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

with atheris.instrument_imports(include=["ninetka"]):
    from support import fuzz_targets

HERE = Path(__file__).parent


def begin(corpus: Path, target: str) -> None:
    """Put real inputs into an empty folder."""
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        for number, data in enumerate(fuzz_targets.real(target)):
            (corpus / f"real-{number}").write_bytes(data)


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in fuzz_targets.TARGETS:
        sys.exit(f"usage: fuzz.py {'|'.join(fuzz_targets.TARGETS)} FOLDER [options of libFuzzer]")
    script, target, corpus, *options = sys.argv
    begin(Path(corpus), target)

    def check(data: bytes) -> None:
        fuzz_targets.TARGETS[target](data)

    words = "kropki.dict" if target in fuzz_targets.OF_KROPKI else "words.dict"
    atheris.Setup([script, f"-dict={HERE / words}", corpus, *options], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
