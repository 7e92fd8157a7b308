"""The handler of the call for the review of a match."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from benben.server.http.api import Api
from benben.server.http.requests import HttpError, json_response
from benben.server.storage.rows import TableRow

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


async def _finished(api: Api, request: Request, sentence: str) -> TableRow:
    """The table in the path; HttpError 409 with this sentence if its match is not over."""
    table = await api.context.table(request)
    if table.status != "over":
        raise HttpError(409, sentence, "review")
    return table
