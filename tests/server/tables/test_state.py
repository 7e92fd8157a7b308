"""A table as its log tells it, without a server."""

from __future__ import annotations

from benben.server.storage.rows import TableRow
from benben.server.tables import log, log_codec
from benben.server.tables.log import Place, Said, TablePlan
from benben.server.tables.state import TableState
from benben.server.wire import ClockPlan


def test_the_first_message_of_a_long_evening_is_still_known() -> None:
    places = [Place("person"), Place("person")]
    plan = TablePlan("senet", 1, {}, places, "choice", ClockPlan(), True, "Nefer")
    state = TableState(TableRow("a", log.encode_plan(plan), "00" * 32, True, False, "waiting"))
    for n in range(2000):
        state.apply(log_codec.encode(n, Said(0, "01", "Nefer", "Well?"), "01", f"id-{n}"))
    assert state.handled_digest("01", "id-0") == ""
    assert state.handled_digest("02", "id-0") is None
