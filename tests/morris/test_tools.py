"""The tools that are for any game, once with 9AM and once with Mills."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from calls import error, result
from commandline import out
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from morris.arranged import NO_CARDS, PATH, SHORT, mills, ruleset
from morris.games import play, start, whole_game
from ninetka import Game, NinetkaError, match, records
from ninetka.cli import app
from ninetka.morris import (
    MILLS,
    MORRIS,
    NINE_AM,
    Board,
    FromMills,
    Move,
    Phase,
    Ruleset,
    State,
    Stuck,
)
from ninetka.records import Record, parse, read
from ninetka.simulate import random_game
from ninetka.standings import Standing, standings
from ninetka.testing import check_state_laws, strategies

STEPPED_OVER = next(
    before for before, _, after in play(start(4), 3) if after.stepped_over and not after.is_over
)
NEARLY_WON = "a..a....b.b............. 1/1 0/0 0 a put mills"
"""The mill 1-4-7 leaves b with two tokens."""


# The test kit and the strategies


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_published_games_keep_the_laws(players: int) -> None:
    check_state_laws(start(players), games=2)


@pytest.mark.parametrize(
    "custom",
    [
        *(ruleset(), ruleset(PATH), ruleset(SHORT, tokens=3), NO_CARDS),
        *(mills(), mills(PATH, jumping=False), mills(SHORT, tokens=3)),
        ruleset(from_mills=FromMills.ALWAYS, tokens=5),
        Ruleset("rings", {2: Board.rings(2), 3: Board.rings(2)}, tokens=4, quiet=3),
    ],
)
def test_custom_games_keep_the_laws(custom: Ruleset) -> None:
    for players in custom.player_counts:
        check_state_laws(State.start(custom, players), games=1)


def test_positions_in_which_players_are_out_or_stuck_keep_the_laws() -> None:
    check_state_laws(STEPPED_OVER, games=1)
    *_, late = (state for state in whole_game(5, 0).states() if len(state.expelled) == 2)
    check_state_laws(late, games=1)


def test_rulesets_to_test_with_are_of_all_kinds() -> None:
    seen: set[object] = set()

    @given(strategies.rulesets(Ruleset))
    @settings(max_examples=200, database=None, derandomize=True)
    def collect(ruleset: Ruleset) -> None:
        seen.update({ruleset, ruleset.stuck, ruleset.from_mills, *ruleset.player_counts})
        seen.add("cards" if ruleset.cards else "no cards")

    collect()
    assert {MILLS, NINE_AM, *Stuck, *FromMills, 2, 3, 4, 5, "cards", "no cards"} <= seen


@given(strategies.states(strategies.starts(strategies.rulesets(Ruleset))))
def test_states_to_test_with(state: State) -> None:
    assert State.from_text(state.to_text(), state.ruleset) == state
    assert MORRIS.from_tags(MORRIS.to_tags(state)) == state


@given(strategies.states(st.just(State.start(MILLS)), Phase.REMOVE), st.data())
@settings(max_examples=10)
def test_states_of_a_phase_and_their_legal_moves(state: State, data: st.DataObject) -> None:
    assert str(data.draw(strategies.legal_moves(state))).startswith("x")


@given(strategies.games(st.just(State.start(NINE_AM, 5))))
@settings(max_examples=10)
def test_games_to_test_with(game: Game[State, Move]) -> None:
    assert game.state.is_over


@given(strategies.moves(MORRIS))
def test_moves_to_test_with(move: Move) -> None:
    assert State.start(MILLS).is_legal(move) is (move in State.start(MILLS).legal_moves)


@given(strategies.malformed_records(strategies.records(strategies.games(st.just(start(3))))))
@settings(max_examples=10)
def test_malformed_records_are_refused(text: str) -> None:
    with pytest.raises(NinetkaError):
        parse(text)


# Matches and standings


def test_a_match_of_three_has_everybody_in_every_seat_once() -> None:
    played = match.Match.start(NINE_AM, ["Ann", "Ben", "Cleo"], "Final")
    assert played.remaining == (
        ("Ann", "Ben", "Cleo"),
        ("Ben", "Cleo", "Ann"),
        ("Cleo", "Ann", "Ben"),
    )
    for seed in range(3):
        played = played.add(whole_game(3, seed))
    assert played.is_over
    assert sum(played.totals) == 3 * 30
    text = "".join(records.write(played.records))
    assert [*match.matches(records.verify(io.StringIO(text)))] == [played]
    table = standings(played.games)
    assert {each.name: each.points for each in table.players} == dict(
        zip(played.names, played.totals, strict=True)
    )
    assert (table.games, table.unfinished) == (3, 0)


def test_totals_below_zero_have_colons_between_them() -> None:
    played = match.Match.start(NINE_AM, ["Ann", "Ben", "Cleo"])
    for seed in (0, 0, 1):
        played = played.add(whole_game(3, seed))
    assert played.result == "20:-20:90"
    text = "".join(records.write(played.records))
    assert [*match.matches(records.verify(io.StringIO(text)))] == [played]


def test_standings_of_mills() -> None:
    names = {"First": "Ann", "Second": "Ben"}
    games = [random_game(State.start(MILLS), Random(seed)) for seed in range(3)]
    assert [str(game.outcome) for game in games] == ["1/2-1/2", "0-1", "1-0"]
    table = standings(Record(game, names) for game in games)
    ann, ben = table.players
    assert {ann, ben} == {
        Standing("Ann", 3, 1, ann.points), Standing("Ben", 3, 1, ben.points)
    }  # fmt: skip
    assert ann.points == ben.points == 1.5


# The command line


def typed(*arguments: object, lines: str = "") -> str:
    """What a command prints that ends well."""
    done = CliRunner().invoke(app, [*map(str, arguments)], input=lines.replace(" ", "\n") + "\n")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With three games of 9AM and two of Mills."""
    folder = tmp_path_factory.mktemp("games")
    options = ["--game", "9am", "--players", "5", "-n", "3", "--seed", "1"]
    assert out("random", *options, "-o", folder / "five.9tka") == ""
    assert typed("random", "--game", "mills", "-n", 2, "-o", folder / "mills.9tka") == ""
    return folder


def test_random_games(folder: Path) -> None:
    starts = []
    for name in ("five", "mills"):
        with (folder / f"{name}.9tka").open("rb") as file:
            starts += [record.game.initial_state for record in read(file, rules=MORRIS)]
    assert starts == [start(5)] * 3 + [start(2)] * 2
    checked = out("check", folder / "five.9tka", folder / "mills.9tka")
    assert checked == "5 games: 5 good, 0 bad\n"


def test_records_to_json_and_back(folder: Path) -> None:
    for name in ("five", "mills"):
        path, as_json, back = (folder / f"{name}{end}" for end in (".9tka", ".json", "-2.9tka"))
        typed("convert", path, "-o", as_json)
        typed("convert", as_json, "-o", back)
        assert back.read_text("utf-8") == path.read_text("utf-8")
        assert json.loads(as_json.read_text("utf-8").splitlines()[0])["moves"]


def test_standings_at_the_command_line(folder: Path) -> None:
    text = (folder / "mills.9tka").read_text("utf-8")
    named = folder / "named.9tka"
    named.write_text(text.replace("[Result", '[First "Ann"]\n[Second "Ben"]\n[Result'), "utf-8")
    rows = [line.split() for line in typed("standings", named).splitlines()]
    assert rows[0] == ["player", "games", "won", "points"]
    assert {row[0]: row[1] for row in rows[1:3]} == {"Ann": "2", "Ben": "2"}
    assert sum(Fraction(row[3]) for row in rows[1:3]) == 2


def test_boards_and_pictures(folder: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[png]")
    game = ("show", folder / "five.9tka", "--game", 2)
    assert "\n9am, 5 players, e to put a token\n" in typed(*game, "--ply", 9)
    svg = typed(*game, "--ply", 60, "--svg", "--mark", "legal-moves", "--size", 300)
    assert fromstring(svg).get("width") == "300"
    assert typed(*game, "-o", folder / "end.png", "--size", 200) == ""
    assert (folder / "end.png").read_bytes().startswith(b"\x89PNG")
    named = typed("show", "--game", "mills", "--svg", "--mark", "names")
    assert {"a1", "g7"} <= {each.text for each in fromstring(named).iter()}
    assert typed("replay", folder / "five.9tka", "-o", folder / "five.html") == ""
    assert "9am" in (folder / "five.html").read_text("ascii")


def test_perft_at_the_command_line() -> None:
    lines = typed("perft", "--game", "mills", 3).splitlines()
    assert lines == [f"{field} {23 * 22}" for field in range(1, 25)] + ["24 moves, 12144 sequences"]
    assert typed("perft", 1, "--game", "9am", "--tag", "Players=4").endswith(
        "\n48 moves, 48 sequences\n"
    )


def test_rulesets_and_positions_say_which_game_it_is() -> None:
    assert typed("show", "--ruleset", "mills") == typed("show", "--game", "mills")
    position = start(4).apply("7").to_text()
    assert typed("show", position) == typed("show", "--game", "9AM", "--position", position)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--game mills --players 3", "mills is for 2 players, not 3"),
        ("--game 9am --players 2", "9am is for 3, 4 or 5 players, not 2"),
        ("--game mills --tag Quiet=0", "1 to 999 quiet turns a player, not 0"),
        ("--ruleset 9am --tag Columns=3", "no tag 'Columns' says how a game starts"),
    ],
)
def test_starts_that_are_refused(options: str, said: str) -> None:
    done = CliRunner().invoke(app, ["random", *options.split()])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_mills_is_played_by_typing() -> None:
    moves = "10 d5 g7 2 4 3 7 18 x1 x21 undo xd6 resign quit"
    shown = typed("play", "--game", "mills", lines=moves)
    answers = [
        *(f"{'ab'[ply % 2]} played {move}." for ply, move in enumerate([10, 21, 1, 2, 4, 3, 7])),
        "You have made a mill: remove a token of another player, for example x3.",
        "seat a has made a mill and must remove a token first.",
        "the token on 1 is seat a's own: remove another player's.",
        *("a played x21.", "x21 is taken back.", "a played x2."),
        "this game ends by its moves alone: nobody can resign, or agree to stop.",
    ]
    where = 0
    for answer in answers:
        where = shown.index(answer, where) + len(answer)
    assert "resign" not in shown.partition("hand")[0]


def test_9am_is_played_by_typing(tmp_path: Path) -> None:
    moves = "1 19 10 4 22 13 7 x22 undo undo 7 x13 26 28 quit"
    three = ("--game", "9am", "--players", 3, "--name", "Ann", "--name", "Ben", "--name", "Cleo")
    shown = typed("play", *three, "--save", tmp_path / "a.9tka", lines=moves)
    assert "Points: Ann (a) 50/3, Ben (b) 20/3, Cleo (c) 20/3\n" in shown
    record = parse((tmp_path / "a.9tka").read_text("utf-8"), MORRIS)
    assert record.game.move_texts() == ("1", "19", "10", "4", "22", "13", "7", "x13", "26", "28")
    assert (record.names, record.game.state.cards) == (("Ann", "Ben", "Cleo"), (1, 0, 0))


def test_a_game_is_played_to_its_end_by_typing() -> None:
    shown = typed("play", "--position", NEARLY_WON, lines="g1 c3 xe3")
    assert "The game is over, 1-0: Seat a won." in shown


def test_the_rules_in_short() -> None:
    shown = typed("play", "--game", "9am", lines="rules quit")
    assert " ".join(NINE_AM.summary.split()) in " ".join(shown.split())


def test_importing_another_game_does_not_load_it() -> None:
    code = "import sys, ninetka.kropki; print([name for name in sys.modules if 'morris' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# serve


def test_calls() -> None:
    begun = result("start", game="9am", players=5, view=True)
    assert begun["position"] == start(5).to_text()
    assert begun["view"] == start(5).to_dict()
    made = result("apply", game="mills", position=NEARLY_WON, move="g1")
    assert (made["move"], made["to_move"], made["is_over"]) == ("7", 0, False)
    assert result("legal_moves", game="mills", position=made["position"])["moves"] == ["x9", "x11"]
    refused = error("undo", game="mills", position=made["position"], move="7")
    assert refused["message"] == "the moves of this game cannot be taken back without its history"
    ended = result("apply", game="mills", position=made["position"], move="xe3")
    assert result("outcome", game="mills", position=ended["position"]) == {
        "is_over": True, "result": "1-0", "scores": [1, 0], "winners": [0], "ranking": [0, 1],
    }  # fmt: skip
    refused = error("apply", game="mills", position=made["position"], move="x1")
    assert refused["data"]["reason"] == "OWN_TOKEN"
    record = result("record", game="9am", players=4, moves=["7", "8"], tags={"First": "Ann"})
    assert parse(record["record"]).game == Game.start(NINE_AM, 4).play("7 8")
    (verdict,) = result("check", records=record["record"])["games"]
    assert verdict["ok"]
