"""The tools serve any game that meets the protocol: here Nim, with draws, passes and fractions."""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
import warnings
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from operator import index
from typing import ClassVar, Self, SupportsIndex

import attrs
import pytest

from ninetka import Game, IllegalMoveError, InvalidMoveError, NinetkaError, games, protocol, rules
from ninetka.perft import perft, perft_by_move
from ninetka.records import Record, parse, verify
from ninetka.testing import check_state_laws


class Why(Enum):
    TOO_MANY = "too many"


@attrs.frozen
class Take:
    count: int


@attrs.frozen
class Result(protocol.GameOutcome):
    scores: tuple[Fraction, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return ()

    @property
    def ranking(self) -> tuple[int, ...]:
        return (0, 1)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@attrs.frozen
class Nim(protocol.ObservableState[Take]):
    """Take one to three; the points are half a point each, minus one, whoever takes.

    A plane is one row, a bit for each thing on the heap.
    """

    game: ClassVar[str] = "nim"
    action_count: ClassVar[int] = 3
    plane_shape: ClassVar[tuple[int, int]] = (1, 9)
    plane_names: ClassVar[tuple[str, ...]] = ("heap", "to move")

    heap: int
    to_move: int = 0
    players: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (0, 1)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def outcome(self) -> Result | None:
        return Result((Fraction(1, 2), Fraction(-1))) if self.is_over else None

    @property
    def legal_moves(self) -> tuple[Take, ...]:
        return tuple(Take(count) for count in range(1, min(3, self.heap) + 1))

    def is_legal(self, move: Take) -> bool:
        return move in self.legal_moves

    def apply(self, move: Take | str) -> Self:
        if isinstance(move, str):
            move = self.parse_move(move)
        if not self.is_legal(move):
            raise IllegalMoveError(f"{move.count} is too many", move, self, Why.TOO_MANY)
        return self.apply_unchecked(move)

    def apply_unchecked(self, move: Take) -> Self:
        return attrs.evolve(self, heap=self.heap - move.count, to_move=1 - self.to_move)

    def move_text(self, move: Take) -> str:
        self.apply(move)
        return str(move.count)

    def parse_move(self, text: str) -> Take:
        if not text.isdigit():
            raise InvalidMoveError(f"{text} is no number")
        move = Take(int(text))
        self.apply(move)
        return move

    def to_text(self) -> str:
        return f"{self.heap} {self.to_move}"

    @property
    def legal_actions(self) -> tuple[int, ...]:
        return tuple(map(self.action, self.legal_moves))

    def action(self, move: Take) -> int:
        self.apply(move)
        return move.count - 1

    def move(self, action: SupportsIndex) -> Take:
        if action not in range(self.action_count):
            raise InvalidMoveError(f"{action} is no action")
        return Take(index(action) + 1)

    def planes(self, seat: int) -> tuple[int, ...]:
        if seat not in self.seats:
            raise NinetkaError(f"{seat} does not play")
        return (1 << self.heap) - 1, 511 * (seat == self.to_move)

    @property
    def max_plies_left(self) -> int:
        return self.heap


@attrs.frozen
class NimRules(protocol.GameRuleset[Nim, Take]):
    game: ClassVar[str] = "nim"

    heap: int


def start(ruleset: protocol.GameRuleset[Nim, Take], players: int) -> Nim:
    if not isinstance(ruleset, NimRules) or players != 2:
        raise NinetkaError("nim is for 2")
    return Nim(ruleset.heap)


def from_tags(tags: Mapping[str, str]) -> Nim:
    return Nim(int(tags["Heap"]), int(tags.get("Turn", "0")))


def to_tags(state: Nim) -> dict[str, str]:
    tags = {"Heap": str(state.heap)}
    return {**tags, "Turn": "1"} if state.to_move else tags


NIM = rules.Rules(
    {"nim": {"Heap": "5"}},
    "nim",
    frozenset({"Heap", "Turn"}),
    start,
    from_tags,
    to_tags,
)


@pytest.fixture(autouse=True)
def nim_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "nim", NIM)


def test_the_registry_names_its_games() -> None:
    assert games.rules_for_name("nim") is NIM
    assert NimRules(5).player_counts == (2,)
    with pytest.raises(
        NinetkaError, match=r"^there is no game 'chess' here, only 9tka, .* and nim$"
    ):
        games.rules_for_name("chess")


def test_play_undo_and_redo() -> None:
    game = Game.start(NimRules(5), players=2).apply(Take(3)).apply(Take(2))
    assert game.state.is_over
    assert game.undo().state == Nim(2, 1)
    assert game.undo().redo() == game
    with pytest.raises(IllegalMoveError, match="1 is too many"):
        game.apply(Take(1))


def test_records() -> None:
    game = Game.from_state(Nim(5), [Take(3), Take(2)])
    record = Record(game, {"First": "Ann"}, {1: "good"})
    text = record.to_text()
    assert text == (
        '[Game "nim"]\n[Heap "5"]\n[First "Ann"]\n[Result "1/2--1"]\n\n1. 3 {good} 2 1/2--1\n'
    )
    assert parse(text, NIM) == record
    (verdict,) = verify(io.StringIO(text.replace("3 {", "4 {")))
    assert str(verdict.error) == "game 1, line 6, ply 1, '4': 4 is too many"
    assert verdict.error is not None
    assert verdict.error.reason is Why.TOO_MANY
    (verdict,) = verify(io.StringIO(text.replace("1/2--1\n", "0--1\n")))
    assert str(verdict.error).endswith("is said to be '0--1', but the game gives 1/2--1")


def test_perft() -> None:
    assert perft(Nim(5), 2) == 8  # 3 after one is taken, 3 after two, 2 after three
    assert perft_by_move(Nim(2), 2) == {Take(1): 1, Take(2): 0}
    with pytest.raises(NinetkaError, match=r"^a depth is 0 or more, not -1$"):
        perft(Nim(2), -1)
    with pytest.raises(NinetkaError, match=r"^a depth by move is 1 or more, not 0$"):
        perft_by_move(Nim(2), 0)


@pytest.fixture
def nim_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_GAMES", {"nim": NIM, **games._GAMES})


def test_openspiel_takes_it() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    openspiel = importlib.import_module("ninetka.adapters.openspiel")
    openspiel.register(NIM)
    game = pyspiel.load_game("python_nim(heap=7)")
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 3, 7)
    assert str(game.new_initial_state()) == "7 0"
    assert openspiel.common.described(Nim(7)) == {"position": "7 0"}
    assert game.new_initial_state().observation_tensor(0) == [1] * 7 + [0] * 2 + [1] * 9


@pytest.mark.usefixtures("nim_comes_first")
@pytest.mark.filterwarnings("ignore:Observation ")
def test_pettingzoo_and_gymnasium_take_it() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        api_test = importlib.import_module("pettingzoo.test").api_test
    pettingzoo = importlib.import_module("ninetka.adapters.pettingzoo")
    api_test(pettingzoo.env(heap=7), num_cycles=100)
    env = pettingzoo.raw_env(Nim(5), render_mode="ansi")
    assert env.render() == "5 0"
    env.render_mode = "rgb_array"
    with pytest.raises(NinetkaError, match="is not a state that can be drawn"):
        env.render()
    for action in (2, 1):
        env.step(action)
    assert env.rewards == {"player_0": 0, "player_1": 0}  # nobody wins this Nim
    check_env = importlib.import_module("gymnasium.utils.env_checker").check_env
    seat = importlib.import_module("ninetka.adapters.gymnasium").SeatEnv(heap=9, seat=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(seat)


def test_the_test_kit_passes_it() -> None:
    check_state_laws(Nim(9))


@pytest.mark.parametrize("name", ["openspiel", "pettingzoo", "gymnasium"])
def test_the_adapters_leave_out_what_they_cannot_serve(name: str) -> None:
    pytest.importorskip({"openspiel": "pyspiel"}.get(name, name), reason="it is not installed")
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "import attrs; from ninetka import games\n"
        "bare = attrs.evolve(games.rules_for_name(None), names={'bare': {}}, identifier='bare',\n"
        "    from_tags=lambda tags: 'a state')\n"
        "games.register(bare)\n"
        f"import ninetka.adapters.{name}\n"
        "print('well')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "well\n", done.stderr
