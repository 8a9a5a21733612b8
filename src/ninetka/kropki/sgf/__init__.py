"""SGF, the files of game sites and editors (K17).

`syntax` knows SGF in general, `properties` the values of Kropki, `reading` and `writing` its games,
and `form` makes all of it a form of records.
"""

from .form import SGF

__all__ = ["SGF"]
