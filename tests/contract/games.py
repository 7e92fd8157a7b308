"""The games that the contract tests run for, how Hypothesis walks them, and what a game's tests may add."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from random import Random
from typing import Any

import msgspec
from hypothesis import reject
from hypothesis import strategies as st
from msgspec import inspect

from benben.core import playouts
from benben.core.contract import Game, Illegal
from benben.core.match import Match, after, begin, state_after
from benben.games import NAMES, load
from benben.games.horus.board import IDOL, SLOT
from benben.games.pyramydal import board
from benben.games.pyramydal.rules import state
from benben.games.solitaire.rules import board_moves
from tests.contract import caskets, pebbles

GAMES = [*(load(name) for name in NAMES), pebbles.game, caskets.game]


def senet_pieces(s: Any) -> bool:
    """Nobody in the water, nobody beside the track, no square taken twice, no piece too many."""
    track = 0x7FFFFFFE & ~(1 << 27)
    sides = (s.cones, s.spools)
    return not s.cones & s.spools and all(
        side & ~track == 0 and side.bit_count() <= s.pieces for side in sides
    )


def solitaire_nests(s: Any) -> bool:
    """Never more pyramids than the nests held, and never a stack that cannot be."""
    return all(
        board_moves.pieces(board) <= 3 * board.ranks * board.files and board_moves.stacks(board)
        for board in s.boards
    )


def horus_cards(s: Any) -> bool:
    """Three decks of eighteen, five idols, one block a round, and nobody carries more than twelve."""
    cards = sum(map(sum, s.decks)) + sum(map(len, s.dropped)) + sum(card in SLOT for card in s.gone)
    idols = s.idols.bit_count() + sum(card >= IDOL for card in s.gone)
    for p in s.players:
        cards += sum(p.equipment) + sum(p.wounds[:3]) + sum(card in SLOT for card in p.treasures)
        idols += p.idols.bit_count()
    cards += s.phase == "wound" and s.pending.wound in SLOT
    opened = sum(value != 0 for value in s.tombs)
    hidden = sum(mask.bit_count() for mask in s.inside)
    return (
        cards == 54
        and idols == 5
        and opened + hidden == 14
        and len(s.blocks) in (s.round, max(s.round - 1, 0))
    )


def gate_jewels(s: Any) -> bool:
    """Every jewel is on a track, held by somebody, or still to be laid; no tile covers another."""
    if s.options.mode == "race":
        laid = "".join(s.tracks)
        many = [laid.count(colour) + sum(held[n] for held in s.jewels) for n, colour in enumerate("roygbp")]
        if any(n > s.options.tracks or (n < s.options.tracks and s.phase != "gems") for n in many):
            return False
    return all(
        sum(mask.bit_count() for mask in lying) == reduce(or_, lying, 0).bit_count() for lying in s.tiles
    )


def pyramydal_pyramids(s: Any) -> bool:
    """Every pyramid is in the line, in one collection or in one statue; five of a kind when all are laid."""
    found = dict.fromkeys(range(3 * s.table.colours), 0)
    seats = range(s.table.seats)
    kinds = [state.kind_at(s.line, cell) for cell in range(1, s.cells + 1)]
    for kind in [kind for kind in kinds if kind >= 0]:
        found[kind] += 1
    for seat in seats:
        for kind in board.kinds(state.collection(s, seat)):
            found[kind] += 1
        for statue in state.statues_of(s, seat):
            for kind in board.parts(statue, s.table.colours):
                found[kind] += 1
    stashes = s.cells == board.STASH * s.table.colours
    return sum(found.values()) == s.cells and (not stashes or set(found.values()) == {board.EACH})


# Options under which a game has secrets, where it has none by default.
SECRET_OPTIONS: dict[str, dict[str, Any]] = {
    "solitaire": {"mode": "quicksand", "hidden": True, "least": 10},
    "pyramydal": {"die": 6},
}

# Options that only cost time to vary: boards that are not printed are made on demand.
LEFT_ALONE: dict[str, tuple[str, ...]] = {"gate": ("box", "grade")}

CONSERVED: dict[str, Callable[[Any], bool]] = {
    "gate": gate_jewels,
    "senet": senet_pieces,
    "solitaire": solitaire_nests,
    "horus": horus_cards,
    "pyramydal": pyramydal_pyramids,
    "pebbles": pebbles.conserved,
    "caskets": caskets.conserved,
}  # by game: are all the pieces still there? A game's own tests may add theirs.


def game_of(name: str) -> Game:
    """Like games.load, for the test games too."""
    found = next((game for game in GAMES if game.name == name), None)
    return found or load(name)


@st.composite
def option_values(draw: st.DrawFn, game: Game) -> Any:
    """Any options: whole numbers near a limit or the default, and whatever else can be listed."""
    fields = {}
    shape = inspect.type_info(game.Options)
    assert isinstance(shape, inspect.StructType)
    for field in shape.fields:
        if field.name in LEFT_ALONE.get(game.name, ()):
            continue
        match field.type:
            case inspect.IntType(ge=least, le=most):
                assert least is not None
                assert most is not None, f"{field.name} has no limits"
                near = st.integers(least, min(most, least + 12))
                fields[field.name] = draw(st.just(field.default) | near | st.just(most))
            case inspect.BoolType():
                fields[field.name] = draw(st.booleans())
            case inspect.LiteralType(values=values):
                fields[field.name] = draw(st.sampled_from(values))
    return game.options(**fields)


@st.composite
def matches(draw: st.DrawFn, game: Game, longest: int = 250, chosen: int = 12) -> Match:
    """A match that was played at random for a while, and on from there as Hypothesis likes."""
    options = draw(option_values(game))
    try:
        m = begin(game, draw(st.sampled_from(game.seats_for(options))), options)
    except Illegal:
        reject()  # each field is right, but not all of them together
    random = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, longest))):
        if m.over:
            break
        m = after(m, playouts.random_event(m, random.randrange))
    for _ in range(draw(st.integers(0, chosen))):
        if m.over:
            break
        m = after(m, playouts.random_event(m, lambda n: draw(st.integers(0, n - 1))))
    return m


def states_of(m: Match) -> list[Any]:
    """Every state of the match, the last one included."""
    return [s for s, _ in steps_of(m)] + [m.state]


def steps_of(m: Match) -> list[tuple[Any, Any]]:
    s, steps = m.game.rules.start(m.seats, m.options), []
    for event in m.events:
        steps.append((s, event))
        s = state_after(m.game, s, event)
    return steps


def as_json(value: Any, kind: Any) -> Any:
    """The value after it was written as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
