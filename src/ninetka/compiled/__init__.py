"""What compiled code of all games shares.

From the bottom up: how functions are compiled (`compiling`), instructions and random words
(`machine`), search trees (`tree`); alpha-beta (`frames`, `first_moves`, `alphabeta`); WebAssembly
(`wasm`).

Each game's own stands in its folder `compiled`. `protocol.compiled` says what it must offer.
"""
