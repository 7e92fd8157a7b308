"""What is shipped: licence texts, a bill of materials, pinned versions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "benben" / "server" / "static"


def locked(name: str) -> dict[str, str]:
    text = (ROOT / "locks" / f"{name}.txt").read_text()
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE))


def bill() -> dict[str, Any]:
    ended = subprocess.run(
        [sys.executable, "tools/make_sbom.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return dict(json.loads((ROOT / ended.stdout.strip()).read_text()))


def test_the_bill_of_materials_names_every_locked_package_once() -> None:
    components = bill()["components"]
    purls = [one["purl"] for one in components]
    assert len(purls) == len(set(purls))
    python = {one["name"]: one["version"] for one in components if one["purl"].startswith("pkg:pypi/")}
    assert python == locked("postgres")
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    wanted = {
        (place.rpartition("node_modules/")[2], one["version"]) for place, one in packages.items() if place
    }
    found = {(one["name"], one["version"]) for one in components if one["purl"].startswith("pkg:npm/")}
    assert found == wanted
    optional = {one["name"] for one in components if one["scope"] == "optional"}
    assert optional == locked("postgres").keys() - locked("play").keys()


def test_the_page_carries_the_licence_text_of_everything_in_it() -> None:
    text = (STATIC / "third-party.txt").read_text("utf-8")
    named = set(re.findall(r"^-{72}\n(\S+) ", text, re.MULTILINE))
    required = {
        one["name"]
        for one in bill()["components"]
        if one["scope"] == "required" and one["purl"].startswith("pkg:npm/")
    }
    assert named == required
    assert text.count("SIL OPEN FONT LICENSE Version 1.1") == 2
    for part in text.split("-" * 72 + "\n")[1:]:
        assert "opyright" in part
        assert len(part) > 500


def test_insides_that_the_server_rests_on_are_bounded_and_the_driver_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for name in ("uvicorn", "websockets"):
        (wanted,) = [line for line in project["dependencies"] if line.startswith(f"{name}>")]
        assert "<" in wanted
    assert locked("play").items() <= locked("postgres").items()
    assert locked("postgres")["psycopg"] == locked("dev")["psycopg"]
    docker = (ROOT / "deploy" / "Dockerfile").read_text()
    assert "--require-hashes -r locks/postgres.txt" in docker
    assert "psycopg" not in docker


def test_docker_is_sent_what_the_image_needs_and_nothing_private() -> None:
    kept = (ROOT / ".dockerignore").read_text().splitlines()
    docker = (ROOT / "deploy" / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", docker, re.MULTILINE)
    assert "*" in kept
    assert {f"!{name}" for line in copied for name in line.split()} == {
        line for line in kept if line.startswith("!")
    }
