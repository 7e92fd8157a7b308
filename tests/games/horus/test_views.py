"""What a client gets to draw of The Pyramid of Horus."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Any

import pytest

from benben import games
from benben.core.contract import CHANCE, OVER
from benben.games.horus import odds, terminal
from benben.games.horus.board import NEEDS
from benben.games.horus.views.picture_types import Picture
from tests.contract.games import states_of
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, VIEWS, NOTATION = HORUS.rules, HORUS.views, HORUS.notation
MAKI = "2: maki ready, outside, wll 2, actions 0; -; -; -; -"
READY = "2: maki ready, outside, wll 2, actions 5; -; -; -; -"  # her turn is still to come


def picture(text: str, seat: int | None = 0) -> Picture:
    shown: Picture = VIEWS.picture(VIEWS.view(NOTATION.read(text), seat))
    return shown


def choices(text: str, seat: int = 0) -> dict[str, Any]:
    s = NOTATION.read(text)
    v = VIEWS.view(s, seat)
    found = [VIEWS.choice(v, seat, action) for action in RULES.actions(s, seat)]
    return {choice.text: choice for choice in found}


def test_the_picture_of_a_middle_game_has_everything_on_it() -> None:
    shown = picture(
        "seats: 2 / round: 4 / ankh: 2 / phase: turn 1 / cast: 3 3 1 5 6 / blocks: 3 13 22 / "
        "mummies: sanakht 5 up, initkaes 9 down, imhotep 15 down lying / open: a5 6, c8 7 / empty: a3 / "
        "alcoves: hededet anubis thoth horus / gone: cobra, 4 hededet by 1 / "
        "1: edgar ready, e5, wll 3, actions 2, cursed green; cobra mummy mummy; crowbar bag; 4 hededet, "
        "chest sobek, 8 anubis; sobek / 2: david spent, h4, wll 2, actions 0; -; -; -; -"
    )
    assert (shown.round, shown.step, shown.asked, shown.ankh, shown.bag) == (4, "turns", 0, 1, 33)
    assert [(block.number, block.space) for block in shown.blocks] == [(3, "e1"), (13, "d3"), (22, "b5")]
    assert [(m.name, m.space, m.next, m.lying) for m in shown.mummies] == [
        ("sanakht", "a8", "b8", False),
        ("initkaes", "e8", "d8", False),
        ("imhotep", "i6", "i7", True),
    ]
    tombs = {tomb.space: (tomb.state, tomb.value) for tomb in shown.tombs}
    assert (tombs["a3"], tombs["a5"], tombs["i3"]) == (("empty", None), ("open", 6), ("closed", None))
    assert [alcove.state for alcove in shown.alcoves] == ["there", "taken", "there", "there", "there"]
    me = shown.seats[0]
    assert (me.name, me.place, me.load, me.wll, me.band, me.actions) == ("Edgar Rice", "e5", 6, 3, 3, 2)
    assert me.counts == (True, False, False, True, True)
    assert me.cursed == (False, True, False, False, False)
    assert [card.text for card in me.cards] == ["4 hededet", "chest sobek", "8 anubis"]
    assert [card.public for card in me.cards] == [False, False, True]
    assert me.score is not None
    assert (me.score.cards, me.score.variety, me.score.gods) == (18, 6, ("hededet", "sobek", "anubis"))
    assert me.given == ("4 hededet",)
    assert {deck.name: (deck.left, deck.treasures, deck.equipment, deck.wounds) for deck in shown.decks} == {
        "rubble": (14, 5, 8, 1),
        "hededet": (16, 10, 0, 6),
        "sobek": (17, 11, 0, 6),
    }


def test_the_dice_that_counted_are_those_of_the_roll_whatever_idols_are_held_now() -> None:
    """An idol taken after the roll curses the next one, and one given up does not give an action back."""
    text = (
        "seats: 2 / ankh: 2 / phase: turn 1 / cast: 6 6 6 6 6 / alcoves: hededet anubis / gone: idol thoth / "
        "1: edgar ready, e5, wll 2, actions 4%s; -; -; -; sobek horus / "
        "2: maki ready, e2, wll 2, actions 4, cursed blue; -; -; -; -"
    )
    me, other = picture(text % ", cursed red").seats
    assert (me.counts, other.counts) == ((True,) * 4 + (False,), (True, True, True, False, True))
    assert me.cursed == (False, False, False, False, True)
    me = picture(text % "").seats[0]
    assert (me.counts, me.cursed) == ((True,) * 5, (False,) * 5)
    before = (
        text.replace("turn 1", "load 1").replace("cast: 6 6 6 6 6 / ", "").replace("actions 4", "actions 0")
    )
    assert picture(before.replace(", cursed blue", "") % "").seats[0].cursed == (
        False,
        True,
        False,
        False,
        True,
    )


def test_others_see_backs_and_gods() -> None:
    cards = "2 necklace, 4 hededet"
    text = "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
    text += f"1: edgar ready, e5, wll 2, actions 2; -; -; {cards}; - / {READY}"
    for seat in (1, None):
        (card, other) = picture(text, seat).seats[0].cards
        assert (card.owner, card.value, card.text) == ("necklace", None, "? necklace")
        assert (other.owner, other.value, other.chest, other.public) == ("hededet", None, False, False)
        assert picture(text, seat).seats[0].score is None


def test_a_peek_shows_to_its_owner_alone() -> None:
    text = (
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / read: 1 a4 8 / "
        f"1: abdel spent, a3, wll 2, actions 1; -; -; -; - / {READY}"
    )
    tombs = [{tomb.space: tomb for tomb in picture(text, seat).tombs}["a4"] for seat in (0, 1, None)]
    assert [(tomb.value, tomb.reader, tomb.state) for tomb in tombs] == [
        (8, 0, "closed"),
        (None, 0, "closed"),
        (None, 0, "closed"),
    ]


def test_a_foreseen_block_shows_to_its_owner_alone() -> None:
    text = "seats: 2 / phase: fall 1 kept 17 / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
    text += f"1: rasputin spent, e2, wll 2, actions 0; -; -; -; - / {MAKI}"
    mine, theirs = picture(text, 0).foreseen, picture(text, 1).foreseen
    assert mine is not None
    assert theirs is not None
    assert (mine.choice, mine.number, mine.space) == ("kept", 17, "h3")
    assert (theirs.seat, theirs.choice, theirs.number, theirs.space) == (0, "kept", None, None)
    assert picture(text.replace("kept", "returned"), 1).foreseen != theirs


def test_the_phase_ladder_knows_where_an_interruption_happens() -> None:
    heavy = f"; {' '.join(['mummy'] * 10)}; -; 2 hededet, 3 hededet, 4 hededet; - / "
    for phase, dice, other, step in (
        ("3", "cast: 5 5 5 5 5", READY, "turns"),
        ("4", "cast: 1 1 1 1 1 / roll: 1 1 1 1 1", MAKI, "mummies"),
    ):
        shown = picture(
            f"seats: 2 / phase: shed 1 in {phase} / {dice} / "
            f"1: edgar ready, c5, wll 5, actions 0{heavy}{other}",
            1,
        )
        assert (shown.step, shown.asked, shown.phase) == (step, 0, "shed")
    hit = picture(
        "seats: 2 / phase: wound 1 block / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / blocks: 12 / "
        f"1: edgar ready, c4, wll 2, actions 0; -; medi-kit; -; - / {MAKI}"
    )
    assert (hit.step, hit.about, hit.asked) == ("block", "block", 0)


def test_the_dice_of_an_alcove_show_what_fits() -> None:
    shown = picture(
        "seats: 2 / phase: alcove 1 / cast: 2 5 1 2 6 / roll: 3 3 3 3 3 / "
        f"1: edgar ready, e5, wll 2, actions 1; -; -; -; - / {READY}",
        None,
    )
    assert shown.cast is not None
    assert (shown.cast.kind, shown.cast.god, shown.cast.missing) == ("alcove", "sobek", 2)
    assert shown.cast.fits == (True, False, True, False, False)
    assert shown.roll == (3, 3, 3, 3, 3)


def test_the_danger_of_a_space_is_counted_block_by_block() -> None:
    """Behind c3 to g3 but g3, one block in 32 cuts everybody off."""
    shown = picture(
        "seats: 2 / round: 5 / phase: fall / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
        "blocks: 12 13 14 15 / alcoves: sobek anubis thoth horus / "
        f"gone: idol hededet / 1: edgar ready, i4, wll 2, actions 0; -; -; -; - / {MAKI}"
    )
    dangers = {danger.space: (danger.hit, danger.cut) for danger in shown.dangers}
    assert dangers["i4"] == (0, round(2 / 32, 3))  # g3 itself, or g2 below it
    assert dangers["g3"] == (round(1 / 32, 3), round(1 / 32, 3))
    assert dangers["e1"] == (round(1 / 32, 3), 0)
    assert not shown.sealed


def test_a_step_shows_its_price_and_its_wound() -> None:
    able = choices(
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
        f"1: edgar ready, a5, wll 2, actions 2; -; -; -; - / {READY}"
    )
    assert (able["go a6"].price, able["go a6"].risk, able["go a6"].load) == (1, 1.0, 1)
    assert able["go a6"].more == "Sanakht stands there: a wound."
    assert (able["go a4"].price, able["go a4"].risk, able["go a4"].clause) == (1, 0.0, "4.1")
    assert (able["done"].price, able["done"].more) == (0, "2 actions will be lost.")


def test_a_search_shows_what_is_left_and_the_risk() -> None:
    able = choices(
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
        f"1: edgar ready, e5, wll 2, actions 2; crocodile; -; -; - / {READY}"
    )
    assert able["search"].risk == round(5 / 17, 3)
    assert able["search"].more == "Left: 12 treasures, 5 wounds."
    assert able["alcove"].odds == 0.25
    assert able["alcove"].tool is None


def test_an_alcove_shows_its_odds_with_and_without_a_tool() -> None:
    able = choices(
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / "
        f"1: edgar ready, e3, wll 2, actions 2; -; crowbar; -; - / {READY}"
    )
    assert (able["alcove"].odds, able["alcove"].tool) == (0.321, 0.763)


def test_a_drop_shows_the_band_that_it_leads_to() -> None:
    able = choices(
        "seats: 2 / phase: load 1 / "
        f"1: edgar ready, e3, wll 2, actions 0; mummy mummy mummy; -; 2 hededet; - / {MAKI}"
    )
    assert (able["drop 2 hededet"].load, able["drop 2 hededet"].band) == (3, 2)
    assert able["drop 2 hededet"].more == "Your load is 3 then. Dice of 2 or more count instead of 3."
    assert able["done"].band == 3


@pytest.mark.parametrize("god", range(5))
@pytest.mark.parametrize("tool", [False, True])
def test_the_odds_of_an_alcove_are_those_of_all_casts(god: int, tool: bool) -> None:
    """Every first cast with its best second one, by brute force over the sets of dice that are kept."""
    faces = range(1, 7)
    opened: dict[tuple[int, ...], float] = {}

    def chance(kept: tuple[int, ...]) -> float:
        key = tuple(sorted(kept))
        if key not in opened:
            thrown = list(product(faces, repeat=5 - len(kept)))
            opened[key] = sum(_lacks(god, (*kept, *more)) <= tool for more in thrown) / len(thrown)
        return opened[key]

    total, casts = 0.0, 0
    for first in product(faces, repeat=5):
        if first != tuple(sorted(first)):
            continue
        ways = _orders(first)
        kept = [tuple(p for die, p in enumerate(first) if mask >> die & 1) for mask in range(32)]
        total += ways * (1.0 if _lacks(god, first) <= tool else max(chance(one) for one in kept))
        casts += ways
    assert casts == 6**5
    assert odds.attempt_chance(god, tool) == pytest.approx(total / casts)


def _lacks(god: int, dice: tuple[int, ...]) -> int:
    return sum(max(0, NEEDS[god].count(pips) - dice.count(pips)) for pips in set(NEEDS[god]))


def _orders(dice: tuple[int, ...]) -> int:
    """How many orders these five dice can lie in."""
    ways, left = 1, 5
    for pips in set(dice):
        for n in range(dice.count(pips)):
            ways = ways * left // (n + 1)
            left -= 1
    return ways


def test_the_final_scoring_is_shown_card_by_card_and_adds_up() -> None:
    m = next(m for seed in range(60) if (m := referee.deep(HORUS, 3, seed, 1500)).over and m.outcome.winners)
    shown: list[Picture] = [VIEWS.picture(VIEWS.view(s, None)) for s in states_of(m)]
    assert shown[-1].step == "over"
    assert shown[-1].places == m.outcome.places
    for seat, points in enumerate(m.outcome.points):
        score = shown[-1].seats[seat].score
        assert (score.total if score else 0) == points
    known = [sum(card.value is not None for seat in one.seats for card in seat.cards) for one in shown]
    turned = [after - before for before, after in pairwise(known)]
    scoring = [n for n, one in enumerate(shown[:-1]) if one.phase == "score"]
    assert all(turned[n] == 1 for n in scoring)


def test_the_first_player_throws_and_only_the_first_die_waits() -> None:
    """If the first player is out of play, no die waits."""
    waited = 0
    for s in states_of(referee.deep(HORUS, 3, 2, 600)):
        if RULES.turn(s) != CHANCE:
            continue
        hand = VIEWS.thrower(VIEWS.view(s, None))
        if s.phase in ("roll", "mummies") and not any(s.roll if s.phase == "roll" else s.cast):
            assert hand == (s.ankh if s.players[s.ankh].place <= 64 else None)
            waited += 1
        else:
            assert hand is None
    assert waited > 10
    assert RULES.turn(states_of(referee.deep(HORUS, 3, 2, 3000))[-1]) == OVER


def test_the_terminal_shows_the_map_in_eighty_columns() -> None:
    for s in states_of(referee.deep(HORUS, 4, 6, 400))[::20]:
        for seat in (0, None):
            lines = terminal.draw(VIEWS.view(s, seat)).splitlines()
            assert all(len(line) <= 79 for line in lines[:27])
            whole = "\n".join(lines[:26])
            for number, p in enumerate(s.players, 1):
                assert p.place >= 64 or re.search(rf"[|:] *\d*{number}\d*[ \w]*[|:]", whole)
            assert whole.count("#" * 7) == len(s.blocks)


def test_the_terminal_names_no_secret() -> None:
    text = (
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / read: 1 a4 8 / "
        "1: abdel spent, a3, wll 2, actions 1; -; -; 5 sobek; - / "
    )
    text += READY
    assert "(8)" in terminal.draw(VIEWS.view(NOTATION.read(text), 0))
    for seat in (1, None):
        drawn = terminal.draw(VIEWS.view(NOTATION.read(text), seat), colour=True)
        assert "(8)" not in drawn
        assert "? sobek" in drawn
        assert "5 sobek" not in drawn
