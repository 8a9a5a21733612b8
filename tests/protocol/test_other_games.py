"""A game from outside the package, through all tools: tic-tac-toe, the example, and Nim."""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
import warnings
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from support.waiting import PATIENCE
from tictactoe import CLASSIC, TIC_TAC_TOE, State
from toys.nim import NIM, Nim, NimRules, Take, Why

from ninetka import Game, NinetkaError, games
from ninetka.games import _find_installed as find_installed
from ninetka.records import Record, parse, verify

pytestmark = pytest.mark.usefixtures("toys")

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "tic-tac-toe"
DRAW = Game.from_state(State(), "a1 b2 c3 b1 b3 a3 c1 c2 a2")


# The registry


@pytest.fixture
def entry_point(toys: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tic-tac-toe as an installed package that nothing has imported yet."""
    metadata = tmp_path / "ninetka_tic_tac_toe-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: ninetka-tic-tac-toe\nVersion: 1.0\n", "utf-8")
    value = "tictactoe.entry:TIC_TAC_TOE"
    text = f"[ninetka.games]\ntictactoe = {value}\nkropki = nowhere:NOTHING\n"
    (metadata / "entry_points.txt").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    known = {name: entry for name, entry in games._GAMES.items() if name != "tictactoe"}
    monkeypatch.setattr(games, "_GAMES", known)
    monkeypatch.setattr(games, "_find_installed", find_installed)
    find_installed.cache_clear()


@pytest.mark.usefixtures("entry_point")
def test_an_installed_game_is_found() -> None:
    assert games.entry_for_name("Tic-Tac-Toe") is TIC_TAC_TOE
    assert TIC_TAC_TOE in games.all_games()


@pytest.mark.usefixtures("entry_point")
def test_states_and_rulesets_find_an_installed_game() -> None:
    assert games.entry_for_state(State()) is TIC_TAC_TOE
    assert Game.start(CLASSIC).state == State()


@pytest.mark.usefixtures("entry_point")
def test_an_installed_game_replaces_none_of_the_package() -> None:
    assert games.entry_for_name("kropki").name == "Kropki"


def test_an_installed_game_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = EntryPoint("lost", "nowhere:NOTHING", "ninetka.games")
    monkeypatch.setitem(games._GAMES, "lost", lost.load)
    said = r"^the game lost cannot be loaded: No module named 'nowhere'$"
    with pytest.warns(RuntimeWarning, match=said):
        names = [entry.name for entry in games.all_games()]
    assert {"9tka", "Kropki", "9AM", "nim"} <= {*names}
    with pytest.raises(NinetkaError, match=said):
        games.entry_for_name("lost")


@pytest.mark.usefixtures("entry_point")
def test_a_copy_under_another_name_leaves_installed_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__package__", "myapp._vendor.ninetka")
    assert TIC_TAC_TOE not in games.all_games()


def test_games_show_their_names() -> None:
    shown = repr(games.all_games())
    for its in ("ninetka: 9tka", "kropki: Kropki", "morris: 9AM, Mills"):
        assert f"<GameEntry {its}>" in shown
    assert " at 0x" not in shown


def test_a_game_is_found_by_its_name() -> None:
    assert games.entry_for_name("nim") is NIM
    with pytest.raises(NinetkaError) as caught:
        games.entry_for_name("chess")
    known = "9tka, Kropki, 9AM, Mills, nim, Race and tic-tac-toe"
    assert str(caught.value) == f"there is no game 'chess' here, only {known}"
    with pytest.raises(NinetkaError, match=r"^5 is not a state of a known game$"):
        games.entry_for_state(5)  # type: ignore[arg-type]


# Tic-tac-toe


def test_records_read_back_in_every_form() -> None:
    begun = Game.from_state(State.from_text("x../.o./..."), "c3")
    for game in (DRAW, begun):
        record = Record(game, {"First": "Ann"}, {1: "bold"})
        for form in ("9tka", "json"):
            assert parse(record.to_form(form)) == record
    assert Record(DRAW, {}, {0: "so"}).to_text() == (
        '[Game "tic-tac-toe"]\n[Result "0-0"]\n\n'
        "{so} 1. a1 b2 2. c3 b1 3. b3 a3 4. c1 c2 5. a2 0-0\n"
    )


def test_commands_work_for_other_games(tmp_path: Path) -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    out = importlib.import_module("support.command_line").out
    file = str(tmp_path / "games.9tka")
    out("random", "--game", "tic-tac-toe", "-n", "3", "--seed", "1", "-o", file)
    assert "3 games" in out("check", file)
    assert out("show", file, "--game", "2", "--svg").startswith("<svg")
    assert "504" in out("perft", "3", "--game", "tictactoe")
    played = out("play", "--game", "tic-tac-toe", stdin="a1\na1\nb1\na2\nb2\na3\n")
    assert "Mark a free square with x, for example a3." in played
    assert "a1 is taken" in played
    assert "1-0" in played


def test_openspiel_takes_it() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    openspiel = importlib.import_module("ninetka.adapters.openspiel")
    for entry in (TIC_TAC_TOE, NIM):
        openspiel.register(entry)
    first = pyspiel.load_game("python_tictactoe")
    game = pyspiel.load_game("python_nim(heap=7)")
    for each in (first, game):
        pyspiel.random_sim_test(each, num_sims=5, serialize=True, verbose=False)
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 3, 7)
    assert str(game.new_initial_state()) == "7 0"
    if hasattr(pyspiel.Game, "action_struct_spec"):  # since OpenSpiel 2
        said = {"position": "7 0", "players": 2, "to_move": 0, "is_over": False}
        said = {**said, "legal_moves": ["1", "2", "3"]}
        assert game.new_initial_state().to_dict() == said
    assert game.new_initial_state().observation_tensor(0) == [1] * 7 + [0] * 2 + [1] * 9


@pytest.mark.deep
@pytest.mark.parametrize("start", [State(), Nim(9)])
def test_pettingzoo_and_gymnasium_take_it(start: State | Nim) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test = importlib.import_module("pettingzoo.test").api_test
        check_env = importlib.import_module("gymnasium.utils.env_checker").check_env
        api_test(importlib.import_module("ninetka.adapters.pettingzoo").env(start), num_cycles=100)
        check_env(importlib.import_module("ninetka.adapters.gymnasium").SeatEnv(start, seat=1))


@pytest.mark.deep
def test_it_is_installed_by_pip(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True, timeout=PATIENCE)
    python = str(tmp_path / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", f"{ROOT}[cli]", str(PACKAGE)],
        check=True,
        timeout=PATIENCE,
    )
    ninetka = [python, "-m", "ninetka"]
    records = subprocess.check_output(
        [*ninetka, "random", "--game", "tic-tac-toe", "-n", "5"], timeout=PATIENCE
    )
    checked = subprocess.run(
        [*ninetka, "check"], input=records, capture_output=True, check=False, timeout=PATIENCE
    )
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert b"5 games" in checked.stdout


# Nim: points that are fractions, no winner, no picture


def test_records_may_have_fractions() -> None:
    game = Game.start(NimRules(5)).play([Take(3), Take(2)])
    text = Record(game, {"First": "Ann"}, {1: "good"}).to_text()
    assert text == (
        '[Game "nim"]\n[Heap "5"]\n[First "Ann"]\n[Result "1/2--1"]\n\n1. 3 {good} 2 1/2--1\n'
    )
    assert parse(text, NIM).game == game
    (verdict,) = verify(io.StringIO(text.replace("3 {", "4 {")))
    assert str(verdict.error) == "game 1, line 6, ply 1, '4': 4 is too many"
    assert verdict.error is not None
    assert verdict.error.reason is Why.TOO_MANY
    (verdict,) = verify(io.StringIO(text.replace("1/2--1\n", "0--1\n")))
    assert "'0--1'" in str(verdict.error)


def test_what_cannot_be_drawn_is_shown_as_text() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    pettingzoo = importlib.import_module("ninetka.adapters.pettingzoo")
    env = pettingzoo.raw_env(Nim(5), render_mode="ansi")
    assert env.render() == "5 0"
    env.render_mode = "rgb_array"
    with pytest.raises(NinetkaError, match="is not a state that can be drawn"):
        env.render()
    for action in (2, 1):
        env.step(action)
    assert env.rewards == {"player_0": 0, "player_1": 0}  # nobody wins this Nim


@pytest.mark.deep
@pytest.mark.parametrize("name", ["openspiel", "pettingzoo", "gymnasium"])
def test_the_adapters_leave_out_what_they_cannot_serve(name: str) -> None:
    pytest.importorskip({"openspiel": "pyspiel"}.get(name, name), reason="it is not installed")
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "import attrs; from ninetka import games\n"
        "first = games.entry_for_name(None)\n"
        "tags = attrs.evolve(first.tags, read=lambda tags: 'a state')\n"
        "bare = attrs.evolve(first, names={'bare': {}}, identifier='bare', tags=tags)\n"
        "games.register(bare)\n"
        f"import ninetka.adapters.{name}\n"
        "print('well')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == "well\n", done.stderr


@pytest.mark.usefixtures("entry_point")
def test_a_path_is_not_a_board_of_an_installed_game() -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    from ninetka.cli.options import StartOptions
    from ninetka.cli.records import is_position

    assert is_position("x.o/.x./...")
    assert StartOptions(position="x.o/.x./...").state() == State.from_text("x.o/.x./...")
    assert not is_position("a/b/missing")
    assert is_position("11/11/2n8/11/11/11/4n6/11/11/11/11")
