"""People and their keys. A key is a long random token, shown once, kept only as a hash, and never logged.

A person has several: one for each device, recovery keys that can only be exchanged for the key of a new
device, and keys for programs. A token is the id of its key, a dot, and 256 random bits.
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
from benben.server.people.account_store import Found, Key, Kind, Register
from benben.server.people.names import checked_name
from benben.server.storage.rows import Member
from benben.server.storage.store import Store
from benben.server.wire import FreshKey, Person, PersonKey

CACHED = 4096  # keys remembered between questions to the store
FRESH = 10.0  # seconds that a remembered key is trusted: it may be revoked elsewhere
MOST = 50  # keys of one person
SIGNED_OUT = "This device was signed out."


class _Held(NamedTuple):
    found: Found
    at: float  # when it was read


class People:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.register = Register(store)
        self._cache: OrderedDict[str, _Held] = OrderedDict()  # by id of the key
        self._seen: OrderedDict[str, float] = OrderedDict()  # by person, when last heard of
        self.on_change: Callable[[str], object] = lambda _: None  # told whose row changed

    # Coming in

    async def join(self, name: str, label: str = "") -> Person:
        """A new guest; Illegal if the name is no name."""
        member = Member(secrets.token_hex(8), checked_name(name))
        key, token = _new_key(member.id, "device", label)
        await self._store.add_person(member, [account_store.new_key(key)])
        return Person(member.id, member.name, token)

    async def recover(self, token: str, label: str = "", asker: Member | None = None) -> Person | None:
        """A device more for the person with this recovery key; None if there is none.

        Whoever is this person already gets no new key: the token in the answer is empty.
        """
        found = await self._found(token)
        if found is None or found.key.kind != "recovery":
            return None
        person = found.key.person
        await self._use(found.key)
        if asker and asker.id == person and asker.kind == "device":
            return Person(person, found.name, "")
        devices = [key for key in await self.register.keys(person) if key.kind == "device"]
        if len(devices) >= MOST:  # nobody is locked out: the one not used for longest goes
            await self.revoke(person, min(devices, key=lambda key: (key.used, key.created)).id)
        key, fresh = _new_key(person, "device", label)
        await self.register.add_key(key)
        return Person(person, found.name, fresh)

    async def whose(self, token: str) -> Member | None:
        """The person with this token; None if there is none, or if it only recovers."""
        found = await self._found(token)
        if found is None or found.key.kind == "recovery":
            return None
        key = found.key
        await self._use(key)
        if found.told:
            await self.register.back(key.person)
            self.forget(key.person)
        self.saw(key.person)
        return Member(key.person, found.name, key.id, key.kind)

    def saw(self, person: str) -> None:
        """Here was a sign of this person."""
        self._seen[person] = time.monotonic()
        self._seen.move_to_end(person)
        if len(self._seen) > CACHED:
            self._seen.popitem(last=False)

    def silence(self, person: str) -> float:
        """Seconds since the last sign of this person."""
        return time.monotonic() - self._seen.get(person, float("-inf"))

    def heard_of(self, seconds: float) -> set[str]:
        """Everybody of whom there was a sign that lately."""
        since = time.monotonic() - seconds
        return {person for person, at in self._seen.items() if at >= since}

    async def rename(self, member: Member, name: str) -> Member:
        """A new name; the tables where this person sits are not told here."""
        renamed = member._replace(name=checked_name(name))
        await self._store.rename(renamed.id, renamed.name)
        self.changed(renamed.id)
        return renamed

    # Keys

    async def keys(self, member: Member) -> list[PersonKey]:
        return [_shown(key, member.key) for key in await self.register.keys(member.id)]

    async def add_key(self, member: Member, kind: Kind, label: str) -> FreshKey:
        """A key for recovery or for a program; Illegal if there are too many."""
        same = [key for key in await self.register.keys(member.id) if key.kind == kind]
        if len(same) >= MOST:
            raise Illegal("people", f"You have {MOST} keys of this kind. Revoke one first.")
        key, token = _new_key(member.id, kind, checked_name(label) if label else "")
        await self.register.add_key(key)
        return FreshKey(_shown(key, ""), token)

    async def revoke(self, person: str, id: str) -> bool:
        """False if this person has no such key."""
        if id not in {key.id for key in await self.register.keys(person)}:
            return False
        await self.register.drop_key(person, id)
        self.changed(person)
        return True

    def changed(self, person: str) -> None:
        """Other server processes are told, too."""
        self.forget(person)
        self.on_change(person)

    def forget(self, person: str) -> None:
        """What is remembered of this person is read anew."""
        for id in [id for id, held in self._cache.items() if held.found.key.person == person]:
            del self._cache[id]

    async def _found(self, token: str) -> Found | None:
        id = token.partition(".")[0]
        if not token.isascii() or not token.isprintable() or len(token) > 200 or not id:
            return None
        held = self._cache.get(id)
        if held is None or time.monotonic() - held.at > FRESH:
            found = await self.register.key(id)
            if found is None:
                self._cache.pop(id, None)
                return None
            held = self._cache[id] = _Held(found, time.monotonic())
        self._cache.move_to_end(id)
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return held.found if hmac.compare_digest(held.found.key.hash, hashed(token)) else None

    async def _use(self, key: Key) -> None:
        """Notes the day, once a day."""
        if key.used != account_store.today():
            await self.register.use_key(key.id)
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
    """What a browser says of itself, in three words at most, so that its owner knows it again."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if browser and system:
        return f"{browser} on {system}"
    program = re.match(r"[A-Za-z][A-Za-z0-9-]{0,20}", agent)
    return browser or system or (program[0] if program else "")


def hashed(token: str) -> str:
    return hashlib.sha256(f"benben token {token}".encode()).hexdigest()


def _new_key(person: str, kind: Kind, label: str) -> tuple[Key, str]:
    id = secrets.token_hex(8)
    token = f"{id}.{secrets.token_urlsafe(32)}"
    return Key(id, person, kind, label, hashed(token), int(time.time()), account_store.today()), token


def _shown(key: Key, asked_with: str) -> PersonKey:
    created = datetime.fromtimestamp(key.created, UTC).date()
    used = datetime(1970, 1, 1, tzinfo=UTC).date() + timedelta(days=key.used)
    return PersonKey(key.id, key.kind, key.label, created.isoformat(), used.isoformat(), key.id == asked_with)
