"""9tka compiled by numba, for many positions at once. `ninetka.nine.batch` is the way in.

From the bottom up: machine instructions, tables of the board, the rules, random games to the end,
sequences counted, a search tree.
"""
