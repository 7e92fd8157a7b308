"""Positions and actions of Senet as text: both ways, exactly, and nothing else is read."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core.contract import OVER, Unreadable
from benben.core.playouts import random_match
from benben.games import load
from benben.games.senet import notation, rules

GAME = load("senet")


@settings(max_examples=60, deadline=None)
@given(
    drawn=st.randoms(use_true_random=False),
    pieces=st.integers(1, 7),
    cap=st.sampled_from((0, 0, 7, 60)),
)
def test_a_position_reads_as_it_was_written(drawn: object, pieces: int, cap: int) -> None:
    m = random_match(GAME, 2, rules.Options(pieces=pieces, cap=cap), drawn.randrange, 120)  # type: ignore[attr-defined]
    s = rules.start(2, m.options)
    for event in m.events:
        what = notation.find(s, notation.name(s, event.what))
        assert what == event.what
        s = rules.settle(s, what) if isinstance(what, rules.Throw) else rules.play(s, event.by, what)
        text = notation.write(s)
        assert notation.read(text) == s
        assert notation.write(notation.read(text)) == text


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(alphabet="xo./ -#0123456789:,ofcap\n", max_size=60)
    | st.builds(
        "{}/{}/{} {} {}{}".format,
        *[st.text(alphabet="..xo", min_size=10, max_size=10)] * 3,
        st.sampled_from("xo-"),
        st.sampled_from(["-", "1", "2", "5", "6", "#", "1/2", "2/6:15", "3/6:12,20"]),
        st.sampled_from(["", "", " of 7", " of 1", " of 5", " cap 3/9", " of 6 cap 0/1", " of 5 cap 2/3"]),
    )
)
def test_what_is_read_is_what_would_be_written(text: str) -> None:
    try:
        s = notation.read(text)
    except Unreadable as unreadable:
        fault = unreadable
    else:
        assert notation.write(s) == text.replace(" of 5", "")
        assert rules.turn(s) < 0 or rules.actions(s, s.mover)
        return
    assert fault.sentence
    assert fault.place.startswith("column ")


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="0123456789-x~of decliothrw\n", max_size=12))
def test_an_action_is_read_only_if_it_is_one(text: str) -> None:
    s = notation.read("........../..x......x/.x.oxx.oox x 3 of 7")
    try:
        what = notation.find(s, text)
    except Unreadable:
        return
    if not text.isdecimal():
        assert notation.name(s, what) == text


def test_every_way_to_spell_a_move_is_told_apart() -> None:
    s = notation.read("........../....x...../..xx..ox..".replace("..ox..", ".x.ox.") + " x 3 of 7")
    texts = [f"{a}{sort}{b}" for a in range(1, 31) for sort in "-x" for b in range(1, 31)]
    texts += [f"{a}-off" for a in range(1, 31)] + [f"{a}-27~{b}" for a in range(1, 31) for b in range(1, 27)]
    texts.append("decline")
    found = [notation.find(s, text) for text in texts]
    assert len(set(found)) == len(texts)
    assert [notation.name(s, what) for what in found] == texts
    assert rules.turn(s) != OVER
