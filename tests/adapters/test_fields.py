"""States, moves and games as plain data, and as fields of pydantic's and cattrs' models."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Union, get_type_hints

import attrs
import pytest
from support.games import ENTRIES, PACKAGES, some_start
from toys.nim import NIM

from ninetka import (
    NESTORGAMES,
    WIKI,
    Game,
    Move,
    NinetkaError,
    PlaceNeutral,
    Ruleset,
    Slide,
    State,
    kropki,
    morris,
    records,
)
from ninetka.adapters.fields import from_plain, register, to_plain
from ninetka.base.plain import Serializable
from ninetka.play.playouts import random_game
from ninetka.protocol import OutcomeView, PositionView
from ninetka.testing.laws import samples_of

GAMES = pytest.mark.parametrize("folder", ENTRIES)


def library(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed")


def through_json(kind: Any, value: object) -> Any:
    """What comes of a value that is written as JSON and read again."""
    return from_plain(kind, json.loads(json.dumps(value, default=to_plain)))


def some_games(folder: str) -> list[Game[Any, Any]]:
    """Games under published and other rulesets, over and unfinished, with moves taken back."""
    entry = ENTRIES[folder]
    made: list[Game[Any, Any]] = []
    for seed in range(8):
        rng = Random(seed)
        game = random_game(some_start(folder, rng), rng, 30)
        made += [game, game.undo() if game.ply else game]
        made += [] if game.state.is_over else [game.resign(), game.agree()]
    for name in entry.tags.suggestions["Ruleset"]:
        made.append(random_game(entry.begin(ruleset=name), Random(1), 12))
    return made


@GAMES
def test_states_and_games_are_the_same_after_json(folder: str) -> None:
    state_type: Any = PACKAGES[folder].State
    game_type: Any = Game
    kept = set()
    for game in some_games(folder):
        for kind in (Game, game_type[state_type, PACKAGES[folder].Move], Game[Any, Any]):
            assert through_json(kind, game) == game
        published = game.state.ruleset is None or game.state.ruleset.is_published
        kept.add(published)
        if published:
            assert through_json(state_type, game.state) == game.state
        else:
            with pytest.raises(NinetkaError, match=r"keep Game\.from_state\(state\) instead$"):
                to_plain(game.state)
    assert kept == {True, False}


@GAMES
def test_moves_are_the_same_after_json(folder: str) -> None:
    kind = PACKAGES[folder].Move
    for move in samples_of(ENTRIES[folder]).MOVES:
        assert through_json(kind, move) == through_json(type(move), move) == move
        assert move.to_plain() == str(move)


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (State, "rubbish", "^a position is board, seat, players and ruleset, not 'rubbish'"),
        (State, 5, "^State is written as a text, not as 5$"),
        (State, kropki.State.start().to_text(), "the ruleset '"),
        (kropki.DeclaredState, kropki.State.start().to_text(), "not DeclaredState"),
        (type(NIM.begin()), "3 5", "^Nim cannot be read: it has no method from_text$"),
        (Move, "Z9", "^'Z9' is not a square"),
        (Move, ["A5"], r"is written as a text, not as \['A5'\]$"),
        (PlaceNeutral, "A5", "^'A5' is not the text of a PlaceNeutral$"),
        (Slide, "A5-F5", "^'A5-F5' is not a square"),
        (kropki.Move, "stop", "^'stop' is not the text of a Pass$|is not a point"),
        (kropki.Pass, "aa", "^'aa' is not the text of a Pass$"),
        (morris.Move, "d6-d7", "^'d6-d7' is not the text of a move$"),
        (morris.Put, "100", "^100 is not a field"),
        (Game, "rubbish", "^the text of a game is a JSON object, not 'rubbish'$"),
        (Game, {"game": "9tka"}, 'the text of the game has no "format"'),
        (Game[kropki.State, Any], Game.start(WIKI).to_plain(), "is not of the type .*kropki"),
    ],
)
def test_data_that_stands_for_nothing(kind: Any, data: object, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        from_plain(kind, data)


def forged(**fields: object) -> dict[str, Any]:
    """The data of a game with other fields, and the checksum that goes with them."""
    from ninetka.play import trusted

    data = {**Game.start(WIKI).play("E5 C9").to_plain(), **fields}
    return {**data, "checksum": trusted._checksum(data, b"")}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"moves": "*E5 *E5"}, "^a neutral cannot go to E5: it is taken"),
        ({"moves": "*E5 *D4"}, "^the data of the game is damaged: its moves lead elsewhere$"),
        ({"state": "rubbish"}, "its moves lead elsewhere"),
        ({"made": 1}, "its moves lead elsewhere"),
        ({"ending": "c resigns"}, "c resigns"),
        ({"ending": "a grounds"}, "a grounds"),
    ],
)
def test_all_of_a_game_is_checked(fields: dict[str, object], said: str) -> None:
    """Also what `from_trusted` takes on trust."""
    with pytest.raises(NinetkaError, match=said):
        Game.from_plain(forged(**fields))


@pytest.mark.parametrize("wrong", [5, None, [State.start()], {}, WIKI])
def test_values_of_other_types_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"is not a state, a move or a game$"):
        to_plain(wrong)
    with pytest.raises(TypeError, match=r"is not a type of states, moves or games$"):
        from_plain(type(wrong), "5")


# pydantic


@GAMES
def test_fields_of_pydantics_models(folder: str) -> None:
    pydantic = library("pydantic")
    state_type: Any = PACKAGES[folder].State
    move_type: Any = PACKAGES[folder].Move
    many: Any = list
    game_type: Any = Game
    model = pydantic.create_model(
        "Model",
        states=(many[state_type], ...),
        games=(many[game_type[state_type, move_type]], ...),
        moves=(many[move_type], ...),
        none=(move_type | None, None),
    )
    played = [game for game in some_games(folder) if game.state.ruleset.is_published]
    given = {
        "states": [game.state for game in played],
        "games": played,
        "moves": [*samples_of(ENTRIES[folder]).MOVES],
    }
    made = model(**given)
    assert {**made.model_dump(), **given} == made.model_dump()
    plain = made.model_dump(mode="json")
    assert plain["moves"] == [*map(str, given["moves"])]
    for again in (model(**plain), model.model_validate_json(made.model_dump_json())):
        assert again == made
    for mode in ("validation", "serialization"):
        schema = model.model_json_schema(mode=mode)["properties"]
        kinds = {schema[name]["items"].get("type") for name in ("states", "games")}
        assert kinds == {"string", "object"}


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (State, "rubbish", "Value error, a position is board, seat, players and ruleset"),
        (State, kropki.State.start(), "Value error, State is written as a text"),
        (Game[State, Move], Game.start(kropki.STANDARD).to_plain(), "is not of the type"),
        (PlaceNeutral, "A5", "Value error, 'A5' is not the text of a PlaceNeutral"),
    ],
)
def test_pydantic_says_what_is_wrong(kind: Any, data: object, said: str) -> None:
    pydantic = library("pydantic")
    with pytest.raises(pydantic.ValidationError, match=said) as refused:
        pydantic.TypeAdapter(kind).validate_python(data)
    assert refused.value.error_count() == 1


@GAMES
def test_pydantic_takes_views(folder: str) -> None:
    pydantic = library("pydantic")
    for game in some_games(folder):
        view = game.state.to_dict()
        kind = get_type_hints(type(game.state).to_dict)["return"]
        assert pydantic.TypeAdapter(kind).validate_python(view) == view
        told = records.Record(game).to_dict()
        assert pydantic.TypeAdapter(records.RecordView).validate_python(told) == told
        with pytest.raises(pydantic.ValidationError, match="to_move"):
            pydantic.TypeAdapter(kind).validate_python({**view, "to_move": "a"})
    for each in (PositionView, OutcomeView, OutcomeView[int], records.Summary):
        assert pydantic.TypeAdapter(each).json_schema()["type"] == "object"


# cattrs


@attrs.frozen
class Row:
    state: State
    other: kropki.State | None
    move: Move
    moves: tuple[morris.Move, ...]
    game: Game[State, Move]
    any_move: Union[Slide, None]  # noqa: UP007


def test_fields_of_cattrs_models() -> None:
    library("cattrs")
    converter = library("cattrs.preconf.json").make_converter()
    register(converter)
    game = Game.start(NESTORGAMES, 3).play("E5 C9").resign()
    moves = morris.Step(7, 10), morris.Leave(morris.Seat.THIRD)
    row = Row(game.state, kropki.State.start(), Slide("A5"), moves, game, None)
    text = converter.dumps(row)
    assert json.loads(text)["moves"] == ["7-10", "c:resigns"]
    assert converter.loads(text, Row) == row
    custom = State.start(Ruleset("short", {2: 5}, WIKI.edge_stop, WIKI.turn_order))
    with pytest.raises(NinetkaError, match="does not say what its ruleset is"):
        converter.unstructure(custom)


def test_what_is_no_state_move_or_game_stays_with_cattrs() -> None:
    converter = library("cattrs").Converter()
    register(converter)
    assert converter.structure("5", int) == 5
    assert not issubclass(Ruleset, Serializable)
