"""The client's types are those of the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec import inspect as shape

from tools import wire_types

TOOL = Path(wire_types.__file__)


def test_the_written_types_are_those_of_the_server() -> None:
    assert wire_types.drift() == []


def test_a_changed_file_is_named_and_fails_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in wire_types.pages().items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(wire_types, "FOLDER", tmp_path)
    assert wire_types.main(["--check"]) == 0
    messages = tmp_path / "messages.ts"
    messages.write_text(messages.read_text().replace("picture: unknown", "picture: string"))
    (tmp_path / "stray.ts").write_text("")
    assert wire_types.main(["--check"]) == 1
    assert "messages.ts, stray.ts" in capsys.readouterr().out
    assert wire_types.main([]) == 0
    (tmp_path / "stray.ts").unlink()
    assert wire_types.main(["--check"]) == 0


def test_the_tool_runs_alone() -> None:
    ran = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_every_message_of_the_socket_has_its_tag() -> None:
    text = wire_types.pages()["messages.ts"]
    for tag in ("hello", "act", "go", "welcome", "news", "refused", "closing"):
        assert f'  type: "{tag}"\n' in text
    assert "export type FromClient = Hello | Act | Go |" in text


def test_what_has_no_typescript_is_an_error_and_not_a_guess() -> None:
    class Odd(Struct):
        when: bytes

    with pytest.raises(TypeError, match="no TypeScript"):
        wire_types.interface(next(iter(wire_types.structs([shape.type_info(Odd)]))), {}, received=False)
