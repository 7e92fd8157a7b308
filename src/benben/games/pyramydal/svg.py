"""A position of Pyramydal as a small SVG, for the rulebook and for texts about the game.

The line winds like a snake; a token is a round-topped stela with its seat. Below, every seat has a shelf with
its statues and its collection. When the game is over the shelf shows how it was scored.
"""

from __future__ import annotations

from collections.abc import Iterator

from benben.games.pyramydal.notation import name, write
from benben.games.pyramydal.rules import Action, must_choose
from benben.games.pyramydal.rules.state import BUILD, CHOOSE, CHOOSING, TAKE, State, landing, token
from benben.games.pyramydal.views import picture, view
from benben.games.pyramydal.views.picture_types import Collector, Picture, Scored

CELL, EDGE, ACROSS = 44, 8, 10  # a cell, the border of the slab, cells a row
SHELF, FOOT = 58, 26
QUEUE = 30  # room for each token before cell 1
WIDTH = ACROSS * CELL + 2 * EDGE
SIZES = {"1": 0.46, "2": 0.66, "3": 0.9}  # of a cell

_STYLE = """
svg{--slab:#F3EAD2;--rim:#A8956A;--dot:#CDBB8C;--line:#1A2032;--ink:#454B5C;--num:#6A6450;--go:#17604A;--no:#A6261C;
--gold:#9A6A12;--tok:#FBF8F0;--shade:#00000030}
@media(prefers-color-scheme:dark){svg{--slab:#232C49;--rim:#0A0F1E;--dot:#46527C;--line:#F2ECDE;--ink:#C3C5D3;
--num:#A9AFC6;--go:#74CFA8;--no:#F08A7A;--gold:#E2BE6B;--tok:#0F1528;--shade:#00000040}}
text{font:9px system-ui,sans-serif;fill:var(--num);text-anchor:middle}
.foot{font-size:13px;fill:var(--ink);text-anchor:start}
.sum{font-size:12px;fill:var(--ink);text-anchor:end}.seat{font-size:13px;font-weight:600;fill:var(--line)}
.tip{fill:none;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}.go{stroke:var(--go)}.no{stroke:var(--no)}
.way{fill:none;stroke-width:2.4;stroke-dasharray:.1 5;stroke-linecap:round}
"""
_FILL = {  # the ten colours, and what a mark on them is drawn in
    "r": ("#97261A", "#fff"),
    "y": ("#F5D263", "#1A2032"),
    "g": ("#41A187", "#0B1226"),
    "b": ("#1F3F9B", "#fff"),
    "k": ("#23262D", "#fff"),
    "w": ("#F8F3E6", "#1A2032"),
    "c": ("#84D8E0", "#1A2032"),
    "o": ("#DE701C", "#1A2032"),
    "p": ("#9068BD", "#fff"),
    "m": ("#E587BC", "#1A2032"),
}
_MARK = {  # on a grid of 12
    "r": "M2.1 6a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0-7.8 0Z",
    "y": "M6 .9 7.3 4.5l3.8.1-3 2.3 1.1 3.7L6 8.4l-3.2 2.2 1.1-3.7-3-2.3 3.8-.1Z",
    "g": "M6 .6C9 3.4 9 8.6 6 11.4 3 8.6 3 3.4 6 .6Z",
    "b": "m.8 4.1 2.6-2.6L6 4.1l2.6-2.6 2.6 2.6v2.2L8.6 3.7 6 6.3 3.4 3.7.8 6.3ZM.8 8.3l2.6-2.6L6 8.3"
    "l2.6-2.6 2.6 2.6v2.2L8.6 7.9 6 10.5 3.4 7.9.8 10.5Z",
    "k": "M6 1.4a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2Zm0 2.1a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
    "w": "M1.4 2.4h9.2v2.2H1.4ZM1.4 7.4h9.2v2.2H1.4Z",
    "c": "M6 .8c2.6 3.4 3.9 5.2 3.9 6.9a3.9 3.9 0 0 1-7.8 0C2.1 6 3.4 4.2 6 .8Z",
    "o": "m6 .9 4.4 5.1L6 11.1 1.6 6Z",
    "p": "M1 8.8a5 5 0 0 1 10 0Z",
    "m": "M4.9 1.2h2.2v3.7h3.7v2.2H7.1v3.7H4.9V7.1H1.2V4.9h3.7Z",
}


def svg(s: State, tried: Action | None = None, refused: bool = False) -> str:
    """A position; `tried` is drawn as a dotted way to its cell, and crossed out if it is refused."""
    shown = picture(view(s, 0 if s.phase == CHOOSING else None))
    rows = -(-len(shown.line) // ACROSS)
    left = EDGE + QUEUE * sum(one.token == "queue" for one in shown.seats)
    slab = rows * CELL + 2 * EDGE
    width = left + min(len(shown.line), ACROSS) * CELL + EDGE
    width, height = max(width, WIDTH), slab + SHELF * len(shown.seats) + FOOT
    title = "" if tried is None else f", {name(s, tried)}{' refused' if refused else ''}"
    colour = "no" if refused else "go"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{write(s)}{title}</title>",
        f"<style>{''.join(_STYLE.splitlines())}</style>",
        *_ground(shown, left, slab),
        *_cells(shown, left),
        *_tokens(shown, left),
    ]
    if tried is not None and tried.verb == TAKE and 1 <= tried.what <= s.cells:
        parts += _way(token(s.tokens, s.seat), tried.what, left, colour)
    elif tried is not None and tried.verb == CHOOSE and not refused:
        seat = next(seat for seat in range(s.table.seats) if must_choose(s, seat))
        parts += _way(token(s.tokens, seat), landing(s, seat, tried.what), left, colour)
    for seat, one in enumerate(shown.seats):
        parts += _shelf(shown, seat, one, slab + SHELF * seat, width)
    if tried is not None and tried.verb == BUILD:
        parts += _tried_statue(name(s, tried), slab + SHELF * s.seat, width, colour)
    return "\n".join([*parts, *_foot(shown, height), "</svg>"]) + "\n"


def _middle(cell: int, left: int) -> tuple[int, int]:
    """The middle of a cell; every second row runs back."""
    row, along = divmod(cell - 1, ACROSS)
    return left + (ACROSS - 1 - along if row % 2 else along) * CELL + CELL // 2, EDGE + row * CELL + CELL // 2


def _ground(shown: Picture, left: int, slab: int) -> Iterator[str]:
    wide = min(len(shown.line), ACROSS) * CELL
    yield (
        f'<rect x="{left - 5}" y="3" width="{wide + 10}" height="{slab - 6}" rx="9" fill="var(--slab)"'
        ' stroke="var(--rim)" stroke-width="2"/>'
    )
    rows = (slab - 2 * EDGE) // CELL
    for row in range(1, rows):  # a wall between two rows, open where the line turns
        y, shift = EDGE + row * CELL, 0 if row % 2 else CELL
        yield (
            f'<path d="M{left + shift} {y}h{wide - CELL}" stroke="var(--rim)" stroke-width="3"'
            ' stroke-linecap="round"/>'
        )


def _cells(shown: Picture, left: int) -> Iterator[str]:
    tokens = {one.cell for one in shown.seats}
    for cell, one in enumerate(shown.line, 1):
        x, y = _middle(cell, left)
        if cell == len(shown.line) == shown.total:
            yield (
                f'<circle cx="{x}" cy="{y}" r="{CELL // 2 - 2}" fill="none" stroke="var(--gold)"'
                ' stroke-width="1.5" stroke-dasharray="2 3"/>'
            )
        if one:
            yield _pyramid(one, x, y + 12, CELL * 0.9)
        elif cell not in tokens:
            yield f'<circle cx="{x}" cy="{y}" r="2.6" fill="var(--dot)"/>'
        yield f'<text x="{x}" y="{y + 21}">{cell}</text>'


def _pyramid(one: str, x: float, foot: float, unit: float, ghost: bool = False) -> str:
    """A pyramid in elevation with its mark and its pips; the virtual one is drawn with a broken outline."""
    width = unit * SIZES[one[1]]
    high, (fill, mark), pips = width * 0.84, _FILL[one[0]], int(one[1])
    at = f"M{x:g} {foot - high:.1f}L{x + width / 2:.1f} {foot:g}H{x - width / 2:.1f}Z"
    dash = ' stroke-dasharray="3 2" stroke-width="2"' if ghost else ""
    size = width * 0.3 / 12
    dots = "".join(
        f'<circle cx="{x + (n - (pips - 1) / 2) * width * 0.14:.1f}" cy="{foot - width * 0.1:.1f}"'
        f' r="{max(width * 0.045, 0.9):.1f}" fill="{mark}"/>'
        for n in range(pips)
    )
    return (
        f'<path d="{at}" fill="{fill}" stroke="var(--line)" stroke-linejoin="round"{dash}/>'
        f'<path d="M{x:g} {foot - high:.1f}L{x + width / 2:.1f} {foot:g}H{x:g}Z" fill="var(--shade)"/>'
        f'<path d="{_MARK[one[0]]}" fill="{mark}" fill-rule="evenodd" transform="translate({x - 6 * size:.1f}'
        f' {foot - high * 0.56:.1f}) scale({size:.2f})"/>{dots}'
    )


def _tokens(shown: Picture, left: int) -> Iterator[str]:
    before = 0
    for seat, one in enumerate(shown.seats):
        if one.token == "queue":
            before += 1
            yield _stela(seat, left - 5 - QUEUE * before + QUEUE // 2, EDGE + CELL // 2, shown.turn == seat)
        elif one.cell:
            yield _stela(seat, *_middle(one.cell, left), shown.turn == seat)


def _stela(seat: int, x: int, y: int, acts: bool) -> str:
    edge = "var(--go)" if acts else "var(--line)"
    return (
        f'<path d="M{x - 10} {y + 11}v-13a10 10 0 0 1 20 0v13Z" fill="var(--tok)" stroke="{edge}"'
        f' stroke-width="{2.4 if acts else 1.4}"/><text class="seat" x="{x}" y="{y + 5}">{seat + 1}</text>'
    )


def _way(start: int, cell: int, left: int, colour: str) -> Iterator[str]:
    step = 1 if cell > start else -1
    dots = [_middle(n, left) for n in range(max(start, 1), cell + step, step)]
    path = "L".join(f"{x} {y - 17}" for x, y in dots)
    x, y = _middle(cell, left)
    half = CELL // 2 - 2
    yield f'<path class="way {colour}" d="M{path}"/>'
    yield (
        f'<rect class="tip {colour}" x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}"'
        ' rx="6" stroke-dasharray="4 4"/>'
    )
    if colour == "no":
        yield f'<path class="tip no" style="stroke-width:3.4" d="M{x - 8} {y - 8}l16 16m0-16-16 16"/>'


def _shelf(shown: Picture, seat: int, one: Collector, top: int, width: int) -> Iterator[str]:
    """What a seat has: statues first, then the collection; in the end everything as it was scored."""
    foot, x = top + SHELF - 9, 52
    yield f'<path d="M6 {foot + 2}H{width - 6}" stroke="var(--rim)" stroke-width="2"/>'
    yield _stela(seat, 18, foot - 14, shown.turn == seat)
    if shown.ending:
        tally = shown.ending.tallies[seat]
        for line in tally.lines:
            yield from _stack(line, x, foot)
            x += 46 if len(line.pieces) > 1 else 34
        bonus = sum(diagonal.points for diagonal in tally.diagonals)
        words = f"{tally.points} points{f', {bonus} for diagonals' if bonus else ''}"
        yield f'<text class="sum" x="{width - 8}" y="{foot - 8}">{words}</text>'
        return
    for statue in one.statues:
        yield from _stack(Scored(statue.pieces, statue.kind, statue.points, -1, built=True), x, foot)
        x += 46
    for piece in one.collection:
        yield _pyramid(piece, x, foot, 30)
        x += 26
    if one.choice != "none":
        words = {"due": "to choose", "hidden": "has chosen", "known": f"has chosen {one.number}"}[one.choice]
        yield f'<text class="sum" x="{width - 8}" y="{foot - 8}">{words}</text>'
    elif one.token in ("retired", "stuck"):
        yield f'<text class="sum" x="{width - 8}" y="{foot - 8}">{one.token}</text>'


def _stack(line: Scored, x: int, foot: float) -> Iterator[str]:
    """Pyramids on each other: alike they stand in courses, else each carries the next."""
    if len(line.pieces) == 1:
        yield _pyramid(line.pieces[0], x, foot, 30)
    for n, one in enumerate(line.pieces if len(line.pieces) > 1 else ()):
        width = 36 * SIZES[one[1]]
        rise = n * (width * 0.24 if line.kind == "mono" else 11)
        yield _pyramid(one, x, foot - rise, 36, ghost=n == line.virtual)
    yield f'<text x="{x}" y="{foot + 11}">{line.points}</text>'


def _tried_statue(text: str, top: int, width: int, colour: str) -> Iterator[str]:
    """A statue that somebody would build, at the end of the shelf."""
    three = text.removeprefix("build ")
    pieces = tuple(three[at : at + 2] for at in (0, 2, 4))
    x, foot = width - 34, top + SHELF - 9
    kind = "mono" if len(set(pieces)) == 1 else "mixed"
    points = 12 * int(pieces[0][1]) if kind == "mono" else 18
    yield from _stack(Scored(pieces, "mono" if kind == "mono" else "mixed", points, -1, built=False), x, foot)
    yield (
        f'<rect class="tip {colour}" x="{x - 22}" y="{top + 4}" width="44" height="{SHELF - 14}" rx="6"'
        ' stroke-dasharray="4 4"/>'
    )
    if colour == "no":
        yield f'<path class="tip no" style="stroke-width:3.4" d="M{x - 9} {foot - 26}l18 18m0-18-18 18"/>'


def _foot(shown: Picture, height: int) -> Iterator[str]:
    last = ", the last turn" if shown.last else ""
    words = f"seat {shown.turn + 1} to {shown.phase}{last}"
    if shown.ending:
        words = shown.ending.words
    elif shown.phase == "choose":
        words = f"all choose a number up to {shown.die}{', the last round' if shown.last else ''}"
    elif shown.phase in ("lay", "reveal"):
        words = "the line is laid" if shown.phase == "lay" else "the numbers are revealed"
    yield f'<text class="foot" x="8" y="{height - 8}">{words}</text>'
