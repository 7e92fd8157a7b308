"""The kinds of entries stand in one table, and what was written under their names is read for ever."""

from __future__ import annotations

from typing import get_args

from benben.core.entries import ENTRY_KINDS, PlainEntry


def test_every_kind_of_entry_stands_in_the_table_once() -> None:
    assert {kind.type for kind in ENTRY_KINDS} == set(get_args(PlainEntry))
    assert len({kind.word for kind in ENTRY_KINDS}) == len(ENTRY_KINDS)


def test_tags_and_words_that_are_stored_never_change() -> None:
    assert [(kind.type.__struct_config__.tag, kind.word) for kind in ENTRY_KINDS] == [
        ("undone", "undo"),
        ("resigned", "resign"),
        ("flagged", "flag"),
        ("aborted", "break"),
        ("drawn", "draw"),
        ("reseated", "seat"),
        ("consented", "agree"),
        ("forfeited", "forfeit"),
    ]
