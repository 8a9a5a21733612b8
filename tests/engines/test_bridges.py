"""Programs with protocols of their own, by stand-ins that are made from what is published."""

from __future__ import annotations

import shlex
import sys
import threading
from random import Random
from typing import Any

import pytest
from support.engines import acting, stand_in
from support.stand_ins import PROFILES
from support.waiting import PATIENCE

from ninetka import Game, NinetkaError, State
from ninetka.base.programs import Program
from ninetka.engines import (
    Engine,
    EngineError,
    EngineErrorKind,
    EnginePlayer,
    EngineProcess,
    GtpEngine,
    Info,
    Limit,
    OppaiEngine,
    SanmillEngine,
    process,
    protocols,
)
from ninetka.engines.sanmill import _position
from ninetka.games import entry_for_name
from ninetka.kropki import STANDARD, TERRITORY
from ninetka.morris import LASKER, MILLS, NINE_AM, TOURNAMENT_MILLS
from ninetka.morris import State as MillsState
from ninetka.play.playouts import random_game
from ninetka.players import parse_player
from ninetka.protocol.endings import EndingKind
from ninetka.tournament import arena

LIMIT = Limit(seconds=PATIENCE)


def small(columns: int = 6, rows: int = 5, **options: Any) -> Game[Any, Any]:
    entry = entry_for_name("kropki")
    start = entry.begin(ruleset="standard", columns=columns, rows=rows, **options)
    return Game.from_state(start)


def heard(engine: GtpEngine) -> list[str]:
    return engine.send("heard").splitlines()


def test_sanmill_plays_mills() -> None:
    with SanmillEngine(stand_in("sanmill")) as engine:
        assert (engine.name, engine.author) == ("TGF Mill Rust", "The Sanmill developers")
        assert engine.options["SkillLevel"].highest == 30
        assert engine.options["StrictRefereeProfile"].choices == PROFILES
        assert "Clear" not in engine.options
        engine.set("SkillLevel", "14")
        game, told = Game.start(MILLS), list[Info]()
        for _ in range(30):
            answer = engine.play(game, LIMIT, told.append)
            assert answer.move == game.state.legal_moves[0]
            assert answer.info == Info(
                depth=10,
                nodes=14832,
                values=(-12, 12),
                moves=(str(game.state.move_text(answer.move)),),
            )
            game = game.apply(answer.move)
        assert any(text.startswith("x") for text in game.move_texts)
        assert len(told) == 30


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that programs are sent."""
    lines, send = list[str](), Program.send

    def noting(self: Program, line: str) -> None:
        lines.append(line)
        send(self, line)

    monkeypatch.setattr(Program, "send", noting)
    return lines


def test_sanmill_counts_repetitions_as_the_referee_does(sent: list[str]) -> None:
    settings = [
        "setoption name ThreefoldRepetitionRule value true",
        "setoption name StrictRefereeProfile value mif-stable-moving-v1",
    ]
    for name, wanted in (("sanmill", settings), ("console", settings[:1])):
        sent.clear()
        with SanmillEngine(stand_in(name)) as engine:
            engine.play(Game.start(TOURNAMENT_MILLS), LIMIT)
        counted = [line for line in sent if "Threefold" in line or "Profile" in line]
        assert sorted(counted) == sorted(wanted)
        assert sent.index(counted[-1]) < sent.index("ucinewgame") < sent.index("position startpos")


def test_the_edition_in_c_plus_plus(sent: list[str]) -> None:
    """It has no limits but whole seconds, and is stopped when its time is over."""
    with SanmillEngine(stand_in("console")) as engine:
        assert [*engine.options] == ["SkillLevel", "MoveTime", "ThreefoldRepetitionRule"]
        game = Game.start(MILLS).play("d6 f4")
        for limit, seconds in (
            (Limit(seconds=1), 1),
            (Limit(clocks=(500, 9)), 20),
            (Limit(infinite=True), 0),
            (Limit(nodes=5), 0),
        ):
            answer = engine.play(game, limit)
            assert answer.move == game.state.legal_moves[0]
            assert answer.info == Info(
                values=(-seconds, seconds), moves=(str(game.state.move_text(answer.move)),)
            )
        assert "setoption name MoveTime value 20" in sent
        assert [line for line in sent if line.startswith("go")] == ["go"] * 4
        engine.set("MoveTime", "2")  # then the stand-in thinks until it is stopped
        stopping = threading.Timer(0.2, engine.stop)
        stopping.start()
        assert engine.play(game).move == game.state.legal_moves[0]
        assert 1 < engine.play(game, Limit(seconds=1.1)).seconds < PATIENCE


def test_sanmill_begins_in_positions(sent: list[str]) -> None:
    start = Game.start(MILLS).play("g7 d2 a7 f4 d7").state
    for name in ("sanmill", "console"):
        with SanmillEngine(stand_in(name)) as engine:
            game = Game.from_state(start)
            removal = engine.play(game, LIMIT).move
            assert removal == start.legal_moves[0]
            answer = engine.play(game.apply(removal), LIMIT)
            assert answer.move == game.apply(removal).state.legal_moves[0]
            begun = "position fen ********/**@*@***/OO*****O w p r 3 6 2 7 1 0 0 0 0 0 0 0 1"
            assert begun in sent
            assert f"{begun} moves {start.move_text(removal)}" in sent


@pytest.mark.parametrize("ruleset", [MILLS, TOURNAMENT_MILLS])
def test_positions_of_sanmill_are_ours(ruleset: Any) -> None:
    """The moves that may be repeated are shown, so that the engine counts what they repeat."""
    for seed in range(3):
        for state in random_game(Game.start(ruleset).initial_state, Random(seed)).states[:-1]:
            begun, moves = _position(state)
            there = MillsState.from_text(begun.removeprefix("fen "))
            for move in moves:
                there = there.apply(move)
            own, other = (
                (each.masks, each.hands, each.to_move, each.phase, each.quiet)
                for each in (state, there)
            )
            assert own == other
            assert not moves or there.quiet >= len(moves) == len(state.steps)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [("draw", "takes the game as drawn"), ("(none)", "takes the game as over")],
)
def test_sanmill_says_that_the_game_has_ended(said: str, sentence: str) -> None:
    code = f"""
for line in iter(input, "quit"):
    answer = {{"uci": "uciok", "isready": "readyok", "go": "info score 0 bestmove {said}"}}
    print(answer.get(line.split()[0], ""), flush=True)
"""
    with SanmillEngine([sys.executable, "-c", code]) as engine:
        with pytest.raises(EngineError, match=sentence) as caught:
            engine.play(Game.start(MILLS), LIMIT)
        assert caught.value.kind is EngineErrorKind.REFUSED


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (Limit(seconds=1), "movetime 950"),
        (Limit(nodes=5, depth=3), "nodes 5 depth 3"),
        (Limit(clocks=(50, 9)), "movetime 1950"),
        (Limit(infinite=True), "infinite"),
        (Limit(), ""),
    ],
)
def test_sanmill_is_given_its_limits(limit: Limit, said: str) -> None:
    from ninetka.engines.sanmill import _go

    assert _go(limit, 0) == f"go {said}".strip()


@pytest.mark.parametrize(
    ("kind", "name", "game", "sentence"),
    [
        (SanmillEngine, "sanmill", Game.start(NINE_AM),
         "plays Mills alone: mills and tournament-mills"),
        (SanmillEngine, "console", Game.start(LASKER), "plays Mills alone"),
        (GtpEngine, "gtp", Game.start(MILLS),
         "plays dots with automatic capture alone, not this Mills"),
        (OppaiEngine, "oppai", Game.start(TERRITORY), "plays dots with automatic capture alone"),
        (OppaiEngine, "oppai", Game.from_state(small().play("aa").state),
         "can only begin where games"),
        (GtpEngine, "gtp", Game.from_state(State.start()),
         "plays dots with automatic capture alone"),
    ],
)  # fmt: skip
def test_games_that_they_do_not_play(
    kind: type[EngineProcess], name: str, game: Game[Any, Any], sentence: str
) -> None:
    with kind(stand_in(name)) as engine:
        with pytest.raises(EngineError, match=sentence) as caught:
            engine.play(game, LIMIT)
        assert caught.value.kind is EngineErrorKind.REFUSED
        assert engine.is_running


def test_sanmill_says_what_is_wrong() -> None:
    """Here the stand-in is told that the position is one that it cannot have."""
    with SanmillEngine(stand_in("sanmill")) as engine:
        game = Game.start(MILLS).play("d6 f4")
        engine.play(game, LIMIT)
        engine._played = None
        broken = Game.from_replay(game.states, (game.moves[0], game.moves[0]))
        with pytest.raises(EngineError, match="TGF Mill Rust says: history action 1 is not legal"):
            engine.play(broken, LIMIT)
        assert engine.play(game, LIMIT).move is not None


@pytest.mark.parametrize("kind", ["gtp", "katago"])
def test_gtp_is_shown_each_dot_once(kind: str) -> None:
    """The start's dots are shown, and each move of another once."""
    with GtpEngine(stand_in(kind)) as engine:
        assert engine.name == "Stand-in"
        game = small(5, 5)
        heard(engine)
        answer = engine.play(game, LIMIT)
        assert str(answer.move) == "aa"
        game = game.play([answer.move, "ec"])
        assert str(engine.play(game).move) == "ba"
        said = heard(engine)
        assert said.count("genmove B") == 2
        assert said.count("play W E3") == 1
        assert said.count("clear_board") == 1
        crosses = ["B B4 W C4 W B3 B C3"] if kind == "katago" else ["B B4", "W C4", "W B3", "B C3"]
        verb = "set_position" if kind == "katago" else "play"
        assert [line for line in said if line.split()[-1] in {"B3", "B4", "C3", "C4"}] == [
            f"{verb} {cross}" for cross in crosses
        ]
        back = game.at(0)
        engine.play(Game.from_state(back.initial_state).play("dd"), LIMIT)
        assert "clear_board" in heard(engine)


def test_numbers_on_boards_too_wide_for_letters() -> None:
    with GtpEngine(stand_in("katago")) as engine:
        game = Game.start(STANDARD).play("zB Am")
        heard(engine)
        move = engine.play(game, Limit(clocks=(600, 600), increments=(1, 1), nodes=30)).move
        assert str(move) == "aa"
        said = heard(engine)
    assert "boardsize 39 32" in said
    assert "kata-set-rule startPos EMPTY" in said
    assert said[-6:] == [
        "play B 26-5", "play W 27-20", "kata-set-param maxVisits 30",
        "kata-time_settings fischer 600.000 1.000", "time_left B 600.000 0", "genmove B",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "limit", "said"),
    [
        ("gtp", Limit(clocks=(60, 9.5)), ["time_settings 60 0 0", "time_left B 60 0"]),
        ("gtp", Limit(seconds=3.05), ["time_settings 0 3 1"]),
        ("gtp", Limit(seconds=0.5), ["time_settings 0 1 1"]),
        ("katago", Limit(seconds=0.5), ["kata-set-param maxTime 0.450"]),
        ("gtp", Limit(nodes=5), []),
    ],
)
def test_gtp_is_given_its_limits(
    kind: str, limit: Limit, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LAG", PATIENCE)
    with GtpEngine(stand_in(kind)) as engine:
        engine.play(small(5, 5), limit)
        assert [line for line in heard(engine) if "time" in line.lower()] == said


def test_an_engine_may_ground() -> None:
    """KataGoDots does so in place of a move."""
    game = small(3, 2, grounding="yes")
    with GtpEngine(stand_in("katago")) as engine:
        answer = engine.play(game, LIMIT)
        while answer.move is not None:
            game = game.apply(answer.move)
            answer = engine.play(game, LIMIT)
        assert answer.ending is EndingKind.GROUNDING


def test_errors_of_gtp_and_moves_that_it_cannot_say() -> None:
    with GtpEngine(stand_in("gtp")) as engine:
        with pytest.raises(EngineError, match="Stand-in says to 'dance': unknown command"):
            engine.send("dance")
        with pytest.raises(EngineError, match="unknown command"):
            engine.play(small(), LIMIT)  # a board that is no square
        with pytest.raises(EngineError, match="GTP knows no unlimited thinking: give a limit"):
            engine.play(small(5, 5), Limit(infinite=True))
        with pytest.raises(NinetkaError, match="a point is written D4 or 4-4 in GTP"):
            engine._translated(small(5, 5), "I3")


def test_oppai_plays_dots() -> None:
    with OppaiEngine(stand_in("oppai")) as engine:
        game = small()
        for limit in (LIMIT, Limit(nodes=5000), Limit(clocks=(PATIENCE, PATIENCE))):
            answer = engine.play(game, limit)
            assert str(answer.move).startswith("f")  # the heaviest
            game = game.play([answer.move, f"a{'abcde'[game.ply // 2]}"])
        with pytest.raises(EngineError, match="oppai-rs has neither a stop nor a depth"):
            engine.play(game, Limit(depth=3))
        with pytest.raises(EngineError, match="oppai-rs does not take the dot aa"):
            engine._put(0, 0, 0)


OWN = [sys.executable, "-m", "ninetka", "engine"]


@pytest.mark.parametrize(
    ("kind", "command", "said", "advice"),
    [
        (Engine, stand_in("sanmill"), "info string unknown command: nep 1",
         "speaks UCI: if it is Sanmill, write sanmill:"),
        (Engine, stand_in("console"), "Unknown command: nep 1",
         "speaks UCI: if it is Sanmill, write sanmill:"),
        (Engine, stand_in("gtp"), "? unknown command", "speaks GTP: write gtp:"),
        (SanmillEngine, stand_in("gtp"), "? unknown command", "speaks GTP: write gtp:"),
        (SanmillEngine, OWN, "error there is no command 'uci'",
         "speaks the engine protocol: write engine:"),
        (GtpEngine, stand_in("console"), "Unknown command: 1 name",
         "speaks UCI: if it is Sanmill, write sanmill:"),
        (GtpEngine, OWN, "error there is no command '1'",
         "speaks the engine protocol: write engine:"),
        (OppaiEngine, stand_in("gtp"), "? unknown command", "speaks GTP: write gtp:"),
        (OppaiEngine, OWN, "error there is no command", "speaks the engine protocol: write"),
    ],
)  # fmt: skip
def test_a_program_that_speaks_another_protocol(
    kind: type[EngineProcess], command: list[str], said: str, advice: str
) -> None:
    """It is known at once, and the sentence says which prefix fits."""
    with pytest.raises(EngineError) as caught:
        kind(command)
    sentence = str(caught.value)
    assert said in sentence
    assert advice in sentence
    assert sentence.endswith(shlex.join(command))
    assert caught.value.kind is EngineErrorKind.START


def test_a_program_that_is_silent_is_asked_in_other_protocols(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocols, "_SILENCE", 0.2)
    code = "while input() != 'uci': pass\nprint('uciok', flush=True)\ninput()"
    with pytest.raises(EngineError, match=r"it says 'uciok'\. It speaks UCI"):
        Engine([sys.executable, "-c", code])
    refusing = "while input(): print('Error (unknown command): no', flush=True)"
    with pytest.raises(EngineError) as caught:
        Engine([sys.executable, "-c", refusing])
    assert str(caught.value).endswith(
        "does not speak the engine protocol: it says 'Error (unknown command): no'"
    )


def test_an_engine_that_is_slow_to_start_is_not_misjudged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it answers to the other protocols is not taken for a refusal later."""
    monkeypatch.setattr(protocols, "_SILENCE", 0.0)
    with Engine([*OWN, "--player", "random"]) as engine:
        assert engine.play(Game.start(MILLS), LIMIT).move is not None


def test_programs_that_do_not_speak_so() -> None:
    for kind in (SanmillEngine, GtpEngine, OppaiEngine):
        with pytest.raises(EngineError) as caught:
            kind(acting("+1"), timeout=0.1)
        assert caught.value.kind in {
            EngineErrorKind.TIME,
            EngineErrorKind.ENDED,
            EngineErrorKind.START,
        }


@pytest.mark.parametrize(
    ("protocol", "game"),
    [
        ("sanmill", Game.start(MILLS)),
        ("console", Game.start(MILLS)),
        ("gtp", small(5, 5)),
        ("oppai", small()),
    ],
)
def test_every_protocol_plays_in_the_arena(protocol: str, game: Game[Any, Any]) -> None:
    """A game to the end by our rules; the stand-ins for dots know none, and lose by that."""
    prefix = {"console": "sanmill"}.get(protocol, protocol)
    with EnginePlayer(f"{prefix}:{shlex.join(stand_in(protocol))}") as player:
        start: Any = game.initial_state
        record = next(arena.games(start, [player, parse_player("random")], 1, seed=1))
        assert record.game.outcome is not None
        assert record.game.ply > 10
        if prefix == "sanmill":
            assert record.tags.get("Termination") is None
