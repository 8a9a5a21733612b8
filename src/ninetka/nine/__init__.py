"""The rules of 9tka.

`squares` is the lowest module, `state` has the rules (R5-R10), and what draws or shows a State is
above it. Which module may import which is in pyproject.toml.
"""
