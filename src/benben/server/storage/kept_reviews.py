"""Reviews that are kept: of each match that is over the last one, until the match or the judging changes."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sql

from benben.server.storage.schema import reviews
from benben.server.storage.store import Store

_keep = sql.text(
    "INSERT INTO reviews (code, lines, version, steps, body) "
    "VALUES (:code, :lines, :version, :steps, :body) "
    "ON CONFLICT (code) DO UPDATE SET lines = excluded.lines, version = excluded.version, "
    "steps = excluded.steps, body = excluded.body WHERE excluded.lines >= reviews.lines"
)


class KeptReview(NamedTuple):
    """A review as the database keeps it."""

    lines: int  # length of the log up to the end of the match
    version: int  # of the judging
    steps: int
    body: bytes  # JSON, compressed


async def kept_review(store: Store, code: str, lines: int, version: int) -> KeptReview | None:
    """The review that is kept of a match with this length, judged in this version; None if there is none."""
    question = sql.select(*reviews.c[KeptReview._fields]).where(
        reviews.c.code == code, reviews.c.lines == lines, reviews.c.version == version
    )
    found = await store.fetch(question)
    return KeptReview._make(found[0]) if found else None


async def keep_review(store: Store, code: str, review: KeptReview) -> None:
    """Keep a review in place of the one before."""
    await store.commit([(_keep, {"code": code, **review._asdict()})])
