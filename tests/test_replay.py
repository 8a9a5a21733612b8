"""The page that replays a game, as text: what it holds and that nothing breaks out of it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import canonicalize, fromstring, tostring

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_other_games import NIM, Nim, Result, Take

from ninetka import NESTORGAMES, NINE, Game, NinetkaError, Seat, games
from ninetka.records import Record, read
from ninetka.replay import replay_page

EXAMPLES = Path(__file__).parent.parent / "examples"
HOSTILE = "</script><script>window.hacked=1</script><!--\"'<img src=x onerror=alert(1)>&lt;\u2028"


def example(name: str) -> Record[Any, Any]:
    with (EXAMPLES / name).open("rb") as file:
        return next(read(file, rules=NINE))


class Parsed(HTMLParser):
    """The elements of a page, and the text of each: `script 1`, `script 2`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, str] = {}
        self._open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        self._open = f"{tag} {self.elements.count(tag)}"

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        self.texts[self._open] = self.texts.get(self._open, "") + data

    @property
    def title(self) -> str:
        return self.texts["title 1"]

    @property
    def data(self) -> dict[str, Any]:
        found = json.loads(self.texts["script 1"])
        assert isinstance(found, dict)
        return found


def data_of(record: Record[Any, Any]) -> dict[str, Any]:
    return Parsed(replay_page(record)).data


def put_together(data: dict[str, Any], ply: int) -> str:
    """The picture of a ply, as the page's script makes it from its parts."""
    svg, *inside = (data["parts"][number] for number in data["plies"][ply]["picture"])
    root = fromstring(svg)
    root.extend(map(fromstring, inside))
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return canonicalize(tostring(root, encoding="unicode"), strip_text=True)


@pytest.mark.parametrize(
    "name",
    [
        "two-players.9tka",
        "three-players.9tka",
        "four-players.9tka",
        "from-a-position.9tka",
        "unfinished.9tka",
        "custom-ruleset.9tka",
    ],
)
def test_every_ply_is_there(name: str) -> None:
    record = example(name)
    data = data_of(record)
    texts = ["Start", *record.game.move_texts()]
    assert [each["move"] for each in data["plies"]] == texts
    moves = [None, *record.game.moves]
    for ply, (state, move) in enumerate(zip(record.game.states(), moves, strict=True)):
        title = f"Ply {ply}: {texts[ply]}" if ply else "Start"
        svg = state.to_svg(last_move=move, names=record.names, title=title)
        assert put_together(data, ply) == canonicalize(svg, strip_text=True)
        points = [f"{Seat(seat)} {each}" for seat, each in enumerate(state.scores)]
        assert data["plies"][ply]["score"] == " \u00b7 ".join(points)
        assert data["plies"][ply]["comment"] == record.comments.get(ply, "")


def test_players_turns_and_the_end() -> None:
    data = data_of(example("two-players.9tka"))
    assert data["players"] == ["Program (a)", "Program (b)"]
    assert data["result"] == "3-5"
    assert data["tags"] == [
        ["Game", "9tka"],
        ["Ruleset", "nestorgames"],
        ["Players", "2"],
        ["Event", "Example"],
        ["First", "Program"],
        ["Second", "Program"],
    ]
    turns = [each["turn"] for each in data["plies"]]
    assert turns[0] == "Program (a) to move"
    assert turns[45] == "Program (b) to move"
    assert turns[76] == "Won by Program (b)"


def test_what_has_no_names_and_no_end() -> None:
    page = Parsed(replay_page(Record(example("unfinished.9tka").game)))
    assert page.title == "Seat a \u2013 Seat b \u2013 Seat c, unfinished"
    assert page.data["result"] == "unfinished"
    assert page.data["plies"][-1]["turn"].endswith(" to move")


def test_a_game_without_moves() -> None:
    data = data_of(Record(Game.start(NESTORGAMES, players=3)))
    assert [each["move"] for each in data["plies"]] == ["Start"]
    assert data["players"] == ["Seat a", "Seat b", "Seat c"]


def test_pages_are_small() -> None:
    assert len(replay_page(example("two-players.9tka"))) < 150_000
    assert len(replay_page(example("four-players.9tka"))) < 160_000


def test_a_long_name_is_not_repeated_at_every_ply() -> None:
    record = example("two-players.9tka")
    plain = len(replay_page(record))
    named = attrs.evolve(record, tags={"First": "x" * 100_000})
    assert len(replay_page(named)) < plain + 120_000
    assert data_of(named)["players"] == [f"{'x' * 59}\u2026 (a)", "Seat b"]


def test_texts_stay_texts() -> None:
    record = example("two-players.9tka")
    tags = {"First": HOSTILE, "Event": HOSTILE, "Second": "$title ${x} \u0141\u00f3d\u017a"}
    hostile = attrs.evolve(record, tags=tags, comments={0: HOSTILE, 76: HOSTILE})
    page = replay_page(hostile)
    assert Parsed(page).elements == Parsed(replay_page(record)).elements
    assert page.count("<script") == page.count("</script") == 2
    assert "<img" not in page
    assert "\\u2028" in page
    data = Parsed(page).data
    assert dict(data["tags"]).items() >= tags.items()
    assert data["plies"][0]["comment"] == data["plies"][76]["comment"] == " ".join(HOSTILE.split())
    assert data["players"][1] == "$title ${x} \u0141\u00f3d\u017a (b)"
    assert Parsed(page).title.startswith("</script><script>window.hacked=1</script><!--\"'<img")


EMPTY = Game.start(NESTORGAMES, players=2)
PLAIN = Parsed(replay_page(Record(EMPTY))).elements
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40)


@given(TEXTS, TEXTS.filter(lambda text: "}" not in text))
def test_any_text_stays_a_text(tag: str, comment: str) -> None:
    page = Parsed(replay_page(Record(EMPTY, {"First": tag, "Event": tag}, {0: comment})))
    assert page.elements == PLAIN
    assert page.data["tags"][-2:] == [["First", tag], ["Event", tag]]
    assert page.data["plies"][0]["comment"] == " ".join(comment.split())


def test_the_page_needs_nothing_but_itself() -> None:
    record = attrs.evolve(example("two-players.9tka"), tags={"First": "\u0141"})
    text = replay_page(record)
    assert text.isascii()
    assert set(re.findall(r"\w+://[^\s\"'<>\\]*", text)) == {"http://www.w3.org/2000/svg"}
    page = Parsed(text)
    assert not {"src", "href", "style", "srcset"} & {name for name, _ in page.attributes}
    assert not any(name.startswith("on") for name, _ in page.attributes)
    assert not {"link", "iframe", "object", "base", "form"} & {*page.elements}


def test_the_policy_allows_the_style_and_the_script_alone() -> None:
    page = Parsed(replay_page(example("two-players.9tka")))
    (policy,) = (text for _, text in page.attributes if text and text.startswith("default-src"))
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    hashed = {
        name: f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
        for name, text in page.texts.items()
    }
    assert rules == {
        "default-src": "'none'",
        "style-src": hashed["style 1"],
        "script-src": hashed["script 2"],
        "base-uri": "'none'",
        "form-action": "'none'",
    }


@pytest.fixture
def nim_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, NIM))


@pytest.mark.usefixtures("nim_registered")
def test_a_game_without_pictures() -> None:
    with pytest.raises(NinetkaError) as caught:
        replay_page(Record(Game.from_state(Nim(5), [Take(3)])))
    assert str(caught.value) == "a replay shows a picture of every state, and a Nim has none"


@attrs.frozen
class Shared(Result):
    winners: tuple[int, ...] = ()


@attrs.frozen
class Drawn(Nim):
    """Nim with pictures, won by so many of its two players."""

    winners: int = 0

    @property
    def outcome(self) -> Shared | None:
        return Shared(self.scores, tuple(range(self.winners))) if self.is_over else None

    @property
    def scores(self) -> tuple[Fraction, ...]:
        return (Fraction(1, 2), Fraction(-1))

    def to_board(
        self,
        *,
        last_move: Take | None = None,
        colour: bool = False,
        unicode: bool = False,
        names: Sequence[str] = (),
    ) -> str:
        return "o" * self.heap

    def to_svg(
        self,
        *,
        last_move: Take | None = None,
        legal_moves: bool = False,
        blocked: bool = False,
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
    ) -> str:
        stones = '<circle r="1"/>\n' * self.heap
        taken = f"<text>{last_move.count} <b>taken</b></text>" if last_move else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.heap}">\n{stones}{taken}</svg>'
        )


@pytest.mark.usefixtures("nim_registered")
@pytest.mark.parametrize(
    ("winners", "end"),
    [(0, "Over, and nobody has won"), (1, "Won by Ann (0)"), (2, "Won by Ann (0) and Seat 1")],
)
def test_any_game_that_can_be_drawn(winners: int, end: str) -> None:
    game = Game.from_state(Drawn(5, winners=winners), [Take(3), Take(2)])
    data = data_of(Record(game, {"First": "Ann"}))
    assert data["players"] == ["Ann (0)", "Seat 1"]
    assert data["result"] == "1/2--1"
    assert [each["turn"] for each in data["plies"]] == ["Ann (0) to move", "Seat 1 to move", end]
    assert data["plies"][0]["score"] == "0 1/2 \u00b7 1 -1"
    for ply, state in enumerate(game.states()):
        assert isinstance(state, Drawn)
        svg = state.to_svg(last_move=game.moves[ply - 1] if ply else None)
        assert put_together(data, ply) == canonicalize(svg, strip_text=True)
    assert data["parts"].count('<circle r="1" />') == 1


def words() -> Iterator[str]:
    """The words of the page's own parts and of its module."""
    package = Path(games.__file__).parent
    for path in (package / "replay.py", *sorted((package / "replay_page").iterdir())):
        yield from re.findall(r"\w+", path.read_text("utf-8").lower())


def test_the_page_is_of_no_one_game() -> None:
    nine = {"9tka", "nine", "neutral", "neutrals", "placement", "movement", "nestorgames", "wiki"}
    assert not nine & {*words()}


def test_nothing_of_the_page_ends_its_element() -> None:
    package = Path(games.__file__).parent
    assert "</script" not in (package / "replay_page" / "page.js").read_text("utf-8")
    assert "</style" not in (package / "replay_page" / "page.css").read_text("utf-8")
