"""What `benben solve pyramydal` understands and answers.

    benben solve pyramydal --pieces r3r3r3g2y1      the best score of a collection, and what to build

The question is that of a last building phase: any number of statues three high, then scoring (3, 4.2-4.4).
Most points come first, then most statues, minis included. The plan lists statues three high, then minis, then
a pyramid that is left over. Score and statues count what was built before, too.

    --virtual          the virtual pyramid is there as well; the plan shows it as what it is declared to be
    --colours n        in play; else the first four letters of r y g b k w c o p m, and as many as are named
    --statues a,b      the player's own, already built: r3r3r3,r3g2b1
    --others a,b       everybody else's; no mixed statue may stand twice
    --diagonal         nine points for each diagonal (6.1)
    --scoring          the game is over: only the virtual pyramid completes a statue (4.3)
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any

from benben.core.contract import Unreadable
from benben.games.pyramydal.board import COLOURS, EACH, LEAST_COLOURS, MIX, statue_code
from benben.games.pyramydal.scoring import kinds_shown, promise, settlement

PIECE = re.compile(rf"[{COLOURS}][123]")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pieces", default="", help="the collection, such as r3r3g2")
    parser.add_argument("--virtual", action="store_true", help="with the virtual pyramid")
    parser.add_argument("--colours", type=int, metavar="N", help="colours in play")
    parser.add_argument("--statues", default="", help="the player's own statues, joined by commas")
    parser.add_argument("--others", default="", help="the statues of the others, likewise")
    parser.add_argument("--diagonal", action="store_true", help="diagonals count")
    parser.add_argument("--scoring", action="store_true", help="the game is over: nothing more is built")


def answer(
    asked: argparse.Namespace,
    going: Callable[[int], bool],  # noqa: ARG001 - there is nothing to wait for
    tell: Callable[[str], None],  # noqa: ARG001
) -> dict[str, Any]:
    """The answer as JSON has it."""
    hand = _pieces(asked.pieces)
    own, others = _statues(asked.statues), _statues(asked.others)
    used = [*hand, *(kind for statue in (*own, *others) for kind in statue)]
    colours = _colours(asked.colours, used)
    for kind in set(used):
        if used.count(kind) > EACH:
            raise Unreadable(f"there are only {EACH} of a kind", _name(kind))
    codes, foreign = [statue_code(one, colours) for one in own], [statue_code(one, colours) for one in others]
    taken = [code - MIX for code in (*codes, *foreign) if code >= MIX]
    for signature in taken:
        if taken.count(signature) > 1:
            statue = next(one for one in (*own, *others) if statue_code(one, colours) == MIX + signature)
            raise Unreadable("no mixed statue stands twice on the table (3.3)", "".join(map(_name, statue)))
    solve = settlement if asked.scoring else promise
    found = solve(
        sum(1 << 3 * kind for kind in hand),
        sum(kinds_shown(code, colours) for code in codes),
        sum(1 << signature for signature in taken),
        colours,
        asked.virtual,
        asked.diagonal,
    )
    built = sum(18 if code >= MIX else 12 * (code % 3 + 1) for code in codes)
    result = {
        "score": found.score + built,
        "statues": found.statues + len(own),
        "plan": ["".join(map(_name, one.kinds)) for one in found.plan],
    }
    if asked.virtual:
        result["virtual"] = None if found.virtual < 0 else _name(found.virtual)
    if asked.diagonal:
        result["diagonals"] = sum(found.diagonals)
    if own:
        result["built"] = built
    if not found.exact:
        result["exact"] = False
    return result


def _pieces(text: str) -> list[int]:
    words = [text[n : n + 2] for n in range(0, len(text), 2)]
    for word in words:
        if not PIECE.fullmatch(word):
            raise Unreadable(f"a piece is one of {COLOURS} and its pips 1 to 3, as in r3", word)
    return [3 * COLOURS.index(word[0]) + int(word[1]) - 1 for word in words]


def _statues(text: str) -> list[list[int]]:
    found = []
    for word in re.split(r"[,+]", text) if text not in ("", "-") else []:
        kinds = _pieces(word)
        mono = len(kinds) == 3 and len(set(kinds)) == 1
        mixed = [kind % 3 for kind in kinds] == [2, 1, 0] and len({kind // 3 for kind in kinds}) == 3
        if not (mono or mixed):
            raise Unreadable("a statue is r3r3r3, or large, medium, small in three colours: r3g2b1", word)
        found.append(kinds)
    return found


def _colours(asked: int | None, used: Sequence[int]) -> int:
    least = max((kind // 3 + 1 for kind in used), default=0)
    if asked is None:
        return max(least, LEAST_COLOURS)
    if not max(least, 3) <= asked <= len(COLOURS):
        raise Unreadable(
            f"with these pieces {max(least, 3)} to {len(COLOURS)} colours are in play", str(asked)
        )
    return asked


def _name(kind: int) -> str:
    return f"{COLOURS[kind // 3]}{kind % 3 + 1}"
