"""The socket: one table a connection. Hello comes first, and every message is checked before it is heard."""

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
from benben.server.hub import Lobby
from benben.server.storage.errors import StorageError
from benben.server.tables.codes import tidy
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener, encoded
from benben.server.transport.frames import EXTENSION, Frames
from benben.server.transport.message_reader import UNREADABLE, Ended, Reader, decode

LARGEST = 64 * 1024  # bytes of one frame
HELLO = 10.0  # seconds until the first message
GRACE = 5.0  # seconds to take the last messages after a close
SILENCE = 3600.0  # seconds without a message until a connection is ended; the page sends pings
SOCKETS = 1000  # open at once, from one address

_log = logging.getLogger("benben")


def allowed(origin: str | None, host: str | None, origins: Collection[str]) -> bool:
    """Pages of this host and of listed origins may connect; programs send no origin."""
    if origin is None or origin in origins:
        return True
    return bool(host and netloc(origin) == host.lower())


def netloc(origin: str) -> str:
    """The host and port of an origin; empty if it is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def connect(socket: WebSocket, lobby: Lobby, origins: Collection[str]) -> None:
    origin = socket.headers.get("origin")
    if not allowed(origin, socket.headers.get("host"), origins):
        _log.info("socket refused: a foreign origin")
        await socket.close(1008, "This page may not connect here.")
        return
    await socket.accept()
    address = socket.client.host if socket.client else ""
    lobby.sockets[address] += 1
    try:
        await _serve(socket, lobby, lobby.sockets[address])
    finally:
        lobby.sockets[address] -= 1
        if not lobby.sockets[address]:
            del lobby.sockets[address]


async def _serve(socket: WebSocket, lobby: Lobby, open_now: int) -> None:
    try:
        if open_now > SOCKETS:
            raise Ended("Too many connections from your address.")
        room, listener = await _greeted(socket, lobby)
    except Ended as fault:
        _log.info("socket refused: %s", fault)
        await _last_words(socket, fault)
        return
    except WebSocketDisconnect:
        return
    _log.info("table %s: opened", room.desk.code)
    try:
        await _attend(socket, room, listener)
    finally:
        with suppress(StorageError):  # the room is gone already
            await room.do(partial(dispatch.leave, room, listener))
        _log.info("table %s: closed", room.desk.code)


async def _greeted(socket: WebSocket, lobby: Lobby) -> tuple[Room, Listener]:
    try:
        async with asyncio.timeout(HELLO):
            text = await _received(socket)
    except TimeoutError:
        raise Ended("Nothing was said. The first message is hello.") from None
    try:
        hello = decode(text)
    except UNREADABLE:
        hello = None
    if not isinstance(hello, wire.Hello):
        raise Ended("The first message must be a hello with the code of a table.")
    try:
        member = await lobby.people.identify(hello.token) if hello.token else None
        if hello.token and member is None:
            raise Ended("This token is not known here.", 4401)
        room = await lobby.room(tidy(hello.table))
        if room is None:
            raise Ended("There is no such table.", 4404)
        listener = Listener(member)
        try:
            await room.do(partial(dispatch.join, room, listener))
        except BaseException:
            room.put(partial(dispatch.leave, room, listener))
            raise
    except StorageError:
        raise Ended("The table could not be opened just now. Please try again.") from None
    except (Illegal, Unreadable):
        raise Ended("This table was played by rules that are no longer here.") from None
    return room, listener


async def _attend(socket: WebSocket, room: Room, listener: Listener) -> None:
    """Reads and writes until either ends. A client that takes nothing any more gets a short grace."""
    frames: Frames | None = socket.scope.get("extensions", {}).get(EXTENSION, {}).get("frames")
    reader = Reader(room, listener, frames)
    if frames:
        listener.at_once = frames.send_at_once
        frames.attend(reader.take)
    writing = asyncio.create_task(_write(socket, listener))
    reading = asyncio.create_task(_read(socket, reader))
    listener.on_close = after_grace(reading, writing)
    try:
        await _while_heard(listener, reading, writing, reader.ended)
        fault = next(filter(None, (_fault(reading), _fault(reader.ended))), None)
        if fault:
            listener.close(str(fault))
            await asyncio.wait((writing,), timeout=GRACE)
    finally:
        reader.end()
        listener.closed = True
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


def _fault(done: asyncio.Future[None]) -> Ended | None:
    """Why it ended, if that is to be said."""
    if not done.done() or done.cancelled():
        return None
    fault = done.exception()
    return fault if isinstance(fault, Ended) else None


async def _while_heard(listener: Listener, *tasks: asyncio.Future[None]) -> None:
    """Until one ends, or nothing was heard for too long."""
    done: set[asyncio.Future[None]] = set()
    while not done:
        heard = listener.heard
        done, _ = await asyncio.wait(tasks, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
        if not done and listener.heard == heard:
            listener.close("Nothing was heard from you for a long time. Please come back.")


def after_grace(*tasks: asyncio.Task[None]) -> Callable[[], object]:
    loop = asyncio.get_running_loop()

    def end() -> None:
        for task in tasks:
            task.cancel()

    return lambda: loop.call_later(GRACE, end)


async def _write(socket: WebSocket, listener: Listener) -> None:
    """What could not be sent at once."""
    while (message := await listener.outbox.get()) is not None:
        await socket.send_text(message.decode())
        listener.behind -= 1
        listener.weight -= len(message)
    await socket.close(1000)


async def _read(socket: WebSocket, reader: Reader) -> None:
    """What does not come to the reader by itself; and the end of the connection."""
    while True:
        reader.take(await _received(socket))
        await reader.free()


async def _received(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    if len(text) > LARGEST:
        raise Ended("A message may have 64 kB at most.")
    return text


async def _last_words(socket: WebSocket, fault: Ended) -> None:
    try:
        await socket.send_text(encoded(wire.Closing(str(fault))).decode())
        await socket.close(fault.code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone before it could be told
