"""The rules of 9tka. Each module imports only modules named before it in this list.

squares, moves, rulesets, scoring, symmetry, movement, notation, setup, legality, state, tags.
"""
