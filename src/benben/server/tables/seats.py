"""Who sits around a table before the match begins, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from benben.server.tables.log import Freed, Left, Place, Readied, Renamed, Sat


class Circle(NamedTuple):
    places: Sequence[Place]
    sitting: Mapping[int, Sat] = {}  # by place
    unready: frozenset[str] = frozenset()  # people who sit and do not want to begin yet
    freed: frozenset[int] = frozenset()  # places that are no longer kept for anybody
    names: Mapping[str, str] = {}  # by person: new names since the table was made

    def after(self, line: Sat | Readied | Left | Freed | Renamed) -> Circle:
        match line:
            case Sat(place=place, person=person, ready=ready):
                return self._replace(sitting={**self.sitting, place: line})._with(person, ready)
            case Readied(person, ready):
                return self._with(person, ready)
            case Left(person):
                stay = {place: sat for place, sat in self.sitting.items() if sat.person != person}
                kept = {i for i, place in enumerate(self.places) if place.kept == person}
                freed = self.freed | kept | (self.sitting.keys() - stay.keys())
                return self._replace(sitting=stay, freed=freed)._with(person, True)
            case Freed(place):
                return self._replace(freed=self.freed | {place})
            case Renamed(person, name):
                return self._replace(sitting=self._called(person, name), names={**self.names, person: name})

    def _called(self, person: str, name: str) -> Mapping[int, Sat]:
        """Who sits where, this person with a new name; not those with a name of their own at one device."""
        own = {i for i, place in enumerate(self.places) if place.called and self.kept_for(i) == person}
        return {
            place: replace(sat, name=name) if sat.person == person and place not in own else sat
            for place, sat in self.sitting.items()
        }

    def _with(self, person: str, ready: bool) -> Circle:
        unready = self.unready - {person} if ready or not person else self.unready | {person}
        return self._replace(unready=unready)

    def kept_for(self, place: int) -> str:
        """The person for whom this place is kept; empty: for anybody."""
        return "" if place in self.freed else self.places[place].kept

    @property
    def free(self) -> list[int]:
        """Places where anybody may sit down."""
        return [
            i
            for i, place in enumerate(self.places)
            if i not in self.sitting and place.kind == "person" and not self.kept_for(i)
        ]

    @property
    def has_one_person(self) -> bool:
        """One seat is a person's, all others are taken by bots."""
        return sum(bool(sat.person) for sat in self.sitting.values()) == 1

    @property
    def complete(self) -> bool:
        """Everybody sits and is ready."""
        return len(self.sitting) == len(self.places) and not self.unready
