#!/usr/bin/env bash
# skia-python draws no text of an SVG, whichever fonts there are.
#
# Guessed: SVGDOM draws a <text> as canvas.drawString draws a string, with the system's fonts.
#
# Happens: with skia-python 144.1, SVGDOM.MakeFromStream takes a stream alone, no font manager, and its picture has
# shapes but no letters; drawString draws the same letters with the same font. Nothing is raised.
#
# Needs a font on the system, such as Debian's fonts-dejavu-core.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet skia-python==144.1 numpy

"$folder/bin/python" - <<'END' | tee "$folder/seen"
import skia

fonts = skia.FontMgr()
assert fonts.countFamilies(), "no fonts are installed"
family = fonts.getFamilyName(0)


def inked(draw):
    surface = skia.Surface(60, 30)
    with surface as canvas:
        canvas.clear(skia.ColorWHITE)
        draw(canvas)
    return bool((surface.makeImageSnapshot().toarray() != 255).any())


def svg(body):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" font-family="{family}">'
    stream = skia.MemoryStream(f"{head}{body}</svg>".encode())
    return inked(skia.SVGDOM.MakeFromStream(stream).render)


font = skia.Font(fonts.matchFamily(family).createTypeface(0), 20)
print("drawString", inked(lambda canvas: canvas.drawString("abc", 5, 20, font, skia.Paint())))
print("rect", svg('<rect width="9" height="9"/>'))
print("text", svg('<text x="5" y="20" font-size="20">abc</text>'))
END
diff "$folder/seen" - <<'END'
drawString True
rect True
text False
END
