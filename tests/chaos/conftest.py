"""The databases of the server's tests, for experiments."""

from tests.server.conftest import cluster as cluster
from tests.server.conftest import db as db
from tests.server.conftest import postgres as postgres
