"""The page that replays a game, as text: what it holds and that nothing breaks out of it."""

from __future__ import annotations

import json
import re
import tracemalloc
from base64 import b64encode
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat
from pathlib import Path
from typing import Any, ClassVar, Final
from xml.etree.ElementTree import Element, canonicalize, fromstring, tostring

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_other_games import NIM, Nim, Take
from test_other_games import Result as NimResult
from typer.testing import CliRunner, Result

import ninetka
from ninetka import NESTORGAMES, NINE, Game, NinetkaError, Seat, State, games, protocol, replay
from ninetka.cli import app
from ninetka.drawing import Picture
from ninetka.records import SEAT_TAGS, Record, read, write
from ninetka.replay import replay_page

EXAMPLES = Path(__file__).parents[2] / "examples"
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
    return data_in(replay_page(record))


def data_in(page: str) -> dict[str, Any]:
    """What a page of one game holds: what there is of the game, and the parts of its pictures."""
    data = Parsed(page).data
    (game,) = data["games"]
    return {**game, "parts": texts_of(data["parts"])}


def texts_of(parts: list[Any]) -> list[str]:
    """The texts of the parts, some of which are given by how they differ from others."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            other, *edits = part
            text = texts[other]
            for at, count, added in edits:
                text = text[:at] + added + text[at + count :]
            texts.append(text)
    return texts


def put_together(data: dict[str, Any], ply: int) -> str:
    """The picture of a ply, as the page's script makes it from its parts."""
    numbers: list[int] = []
    for each in data["plies"][: ply + 1]:
        for at, count, *added in each["changes"]:
            numbers[at : at + count] = added
    svg, *inside = (data["parts"][number] for number in numbers)
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
    (game,) = page.data["games"]
    assert game["result"] == "unfinished"
    assert game["plies"][-1]["turn"].endswith(" to move")


def test_a_game_without_moves() -> None:
    data = data_of(Record(Game.start(NESTORGAMES, players=3)))
    assert [each["move"] for each in data["plies"]] == ["Start"]
    assert data["players"] == ["Seat a", "Seat b", "Seat c"]


def test_pages_are_small() -> None:
    assert len(replay_page(example("two-players.9tka"))) < 100_000
    assert len(replay_page(example("four-players.9tka"))) < 110_000


LONG = 100_000


@pytest.mark.parametrize("kind", ["ruleset", "names", "comment", "comments", "tag", "tags"])
def test_what_is_long_is_not_repeated_at_every_ply(kind: str) -> None:
    """A record's author chooses these: the page grows by about as much as the record."""
    record = example("four-players.9tka")
    plain = replay_page(record)
    long = "x" * LONG
    match kind:
        case "ruleset":
            ruleset = attrs.evolve(NESTORGAMES, name=long)
            start = Game.start(ruleset, players=4)
            record = Record(Game.from_state(start.state, record.game.moves))
        case "names":
            quarter = "x" * (LONG // 4)
            record = attrs.evolve(record, tags=dict.fromkeys(SEAT_TAGS[:4], quarter))
        case "comment":
            record = attrs.evolve(record, comments={0: long})
        case "comments":
            plies = range(record.game.ply + 1)
            record = attrs.evolve(record, comments=dict.fromkeys(plies, "x" * (LONG // len(plies))))
        case "tag":
            record = attrs.evolve(record, tags={"Event": long})
        case "tags":
            record = attrs.evolve(record, tags={f"Tag{n}": "x" * 10 for n in range(LONG // 20)})
    page = replay_page(record)
    assert len(page) - len(plain) < LONG + 2000 * (record.game.ply + 1) + 60_000
    assert len(page) - len(plain) > LONG // 2


def test_what_is_long_is_not_held_for_every_ply() -> None:
    start = Game.start(attrs.evolve(NESTORGAMES, name="x" * LONG), players=4)
    moves = example("four-players.9tka").game.moves[:40]
    record = Record(Game.from_state(start.state, moves))
    tracemalloc.start()
    try:
        replay_page(record)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40 * LONG


@pytest.mark.parametrize(("length", "shown"), [(60, "x" * 60), (61, f"{'x' * 59}\u2026")])
def test_names_up_to_the_longest_are_whole(length: int, shown: str) -> None:
    record = attrs.evolve(example("two-players.9tka"), tags={"Second": "x" * length})
    page = Parsed(replay_page(record))
    assert page.title == f"Seat a \u2013 {shown} (b), 3-5"
    (game,) = page.data["games"]
    assert game["players"] == ["Seat a", f"{shown} (b)"]
    assert game["plies"][1]["turn"] == f"{shown} (b) to move"
    assert game["tags"][-1] == ["Second", "x" * length]
    parts = texts_of(page.data["parts"])
    assert any(f"{shown} (b)" in part for part in parts)
    assert f"x{shown}" not in "".join(parts)


def test_texts_stay_texts() -> None:
    record = example("two-players.9tka")
    tags = {"First": HOSTILE, "Event": HOSTILE, "Second": "$title ${x} \u0141\u00f3d\u017a"}
    hostile = attrs.evolve(record, tags=tags, comments={0: HOSTILE, 76: HOSTILE})
    page = replay_page(hostile)
    assert Parsed(page).elements == Parsed(replay_page(record)).elements
    assert page.count("<script") == page.count("</script") == 2
    assert "<img" not in page
    assert "\\u2028" in page
    (data,) = Parsed(page).data["games"]
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
    (game,) = page.data["games"]
    assert game["tags"][-2:] == [["First", tag], ["Event", tag]]
    assert game["plies"][0]["comment"] == " ".join(comment.split())


@pytest.mark.parametrize(
    ("char", "written"),
    [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("\u00e9", "\\u00e9"), ("$", "$")],
)
def test_what_could_end_the_data_is_escaped(char: str, written: str) -> None:
    record = Record(EMPTY, {"Event": f"a{char}b"}, {0: f"c{char}d"})
    page = replay_page(record)
    _, _, after = page.partition('<script id="data" type="application/json">')
    data, _, _ = after.partition("</script>")
    assert not set("<>&") & set(data)
    assert f'["Event","a{written}b"]' in data
    assert f'"comment":"c{written}d"' in data
    assert data_of(record)["tags"][-1] == ["Event", f"a{char}b"]


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
    monkeypatch.setitem(games._GAMES, "nim", NIM)


@pytest.mark.usefixtures("nim_registered")
def test_a_game_without_pictures() -> None:
    with pytest.raises(NinetkaError) as caught:
        replay_page(Record(Game.from_state(Nim(5), [Take(3)])))
    assert str(caught.value) == "a replay shows a picture of every state, and a Nim has none"


@attrs.frozen
class Shared(NimResult):
    winners: tuple[int, ...] = ()


@attrs.frozen
class Drawn(Nim, protocol.DrawableState[Take, None]):
    """Nim with pictures, won by so many of its two players."""

    drawing: ClassVar[str] = __name__
    winners: int = 0

    @property
    def outcome(self) -> Shared | None:
        return Shared(self.scores, tuple(range(self.winners))) if self.is_over else None

    @property
    def scores(self) -> tuple[Fraction, ...]:
        return (Fraction(1, 2), Fraction(-1))

    def shown(self, last_move: Take | None) -> str:
        stones = '<circle r="1"/>\n' * self.heap
        taken = f"<text>{last_move.count} <b>taken</b></text>" if last_move else ""
        return f'<svg width="{self.heap}">\n{stones}{taken}</svg>'


MARKS: Final = ()


def draw(state: Drawn, picture: Picture[Take, None]) -> Element:
    svg = fromstring(state.shown(picture.last_move))
    svg.set("xmlns", "http://www.w3.org/2000/svg")
    return svg


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


@attrs.frozen
class Drawing(Drawn):
    """Nim with a picture of one's own."""

    picture: str = ""

    def shown(self, last_move: Take | None) -> str:
        return f"<svg>{self.picture}</svg>"


def parts_of(*pictures: str) -> list[str]:
    """The parts that games are taken apart into, each of one picture."""
    records = [Record(Game.from_state(Drawing(5, picture=each))) for each in pictures]
    parts = Parsed(replay_page(records)).data["parts"]
    assert parts.pop(0) == "<svg />"
    return list(parts)


@pytest.mark.usefixtures("nim_registered")
def test_a_long_text_of_a_picture_is_shortened() -> None:
    whole, cut = "x" * 2000, f"{'x' * 1999}\u2026"
    inside = "<b>{0}<i>{0}</i>{0}</b>"
    assert parts_of(inside.format(whole)) == [inside.format(whole)]
    assert parts_of(inside.format("x" * 2001)) == [inside.format(cut)]
    assert parts_of(f"<b>{'&lt;' * 2001}</b>") == [f"<b>{'&lt;' * 1999}\u2026</b>"]


@pytest.mark.usefixtures("nim_registered")
def test_elements_that_differ_are_kept_apart() -> None:
    different = [
        "<b />",
        "<i />",
        "<b>x</b>",
        '<b x="1" />',
        '<b x="2" />',
        "<b><i /></b>",
        "<b><i />x</b>",
        "<b><i>x</i></b>",
        "<b><i /><i /></b>",
    ]
    assert parts_of("".join(different)) == different
    assert parts_of(*different) == different
    assert parts_of("<b>x</b>y <b>x</b>", "<b>x</b>") == ["<b>x</b>"]


NAMES = ["two-players.9tka", "three-players.9tka", "unfinished.9tka"]


def test_a_page_of_several_games() -> None:
    records = [example(name) for name in NAMES]
    page = Parsed(replay_page(iter(records)))
    assert page.title == "3 games"
    data = page.data
    parts, games = texts_of(data["parts"]), data["games"]
    assert [each["players"] for each in games] == [
        ["Program (a)", "Program (b)"],
        ["Ann (a)", "Ben (b)", "Cleo (c)"],
        ["Seat a", "Seat b", "Seat c"],
    ]
    for game, record in zip(games, records, strict=True):
        game["parts"], alone = parts, data_of(record)
        for ply in (0, 40, record.game.ply):
            assert put_together(game, ply) == put_together(alone, ply)
        for each in (*game["plies"], *alone["plies"]):
            del each["changes"]
        del game["parts"], alone["parts"]
        assert game == alone


def test_games_share_the_parts_of_their_pictures() -> None:
    record = example("two-players.9tka")
    alone, both = data_of(record), Parsed(replay_page([record, record])).data
    assert texts_of(both["parts"]) == alone["parts"]
    assert both["games"][0] == both["games"][1]


@pytest.mark.parametrize(
    ("tags", "event"),
    [
        ({}, ""),
        ({"Site": "Gliwice", "First": "Ann"}, ""),
        ({"Date": "2026.11.22", "Event": "Club"}, "Club \u00b7 2026.11.22"),
        (
            {"Round": "3", "Match": "Final", "Event": "Club", "Date": "?"},
            "Club \u00b7 Final \u00b7 Round 3 \u00b7 ?",
        ),
        ({"Event": "x" * 60, "Date": ""}, "x" * 60),
        ({"Event": "x" * 61, "Round": "y" * 61}, f"{'x' * 59}\u2026 \u00b7 Round {'y' * 59}\u2026"),
    ],
)
def test_what_the_list_says_of_a_game(tags: dict[str, str], event: str) -> None:
    assert data_of(Record(EMPTY, tags))["event"] == event


def test_one_record_and_a_list_of_it_are_the_same_page() -> None:
    record = Record(EMPTY, {"First": "Ann"})
    assert replay_page(record) == replay_page([record]) == replay_page(iter([record]))


def test_records_are_taken_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def records() -> Iterator[Record[Any, Any]]:
        for name in "xy":
            seen.append(name)
            yield Record(EMPTY, {"First": name})

    drawn = type(EMPTY.state).svg_element

    def noted(state: State, **options: Any) -> Element:
        seen.append("drawn")
        return drawn(state, **options)

    monkeypatch.setattr(type(EMPTY.state), "svg_element", noted)
    replay_page(records())
    assert seen == ["x", "drawn", "y", "drawn"]


def test_how_many_games_a_page_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert replay.MAX_GAMES == 500
    monkeypatch.setattr(replay, "MAX_GAMES", 2)
    page = Parsed(replay_page([Record(EMPTY)] * 2))
    assert (page.title, len(page.data["games"])) == ("2 games", 2)
    for many in ([Record(EMPTY)] * 3, repeat(Record(EMPTY))):
        with pytest.raises(NinetkaError) as caught:
            replay_page(many)
        assert str(caught.value) == "a replay page holds at most 2 games: make several pages"
    with pytest.raises(NinetkaError) as caught:
        replay_page([])
    assert str(caught.value) == "a replay page needs at least one game"


def command(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["replay", *map(str, arguments)])


def test_the_command_takes_a_file(tmp_path: Path) -> None:
    records = [Record(EMPTY, {"Event": event}) for event in ("Club", "Home")]
    path, page = tmp_path / "games.9tka", tmp_path / "page.html"
    path.write_text("".join(write(records)), "utf-8")
    assert command(path, "-o", page).exit_code == 0
    assert page.read_text("ascii") == replay_page(records)
    for number, record in enumerate(records, start=1):
        assert command(path, "--game", number).output == replay_page(record)
    assert "there is no game 3, only 2" in command(path, "--game", 3).output
    done = command(path, "--game", 0)
    assert done.exit_code == 2
    assert "there is no game" not in done.output


def test_the_command_refuses_what_it_cannot_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, page = tmp_path / "games.9tka", tmp_path / "page.html"
    monkeypatch.setattr(import_module("ninetka.cli.replay"), "MAX_GAMES", 2)
    for count, said in (
        (0, "there is no game in it"),
        (3, "a page holds at most 2 games: choose one with --game"),
    ):
        path.write_text("".join(write([Record(EMPTY)] * count)), "utf-8")
        done = command(path, "-o", page)
        assert (done.exit_code, done.output) == (2, f"Error: {path}: {said}\n")
        assert not page.exists()
    assert command(path, "--game", 3, "-o", page).exit_code == 0
    path.write_text("".join(write([Record(EMPTY)] * 2)), "utf-8")
    assert command(path, "-o", page).exit_code == 0


def test_there_is_one_replay_page() -> None:
    """A folder of that name could be imported where the function was meant."""
    assert not hasattr(ninetka, "replay_page")
    assert find_spec("ninetka.replay_page") is None


def words() -> Iterator[str]:
    """The words of the page's own parts and of its module."""
    package = Path(games.__file__).parent
    for path in sorted((package / "replay").glob("*.*")):
        yield from re.findall(r"\w+", path.read_text("utf-8").lower())


def test_the_page_is_of_no_one_game() -> None:
    nine = {"9tka", "nine", "neutral", "neutrals", "placement", "movement", "nestorgames", "wiki"}
    assert not nine & {*words()}


def test_nothing_of_the_page_ends_its_element() -> None:
    package = Path(games.__file__).parent
    assert "</script" not in (package / "replay" / "page.js").read_text("utf-8")
    assert "</style" not in (package / "replay" / "page.css").read_text("utf-8")
