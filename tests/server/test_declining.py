"""A seat that is kept for somebody at a rematch may be left to others before it was taken."""

from __future__ import annotations

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
            assert (await other.tell("leave"))["sentence"] == "You do not sit at this table."
        table = await senbi.sit(following)
        assert table["status"] == "playing"
        assert sorted(seat["name"] for seat in table["seats"]) == ["Nefer", "Senbi"]

    run(story())
