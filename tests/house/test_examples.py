"""What the README and the pages beside it show in Python runs as it is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = [
    (page.name, text)
    for page in PAGES
    for text in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
]


def test_there_are_examples() -> None:
    assert {name for name, _ in EXAMPLES} >= {"README.md", "bots.md"}


@pytest.mark.parametrize(("page", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_runs_as_it_is_printed(page: str, text: str) -> None:
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), page
