"""The build hook of a wheel: builds the page and, with BENBEN_COMPILE=1, the server in machine code."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import build_web
import compile_server
import make_sbom


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    def dependencies(self) -> list[str]:
        needed: list[str] = build_web.needed()
        if self._compiles:  # mypyc looks into what is imported
            needed += [*compile_server.PACKAGES, *self.metadata.core.dependencies]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_web.build()
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(make_sbom.write_sbom())] = "benben/sbom.cdx.json"
        if self._compiles and version != "editable":
            folder = compile_server.compiled()
            build_data["pure_python"], build_data["infer_tag"] = False, True
            for path in folder.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
                build_data["force_include"][str(path)] = str(path.relative_to(folder))

    @property
    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("BENBEN_COMPILE") == "1"
