"""Functions of the rules for a graphics processor: the same sources, compiled by numba-cuda.

    bounds = DeviceFunctions().function(sweep_bounds.position_bounds)     to be called from a kernel

A function is copied with whatever functions of Benben it calls. Counting bits is all that is said in another
way there: processors have an instruction for it, for which Python has a method.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from types import CodeType, FunctionType
from typing import Any

from benben.core.contract import Unreadable

NO_CUDA = "this needs a graphics processor with CUDA and numba-cuda (pip install 'benben[cuda]')"
NO_DEVICE = "no graphics processor with CUDA was found"
GIGABYTE = 10**9


class DeviceFunctions:
    """Copies of functions, each made once."""

    def __init__(self) -> None:
        self._cuda = cuda_module()
        self._copies: dict[tuple[str, str], Any] = {}

    def function(self, plain: Callable[..., Any]) -> Any:
        """The copy that a kernel calls."""
        assert isinstance(plain, FunctionType)
        key = plain.__module__, plain.__qualname__
        if key in self._copies:
            return self._copies[key]
        if "bit_count" in plain.__code__.co_names:
            self._copies[key] = self._cuda.jit(device=True)(_size_of(self._cuda))
            return self._copies[key]
        scope: dict[str, Any] = {"__name__": plain.__module__}
        copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__)
        copy.__qualname__ = plain.__qualname__
        self._copies[key] = compiled = self._cuda.jit(device=True)(copy)
        for name in _names(plain.__code__):
            if name in plain.__globals__:
                value = plain.__globals__[name]
                ours = isinstance(value, FunctionType) and value.__module__.split(".")[0] == "benben"
                scope[name] = self.function(value) if ours else value
        return compiled


def cuda_module() -> Any:
    """numba-cuda; Unreadable if it is not installed."""
    if find_spec("numba_cuda") is None:  # numba brings a module cuda of its own, which is older
        raise Unreadable(NO_CUDA)
    from numba import cuda  # late: hardly anybody needs it

    return cuda


def graphics_processor(cuda: Any, needed: int) -> str:
    """The name of the graphics processor; Unreadable if there is none, or if fewer bytes are free."""
    if not cuda.is_available():
        raise Unreadable(NO_DEVICE)
    free = int(cuda.current_context().get_memory_info().free)
    if free < needed:
        wanted, there = (f"{size / GIGABYTE:.1f} GB" for size in (needed, free))
        raise Unreadable(f"the graphics processor needs {wanted} of free memory, and has {there}")
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _size_of(cuda: Any) -> Callable[[int], int]:
    def size(squares: int) -> int:
        count: int = cuda.popc(squares)
        return count

    return size


def _names(code: CodeType) -> set[str]:
    """Every global name that a function reads, or a function in it."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*map(_names, inner))
