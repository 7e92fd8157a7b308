"""Bans: tables, people and addresses that the host of this server has shut out with `benben admin`.

The database holds them. A running server reads them every few seconds.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

import sqlalchemy as sql

from benben.server import log_output
from benben.server.storage.schema import bans
from benben.server.storage.store import Store

TABLE_BANNED = "This table was closed by the host of this server."
PERSON_BANNED = "You were shut out by the host of this server."
ADDRESS_BANNED = "Your address was shut out by the host of this server."


class Ban(NamedTuple):
    """One ban, as the database holds it."""

    kind: str  # table, person, address
    subject: str  # a code, an id, or a network
    removed: bool

    @property
    def log_name(self) -> str:
        """What the log says of it: no code of a table."""
        return f"{self.kind} {log_output.log_name(self.subject) if self.kind == 'table' else self.subject}"


class Bans:
    """What is banned, as it was last read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: frozenset[Ban] = frozenset()
        self._subjects: frozenset[tuple[str, str]] = frozenset()
        self._networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    async def refresh(self) -> list[Ban]:
        """Read the bans again, and return those that are new."""
        rows = await self._store.fetch(sql.select(bans.c.kind, bans.c.subject, bans.c.removed))
        found = frozenset(Ban(kind, subject, bool(removed)) for kind, subject, removed in rows)
        new = sorted(found - self._known, key=lambda ban: ban[:2])
        self._known = found
        self._subjects = frozenset((ban.kind, ban.subject) for ban in found)
        self._networks = tuple(ipaddress.ip_network(ban.subject) for ban in found if ban.kind == "address")
        return new

    def has_table(self, code: str) -> bool:
        return ("table", code) in self._subjects

    def has_person(self, id: str) -> bool:
        return ("person", id) in self._subjects

    def has_address(self, address: str) -> bool:
        """Whether this address, or this network, lies in a banned one."""
        if not self._networks:
            return False
        try:
            there = ipaddress.ip_network(address.partition("%")[0], strict=False)
        except ValueError:  # a socket of the machine itself
            return False
        if isinstance(there, ipaddress.IPv6Network) and there.network_address.ipv4_mapped:
            there = ipaddress.ip_network(there.network_address.ipv4_mapped)
        return any(
            there.version == network.version and there.subnet_of(network)  # type: ignore[arg-type]
            for network in self._networks
        )
