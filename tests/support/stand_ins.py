"""Stand-ins for programs that no registry has, made from their published protocols.

The argument says which. Moves are the first that are legal by ninetka's rules, and a move that the
host shows must be legal too.

`sanmill`  docs/UCI_CLI_BRIDGE.md of Sanmill
`console`  the older edition in C++ that Sanmill's docs/BUILD_CONSOLE_ENGINE.md builds
`oppai`    protocol/src/lib.rs and its loop in oppai-rs
`gtp`      the specification of GTP, version 2
`katago`   the same with the commands and points of KataGoDots (docs/GTP_Extensions.md)
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from ninetka import NinetkaError, morris

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def say(line: str) -> None:
    print(line, flush=True)


class Grid:
    """A board of dots without rules of its own: what is on it, and what is free."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.dots: list[tuple[str, int, int]] = []

    @property
    def free(self) -> list[tuple[int, int]]:
        taken = {(x, y) for _, x, y in self.dots}
        places = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        return [place for place in places if place not in taken]

    def put(self, player: str, x: int, y: int) -> bool:
        is_free = (x, y) in self.free
        if is_free:
            self.dots.append((player, x, y))
        return is_free


PROFILES = ("sanmill-live-v1", "mif-stable-moving-v1")


def placed(words: list[str]) -> tuple[morris.State, list[str]]:
    """The state with which a `position` begins, and its moves."""
    begun, moves = words, list[str]()
    if "moves" in words:
        begun, moves = words[: words.index("moves")], words[words.index("moves") + 1 :]
    if begun == ["startpos"]:
        return morris.State.start(morris.MILLS), moves
    return morris.State.from_text(" ".join(begun[1:])), moves


def console() -> None:
    """It ignores what follows `go`, and moves that are not legal."""
    state, seconds, is_thinking = morris.State.start(morris.MILLS), "1", False
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name Sanmill 4")
                say("option name Debug Log File type string default ")
                say("option name SkillLevel type spin default 1 min 0 max 30")
                say("option name MoveTime type spin default 1 min 0 max 60")
                say("option name ThreefoldRepetitionRule type check default true")
                say("uciok")
            case ["isready"]:
                say("readyok")
            case ["setoption", "name", "MoveTime", "value", seconds]:
                pass
            case ["setoption", "name", name, "value", _]:
                if name not in {"SkillLevel", "ThreefoldRepetitionRule"}:
                    say(f"No such option: {name}")
            case ["position", *words]:
                state, moves = placed(words)
                for move in moves:
                    state = state.apply(move)
            case ["ucinewgame"]:
                pass
            case ["go", *_] if seconds == "2":
                is_thinking = True
            case ["stop"] if not is_thinking:
                pass
            case ["go" | "stop", *_]:
                say("info debug trap_check")
                move = state.move_text(state.legal_moves[0])
                say(f"info score {-int(seconds)} aimovetype perfect bestmove {move}")
                is_thinking = False
            case ["quit"]:
                return
            case _:
                say(f"Unknown command: {line.strip()}")


def sanmill() -> None:
    state, refused, strict = morris.State.start(morris.MILLS), False, False
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name TGF Mill Rust")
                say("id author The Sanmill developers")
                say("option name SkillLevel type spin default 1 min 0 max 30")
                say("option name Clear Hash type button")
                say("option name StrictFailurePolicy type check default false")
                say("option name ThreefoldRepetitionRule type check default true")
                say("option name PerfectDatabasePath type string default <empty>")
                profiles = " ".join(f"var {name}" for name in PROFILES)
                say(f"option name StrictRefereeProfile type combo default {PROFILES[0]} {profiles}")
                say("uciok")
            case ["isready"]:
                say("readyok")
            case ["setoption", "name", "StrictFailurePolicy", "value", value]:
                strict = value == "true"
            case ["setoption" | "ucinewgame", *_]:
                pass
            case ["position", *words]:
                refused = False
                state, moves = placed(words)
                for at, move in enumerate(moves):
                    try:
                        state = state.apply(move)
                    except NinetkaError:
                        refused = True
                        message = f"history action {at} is not legal in its replay state"
                        error = {"code": "position_history_illegal_action", "message": message}
                        assert strict
                        say(f"info string sanmill_error {json.dumps(error)}")
                        break
            case ["go", *limits]:
                say(f"info string limits {' '.join(limits)}")
                if refused:
                    say('info string sanmill_error {"message": "position_unavailable"}')
                else:
                    move = state.move_text(state.legal_moves[0])
                    say(f"info depth 10 score cp -12 nodes 14832 bestmove {move}")
            case ["stop"]:
                say("info score 0 bestmove none")
            case ["quit"]:
                return
            case _:
                say(f"info string unknown command: {line.strip()}")


def oppai() -> None:
    grid = Grid(1, 1)
    say("a line of the log")
    for line in sys.stdin:
        request: Any = json.loads(line)
        match request:
            case {"command": "Init", "width": int(width), "height": int(height)}:
                grid = Grid(width, height)
                answer: dict[str, Any] = {}
            case {"command": "PutPoint", "coords": {"x": x, "y": y}, "player": player}:
                assert player in {"Red", "Black"}
                answer = {"put": grid.put(player, x, y)}
            case {"command": "Analyze", "player": player, "constraint": constraint}:
                assert constraint["type"] in {"Time", "Complexity"}
                assert isinstance(
                    constraint["value"], int if constraint["type"] == "Time" else float
                )
                found = [{"coords": {"x": x, "y": y}, "weight": 1.0 * x} for x, y in grid.free]
                answer = {"moves": found}
            case _:
                raise AssertionError(line)
        say(json.dumps({"command": request["command"], **answer}))


class Gtp:
    """Both kinds of GTP; points are numbered where the board has numbers."""

    def __init__(self, numbered: bool) -> None:
        self.numbered = numbered
        self.grid, self.rules = Grid(19, 19), {"startPos": "CROSS"}
        self.heard: list[str] = []

    def written(self, x: int, y: int) -> str:
        row = self.grid.rows - y
        return f"{x + 1}-{row}" if self.numbered else f"{LETTERS[x]}{row}"

    def read(self, vertex: str) -> tuple[int, int]:
        if numbers := re.fullmatch(r"(\d+)-(\d+)", vertex):
            return int(numbers[1]) - 1, self.grid.rows - int(numbers[2])
        return LETTERS.index(vertex[0]), self.grid.rows - int(vertex[1:])

    def answer(self, command: str, words: list[str]) -> str:
        self.heard.append(" ".join([command, *words]))
        extended = ["set_position", "kata-set-rule", "kata-set-param", "kata-time_settings"]
        match command, words:
            case "name", []:
                return "Stand-in"
            case "list_commands", []:
                usual = ["name", "play", "genmove", "boardsize", "clear_board", "heard"]
                return "\n".join([*usual, *(extended if self.numbered else [])])
            case "heard", []:
                heard, self.heard = "\n".join(self.heard[:-1]), []
                return heard
            case "boardsize", [size]:
                self.grid = Grid(int(size), int(size))
            case "boardsize", [columns, rows] if self.numbered:
                self.grid = Grid(int(columns), int(rows))
            case "clear_board", []:
                self.grid = Grid(self.grid.columns, self.grid.rows)
                if self.rules["startPos"] == "CROSS" and self.numbered:
                    self.grid.put("B", 0, 0)
            case "play", [colour, vertex]:
                if not self.grid.put(colour, *self.read(vertex)):
                    raise ValueError("illegal move")
            case "genmove", [colour]:
                x, y = self.grid.free[0]
                self.grid.put(colour, x, y)
                return "ground" if self.numbered and len(self.grid.free) < 3 else self.written(x, y)
            case "kata-set-rule", [name, value] if self.numbered:
                self.rules[name] = value
            case "set_position", pairs if self.numbered:
                self.grid = Grid(self.grid.columns, self.grid.rows)
                for colour, vertex in zip(pairs[::2], pairs[1::2], strict=True):
                    self.grid.put(colour, *self.read(vertex))
            case (("time_settings" | "time_left" | "kata-set-param" | "kata-time_settings"), _):
                pass
            case _:
                raise ValueError("unknown command")
        return ""

    def run(self) -> None:
        for line in sys.stdin:
            words = line.split()
            number = words.pop(0) if words[0].isdecimal() else ""
            command = words.pop(0)
            if command == "quit":
                say(f"={number}\n")
                return
            try:
                said = self.answer(command, words)
            except ValueError as error:
                say(f"?{number} {error}\n")
            else:
                say(f"={number} {said}\n")


if __name__ == "__main__":
    {
        "sanmill": sanmill,
        "console": console,
        "oppai": oppai,
        "gtp": Gtp(numbered=False).run,
        "katago": Gtp(numbered=True).run,
    }[sys.argv[1]]()
