"""Telling people who are away: one POST to the webhook of whoever is waited for.

A turn is told when there was no sign of the person for a while; a proposal that waits for their answer and
the end of a match likewise. At most one notice of a kind goes out for a table until the person comes back: it
is claimed in the store first, so that several processes send it once. A turn or a proposal that was not
claimed when the server ended is found again at the next start. What was claimed and not delivered by then,
and the end of a match, are not.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.notify import webhook_client
from benben.server.people.account_store import WebhookRow
from benben.server.storage.errors import StorageError, WriteConflict
from benben.server.storage.rows import Identity
from benben.server.tables.state import Desk

if TYPE_CHECKING:
    from benben.server.hub import Lobby
    from benben.server.tables.room import Room

AWAY = 30.0  # seconds without a sign of somebody, until they are told
PAUSES = (5.0, 30.0, 180.0)  # seconds before each further attempt
WAITING = 10_000  # notices that may wait
AT_ONCE = 8  # that are posted at the same time

Kind: TypeAlias = Literal["turn", "proposal", "over"]
_WORDS = {"turn": "your turn", "proposal": "a proposal waits for your answer", "over": "the match is over"}

_log = logging.getLogger("benben")


class _Due(NamedTuple):
    person: str
    code: str
    kind: Kind


class Hooks:
    def __init__(
        self, lobby: Lobby, away: float = AWAY, pauses: Sequence[float] = PAUSES, local: bool = False
    ) -> None:
        self._lobby = lobby
        self._register = lobby.people.records
        self._away, self._pauses, self._local = away, pauses, local
        self._tasks: dict[_Due, asyncio.Task[None]] = {}
        self._start: asyncio.Task[None] | None = None
        self._few = asyncio.Semaphore(AT_ONCE)

    def open(self) -> None:
        """Looks, beside everything else, for what waits and nobody was told of before the server ended."""
        self._start = asyncio.create_task(self._look())

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *([self._start] if self._start else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def heed(self, room: Room) -> None:
        """The match went on, or something was proposed: who is waited for and away may have to be told.

        Bots are never kept waiting, so nobody is called back to them.
        """
        desk, here = room.desk, room.here
        people = desk.people
        if len(people) < 2 or people <= here:
            return
        if desk.status == "playing":
            waits: list[tuple[Kind, Sequence[int]]] = [("turn", desk.due), ("proposal", desk.waits)]
            for kind, seats in waits:
                for seat in seats:
                    person = desk.player(seat).person
                    if person and person not in here and not desk.level(seat):
                        self._wait(_Due(person, desk.code, kind))
        elif desk.status == "over":
            for person in people - here:
                self._wait(_Due(person, desk.code, "over"))

    # Setting one up

    async def set(self, member: Identity, url: str, origin: str) -> wire.Hook:
        """Illegal if no notice could go there."""
        try:
            await webhook_client.addresses(webhook_client.goal(url), self._local)
        except webhook_client.Unsent as fault:
            raise Illegal("webhook", str(fault)) from None
        await self._register.set_webhook(member.id, WebhookRow(url, origin, "", 0))
        return wire.Hook(url, "")

    async def shown(self, member: Identity) -> wire.Hook:
        hook = await self._register.webhook(member.id)
        return wire.Hook(hook.url, hook.said) if hook else wire.Hook("", "")

    async def remove(self, member: Identity) -> wire.Hook:
        await self._register.set_webhook(member.id, None)
        return wire.Hook("", "")

    async def test(self, member: Identity) -> wire.Hook:
        """One attempt at once, and what became of it."""
        hook = await self._register.webhook(member.id)
        if hook is None:
            raise Illegal("webhook", "You have no webhook yet.")
        notice = wire.Notice("test", "", "A test from Benben", f"{hook.origin}/you", "")
        said, _ = await self._posted(hook, notice)
        await self._register.set_delivery_report(member.id, said)
        return wire.Hook(hook.url, said)

    # Telling

    async def _look(self) -> None:
        try:
            for person in await self._register.people_with_webhook():
                for table in await self._lobby.lists.turns(Identity(person, "")):
                    for kind in table.kinds:
                        self._wait(_Due(person, table.code, kind))
        except StorageError as fault:
            _log.warning("webhooks: %s", fault)

    def _wait(self, due: _Due) -> None:
        if due in self._tasks or len(self._tasks) >= WAITING:
            return
        task = self._tasks[due] = asyncio.create_task(self._tell(due))
        task.add_done_callback(lambda _: self._tasks.pop(due, None))

    async def _tell(self, due: _Due) -> None:
        try:
            await self._stillness(due.person)
            hook = await self._unheard(due.person)
            notice = hook and await self._notice(due, hook)
            if hook is None or notice is None:
                return
            with suppress(WriteConflict):
                await self._register.claim_notice(*due)
                self._lobby.people.note_change(due.person)  # its next call is the first after a notice
                await self._deliver(due, hook, notice)
        except StorageError as hindrance:
            _log.warning("webhooks: %s", hindrance)
        except Exception as fault:  # the others are still to be told
            _log.error("table %s: a notice failed: %s", due.code, type(fault).__name__)

    async def _stillness(self, person: str) -> None:
        """Until nothing was heard of this person for a while."""
        await asyncio.sleep(self._away)
        while (rest := self._away - self._lobby.people.seconds_since_seen(person)) > 0:
            await asyncio.sleep(rest)

    async def _unheard(self, person: str) -> WebhookRow | None:
        """The webhook of somebody who is not here; None if there is none, or if they are."""
        for last in (False, True):
            hook = None if self._lobby.has(person) else await self._register.webhook(person)
            if hook is None or abs(time.time() - hook.seen) >= self._away:  # the clock may have been set back
                return hook
            if not last:  # another server process saw them; perhaps they were just leaving
                await asyncio.sleep(self._away)
        return None

    async def _notice(self, due: _Due, hook: WebhookRow) -> wire.Notice | None:
        """None if there is nothing to tell any more."""
        try:
            desk = await self._lobby.lists.glance(due.code)
        except (Illegal, Unreadable):  # of an edition that is no longer here
            return None
        if desk is None or desk.status != ("over" if due.kind == "over" else "playing"):
            return None
        if due.kind != "over" and due.person not in waited_for(desk, due.kind):
            return None
        title = f"{desk.game.title}: {_WORDS[due.kind]}"
        return wire.Notice(due.kind, desk.code, title, f"{hook.origin}/t/{desk.code}", desk.game.name)

    async def _deliver(self, due: _Due, hook: WebhookRow, notice: wire.Notice) -> None:
        for pause in (*self._pauses, None):
            said, again = await self._posted(hook, notice)
            await self._register.set_delivery_report(due.person, said)
            if not again or pause is None:
                return
            await asyncio.sleep(pause)
            if self._lobby.has(due.person) or self._lobby.people.seconds_since_seen(due.person) < pause:
                return  # back

    async def _posted(self, hook: WebhookRow, notice: wire.Notice) -> tuple[str, bool]:
        """What became of it, and whether another attempt may go better. The address is not logged."""
        try:
            async with self._few:
                await webhook_client.post(hook.url, msgspec.json.encode(notice), self._local)
        except webhook_client.Unsent as fault:
            _log.info("webhooks: a notice was not taken")
            return f"The last notice was not taken. {fault}", fault.again
        _log.info("webhooks: a notice was taken")
        return "The last notice was taken.", False


def waited_for(desk: Desk, kind: wire.Waited) -> set[str]:
    """The people whom the match waits for: to act, or to answer."""
    return {desk.player(seat).person for seat in (desk.due if kind == "turn" else desk.waits)} - {""}
