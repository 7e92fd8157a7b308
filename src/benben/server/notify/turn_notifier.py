"""The turn notifier: sends people who are away a notice, with one POST to their webhook.

There are notices of a turn, of a proposal that waits for an answer, and of the end of a match. A notice goes
out when the person was not active for a while. At most one of a kind goes out for a table until the person
comes back: it is claimed in the store first, so that several processes send it once. When the server ends, a
turn or a proposal that was not claimed is found at the next start. Lost are notices that were claimed but not
delivered, and those of the end of a match.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.log_output import log_name
from benben.server.notify import webhook_client
from benben.server.people.account_store import WebhookRow
from benben.server.people.accounts import Accounts
from benben.server.settings import Settings
from benben.server.storage.errors import StorageError, WriteConflict
from benben.server.storage.rows import Identity
from benben.server.tables.listing import TableLists
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.room import Room
from benben.server.tables.services import TableObserver
from benben.server.tables.state import TableState

NoticeKind: TypeAlias = Literal["turn", "proposal", "over"]
_TITLES = {"turn": "your turn", "proposal": "a proposal waits for your answer", "over": "the match is over"}

_log = logging.getLogger("benben")


class _PendingNotice(NamedTuple):
    person: str
    code: str
    kind: NoticeKind


class TurnNotifier(TableObserver):
    """Sends notices to the webhooks of people who are away."""

    def __init__(
        self, accounts: Accounts, rooms: RoomRegistry, lists: TableLists, settings: Settings
    ) -> None:
        self._accounts, self._rooms, self._lists = accounts, rooms, lists
        self._records = accounts.records
        self._away_seconds = settings.away_seconds
        self._pauses, self._local = settings.retry_pauses, settings.local_webhooks
        self._post_seconds = settings.limits.webhook_seconds
        self._most_waiting = settings.limits.notices_waiting
        self._tasks: dict[_PendingNotice, asyncio.Task[None]] = {}
        self._start: asyncio.Task[None] | None = None
        self._sending = asyncio.Semaphore(settings.limits.notices_sent_together)

    def open(self) -> None:
        """Search in the background for turns and proposals that wait and were not notified yet."""
        self._start = asyncio.create_task(self._find_untold())

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *([self._start] if self._start else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def table_changed(self, room: Room) -> None:
        """Notify, after a while, people who are away and whom the match waits for, or whose match is over.

        In a match against bots alone nobody is notified: a bot can wait.
        """
        state, here = room.state, room.presence.here
        people = state.people
        if len(people) < 2 or people <= here:
            return
        if state.status == "playing":
            waits: list[tuple[NoticeKind, Sequence[int]]] = [
                ("turn", state.seats_to_act),
                ("proposal", state.seats_to_answer),
            ]
            for kind, seats in waits:
                for seat in seats:
                    person = state.player(seat).person
                    if person and person not in here and not state.level(seat):
                        self._schedule(_PendingNotice(person, state.code, kind))
        elif state.status == "over":
            for person in people - here:
                self._schedule(_PendingNotice(person, state.code, "over"))

    # Setting one up

    async def set_webhook(self, member: Identity, url: str, origin: str) -> wire.Hook:
        """Set the webhook of a person; Illegal if no notice could go there."""
        try:
            await webhook_client.resolve(webhook_client.parse_target(url), self._local)
        except webhook_client.DeliveryFailed as fault:
            raise Illegal("webhook", str(fault)) from None
        await self._records.set_webhook(member.id, WebhookRow(url, origin, "", 0))
        return wire.Hook(url, "")

    async def webhook(self, member: Identity) -> wire.Hook:
        hook = await self._records.webhook(member.id)
        return wire.Hook(hook.url, hook.said) if hook else wire.Hook("", "")

    async def remove_webhook(self, member: Identity) -> wire.Hook:
        await self._records.set_webhook(member.id, None)
        return wire.Hook("", "")

    async def send_test(self, member: Identity) -> wire.Hook:
        """Send one test notice without delay; the answer says what became of it."""
        hook = await self._records.webhook(member.id)
        if hook is None:
            raise Illegal("webhook", "You have no webhook yet.")
        notice = wire.Notice("test", "", "A test from Benben", f"{hook.origin}/you", "")
        said, _ = await self._post(hook, notice)
        await self._records.set_delivery_report(member.id, said)
        return wire.Hook(hook.url, said)

    # Notices

    async def _find_untold(self) -> None:
        try:
            for person in await self._records.people_with_webhook():
                for table in await self._lists.turns(Identity(person, "")):
                    for kind in table.kinds:
                        self._schedule(_PendingNotice(person, table.code, kind))
        except StorageError as fault:
            _log.warning("webhooks: %s", fault)

    def _schedule(self, due: _PendingNotice) -> None:
        if due in self._tasks or len(self._tasks) >= self._most_waiting:
            return
        task = self._tasks[due] = asyncio.create_task(self._notify(due))
        task.add_done_callback(lambda _: self._tasks.pop(due, None))

    async def _notify(self, due: _PendingNotice) -> None:
        try:
            await self._wait_until_silent(due.person)
            hook = await self._webhook_if_absent(due.person)
            notice = hook and await self._notice(due, hook)
            if hook is None or notice is None:
                return
            with suppress(WriteConflict):
                await self._records.claim_notice(*due)
                self._accounts.note_change(due.person)  # so that every process reads that a notice was sent
                await self._deliver(due, hook, notice)
        except StorageError as hindrance:
            _log.warning("webhooks: %s", hindrance)
        except Exception as fault:  # other notices go on
            _log.error("table %s: a notice failed: %s", log_name(due.code), type(fault).__name__)

    async def _wait_until_silent(self, person: str) -> None:
        """Wait until this person was not active for a while."""
        await asyncio.sleep(self._away_seconds)
        while (rest := self._away_seconds - self._accounts.seconds_since_seen(person)) > 0:
            await asyncio.sleep(rest)

    async def _webhook_if_absent(self, person: str) -> WebhookRow | None:
        """The webhook of a person who is not here; None if there is none, or if the person is here."""
        for last in (False, True):
            hook = None if self._rooms.is_connected(person) else await self._records.webhook(person)
            if hook is None:
                return None
            if abs(time.time() - hook.seen) >= self._away_seconds:  # abs: the clock may have been set back
                return hook
            if not last:  # this person was seen by another process, perhaps while leaving
                await asyncio.sleep(self._away_seconds)
        return None

    async def _notice(self, due: _PendingNotice, hook: WebhookRow) -> wire.Notice | None:
        """The notice to send; None if there is no reason for it any more."""
        try:
            state = await self._lists.summary(due.code)
        except (Illegal, Unreadable):  # the rules of this match are no longer here
            return None
        if state is None or state.status != ("over" if due.kind == "over" else "playing"):
            return None
        if due.kind != "over" and due.person not in people_waited_for(state, due.kind):
            return None
        title = f"{state.game.title}: {_TITLES[due.kind]}"
        return wire.Notice(due.kind, state.code, title, f"{hook.origin}/t/{state.code}", state.game.name)

    async def _deliver(self, due: _PendingNotice, hook: WebhookRow, notice: wire.Notice) -> None:
        for pause in (*self._pauses, None):
            said, retry = await self._post(hook, notice)
            await self._records.set_delivery_report(due.person, said)
            if not retry or pause is None:
                return
            await asyncio.sleep(pause)
            if self._rooms.is_connected(due.person) or self._accounts.seconds_since_seen(due.person) < pause:
                return  # the person is back

    async def _post(self, hook: WebhookRow, notice: wire.Notice) -> tuple[str, bool]:
        """Send a notice; returns what became of it, and whether to try again. The address is not logged."""
        try:
            async with self._sending:
                await webhook_client.post(
                    hook.url, msgspec.json.encode(notice), self._post_seconds, self._local
                )
        except webhook_client.DeliveryFailed as fault:
            _log.info("webhooks: a notice was not accepted")
            return f"The last notice was not accepted. {fault}", fault.retry
        _log.info("webhooks: a notice was accepted")
        return "The last notice was accepted.", False


def people_waited_for(state: TableState, kind: wire.Waited) -> set[str]:
    """The ids of the people whom the match waits for: to act, or to answer a proposal."""
    return {
        state.player(seat).person
        for seat in (state.seats_to_act if kind == "turn" else state.seats_to_answer)
    } - {""}
