"""The page "You": what is kept of a person can be downloaded, and deleted for good."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.web.host import Host
from tests.web.visitor import Visitor


def test_a_person_downloads_what_is_kept_and_deletes_themselves(
    visitor: Callable[..., Visitor], host: Host, tmp_path: Path
) -> None:
    merit, hori = host.guest("Merit"), host.guest("Hori")
    code = host.table(merit, hori)
    other = visitor(guest=hori)
    other.sit_at(code)
    page = visitor(guest=merit).go("/you")
    kept = page.get_by_role("region", name="What is kept of you")
    with page.expect_download() as loaded:
        kept.get_by_role("button", name="Download it").click()
    assert loaded.value.suggested_filename == "benben-export.json"
    loaded.value.save_as(tmp_path / "export.json")
    export = json.loads((tmp_path / "export.json").read_text())
    assert (export["name"], [table["code"] for table in export["tables"]]) == ("Merit", [code])

    kept.get_by_role("button", name="Delete me").click()
    expect(kept).to_contain_text("This cannot be undone.")
    expect(kept.get_by_role("button", name="No")).to_be_focused()
    kept.get_by_role("button", name="No").click()
    expect(kept).not_to_contain_text("This cannot be undone.")
    kept.get_by_role("button", name="Delete me").click()
    kept.get_by_role("button", name="Yes, delete me for good").click()
    expect(page.get_by_text("This account was deleted.")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Merit")).to_have_count(0)
    expect(kept).to_contain_text("Nothing: this server knows you only after")
    expect(other.page.get_by_text("Somebody").first).to_be_visible()
    expect(other.page.get_by_text("Merit")).to_have_count(0)
