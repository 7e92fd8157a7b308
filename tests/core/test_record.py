"""Records: both forms, both ways, and no change unnoticed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import chance, match, record
from benben.core.contract import CHANCE, TIME, Event, Unreadable
from benben.core.entries import Aborted, Consented, Entry, Flagged, Reseated, Resigned, Undone
from benben.core.record import Record, RecordLine, Sitter, sealed
from benben.core.record.verify import Verification, verify_record
from tests.contract import pebbles
from tests.contract.games import game_of
from tests.contract.pebbles import Take
from tests.contract.played import played

SECRET = "8d" * 32
SEEDS = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")
COMMITTED = chance.commitment(SECRET)
GAME = pebbles.game


def small(last: type[Any] = Resigned, told: bool = True, format: Literal[1, 2] = 2) -> Record:
    """A match with every sort of entry in it. In format 2 the seed of the second seat was given openly."""
    joined = chance.seating(SECRET, SEEDS)
    seeds = [SEEDS[player] for player in joined]
    m, entries = match.begin(GAME, 2, GAME.options(heap=20)), list[Entry]()

    def add(entry: Entry) -> None:
        nonlocal m
        entries.append(entry)
        m = match.after(m, entry)

    for at in (0, 61_001):
        add(match.next_chance_event(m, SECRET, seeds, at))
        add(Event(at + 2345, m.state.mover, Take(1)))
    if format > 1:
        add(Consented(69_000, 0))
    add(Undone(70_000, 1, 2))
    add(match.next_chance_event(m, SECRET, seeds, 70_000))
    add(Reseated(71_000, 1, 'Senbi "the\nlate"', "vizier"))
    add(last(3_600_000, 0))
    seats = [Sitter("Nefer ☥", "", seeds[0]), Sitter("Ahmose", "scribe", seeds[1])]
    if format > 1:
        bound = chance.seed_commitment(COMMITTED, seeds[0])
        seats = [Sitter("Nefer ☥", "", seeds[0], bound), Sitter("Ahmose", "", seeds[1])]
    secret = SECRET if told else None
    return record.make(GAME, m.options, seats, "chance", joined, COMMITTED, secret, entries, format=format)


def verify(source: Record | str | bytes) -> Verification:
    return verify_record(source, game_of)


def with_line(r: Record, n: int, **fields: Any) -> Record:
    """Entry n changed, and every hash made to fit again."""
    entries = list(r.entries)
    entries[n - 1] = msgspec.structs.replace(entries[n - 1], **fields)
    return sealed(msgspec.structs.replace(r, entries=tuple(entries)))


def test_the_text_is_what_a_person_can_read() -> None:
    lines = record.write_text(small()).splitlines()
    assert lines[:4] == ["benben record 2", "game pebbles", "rules 1", 'options {"die":true,"heap":20}']
    assert lines[4].startswith('seat 1: person "Nefer ☥", seed ')
    assert ", commitment " in lines[4]
    assert lines[5].startswith('seat 2: person "Ahmose", seed ')
    assert lines[5].endswith(", given openly")
    assert lines[7] == "clock none"
    bodies = [line[10:] for line in lines[11:20]]
    assert bodies[1] == "    2        2.345  seat 1: take 1"
    assert bodies[4] == "    5       69.000  seat 1 agrees to take back"
    assert bodies[5] == "    6       70.000  seat 2 takes back all after event 2"
    assert bodies[7] == '    8       71.000  seat 2 is now bot "Senbi \\"the\\u000alate\\"", level "vizier"'
    assert bodies[8] == "    9     3600.000  seat 1 resigns"
    assert lines[21] == 'outcome places 2 1, winners 2, points 0 1, "seat 1 resigned"'


def test_the_record_shown_in_the_documentation_is_sound() -> None:
    shown = Path(__file__).parents[2].joinpath("docs", "record.md").read_text().split("```\n")[1]
    assert verify(shown).good, verify(shown)
    above, seal = shown.rsplit("seal ", 1)
    assert hashlib.sha256(above.encode()).hexdigest() == seal.strip()


@pytest.mark.parametrize("last", [Resigned, Flagged, Aborted])
def test_both_forms_give_the_same_record_back(last: type[Any]) -> None:
    r = small(last)
    text, as_json = record.write_text(r), record.write_json(r)
    assert record.read(text) == record.read(as_json) == r
    assert record.write_text(record.read(as_json)) == text
    assert record.write_json(record.read(text)) == as_json
    assert json.loads(as_json)["game"] == "pebbles"


def test_a_sound_record_says_how_many_draws_were_made_again() -> None:
    sound = "Sound: 9 entries follow the rules, and all 3 draws follow from the seeds."
    assert verify(small()) == Verification(True, f"{sound} Seat 2 gave its seed openly.", None, "", 3)


def test_a_running_match_is_checked_as_far_as_that_goes() -> None:
    p = played(GAME, 3, limit=5, finish=False)
    verdict = verify(record.write_text(p.record(told=False)))
    assert verdict.good
    assert verdict.draws == 0
    assert "cannot be checked before the secret is told" in verdict.sentence


def test_a_secret_kept_back_after_the_end_leaves_the_draws_open() -> None:
    verdict = verify(small(told=False))
    assert verdict.good
    assert "before the secret is told" in verdict.sentence


@pytest.mark.parametrize("form", [record.write_text, record.write_json])
def test_a_flipped_byte_anywhere_is_found(form: Any) -> None:
    whole = form(small()).encode()
    assert verify(whole).good
    for at in range(len(whole)):
        for flip in (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80):
            changed = bytearray(whole)
            changed[at] ^= flip
            verdict = verify(bytes(changed))
            assert not verdict.good, (at, flip, changed[max(0, at - 20) : at + 20])
            assert verdict.place


@pytest.mark.parametrize("form", [record.write_text, record.write_json])
def test_a_byte_too_many_or_too_few_is_found(form: Any) -> None:
    whole = form(small()).encode()
    for at in range(len(whole) + 1):
        assert not verify(whole[:at] + b" " + whole[at:]).good
        assert not verify(whole[:at] + b"\n" + whole[at:]).good
        assert at == len(whole) or not verify(whole[:at] + whole[at + 1 :]).good
        assert at == len(whole) or not verify(whole[:at]).good


def test_lines_that_changed_places_are_found() -> None:
    lines = record.write_text(small()).split("\n")
    for n in range(len(lines) - 1):
        other = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
        assert other == lines or not verify("\n".join(other)).good


def test_a_forged_throw_is_named_though_all_hashes_fit() -> None:
    r = small()
    true = r.entries[2].text
    forged = next(text for text in ("throw 1", "throw 2", "throw 3") if text != true)
    verdict = verify(with_line(r, 3, text=forged))
    assert verdict == Verification(False, f"Draw 2 is {true} by the seeds, not {forged}.", 3, "entry 3", 1)


def test_a_forged_throw_is_named_though_it_was_taken_back() -> None:
    joined = chance.seating(SECRET, SEEDS)
    m = match.begin(GAME, 2, GAME.options())
    event = match.next_chance_event(m, SECRET, [SEEDS[player] for player in joined], 5)
    wrong = next(row for row, _ in pebbles.FACES if row != event.what)
    entries: list[Entry] = [event._replace(what=wrong), Undone(6, 0, 0), event._replace(at=7), Resigned(8, 0)]
    seats = [Sitter("a", "", SEEDS[joined[0]]), Sitter("b", "", SEEDS[joined[1]])]
    r = record.make(GAME, m.options, seats, "chance", joined, chance.commitment(SECRET), SECRET, entries)
    assert (verify(r).good, verify(r).entry) == (False, 1)


@pytest.mark.parametrize(
    ("n", "fields", "words"),
    [
        (2, {"text": "take 3"}, "You may take"),
        (2, {"text": "take 4"}, "You may take"),
        (2, {"text": "throw 1"}, "The die falls by chance"),
        (2, {"text": "dance"}, "write take 2"),
        (2, {"by": 1}, "not your turn"),
        (2, {"by": 7}, "no seat 8"),
        (1, {"text": "take 1"}, "Chance cannot do that"),
        (4, {"at": 5}, "cannot follow"),
        (5, {"by": 9}, "no seat 10"),
        (6, {"kept": 9}, "no event 10"),
        (6, {"by": 9}, "no seat 10"),
        (8, {"kind": "resign", "name": "", "level": ""}, "The match is over"),
    ],
)
def test_an_entry_against_the_rules_is_named_though_all_hashes_fit(
    n: int, fields: dict[str, Any], words: str
) -> None:
    forged = with_line(small(), n, **fields)
    verdict = verify(record.write_text(forged))
    wrong = n + 1 if "resign" in fields.values() else n
    assert (verdict.good, verdict.entry, verdict.place) == (False, wrong, f"entry {wrong}")
    assert words in verdict.sentence
    with pytest.raises(Unreadable, match=f"entry {wrong}"):
        record.match_of(forged, game_of)


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("game", {"game": "chess"}),
        ("rules", {"rules": 2}),
        ("options", {"options": {"heap": 0, "die": True}}),
        ("options", {"options": {"heap": 20, "die": True, "more": 1}}),
        ("options", {"seats": ()}),
        ("seating", {"joined": (0, 0)}),
        ("seating", {"joined": (0,)}),
        ("commitment", {"commitment": "0" * 64}),
        ("commitment", {"secret": "0" * 64}),
        ("outcome", {"outcome": None}),
        ("outcome", {"outcome": record.RecordOutcome((1, 2), (0,), (1, 0), "seat 1 resigned")}),
        ("outcome", {"outcome": record.RecordOutcome((2, 1), (1,), (0, 1), "seat 1 fell asleep")}),
    ],
)
def test_a_wrong_head_or_end_is_named_though_all_hashes_fit(place: str, fields: dict[str, Any]) -> None:
    verdict = verify(sealed(msgspec.structs.replace(small(), **fields)))
    assert (verdict.good, verdict.place, verdict.entry) == (False, place, None)
    assert verdict.sentence.endswith(".")


def test_another_seating_is_found_by_the_seeds_and_a_chosen_one_may_be_any() -> None:
    r = small()
    swapped = sealed(msgspec.structs.replace(r, joined=r.joined[::-1]))
    assert verify(swapped).place == "seating"
    assert verify(sealed(msgspec.structs.replace(swapped, seating="choice"))).good


@pytest.mark.parametrize("field", ["chain", "seal"])
def test_a_wrong_hash_is_named(field: str) -> None:
    r = small()
    wrong = msgspec.structs.replace(r, **{field: "0" * len(getattr(r, field))})
    assert verify(wrong).place == field


def test_a_wrong_hash_of_an_entry_is_named_with_its_number() -> None:
    r = small()
    entries = list(r.entries)
    entries[3] = msgspec.structs.replace(entries[3], hash="0" * 8)
    verdict = verify(msgspec.structs.replace(r, entries=tuple(entries)))
    assert verdict == Verification(False, "It does not match its hash.", 4, "entry 4", 2)


def test_a_move_written_otherwise_than_the_notation_does_is_refused() -> None:
    game = game_of("senet")
    r = played(game, 1, limit=40).record()
    n, line = next((n, one) for n, one in enumerate(r.entries, 1) if one.by == 0 and one.kind == "event")
    verdict = verify_record(with_line(r, n, text=line.text.split("-")[0].split("x")[0]), game_of)
    assert verdict.entry == n
    assert f"in notation that is {line.text}" in verdict.sentence


@settings(max_examples=60)
@given(name=st.text(max_size=30), other=st.text(max_size=10), level=st.text(min_size=1, max_size=10))
def test_names_may_be_anything_that_can_be_written(name: str, other: str, level: str) -> None:
    for older, playing, changed, many in ((small(format=1), level, 7, 23), (small(), "", 8, 24)):
        first, second = older.seats
        seats = (
            msgspec.structs.replace(first, name=name),
            msgspec.structs.replace(second, name=other, level=playing),
        )
        r = with_line(msgspec.structs.replace(older, seats=seats), changed, name=name, level=level)
        text = record.write_text(r)
        assert text.count("\n") == many
        assert record.read(text) == record.read(record.write_json(r).encode()) == r
        assert verify(text).good


@settings(max_examples=150)
@given(st.one_of(st.text(), st.binary(), st.text().map(lambda rest: "{" + rest)))
def test_anything_may_be_given_to_the_reader(source: str | bytes) -> None:
    assert not verify(source).good


@settings(max_examples=200)
@given(st.data())
def test_a_record_torn_and_patched_is_refused_without_a_crash(data: st.DataObject) -> None:
    whole = (record.write_json if data.draw(st.booleans()) else record.write_text)(small())
    words = st.sampled_from(
        [
            '"',
            "\\",
            "{}",
            "[" * 3000,
            "9" * 30,
            "-1",
            "null",
            "seat 0",
            "\x00",
            "\ud800",
            "chance",
            " 1",
            "1e999",
        ]
    )
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 12)))
    torn = whole[:start] + data.draw(words | st.text(max_size=5)) + whole[end:]
    assert torn == whole or not verify(torn).good


def test_a_file_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(Unreadable, match="at most"):
        record.read(b"{" * (record.LARGEST + 1))


def test_what_is_deeply_nested_is_unreadable() -> None:
    deep = "[" * 100_000
    text = record.write_text(small()).replace('{"die"', f'{{"a":{deep},"die"')
    as_json = record.write_json(small()).replace('{"die"', f'{{"a":{deep},"die"')
    assert not verify(text).good
    assert not verify(as_json).good


@pytest.mark.parametrize(
    "line",
    [
        RecordLine("0" * 8, 0, CHANCE, kind="resign"),
        RecordLine("0" * 8, 0, -2, text="take 1"),
        RecordLine("0" * 8, 0, 0, text="two\nlines"),
        RecordLine("0" * 8, 0, 0, text="take 1", kept=3),
        RecordLine("0" * 8, 0, CHANCE, text="throw 1", name="somebody"),
        RecordLine("0" * 8, 0, TIME, text="sand"),
        RecordLine("0" * 8, 0, 0, kind="resign", text="in anger"),
        RecordLine("0" * 8, 0, 0, kind="undo", level="scribe"),
        RecordLine("0" * 8, 0, 0, kind="seat", name="somebody", kept=1),
    ],
)
def test_an_entry_that_no_writer_makes_is_unreadable(line: RecordLine) -> None:
    r = sealed(msgspec.structs.replace(small(), entries=(line,)))
    with pytest.raises(Unreadable, match="entry 1"):
        record.read(record.write_json(r))


BANK = record.Agreed("bank", 60_000, 5_000)
MOVE = record.Agreed("move", 60_000)


def timed(agreed: record.Agreed, *more: Entry, levels: tuple[str, str] = ("", "")) -> Record:
    """Seat 1 throws at 10 s and takes at 12.5 s; then seat 2 is to throw."""
    m = match.begin(GAME, 2, GAME.options(heap=20))
    throw = match.next_chance_event(m, SECRET, SEEDS, 10_000)
    entries: list[Entry] = [throw, Event(12_500, 0, Take(1)), *more]
    seats = [Sitter("a", levels[0], SEEDS[0]), Sitter("b", levels[1], SEEDS[1])]
    committed = chance.commitment(SECRET)
    return record.make(GAME, m.options, seats, "choice", (0, 1), committed, SECRET, entries, agreed)


@pytest.mark.parametrize("agreed", [BANK, MOVE])
def test_a_clock_is_written_read_and_run_again(agreed: record.Agreed) -> None:
    r = timed(agreed, Flagged(72_500, 1))
    assert record.read(record.write_text(r)) == record.read(record.write_json(r)) == r
    assert verify(record.write_text(r)).good, verify(r)


@pytest.mark.parametrize(
    ("agreed", "last"),
    [
        (BANK, Flagged(72_499, 1)),
        (BANK, Flagged(72_501, 1)),
        (BANK, Flagged(72_500, 0)),
        (MOVE, Flagged(60_000, 1)),
        (record.NO_CLOCK, Flagged(72_500, 1)),
        (BANK, Resigned(72_500, 1)),
        (MOVE, Resigned(80_000, 0)),
    ],
)
def test_a_clock_that_ran_otherwise_is_found(agreed: record.Agreed, last: Entry) -> None:
    verdict = verify(timed(agreed, last))
    assert (verdict.good, verdict.entry) == (False, 3)
    assert "run out" in verdict.sentence


def test_no_clock_runs_for_a_bot() -> None:
    assert verify(timed(MOVE, Resigned(80_000, 0), levels=("", "scribe"))).good
    assert verify(timed(MOVE, Flagged(72_500, 1), levels=("", "scribe"))).entry == 3
    assert verify(timed(MOVE, Reseated(20_000, 1, "x", "scribe"), Resigned(99_000, 0))).good


def test_every_throw_of_a_whole_game_can_be_forged_and_is_found() -> None:
    game = game_of("senet")
    p = played(game, 11, limit=80)
    r = p.record()
    random = Random(1)
    throws = [n for n, line in enumerate(r.entries, 1) if line.by == CHANCE]
    for n in random.sample(throws, 12):
        true = r.entries[n - 1].text
        forged = random.choice([f"throw {v}" for v in (1, 2, 3, 4, 6) if f"throw {v}" != true])
        assert verify_record(with_line(r, n, text=forged), game_of).entry == n


def test_a_long_match_is_verified_in_linear_time() -> None:
    """Half of its entries are taken back: to replay all the match for each of them would never end."""
    seats = [Sitter("a", "", SEEDS[0]), Sitter("b", "", SEEDS[1])]
    entries: list[Entry] = []
    for n in range(4_000):
        entries += [Event(n, CHANCE, pebbles.Throw(1)), Consented(n, 1), Undone(n, 0, 0)]
    r = record.make(GAME, GAME.options(), seats, "choice", (0, 1), chance.commitment(SECRET), None, entries)
    assert verify(record.write_text(r)).good
