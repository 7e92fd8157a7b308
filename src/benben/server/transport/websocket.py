"""WebSocket connections, each to one table, from the handshake to the close. The first message is Hello."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.hub import Hub
from benben.server.limits import TOO_MANY_CALLS, client_network
from benben.server.log_output import from_address, log_name
from benben.server.people.bans import ADDRESS_BANNED, PERSON_BANNED, TABLE_BANNED
from benben.server.settings import Limits
from benben.server.storage.errors import StorageError
from benben.server.tables.codes import normalized_code
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber, encode_message
from benben.server.transport.frames import FRAMES_EXTENSION, Frames
from benben.server.transport.message_reader import DECODE_ERRORS, ConnectionEnded, MessageReader, decode
from benben.server.workers.worker_process import WorkerRefusal

BANNED = 4403  # the code of the close after a refusal by the host of this server

_log = logging.getLogger("benben")


def is_allowed_origin(origin: str | None, host: str | None, origins: Collection[str]) -> bool:
    """Whether a page of this origin may connect: of this host, or of a listed origin. Programs send none."""
    if origin is None or origin in origins:
        return True
    return bool(host and netloc(origin) == host.lower())


def netloc(origin: str) -> str:
    """The host and port of an origin; empty if they cannot be read."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _from(socket: WebSocket) -> dict[str, str]:
    """The extra of a log call about this connection."""
    return from_address(socket.client.host if socket.client else "")


async def connect(socket: WebSocket, hub: Hub) -> None:
    """Serve one connection from the handshake to its end."""
    origin = socket.headers.get("origin")
    if not is_allowed_origin(origin, socket.headers.get("host"), hub.settings.origins):
        _log.info("socket refused: a foreign origin", extra=_from(socket))
        await socket.close(1008, "This page may not connect here.")
        return
    await socket.accept()
    address = client_network(socket.client.host) if socket.client else ""
    hub.connections[address] += 1
    try:
        await _admit(socket, hub, address)
    finally:
        hub.connections[address] -= 1
        if not hub.connections[address]:
            del hub.connections[address]


async def _admit(socket: WebSocket, hub: Hub, address: str) -> None:
    """Add a client to the room after its Hello, serve it, and remove it."""
    limits = hub.settings.limits
    try:
        if hub.bans.has_address(socket.client.host if socket.client else ""):
            raise ConnectionEnded(ADDRESS_BANNED, BANNED)
        if hub.connections[address] > limits.connections_per_address:
            raise ConnectionEnded("Too many connections from your address.")
        room, subscriber = await _handshake(socket, hub, address)
    except ConnectionEnded as fault:
        _log.info("socket refused: %s", fault, extra=_from(socket))
        await _send_closing(socket, fault)
        return
    except WebSocketDisconnect:
        return
    _log.info("table %s: opened", log_name(room.state.code), extra=_from(socket))
    try:
        await _serve(socket, room, subscriber, limits)
    finally:
        with suppress(StorageError):  # the room is gone already
            await room.run(partial(dispatch.leave_room, room, subscriber))
        _log.info("table %s: closed", log_name(room.state.code), extra=_from(socket))


async def _handshake(socket: WebSocket, hub: Hub, address: str) -> tuple[Room, Subscriber]:
    """The room that the first message asks for, with this connection in it; ConnectionEnded says why not."""
    limits = hub.settings.limits
    try:
        async with asyncio.timeout(limits.hello_seconds):
            text = await _receive(socket, limits.message_bytes)
    except TimeoutError:
        raise ConnectionEnded("No message arrived. The first message must be hello.") from None
    try:
        hello = decode(text)
    except DECODE_ERRORS:
        hello = None
    if not isinstance(hello, wire.Hello):
        raise ConnectionEnded("The first message must be a hello with the code of a table.")
    try:
        member = await hub.accounts.identify(hello.token) if hello.token else None
        if hello.token and member is None:
            raise ConnectionEnded("This token is not known here.", 4401)
        if member and hub.bans.has_person(member.id):
            raise ConnectionEnded(PERSON_BANNED, BANNED)
        if hub.bans.has_table(normalized_code(hello.table)):
            raise ConnectionEnded(TABLE_BANNED, BANNED)
        subscriber = Subscriber(member, limits, address)
        code, charge = normalized_code(hello.table), partial(_charge_lines, hub, subscriber.owner.address)
        room = await hub.rooms.room(code, subscriber.owner, charge)
        if room is None:
            raise ConnectionEnded("There is no such table.", 4404)
        try:
            await room.run(partial(dispatch.join_room, room, subscriber))
        except BaseException:
            room.enqueue(partial(dispatch.leave_room, room, subscriber))
            raise
    except StorageError:
        raise ConnectionEnded("The table could not be opened just now. Please try again.") from None
    except WorkerRefusal as refusal:
        raise ConnectionEnded(refusal.sentence) from None
    except (Illegal, Unreadable):
        raise ConnectionEnded("This table was played by rules that are no longer here.") from None
    return room, subscriber


def _charge_lines(hub: Hub, address: str, lines: int) -> None:
    """Charge an address for a log that must be replayed; ConnectionEnded if it has made too many calls."""
    if not hub.calls.of(address).allows(hub.settings.limits.cost_of_lines(lines)):
        raise ConnectionEnded(TOO_MANY_CALLS)


async def _serve(socket: WebSocket, room: Room, subscriber: Subscriber, limits: Limits) -> None:
    """Read and write until one of them ends. Then the client has a few seconds for its last messages."""
    frames: Frames | None = socket.scope.get("extensions", {}).get(FRAMES_EXTENSION, {}).get("frames")
    reader = MessageReader(room, subscriber, frames, limits)
    if frames:
        subscriber.send_direct = frames.send_direct
        frames.attach(reader.receive)
    writing = asyncio.create_task(_write(socket, subscriber))
    reading = asyncio.create_task(_read(socket, reader, limits.message_bytes))
    subscriber.on_close = cancel_later(limits.closing_seconds, reading, writing)
    try:
        await _until_silent(subscriber, limits.silence_seconds, reading, writing, reader.ended)
        fault = next(filter(None, (_fault(reading), _fault(reader.ended))), None)
        if fault:
            subscriber.close(str(fault))
            await asyncio.wait((writing,), timeout=limits.closing_seconds)
    finally:
        reader.end()
        subscriber.closed = True
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


def _fault(done: asyncio.Future[None]) -> ConnectionEnded | None:
    """Why a task ended, if it was with a ConnectionEnded; else None."""
    if not done.done() or done.cancelled():
        return None
    fault = done.exception()
    return fault if isinstance(fault, ConnectionEnded) else None


async def _until_silent(subscriber: Subscriber, seconds: float, *tasks: asyncio.Future[None]) -> None:
    """Wait until one of the tasks ends. If no message comes for too long, close the connection."""
    done: set[asyncio.Future[None]] = set()
    while not done:
        heard = subscriber.received
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not done and subscriber.received == heard:
            subscriber.close("The connection was silent for too long. Please come back.")


def cancel_later(seconds: float, *tasks: asyncio.Task[None]) -> Callable[[], object]:
    """A function that cancels these tasks some seconds after it is called."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        for task in tasks:
            task.cancel()

    return lambda: loop.call_later(seconds, end)


async def _write(socket: WebSocket, subscriber: Subscriber) -> None:
    """Send the messages that could not be sent directly."""
    while (message := await subscriber.outbox.get()) is not None:
        await socket.send_text(message.decode())
        subscriber.queued -= 1
        subscriber.queued_bytes -= len(message)
    await socket.close(1000)


async def _read(socket: WebSocket, reader: MessageReader, most_bytes: int) -> None:
    """Read the messages that Frames leaves in its queue, until the connection is closed."""
    while True:
        reader.receive(await _receive(socket, most_bytes))
        await reader.wait_until_free()


async def _receive(socket: WebSocket, most_bytes: int) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    if len(text) > most_bytes:
        raise ConnectionEnded("A message may have 64 kB at most.")
    return text


async def _send_closing(socket: WebSocket, fault: ConnectionEnded) -> None:
    try:
        await socket.send_text(encode_message(wire.Closing(str(fault))).decode())
        await socket.close(fault.code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client is gone already
