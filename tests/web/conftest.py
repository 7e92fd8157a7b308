"""A real server, a real browser, and visitors who notice every console error.

`host` is one server for all tests of a worker; `own_host` is one for a single test, to be killed and started
again, whose bots have no machine code; `visitor` makes visitors:
visitor(size=NARROW, theme="dark", guest=host.guest("Iset"), host=own_host).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.conftest import cluster as cluster
from tests.server.conftest import postgres as postgres
from tests.web.host import Host
from tests.web.visitor import PATIENCE, Visitor

# For every window Chromium prepares popups of an address bar and a spare process, which no test ever uses:
# half the processor time of a short test. The switch replaces Playwright's own, so its features are here too.
LEAN = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,"
    "ThirdPartyStoragePartitioning,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
        None,
    )
    assert found, "The browser tests need chromium."
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=LEAN)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host")) as host:
        yield host


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path, warm=False) as host:
        yield host


@pytest.fixture
def visitor(browser: Browser, host: Host, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    for own in {"own_host", "fresh", "paced", "slow", "hosts"} & set(request.fixturenames):
        request.getfixturevalue(
            own
        )  # begun before the visitors, it ends after them: nobody asks a dead server
    made: list[Visitor] = []

    def make(**settings: Any) -> Visitor:
        settings.setdefault("host", host)
        made.append(Visitor(browser, **settings))
        return made[-1]

    yield make
    for each in made:
        each.context.close()
    for each in made:
        each.check()
