"""SGF, the files of game sites and editors (K17).

`syntax` and `splitting` know SGF in general, `reading` and `writing` its games of Kropki, `claims`
compares a file with its game replayed, and `form` makes all of it a form of records.
"""

from .form import SGF

__all__ = ["SGF"]
