"""SGF, the files of game sites and editors (K17). Each module imports only those before it.

syntax      texts as nodes of properties, with their places, and back
splitting   the games of a stream, one after another
reading     what a file says of a game, not yet replayed
claims      what a file says was captured, and its result, against the game replayed
writing     games as SGF
form        the form of records `sgf`
"""

from .form import SGF

__all__ = ["SGF"]
