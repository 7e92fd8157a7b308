"""When a match is over, players read what those who looked on had said."""

from __future__ import annotations

from tests.server.guest import Guest
from tests.server.house import House, run


def test_a_player_who_stayed_reads_the_watchers_as_soon_as_the_match_is_over(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "apprentice", seating="choice")
        await nefer.sit(code)
        async with nefer.at(code) as player, hori.at(code) as watcher:
            assert (await watcher.tell("say", text="she will lose", to="watchers"))["type"] == "done"
            assert (await player.tell("resign", seat=0))["type"] == "done"
            told = await player.until("welcome")
            assert [(talk["by"], talk["text"], talk["to"]) for talk in told["talk"]] == [
                ("Hori", "she will lose", "watchers")
            ]
            assert told["table"]["status"] == "over"

    run(story())
