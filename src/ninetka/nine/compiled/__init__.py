"""9tka compiled by numba, for many positions at once. `batch` is the way in.

From the bottom up: machine instructions (`rows`), the board (`tables`), the `rules`, random games
(`lanes`, `playouts`), sequences of moves counted (`perft`), `planes`; a search `tree`, by random
games (`rave`) or, near the end of two, by `alphabeta`, which judges positions by `evaluation`; who
can win, found by trying all (`ending`). For WebAssembly, states become bytes (`packing`) and
functions are named (`exports`).
"""
