"""Kropki with automatic capture (K10) compiled by numba, for many positions at once.

`batch` is the way in: it makes a kernel for a ruleset. The states of the library stay the reference
that the compiled code is checked against.
"""
