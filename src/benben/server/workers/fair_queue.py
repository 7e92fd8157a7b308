"""A queue in which nobody waits for the many questions of somebody else.

Owners are served in turn: first by address, and within an address by person. Urgent items go before others,
but not always, so that the others are served too.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeAlias, TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key")

URGENT_IN_A_ROW = 3  # urgent items that are served before one of the others


class Owner(NamedTuple):
    """Who something is computed for: an address, and the person there if it is known."""

    address: str
    person: str = ""


SERVER = Owner("")  # what the server computes for everybody

_Ring: TypeAlias = dict[str, dict[str, deque[Item]]]  # by address and person, the next to be served first


class FairQueue(Generic[Item]):
    """Items that wait, taken in turn by owner."""

    def __init__(self) -> None:
        self._urgent: _Ring[Item] = {}
        self._others: _Ring[Item] = {}
        self._urgent_row = 0  # urgent items that were taken since one of the others was
        self._waiting = 0  # items of all owners
        self._of_owner: Counter[Owner] = Counter()
        self._of_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._waiting

    def waiting_for(self, owner: Owner) -> tuple[int, int]:
        """How many items of this owner wait, and how many of the owner's address."""
        return self._of_owner[owner], self._of_address[owner.address]

    def put(self, owner: Owner, item: Item, urgent: bool = False) -> None:
        ring = self._urgent if urgent else self._others
        ring.setdefault(owner.address, {}).setdefault(owner.person, deque()).append(item)
        self._waiting += 1
        self._of_owner[owner] += 1
        self._of_address[owner.address] += 1

    def take(self, may_be_served: Callable[[Owner], bool]) -> Item | None:
        """Remove and return the next item whose owner may be served; None if there is none."""
        for ring in self._rings():
            for owner in _owners(ring):
                if may_be_served(owner):
                    self._urgent_row = self._urgent_row + 1 if ring is self._urgent else 0
                    return self._take_from(ring, owner)
        return None

    def discard(self, owner: Owner, item: Item) -> None:
        """Remove an item if it still waits."""
        for ring in (self._urgent, self._others):
            items = ring.get(owner.address, {}).get(owner.person)
            if items and item in items:
                items.remove(item)
                self._note_removal(ring, owner)

    def _rings(self) -> Iterator[_Ring[Item]]:
        others_first = self._urgent_row >= URGENT_IN_A_ROW
        yield from (self._others, self._urgent) if others_first else (self._urgent, self._others)

    def _take_from(self, ring: _Ring[Item], owner: Owner) -> Item:
        people = ring.pop(owner.address)  # address and person go to the end of their lines
        items = people.pop(owner.person)
        people[owner.person] = items
        ring[owner.address] = people
        item = items.popleft()
        self._note_removal(ring, owner)
        return item

    def _note_removal(self, ring: _Ring[Item], owner: Owner) -> None:
        people = ring[owner.address]
        if not people[owner.person]:
            del people[owner.person]
        if not people:
            del ring[owner.address]
        self._waiting -= 1
        _count_down(self._of_owner, owner)
        _count_down(self._of_address, owner.address)


def _count_down(counter: Counter[Key], key: Key) -> None:
    """Count one less, and keep no key with nothing."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


def _owners(ring: _Ring[Item]) -> Iterator[Owner]:
    """The owners in the order in which they are served: the next of each address, then the rest."""
    for address, people in ring.items():
        yield Owner(address, next(iter(people)))
    for address, people in ring.items():
        yield from (Owner(address, person) for person in list(people)[1:])
