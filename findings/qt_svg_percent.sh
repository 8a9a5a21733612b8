#!/usr/bin/env bash
# QtSvg takes a rectangle's width="100%" for 100 units, not for the width of the picture.
#
# Guessed: a <rect> of 100% by 100% covers a picture whose viewBox is 0 0 500 600, as in browsers.
#
# Happens: with PySide6 6.12.0 it covers 100 by 100 units, and the rest of the picture stays as it was.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet pyside6-essentials==6.12.0

QT_QPA_PLATFORM=offscreen "$folder/bin/python" - <<'END' | tee "$folder/seen"
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

app = QGuiApplication([])
svg = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 600">'
    b'<rect width="100%" height="100%" fill="white"/></svg>'
)
picture = QImage(500, 600, QImage.Format.Format_RGB32)
picture.fill(QColor("black"))
painter = QPainter(picture)
QSvgRenderer(svg).render(painter)
painter.end()
white = QColor("white").rgb()
print(sum(picture.pixel(x, 50) == white for x in range(500)), "of 500")
print(sum(picture.pixel(50, y) == white for y in range(600)), "of 600")
END
diff "$folder/seen" - <<'END'
100 of 500
100 of 600
END
