"""9AM and Mills compiled by numba, for many positions at once. `batch` is the way in.

From the bottom up: boards (`tables`), `positions`, `mills`, the `rules` and `results`, what is
legal (`choices`), many positions at once (`stepping`, `points`), random games (`playouts`),
sequences of moves counted (`perft`); a search `tree`, with `informed` games for more than two and
`alphabeta` for two, which orders moves (`ordering`), makes them faster under `plain` rules and
shows its `findings`; for tables of solved positions, `numbering`, `layers`, `retrograde` and
`passes`.
"""
