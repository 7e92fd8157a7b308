"""Dice that nobody can choose: seats commit to their seeds, and open them when all have."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from benben import games
from benben.core import chance, record
from benben.core.record.verify import verify_record
from benben.server.settings import Limits
from benben.server.storage.rows import LogRow
from benben.server.storage.store import Store
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run

ONE, TWO, THREE = "11" * 16, "22" * 16, "33" * 16
QUICK = Limits(opening_seconds=0.4)


async def _secret_and_log(db: str, code: str) -> tuple[str, list[LogRow]]:
    """What the owner of the server finds in the database."""
    store = Store(db)
    try:
        kept = await store.table(code)
        assert kept is not None
        return kept.secret, list((await store.log([code]))[code])
    finally:
        await store.close()


def _playing(seat: Seat) -> bool:
    return bool(seat.table["status"] == "playing")


async def _record_after_resigning(seat: Seat, code: str) -> record.Record:
    await seat.tell("resign", seat=seat.yours[0])
    await seat.see(lambda seat: seat.table["status"] == "over")
    answer = await seat.guest.ask("GET", f"/api/tables/{code}/record.txt")
    verdict = verify_record(answer.content, games.load)
    assert verdict.good, verdict
    return record.read(answer.content)


async def _pair(url: str) -> tuple[Guest, Guest, str]:
    """Two guests who sit at a table, both with the hash of their seed, the host last."""
    host, guest = await Guest.join(url, "Hori"), await Guest.join(url, "Nefer")
    code = await host.host("open", "open")
    await guest.commit(code, ONE)
    await host.commit(code, TWO)
    return host, guest, code


def test_a_match_begins_when_all_seeds_are_opened_and_its_record_has_both(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        async with guest.at(code) as one:
            assert (one.table["status"], one.table["dice"], one.table["parts"]) == ("waiting", "", [0, 1])
            early = await one.tell("open", seed=ONE)
            assert "when everybody" in early["sentence"]
            async with host.at(code) as two:
                assert two.table["dice"] == "open"
                shown = [seat["commitment"] for seat in two.table["seats"]]
                assert (await one.open(ONE))["type"] == "done"
                await one.see(lambda seat: seat.table["parts"] == [1])
                assert (await two.open(TWO))["type"] == "done"
                await asyncio.gather(one.see(_playing), two.see(_playing))
                assert (one.table["dice"], one.table["parts"]) == ("", [])
                before = b"\n".join(guest.bytes + host.bytes)
                assert ONE.encode() not in before
                assert TWO.encode() not in before
                again = await two.tell("open", seed=TWO)  # as from a second window
                assert again["type"] == "done"
                found = await _record_after_resigning(one, code)
        assert found.format == 2
        assert {one.seed for one in found.seats} == {ONE, TWO}
        assert {one.commitment for one in found.seats} == set(shown)

    with House(db) as house:
        run(story(house))


def test_a_host_who_knows_the_secret_and_sits_last_can_compute_no_draw(tmp_path: Path) -> None:
    """When the last seed is fixed, nothing that the server has holds the others' seeds."""
    db = str(tmp_path / "benben.db")

    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        secret, log = await _secret_and_log(db, code)
        stored = "\n".join(row.body for row in log)
        assert ONE not in stored
        assert TWO not in stored
        known = chance.seed_commitment(chance.commitment(secret), ONE)
        assert known in stored  # all there is of it; the host fixes a seed of their own beside it
        async with guest.at(code) as one, host.at(code) as two:
            await one.open(ONE)
            _, log = await _secret_and_log(db, code)
            assert ONE in log[-1].body  # now the host could compute every throw, for any seed ...
            better = next(
                seed
                for seed in (f"{n:032x}" for n in range(10_000))
                if chance.weighted_index(secret, (ONE, seed), 0, (1,) * 6) == 5
            )
            refused = await two.open(better)  # ... and is bound to the one that was fixed before
            assert refused["type"] == "refused"
            assert "does not fit" in refused["sentence"]
            assert two.yours == []
            await one.see(lambda seat: seat.table["dice"] == "commit")
            assert one.table["status"] == "waiting"
            same = await one.commit(ONE)
            assert same["type"] == "refused"  # what the host has seen is never used
            assert (await one.commit(THREE))["type"] == "done"
            await host.commit(code, better)
            await asyncio.gather(one.open(THREE), two.open(better))
            await one.see(_playing)
            found = await _record_after_resigning(one, code)
        assert {one.seed for one in found.seats} == {THREE, better}

    with House(db) as house:
        run(story(house))


def test_a_table_waits_for_a_person_who_is_away_and_nobody_opens_before(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        async with host.at(code) as two:
            await asyncio.sleep(1)  # longer than the limit of the round, which has not begun
            await two.tell("ready", ready=True)
            assert (two.table["dice"], two.table["parts"]) == ("", [0, 1])
            assert [seat["here"] for seat in two.table["seats"]] == [False, True]
            async with guest.at(code) as one:
                await asyncio.gather(one.open(ONE), two.open(TWO))
                await asyncio.gather(one.see(_playing), two.see(_playing))

    with House(db, limits=QUICK) as house:
        run(story(house))


def test_a_person_who_does_not_open_in_time_loses_the_seat_and_the_others_commit_again(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        other = await Guest.join(house.url, "Iset")
        async with guest.at(code) as one, host.at(code) as two:
            await one.open(ONE)
            await two.see(lambda seat: seat.yours == [])
            await one.see(lambda seat: seat.table["dice"] == "commit")
            assert [seat["kind"] for seat in one.table["seats"]] == ["person", "open"]
            assert (await one.tell("open", seed=ONE))["type"] == "refused"
            await other.commit(code, TWO)
            await one.see(lambda seat: seat.table["seats"][1]["kind"] == "person")
            async with other.at(code) as three:
                assert three.table["dice"] == ""  # the one who had opened is still to commit
                assert three.table["parts"] == [0, 1]
                assert (await one.commit(THREE))["type"] == "done"
                await asyncio.gather(one.open(THREE), three.open(TWO))
                await one.see(_playing)
                found = await _record_after_resigning(one, code)
        assert {one.seed for one in found.seats} == {TWO, THREE}

    with House(db, limits=QUICK) as house:
        run(story(house))


def test_leaving_after_the_first_opening_voids_it_and_bots_may_fill_the_seat(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        async with guest.at(code) as one, host.at(code) as two:
            await two.open(TWO)
            refused = await one.tell("ready", ready=False)
            assert "being opened" in refused["sentence"]
            assert (await one.tell("leave"))["type"] == "done"
            await two.see(lambda seat: seat.table["dice"] == "commit")
            assert (await two.tell("fill", level="scribe"))["type"] == "done"
            assert two.table["status"] == "waiting"
            assert (await two.commit(THREE))["type"] == "done"
            await two.open(THREE)
            await two.see(_playing)
            found = await _record_after_resigning(two, code)
        assert {one.seed for one in found.seats} == {THREE, chance.IDLE_SEED}

    with House(db) as house:
        run(story(house))


def test_a_device_that_lost_its_seed_commits_again_once(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        async with guest.at(code) as one:
            assert (await one.commit(THREE))["type"] == "done"  # before the round as often as one likes
            async with host.at(code) as two:
                await one.open(THREE)
                assert "opened your seed" in (await one.commit(ONE))["sentence"]
                assert (await two.commit(THREE))["type"] == "done"
                await one.see(lambda seat: seat.table["dice"] == "commit")
                await one.commit(ONE)
                await one.open(ONE)
                again = await two.commit(TWO)
                assert "once" in again["sentence"]
                await two.open(THREE)
                await two.see(_playing)

    with House(db) as house:
        run(story(house))


def test_a_seed_that_is_given_openly_is_fixed_at_once_and_the_record_says_so(db: str) -> None:
    async def story(house: House) -> None:
        host, guest = await Guest.join(house.url, "Hori"), await Guest.join(house.url, "Nefer")
        code = await host.host("open", "open", seating="choice")
        await guest.commit(code, ONE)
        table = await host.sit(code, TWO)
        assert table["status"] == "waiting"
        assert table["seats"][1]["commitment"] == chance.seed_commitment(table["commitment"], TWO)
        async with guest.at(code) as one:
            assert one.table["parts"] == [0]
            await one.open(ONE)
            await one.see(_playing)
            found = await _record_after_resigning(one, code)
        assert [one.commitment != "" for one in found.seats] == [True, False]
        assert "given openly" in record.write_text(found)

    with House(db) as house:
        run(story(house))


def test_a_body_with_both_or_neither_is_refused(db: str) -> None:
    async def story(house: House) -> None:
        host = await Guest.join(house.url, "Hori")
        code = await host.host("open", "open")
        for body in ({}, {"seed": ONE, "commitment": "ab" * 32}, {"commitment": ONE}):
            answer = await host.ask("POST", f"/api/tables/{code}/sit", body)
            assert answer.status_code == 400, body

    with House(db) as house:
        run(story(house))


def test_one_commitment_serves_all_places_of_a_person_at_one_device(db: str) -> None:
    async def story(house: House) -> None:
        host = await Guest.join(house.url, "Hori")
        code = await host.host("me", "me")
        await host.commit(code, ONE)
        async with host.at(code) as one:
            await one.open(ONE)
            await one.see(_playing)
            assert len(one.yours) == 2
            found = await _record_after_resigning(one, code)
        assert [one.seed for one in found.seats] == [ONE, ONE]

    with House(db) as house:
        run(story(house))


def test_a_killed_server_between_commitment_and_opening_goes_on(db: str) -> None:
    async def story() -> None:
        with Lodge(db) as lodge:
            host, guest, code = await _pair(lodge.url)
            lodge.kill()
            lodge.start()
            async with guest.at(code) as one, host.at(code):
                await one.open(ONE)
            lodge.kill()
            lodge.start()
            async with guest.at(code) as one, host.at(code) as two:
                assert one.table["dice"] == ""
                await two.open(TWO)
                await asyncio.gather(one.see(_playing), two.see(_playing))
                found = await _record_after_resigning(one, code)
            assert {one.seed for one in found.seats} == {ONE, TWO}

    run(story())


def test_a_program_commits_and_opens_over_plain_http(db: str) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "scribe")
        await guest.commit(code, ONE)
        messages = f"/api/tables/{code}/messages"
        async with guest.at(code) as seat:  # as a stream would
            answer = await guest.call("POST", messages, {"type": "open", "id": "a", "seed": ONE})
            assert answer["type"] == "done"
            await seat.see(_playing)

    with House(db) as house:
        run(story(house))


def test_a_record_with_commitments_that_is_brought_elsewhere_stays_the_same(db: str) -> None:
    async def story(house: House) -> None:
        host, guest, code = await _pair(house.url)
        async with guest.at(code) as one, host.at(code) as two:
            await asyncio.gather(one.open(ONE), two.open(TWO))
            await one.see(_playing)
            found = await _record_after_resigning(one, code)
        text = record.write_text(found).encode()
        answer = await guest.ask("POST", "/api/records", content=text)
        told: dict[str, Any] = json.loads(answer.content)
        again = await guest.ask("GET", f"/api/tables/{told['code']}/record.txt")
        assert again.content == text

    with House(db) as house:
        run(story(house))
