"""Guests: a name and a token. The token is shown once, kept only as a hash, and never logged."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from benben.core.contract import Illegal
from benben.server.store import Member, Store
from benben.server.wire import Person

CACHED = 4096  # people remembered between questions to the store


class People:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: OrderedDict[str, Member] = OrderedDict()
        self.on_change: Callable[[str], object] = lambda _: None  # told whose row changed

    async def join(self, name: str) -> Person:
        """A new guest; Illegal if the name is no name."""
        name = checked_name(name)
        id = secrets.token_hex(8)
        token = f"{id}.{secrets.token_urlsafe(32)}"
        member = Member(id, name, _hash(token))
        await self._store.add_person(member)
        self._remember(member)
        return Person(id, name, token)

    async def rename(self, member: Member, name: str) -> Member:
        """From now on; who sits already keeps the name written there."""
        renamed = member._replace(name=checked_name(name))
        await self._store.rename(renamed.id, renamed.name)
        self._remember(renamed)
        self.on_change(renamed.id)
        return renamed

    def forget(self, id: str) -> None:
        """Another process changed it: the store is asked again."""
        self._cache.pop(id, None)

    async def whose(self, token: str) -> Member | None:
        """The guest with this token; None if there is none."""
        id = token.partition(".")[0]
        if not token.isascii() or len(token) > 200 or not id:
            return None
        member = self._cache.get(id) or await self._store.person(id)
        if member is None or not hmac.compare_digest(member.token, _hash(token)):
            return None
        self._remember(member)
        return member

    def _remember(self, member: Member) -> None:
        self._cache[member.id] = member
        self._cache.move_to_end(member.id)
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)


def checked_name(text: str) -> str:
    """Trimmed, and without signs that nobody can see or that turn the line around."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Illegal("people", "A name needs at least one letter.")
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs", "Cn") for sign in name):
        raise Illegal("people", "A name may hold letters, digits and common signs only.")
    return name


def _hash(token: str) -> str:
    return hashlib.sha256(f"benben token {token}".encode()).hexdigest()
