"""A fault of the server after something was stored is not answered with "nothing was changed"."""

from __future__ import annotations

import pytest

from benben.server.storage.errors import OUTCOME_UNKNOWN
from benben.server.tables.broadcast import Broadcaster
from benben.server.tables.registry import RoomRegistry
from tests.server.guest import Guest
from tests.server.house import House, run


def _broken(*_: object) -> None:
    raise ZeroDivisionError


def test_a_line_that_was_stored_is_not_denied_on_the_socket(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        line = {"type": "say", "id": "one", "text": "Well played."}
        async with guest.at(code) as seat:
            with monkeypatch.context() as patch:
                patch.setattr(Broadcaster, "send_chat", _broken)
                await seat.send(line)
                closing = await seat.until("closing", "refused")
        assert (closing["type"], closing["sentence"].startswith(OUTCOME_UNKNOWN)) == ("closing", True)
        async with guest.at(code) as seat:
            await seat.send(line)
            assert (await seat.until("done", "refused"))["type"] == "done"
            assert [said["text"] for said in seat.talk] == ["Well played."]

    run(story())


def test_a_table_that_was_made_is_not_denied_by_a_call(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        wish = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]}
        with monkeypatch.context() as patch:
            patch.setattr(RoomRegistry, "room", _broken)
            answer = await guest.ask("POST", "/api/tables", wish)
        assert answer.status_code == 500
        assert "Nothing was changed" not in answer.json()["sentence"]
        assert len((await guest.call("GET", "/api/me"))["tables"]) == 1

    run(story())
