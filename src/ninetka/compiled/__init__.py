"""What compiled code of all games shares: instructions, random words, search trees, alpha-beta.

Each game's own stands in its folder `compiled`. `protocol.compiled` says what it must offer.
"""
