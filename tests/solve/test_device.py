"""What is asked of a graphics processor before it is given work."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from benben.core.contract import Unreadable
from benben.solve.device import graphics_processor


class Memory(NamedTuple):
    free: int


class StandIn:
    """What numba-cuda says of a machine."""

    name = "Anubis 9"

    def __init__(self, free: int | None) -> None:
        self._free = free

    def is_available(self) -> bool:
        return self._free is not None

    def current_context(self) -> StandIn:
        return self

    def get_current_device(self) -> StandIn:
        return self

    def get_memory_info(self) -> Memory:
        assert self._free is not None
        return Memory(self._free)


def test_a_graphics_processor_with_room_is_named() -> None:
    assert graphics_processor(StandIn(4_000_000_000), 4_000_000_000) == "Anubis 9"


@pytest.mark.parametrize(
    ("free", "sentence"),
    [
        (None, "no graphics processor with CUDA was found"),
        (
            2_550_000_000,
            "the graphics processor needs 3.7 GB of free memory, and has 2.5 GB",
        ),
    ],
)
def test_one_that_is_missing_or_too_small_is_refused_in_a_sentence(free: int | None, sentence: str) -> None:
    with pytest.raises(Unreadable, match=f"^{sentence}$"):
        graphics_processor(StandIn(free), 3_673_938_660)
