"""The sources of a game's compiled code, so that code made from others is not used."""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

PROVENANCE: Final = "PROVENANCE"
"""The file beside a WebAssembly module that says what it was made from, and with what."""
_SHARED: Final = Path(__file__).parent
_HOSTS: Final = ("arrays", "compiling", "growing", "hosted", "sources", "wasm")
"""The modules there of which nothing is compiled, and which don't say how functions are called."""
_RULES: Final = re.compile(r"^from \.\.(\w+) import ", re.MULTILINE)
"""An import of a module with the rules, in a module of a game's `compiled` folder."""
_SAID: Final = re.compile(r'^\s*(?:#.*|"""[^"]*(?:"(?!"")[^"]*)*""")?\n', re.MULTILINE)
"""Lines without code: comments, docstrings, and empty ones."""


@cache
def digest(folder: Path) -> str:
    """A digest of the code that the functions of a game's `compiled` folder are compiled from.

    That is the code of this folder, of the game's, and of the modules with rules that the game's
    imports. It is empty where the sources are not on disk, as in frozen programs.
    """
    paths = [
        path for each in dict.fromkeys((_SHARED, folder)) for path in sorted(each.glob("*.py"))
    ]
    texts = [_code(path) for path in paths if path.stem not in _HOSTS]
    rules = {name for text in texts for name in _RULES.findall(text)}
    texts += [_code(folder.parent / f"{name}.py") for name in sorted(rules)]
    return blake2b("".join(texts).encode(), digest_size=32).hexdigest() if texts else ""


def _code(path: Path) -> str:
    return _SAID.sub("", path.read_text(encoding="utf-8"))
