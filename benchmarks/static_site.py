"""How long the page to play on takes to load from static files, in Chromium, and how large it is.

It is compared with bare Pyodide: a page that does nothing but load Python in the same kind of
worker, from the same server. Pages take turns. Needs Chromium with its driver, Node.js and npm.

Usage: python benchmarks/static_site.py [--rounds N] [--players SECONDS] [--most RATIO]
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.modules["numba"] = None  # type: ignore[assignment]  # as in the browser
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.browser import Wait, chrome
from support.built_page import BROWSER, built_page, served

from ninetka.server import Server

WORKER: Final = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide();
postMessage("ready");
"""
PAGE: Final = """
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = () => document.body.append("ready");
"""
BARE: Final = {
    "index.html": "<!doctype html><link rel=icon href=icon.svg><body><script src=page.js></script>",
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "page.js": PAGE,
    "worker.js": WORKER,
}
WATCH: Final = """
new MutationObserver(() => {
  const isReady = document.querySelector("#board svg") || document.body?.innerText === "ready";
  if (isReady) window.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first board is there, in milliseconds since the navigation."""
IS_KEPT: Final = """
return navigator.serviceWorker.getRegistration().then((found) => !found || found.active !== null)
"""
MEASURE: Final = """
const { readFileSync } = require("fs"), { brotliCompressSync, gzipSync } = require("zlib");
const sizes = process.argv.slice(1).map((path) => readFileSync(path)).map((bytes) => [
  bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length,
]);
console.log(JSON.stringify(sizes));
"""
GAMES: Final = {
    "9tka": {"game": "9tka"},
    "Kropki, 20 x 20": {"game": "Kropki", "ruleset": "standard", "columns": "20", "rows": "20"},
    "9AM": {"game": "9AM"},
    "Mills": {"game": "Mills"},
}


def bare_page(folder: Path) -> None:
    """Write a page that loads Python and nothing else."""
    package = BROWSER / "node_modules/pyodide"
    names = json.loads((package / "package.json").read_text("utf-8"))["exports"]
    (folder / "pyodide").mkdir()
    for name in names:
        if Path(name).suffix in (".mjs", ".wasm", ".zip") or name.endswith("lock.json"):
            shutil.copyfile(package / name, folder / "pyodide" / name)
    for name, text in BARE.items():
        (folder / name).write_text(text, "utf-8")


def loading_times(address: str) -> Iterator[float]:
    """Seconds until a page is ready: with an empty cache, again, and once more."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = chrome(Path(profile))
        try:
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
            for _ in range(3):
                driver.get(address)
                wait = Wait(driver, 120, poll_frequency=0.1)
                yield wait.until(lambda _: driver.execute_script("return window.ready")) / 1000
                time.sleep(5)  # let the browser keep what it has compiled, and the page its game
                wait.until(lambda _: driver.execute_script(IS_KEPT))
                driver.get("about:blank")
        finally:
            driver.quit()


def print_times(pages: dict[str, str], rounds: int) -> float:
    """Print how long two pages take to load, in turn; the second's ratio with an empty cache."""
    times: dict[str, list[list[float]]] = {name: [] for name in pages}
    for _ in range(rounds):
        for name, address in pages.items():
            times[name].append([*loading_times(address)])
    print("| seconds until ready | empty cache | loaded again | once more |\n|---|---:|---:|---:|")
    medians = {name: [*map(median, zip(*rows, strict=True))] for name, rows in times.items()}
    for name, row in medians.items():
        print(f"| {name} | {' | '.join(f'{each:.2f}' for each in row)} |")
    bare, page = medians.values()
    ratios: list[float] = [own / other for own, other in zip(page, bare, strict=True)]
    print(f"| ratio | {' | '.join(f'{each:.2f}' for each in ratios)} |")
    return ratios[0]


def kind(path: str) -> str:
    """What a file of the page is for."""
    folder, _, name = path.rpartition("/")
    if folder == "pyodide":
        return {".wasm": "Python", ".zip": "its library"}.get(
            Path(name).suffix, "Pyodide's scripts"
        )
    return "ninetka and attrs" if folder == "wheels" else "the page"


def print_sizes(folder: Path) -> None:
    """Print how many bytes the page loads, as they are and compressed, by kind."""
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    loaded = [path for path in paths if not path.startswith("licences/")]
    command = ["node", "-e", MEASURE, *loaded]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True)
    sizes: dict[str, Counter[str]] = {}
    columns = ("raw", "gzip", "brotli")
    for path, row in zip(loaded, json.loads(done.stdout), strict=True):
        for part in (kind(path), "all"):
            sizes.setdefault(part, Counter()).update(dict(zip(columns, row, strict=True)))
    print(f"\n| megabytes | {' | '.join(columns)} |\n|---|---:|---:|---:|")
    for part in sorted(sizes, key=lambda part: sizes[part]["raw"]):
        print(f"| {part} | {' | '.join(f'{sizes[part][each] / 1e6:.2f}' for each in columns)} |")


def request(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def rate(answer: Any, options: dict[str, str], seconds: float) -> float:
    """Playouts per second of a player that is given about so many seconds."""
    started = Server().answer(request("start", **options)) or ""
    start = json.loads(started)["result"]["position"]

    def time_of(playouts: int) -> float:
        call = request("choose", game=options["game"], position=start, player=f"search:{playouts}")
        begun = time.perf_counter()
        assert "result" in json.loads(answer(call))
        return time.perf_counter() - begun

    time_of(50)  # loads the compiled code
    playouts = 50
    while (taken := time_of(playouts)) < seconds / 2:
        playouts = int(playouts * min(10, 0.9 * seconds / taken))
    return playouts / taken


def print_players(address: str, seconds: float) -> None:
    """Print how many random games a computer player plays per second, here and in the browser."""
    ask = """const [line, done] = arguments;
        import(new URL("rules.js", document.baseURI)).then(({ rules }) => rules.think(line)).then(
            done, (error) => done(error.message));"""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = chrome(Path(profile))
        driver.set_script_timeout(120)
        driver.get(address)
        print("\n| playouts per second | browser | CPython | ratio |\n|---|---:|---:|---:|")
        for name, options in GAMES.items():
            there = rate(lambda line: driver.execute_async_script(ask, line), options, seconds)
            here = rate(Server().answer, options, seconds)
            print(f"| {name} | {there:,.0f} | {here:,.0f} | {there / here:.2f} |")
        driver.quit()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--players", type=float, metavar="SECONDS", help="how long a move takes")
    parser.add_argument("--most", type=float, default=inf, metavar="RATIO", help="fail above it")
    options = parser.parse_args()
    page = built_page()
    with tempfile.TemporaryDirectory() as folder:
        bare_page(Path(folder))
        with served(Path(folder)) as bare, served(page) as address:
            ratio = print_times({"bare Pyodide": bare, "the page": address}, options.rounds)
            if options.players:
                print_players(address, options.players)
    print_sizes(page)
    if ratio > options.most:
        sys.exit(f"the page takes {ratio:.2f} times as long as bare Pyodide")


if __name__ == "__main__":
    main()
