"""What the rules answer where games begin: the same as ever, whatever the players are called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape

import pytest

from ninetka.server import Server
from ninetka.web import assets, pages

SERVER = Server()
MADE = json.loads(assets.answers())
ANSWERS, SHORTENED = MADE["answers"], MADE["shortened"]
NAMED = [call for call in ANSWERS if '"{0}"' in call]


def asked(method: str, params: object) -> Any:
    request = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
    return json.loads(SERVER.answer(json.dumps(request)) or "")["result"]


def called() -> Iterator[list[str]]:
    """What the page calls a person and a computer, in each language."""
    yield ["You", "Computer, club"]
    for file in files(pages).iterdir():
        if file.name.startswith("words-"):
            words = json.loads(file.read_bytes())
            yield [words.get(name, name) for name in ("You", "Computer, club")]


def test_each_answer_is_the_servers() -> None:
    assert len(ANSWERS) > 50
    for call, answer in ANSWERS.items():
        assert asked(*json.loads(call)) == answer


@pytest.mark.parametrize("call", NAMED, ids=lambda call: json.loads(call)[1]["game"])
def test_names_can_be_put_into_pictures(call: str) -> None:
    method, params = json.loads(call)
    shortened = SHORTENED.get(params["game"], {})
    for you, level in called():
        names = [you, level, level][: len(params["picture"]["names"])]
        svg = ANSWERS[call]["svg"]
        for seat, name in enumerate(names):
            shown = escape(shortened.get(name, name))
            svg = svg.replace(f">{{{seat}}}</text>", f">{shown}</text>")
            svg = svg.replace(f"{{{seat}}}", escape(name))
        given = {**params, "picture": {**params["picture"], "names": names}}
        assert asked(method, given)["svg"] == svg


def test_the_players_are_those_of_the_page() -> None:
    script = (files(pages) / "seats.js").read_text("utf-8")
    known = dict(re.findall(r'\["(.*?)", "(.*)"\]', script))
    html = (files(pages) / "play.html").read_text("utf-8")
    offered = re.findall('name="opponent" value="(.*?)"', html)
    assert [*assets.LEVELS] == offered == [*known][: len(offered)]
    assert [known[level] for level in assets.LEVELS] == [*assets.NAMES[1:]]
