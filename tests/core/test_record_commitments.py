"""Records of format 2: seats commit to their seeds, bots have none, and older records stay as they were."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from benben.core import chance, match, record
from benben.core.chance import IDLE_SEED
from benben.core.contract import Unreadable
from benben.core.entries import Entry, Resigned
from benben.core.record import Record, RecordLine, Sitter, sealed
from benben.core.record.verify import verify_record
from tests.contract import pebbles
from tests.contract.games import game_of
from tests.core.test_record import COMMITTED, GAME, SECRET, SEEDS, small, verify


def committed_match(joined: tuple[int, ...] | None = None, swapped: str = "") -> Record:
    """A match between two people who committed to their seeds. With `swapped` the second seat's seed is that
    one, every throw follows from it, and all hashes fit."""
    own = (SEEDS[0], swapped or SEEDS[1])
    order = joined or chance.seating(SECRET, own)
    seeds = [own[player] for player in order]
    m, entries = match.begin(GAME, 2, GAME.options(heap=20)), list[Entry]()
    for entry in (match.next_chance_event(m, SECRET, seeds, 0), Resigned(5, 0)):
        entries.append(entry)
        m = match.after(m, entry)
    commitments = [chance.seed_commitment(COMMITTED, seed) for seed in SEEDS]
    seats = [Sitter("ab"[player], "", own[player], commitments[player]) for player in order]
    return record.make(GAME, m.options, seats, "chance", order, COMMITTED, SECRET, entries)


def test_seeds_that_fit_their_commitments_are_sound() -> None:
    r = committed_match()
    assert verify(record.write_text(r)).good, verify(r)
    assert record.read(record.write_text(r)) == record.read(record.write_json(r)) == r


def test_a_seed_that_was_swapped_after_its_commitment_names_the_seat() -> None:
    """The owner of the secret looked for a seed with a better throw when the others were known."""
    better = next(
        seed
        for seed in (f"{n:032x}" for n in range(1000))
        if chance.seating(SECRET, (SEEDS[0], seed)) == (0, 1)
        and committed_match(swapped=seed).entries[0].text != committed_match().entries[0].text
    )
    forged = committed_match(swapped=better)
    verdict = verify(record.write_text(forged))
    assert (verdict.good, verdict.place) == (False, "seat 2")
    assert verdict.sentence == "Its seed is not the one that it had committed to."


def test_a_commitment_holds_for_the_secret_of_one_table_only() -> None:
    """Another secret, chosen when the commitments were there, does not fit them."""
    r, other = committed_match(), "77" * 32
    forged = sealed(replace(r, commitment=chance.commitment(other), secret=other))
    assert verify(forged).place == "seat 1"


def with_seat(r: Record, **fields: Any) -> Record:
    return sealed(replace(r, seats=(replace(r.seats[0], **fields), *r.seats[1:])))


def test_a_bot_has_no_seed_that_could_be_chosen() -> None:
    bound = chance.seed_commitment(COMMITTED, IDLE_SEED)
    for fields in ({}, {"commitment": ""}, {"seed": IDLE_SEED, "commitment": bound}):
        forged = with_seat(committed_match(), level="scribe", **fields)
        verdict = verify(record.write_json(forged))
        assert (verdict.good, verdict.place) == (False, "seat 1"), fields
        assert "adds nothing to the dice" in verdict.sentence
        assert not verify(record.write_text(forged)).good
    idle = with_seat(committed_match(), level="scribe", seed=IDLE_SEED, commitment="")
    assert 'level "scribe", no seed\n' in record.write_text(idle)
    assert record.read(record.write_text(idle)) == record.read(record.write_json(idle)) == idle


@pytest.mark.parametrize("form", [record.write_text, record.write_json])
def test_a_record_of_format_1_is_read_checked_and_written_as_it_was(form: Any) -> None:
    r = small(format=1)
    whole = form(r)
    assert record.read(whole) == r
    assert form(record.read(whole)) == whole
    assert verify(whole).good
    assert "given openly" not in record.write_text(r)
    assert "agree" not in record.write_text(r)


def test_what_format_2_brought_is_unreadable_in_format_1() -> None:
    r = small(format=1)
    bound = chance.seed_commitment(COMMITTED, r.seats[0].seed)
    with pytest.raises(Unreadable, match="seat 1"):
        record.read(record.write_json(with_seat(r, commitment=bound)))
    agrees = RecordLine("0" * 8, 0, 0, kind="agree")
    for form in (record.write_text, record.write_json):
        with pytest.raises(Unreadable, match="format 1 has no entry of that kind"):
            record.read(form(sealed(replace(r, entries=(agrees,)))))


@pytest.mark.parametrize("number", [0, 4, 12])
def test_a_format_that_is_not_known_is_refused(number: int) -> None:
    text = record.write_text(small()).replace("benben record 2", f"benben record {number}")
    assert verify(text).place == "line 1"
    assert not verify(record.write_json(small()).replace('"format": 2', f'"format": {number}')).good


def test_a_seat_is_written_as_its_format_does() -> None:
    text = record.write_text(small())
    for one, other in ((", given openly", ""), (", given openly", f", commitment {COMMITTED}")):
        verdict = verify_record(text.replace(one, other), game_of)
        assert not verdict.good
    older = record.write_text(small(format=1))
    assert not verify(older.replace('"scribe", seed', '"scribe", no seed')).good
    assert pebbles.game.name in older
