"""The pyramid as a small SVG, for the rulebook and other texts about the game.

A survey plan: masonry around it, walls with nine gates, four sorts of floor. Sarcophagi in the colour of
their god, idols in niches, blocks as dressed stone, mummies with an arrow of travel, people as stelae.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benben.games.horus import board
from benben.games.horus.notation import name, write
from benben.games.horus.rules.events import Go
from benben.games.horus.rules.state import State, idol_worth

CELL, EDGE, FOOT = 48, 16, 34
WIDTH, HEIGHT = 9 * CELL + 2 * EDGE, 8 * CELL + EDGE + 8

_STYLE = """
svg{--mason:#CDC3AF;--ink:#4F4939;--line:#1A203226;--num:#554E3F;--wall:#3A352E;--sand:#F1E2B8;--rubble:#DDD3C2;
--pond:#BFDDE0;--corridor:#E8D3C4;--stone:#B9B2A3;--edge:#9C9484;--linen:#F4EDDC;--thread:#7A6E55;--gold:#D8A63A;
--pat:#8C7A4A;--pale:#F6E7C3;--red:#A6261C;--go:#17604A;--y:#F5D263;--g:#41A187;--k:#23262D;--b:#1F3F9B;--r:#97261A}
@media(prefers-color-scheme:dark){svg{--mason:#0A0F1E;--ink:#B6BBCD;--line:#F2ECDE1C;--num:#C6C1AF;--wall:#A39C8A;
--sand:#4B4534;--rubble:#3B3C48;--pond:#1B4A5C;--corridor:#4A3440;--stone:#59607A;--edge:#434A64;--linen:#E9E0CB;
--thread:#5B5240;--pat:#8C8468;--pale:#3A3322;--red:#F08A7A;--go:#74CFA8;--b:#3F66CC;--k:#3A3F4C}}
text{font:9px system-ui,sans-serif;fill:var(--num)}.foot{font-size:12px;fill:var(--ink)}
.mid{text-anchor:middle}.big{font-size:14px}
.wall{stroke:var(--wall);stroke-width:4;stroke-linecap:square;fill:none}.thin{stroke:var(--line);fill:none}
.pat{fill:none;stroke:var(--pat);
stroke-opacity:.55;stroke-linecap:round}#f1{stroke-width:2}.sign{fill:none;stroke-width:1.5;stroke-linecap:round;
stroke-linejoin:round}.way{fill:none;stroke-width:2.6;stroke-dasharray:.1 5;stroke-linecap:round}
.tip{fill:none;stroke-width:2.4;stroke-linecap:round}.go{stroke:var(--go)}.no{stroke:var(--red)}
"""
_FLOORS = {
    board.RUBBLE: "m8 14 9-4 8 5-3 8-10 1ZM31 9l9 2-1 9-8-2ZM12 34l8-3 7 5-4 7-9-1ZM32 30l8 3-2 8-9-2Z",
    board.SAND: "m7 9h.1M20 16h.1M34 8h.1M41 21h.1M11 27h.1M27 30h.1M38 39h.1M17 41h.1",
    board.POND: "m6 15 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3M6 29l4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3",
    board.CORRIDOR: "m0 24h48M24 0v24M12 24v24",
}
_GODS = "ygkbr"  # colours, by god
_INKS = ("#1A2032", "#0B1226", "#fff", "#fff", "#fff")
_SIGNS = (
    "M12 9.4c2 0 3 1.4 3 3.2s-1.2 3.8-3 3.8-3-2-3-3.8 1-3.2 3-3.2ZM10 9.6C8 8.4 6.4 7 6.6 4.8M14 "
    "9.6c2-1.2 3.6-2.6 "
    "3.4-4.8M9 12.2H5.4M9.2 14.4l-3.2 1.8M15 12.2h3.6M14.8 14.4l3.2 1.8M12 16.4c0 2.6.4 5 2.8 5 2.2 "
    "0 2.8-1.8 2.2-3.2",
    "M1.8 12.4 8 11c.6-1.8 2-2.6 3.2-1.6 1 .2 1.8.6 2.4 1.2 3-.2 6 .4 8.6 3.2-2.4-.2-4 .4-5.2 "
    "1.6H8l-5.8-.8ZM9.4 "
    "16l-.8 2.4M15.8 16l.8 2.4",
    "M2.4 9.1 6 7.2l.5-4.8 1.9 3.2 1.3-3.2.8 4.700c.3 1.8 1.2 2.8 3 3.1 4 .7 6.9 1.4 6.9 4.6v6.400M2.4 9.1l"
    ".6 1.4 3.9.2c.4 1.7-.2 2.9-.2 4.400H2.2M2 21.400h15.6",
    "M7.6 3.2c1.7-.3 3 .6 3 2.1 0 2.2-2.2 3.2-2 5.6M7.6 3.200C4.6 3.5 2.7 6 2.2 10c1-2.5 2.6-4.1 "
    "5.2-4.6M8.6 10.9c.5-1.1 "
    "1.9-1.7 3.8-1.5 4.3.4 7.3 2.7 9.4 6.2-3 .6-5.5.6-7.8.2-3.3-.5-5.7-2.1-5.4-4.9ZM11.8 "
    "15.2v6.2M15.2 16v5.4",
    "M4.6 7.6C4.4 4.7 6.2 2.6 8.9 2.6c2.3 0 3.9 1.5 4.1 3.7.2 1.9 1.5 3 3.2 4.9 2.4 2.7 4 6 4.6 "
    "10.2l-4.1-3.3c-.9.2-1.9"
    ".2-2.9 0-3.6-.7-6.2-3.4-6.3-7 0-1.3.3-2.3.8-3.2-.9.3-1.7.2-2.2-.2ZM9.9 16.8v3.8M13.2 18.1v2.5",
)
_TOMB = (
    "M12 2.2c2.4 0 4 1.6 4 4 0 1 .5 1.4 1.4 1.9 1 .6 1.5 1.6 1.3 2.900L16.6 21.8H7.4L5.3 "
    "11c-.2-1.3.3-2.3 1.3-2.9C7.5 "
    "7.6 8 7.2 8 6.2c0-2.4 1.6-4 4-4Z"
)
_MUMMY = (
    "M12 2.4a3.4 3.4 0 0 1 3.4 3.4c0 1.2-.6 2.2-1.4 2.8 2.2.5 3.6 1.8 3.6 3.9 0 3.1-1.9 6.4-2.6 "
    "9.3H9c-.7-2.9-2.6-6.2-2.6"
    "-9.3 0-2.1 1.4-3.4 3.6-3.9a3.4 3.4 0 0 1-1.4-2.8A3.4 3.4 0 0 1 12 2.4Z"
)
_THREADS = "M9.4 8.7h5.2M6.6 11.4l9.8 3.4M7.4 15.4l8.4 2.4M17.4 11.4l-9.4 3.8M8.6 19.6l7-2.4"
_SEATS = ("#84D8E0", "#DE701C", "#E587BC", "#9068BD", "#23262D", "#F8F3E6")
_SEAT_INKS = ("#1A2032", "#1A2032", "#1A2032", "#fff", "#fff", "#1A2032")


def svg(s: State, tried: Any = None, refused: bool = False) -> str:
    """The picture of a position; a step that is tried is dotted, and crossed out if it is refused."""
    title = write(s) + (f", {name(s, tried)}{' refused' if refused else ''}" if tried is not None else "")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + FOOT}" width="{WIDTH}"'
        ' role="img">',
        f"<title>{title}</title>",
        f"<style>{''.join(_STYLE.splitlines())}</style>",
        "<defs>",
        *(f'<path id="f{zone}" class="pat" d="{path}"/>' for zone, path in _FLOORS.items()),
        f'<path id="t" d="{_TOMB}"/>',
        f'<g id="m"><path d="{_MUMMY}" fill="var(--linen)" stroke="var(--thread)"/>'
        f'<path d="{_THREADS}" fill="none" stroke="var(--thread)" stroke-width=".7"/></g>',
        "</defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="var(--mason)"/>',
    ]
    for space in range(64):
        parts += _floor(space)
    parts += _walls()
    parts += _rims()
    parts += (_stone(number) for number in s.blocks)
    for god in range(5):
        parts += _alcove(s, god)
    parts += (_tomb(s, tomb) for tomb in range(len(board.TOMBS)))
    parts += (part for mummy in range(3) for part in _mummy(s, mummy))
    parts += _people(s)
    if isinstance(tried, Go):
        parts += _way(s, tried, "no" if refused else "go")
    return "\n".join([*parts, *_foot(s), "</svg>"]) + "\n"


def _corner(space: int) -> tuple[int, int]:
    """Left and upper edge of a space; row 1 is the lowest."""
    column, row = board.COLUMNS.index(board.SPACES[space][0]), int(board.SPACES[space][1])
    return EDGE + column * CELL, EDGE + (8 - row) * CELL


def _floor(space: int) -> Iterator[str]:
    x, y = _corner(space)
    zone = board.ZONES[board.ZONE[space]]
    yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="var(--{zone})"/>'
    yield f'<use href="#f{board.ZONE[space]}" x="{x}" y="{y}"/>'
    if space in board.BLOCK_AT:
        yield f'<text x="{x + 4}" y="{y + 11}">{board.BLOCK_AT[space]}</text>'


def _walls() -> Iterator[str]:
    """The walls: thick where no step leads, thin between neighbours; the door is open."""
    thin: list[str] = []
    thick: list[str] = []
    for space in range(64):
        x, y = _corner(space)
        column, row = board.COLUMNS.index(board.SPACES[space][0]), int(board.SPACES[space][1])
        sides = (
            (column + 1, row, f"M{x + CELL} {y}v{CELL}"),
            (column - 1, row, f"M{x} {y}v{CELL}"),
            (column, row + 1, f"M{x} {y}h{CELL}"),
            (column, row - 1, f"M{x} {y + CELL}h{CELL}"),
        )
        for across, along, line in sides:
            other = board.INDEX.get(f"{board.COLUMNS[across]}{along}") if 0 <= across < 9 else None
            if other is None and along == 0:
                continue
            (thin if other in board.NEAR[space] else thick).append(line)
    yield f'<path class="thin" d="{"".join(thin)}"/>'
    yield f'<path class="wall" d="{"".join(thick)}"/>'


def _rims() -> Iterator[str]:
    for n, column in enumerate(board.COLUMNS):
        yield f'<text class="mid" x="{EDGE + n * CELL + CELL // 2}" y="11">{column}</text>'
    for row in range(1, 9):
        yield f'<text class="mid" x="7" y="{EDGE + (8 - row) * CELL + CELL // 2 + 3}">{row}</text>'
    yield f'<text class="mid" x="{WIDTH // 2}" y="{HEIGHT - 1}">door</text>'


def _stone(number: int) -> str:
    x, y = _corner(board.BLOCK_SPACES[number])
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="2" fill="var(--edge)"/>'
        f'<rect x="{x + 8}" y="{y + 8}" width="{CELL - 16}" height="{CELL - 16}" fill="var(--stone)"/>'
        f'<text class="mid big" x="{x + CELL // 2}" y="{y + CELL // 2 + 5}">{number}</text>'
    )


def _alcove(s: State, god: int) -> Iterator[str]:
    space = board.ALCOVES[god]
    if s.blocked >> space & 1:
        return
    x, y = _corner(space)
    there = s.idols >> god & 1
    niche = f"M{x + 11} {y + 44}V{y + 18}a13 13 0 0 1 26 0V{y + 44}Z"
    if not there:
        yield f'<path d="{niche}" fill="none" stroke="var(--num)" stroke-dasharray="3 3"/>'
        return
    ink = _INKS[god]
    yield f'<path d="{niche}" fill="var(--{_GODS[god]})" stroke="var(--gold)" stroke-width="1.4"/>'
    yield (
        f'<path class="sign" stroke="{ink}" transform="translate({x + 14} {y + 9}) scale(.82)"'
        f' d="{_SIGNS[god]}"/>'
        f'<text class="mid" style="fill:{ink}" x="{x + 24}" y="{y + 42}">{idol_worth(s.options, god)}</text>'
    )


def _tomb(s: State, tomb: int) -> str:
    x, y = _corner(board.TOMBS[tomb])
    colour, value = _GODS[board.TOMB_GOD[tomb]], s.tombs[tomb]
    place = f'transform="translate({x + 19} {y + 1}) scale(1.2)"'
    if value < 0:
        return f'<use href="#t" {place} fill="none" stroke="var(--num)" stroke-dasharray="1.5 1.5"/>'
    if value == 0:
        return f'<use href="#t" {place} fill="var(--{colour})" stroke="var(--gold)" stroke-width=".8"/>'
    return (
        f'<use href="#t" {place} fill="var(--pale)" stroke="var(--{colour})"/>'
        f'<text class="mid" x="{x + 33}" y="{y + 21}">{value}</text>'
    )


def _mummy(s: State, mummy: int) -> Iterator[str]:
    """A mummy with an arrow of travel, and the first letters of its name."""
    at, heading = s.mummies[mummy], s.headings[mummy]
    x, y = _corner(board.WALK[at])
    to_x, to_y = _corner(board.WALK[board.MARCH[at, heading][1][0]])
    lying = s.shot == mummy
    turned = f"translate({x + 2} {y + 40}) rotate(-90)" if lying else f"translate({x} {y + 12})"
    yield f'<use href="#m" transform="{turned} scale(1.1)"/>'
    angle = {(1, 0): 90, (-1, 0): 270, (0, -1): 0, (0, 1): 180}[
        (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    ]
    there = f"translate({x + 39} {y + 41}) rotate({angle}) scale(.8)"
    yield f'<path d="M0-5 5 4H-5Z" fill="var(--red)" transform="{there}"/>'
    yield f'<text x="{x + 5}" y="{y + 12}">{board.MUMMIES[mummy][:2].capitalize()}</text>'


def _people(s: State) -> Iterator[str]:
    here: dict[int, int] = {}
    for seat, p in enumerate(s.players):
        if p.place >= board.OUTSIDE or p.adventurer < 0:
            continue
        x, y = _corner(p.place)
        x += 6 + 11 * here.get(p.place, 0)
        here[p.place] = here.get(p.place, 0) + 1
        yield (
            f'<path d="M{x} {y + 45}V{y + 29}a8 8 0 0 1 16 0V{y + 45}Z" fill="{_SEATS[seat]}"'
            ' stroke="#2B2521"/>'
            f'<text class="mid" style="fill:{_SEAT_INKS[seat]};font-weight:600" x="{x + 8}" y="{y + 40}">'
            f"{seat + 1}</text>"
        )


def _way(s: State, step: Go, colour: str) -> Iterator[str]:
    """A step as a dotted line and a frame at its end, with a cross if it is refused."""
    to_x, to_y = (one + CELL // 2 for one in _corner(step.space))
    place = s.players[s.seat].place
    x, y = (one + CELL // 2 for one in _corner(place)) if place < board.OUTSIDE else (to_x, HEIGHT - 8)
    yield f'<path class="way {colour}" d="M{x} {y}L{to_x} {to_y}"/>'
    half = CELL // 2 - 4
    yield (
        f'<rect class="tip {colour}" x="{to_x - half}" y="{to_y - half}" width="{2 * half}"'
        f' height="{2 * half}"'
        ' rx="4" stroke-dasharray="4 4"/>'
    )
    if colour == "no":
        yield f'<path class="tip no" style="stroke-width:3.4" d="M{to_x - 8} {to_y - 8}l16 16m0-16-16 16"/>'


def _foot(s: State) -> Iterator[str]:
    dice = s.cast or s.roll
    told = [f"round {s.round}"] if s.round else ["the start"]
    if any(dice):
        told.append(f"dice {' '.join(str(pips) if pips else '-' for pips in dice)}")
    yield f'<text class="foot" x="{EDGE}" y="{HEIGHT + 20}">{", ".join(told)}</text>'
