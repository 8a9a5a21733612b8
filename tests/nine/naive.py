"""The rules of 9tka once more, as naively as possible, to check the fast implementation against.

The board is a dict from square name to occupant and everything is worked out from it anew each
time. Written from the numbered rules and the two rule texts alone; it must never
import the package it checks.
"""

from __future__ import annotations

COLUMNS = "ABCDEFGHIJK"
ROWS = range(1, 12)

INNER_COLUMNS = "BCDEFGHIJ"
INNER_ROWS = range(2, 11)

CORE_COLUMNS = "CDEFGHI"
CORE_ROWS = range(3, 10)

# R2: each section's name, its columns and its rows.
SECTIONS: dict[str, tuple[str, tuple[int, int, int]]] = {
    "top left": ("BCD", (8, 9, 10)), "top middle": ("EFG", (8, 9, 10)),
    "top right": ("HIJ", (8, 9, 10)), "middle left": ("BCD", (5, 6, 7)),
    "centre": ("EFG", (5, 6, 7)), "middle right": ("HIJ", (5, 6, 7)),
    "bottom left": ("BCD", (2, 3, 4)), "bottom middle": ("EFG", (2, 3, 4)),
    "bottom right": ("HIJ", (2, 3, 4)),
}  # fmt: skip


def rim_squares() -> list[str]:
    """The 36 edge squares that are no corner (R1)."""
    squares = []
    for row in INNER_ROWS:
        squares.append(f"A{row}")
        squares.append(f"K{row}")
    for column in INNER_COLUMNS:
        squares.append(f"{column}1")
        squares.append(f"{column}11")
    return squares


def core_squares() -> list[str]:
    """The 49 squares a neutral may stand on (R3)."""
    squares = []
    for column in CORE_COLUMNS:
        for row in CORE_ROWS:
            squares.append(f"{column}{row}")
    return squares


def section_squares(section: str) -> list[str]:
    """The nine squares of a section (R2)."""
    columns, rows = SECTIONS[section]
    squares = []
    for column in columns:
        for row in rows:
            squares.append(f"{column}{row}")
    return squares


def line_inward(square: str) -> list[str]:
    """From a rim square: its nine inner squares in sliding order, then the opposite rim square."""
    column, row = square[0], int(square[1:])
    if column == "A":
        return [f"{other}{row}" for other in "BCDEFGHIJK"]
    if column == "K":
        return [f"{other}{row}" for other in "JIHGFEDCBA"]
    if row == 1:
        return [f"{column}{other}" for other in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11)]
    if row == 11:
        return [f"{column}{other}" for other in (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)]
    raise ValueError(f"{square} is not on the rim")


class NaiveGame:
    """One game of 9tka, as it stands."""

    def __init__(
        self,
        players: int,
        stones: list[int],
        edge_stop: str,
        turn_order: str,
        neutral_placement: str = "players",
        tie_break: str = "later-seat",
    ) -> None:
        """An empty board, the first seat to move (R4, Q1, Q2, Q4-Q7); `stones` are by seat."""
        if players not in (2, 3, 4):
            raise ValueError(f"2 to 4 players, not {players} (R4)")
        if len(stones) != players or min(stones) < 1 or sum(stones) > 36:
            raise ValueError(f"{stones} stones for {players} players (Q4, Q7)")
        if edge_stop not in ("board", "stone"):
            raise ValueError(f"edge_stop {edge_stop!r} (Q2)")
        if turn_order not in ("continues", "restarts"):
            raise ValueError(f"turn_order {turn_order!r} (Q1)")
        if neutral_placement not in ("players", "random"):
            raise ValueError(f"neutral_placement {neutral_placement!r} (Q5)")
        if tie_break not in ("later-seat", "last-slide"):
            raise ValueError(f"tie_break {tie_break!r} (Q6)")
        self.players = players
        self.stones = stones
        self.edge_stop = edge_stop
        self.turn_order = turn_order
        self.neutral_placement = neutral_placement
        self.tie_break = tie_break
        self.board: dict[str, int | str] = {}
        self.to_move = 0
        self.slid: list[int] = []  # the seat of each slide so far, for Q6

    def copy(self) -> NaiveGame:
        """The same game again, sharing nothing with this one."""
        other = NaiveGame(
            self.players, self.stones, self.edge_stop, self.turn_order, self.neutral_placement,
            self.tie_break,
        )  # fmt: skip
        other.board = dict(self.board)
        other.to_move = self.to_move
        other.slid = list(self.slid)
        return other

    def has_neutral(self, section: str) -> bool:
        """Whether the section has its neutral (R5)."""
        for square in section_squares(section):
            if self.board.get(square) == "n":
                return True
        return False

    def phase(self) -> str:
        """Neutrals until every section has one (R5), placement until all stones are out (R6)."""
        for section in SECTIONS:
            if not self.has_neutral(section):
                return "neutrals"
        stones = 0
        for occupant in self.board.values():
            if occupant != "n":
                stones += 1
        if stones < sum(self.stones):
            return "placement"
        return "movement"

    def landing(self, square: str) -> str | None:
        """Where the stone on this rim square would stop if slid now (R7, R8, Q2)."""
        if self.phase() != "movement":
            return None
        if square not in rim_squares() or square not in self.board:
            return None
        line = line_inward(square)
        inner, opposite = line[:9], line[9]
        reached = None
        for step in inner:
            if step in self.board:
                return reached  # just before a stone inside; None if it is the neighbour (R8)
            reached = step
        if opposite in self.board:
            return reached  # just before a stone still waiting on the opposite rim (R7)
        if self.edge_stop == "board":
            return reached  # the board's edge stops it (Q2)
        return None  # nothing there to stop it (Q2)

    def slides(self, seat: int) -> list[str]:
        """Every slide this seat could make were it its turn now (R7)."""
        found = []
        for square in rim_squares():
            if self.board.get(square) == seat:
                end = self.landing(square)
                if end is not None:
                    found.append(f"{square}-{end}")
        return found

    def legal(self) -> list[str]:
        """Every legal move of the seat to move, sorted; none when the game is over."""
        phase = self.phase()
        moves = []
        if phase == "neutrals":  # R5
            for section in SECTIONS:
                if self.has_neutral(section):
                    continue
                for square in section_squares(section):
                    if square in core_squares() and square not in self.board:
                        moves.append(f"*{square}")
        elif phase == "placement":  # R6
            for square in rim_squares():
                if square not in self.board:
                    moves.append(f"@{square}")
        elif not self.is_over():  # R7, R9
            moves = self.slides(self.to_move)
            if not moves:
                moves = ["--"]
        return sorted(moves)

    def is_over(self) -> bool:
        """Over as soon as no player at all can slide (R10)."""
        if self.phase() != "movement":
            return False
        for seat in range(self.players):
            if self.slides(seat):
                return False
        return True

    def play(self, move: str) -> None:
        """Make a legal move and hand the turn on (Q1)."""
        if move not in self.legal():
            raise ValueError(f"not a legal move: {move!r}")
        phase_before = self.phase()
        if move == "--":
            pass
        elif move.startswith("*"):
            self.board[move[1:]] = "n"
        elif move.startswith("@"):
            self.board[move[1:]] = self.to_move
        else:
            start, end = move.split("-")
            del self.board[start]
            self.board[end] = self.to_move
            self.slid.append(self.to_move)
        self.to_move = (self.to_move + 1) % self.players
        if self.turn_order == "restarts" and self.phase() != phase_before:
            self.to_move = 0
        if self.neutral_placement == "random" and phase_before == "neutrals" != self.phase():
            self.to_move = 0  # no player's turn was spent on neutrals (Q5)
        while self.phase() == "placement" and self.has_none_left(self.to_move):
            self.to_move = (self.to_move + 1) % self.players  # stepped over (Q7)

    def has_none_left(self, seat: int) -> bool:
        """Whether this seat has placed all of its stones."""
        return list(self.board.values()).count(seat) == self.stones[seat]

    def owners(self) -> dict[str, int | None]:
        """Who has conquered each section as the board stands (R11)."""
        owners: dict[str, int | None] = {}
        for section in SECTIONS:
            stones = [0] * self.players
            for square in section_squares(section):
                for seat in range(self.players):
                    if self.board.get(square) == seat:
                        stones[seat] += 1
            owners[section] = None
            for seat in range(self.players):
                others = [stones[other] for other in range(self.players) if other != seat]
                if stones[seat] > max(others):
                    owners[section] = seat
        return owners

    def scores(self) -> list[int]:
        """One point a conquered section, by seat (R12)."""
        scores = [0] * self.players
        for owner in self.owners().values():
            if owner is not None:
                scores[owner] += 1
        return scores

    def winner(self) -> int:
        """The first of the ranking (R12)."""
        return self.ranking()[0]

    def beats(self, seat: int, other: int) -> bool:
        """Whether a seat is ranked before another (R12, Q6)."""
        scores = self.scores()
        if scores[seat] != scores[other]:
            return scores[seat] > scores[other]
        if self.tie_break == "later-seat":
            return seat > other
        for slider in reversed(self.slid):
            if slider in (seat, other):
                return slider == seat
        return seat > other  # neither has slid

    def ranking(self) -> list[int]:
        """The seats by points, among equals by what breaks ties (R12, Q6)."""
        ranking: list[int] = []
        for seat in range(self.players):
            place = 0
            while place < len(ranking) and self.beats(ranking[place], seat):
                place += 1
            ranking.insert(place, seat)
        return ranking

    def position(self, ruleset_name: str) -> str:
        """The position on one line: rows 11 to 1, seat to move, number of players, ruleset."""
        rows = []
        for row in reversed(ROWS):
            text = ""
            empty = 0
            for column in COLUMNS:
                occupant = self.board.get(f"{column}{row}")
                if occupant is None:
                    empty += 1
                    continue
                if empty > 0:
                    text += str(empty)
                    empty = 0
                text += occupant if isinstance(occupant, str) else "abcd"[occupant]
            if empty > 0:
                text += str(empty)
            rows.append(text)
        return f"{'/'.join(rows)} {'abcd'[self.to_move]} {self.players} {ruleset_name}"


def perft(game: NaiveGame, depth: int) -> int:
    """How many legal sequences of exactly `depth` plies there are from here."""
    if depth == 0:
        return 1
    sequences = 0
    for move in game.legal():
        after = game.copy()
        after.play(move)
        sequences += perft(after, depth - 1)
    return sequences
