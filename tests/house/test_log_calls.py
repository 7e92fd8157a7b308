"""What the server's log may hold: no code of a table, no token, no address of a webhook."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house.test_arrows import MODULES, tree_of

SECRET = {"code", "codes", "token", "secret", "seed", "url", "hash", "text", "message", "body"}
SAFE = {"log_name", "len", "type"}  # functions whose result tells nothing of their argument


def logged_names(tree: ast.Module) -> Iterator[str]:
    """The last part of every name that a log call gets as an argument."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "_log"
        ):
            for argument in node.args:
                yield from _names(argument)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAFE:
        return
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("benben.server")])
def test_a_log_call_gets_no_secret(name: str) -> None:
    assert set(logged_names(tree_of(name))) & SECRET == set()


def test_a_code_in_a_log_call_is_found() -> None:
    assert set(logged_names(ast.parse('_log.info("%s %s", room.state.code, log_name(code))'))) == {"code"}
