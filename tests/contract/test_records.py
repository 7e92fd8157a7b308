"""What was played once can still be read: kept records, and games whose rules have changed since."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from benben import games
from benben.core import match, perspective, record
from benben.core.contract import CHANCE, Game, Unreadable
from benben.core.entries import KIND_BY_WORD
from benben.core.record.verify import verify_record
from tests.contract import caskets, editions, pebbles
from tests.contract.games import GAMES
from tests.contract.played import played

KEPT = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: str(path.stem))
def test_a_kept_record_still_replays_and_verifies(path: Path) -> None:
    text = path.read_text()
    found = record.read(text)
    assert path.stem.startswith(f"{found.game}-{found.rules}-")
    verdict = verify_record(found, games.load)
    assert verdict.good, verdict
    assert verdict.draws == sum(line.by == CHANCE for line in found.entries)
    m = record.match_of(found, games.load)
    assert m.over
    assert m.game.version == found.rules
    assert record.write_text(record.read(record.write_json(found))) == text


def test_an_option_that_came_later_means_in_older_records_what_was_so_before() -> None:
    game = games.load("horus")
    old = [one for one in map(record.read, (path.read_text() for path in KEPT)) if one.game == game.name]
    old = [one for one in old if "sobek" not in one.options]
    assert old
    for one in old:
        assert record.match_of(one, games.load).options.sobek == game.before["sobek"] == 7
    assert game.options().sobek == 6


def test_older_records_have_the_boards_of_the_gate_as_they_were_first_made() -> None:
    old = [record.read(path.read_text()) for path in KEPT if path.stem in ("gate-1-box", "gate-1-day")]
    assert len(old) == 2
    for one in old:
        assert "series" not in one.options
        assert record.match_of(one, games.load).options.series == 1
    assert games.load("gate").options().series == 2


@pytest.mark.parametrize("name", games.NAMES)
def test_every_version_of_a_game_has_kept_records(name: str) -> None:
    game = games.load(name)
    kept = [record.read(path.read_text()) for path in KEPT if path.stem.startswith(f"{name}-")]
    for version in (*game.editions, game.version):
        assert sum(one.rules == version for one in kept) >= 2, (
            f"{name} has no two records of version {version}"
        )
    assert len({(len(one.seats), str(one.options)) for one in kept}) >= 2  # not the same table again


def test_the_corpus_has_every_kind_of_entry() -> None:
    found = [record.read(path.read_text()) for path in KEPT]
    kinds = {line.kind for one in found for line in one.entries}
    assert kinds == {"event", *KIND_BY_WORD}
    assert {line.by for one in found for line in one.entries} >= {-4, -1, 0, 1, 2, 3}


@pytest.mark.parametrize("game", [*GAMES, editions.game], ids=lambda game: f"{game.name} {game.version}")
def test_a_kept_edition_is_the_same_game_of_an_earlier_version(game: Game) -> None:
    for version, older in game.editions.items():
        assert (older.name, older.version) == (game.name, version)
        assert version < game.version
        assert not older.editions
        fields = set(older.views.Picture.__struct_fields__)
        assert fields == set(game.views.Picture.__struct_fields__), "the client draws one kind of picture"


def closed(game: Game) -> int:
    """How many states of a match the opened view does not show completely: none should be."""
    p = played(game, 5, limit=250)
    s, found = game.rules.start(p.match.seats, p.options), 0
    for event in p.match.events:
        v = perspective.view(game, s, perspective.OPEN)
        found += game.views.guess(v, lambda n: n - 1) != s
        assert perspective.visible_event(game, s, event, perspective.OPEN) == event
        s = match.state_after(game, s, event)
    return found


@pytest.mark.parametrize("name", games.NAMES)
def test_the_open_eye_sees_all_that_is(name: str) -> None:
    assert closed(games.load(name)) == 0


def test_a_game_with_secrets_that_opens_nothing_is_found_out() -> None:
    assert closed(caskets.game) > 0


# Rules that changed


def test_an_older_record_is_read_by_the_rules_of_its_time() -> None:
    before = played(pebbles.game, 3, heap=20)
    text = record.write_text(before.record())
    verdict = verify_record(text, editions.present)
    assert verdict.good, verdict
    m = record.match_of(record.read(text), editions.present)
    assert m == before.match
    assert m.game is pebbles.game


def test_the_rules_of_today_would_have_thrown_otherwise() -> None:
    before = played(pebbles.game, 3, heap=20)
    forged = record.sealed(replace(before.record(), rules=2))
    verdict = verify_record(forged, editions.present)
    assert not verdict.good
    assert "by the seeds" in verdict.sentence
    assert verdict.entry is not None


def test_a_version_that_is_not_kept_is_refused_by_its_number() -> None:
    today = played(editions.game, 3, heap=20)
    verdict = verify_record(today.record(), lambda _: pebbles.game)
    assert not verdict.good
    assert (verdict.place, verdict.entry) == ("rules", None)
    assert verdict.sentence == "Played by version 2 of the rules; here is version 1."
    with pytest.raises(Unreadable, match="here is version 1, 2"):
        editions.game.edition(3)


def test_an_option_that_came_later_means_as_before_in_a_record_without_it() -> None:
    before = played(pebbles.game, 3, heap=20)
    text = record.write_text(before.record())
    assert "colour" not in text
    verdict = verify_record(text, lambda _: editions.widened)
    assert verdict.good, verdict
    m = record.match_of(record.read(text), lambda _: editions.widened)
    assert m.options.colour == "grey"
    assert m.state == before.match.state
    again = record.make(
        editions.widened,
        m.options,
        before.record().seats,
        "chance",
        before.joined,
        before.record().commitment,
        before.secret,
        before.entries,
        written=record.read(text).options,
    )
    assert record.write_text(again) == text


def test_options_that_no_writer_wrote_are_refused() -> None:
    told = played(pebbles.game, 3, heap=20).record()
    for options in ({"heap": 20, "die": 1}, {"heap": 20, "size": 3}, {"heap": 99}):
        forged = record.sealed(replace(told, options=options))
        verdict = verify_record(forged, lambda _: pebbles.game)
        assert (verdict.good, verdict.place) == (False, "options"), options
