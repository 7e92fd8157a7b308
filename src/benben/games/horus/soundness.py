"""Can a position come about? For the reader: what no game can reach is not a position."""

from __future__ import annotations

from benben.games.horus.board import (
    ABDEL,
    ALCOVE_AT,
    ALCOVES,
    BLOCK,
    BLOCK_SPACES,
    BLOCKS,
    CHANTAL,
    CORRIDOR,
    DELROY,
    ESCAPED,
    GODS,
    IDOL,
    MOST_LOAD,
    MOST_WOUNDS,
    OUTSIDE,
    RASPUTIN,
    TOMB_AT,
    TOMB_GOD,
    TOMBS,
    UDJAT,
    ZONE,
    is_secret,
    reachable,
)
from benben.games.horus.phases import has_free_move, remedies, ways_out
from benben.games.horus.sand import QUESTIONS
from benben.games.horus.state import NONE, Player, State, chests, in_play, load, missing, unshown


def fault(s: State) -> str:
    """The first thing that cannot be so; empty if the position is sound."""
    return _of_set_up(s) or _of_things(s) or _of_players(s) or _of_phase(s)


def _of_set_up(s: State) -> str:
    dealt = [p.adventurer for p in s.players if p.adventurer >= 0]
    setting_up = s.phase in ("deal", "choose", "ankh")
    if len(set(dealt)) < len(dealt):
        return "two seats have the same adventurer"
    if (s.round == 0) != setting_up or (s.ankh < 0) != setting_up:
        return "the Ankh is drawn after the deal, and then the first round begins"
    if setting_up:
        undealt = s.phase != "ankh" and s.players[s.seat].adventurer >= 0
        if undealt or len(dealt) != (len(s.players) if s.phase == "ankh" else s.seat):
            return "adventurers are dealt seat by seat"
        if (s.phase == "deal") != (s.options.adventurers == "dealt") and s.phase != "ankh":
            return "adventurers are dealt or chosen, as the options say"
    elif len(dealt) < len(s.players):
        return "somebody has no adventurer"
    if len(s.blocks) not in ({0} if setting_up else {s.round - 1, s.round}):
        return "a block falls in every round"
    return ""


def _of_things(s: State) -> str:
    if len(set(s.blocks)) < len(s.blocks):
        return "a block has fallen twice"
    held = [god for p in s.players for god in range(5) if p.idols >> god & 1]
    held += [card - IDOL for card in s.gone if card >= IDOL]
    for god in range(5):
        if held.count(god) + (s.idols >> god & 1) != 1:
            return f"the idol of {GODS[god].capitalize()} is somewhere once: in its alcove, held or gone"
        if s.idols >> god & 1 and s.blocked >> ALCOVES[god] & 1:
            return f"the idol of {GODS[god].capitalize()} is buried, so it is gone"
    cards = [card for held_ in (s.gone, *(p.treasures for p in s.players)) for card in held_]
    for god in (2, 3, 4):
        own = [tomb for tomb in range(len(TOMBS)) if TOMB_GOD[tomb] == god]
        out = [card % 10 for card in cards if card // 10 == god + 1]
        shown = out + [s.tombs[tomb] for tomb in own if s.tombs[tomb] > 0]
        empty = sum(s.tombs[tomb] < 0 for tomb in own)
        if len(set(shown)) < len(shown) or len(out) != empty:
            return f"every empty sarcophagus of {GODS[god].capitalize()} gave one card"
    if s.read is not None:
        god = TOMB_GOD[s.read.tomb]
        if s.tombs[s.read.tomb] or not s.inside[god - 2] >> s.read.value & 1:
            return "what was read is still inside"
        if s.players[s.read.seat].adventurer != ABDEL or s.players[s.read.seat].ready:
            return "only Abdel Wahab reads, and spends Linguistics"
    return ""


def _of_players(s: State) -> str:
    for seat, p in enumerate(s.players):
        who = f"seat {seat + 1}"
        if p.place < OUTSIDE and s.blocked >> p.place & 1 and not _under(s, p):
            return f"{who} stands under a block"
        if p.place in (OUTSIDE, ESCAPED + 1) and (
            p.treasures or p.idols or p.wounds != NONE or p.equipment != NONE
        ):
            return f"{who} can have no cards there"
        if sum(p.wounds) > MOST_WOUNDS + 2 or (
            sum(p.wounds) >= MOST_WOUNDS and not (s.phase == "shed" and s.arg == 4 and seat != s.seat)
        ):
            return f"{who} has twelve wounds"
        if load(p) > MOST_LOAD + 4 or (load(p) > MOST_LOAD and s.phase != "shed"):
            return f"the load of {who} is above 12"
        if len(p.chests) > chests(p) or (p.chests and s.phase not in ("chest", "over")):
            return f"{who} rolls for chests at the end, once each"
        if p.cursed and not (s.roll and all(s.roll)):
            return f"no die is cursed for {who} before the roll"
        if not in_play(p) and p.actions and s.phase in ("turn", "load"):
            return f"{who} is out of play and has no actions"
    return ""


def _under(s: State, p: Player) -> bool:
    """Just hit by the block that has fallen last."""
    hit = s.phase in ("dodge", "flee", "wound", "shed")
    return hit and len(s.blocks) == s.round and p.place == BLOCK_SPACES[s.blocks[-1]]


def _of_phase(s: State) -> str:
    if (s.until > 0) != (s.options.reaction > 0 and s.phase in QUESTIONS):
        return "a question has a deadline where there is a reaction time, and nothing else has"
    fell = len(s.blocks) == s.round
    late = s.phase in ("dodge", "flee") or (s.phase == "wound" and s.arg == BLOCK)
    late = late or (s.phase == "shed" and s.arg == 5)
    ending = s.phase in ("score", "chest", "over")
    playing = any(map(in_play, s.players))
    if s.round and not ending and fell != late:
        return "the block of the round falls in Phase 5"
    if ending == playing and s.round:
        return "it is over when nobody is in play"
    if s.round and not late and not ending:
        reached = reachable(s.blocked)
        for seat, p in enumerate(s.players):
            if p.place < OUTSIDE and not reached >> p.place & 1:
                return f"seat {seat + 1} is trapped"
        if not reached:
            return "no way leads in or out"
    if s.seat >= 0 and s.round:
        p = s.players[s.seat]
        away = late or ending or (s.phase == "fall")
        if not away and not in_play(p):
            return "who is asked is in play"
        return _of_question(s, p)
    if s.phase == "roll" and (0 not in s.roll or len(s.roll) != 5):
        return "a roll that is complete is no longer waited for"
    if s.phase == "mummies" and 0 not in s.cast:
        return "a roll that is complete is no longer waited for"
    if s.phase == "over" and any(p.place == ESCAPED and len(p.chests) < chests(p) for p in s.players):
        return "not all chests are rolled for"
    return ""


def _of_question(s: State, p: Player) -> str:
    """Is this seat really asked, or chance waited for on its behalf?"""
    if not _sensible(s, p):
        return f"seat {s.seat + 1} cannot be at {s.phase}"
    if s.phase == "flee" and s.arg and (p.adventurer != CHANTAL or p.ready):
        return f"seat {s.seat + 1} has not dodged"
    return ""


def _sensible(s: State, p: Player) -> bool:
    inside = p.place < OUTSIDE
    match s.phase:
        case "load":
            return bool(p.treasures or p.idols)
        case "stamina":
            return p.adventurer == DELROY and p.ready
        case "turn":
            return p.actions > 0 or (inside and has_free_move(s, p))
        case "search":
            return inside and ZONE[p.place] != CORRIDOR and s.left[ZONE[p.place]] > 0
        case "opening":
            return inside and TOMB_AT[p.place] >= 0 and s.tombs[TOMB_AT[p.place]] == 0
        case "reading":
            return p.adventurer == ABDEL and not p.ready and s.read is None and s.tombs[s.arg] == 0
        case "cast" | "recast":
            return _at_alcove(s, p) and 0 in s.cast
        case "alcove":
            return _at_alcove(s, p) and 0 not in s.cast and missing(ALCOVE_AT[p.place], s.cast) > 0
        case "rerolled":
            return _at_alcove(s, p) and 0 not in s.cast and missing(ALCOVE_AT[p.place], s.cast) == 1
        case "wound":
            here = s.arg == BLOCK or (inside and ZONE[p.place] == s.arg - 70)
            return here and any(remedies(p, s.arg))
        case "shed":
            return load(p) > MOST_LOAD
        case "foresight":
            return p.equipment[UDJAT - 60] > 0 or (p.ready and p.adventurer == RASPUTIN)
        case "foreseen":
            return s.arg not in s.blocks and len(s.blocks) < BLOCKS - 1
        case "fall":
            return abs(s.arg) not in s.blocks
        case "dodge":
            return p.adventurer == CHANTAL and p.ready and _hit(s, p)
        case "flee":
            return _hit(s, p) and len(ways_out(s, p.place)) > 1
        case "score":
            return p.place == ESCAPED and _showing(s, p)
        case "chest":
            return p.place == ESCAPED and len(p.chests) < chests(p)
    return True


def _at_alcove(s: State, p: Player) -> bool:
    god = ALCOVE_AT.get(p.place, -1)
    return god >= 0 and bool(s.idols >> god & 1) and len(s.cast) == 5


def _hit(s: State, p: Player) -> bool:
    return p.place == BLOCK_SPACES[s.blocks[-1]] and bool(ways_out(s, p.place))


def _showing(s: State, p: Player) -> bool:
    own = [card for card in p.treasures if is_secret(card)]
    fits = all(s.shown.count(card) <= own.count(card) for card in s.shown)
    return fits and bool(unshown(s))


def _chests(p: Player) -> int:
    return chests(p)
