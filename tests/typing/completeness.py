"""Whether every public name has a type that all type checkers agree on, as pyright finds them.

Adapters are left out: what they derive from has no types of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys

COMMAND = ("pyright", "--verifytypes", "ninetka", "--ignoreexternal", "--outputjson")
OPTIONS = ("--pythonpath", sys.executable)


def main() -> int:
    """Print the names without a type; the exit code is 1 if there are any."""
    done = subprocess.run([*COMMAND, *OPTIONS], capture_output=True, text=True, check=False)
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    assert len(symbols) > 2000, "pyright has not found the package"
    lacking = [
        symbol["name"]
        for symbol in symbols
        if symbol["isExported"] and (symbol["isTypeAmbiguous"] or not symbol["isTypeKnown"])
    ]
    lacking = [name for name in lacking if not name.startswith("ninetka.adapters.")]
    print("\n".join(lacking) or "Every public name has a type.")
    return bool(lacking)


if __name__ == "__main__":
    sys.exit(main())
