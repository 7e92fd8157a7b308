"""The page keeps to its own policy: no script and no style but those of its files."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from benben import games
from tests.web.host import Host
from tests.web.visitor import Visitor

TRIAL = """() => {
  const seen = []
  document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
  const style = document.createElement('style')
  style.textContent = 'body { outline: 1px solid red }'
  const script = document.createElement('script')
  script.textContent = 'window.planted = true'
  const line = document.createElement('p')
  line.innerHTML = '<span style="color: red">x</span>'
  document.body.append(style, script, line)
  return new Promise((done) => setTimeout(() => {
    const planted = [window.planted === true, getComputedStyle(document.body).outlineStyle]
    ;[style, script, line].forEach((each) => each.remove())
    done([seen.sort(), ...planted])
  }, 50))
}"""


def test_what_is_written_into_the_page_neither_runs_nor_dresses_it(
    visitor: Callable[..., Visitor],
) -> None:
    one = visitor()
    page = one.go("/")
    one.forgive("Content Security Policy|violates the following")
    seen, ran, outline = page.evaluate(TRIAL)
    assert seen == ["script-src-elem", "style-src-attr", "style-src-elem"]
    assert (ran, outline) == (False, "none")


def test_every_page_of_every_game_keeps_to_the_policy(visitor: Callable[..., Visitor], host: Host) -> None:
    """A visitor notices every complaint of the console, and a broken policy is one."""
    one = visitor(guest=(guest := host.guest("Nefer")), calm=False)
    for path in ("/", "/keys", "/dice", "/you"):
        one.go(path)
        expect(one.page.locator("h1").first).to_be_visible()
    for name in games.NAMES:
        game = games.load(name)
        for path in (f"/rules/{name}", f"/play/{name}"):
            one.go(path)
            expect(one.page.locator("h1").first).to_be_visible()
        others = [host.guest(f"Hori {n}") for n in range(1, game.seats_for(game.options())[0])]
        one.sit_at(host.table(guest, *others, game=name))
