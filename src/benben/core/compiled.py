"""Machine code from the rules as they are written, or the plain functions where numba is absent.

`compiled(rules)` gives an Engine, whose functions have the names of the rules module and give equal results.
Calls across the border cost a few microseconds, so single moves are not worth it: call whole searches.

A search is a module-level function that calls the rules through a global name, which an engine binds:

    rules: Bound = UNBOUND

    def search(s: Any, depth: int) -> int:
        turn = rules.turn(s) ...

    compiled(game.rules).bind(search)(s, 3)
    compiled(game.rules).bind(judge, guide=module)(s)  # a further name: `guide: Any = UNBOUND` up there

`bind` copies the function and whatever functions of its module it calls into fresh globals in which `rules`
is the engine's and each further name what was given, so one source runs plain and compiled, for every game.
Closures over compiled functions would read as well, but numba cannot keep them on disk: what it keeps must
have no cells. Given names are modules, functions, or constants that compile into the code.

A search that knows no game needs no rules: `machine(module).bind(search)`.

The rules of the fast lane (State is a NamedTuple) are compiled; others stay plain, and so do all without
numba: then `fast` is False. `start`, `outcome` and `why` stay plain always: options and sentences are not for
machine code. Where the rules have states that machine words have no room for, `fits(s)` says so, and
`compiled(rules).fitting(s)` is the engine to use for a state and whatever follows from it.

Compiled code is kept in the user's cache folder, under a hash of the sources that it can have come from, of
numba's version and of the names bound, so it is never stale and no two games or searches meet. The names of
its symbols carry the bindings too, because one process loads the code that several have compiled.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import platformdirs

from benben.core.contract import Rules, Seat

F = TypeVar("F", bound=Callable[..., Any])

_UNUSED_SECONDS = 30 * 86400  # seconds that unused machine code of older sources stays on disk
DERIVED = ("breadth", "nth", "pick", "winner", "fits")  # what the rules of the fast lane may have too
_LONG_FUNCTION_BYTES = 1500  # of Python's own code
_lock = RLock()  # numba's cache folder is one global setting


class Bound(Rules, Protocol):
    """The rules as a search sees them. What a module does not have is derived from what it must have."""

    def breadth(self, s: Any, seat: Seat) -> int: ...  # len(actions(s, seat)), no list made
    def nth(self, s: Any, seat: Seat, n: int) -> Any: ...  # actions(s, seat)[n], likewise
    def pick(self, s: Any, seat: Seat, draw: int) -> Any: ...  # any of them; draw is in 0..2^32-1
    def winner(self, s: Any) -> int: ...  # when OVER: the seat that won alone, else -1
    def fits(self, s: Any) -> bool: ...  # machine words have room for the state and for all that follows


class _Unbound:
    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"no engine has bound this function, so there is no {name}")


UNBOUND: Any = _Unbound()
rules: Bound = UNBOUND


def breadth(s: Any, seat: Seat) -> int:
    return len(rules.actions(s, seat))


def nth(s: Any, seat: Seat, n: int) -> Any:
    return rules.actions(s, seat)[n]


def pick(s: Any, seat: Seat, draw: int) -> Any:
    found = rules.actions(s, seat)
    return found[draw * len(found) >> 32]


def pick_nth(s: Any, seat: Seat, draw: int) -> Any:
    return rules.nth(s, seat, draw * rules.breadth(s, seat) >> 32)


def winner(s: Any) -> int:
    winners = rules.outcome(s).winners
    return winners[0] if len(winners) == 1 else -1


def fits(s: Any) -> bool:  # noqa: ARG001
    return True


class Machine:
    """The functions of one module without rules, compiled where that is possible."""

    rules: Any = UNBOUND

    def __init__(self, module: Any, fast: bool) -> None:
        self.plain = module
        self.fast = fast
        self._name = getattr(module, "__name__", type(module).__name__)
        self._homes: set[str] = set()  # modules that were bound, whose functions are copied like Benben's own
        self._scopes: dict[tuple[str, str], dict[str, Any]] = {}  # globals of copies, by bindings and module
        self._modules: dict[tuple[str, str], ModuleType] = {}  # copies, likewise
        self._copies: dict[tuple[str, str, str], Any] = {}  # of functions, by bindings, module and name

    def bind(self, function: F, **names: Any) -> F:
        """The function with `rules` and the given names bound; compiled if the engine is fast."""
        if "<locals>" in function.__qualname__:
            raise TypeError(f"only functions of a module can be bound, not {function.__qualname__}")
        with _lock:
            homes = {_home(value) for value in (function, *names.values())}
            self._homes |= homes
            return cast(F, self._function(function, self._given(names, homes)))

    def _given(self, names: dict[str, Any], homes: set[str]) -> _Given:
        values = {name: self._value(value, _NOTHING) for name, value in names.items()}
        return _Given(_key(names) + _sources(homes), {"rules": self.rules, **values})

    def _value(self, value: Any, given: _Given) -> Any:
        """What a copied function finds under a global name."""
        if isinstance(value, ModuleType) and self._ours(value.__name__):
            place = (given.key, value.__name__)
            if place not in self._modules:
                copy = self._modules[place] = ModuleType(value.__name__)
                vars(copy).update({name: self._value(one, given) for name, one in vars(value).items()})
            return self._modules[place]
        if isinstance(value, FunctionType) and not value.__closure__ and self._ours(value.__module__):
            return self._function(value, given)
        return value

    def _function(self, function: Any, given: _Given) -> Any:
        home = function.__module__
        if self._of_game(home):
            if not self.fast:
                return function
            given = _NOTHING  # a game knows no search
        place = (given.key, home, function.__qualname__)
        if place in self._copies:
            return self._copies[place]
        scope = self._scopes.setdefault((given.key, home), {"__name__": home})
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        # The linker knows machine code by this name and a number that each process counts for itself. Without
        # the tag, code that two processes have put on disk with other bindings could be taken for each other.
        copy.__qualname__ = f"{function.__qualname__}_{_tag(f'{self._name} {given.key}')}"
        copy.__module__ = home
        copy.__kwdefaults__ = function.__kwdefaults__
        self._copies[place] = _njit(copy, _folder(self.plain, given.key)) if self.fast else copy
        for name in _names(function.__code__):
            if name in given.values:
                scope[name] = given.values[name]
            elif name in function.__globals__ and name not in scope:
                scope[name] = self._value(function.__globals__[name], given)
        return self._copies[place]

    def _ours(self, name: str) -> bool:
        known = name.split(".")[0] == "benben" or name in self._homes or self._of_game(name)
        return known and name in sys.modules

    def _of_game(self, name: str) -> bool:
        """Whether a module is in the package of the rules, or is their module if they have no package."""
        package = self._name.rpartition(".")[0]
        return name.startswith(f"{package}.") if package else name == self._name


class Engine(Machine):
    """The functions of one rules module, compiled where that is possible."""

    rules: Bound

    def __init__(self, module: Any, fast: bool) -> None:
        super().__init__(module, fast)
        self._roomy: Engine | None = None  # its plain twin, once it was asked for
        self._fits: Callable[[Any], bool] = getattr(module, "fits", fits)  # plain: machine words may overflow
        self.rules = self._complete(module)
        self.start, self.outcome, self.why = module.start, module.outcome, module.why
        self.turn, self.actions, self.play = self.rules.turn, self.rules.actions, self.rules.play
        self.chances, self.settle = self.rules.chances, self.rules.settle
        self.breadth, self.nth, self.pick = self.rules.breadth, self.rules.nth, self.rules.pick
        self.winner = self.rules.winner

    def fitting(self, s: Any) -> Engine:
        """This engine, or a plain one if machine words have no room for the state."""
        if not self.fast or self._fits(s):
            return self
        with _lock:
            if self._roomy is None:
                self._roomy = Engine(self.plain, fast=False)
            return self._roomy

    def _complete(self, module: Any) -> Bound:
        own = self._modules["", self._name] = ModuleType(self._name)
        vars(own).update({name: getattr(module, name) for name in dir(module) if not name.startswith("__")})
        with _lock:
            if self.fast:
                vars(own).update({name: self._value(value, _NOTHING) for name, value in vars(own).items()})
            given = _Given(_key({}), {"rules": own})
            derived = (breadth, nth, pick_nth if hasattr(module, "nth") else pick, winner, fits)
            for name, function in zip(DERIVED, derived, strict=True):
                if not hasattr(module, name):
                    vars(own)[name] = self._function(function, given)
        return cast(Bound, own)


class _Given(NamedTuple):
    key: str  # the bindings in words, part of the place on disk
    values: dict[str, Any]


_NOTHING = _Given("", {})


def _key(names: dict[str, Any]) -> str:
    return "rules" + "".join(f" {name}={_word(value)}" for name, value in sorted(names.items()))


def _sources(homes: set[str]) -> str:
    """Modules that were written elsewhere, with the hashes of their sources."""
    foreign = sorted(home for home in homes if home in sys.modules and home.split(".")[0] != "benben")
    paths = [(home, getattr(sys.modules[home], "__file__", None)) for home in foreign]
    return "".join(
        f" {home} {hashlib.sha256(Path(path).read_bytes()).hexdigest()}" for home, path in paths if path
    )


def _word(value: Any) -> str:
    if isinstance(value, int | str | float | tuple):
        return repr(value)
    return f"{_home(value)} {value.__name__}"


def _home(value: Any) -> str:
    """The module that a value is, or comes from; nothing for a constant."""
    return value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")


def _names(code: CodeType) -> Iterator[str]:
    """Every global name that the code may look up, in the code inside it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


_engines: dict[int, Engine] = {}


def compiled(module: Rules) -> Engine:
    """The engine of a rules module; one for each."""
    with _lock:
        if id(module) not in _engines:  # the engine holds on to its module, so the number stays taken
            fast = isinstance(module, ModuleType) and has_fast_state(module) and _numba() is not None
            _engines[id(module)] = Engine(module, fast)
        return _engines[id(module)]


def has_fast_state(module: Rules) -> bool:
    """Whether the rules are of the fast lane, written to be compiled: their State is a NamedTuple."""
    return issubclass(getattr(module, "State", object), tuple)


@cache
def machine(module: Any) -> Machine:
    """The machine of a module that needs no rules: searches that know no game."""
    return Machine(module, _numba() is not None)


@cache
def _numba() -> Any:
    try:
        import numba
        from numba import extending, types
    except ImportError:
        return None

    @extending.intrinsic
    def ones(_: Any, number: Any) -> Any:
        return number(number), lambda _context, builder, _signature, given: builder.ctpop(given[0])

    @extending.overload_method(types.Integer, "bit_count")
    def bit_count(number: Any) -> Any:  # noqa: ARG001
        """int.bit_count, which numba lacks. Rules use it for sets, which are never negative."""

        def counted(number: Any) -> Any:
            return ones(number)  # type: ignore[call-arg]  # numba gives it the context

        return counted

    return numba


def _njit(function: FunctionType, folder: str) -> Any:
    """The function as machine code, inlined into its callers: a playout of Senet runs 1.7 times as fast so.

    A long function is not inlined: it gains nothing, and takes minutes where searches call searches.
    """
    numba = _numba()
    inline = len(function.__code__.co_code) < _LONG_FUNCTION_BYTES
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        return numba.njit(cache=True, nogil=True, forceinline=inline)(function)
    except RuntimeError:  # no folder to write to
        return numba.njit(nogil=True, forceinline=inline)(function)
    finally:
        numba.config.CACHE_DIR = before


@cache
def _folder(module: Any, key: str) -> str:
    """The folder of the machine code of one game with these names bound."""
    parent = platformdirs.user_cache_path("benben") / "compiled"
    folder = parent / _hash(module)
    if not folder.exists():
        _remove_old_code(parent)
    return str(folder / _tag(key))


def _tag(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16]


@cache
def _hash(module: Any) -> str:
    digest = hashlib.sha256(f"{_numba().__version__} {sys.version} {module.__name__}".encode())
    root = Path(__file__).parents[1]
    sources = {path for path in root.rglob("*.py") if path.relative_to(root).parts[0] != "server"}
    for path in sorted(sources | set(Path(module.__file__).parent.glob("*.py"))):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _remove_old_code(parent: Path) -> None:
    """Remove machine code of older sources that was not used for a month."""
    for path in parent.glob("*/*/*/*"):
        try:
            if path.stat().st_mtime < time.time() - _UNUSED_SECONDS:
                path.unlink()
        except OSError:
            continue  # another run was faster, or it is not ours to remove
