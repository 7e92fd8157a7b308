"""A board of Egyptian Solitaire as a small SVG, for the rulebook and for texts about the game.

A nest is drawn in section: what is inside stands inside. Equal sizes on one square show as courses at the
foot. Large is lapis, medium faience, small gold.
"""

from __future__ import annotations

from collections.abc import Iterator

from benben.games.solitaire.board import LETTERS, square_name
from benben.games.solitaire.notation import name, write
from benben.games.solitaire.rules import Action, State, board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop

CELL, GAP, FRAME, FOOT = 64, 4, 9, 26
PITCH = CELL + GAP
WIDE = {"S": 20, "M": 34, "L": 50}
HIGH = {"S": 17, "M": 29, "L": 42}
COURSE = 4  # how far a course stands above the next

_STYLE = """
svg{--S:#F5D263;--M:#84D8E0;--L:#1F3F9B;--line:#2B2521;--in:#FFFFFFCC;--slab:#D8CEB8;--rim:#BCAF93;--cell:#F6F1E4;
--num:#555A68;--go:#17604A;--no:#A6261C;--ink:#454B5C}
@media(prefers-color-scheme:dark){svg{--L:#4468CE;--line:#060914;--in:#0F152899;--slab:#0A0F1E;--rim:#3E4A70;
--cell:#26304F;--num:#B6BBCD;--go:#74CFA8;--no:#F08A7A;--ink:#C3C5D3}}
text{font:9px system-ui,sans-serif;fill:var(--num)}.foot{font-size:13px;fill:var(--ink)}
.rim{fill:none;stroke:var(--rim)}.halo{fill:none;stroke:var(--cell);stroke-width:6;stroke-linecap:round}
.way{fill:none;stroke-width:2.4;stroke-dasharray:.1 5;stroke-linecap:round}
.tip{fill:none;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.go{stroke:var(--go)}.no{stroke:var(--no)}
"""


def svg(s: State, tried: Action | None = None, refused: bool = False) -> str:
    """The board at play, in Quicksand that of the first seat; a hop is dotted, and crossed if refused."""
    b = s.boards[0]
    width, height = b.files * PITCH - GAP + 2 * FRAME, b.ranks * PITCH - GAP + 2 * FRAME
    title = write(s)
    if tried is not None:
        title += f", {name(s, tried)}{' refused' if refused else ''}"
    title = title.replace(">", "&gt;")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + FOOT}" width="{width}"'
        ' role="img">',
        f"<title>{title}</title>",
        f"<style>{''.join(_STYLE.splitlines())}</style>",
        f'<rect width="{width}" height="{height}" rx="6" fill="var(--slab)"/>',
        f'<rect class="rim" x="4" y="4" width="{width - 8}" height="{height - 8}" rx="4"/>',
    ]
    for square in range(b.ranks * b.files):
        parts += _square(b, square)
    if isinstance(tried, Hop):
        parts += _way(b, tried, "no" if refused else "go")
    score, left = board_moves.score(b), board_moves.pieces(b)
    words = f"{score} point{'' if score == 1 else 's'} in {left} pyramid{'' if left == 1 else 's'}"
    parts.append(f'<text class="foot" x="{FRAME}" y="{height + 18}">{words}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _corner(b: Board, square: int) -> tuple[int, int]:
    """Left and upper edge of a square; rank 1 is the lowest."""
    rank, file = divmod(square, b.files)
    return FRAME + file * PITCH, FRAME + (b.ranks - 1 - rank) * PITCH


def _middle(b: Board, square: int) -> tuple[int, int]:
    x, y = _corner(b, square)
    return x + CELL // 2, y + CELL // 2


def _square(b: Board, square: int) -> Iterator[str]:
    x, y = _corner(b, square)
    stack = board_moves.letters(board_moves.code(b, square))
    yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="3" fill="var(--cell)"/>'
    yield f'<text x="{x + 4}" y="{y + 11}">{square_name(square, b.files)}</text>'
    if not stack:
        yield f'<path d="M{x + CELL // 2 - 4} {y + CELL // 2}h8m-4-4v8" stroke="var(--rim)"/>'
    for letter in reversed(LETTERS):
        for course in range(stack.count(letter)):
            outer = letter == stack[-1]
            foot, half = y + CELL - 7 - course * COURSE, WIDE[letter] // 2
            yield (
                f'<path d="M{x + CELL // 2} {foot - HIGH[letter]}l{half} {HIGH[letter]}h{-2 * half}Z"'
                f' fill="var(--{letter})" stroke="var(--{"line" if outer else "in"})"/>'
            )


def _way(b: Board, hop: Hop, colour: str) -> Iterator[str]:
    """A dotted line, a frame where it leads, a cross if it may not."""
    (x, y), (to_x, to_y) = _middle(b, hop.start), _middle(b, hop.end)
    half = CELL // 2 - 2
    size = 2 * half
    yield f'<path class="halo" d="M{x} {y}L{to_x} {to_y}"/>'
    yield f'<path class="way {colour}" d="M{x} {y}L{to_x} {to_y}"/>'
    yield (
        f'<rect class="tip {colour}" x="{to_x - half}" y="{to_y - half}" width="{size}" height="{size}"'
        ' rx="4" stroke-dasharray="4 4"/>'
    )
    if colour == "no":
        cross = f"M{to_x - 8} {to_y - 8}l16 16m0-16-16 16"
        yield f'<path class="halo" d="{cross}"/><path class="tip no" style="stroke-width:3.4" d="{cross}"/>'
