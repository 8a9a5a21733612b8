"""The compiled code that all games share.

From the bottom up: how functions come to be compiled (`compiling`), by numba (`native`, with its
undocumented parts in `linking`) or without it (`hosted`), and from which `sources`; arrays of
positions (`arrays`); instructions and random words (`machine`, `instructions`); moves in many
positions (`stepping`); what kernels do in Python (`kernels`); search trees (`growing`, `tree`), or
many at once (`guided`); alpha-beta (`alphabeta`, `transpositions`); WebAssembly (`wasm`).

Each game's own stands in its folder `compiled`. `protocol.compiled` says what it must offer.
"""
