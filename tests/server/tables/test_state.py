"""A table as its log tells it, without a server."""

from __future__ import annotations

from benben.server.storage.rows import TableRow
from benben.server.tables import log, log_codec
from benben.server.tables.log import Place, Plan, Said
from benben.server.tables.state import Desk
from benben.server.wire import ClockPlan


def test_the_first_message_of_a_long_evening_is_still_known() -> None:
    places = [Place("person"), Place("person")]
    plan = Plan("senet", 1, {}, places, "choice", ClockPlan(), True, "Nefer")
    desk = Desk(TableRow("a", log.write_plan(plan), "00" * 32, True, False, "waiting"))
    for n in range(2000):
        desk.take(log_codec.written(n, Said(0, "01", "Nefer", "Well?"), "01", f"id-{n}"))
    assert desk.known("01", "id-0")
    assert not desk.known("02", "id-0")
