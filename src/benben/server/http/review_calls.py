"""The handlers of calls about the review of a match: the review itself, and a position to play on from."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from benben.server.http.api import Api
from benben.server.http.requests import HttpError, json_response
from benben.server.storage.rows import TableRow
from benben.server.storage.table_queries import log_pages
from benben.server.tables import log_codec
from benben.server.tables.match_positions import position_in_log
from benben.server.tables.state import TableState

REVIEW_COST = 10.0  # calls that a review costs which nobody has asked for before


async def review(api: Api, request: Request) -> Response:
    """The review of a finished match, or how far it is."""
    context = api.context
    table = await _finished(api, request, "Review opens when the match is over.")

    def charge(lines: int) -> None:
        context.charge(request, REVIEW_COST + context.limits.cost_of_lines(lines))

    state = await context.hub.reviews.state(table, await context.owner(request), charge)
    answer = json_response(state)
    context.charge_bytes(request, len(answer.body))
    return answer


async def position(api: Api, request: Request) -> Response:
    """A position of a finished match, from which another can be played."""
    context = api.context
    n = _moment(request.query_params.get("at", ""))
    table = await _finished(api, request, "Positions can be tried when the match is over.")
    store = context.hub.store
    context.charge(request)
    context.charge_lines(request, (await store.lengths([table.code])).get(table.code, 0))
    found = await context.hub.workers.ask(
        position_in_log,
        TableState(table).game,
        table,
        [log_codec.pack(page) async for page in log_pages(store, table.code)],
        n,
        owner=await context.owner(request),
        lane="jobs",
        seconds=context.limits.job_seconds,
    )
    return json_response(found)


async def _finished(api: Api, request: Request, sentence: str) -> TableRow:
    """The table in the path; HttpError 409 with this sentence if its match is not over."""
    table = await api.context.table(request)
    if table.status != "over":
        raise HttpError(409, sentence, "review")
    return table


def _moment(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise HttpError(400, "A moment of a match is the number of its events so far, as in ?at=12.")
    return int(text)
