"""Trusted texts: games come back as they were, without being replayed, and damage is told."""

from __future__ import annotations

import json
import pickle
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest

from ninetka import NESTORGAMES, NINE, Game, NinetkaError, State, kropki, morris
from ninetka.play.playouts import random_game
from ninetka.play.trusted import _checksum
from ninetka.protocol.endings import Ending, EndingKind

GAME = Game.start(NESTORGAMES).play("E5 C9 G3 C3")
TEXT = GAME.to_trusted()
STARTS: dict[str, Any] = {
    "nine": State.start(NESTORGAMES, 3),
    "mills": morris.State.start(morris.MILLS),
    "notes": morris.State.from_text(
        "ab.a.ba..b..b..ab.....ax 3/4 0/0 0 a remove+1 mills-custom",
        attrs.evolve(morris.MILLS, marking=True, repetition=3, removals=morris.Removals.EACH),
    ),
    "9am": morris.State.start(morris.NINE_AM, 4),
    "declared": kropki.State.start(attrs.evolve(kropki.TERRITORY, columns=9, rows=7)),
    "border": kropki.State.start(
        kropki.Ruleset("b", 7, 7, kropki.Capture.AUTOMATIC, kropki.Start.EMPTY, border=True)
    ),
    "automatic": kropki.State.start(attrs.evolve(kropki.STANDARD, columns=8, rows=8)),
}


@pytest.fixture
def no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_state(*_: object) -> None:
        raise AssertionError("the game is replayed")

    monkeypatch.setattr(Game, "from_state", from_state)


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_games_come_back(start: Any) -> None:
    whole = random_game(start, Random(2), 300)
    for ply in {0, 1, whole.ply // 2, whole.ply - 1, whole.ply}:
        for game in (whole.at(ply), Game.from_state(start, whole.moves[:ply])):
            restored = Game.from_trusted(game.to_trusted())
            assert restored.state == game.state
            assert type(restored.state) is type(game.state)
            assert (restored.ply, restored.ending) == (game.ply, game.ending)
            assert restored.to_trusted() == game.to_trusted()
            for field in attrs.fields(type(start)):  # also those that do not count for equality
                if field.name not in ("stepped_over", "links"):  # of the moves before
                    assert getattr(restored.state, field.name) == getattr(game.state, field.name)
            for one, other in zip(
                getattr(restored.state, "regions", ()),
                getattr(game.state, "regions", ()),
                strict=True,
            ):
                assert one.inside == other.inside
            assert restored == game
            assert restored.states == game.states
            assert restored.moves == game.moves


@pytest.mark.usefixtures("no_replay")
def test_what_a_server_does_for_a_move_replays_nothing() -> None:
    game = Game.from_trusted(TEXT, NINE)
    assert game.state == GAME.state
    assert game.move_texts == GAME.move_texts
    after = game.apply("G9")
    assert after.ply == 5
    assert after.move_texts == ("*E5", "*C9", "*G3", "*C3", "*G9")
    assert Game.from_trusted(after.to_trusted()).state == GAME.state.apply("G9")
    assert after.at(5) is after
    assert not after.is_over
    with pytest.raises(NinetkaError, match="nothing to redo"):
        after.redo()
    with pytest.raises(NinetkaError) as caught:
        game.apply("G3")
    assert caught.value.__notes__ == ["at ply 5 of the game"]
    dots = Game.from_trusted(Game.start(kropki.TERRITORY).play("aa bb").to_trusted()).resign()
    assert dots.ending == Ending(EndingKind.RESIGNATION, 0)
    assert Game.from_trusted(dots.to_trusted()).ending == dots.ending


def test_states_in_between_are_replayed_when_asked_for() -> None:
    game = Game.from_trusted(TEXT, NINE).apply("G9")
    assert game.moves == GAME.apply("G9").moves
    assert game.undo().undo().state == GAME.undo().state
    assert game.undo().redo() == game
    assert game.undo().apply("I9") == GAME.apply("I9")
    assert pickle.loads(pickle.dumps(game)) == game


def test_moves_that_can_be_redone_are_kept() -> None:
    game = GAME.undo().undo()
    restored = Game.from_trusted(game.to_trusted())
    assert (restored.ply, restored.state) == (2, game.state)
    assert restored.redo().redo() == GAME
    assert restored.apply("I8").move_texts == ("*E5", "*C9", "*I8")
    ended = Game.start(kropki.TERRITORY).play("aa bb cc").undo().agree()
    assert Game.from_trusted(ended.to_trusted()) == ended


def test_a_trusted_text_has_a_fixed_form() -> None:
    fields = json.loads(GAME.undo().to_trusted())
    assert len(fields.pop("checksum")) == 32
    assert fields == {
        "format": "ninetka-game/1", "game": "9tka",
        "start": {"Ruleset": "nestorgames", "Players": "2"}, "moves": "*E5 *C9 *G3 *C3",
        "state": f"1 {GAME.states[3].neutral_mask:x} 0 0", "made": 3,
    }  # fmt: skip
    text = json.dumps(dict(reversed(json.loads(TEXT).items())), indent=2)
    assert Game.from_trusted(text) == GAME  # as a database may write it


# What is refused


def changed(**fields: object) -> str:
    """A text with other fields but the same checksum; None takes one out."""
    said = {**json.loads(TEXT), **fields}
    return json.dumps({name: value for name, value in said.items() if value is not None})


def signed(text: str = TEXT, **fields: object) -> str:
    """A text with other fields and the checksum that belongs to them."""
    said = {**json.loads(text), **fields}
    return json.dumps({**said, "checksum": _checksum(said, b"")})


CHANGED = "the text of the game was changed or damaged"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is not JSON: Expecting value at column 1"),
        (TEXT[:-1], "this is not JSON: Expecting ',' delimiter at column"),
        ("[]", "the text of a game is a JSON object, not []"),
        (changed(format="x/2"), "\"format\" is 'x/2'; only 'ninetka-game/1' can be read here"),
        (changed(state=None), 'the text of the game has no "state"'),
        (changed(checksum=None), 'the text of the game has no "checksum"'),
        (changed(more="x"), "the text of a game has no field 'more', only format, game, start, "),
        (changed(moves=["E5"]), "\"moves\" is a text, not ['E5']"),
        (changed(made="1"), "\"made\" is a whole number, not '1'"),
        (changed(moves="*E5"), CHANGED),
        (changed(checksum="0" * 32), CHANGED),
        (changed(checksum="\ud800é"), CHANGED),
        (TEXT.replace("*C9", "*C8"), CHANGED),
        (signed(made=5), '"made" is 0 to 4, the number of moves, not 5'),
        (signed(game="Chess"), "there is no game 'Chess'"),
        (signed(start={"Ruleset": "own", "Players": "2"}), "the ruleset 'own' is not published"),
        (signed(start={}), "the record does not say which ruleset or how many play"),
        (signed(state=""), "\"state\" is not one of this game: ''"),
        (signed(state="1 5 0"), "\"state\" is not one of this game: '1 5 0'"),
        (signed(state="1 1 0 0"), "\"state\" is not one of this game: '1 1 0 0'"),  # a corner
        (signed(state="9 0 0 0"), "\"state\" is not one of this game: '9 0 0 0'"),
        (signed(ending="x resigns"), "an ending is one of agreement, a resigns"),
    ],
)  # fmt: skip
def test_damaged_texts_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        Game.from_trusted(text)
    assert str(caught.value).startswith(sentence)


def test_a_secret_is_bytes() -> None:
    secret: Any = "secret"
    for act in (Game.start(NESTORGAMES).to_trusted, partial(Game.from_trusted, TEXT)):
        with pytest.raises(NinetkaError, match=r"^a secret is bytes, not str$"):
            act(secret=secret)


DOTS = Game.start(attrs.evolve(kropki.TERRITORY, columns=3, rows=3)).play("aa").to_trusted()
MILLS = Game.start(morris.MILLS).to_trusted()


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (DOTS, "1 0 8 0 0 0 777"),  # bits between the rows of the board
        (DOTS, "1 0 -1 0 0 0 777"),
        (DOTS, "1 0 1 0 0 0"),
        (DOTS, "1 0 1 0 0 0 776 z:aa"),
        (MILLS, "put 0 0 0 0 9 9 0 0 1000000 0"),
        (MILLS, "put 0 0 0 1000000 9 9 0 0 0 0"),
        (MILLS, "put 0 0 0 0 9 9 0 0 0"),
        (MILLS, "wait 0 0 0 0 9 9 0 0 0 0"),
    ],
)
def test_a_state_of_no_game_is_refused(text: str, state: str) -> None:
    with pytest.raises(NinetkaError, match=r'^"state" is not one of this game: '):
        Game.from_trusted(signed(text, state=state))


def test_every_changed_character_is_noticed() -> None:
    for at in range(0, len(TEXT), 3):
        for piece in ("", "~"):
            if not (piece or TEXT[at].strip()):
                continue  # a blank between fields
            with pytest.raises(NinetkaError):
                Game.from_trusted(TEXT[:at] + piece + TEXT[at + 1 :])


def test_another_game_than_the_expected_one() -> None:
    with pytest.raises(NinetkaError, match=r"^this is a game of '9tka', not of Kropki$"):
        Game.from_trusted(TEXT, kropki.KROPKI)


def test_a_secret_keeps_others_from_writing_texts() -> None:
    text = GAME.to_trusted(secret=b"ours")
    assert Game.from_trusted(text, secret=b"ours") == GAME
    assert Game.from_trusted(GAME.to_trusted(secret=b"long" * 99), secret=b"long" * 99) == GAME
    for wrong in (TEXT, GAME.to_trusted(secret=b"theirs")):
        with pytest.raises(NinetkaError, match=r"or it was written with another secret$"):
            Game.from_trusted(wrong, secret=b"ours")
    with pytest.raises(NinetkaError, match=f"^{CHANGED}$"):
        Game.from_trusted(text)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("*E5 *C9 *G3 *E4", "the text of the game is damaged: a move is illegal"),
        ("*E5 *C9 *G3 *I3", "the text of the game is damaged: its moves lead to another state"),
    ],
)
def test_moves_that_do_not_lead_to_the_state_are_noticed_when_replayed(
    moves: str, sentence: str
) -> None:
    game = Game.from_trusted(signed(moves=moves))
    assert game.state == GAME.state
    with pytest.raises(NinetkaError, match=f"^{sentence}$"):
        game.undo()


# The game as it stood


def test_at_finds_any_ply_of_a_trusted_game() -> None:
    for ply in range(5):
        game = GAME.at(ply)
        assert game.state == GAME.states[ply]
        assert game.move_texts == GAME.move_texts[:ply]
        assert game.at(4) == GAME
    assert GAME.at(2).redo() == GAME.at(3)
    assert GAME.at(4) is GAME


def test_at_a_ply_before_an_ending() -> None:
    ended = Game.start(kropki.TERRITORY).play("aa bb").resign()
    assert ended.at(2) is ended
    assert ended.at(1).ending is None
    assert ended.at(1).redo().ending is None


@pytest.mark.parametrize(
    ("game", "ply", "sentence"),
    [
        (GAME, -1, "the game has plies 0 to 4, not -1"),
        (GAME, 5, "the game has plies 0 to 4, not 5"),
        (GAME, "1", "the game has plies 0 to 4, not '1'"),
        (GAME, 1.5, "the game has plies 0 to 4, not 1.5"),
        (Game.start(NESTORGAMES), 1, "the game has plies 0 to 0, not 1"),
    ],
)
def test_plies_that_a_game_does_not_have(game: Game[Any, Any], ply: Any, sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        game.at(ply)
    assert str(caught.value) == sentence
