"""Pictures that the server draws: whole, or what changes since another."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.server_calls import START, error, result

from ninetka import kropki
from ninetka.drawing import DrawableState, Picture
from ninetka.drawing.changes import picture_edits
from ninetka.server import Server
from ninetka.simulate import random_game


def changed(picture: Element, changes: list[list[Any]]) -> Element:
    """The picture after some edits, made as docs/serve.md describes them."""
    parts: list[Element] = [Element(picture.tag, picture.attrib), *picture]
    parts[0].text = picture.text
    for at, count, *added in changes:
        if isinstance(count, list):
            parts[at] = changed(parts[at], count)
        else:
            assert len(parts[at : at + count]) == count
            parts[at : at + count] = map(parsed, added)
    outermost = parts[0]
    outermost.extend(parts[1:])
    return outermost


def parsed(xml: str) -> Element:
    """An element; that of a whole picture is in a namespace, what is added is not."""
    return fromstring(xml.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


TEXTS = st.sampled_from(["", "a", "b"])
ELEMENTS = st.recursive(
    st.builds(lambda tag, text, value: made(tag, text, value, []), TEXTS, TEXTS, TEXTS),
    lambda inner: st.builds(
        lambda tag, value, inside: made(tag, "", value, inside),
        TEXTS, TEXTS, st.lists(inner, max_size=4),
    ),
)  # fmt: skip


def made(tag: str, text: str, value: str, inside: list[Element]) -> Element:
    element = Element(f"x{tag}", {"value": value} if value else {})
    element.text = text or None
    element.extend(inside)
    return element


@given(ELEMENTS, ELEMENTS)
def test_edits_turn_one_picture_into_another(old: Element, new: Element) -> None:
    before = tostring(old)
    assert tostring(changed(old, picture_edits(old, new))) == tostring(new)
    assert tostring(old) == before
    assert picture_edits(old, fromstring(tostring(old))) == picture_edits(old, old) == []


def test_edits_look_into_elements_that_stay() -> None:
    old = fromstring("<svg><g><a /><b /></g><i>x</i></svg>")
    new = fromstring("<svg><g><a /><c /><b /></g><i>y</i></svg>")
    assert picture_edits(old, new) == [[2, 1, "<i>y</i>"], [1, [[2, 0, "<c />"]]]]
    wider = fromstring('<svg width="9"><g><a /><b /></g><i>x</i></svg>')
    assert picture_edits(old, wider) == [[0, 1, '<svg width="9" />']]


def test_text_between_elements_is_replaced_with_them() -> None:
    old = fromstring("<svg><g><text>a<i>b</i>c</text><text>x</text></g></svg>")
    new = fromstring("<svg><g><text>a<i>b</i>d</text><text>x</text></g></svg>")
    assert picture_edits(old, new) == [[1, [[1, 1, "<text>a<i>b</i>d</text>"]]]]


@pytest.mark.parametrize("targets", [True, pytest.param(False, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("game", "start"),
    [("9tka", {}), ("kropki", {"columns": 6, "rows": 6}), ("9am", {"players": 3}), ("mills", {})],
)
def test_what_changes_in_a_game(game: str, start: dict[str, Any], targets: bool) -> None:
    begun = result("start", game=game, **start)["position"]
    texts = moves_of(game, start)
    positions = [begun]
    for text in texts:
        reached = result("apply", game=game, **start, position=positions[-1], move=text)
        positions.append(reached["position"])
    serving = Server()
    shown: dict[str, Any] = {"position": begun, "targets": targets, "names": ["Ann", "Ben"]}
    picture = parsed(ask(serving, game=game, **start, **shown)["svg"])
    for ply in [*range(1, len(positions)), 3, 0]:
        since, shown = shown, {**shown, "position": positions[ply]}
        if ply:
            shown |= {"last_move": texts[ply - 1], "previous": positions[ply - 1]}
        else:
            shown = {"position": begun, "targets": not targets, "legend": False, "size": 300}
        reply = ask(serving, game=game, **start, **shown, since=since)
        assert list(reply) == ["changes"]
        assert reply == result("svg", game=game, **start, **shown, since=since)
        picture = changed(picture, reply["changes"])
        assert tostring(picture) == tostring(parsed(whole(game, start, shown)))


def moves_of(game: str, start: dict[str, Any]) -> list[str]:
    """The moves of the beginning of a random game."""
    texts = []
    said = {"game": game, **start}
    position, rng = result("start", **said)["position"], Random(1)
    for _ in range(20):
        some = result("some_moves", **said, position=position)["moves"]
        texts.append(rng.choice(some))
        position = result("apply", **said, position=position, move=texts[-1])["position"]
    return texts


def whole(game: str, start: dict[str, Any], shown: dict[str, Any]) -> str:
    picture: str = ask(Server(), game=game, **start, **shown)["svg"]
    return picture


def ask(serving: Server, **params: Any) -> Any:
    call = {"jsonrpc": "2.0", "id": 1, "method": "svg", "params": params}
    return json.loads(serving.answer(json.dumps(call)) or "")["result"]


def test_a_dot_changes_little() -> None:
    game = random_game(kropki.State.start(), Random(1), 301)
    before, after = game.states[300:]
    changes = picture_edits(
        before.svg_element(Picture(targets=True)),
        after.svg_element(Picture(targets=True, last_move=game.moves[300])),
    )
    assert len(json.dumps(changes)) < 2000


def test_the_last_move_of_a_game_without_undo_is_read_in_the_position_before() -> None:
    state = kropki.State.start()
    after = state.apply("aa")
    move = state.parse_move("aa")
    params = {"game": "kropki", "position": after.to_text(), "last_move": "aa"}
    drawn = result("svg", **params, previous=state.to_text())["svg"]
    assert drawn == after.to_svg(last_move=move)
    refused = error("svg", **params)["message"]
    assert refused == "the moves of this game cannot be taken back without its history"
    refused = error("svg", **params | {"last_move": "bb"}, previous=state.to_text())["message"]
    assert refused == "bb is not the last move: no dot of x is there"


def test_pictures_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = DrawableState.svg_element

    def noted(state: Any, picture: Any) -> Element:
        drawn.append(state.to_text())
        return draw(state, picture)

    monkeypatch.setattr(DrawableState, "svg_element", noted)
    monkeypatch.setattr("ninetka.server.parameters._MAX_PICTURES", 2)
    serving = Server()
    positions = [START]
    for move in ("E5", "C9"):
        positions.append(result("apply", position=positions[-1], move=move)["position"])
    ask(serving, position=positions[0])
    ask(serving, position=positions[1], since={"position": positions[0]})
    ask(serving, position=positions[2], since={"position": positions[1]})
    assert drawn == positions
    ask(serving, position=positions[0], since={"position": positions[2]})
    ask(serving, position=positions[0], title="T", since={"position": positions[0]})
    assert drawn == [*positions, positions[0], positions[0]]
    assert len(serving._memory.pictures) == 2


def test_pictures_that_take_long_to_describe_are_not_remembered() -> None:
    serving = Server()
    ask(serving, position=START, title="x" * 100_000)
    assert not serving._memory.pictures
    ask(serving, position=START, title="x" * 90_000)
    assert len(serving._memory.pictures) == 1


def test_pictures_to_compare_with_that_cannot_be_drawn() -> None:
    for since, said in (
        ({"position": 5}, "a position is board"),
        ({"position": START, "size": 0}, "a picture is 1 to 10000 pixels wide, not 0"),
    ):
        refused = error("svg", position=START, since=since)
        assert refused["code"] == 1
        assert said in refused["message"]
