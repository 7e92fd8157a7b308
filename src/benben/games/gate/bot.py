"""The bots of the Gate, and the puzzles of the day.

A bot knows where the tiles belong; a level is how long it takes to see that. It puts them one by one, with a
pause before each that a person could make, and now and then it tries a wrong one and lifts it again. It
remembers nothing between two choices: what lies on its board tells it how far it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pow

from benben.core.contract import Draw, Millis, Seat
from benben.games.gate import puzzles
from benben.games.gate.board import BOARDS, HEXES, JEWELS, Puzzle, tile_of
from benben.games.gate.puzzles.daily import daily
from benben.games.gate.puzzles.generate import Side
from benben.games.gate.puzzles.grade import careful_placements
from benben.games.gate.rules import actions, phases, state
from benben.games.gate.rules.practice import chosen_puzzle
from benben.games.gate.rules.state import Action, Lift, Move, Options, Put, Start
from benben.games.gate.views import View

__all__ = ["choose", "daily", "has_boards", "keep_boards", "made_boards", "needs_boards", "pace", "worth"]


SOLVING = (45_000, 33_000, 23_000)  # ms, by level: a puzzle of the usual grade, without wrong tries
USUAL = 2.25  # that grade
HARDER = 0.45  # a puzzle that is one grade harder takes 2 to this power times as long
SPREAD = 0.6  # of the logarithm of each pause
SHARES = {3: (50, 35, 15), 4: (40, 30, 20, 10)}  # per cent of the time, tile after tile
TRIES = (40, 25, 12)  # per cent of puts that are wrong tries, by level; the first level is the weakest
LIFTING = (1_800, 1_400, 1_000)  # ms until a wrong tile is lifted, at least
DECIDING = (1_500, 4_000)  # ms for everything else: at least, at most
LOOKING = (7_000, 10_000)  # ms before the next roll: people want to see what the round has brought

WEIGHT = 1.7  # a colour with twice the jewels is worth 2 to this power times as much
AHEAD = 0.5  # what can be taken next round, against what is taken now
RIVALS = 0.35  # what is left to rivals, against what is taken now


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """The action of a bot of level 1, 2 or 3. In practice: the next tile where it belongs."""
    if v.phase == "solve":
        return _solve(v, seat, level, draw)
    able = [action for action in actions(v, seat) if action not in ("resign", "next")]
    hexes = [action for action in able if isinstance(action, Start | Move)]
    if not hexes or level == 1:
        return able[draw(len(able))]
    worths = [worth(v, seat, action, level) for action in hexes]
    best = [action for action, one in zip(hexes, worths, strict=True) if one == max(worths)]
    return best[draw(len(best))]


def pace(v: View, seat: Seat, action: Action, level: int, draw: Draw) -> Millis:
    """How long a bot of this level takes for an action."""
    one = state.puzzle(v, seat)
    if v.phase != "solve" or one is None:
        least, most = LOOKING if v.phase == "roll" and v.round > 1 else DECIDING
        return least + draw(most - least + 1)
    if isinstance(action, Lift):
        return LIFTING[level - 1] + draw(1_500)
    whole = SOLVING[level - 1] * 2 ** (HARDER * (one.grade - USUAL))
    share = SHARES[len(one.tiles)][len(v.tiles[seat])] / 100
    right = isinstance(action, Put) and action.cells in one.solution
    return max(400, int(whole * share * (1 if right else 0.5) * exp(SPREAD * _normal(draw))))


def worth(v: View, seat: Seat, action: Start | Move, level: int) -> float:
    """How good a hex is. Level 2 looks at its own jewels, level 3 also at what is left for the others."""
    if isinstance(action, Start):
        near = range(max(1, action.hex - 1), min(HEXES, action.hex + 1) + 1)
        ahead = "".join(v.tracks[hex - 1][: 4 if hex == action.hex else 2] for hex in near)
        return sum(pow(ahead.count(colour), WEIGHT) for colour in JEWELS)
    now = gain(v, seat, state.next_jewels(v, action.hex))
    if level == 2:
        return now
    after = phases.take_jewels(v, seat, action.hex)
    order = [finish.seat for finish in v.solved]
    later = order[order.index(seat) + 1 :]
    rivals = [
        _best(after, rival, state.reach(v, rival) if rival in later else 2) * (1 if rival in later else 0.5)
        for rival in state.remaining_seats(v)
        if rival != seat
    ]
    last = v.round == 9
    return now + (0 if last else AHEAD * _best(after, seat, 2)) - RIVALS * sum(rivals) / len(rivals)


def gain(v: View, seat: Seat, took: str) -> float:
    """What jewels are worth to a seat: more, the more it has of the colour (5.1)."""
    return hoard_gain(v.jewels[seat], took)


def hoard_gain(hoard: Sequence[int], took: str) -> float:
    """What jewels are worth beside those that are held, by colour."""
    return sum(
        pow(held + took.count(colour), WEIGHT) - pow(held, WEIGHT)
        for colour, held in zip(JEWELS, hoard, strict=True)
        if colour in took
    )


def made_boards(options: Options) -> list[Side]:
    """The boards that may be dealt, made before they are, so that no sand is lost to it (3.1)."""
    return [puzzles.board(key) for key in _keys(options)]


def keep_boards(options: Options, boards: Sequence[Side]) -> None:
    """Keep boards that were made elsewhere."""
    for key, one in zip(_keys(options), boards, strict=True):
        puzzles.keep_board(key, one)


def has_boards(options: Options) -> bool:
    """Whether every board that may be dealt is at hand, printed or made."""
    return all(puzzles.has_board(key) for key in _keys(options))


def needs_boards(options: Options) -> bool:
    """Whether some of the boards that may be dealt are not printed."""
    return not all(key.is_printed for key in _keys(options))


def _keys(options: Options) -> list[puzzles.BoardKey]:
    boards = [chosen_puzzle(options.puzzle)[0]] if options.puzzle else range(1, BOARDS + 1)
    own = options
    return [puzzles.BoardKey(own.box, own.side, board, own.grade, own.series) for board in boards]


def _solve(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    one = state.puzzle(v, seat)
    assert one is not None
    wrong = [mask for mask in v.tiles[seat] if mask not in one.solution]
    if wrong:
        tile = tile_of(wrong[-1])
        assert tile is not None
        return Lift(tile)
    left = [mask for mask in one.solution if mask not in v.tiles[seat]]
    if v.options.mode == "race" and len(left) > 1 and draw(100) < TRIES[level - 1]:
        tried = _tries(v, seat, one)
        if tried:
            return tried[draw(len(tried))]
    return Put(left[draw(len(left))])


def _tries(v: View, seat: Seat, one: Puzzle) -> list[Action]:
    """Wrong puts that look right: no bare part is left that the other tiles could not fill."""
    tiles = [tile for tile in one.tiles if tile not in _tiles_on_board(v, seat)]
    ways = careful_placements(state.bare_cells(v, seat), tiles)
    return [Put(mask) for _, mask in ways if mask not in one.solution]


def _tiles_on_board(v: View, seat: Seat) -> list[str | None]:
    """The tiles on the seat's board."""
    return [tile_of(mask) for mask in v.tiles[seat]]


def _best(v: View, seat: Seat, far: int) -> float:
    """The most that a seat could gain from a hex at most `far` hexes away."""
    here = v.hexes[seat] or 1
    near = range(max(1, here - far), min(HEXES, here + far) + 1)
    return max(gain(v, seat, state.next_jewels(v, hex)) for hex in near)


def _normal(draw: Draw) -> float:
    """A number drawn about normally: the sum of twelve even draws, less its mean."""
    return sum(draw(1001) for _ in range(12)) / 1000 - 6
