"""Talk at the table, talk among watchers, quick signs."""

from __future__ import annotations

from tests.server.guest import Guest
from tests.server.house import House, run


def test_watchers_talk_among_themselves_and_players_hear_it_after_the_end(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        mute = Guest(house.url)
        code = await nefer.host("me", "apprentice")
        await nefer.sit(code)
        async with nefer.at(code) as player, hori.at(code) as watcher, mute.at(code) as nobody:
            refused = await watcher.tell("say", text="Take the left one.")
            assert refused["sentence"].startswith("Only seated players")
            nameless = await nobody.tell("say", text="Me too.", to="watchers")
            assert nameless["sentence"] == "Take a name before you talk."
            answer = await watcher.tell("say", text="She should take the left one.", to="watchers")
            assert answer["type"] == "done"
            heard = await nobody.until("talk")
            assert (heard["text"], heard["to"], heard["seat"]) == (
                "She should take the left one.",
                "watchers",
                None,
            )
            own = await player.tell("say", text="Is anybody there?", to="watchers")
            assert own["sentence"] == "Watchers talk among themselves until the match is over."
            await player.tell("say", text="Hello.")
            assert (await watcher.until("talk", when=lambda told: told["to"] == "table"))["by"] == "Nefer"
            await player.tell("resign", seat=player.yours[0])
            await player.see(lambda player: player.table["status"] == "over")
        assert b"left one" not in b"".join(nefer.bytes)
        async with nefer.at(code) as player:
            assert [said["text"] for said in player.talk] == ["She should take the left one.", "Hello."]

    run(story())


def test_a_sign_reaches_everybody_is_not_kept_and_floods_are_stopped(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as player, hori.at(code) as watcher:
            assert (await player.tell("react", sign="well"))["type"] == "done"
            told = await watcher.until("reacted")
            assert (told["by"], told["seat"], told["sign"]) == ("Nefer", 0, "well")
            refused = await watcher.tell("react", sign="well")
            assert refused["sentence"] == "Only seated players can send signs."
            unknown = await player.tell("react", sign="boo")
            assert unknown["clause"] == "message"
            answers = [(await player.tell("react", sign="wow"))["type"] for _ in range(8)]
            assert "refused" in answers
        async with hori.at(code) as watcher:
            assert watcher.talk == []

    run(story())


def test_those_who_look_on_are_counted(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "apprentice")
        await nefer.sit(code)
        async with nefer.at(code) as player:
            assert player.table["watching"] == 0
            async with hori.at(code), hori.at(code), Guest(house.url).at(code):
                await player.see(lambda player: player.table["watching"] == 2)
            await player.see(lambda player: player.table["watching"] == 0)

    run(story())
