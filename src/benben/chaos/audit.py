"""The audit after an experiment: compares the log of a table with what every player was told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from benben import games
from benben.chaos.player import ChaosPlayer, PromiseBroken
from benben.core import record
from benben.core.record.verify import verify_record
from benben.server.storage.rows import LogRow
from benben.server.storage.store import Store
from benben.server.tables import visibility
from benben.server.tables.state import TableState


async def audit_table(store: Store, code: str, players: Sequence[ChaosPlayer]) -> int:
    """The number of acknowledged actions, each found in the log exactly once; else PromiseBroken."""
    row = await store.table(code)
    if row is None:
        raise PromiseBroken(f"Table {code} is gone.")
    entries = (await store.log([code]))[code]
    if [entry.n for entry in entries] != list(range(len(entries))):
        raise PromiseBroken(f"Table {code}: the log has a gap.")
    state = TableState(row)
    for entry in entries:
        state.apply(entry)
    if state.status != "over" or row.status != "over":
        raise PromiseBroken(f"Table {code}: every player saw the end, but the log has none.")
    _check_once(code, entries)
    found = sum(_check_player(state, entries, player) for player in players)
    verdict = verify_record(record.write_json(state.record()), games.load)
    if not verdict.good:
        raise PromiseBroken(f"Table {code}: the record does not verify. {verdict.place} {verdict.sentence}")
    return found


def _check_once(code: str, entries: Sequence[LogRow]) -> None:
    """PromiseBroken if a message was done twice."""
    times = Counter((entry.person, entry.id) for entry in entries if entry.id)
    for (_, id), count in times.items():
        if count > 1:
            raise PromiseBroken(f"Table {code}: message {id} was done {count} times.")


def _check_player(state: TableState, entries: Sequence[LogRow], player: ChaosPlayer) -> int:
    mine = {entry.id: entry for entry in entries if entry.id and entry.person == player.id}
    for id in player.done:
        if id not in mine:
            raise PromiseBroken(
                f"Table {state.code}: message {id} was acknowledged, but it is not in the log."
            )
        _check_same_action(state.code, player.sent[id], mine[id])
    for id in player.refused - player.done:
        if id in mine and player.copies[id] == 1:
            raise PromiseBroken(f"Table {state.code}: message {id} was refused, but it is in the log.")
    for id in mine:
        if id not in player.sent:
            raise PromiseBroken(f"Table {state.code}: message {id} is in the log, but nobody sent it.")
    _check_view(state, player)
    return len(player.done)


def _check_same_action(code: str, message: dict[str, Any], entry: LogRow) -> None:
    line = json.loads(entry.body)
    match message["type"]:
        case "act":
            same = entry.kind == "event" and (line["by"], line["what"]) == (
                message["seat"],
                message["action"],
            )
        case "open":
            same = entry.kind == "opened" and line["seed"] == message["seed"]
        case "commit":
            same = entry.kind == "sat" and line["commitment"] == message["commitment"]
        case _:
            same = entry.kind == "event" and line["by"] == -1
    if not same:
        raise PromiseBroken(f"Table {code}: message {message['id']} is in the log as something else.")


def _check_view(state: TableState, player: ChaosPlayer) -> None:
    """PromiseBroken unless the last view of the player is what a replay of the log gives."""
    seats = state.seats_of(player.id)
    now = _as_json(visibility.now_message(state, seats, 0, None))
    for key in ("n", "turn", "hand", "picture", "ending", "choices"):
        if player.now[key] != now[key]:
            raise PromiseBroken(
                f"Table {state.code}: the last {key} of {player.name} is not what the log tells."
            )
    if seats != player.yours:
        raise PromiseBroken(f"Table {state.code}: {player.name} was told another seat than the log tells.")
    if player.log != _as_json(visibility.visible_rows(state, seats)):
        raise PromiseBroken(
            f"Table {state.code}: the rows that {player.name} holds are not those of the log."
        )


def _as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
