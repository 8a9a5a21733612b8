"""A game as it is played: moves and endings, undo and redo; sequences of moves counted."""
