"""The tutor over real sockets: what matters, warnings after blunders, taking back; never against people."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from benben import bots, games
from benben.games.senet import notation
from tests.server.guest import Guest, Seat
from tests.server.house import House, run

SENET = games.load("senet")
UNFAIR = "There are no hints against other people: that would be unfair."


async def ask(there: Seat, kind: str, **fields: Any) -> dict[str, Any]:
    """The answer to a question for the tutor."""
    id = f"{kind}-{len(there.sent)}"
    there.sent[id] = {"type": kind, "id": id, **fields}
    await there.send(there.sent[id])
    return await there.until("focused", "judged", "refused", "done", when=lambda answer: answer["id"] == id)


def worst_move(now: dict[str, Any], seat: int) -> tuple[str, float]:
    """The move that gives most of the chance to win away, and how much."""
    picture = now["picture"]
    if picture["steps"] != picture["throw"]:
        return now["choices"][seat][0]["text"], 0.0
    rows = [picture["squares"][n : n + 10] for n in (0, 10, 20)]
    s = notation.read(f"{'/'.join(rows)} {'xo'[seat]} {picture['throw']}")
    bot = bots.level(SENET, "vizier")
    assert isinstance(bot, bots.ComparingBot)
    found = []
    for action in SENET.rules.actions(s, seat):
        compared = bot.compare(s, seat, action, Random(1).randrange)
        found.append((compared.best_worth - compared.worth, notation.name(s, action)))
    cost, text = max(found)
    return text, cost


def named(text: str, _: list[Any]) -> dict[str, Any]:
    """The choice with this text, whatever there is to choose from."""
    return {"text": text}


def test_after_a_blunder_the_reason_comes_and_the_move_can_be_taken_back_though_the_bot_has_moved(
    house: House,
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", options={"pieces": 5}, seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            for _ in range(200):
                if not seat.now["choices"][0]:
                    await seat.move()
                    continue
                text, cost = worst_move(seat.now, 0)
                n, picture = seat.now["n"], seat.now["picture"]
                await seat.move(partial(named, text))
                judged = await ask(seat, "judge", seat=0, n=n + 1)
                assert (judged["type"], judged["n"], judged["kept"]) == ("judged", n + 1, n)
                if cost < 0.035:
                    assert not judged["sentence"], judged
                if cost >= 0.045:
                    break
            assert "You win about " in judged["sentence"]
            assert judged["better"] != text
            assert n in seat.table["seats"][0]["helped"] or seat.table["seats"][0]["helped"], "not marked"
            while seat.now["turn"] != 0 and seat.now["hand"] != 0:  # the bot has answered
                await seat.receive()
            assert (await seat.tell("offer", seat=0, what="undo", kept=judged["kept"]))["type"] == "done"
            await seat.see(lambda one: one.now["n"] == n)
            assert seat.now["picture"] == picture
            assert (await seat.tell("act", seat=0, action=judged["better"]))["type"] == "done"
            again = await ask(seat, "judge", seat=0, n=n + 1)
            assert again["sentence"] == ""

    run(story())


def test_what_matters_is_said_when_asked_and_counts_as_help(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", options={"pieces": 3}, seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            refused = await ask(seat, "focus", seat=0)
            assert refused["sentence"] == "There is nothing to choose now."
            while not seat.now["choices"][0]:
                await seat.move()
            n = seat.now["n"]
            focused = await ask(seat, "focus", seat=0)
            assert (focused["type"], focused["n"]) == ("focused", n)
            assert focused["sentence"].endswith(".")
            assert seat.table["seats"][0]["helped"] == [n]
            assert seat.now["n"] == n

    run(story())


def test_a_hop_that_loses_the_perfect_end_is_told_with_what_is_left(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        options = {"position": "-,S,S,-,S", "ranks": 1, "files": 5}
        code = await guest.host("me", game="solitaire", options=options)
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move(lambda _: {"text": "c1>a1"})
            judged = await ask(seat, "judge", seat=0, n=1)
            assert judged["sentence"] == "A single small can no longer be left: 2 points at best from here."
            assert (judged["better"], judged["kept"]) == ("b1>d1", 0)
            assert seat.table["seats"][0]["helped"], "the result is marked"
            assert (await seat.tell("undo", seat=0, kept=0))["type"] == "done"
            await seat.see(lambda one: one.now["n"] == 0)
            await seat.move(lambda _: {"text": "b1>d1"})
            assert (await ask(seat, "judge", seat=0, n=1))["sentence"] == ""

    run(story())


def test_a_tile_put_wrong_in_practice_is_told_and_one_put_right_is_not(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", game="gate", options={"mode": "practice", "puzzle": "12 eye"})
        await guest.sit(code)
        async with guest.at(code) as seat:
            while seat.now["picture"]["phase"] != "solve":
                await seat.receive()
            right = (await seat.tell("hint", seat=0))["action"]
            tile = next(one["tile"] for one in seat.now["choices"][0] if one["text"] == right)
            n = seat.now["n"]
            puts = [one["text"] for one in seat.now["choices"][0] if one["tile"] == tile]
            wrong = next(text for text in puts if text != right)
            await seat.move(lambda _: {"text": wrong})
            judged = await ask(seat, "judge", seat=0, n=n + 1)
            assert "the board cannot be covered" in judged["sentence"]
            assert f"Of {len(puts)} places that it has, one is right." in judged["sentence"]
            assert judged["better"] == right
            assert (await seat.tell("undo", seat=0, kept=n))["type"] == "done"
            await seat.move(lambda _: {"text": right})
            assert (await ask(seat, "judge", seat=0, n=n + 1))["sentence"] == ""

    run(story())


def test_nobody_is_taught_against_other_people_or_about_moves_of_others(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice", options={"pieces": 2})
        for guest in (nefer, hori):
            await guest.sit(code)
        async with nefer.at(code) as one, hori.at(code) as two:
            while not one.now["choices"][0]:
                await (one if one.now["hand"] == 0 else two).move()
            n = one.now["n"]
            assert (await ask(one, "focus", seat=0))["sentence"] == UNFAIR
            await one.move()
            assert (await ask(one, "judge", seat=0, n=n + 1))["sentence"] == UNFAIR
            assert one.table["seats"][0]["helped"] == []
        code = await nefer.host("me", "apprentice", seating="choice", options={"pieces": 2})
        await nefer.sit(code)
        async with nefer.at(code) as one:
            await one.move()
            for n in (0, 1, 99):  # no event, a throw, none yet
                refused = await ask(one, "judge", seat=0, n=n)
                assert (refused["type"], refused["sentence"]) == ("refused", "That was no action of yours.")
            assert (await ask(one, "judge", seat=1, n=1))["sentence"] == "That seat is not yours."

    run(story())


def test_only_the_newest_question_about_a_move_is_answered(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host(
            "me", game="solitaire", options={"position": "S,S,-,S", "ranks": 1, "files": 4}
        )
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move(lambda choices: next(one for one in choices if one["kind"] == "hop"))
            for id in ("one", "two", "three"):
                await seat.send({"type": "judge", "id": id, "seat": 0, "n": 1})
            answers = [await seat.until("done", "judged", "refused") for _ in range(3)]
            assert (answers[-1]["type"], answers[-1]["id"]) == ("judged", "three")
            assert [answer["type"] for answer in answers].count("refused") == 0

    run(story())
