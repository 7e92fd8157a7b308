"""What actions do. Each gives the state in which the next is asked."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import ADVENTURERS, BLOCK, CROWBAR, ESCAPED, TOMB_AT, UDJAT, tomb_treasure
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import dealt
from benben.games.horus.rules.edits import add_equipment, add_wounds, dropped, eliminated, with_player
from benben.games.horus.rules.events import Action, Choose, Drop, Go, Peek, Reroll, Say, Shoot, Use
from benben.games.horus.rules.phases import UNTHROWN, went_on
from benben.games.horus.rules.state import Pending, State, Step, in_play


def play(s: State, seat: Seat, action: Action) -> State:
    match action:
        case Go(space):
            p = s.players[seat]
            if s.phase == "flee":
                return phases.fled(s, seat, space, dodged=s.pending.dodged)
            return phases.entered(s, seat, replace(p, place=space, actions=p.actions - 1))
        case Say(word):
            return _SAID[word](s, seat)
        case Reroll(mask):
            cast = tuple(0 if mask >> die & 1 else pips for die, pips in enumerate(s.cast))
            return replace(s, phase="recast", cast=cast)
        case Drop(card):
            return _dropped(s, seat, card)
        case Use(card, wound):
            return _used(s, seat, card, wound)
        case Peek(space):
            s = _spent(s, seat)
            return replace(s, phase="reading", pending=Pending(tomb=TOMB_AT[space]))
        case Shoot(mummy):
            return went_on(replace(_spent(s, seat), shot=mummy), seat)
        case Choose(adventurer):
            return dealt(s, adventurer)


def _said_done(s: State, seat: Seat) -> State:
    since = phases.after(s, seat)
    return phases.loading(s, since) if s.phase == "load" else phases.turning(s, since)


def _said_stamina(s: State, seat: Seat) -> State:
    """WLL one lower for this round (3.3, 8.4)."""
    s = _spent(s, seat)
    p = s.players[seat]
    return phases.rolling(replace(s, players=with_player(s, seat, replace(p, wll=max(p.wll - 1, 0)))))


def _said_pass(s: State, seat: Seat) -> State:
    match s.phase:
        case "stamina":
            return phases.rolling(s)
        case "wound":
            return phases.counted(s, seat, s.pending.wound)
        case "foresight":
            return phases.foreseeing(s, phases.after(s, seat))
        case "dodge":
            return phases.fleeing(s, seat, dodged=False)
    return went_on(s, seat)  # rerolled: the attempt ends


def _said_exit(s: State, seat: Seat) -> State:
    """Escaped, and that is final (4.1)."""
    if s.phase == "flee":
        return phases.fled(s, seat, ESCAPED, dodged=s.pending.dodged)
    p = replace(s.players[seat], place=ESCAPED, actions=0)
    return went_on(replace(s, players=with_player(s, seat, p)), seat)


def _said_search(s: State, seat: Seat) -> State:
    return replace(_paid(s, seat), phase="search")


def _said_open(s: State, seat: Seat) -> State:
    return replace(_paid(s, seat), phase="opening")


def _said_take(s: State, seat: Seat) -> State:
    """The card of an open sarcophagus, which everybody saw (4.3)."""
    p = s.players[seat]
    tomb = TOMB_AT[p.place]
    card = tomb_treasure(tomb, s.tombs[tomb])
    p = replace(p, actions=p.actions - 1, treasures=tuple(sorted((*p.treasures, card))))
    tombs = (*s.tombs[:tomb], -1, *s.tombs[tomb + 1 :])
    return went_on(replace(s, tombs=tombs, players=with_player(s, seat, p)), seat)


def _said_alcove(s: State, seat: Seat) -> State:
    return replace(_paid(s, seat), phase="cast", cast=UNTHROWN)


def _said_keep(s: State, seat: Seat) -> State:
    if s.phase == "foreseen":
        return replace(s, phase="fall")
    return went_on(s, seat)  # the attempt ends (4.10)


def _said_pick(s: State, seat: Seat) -> State:
    return phases.won(_spent(s, seat), seat)


def _said_discard(s: State, seat: Seat) -> State:
    """Swimming or Reflexes: the wound is gone before it counts (4.7, 8.5)."""
    gone = tuple(sorted((*s.gone, s.pending.wound)))
    return went_on(replace(_spent(s, seat), gone=gone), seat)


def _said_clairvoyance(s: State, seat: Seat) -> State:
    return replace(_spent(s, seat), phase="foreseeing")


def _said_udjat(s: State, seat: Seat) -> State:
    return replace(_discarded(s, seat, UDJAT), phase="foreseeing")


def _said_return(s: State, seat: Seat) -> State:  # noqa: ARG001
    return replace(s, phase="fall", pending=replace(s.pending, returned=True))


def _said_dodge(s: State, seat: Seat) -> State:
    return phases.fleeing(_spent(s, seat), seat, dodged=True)


def resigned(s: State, seat: Seat) -> State:
    """Out like the eliminated; whatever the seat was asked goes on without it (7.6)."""
    if s.phase == "choose":
        return _unchosen(s, seat)
    asked, drawn = s.seat == seat, s.phase == "wound" and s.pending.wound != BLOCK
    s = eliminated(s, seat)
    if asked and drawn:
        s = replace(
            s, gone=tuple(sorted((*s.gone, s.pending.wound)))
        )  # the wound was drawn, and counts no more
    if not any(map(in_play, s.players)):
        return phases.scoring(
            replace(s, roll=s.roll if any(s.roll) else (), cast=s.cast if any(s.cast) else ())
        )
    return _without(s, seat) if asked else s


def _unchosen(s: State, seat: Seat) -> State:
    """Who leaves before choosing stands for the first adventurer that is free, and is out (7.6)."""
    taken = [p.adventurer for p in s.players]
    return eliminated(dealt(s, next(one for one in range(len(ADVENTURERS)) if one not in taken)), seat)


def _without(s: State, seat: Seat) -> State:
    """Where play goes on when the seat that was asked is out."""
    match s.phase:
        case "load":
            return phases.loading(s, phases.after(s, seat))
        case "stamina":
            return phases.rolling(s)
        case "foresight":
            return phases.foreseeing(s, phases.after(s, seat))
        case "foreseen":
            return replace(s, phase="fall")  # the block that was seen falls (8.8)
        case "shed" if s.pending.step == Step.MUMMIES:
            return phases.settled(s)
        case "wound" if s.pending.wound == BLOCK:
            return phases.crushed(s)
        case "shed" if s.pending.step == Step.BLOCK:
            return phases.crushed(s)
        case "dodge" | "flee":
            return phases.crushed(s)
    return phases.went_on(s, seat)


_SAID: dict[str, Callable[[State, Seat], State]] = {
    "done": _said_done,
    "stamina": _said_stamina,
    "pass": _said_pass,
    "exit": _said_exit,
    "search": _said_search,
    "open": _said_open,
    "take": _said_take,
    "alcove": _said_alcove,
    "keep": _said_keep,
    "pick": _said_pick,
    "discard": _said_discard,
    "clairvoyance": _said_clairvoyance,
    "udjat": _said_udjat,
    "return": _said_return,
    "dodge": _said_dodge,
    "resign": resigned,
}


def _paid(s: State, seat: Seat) -> State:
    p = s.players[seat]
    return replace(s, players=with_player(s, seat, replace(p, actions=p.actions - 1)))


def _spent(s: State, seat: Seat) -> State:
    """The ability is used, once a game (8.11)."""
    return replace(s, players=with_player(s, seat, replace(s.players[seat], ready=False)))


def _discarded(s: State, seat: Seat, card: int) -> State:
    """Equipment leaves the game on use (1.7, 8.7)."""
    p = s.players[seat]
    p = add_equipment(p, card, -1)
    return replace(s, players=with_player(s, seat, p), gone=tuple(sorted((*s.gone, card))))


def _used(s: State, seat: Seat, card: int, wound: int) -> State:
    """A crowbar at an alcove; antidote and medi-kit on a wound just drawn or on an old one (8.6, 8.7)."""
    s = _discarded(s, seat, card)
    if card == CROWBAR:
        return phases.won(s, seat)
    if s.phase == "wound":
        if s.pending.wound == BLOCK:
            return phases.counted(s, seat, 0)
        return went_on(replace(s, gone=tuple(sorted((*s.gone, s.pending.wound)))), seat)
    p = s.players[seat]
    p = add_wounds(p, wound, -1)
    gone = s.gone if wound == BLOCK else tuple(sorted((*s.gone, wound)))
    return went_on(replace(s, players=with_player(s, seat, p), gone=gone), seat)


def _dropped(s: State, seat: Seat, card: int) -> State:
    s = dropped(s, seat, card)
    if s.phase == "shed":
        return phases.judged(s, seat, s.pending.step)
    p = s.players[seat]
    return s if p.treasures or p.idols else phases.loading(s, phases.after(s, seat))
