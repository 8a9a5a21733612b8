"""What pictures and text boards of any game share: options, parts of SVG, PNG, changes of pictures.

How the board of one game looks is in that game's folder `look`.
"""

from .drawable import DrawableState
from .options import Drawing, Picture, TextBoard, labels, part

__all__ = ["DrawableState", "Drawing", "Picture", "TextBoard", "labels", "part"]
