"""Events of the Gate in words."""

from __future__ import annotations

from benben.core.contract import TIME, Event, Millis, Seat, Told
from benben.games.gate.board import JEWELS, tile_of
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Dealt, Die, First, Gem, Lift, Move, Options, Put, Start, State

RANKS = ("first", "second", "third", "fourth")


def tell(v: State, event: Event) -> Told:
    """An event in words; v is what is known before it."""
    if event.by == TIME:
        return _tell_time(v)
    match event.what:
        case Gem(colour=colour):
            hex = next(n for n, track in enumerate(v.tracks, 1) if len(track) < v.options.tracks)
            return Told(None, f"{_a(JEWELS[colour])} jewel is laid on track {hex}", "", "1.4")
        case First(seat=seat):
            return Told(seat, "is drawn as the first player", "first", "2.3")
        case Dealt(board=board):
            if v.options.mode == "practice":
                return Told(None, f"board {board} comes up", "", "6.2")
            return Told(state.seat_due_board(v), f"gets board {board}", "", "3.1")
        case Die(symbol=symbol):
            if v.options.mode == "practice":
                return Told(None, f"the symbol is the {symbol}", symbol, "6.2")
            return Told(None, f"the die shows the {symbol}, and the sand runs", symbol, "3.1")
        case Put(cells=mask):
            return _tell_put(v, event.by, mask, event.at)
        case Lift(tile=tile):
            return Told(event.by, f"lifts the {tile}", "", "3.8")
        case Start(hex=hex):
            return Told(event.by, f"places the pyramid on hex {hex}", str(hex), "2.2")
        case Move(hex=hex):
            return _tell_move(v, event.by, hex, "4.1")
    return _tell_word(v, event.by, str(event.what))


def _tell_word(v: State, seat: Seat, word: str) -> Told:
    if word == "roll":
        return Told(seat, f"rolls for round {v.round}", "roll", "3.1")
    if word == "resign":
        return Told(seat, "resigns", "resigned", "3.7")
    if word == "next":
        return Told(seat, "asks for the next puzzle" if v.solved else "leaves this puzzle", "next", "6.2")
    return Told(seat, "ends the practice" if v.solved or v.tried else "gives up", "done", "6.3")


def _tell_put(v: State, seat: Seat, mask: int, at: Millis) -> Told:
    tile = tile_of(mask)
    if state.bare_cells(v, seat) & ~mask:
        return Told(seat, f"puts the {tile}", "", "3.8")
    time = seconds(at - state.revealed_at(v))
    if v.options.mode == "practice":
        return Told(seat, f"puts the {tile}: solved in {time}", "solved", "6.2")
    rank = RANKS[len(v.solved)]
    last = all(other == seat or state.is_locked(v, other) for other in state.remaining_seats(v))
    more = ", and the sand stops" if last else ""
    words = f"puts the {tile}: Who's ya mummy! Covered in {time}, {rank}{more}"
    return Told(seat, words, rank, "3.4" if last else "3.3")


def _tell_move(v: State, seat: Seat, hex: int, clause: str) -> Told:
    took = state.next_jewels(v, hex)
    words = f"stays on hex {hex}" if hex == v.hexes[seat] else f"moves to hex {hex}"
    return Told(seat, f"{words} and takes {jewels(took)}", took, clause)


def _tell_time(v: State) -> Told:
    if v.phase == "start":
        return Told(v.seat, "has waited too long: the pyramid is placed on hex 1", "1", "2.2")
    if v.phase == "roll":
        return Told(v.starter, f"has waited too long: round {v.round} begins by itself", "roll", "3.1")
    if v.phase == "reward":
        hex = v.hexes[v.seat] or 1
        told = _tell_move(v, v.seat, hex, "4.3")
        return told._replace(words=f"has waited too long, {told.words}")
    if v.solved:
        return Told(None, "the sand has run out", "sand", "3.3")
    if v.sand == 1:
        return Told(None, "nobody has solved: the hourglass is flipped once more", "flip", "3.5")
    return Told(None, "again nobody has solved: the boards are discarded", "sand", "3.5")


def jewels(took: str) -> str:
    """Jewels in words: a red and a blue jewel, two red jewels, nothing."""
    names = [JEWELS[colour] for colour in took]
    if not names:
        return "nothing"
    if len(names) == 1:
        return f"{_a(names[0])} jewel"
    if names[0] == names[1]:
        return f"two {names[0]} jewels"
    return f"{_a(names[0])} and {_a(names[1])} jewel"


def _a(word: str) -> str:
    return f"an {word}" if word[0] == "o" else f"a {word}"


def seconds(time: Millis) -> str:
    """Minutes and seconds with a tenth: 0:41.2."""
    return f"{time // 60_000}:{time % 60_000 // 1000:02}.{time % 1000 // 100}"


def summary(options: Options) -> str:
    """The options that matter, in a few words: "normal side, 60 s of sand"."""
    words = [f"{options.side} side"]
    if options.mode == "practice":
        words = ["practice", *words]
        if options.grade != Options().grade:
            words.append(f"{options.grade} grade")
        if options.puzzle:
            words.append(f"puzzle {options.puzzle}")
    else:
        words.append(f"{options.sand} s of sand")
        if options.tracks != Options().tracks:
            words.append(f"{options.tracks} jewels a track")
        if options.fourth != Options().fourth:
            words.append("the fourth does not move")
    if options.box:
        words.append(f"box {options.box}")
    if options.series != Options().series and (options.box or options.grade != Options().grade):
        words.append("boards as made before")
    return ", ".join(words)


def options_text(own: Options) -> str:
    """The options that matter in the mode: a box only if not the printed one, a series only if old."""
    if own.mode == "practice":
        words = f"mode practice, side {own.side}, grade {own.grade}"
        words += f", puzzle {own.puzzle}" if own.puzzle else ""
    else:
        words = f"side {own.side}, sand {own.sand}, tracks {own.tracks}, fourth {own.fourth}"
    words += f", box {own.box}" if own.box else ""
    return words if own.series == Options().series else f"{words}, series {own.series}"
