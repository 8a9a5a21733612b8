"""Pictures and text boards of any game: options, parts of SVG, PNG, changes of pictures.

The look of a game's own board is in that game's folder `look`.
"""

from .drawable import DrawableState
from .options import Drawing, Picture, TextBoard, labels, visible_part

__all__ = ["DrawableState", "Drawing", "Picture", "TextBoard", "labels", "visible_part"]
