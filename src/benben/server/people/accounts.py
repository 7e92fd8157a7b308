"""Accounts and authentication: people and their keys. A key is a random token, kept as a hash, never logged.

A person has several keys: one for each device, recovery keys, which can only be exchanged for the key of a
new device, and keys for programs. A token is the id of its key, a dot, and 256 random bits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from benben.core.contract import Illegal
from benben.server.people import account_store
from benben.server.people.account_store import AccountStore, KeyKind, KeyRow, KeyWithPerson
from benben.server.people.names import checked_name
from benben.server.settings import Limits
from benben.server.storage.rows import Identity
from benben.server.storage.store import Store
from benben.server.wire import FreshKey, Person, PersonKey

KEYS_CACHED = 4096  # also the number of people whose last activity is remembered
SIGNED_OUT = "This device was signed out."


class _CachedKey(NamedTuple):
    found: KeyWithPerson
    at: float  # when it was read, by the monotonic clock


class Accounts:
    """The people of this server and their keys."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._most_keys, self._cache_seconds = limits.keys_per_person, limits.key_cache_seconds
        self.records = AccountStore(store)
        self._cache: OrderedDict[str, _CachedKey] = OrderedDict()  # by id of the key
        self._seen: OrderedDict[str, float] = OrderedDict()  # by person, monotonic time of the last activity
        self.on_change: Callable[[str], object] = lambda _: None  # called with the id of a person who changed

    # Coming in

    async def add_guest(self, name: str, label: str = "") -> Person:
        """Add a guest with a key for this device; Illegal if the name cannot be used."""
        member = Identity(secrets.token_hex(8), checked_name(name))
        key, token = _new_key(member.id, "device", label)
        await self._store.add_person(member, [account_store.new_key_statement(key)])
        return Person(member.id, member.name, token)

    async def recover(self, token: str, label: str = "", asker: Identity | None = None) -> Person | None:
        """Make a key for one more device of the person with this recovery key; None if there is no such key.

        A caller who is this person already gets no new key: the token in the answer is empty.
        """
        found = await self._matching_key(token)
        if found is None or found.key.kind != "recovery":
            return None
        person = found.key.person
        await self._note_use(found.key)
        if asker and asker.id == person and asker.kind == "device":
            return Person(person, found.name, "")
        devices = [key for key in await self.records.keys(person) if key.kind == "device"]
        if len(devices) >= self._most_keys:  # the key not used for longest goes, so that nobody is locked out
            await self.revoke_key(person, min(devices, key=lambda key: (key.used, key.created)).id)
        key, new_token = _new_key(person, "device", label)
        await self.records.add_key(key)
        return Person(person, found.name, new_token)

    async def identify(self, token: str) -> Identity | None:
        """The person with this token; None if there is none, or if it is a recovery key."""
        found = await self._matching_key(token)
        if found is None or found.key.kind == "recovery":
            return None
        key = found.key
        await self._note_use(key)
        if found.notified:
            await self.records.clear_notices(key.person)
            self.drop_cached(key.person)
        self.note_activity(key.person)
        return Identity(key.person, found.name, key.id, key.kind)

    def note_activity(self, person: str) -> None:
        """Remember that this person was active just now."""
        self._seen[person] = time.monotonic()
        self._seen.move_to_end(person)
        if len(self._seen) > KEYS_CACHED:
            self._seen.popitem(last=False)

    def seconds_since_seen(self, person: str) -> float:
        """Seconds since this person was last active."""
        return time.monotonic() - self._seen.get(person, float("-inf"))

    def active_within(self, seconds: float) -> set[str]:
        """The ids of the people who were active within this number of seconds."""
        since = time.monotonic() - seconds
        return {person for person, at in self._seen.items() if at >= since}

    async def rename(self, member: Identity, name: str) -> Identity:
        """Give a person another name; Illegal if it cannot be used. Hub.rename updates their tables too."""
        renamed = member._replace(name=checked_name(name))
        await self._store.rename(renamed.id, renamed.name)
        self.note_change(renamed.id)
        return renamed

    # Keys

    async def keys(self, member: Identity) -> list[PersonKey]:
        return [_shown(key, member.key) for key in await self.records.keys(member.id)]

    async def add_key(self, member: Identity, kind: KeyKind, label: str) -> FreshKey:
        """Make a key for recovery or for a program; Illegal if there are too many."""
        same = [key for key in await self.records.keys(member.id) if key.kind == kind]
        if len(same) >= self._most_keys:
            raise Illegal("people", f"You have {self._most_keys} keys of this kind. Revoke one first.")
        key, token = _new_key(member.id, kind, checked_name(label) if label else "")
        await self.records.add_key(key)
        return FreshKey(_shown(key, ""), token)

    async def revoke_key(self, person: str, id: str) -> bool:
        """Revoke a key; False if this person has no such key."""
        if id not in {key.id for key in await self.records.keys(person)}:
            return False
        await self.records.drop_key(person, id)
        self.note_change(person)
        return True

    def note_change(self, person: str) -> None:
        """Drop what is cached about a person, here and in the other server processes."""
        self.drop_cached(person)
        self.on_change(person)

    def drop_cached(self, person: str) -> None:
        """Drop what is cached about a person; it is read again when it is needed."""
        for id in [id for id, held in self._cache.items() if held.found.key.person == person]:
            del self._cache[id]

    async def _matching_key(self, token: str) -> KeyWithPerson | None:
        """The key that this whole token belongs to; None if there is none."""
        id = token.partition(".")[0]
        if not token.isascii() or not token.isprintable() or len(token) > 200 or not id:
            return None
        held = self._cache.get(id)
        if held is None or time.monotonic() - held.at > self._cache_seconds:
            found = await self.records.key(id)
            if found is None:
                self._cache.pop(id, None)
                return None
            held = self._cache[id] = _CachedKey(found, time.monotonic())
        self._cache.move_to_end(id)
        if len(self._cache) > KEYS_CACHED:
            self._cache.popitem(last=False)
        return held.found if hmac.compare_digest(held.found.key.hash, token_hash(token)) else None

    async def _note_use(self, key: KeyRow) -> None:
        """Save the day on which a key is used, once a day."""
        if key.used != account_store.today():
            await self.records.note_use(key.id)
            self._cache.pop(key.id, None)


BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "FxiOS/": "Firefox",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def device_label(agent: str) -> str:
    """A label for a device from its User-Agent, three words at most: "Firefox on Linux"."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if browser and system:
        return f"{browser} on {system}"
    program = re.match(r"[A-Za-z][A-Za-z0-9-]{0,20}", agent)
    return browser or system or (program[0] if program else "")


def token_hash(token: str) -> str:
    """The hash that is kept in place of a token."""
    return hashlib.sha256(f"benben token {token}".encode()).hexdigest()


def _new_key(person: str, kind: KeyKind, label: str) -> tuple[KeyRow, str]:
    id = secrets.token_hex(8)
    token = f"{id}.{secrets.token_urlsafe(32)}"
    return KeyRow(id, person, kind, label, token_hash(token), int(time.time()), account_store.today()), token


def _shown(key: KeyRow, asked_with: str) -> PersonKey:
    created = datetime.fromtimestamp(key.created, UTC).date()
    used = datetime(1970, 1, 1, tzinfo=UTC).date() + timedelta(days=key.used)
    return PersonKey(key.id, key.kind, key.label, created.isoformat(), used.isoformat(), key.id == asked_with)
