"""The built page in Chromium: its rules answer as the library does, with and without a network."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from support.browser import NEEDED, Wait, chrome
from support.built_page import builder, built_page, served
from support.waiting import PATIENCE

from ninetka import server
from ninetka.games import all_games, entry_for_name

pytestmark = [*NEEDED, pytest.mark.long]

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLES = Path(__file__).parents[3] / "examples"

SETTLED = """
const [call, line, done] = arguments;
import(new URL("rules.js", document.baseURI)).then(({ rules }) => rules[call](line)).then(
    (reply) => done({ reply }), (error) => done({ error: error.message }));
"""
"""Gives what a call of `rules` comes to."""
CONTROLLED = "return navigator.serviceWorker.ready.then((found) => found.active.state)"
CACHES = "return caches.keys()"
WAITING = """
return navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))"""

Browse = Callable[..., Any]


@pytest.fixture
def browse(tmp_path: Path) -> Iterator[Browse]:
    """What opens an address in a new browser; nothing may come of it in the console."""
    drivers: list[Any] = []

    def opened(address: str, first: str = "") -> Any:
        driver = chrome(tmp_path / f"profile{len(drivers)}", browser="ALL", performance="ALL")
        drivers.append(driver)
        source = {"source": first}
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
        driver.get(address)
        return driver

    yield opened
    logs = [driver.get_log("browser") for driver in drivers]
    for driver in drivers:
        driver.quit()
    assert logs == [[]] * len(logs)


def settled(driver: Any, call: str, line: str | None = None) -> Any:
    """What a call of the page's `rules` comes to: its reply, or the sentence of its error."""
    outcome = driver.execute_async_script(SETTLED, call, line)
    return outcome.get("error") or outcome.get("reply")


def run(driver: Any, script: str, line: str | None = None) -> None:
    """Run a script that uses the page's `rules`."""
    loaded = "const { rules } = await import(new URL('rules.js', document.baseURI));"
    driver.execute_script(f"return (async () => {{ {loaded} {script} }})()", line)


def request(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def position(driver: Any) -> Any:
    """The start of the first game, from the rules in the page."""
    return json.loads(settled(driver, "ask", request("start")))["result"]["position"]


def until(driver: Any, script: str, wanted: object) -> None:
    Wait(driver, PATIENCE, poll_frequency=0.05).until(
        lambda _: driver.execute_script(script) == wanted
    )


def shown_calls() -> Iterator[str]:
    """The calls on the page about them, and calls of each game's rules and players."""
    yield from re.findall(r"^> (.*)$", (DOCS / "serve.md").read_text("utf-8"), re.MULTILINE)
    for game in ("9tka", "Kropki", "9AM", "Mills"):
        yield request("start", game=game, view=True)
        begun = json.loads(server.answer(request("start", game=game)) or "")["result"]["position"]
        here = {"game": game, "position": begun}
        yield request("svg", **here)
        for player in ("random", "greedy", "mc:60", "search:20"):
            yield request("choose", **here, player=player, seed=5)
        yield request("apply", **here, move="nonsense")
        yield request("outcome", **here)
    for name in ("tournament.9tka", "kropki.sgf", "9am.9tka", "mills.9tka", "custom-ruleset.9tka"):
        yield request("check", records=(EXAMPLES / name).read_text("utf-8"))
    yield from ("{", request("nonsense"), request("start", game="chess"), request("start", x=1))


def test_its_rules_answer_as_the_library_does(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NINETKA_BACKEND", "objects")  # as in the browser
    with served(built_page()) as address:
        driver = browse(address)
        here = server.Server()
        for line in shown_calls():
            assert settled(driver, "ask", line) == here.answer(line), line
        messages = [
            json.loads(each["message"])["message"] for each in driver.get_log("performance")
        ]
        sent = {
            each["params"]["request"]["url"] for each in messages if "request" in each["params"]
        }
        assert sent
        assert not [url for url in sent if not url.startswith((address, "data:", "chrome:"))]


@pytest.mark.parametrize(
    ("signal", "stop"), [("", "rules.stopThinking()"), (", stopping.signal", "stopping.abort()")]
)
def test_it_answers_while_the_computer_thinks(browse: Browse, signal: str, stop: str) -> None:
    think = f"""window.thought = 0;
        window.stopping = new AbortController();
        rules.think(arguments[0]{signal}).then(() => {{ thought = 1; }}, () => {{}});"""
    with served(built_page()) as address:
        driver = browse(address)
        begun = position(driver)
        run(driver, think, request("choose", position=begun, player="search:9s"))
        assert position(driver) == begun
        run(driver, stop)
        run(driver, "rules.stopThinking()")  # nothing to stop
        reply = settled(driver, "think", request("choose", position=begun, player="mc:50"))
        assert "position" in json.loads(reply)["result"]
        assert driver.execute_script("return thought") == 0


WORKERS = """
window.workers = [];
window.plans = [];
window.Worker = class extends Worker {
    constructor(...given) { super(...given); workers.push(given[0]); }
    postMessage(given) { if (given.contents) { plans.push(given); } super.postMessage(given); }
};"""
"""Notes which scripts are run in workers, and what they are to search for."""


def searches(visits: int) -> Iterator[tuple[str, str]]:
    """Calls that search for moves in the games that have WebAssembly, and the replies."""
    shipped = {path.name for path in (built_page() / "engines").iterdir()}
    assert shipped
    for entry in all_games():
        for name in entry.names:
            state: Any = entry.begin(game=name)
            if state.wasm is None or state.wasm.file.name not in shipped:
                continue
            for seed in range(2):
                here = {"game": name, "position": state.to_text(), "facts": {"ply": 1}}
                line = request("choose", **here, player=f"search:{visits}", seed=seed)
                yield line, server.answer(line) or ""
                state = state.apply(state.some_moves[-1])


def test_searches_think_without_python_and_find_the_same_moves(browse: Browse) -> None:
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    with served(built_page()) as address:
        driver = browse(address, WORKERS)
        position(driver)
        for line, reply in searches(500):
            assert json.loads(settled(driver, "think", line)) == json.loads(reply)
        assert {*driver.execute_script("return workers")} == {"worker.js", "search.js"}
        assert driver.execute_script("return workers").count("worker.js") == 1


def test_searches_for_some_time_and_until_they_are_stopped(browse: Browse) -> None:
    think = "rules.think(arguments[0]).catch((error) => { window.thought = error.message; });"
    with served(built_page()) as address:
        driver = browse(address, WORKERS)
        begun = position(driver)
        start = monotonic()
        reply = settled(driver, "think", request("choose", position=begun, player="search:0.5s"))
        assert "position" in json.loads(reply)["result"]
        assert monotonic() - start > 0.5
        slow = settled(driver, "think", request("choose", position=begun, player="search:11s"))
        assert json.loads(slow)["error"]["message"].startswith("a move may take")
        run(driver, think, request("choose", position=begun, player="search:9s"))
        until(driver, "return plans.length", 2)
        run(driver, "rules.stopThinking()")
        until(driver, "return window.thought", "The computer was stopped.")
        assert driver.execute_script("return workers") == ["worker.js", "search.js"]
        settled(driver, "think", request("choose", position=begun, player="search:9"))
        assert driver.execute_script("return workers") == ["worker.js", "search.js", "search.js"]


def test_a_search_goes_on_with_what_was_found_for_the_last_move(browse: Browse) -> None:
    with served(built_page()) as address:
        driver = browse(address, WORKERS)
        for name in ("9tka", "kropki", "mills"):
            state = entry_for_name(name).begin(game=name)
            asked = {"game": name, "player": "search:0.2s", "analysis": True}
            first = thought(driver, [], position=state.to_text(), **asked)
            moves = first["analysis"]["line"][:2]
            after = state.apply(moves[0]).apply(moves[1])
            thought(driver, moves, position=after.to_text(), **asked)
        codes = driver.execute_script("return plans.map(({ actions }) => actions?.length ?? null)")
        assert codes == [None, 2] * 3
        assert driver.execute_script("return workers") == ["worker.js", "search.js"]


def thought(driver: Any, moves: list[str], **params: Any) -> Any:
    """What comes of asking for a computer player's move, given the moves since its last one."""
    script = SETTLED.replace("rules[call](line)", "rules.think(line, null, () => call[0] && call)")
    outcome = driver.execute_async_script(script, moves, request("choose", **params))
    return json.loads(outcome["reply"])["result"]


@pytest.mark.parametrize(
    ("name", "text"), [("engines/nine.wasm", "not compiled"), ("search.js", "broken();")]
)
def test_without_webassembly_python_searches(
    browse: Browse, tmp_path: Path, name: str, text: str
) -> None:
    folder = tmp_path / "play"
    shutil.copytree(built_page(), folder)
    (folder / name).write_text(text, "ascii")
    (folder / "service-worker.js").write_text("", "ascii")
    with served(folder) as address:
        driver = browse(address, WORKERS)
        line = request("choose", position=position(driver), player="search:9", seed=1)
        reply = json.loads(settled(driver, "think", line))
        assert reply == json.loads(settled(driver, "ask", line))
        assert driver.execute_script("return workers") == ["worker.js", "search.js", "worker.js"]


LOAD_AGAIN = "Check the connection and load the page again"
NO_FILE = f"{{name}} could not be loaded (the server answered 404). {LOAD_AGAIN}."


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        (
            "wheels/ninetka*",
            f"{{name}} could not be loaded (the server answered 404). {LOAD_AGAIN}.",
        ),
        (
            "pyodide/*.wasm",
            f"{{name}} could not be loaded (the server answered 404). {LOAD_AGAIN}.",
        ),
        ("wheels.js", f"The rules could not be loaded. {LOAD_AGAIN}."),
        ("pyodide/pyodide.mjs", "Python could not be started: Failed to fetch dynamically"),
    ],
)
def test_what_it_says_if_a_file_is_missing(
    missing: str, sentence: str, browse: Browse, tmp_path: Path
) -> None:
    folder = tmp_path / "play"
    shutil.copytree(built_page(), folder)
    (path,) = folder.glob(missing)
    path.unlink()
    with served(folder) as address:
        driver = browse(address)
        assert settled(driver, "start").startswith(sentence.format(name=path.name))
        driver.get_log("browser")  # in which the browser itself says what is missing


def test_what_it_says_without_webassembly(browse: Browse) -> None:
    with served(built_page()) as address:
        driver = browse(address, first="delete globalThis.WebAssembly")
        assert settled(driver, "start") == (
            "This browser cannot run WebAssembly, which the rules are made of. "
            "Try a current Firefox, Chrome, Edge or Safari."
        )


def test_what_it_says_if_it_is_opened_as_a_file(browse: Browse) -> None:
    driver = browse((built_page() / "index.html").as_uri())
    shown = driver.execute_script("return document.querySelector('#loading').innerText")
    assert shown.startswith("The page cannot begin: Opened as a file, this page cannot load")
    driver.get_log("browser")  # in which the browser itself says what it does not load


def test_it_does_not_load_in_a_frame(browse: Browse, tmp_path: Path) -> None:
    with served(built_page()) as address:
        (tmp_path / "other.html").write_text(f"<iframe src={address}></iframe>", "ascii")
        driver = browse((tmp_path / "other.html").as_uri())
        driver.switch_to.frame(0)
        shown = "return document.body.textContent"
        until(driver, shown, "This page does not play inside another page: open it by itself.")
        assert driver.execute_script("return document.scripts.length") == 0


def test_it_loads_again_without_a_network(browse: Browse, tmp_path: Path) -> None:
    shutil.copytree(built_page(), tmp_path / "site" / "docs" / "play")
    with served(tmp_path / "site") as address:
        driver = browse(f"{address}docs/play/")
        begun = position(driver)
        until(driver, CONTROLLED, "activated")
    for page in ("", "index.html"):
        driver.get("about:blank")
        driver.get(f"{address}docs/play/{page}")
        assert position(driver) == begun
    driver.get_log("browser")


def test_a_new_build_replaces_the_old(browse: Browse, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    shutil.copytree(built_page(), folder)
    language = "return document.documentElement.lang"
    with served(folder) as address:
        driver = browse(address)
        position(driver)
        until(driver, CONTROLLED, "activated")
        (old,) = driver.execute_script(CACHES)
        page = folder / "index.html"
        page.write_text(page.read_text("utf-8").replace('lang="en"', 'lang="en-GB"'), "utf-8")
        builder().write_build(folder)
        driver.get(address)
        assert driver.execute_script(language) == "en"  # no mixture of the two
        until(driver, WAITING, True)
        driver.get(address)
        until(driver, language, "en-GB")
        position(driver)
        (new,) = driver.execute_script(CACHES)
        assert new != old
        assert new.startswith(f"ninetka {address} ")
