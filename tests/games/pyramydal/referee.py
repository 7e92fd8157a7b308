"""A second, slow referee of Pyramydal, written from the rulebook alone: texts in, texts out, plain lists.

It shares nothing with the game but the notation, so that a mistake would have to be made twice. Scores are
found by trying every partition, so collections should be small.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations, product

LETTERS = "rygbkwcopm"


@dataclass
class Position:
    line: list[str]  # pyramids by cell, "" if taken
    tokens: list[str]
    hands: list[list[str]]
    shelves: list[list[str]]
    turn: str
    options: str

    @property
    def seats(self) -> int:
        return len(self.tokens)

    @property
    def die(self) -> int:
        return next((int(word[4:]) for word in self.options.split(",") if word.startswith("die ")), 0)

    @property
    def last(self) -> bool:
        return self.turn.endswith(" last")

    def ahead(self, seat: int) -> list[int]:
        if self.tokens[seat] == "=":
            return []
        at = 0 if self.tokens[seat] == "-" else int(self.tokens[seat])
        return [cell for cell, one in enumerate(self.line, 1) if one and cell > at]

    def movers(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.ahead(seat)]


def copy(p: Position) -> Position:
    hands, shelves = [[*one] for one in p.hands], [[*one] for one in p.shelves]
    return Position([*p.line], [*p.tokens], hands, shelves, p.turn, p.options)


def order(piece: str) -> tuple[int, int]:
    return LETTERS.index(piece[0]), -int(piece[1])


def parse(text: str) -> Position:
    line, tokens, hands, shelves, turn, *options = text.split(" | ")
    return Position(
        [] if line == "-" else [line[n : n + 2].strip(".") for n in range(0, len(line), 2)],
        tokens.split(","),
        [[] if one == "-" else [one[n : n + 2] for n in range(0, len(one), 2)] for one in hands.split(",")],
        [[] if one == "-" else one.split("+") for one in shelves.split(",")],
        turn,
        options[0] if options else "",
    )


def text(p: Position) -> str:
    line = "".join(one or ".." for one in p.line) or "-"
    hands = ",".join("".join(sorted(one, key=order)) or "-" for one in p.hands)
    shelves = ",".join(
        "+".join(sorted(one, key=lambda st: [order(st[n : n + 2]) for n in (0, 2, 4)])) or "-"
        for one in p.shelves
    )
    fields = [line, ",".join(p.tokens), hands, shelves, p.turn]
    return " | ".join(fields + ([p.options] if p.options else []))


def statues(p: Position, seat: int) -> list[str]:
    """Section 3: everything that this seat could build."""
    own, standing = p.hands[seat], {one for shelf in p.shelves for one in shelf}
    found = {one * 3 for one in own if own.count(one) >= 3}
    larges, mediums, smalls = ({one for one in own if one[1] == pips} for pips in "321")
    for a, b, c in product(larges, mediums, smalls):
        if len({a[0], b[0], c[0]}) == 3 and a + b + c not in standing:
            found.add(a + b + c)
    return sorted(found)


def moves(before: str) -> dict[tuple[int, str], str]:
    """Every action of every seat by its text, and the position after it."""
    p = parse(before)
    kind, _, rest = p.turn.removesuffix(" last").partition(" ")
    found: dict[tuple[int, str], str] = {}
    if kind == "choose":
        for seat, one in enumerate(rest.split(",")):
            if one == "?":
                for number in range(1, p.die + 1):
                    after, words = copy(p), rest.split(",")
                    words[seat] = str(number)
                    after.turn = f"choose {','.join(words)}{' last' if p.last else ''}"
                    found[seat, f"choose {number}"] = text(after)
        return found
    if kind in ("lay", "over"):
        return found
    queue = [int(one) - 1 for one in rest.split(",")] if p.die else [int(kind) - 1]
    seat = queue[0]
    if rest == "move":
        for cell in p.ahead(seat):
            after = copy(p)
            take(after, seat, cell)
            found[seat, str(cell)] = text(build_or_pass(after, queue))
        if not p.line[-1]:
            after = copy(p)
            after.tokens[seat] = "="
            found[seat, "retire"] = text(build_or_pass(after, queue))
        if p.last:
            found[seat, "decline"] = text(build_or_pass(copy(p), queue))
        return found
    for statue in statues(p, seat):
        after = copy(p)
        for n in (0, 2, 4):
            after.hands[seat].remove(statue[n : n + 2])
        after.shelves[seat].append(statue)
        found[seat, f"build {statue}"] = text(build_or_pass(after, queue))
    found[seat, "end"] = text(passed(copy(p), queue))
    return found


def take(p: Position, seat: int, cell: int) -> None:
    p.hands[seat].append(p.line[cell - 1])
    p.line[cell - 1] = ""
    p.tokens[seat] = str(cell)


def build_or_pass(p: Position, queue: list[int]) -> Position:
    seat = queue[0]
    if not statues(p, seat):
        return passed(p, queue)
    order_of_seats = ",".join(str(one + 1) for one in queue)
    p.turn = f"build {order_of_seats}" + " last" * p.last if p.die else f"{seat + 1} build" + " last" * p.last
    return p


def passed(p: Position, queue: list[int]) -> Position:
    """The turn that comes next (3.5, 4.1, 5.4)."""
    rest, able = queue[1:], p.movers()
    if p.die:
        while rest:
            if statues(p, rest[0]):
                return build_or_pass(p, rest)
            rest = rest[1:]
        return next_round(p)
    if p.last or not able:
        p.turn = "over"
        return p
    if len(able) == 1:
        p.turn = f"{able[0] + 1} move last"
        return p
    seat = queue[0]
    while True:
        seat = (seat + 1) % p.seats
        if seat in able:
            p.turn = f"{seat + 1} move"
            return p
        if statues(p, seat):
            p.turn = f"{seat + 1} build"
            return p


def next_round(p: Position) -> Position:
    able = p.movers()
    if p.last or not able:
        p.turn = "over"
    else:
        p.turn = f"choose {','.join('?' if seat in able else '-' for seat in range(p.seats))}"
        p.turn += " last" if len(able) == 1 else ""
    return p


def revealed(before: str) -> str:
    """Section 5: everybody moves, then the building begins."""
    p = parse(before)
    numbers = p.turn.removeprefix("choose ").removesuffix(" last").split(",")

    def place(seat: int) -> int:
        return -seat if p.tokens[seat] == "-" else int(p.tokens[seat])

    seats = sorted(range(p.seats), key=place)
    for seat in seats:
        if numbers[seat] != "-" and p.ahead(seat):
            take(p, seat, reached(p, seat, int(numbers[seat])))
    queue = [seat for seat in seats if not p.last or numbers[seat] != "-"]
    while queue:
        if statues(p, queue[0]):
            return text(build_or_pass(p, queue))
        queue = queue[1:]
    return text(next_round(p))


def reached(p: Position, seat: int, number: int) -> int:
    """5.2, 5.3 and 5.5."""
    waiting = [other for other in range(seat) if p.tokens[other] == "-" and p.tokens[seat] == "-"]
    at = 0 if p.tokens[seat] == "-" else int(p.tokens[seat])
    spaces: list[int] = [0] * len(waiting)  # cell 0 stands for a token in the queue
    for cell, one in enumerate(p.line, 1):
        if cell > at and (one or str(cell) in p.tokens):
            spaces.append(cell)
    if number > len(spaces):
        return p.ahead(seat)[-1]
    beyond = [cell for cell in p.ahead(seat) if cell >= spaces[number - 1]]
    return beyond[0] if beyond else p.ahead(seat)[-1]


def laid(before: str, piece: str) -> str:
    p = parse(before)
    p.line.append(piece)
    if len(p.line) == 15 * max(4, p.seats):
        p.turn = f"choose {','.join('?' * p.seats)}" if p.die else "1 move"
    return text(p)


def bag(before: str) -> dict[str, int]:
    p = parse(before)
    kinds = [f"{letter}{pips}" for letter in LETTERS[: max(4, p.seats)] for pips in (3, 2, 1)]
    return {kind: 5 - p.line.count(kind) for kind in kinds if p.line.count(kind) < 5}


# Section 4: the score, by trying everything.


@dataclass(frozen=True)
class Table:
    standing: frozenset[str] = frozenset()
    own: tuple[str, ...] = field(default=())
    diagonal: bool = False


def result(before: str) -> tuple[list[tuple[int, int]], int]:
    """Points and statues by seat, and who wins."""
    p = parse(before)
    standing = frozenset(one for shelf in p.shelves for one in shelf)
    every = "".join(one for one in p.line) + "".join("".join(one) for one in [*p.hands, *p.shelves])
    colours = [letter for n, letter in enumerate(LETTERS) if n < max(4, p.seats) or letter in every]
    scores = []
    for seat in range(p.seats):
        table = Table(standing, tuple(p.shelves[seat]), "diagonal" in p.options.split(","))
        hand = tuple(sorted(p.hands[seat]))
        best = settled(hand, table, ())
        if p.tokens[seat] == str(len(p.line)):
            for virtual in (f"{letter}{pips}" for letter in colours for pips in (1, 2, 3)):
                best = max(best, with_virtual(hand, virtual, table))
        scores.append(best)
    return scores, max(range(p.seats), key=lambda seat: (scores[seat], seat))


def with_virtual(hand: tuple[str, ...], virtual: str, table: Table) -> tuple[int, int]:
    """It completes one statue of three, or it is one half of a mini, or it is not used."""
    best = (0, 0)
    for n, one in enumerate(hand):
        points, many = settled((*hand[:n], *hand[n + 1 :]), table, ())
        best = max(best, (points + 2 * (int(one[1]) + int(virtual[1])), many + 1))
    for a, b in combinations(range(len(hand)), 2):
        rest = tuple(one for n, one in enumerate(hand) if n not in (a, b))
        for three in permutations((hand[a], hand[b], virtual)):
            alike = len(set(three)) == 1
            mixed = "".join(one[1] for one in three) == "321" and len({one[0] for one in three}) == 3
            if alike or (mixed and "".join(three) not in table.standing):
                best = max(best, settled(rest, table, ("".join(three),)))
    return best


def settled(hand: tuple[str, ...], table: Table, more: tuple[str, ...]) -> tuple[int, int]:
    points, many = minis(hand)
    for statue in (*table.own, *more):
        points += 12 * int(statue[1]) if statue[:2] == statue[2:4] else 18
        many += 1
    return points + (9 * diagonals((*table.own, *more)) if table.diagonal else 0), many


def diagonals(shelf: tuple[str, ...]) -> int:
    total = 0
    for letter in LETTERS:
        levels = [sum(f"{letter}{pips}" in (st[:2], st[2:4], st[4:]) for st in shelf) for pips in (1, 2, 3)]
        total += min(levels)
    return total


@cache
def minis(hand: tuple[str, ...]) -> tuple[int, int]:
    """Every pairing; a pyramid may stay single."""
    if not hand:
        return 0, 0
    first, rest = hand[0], hand[1:]
    points, many = minis(rest)
    best = (points + 1, many)
    for n, other in enumerate(rest):
        points, many = minis((*rest[:n], *rest[n + 1 :]))
        best = max(best, (points + 2 * (int(first[1]) + int(other[1])), many + 1))
    return best
