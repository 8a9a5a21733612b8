"""Writes tests/data/collections: games in the formats of sites and programs, made by play.

python tests/data/make_collections.py. Computer players make the moves from fixed seeds; the layout
of each file is written here, by hand, and not by the code that reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs

from ninetka import NESTORGAMES, WIKI, Game, State
from ninetka.kropki import PASS, STANDARD, TERRITORY, Pass, Passing, Start
from ninetka.kropki import Ruleset as DotsRuleset
from ninetka.kropki import State as Dots
from ninetka.kropki.sgf.writing import pools
from ninetka.morris import MILLS, NINE_AM, PUBLISHED
from ninetka.morris import State as Mills
from ninetka.players import Greedy, RandomPlayer
from ninetka.protocol.endings import Ending, EndingKind
from ninetka.records import Record

HERE = Path(__file__).parent / "collections"
SETTINGS = (
    "Punish=0,Holes=1,AddTurn=0,MustSurr={must},MinArea={must},Pass=0,Stop={stop},LastSafe=0,"
    "ScoreTerr=0,InstantWin=0"
)
DECLARED = SETTINGS.format(must=0, stop=0)
AUTOMATIC = SETTINGS.format(must=1, stop=0)
NO_TERRITORY = SETTINGS.format(must=1, stop=1)
PEOPLE = ("Ann", "Ben", "Zoë", "Łukasz", "Пётр", "Eve", "Frank")


def played(
    start: Any, seed: int, most: int = 10_000, greedy: float = 0.7, moves: str = ""
) -> Game[Any, Any]:
    """A game, from some moves on, of players that mostly take what gains most, and never pass."""
    rng, game = Random(seed), Game.from_state(start, moves)
    while not game.is_over and game.ply < most:
        player = Greedy() if rng.random() < greedy else RandomPlayer()
        move = player.choose(game.state, rng)
        while move == PASS:
            move = player.choose(game.state, rng)
        game = game.play([move])
    return game


def alone(game: Game[Any, Any], seed: int, count: int) -> Game[Any, Any]:
    """The game after the player to move has stopped, and the other has placed some dots (K24)."""
    rng, game = Random(seed), game.play([PASS])
    for _ in range(count):
        move = Greedy().choose(game.state, rng)
        dots = [each for each in game.state.legal_moves if each != PASS]
        game = game.play([rng.choice(dots) if move == PASS else move])
    return game


# Kropki as SGF


def dots(columns: int, rows: int, base: DotsRuleset = STANDARD, **fields: Any) -> Dots:
    return Dots.start(attrs.evolve(base, columns=columns, rows=rows, **fields))


def chain(text: str, rng: Random) -> str:
    """A chain as sites have it: from any dot, in either direction."""
    points = [text[at : at + 2] for at in range(0, len(text) - 2, 2)]
    at = rng.randrange(len(points))
    points = points[at:] + points[:at]
    points = points[:: rng.choice((1, -1))]
    return "".join([*points, points[0]])


def nodes(game: Game[Any, Any], seed: int, chains: bool = True) -> list[tuple[str, str]]:
    """The colour and the text of each move; passes are left out."""
    rng, found = Random(seed), []
    for before, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        drawn = after.regions[len(before.regions) :] if chains else ()
        own = [str(region)[2:] for region in drawn if region.seat is before.to_move]
        if not isinstance(move, Pass):
            texts = [move.point.name, *(chain(each, rng) for each in own)]
            found.append(("BW"[before.to_move], ".".join(texts)))
    return found


def result(game: Game[Any, Any]) -> str:
    ending = game.ending
    if ending is not None and ending.kind in (EndingKind.RESIGNATION, EndingKind.TIME):
        letter = "R" if ending.kind is EndingKind.RESIGNATION else "T"
        return f"{'WB'[ending.seat or 0]}+{letter}"
    outcome = game.outcome or game.state.settlement()
    margin = outcome.scores[0] - outcome.scores[1]
    return f"{'BW'[margin < 0]}+{abs(float(margin)):g}" if margin else "0"


def set_up(game: Game[Any, Any]) -> str:
    found = ""
    for seat, name in enumerate(("AB", "AW")):
        points = [point.name for point, own in game.initial_state.dots.items() if own == seat]
        found += name + "".join(f"[{point}]" for point in points) if points else ""
    return found


def size(game: Game[Any, Any]) -> str:
    ruleset = game.initial_state.ruleset
    columns, rows = ruleset.columns, ruleset.rows
    return f"SZ[{columns}]" if columns == rows else f"SZ[{columns}:{rows}]"


def zagram(
    game: Game[Any, Any], seed: int, rules: str, chains: bool = True, more: str = "", end: str = ""
) -> str:
    """A file of zagram.org: one line, with the time left after each move."""
    rng = Random(seed)
    first, second = rng.sample(PEOPLE, 2)
    left = [72.0, 75.0]
    text = (
        f"(;FF[4]GM[40]CA[UTF-8]AP[zagram.org]{size(game)}RU[{rules}]{set_up(game)}{more}"
        f"PB[{first}]PW[{second}]TM[60]OT[0+7]BL[72]WL[75]DT[2024-0{seed % 9 + 1}-17]"
        f"RE[{result(game)}]BR[1{rng.randrange(999):03}]WR[1{rng.randrange(999):03}]"
    )
    moves = iter(nodes(game, seed, chains))
    for state, made in zip(game.states, game.moves, strict=False):
        seat = state.to_move
        if isinstance(made, Pass):
            text += f"C[{'BW'[seat]} pressed STOP]"
            continue
        colour, move = next(moves)
        left[seat] = round(max(0.1, left[seat] - rng.choice((0, 0, 0.6, 4.9))), 1)
        text += f";{colour}[{move}]{colour}L[{left[seat]:g}]"
    return f"{text}{end})\n"


def closed(game: Game[Any, Any]) -> str:
    """The pools that both close at an agreed end (K13)."""
    found = ""
    for seat, name in ((0, "TB"), (1, "TW")):
        chains = [str(region)[2:] for region in pools(game.state, game.state.seats[seat])]
        found += f"{name}[{''.join(f'.{each}' for each in chains)}]"
    return f";{found}"


def of_2008(game: Game[Any, Any], seed: int) -> str:
    """A file of the first sites: no rules, two moves a line, a result in points."""
    moves = nodes(game, seed)
    lines = [
        f"(;FF[4]GM[40]CA[UTF-8]\n{size(game)}",
        "PB[nick\\]one]BR[1200]",
        "PW[nick two]WR[1532]",
    ]
    lines += ["DT[2008-12-24 23:34:21]", "AP[kropki.example:0001]", f"RE[{result(game)}]"]
    for at in range(0, len(moves), 2):
        lines.append("".join(f";{colour}[{move}]" for colour, move in moves[at : at + 2]))
    return "\n".join(lines) + ")\n"


def playdots(game: Game[Any, Any], seed: int, comment: str) -> str:
    """A file of playdots.ru: all dots after a stop are in one node."""
    text = (
        "(;AP[Спортивные Точки (playdots.ru)]GM[40]FF[4]CA[UTF-8]"
        f"{size(game)}RU[russian]PB[Руслан]PW[Костя]BR[Третий разряд, 1324]WR[Первый разряд, 1551]"
        f"TM[300]OT[25 sec / move]DT[2016-11-12 19:54:00]EV[турнир]C[{comment}]"
        f"RE[{result(game)}]SO[https://playdots.ru/game-info/?id={seed}]{set_up(game)}"
    )
    moves = nodes(game, seed, chains=False)
    stop = next((ply for ply, move in enumerate(game.moves) if isinstance(move, Pass)), len(moves))
    text += "".join(f";{colour}[{move}]" for colour, move in moves[:stop])
    if moves[stop:]:
        text += f";{moves[stop][0]}" + "".join(f"[{move}]" for _, move in moves[stop:])
    return f"{text})\n"


def notago(game: Game[Any, Any], seed: int) -> str:
    """A file of notAgo: grounding is only in the result."""
    assert game.outcome is not None
    winner = "BW"[game.outcome.winners[0]]
    text = "\n(;FF[4]GM[40]CA[UTF-8]\n\nAP[notAgo:4.2.4]\nPC[https://t.me/notAgo]\nDT[2023-09-02]\n"
    text += (
        f"\nPB[timostar]BR[1000]\nPW[Test]WR[2271]\n\nRE[{winner}+G]\nRU[Особый]\n{size(game)}\n"
    )
    text += f"TM[240]\nOT[20 sec / move]\n\n{set_up(game)}\n\n"
    moves = nodes(game, seed, chains=False)
    return text + "".join(f";{colour}[{move}]{colour}L[240]" for colour, move in moves) + "\n)\n"


def dots_game(game: Game[Any, Any], seed: int) -> str:
    """A file of DotsGame: a move without a dot is grounding."""
    text = (
        f"(;GM[40]FF[4]AP[DotsGame]{size(game)}{set_up(game)}RU[InitPosGenType=1]RE[{result(game)}]"
    )
    text += "".join(f";{colour}[{move}]" for colour, move in nodes(game, seed, chains=False))
    if game.ending is not None:
        ends = {EndingKind.GROUNDING: "", EndingKind.RESIGNATION: "resign"}[game.ending.kind]
        text += f";{'BW'[game.ending.seat or 0]}[{ends}]"
    return f"{text})\n"


def katago(game: Game[Any, Any], seed: int) -> str:
    """A file of KataGo for Dots, with komi."""
    text = f"(;FF[4]AP[katago]GM[40]{size(game)}PB[dotsgame-s7866496]PW[dotsgame-s7782144]"
    text += f"KM[{float(game.initial_state.ruleset.komi):g}]"
    text += f"RU[dotsCaptureEmptyBase0startPosIsRandom1sui1]RE[{result(game)}]{set_up(game)}"
    text += "C[startTurnIdx=0,initTurnNum=4,gtype=normal]"
    moves = nodes(game, seed, chains=False)
    return (
        text + "".join(f";{colour}[{move}]C[0.51 0.49 v={seed}]" for colour, move in moves) + ")\n"
    )


def kropki_declared() -> dict[str, str]:
    games = [played(dots(15, 15, TERRITORY), seed, 90 + 12 * seed, 0.8) for seed in range(8)]
    games = [
        games[0].agree(), games[1].agree(), games[2].agree(), games[3].resign(),
        games[4].time_out(), games[5].resign(), games[6].agree(), games[7].agree(),
        played(dots(9, 7, TERRITORY), 8),
        played(dots(20, 20, TERRITORY, start=Start.CROSS), 9, 150).resign(0),
    ]  # fmt: skip
    sites = [
        zagram(game, seed, DECLARED, end=closed(game) if seed < 3 else "")
        for seed, game in enumerate(games[:6])
    ]
    old = [of_2008(game, seed) for seed, game in enumerate(games[6:9], 6)]
    crossed = zagram(games[9], 9, DECLARED, more="EV[Liga, sezon 10]RO[liga 2]")
    return {"zagram.sgf": "".join([*sites, crossed]), "of-2008.sgf": "\n".join(old)}


def kropki_automatic() -> dict[str, str]:
    cross = played(dots(39, 32, start=Start.RIGHT_CROSS), 1, 120).resign()
    stops: dict[str, Any] = {"passing": Passing.FOR_GOOD, "start": Start.RIGHT_CROSS}
    stopped = alone(played(dots(15, 15, **stops), 2, 110), 2, 9).play([PASS])
    gives_up = alone(played(dots(13, 12, **stops), 3, 60), 3, 4).resign()
    in_one_node = alone(played(dots(15, 15, **stops), 4, 121), 4, 12).play([PASS])
    first = "ff gf gg fg hg hf if ig"  # two crosses
    two = played(dots(14, 12, start=Start.EMPTY), 5, 80, moves=first).resign()
    four = played(dots(20, 20, start=Start.FOUR_CROSSES, grounding=True), 6, 90).ground()
    single = played(dots(9, 9, start=Start.DOT, grounding=True), 7, 35)
    return {
        "zagram.sgf": "".join(
            [
                zagram(played(dots(9, 10), 8), 8, AUTOMATIC),
                zagram(played(dots(10, 9), 9), 9, AUTOMATIC, chains=False),
                zagram(cross, 1, AUTOMATIC, more="EV[Puchar]"),
                zagram(stopped, 2, NO_TERRITORY),
                zagram(gives_up, 3, NO_TERRITORY, chains=False),
            ]
        ),
        "playdots.sgf": playdots(in_one_node, 4, "без территории, заземление")
        + playdots(two, 5, "без территории, двойной скрест"),
        "notago.sgf": notago(four, 6),
        "dotsgame.sgf": dots_game(single.end(Ending(EndingKind.GROUNDING, single.state.to_move)), 7)
        + dots_game(single.resign(), 7),
        "katago.sgf": katago(played(dots(8, 7, komi=0.5), 10), 10),
    }


# The other games, as they are written here


def club(games: Sequence[Game[Any, Any]]) -> str:
    """Games in the own form, with names, as a club keeps them."""
    found = []
    for number, game in enumerate(games):
        names = dict(zip(("First", "Second", "Third", "Fourth", "Fifth"), PEOPLE, strict=False))
        seats = {seat: names[seat] for seat in [*names][: game.state.players]}
        tags = {"Event": "Club evening", "Round": str(number + 1), **seats}
        comments = {game.ply: "Good game."} if number % 3 == 0 else {}
        found.append(Record(game, tags, comments).to_text())
    return "\n".join(found)


def nine() -> dict[str, str]:
    starts = [(NESTORGAMES, 2), (NESTORGAMES, 3), (NESTORGAMES, 4), (WIKI, 2), (WIKI, 3), (WIKI, 4)]
    starts += starts[:4]
    games = [played(State.start(*start), seed) for seed, start in enumerate(starts)]
    return {
        "club.9tka": club(games[:6]),
        "club.jsonl": "".join(Record(game).to_json() for game in games[6:]),
    }


def nine_am() -> dict[str, str]:
    games = [played(Mills.start(NINE_AM, 3 + seed % 3), seed) for seed in range(10)]
    return {
        "club.9tka": club(games[:6]),
        "club.jsonl": "".join(Record(game).to_json() for game in games[6:]),
    }


def typed(text: str) -> str:
    """A record as people type it: capital letters, dashes of word processors, one turn a line."""
    tags, moves = text.split("\n\n", 1)
    moves = " ".join(moves.split()).replace("-", "\N{EN DASH}")
    for letter in "abcdefg":
        moves = moves.replace(letter, letter.upper())
    lines = moves.replace("X", "x").replace(". ", ".", 3).split(" ")
    rows = (" ".join(lines[at : at + 7]) for at in range(0, len(lines), 7))
    return "\n".join([tags, "", *rows, ""])


def joined(game: Game[Any, Any]) -> list[str]:
    """The moves with each removal in the word of the move before it."""
    words: list[str] = []
    for move in game.move_texts:
        if move.startswith("x"):
            words[-1] += move
        else:
            words.append(move)
    return words


def by_turn(words: Sequence[str], between: str) -> str:
    turns = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
    return between.join(f"{number}. {turn}" for number, turn in enumerate(turns, 1))


def sanmill(game: Game[Any, Any], seed: int) -> str:
    """A file of Sanmill."""
    tags = {
        "Event": "Sanmill-Game", "Site": "Sanmill", "Date": f"2026.7.{seed}", "Round": "1",
        "White": "Human", "Black": "AI",
        "Result": {0: "1-0", 1: "0-1"}[int(game.outcome.winners[0])] if game.outcome else "*",
        "Variant": "Nine Men's Morris", "PlyCount": str(game.ply),
    }  # fmt: skip
    words = joined(game)
    lines = [f'[{name} "{text}"]' for name, text in tags.items()]
    return "\n".join([*lines, "", by_turn(words, "\n"), tags["Result"], "", ""])


def by_rows(game: Game[Any, Any]) -> str:
    """A list as on PlayOK: the fields are numbered row by row from the upper left."""
    rows = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    text = by_turn(joined(game), " ")
    for number, field in enumerate(rows.split(), 1):
        text = text.replace(field, str(number))
    return f"{text} *\n" if not game.is_over else f"{text} {game.outcome}\n"


def mills() -> dict[str, str]:
    games = [played(Mills.start(MILLS, 2), seed, greedy=0.9) for seed in range(10)]
    own = [Record(game).to_text() for game in games]
    return {
        "club.9tka": club(games[:4]),
        "typed.9tka": "\n".join(map(typed, own[4:7])),
        "club.jsonl": "".join(Record(game).to_json() for game in games[7:]),
        "sanmill.pgn": "".join(sanmill(game, seed) for seed, game in enumerate(games[:5], 1)),
        "playok.txt": "\n".join(map(by_rows, games[5:8])),
        "forum.txt": f"{by_turn(joined(games[8]), chr(10))}\n{games[8].outcome}\n",
    }


def presets() -> Iterator[tuple[str, dict[str, str]]]:
    """Each other published ruleset of mill games."""
    for name, ruleset in PUBLISHED.items():
        if ruleset not in (MILLS, NINE_AM):
            games = [played(Mills.start(ruleset, 2), seed, greedy=0.5) for seed in range(10)]
            yield name, {"club.9tka": club(games)}


KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "nine": nine, "kropki-declared": kropki_declared, "kropki-automatic": kropki_automatic,
    "nine-am": nine_am, "mills": mills,
}  # fmt: skip


def main() -> None:
    """Write all collections but the README."""
    for kind, files in (*((kind, make()) for kind, make in KINDS.items()), *presets()):
        folder = HERE / kind
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
