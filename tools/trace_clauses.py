"""Traces every clause of every rulebook to the code that implements it and the cases that show it.

    python tools/trace_clauses.py            print a table: clause | code | cases
    python tools/trace_clauses.py --quiet    print only what is wrong

Code follows a clause if it cites the clause's number in a docstring, in a comment, or as a string of its own,
as refusals do. A case shows the clauses that it names. A clause that no code follows or no case shows is a
fault. So is the citation of a clause that is not in the rulebook.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benben.core.cases import Case, cases, folder
from benben.core.contract import Game
from benben.core.rulebook import rulebook
from benben.games import NAMES, load

NUMBER = re.compile(r"\b[0-9]{1,2}\.[0-9]{1,2}\b")


class Citation(NamedTuple):
    clause: str
    where: str  # "rules.play"
    strict: bool  # a string of its own, which can only mean a clause


class Row(NamedTuple):
    clause: str
    code: list[str]
    cases: list[str]


def citations(path: Path, name: str) -> Iterator[Citation]:
    """The clauses that a source file cites, each with the function that cites it."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    spans = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]

    def where(line: int) -> str:
        inside = [(end - start, what) for start, end, what in spans if start <= line <= end]
        return f"{path.stem}.{min(inside)[1]}" if inside else path.stem

    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            for clause in NUMBER.findall(ast.get_docstring(node) or ""):
                first = node.body[0].lineno
                yield Citation(clause, where(first), strict=False)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            clause = node.value.removeprefix(f"{name} ")
            if NUMBER.fullmatch(clause):
                yield Citation(clause, where(node.lineno), strict=True)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            for clause in NUMBER.findall(token.string):
                yield Citation(clause, where(token.start[0]), strict=False)


def rows_and_faults(
    clauses: list[str], cited: list[Citation], examples: tuple[Case, ...]
) -> tuple[list[Row], list[str]]:
    """A row for each clause, and a sentence for each fault."""
    code: dict[str, list[str]] = defaultdict(list)
    shown: dict[str, list[str]] = defaultdict(list)
    faults = []
    for citation in cited:
        if citation.clause in clauses:
            if citation.where not in code[citation.clause]:
                code[citation.clause].append(citation.where)
        elif citation.strict:
            faults.append(f"{citation.where} cites {citation.clause}, which is no clause")
    for case in examples:
        unknown = [clause for clause in (*case.clauses, *case.refusals) if clause not in clauses]
        faults += [f"case {case.name} cites {clause}, which is no clause" for clause in unknown]
        for clause in case.clauses:
            shown[clause].append(case.name)
    rows = [Row(clause, code[clause], shown[clause]) for clause in clauses]
    faults += [f"{row.clause} is followed by no code" for row in rows if not row.code]
    faults += [f"{row.clause} is shown by no case" for row in rows if not row.cases]
    return rows, faults


def trace_game(game: Game) -> tuple[list[Row], list[str]]:
    clauses = [clause.number for section in rulebook(game) for clause in section.clauses if clause.number]
    cited = [
        citation for path in sorted(folder(game).rglob("*.py")) for citation in citations(path, game.name)
    ]
    rows, faults = rows_and_faults(clauses, cited, cases(game))
    return rows, [f"{game.name}: {fault}" for fault in faults]


def table(rows: list[Row]) -> str:
    lines = [("clause", "code", "cases")] + [
        (row.clause, ", ".join(row.code), ", ".join(row.cases)) for row in rows
    ]
    first, second = (max(len(line[column]) for line in lines) for column in (0, 1))
    return "\n".join(f"{a:{first}} | {b:{second}} | {c}".rstrip() for a, b, c in lines)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--quiet"]):
        print("usage: python tools/trace_clauses.py [--quiet]", file=sys.stderr)
        return 2
    wrong = []
    for name in NAMES:
        rows, faults = trace_game(load(name))
        wrong += faults
        if not arguments:
            print(f"{load(name).title}\n{table(rows)}\n")
    for fault in wrong:
        print(fault, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
