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

STATIC = Path(__file__).parents[1] / "static"
MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Benben</title>
<p>The server runs, but the page is not built yet. In the project, <code>make play</code> builds it.</p>
"""
SQUEEZED = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
)


class Page(NamedTuple):
    kind: str
    whole: bytes
    small: bytes | None  # gzipped, where that helps
    tag: str


class Pages:
    """Files by their path. What is no file is the page itself, which reads the path.

    Where the page has nothing to show, its status is 404: it says so and leads home.
    """

    def __init__(self, is_table: Callable[[Request, str], Awaitable[bool]], folder: Path = STATIC) -> None:
        self._is_table = is_table
        self.folder = folder.resolve()

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"]
        found = self._file(path)
        if found is not None:
            return _response(request, path, found)
        if "." in path.rpartition("/")[2] and "text/html" not in request.headers.get("accept", ""):
            return Response("There is no such file.\n", 404, media_type="text/plain")
        index = self._file("index.html")
        if index is None:
            return HTMLResponse(MISSING, 503)
        return _response(request, "index.html", index, 200 if await self._is_shown(request, path) else 404)

    async def _is_shown(self, request: Request, path: str) -> bool:
        """Does the page show something at this path? See web/src/lib/router.svelte.ts."""
        match [part for part in path.split("/") if part]:
            case [] | ["keys" | "dice" | "you" | "rules"]:
                return True
            case ["play" | "rules", game]:
                return game in games.NAMES
            case ["t", code]:
                return await self._is_table(request, code)
        return False

    def _file(self, path: str) -> Page | None:
        if "\0" in path:
            return None
        file = (self.folder / path).resolve()
        try:
            if not file.is_relative_to(self.folder) or not file.is_file():
                return None
        except OSError:  # a name that is too long for any file
            return None
        return _page(file, file.stat().st_mtime_ns)


@lru_cache(512)
def _page(file: Path, _: int) -> Page:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    whole = file.read_bytes()
    small = gzip.compress(whole, 9, mtime=0) if kind.startswith(SQUEEZED) and len(whole) > 500 else None
    return Page(kind, whole, small, f'"{hashlib.sha256(whole).hexdigest()[:24]}"')


def _response(request: Request, path: str, page: Page, status: int = 200) -> Response:
    """Vite names assets by their content, so those never change; everything else is asked for again."""
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
