"""What any bytes must do to the readers of Kropki's texts: be read, or raise NinetkaError.

What is read is written again, and read back to the same. `tests/support/fuzz_targets.py` has these
among its targets, and says how they are run.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random

import attrs

from kropki.reference import RealGame, real_games
from ninetka import Game, NinetkaError
from ninetka.kropki import (
    KROPKI,
    STANDARD,
    TERRITORY,
    Capture,
    Move,
    Passing,
    Place,
    Region,
    Ruleset,
    Seat,
    Setup,
    Start,
    State,
)
from ninetka.records import AnyRecord, Clock, Record, Variation, parse, verify
from ninetka.simulate import random_game

CUSTOM = Ruleset("custom", 6, 5, Capture.AUTOMATIC, Start.CROSS)
STOPPING = Ruleset(
    "stopping", 6, 4, Capture.AUTOMATIC, Start.FOUR_CROSSES, Passing.FOR_GOOD, 0.5, grounding=True
)


def replayed(game: RealGame) -> Game[State, Move]:
    """A real game up to where the players stopped."""
    ruleset = attrs.evolve(TERRITORY, columns=game.columns, rows=game.rows)
    dots = {Place(name).point: Seat(seat) for name, seat in game.dots.items()}
    start = State.from_setup(Setup(dots, (), Seat(game.first), ruleset))
    return Game.from_state(start, game.moves)


REAL = [replayed(game) for game in real_games() if game.columns == 20]
RANDOM = [
    random_game(State.start(attrs.evolve(ruleset, columns=columns, rows=rows)), Random(columns))
    for ruleset in (TERRITORY, STANDARD)
    for columns, rows in ((5, 6), (8, 7))
]
HALF_DRAWN = State.from_text("7/2xxx2/1xo1ox1/2xxx2/o1xox1o/7 x territory x:bccdddedfcebdbcbbc")
"""One region is drawn, another lacks a dot."""
SECOND = RANDOM[0].states[1]
RECORDS = [
    Record(REAL[0].agree(), {"First": "Ann", "BL": "9", "Site": "ąę"}, {0: "a", 9: "b] BL[1]"}),
    Record(REAL[1].resign(), {"Rules": "territory"}),
    Record(REAL[2].resign(0)),
    Record(
        RANDOM[0],
        {},
        {},
        {1: [2, 7]},
        {2: Clock(timedelta(seconds=9.5))},
        {
            2: [
                Variation(
                    Game.from_state(RANDOM[0].states[1], [RANDOM[0].states[1].some_moves[-1]])
                )
            ]
        },
    ),
    *(Record(game, {"Date": "2026"}, {game.ply: "end"}) for game in RANDOM[2:]),
    Record(Game.from_state(State.start(CUSTOM), "aa bb")),
    Record(Game.from_state(State.start(STOPPING), "aa pass fa"), {}, {0: "a", 2: "B pressed STOP"}),
    Record(Game.from_state(State.start(STOPPING), "aa").ground(0)),
    Record(Game.from_state(HALF_DRAWN, "df.ceddeedfce aa").agree()),
]
WITH_CHAINS = [
    (state, move)
    for game in (*REAL, Game.from_state(HALF_DRAWN, "df.ceddeedfce"))
    for state, move in zip(game.states, game.moves, strict=False)
    if isinstance(move, Place) and move.chains
][::2]
STATES = [state for state, _ in WITH_CHAINS] + [
    state for game in RANDOM for state in game.states[::15]
]

STOPS = "Punish=0,Holes=1,AddTurn=0,MustSurr=1,MinArea=1,Pass=0,Stop=1,LastSafe=0,ScoreTerr=0"
"""RU of a game in which players may stop (K24)."""
POOL = ";B[cb];W[ga];B[bc];W[gb];B[dc];W[gc];B[cd];W[gd]"
"""Moves after which an agreed game is worth more than the score."""


def sgf(data: bytes) -> bool:
    """Read a source that begins as SGF does; return whether any of its games is good."""
    source = b"(;" + data
    verdicts = [*verify(io.BytesIO(source))]
    for verdict in verdicts:
        assert (verdict.record is None) == (verdict.error is not None)
        if verdict.error is not None:
            assert str(verdict.error)
        if verdict.record is not None:
            for form in ("sgf", "9tka", "json"):
                assert parse(verdict.record.to_form(form)) == verdict.record
    records = [verdict.record for verdict in verdicts if verdict.record is not None]
    if len(verdicts) == len(records) == 1:
        assert parse(source.decode("utf-8", "surrogateescape")) == records[0]
    return bool(records)


def check_sgf_of(record: AnyRecord) -> None:
    """Check that a record of Kropki reads back from SGF, or cannot be SGF."""
    start = record.game.initial_state
    if not isinstance(start, State):
        return
    try:
        text = record.to_form("sgf")
    except NinetkaError as error:
        assert start.regions or start.passes
        assert str(error)
        return
    again = parse(text)
    assert again == record


def kropki(data: bytes) -> bool:
    """Read a text of a position, chain, tags or move, of which the first byte says."""
    text = data[1:].decode("utf-8", "surrogateescape")
    return KINDS[data[0] % len(KINDS)](text) if data else False


def position(text: str, ruleset: Ruleset | None) -> bool:
    """Read a position text; one that is good is written as it is read, and can be played on."""
    try:
        state = State.from_text(text, ruleset)
    except NinetkaError as error:
        assert str(error)
        return False
    check_position(state)
    places = [Place(point) for point in state.free]
    for place in places[:: len(places) // 3 + 1]:
        check_position(state.apply(Place(place.point, state.legal_chains(place.point))))
    return True


def check_position(state: State) -> None:
    """Check what holds of every position."""
    assert State.from_text(state.to_text(), state.ruleset) == state
    assert State.from_setup(state.to_setup()) == state
    owners = {point: state.owner_of(point) for point in state.board.points}
    without_dot = owners.keys() - state.dots.keys()
    assert {*state.free} == {point for point in without_dot if owners[point] is None}
    captured = [dot for dot in state.dots if owners[dot] is state.dots[dot].other]
    assert sum(state.scores) == len(captured)
    assert state.is_over == (not state.free) == (state.outcome is not None)
    assert sum(state.settlement().scores) >= sum(state.scores)


def chain(text: str) -> bool:
    """Read a chain; one that is good is the same from any dot in either direction (K15)."""
    for state in STATES[::9]:
        with suppress(NinetkaError):
            state.check_chain(text)
    try:
        region = Region(Seat.FIRST, text)
    except NinetkaError as error:
        assert str(error)
        return False
    dots = region.chain
    assert Region(Seat.FIRST, (dots[3:] + dots[:3])[::-1]) == region
    assert Region(Seat.FIRST, str(region)[2:]) == region
    assert region.inside.isdisjoint(dots)
    assert Place("aa", [text]).chains == (dots,)
    return True


def tags(text: str) -> bool:
    """Read the tags of the start of a game, `Name=value` on each line."""
    given = dict(line.partition("=")[::2] for line in text.split("\n"))
    try:
        state = KROPKI.tags.read(given)
    except NinetkaError as error:
        assert str(error)
        return False
    assert KROPKI.tags.read(KROPKI.tags.write(state)) == state
    return True


def move(state: State, text: str) -> bool:
    """Read a text of a move; only legal moves are read."""
    try:
        known = state.parse_move(text)
    except NinetkaError as error:
        assert str(error)
        return False
    assert state.is_legal(known)
    assert state.parse_move(state.move_text(known)) == known
    after = state.apply(text)
    assert after == state.apply(known)
    assert State.from_text(after.to_text(), after.ruleset) == after
    return True


KINDS: list[Callable[[str], bool]] = [
    lambda text: position(text, None), lambda text: position(text, CUSTOM), chain, tags,
    *(partial(move, state) for state in STATES),
]  # fmt: skip


def real_sgf() -> list[bytes]:
    """Well-formed files, without their first two bytes."""
    texts = [record.to_form("sgf") for record in RECORDS[:-1]]
    texts += ["".join(texts[3:]).replace("\n", ""), "\n".join(texts[3:])]
    texts += [
        texts[3].replace("UTF-8", "windows-1251").replace("FF", "PB[Пётр]FF"),
        # as other programs write them
        "(;SZ[7:6]GM[40]RU[russian]AB[cc]AW[dd]PL[W]C[first]KM[0]BL[7];W[aa]N[x][y]\n(;B[ab])(;B[ba]))",
        "(;GaMe[40]SiZe[5]RU[MustSurr=1,MinArea=0]RE[B+1];B[cb];W[cc];B[bc];W[aa];B[dc];W[ba]"
        ";B[cd.cbbccddccb];W[ab])",
        "(;GM[40]SZ[5]NAG[9];B[aa]TE[1]BL[9.5](;W[bb])(;C[x];W[cc](;B[dd])(;B[ee]IT[]WL[1])))",
        "(;GM[40]SZ[5]RE[B+R]TAG[a:b];B[cb];W[cc];B[bc];W[aa];B[dc];W[ba];B[cd];W[ab])",
        f"(;GM[40]SZ[7:6]RE[B+1]{POOL};TB[.cbbccddccb]TW[])",
        f"(;GM[40]SZ[7:6]RE[0]{POOL})",
        # stops, a run of dots in one node, grounding, komi, passes (K18-K24)
        f"(;GM[40]SZ[5]RU[{STOPS}]RE[B+1];B[cb];W[cc];B[bc]BL[9]C[Hm.\nW pressed STOP];B[dc][cd])",
        "(;GM[40]SZ[5]RU[russian]RE[B+1];B[cb];W[cc];B[bc][dc][cd.bccbdccdbc])",
        "(;GM[40]SZ[5]RU[russian]RE[B+G]TAG[Grounding:yes];B[aa];W[cc];B[ba])",
        "(;GM[40]SZ[5]RU[russian]KM[0.5]RE[B+0.5]AB[cc];W[bb];B[aa];W[])",
        "(;GM[40]SZ[2]RU[MustSurr=1,Pass=1];B[aa];W[];B[ba];W[resign])",
        "(;GM[40]CA[UTF-8]SZ[6:5]RE[W+R];B[cb];W[cc];B[bc];W[aa];B[dc];W[ba];B[cd.cbbccddccb])",
    ]
    return [
        text.encode("cp1251" if "windows" in text else "utf-8").removeprefix(b"(;")
        for text in texts
    ]


def real_texts() -> list[bytes]:
    """Texts of positions, chains, tags and moves as they should be, each after its number."""
    custom = State.start(CUSTOM)
    texts = [(0, state.to_text()) for state in STATES]
    texts += [(1, state.to_text()) for state in random_game(custom, Random(7)).states][::5]
    texts += [(2, str(region)[2:]) for state in STATES[-1:] for region in state.regions]
    starts = [HALF_DRAWN, custom, STATES[-1], RANDOM[0].initial_state]
    texts += [
        (3, "\n".join(f"{name}={value}" for name, value in KROPKI.tags.write(state).items()))
        for state in starts
    ]
    texts += [
        (4 + number, f"{state.free[0]}{'.' if chain else ''}{chain}")
        for number, state in enumerate(STATES)
        if state.free
        for chain in ["", *(str(Place("aa", [chain]))[3:] for chain in state.legal_chains())]
    ]
    texts += [(4 + number, str(move)) for number, (_, move) in enumerate(WITH_CHAINS)]
    return [chr(number).encode() + text.encode() for number, text in texts]
