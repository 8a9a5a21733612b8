"""The rules of 9AM and Mills once more, as naively as possible, to check the fast ones against.

The board is a dict from field to seat, a mill a tuple of three fields, and what may be done is
worked out anew each time. Written from the numbered rules (M1-M15) and the original text alone; it
must never import the package it checks.
"""

from __future__ import annotations

from fractions import Fraction

Line = tuple[int, int, int]
Board = tuple[int, list[Line]]  # the number of fields, and the lines

LETTERS = "abcde"


def rings(players: int) -> Board:
    """The board for so many players: three rings, joined by spokes (M1, M2)."""
    outer: list[int] = []
    middle: list[int] = []
    inner: list[int] = []
    for sector in range(1, players + 1):
        before = 9 * (sector - 1)
        outer += [11 * players + sector, before + 1, before + 4, before + 7]
        middle += [before + 2, before + 5, before + 8, 9 * players + sector % players + 1]
        inner += [10 * players + sector, before + 3, before + 6, before + 9]
    lines: list[Line] = []
    positions = 4 * players
    for corner in range(1, positions, 2):
        for ring in (outer, middle, inner):
            lines.append((ring[corner], ring[corner + 1 - positions], ring[corner + 2 - positions]))
    for side in range(0, positions, 2):
        lines.append((outer[side], middle[side], inner[side]))
    return 12 * players, lines


class NaiveGame:
    """One game, as it stands."""

    def __init__(
        self,
        players: int,
        board: Board,
        tokens: int,
        cards: bool,
        stuck: str,
        from_mills: str,
        jumping: bool,
        quiet: int,
    ) -> None:
        """An empty board, all tokens in hand, the first seat to move (M4)."""
        self.players = players
        self.fields, self.lines = board
        self.with_cards = cards
        self.stuck = stuck
        self.from_mills = from_mills
        self.jumping = jumping
        self.quiet_limit = quiet * players
        self.neighbours: dict[int, set[int]] = {field: set() for field in self.all_fields()}
        for first, second, third in self.lines:
            self.neighbours[first].add(second)
            self.neighbours[second].update((first, third))
            self.neighbours[third].add(second)

        self.owners: dict[int, int] = {}
        self.hands = [tokens] * players
        self.cards = [0] * players
        self.quiet = 0
        self.to_move = 0
        self.removing = False
        self.over = False
        self.expelled: set[int] = set()
        self.loser: int | None = None
        self.stepped_over: list[int] = []

    def all_fields(self) -> range:
        """The numbers of the fields."""
        return range(1, self.fields + 1)

    def tokens_on_board(self, seat: int) -> list[int]:
        """The fields of a player's tokens."""
        return [field for field, owner in self.owners.items() if owner == seat]

    def tokens_left(self, seat: int) -> int:
        """How many tokens a player has, board and hand together (M12)."""
        return len(self.tokens_on_board(seat)) + self.hands[seat]

    # --- Mills: M3, M11 ------------------------------------------------------------------------

    def mills(self, seat: int) -> set[Line]:
        """The lines with three tokens of this player (M3)."""
        found = set()
        for first, second, third in self.lines:
            if self.owners.get(first) == self.owners.get(second) == self.owners.get(third) == seat:
                found.add((first, second, third))
        return found

    def connected(self, field: int) -> set[Line]:
        """The mills on this field, and those linked to them by shared fields (M11)."""
        if field not in self.owners:
            return set()
        mills = self.mills(self.owners[field])
        linked = {mill for mill in mills if field in mill}
        while True:
            reached = {other for mill in linked for other in mill}
            more = {mill for mill in mills if reached.intersection(mill)}
            if more == linked:
                return linked
            linked = more

    def targets(self) -> set[int]:
        """The fields of the tokens that the player to move may remove after a mill (M10, M15)."""
        others = {field for field, owner in self.owners.items() if owner != self.to_move}
        if self.from_mills == "always":
            return others
        in_mills: set[int] = set()
        for seat in range(self.players):
            for mill in self.mills(seat):
                in_mills.update(mill)
        if self.from_mills == "if all" and others <= in_mills:
            return others
        return others - in_mills

    # --- What may be done: M5-M8, M10 ----------------------------------------------------------

    def moves_of(self, seat: int) -> list[str]:
        """What this player could put or move, were it their turn now (M5, M6, M7)."""
        free = [field for field in self.all_fields() if field not in self.owners]
        if self.hands[seat] > 0:
            return [str(field) for field in free]
        moves = []
        tokens = self.tokens_on_board(seat)
        jumps = self.jumping and len(tokens) == 3
        for start in tokens:
            for end in free:
                if jumps or end in self.neighbours[start]:
                    moves.append(f"{start}-{end}")
        return moves

    def legal(self) -> list[str]:
        """Every legal move of the player to move, sorted; none when the game is over."""
        if self.over:
            return []
        if self.removing:
            return sorted(f"x{field}" for field in self.targets())
        return sorted(self.moves_of(self.to_move))

    # --- A ply ---------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Make a legal move and hand the turn on, unless a removal is due (M9, M10)."""
        if text not in self.legal():
            raise ValueError(f"not a legal move: {text!r}")
        seat = self.to_move
        if text.startswith("x"):
            self.remove(int(text[1:]))
            self.end_turn(quiet=0)
            return
        if "-" in text:
            start, end = (int(part) for part in text.split("-"))
            del self.owners[start]
            quiet = self.quiet + 1
        else:
            end = int(text)
            self.hands[seat] -= 1
            quiet = 0
        self.owners[end] = seat
        self.stepped_over = []
        mills = self.connected(end)
        if self.with_cards:
            self.cards[seat] += len(mills)
        if mills and self.targets():
            self.removing = True
        else:
            self.end_turn(quiet)

    def remove(self, field: int) -> None:
        """Take a token off, and its owner with it who keeps fewer than three (M10, M12)."""
        owner = self.owners.pop(field)
        if self.stuck == "loses" or self.tokens_left(owner) >= 3:
            return
        self.expelled.add(owner)
        for token in self.tokens_on_board(owner):
            del self.owners[token]
        self.hands[owner] = 0
        if self.with_cards:
            self.cards[self.to_move] += 2

    def end_turn(self, quiet: int) -> None:
        """Hand the turn to the next player who can move, unless the game is over (M8, M13, M15)."""
        self.removing = False
        self.quiet = quiet
        after = [(self.to_move + step) % self.players for step in range(1, self.players + 1)]
        after = [seat for seat in after if seat not in self.expelled]
        self.to_move = after[0]
        if self.stuck == "loses" and (
            self.tokens_left(after[0]) < 3 or not self.moves_of(after[0])
        ):
            self.loser = after[0]
            self.over = True
            return
        if len(after) == 1 or quiet >= self.quiet_limit:
            self.over = True
            return
        for number, seat in enumerate(after):
            if self.moves_of(seat):
                self.to_move = seat
                self.stepped_over = after[:number]
                return
        self.over = True

    # --- End and score: M13, M14, M15 ----------------------------------------------------------

    def is_over(self) -> bool:
        """Whether nothing more may be done."""
        return self.over

    def scores(self) -> list[Fraction | int]:
        """What each seat would have if the game ended here (M14, M15)."""
        if self.with_cards:
            average = Fraction(sum(self.cards), self.players)
            return [5 * (self.players - 1) + 10 * (cards - average) for cards in self.cards]
        staying = [seat for seat in range(self.players) if seat not in self.expelled]
        if self.loser is not None:
            staying.remove(self.loser)
        share = Fraction(1, len(staying))
        return [share if seat in staying else 0 for seat in range(self.players)]

    def result(self) -> str | None:
        """The points when the game is over: `80:0:0`, or without cards `1-0`."""
        if not self.over:
            return None
        return (":" if self.with_cards else "-").join(str(score) for score in self.scores())

    def phase(self) -> str:
        """What the player to move has to do."""
        if self.over:
            return "over"
        if self.removing:
            return "remove"
        return "put" if self.hands[self.to_move] > 0 else "move"

    def position(self, ruleset_name: str) -> str:
        """The position on one line: owners, hands, cards, quiet turns, seat, phase, ruleset."""
        board = ""
        for field in self.all_fields():
            board += LETTERS[self.owners[field]] if field in self.owners else "."
        hands = []
        for seat in range(self.players):
            hands.append("-" if seat in self.expelled else str(self.hands[seat]))
        return (
            f"{board} {'/'.join(hands)} {'/'.join(str(cards) for cards in self.cards)} "
            f"{self.quiet} {LETTERS[self.to_move]} {self.phase()} {ruleset_name}"
        )
