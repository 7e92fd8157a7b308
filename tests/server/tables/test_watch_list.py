"""Matches to watch: public ones that people play or have finished, and the house match of bots."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from benben import games
from benben.server.people.deletion import FORMER_NAME
from benben.server.settings import Limits
from benben.server.storage.administration import open_administration
from benben.server.storage.schema import tables
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.tables.test_everyone_acts import together

PROMPT = {"watch_seconds": 0.0}  # every answer is a new one
SHORT = {"pieces": 2}


async def watched(house: House) -> list[Any]:
    """What somebody without a name is shown."""
    found: list[Any] = await Guest(house.url).call("GET", "/api/watch")
    return found


async def two(house: House) -> tuple[Guest, Guest]:
    return await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")


async def begun(one: Guest, other: Guest, **wish: Any) -> str:
    """A public match in which both sit."""
    code = await one.host("me", "open", **{"public": True, "seating": "choice", "options": SHORT, **wish})
    await one.sit(code)
    await other.sit(code)
    return code


async def played(one: Guest, other: Guest, **wish: Any) -> str:
    code = await begun(one, other, **wish)
    async with one.at(code) as first, other.at(code) as second:
        await asyncio.gather(first.play(), second.play())
    return code


def house_of(db: str, **limits: Any) -> House:
    return House(db, limits=Limits(**{**PROMPT, **limits}))


def test_a_public_match_is_shown_while_it_is_played_and_when_it_is_over(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        code = await begun(nefer, paser)
        assert await watched(house) == []  # nobody is there
        async with nefer.at(code) as first, paser.at(code) as second:
            for _ in range(3):
                await asyncio.gather(first.move(), second.move())
            (live,) = await watched(house)
            async with Guest(house.url).at(code) as onlooker:
                assert live["picture"] == onlooker.now["picture"]
            assert (live["code"], live["kind"], live["ended"], live["ending"]) == (code, "live", 0, None)
            assert (live["game"], live["title"], live["words"]) == ("senet", "Senet", "2 pieces")
            assert live["players"] == ["Nefer", "Paser"]
            await asyncio.gather(first.play(), second.play())
        (over,) = await watched(house)
        assert (over["code"], over["kind"], over["ending"]) == (code, "over", first.now["ending"])
        assert over["picture"] == first.now["picture"]
        assert over["ended"] > 0

    with house_of(db) as house:
        run(story(house))
        before = run(watched(house))
    with house_of(db) as house:  # and after a restart, when nothing is loaded
        assert run(watched(house)) == before
        assert not house.hub.rooms._rooms


def test_private_tables_are_never_shown(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        code = await begun(nefer, paser, public=False)
        async with nefer.at(code) as first, paser.at(code) as second:
            assert await watched(house) == []
            await asyncio.gather(first.play(), second.play())
            await second.tell("rematch")
            await first.see(lambda seat: bool(seat.table["rematch"]))
        assert await watched(house) == []

    with house_of(db) as house:
        run(story(house))


def test_a_table_that_waits_and_bots_among_themselves_are_not_shown(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        open_table = await nefer.host("me", "open", public=True)
        bots = await nefer.host("apprentice", "apprentice", public=True, options=SHORT)
        async with nefer.at(open_table), nefer.at(bots) as watcher:
            assert await watched(house) == []
            await watcher.see(lambda seat: seat.table["status"] == "over")

    with house_of(db) as house:
        run(story(house))


def test_secrets_are_not_in_what_is_shown(db: str) -> None:
    """What somebody holds in Horus is known to them alone."""

    async def story(house: House) -> None:
        nefer, paser = await two(house)
        code = await begun(nefer, paser, game="horus", options={})
        choose = random.Random(5).choice
        async with nefer.at(code) as first, paser.at(code) as second, Guest(house.url).at(code) as onlooker:
            while first.now["picture"] == second.now["picture"]:
                both = (first, second)
                mover = next(s for s in both if any(s.now["choices"]) or s.now["hand"] in s.yours)
                await mover.move(choose)
                await together(first, second, onlooker)
            (live,) = await watched(house)
            assert live["picture"] == onlooker.now["picture"]
            secret = [seat for seat in (first, second) if seat.now["picture"] != live["picture"]]
            assert secret

    with house_of(db) as house:
        run(story(house))


def test_what_ended_before_it_began_is_not_worth_watching(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        code = await begun(nefer, paser)
        async with nefer.at(code) as first:
            await first.tell("resign", seat=0)
            await first.see(lambda seat: seat.table["status"] == "over")
        assert await watched(house) == []

    with house_of(db) as house:
        run(story(house))


def test_the_list_has_an_end_and_only_the_first_have_boards(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        codes = [await played(nefer, paser, options={"pieces": 1}) for _ in range(5)]
        found = await watched(house)
        assert [one["code"] for one in found] == codes[:0:-1]
        assert [one["picture"] is None for one in found] == [False, False, True, True]

    with house_of(db, watch_boards=2, watch_lines=2, watch_least_log=5) as house:
        run(story(house))


def test_a_match_that_is_too_long_to_be_replayed_is_told_in_a_line(db: str) -> None:
    with house_of(db) as house:

        async def play() -> None:
            await played(*await two(house))

        run(play())
    with house_of(db, watch_most_log=20) as house:
        (over,) = run(watched(house))
        assert over["picture"] is None
        assert over["ending"]["winners"]


def test_the_same_answer_is_given_for_some_seconds_and_may_be_kept_as_long(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        assert await watched(house) == []
        code = await begun(nefer, paser)
        async with nefer.at(code), paser.at(code):
            answer = await Guest(house.url).ask("GET", "/api/watch")
            assert answer.json() == []
            assert answer.headers["cache-control"] == "public, max-age=30"

    with house_of(db, watch_seconds=30.0) as house:
        run(story(house))


def test_whoever_asks_while_the_list_is_made_gets_the_same_list(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        code = await played(*await two(house))
        found = await asyncio.gather(*(watched(house) for _ in range(20)))
        assert {one["code"] for matches in found for one in matches} == {code}
        assert house.call(lambda: len(house.hub.watch_list._boards)) <= 1

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def test_a_banned_table_and_the_name_of_a_deleted_person_are_not_shown(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        code = await played(nefer, paser)
        assert (await watched(house))[0]["players"] == ["Nefer", "Paser"]
        await paser.call("DELETE", "/api/me")
        assert (await watched(house))[0]["players"] == ["Nefer", FORMER_NAME]
        with open_administration(db) as administration:
            administration.ban("table", code)
        house.wait_for(house.hub.check_bans)
        assert await watched(house) == []

    with house_of(db, watch_seconds=30.0) as house:
        run(story(house))


def test_public_matches_are_found_by_an_index(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db")) as house:
        question = sql.select(tables.c.code).where(tables.c.public, tables.c.status == "over")
        words = str(
            question.order_by(tables.c.changed.desc())
            .limit(5)
            .compile(house.hub.store.engine, compile_kwargs={"literal_binds": True})
        )
        with house.hub.store.engine.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}").all()
        assert "tables_by_public" in str(plan)
        assert "TEMP B-TREE" not in str(plan)


# The house match

QUICK = {**PROMPT, "house_rest_seconds": 0.0, "house_moves": 2}


def house_with_bots(db: str, **limits: Any) -> House:
    return House(db, house_match=True, limits=Limits(**{**QUICK, **limits}))


def count_tables(house: House) -> int:
    with house.hub.store.engine.connect() as connection:
        return int(connection.execute(sql.select(sql.func.count()).select_from(tables)).scalar_one())


def test_there_is_no_house_match_unless_the_host_wants_one(db: str) -> None:
    with house_of(db) as house:
        assert run(watched(house)) == []
        assert count_tables(house) == 0


def test_bots_of_the_house_make_some_moves_and_wait_until_somebody_looks(db: str) -> None:
    async def story(house: House) -> None:
        (match,) = await watched(house)
        assert (match["kind"], match["ended"], match["ending"]) == ("house", 0, None)
        assert len(match["players"]) > 1
        first = match["picture"]
        while match["picture"] == first:
            await asyncio.sleep(0.05)
            (match,) = await watched(house)
        code = match["code"]
        while not house.call(lambda: _waits(house, code)):
            await asyncio.sleep(0.05)
        (match,) = await watched(house)
        await asyncio.sleep(0.5)
        assert (await watched(house))[0]["picture"] == match["picture"]
        async with Guest(house.url).at(code) as watcher:
            n = watcher.now["n"]
            await watcher.see(lambda seat: seat.now["n"] > n + 3)

    with house_with_bots(db) as house:
        run(story(house))
        code = run(watched(house))[0]["code"]
    with house_with_bots(db) as house:  # it is there after a restart
        assert run(watched(house))[0]["code"] == code
        assert count_tables(house) == 1


def _waits(house: House, code: str) -> bool:
    room = house.hub.rooms.loaded(code)
    return room is not None and room.schedule.is_paused


def test_when_the_house_match_is_over_another_game_follows_after_a_rest(db: str) -> None:
    async def end(house: House) -> tuple[str, str]:
        (match,) = await watched(house)
        async with Guest(house.url).at(match["code"]) as watcher:
            await watcher.send({"type": "pace", "pace": "instant"})
            await watcher.see(lambda seat: seat.table["status"] == "over")
        return match["code"], match["game"]

    with house_with_bots(db, house_rest_seconds=600.0) as house:
        over, game = run(end(house))
        (match,) = run(watched(house))
        assert (match["code"], match["kind"], bool(match["ending"])) == (over, "house", True)
        assert match["ended"] > 0
    with house_with_bots(db) as house:
        (match,) = run(watched(house))
        assert match["code"] != over
        assert match["game"] != game
        assert match["ending"] is None


def test_several_processes_have_one_house_match(postgres: str) -> None:
    async def story(one: House, other: House) -> None:
        found = await asyncio.gather(*(watched(house) for house in (one, other) * 3))
        assert len({matches[0]["code"] for matches in found}) == 1

    with house_with_bots(postgres) as one, house_with_bots(postgres) as other:
        run(story(one, other))
        assert count_tables(one) == 1


def test_a_public_match_takes_the_place_of_the_house_match(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await two(house)
        assert [one["kind"] for one in await watched(house)] == ["house"]
        code = await begun(nefer, paser)
        async with nefer.at(code), paser.at(code):
            assert [(one["kind"], one["code"]) for one in await watched(house)] == [("live", code)]

    with house_with_bots(db) as house:
        run(story(house))


def test_a_house_match_that_the_host_has_banned_is_followed_by_another(db: str) -> None:
    with house_with_bots(db) as house:
        code = run(watched(house))[0]["code"]
        with open_administration(db) as administration:
            administration.ban("table", code)
        house.wait_for(house.hub.check_bans)
        (match,) = run(watched(house))
        assert match["code"] != code


def test_every_game_for_two_has_its_turn_as_the_house_match(db: str) -> None:
    several = [name for name in games.NAMES if _usual_seats(name) > 1]
    with house_with_bots(db) as house:
        seen = []
        for _ in (*several, "again"):
            (match,) = run(watched(house))
            seen.append(match["game"])
            with open_administration(db) as administration:
                administration.ban("table", match["code"])
            house.wait_for(house.hub.check_bans)
        assert set(seen) == set(several)
        assert seen[0] == seen[-1]


def _usual_seats(name: str) -> int:
    game = games.load(name)
    return game.seats_for(game.options_of({}))[-1]


def test_a_match_at_another_process_is_shown(postgres: str) -> None:
    async def story(one: House, other: House) -> None:
        nefer, paser = await two(one)
        code = await begun(nefer, paser)
        async with nefer.at(code) as first, paser.at(code) as second:
            for _ in range(3):
                await asyncio.gather(first.move(), second.move())
            found = await watched(other)
            while not found:  # until the table has its owner
                found = await watched(other)
            (live,) = found
            assert (live["code"], live["kind"], live["players"]) == (code, "live", ["Nefer", "Paser"])
            assert live["picture"] == (await watched(one))[0]["picture"]

    with house_of(postgres) as one, house_of(postgres) as other:
        run(story(one, other))
