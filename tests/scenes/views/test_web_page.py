"""The page of a battle in a real browser, where one is installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.scenes.web.browser import CHROMIUM, Browser

from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.web_page import page
from fivefoot.scenes.views import replay_file

from .test_records import fought

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no chromium is installed")
def test_the_page_plays_in_a_browser(tmp_path: Path) -> None:
    battle = fought(ALL[0])
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    path = tmp_path / "battle.html"
    path.write_text(page(told.scenario.title, told.start(), told.events), encoding="utf-8")
    middle = len(battle.events) // 2
    for hash_, expected in ((f"#{middle}", middle), (f"#{len(battle.events)}", len(battle.events))):
        outcome = subprocess.run(
            [
                str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
                "--virtual-time-budget=3000", "--dump-dom", f"file://{path}{hash_}",
            ],
            capture_output=True,
            text=True,
            timeout=120,
        )  # fmt: skip
        assert f'data-now="{expected}"' in outcome.stdout, outcome.stderr[-2000:]
        assert f"{expected} / {len(battle.events)}" in outcome.stdout
        assert len(re.findall(r'<button class="one[" ]', outcome.stdout)) == 4
        assert "Uncaught" not in outcome.stderr


STATES = """
(() => {
  const full = [begun(embedded)];
  for (const moment of embedded.moments) full.push(after(full[full.length - 1], moment));
  const told = (state) => JSON.stringify([[...state.figures], state.active, state.round, state.board]);
  const wrong = [];
  for (const most of [1, 40, 1e9]) {
    const few = new States(embedded, most);
    for (let i = 0; i < 3 * full.length; i++) {
      const number = (i * 17) % full.length, at = i % 3 ? number : i % full.length;
      if (told(few.at(at)) !== told(full[at])) wrong.push([most, at]);
    }
  }
  return wrong;
})()
"""


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")
def test_states_that_are_not_kept_are_made_again(tmp_path: Path) -> None:
    """Of a long battle of many creatures a page keeps few states; each is what it would be if all were kept."""
    battle = fought(ALL[0])
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    path = tmp_path / "battle.html"
    path.write_text(page(told.scenario.title, told.start(), told.events), encoding="utf-8")
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"file://{path}")
        browser.wait("document.body !== null && document.body.dataset.now !== undefined")
        assert browser.run(STATES) == []
        assert browser.errors == []


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")
def test_the_page_fits_a_telephone(tmp_path: Path) -> None:
    battle = fought(ALL[0])
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    path = tmp_path / "battle.html"
    path.write_text(page(told.scenario.title, told.start(), told.events), encoding="utf-8")
    with Browser(tmp_path / "profile", width=400, height=800) as browser:
        browser.open(f"file://{path}")
        browser.wait("document.body !== null && document.body.dataset.now !== undefined")
        assert browser.run("document.documentElement.scrollWidth") <= 400
        beyond = (
            "[...document.querySelectorAll('button, input, select')].filter(e => e.getBoundingClientRect().right > 401)"
        )
        assert browser.run(f"{beyond}.length") == 0
