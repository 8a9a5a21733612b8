"""How positions of 9tka look: pictures, which can be turned and mirrored, and boards of text."""
