"""A game as it is played. Choosing good moves and writing games down have packages of their own.

game      a start and the moves since, with undo, redo and endings
playouts  games whose moves are chosen at random
perft     sequences of moves, counted
trusted   games as texts that are trusted when they come back
"""
