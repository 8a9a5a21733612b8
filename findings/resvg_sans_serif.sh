#!/usr/bin/env bash
# resvg-py draws no text in sans-serif where Arial or a font like it is missing, though there are others.
#
# Guessed: `sans-serif` is some font without serifs among those it has, as in browsers and librsvg, and a text whose
# family is missing is drawn in another one.
#
# Happens: with resvg-py 0.5.0, `sans-serif` is the family Arial. With DejaVu Sans alone, the only font of many a Linux,
# such texts are left out of the picture without a word; `sans-serif, DejaVu Sans` or sans_serif_family="DejaVu Sans"
# draws them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet resvg-py==0.5.0 matplotlib==3.10.8

"$folder/bin/python" - <<'END' | tee "$folder/seen"
from pathlib import Path

import matplotlib
from resvg_py import svg_to_bytes

font = Path(matplotlib.get_data_path(), "fonts/ttf/DejaVuSans.ttf")
assert font.exists()


def drawn(family, **options):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" font-size="20">'
        f'<text x="5" y="20" font-family="{family}">{{}}</text></svg>'
    )
    fonts = {"skip_system_fonts": True, "font_files": [str(font)], **options}
    return svg_to_bytes(svg_string=svg.format("abc"), **fonts) != svg_to_bytes(
        svg_string=svg.format(""), **fonts
    )


print("sans-serif", drawn("sans-serif"))
print("sans-serif, DejaVu Sans", drawn("sans-serif, DejaVu Sans"))
print("sans_serif_family", drawn("sans-serif", sans_serif_family="DejaVu Sans"))
END
diff "$folder/seen" - <<'END'
sans-serif False
sans-serif, DejaVu Sans True
sans_serif_family True
END
