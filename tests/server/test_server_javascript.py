"""The JavaScript that docs/serve.md shows, run as it stands there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import canonicalize, fromstring, tostring

import pytest
from support.server_calls import result
from support.waiting import PATIENCE

from ninetka import kropki
from ninetka.simulate import random_game

ROOT = Path(__file__).parents[2]
STEPS, CHANGED = re.findall(
    r"^```js\n(.*?)^```", (ROOT / "docs" / "serve.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)
ASKING = """
const { createInterface } = require("node:readline");
const server = require("node:child_process").spawn(process.argv[1], ["-m", "ninetka", "serve"]);
const replies = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
async function ask(method, params) {
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\\n");
  const { result, error } = JSON.parse((await replies.next()).value);
  if (error) throw new Error(error.message);
  return result;
}
(async () => {
  const games = [], done = [];
  const file = require("node:fs").readFileSync(process.argv[2], "utf8");
  await check(file, (some, share) => { games.push(...some); done.push(share); });
  console.log(JSON.stringify([games, done]));
  server.stdin.end();
})();
"""
GAME = "(;GM[40]SZ[20];B[aa];W[bb]C[\U0001f600\u015bledzi\u0107]) "
MATCH = "".join(
    f"""[Ruleset "wiki"]\n[Players "2"]
[Match "A match"]\n[MatchGame "{number}"]\n[First "{first}"]\n[Second "{second}"]

{{{"x" * 60_000}}} *\n\n"""
    for number, first, second in [(1, "Ann", "Ben"), (2, "Ben", "Ann")]
)
"""More than the JavaScript sends at once."""

pytestmark = pytest.mark.long


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
@pytest.mark.parametrize(("text", "count"), [(GAME * 10_000, 10_000), (MATCH * 12, 24)])
def test_a_file_is_checked_in_steps(tmp_path: Path, text: str, count: int) -> None:
    path = tmp_path / "games"
    path.write_text(text, "utf-8")
    script = (STEPS + ASKING).replace("1000000", "100000")
    done = subprocess.run(
        ["node", "-e", script, sys.executable, str(path)],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    games, shares = json.loads(done.stdout)
    assert [each["game"] for each in games] == [*range(1, count + 1)]
    assert all(each["ok"] for each in games)
    assert shares == sorted(shares)
    assert len(shares) > 5
    assert shares[-1] == 1


def test_a_picture_is_changed(tmp_path: Path) -> None:
    browser = pytest.importorskip("support.browser")
    if not (browser.BROWSER and browser.DRIVER):
        pytest.skip("there is no Chromium here")
    game = random_game(kropki.State.start(), Random(1))
    plies = [0, 1, 2, 50, 51, 52, 800, 801, game.ply, 3]
    shown: list[dict[str, Any]] = [
        {"targets": ply > 1, "size": 400 + 100 * (ply > 50)} for ply in plies
    ]
    for ply, params in zip(plies, shown, strict=True):
        states = game.states
        params["position"] = states[ply].to_text()
        if ply:
            params["previous"] = states[ply - 1].to_text()
            params["last_move"] = game.move_texts[ply - 1]
    page = tmp_path / "page.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><script>{CHANGED}</script><p></p>", "utf-8"
    )
    driver = browser.chrome(tmp_path / "profile")
    try:
        driver.get(page.as_uri())
        first = result("svg", game="kropki", **shown[0])["svg"]
        driver.execute_script("document.querySelector('p').innerHTML = arguments[0]", first)
        for since, params in pairwise(shown):
            changes = result("svg", game="kropki", **params, since=since)["changes"]
            seen = driver.execute_script(
                """const svg = document.querySelector("svg"), holder = svg.parentNode;
                const next = changed(svg, arguments[0]);
                if (next !== svg) holder.replaceChildren(next);
                return new XMLSerializer().serializeToString(next);""",
                changes,
            )
            whole = result("svg", game="kropki", **params)["svg"]
            assert normal(seen) == normal(whole)
    finally:
        driver.quit()


def normal(svg: str) -> str:
    """The same text for equal pictures."""
    return canonicalize(tostring(fromstring(svg), encoding="unicode"))
