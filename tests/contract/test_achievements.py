"""What every game promises of its achievements: few, in words, by true clauses, and from the log alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import record
from benben.core.achievement_check import earned_by_seat
from benben.core.achievements import AchievementBook
from benben.core.contract import Game
from benben.core.entries import Aborted, Entry, Flagged, Forfeited, Reseated, Resigned
from benben.core.replay import Fold
from benben.core.rulebook import clause
from benben.games import NAMES, load
from tests.contract.games import GAMES
from tests.contract.played import played

NAMED = [load(name) for name in NAMES]
every_game = pytest.mark.parametrize("game", NAMED, ids=lambda game: str(game.name))


def book_of(game: Game) -> AchievementBook:
    assert game.achievements is not None
    return game.achievements


@every_game
def test_achievements_are_few_and_each_has_its_own_name(game: Game) -> None:
    listed = book_of(game).ACHIEVEMENTS
    assert 2 <= len(listed) <= 4
    assert len({one.id for one in listed}) == len({one.title for one in listed}) == len(listed)


@every_game
def test_an_achievement_is_told_in_one_plain_sentence_by_clauses_of_the_rules(game: Game) -> None:
    for one in book_of(game).ACHIEVEMENTS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.id)
        assert re.fullmatch(r"[A-Z][A-Za-z ]{3,24}", one.title)
        assert re.fullmatch(r"[A-Z][A-Za-z ,]{20,120}\.", one.sentence), one.sentence
        assert one.clauses
        assert all(clause(game, number) for number in one.clauses), one.clauses


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_what_is_earned_follows_from_the_record_and_nothing_else(game: Game, seed: int) -> None:
    p = played(game, seed)
    live = Fold(game, len(p.seeds), p.options)
    for entry in p.entries:
        assert not any(earned_by_seat(live.match, p.entries[: live.match.length], live.states))
        live.add(entry)
    found = earned_by_seat(live.match, p.entries, live.states)
    assert found == earned_by_seat(live.match, p.entries, live.states)
    assert len(found) == len(p.seeds)

    read = record.read(record.write_text(p.record()))
    again, entries = Fold(game, len(p.seeds), p.options), list[Entry]()
    for n, line in enumerate(read.entries, 1):
        record.apply_line(again, n, line)
        entries.append(record.plain_entry(line) or again.match.events[-1])
    assert earned_by_seat(again.match, entries, again.states) == found

    known = [one.id for one in book_of(game).ACHIEVEMENTS] if game.achievements else []
    gone = {one.by for one in p.entries if isinstance(one, Resigned | Flagged | Forfeited | Reseated)}
    for seat, ids in enumerate(found):
        assert sorted(ids, key=known.index) == list(ids), "in the order of the list, each once"
        assert len(set(ids)) == len(ids)
        assert not ids or seat not in gone
        assert not ids or not isinstance(p.entries[-1], Aborted)
        assert earned_by_seat(live.match, p.entries, live.states, [seat])[seat] == ()
