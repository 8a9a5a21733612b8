"""Kropki with automatic capture (K10) compiled by numba, for many positions at once.

`batch` is the way in: it makes a kernel for a ruleset. From the bottom up: what surrounds a dot
(`tables`), a position that is being played (`desk`), `groups` and what encloses them (`chains`),
`turns`, many positions (`rules`), the regions drawn so far (`history`), random games (`playouts`),
sequences of moves counted (`perft`), a search `tree`. Small boards, searched to the end: `grid`,
`ending`.
"""
