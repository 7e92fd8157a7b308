"""A seat that is kept for somebody at a rematch may be left to others before it was taken."""

from __future__ import annotations

from pathlib import Path

from tests.server.guest import Guest
from tests.server.house import House, run


def test_who_declines_a_rematch_frees_the_seat_that_was_kept(house: House) -> None:
    async def story() -> None:
        nefer, hori, senbi = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Senbi")]
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            assert (await one.tell("resign", seat=0))["type"] == "done"
            assert (await one.tell("rematch"))["type"] == "done"
            await one.see(lambda one: one.table["rematch"])
            following = one.table["rematch"]
        await nefer.sit(following)
        async with hori.at(following) as other:
            assert [seat["kept"] for seat in other.table["seats"]] == ["Hori", ""]
            assert other.table["seats"][0]["you"]
            assert (await other.tell("leave"))["type"] == "done"
            await other.see(lambda other: other.table["seats"][0]["kept"] == "")
            assert not other.table["seats"][0]["you"]
            assert (await other.tell("leave"))["sentence"] == "You have no seat at this table."
        table = await senbi.sit(following)
        assert table["status"] == "playing"
        assert sorted(seat["name"] for seat in table["seats"]) == ["Nefer", "Senbi"]

    run(story())


async def rematch(one: Guest, *others: Guest) -> str:
    """A match that is over, and the table that follows; the first has asked for it and sits there."""
    game = "pyramydal" if len(others) > 1 else "senet"
    code = await one.host("me", *("open" for _ in others), seating="choice", game=game)
    for guest in (one, *others):
        await guest.sit(code)
    async with one.at(code) as seat:
        await seat.tell("offer", seat=0, what="end")
        for i, other in enumerate(others, 1):
            async with other.at(code) as asked:
                assert (await asked.tell("answer", seat=i, yes=True))["type"] == "done"
        await seat.see(lambda seat: seat.table["status"] == "over")
        assert (await seat.tell("rematch"))["type"] == "done"
        await seat.see(lambda seat: seat.table["rematch"])
    following = str(seat.table["rematch"])
    await one.sit(following)
    return following


def test_the_host_frees_a_seat_kept_for_somebody_who_never_comes(house: House) -> None:
    async def story() -> None:
        nefer, hori, senbi = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Senbi")]
        code = await rematch(nefer, hori, senbi)
        async with nefer.at(code) as one, hori.at(code) as other:
            kept = [seat["kept"] for seat in one.table["seats"]]
            assert sorted(kept) == ["", "Hori", "Senbi"]
            place, own = kept.index("Senbi"), one.yours[0]
            refused = await other.tell("free", seat=place)
            assert refused["sentence"] == "Only the player who made this table can free its seats."
            assert (await one.tell("free", seat=own))["sentence"] == "Somebody sits there."
            assert (await one.tell("free", seat=7))["sentence"] == "There is no seat 8."
            assert (await one.tell("free", seat=place))["type"] == "done"
            for seat in (one, other):
                await seat.see(lambda seat: seat.table["seats"][place]["kept"] == "")
            assert (await one.tell("free", seat=place))["sentence"] == "That seat is free already."
            assert code not in [table["code"] for table in (await senbi.call("GET", "/api/me"))["tables"]]
            assert (await one.tell("fill", level="apprentice"))["type"] == "done"
            await one.see(lambda one: one.table["seats"][place]["kind"] == "bot")
            assert one.table["status"] == "waiting"  # Hori's seat is still kept
            assert (await hori.sit(code))["status"] == "playing"
            await one.see(lambda one: one.table["status"] == "playing")
            assert (await one.tell("free", seat=place))["sentence"] == "The match has begun."

    run(story())


def test_a_freed_seat_is_for_anybody_also_for_whom_it_was_kept_and_after_a_restart(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[Guest, Guest, str]:
        nefer, hori = [await Guest.join(house.url, name) for name in ("Nefer", "Hori")]
        code = await rematch(nefer, hori)
        async with nefer.at(code) as one:
            assert (await one.tell("free", seat=1 - one.yours[0]))["type"] == "done"
        return nefer, hori, code

    async def after(house: House, nefer: Guest, hori: Guest, code: str) -> None:
        nefer.url = hori.url = house.url
        (table,) = [each for each in (await nefer.call("GET", "/api/me"))["tables"] if each["code"] == code]
        assert [seat["kept"] for seat in table["seats"]] == ["", ""]
        assert (await hori.sit(code))["status"] == "playing"
        assert code in [table["code"] for table in (await hori.call("GET", "/api/me"))["tables"]]

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        kept = run(before(house))
    with House(db) as house:
        run(after(house, *kept))


def test_a_name_on_a_seat_goes_with_whom_it_was_kept_for(house: House) -> None:
    async def story() -> None:
        nefer, senbi = [await Guest.join(house.url, name) for name in ("Nefer", "Senbi")]
        seats = [{"kind": "me", "name": "Iset"}, {"kind": "me", "name": "Bek"}]
        wish = {"game": "senet", "seats": seats, "seating": "choice"}
        code = str((await nefer.call("POST", "/api/tables", wish))["code"])
        async with nefer.at(code) as one:
            assert (await one.tell("free", seat=1))["type"] == "done"
        await nefer.sit(code)
        table = await senbi.sit(code)
        assert [seat["name"] for seat in table["seats"]] == ["Iset", "Senbi"]

    run(story())
