"""HTTP requests: who asks, for which table, how often, and with what body."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from benben.server.hub import Hub
from benben.server.limits import TOO_MANY_CALLS, TokenBuckets, client_network
from benben.server.people.bans import PERSON_BANNED, TABLE_BANNED
from benben.server.settings import Limits
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity, TableRow
from benben.server.tables import log_sync
from benben.server.tables.codes import normalized_code
from benben.server.tables.room import Room
from benben.server.transport.message_reader import DECODE_ERRORS
from benben.server.workers.fair_queue import Owner

Body = TypeVar("Body")
_encoder = msgspec.json.Encoder()


class HttpError(Exception):
    """A refused call: its status and a sentence for the caller."""

    def __init__(self, status: int, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.clause = status, sentence, clause


def json_response(value: Any, status: int = 200) -> Response:
    """A response with this value as JSON."""
    return Response(_encoder.encode(value), status, {"cache-control": "no-store"}, "application/json")


class RequestContext:
    """What the handlers of requests share: the hub, who asks, and the rate limit of each address."""

    def __init__(self, hub: Callable[[], Hub], limits: Limits) -> None:
        self._hub, self.limits = hub, limits

    @property
    def hub(self) -> Hub:
        """The hub, which is there between start-up and shut-down."""
        return self._hub()

    async def require_member(self, request: Request) -> Identity:
        """The person who asks; HttpError 401 if the call has no token."""
        member = await self.optional_member(request)
        if member is None:
            raise HttpError(401, "Take a name first: this needs the token of a guest.")
        return member

    async def require_owner(self, request: Request) -> Identity:
        """The person who asks, from a device; HttpError 409 for a program: it gets no keys and webhooks."""
        member = await self.require_member(request)
        if member.kind != "device":
            raise HttpError(409, "Only your own device can do this, not the key of a program.", "people")
        return member

    async def optional_member(self, request: Request) -> Identity | None:
        """The person who asks; None if the call has no token, HttpError 401 if it is unknown."""
        if request.headers.get("authorization") is None:
            return None
        token = bearer_token(request)
        member = await self.hub.accounts.identify(token) if token else None
        if member is None:
            self.charge(request, 2)
            raise HttpError(401, "This token is not known here.")
        self.check_person(member.id)
        return member

    def check_person(self, person: str) -> None:
        """HttpError 403 if the host of this server has banned this person."""
        if self.hub.bans.has_person(person):
            raise HttpError(403, PERSON_BANNED)

    async def owner(self, request: Request) -> Owner:
        """On whose account something is computed: the address of the caller, and the person if known."""
        token = bearer_token(request)
        member = await self.hub.accounts.identify(token) if token else None
        return Owner(caller_address(request), member.id if member else "")

    async def room(self, request: Request, code: str | None = None) -> Room:
        """The room of the table in the path, or of this code; HttpError 404 if there is none."""
        owner, charge = await self.owner(request), partial(self.charge_lines, request)
        room = await self.hub.rooms.room(self._allowed_code(request, code), owner, charge)
        if room is None:
            raise self._unknown_table(request)
        if room.services.shared or room.in_doubt:  # another process may have answered the caller before
            await room.run(partial(log_sync.settle_doubt, room))
        return room

    async def table(self, request: Request, code: str | None = None) -> TableRow:
        """The table in the path, or of this code, without its log; HttpError 404 if there is none."""
        table = await self.hub.store.table(self._allowed_code(request, code))
        if table is None:
            raise self._unknown_table(request)
        return table

    def _allowed_code(self, request: Request, code: str | None) -> str:
        """The code in the path, or this one; HttpError 403 if the table is banned."""
        code = code or normalized_code(request.path_params["code"])
        if self.hub.bans.has_table(code):
            raise HttpError(403, TABLE_BANNED)
        return code

    def _unknown_table(self, request: Request) -> HttpError:
        self.charge(request, 2)  # so that guessing codes takes too long
        return HttpError(404, "There is no such table.")

    async def is_table(self, request: Request, code: str) -> bool:
        """Whether a table has this code. True also if the store does not answer: the page may go on."""
        if not normalized_code(code):
            return False
        try:
            await self.table(request, normalized_code(code))
        except HttpError as refusal:
            return refusal.status != 404
        except StorageError:
            pass
        return True

    async def body(self, request: Request, kind: type[Body]) -> Body:
        """The JSON body of a request as a value of this type; HttpError 400 if it cannot be read."""
        try:
            return msgspec.json.decode(await self.raw_body(request), type=kind)
        except DECODE_ERRORS as fault:
            raise HttpError(400, f"That cannot be read: {fault}.") from None

    async def raw_body(self, request: Request, largest: int | None = None) -> bytes:
        """The body of a request; HttpError if it is too long or comes too slowly."""
        return await read_body(request, largest or self.limits.body_bytes, self.limits.body_seconds)

    def charge(self, request: Request, cost: float = 1) -> None:
        """Charge the address of the caller for a call; HttpError 429 if it has made too many."""
        _take(self.hub.calls, request, cost)

    def charge_lines(self, request: Request, lines: int) -> None:
        """Charge the address of the caller for a log that must be replayed; HttpError 429 as in `charge`."""
        self.charge(request, self.limits.cost_of_lines(lines))

    def charge_deeds(self, request: Request, deeds: int) -> None:
        """Charge the address of the caller for a try of an exercise; HttpError 429 as in `charge`."""
        _take(self.hub.reads, request, 1 + deeds / self.limits.deeds_per_read)

    def charge_read(self, request: Request) -> None:
        """Charge the address of the caller for a call that only reads; HttpError 429 as in `charge`."""
        _take(self.hub.reads, request, 1)

    def charge_list(self, request: Request, tables: int) -> None:
        """Charge the address of the caller for a list of tables; HttpError 429 as in `charge`."""
        _take(self.hub.reads, request, tables / self.limits.tables_per_read)

    def charge_bytes(self, request: Request, size: int) -> None:
        """Charge the address of the caller for a long answer; HttpError 429 as in `charge`."""
        _take(self.hub.reads, request, min(size / self.limits.bytes_per_read, self.limits.reads.burst / 2))


def _take(buckets: TokenBuckets, request: Request, cost: float) -> None:
    if not buckets.of(caller_address(request)).allows(cost):
        raise HttpError(429, TOO_MANY_CALLS)


def caller_address(request: HTTPConnection) -> str:
    """The address of the caller, as limits count it."""
    return client_network(request.client.host) if request.client else ""


def bearer_token(request: Request) -> str:
    """The bearer token of a request; empty if it has none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def read_body(request: Request, largest: int, seconds: float) -> bytes:
    """The body of a request; HttpError if it is too long or comes too slowly."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise HttpError(413, f"A body may have {largest:,} bytes at most.")
                parts.append(part)
    except TimeoutError:
        raise HttpError(408, "The body came too slowly.") from None
    except ClientDisconnect:
        raise HttpError(400, "The call was interrupted.") from None
    return b"".join(parts)
