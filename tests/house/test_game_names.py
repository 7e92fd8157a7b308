"""Every public name of a game's rules, views, notation and bot is used: a misspelt one would do nothing.

The optional parts of a game are given to `Game(...)` in its package. A function that nobody gives there, that
no part given there asks for, and that no module of the game uses is a mistake.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from benben import games
from benben.core import compiled, contract
from benben.core.contract import BotSupport, Game

ROOT = Path(games.__file__).parent
PARTS = ("rules", "views", "notation", "bot")
CODECS = {"State", "View"}  # read by the contract tests, which take them through JSON


def protocol_names(game: Game, module: str) -> set[str]:
    """What the parts of `Game(...)` that this module is given for ask of it."""
    found = set(compiled.DERIVED) | CODECS if module == "rules" else CODECS
    for holder, sort in ((game, Game), (game.bot, BotSupport)):
        hints = get_type_hints(sort, vars(contract))
        for one in fields(sort):
            if getattr(getattr(holder, one.name), "__name__", "") == f"{games.__name__}.{game.name}.{module}":
                for hint in (hints[one.name], *get_args(hints[one.name])):
                    found |= attributes(hint)
    return found


def attributes(hint: Any) -> set[str]:
    """The public names of a Protocol and of those it extends."""
    return {name for each in getattr(hint, "__mro__", ()) for name in vars(each) if name[0] != "_"}


def modules(folder: Path, module: str) -> list[Path]:
    """The files of a module, which may have grown into a package."""
    return (
        [folder / f"{module}.py"]
        if (folder / f"{module}.py").exists()
        else sorted((folder / module).glob("*.py"))
    )


def defined(tree: ast.Module) -> Iterator[str]:
    """The public names that a module defines at its top."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (
                    one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)
                )
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def used(tree: ast.AST) -> Iterator[str]:
    """The names at the top of modules that this one reads. Imports, `__all__` and local names are no use."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            own = {
                one.id
                for one in ast.walk(node)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
            own |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
            yield from (name for name in used(node) if name not in own)
            continue
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield name
        yield from used(node)


def strangers(game: Game, sources: dict[Path, str]) -> list[str]:
    """Public names in the sources of a game's parts that nobody uses."""
    folder = ROOT / game.name
    trees = {path: ast.parse(text) for path, text in sources.items()}
    known = {name for tree in trees.values() for name in used(tree)}
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for module in PARTS
        for path in modules(folder, module)
        for name in defined(trees[path])
        if name[0] != "_" and name not in known | protocol_names(game, module)
    ]


def sources_of(game: Game) -> dict[Path, str]:
    return {path: path.read_text() for path in sorted((ROOT / game.name).rglob("*.py"))}


@pytest.mark.parametrize("name", games.NAMES)
def test_every_public_name_of_a_game_is_used(name: str) -> None:
    game = games.load(name)
    assert strangers(game, sources_of(game)) == []


@pytest.mark.parametrize(
    ("name", "module", "right", "wrong"),
    [
        ("horus", "rules/timeouts.py", "def deadline(", "def dedline("),
        ("senet", "rules.py", "def legal(", "def legel("),
        ("gate", "views.py", "def apart(", "def appart("),
        ("solitaire", "bot.py", "def rate(", "def rates("),
        ("pyramydal", "bot.py", "def obvious(", "def obvius("),
    ],
)
def test_a_misspelt_name_is_found(name: str, module: str, right: str, wrong: str) -> None:
    game = games.load(name)
    sources = sources_of(game)
    path = ROOT / name / module
    assert right in sources[path]
    sources[path] = sources[path].replace(right, wrong)
    assert strangers(game, sources) == [f"{name}/{module}: {wrong[4:-1]}"]


def test_a_part_that_is_not_given_is_found() -> None:
    game = games.load("senet")
    sources = sources_of(game)
    path = ROOT / "senet" / "__init__.py"
    sources[path] = sources[path].replace("is_legal=rules.legal,", "")
    assert strangers(game, sources) == ["senet/rules.py: legal"]
