"""The board of Senet as a small SVG, for the rulebook and for texts about the game.

An ebony box with ivory squares in a snake, cones and spools in elevation. Neighbours of one side stand in a
loop, three or more in a double one: they protect each other (5.1, 5.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benben.games.senet.board import LAST, OFF, WATER
from benben.games.senet.notation import name, write
from benben.games.senet.rules import DECLINE, PIECES, Move, State, turn

CELL, GAP, FRAME = 44, 3, 9
FOOT, BESIDE = 26, 22  # room for whose throw it is, and for pieces that leave
PITCH = CELL + GAP
WIDTH, HEIGHT = 10 * PITCH - GAP + 2 * FRAME, 3 * PITCH - GAP + 2 * FRAME

_STYLE = """
svg{--a:#B5402B;--al:#5E1A0F;--b:#1F4F9E;--bl:#0C2452;--box:#2B2521;--inlay:#B79A5B;--cell:#F6F1E4;--house:#EDE5D1;
--wat:#C9DFE4;--num:#555A68;--sign:#7A6440;--sea:#1E5E78;--go:#17604A;--no:#A6261C;--ink:#454B5C}
@media(prefers-color-scheme:dark){svg{--a:#E98F6E;--al:#FFD9C6;--b:#5E9BEA;--bl:#CFE2FF;--box:#060914;--inlay:#8F7A45;
--cell:#26304F;--house:#1E2743;--wat:#1D4256;--num:#B6BBCD;--sign:#B3A47E;--sea:#8FD0E4;--go:#74CFA8;--no:#F08A7A;
--ink:#C3C5D3}}
text{font:9px system-ui,sans-serif;fill:var(--num)}.foot{font-size:13px;fill:var(--ink)}
.sign{fill:none;stroke:var(--sign);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.sea{stroke:var(--sea)}
.way{fill:none;stroke-width:2.4;stroke-dasharray:.1 5;stroke-linecap:round}
.tip{fill:none;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.inlay{fill:none;stroke:var(--inlay);stroke-width:1.2}
.go{stroke:var(--go)}.no{stroke:var(--no)}
"""

_CONE = (
    '<path d="M30 7c3 0 4.4 2.6 5.5 6.6L43.6 44c1.1 4.3-.6 6-4 6.7-6 1.2-13.2 1.2-19.2 0-3.4-.7-5.1-2.4-4-6.7'
    'l8.1-30.4C25.6 9.6 27 7 30 7Z" fill="var(--a)" stroke="var(--al)" stroke-width="1.6"/>'
    '<path d="M18.2 38.4c7.4 2.3 16.2 2.3 23.6 0M17 43.2c8 2.5 18 2.5 26 0" fill="none" stroke="var(--cell)"'
    ' stroke-width="1.5"/>'
)
_SPOOL = (
    '<path d="M16.6 14.4c0-3 6-4.9 13.4-4.9s13.4 1.9 13.4 4.9c0 2.7-3.4 4-5.8 6.6-3.3 3.6-3.3 11.6.3 15.6'
    " 2.5 2.7 6.7 4.1 6.7 8.1 0 4.4-6.4 6.3-14.6 6.3s-14.6-1.9-14.6-6.3c0-4 4.2-5.4 6.7-8.1 3.6-4 3.6-12"
    ' .3-15.6-2.4-2.6-5.8-3.9-5.8-6.6Z" fill="var(--b)" stroke="var(--bl)" stroke-width="1.6"/>'
    '<path d="M16.8 15c1 2.4 6.4 3.8 13.2 3.8s12.2-1.4 13.2-3.8M22.6 38c4.4 1.6 10.4 1.6 14.8 0" fill="none"'
    ' stroke="var(--cell)" stroke-width="1.5"/>'
)
_SIGNS = {  # on a grid of 24
    15: "M12 12.4C9.2 9.8 7.8 7.9 7.8 6a4.2 4.2 0 0 1 8.4 0c0 1.9-1.4 3.8-4.2 6.4ZM12 12.4v9.1M6 13.6"
    "c2-.7 4-1 6-1s4 .3 6 1",
    26: "M12 2.4v12M9.2 4.4h5.6M9.2 7.2h5.6M12 13c-3.2 0-5 1.6-5 4 0 2.6 2.2 4.6 5 4.6s5-2 5-4.6"
    "c0-2.4-1.8-4-5-4Z",
    27: "m2 7.2 2.5-2.6L7 7.2l2.5-2.6L12 7.2l2.5-2.6L17 7.2l2.5-2.6L22 7.2M2 13.2l2.5-2.6L7 13.2l2.5-2.6 2.5 "
    "2.6 2.5-2.6 2.5 2.6 2.5-2.6 2.5 2.6M2 19.2l2.5-2.6L7 19.2l2.5-2.6 2.5 2.6 2.5-2.6 2.5 2.6 2.5-2.6 2.5 "
    "2.6",
    28: "M6 4v16M12 4v16M18 4v16",
    29: "M8 4v16M16 4v16",
    30: "M4.6 7.6C4.4 4.7 6.2 2.6 8.9 2.6c2.3 0 3.9 1.5 4.1 3.7.2 1.9 1.5 3 3.2 4.9 2.4 2.7 4 6 4.6 10.2"
    "l-4.1-3.3c-.9.2-1.9.2-2.9 0-3.6-.7-6.2-3.4-6.3-7 0-1.3.3-2.3.8-3.2-.9.3-1.7.2-2.2-.2ZM9.9 16.8v3.8H7.2"
    "M13.2 18.1v2.5h-3",
}


def svg(s: State, tried: Move | None = None, refused: bool = False) -> str:
    """A position; `tried` is drawn as a dotted way, and crossed out if it is refused."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + BESIDE} {HEIGHT + FOOT}"'
        f' width="{WIDTH + BESIDE}" role="img">',
        f"<title>{write(s)}{_title(s, tried, refused)}</title>",
        f"<style>{''.join(_STYLE.splitlines())}</style>",
        f'<defs><g id="x">{_CONE}</g><g id="o">{_SPOOL}</g></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="var(--box)"/>',
        f'<rect class="inlay" x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="4"/>',
        *(_square(n) for n in range(1, LAST + 1)),
        *_turns(),
    ]
    for seat, own in enumerate((s.cones, s.spools)):
        for run in _runs(own):
            parts += _loop(run, "ab"[seat])
    taken = s.cones | s.spools
    parts += (_marks(n, bool(taken >> n & 1)) for n in range(1, LAST + 1))
    if tried is not None and tried != DECLINE:
        parts += _way(tried, "no" if refused else "go")
    for side, own in (("o", s.spools), ("x", s.cones)):
        parts += (_piece(side, n) for n in range(1, LAST + 1) if own >> n & 1)
    if tried is not None and tried != DECLINE:
        parts += _tip(tried, "no" if refused else "go")
    return "\n".join([*parts, *_foot(s), "</svg>"]) + "\n"


def _title(s: State, tried: Move | None, refused: bool) -> str:
    return "" if tried is None else f", {name(s, tried)}{' refused' if refused else ''}"


def _corner(n: int) -> tuple[int, int]:
    """Left and upper edge of a square."""
    row, along = divmod(n - 1, 10)
    return FRAME + (9 - along if row == 1 else along) * PITCH, FRAME + row * PITCH


def _middle(n: int) -> tuple[int, int]:
    if n == OFF:  # beside 30
        return WIDTH + BESIDE // 2, _middle(LAST)[1]
    x, y = _corner(n)
    return x + CELL // 2, y + CELL // 2


def _square(n: int) -> str:
    x, y = _corner(n)
    fill = "wat" if n == WATER else "house" if n in _SIGNS else "cell"
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="2" fill="var(--{fill})"/>'


def _turns() -> Iterator[str]:
    """Marks where the track turns."""
    for n in (11, 21):
        x, y = _corner(n)
        yield f'<path class="inlay" d="M{x + CELL // 2 - 4} {y - 3}l4 3 4-3"/>'


def _marks(n: int, taken: bool) -> str:
    """Number and sign of a square; the sign makes room for a piece."""
    x, y = _corner(n)
    text = f'<text x="{x + 4}" y="{y + 12}">{n}</text>'
    if n in _SIGNS:
        size, dx, dy = (0.5, CELL - 18, 6) if taken else (1, 10, 12)
        look, place = "sign sea" if n == WATER else "sign", f"translate({x + dx} {y + dy}) scale({size})"
        text += f'<path class="{look}" transform="{place}" d="{_SIGNS[n]}"/>'
    return text


def _runs(own: int) -> Iterator[list[int]]:
    """The runs of two or more neighbouring squares."""
    run: list[int] = []
    for n in range(1, LAST + 2):
        if n <= LAST and own >> n & 1:
            run.append(n)
        else:
            if len(run) > 1:
                yield run
            run = []


def _loop(run: list[int], colour: str) -> Iterator[str]:
    """A plate with a line round it, two for a block. Around a corner it is made of wide strokes."""
    inlays = (1, 5) if len(run) == 2 else (1, 4, 6, 9)
    if (run[0] - 1) // 10 == (run[-1] - 1) // 10:
        (x, y), (end, _) = min(map(_corner, run)), max(map(_corner, run))
        for at, inset in enumerate(inlays):
            fill = "cell" if at % 2 else colour
            yield (
                f'<rect x="{x + inset / 2:g}" y="{y + inset / 2:g}" width="{end - x + CELL - inset}"'
                f' height="{CELL - inset}" rx="{7 - inset // 2}" fill="var(--{fill})"/>'
            )
        return
    for at, inset in enumerate(inlays):
        yield (
            f'<path d="{_path(run)}" fill="none" stroke="var(--{"cell" if at % 2 else colour})"'
            f' stroke-width="{CELL - inset}" stroke-linecap="square" stroke-linejoin="miter"/>'
        )


def _path(squares: Iterable[int]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in map(_middle, squares))


def _piece(side: str, n: int) -> str:
    x, y = _corner(n)
    return f'<use href="#{side}" transform="translate({x + 5} {y + 9}) scale(.58)"/>'


def _way(tried: Move, colour: str) -> Iterator[str]:
    step = 1 if tried.land > tried.start else -1
    yield f'<path class="way {colour}" d="{_path(range(tried.start, tried.land + step, step))}"/>'
    if tried.land == WATER and tried.end != WATER:
        yield f'<path class="way sea" d="{_path((WATER, tried.end))}"/>'


def _tip(tried: Move, colour: str) -> Iterator[str]:
    """A frame where the steps lead, crossed out if the move is refused."""
    x, y = _middle(tried.land)
    half = CELL // 2 - 2
    if tried.land == OFF:
        yield f'<path class="tip {colour}" d="M{x - 3} {y - 5}l5 5-5 5"/>'
    else:
        yield (
            f'<rect class="tip {colour}" x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}"'
            ' rx="4" stroke-dasharray="4 4"/>'
        )
    if colour == "no":
        yield f'<path class="tip no" style="stroke-width:3.4" d="M{x - 8} {y - 8}l16 16m0-16-16 16"/>'


def _foot(s: State) -> Iterator[str]:
    y = HEIGHT + 18
    if turn(s) < 0 and s.throw == 0 and not (s.cones and s.spools and s.mover >= 0):
        words = "drawn" if s.mover < 0 else f"the {PIECES[s.mover]}s have won"
    elif s.throw == 0:
        words = "to throw"
    else:
        words = f"to play {s.throw}" if s.steps == s.throw else f"to play {s.steps}, left of {s.throw}"
    if s.mover >= 0:
        yield f'<use href="#{"xo"[s.mover]}" transform="translate(2 {y - 16}) scale(.42)"/>'
    yield f'<text class="foot" x="30" y="{y}">{words}</text>'
