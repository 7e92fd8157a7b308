"""The REST side, the page and the headers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from benben.core import chance
from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.workers.daily_puzzles import RESULTS_CACHED
from tests.server.guest import Guest
from tests.server.house import House, run

SENET = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_a_guest_takes_a_name_and_is_known_by_the_token(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, " Nefer ")
        me = await guest.call("GET", "/api/me")
        assert (me["name"], me["tables"]) == ("Nefer", [])
        assert "token" not in me

    run(story())


def test_who_has_no_token_or_a_wrong_one_is_refused(house: House) -> None:
    async def story() -> None:
        nobody = Guest(house.url)
        for method, path, body in [
            ("GET", "/api/me", None),
            ("POST", "/api/tables", SENET),
            ("POST", "/api/tables/x/sit", {"seed": "0" * 32}),
        ]:
            answer = await nobody.ask(method, path, body)
            assert (answer.status_code, answer.json()["clause"]) == (401, "")
            for wrong in ("Bearer nonsense", "Basic abc", "Bearer", "", "Bearer \xe4"):
                answer = await nobody.ask(method, path, body, headers={"authorization": wrong})
                assert answer.status_code == 401
                assert answer.json()["sentence"] == "This token is not known here."

    run(story())


BAD_BODIES: list[tuple[str, Any, int]] = [
    ("/api/people", {}, 400),
    ("/api/people", {"name": ""}, 400),
    ("/api/people", {"name": "x" * 25}, 400),
    ("/api/people", {"name": 5}, 400),
    ("/api/people", {"name": "Nefer", "admin": True}, 400),
    ("/api/people", {"name": " \u202e "}, 409),
    ("/api/tables", {**SENET, "game": "chess"}, 400),
    ("/api/tables", {**SENET, "seats": []}, 400),
    ("/api/tables", {**SENET, "seats": [{"kind": "me"}]}, 409),
    ("/api/tables", {**SENET, "seats": [{"kind": "open"}] * 3}, 409),
    ("/api/tables", {**SENET, "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, 400),
    ("/api/tables", {**SENET, "seats": [{"kind": "me"}, {"kind": "bot"}]}, 400),
    ("/api/tables", {**SENET, "options": {"pieces": 8}}, 409),
    ("/api/tables", {**SENET, "options": {"pieces": "5"}}, 409),
    ("/api/tables", {**SENET, "options": {"self": 1}}, 409),
    ("/api/tables", {**SENET, "options": {"secret": 1}}, 409),
    ("/api/tables", {**SENET, "clock": {"kind": "bank", "seconds": 1}}, 400),
    ("/api/tables", {**SENET, "seating": "mine"}, 400),
    ("/api/tables", {**SENET, "secret": "0" * 64}, 400),
]


def test_a_bad_body_gets_a_sentence_and_makes_nothing(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        for path, body, status in BAD_BODIES:
            answer = await guest.ask("POST", path, body)
            assert answer.status_code == status, (body, answer.text)
            assert answer.json()["sentence"].endswith("."), answer.text
        for raw in (b"", b"{", b"\xff", b"[" * 5000, b"null", b'{"name": "a"} more'):
            for path in ("/api/people", "/api/tables"):
                answer = await guest.ask("POST", path, content=raw)
                assert (answer.status_code, set(answer.json())) == (400, {"sentence", "clause"})
        answer = await guest.ask("POST", "/api/people", content=b'{"name":"' + b"x" * 70_000 + b'"}')
        assert answer.status_code == 413
        assert (await guest.call("GET", "/api/me"))["tables"] == []

    run(story())


def test_an_unknown_address_is_a_fault_and_a_wrong_method_too(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)
        for path in ("/api", "/api/", "/api/nothing", "/api/tables/none", "/api/games/chess/rules"):
            answer = await guest.ask("GET", path)
            assert (answer.status_code, set(answer.json())) == (404, {"sentence", "clause"})
        for method, path in [("PUT", "/api/me"), ("GET", "/api/people"), ("PUT", "/api/tables")]:
            answer = await guest.ask(method, path)
            assert answer.status_code == 405
            assert answer.json()["sentence"] == f"This address does not take {method}."

    run(story())


def test_games_tell_their_options_and_levels(house: House) -> None:
    (senet,) = [game for game in run(Guest(house.url).call("GET", "/api/games")) if game["name"] == "senet"]
    assert (senet["title"], senet["least"], senet["most"]) == ("Senet", 2, 2)
    assert senet["options"]["properties"]["pieces"]["default"] == 5
    assert [level["name"] for level in senet["levels"]] == [
        "apprentice",
        "scribe",
        "steward",
        "priest",
        "vizier",
    ]


def test_options_are_told_what_a_table_with_them_would_be(house: House) -> None:
    async def story() -> None:
        guest = Guest(house.url)

        async def fit(game: str = "solitaire", **options: Any) -> Any:
            return await guest.call("POST", f"/api/games/{game}/options", options)

        plain = await fit()
        assert (plain["least"], plain["most"], plain["words"]) == (1, 1, "3 by 4")
        assert (plain["remark"], plain["apart"], plain["fault"]) == ("", "", "")
        sand = await fit(mode="quicksand")
        assert (sand["least"], sand["most"]) == (2, 6)
        assert "everybody needs a device" in sand["apart"]
        assert "lowest score there is is 8" in (await fit(ranks=2, files=5))["remark"]
        small = await fit(ranks=2, files=2)
        assert "needs three ranks or three files" in small["fault"]
        assert (small["least"], small["most"]) == (1, 1)
        assert (await fit(ranks=9))["fault"].endswith(".")
        assert "no option 'rank'" in (await fit(rank=3))["fault"]
        assert (await fit("senet"))["most"] == 2
        for body in (b"", b"[]", b"{", b"3"):
            answer = await guest.ask("POST", "/api/games/senet/options", content=body)
            assert answer.status_code == 400
        assert (await guest.ask("POST", "/api/games/chess/options", {})).status_code == 404

    run(story())


def test_puzzles_of_the_day_are_the_same_for_everybody_and_playable(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        path = "/api/games/solitaire/daily"
        one, two = await asyncio.gather(
            guest.call("GET", f"{path}/2026-11-15"), guest.call("GET", f"{path}/2026-11-15")
        )
        assert one == two
        assert [puzzle["grade"] for puzzle in one] == ["easy", "medium", "hard"]
        for puzzle in one:
            wish = {"game": "solitaire", "seats": [{"kind": "me"}], "options": puzzle["options"]}
            table = await guest.call("POST", "/api/tables", wish)
            assert table["words"] == "3 by 4, from a set position"
        for day in ("2026-13-01", "2026-2-3", "20261115", "today", "2026-11-15T00", "0000-00-00"):
            answer = await guest.ask("GET", f"{path}/{day}")
            assert (answer.status_code, answer.json()["sentence"]) == (
                400,
                "A day is written as in 2026-11-15.",
            )
        for game in ("senet", "chess"):
            assert (await guest.ask("GET", f"/api/games/{game}/daily/2026-11-15")).status_code == 404

    run(story())
    assert 1 <= len(house.hub.daily_puzzles._days._made) <= RESULTS_CACHED


def test_people_at_one_device_have_a_name_each_and_keep_it_in_a_rematch(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        seats = [{"kind": "me", "name": " Iset "}, {"kind": "me", "name": "Hori"}]
        wish = {"game": "senet", "seats": seats, "seating": "choice"}
        code = (await guest.call("POST", "/api/tables", wish))["code"]
        table = await guest.sit(code)
        assert [(seat["name"], seat["you"]) for seat in table["seats"]] == [("Iset", True), ("Hori", True)]
        async with guest.at(code) as seat:
            await seat.tell("resign", seat=0)
            await seat.tell("rematch")
            following = seat.table["rematch"]
        again = await guest.call("GET", f"/api/tables/{following}")
        assert [seat["kept"] for seat in again["seats"]] == ["Hori", "Iset"]
        assert [seat["name"] for seat in (await guest.sit(following))["seats"]] == ["Hori", "Iset"]
        for name, status in (("x" * 25, 400), ("\u202e", 409)):
            bad = {**wish, "seats": [{"kind": "me", "name": name}, {"kind": "me"}]}
            assert (await guest.ask("POST", "/api/tables", bad)).status_code == status

    run(story())


def test_the_rulebook_comes_with_clauses_and_pictures(house: House) -> None:
    book = run(Guest(house.url).call("GET", "/api/games/senet/rules"))
    assert (book["game"], book["title"], book["version"]) == ("senet", "Senet", 1)
    assert book["summary"][0] == "Bring all your pieces off the board before the other player does."
    assert "In a hundred words" not in [section["title"] for section in book["sections"]]
    clauses = {clause["number"]: clause for section in book["sections"] for clause in section["clauses"]}
    protection = clauses["5.1"]
    assert "protect each other" in protection["text"]
    (pair,) = protection["pictures"]
    assert "16 and 17" in pair["caption"]
    assert pair["picture"]["squares"][15:17] == "oo"
    assert pair["notation"].count("/") == 2
    assert [section["title"] for section in book["sections"] if section["number"] == "7"] == ["Water"]


def test_a_table_is_made_seen_and_filled(house: House) -> None:
    async def story() -> None:
        nefer, hori, sabu = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Sabu")]
        table = await nefer.call("POST", "/api/tables", {**SENET, "options": {"pieces": 3}})
        code = table["code"]
        assert (table["status"], table["words"], table["host"]) == ("waiting", "3 pieces", "Nefer")
        assert table["options"] == {"pieces": 3, "cap": 0}
        assert [(seat["kind"], seat["you"], seat["kept"]) for seat in table["seats"]] == [
            ("open", True, "Nefer"),
            ("open", False, ""),
        ]
        assert (await Guest(house.url).call("GET", f"/api/tables/{code}"))["commitment"] == table[
            "commitment"
        ]
        assert (await nefer.ask("POST", f"/api/tables/{code}/sit", {"seed": "xyz"})).status_code == 400
        await nefer.sit(code)
        assert (await nefer.sit(code))["status"] == "waiting"  # does not take the other seat as well
        assert (await hori.sit(code))["status"] == "playing"
        refused = await sabu.ask("POST", f"/api/tables/{code}/sit", {"seed": "0" * 32})
        assert (refused.status_code, refused.json()["sentence"]) == (
            409,
            "Every seat of this table is taken.",
        )
        assert (await nefer.ask("GET", f"/api/tables/{code}/record.txt")).status_code == 409
        mine = (await hori.call("GET", "/api/me"))["tables"]
        assert [table["code"] for table in mine] == [code]
        assert sum(table["due"] for table in [mine[0], *(await nefer.call("GET", "/api/me"))["tables"]]) == 1
        assert (await sabu.call("GET", "/api/me"))["tables"] == []

    run(story())


def test_seats_are_drawn_from_the_secret_and_every_seed(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        for number in range(6):
            code = await nefer.host("me", "open")
            seeds = [f"{number:032x}", f"{number + 100:032x}"]
            await nefer.sit(code, seeds[0])
            await hori.sit(code, seeds[1])
            async with nefer.at(code) as seat:
                await seat.tell("resign", seat=seat.yours[0])
                await seat.until("table")
                order = chance.seating(seat.table["secret"], seeds)
                assert chance.commitment(seat.table["secret"]) == seat.table["commitment"]
            assert [seat["name"] for seat in seat.table["seats"]] == [
                ("Nefer", "Hori")[player] for player in order
            ]

    run(story())


def test_open_tables_are_listed_only_if_they_are_public_and_have_a_free_seat(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        hidden = await nefer.host("me", "open")
        shown = await nefer.host("me", "open", public=True)
        kept = await nefer.host("me", "me", public=True)

        async def listed() -> list[str]:
            return [table["code"] for table in await Guest(house.url).call("GET", "/api/tables")]

        async with nefer.at(shown), nefer.at(hidden), nefer.at(kept):
            assert shown in await listed()
            assert not {hidden, kept} & set(await listed())
            await nefer.sit(shown)
            assert shown in await listed()
            await hori.sit(shown)
            assert shown not in await listed()

    run(story())


def test_my_tables_come_in_the_order_in_which_they_matter(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        over, waiting, due = (
            await guest.host("me", "me"),
            await guest.host("me", "open"),
            await guest.host("me", "me"),
        )
        for code in (over, waiting, due):
            await guest.sit(code)
        async with guest.at(over) as seat:
            await seat.tell("resign", seat=0)
        tables = (await guest.call("GET", "/api/me"))["tables"]
        assert [table["code"] for table in tables] == [due, waiting, over]
        assert [table["turn"] for table in tables] == ["your turn", None, None]

    run(story())


def test_a_record_with_a_changed_byte_is_found(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me", options={"pieces": 1})
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move()
            await seat.move()
            await seat.tell("resign", seat=0)
        good = (await guest.ask("GET", f"/api/tables/{code}/record.txt")).text
        assert (await guest.ask("POST", "/api/verify", content=good.encode())).json()["good"]
        bad = good.replace("resigns", "resignz")
        for text in (bad.encode(), b"", b"\xff", b"{}", b"[" * 10_000, b'{"options":{"self":1}}'):
            answer = await guest.ask("POST", "/api/verify", content=text)
            assert answer.status_code == 200
            assert (answer.json()["good"], answer.json()["sentence"][-1]) == (False, ".")
        assert (await guest.ask("POST", "/api/verify", content=b" " * 4_000_001)).status_code == 413

    run(story())


def test_an_address_that_calls_too_often_has_to_wait(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        answers = [await guest.ask("POST", "/api/people", {"name": "Nefer"}) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 2
        assert (await guest.ask("GET", "/api/games")).status_code == 200

    limits = Limits(calls=Limit(burst=5, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def _built(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Benben</title>" + " " * 600)
    (folder / "assets" / "main-1a2b.js").write_text("console.log('benben')\n" * 100)
    (folder.parent / "outside.txt").write_text("secret")
    return folder


def test_a_long_record_counts_for_many_calls(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest, long = Guest(house.url), b"x" * 3_900_000
        assert (await guest.ask("POST", "/api/verify", content=long)).status_code == 200
        assert (await guest.ask("POST", "/api/verify", content=b"short")).status_code == 200
        assert (await guest.ask("POST", "/api/verify", content=long)).status_code == 429
        assert (await guest.ask("POST", "/api/records", content=long)).status_code == 429

    limits = Limits(calls=Limit(burst=300, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))


def test_where_the_page_shows_nothing_it_is_served_with_404(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = Guest(house.url)
        for path in (
            "/nowhere",
            "/rules/chess",
            "/play/chess",
            "/play",
            "/play/senet/more",
            "/t",
            "/t/lotus-42-ibis-7q4kx2",
            "/t/%00",
            "/you/me",
        ):
            for tag in ({}, {"if-none-match": (await guest.ask("GET", "/")).headers["etag"]}):
                answer = await guest.ask("GET", path, headers=tag)
                assert answer.status_code == 404, path
                assert answer.text.startswith("<!doctype html><title>Benben</title>")
            assert (await guest.ask("HEAD", path)).status_code == 404
        asked = await guest.ask("GET", "/old/index.html", headers={"accept": "text/html,*/*"})
        assert (asked.status_code, asked.headers["content-type"]) == (404, "text/html; charset=utf-8")
        script = await guest.ask("GET", "/old.js", headers={"accept": "*/*"})
        assert (script.status_code, script.text) == (404, "There is no such file.\n")

    with House(str(tmp_path / "benben.db"), static=_built(tmp_path / "static")) as house:
        run(story(house))


def test_the_page_is_served_for_every_path_of_the_client(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Iset")
        code = await guest.host("me", "open")
        known = (
            "/",
            "/rules",
            "/rules/senet",
            "/play/gate",
            "/you",
            "/keys",
            "/dice",
            "/rules/",
            "/puzzles",
            "/puzzles/rush/gate",
            "/d/2026-11-16",
            "/d/2026-11-16/senet",
            f"/t/{code}",
            f"/t/{code}/review",
        )
        for path in (*known, f"/t/{code.upper()}"):
            answer = await guest.ask("GET", path)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert answer.headers["cache-control"] == "no-cache"
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self'; connect-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
        script = await guest.ask("GET", "/assets/main-1a2b.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-encoding"] == "gzip"
        plain = await guest.ask("GET", "/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.text
        same = await guest.ask(
            "GET", "/assets/main-1a2b.js", headers={"if-none-match": script.headers["etag"]}
        )
        assert same.status_code == 304
        for path in (
            "/assets/none.js",
            "/..%2foutside.txt",
            "/%2e%2e/outside.txt",
            "/assets/..%2f..%2foutside.txt",
            "/d/2026-02-30",
            "/puzzles/rush/horus",
            "/d/2026-10-31",
            "/d/2026-11-16/chess",
            "/t/no-such-table/review",
            f"/t/{code}/nothing",
        ):
            answer = await guest.ask("GET", path)
            assert answer.status_code == 404
            assert "secret" not in answer.text
        assert (await guest.ask("GET", "/health")).text == "well\n"

    static = _built(tmp_path / "static")
    with House(str(tmp_path / "benben.db"), static=static) as house:
        run(story(house))


def test_a_missing_page_is_said_plainly(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), static=tmp_path / "nothing") as house:
        answer = run(Guest(house.url).ask("GET", "/"))
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_every_answer_of_the_api_is_json_and_never_kept(house: House) -> None:
    answer = run(Guest(house.url).ask("GET", "/api/games"))
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert json.loads(answer.text)
