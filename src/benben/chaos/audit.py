"""What the log says afterwards, against what every player was told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from benben import games
from benben.chaos.player import Broken, Player
from benben.core import record
from benben.server.storage.rows import Written
from benben.server.storage.store import Store
from benben.server.tables import visibility
from benben.server.tables.state import Desk


async def audit(store: Store, code: str, players: Sequence[Player]) -> int:
    """Broken if a promise was; else how many acknowledged actions were found, each exactly once."""
    kept = await store.table(code)
    if kept is None:
        raise Broken(f"Table {code} is gone.")
    entries = (await store.log([code]))[code]
    if [entry.n for entry in entries] != list(range(len(entries))):
        raise Broken(f"Table {code}: the log has a gap.")
    desk = Desk(kept)
    for entry in entries:
        desk.take(entry)
    if desk.status != "over" or kept.status != "over":
        raise Broken(f"Table {code}: every player saw the end, but the log has none.")
    _check_once(code, entries)
    found = sum(_check_player(desk, entries, player) for player in players)
    verdict = record.verify(record.write_json(desk.record()), games.load)
    if not verdict.good:
        raise Broken(f"Table {code}: the record does not verify. {verdict.place} {verdict.sentence}")
    return found


def _check_once(code: str, entries: Sequence[Written]) -> None:
    times = Counter((entry.person, entry.id) for entry in entries if entry.id)
    for (_, id), count in times.items():
        if count > 1:
            raise Broken(f"Table {code}: message {id} was done {count} times.")


def _check_player(desk: Desk, entries: Sequence[Written], player: Player) -> int:
    mine = {entry.id: entry for entry in entries if entry.id and entry.person == player.id}
    for id in player.done:
        if id not in mine:
            raise Broken(f"Table {desk.code}: message {id} was acknowledged, but it is not in the log.")
        _check_same(desk.code, player.sent[id], mine[id])
    for id in player.refused - player.done:
        if id in mine and player.copies[id] == 1:
            raise Broken(f"Table {desk.code}: message {id} was refused, but it is in the log.")
    for id in mine:
        if id not in player.sent:
            raise Broken(f"Table {desk.code}: message {id} is in the log, but nobody sent it.")
    _check_view(desk, player)
    return len(player.done)


def _check_same(code: str, message: dict[str, Any], entry: Written) -> None:
    line = json.loads(entry.body)
    if message["type"] == "act":
        same = (line["by"], line["what"]) == (message["seat"], message["action"])
    else:
        same = line["by"] == -1
    if entry.kind != "event" or not same:
        raise Broken(f"Table {code}: message {message['id']} is in the log as something else.")


def _check_view(desk: Desk, player: Player) -> None:
    """The last that the player was told is what a replay of the log tells."""
    seats = desk.seats_of(player.id)
    now = _on_the_wire(visibility.now(desk, seats, 0, None))
    for key in ("n", "turn", "hand", "picture", "ending", "choices"):
        if player.now[key] != now[key]:
            raise Broken(f"Table {desk.code}: the last {key} of {player.name} is not what the log tells.")
    if seats != player.yours:
        raise Broken(f"Table {desk.code}: {player.name} was told another seat than the log tells.")
    if player.log != _on_the_wire(visibility.rows(desk, seats)):
        raise Broken(f"Table {desk.code}: the rows that {player.name} holds are not those of the log.")


def _on_the_wire(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
