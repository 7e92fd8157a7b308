"""Matches over real sockets."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from benben import games
from benben.core import chance
from benben.core.record.verify import verify_record
from tests.server.guest import Guest
from tests.server.house import House, run


def test_two_clients_play_a_whole_match_and_its_record_is_sound(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", options={"pieces": 2})
        await nefer.sit(code)
        async with nefer.at(code) as one:
            assert one.table["status"] == "waiting"
            await hori.sit(code)
            async with hori.at(code) as two:
                await one.until("news")
                assert one.table["status"] == two.table["status"] == "playing"
                assert sorted(one.yours + two.yours) == [0, 1]
                await asyncio.gather(one.play(), two.play())
                assert one.log == two.log
                assert one.now["ending"] == two.now["ending"]
                assert one.now["ending"]["winners"]
                assert [row["n"] for row in one.log] == list(range(1, len(one.log) + 1))
        for ending in ("txt", "json"):
            answer = await hori.ask("GET", f"/api/tables/{code}/record.{ending}")
            assert f'filename="senet-{code}.{ending}"' in answer.headers["content-disposition"]
            verdict = verify_record(answer.content, games.load)
            assert verdict.good, verdict.sentence
            assert verdict.draws == sum(row["by"] == -1 for row in one.log)
            checked = await hori.ask("POST", "/api/verify", content=answer.content)
            assert checked.json() == {
                "good": True,
                "sentence": verdict.sentence,
                "entry": None,
                "draws": verdict.draws,
            }

    run(story())


def test_a_person_plays_a_bot_to_the_end(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("apprentice", "me", options={"pieces": 2}, seating="choice")
        table = await guest.sit(code)
        assert [seat["kind"] for seat in table["seats"]] == ["bot", "person"]
        assert table["seats"][0]["name"] == "Apprentice"
        async with guest.at(code) as seat:
            assert seat.yours == [1]
            await seat.play()
            assert {row["seat"] for row in seat.log} == {0, 1}

    run(story())


def test_bots_play_among_themselves_and_anybody_may_watch(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("apprentice", "apprentice", options={"pieces": 1})
        async with Guest(house.url).at(code) as watcher:
            while not watcher.now["ending"]:
                await watcher.receive()
                assert watcher.now["choices"] == [[], []]
            assert watcher.yours == []

    run(story())


def test_one_person_holds_both_seats_of_one_device(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me", options={"pieces": 2})
        await guest.sit(code)
        async with guest.at(code) as seat:
            assert seat.yours == [0, 1]
            await seat.play()

    run(story())


async def _alone(house: House, **wish: Any) -> tuple[Guest, str]:
    guest = await Guest.join(house.url, "Nefer")
    code = await guest.host("me", "me", **wish)
    await guest.sit(code)
    return guest, code


def test_a_move_is_taken_back_until_the_next_throw(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat:
            await seat.move()
            before, throw = seat.now, seat.log[0]
            mover = seat.now["turn"]
            assert (await seat.tell("undo", seat=mover))["type"] == "refused"  # only a throw stands
            await seat.move()
            assert seat.now["undo"][mover]
            assert (await seat.tell("undo", seat=mover))["type"] == "done"
            await seat.until("news")
            assert seat.log[0] == throw
            assert (seat.log[-1]["text"], seat.log[-1]["n"]) == ("undo", 1)
            assert seat.now == before
            await seat.move()
            await seat.tell("undo", seat=mover)
            await seat.until("news")
            assert [row["text"] for row in seat.log] == [throw["text"], "undo"]  # said once
            await seat.move()
            await seat.move()
            refused = await seat.tell("undo", seat=mover)
            assert (refused["type"], refused["clause"]) == ("refused", "match")
        async with guest.at(code) as again:
            assert again.log == seat.log

    run(story())


def test_a_throw_comes_again_as_it_was_after_taking_back(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat:
            await seat.move()
            mover = seat.now["turn"]
            await seat.move()
            await seat.tell("undo", seat=mover)
            await seat.until("news")
            await seat.move()
            await seat.move()
            throws = [row["text"] for row in seat.log if row["by"] == -1]
            await seat.tell("resign", seat=0)
        answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
        verdict = verify_record(answer.content, games.load)
        assert (verdict.good, verdict.draws) == (True, 2), verdict.sentence
        assert len(throws) == 2

    run(story())


def test_who_resigns_loses_and_the_secret_is_told(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat:
            assert seat.table["secret"] is None
            await seat.move()
            await seat.tell("resign", seat=1)
            await seat.until("table")
            assert seat.now["ending"]["winners"] == [0]
            assert seat.now["turn"] == -3
            assert seat.log[-1]["text"] == "resign"
            assert chance.commitment(str(seat.table["secret"])) == seat.table["commitment"]
            assert (await seat.tell("resign", seat=0))["sentence"] == "The match is over."
        answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
        assert verify_record(answer.content, games.load).good

    run(story())


def test_a_rematch_keeps_the_seats_one_further_and_waits_for_both(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one, hori.at(code) as two:
            assert (await one.tell("rematch"))["clause"] == "table"
            await one.tell("resign", seat=0)
            assert (await one.tell("rematch"))["type"] == "done"
            assert (await two.tell("rematch"))["type"] == "done"
            while not (one.table["rematch"] and two.table["rematch"]):
                await (two if one.table["rematch"] else one).receive()
            assert one.table["rematch"] == two.table["rematch"]
            following = one.table["rematch"]
        assert following in [table["code"] for table in (await hori.call("GET", "/api/me"))["tables"]]
        stranger = await Guest.join(house.url, "Sabu")
        refused = await stranger.ask("POST", f"/api/tables/{following}/sit", {"seed": "0" * 32})
        assert refused.status_code == 409
        table = await hori.sit(following)
        assert [(seat["kind"], seat["kept"]) for seat in table["seats"]] == [
            ("person", ""),
            ("open", "Nefer"),
        ]
        assert table["status"] == "waiting"
        assert (await nefer.sit(following))["status"] == "playing"
        assert (await nefer.sit(following))["status"] == "playing"  # once more changes nothing
        async with nefer.at(following) as one:
            assert one.yours == [1]

    run(story())


def test_a_bot_comes_along_to_the_rematch(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.tell("resign", seat=0)
            await seat.tell("rematch")
            following = seat.table["rematch"]
        table = await guest.sit(following)
        assert [seat["name"] for seat in table["seats"]] == ["Apprentice", "Nefer"]
        assert table["status"] == "playing"

    run(story())


def test_a_hint_is_a_legal_action_and_does_not_move(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house, options={"pieces": 2})
        async with guest.at(code) as seat:
            while not any(seat.now["choices"]):
                await seat.move()
            mover, n = seat.now["turn"], seat.now["n"]
            hinted = await seat.tell("hint", seat=mover)
            assert hinted["type"] == "hinted"
            assert hinted["action"] in [choice["text"] for choice in seat.now["choices"][mover]]
            assert re.fullmatch(r"[A-Z0-9][^~>]*\.", hinted["sentence"])
            assert hinted["action"] not in hinted["sentence"]
            assert seat.now["n"] == n
            refused = await seat.tell("hint", seat=1 - mover)
            assert refused["sentence"] == "There is nothing to choose now."

    run(story())


def test_who_asked_for_a_hint_is_known_as_helped_also_after_a_restart(db: str) -> None:
    async def ask(house: House) -> tuple[Guest, str, int, int]:
        guest, code = await _alone(house, options={"pieces": 2})
        async with guest.at(code) as seat:
            while not any(seat.now["choices"]):
                await seat.move()
            mover, n = seat.now["turn"], seat.now["n"]
            assert [one["helped"] for one in seat.table["seats"]] == [[], []]
            for _ in range(2):  # the second is about the same throw
                assert (await seat.tell("hint", seat=mover))["type"] == "hinted"
            assert seat.table["seats"][mover]["helped"] == [n]
        return guest, code, mover, n

    async def look(guest: Guest, code: str, mover: int, n: int) -> None:
        async with guest.at(code) as seat:
            assert seat.table["seats"][mover]["helped"] == [n]
            assert seat.table["seats"][1 - mover]["helped"] == []

    with House(db) as house:
        guest, *asked = run(ask(house))
    with House(db) as house:
        run(look(Guest(house.url, guest.token, guest.name), *asked))


def test_a_rating_helps_only_where_it_is_shown_as_advice(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        options = {"position": "S,S,-,-", "ranks": 1, "files": 4}
        code = await guest.host("me", game="solitaire", options=options)
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.send({"type": "rate", "id": "meter-1", "seat": 0})
            await seat.until("rated")
            assert seat.table["seats"][0]["helped"] == []
            await seat.send({"type": "rate", "id": "hint-2", "seat": 0, "helps": True})
            await seat.until("rated")
            assert seat.table["seats"][0]["helped"] == [0]

    run(story())


def test_there_are_no_hints_against_people(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            for _ in range(2):  # before and after somebody has moved
                refused = await one.tell("hint", seat=one.yours[0])
                assert refused["type"] == "refused"
                assert refused["sentence"] == "There are no hints against other people: that would be unfair."
                async with hori.at(code) as two:
                    mine = one.now["hand"] in one.yours or any(one.now["choices"])
                    await (one if mine else two).move()
        code = await nefer.host(
            "me", "open", game="solitaire", options={"mode": "king-tut"}, seating="choice"
        )
        for guest in (nefer, hori):
            await guest.sit(code)
        async with nefer.at(code) as one:
            await one.send({"type": "rate", "id": "rating", "seat": 0})
            refused = await one.until("done", "rated", "refused")
            assert refused["sentence"] == "There are no hints against other people: that would be unfair."

    run(story())


def test_talk_reaches_everybody_and_is_kept_and_floods_are_stopped(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat, Guest(house.url).at(code) as watcher:
            assert (await seat.tell("say", text=" <b>Good\x07 luck</b> "))["type"] == "done"
            said = await watcher.until("talk")
            assert (said["by"], said["seat"], said["text"]) == ("Nefer", 0, "<b>Good luck</b>")
            assert (await watcher.tell("say", text="hello"))["clause"] == "talk"
            answers = [await seat.tell("say", text=f"line {n}") for n in range(9)]
            assert [answer["type"] for answer in answers].count("refused") >= 4
        async with guest.at(code) as again:
            assert again.talk[0]["text"] == "<b>Good luck</b>"

    run(story())


def test_the_past_can_be_looked_at(house: House) -> None:
    async def story() -> None:
        guest, code = await _alone(house)
        async with guest.at(code) as seat:
            first = seat.now["picture"]
            for _ in range(4):
                await seat.move()
            await seat.send({"type": "look", "n": 0})
            assert (await seat.until("past"))["picture"] == first
            await seat.send({"type": "look", "n": seat.now["n"]})
            assert (await seat.until("past"))["picture"] == seat.now["picture"]
            await seat.send({"type": "look", "n": 99})
            assert (await seat.until("refused"))["sentence"] == "There is no event 99 yet."

    run(story())


def test_presence_is_told(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            assert [seat["here"] for seat in one.table["seats"]] == [True, False]
            async with hori.at(code):
                await one.until("table")
                assert [seat["here"] for seat in one.table["seats"]] == [True, True]
            await one.until("table")
            assert [seat["here"] for seat in one.table["seats"]] == [True, False]

    run(story())
