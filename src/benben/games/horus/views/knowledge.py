"""Views: what a seat may know of the pyramid, and positions that fit what it knows (4.9).

No view has a deck or the inside of a sarcophagus, because chance has not decided them. Secrets are the cards
that a seat holds or gave up, and what it looked at.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from benben.core.contract import Draw, Event, Hidden, Millis, Seat
from benben.games.horus.board import (
    ANUBIS,
    BLOCK,
    BLOCKS,
    CONTENTS,
    DECKS,
    ESCAPED,
    FULL,
    SECRET,
    SLOT,
    TOMB_GOD,
    card_name,
    is_back,
    masked,
    wound_slot,
)
from benben.games.horus.rules.events import Block, Content, Drawn, Drop
from benben.games.horus.rules.state import NO_CARDS, Options, Pending, Phase, Player, Read, State

UNSEEN = 99  # a block that the viewer has not seen


class View(Struct, frozen=True, gc=False):
    """A position as one seat knows it. The rules answer for a view as for a State."""

    viewer: int  # seat; -1: a spectator
    options: Options
    round: int
    ankh: Seat
    phase: Phase
    seat: Seat
    pending: Pending  # a block that the viewer did not see is UNSEEN
    players: tuple[Player, ...]  # secret cards of others have the value UNKNOWN
    blocks: tuple[int, ...]
    blocked: int
    roll: tuple[int, ...]
    cast: tuple[int, ...]
    mummies: tuple[int, int, int]
    headings: tuple[int, int, int]
    shot: int
    tombs: tuple[int, ...]
    inside: tuple[int, int, int]
    read: Read | None  # with value 0 if somebody else read it
    idols: int
    left: tuple[int, int, int]
    gone: tuple[int, ...]
    dropped: tuple[tuple[int, ...], ...]  # those of others have the value UNKNOWN
    shown: tuple[int, ...]
    until: Millis = 0  # everybody may know how long a question stands


def view(s: State, seat: Seat | None) -> View:
    viewer = -1 if seat is None else seat
    return _view(
        s,
        viewer,
        s.pending if s.seat == viewer else _hide_block(s.pending),
        tuple(_player(s, one, p, viewer) for one, p in enumerate(s.players)),
        s.read if s.read is None or s.read.seat == viewer else Read(s.read.seat, s.read.tomb, 0),
        tuple(cards if one == viewer else tuple(map(masked, cards)) for one, cards in enumerate(s.dropped)),
    )


def opened(s: State) -> View:
    """The position with all secrets of all seats, for replay after the end."""
    return _view(s, -1, s.pending, s.players, s.read, s.dropped)


def _view(
    s: State,
    viewer: int,
    pending: Pending,
    players: tuple[Player, ...],
    read: Read | None,
    dropped: tuple[tuple[int, ...], ...],
) -> View:
    return View(
        viewer=viewer,
        options=s.options,
        round=s.round,
        ankh=s.ankh,
        phase=s.phase,
        seat=s.seat,
        pending=pending,
        players=players,
        blocks=s.blocks,
        blocked=s.blocked,
        roll=s.roll,
        cast=s.cast,
        mummies=s.mummies,
        headings=s.headings,
        shot=s.shot,
        tombs=s.tombs,
        inside=s.inside,
        read=read,
        idols=s.idols,
        left=s.left,
        gone=s.gone,
        dropped=dropped,
        shown=s.shown,
        until=s.until,
    )


def _hide_block(pending: Pending) -> Pending:
    """Hide the number of a block; that it is kept or returned is public (8.8)."""
    return replace(pending, block=UNSEEN) if pending.block else pending


def _player(s: State, seat: Seat, p: Player, viewer: int) -> Player:
    """A seat as the viewer knows it: backs of secret cards, until survivors turn them up (4.9, 7.5)."""
    if seat == viewer or not p.treasures or p.treasures[0] >= SECRET:
        return p
    shown: list[int] = []
    if p.place == ESCAPED:
        if s.phase in ("chest", "over") or (s.phase == "score" and seat < s.seat):
            return p
        if s.phase == "score" and seat == s.seat:
            shown = list(s.shown)
    cards = []
    for card in p.treasures:
        if card in shown:
            shown.remove(card)
            cards.append(card)
        else:
            cards.append(masked(card))
    return replace(p, treasures=tuple(sorted(cards)))


def seen(s: State, event: Event, seat: Seat | None) -> Event:
    """An event as this seat sees it; s is the state before it (4.9, 8.1, 8.8)."""
    match event.what:
        case Drop(card) if card < SECRET and event.by != seat:
            return event._replace(what=Hidden(f"drop {card_name(masked(card))}"))
        case Drawn(card) if card < SECRET and not is_back(card) and s.seat != seat:
            return event._replace(what=Hidden("card ?"))
        case Content() if s.phase == "reading" and s.seat != seat:
            return event._replace(what=Hidden("content ?"))
        case Block() if s.phase == "foreseeing" and s.seat != seat:
            return event._replace(what=Hidden("block ?"))
    return event


def unseen_counts(v: View) -> list[list[int]]:
    """By zone and card, as in board.DECKS: how many the viewer has not seen.

    These cards lie in the deck, left it unseen, or are others' secret cards.
    """
    rubble, sand, pond = counts = [list(deck) for deck in FULL]
    for p in v.players:
        if p.equipment != NO_CARDS:
            for slot in range(5):
                rubble[slot] -= p.equipment[slot]
        cobras, scorpions, crocodiles, _, _ = p.wounds
        rubble[-1] -= cobras
        sand[-1] -= scorpions
        pond[-1] -= crocodiles
        for card in p.treasures:
            if card in SLOT:
                zone, slot = SLOT[card]
                counts[zone][slot] -= 1
    for cards in (v.gone, *v.dropped):
        for card in cards:
            if card in SLOT:
                zone, slot = SLOT[card]
                counts[zone][slot] -= 1
    if v.phase == "wound" and v.pending.wound != BLOCK:
        counts[wound_slot(v.pending.wound)][-1] -= 1  # drawn, and not counted yet
    return counts


def guess(v: View, draw: Draw) -> State:
    """A position that fits the view, drawn by chance: unseen cards are equally likely anywhere."""
    counts = unseen_counts(v)
    pools: list[list[int]] = [[], [], []]
    for zone in range(3):
        for (card, _), many in zip(DECKS[zone], counts[zone], strict=True):
            if card < SECRET:
                pools[zone] += [card] * many

    def real(cards: tuple[int, ...]) -> tuple[int, ...]:
        if not any(map(is_back, cards)):
            return cards
        found = []
        for card in cards:
            if is_back(card):
                pool = pools[card // 10]
                at = draw(len(pool))
                card, pool[at] = pool[at], pool[-1]
                pool.pop()
                counts[card // 10][SLOT[card][1]] -= 1
            found.append(card)
        return tuple(sorted(found))

    players = tuple(replace(p, treasures=real(p.treasures)) for p in v.players)
    dropped = tuple(real(cards) for cards in v.dropped)
    return State(
        options=v.options,
        round=v.round,
        ankh=v.ankh,
        phase=v.phase,
        seat=v.seat,
        pending=_guessed_pending(v, draw),
        players=players,
        blocks=v.blocks,
        blocked=v.blocked,
        roll=v.roll,
        cast=v.cast,
        mummies=v.mummies,
        headings=v.headings,
        shot=v.shot,
        tombs=v.tombs,
        inside=v.inside,
        read=_guessed_read(v, draw),
        idols=v.idols,
        decks=tuple(map(tuple, counts)),
        left=v.left,
        gone=v.gone,
        dropped=dropped,
        shown=v.shown,
        until=v.until,
    )


def _guessed_pending(v: View, draw: Draw) -> Pending:
    """The pending value with a guess for a block that another seat saw: any that has not fallen."""
    if v.pending.block != UNSEEN:
        return v.pending
    bag = [number for number in range(1, BLOCKS + 1) if number not in v.blocks]
    return replace(v.pending, block=bag[draw(len(bag))])


def _guessed_read(v: View, draw: Draw) -> Read | None:
    """The sarcophagus that was read, with a guess for a value that another seat saw."""
    if v.read is None or v.read.value:
        return v.read
    god = TOMB_GOD[v.read.tomb]
    values = [value for value in CONTENTS[god] if v.inside[god - ANUBIS] >> value & 1]
    return Read(v.read.seat, v.read.tomb, values[draw(len(values))])


def thrower(v: View) -> Seat | None:
    """The seat that starts a roll: the first player, for actions and for mummies (3.1, 5.2).

    Only the first die waits for that seat. If the first player is out of play, no die waits (7.1).
    """
    dice = v.roll if v.phase == "roll" else v.cast if v.phase == "mummies" else (1,)
    if any(dice):
        return None
    return v.ankh if v.players[v.ankh].place < ESCAPED else None
