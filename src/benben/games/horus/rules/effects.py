"""The effects of actions. Each function gives the position in which the next question or chance is due."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import ADVENTURERS, BLOCK, CROWBAR, ESCAPED, TOMB_AT, UDJAT, tomb_treasure
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import deal
from benben.games.horus.rules.edits import add_equipment, add_wounds, drop_card, eliminate, players_with
from benben.games.horus.rules.events import Action, Choose, Drop, Go, Peek, Reroll, Say, Shoot, Use
from benben.games.horus.rules.phases import UNTHROWN, continue_turn
from benben.games.horus.rules.state import Pending, State, Step, is_in_play


def play(s: State, seat: Seat, action: Action) -> State:
    match action:
        case Go(space):
            p = s.players[seat]
            if s.phase == "flee":
                return phases.flee(s, seat, space, dodged=s.pending.dodged)
            return phases.finish_step(s, seat, replace(p, place=space, actions=p.actions - 1))
        case Say(word):
            return _BY_WORD[word](s, seat)
        case Reroll(mask):
            cast = tuple(0 if mask >> die & 1 else pips for die, pips in enumerate(s.cast))
            return replace(s, phase="recast", cast=cast)
        case Drop(card):
            return _drop(s, seat, card)
        case Use(card, wound):
            return _use_equipment(s, seat, card, wound)
        case Peek(space):
            s = _spend_ability(s, seat)
            return replace(s, phase="reading", pending=Pending(tomb=TOMB_AT[space]))
        case Shoot(mummy):
            return continue_turn(replace(_spend_ability(s, seat), shot=mummy), seat)
        case Choose(adventurer):
            return deal(s, adventurer)


def _finish(s: State, seat: Seat) -> State:
    since = phases.index_after(s, seat)
    return phases.ask_for_discards(s, since) if s.phase == "load" else phases.next_turn(s, since)


def _declare_stamina(s: State, seat: Seat) -> State:
    """Make the WLL one lower for this round (3.3, 8.4)."""
    s = _spend_ability(s, seat)
    p = s.players[seat]
    return phases.wait_for_roll(replace(s, players=players_with(s, seat, replace(p, wll=max(p.wll - 1, 0)))))


def _pass(s: State, seat: Seat) -> State:
    match s.phase:
        case "stamina":
            return phases.wait_for_roll(s)
        case "wound":
            return phases.take_wound(s, seat, s.pending.wound)
        case "foresight":
            return phases.ask_for_foresight(s, phases.index_after(s, seat))
        case "dodge":
            return phases.ask_where_to_flee(s, seat, dodged=False)
    return continue_turn(s, seat)  # rerolled: the attempt ends


def _exit(s: State, seat: Seat) -> State:
    """Leave the pyramid for good, in a turn or from under a block (4.1, 6.2)."""
    if s.phase == "flee":
        return phases.flee(s, seat, ESCAPED, dodged=s.pending.dodged)
    p = replace(s.players[seat], place=ESCAPED, actions=0)
    return continue_turn(replace(s, players=players_with(s, seat, p)), seat)


def _search(s: State, seat: Seat) -> State:
    return replace(_pay_action(s, seat), phase="search")


def _open_tomb(s: State, seat: Seat) -> State:
    return replace(_pay_action(s, seat), phase="opening")


def _take_card(s: State, seat: Seat) -> State:
    """Take the card of an open sarcophagus, which everybody saw (4.3)."""
    p = s.players[seat]
    tomb = TOMB_AT[p.place]
    card = tomb_treasure(tomb, s.tombs[tomb])
    p = replace(p, actions=p.actions - 1, treasures=tuple(sorted((*p.treasures, card))))
    tombs = (*s.tombs[:tomb], -1, *s.tombs[tomb + 1 :])
    return continue_turn(replace(s, tombs=tombs, players=players_with(s, seat, p)), seat)


def _try_alcove(s: State, seat: Seat) -> State:
    return replace(_pay_action(s, seat), phase="cast", cast=UNTHROWN)


def _keep(s: State, seat: Seat) -> State:
    if s.phase == "foreseen":
        return replace(s, phase="fall")
    return continue_turn(s, seat)  # the attempt ends (4.10)


def _pick_lock(s: State, seat: Seat) -> State:
    return phases.take_idol(_spend_ability(s, seat), seat)


def _discard_wound(s: State, seat: Seat) -> State:
    """Discard a wound by Swimming or Reflexes before it counts (4.7, 8.5)."""
    gone = tuple(sorted((*s.gone, s.pending.wound)))
    return continue_turn(replace(_spend_ability(s, seat), gone=gone), seat)


def _use_clairvoyance(s: State, seat: Seat) -> State:
    return replace(_spend_ability(s, seat), phase="foreseeing")


def _use_udjat(s: State, seat: Seat) -> State:
    return replace(_discard_equipment(s, seat, UDJAT), phase="foreseeing")


def _return_block(s: State, seat: Seat) -> State:  # noqa: ARG001
    return replace(s, phase="fall", pending=replace(s.pending, returned=True))


def _dodge(s: State, seat: Seat) -> State:
    return phases.ask_where_to_flee(_spend_ability(s, seat), seat, dodged=True)


def _resign(s: State, seat: Seat) -> State:
    """Eliminate a seat that resigns; what it was asked goes on without it (7.6)."""
    if s.phase == "choose":
        return _resign_before_choosing(s, seat)
    asked, drawn = s.seat == seat, s.phase == "wound" and s.pending.wound != BLOCK
    s = eliminate(s, seat)
    if asked and drawn:
        s = replace(
            s, gone=tuple(sorted((*s.gone, s.pending.wound)))
        )  # the wound was drawn, and counts no more
    if not any(map(is_in_play, s.players)):
        return phases.reveal_cards(
            replace(s, roll=s.roll if any(s.roll) else (), cast=s.cast if any(s.cast) else ())
        )
    return _resume_without(s, seat) if asked else s


def _resign_before_choosing(s: State, seat: Seat) -> State:
    """Give a seat that resigns before choosing the first free adventurer, and eliminate it (7.6)."""
    taken = [p.adventurer for p in s.players]
    return eliminate(deal(s, next(one for one in range(len(ADVENTURERS)) if one not in taken)), seat)


def _resume_without(s: State, seat: Seat) -> State:
    """Go on with play when the seat that was asked is out (7.6)."""
    match s.phase:
        case "load":
            return phases.ask_for_discards(s, phases.index_after(s, seat))
        case "stamina":
            return phases.wait_for_roll(s)
        case "foresight":
            return phases.ask_for_foresight(s, phases.index_after(s, seat))
        case "foreseen":
            return replace(s, phase="fall")  # the block that was seen falls (8.8)
        case "shed" if s.pending.step == Step.MUMMIES:
            return phases.settle_march(s)
        case "wound" if s.pending.wound == BLOCK:
            return phases.move_from_under_block(s)
        case "shed" if s.pending.step == Step.BLOCK:
            return phases.move_from_under_block(s)
        case "dodge" | "flee":
            return phases.move_from_under_block(s)
    return phases.continue_turn(s, seat)


_BY_WORD: dict[str, Callable[[State, Seat], State]] = {
    "done": _finish,
    "stamina": _declare_stamina,
    "pass": _pass,
    "exit": _exit,
    "search": _search,
    "open": _open_tomb,
    "take": _take_card,
    "alcove": _try_alcove,
    "keep": _keep,
    "pick": _pick_lock,
    "discard": _discard_wound,
    "clairvoyance": _use_clairvoyance,
    "udjat": _use_udjat,
    "return": _return_block,
    "dodge": _dodge,
    "resign": _resign,
}


def _pay_action(s: State, seat: Seat) -> State:
    p = s.players[seat]
    return replace(s, players=players_with(s, seat, replace(p, actions=p.actions - 1)))


def _spend_ability(s: State, seat: Seat) -> State:
    """Use up the ability, which serves once a game (8.11)."""
    return replace(s, players=players_with(s, seat, replace(s.players[seat], ready=False)))


def _discard_equipment(s: State, seat: Seat, card: int) -> State:
    """Take equipment that is used out of the game (1.7, 8.7)."""
    p = s.players[seat]
    p = add_equipment(p, card, -1)
    return replace(s, players=players_with(s, seat, p), gone=tuple(sorted((*s.gone, card))))


def _use_equipment(s: State, seat: Seat, card: int, wound: int) -> State:
    """Use a crowbar at an alcove, or antidote and medi-kit on a new or an old wound (8.6, 8.7)."""
    s = _discard_equipment(s, seat, card)
    if card == CROWBAR:
        return phases.take_idol(s, seat)
    if s.phase == "wound":
        if s.pending.wound == BLOCK:
            return phases.take_wound(s, seat, 0)
        return continue_turn(replace(s, gone=tuple(sorted((*s.gone, s.pending.wound)))), seat)
    p = s.players[seat]
    p = add_wounds(p, wound, -1)
    gone = s.gone if wound == BLOCK else tuple(sorted((*s.gone, wound)))
    return continue_turn(replace(s, players=players_with(s, seat, p), gone=gone), seat)


def _drop(s: State, seat: Seat, card: int) -> State:
    s = drop_card(s, seat, card)
    if s.phase == "shed":
        return phases.resume_after_wounds(s, seat, s.pending.step)
    p = s.players[seat]
    return s if p.treasures or p.idols else phases.ask_for_discards(s, phases.index_after(s, seat))
