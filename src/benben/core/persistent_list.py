"""A persistent list: an immutable sequence whose longer versions share memory with the shorter ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item", covariant=True)


class PersistentList(Sequence[Item], Generic[Item]):
    """An immutable sequence to which `then` adds an item without copying, as a tuple would have to."""

    __slots__ = ("_all", "_n")

    def __init__(self, items: Iterable[Item] = (), shared: list[Item] | None = None, n: int = 0) -> None:
        """A list of these items; or the first n of a Python list that other persistent lists share."""
        if shared is None:
            shared = list(items)
            n = len(shared)
        self._all: list[Item] = shared  # never changed before its end
        self._n = n  # how many of them are in this one

    def then(self, item: Item) -> PersistentList[Item]:  # type: ignore[misc]  # it is read-only all the same
        """The list with one item more."""
        rows, n = self._all, self._n
        if len(rows) == n:
            rows.append(item)
        if len(rows) == n or rows[n] is not item:  # another one grew from here first
            rows = [*rows[:n], item]
        return PersistentList((), rows, n + 1)

    def first(self, n: int) -> PersistentList[Item]:
        """The list of the first n items."""
        return PersistentList((), self._all, min(n, self._n))

    @property
    def last(self) -> Item | None:
        """The last item; None if the list is empty."""
        return self._all[self._n - 1] if self._n else None

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(at, slice):
            return tuple([self._all[i] for i in range(*at.indices(self._n))])
        if not -self._n <= at < self._n:
            raise IndexError(at)
        return self._all[at if at >= 0 else at + self._n]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._all, self._n)

    def __reversed__(self) -> Iterator[Item]:
        rows = self._all
        return (rows[i] for i in range(self._n - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"PersistentList({list(self)!r})"
