"""The compiled server, by itself. `make compiled` runs this, and some of tests/server, on build/compiled."""

from __future__ import annotations

from importlib import import_module

import pytest

from tools.compile_server import MODULES, PACKAGES, ROOT, pitfalls


@pytest.mark.parametrize("module", MODULES)
def test_what_is_tested_here_is_compiled(module: str) -> None:
    found = import_module(f"benben.{module.removesuffix('.py').replace('/', '.')}")
    assert not str(found.__file__).endswith(".py")


def test_a_wheel_is_compiled_with_what_is_tested() -> None:
    lock = (ROOT / "locks" / "dev.txt").read_text().splitlines()
    assert [f"{package} \\" in lock for package in PACKAGES] == [True] * len(PACKAGES)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("class Shape(Struct, frozen=True): pass", "class Shape has settings"),
        (
            "def f():\n try: g()\n except OSError as e: pass\n except ValueError as e: pass",
            "f has one name, e, for two sorts of fault",
        ),
    ],
)
def test_what_mypyc_would_change_is_found(source: str, sentence: str) -> None:
    assert [one.startswith(sentence) for one in pitfalls(source)] == [True]


def test_what_it_leaves_alone_is_let_through() -> None:
    source = (
        "def f():\n try: g()\n except OSError as e: pass\ndef h():\n try: g()\n except ValueError as e: pass"
    )
    assert list(pitfalls(f"class Plain(Struct): pass\n{source}")) == []
