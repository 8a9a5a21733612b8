#!/usr/bin/env bash
# MuPDF draws dashed lines of an SVG as full ones, and texts do not inherit from the root element.
#
# Guessed: `stroke-dasharray="5 5"` leaves half of a line white, and `font-family` and `text-anchor` of <svg> hold for
# the texts in it, as those of a <g> do.
#
# Happens: with PyMuPDF 2.0, which has MuPDF 1.28.5, the dashed line is full, and the text begins at its point, in
# Times. The same attributes on a <g> are heeded: the text is in Helvetica, and its middle is at the point.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet pymupdf==2.0

"$folder/bin/python" - <<'END' | tee "$folder/seen"
import pymupdf


def page(body, root=""):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40" {root}>{body}</svg>'
    return pymupdf.open(stream=svg.encode(), filetype="svg")[0]


def dark(dashes):
    picture = page(f'<path d="M0 10H100" stroke="black" stroke-width="4" {dashes}/>').get_pixmap()
    return sum(picture.pixel(x, 10)[0] < 128 for x in range(100))


def placed(shown):
    (block,) = shown.get_text("dict")["blocks"]
    span = block["lines"][0]["spans"][0]
    middle = (span["bbox"][0] + span["bbox"][2]) / 2
    return span["font"], "middle" if abs(middle - 50) < 2 else "start"


print(dark(""), dark('stroke-dasharray="5 5"'))
look = 'font-family="sans-serif" text-anchor="middle"'
text = '<text x="50" y="30" font-size="30">ab</text>'
print("g", *placed(page(f"<g {look}>{text}</g>")))
print("svg", *placed(page(text, look)))
END
diff "$folder/seen" - <<'END'
100 100
g Helvetica middle
svg Times-Roman start
END
