"""What pictures and text boards of any game share."""

from .drawable import DrawableState
from .options import (
    Drawing,
    Picture,
    TextBoard,
    labels,
    part,
)

__all__ = [
    "DrawableState",
    "Drawing",
    "Picture",
    "TextBoard",
    "labels",
    "part",
]
