"""The built web page, served from the package."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from benben import games
from benben.core import puzzle_days
from benben.core.contract import Unreadable
from benben.server.http import exercises

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Benben</title>
<p>The server runs, but the page is not built yet. In the project, <code>make play</code> builds it.</p>
"""
COMPRESSED_TYPES = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
)


class StaticFile(NamedTuple):
    """A file of the page, in memory."""

    kind: str  # its media type
    whole: bytes
    small: bytes | None  # gzipped, where that helps
    tag: str


class StaticFiles:
    """Serves files by their path. A path without a file gets the page, whose router reads the path.

    If the page has nothing to show there, it comes with status 404, says so and links to the home page.
    """

    def __init__(self, is_table: Callable[[Request, str], Awaitable[bool]], folder: Path) -> None:
        self._is_table = is_table
        self.folder = folder.resolve()

    async def serve(self, request: Request) -> Response:
        path = request.path_params["path"]
        found = self._file(path)
        if found is not None:
            return _response(request, path, found)
        if "." in path.rpartition("/")[2] and "text/html" not in request.headers.get("accept", ""):
            return Response("There is no such file.\n", 404, media_type="text/plain")
        index = self._file("index.html")
        if index is None:
            return HTMLResponse(NOT_BUILT, 503)
        return _response(request, "index.html", index, 200 if await self._is_shown(request, path) else 404)

    async def _is_shown(self, request: Request, path: str) -> bool:
        """Whether the page shows something at this path. See web/src/app/router.svelte.ts."""
        match [part for part in path.split("/") if part]:
            case [] | ["keys" | "dice" | "you" | "rules" | "learn" | "puzzles"]:
                return True
            case ["play" | "rules" | "learn", game]:
                return game in games.NAMES
            case ["learn", game, step]:
                return game in games.NAMES and exercises.has_step(game, step)
            case ["puzzles", "rush", game]:
                return game in games.NAMES and games.load(game).rush is not None
            case ["d", date]:
                return _has_puzzles(date)
            case ["d", date, game]:
                return _has_puzzles(date) and game in games.NAMES
            case ["t", code] | ["t", code, "review"]:
                return await self._is_table(request, code)
        return False

    def _file(self, path: str) -> StaticFile | None:
        if "\0" in path:
            return None
        file = (self.folder / path).resolve()
        try:
            if not file.is_relative_to(self.folder) or not file.is_file():
                return None
        except OSError:  # a name that is too long for any file
            return None
        return _read_file(file, file.stat().st_mtime_ns)


def _has_puzzles(date: str) -> bool:
    try:
        puzzle_days.day_number(date)
    except Unreadable:
        return False
    return True


@lru_cache(512)
def _read_file(file: Path, _: int) -> StaticFile:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    whole = file.read_bytes()
    small = (
        gzip.compress(whole, 9, mtime=0) if kind.startswith(COMPRESSED_TYPES) and len(whole) > 500 else None
    )
    return StaticFile(kind, whole, small, f'"{hashlib.sha256(whole).hexdigest()[:24]}"')


def _response(request: Request, path: str, page: StaticFile, status: int = 200) -> Response:
    """A file with its cache headers. Vite names assets by their content, so those never change."""
    fixed = path.startswith("assets/")
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if fixed else "no-cache",
        "etag": page.tag,
        "vary": "accept-encoding",
    }
    if status == 200 and request.headers.get("if-none-match") == page.tag:
        return Response(None, 304, headers)
    body = page.whole
    if page.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = page.small
    return Response(body, status, headers, page.kind)
