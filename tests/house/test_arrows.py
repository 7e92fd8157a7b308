"""Who may import whom: core <- solve <- games <- bots <- server <- cli; and inside the server.

And who may name a game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benben.games import NAMES

SOURCE = Path(__file__).resolve().parents[2] / "src" / "benben"
MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}
LOW = {"core", "solve", "games"}
MIDDLE = LOW | {"bots"}
ALLOWED = {
    "core": {"core"},
    "games": LOW,
    "solve": {"core", "solve"},
    "bots": MIDDLE,
    "server": MIDDLE | {"server"},
    "chaos": MIDDLE | {"server", "chaos"},
    "cli": MIDDLE | {"server", "chaos", "cli", "bench"},
    "bench": MIDDLE | {"bench"},
    "__main__": {"cli"},
    "": set[str](),  # benben itself
}
EXCEPTION = "benben.bench.thresholds"  # what a game's bench module fills in; it imports nothing of Benben
SERVER = (  # packages and modules of the server; each may import those of the lines above its own
    {"background", "counters", "limits", "log_output", "wire"},
    {"settings"},
    {"storage"},
    {"people", "workers"},
    {"tables"},
    {"tables.commands"},
    {"cluster", "notify"},
    {"hub"},
    {"transport"},
    {"http"},
    {"app"},
    {"run"},
)
PURE = {  # what a game may import: nothing that knows the time, the disk or a generator
    *("__future__", "bisect", "collections", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "re", "string", "types", "typing", "msgspec", "benben"),
}
IMPURE = {  # the modules of games that may import more, what they import, and why
    "gate.bench": ({"signal", "statistics", "subprocess", "sys"}, "runs benchmarks"),
    "gate.bench.libraries": ({"importlib", "resource", "sys", "time", "warnings"}, "times other libraries"),
    "gate.puzzles": ({"pathlib"}, "reads boards.txt, which never changes"),
    "gate.cli.solve": ({"argparse"}, "reads the command line"),
    "gate.cli.tasks": ({"argparse", "pathlib", "sys"}, "reads the command line and writes files"),
    "gate.puzzles.daily": ({"datetime"}, "counts days; the day is an argument"),
    "gate.puzzles.generate": ({"random"}, "draws from a generator that is seeded with the number of the box"),
    "horus.bench": ({"random", "statistics"}, "runs benchmarks"),
    "horus.bot.rollout_chance": ({"random"}, "draws playouts from a generator seeded with their number"),
    "horus.bot.paths": ({"random"}, "draws tables once from a generator with a fixed seed"),
    "pyramydal.bench": ({"random", "statistics"}, "runs benchmarks"),
    "senet.net": (
        {"array", "hashlib", "numpy", "pathlib"},
        "reads net.weights, which never changes",
    ),
    "pyramydal.search_model": ({"numpy"}, "makes arrays for machine code"),
    "pyramydal.cli.solve": ({"argparse"}, "reads the command line"),
    "senet.puzzles": ({"pathlib"}, "reads positions.txt, which only grows"),
    "senet.bench": ({"pathlib", "random", "sys", "tempfile"}, "makes tables, and plays against them"),
    "senet.cli.solve": ({"argparse", "pathlib", "time"}, "reads the command line and shares a budget"),
    "senet.solver": ({"array", "numpy", "pathlib"}, "fills arrays for machine code; its tables are files"),
    "senet.solver.gpu": ({"numpy", "time"}, "fills a GPU's memory, and shares the time between classes"),
    "senet.solver.known": (
        {"array", "pathlib", "threading", "warnings"},
        "reads three.values, which never changes, once for all threads",
    ),
    "senet.solver.packing": ({"array"}, "makes arrays for machine code"),
    "solitaire.bench": ({"statistics"}, "runs benchmarks"),
    "solitaire.solver.exceptions": ({"pathlib"}, "reads exceptions.txt, which never changes"),
    "solitaire.cli.solve": ({"argparse"}, "reads the command line"),
    "solitaire.puzzles": ({"datetime", "hashlib"}, "counts days; the day is an argument"),
    "solitaire.solver": ({"array", "numpy", "threading"}, "shares its tables between threads"),
}
IMPURE_CALLS = {"open", "input", "exec", "eval", "__import__"}


def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text())


def imported(tree: ast.Module, module: str, package: bool) -> Iterator[str]:
    """Every module that is imported, wherever in the file; names taken from a package count as modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            above = parts[: len(parts) - node.level + package] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield start
            yield from (f"{start}.{alias.name}" for alias in node.names)


def imports_of(name: str) -> set[str]:
    return set(imported(tree_of(name), name, MODULES[name].name == "__init__.py"))


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def strays(name: str, imports: set[str]) -> set[str]:
    """Imports from rooms that this module may not know."""
    ours = {one for one in imports if one.startswith("benben.")}
    far = {one for one in ours if room(one) not in ALLOWED[room(name)] and room(one) in ALLOWED}
    if room(name) == "games":
        own = ".".join(name.split(".")[:3])
        games = {f"benben.games.{game}" for game in NAMES} - {own}
        far |= {one for one in ours if ".".join(one.split(".")[:3]) in games}
        if name == f"{own}.bench":
            far -= {one for one in far if f"{one}.".startswith(f"{EXCEPTION}.")}
    return far


def words_of(tree: ast.Module) -> Iterator[str]:
    """Every name and every string in the code; what only explains it does not count."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                yield text
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)
                if isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module


def games_named(tree: ast.Module) -> set[str]:
    words = {part.lower() for word in words_of(tree) for part in re.split(r"[^A-Za-z]+", word)}
    return words & set(NAMES)


def test_every_module_is_found() -> None:
    assert {"benben.core.match", "benben.games", "benben.games.senet.rules"} <= set(MODULES)
    assert {room(name) for name in MODULES} <= set(ALLOWED), "a new room needs its arrows here"


@pytest.mark.parametrize("name", MODULES)
def test_imports_follow_the_arrows(name: str) -> None:
    assert strays(name, imports_of(name)) == set()


def shelf(module: str) -> str:
    """The package or module of the server that a module belongs to; empty for the server itself."""
    parts = module.split(".")[2:]
    return "tables.commands" if parts[:2] == ["tables", "commands"] else ".".join(parts[:1])


def server_strays(name: str, imports: set[str]) -> set[str]:
    """Imports of a module of the server from packages that are not below its own. Those for types count."""
    own = shelf(name)
    below: set[str] = set()
    for line in SERVER:
        if own in line:
            break
        below |= line
    ours = {one for one in imports if one.startswith("benben.server.")}
    return {one for one in ours if shelf(one) != own and shelf(one) not in below}


SERVER_MODULES = [name for name in MODULES if name.startswith("benben.server.")]


def test_every_package_of_the_server_has_its_line() -> None:
    assert {shelf(name) for name in SERVER_MODULES} == set().union(*SERVER)


@pytest.mark.parametrize("name", SERVER_MODULES)
def test_packages_of_the_server_point_one_way(name: str) -> None:
    assert server_strays(name, imports_of(name)) == set()


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("benben.server.storage.store", "from benben.server.tables import log"),
        ("benben.server.people.accounts", "from benben.server.workers import pool"),
        ("benben.server.tables.room", "if TYPE_CHECKING:\n    from benben.server.hub import Hub"),
        ("benben.server.tables.room", "from benben.server.tables.commands import chat"),
        ("benben.server.tables.listing", "from benben.server import hub"),
        ("benben.server.cluster.bus", "def f():\n    from benben.server.hub import Hub"),
        ("benben.server.notify.turn_notifier", "from benben.server.cluster.messages import encode"),
        ("benben.server.limits", "from benben.server.settings import Limits"),
        ("benben.server.hub", "import benben.server.http.api"),
        ("benben.server.transport.websocket", "from ..http import requests"),
    ],
)
def test_an_arrow_turned_round_inside_the_server_is_noticed(module: str, line: str) -> None:
    assert server_strays(module, set(imported(ast.parse(line), module, package=False)))


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("benben.games")])
def test_nobody_but_the_games_names_a_game(name: str) -> None:
    assert games_named(tree_of(name)) == set()


GAME_MODULES = [name for name in MODULES if name.startswith("benben.games.")]


def impurities(tree: ast.Module, module: str, package: bool = False) -> set[str]:
    """What a module imports or calls that could tell it the time, the disk or its luck."""
    imports = {one.split(".")[0] for one in imported(tree, module, package)} - PURE
    calls = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return imports | ({call.id for call in calls if isinstance(call, ast.Name)} & IMPURE_CALLS)


def bots_of_rules(name: str, imports: set[str]) -> set[str]:
    """The imports of a bot or a solver by a module of a game's rules, views or notation."""
    own, _, part = name.removeprefix("benben.games.").partition(".")
    if part.split(".")[0] not in ("board", "rules", "views", "notation"):
        return set()
    players = tuple(f"benben.games.{own}.{above}" for above in ("bot", "solver"))
    return {one for one in imports if one.startswith(players)}


@pytest.mark.parametrize("name", GAME_MODULES)
def test_the_rules_of_a_game_need_no_bot(name: str) -> None:
    assert bots_of_rules(name, imports_of(name)) == set()


def test_rules_that_import_a_bot_are_noticed() -> None:
    assert bots_of_rules("benben.games.horus.rules.timeouts", {"benben.games.horus.bot.paths"})


@pytest.mark.parametrize("name", GAME_MODULES)
def test_a_game_knows_no_time_no_disk_and_no_generator(name: str) -> None:
    found = impurities(tree_of(name), name, MODULES[name].name == "__init__.py")
    allowed, _ = IMPURE.get(name.removeprefix("benben.games."), (set(), ""))
    assert found == allowed


def test_every_exception_from_purity_is_a_module_and_has_a_reason() -> None:
    assert {f"benben.games.{name}" for name in IMPURE} <= set(GAME_MODULES)
    assert all(reason for _, reason in IMPURE.values())


@pytest.mark.parametrize("line", ["import random", "def f():\n    from time import time", "open('x')"])
def test_an_impure_line_in_any_module_of_a_game_is_noticed(line: str) -> None:
    assert impurities(ast.parse(line), "benben.games.horus.rules.effects")


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) == "core"])
def test_the_core_asks_nobody_for_the_time_or_for_luck(name: str) -> None:
    """Except chance, for fresh secrets, compiled, which forgets old files, and days that are counted."""
    told = imports_of(name) & {"random", "secrets", "time", "datetime", "asyncio", "threading"}
    may = {
        "benben.core.chance": {"secrets"},
        "benben.core.compiled": {"time", "threading"},
        "benben.core.puzzle_days": {"datetime"},
    }
    assert told <= may.get(name, set())


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("benben.core.match", "from benben.games import load"),
        ("benben.core.match", "from benben import games"),
        ("benben.core.match", "from .. import bots"),
        ("benben.core.match", "def f():\n    import benben.server.app"),
        ("benben.games.senet.rules", "from benben.bots import arena"),
        ("benben.solve.cover", "import benben.bots.arena"),
        ("benben.solve.cover", "from benben import games"),
        ("benben.bots.arena", "from benben.server import wire"),
        ("benben.server.app", "from benben.cli import arguments"),
        ("benben.games.senet.rules", "from benben.bench.thresholds import Threshold"),
        ("benben.games.senet.bench", "from benben.bench import playouts"),
    ],
)
def test_an_arrow_turned_round_is_noticed(module: str, line: str) -> None:
    assert strays(module, set(imported(ast.parse(line), module, package=False)))


def test_a_bench_module_of_a_game_may_import_thresholds_which_import_nothing_of_benben() -> None:
    assert strays("benben.games.senet.bench", {EXCEPTION, f"{EXCEPTION}.Threshold"}) == set()
    assert not [one for one in imports_of(EXCEPTION) if one.startswith("benben")]


@pytest.mark.parametrize(
    "line",
    [
        "game = 'senet'",
        "from benben.games import senet",
        "import benben.games.senet.rules",
        "def play_senet(): pass",
        "if name.startswith('Senet '): pass",
    ],
)
def test_a_game_named_is_noticed(line: str) -> None:
    assert games_named(ast.parse(line)) == {"senet"}


def test_an_example_in_an_explanation_names_no_game() -> None:
    assert games_named(ast.parse('"""benben play senet"""\nx = 1  # senet')) == set()
