"""Words of 64 bits: instructions on them, random ones, and hashes.

All numbers are uint64, constants too: with a Python literal numba makes an int64 of a uint64, and
with an int64 a float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .compiling import HAS_NUMBA, entry, inlined, unreached

_given: Any = None
if HAS_NUMBA:
    from . import instructions

    _given = instructions

Word: TypeAlias = Any
"""A uint64. Type checkers cannot follow numba, where a loop over `range(U(9))` gives them too."""
U: Final = np.uint64
ZERO: Final = U(0)
ONE: Final = U(1)

HAS_BMI2: Final[bool] = getattr(_given, "HAS_BMI2", False)
"""Whether there are instructions that gather and scatter bits, as most processors have."""
popcount: Callable[[Word], Word] = getattr(_given, "popcount", unreached)
"""The number of bits that are set."""
lowest: Callable[[Word], Any] = getattr(_given, "lowest", unreached)
"""The number of the lowest set bit; 64 if there is none."""
below: Callable[[Word, Word], Word] = getattr(_given, "below", unreached)
"""The high half of a product: of a random word and n below 2**32, a random number below n."""
extract: Callable[[Word, Word], Word] = getattr(_given, "extract", unreached)
"""The bits of a word where another has ones, next to each other. Only with `HAS_BMI2`."""
_deposit: Callable[[Word, Word], Word] = getattr(_given, "deposit", unreached)
spread: Callable[[Any, Word, Word], None] = getattr(_given, "spread", unreached)
"""Writes the 64 bits of a word as bytes of 0 or 1, from a byte of an array on."""
prefetch: Callable[[Any, Word], None] = getattr(_given, "prefetch", unreached)
"""Has a row of an array of two words a row brought from memory while other work is done."""

_PAIRS, _FOURS, _BYTES = map(U, (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_EACH, _HIGH, _BYTE = U(0x0101010101010101), U(0x8080808080808080), U(255)
_S1, _S2, _S3, _S4, _S8, _S56, _64 = map(U, (1, 2, 3, 4, 8, 56, 64))
_NTH_OF_BYTE: Final = np.zeros(256 * 8, np.uint8)
for _bits in range(256):
    for _n, _bit in enumerate(bit for bit in range(8) if _bits >> bit & 1):
        _NTH_OF_BYTE[_bits * 8 + _n] = _bit


@inlined
def _nth_by_pdep(word: Word, n: Word) -> Word:
    return lowest(_deposit(ONE << n, word))


@inlined
def _nth_by_table(word: Word, n: Word) -> Word:
    counts = word - ((word >> _S1) & _PAIRS)
    counts = (counts & _FOURS) + ((counts >> _S2) & _FOURS)
    counts = ((counts + (counts >> _S4)) & _BYTES) * _EACH  # by byte: the bits up to its end
    if n >= counts >> _S56:
        return _64
    before = popcount(((n * _EACH | _HIGH) - counts) & _HIGH) << _S3  # the bits of the bytes passed
    n -= ((counts << _S8) >> before) & _BYTE
    return before + U(_NTH_OF_BYTE[((word >> before) & _BYTE) << _S3 | n])


nth: Callable[[Word, Word], Word] = _nth_by_pdep if HAS_BMI2 else _nth_by_table
"""The number of the n-th set bit of a word, from 0; 64 if there is none. `n` is below 64."""

_GAMMA, _MIX1, _MIX2 = map(U, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_S27, _S30, _S31 = map(U, (27, 30, 31))


@inlined
def drawn(counter: Word) -> Word:
    """The random word of a counter: SplitMix64, which needs no memory but the counter."""
    word = counter * _GAMMA
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    return word ^ (word >> _S31)


@entry
def hash_rows(words: NDArray[np.uint64], out: NDArray[np.uint64]) -> None:
    """Fill `out`, (size,), with a 64-bit hash of each row of words, word after word."""
    for i in range(len(out)):
        key = ONE
        for k in range(words.shape[1]):
            key = drawn(key ^ words[i, k])
        out[i] = key
