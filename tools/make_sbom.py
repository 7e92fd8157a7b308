"""Writes a software bill of materials (SBOM) as CycloneDX JSON, from the locks: `make sbom`.

Scopes: required is in every installation, optional comes with the extra postgres, excluded only builds the
page.
A wheel carries the file as benben/sbom.cdx.json.
"""

from __future__ import annotations

import base64
import json
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
SBOM = ROOT / "build" / "sbom.cdx.json"
# Packages of npm whose code or fonts are in the built page; a test compares them with the page.
BUNDLED = {
    "@fontsource-variable/hanken-grotesk",
    "@fontsource-variable/newsreader",
    "clsx",
    "esm-env",
    "qr",
    "svelte",
    "vite",
}


def locked_versions(lock: Path) -> dict[str, str]:
    """Names and versions in a lock of Python packages."""
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", lock.read_text(), re.MULTILINE))


def python_components() -> list[dict[str, Any]]:
    required = locked_versions(ROOT / "locks" / "play.txt")
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "scope": "required" if name in required else "optional",
        }
        for name, version in sorted(locked_versions(ROOT / "locks" / "postgres.txt").items())
    ]


def page_components() -> list[dict[str, Any]]:
    """The packages that build the page, and those that are in it."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found: dict[str, dict[str, Any]] = {}
    for place, about in sorted(packages.items()):
        if not place:  # the page itself
            continue
        name = place.rpartition("node_modules/")[2]
        purl = f"pkg:npm/{quote(name, safe='/')}@{about['version']}"
        component = {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": about["version"],
            "purl": purl,
            "scope": "required" if place == f"node_modules/{name}" and name in BUNDLED else "excluded",
        }
        if "license" in about:
            component["licenses"] = [{"expression": about["license"]}]
        kind, _, digest = about.get("integrity", "").partition("-")
        if kind == "sha512":
            component["hashes"] = [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}]
        found.setdefault(purl, component)
    return list(found.values())


def sbom() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    purl = f"pkg:pypi/{project['name']}@{project['version']}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": purl,
                "name": project["name"],
                "version": project["version"],
                "purl": purl,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [*python_components(), *page_components()],
    }


def write_sbom() -> Path:
    """Write the file and return its path."""
    SBOM.parent.mkdir(exist_ok=True)
    SBOM.write_text(json.dumps(sbom(), indent=2) + "\n", "utf-8")
    return SBOM


if __name__ == "__main__":
    print(write_sbom().relative_to(ROOT))
