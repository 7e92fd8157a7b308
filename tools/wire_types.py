"""The client's types, made from the server's.

`python tools/wire_types.py` writes them, `--check` fails on drift.

web/src/wire/messages.ts comes from the modules of benben/server/wire, web/src/wire/<game>.ts from each game's
Picture and Choice. Docstrings and trailing comments travel along.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import tokenize
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import inspect as shape

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "wire"
UNIONS = ("FromClient", "FromServer")
# Modules of benben/server/wire; what they share comes with them
PARTS = (
    "achievements",
    "rest",
    "seat_messages",
    "tutor_messages",
    "meter_messages",
    "socket",
    "exercises",
    "puzzles",
    "review",
    "watch",
)
MARK = "// Made by tools/wire_types.py; do not edit.\n"

PLAIN = {
    shape.AnyType: "unknown",
    shape.NoneType: "null",
    shape.BoolType: "boolean",
    shape.IntType: "number",
    shape.FloatType: "number",
    shape.StrType: "string",
}


def written(kind: shape.Type) -> str:
    """One type as TypeScript."""
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case shape.LiteralType(values):
            return " | ".join(json.dumps(value) for value in values)
        case shape.UnionType(types):
            return " | ".join(written(each) for each in types)
        case shape.ListType(item_type=item) | shape.VarTupleType(item_type=item):
            inner = written(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case shape.TupleType(items):
            return f"[{', '.join(written(item) for item in items)}]"
        case shape.DictType(key_type=key, value_type=value):
            return f"Record<{written(key)}, {written(value)}>"
        case shape.StructType(cls=cls):
            return cls.__name__
    raise TypeError(f"no TypeScript is known for {kind}")


def structs(kinds: Iterable[shape.Type]) -> Iterator[shape.StructType]:
    """These and every Struct inside them, inner ones first, each once."""
    done: set[type] = set()

    def inside(kind: Any) -> Iterator[shape.StructType]:
        if isinstance(kind, shape.StructType):
            if kind.cls in done:
                return
            done.add(kind.cls)
            for field in kind.fields:
                yield from inside(field.type)
            yield kind
        for name in ("item_type", "key_type", "value_type"):
            if hasattr(kind, name):
                yield from inside(getattr(kind, name))
        for name in ("types", "item_types"):
            for each in getattr(kind, name, ()):
                yield from inside(each)

    for kind in kinds:
        yield from inside(kind)


def comments(module: ModuleType) -> dict[tuple[str, str], str]:
    """The trailing comment of each field, by class and field."""
    source = inspect.getsource(module)
    by_line = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for outer in ast.parse(source).body:
        if isinstance(outer, ast.ClassDef):
            for inner in outer.body:
                if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    comment = by_line.get(inner.end_lineno or inner.lineno)
                    if comment:
                        found[outer.name, inner.target.id] = comment
    return found


def doc(cls: type) -> str:
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def interface(kind: shape.StructType, said: dict[tuple[str, str], str], received: bool) -> str:
    """What the server sends is complete; what it receives may leave out fields that have a default."""
    lines = []
    if kind.tag is not None:
        lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)}")
    for field in kind.fields:
        mark = "?" if received and not field.required else ""
        comment = said.get((kind.cls.__name__, field.name))
        line = f"  {field.encode_name}{mark}: {written(field.type)}"
        lines.append(f"{line} // {comment}" if comment else line)
    body = "\n".join(lines)
    return f"{doc(kind.cls)}export interface {kind.cls.__name__} {{\n{body}\n}}\n"


def page(module: ModuleType, types: Iterable[Any]) -> str:
    all_of_it = list(structs(shape.multi_type_info(types)))
    sent = {inner.cls for kind in all_of_it if not kind.forbid_unknown_fields for inner in structs([kind])}
    said = {key: words for home in _homes(module, all_of_it) for key, words in comments(home).items()}
    parts = [interface(kind, said, received=kind.cls not in sent) for kind in all_of_it]
    for name in UNIONS:
        union = getattr(module, name, None)
        if get_origin(union) in (Union, type(int | str)):
            members = " | ".join(member.__name__ for member in get_args(union))
            parts.append(f"export type {name} = {members}\n")
    return MARK + "\n" + "\n".join(parts)


def _homes(module: ModuleType, kinds: Iterable[shape.StructType]) -> list[ModuleType]:
    """Where the Structs are written down: the module itself, or those that it takes them from."""
    return [module, *(sys.modules[name] for name in {kind.cls.__module__: None for kind in kinds})]


def messages(module: ModuleType) -> list[type[msgspec.Struct]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
    ]


def pages() -> dict[str, str]:
    """Every file of web/src/wire/ by name."""
    from benben.games import NAMES

    wire = import_module("benben.server.wire")
    kinds = [kind for part in PARTS for kind in messages(import_module(f"benben.server.wire.{part}"))]
    made = {"messages.ts": page(wire, kinds)}
    for name in NAMES:
        views = import_module(f"benben.games.{name}.views")
        made[f"{name}.ts"] = page(views, [views.Picture, views.Choice])
    return made


def drift() -> list[str]:
    """Names of files that differ from what would be written, or should not be there."""
    made = pages()
    here = {path.name: path.read_text() for path in FOLDER.glob("*.ts")}
    return sorted(name for name in made.keys() | here.keys() if made.get(name) != here.get(name))


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        wrong = drift()
        if wrong:
            print(f"web/src/wire is out of step: {', '.join(wrong)}. Run python tools/wire_types.py.")
        return 1 if wrong else 0
    if arguments:
        print("Give no argument to write web/src/wire, or --check to compare it.")
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
