"""An immutable, hashable mapping, which Python has of its own from 3.15 on."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import NoReturn, TypeVar, final

from .values import Immutable

K = TypeVar("K")
V = TypeVar("V", covariant=True)


@final
class FrozenMap(Immutable, Mapping[K, V]):
    """A mapping that keeps its order and never changes; equal to any mapping of the same items.

    Python 3.15's `frozendict` of the same items is equal too and has the same hash, so either can
    be given or compared; once 3.15 is the oldest version supported, this can become its alias.
    """

    # Not an attrs class, so that attrs.asdict gives it as it is and not its inside.
    __slots__ = ("_items",)
    _items: dict[K, V]

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        object.__setattr__(self, "_items", dict(items))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a FrozenMap never changes: {name} cannot be set")

    def __reduce__(self) -> tuple[type[FrozenMap[K, V]], tuple[dict[K, V]]]:
        return FrozenMap, (self._items,)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def items(self) -> ItemsView[K, V]:
        """The pairs, as fast as a dict's."""
        return self._items.items()

    def values(self) -> ValuesView[V]:
        """The values, as fast as a dict's."""
        return self._items.values()

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)

    def __rich_repr__(self) -> Iterator[object]:
        yield self._items
