"""How long bots pause: as the slowest player at the table wishes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from benben.server.tables.bot_turns import BotTurns
from tests.server.guest import Guest
from tests.server.house import House, run


def room(*wishes: tuple[str, str], players: tuple[str, ...] = ("iset", "hori")) -> Any:
    """A room as far as its prompter looks at it: who is here, and with which wish."""
    return SimpleNamespace(
        services=SimpleNamespace(pace_ms=1000),
        state=SimpleNamespace(seats_of=lambda person: [players.index(person)] if person in players else []),
        subscribers=[SimpleNamespace(person=person, pace=pace) for person, pace in wishes],
    )


@pytest.mark.parametrize(
    ("wishes", "pause"),
    [
        ([], 1000),
        ([("iset", "slow")], 2500),
        ([("iset", "instant")], 0),
        ([("iset", "fast"), ("hori", "normal")], 1000),
        ([("iset", "fast"), ("watcher", "slow")], 350),
        ([("watcher", "fast")], 350),
    ],
)
def test_the_slowest_player_who_is_here_sets_the_pace(wishes: list[tuple[str, str]], pause: int) -> None:
    assert BotTurns(room(*wishes)).pause == pause


def test_a_wish_for_a_pace_is_answered_and_an_unknown_one_refused(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice")
        await nefer.sit(code)
        async with nefer.at(code) as player:
            assert (await player.tell("pace", pace="slow"))["type"] == "done"
            assert (await player.tell("pace", pace="warp"))["clause"] == "message"

    run(story())
