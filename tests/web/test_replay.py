"""The page that replays games, as text: what it holds, and that nothing breaks out of it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from itertools import repeat
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, canonicalize, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import NEUTRALS

from ninetka import NESTORGAMES, Game, NinetkaError, Ruleset, State
from ninetka.drawing.svg import readable
from ninetka.records import Record, parse, read, write
from ninetka.records.annotations import with_share
from ninetka.testing.strategies import games, records, rulesets, starts
from ninetka.web import replay
from ninetka.web.replay import replay_page

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = "</script><script>window.hacked=1</script><!--\"'<img src=x onerror=alert(1)>&lt;\u2028"
EMPTY = Game.start(NESTORGAMES, players=2)


def example(name: str) -> Record[Any, Any]:
    with (EXAMPLES / name).open("rb") as file:
        return next(iter(read(file)))


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
    def data(self) -> Any:
        return json.loads(self.texts["script 1"])


def data_of(record: Record[Any, Any]) -> dict[str, Any]:
    """What a page of one game holds: the game's data, and the parts of its pictures."""
    data = Parsed(replay_page(record)).data
    (game,) = data["games"]
    return {**game, "parts": texts_of(data["parts"])}


def texts_of(parts: list[Any]) -> list[str]:
    """The texts of parts, some of which are given by how they differ from others."""
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
    texts = "".join(data["parts"][number] for number in numbers)
    svg, *inside = fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{texts}</svg>')
    svg.extend(inside)
    return canonicalize(tostring(svg, encoding="unicode"))


def expected(record: Record[Any, Any], ply: int) -> str:
    """The picture of a ply as its state draws it, in a form to compare."""
    game = record.game
    state, text = game.states[ply], ["Start", *game.move_texts][ply]
    title = f"Ply {ply}: {text}" if ply else text
    move = game.moves[ply - 1] if ply else None
    ending = game.ending if ply == game.ply else None
    svg = state.to_svg(last_move=move, ending=ending, names=record.names, title=title)
    return canonicalize(tostring(fromstring(svg), encoding="unicode"))


# What is shown


@pytest.mark.parametrize("name", ["three-players.9tka", "9am.9tka", "kropki.sgf"])
def test_every_ply_is_there(name: str) -> None:
    record = example(name)
    data, game = data_of(record), record.game
    assert [each["move"] for each in data["plies"]] == ["Start", *game.move_texts]
    for ply in {0, 1, 2, game.ply // 2, game.ply}:
        assert put_together(data, ply) == expected(record, ply)
    for ply, (state, shown) in enumerate(zip(game.states, data["plies"], strict=True)):
        scores = game.outcome.scores if ply == game.ply and game.outcome else state.scores
        points = [f"{seat} {scores[seat]}" for seat in state.seats]
        assert shown["score"] == readable(" \u00b7 ".join(points))
        assert shown["comment"] == record.comments.get(ply, "")


ANNOTATED = parse("""\
[Ruleset "nestorgames"]
[Players "2"]
[First "Ann"]

$10 {begin} *C3!? {[%clk 0:05:00] [%emt 0:00:07] hm}
  (*D3 {so} *F3 ({or} $7 *I3 $99 {nested} *F3) *I3) (*E3) *F3 (*G3) *I3 *
""")


def test_what_a_move_is_worth_is_a_number() -> None:
    game = ANNOTATED.game
    shown = data_of(Record(game, {}, {1: with_share("hm", 0.625), 2: "[%share 2.0] odd"}))["plies"]
    assert (shown[1]["comment"], shown[1]["share"]) == ("hm", 0.62)
    assert (shown[2]["comment"], "share" in shown[2]) == ("[%share 2.0] odd", False)


def test_what_is_written_on_moves() -> None:
    start, first, second, third = data_of(ANNOTATED)["plies"]
    assert (start["comment"], start["marks"], start["meaning"]) == ("begin", "=", "equal position")
    assert {
        name: first[name] for name in ("comment", "marks", "meaning", "remaining", "elapsed")
    } == {
        "comment": "hm",
        "marks": "!?",
        "meaning": "interesting move",
        "remaining": "0:05:00",
        "elapsed": "0:00:07",
    }
    long, short = first["variations"]
    assert [[ply["move"] for ply in line] for line in (long, short)] == [
        ["*D3", "*F3", "*I3"], ["*E3"]
    ]  # fmt: skip
    assert [(ply["turn"], ply["seat"]) for ply in long] == [(1, 0), (1, 1), (2, 0)]
    ((nested, last),) = long[1]["variations"]
    assert (nested["comment"], nested["marks"]) == ("or nested", "\u25a1 $99")
    assert nested["meaning"] == "only move"
    assert (last["move"], last["turn"], last["to_move"]) == ("*F3", 2, "Seat b to move")
    assert [[ply["move"] for ply in line] for line in second["variations"]] == [["*G3"]]
    assert "variations" not in third
    assert not {"marks", "meaning", "remaining", "elapsed"} & third.keys()


def lines_of(plies: list[Any], before: list[Any]) -> Iterator[list[Any]]:
    """All lines of play in the data, each from the start of the game."""
    yield [*before, *plies]
    for at, ply in enumerate(plies):
        for variation in ply.get("variations", ()):
            yield from lines_of(variation, [*before, *plies[:at]])


@given(records(games(starts(rulesets(Ruleset)), most_plies=4)))
def test_every_ply_of_every_variation_is_there(record: Record[Any, Any]) -> None:
    data = data_of(record)
    game, *variations = lines_of(data["plies"], [])
    assert len(variations) == len([*record.walk()])
    paths = [record.game, *paths_of(record, record.game)]
    for line, path in zip([game, *variations], paths, strict=True):
        assert [ply["move"] for ply in line] == ["Start", *path.move_texts]
        assert [ply["turn"] for ply in line[1:]] == [*path.turns]
        shown = {**data, "plies": line}
        names = ["First", "Second"]
        named = Record(path, {tag: record.tags[tag] for tag in names if tag in record.tags})
        assert put_together(shown, path.ply) == expected(named, path.ply)


def paths_of(line: Any, path: Game[Any, Any]) -> Iterator[Game[Any, Any]]:
    """The games of all variations, from the start."""
    base = path.ply - line.game.ply
    for ply, variations in line.variations.items():
        before = Game.from_replay(path.states[: base + ply], path.moves[: base + ply - 1])
        for variation in variations:
            inner = before.play(variation.game.moves)
            yield inner
            yield from paths_of(variation, inner)


def test_places_are_there_if_a_comment_draws() -> None:
    game = Game.from_state(EMPTY.state)
    assert "places" not in Parsed(replay_page(Record(game, {}, {0: "E5"}))).data["games"][0]
    (drawn,) = Parsed(replay_page(Record(game, {}, {0: "[%csl GE5]"}))).data["games"]
    assert drawn["places"]["E5"] == {"middle": [212, 292], "size": 40}


def test_players_turns_and_the_end() -> None:
    data = data_of(example("two-players.9tka"))
    assert (data["players"], data["result"]) == (["Program (a)", "Program (b)"], "3-5")
    assert data["tags"] == [
        ["Game", "9tka"],
        ["Ruleset", "nestorgames"],
        ["Players", "2"],
        ["Event", "Example"],
        ["First", "Program"],
        ["Second", "Program"],
    ]
    game = example("two-players.9tka").game
    assert [ply["turn"] for ply in data["plies"]] == [None, *game.turns]
    seats = [state.to_move for state in game.states][:-1]
    assert [ply["seat"] for ply in data["plies"]] == [None, *seats]
    turns = [each["to_move"] for each in data["plies"]]
    assert [turns[0], turns[45]] == ["Program (a) to move", "Program (b) to move"]
    assert turns[76] == "Won by Program (b)"


def test_games_without_names_end_and_moves() -> None:
    page = Parsed(replay_page(Record(example("unfinished.9tka").game)))
    assert page.title == "Seat a \u2013 Seat b \u2013 Seat c, unfinished"
    (game,) = page.data["games"]
    assert game["result"] == "unfinished"
    assert game["plies"][-1]["to_move"].endswith(" to move")
    assert [each["move"] for each in data_of(Record(EMPTY))["plies"]] == ["Start"]


@pytest.mark.parametrize(("length", "shown"), [(60, "x" * 60), (61, f"{'x' * 59}\u2026")])
def test_long_names_are_shortened(length: int, shown: str) -> None:
    game = Game.from_state(State.start(), "E5")
    page = Parsed(replay_page(Record(game, {"Second": "x" * length})))
    assert page.title == f"Seat a \u2013 {shown} (b), unfinished"
    (data,) = page.data["games"]
    assert data["players"] == ["Seat a", f"{shown} (b)"]
    assert data["plies"][1]["to_move"] == f"{shown} (b) to move"
    assert data["tags"][-1] == ["Second", "x" * length]
    assert f"x{shown}" not in "".join(texts_of(page.data["parts"]))


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
        ({"Event": "x" * 61, "Round": "y" * 61}, f"{'x' * 59}\u2026 \u00b7 Round {'y' * 59}\u2026"),
    ],
)
def test_what_the_list_says_of_a_game(tags: dict[str, str], event: str) -> None:
    assert data_of(Record(EMPTY, tags))["event"] == event


# Several games


def test_a_page_of_several_games() -> None:
    records = [example("unfinished.9tka"), Record(EMPTY, {"First": "Ann"})]
    page = Parsed(replay_page(iter(records)))
    assert page.title == "2 games"
    parts = texts_of(page.data["parts"])
    for game, record in zip(page.data["games"], records, strict=True):
        assert put_together({**game, "parts": parts}, record.game.ply) == (
            expected(record, record.game.ply)
        )
        alone = data_of(record)
        assert [game["players"], game["tags"]] == [alone["players"], alone["tags"]]
    assert replay_page(records[1]) == replay_page(iter(records[1:]))


def test_games_share_the_parts_of_their_pictures() -> None:
    record = Record(Game.from_state(State.start(), "E5 C9"))
    alone, both = data_of(record), Parsed(replay_page([record, record])).data
    assert texts_of(both["parts"]) == alone["parts"]


def test_records_are_taken_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    draw = State.svg_element

    def noted(state: State, picture: Any) -> Element:
        seen.append("drawn")
        return draw(state, picture)

    monkeypatch.setattr(State, "svg_element", noted)
    replay_page(seen.append(name) or Record(EMPTY) for name in "xy")  # type: ignore[func-returns-value]
    assert seen == ["x", "drawn", "y", "drawn"]


def test_a_page_needs_some_games_and_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    assert replay.MAX_GAMES == 500
    monkeypatch.setattr(replay, "MAX_GAMES", 2)
    assert Parsed(replay_page([Record(EMPTY)] * 2)).title == "2 games"
    for many in ([Record(EMPTY)] * 3, repeat(Record(EMPTY))):
        with pytest.raises(NinetkaError, match=r"at most 2 games: make several pages$"):
            replay_page(many)
    with pytest.raises(NinetkaError, match=r"^a replay page needs at least one game$"):
        replay_page([])
    monkeypatch.setattr("ninetka.web.replay.DrawableState", int)
    with pytest.raises(NinetkaError, match=r"^9tka has no pictures to replay$"):
        replay_page(Record(EMPTY))


# Size


def test_pages_are_small() -> None:
    assert len(replay_page(example("two-players.9tka"))) < 98_500


@pytest.mark.parametrize("kind", ["names", "comment", "tag", "ruleset"])
def test_what_is_long_is_not_repeated_at_every_ply(kind: str) -> None:
    """A record's author chooses these: the page grows by about as much as the record."""
    game, long = Game.from_state(State.start(), NEUTRALS), "x" * 100_000
    record = {
        "names": Record(game, dict.fromkeys(["First", "Second"], long[::2])),
        "comment": Record(game, {}, {0: long}),
        "tag": Record(game, {"Event": long}),
        "ruleset": Record(Game.from_state(State.start(Ruleset("x-" * 50_000, {2: 18})), NEUTRALS)),
    }[kind]
    assert 50_000 < len(replay_page(record)) - len(replay_page(Record(game))) < 120_000


# Safety


def test_texts_stay_texts() -> None:
    tags = {"First": HOSTILE, "Event": HOSTILE, "Second": "$title ${x} \u0141\u00f3d\u017a"}
    page = replay_page(Record(EMPTY, tags, {0: HOSTILE}))
    assert Parsed(page).elements == Parsed(replay_page(Record(EMPTY))).elements
    assert page.count("<script") == page.count("</script") == 2
    assert "<img" not in page
    (data,) = Parsed(page).data["games"]
    assert dict(data["tags"]).items() >= tags.items()
    assert data["plies"][0]["comment"] == " ".join(HOSTILE.split())
    assert data["players"][1] == "$title ${x} \u0141\u00f3d\u017a (b)"
    assert Parsed(page).title.startswith("</script><script>window.hacked=1</script><!--\"'<img")


TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40)


@given(TEXTS, TEXTS.filter(lambda text: "}" not in text))
def test_any_text_stays_a_text(tag: str, comment: str) -> None:
    page = Parsed(replay_page(Record(EMPTY, {"First": tag, "Event": tag}, {0: comment})))
    assert page.elements.count("script") == 2
    (game,) = page.data["games"]
    assert game["tags"][-2:] == [["First", tag], ["Event", tag]]
    assert game["plies"][0]["comment"] == " ".join(comment.split())


def test_the_page_needs_nothing_but_itself() -> None:
    text = replay_page(Record(EMPTY, {"First": "\u0141"}))
    assert text.isascii()
    assert set(re.findall(r"\w+://[^\s\"'<>\\]*", text)) == {"http://www.w3.org/2000/svg"}
    page = Parsed(text)
    names = {name for name, _ in page.attributes}
    assert not {"src", "href", "style", "srcset"} & names
    assert not any(name.startswith("on") for name in names)
    assert not {"link", "iframe", "object", "base", "form"} & {*page.elements}


def test_the_policy_allows_the_style_and_the_script_alone() -> None:
    page = Parsed(replay_page(Record(EMPTY)))
    (policy,) = (text for _, text in page.attributes if text and text.startswith("default-src"))
    hashed = {
        name: f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
        for name, text in page.texts.items()
    }
    assert dict(rule.split(maxsplit=1) for rule in policy.split(";")) == {
        "default-src": "'none'",
        "style-src": hashed["style 1"],
        "script-src": hashed["script 2"],
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_the_page_is_of_no_one_game() -> None:
    nine = {"9tka", "nine", "neutral", "neutrals", "placement", "movement", "nestorgames", "wiki"}
    for path in Path(replay.__file__).parent.glob("*.*"):
        assert not nine & {*re.findall(r"\w+", path.read_text("utf-8").lower())}


# The command


def command(*arguments: object) -> Any:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    from typer.testing import CliRunner

    from ninetka.cli import app

    return CliRunner().invoke(app, ["replay", *map(str, arguments)])


def test_the_command_takes_a_file(tmp_path: Path) -> None:
    records = [Record(EMPTY, {"Event": event}) for event in ("Club", "Home")]
    path, page = tmp_path / "games.9tka", tmp_path / "page.html"
    path.write_text("".join(write(records)), "utf-8")
    assert command(path, "-o", page).exit_code == 0
    assert page.read_text("ascii") == replay_page(records)
    assert command(path, "--game", 2).output == replay_page(records[1])
    assert "there is no game 3, only 2" in command(path, "--game", 3).output
    path.write_text("", "utf-8")
    done = command(path, "-o", tmp_path / "none.html")
    assert (done.exit_code, "no game" in done.output) == (2, True)
    assert not (tmp_path / "none.html").exists()
