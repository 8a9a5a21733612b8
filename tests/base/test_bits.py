"""Bitboards: the things at their bits, and tables of these."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka.base.bits import BitTable, at_bits

PLACES = range(1300)


@given(st.sets(st.sampled_from(PLACES)), st.booleans())
def test_what_is_at_the_bits_set_from_the_lowest(chosen: set[int], others: bool) -> None:
    wanted = sorted({*PLACES} - chosen if others else chosen)  # few bits, or nearly all
    mask = sum(1 << place for place in wanted)
    assert at_bits(PLACES, mask) == tuple(wanted)
    assert BitTable(PLACES, str).of_any(mask) == tuple(map(str, wanted))


def test_a_table_keeps_its_tuples_until_it_grows_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.base.bits._MAX_KEPT", 100)
    table = BitTable(PLACES, str)
    five = table[5]
    assert (five, table[6]) == (("0", "2"), ("1", "2"))
    assert table[5] is five
    for mask in range(1, 300):
        assert table[mask] == tuple(map(str, at_bits(PLACES, mask)))
        assert len(table) <= 100


def test_a_table_keeps_few_bitboards_of_those_asked_for_8_places_at_a_time() -> None:
    table = BitTable(PLACES, str)
    assert table.of_any(0x3FF01) == ("0", *map(str, range(8, 18)))
    assert {*table} == {0x1, 0xFF00, 0x30000}
