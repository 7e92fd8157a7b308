"""One POST to an address that a person gave us, without being led astray by it.

The name is resolved once, every address that it has must be a public one, and the connection goes to an
address that was checked: a name that changes its mind in between gains nothing. No redirects, no proxies, one
time limit over all, and of the answer only the first line is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

LIMIT = 5.0  # seconds, over all
LINE = 1024  # bytes of the answer that are read

_PRINTABLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: |\r|\n)")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_LOCAL = (ipaddress.IPv6Network("::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))  # IPv4 in disguise, too


class Unsent(Exception):
    """It did not go out, or nobody took it; says why in a sentence. `again`: it may go better later."""

    def __init__(self, sentence: str, again: bool = False) -> None:
        super().__init__(sentence)
        self.again = again


class Goal(NamedTuple):
    """An address taken apart."""

    secure: bool
    host: str
    port: int
    path: str  # with its query

    @property
    def name(self) -> str:
        """As the header Host wants it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def goal(url: str) -> Goal:
    """Unsent if this is no address that one could post to."""
    if not _PRINTABLE.fullmatch(url):
        raise Unsent("An address holds no spaces and only plain letters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unsent("This address cannot be read.") from None
    if parts.scheme not in ("http", "https"):
        raise Unsent("The address must begin with https:// or http://.")
    if parts.username is not None or parts.password is not None:
        raise Unsent("There must be no password in the address.")
    if not parts.hostname or not _HOST.fullmatch(parts.hostname):
        raise Unsent("The address needs the name of a machine.")
    secure = parts.scheme == "https"
    port = (443 if secure else 80) if port is None else port
    if port not in (80, 443) and port < 1024:
        raise Unsent("The port must be 80, 443, or 1024 and above.")
    path = parts.path or "/"
    return Goal(secure, parts.hostname, port, f"{path}?{parts.query}" if parts.query else path)


def public(address: str) -> bool:
    """Whether this address is out in the open: not of this machine, nor of a private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if ip in _NAT64:
            inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        if any(one is not None and not public(str(one)) for one in inner):
            return False
        if ip.is_site_local or any(ip in network for network in _LOCAL):
            return False
    return ip.is_global and not ip.is_multicast


async def addresses(to: Goal, local: bool) -> list[str]:
    """All that the name stands for; Unsent if one of them is none of the public's."""
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unsent("No machine of this name was found.", again=True) from None
    every = list(dict.fromkeys(str(row[4][0]) for row in found))
    if not local and not all(public(address) for address in every):
        raise Unsent("This address is in a private network. Notices go to public addresses only.")
    return every


async def post(url: str, body: bytes, local: bool = False) -> None:
    """Returns if it was taken; Unsent says why not."""
    to = goal(url)
    try:
        async with asyncio.timeout(LIMIT):
            status = await _sent(to, await addresses(to, local), body)
    except TimeoutError:
        raise Unsent(f"There was no answer within {LIMIT:.0f} seconds.", again=True) from None
    except ssl.SSLCertVerificationError:
        raise Unsent("Its certificate is not trusted here.", again=True) from None
    except ssl.SSLError:
        raise Unsent("A safe connection could not be made.", again=True) from None
    except OSError:
        raise Unsent("The machine could not be reached.", again=True) from None
    if status is None:
        raise Unsent("What answered does not speak HTTP.", again=True)
    if 300 <= status < 400:
        raise Unsent(f"It answered {status}: notices do not follow redirects.")
    if not 200 <= status < 300:
        raise Unsent(f"It answered {status}.", again=status == 429 or status >= 500)


async def _sent(to: Goal, found: list[str], body: bytes) -> int | None:
    """The status of the answer. The first address that can be reached is used."""
    context = await asyncio.to_thread(_trust) if to.secure else None
    for n, address in enumerate(found):
        try:
            reader, writer = await asyncio.open_connection(
                address, to.port, ssl=context, server_hostname=to.host if to.secure else None, limit=LINE
            )
            break
        except OSError:
            if n == len(found) - 1:
                raise
    try:
        head = (
            f"POST {to.path} HTTP/1.1\r\nHost: {to.name}\r\nUser-Agent: Benben\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        try:
            line = await reader.readuntil(b"\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return None
    finally:
        writer.transport.abort()  # whatever else it says is not waited for
    status = _STATUS.match(line)
    return int(status[1]) if status else None


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
