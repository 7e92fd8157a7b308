"""The webhook client: no address leads the server astray."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from typing import Any

import pytest

from benben.server.notify import webhook_client
from benben.server.notify.webhook_client import DeliveryFailed, is_public_address, parse_target
from tests.server.house import run
from tests.server.notify.receiver import OK, Receiver

TWO_EXAMPLE = Path(__file__).parent / "two.example.pem"  # a key and its certificate, for tests only

PRIVATE = [
    "http://127.0.0.1:8000/",
    "http://localhost:8000/",
    "http://[::1]:8000/",
    "http://0.0.0.0:8000/",
    "http://2130706433:8000/",  # 127.0.0.1 as one number
    "http://0x7f.1:8000/",
    "http://10.1.2.3/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest/",
    "http://100.64.0.1/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b:1::7f00:1]/",
]


@pytest.mark.parametrize("url", PRIVATE)
def test_no_notice_goes_to_a_private_address(url: str) -> None:
    async def story() -> None:
        with pytest.raises(DeliveryFailed, match="private network"):
            await webhook_client.resolve(parse_target(url), local=False)
        with pytest.raises(DeliveryFailed, match="private network"):
            await webhook_client.post(url, b"{}", 5.0)

    run(story())


def test_a_name_is_resolved_once_and_the_checked_address_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = [["93.184.215.14", "10.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]]
    plain = asyncio.BaseEventLoop.getaddrinfo

    async def resolve(self: Any, host: Any, port: Any, **rest: Any) -> Any:
        if host != "two.example":
            return await plain(self, host, port, **rest)
        asked.append(host)
        return [(2, 1, 6, "", (address, port)) for address in answers.pop(0)]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)

    async def story() -> None:
        async with Receiver(OK) as receiver:
            url = f"http://two.example:{receiver.port}/"
            with pytest.raises(DeliveryFailed, match="private network"):  # one of its addresses is enough
                await webhook_client.post(url, b"{}", 5.0)
            assert receiver.notices == []
            await webhook_client.post(url, b"{}", 5.0, local=True)
            assert f"Host: two.example:{receiver.port}\r\n" in receiver.heads[0]
            assert len(asked) == 2

    run(story())


def test_an_interim_answer_is_not_taken_for_the_answer() -> None:
    async def story() -> None:
        hints = "HTTP/1.1 103 Early Hints\r\n\r\n"
        async with Receiver(hints + OK, hints + "HTTP/1.1 404 Not Found\r\n\r\n") as receiver:
            await webhook_client.post(receiver.url, b"{}", 5.0, local=True)
            with pytest.raises(DeliveryFailed, match="It answered 404"):
                await webhook_client.post(receiver.url, b"{}", 5.0, local=True)

    run(story())


def test_a_safe_address_is_never_spoken_to_in_the_open() -> None:
    async def story() -> None:
        heard = []

        async def mumble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            heard.append(await reader.read(2000))
            writer.close()

        async with await asyncio.start_server(mumble, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(DeliveryFailed, match="secure connection"):
                await webhook_client.post(f"https://127.0.0.1:{port}/", b'{"kind":"test"}', 5.0, local=True)
        assert b"POST" not in b"".join(heard)

    run(story())


@pytest.fixture
def two_example(monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """TLS of a server that is two.example, trusted here; every name leads to this machine."""

    async def resolve(_: Any, __: Any, port: Any, **___: Any) -> Any:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    trusting = ssl.create_default_context(cafile=str(TWO_EXAMPLE))
    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolve)
    monkeypatch.setattr(webhook_client, "_default_tls", lambda: trusting)
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(TWO_EXAMPLE)
    return serving


def test_the_certificate_must_be_for_the_name_in_the_address(two_example: ssl.SSLContext) -> None:
    async def story() -> None:
        async with Receiver(OK, tls=two_example) as receiver:
            await webhook_client.post(f"https://two.example:{receiver.port}/", b"{}", 5.0, local=True)
            assert len(receiver.notices) == 1
            for host in ("three.example", "127.0.0.1"):
                with pytest.raises(DeliveryFailed, match="certificate is not trusted"):
                    await webhook_client.post(f"https://{host}:{receiver.port}/", b"{}", 5.0, local=True)
            assert len(receiver.notices) == 1

    run(story())


def test_a_receiver_that_asks_for_a_certificate_of_ours_gets_no_notice(two_example: ssl.SSLContext) -> None:
    two_example.verify_mode = ssl.CERT_REQUIRED

    async def story() -> None:
        async with Receiver(OK, tls=two_example) as receiver:
            with pytest.raises(DeliveryFailed):
                await webhook_client.post(f"https://two.example:{receiver.port}/", b"{}", 5.0, local=True)
            assert receiver.notices == []

    run(story())


def test_public_addresses_are_told_from_the_others() -> None:
    for address in ("93.184.215.14", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"):
        assert is_public_address(address), address
    for address in ("127.0.0.1", "224.0.0.1", "255.255.255.255", "::", "ff02::1", "fec0::1", "2001:db8::1"):
        assert not is_public_address(address), address


def test_an_address_is_taken_apart() -> None:
    assert parse_target("https://hooks.example.org/a/b?c=d#e") == (True, "hooks.example.org", 443, "/a/b?c=d")
    assert parse_target("http://hooks.example.org:8080").name == "hooks.example.org:8080"
    assert parse_target("https://[2606:4700::1111]").name == "[2606:4700::1111]"
