"""Kropki compiled by numba, for many positions at once.

`batch` is the way in: it makes a kernel for a ruleset. From the bottom up: rulesets (`ruleset`),
positions as `arrays`, a position that is being played (`workspace`), groups and what encloses them
(`chains`), what can be declared (`declaring`), `turns`, many positions (`rules`), the regions drawn
so far (`history`), random games (`playouts`), sequences of moves counted (`perft`), a search `tree`
with its `candidates`, `priors` and `rave`. Small boards, searched to the end: `endgame`. For
WebAssembly, states become bytes (`packing`) and functions are named (`exports`).
"""
