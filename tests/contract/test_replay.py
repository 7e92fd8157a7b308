"""What was played can be played again: from entries, from a record, in another process, after an undo."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import match, record
from benben.core.contract import CHANCE, Event, Game, Illegal
from benben.core.entries import Undone
from benben.core.match import next_chance_event
from benben.core.record.verify import verify_record
from benben.core.replay import replay
from tests.contract.games import GAMES, game_of
from tests.contract.played import played

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@every_game
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_a_replay_equals_the_play(game: Game, seed: int) -> None:
    p = played(game, seed)
    assert replay(game, len(p.seeds), p.options, p.entries) == p.match


@every_game
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), finish=st.booleans())
def test_a_record_goes_both_ways_and_is_sound(game: Game, seed: int, finish: bool) -> None:
    p = played(game, seed, limit=150, finish=finish)
    r = p.record(told=p.match.over)
    text, json = record.write_text(r), record.write_json(r)
    assert record.read(text) == r
    assert record.read(json.encode()) == r
    assert record.write_text(record.read(json)) == text
    assert record.match_of(r, game_of) == p.match
    verdict = verify_record(text, game_of)
    assert verdict.good, verdict
    drawn = sum(isinstance(entry, Event) and entry.by == CHANCE for entry in p.entries)
    assert verdict.draws == (drawn if p.match.over else 0)


@every_game
def test_a_record_replays_the_same_under_another_hash_seed(game: Game) -> None:
    p = played(game, 7, limit=200)
    expected = {
        "text": record.write_text(p.record()),
        "end": game.notation.write(p.match.state) + f" {p.match.outcome}",
    }
    for hash_seed in ("0", "1", "4242"):
        assert replayed(hash_seed)[game.name] == expected


@cache
def replayed(hash_seed: str) -> dict[str, dict[str, str]]:
    """By game: the same match played again from its seeds, and its record replayed, in one other process."""
    code = """
import json, sys
from benben.core import record
from tests.contract.games import GAMES, game_of
from tests.contract.played import played
told = {}
for game in GAMES:
    text = record.write_text(played(game, 7, limit=200).record())
    m = record.match_of(record.read(text), game_of)
    told[game.name] = {"text": text, "end": game.notation.write(m.state) + f" {m.outcome}"}
json.dump(told, sys.stdout)
"""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    told: dict[str, dict[str, str]] = json.loads(done.stdout)
    return told


@every_game
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_an_undo_never_changes_a_revealed_value(game: Game, seed: int, data: st.DataObject) -> None:
    p = played(game, seed, limit=60, finish=False)
    m = p.match
    if m.over or not m.events:
        return
    before = m.events
    with suppress(Illegal):  # the sand may have run out since
        m = match.after(m, Undone(m.at, 0, data.draw(st.integers(0, len(before) - 1))))
    for old in before[len(m.events) :]:
        if old.by == CHANCE:
            again = next_chance_event(m, p.secret, p.seeds, m.at)
            assert again.what == old.what
        elif old.by >= 0 and old.what in game.rules.actions(m.state, old.by):
            again = old._replace(at=m.at)
        else:
            return  # in a game with sand in it time does not run the same way twice
        m = match.after(m, again)


@every_game
def test_a_match_can_be_pickled_and_copied_and_goes_on_alike(game: Game) -> None:
    m = played(game, 3, limit=60).match
    for other in (pickle.loads(pickle.dumps(m)), copy.copy(m), copy.deepcopy(m)):
        assert other == m
        assert other.game is m.game
        assert (other.draws, other.turn) == (m.draws, m.turn)
