"""A queue that serves owners in turn, whatever each of them has asked for."""

from __future__ import annotations

from benben.server.workers.fair_queue import FairQueue, Owner


def _all(queue: FairQueue[str], *refused: str) -> str:
    found = []
    while item := queue.take(lambda owner: owner.address not in refused):
        found.append(item)
    return " ".join(found)


def test_addresses_are_served_in_turn_and_people_within_an_address_too() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(4):
        queue.put(Owner("attic", "nefer"), f"n{n}")
    queue.put(Owner("attic", "paser"), "p0")
    queue.put(Owner("cellar", "tiy"), "t0")
    queue.put(Owner("cellar", "tiy"), "t1")
    assert queue.waiting_for(Owner("attic", "nefer")) == (4, 5)
    assert _all(queue) == "n0 t0 p0 t1 n1 n2 n3"
    assert (len(queue), queue.waiting_for(Owner("attic", "nefer"))) == (0, (0, 0))


def test_many_people_at_one_address_have_one_share() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(5):
        queue.put(Owner("attic", f"person {n}"), f"a{n}")
    queue.put(Owner("cellar", "tiy"), "t0")
    assert _all(queue) == "a0 t0 a1 a2 a3 a4"


def test_urgent_items_go_first_but_do_not_starve_the_others() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(5):
        queue.put(Owner("attic"), f"late{n}")
    for n in range(5):
        queue.put(Owner("cellar"), f"soon{n}", urgent=True)
    assert _all(queue) == "soon0 soon1 soon2 late0 soon3 soon4 late1 late2 late3 late4"


def test_what_may_not_be_served_waits_and_what_is_discarded_is_gone() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(Owner("attic"), "a")
    queue.put(Owner("attic"), "b")
    queue.put(Owner("cellar"), "c")
    assert _all(queue, "attic") == "c"
    queue.discard(Owner("attic"), "a")
    queue.discard(Owner("attic"), "never there")
    assert (len(queue), _all(queue)) == (1, "b")
