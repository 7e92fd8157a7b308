"""The server's log: one line for each event, as text or as JSON, with date, level and client address.

What must stay secret is never handed to a logger: tokens, keys, messages and codes of tables. A table is
logged by `log_name` of its code. Of an unexpected error the log gets the type and the place, not the text.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from typing import Literal, TypeAlias

LogFormat: TypeAlias = Literal["text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]


def set_up_log(kind: LogFormat, level: LogLevel) -> None:
    """Send the log to standard error, unless a program that imports Benben has set up logging already."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if kind == "json" else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for name in ("uvicorn.error", "uvicorn.access", "websockets", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def from_address(address: str) -> dict[str, str]:
    """The extra of a log call about a client: its address, which stands in a field of its own."""
    return {"address": address}


def log_name(code: str) -> str:
    """The name of a table in the log: a hash, because everybody who knows a code can sit down there."""
    return hashlib.sha256(f"benben log {code}".encode()).hexdigest()[:8]


def write_at_once(sentence: str) -> None:
    """Write a line to standard error past the locks of the log, as a signal handler has to."""
    record = logging.LogRecord("benben", logging.WARNING, "", 0, sentence, None, None)
    handlers = logging.getLogger().handlers
    text = handlers[0].format(record) if handlers else sentence
    os.write(sys.stderr.fileno(), f"{text}\n".encode())


class TextFormatter(logging.Formatter):
    """Lines such as "2026-11-16T11:37:09.120Z INFO 203.0.113.5 table 5ab80c1f: opened"."""

    def format(self, record: logging.LogRecord) -> str:
        parts = [
            _moment(record),
            record.levelname,
            getattr(record, "address", "") or "-",
            record.getMessage(),
            *_places(record),
        ]
        return "".join(c if c.isprintable() else "?" for c in " ".join(parts).replace("\n", " | "))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, address, message and, after an error, trace."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": _moment(record), "level": record.levelname.lower()}
        if address := getattr(record, "address", ""):
            line["address"] = address
        line["message"] = record.getMessage()
        if places := _places(record):
            line["trace"] = "\n".join(places)
        return json.dumps(line)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _places(record: logging.LogRecord) -> list[str]:
    """The type of the error that is logged, and the lines of code that led to it."""
    kind, _, trace = record.exc_info or (None, None, None)
    if kind is None:
        return []
    return [kind.__name__, *(place.rstrip() for place in traceback.format_tb(trace))]
