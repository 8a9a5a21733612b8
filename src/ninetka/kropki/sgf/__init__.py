"""SGF, the files of game sites and editors (K17)."""

from .form import SGF

__all__ = ["SGF"]
