"""Validity of positions, for the parser: can a game reach this position?

The parts of a position must agree: cards, idols, dice, WLL, actions, abilities, the seat that is asked. How
people and mummies came to their places is not checked: examples stand in the first round.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus import board
from benben.games.horus.board import god_of, is_secret, is_treasure, reachable, value_of, wound_slot
from benben.games.horus.notation.dice_validity import ankh_fault, dice_fault, is_later, step_of
from benben.games.horus.rules.chance import usable_tools
from benben.games.horus.rules.edits import eliminate
from benben.games.horus.rules.phases import has_free_move, remedies, ways_out
from benben.games.horus.rules.state import (
    NO_CARDS,
    NOBODY,
    Player,
    State,
    Step,
    chest_count,
    has_room,
    initial_state,
    is_in_play,
    load,
    missing_numbers,
    turn_order,
    unshown_cards,
)
from benben.games.horus.rules.timeouts import TIMED_QUESTIONS


def fault(s: State) -> tuple[str, str]:
    """The part of the text that cannot be so, and why; both empty if the position is sound."""
    for place, find in (
        ("position", _set_up_fault),
        ("position", _card_fault),
        ("position", _player_fault),
        ("position", _phase_fault),
        ("ankh", ankh_fault),
        ("mummies", _shot_fault),
    ):
        wrong = find(s)
        if wrong:
            return place, wrong
    for seat, p in enumerate(s.players):
        wrong = _ability_fault(s, p)
        if wrong:
            return str(seat + 1), wrong
    return dice_fault(s)


def _set_up_fault(s: State) -> str:
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
        if not _is_untouched(s):
            return "before the first round nothing has happened but the deal"
    elif len(dealt) < len(s.players):
        return "somebody has no adventurer"
    if len(s.blocks) not in ({0} if setting_up else {s.round - 1, s.round}):
        return "a block falls in every round"
    return ""


def _is_untouched(s: State) -> bool:
    """Whether only adventurers, and seats that resigned instead of choosing, differ from the start (7.6)."""
    players = tuple(replace(NOBODY, adventurer=p.adventurer) for p in s.players)
    start = replace(initial_state(len(s.players), s.options), phase=s.phase, seat=s.seat, players=players)
    if s.options.adventurers == "chosen":
        for seat, p in enumerate(s.players):
            start = eliminate(start, seat) if p.place == board.DEAD and p.adventurer >= 0 else start
    return s == start


def _card_fault(s: State) -> str:
    if len(set(s.blocks)) < len(s.blocks):
        return "a block has fallen twice"
    held = [god for p in s.players for god in range(5) if p.idols >> god & 1]
    held += [card - board.IDOL for card in s.gone if card >= board.IDOL]
    for god in range(5):
        if held.count(god) + (s.idols >> god & 1) != 1:
            return (
                f"the idol of {board.GODS[god].capitalize()} is somewhere once: in its alcove, held or gone"
            )
        if s.idols >> god & 1 and s.blocked >> board.ALCOVES[god] & 1:
            return f"the idol of {board.GODS[god].capitalize()} is buried, so it is gone"
    cards = [card for held_ in (s.gone, *(p.treasures for p in s.players)) for card in held_]
    for god in board.TOMB_GODS:
        own = [tomb for tomb in range(len(board.TOMBS)) if board.TOMB_GOD[tomb] == god]
        out = [value_of(card) for card in cards if is_treasure(card) and god_of(card) == god]
        shown = out + [s.tombs[tomb] for tomb in own if s.tombs[tomb] > 0]
        empty = sum(s.tombs[tomb] < 0 for tomb in own)
        if len(set(shown)) < len(shown) or len(out) != empty:
            return f"every empty sarcophagus of {board.GODS[god].capitalize()} gave one card"
    if s.read is not None:
        god = board.TOMB_GOD[s.read.tomb]
        if s.tombs[s.read.tomb] or not s.inside[god - board.ANUBIS] >> s.read.value & 1:
            return "what was read is still inside"
        if s.players[s.read.seat].adventurer != board.ABDEL or s.players[s.read.seat].ready:
            return "only Abdel Wahab reads, and spends Linguistics"
    return ""


def _player_fault(s: State) -> str:
    for seat, p in enumerate(s.players):
        who = f"seat {seat + 1}"
        if p.place < board.OUTSIDE and s.blocked >> p.place & 1 and not _is_under_block(s, seat, p):
            return f"{who} stands under a block"
        if p.place in (board.OUTSIDE, board.DEAD) and (
            p.treasures or p.idols or p.wounds != NO_CARDS or p.equipment != NO_CARDS
        ):
            return f"{who} can have no cards there"
        if p.place == board.OUTSIDE and s.dropped[seat]:
            return f"{who} has not entered and cannot have given up cards"
        waits = s.phase == "shed" and s.pending.step == Step.MUMMIES and _is_after(s, seat)
        if sum(p.wounds) > board.MOST_WOUNDS + 2 or (sum(p.wounds) >= board.MOST_WOUNDS and not waits):
            return f"{who} has twelve wounds"
        sheds = s.phase == "shed" and seat == s.seat
        if load(p) > board.MOST_LOAD + 4 or (load(p) > board.MOST_LOAD and not (sheds or waits)):
            return f"the load of {who} is above 12"
        if len(p.chests) > chest_count(p) or (p.chests and s.phase not in ("chest", "over")):
            return f"{who} rolls for chests at the end, once each"
        if (
            s.phase == "chest"
            and len(p.chests) != (chest_count(p) if seat < s.seat else 0)
            and seat != s.seat
        ):
            return "chests are rolled for in seat order"
        if p.cursed and not (s.roll and all(s.roll)):
            return f"no die is cursed for {who} before the roll"
        if not is_in_play(p) and p.actions and s.phase in ("turn", "load"):
            return f"{who} is out of play and has no actions"
    return ""


def _is_after(s: State, seat: Seat) -> bool:
    """Whether a seat comes after the one that is asked, clockwise from the first player."""
    return turn_order(s).index(seat) > turn_order(s).index(s.seat)


def _is_under_block(s: State, seat: Seat, p: Player) -> bool:
    """Whether a seat is hit by the last block and has still to move away, in turn order (6.4)."""
    hit = s.phase in ("dodge", "flee", "wound", "shed") and (seat == s.seat or _is_after(s, seat))
    return hit and len(s.blocks) == s.round and p.place == board.BLOCK_SPACES[s.blocks[-1]]


def _shot_fault(s: State) -> str:
    """Why no mummy can lie now: one lies from David's shot, in his turn, until Phase 4 (5.1, 8.3)."""
    if s.shot < 0:
        return ""
    shooters = [seat for seat, p in enumerate(s.players) if p.adventurer == board.DAVID and not p.ready]
    if not shooters or s.players[shooters[0]].place == board.OUTSIDE or is_later(s, shooters[0]):
        return "a mummy lies only after David Gore has shot it"
    if not (step_of(s) in (Step.TURNS, Step.END) or s.phase == "mummies") or len(s.blocks) == s.round:
        return "a mummy that was shot stands up in Phase 4"
    return ""


def _ability_fault(s: State, p: Player) -> str:
    """Why the ability cannot be spent: its use would have left a trace (8.1-8.8)."""
    if p.ready:
        return ""
    gone: tuple[int, ...] = ()
    match p.adventurer:
        case _ if p.place == board.OUTSIDE and p.adventurer not in (board.DELROY, board.RASPUTIN):
            return "the ability is spent, but its owner has not entered"
        case a if a == board.ABDEL and s.read is None and s.phase != "reading" and not any(s.tombs):
            return "Linguistics is spent, but no sarcophagus was read or opened"
        case a if a == board.CHANTAL and not s.blocks:
            return "Dodge is spent, but no block has fallen"
        case a if a == board.JOSE and s.idols == board.ALL_GODS:
            return "Lock picking is spent, but every idol is in its alcove"
        case a if a == board.RASPUTIN and s.round == 1 and step_of(s) < Step.BLOCK:
            return "Clairvoyance is spent, but no Phase 5 has come"
        case a if a == board.EDGAR:
            gone = (board.CROCODILE,)
        case a if a == board.MAKI:
            gone = (board.COBRA, board.SCORPION)
    if gone and not any(card in s.gone for card in gone):
        return "the ability is spent, but no wound that it discards is gone"
    return ""


def _phase_fault(s: State) -> str:
    if (s.until > 0) != (s.options.reaction > 0 and s.phase in TIMED_QUESTIONS):
        return "a question has a deadline where there is a reaction time, and nothing else has"
    fell = len(s.blocks) == s.round
    late = s.phase in ("dodge", "flee") or (s.phase == "wound" and s.pending.wound == board.BLOCK)
    late = late or (s.phase == "shed" and s.pending.step == Step.BLOCK)
    ending = s.phase in ("score", "chest", "over")
    playing = any(map(is_in_play, s.players))
    if s.round and not ending and fell != late:
        return "the block of the round falls in Phase 5"
    fled = (
        late and s.players[s.seat].place == board.ESCAPED
    )  # from under the block: its wound still counts (6.4)
    if s.round and (ending if playing else not ending and not fled):
        return "it is over when nobody is in play"
    if s.round and not late and not ending:
        reached = reachable(s.blocked)
        for seat, p in enumerate(s.players):
            if p.place < board.OUTSIDE and not reached >> p.place & 1:
                return f"seat {seat + 1} is trapped"
        if not reached:
            return "no way leads in or out"
    if s.seat >= 0 and s.round:
        p = s.players[s.seat]
        away = late or ending or (s.phase == "fall")
        if not away and not is_in_play(p):
            return "the seat that is asked is in play"
        return _question_fault(s, p)
    if s.phase == "roll" and (0 not in s.roll or len(s.roll) != 5):
        return "a roll that is complete is no longer waited for"
    if s.phase == "mummies" and 0 not in s.cast:
        return "a roll that is complete is no longer waited for"
    if s.phase == "over" and any(
        p.place == board.ESCAPED and len(p.chests) < chest_count(p) for p in s.players
    ):
        return "not all chests are rolled for"
    return ""


def _question_fault(s: State, p: Player) -> str:
    """Why this seat cannot be asked, or chance not act for it."""
    if not _is_sensible(s, p):
        return f"seat {s.seat + 1} cannot be at {s.phase}"
    if s.phase == "flee" and s.pending.dodged and (p.adventurer != board.CHANTAL or p.ready):
        return f"seat {s.seat + 1} has not dodged"
    return ""


def _is_sensible(s: State, p: Player) -> bool:
    inside = p.place < board.OUTSIDE
    match s.phase:
        case "load":
            return bool(p.treasures or p.idols)
        case "stamina":
            return p.adventurer == board.DELROY and p.ready
        case "turn":
            return (p.actions > 0 and (inside or _has_choice(s))) or (inside and has_free_move(s, p))
        case "search":
            return inside and board.ZONE[p.place] != board.CORRIDOR and s.left[board.ZONE[p.place]] > 0
        case "opening":
            return inside and board.TOMB_AT[p.place] >= 0 and s.tombs[board.TOMB_AT[p.place]] == 0
        case "reading":
            near = inside and s.pending.tomb in (tomb for _, tomb in board.TOMBS_BY[p.place])
            reads = p.adventurer == board.ABDEL and not p.ready and s.read is None
            return near and reads and s.tombs[s.pending.tomb] == 0
        case "cast" | "recast":
            return _is_at_alcove(s, p) and 0 in s.cast
        case "alcove":
            return (
                _is_at_alcove(s, p)
                and 0 not in s.cast
                and missing_numbers(board.ALCOVE_AT[p.place], s.cast) > 0
            )
        case "rerolled":
            return _is_at_alcove(s, p) and 0 not in s.cast and bool(usable_tools(s, p))
        case "wound":
            wound = s.pending.wound
            here = (
                _has_fled(s, p)
                if wound == board.BLOCK
                else inside and board.ZONE[p.place] == wound_slot(wound)
            )
            return here and any(remedies(p, wound))
        case "shed":
            return load(p) > board.MOST_LOAD and (s.pending.step != Step.BLOCK or _has_fled(s, p))
        case "foresight":
            return p.equipment[board.UDJAT_SLOT] > 0 or (p.ready and p.adventurer == board.RASPUTIN)
        case "foreseen":
            return (
                _has_seen_block(s, p) and s.pending.block not in s.blocks and len(s.blocks) < board.BLOCKS - 1
            )
        case "foreseeing":
            return _has_seen_block(s, p)
        case "fall":
            other = not s.pending.returned or len(s.blocks) < board.BLOCKS - 1
            return _has_seen_block(s, p) and s.pending.block not in s.blocks and other
        case "dodge":
            return p.adventurer == board.CHANTAL and p.ready and _is_hit(s, p)
        case "flee":
            return _is_hit(s, p) and len(ways_out(s, p.place)) > 1
        case "score":
            return p.place == board.ESCAPED and _has_cards_to_show(s, p)
        case "chest":
            return p.place == board.ESCAPED and len(p.chests) < chest_count(p)
    return True


def _is_at_alcove(s: State, p: Player) -> bool:
    god = board.ALCOVE_AT.get(p.place, -1)
    return god >= 0 and bool(s.idols >> god & 1) and len(s.cast) == 5 and has_room(p, 0, 1)


def _has_choice(s: State) -> bool:
    """Whether several spaces at the door are open, so that a seat outside is asked where to enter (4.11)."""
    return (board.DOOR_MASK & ~s.blocked).bit_count() > 1


def _has_seen_block(s: State, p: Player) -> bool:
    """Whether Clairvoyance or an Udjat was used to see the block (8.8)."""
    return board.UDJAT in s.gone or (p.adventurer == board.RASPUTIN and not p.ready)


def _has_fled(s: State, p: Player) -> bool:
    return p.place in ways_out(s, board.BLOCK_SPACES[s.blocks[-1]])


def _is_hit(s: State, p: Player) -> bool:
    return p.place == board.BLOCK_SPACES[s.blocks[-1]] and bool(ways_out(s, p.place))


def _has_cards_to_show(s: State, p: Player) -> bool:
    own = [card for card in p.treasures if is_secret(card)]
    fits = all(s.shown.count(card) <= own.count(card) for card in s.shown)
    return fits and bool(unshown_cards(s))
