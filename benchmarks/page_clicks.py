"""How long the page to play on takes from a click to the new board, in Chromium, on both hosts.

Random games are clicked through, and the computer is asked for a first answer. A time ends with the
frame that shows the new board. For the page from `ninetka play --browser`, also how long it takes
from opening it to the first board. Needs Chromium with its driver, and for the static host Node.js
and npm.

Usage: python benchmarks/page_clicks.py [--plies N] [--host server|static]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final

import attrs

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.browser import chrome
from support.play_page import PlayPage, from_files, from_server

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record
from ninetka.simulate import random_game

HOSTS: Final = {"server": from_server, "static": from_files}
GAMES: Final[dict[str, Any]] = {
    "9tka": NESTORGAMES,
    "Kropki, 20 x 20": attrs.evolve(kropki.STANDARD, columns=20, rows=20),
    "Kropki, 39 x 32": kropki.STANDARD,
    "9AM": morris.NINE_AM,
    "Mills": morris.MILLS,
}
WATCH: Final = """
new MutationObserver(() => {
  if (document.querySelector("#board svg")) window.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first board is there, in milliseconds since the navigation."""
PLAY: Final = """
const [moves] = arguments;
const { steps } = state;
const once = (wait) => new Promise(wait);
const pause = () => once((done) => setTimeout(done, 20));

function pick(place) {
  const target = [...document.querySelectorAll("#board .target")].find(
    ({ dataset }) => Object.values(dataset).includes(place));
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

// The milliseconds from a click that makes a move to the new board, and until that is shown.
async function timed(act) {
  const ply = steps.last;
  const begun = performance.now();
  const changed = once((done) => {
    const observer = new MutationObserver(() => {
      if (steps.last > ply) {
        observer.disconnect();
        done(performance.now() - begun);
      }
    });
    observer.observe(page.board, { childList: true, subtree: true, attributes: true });
  });
  act();
  const board = await changed;
  await once(requestAnimationFrame);
  return [board, performance.now() - begun];
}

return (async () => {
  const times = [];
  for (const places of moves) {
    for (const place of places.slice(0, -1)) {
      pick(place);
      await pause();
      await queueDone();
    }
    const pass = () => page.picks.firstChild.click();
    times.push(await timed(places.length ? () => pick(places.at(-1)) : pass));
    await pause();
  }
  return times;
})();
"""


ANSWER: Final = """
const [places] = arguments;
const { steps } = state;
const ply = steps.last;
let begun;
for (const place of places) {
  const target = [...document.querySelectorAll("#board .target")].find(
    ({ dataset }) => Object.values(dataset).includes(place));
  begun = performance.now();
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await queueDone();
}
while (steps.last < ply + 2) {
  await new Promise(requestAnimationFrame);
}
return performance.now() - begun;
"""
"""The milliseconds from a click that makes a move to the frame with the computer's answer."""


def print_loading(page: PlayPage, rounds: int) -> None:
    """Print how long the page takes to its first board."""
    driver = page.driver
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    times = []
    for _ in range(rounds):
        page.load()
        times.append(float(page.js("return window.ready")))
    print(f"first board: {times[0]:.0f} ms, then {median(times):.0f} ms (median of {rounds})\n")


def print_clicks(page: PlayPage, plies: int) -> None:
    """Print how long clicks take in each game."""
    print("| ms from a click | new board | shown: median | shown: 95% |\n|---|---:|---:|---:|")
    for name, ruleset in GAMES.items():
        start: Game[Any, Any] = Game.start(ruleset)
        game = random_game(start.state, Random(1), plies)
        page.open(Record(start))
        states = game.states
        moves = [state.places_of(move) for state, move in zip(states, game.moves, strict=False)]
        board, shown = zip(*page.js(PLAY, moves), strict=True)
        row = (median(board), median(shown), quantiles(shown, n=20)[-1])
        print(f"| {name} | {' | '.join(f'{each:.1f}' for each in row)} |")
        assert page.position == game.state.to_text()


def print_answers(page: PlayPage) -> None:
    """Print how long the computer's first answer takes, on a page that has just been loaded."""
    print("\n| ms from a click to the first answer of `easy` | |\n|---|---:|")
    for name, ruleset in GAMES.items():
        page.load()
        start: Game[Any, Any] = Game.start(ruleset)
        others = start.state.players - 1
        page.open(Record(start), ["me", *["easy"] * others])
        places = start.state.places_of(random_game(start.state, Random(1), 1).moves[0])
        print(f"| {name} | {page.js(ANSWER, places):.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plies", type=int, default=100, help="at most so many of each game")
    parser.add_argument("--host", choices=HOSTS, action="append", help="both if none is named")
    options = parser.parse_args()
    for name in options.host or HOSTS:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            chrome(Path(profile)) as driver,
            HOSTS[name]() as address,
        ):
            driver.set_script_timeout(300)
            page = PlayPage(driver, address, name == "static")
            print(f"\n{name}")
            print_loading(page, 5)
            print_clicks(page, options.plies)
            print_answers(page)


if __name__ == "__main__":
    main()
