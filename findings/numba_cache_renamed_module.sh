#!/usr/bin/env bash
# numba: a kept function whose argument's class has moved to another module ends every later run.
#
# Guessed: `cache=True` keeps a stamp of the source file beside what it compiled. If the file has changed, what was
# kept is not looked at, and the function is compiled anew; the documentation says so of the file's time stamp.
#
# Happens (0.68.1): the whole index is unpickled before the stamps are compared. It holds the types of the arguments, and a
# NamedTuple's type holds its class. So after `places.py` was renamed to `points.py`, and the import beside the function
# with it, calling the function raises ModuleNotFoundError for `places`; after the class was renamed, AttributeError.
# It stays so at each run, as nothing is written, until somebody deletes `__pycache__`. If only the version of numba
# differs, numba leaves the index alone, for this very reason, as a comment in its source says.
#
# Needs Python 3.10 or later with venv and pip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/python -m pip install --quiet --disable-pip-version-check numba==0.68.1

called() {
  cat > total.py <<END
from numba import njit
from $1 import $2


@njit(cache=True)
def total(point):
    return point.x + point.y


try:
    print(total($2(1, 2)), sum(total.stats.cache_hits.values()), "from the cache")
except Exception as error:
    print(type(error).__name__, str(error).split(" on <")[0])
END
  env/bin/python total.py
}

class() {
  printf 'from typing import NamedTuple\n\n\nclass %s(NamedTuple):\n    x: int\n    y: int\n' "$1"
}

{
  class Point > places.py
  called places Point
  called places Point
  mv places.py points.py
  called points Point
  called points Point
  rm -r __pycache__
  called points Point
  class Spot > points.py
  called points Spot
} | tee seen
diff seen - <<'END'
3 0 from the cache
3 1 from the cache
ModuleNotFoundError No module named 'places'
ModuleNotFoundError No module named 'places'
3 0 from the cache
AttributeError Can't get attribute 'Point'
END
