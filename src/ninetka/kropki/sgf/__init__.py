"""SGF, the files of game sites and editors (K17).

`syntax` knows SGF in general, `reading`, `course` and `writing` its games of Kropki,
`rules` what RU says, `claims` compares a file with its game replayed, and `form` makes all of it a
form of records.
"""

from .form import SGF

__all__ = ["SGF"]
