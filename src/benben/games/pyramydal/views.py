"""What a seat may know of Pyramydal: everything but what others have chosen. And how a client draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias, cast

from msgspec import Struct

from benben.core.contract import CHANCE, Event, Hidden, Seat
from benben.games.pyramydal.board import (
    DIAGONAL,
    HIDDEN,
    MIX,
    MIXED,
    MONO,
    OUT,
    RETIRED,
    STASH,
    Hands,
    Line,
    Statues,
    Table,
    described,
    letters,
    parts,
    piece,
    rank,
    spelt,
)
from benben.games.pyramydal.board import pieces as pieces_text
from benben.games.pyramydal.notation import name
from benben.games.pyramydal.rules import (
    BUILD,
    CHOOSE,
    DECLINE,
    END,
    RETIRE,
    TAKE,
    Action,
    contenders,
    outcome,
    turn,
)
from benben.games.pyramydal.rules.phases import (
    CHOOSING,
    ENDED,
    LAYING,
    State,
    ahead,
    behind,
    buildable,
    built,
    count,
    is_out,
    kind_at,
    landing,
    movable,
    movers,
    pieces,
    shown,
    statues,
    taken,
    token,
    virtual,
)
from benben.games.pyramydal.scoring import settlement

Standing: TypeAlias = Literal["queue", "line", "stuck", "retired", "out"]
Phase: TypeAlias = Literal["lay", "move", "build", "choose", "reveal", "over"]
PHASES: tuple[Phase, ...] = ("lay", "move", "build", "choose", "over")  # by number; reveal is part of choose


class View(NamedTuple):
    """A state in which foreign choices read HIDDEN. The rules answer for it too."""

    table: Table
    line: Line
    cells: int
    tokens: int
    hands: Hands
    statues: Statues
    phase: int
    seat: int
    last: int
    chosen: int  # four bits a seat: 0 none, HIDDEN somebody else's
    queue: int


class Statue(Struct, frozen=True):
    """Three pyramids on each other, built or to be built."""

    pieces: tuple[str, str, str]  # from below: large, medium, small if it is mixed
    kind: Literal["mono", "mixed"]
    points: int  # 12, 24, 36 or 18


class Collector(Struct, frozen=True):
    """A seat and what it has."""

    cell: int  # where the token stands, from 1; 0 in the queue, retired or out
    token: Standing  # stuck: on a cell, but no pyramid is ahead; out: this seat has left the match
    moves: bool  # a pyramid is ahead: this token can still move
    ahead: int  # pyramids ahead of it that can still be taken
    again: (
        bool  # after the move of this turn another is certain: more pyramids ahead than others move. No dice
    )
    collection: tuple[str, ...]  # pyramids not in statues, sorted: "r3", "r3", "y1"
    statues: tuple[Statue, ...]  # built, sorted
    points: int  # of the built statues; leftovers count at the end only
    could: tuple[str, ...]  # statues that this collection allows, were it this seat's turn: "r3g2b1"
    virtual: bool  # owns the virtual pyramid
    choice: Literal["none", "due", "hidden", "known"]  # dice: none: cannot move, or nobody chooses now
    number: int  # dice: the number chosen, if known; else 0


class Scored(Struct, frozen=True):
    """One line of the final count."""

    pieces: tuple[str, ...]  # from below
    kind: Literal["mono", "mixed", "mini", "single"]
    points: int
    virtual: int  # which of the pieces is the virtual pyramid, from 0; -1: none is
    built: bool  # during play; else put together at scoring


class Diagonal(Struct, frozen=True):
    """One colour in three sizes across three statues (6.1)."""

    colour: str  # letter
    statues: tuple[int, int, int]  # where it is large, medium, small: lines of the same Tally, from 0
    points: int  # 9


class Tally(Struct, frozen=True):
    """How a seat is scored, statue by statue. The lines are in the order in which they are told."""

    lines: tuple[Scored, ...]  # built statues, then what was put together at scoring, then single pyramids
    diagonals: tuple[Diagonal, ...]
    points: int  # all of it
    statues: int  # minis count (4.5)
    place: int  # 1 is best


class Ending(Struct, frozen=True):
    tallies: tuple[Tally, ...]  # by seat
    winner: int  # seat
    tie: Literal["", "statues", "order"]  # what decided between seats of equal points, if anything had to
    tied: tuple[int, ...]  # the seats with the winner's points, if there are several
    words: str  # "seats 1 and 3 have 84 points; seat 3 has more statues"


class Picture(Struct, frozen=True):
    line: tuple[str, ...]  # by cell, the first is cell 1: "r3", or "" where the pyramid was taken
    total: int  # cells that the line has when it is laid
    colours: str  # letters in play, in order: "rygb"
    seats: tuple[Collector, ...]  # in turn order
    phase: Phase
    turn: int  # a seat, -1 chance, -2 everyone who has yet to choose, -3 over
    last: bool  # the last turn, or with dice the last round: the game ends after it (4.1)
    order: tuple[int, ...]  # who acts from now on: by turn; dice: by who moves first, or builds next
    virtual: int  # seat that owns the virtual pyramid; -1: the last cell is still there
    die: int  # 0: no dice; 6, 8 or 10
    diagonal: bool
    ending: Ending | None  # when it is over


class Choice(Struct, frozen=True):
    text: str  # in notation, what Act sends
    kind: Literal["take", "retire", "decline", "build", "end", "choose"]
    cell: int  # take: the cell; choose: where the number leads if nobody moves before; else 0
    piece: str  # that is taken there; "" if none
    skipped: int  # take: pyramids passed, which are lost to this seat
    builds: tuple[str, ...]  # take: statues that this pyramid makes possible, beside those already: "r3g2b1"
    statue: Statue | None  # build
    number: int  # choose: 1 to die; else 0
    sure: bool  # choose: nobody moves before this seat, so the number leads there
    words: str  # a question for the dock: "Take 33, a large carnelian?"
    more: str  # its effect: "You pass 5 pyramids; they are lost to you."; may be empty
    clause: str  # "2.1"


def view(s: State, seat: Seat | None) -> View:
    chosen = 0
    for other in range(s.table.seats):
        number = s.chosen >> 4 * other & 15
        chosen |= (HIDDEN if number and other != seat else number) << 4 * other
    return View(
        table=s.table,
        line=s.line,
        cells=s.cells,
        tokens=s.tokens,
        hands=s.hands,
        statues=s.statues,
        phase=s.phase,
        seat=s.seat,
        last=s.last,
        chosen=chosen,
        queue=s.queue,
    )


def opened(s: State) -> View:
    """Everything, for replay after the end."""
    return View(*s)


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    """That somebody has chosen is seen, what is not (5.1)."""
    if event.by not in (seat, CHANCE) and event.what.verb == CHOOSE:
        return event._replace(what=Hidden("choose ?"))
    return event


def guess(v: View, draw: Callable[[int], int]) -> State:
    """Foreign choices, each number equally likely."""
    chosen = v.chosen
    for seat in range(v.table.seats):
        if chosen >> 4 * seat & 15 == HIDDEN:
            chosen ^= (HIDDEN ^ 1 + draw(v.table.die)) << 4 * seat
    return State(*v[:9], chosen, v.queue)


def hand(v: View) -> Seat | None:  # noqa: ARG001
    """Nobody lays the line or turns up the choices: it happens at once."""
    return None


def picture(v: View) -> Picture:
    s = cast(State, v)
    who, palette = turn(s), v.table.palette
    return Picture(
        line=tuple(
            "" if kind < 0 else piece(palette, kind)
            for kind in (kind_at(v.line, cell) for cell in range(1, v.cells + 1))
        ),
        total=STASH * v.table.colours if v.phase == LAYING else v.cells,
        colours=letters(palette),
        seats=tuple(_collector(s, seat) for seat in range(v.table.seats)),
        phase="reveal" if v.phase == CHOOSING and who == CHANCE else PHASES[v.phase],
        turn=who,
        last=bool(v.last),
        order=_order(s),
        virtual=virtual(s),
        die=v.table.die,
        diagonal=bool(v.table.diagonal),
        ending=ending(s) if v.phase == ENDED else None,
    )


def _order(s: State) -> tuple[Seat, ...]:
    if s.phase in (LAYING, ENDED):
        return ()
    if s.phase == CHOOSING:
        return tuple(seat for seat in behind(s) if movable(s, seat))
    if s.table.die:
        after, queue = [], s.queue
        while queue:
            after.append((queue & 15) - 1)
            queue >>= 4
        return (s.seat, *(seat for seat in after if _could(s, seat)))
    if s.last:
        return (s.seat,)
    later = ((s.seat + n) % s.table.seats for n in range(1, s.table.seats))
    return (s.seat, *(seat for seat in later if movable(s, seat) or _could(s, seat)))


def _could(s: State, seat: Seat) -> list[int]:
    return [] if is_out(s, seat) else buildable(pieces(s, seat), taken(s), s.table.colours)


def _statue(s: State, statue: int) -> Statue:
    below, middle, top = (piece(s.table.palette, kind) for kind in parts(statue, s.table.colours))
    if statue < MIX:
        return Statue((below, middle, top), "mono", MONO * int(below[1]))
    return Statue((below, middle, top), "mixed", MIXED)


def _sorted(s: State, some: Iterable[int]) -> list[int]:
    return sorted(some, key=lambda one: rank(s.table, one))


def _spelt(s: State, some: Iterable[int]) -> tuple[str, ...]:
    return tuple(spelt(s.table, one) for one in _sorted(s, some))


def _collector(s: State, seat: Seat) -> Collector:
    at, cells = token(s.tokens, seat), ahead(s, seat)
    others = movers(s) - (cells != 0)
    standing: Standing = "queue" if at == 0 else "line" if cells else "stuck"
    if at >= OUT:
        standing = "retired" if at == RETIRED else "out"
    number = s.chosen >> 4 * seat & 15
    choice: Literal["none", "due", "hidden", "known"] = "none"
    if s.phase == CHOOSING and cells:
        choice = "due" if number == 0 else "hidden" if number == HIDDEN else "known"
    return Collector(
        cell=0 if at >= OUT else at,
        token=standing,
        moves=cells != 0,
        ahead=count(cells),
        again=s.table.die == 0 and not s.last and count(cells) > others > 0,
        collection=pieces_text(s.table.palette, pieces(s, seat)),
        statues=tuple(_statue(s, one) for one in _sorted(s, statues(s, seat))),
        points=built(s, seat) >> 8,
        could=_spelt(s, _could(s, seat)),
        virtual=virtual(s) == seat,
        choice=choice,
        number=number if choice == "known" else 0,
    )


# The final count.


def ending(s: State) -> Ending:
    """How everybody is scored, statue by statue, and what decided (4.2-4.5)."""
    end = outcome(s)
    tallies = tuple(_tally(s, seat, end.places[seat]) for seat in range(s.table.seats))
    winner = end.winners[0]
    tied = tuple(seat for seat in contenders(s) if end.points[seat] == end.points[winner])
    if len(tied) == 1:
        words = f"seat {winner + 1} has the most points, {end.points[winner]}"
        return Ending(tallies, winner, "", (), words)
    names = " and ".join([", ".join(str(seat + 1) for seat in tied[:-1]), str(tied[-1] + 1)])
    words = f"seats {names} have {end.points[winner]} points each; "
    if max(tallies[seat].statues for seat in tied if seat != winner) < tallies[winner].statues:
        return Ending(tallies, winner, "statues", tied, f"{words}seat {winner + 1} has more statues")
    return Ending(tallies, winner, "order", tied, f"{words}seat {winner + 1} comes later in turn order")


def _tally(s: State, seat: Seat, place: int) -> Tally:
    if is_out(s, seat):
        return Tally((), (), 0, 0, place)  # 4.7
    table, own = s.table, _sorted(s, statues(s, seat))
    left = settlement(
        pieces(s, seat),
        shown(s, seat),
        taken(s),
        table.colours,
        virtual(s) == seat,
        table.diagonal == 1,
    )
    rows: list[tuple[tuple[int, ...], Scored]] = []
    for one in own:
        kinds, built_one = parts(one, table.colours), _statue(s, one)
        rows.append((kinds, Scored(built_one.pieces, built_one.kind, built_one.points, -1, True)))
    for found in left.plan:
        alike = len(set(found.kinds)) == 1
        kind: Literal["mono", "mixed", "mini", "single"] = "mono" if alike else "mixed"
        kind = kind if len(found.kinds) == 3 else "mini" if len(found.kinds) == 2 else "single"
        texts = tuple(piece(table.palette, one) for one in found.kinds)
        rows.append((found.kinds, Scored(texts, kind, found.points, found.virtual, False)))
    lines = tuple(line for _, line in rows)
    high: list[tuple[int, ...]] = [kinds if len(kinds) == 3 else () for kinds, _ in rows]
    return Tally(
        lines=lines,
        diagonals=_diagonals(s, high) if table.diagonal else (),
        points=(built(s, seat) >> 8) + left.score,
        statues=len(own) + left.statues,
        place=place,
    )


def _diagonals(s: State, high: list[tuple[int, ...]]) -> tuple[Diagonal, ...]:
    """One colour in three sizes across three statues, as often as that goes (6.1)."""
    found = []
    for colour, letter in enumerate(letters(s.table.palette)):
        levels = [[n for n, kinds in enumerate(high) if 3 * colour + size in kinds] for size in (2, 1, 0)]
        found += [Diagonal(letter, three, DIAGONAL) for three in zip(*levels, strict=False)]
    return tuple(found)


# Choices.


def choice(v: View, seat: Seat, action: Action) -> Choice:
    s, text = cast(State, v), name(v, action)
    if action.verb == TAKE:
        return _take(s, seat, action.what, text)
    if action.verb == CHOOSE:
        return _choose(s, seat, action.what, text)
    if action.verb == BUILD:
        statue = _statue(s, action.what)
        words = f"Build {' '.join(statue.pieces)} for {statue.points} points?"
        more = "It is final." if statue.kind == "mono" else "It is final, and nobody else may build the same."
        clause = "3.2" if statue.kind == "mono" else "3.3"
        return Choice(text, "build", 0, "", 0, (), statue, 0, False, words, more, clause)
    if action.verb == RETIRE:
        more = "You take nothing, and your token never moves again."
        return Choice(text, "retire", 0, "", 0, (), None, 0, False, "Stop before the end?", more, "2.3")
    if action.verb == DECLINE:
        more = "Your last move may be left out. You can still build."
        return Choice(text, "decline", 0, "", 0, (), None, 0, False, "Stay where you are?", more, "4.1")
    assert action.verb == END
    return Choice(text, "end", 0, "", 0, (), None, 0, False, "Build no more?", _unbuilt(s, seat), "3.5")


def _take(s: State, seat: Seat, cell: int, text: str) -> Choice:
    kind = kind_at(s.line, cell)
    what = piece(s.table.palette, kind)
    own, colours = pieces(s, seat), s.table.colours
    before = set(_could(s, seat))
    new = [one for one in buildable(own + (1 << 3 * kind), taken(s), colours) if one not in before]
    skipped = count(ahead(s, seat) & (1 << cell) - 1)
    more = []
    if skipped:
        passed = "1 pyramid; it is" if skipped == 1 else f"{skipped} pyramids; they are"
        more.append(f"You pass {passed} lost to you.")
    if cell == s.cells:
        more.append("You get the virtual pyramid, and your token has reached the end.")
    words = f"Take {cell}, a {described(what)}?"
    clause = "2.5" if cell == s.cells else "2.1"
    return Choice(
        text, "take", cell, what, skipped, _spelt(s, new), None, 0, False, words, " ".join(more), clause
    )


def _choose(s: State, seat: Seat, number: int, text: str) -> Choice:
    first = next(other for other in behind(s) if movable(s, other))
    cell = landing(s, seat, number)
    what, sure = piece(s.table.palette, kind_at(s.line, cell)), first == seat
    more = f"It leads to {cell}, a {described(what)}{'' if sure else ', if nobody moves before you'}."
    return Choice(text, "choose", cell, what, 0, (), None, number, sure, f"Choose {number}?", more, "5.2")


def _unbuilt(s: State, seat: Seat) -> str:
    """What a player should know who ends a turn: whether another one is certain."""
    cells, others = count(ahead(s, seat)), movers(s) - movable(s, seat)
    if s.last:
        return "The game is over then. What is left is paired and counted."
    if s.table.die == 0 and cells > others > 0:
        return "You will surely have another turn."
    return "This may have been your last turn."
