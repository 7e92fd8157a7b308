"""Records of format 3: matches that began at a position, and not at the start of their game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benben.core import record
from benben.core.contract import Unreadable
from benben.core.record.format import Record, sealed
from benben.core.record.verify import Verification, verify_record
from tests.contract.games import game_of
from tests.contract.played import played

TEXT = "........../..x..oo..x/..o....... x 3"


def senet(position: str = TEXT) -> Record:
    return played(game_of("senet"), 2, position=position).record()


def verify(source: Record | str) -> Verification:
    return verify_record(source, game_of)


def test_the_position_is_a_line_below_the_options() -> None:
    r = senet()
    lines = record.write_text(r).splitlines()
    assert lines[:5] == [
        "benben record 3",
        "game senet",
        "rules 1",
        'options {"cap":0,"pieces":5}',
        f"position {TEXT}",
    ]
    assert f'  "position": "{TEXT}",\n' in record.write_json(r)
    for form in (record.write_text, record.write_json):
        assert record.read(form(r)) == r
        assert form(record.read(form(r))) == form(r)
    assert verify(r).good


def test_a_match_from_the_start_is_written_as_before() -> None:
    r = senet("")
    assert r.format == record.FORMAT == 2
    assert "position" not in record.write_text(r)
    assert "position" not in record.write_json(r)


@pytest.mark.parametrize(("format", "position"), [(3, ""), (2, TEXT), (1, TEXT)])
def test_only_format_3_has_a_position_and_always(format: int, position: str) -> None:
    r = sealed(replace(senet(), format=format, position=position))
    for form in (record.write_text, record.write_json):
        with pytest.raises(Unreadable, match=f"position: format {format} "):
            record.read(form(r))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("nonsense", "A position is three rows, the player to move and the throw."),
        (f"{TEXT} of 5", f"In notation that is {TEXT}."),
        (f"{TEXT} of 4", "The position has pieces 4, and the options say 5."),
        ("........../........../.......... x #", "The winner has no piece left, and the loser has one."),
        ("........../........../.........x o #", "The match is over in this position."),
    ],
)
def test_a_wrong_position_is_told_in_a_sentence(position: str, sentence: str) -> None:
    verdict = verify(sealed(replace(senet(), position=position)))
    assert (verdict.good, verdict.place, verdict.sentence) == (False, "position", sentence)
    with pytest.raises(Unreadable, match="position: "):
        record.match_of(sealed(replace(senet(), position=position)), game_of)


def test_another_position_does_not_fit_the_entries() -> None:
    other = TEXT.replace("..x..oo..x", "..x..oo.x.")
    verdict = verify(sealed(replace(senet(), position=other)))
    assert not verdict.good
    assert not verify(record.write_text(senet()).replace(TEXT, other)).good  # the chain covers it


def test_a_position_of_two_lines_is_unreadable() -> None:
    r = sealed(replace(senet(), position=f"{TEXT}\nrules 1"))
    with pytest.raises(Unreadable):
        record.read(record.write_text(r))
    with pytest.raises(Unreadable, match="one line"):
        record.read(record.write_json(r))
