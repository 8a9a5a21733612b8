"""Plain data of results and simulations that was changed, with checksums that are right again."""

from __future__ import annotations

from typing import Any

from ninetka.simulate.estimates import checksum


def with_checksums(data: Any) -> Any:
    """The same data, but each object that has a checksum has the right one."""
    if isinstance(data, list):
        return [with_checksums(each) for each in data]
    if not isinstance(data, dict):
        return data
    inside = {name: with_checksums(value) for name, value in data.items() if name != "checksum"}
    return {**inside, "checksum": checksum(inside)} if "checksum" in data else inside
