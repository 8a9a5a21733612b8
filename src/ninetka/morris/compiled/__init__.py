"""9AM and Mills compiled by numba, for many positions at once. `batch` is the way in.

From the bottom up: boards (`tables`), `positions`, `mills`, `captures`, the `rules`, `legality` and
`scoring`, many positions at once (`stepping`), random games (`playouts`, faster under `plain`
rules), sequences of moves counted (`perft`); a search `tree`, with random games for more than two
and `alphabeta` for two, which judges positions by `evaluation`; `planes`; for tables of solved
positions, `layers` and `retrograde`. Arrays from outside are checked by `restoring`. For
WebAssembly, states become bytes (`packing`) and functions are named (`exports`).
"""
