"""OpenSpiel's nine men's morris, as a program for the conformance suite: the legal moves of Mills.

    ninetka conformance --game mills -- python openspiel_mills.py

It needs the package `open_spiel` alone. OpenSpiel plays from the start of a game, so for each
position a game is looked for that leads there: turns are taken back at random until all tokens are
in hand again. Positions for which none is found are left out, as are other methods and rulesets.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pyspiel

METHOD_NOT_FOUND = -32601
NUMBERED = [
    *("g7", "d6", "e5", "g4", "f6", "e4", "g1", "f4", "e3", "a1", "d2", "c3"),
    *("a4", "b2", "c4", "a7", "b4", "c5", "b6", "f2", "d5", "d3", "d7", "d1"),
]
"""The fields in the order of position texts."""
POINTS = [
    *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
]
"""The fields in the order of OpenSpiel's points."""
LINES = [
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20)),
    *((21, 22, 23), (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17)),
    *((5, 13, 20), (2, 14, 23)),
]
BESIDE = [
    {line[at] for line in LINES if point in line for at in (0, 1, 2)
     if abs(line.index(point) - at) == 1}
    for point in range(24)
]  # fmt: skip
"""The neighbours of each point."""
TRIES = 100
"""How many times a game is looked for."""
TURNS = 150
"""The most turns that are taken back: OpenSpiel ends a game after 200."""
FREE = "."


class Position(NamedTuple):
    """The tokens on the board, a letter for each point, and in hand."""

    board: str
    hands: tuple[int, int]

    def tokens(self, seat: int) -> list[int]:
        """The points with a player's tokens."""
        return [point for point, owner in enumerate(self.board) if owner == "ab"[seat]]

    def mills(self, seat: int) -> list[tuple[int, int, int]]:
        """A player's mills."""
        return [line for line in LINES if {self.board[point] for point in line} == {"ab"[seat]}]

    def removed(self, seat: int) -> int:
        """The number of a player's tokens that are out of the game."""
        return 9 - self.hands[seat] - len(self.tokens(seat))

    def changed(self, point: int, owner: str) -> Position:
        """The same with a token on a point, or none."""
        return self._replace(board=f"{self.board[:point]}{owner}{self.board[point + 1 :]}")


Turn: TypeAlias = tuple[list[int], Position]
"""A turn that is taken back: its actions, the last one first, and the position before it."""


def game_to(position: Position, seat: int, is_due: bool, rng: Random) -> list[int] | None:
    """The actions of a game that leads to a position; None if this try finds none.

    The player of `seat` is to move, or if a removal `is_due`, to remove a token.
    """

    def promise(turn: Turn) -> float:
        """How soon the start is reached after a turn: tokens come back by breaking mills."""
        actions, before = turn
        missing, mills = before.removed(1 - last), len(before.mills(last))
        prepared = 2 * (0 < mills <= missing) - 5 * (mills > missing)
        return 3 * len(actions) + prepared + rng.random()

    taken_back: list[int] = []
    last = seat if is_due else 1 - seat
    for _ in range(TURNS):
        if position.hands == (9, 9):
            return taken_back[::-1]
        turns = [*turns_back(position, last, is_due, rng)]
        if not turns:
            return None
        actions, position = max(turns, key=promise)
        taken_back += actions
        last, is_due = 1 - last, False
    return None


def turns_back(after: Position, seat: int, is_due: bool, rng: Random) -> Iterator[Turn]:
    """Turns that a player may just have had; if a removal `is_due`, without it."""
    in_mills = {point for mill in after.mills(seat) for point in mill}
    for end in after.tokens(seat):
        if (end in in_mills) == is_due:
            yield from plies_back(after, seat, end, [])
        elif not is_due:
            for captive in captives(after, 1 - seat, rng):
                before = after.changed(captive, "ab"[1 - seat])
                yield from plies_back(before, seat, end, [captive])


def captives(after: Position, seat: int, rng: Random) -> Iterator[int]:
    """Some points from which a token of a player may just have been removed."""
    free = [point for point, owner in enumerate(after.board) if owner == FREE]
    for point in rng.sample(free, min(4, len(free))) if after.removed(seat) else ():
        before = after.changed(point, "ab"[seat])
        in_mills = {each for mill in before.mills(seat) for each in mill}
        if point not in in_mills or in_mills == {*before.tokens(seat)}:
            yield point


def plies_back(after: Position, seat: int, end: int, actions: list[int]) -> Iterator[Turn]:
    """The same with the put, or the steps, that may have led to a point."""
    before, hands = after.changed(end, FREE), after.hands
    if was_put(after, seat):
        more = (hands[0] + (seat == 0), hands[1] + (seat == 1))
        yield [*actions, end], before._replace(hands=more)
        return
    starts = {*range(24)} if len(after.tokens(seat)) == 3 else BESIDE[end]
    for start in starts - {end}:
        if before.board[start] == FREE:
            yield [*actions, 24 * (start + 1) + end], before.changed(start, "ab"[seat])


def was_put(after: Position, seat: int) -> bool:
    """Whether the player has put a token in this turn; the last one as soon as it can have been."""
    if any(after.hands):
        return after.hands[seat] > 0 or seat == 0
    return seat == 1 and not any(after.removed(each) or after.mills(each) for each in (0, 1))


def reached(position: Position, seat: int, is_due: bool) -> Any:
    """OpenSpiel's state for a position; None if no game is found that leads there."""
    rng = Random(1)
    for _ in range(TRIES):
        actions = game_to(position, seat, is_due, rng)
        state = pyspiel.load_game("nine_mens_morris").new_initial_state()
        if actions is not None and all(was_played(state, action) for action in actions):
            return state
    return None


def was_played(state: Any, action: int) -> bool:
    """Make a move, if OpenSpiel takes it for legal."""
    is_legal = action in state.legal_actions()
    if is_legal:
        state.apply_action(action)
    return is_legal


def legal_moves(text: str) -> list[str] | None:
    """The legal moves of a position of Mills; None if no game is found that leads there."""
    board, hands, _, _, seat, phase, *_, ruleset = text.split()
    if ruleset != "mills" or phase == "over":
        return None
    owners = dict(zip(NUMBERED, board, strict=True))
    first, second = map(int, hands.split("/"))
    position = Position("".join(owners[name] for name in POINTS), (first, second))
    is_due = phase == "remove"
    state = reached(position, "ab".index(seat), is_due)
    return None if state is None else [written(action, is_due) for action in state.legal_actions()]


def written(action: int, is_due: bool) -> str:
    """A move as the suite writes it."""
    start, end = divmod(action, 24)
    if start:
        return f"{POINTS[start - 1]}-{POINTS[end]}"
    return f"x{POINTS[end]}" if is_due else POINTS[end]


def main() -> None:
    for line in sys.stdin:
        call, moves = json.loads(line), None
        if call["method"] == "legal_moves":
            moves = legal_moves(call["params"]["position"])
        answer: dict[str, object] = {"result": {"moves": moves}}
        if moves is None:
            answer = {"error": {"code": METHOD_NOT_FOUND}}
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
