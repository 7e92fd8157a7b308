"""The Gate as a small SVG, for the rulebook and for texts about the game.

While somebody solves, the boards are drawn: slate frames, white cells, tiles as inlaid pieces, and beside
them the tiles still to be put. Otherwise the gem board: a column of hexes with the pyramids on them, a track
beside each, the next two jewels ringed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from benben.core.contract import Seat
from benben.games.gate.board import HEXES, TILES, WIDTH, extent, tile_of
from benben.games.gate.notation import name
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Action, Move, Put, Start, State
from benben.solve.cover import Mask, all_placements

CELL, SMALL, FRAME, FOOT, GAP = 34, 12, 12, 24, 26
HOLE, ROW, LEFT = 22, 42, 70  # of the gem board
COLOURS = {  # by shape, 1.6
    **{"I2": "#97261A", "I3": "#84D8E0", "V3": "#E587BC", "I4": "#5B6B2E", "O4": "#F5D263", "T4": "#9068BD"},
    **{"S4": "#41A187", "L4": "#B8AF9C", "P5": "#DE701C", "L5": "#1F3F9B", "Y5": "#7A4A2B", "Z5": "#3E7FB8"},
}
SEATS = ("#84D8E0", "#DE701C", "#E587BC", "#141A2A")
_ON = ("#141A2A", "#141A2A", "#141A2A", "#FBF7EC")  # figures on them
_GEMS = {  # around a middle of 0, 0: each colour has a form of its own
    "r": '<circle r="8" fill="#97261A" stroke="#4A0F08"/>',
    "o": '<path d="M0-9 8 0 0 9-8 0Z" fill="#DE701C" stroke="#6B3206"/>',
    "y": '<path d="M0-9 8-4.5v9L0 9l-8-4.5v-9Z" fill="#F5D263" stroke="#7A5B0A"/>',
    "g": '<path d="M0-9.5q8.5 9.5 0 19q-8.5-9.5 0-19Z" fill="#41A187" stroke="#114A3A"/>',
    "b": '<path d="M-4-8h8l4 4v8l-4 4h-8l-4-4v-8Z" fill="#1F3F9B" stroke="#0A1A4A"/>',
    "p": '<path d="M-9 5a9 10 0 0 1 18 0Z" fill="#9068BD" stroke="#40246A"/>',
}

_STYLE = """
svg{--slate:#2C3140;--black:#3A4154;--white:#FBF7EC;--line:#141A2A;--num:#A9AFC2;--ink:#454B5C;--track:#EDE5D1;
--hole:#C9BEA4;--cell:#F6F1E4;--gold:#8A6410;--go:#17604A;--no:#A6261C;--in:#D9CFBC}
@media(prefers-color-scheme:dark){svg{--slate:#060914;--black:#141B31;--white:#D2CBB9;--line:#0B1020;--num:#7581A6;
--ink:#C3C5D3;--track:#1E2743;--hole:#3E4A70;--cell:#26304F;--gold:#D9B34A;--go:#74CFA8;--no:#F08A7A;--in:#3E4A70}}
text{font:9px system-ui,sans-serif;fill:var(--num)}.foot{font-size:13px;fill:var(--ink)}
.hex{font-size:14px;fill:var(--ink)}.name{fill:var(--ink)}
.edge{fill:none;stroke:var(--line);stroke-width:1.2;stroke-linecap:square}.mark{fill:none;stroke-width:2.6}
.go{stroke:var(--go)}.no{stroke:var(--no)}.dash{stroke-dasharray:5 4}
.ring{fill:none;stroke:var(--gold);stroke-width:1.6}
"""


def svg(s: State, tried: Action | None = None, refused: bool = False) -> str:
    """The boards while they are solved, else the gem board; what is tried is marked, crossed if refused."""
    boards = s.symbol is not None and s.phase in ("solve", "solved", "over")
    parts, width, height = _boards(s, tried, refused) if boards else _gem_board(s, tried, refused)
    words = _words(s)
    title = f"{words}, {name(s, tried)}{' refused' if refused else ''}" if tried is not None else words
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + FOOT}" width="{width}"'
            ' role="img">',
            f"<title>{title}</title>",
            f"<style>{''.join(_STYLE.splitlines())}</style>",
            *parts,
            f'<text class="foot" x="2" y="{height + 17}">{words}</text>',
            "</svg>",
            "",
        ]
    )


def _words(s: State) -> str:
    if s.options.mode == "practice":
        return f"Practice, the {s.symbol}" if s.symbol else "Practice"
    if s.phase == "solve":
        return f"Round {s.round}, the {s.symbol}, {'second' if s.sand == 2 else 'first'} sand"
    if s.phase == "reward":
        rank = ("first", "second", "third", "fourth")[[one.seat for one in s.solved].index(s.seat)]
        return f"Round {s.round}: seat {s.seat + 1} was {rank} and moves"
    if s.phase == "start":
        return f"Seat {s.seat + 1} places a pyramid"
    return f"Round {s.round}" if s.round else "The set-up"


def _boards(s: State, tried: Action | None, refused: bool) -> tuple[list[str], int, int]:
    """The boards side by side, each with its tray below."""
    parts: list[str] = []
    at = high = 0
    for seat in range(s.seats):
        one = state.puzzle(s, seat)
        if one is None:
            continue
        files, ranks = extent(one.region)
        wide, tall = files * CELL + 2 * FRAME, ranks * CELL + 2 * FRAME
        mine = tried if seat == 0 else None
        parts.append(f'<g transform="translate({at} 0)">')
        parts += _puzzle(s, seat, one.region, files, ranks)
        if isinstance(mine, Put):
            parts += _tried_tile(mine.cells, ranks, refused)
        tray, end = _tray([tile for tile in one.tiles if tile not in map(tile_of, s.tiles[seat])], tall + 14)
        parts += [*tray, "</g>"]
        at += max(wide, 150) + GAP
        high = max(high, tall + 14 + end)
    return parts, at - GAP, high


def _puzzle(s: State, seat: Seat, region: Mask, files: int, ranks: int) -> Iterator[str]:
    wide, tall = files * CELL + 2 * FRAME, ranks * CELL + 2 * FRAME
    yield f'<rect width="{wide}" height="{tall}" rx="6" fill="var(--slate)"/>'
    for rank in range(ranks):
        for file in range(files):
            white = region >> WIDTH * rank + file & 1
            x, y = FRAME + file * CELL, FRAME + (ranks - 1 - rank) * CELL
            yield (
                f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{CELL - 1}" height="{CELL - 1}"'
                f' fill="var(--{"white" if white else "black"})"/>'
            )
    for mask in s.tiles[seat]:
        yield from _tile(mask, COLOURS[tile_of(mask) or "I2"], ranks)
    for file in range(files):
        yield f'<text x="{FRAME + file * CELL + CELL // 2 - 2}" y="{tall - 3}">{"abcdefgh"[file]}</text>'
    for rank in range(ranks):
        yield f'<text x="3" y="{FRAME + (ranks - 1 - rank) * CELL + CELL // 2 + 3}">{rank + 1}</text>'


def _tile(
    mask: Mask, colour: str, ranks: int, size: int = CELL, left: int = FRAME, top: int = FRAME
) -> Iterator[str]:
    """One inlaid piece: its cells and one outline around them."""
    body, edge = "", ""
    for bit in (bit for bit in range(64) if mask >> bit & 1):
        rank, file = divmod(bit, WIDTH)
        x, y = left + file * size, top + (ranks - 1 - rank) * size
        body += f"M{x} {y}h{size}v{size}h-{size}Z"
        edge += _edge(mask, rank, file, x, y, size)
    yield f'<path d="{body}" fill="{colour}"/><path class="edge" d="{edge}"/>'


def _edge(mask: Mask, rank: int, file: int, x: int, y: int, size: int) -> str:
    """The sides of a cell that are the outline of its tile."""

    def there(up: int, right: int) -> bool:
        inside = 0 <= file + right < WIDTH and 0 <= rank + up < WIDTH
        return inside and bool(mask >> WIDTH * (rank + up) + file + right & 1)

    sides = "" if there(1, 0) else f"M{x} {y}h{size}"
    sides += "" if there(-1, 0) else f"M{x} {y + size}h{size}"
    sides += "" if there(0, -1) else f"M{x} {y}v{size}"
    return sides + ("" if there(0, 1) else f"M{x + size} {y}v{size}")


def _tried_tile(mask: Mask, ranks: int, refused: bool) -> Iterator[str]:
    """A dashed outline where the tile would lie; crossed if it may not."""
    edge, middles = "", []
    for bit in (bit for bit in range(64) if mask >> bit & 1):
        rank, file = divmod(bit, WIDTH)
        x, y = FRAME + file * CELL, FRAME + (ranks - 1 - rank) * CELL
        middles.append((x + CELL // 2, y + CELL // 2))
        edge += _edge(mask, rank, file, x, y, CELL)
    fill = COLOURS.get(tile_of(mask) or "", "#A6261C")
    body = "".join(f"M{x - CELL // 2} {y - CELL // 2}h{CELL}v{CELL}h-{CELL}Z" for x, y in middles)
    colour = "no" if refused else "go"
    yield f'<path d="{body}" fill="{fill}" fill-opacity=".3"/><path class="mark dash {colour}" d="{edge}"/>'
    if refused:
        x, y = (sum(both) // len(middles) for both in zip(*middles, strict=True))
        yield f'<path class="mark no" d="M{x - 8} {y - 8}l16 16m0-16-16 16"/>'


def _tray(tiles: list[str], top: int) -> tuple[list[str], int]:
    parts: list[str] = []
    at, high = 2, 0
    for tile in tiles:
        mask = min(all_placements(TILES[tile]))
        files, ranks = extent(mask)
        parts += _tile(mask, COLOURS[tile], ranks, SMALL, at, top)
        parts.append(f'<text class="name" x="{at}" y="{top + ranks * SMALL + 11}">{tile}</text>')
        at, high = at + files * SMALL + 16, max(high, ranks * SMALL + 16)
    return parts, high


def _gem_board(s: State, tried: Action | None, refused: bool) -> tuple[list[str], int, int]:
    width, height = LEFT + s.options.tracks * HOLE + 10, HEXES * ROW + 8
    aimed = tried.hex if isinstance(tried, Start | Move) else 0
    parts: list[str] = []
    for hex, track in zip_longest(range(1, HEXES + 1), s.tracks, fillvalue=""):
        y = 4 + (HEXES - int(hex)) * ROW + ROW // 2
        parts += _hex(s, int(hex), y, aimed, refused)
        parts += _track(track, y, s.options.tracks, ringed=s.phase not in ("gems", "first"))
    return parts, width, height


def _hex(s: State, hex: int, y: int, aimed: int, refused: bool) -> Iterator[str]:
    corners = f"M6 {y}l11-19h22l11 19-11 19h-22Z"
    yield f'<path d="{corners}" fill="var(--cell)" stroke="var(--hole)" stroke-width="1.4"/>'
    standing = [seat for seat in range(s.seats) if s.hexes[seat] == hex]
    if not standing:
        yield f'<text class="hex" x="24" y="{y + 5}">{hex}</text>'
    for n, seat in enumerate(standing):
        x = 28 + round((n - (len(standing) - 1) / 2) * 11)
        yield (
            f'<path d="M{x} {y - 11}l10 20h-20Z" fill="{SEATS[seat]}" stroke="var(--line)"/>'
            f'<text x="{x - 2}" y="{y + 7}" style="fill:{_ON[seat]}">{seat + 1}</text>'
        )
    if hex == aimed:
        yield f'<path class="mark dash {"no" if refused else "go"}" d="{corners}"/>'
        if refused:
            yield f'<path class="mark no" d="M20 {y - 8}l16 16m0-16-16 16"/>'


def _track(track: str, y: int, holes: int, ringed: bool) -> Iterator[str]:
    wide = holes * HOLE + 6
    yield f'<rect x="{LEFT - 14}" y="{y - 14}" width="{wide}" height="28" rx="14" fill="var(--track)"/>'
    for n in range(holes):
        x, colour = LEFT + n * HOLE, track[n : n + 1]
        if colour in _GEMS:
            yield f'<g transform="translate({x} {y})">{_GEMS[colour]}</g>'
        else:
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="var(--hole)"/>'
    left = len(track.lstrip(state.TAKEN))
    if ringed and left:
        many, first = min(left, state.TAKES), LEFT + (len(track) - left) * HOLE
        yield f'<rect class="ring" x="{first - 11}" y="{y - 12}" width="{many * HOLE}" height="24" rx="12"/>'
