"""A least-recently-used cache for cases in which functools.lru_cache is unsuitable.

lru_cache on a bound method creates a reference cycle with the object, and it stores every result.
`BoundedCache` lets the caller decide what to store.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class BoundedCache(Generic[_Key, _Value]):
    """Up to `size` values by key; the least recently used is dropped. Any thread may use it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[_Key, _Value] = OrderedDict()

    def get(self, key: _Key) -> _Value | None:
        """Return the value of a key; None if there is none."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: _Key, value: _Value) -> None:
        """Store a value, which must not be None."""
        self._values[key] = value
        if len(self._values) > self._size:
            self._values.popitem(last=False)

    def get_or_make(self, key: _Key, make: Callable[[], _Value]) -> _Value:
        """Return the value of a key, made now if there is none; two threads may both make it."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def values(self) -> list[_Value]:
        """Return all values."""
        return list(self._values.values())

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
