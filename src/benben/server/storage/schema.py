"""The tables of the database. A change here needs a new step in migrations.MIGRATIONS."""

from __future__ import annotations

import sqlalchemy as sql

IMPORTING = "importing"  # the status of a table whose log is not all there yet; see table_import

metadata = sql.MetaData()
schema = sql.Table("schema", metadata, sql.Column("version", sql.Integer, primary_key=True))
people = sql.Table(
    "people",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),  # seconds of the wall clock
)
keys = sql.Table(
    "keys",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),  # the part of the token before the dot
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), nullable=False),
    sql.Column("kind", sql.Text, nullable=False),  # device, recovery, program
    sql.Column("label", sql.Text, nullable=False),
    sql.Column("hash", sql.Text, nullable=False),  # of the whole token, which is kept nowhere
    sql.Column("created", sql.BigInteger, nullable=False),  # seconds of the wall clock
    sql.Column("used", sql.Integer, nullable=False),  # the last day, counted from 1970
    sql.Index("keys_by_person", "person"),
)
hooks = sql.Table(
    "hooks",
    metadata,
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("url", sql.Text, nullable=False),
    sql.Column("origin", sql.Text, nullable=False),  # where this person's page is, for links
    sql.Column("said", sql.Text, nullable=False),  # what became of the last notice
    sql.Column("seen", sql.BigInteger, nullable=False),  # when this person was last here, Unix seconds
)
tables = sql.Table(
    "tables",
    metadata,
    sql.Column("code", sql.Text, primary_key=True),
    sql.Column("plan", sql.Text, nullable=False),  # JSON, see tables/log
    sql.Column("secret", sql.Text, nullable=False),  # leaves the server only when the match is over
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("timed", sql.Boolean, nullable=False),  # a clock runs while nobody is there
    sql.Column("status", sql.Text, nullable=False),  # waiting, playing, over; IMPORTING
    sql.Column("changed", sql.BigInteger, nullable=False),  # when the status last changed, milliseconds
    sql.Column("noted", sql.BigInteger, nullable=False, server_default="0"),  # match time when last written
    sql.Column("wake", sql.BigInteger, nullable=False, server_default="0"),  # ms of the wall clock; 0: awake
    sql.Column("due", sql.Text, nullable=False, server_default=""),  # length of the log, seats waited for
    sql.Column("ending", sql.Text, nullable=False, server_default=""),  # JSON, once it is over
    sql.Column("maker", sql.Text, nullable=False, server_default=""),  # the person, or "house"
    sql.Column("address", sql.Text, nullable=False, server_default=""),  # it was made from; none once over
    sql.Index("tables_by_status", "status", "changed"),
    sql.Index("tables_by_public", "public", "status", "changed"),
    sql.Index("tables_by_maker", "maker", "changed"),
    sql.Index("tables_by_address", "address", "changed"),
)
sitters = sql.Table(
    "sitters",
    metadata,
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), primary_key=True),
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), primary_key=True),
    sql.Index("sitters_by_person", "person"),
)
notices = sql.Table(
    "notices",
    metadata,
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), primary_key=True),
    sql.Column("kind", sql.Text, primary_key=True),  # turn, proposal, over; until the person comes back
)
entries = sql.Table(
    "entries",
    metadata,
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),  # 0, 1, 2 ... without gaps
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),  # JSON in notation, see tables/log
    sql.Column("person", sql.Text, nullable=True),  # who sent the message that led to it
    sql.Column("id", sql.Text, nullable=True),  # of that message, so that a resend is known after a restart
    sql.Column("digest", sql.Text, nullable=True),  # of that message: a resend has the same
)
awake = sql.Table(
    "awake",  # tables that are loaded and go on by themselves, see cluster/ownership
    metadata,
    sql.Column("code", sql.Text, primary_key=True),
    sql.Column("keeper", sql.Integer, nullable=False),  # the process that owns it; 0: there is only one
    sql.Column("epoch", sql.BigInteger, nullable=False),  # when match time was 0, ms of the database's clock
)
progress = sql.Table(
    "progress",  # what a person has learned and solved, see people/progress
    metadata,
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("kind", sql.Text, primary_key=True),  # lesson, puzzle
    sql.Column("name", sql.Text, primary_key=True),  # "senet/pair", "2026-11-16/senet"
    sql.Column("at", sql.BigInteger, nullable=False),  # when it was solved, ms of the wall clock; a lesson: 0
    sql.Column("body", sql.Text, nullable=False),  # JSON, the result of a puzzle; of a lesson empty
)
achievements = sql.Table(
    "achievements",  # what a person has earned, see people/achievement_store
    metadata,
    sql.Column("person", sql.Text, sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("id", sql.Text, primary_key=True),  # as in the game's achievements.py
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), nullable=False),  # of the first such match
    sql.Column("at", sql.BigInteger, nullable=False),  # when that match ended, ms of the wall clock
    sql.Index("achievements_by_code", "code"),
)
unread_matches = sql.Table(
    "unread_matches",  # matches that are over, from which achievements are still to be read
    metadata,
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), primary_key=True),
    sql.Column("lines", sql.Integer, nullable=False),  # length of the log when the match was over
)
reviews = sql.Table(
    "reviews",  # of matches that are over, see kept_reviews
    metadata,
    sql.Column("code", sql.Text, sql.ForeignKey("tables.code"), primary_key=True),
    sql.Column("lines", sql.Integer, nullable=False),  # length of the log up to the end of the match
    sql.Column("version", sql.Integer, nullable=False),  # of the judging
    sql.Column("steps", sql.Integer, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),  # JSON as the client gets it, compressed by zlib
)
puzzle_counts = sql.Table(
    "puzzle_counts",  # results of puzzles of the day, without names, see people/puzzle_results
    metadata,
    sql.Column("day", sql.Text, primary_key=True),  # as in 2026-11-16
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("part", sql.Text, primary_key=True),  # easy, medium, hard; empty where a day has one
    sql.Column("kind", sql.Text, primary_key=True),  # tries, time, choice
    sql.Column("bucket", sql.Text, primary_key=True),  # "0", "1" ...; an answer
    sql.Column("many", sql.Integer, nullable=False),  # people
)
puzzle_voters = sql.Table(
    "puzzle_voters",  # who has been counted: hashes, kept until the day is over
    metadata,
    sql.Column("day", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("voter", sql.Text, primary_key=True),  # a hash of day, game and person or device
)
bans = sql.Table(
    "bans",  # by the host of this server, with `benben admin`
    metadata,
    sql.Column("kind", sql.Text, primary_key=True),  # table, person, address
    sql.Column("subject", sql.Text, primary_key=True),  # a code, an id, or a network
    sql.Column("reason", sql.Text, nullable=False),  # a note for the host
    sql.Column("created", sql.BigInteger, nullable=False),  # seconds of the wall clock
    sql.Column("removed", sql.Boolean, nullable=False),  # also everything that was kept of it
)
