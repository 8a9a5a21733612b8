"""What the rules answer where games begin: the same as ever, whatever the players are called."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape

import pytest

from ninetka.base.messages import languages
from ninetka.server import Server
from ninetka.web import assets, pages

SERVER = Server()
MADE = {name: json.loads(file) for name, file in assets.answers().items()}
ANSWERS = {call: answer for made in MADE.values() for call, answer in made["answers"].items()}


def asked(method: str, params: object) -> Any:
    request = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
    return json.loads(SERVER.answer(json.dumps(request)) or "")["result"]


def test_each_answer_is_the_servers() -> None:
    assert len(ANSWERS) > 50 * len(MADE)
    for call, answer in ANSWERS.items():
        assert asked(*json.loads(call)) == answer


@pytest.mark.parametrize("code", languages())
def test_names_can_be_put_into_pictures(code: str) -> None:
    made = MADE[f"answers-{code}.json"]
    words = {} if code == "en" else json.loads((files(pages) / f"words-{code}.json").read_bytes())
    you, level = [words.get(name, name) for name in ("You", "Computer, club")]
    named = [call for call in made["answers"] if '"{0}"' in call]
    assert {json.loads(call)[1]["game"] for call in named} >= {"9tka", "9AM"}
    for call in named:
        method, params = json.loads(call)
        shortened = made["shortened"].get(params["game"], {})
        names = [you, level, level][: len(params["picture"]["names"])]
        svg = made["answers"][call]["svg"]
        for seat, name in enumerate(names):
            shown = escape(shortened.get(name, name))
            svg = svg.replace(f">{{{seat}}}</text>", f">{shown}</text>")
            svg = svg.replace(f"{{{seat}}}", escape(name))
        given = {**params, "picture": {**params["picture"], "names": names}}
        assert asked(method, given)["svg"] == svg


def test_games_are_described_in_each_language() -> None:
    made = {name: json.loads(file) for name, file in assets.files().items()}
    about = {code: made[f"games-{code}.json"]["games"][0]["about"] for code in languages()}
    assert about["fr"] == "Glissez vos pierres pour tenir le plus de sections."
    assert len({*about.values()}) == len(languages())


def test_the_players_are_those_of_the_page() -> None:
    script = (files(pages) / "seats.js").read_text("utf-8")
    known = dict(re.findall(r'\["(.*?)", "(.*)"\]', script))
    html = (files(pages) / "play.html").read_text("utf-8")
    offered = re.findall('name="opponent" value="(.*?)"', html)
    assert [*assets.LEVELS] == offered == [*known][: len(offered)]
    assert [known[level] for level in assets.LEVELS] == [*assets.NAMES[1:]]


@pytest.mark.usefixtures("toys")
def test_a_game_is_ready_if_it_has_pictures_with_a_legend_or_without() -> None:
    made = json.loads(assets.answers()["answers-en.json"])
    ready = {json.loads(call)[1].get("game") for call in made["answers"]}
    assert ready >= {"9tka", "tic-tac-toe"}
    assert "Nim" not in ready
    assert "tic-tac-toe" not in made["shortened"]
