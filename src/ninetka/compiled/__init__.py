"""What compiled code of all games shares.

From the bottom up: how functions come to be compiled (`compiling`), by numba (`native`) or without
it (`hosted`); arrays of positions (`arrays`); instructions and random words (`machine`); search
trees (`growing`, `tree`); alpha-beta (`alphabeta`, `transpositions`); WebAssembly (`wasm`).

Each game's own stands in its folder `compiled`. `protocol.compiled` says what it must offer.
"""
