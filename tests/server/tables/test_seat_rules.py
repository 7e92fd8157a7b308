"""One person holds one seat in games with secrets, and names that imitate another are told apart."""

# ruff: noqa: RUF001 (letters that look alike are what this is about)

from __future__ import annotations

import pytest

from benben.server.people.names import distinct_name, name_skeleton
from tests.server.guest import Guest
from tests.server.house import House, run

SECRETS = "In The Pyramid of Horus players have secrets"


def _seats(*kinds: str) -> dict[str, object]:
    return {"game": "horus", "seats": [{"kind": kind} for kind in kinds]}


def test_nobody_has_two_seats_at_a_table_with_others_in_a_game_with_secrets(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        refused = await nefer.ask("POST", "/api/tables", _seats("me", "me", "open"))
        assert refused.status_code == 409
        assert SECRETS in refused.text
        device = await nefer.host("me", "me", "me", game="horus")  # all at one device
        async with nefer.at(device) as one:
            assert (await one.tell("free", seat=2))["type"] == "done"  # and then one seat for a stranger
        refused = await hori.ask("POST", f"/api/tables/{device}/sit", {"seed": "0" * 32})
        assert not refused.is_success
        assert SECRETS in refused.text
        await nefer.sit(device)
        async with nefer.at(device) as one:
            assert len(one.yours) == 2

    run(story())


def test_a_name_that_imitates_another_at_the_table_gets_a_number(house: House) -> None:
    async def story() -> None:
        nefer, false = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Nеfеr")
        watcher = await Guest.join(house.url, "NEFER")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        table = await false.sit(code)
        assert [seat["name"] for seat in table["seats"]] == ["Nefer", "Nеfеr (2)"]
        async with nefer.at(code) as one, false.at(code) as two, watcher.at(code) as three:
            await two.tell("say", text="It is me.")
            await one.see(lambda one: bool(one.talk))
            assert one.talk[-1]["by"] == "Nеfеr (2)"
            await three.tell("say", text="No, me.", to="watchers")
            await three.see(lambda three: three.talk[-1]["by"] == "NEFER (3)")
            await false.call("POST", "/api/me", {"name": "Hori"})
            await one.see(lambda one: one.table["seats"][1]["name"] == "Hori")
            await false.call("POST", "/api/me", {"name": "nefer"})
            await one.see(lambda one: one.table["seats"][1]["name"] == "nefer (2)")

    run(story())


@pytest.mark.parametrize(
    "other", ["NEFER", "Nefer ", "Νefer", "Nеfer", "ＮＥＦＥＲ", "Néfer", "N e f e r", "𝓝efer", "Ne\u00adfer"]
)
def test_names_that_look_alike_have_one_skeleton(other: str) -> None:
    assert name_skeleton(other) == name_skeleton("Nefer")
    assert distinct_name(other, ["Nefer"]) == f"{other} (2)"


@pytest.mark.parametrize(
    ("one", "other"), [("Ill", "lil"), ("modern", "modem"), ("ВОВ", "BOB"), ("Хор", "Xop")]
)
def test_letters_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


def test_other_names_stay_as_they_are() -> None:
    assert distinct_name("Hori", ["Nefer", "Horus"]) == "Hori"
    assert distinct_name("Anna", ["Anna", "anna (2)"]) == "Anna (3)"
    assert distinct_name("☥", ["☉"]) == "☥"
    assert distinct_name("小明", ["小红"]) == "小明"
