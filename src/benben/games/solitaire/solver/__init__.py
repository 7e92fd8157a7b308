"""The solver: the best score that can still be reached, a line to it, and whether that is proved.

A beam looks for a line first. Then a depth-first search tries to do better until it can show that nothing
better exists: the answer is exact. If the budget ends sooner the answer is the best found, and says so.

One solver serves one board size. Its table lives as long as the program, so every question profits from the
ones before. What the table says of a position is always true, so all games of a size may share it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from benben.core.compiled import compiled
from benben.games.solitaire.board import SMALL
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.solver import beam, depth_first
from benben.games.solitaire.solver.exceptions import exception_score
from benben.games.solitaire.solver.tables import board_codes, make_tables

F = TypeVar("F", bound=Callable[..., Any])
Going = Callable[[int], bool]  # asked now and then with the hops tried so far: shall the search go on?

WIDTHS = (30, 300, 3000)  # of the beams
MEMORY = 12 << 20  # bytes of a table, at most
REMEMBERED = 4_000  # positions whose answers are kept beside the table


class Answer(NamedTuple):
    score: int  # the lowest that can be reached, or was found
    exact: bool  # proved
    line: tuple[Hop, ...]  # leads to it
    nodes: int  # hops tried to find out


class Single(NamedTuple):
    """Whether the game can still end with one pyramid of a certain size."""

    possible: bool | None  # None: not decided within the budget
    line: tuple[Hop, ...]  # leads to it
    nodes: int


class Rated(NamedTuple):
    hop: Hop
    score: int  # the best that can be reached after it
    exact: bool
    cost: int  # pips that it gives away
    stuck: bool  # it leaves no hop


def without_limit(nodes: int) -> bool:
    """A budget without end: the search takes as long as it takes."""
    return nodes >= 0


def up_to(limit: int) -> Going:
    """A budget that ends when this many hops were tried."""
    return lambda nodes: nodes < limit


class Solver:
    def __init__(
        self, ranks: int, files: int, plain: bool = False, use_exceptions: bool = True, memory: int = MEMORY
    ) -> None:
        self.ranks, self.files, self.squares = ranks, files, ranks * files
        self.fast = compiled(board_moves).fast and not plain
        self._use_exceptions, self._memory = use_exceptions, memory
        self._begin = self._bind(depth_first.begin)
        self._explore = self._bind(depth_first.explore)
        self._withdraw = self._bind(depth_first.withdraw)
        self._climb = self._bind(beam.climb)
        self._first_level = self._bind(beam.first_level)
        self._slice = 50_000 if self.fast else 500
        self._lock = Lock()
        self._known: dict[Board, Answer] = {}
        # Mirror images are worth their price only where much is still to come; see docs/decisions.
        self._mirror_tables = make_tables(ranks, files, _array if self.fast else list)
        self._tables = self._mirror_tables._replace(turns=1)
        self._table = self._new_table()
        self._trail = self._new_trail()
        self._fronts: dict[int, beam.Front] = {}

    def best(self, b: Board, going: Going = without_limit) -> Answer:
        """The lowest score that can be reached from here."""
        with self._lock:
            return self._best(b, going, 0)

    def single(self, b: Board, size: int, going: Going = without_limit) -> Single:
        """Whether the game can end with exactly one pyramid, of this size (1.6)."""
        with self._lock:
            if size == SMALL:
                answer = self._best(b, going, 0)
                possible = True if answer.score == SMALL else False if answer.exact else None
                return Single(possible, answer.line if possible else (), answer.nodes)
            state, line, nodes = self._search(b, size, 0, going, 0)
            return Single({depth_first.FOUND: True, depth_first.NONE: False}.get(state), line, nodes)

    def rate(self, b: Board, going: Going = without_limit) -> list[Rated]:
        """Rate every legal hop by the best score after it. One table serves them all."""
        with self._lock:
            whole = self._best(b, going, 0)
            least, nodes = whole.score, whole.nodes
            found = []
            for hop in board_moves.actions(b, 0):
                child = board_moves.play(b, 0, hop)
                answer = self._best(child, _rest_of(going, nodes), whole.score if whole.exact else 0)
                nodes += answer.nodes
                least = min(least, answer.score)
                found.append(Rated(hop, answer.score, answer.exact, 0, board_moves.is_stuck(child)))
            return [one._replace(cost=one.score - least) for one in found]

    def rate_single(self, b: Board, size: int, going: Going = without_limit) -> list[tuple[Hop, bool | None]]:
        """Rate every legal hop by whether the game can still end with one pyramid of this size after it."""
        whole = self.single(b, size, going)
        nodes, found = whole.nodes, []
        for hop in board_moves.actions(b, 0):
            possible = whole.possible
            if possible is not False and hop != next(iter(whole.line), None):
                after = self.single(board_moves.play(b, 0, hop), size, _rest_of(going, nodes))
                possible, nodes = after.possible, nodes + after.nodes
            found.append((hop, possible))
        return found

    @property
    def memory(self) -> int:
        """Bytes of the table when it is full."""
        return self._table.size * (8 * self._tables.words + 4)

    def forget(self) -> None:
        """Empty the table."""
        with self._lock:
            if self.fast:
                self._table.marks.fill(0)
            else:
                self._table = self._new_table()
            self._known.clear()

    def _best(self, b: Board, going: Going, floor: int) -> Answer:
        """The lowest score that can be reached; the caller knows that nothing below `floor` can."""
        if b in self._known:
            return self._known[b]._replace(nodes=0)
        if min(self.ranks, self.files) == 2:
            return self._best_of_two_rows(b, going)
        told = exception_score(b) if self._use_exceptions else 0
        least = told or max(self._least(b), floor)
        line: tuple[Hop, ...] = ()
        score, nodes = board_moves.score(b), 0
        for width in self._widths(b):
            if score <= least or not going(nodes):
                break
            found, hops, tried = self._search_beam(b, width, least, going, nodes)
            nodes += tried
            if found < score:
                score, line = found, hops
        exact = score <= least
        while not exact:
            state, hops, tried = self._search(b, depth_first.SCORE, told or score - 1, going, nodes)
            nodes += tried
            if state != depth_first.FOUND:
                exact = state == depth_first.NONE
                break
            score, line = board_moves.score(after(b, hops)), hops
            exact = score <= least
        answer = Answer(score, exact, line, nodes)
        if exact:
            self._remember(b, answer)
        return answer

    def _widths(self, b: Board) -> tuple[int, ...]:
        """The widths of the beams to try: with few pyramids the search is quicker than a wide beam."""
        if self.squares <= 12 and board_moves.pieces(b) < 28:
            return WIDTHS[:1]
        return WIDTHS if self.fast and self.squares <= 24 else WIDTHS[:2]

    def _best_of_two_rows(self, b: Board, going: Going) -> Answer:
        """The best score of a board of two rows: nothing crosses between them, so it is two games of one."""
        whole = Answer(0, True, (), 0)
        length = max(self.ranks, self.files)
        for row in range(2):
            squares = [row * length + at if self.ranks == 2 else at * 2 + row for at in range(length)]
            part = board_moves.board_of(
                1, length, [board_moves.letters(board_moves.code(b, square)) for square in squares]
            )
            if not board_moves.pieces(part):
                continue
            own = solver(1, length, not self.fast).best(part, _rest_of(going, whole.nodes))
            line = (Hop(squares[hop.start], squares[hop.over], squares[hop.end]) for hop in own.line)
            whole = Answer(
                whole.score + own.score,
                whole.exact and own.exact,
                (*whole.line, *line),
                whole.nodes + own.nodes,
            )
        return whole

    def _least(self, b: Board) -> int:
        """A lower bound of the score, from the classes of squares and from what is odd and even."""
        self._place(b)
        self._begin(self._tables, self._trail, depth_first.SCORE, 0)
        g, x = self._tables, self._trail
        least = int(depth_first.bound(g.safe, g.groups, x.counts))
        odd, inside = int(x.registers[depth_first.ODD]), int(x.registers[depth_first.INNER])
        while depth_first.lacks_crossings(g.sets, g.needs, odd, inside, depth_first.SCORE, max(least, 1)):
            least += 1
        return least

    def _remember(self, b: Board, answer: Answer) -> None:
        """Keep an answer. The positions along its line have the same best score, and the rest of the line."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
        self._known[b] = answer
        for made, hop in enumerate(answer.line, 1):
            b = board_moves.play(b, 0, hop)
            self._known[b] = answer._replace(line=answer.line[made:])

    def _place(self, b: Board) -> None:
        for square, code in enumerate(board_codes(b)):
            self._trail.codes[square] = code

    def _search(
        self, b: Board, kind: int, target: int, going: Going, before: int
    ) -> tuple[int, tuple[Hop, ...], int]:
        """Search depth-first: gives the answer, the line if there is one, and the hops tried."""
        g, t, x = self._tables, self._table, self._trail
        if board_moves.pieces(b) > 2.5 * self.squares:
            g = self._mirror_tables
        self._place(b)
        state = self._begin(g, x, kind, target)
        nodes = self._slice // 50
        while state == depth_first.PAUSED:
            state = self._explore(g, t, x, nodes)
            nodes = min(2 * nodes, self._slice)  # short ones first, for small budgets
            if state == depth_first.PAUSED and not going(before + int(x.registers[depth_first.NODES])):
                break
        line: tuple[Hop, ...] = ()
        if state == depth_first.FOUND:
            line = tuple(
                self._hop(int(x.moves[depth * g.hops + int(x.tried[depth]) - 1]))
                for depth in range(int(x.registers[depth_first.DEPTH]))
            )
        nodes = int(x.registers[depth_first.NODES])
        self._withdraw(g, t, x)
        return int(state), line, nodes

    def _search_beam(
        self, b: Board, width: int, target: int, going: Going, before: int
    ) -> tuple[int, tuple[Hop, ...], int]:
        """Search with a beam: gives the fewest pips it met, the line, and the hops tried."""
        g, f = self._tables, self._front(width)
        for square, code in enumerate(board_codes(b)):
            f.codes[square] = code
        fewest = int(self._first_level(g, f))
        many, level, best, tried = 1, 0, (0, 0), 0
        slab = max(1, self._slice // width // 10)
        while many and fewest > target:
            last = level
            many, level, pips, where, number = self._climb(g, f, many, level, slab, target)
            tried += (level - last) * width
            if pips < fewest:
                fewest, best = int(pips), (int(where), int(number))
            if not going(before + tried):
                break
        line = []
        level, number = best
        while level:
            level -= 1
            at = level * width + int(number)
            line.append(self._hop(int(f.made[at])))
            number = f.past[at]
        return fewest, tuple(reversed(line)), tried

    def _hop(self, number: int) -> Hop:
        g = self._tables
        return Hop(int(g.starts[number]), int(g.overs[number]), int(g.ends[number]))

    def _bind(self, function: F) -> F:
        return compiled(board_moves).bind(function) if self.fast else function

    def _zeros(self, length: int) -> Any:
        return _arrays().zeros(length, dtype="int64") if self.fast else array("q", bytes(8 * length))

    def _new_table(self) -> depth_first.Refutations:
        words = self._tables.words
        size = 1 << (self._memory // (8 * words + 4)).bit_length() - 1
        if not self.fast:
            size = min(size, 1 << 18)
            return depth_first.Refutations(size, self._zeros(size * words), array("i", bytes(4 * size)))
        return depth_first.Refutations(size, self._zeros(size * words), _arrays().zeros(size, dtype="int32"))

    def _new_trail(self) -> depth_first.Trail:
        g, depth = self._mirror_tables, 3 * self.squares + 1
        return depth_first.Trail(
            self._zeros(g.squares),
            self._zeros(g.turns * g.words),
            self._zeros(12),
            self._zeros(depth * g.hops),
            self._zeros(depth),
            self._zeros(depth),
            self._zeros(5 * depth),
            self._zeros(depth_first.REGISTERS),
        )

    def _front(self, width: int) -> beam.Front:
        if width not in self._fronts:
            g, levels = self._tables, 3 * self.squares
            slots = 1 << (2 * width * g.hops).bit_length()
            self._fronts[width] = beam.Front(
                width,
                self._zeros(width * g.squares),
                self._zeros(width * g.squares),
                self._zeros(3 * width),
                self._zeros(4 * width * g.hops),
                self._zeros(width),
                self._zeros(slots),
                self._zeros(slots),
                self._zeros(beam.MOST),
                self._zeros(levels * width),
                self._zeros(levels * width),
            )
        return self._fronts[width]


@cache
def solver(ranks: int, files: int, plain: bool = False) -> Solver:
    """The solver of a board size; one for each."""
    return Solver(ranks, files, plain)


def prepare_code() -> None:
    """Load the machine code of all searches, or compile it, by one small proof."""
    if compiled(board_moves).fast:
        Solver(1, 5, memory=1 << 10).best(board_moves.nests(1, 5))


def after(b: Board, line: Iterable[Hop]) -> Board:
    """The board when the line has been hopped."""
    for hop in line:
        b = board_moves.play(b, 0, hop)
    return b


def _rest_of(going: Going, before: int) -> Going:
    """What is left of a budget when this many hops were tried before."""
    return lambda nodes: going(before + nodes)


def _array(numbers: list[int]) -> Any:
    return _arrays().array(numbers, dtype="int64")


@cache
def _arrays() -> Any:
    import numpy

    return numpy
