"""The webhook client: one POST to an address that a person gave, safe against server-side request forgery.

The host name is resolved once, all its IP addresses must be public, and the connection goes to one of those
that were checked, so that DNS rebinding gains nothing. No redirects, no proxies, one time limit over all, and
of the answer only the head is read. HTTP itself is httpcore's.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from contextlib import suppress
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

import httpcore

_PRINTABLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# These, too, may hold an IPv4 address.
_LOCAL = (ipaddress.IPv6Network("::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))


class DeliveryFailed(Exception):
    """A notice was not sent or not accepted; the sentence says why. `retry`: a later attempt may work."""

    def __init__(self, sentence: str, retry: bool = False) -> None:
        super().__init__(sentence)
        self.retry = retry


class Target(NamedTuple):
    """The parts of a webhook's URL."""

    secure: bool
    host: str
    port: int
    path: str  # with its query

    @property
    def name(self) -> str:
        """The value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def parse_target(url: str) -> Target:
    """The parts of a URL; DeliveryFailed if nothing can be posted to it."""
    if not _PRINTABLE.fullmatch(url):
        raise DeliveryFailed("An address may contain only plain ASCII characters, without spaces.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise DeliveryFailed("This address cannot be read.") from None
    if parts.scheme not in ("http", "https"):
        raise DeliveryFailed("The address must begin with https:// or http://.")
    if parts.username is not None or parts.password is not None:
        raise DeliveryFailed("There must be no password in the address.")
    if not parts.hostname or not _HOST.fullmatch(parts.hostname):
        raise DeliveryFailed("The address needs a host name.")
    secure = parts.scheme == "https"
    port = (443 if secure else 80) if port is None else port
    if port not in (80, 443) and port < 1024:
        raise DeliveryFailed("The port must be 80, 443, or 1024 and above.")
    path = parts.path or "/"
    return Target(secure, parts.hostname, port, f"{path}?{parts.query}" if parts.query else path)


def is_public_address(address: str) -> bool:
    """Whether this address belongs neither to this machine nor to a private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if ip in _NAT64:
            inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        if any(one is not None and not is_public_address(str(one)) for one in inner):
            return False
        if ip.is_site_local or any(ip in network for network in _LOCAL):
            return False
    return ip.is_global and not ip.is_multicast


async def resolve(to: Target, local: bool) -> list[str]:
    """All IP addresses of a target. DeliveryFailed if one of them is not public, unless `local`."""
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise DeliveryFailed("No host of this name was found.", retry=True) from None
    every = list(dict.fromkeys(str(row[4][0]) for row in found))
    if not local and not all(is_public_address(address) for address in every):
        raise DeliveryFailed("This address is in a private network. Notices go to public addresses only.")
    return every


async def post(url: str, body: bytes, seconds: float, local: bool = False) -> None:
    """Send a body within the time limit; DeliveryFailed says why it was not accepted."""
    to = parse_target(url)
    try:
        async with asyncio.timeout(seconds):
            status = await _send(to, await resolve(to, local), body)
    except TimeoutError:
        raise DeliveryFailed(f"There was no answer within {seconds:.0f} seconds.", retry=True) from None
    except httpcore.RemoteProtocolError:
        raise DeliveryFailed("The answer was not HTTP.", retry=True) from None
    except (httpcore.NetworkError, OSError) as fault:
        raise DeliveryFailed(_reason(fault.__cause__ or fault), retry=True) from None
    if 300 <= status < 400:
        raise DeliveryFailed(f"It answered {status}: notices do not follow redirects.")
    if not 200 <= status < 300:
        raise DeliveryFailed(f"It answered {status}.", retry=status == 429 or status >= 500)


def _reason(cause: BaseException) -> str:
    """Why a connection failed, as a sentence."""
    if isinstance(cause, ssl.SSLCertVerificationError):
        return "Its certificate is not trusted here."
    if isinstance(cause, ssl.SSLError):
        return "A secure connection could not be made."
    return "The host could not be reached."


async def _send(to: Target, found: list[str], body: bytes) -> int:
    """Send to the first address that can be reached; returns the status of the answer."""
    for address in found[:-1]:
        with suppress(httpcore.ConnectError):
            return await _send_to(address, to, body)
    return await _send_to(found[-1], to, body)


async def _send_to(address: str, to: Target, body: bytes) -> int:
    """Send to this IP address; the host name is only for the header Host and the certificate."""
    tls = await asyncio.to_thread(_default_tls) if to.secure else None
    url = httpcore.URL(scheme="https" if to.secure else "http", host=address, port=to.port, target=to.path)
    headers = [("Host", to.name), ("User-Agent", "Benben"), ("Content-Type", "application/json")]
    headers.append(("Connection", "close"))
    named = {"sni_hostname": to.host}
    async with (
        httpcore.AsyncHTTPConnection(url.origin, tls) as connection,
        connection.stream("POST", url, headers=headers, content=body, extensions=named) as answer,
    ):
        return answer.status  # the body of the answer is not waited for


@cache
def _default_tls() -> ssl.SSLContext:
    return ssl.create_default_context()
