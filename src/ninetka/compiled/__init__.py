"""What the compiled code of all games shares: machine instructions, random words, search trees.

Each game's own stands in its folder `compiled`. `protocol.compiled` says what it must offer.
"""
