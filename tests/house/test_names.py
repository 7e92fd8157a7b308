"""Names that a stranger would search for: one meaning for each, and files of one subject."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.test_arrows import MODULES, SOURCE, room, tree_of

SHELVES = {"server", "core", "cli", "chaos", "bench", "solve", "bots"}  # where the field's words are used
OURS = [name for name in MODULES if room(name) in SHELVES]
GERUNDS = {"seating", "listing"}  # that are nouns of the field
LEANING = ("The same", "Of ", "It ", "They ", "Those ")  # a docstring that leans on the sentence before it
MOST_LINES = 400
WEB = SOURCE.parents[1] / "web"
GENERATED = "// Made by "  # how a file begins that a tool writes
PAGE_FILES = [
    path
    for folder in ("src", "test")
    for path in sorted((WEB / folder).rglob("*"))
    if path.suffix in {".ts", ".svelte", ".css"} and not path.read_text("utf-8").startswith(GENERATED)
]


def classes(tree: ast.Module) -> Iterator[str]:
    return (
        node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def constants(tree: ast.Module) -> Iterator[str]:
    """Public constants that a module sets itself: upper-case names on its top level."""
    for node in tree.body:
        named: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            named = node.targets
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            named = [node.target]
        for one in named:
            if isinstance(one, ast.Name) and one.id.isupper() and not one.id.startswith("_"):
                yield one.id


def places(names: list[str], told: str) -> dict[str, list[str]]:
    """Where each class or constant stands, if in more than one module."""
    where: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for found in (classes if told == "classes" else constants)(tree_of(name)):
            where[found].append(name)
    return {found: modules for found, modules in where.items() if len(modules) > 1}


def leaning_docstrings(tree: ast.Module) -> list[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, documented)]
    return [text for text in texts if text.startswith(LEANING)]


@pytest.mark.parametrize("name", OURS)
def test_a_module_is_named_by_an_object_and_not_by_a_mood(name: str) -> None:
    last = name.rpartition(".")[2]
    assert not last.endswith("ing") or last in GERUNDS


def test_a_class_name_has_one_meaning_outside_games() -> None:
    assert places(OURS, "classes") == {}


def test_a_constant_of_the_server_has_one_meaning() -> None:
    assert places([name for name in OURS if room(name) == "server"], "constants") == {}


@pytest.mark.parametrize("name", MODULES)
def test_a_docstring_stands_alone(name: str) -> None:
    assert leaning_docstrings(tree_of(name)) == []


@pytest.mark.parametrize("name", MODULES)
def test_a_file_has_one_subject(name: str) -> None:
    assert len(MODULES[name].read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", PAGE_FILES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_a_file_of_the_page_has_one_subject(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


def test_a_leaning_docstring_is_noticed() -> None:
    assert leaning_docstrings(ast.parse('def f():\n    """The same for two."""'))


def test_a_constant_and_a_class_are_found() -> None:
    tree = ast.parse("AGAIN = 1\nclass Table: ...\n_OWN = 2\nlower = 3")
    assert [*constants(tree), *classes(tree)] == ["AGAIN", "Table"]
