#!/usr/bin/env bash
# polars: in a list of dicts, fractions after the first hundred rows lose what is behind the point.
#
# Guessed: `polars.DataFrame(rows)` takes types from the first 100 dicts, as the documentation says, and a
# later value that does not fit raises an error, as a later text among numbers does. `strict` is True by default.
#
# Happens (2.1.0): after 100 whole numbers 0.5 becomes 0 and -1.5 becomes -1, without error or warning, also
# with strict=True, with from_dicts and in rows of tuples; True becomes 1. A text raises ComputeError. The same
# fractions as a column, {"share": [...]}, raise TypeError. A schema, or infer_schema_length=None, keeps them. polars's
# issue 23190, about columns that are lost so, has a maintainer's word that a misfit raises an error.
#
# Needs Python 3.10 or later with venv and pip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/python -m pip install --quiet --disable-pip-version-check polars==2.1.0

cat > rows.py <<'END'
import warnings

import polars

warnings.simplefilter("error")


def last(make):
    try:
        return make()["share"][-1]
    except Exception as error:
        return type(error).__name__


for late in (0.5, -1.5, True, "half"):
    column = [1] * 100 + [late]
    rows = [{"share": share} for share in column]
    print(
        repr(late),
        last(lambda: polars.DataFrame(rows)),
        last(lambda: polars.DataFrame(rows, strict=True)),
        last(lambda: polars.from_dicts(rows)),
        last(lambda: polars.DataFrame([(share,) for share in column], ["share"], orient="row")),
        last(lambda: polars.DataFrame({"share": column})),
        last(lambda: polars.DataFrame(rows, schema={"share": float})),
        last(lambda: polars.DataFrame(rows, infer_schema_length=None)),
    )
END
env/bin/python rows.py | tee seen
diff seen - <<'END'
0.5 0 0 0 0 TypeError 0.5 0.5
-1.5 -1 -1 -1 -1 TypeError -1.5 -1.5
True 1 1 1 1 1 1.0 1
'half' ComputeError ComputeError ComputeError ComputeError TypeError ComputeError half
END
