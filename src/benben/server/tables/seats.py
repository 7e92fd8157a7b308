"""Seats of a table before the match begins: who sits where, for whom places are kept, and the seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from msgspec.structs import replace

from benben.server.tables.log import Freed, Left, Opened, Place, Readied, Renamed, Sat


class Seats(NamedTuple):
    """Who sits where at one table."""

    places: Sequence[Place]
    sitters: Mapping[int, Sat] = {}  # by place
    unready: frozenset[str] = frozenset()  # people who sit and do not want to begin yet
    freed: frozenset[int] = frozenset()  # places that are no longer kept for anybody
    names: Mapping[str, str] = {}  # by person: new names since the table was made
    opened: Mapping[str, str] = {}  # by person: the seed, which fits their commitment
    spent: frozenset[str] = frozenset()  # people who opened a seed before the seats changed: it is void

    def after(self, line: Sat | Readied | Left | Opened | Freed | Renamed) -> Seats:
        """The seats after one more line of the log."""
        match line:
            case Sat(place=place, person=person, ready=ready):
                seats = self._without_openings(person)._with_ready(person, ready=ready)
                return seats._replace(sitters={**self.sitters, place: line})
            case Readied(person, ready):
                return self._with_ready(person, ready=ready)
            case Left(person):
                stay = {place: sat for place, sat in self.sitters.items() if sat.person != person}
                kept = {i for i, place in enumerate(self.places) if place.kept == person}
                freed = self.freed | kept | (self.sitters.keys() - stay.keys())
                seats = self._without_openings(person)._with_ready(person, ready=True)
                return seats._replace(sitters=stay, freed=freed)
            case Opened(person, seed):
                return self._replace(opened={**self.opened, person: seed})
            case Freed(place):
                return self._replace(freed=self.freed | {place})
            case Renamed(person, name):
                return self._replace(
                    sitters=self._renamed_sitters(person, name), names={**self.names, person: name}
                )

    def _without_openings(self, person: str) -> Seats:
        """The seats after this person sat down or left: no seed that was opened before may be used."""
        return self._replace(opened={}, spent=self.spent.union(self.opened) - {person})

    def _renamed_sitters(self, person: str, name: str) -> Mapping[int, Sat]:
        """The sitters, this person with a new name. Players with own names at a shared device keep them."""
        own = {i for i, place in enumerate(self.places) if place.called and self.kept_for(i) == person}
        return {
            place: replace(sat, name=name) if sat.person == person and place not in own else sat
            for place, sat in self.sitters.items()
        }

    def _with_ready(self, person: str, *, ready: bool) -> Seats:
        unready = self.unready - {person} if ready or not person else self.unready | {person}
        return self._replace(unready=unready)

    def kept_for(self, place: int) -> str:
        """The person for whom this place is kept; empty if anybody may take it."""
        return "" if place in self.freed else self.places[place].kept

    @property
    def free_places(self) -> list[int]:
        """Places where anybody may sit down."""
        return [
            i
            for i, place in enumerate(self.places)
            if i not in self.sitters and place.kind == "person" and not self.kept_for(i)
        ]

    @property
    def has_one_person(self) -> bool:
        """Whether one person sits here, and otherwise bots."""
        return sum(bool(sat.person) for sat in self.sitters.values()) == 1

    @property
    def is_complete(self) -> bool:
        """Whether every place is taken and everybody is ready."""
        return len(self.sitters) == len(self.places) and not self.unready

    # Seeds

    @property
    def committed(self) -> Set[str]:
        """People who sit here with a commitment to their seed."""
        return {sat.person for sat in self.sitters.values() if sat.commitment and not sat.seed}

    @property
    def unopened(self) -> Set[str]:
        """People who have still to open their seed, or to commit to a fresh one first."""
        return self.committed - self.opened.keys()

    @property
    def is_to_be_opened(self) -> bool:
        """Whether all seeds are fixed, and some are still to be opened."""
        return self.is_complete and not self.spent and bool(self.unopened)

    @property
    def missing_parts(self) -> list[int]:
        """When everybody sits and is ready: the places whose part of the dice the start waits for."""
        if not self.is_complete:
            return []
        missing = self.unopened
        return [place for place, sat in sorted(self.sitters.items()) if sat.person in missing]

    def seed(self, place: int) -> str:
        """The seed of the player in this place; empty until it is opened."""
        sat = self.sitters[place]
        return sat.seed or self.opened.get(sat.person, "")
