from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benben.core.persistent_list import PersistentList


def test_two_trails_that_grow_from_one_do_not_meet() -> None:
    stem = PersistentList("ab")
    left, right = stem.then("c"), stem.then("d")
    assert (list(stem), list(left), list(right)) == (list("ab"), list("abc"), list("abd"))
    assert list(left.then("e")) == list("abce")


def test_the_same_item_may_come_twice() -> None:
    stem = PersistentList[str]()
    first, second = stem.then("x"), stem.then("x")
    assert list(first.then("y")) == ["x", "y"]
    assert list(second.then("z")) == ["x", "z"]
    assert list(first) == list(second) == ["x"]


def test_what_is_cut_off_and_grown_anew_leaves_the_longer_one_alone() -> None:
    long = PersistentList("abcd")
    short = long.first(2)
    assert list(short.then("x")) == list("abx")
    assert list(long) == list("abcd")
    assert list(long.first(9)) == list("abcd")


@given(
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["grow", "cut"]), st.integers(0, 6)), max_size=40)
)
def test_any_tree_of_trails_reads_like_tuples(deeds: list[tuple[int, str, int]]) -> None:
    trails, tuples = [PersistentList[int]()], [tuple[int, ...]()]
    for which, deed, number in deeds:
        trail, plain = trails[which % len(trails)], tuples[which % len(tuples)]
        trails.append(trail.then(number) if deed == "grow" else trail.first(number))
        tuples.append((*plain, number) if deed == "grow" else plain[:number])
    for trail, plain in zip(trails, tuples, strict=True):
        assert tuple(trail) == plain == trail
        assert (len(trail), hash(trail), trail[-3:], trail[1:4:2]) == (
            len(plain),
            hash(plain),
            plain[-3:],
            plain[1:4:2],
        )
        assert trail.last == (plain[-1] if plain else None)
        assert list(reversed(trail)) == list(reversed(plain))
        assert [trail[i] for i in range(-len(plain), len(plain))] == [
            plain[i] for i in range(-len(plain), len(plain))
        ]
