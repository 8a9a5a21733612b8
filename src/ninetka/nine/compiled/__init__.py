"""9tka compiled by numba, for many positions at once. `ninetka.nine.compiled.batch` is the way in.

From the bottom up: machine instructions (`rows`), the board (`tables`), the `rules`, for many
positions at once (`stepping`), random games (`lanes`, `deck`, `playouts`), sequences of moves
counted (`perft`); a search `tree`, by random games (`rave`) or, near the end of two, by alpha-beta
(`slides`, `sliding`), which goes by what positions promise (`promises`).
"""
