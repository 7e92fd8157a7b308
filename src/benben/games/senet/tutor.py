"""Words for a learner of Senet: why a move is good, what matters now, and why a move was a blunder.

The figures are exact: chances of the sticks, counted over their sixteen ways. Only the chance to win, which a
blunder is told with, is the estimate of a search while a side has more than three pieces.
"""

from __future__ import annotations

from benben.core.contract import CHANCE, Blunder, Comparison, Seat
from benben.games.senet.board import LAST, OFF, ROW, SAFE, SHORE, TRACK, WATER
from benben.games.senet.rules import DECLINE, PIECES, THROWS, Move, State, actions, play, settle, size, turn
from benben.games.senet.views import View

BLUNDER = 0.04  # of the chance to win: a move that gives away as much is called a blunder
NOTED = 4  # ways of sixteen by which one move must be riskier than another before that is the reason
WAYS = 16  # in which four sticks fall


def reason(v: View, seat: Seat, action: Move) -> str:
    """Why to make this move: what it does, and what it leaves in danger."""
    after = play(v, seat, action)
    return f"{_deed(v, seat, action, after)} {_danger(after, seat)}".strip()


def focus(v: View, seat: Seat) -> str:
    """What matters in this position, before the seat moves; no move is told."""
    own, enemy = _sides(v, seat)
    piece, other = PIECES[seat], PIECES[1 - seat]
    moves = actions(v, seat)
    if any(play(v, seat, move).mover == seat and _sides(play(v, seat, move), seat)[0] == 0 for move in moves):
        return f"Your last {piece} can leave the board now."
    if v.able & 1:
        return f"Nothing can move forward, so a {piece} must go back: give up what costs least."
    swaps = [move for move in moves if move.swap]
    if swaps:
        targets = _listed(sorted({move.land for move in swaps}))
        return f"A swap is possible on {targets}: look at what each way leaves alone."
    if not _is_followed(own, enemy):
        return f"No {other} is behind you, so none of your {piece}s can be sent back: waste no step."
    lone = _swap_ways(v, seat)[0]
    if lone:
        square = max(lone, key=lambda one: (lone[one], one))
        return f"Your {piece} on {square} stands alone: {_percent(lone[square])} % that it is sent back."
    walls = [run for run in _runs(enemy) if len(run) > 2 and own & (1 << run[0]) - 1]
    if walls:
        return (
            f"{_listed(walls[-1])} are a block: no {piece} behind it can pass, so do not run up against it."
        )
    near = [square for square in range(WATER - 6, WATER) if own >> square & 1]
    if any(v.steps == WATER - square for square in near):
        return f"A {piece} that lands on {WATER} falls into the water and swims back to {SHORE}."
    if own & ROW and own & ~ROW and own >> 21:
        last = size((own & -own) - 1)
        return f"No {piece} leaves the board while one stands on the back row: bring up the one on {last}."
    return f"Two side by side guard each other, and three hold the {other}s up: keep yours together."


def blunder(v: View, seat: Seat, action: Move, compared: Comparison | None) -> Blunder | None:
    """A move that gives much of the chance to win away, with what is worse about it than about the best."""
    if compared is None or compared.best_worth - compared.worth < BLUNDER:
        return None
    now, then = (round(100 * worth) for worth in (compared.worth, compared.best_worth))
    harm = _harm(v, seat, action, compared.best)
    return Blunder(compared.best, f"{harm} You win about {now} % so, {then} % {_by(compared.best)}.")


# What a move does.


def _deed(v: View, seat: Seat, action: Move, after: State) -> str:
    piece, other = PIECES[seat], PIECES[1 - seat]
    square, land, end, swap = action
    if action == DECLINE:
        return f"A remainder need not be played: your {piece}s stay where they stand."
    own = _sides(after, seat)[0]
    if own == 0:
        return f"It takes your last {piece} off the board: you win."
    if land == OFF:
        return f"It takes a {piece} off the board: {size(own)} to go."
    if land == WATER:
        forced = ", and nothing else can move" if len(actions(v, seat)) == 1 else ""
        return f"It falls into the water and swims to {end}{forced}."
    if land < square:
        helped = f" The {other} there comes ahead to {square}." if swap else ""
        return f"Nothing can move forward: from {square} it goes back to {land}.{helped}"
    if swap:
        return f"It swaps: your {piece} goes ahead to {land}, and the {other} there is sent back to {square}."
    return _stand(v, seat, action, after)


def _stand(v: View, seat: Seat, action: Move, after: State) -> str:
    """What is good about where the pieces stand after a plain move."""
    piece, other = PIECES[seat], PIECES[1 - seat]
    square, end = action.start, action.end
    before, (own, enemy) = _sides(v, seat)[0], _sides(after, seat)
    group = next(run for run in _runs(own) if end in run)
    if len(group) > 2:
        behind = size(enemy & (1 << group[0]) - 1)
        held = f", and {behind} {_are(behind)} behind it" if behind else ""
        return f"{_listed(group)} are a block: no {other} can pass it{held}."
    if len(group) == 2:
        return f"{_listed(group)} guard each other: no {other} can swap with them."
    if SAFE >> end & 1:
        return f"{end} is safe: no {other} can swap with your {piece} there."
    alone = _swap_ways(v, seat)[0].get(square, 0)
    if alone > _swap_ways(after, seat)[0].get(end, 0):
        return f"Your {piece} on {square} stood alone: {_percent(alone)} % that it would be sent back."
    kept = [run for run in _runs(own) if len(run) > 1 and run in _runs(before)]
    walls = [run for run in kept if len(run) > 2]
    if walls:
        return f"It keeps {_listed(walls[0])} together, which no {other} can pass."
    if own & ROW == 0 and before & ROW:
        return f"It brings your last {piece} out of the back row: from now on they may leave the board."
    if kept:
        return f"It keeps {_listed(kept[-1])} together, which guard each other."
    return f"It brings your {piece} from {square} ahead to {end}."


def _danger(after: State, seat: Seat) -> str:
    """What the next throw may do to the seat; empty where it is not the other player's."""
    if turn(after) != CHANCE:
        return ""
    if after.mover == seat:
        return "Then you throw again."
    lone, ways = _swap_ways(after, seat)
    if not ways:
        followed = _is_followed(*_sides(after, seat))
        return f"None of your {PIECES[seat]}s can be sent back by the next throw." if followed else ""
    square = max(lone, key=lambda one: (lone[one], one))
    if lone[square] == ways:
        return f"It leaves {square} alone: {_percent(ways)} % that it is sent back."
    return f"It leaves {_listed(sorted(lone))} alone: {_percent(ways)} % that one is sent back."


def _harm(v: View, seat: Seat, action: Move, best: Move) -> str:
    """What is worse about an action than about the best one."""
    piece, other = PIECES[seat], PIECES[1 - seat]
    after, better = play(v, seat, action), play(v, seat, best)
    own = _sides(after, seat)[0]
    if action != DECLINE and action.land == WATER:
        return f"It falls into the water and swims to {action.end}."
    ends = turn(after) == CHANCE and after.mover != seat
    if ends and _swap_ways(after, seat)[1] - _swap_ways(better, seat)[1] >= NOTED:
        return _danger(after, seat)
    if best.swap and best.land > best.start and not action.swap:
        return f"It passes over a swap: the {other} on {best.land} would be sent back to {best.start}."
    if best.land == OFF and action.land != OFF:
        return f"A {piece} could have left the board from {best.start}."
    broken = [
        run
        for run in _runs(_sides(v, seat)[0])
        if len(run) > 2 and not any(set(run) <= set(kept) for kept in _runs(own))
    ]
    if broken and action.start in broken[0]:
        return f"It breaks up {_listed(broken[0])}, which no {other} could pass."
    lost = [run for run in _runs(_sides(v, seat)[0]) if len(run) == 2 and action.start in run]
    if lost:
        return f"It parts {_listed(lost[0])}, which guarded each other."
    return f"Better: {_lowered(_deed(v, seat, best, better))}"


def _by(best: Move) -> str:
    """A better move as the rest of a sentence: "with 20 to 23"."""
    if best == DECLINE:
        return "without the steps that are left"
    if best.land == OFF:
        return f"by bearing off {best.start}"
    return f"with {best.start} to {best.land}"


# What can be read off a position.


def _sides(s: State, seat: Seat) -> tuple[int, int]:
    """The squares of the seat and those of the other player."""
    return (s.cones, s.spools) if seat == 0 else (s.spools, s.cones)


def _swap_ways(s: State, seat: Seat) -> tuple[dict[int, int], int]:
    """By square of the seat, in how many of sixteen ways the next throw can send it back; and any of them."""
    waiting = State(s.cones, s.spools, 1 - seat, 0, 0, 0, 0, s.pieces, 0, 0)
    found: dict[int, int] = {}
    total = 0
    if s.cones == 0 or s.spools == 0:
        return found, total
    for throw, ways in THROWS:
        moves = actions(settle(waiting, throw), 1 - seat)
        hit = {move.land for move in moves if move.swap and move.land > move.start}
        for square in hit:
            found[square] = found.get(square, 0) + ways
        total += ways if hit else 0
    return found, total


def _is_followed(own: int, enemy: int) -> bool:
    """Whether an enemy has a piece of the seat ahead, which it could send back one day."""
    return bool(enemy) and (enemy & -enemy) < own


def _runs(pieces: int) -> list[list[int]]:
    """Pieces in unbroken rows along the track, each row by its squares."""
    found: list[list[int]] = []
    for square in range(1, LAST + 1):
        if pieces & TRACK & 1 << square:
            if found and found[-1][-1] == square - 1:
                found[-1].append(square)
            else:
                found.append([square])
    return found


def _percent(ways: int) -> int:
    return 100 * ways // WAYS


def _are(many: int) -> str:
    return "is" if many == 1 else "are"


def _listed(squares: list[int]) -> str:
    """Squares in words: "12, 13 and 14"."""
    words = [str(square) for square in squares]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
