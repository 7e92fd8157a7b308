"""PostgreSQL databases that several server processes share."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import psycopg
import pytest

from tests.server.house import Lodge


@pytest.fixture(scope="module")
def database(cluster: str) -> str:
    """A database for the whole module; a fresh one if the worker comes back to the module later."""
    name = f"processes_{secrets.token_hex(4)}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    return cluster.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[Lodge, Lodge]]:
    """Two server processes, for all tests that end none of them."""
    with Lodge(database) as one, Lodge(database) as two:
        yield one, two
