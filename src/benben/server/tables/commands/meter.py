"""The meter of a player alone or against bots: how the match stands, as far as that seat can know."""

from __future__ import annotations

import asyncio

from benben.core.contract import Illegal
from benben.core.judge import Outlook
from benben.core.match import Match
from benben.server import wire
from benben.server.tables.commands.advice import check_unopposed, note_help, refusal_in_words
from benben.server.tables.meter_rules import why_no_meter
from benben.server.tables.room import Room
from benben.server.tables.state import TableState
from benben.server.tables.subscriber import Subscriber
from benben.server.workers import tasks
from benben.server.workers.pool import WorkProgress

RECHECK_SECONDS = 0.25  # after which a figure that is not there yet may turn out to be of no use any more


async def give_outlook(room: Room, subscriber: Subscriber, wish: wire.Meter) -> None:
    """Send the sender how the match stands, in the background; Illegal if nobody may or can say."""
    check_unopposed(room, subscriber, wish.seat)
    refusal = why_no_meter(room.state)
    if refusal:
        raise Illegal("table", refusal)
    await note_help(room, wish.seat)
    subscriber.latest_meter_id = wish.id
    room.spawn(_send_outlook(room, subscriber, wish))


async def _send_outlook(room: Room, subscriber: Subscriber, wish: wire.Meter) -> None:
    """Send the figures. Those for one client are computed one after the other, and only the newest count."""
    async with subscriber.metering:
        asked = _Asked(room, subscriber, wish)
        try:
            found = await asked.outlook() if asked.matters else None
        except Exception as fault:  # whatever happened to the judge, the player gets an answer
            words = refusal_in_words(fault, "Nobody can say how the match stands just now.")
            subscriber.send(wire.Refused(wish.id, "table", words, room.broadcaster.now_for(subscriber)))
            return
        if found is None:
            subscriber.send(wire.Done(wish.id))
            return
        n = len(asked.match.events)
        subscriber.send(wire.Metered(wish.id, n, found.unit, list(found.values), found.label, found.error))


class _Asked:
    """A question how the match stands, in the position in which it was asked."""

    def __init__(self, room: Room, subscriber: Subscriber, wish: wire.Meter) -> None:
        self._room, self._subscriber, self._wish = room, subscriber, wish
        self._state: TableState = room.state
        self.match: Match = room.state.match

    @property
    def matters(self) -> bool:
        """Whether the position still stands, and nothing newer was asked."""
        state = self._room.state
        moved = state is not self._state or state.match.length != self.match.length
        return not moved and self._subscriber.latest_meter_id == self._wish.id

    async def outlook(self) -> Outlook | None:
        """How the match stood then, by a worker; None if it cannot be said, or matters to nobody any more.

        What a worker has begun is told though the position has changed since: bots may move without a pause.
        """
        game, m, seat = self._state.game, self.match, self._wish.seat
        services, progress = self._room.services, WorkProgress()
        question = services.workers.ask(
            tasks.outlook,
            game.name,
            m.seats,
            game.views.view(m.state, seat),
            seat,
            game.version,
            owner=self._subscriber.owner,
            lane="meters",
            seconds=services.limits.meter_seconds,
            progress=progress,
        )
        answer = asyncio.ensure_future(question)
        try:
            while not answer.done() and (self.matters or progress.worker is not None):
                await asyncio.wait((answer,), timeout=RECHECK_SECONDS)
            return answer.result() if answer.done() else None
        finally:
            answer.cancel()
