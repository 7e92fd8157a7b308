"""What counts as one address: by what a client can choose freely, limits would be worth nothing."""

from __future__ import annotations

import ipaddress
import json
import socket
from pathlib import Path

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.sync.client import connect

from benben.server.app import create
from benben.server.limits import Limit, TokenBucket, client_network
from benben.server.settings import Limits, Settings
from benben.server.transport.config import uvicorn_config
from tests.server.house import House


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::1", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("fe80::2%25eth1", "fe80::/64"),
        ("", ""),
        ("/run/benben.sock", ""),
        ("testclient", ""),
        ("192.0.2.7.example.org", ""),
        ("x" * 10_000, ""),
    ],
)
def test_an_address_counts_as_its_network(address: str, network: str) -> None:
    assert client_network(address) == network


def test_a_charge_goes_into_debt_but_not_for_ever() -> None:
    bucket = TokenBucket(Limit(burst=10, per_second=1))
    assert bucket.charge(10, 5) == 0
    assert 0.9 < bucket.charge(1, 5) <= 1
    assert bucket.charge(1_000, 5) == 5
    assert bucket.charge(-20, 5) == 0


def _statuses(house: House, *forwarded: str, source: str = "127.0.0.1") -> list[int]:
    """What a proxy at `source` gets for a call in the name of each of these clients."""
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(transport=transport, base_url=house.url) as client:
        body = json.dumps({"name": "Nefer"})
        return [
            client.post("/api/people", content=body, headers={"x-forwarded-for": one}).status_code
            for one in forwarded
        ]


@pytest.mark.parametrize(
    "forwarded",
    [
        ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"),
        ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7:4711"),
        ("1.1.1.1, 192.0.2.7", "2.2.2.2, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1, 192.0.2.7", "::1, 192.0.2.7, 127.0.0.1", "192.0.2.7"),
        ("nonsense", "more nonsense", "x" * 500),
    ],
    ids=["one /64", "spellings", "a chain", "a chain of proxies", "nonsense"],
)
def test_a_client_behind_a_proxy_cannot_choose_its_address(
    tmp_path: Path, forwarded: tuple[str, ...]
) -> None:
    limits = Limits(calls=Limit(burst=2, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        assert _statuses(house, *forwarded) == [201, 201, 429]
        assert _statuses(house, "2001:db8:0:1::1", "198.51.100.1") == [201, 201]


def test_who_is_no_trusted_proxy_speaks_for_nobody(tmp_path: Path) -> None:
    limits = Limits(calls=Limit(burst=2, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        clients = ("1.1.1.1", "2.2.2.2", "3.3.3.3")
        assert _statuses(house, *clients, source="127.0.0.2") == [201, 201, 429]
        assert _statuses(house, *clients) == [201, 201, 201]


def test_a_trusted_proxy_is_known_on_a_socket_for_both_kinds_of_addresses(tmp_path: Path) -> None:
    config = uvicorn_config(
        create(Settings(str(tmp_path / "benben.db"))), Limits(), ["10.0.0.0/8", "192.0.2.1"]
    )
    config.load()
    assert isinstance(config.loaded_app, ProxyHeadersMiddleware)
    trusted = config.loaded_app.trusted_hosts
    for proxy in ("127.0.0.1", "::1", "10.1.2.3", "192.0.2.1"):
        assert proxy in trusted
        if ":" not in proxy:
            assert f"::ffff:{ipaddress.ip_address(proxy)}" in trusted
    assert "::ffff:192.0.2.2" not in trusted
    assert "192.0.2.2" not in trusted


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as trial:
            trial.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_a_socket_over_ipv6_counts_by_its_64(tmp_path: Path) -> None:
    if not _has_ipv6():
        assert client_network("::1") == "::/64"
        return
    with House(str(tmp_path / "benben.db"), host="::1") as house, connect(f"ws://[::1]:{house.port}/ws"):
        assert dict(house.call(lambda: house.hub.connections)) == {"::/64": 1}
