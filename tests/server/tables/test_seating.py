"""Before the match: ready or not, getting up, bots on free seats."""

from __future__ import annotations

from benben import games
from benben.core.record.verify import verify_record
from tests.server.guest import Guest
from tests.server.house import House, run


def test_the_match_waits_until_everybody_is_ready(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as one:
            assert (await one.tell("ready", ready=False))["type"] == "done"
            await one.see(lambda one: not one.table["seats"][0]["ready"])
            await hori.sit(code)
            await one.see(lambda one: one.table["seats"][1]["ready"])
            assert one.table["status"] == "waiting"
            assert (await one.tell("ready", ready=True))["type"] == "done"
            await one.see(lambda one: one.table["status"] == "playing")
            assert one.now["n"] == 0
            late = await one.tell("ready", ready=False)
            assert (late["type"], late["sentence"]) == ("refused", "The match has begun.")

    run(story())


def test_who_gets_up_leaves_the_seat_to_anybody_and_the_table_off_the_own_list(house: House) -> None:
    async def story() -> None:
        guests = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Senbi")]
        nefer, hori, senbi = guests
        code = await nefer.host("me", "open", public=True)
        await nefer.sit(code)
        async with nefer.at(code) as one:
            assert (await one.tell("leave"))["type"] == "done"
            await one.see(lambda one: not one.yours)
            assert [seat["kept"] for seat in one.table["seats"]] == ["", ""]
            assert (await nefer.call("GET", "/api/me"))["tables"] == []
            again = await one.tell("leave")
            assert again["sentence"] == "You have no seat at this table."
        await hori.sit(code)
        table = await senbi.sit(code)
        assert table["status"] == "playing"
        assert sorted(seat["name"] for seat in table["seats"]) == ["Hori", "Senbi"]
        assert [table["code"] for table in (await hori.call("GET", "/api/me"))["tables"]] == [code]

    run(story())


def test_who_got_up_may_sit_down_again(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "open")
        for _ in range(2):
            await nefer.sit(code)
            async with nefer.at(code) as one:
                assert one.yours == [0]
                assert (await one.tell("leave"))["type"] == "done"
        table = await nefer.sit(code)
        assert table["seats"][0]["you"]
        assert [table["code"] for table in (await nefer.call("GET", "/api/me"))["tables"]] == [code]

    run(story())


def test_the_host_gives_free_seats_to_bots_and_nobody_else_may(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", "open", game="pyramydal")
        await nefer.sit(code)
        async with hori.at(code) as other, nefer.at(code) as host:
            assert host.table["hosting"]
            assert not other.table["hosting"]
            refused = await other.tell("fill", level="apprentice")
            assert refused["sentence"] == "Only the player who made this table can give its seats to bots."
            unknown = await host.tell("fill", level="pharaoh")
            assert unknown["sentence"].startswith("Pyramydal has no bot of that level")
            assert (await host.tell("fill", level="apprentice"))["type"] == "done"
            await host.see(lambda host: host.table["status"] == "playing")
            assert sorted(seat["level"] for seat in host.table["seats"]) == ["", "apprentice", "apprentice"]
            assert (await host.tell("resign", seat=host.yours[0]))["type"] == "done"
            await host.see(lambda host: host.table["status"] == "over")  # the bots play on
        answer = await nefer.ask("GET", f"/api/tables/{code}/record.txt")
        verdict = verify_record(answer.content, games.load)  # bots that came later are in it as they sat
        assert verdict.good, verdict.sentence

    run(story())
