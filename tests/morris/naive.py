"""The rules of 9AM and Mills once more, as naively as possible, to check the fast ones against.

The board is a dict from field to seat, a mill a tuple of three fields, and what may be done is
worked out anew each time. Written from the numbered rules and the original text alone; it
must never import the package it checks.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

Line = tuple[int, ...]
Edge = tuple[int, int]
Board = tuple[int, list[Line], list[Edge]]  # the number of fields, the lines, and the edges (M16)

LETTERS = "abcde"


class Rules(NamedTuple):
    """A ruleset: the options that `docs/morris/boards.md` lists, in its words."""

    tokens: int
    cards: bool
    stuck: str
    from_mills: str
    quiet: int
    jumping: int = 3
    mixed: bool = False
    mill_wins: bool = False
    full_board: str = "stuck"
    fewest: int = 3
    removals: str = "one"
    quiet_few: int = 0
    marking: bool = False
    repetition: int = 0
    long_rows: str = "counts"
    placing_mills: str = "counts"
    start: str = ""


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
    return 12 * players, lines, []


class NaiveGame:
    """One game, as it stands."""

    def __init__(self, players: int, board: Board, rules: Rules) -> None:
        """The start: tokens on the board or in hand, the first seat to move (M4, M27)."""
        self.players = players
        self.fields, self.lines, edges = board
        self.rules = rules
        self.neighbours: dict[int, set[int]] = {field: set() for field in self.all_fields()}
        pairs = list(edges)
        for line in self.lines:
            pairs += pairwise(line)
        for one, other in pairs:
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)

        self.owners: dict[int, int] = {}
        for field, letter in enumerate(rules.start, 1):
            if letter != ".":
                self.owners[field] = LETTERS.index(letter)
        self.hands = [rules.tokens - len(self.tokens_on_board(seat)) for seat in range(players)]
        self.cards = [0] * players
        self.marked: set[int] = set()
        self.quiet = 0
        self.steps: list[str] = []
        self.seen: list[tuple[dict[int, int], int]] = []
        self.removals_due = 0
        self.over = False
        self.expelled: set[int] = set()
        self.loser: int | None = None
        self.stepped_over: list[int] = []
        self.to_move = players - 1
        self.end_turn()

    def all_fields(self) -> range:
        """The numbers of the fields."""
        return range(1, self.fields + 1)

    def tokens_on_board(self, seat: int) -> list[int]:
        """The fields of a player's tokens."""
        return [field for field, owner in self.owners.items() if owner == seat]

    def tokens_left(self, seat: int) -> int:
        """How many tokens a player has, board and hand together (M12)."""
        return len(self.tokens_on_board(seat)) + self.hands[seat]

    @property
    def removing(self) -> bool:
        """Whether the player to move has to remove a token (M10)."""
        return self.removals_due > 0

    # --- Mills: M3, M11, M24 -------------------------------------------------------------------

    def full_lines(self, seat: int) -> list[Line]:
        """The lines with a token of this player on every field (M3, M16)."""
        own = {field for field, owner in self.owners.items() if owner == seat}
        return [line for line in self.lines if own.issuperset(line)]

    def long_rows(self, seat: int) -> list[tuple[Line, Line]]:
        """The pairs of full lines that share two fields or more (M24)."""
        full = self.full_lines(seat)
        return [
            (one, other)
            for one in full
            for other in full
            if one != other and len(set(one).intersection(other)) >= 2
        ]

    def mills(self, seat: int) -> set[Line]:
        """The full lines but those that count for nothing (M3, M24)."""
        mills = set(self.full_lines(seat))
        if self.rules.long_rows != "counts":
            for pair in self.long_rows(seat):
                mills.difference_update(pair)
        return mills

    def mills_on(self, field: int) -> set[Line]:
        """The mills that the token on this field is in (M9)."""
        return {mill for mill in self.mills(self.owners[field]) if field in mill}

    def connected(self, field: int) -> set[Line]:
        """The mills on this field, and those linked to them by shared fields (M11)."""
        if field not in self.owners:
            return set()
        mills = self.mills(self.owners[field])
        linked = self.mills_on(field)
        while True:
            reached = {other for mill in linked for other in mill}
            more = {mill for mill in mills if reached.intersection(mill)}
            if more == linked:
                return linked
            linked = more

    def targets(self) -> set[int]:
        """The fields of the tokens that the player to move may remove after a mill (M10, M15)."""
        others = {field for field, owner in self.owners.items() if owner != self.to_move}
        if self.rules.from_mills == "always":
            return others
        in_mills: set[int] = set()
        for seat in range(self.players):
            for mill in self.mills(seat):
                in_mills.update(mill)
        if self.rules.from_mills == "if all" and others <= in_mills:
            return others
        return others - in_mills

    # --- What may be done: M5-M8, M10, M17 -----------------------------------------------------

    def free(self) -> list[int]:
        """The fields that a token can be put on or moved to (M5, M26)."""
        return [
            field
            for field in self.all_fields()
            if field not in self.owners and field not in self.marked
        ]

    def moves_of(self, seat: int) -> list[str]:
        """What this player could put or move, were it their turn now (M5-M7, M17, M24, M25)."""
        puts = [str(field) for field in self.free()] if self.hands[seat] > 0 else []
        moves = [*puts]
        if self.hands[seat] == 0 or self.rules.mixed:
            moves += self.steps_of(seat)
        allowed = [move for move in moves if not self.is_forbidden(seat, move)]
        return allowed or puts

    def steps_of(self, seat: int) -> list[str]:
        """The ways to a neighbouring field, or to any if the player may jump (M6, M7, M21)."""
        tokens = self.tokens_on_board(seat)
        jumps = self.hands[seat] == 0 and len(tokens) <= self.rules.jumping
        return [
            f"{start}-{end}"
            for start in tokens
            for end in self.free()
            if jumps or end in self.neighbours[start]
        ]

    def is_forbidden(self, seat: int, move: str) -> bool:
        """Whether the move makes a long row or a mill that may not be made (M24, M25)."""
        if "forbidden" not in (self.rules.long_rows, self.rules.placing_mills):
            return False
        before = dict(self.owners)
        start, _, end = move.rpartition("-")
        if start:
            del self.owners[int(start)]
        self.owners[int(end)] = seat
        in_long_row = any(int(end) in one + other for one, other in self.long_rows(seat))
        in_mill = bool(self.mills_on(int(end)))
        self.owners = before
        if in_long_row and self.rules.long_rows == "forbidden":
            return True
        return in_mill and not start and self.rules.placing_mills == "forbidden"

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
        self.stepped_over = []
        if text.startswith("x"):
            self.remove(int(text[1:]))
        elif "-" in text:
            self.step(text)
        else:
            self.put(int(text))

    def step(self, text: str) -> None:
        """Move a token, which is a quiet turn if nothing is removed (M6, M7, M13)."""
        start, end = (int(part) for part in text.split("-"))
        del self.owners[start]
        self.owners[end] = self.to_move
        if not self.mill_made(end):
            self.end_turn(step=text)

    def put(self, field: int) -> None:
        """Put a token, perhaps on the last free field (M5, M19)."""
        self.owners[field] = self.to_move
        self.hands[self.to_move] -= 1
        self.unmark()
        if self.rules.placing_mills == "counts" and self.mill_made(field):
            return
        if not self.free() and self.rules.full_board in ("first removes", "second removes"):
            mover = self.to_move
            self.to_move = 0 if self.rules.full_board == "first removes" else 1
            if self.targets():
                self.removals_due = 1
                return
            self.to_move = mover
        self.end_turn()

    def mill_made(self, field: int) -> bool:
        """Whether the token put or moved to a field makes a mill that the turn goes on with.

        It earns cards (M11), and tokens are to be removed (M10, M20), unless it wins (M18).
        """
        mills = self.mills_on(field)
        if not mills or self.rules.mill_wins:
            return False
        if self.rules.cards:
            self.cards[self.to_move] += len(self.connected(field))
        if self.targets():
            self.removals_due = len(mills) if self.rules.removals == "each mill" else 1
        return self.removing

    def remove(self, field: int) -> None:
        """Take a token off; perhaps its owner leaves (M12), and the field is marked (M26)."""
        owner = self.owners.pop(field)
        too_few = self.tokens_left(owner) < self.rules.fewest
        if too_few and self.rules.stuck == "stepped over":
            self.take_out(owner)
            if self.rules.cards:
                self.cards[self.to_move] += 2
        if self.rules.marking:
            self.marked.add(field)
        self.unmark()
        self.removals_due -= 1
        if not self.targets() or (too_few and self.rules.stuck != "stepped over"):
            self.removals_due = 0
        if not self.removing:
            self.end_turn()

    def take_out(self, seat: int) -> None:
        """A player's tokens leave the board and the hand (M12, M28)."""
        self.expelled.add(seat)
        for token in self.tokens_on_board(seat):
            del self.owners[token]
        self.hands[seat] = 0

    def unmark(self) -> None:
        """All marks go as soon as all hands are empty (M26)."""
        if not any(self.hands):
            self.marked = set()

    def leave(self, seat: int) -> None:
        """Go on without a player, whose tokens and cards leave the game (M28)."""
        if self.over or seat in self.expelled or len(self.expelled) + 2 >= self.players:
            raise ValueError(f"seat {seat} cannot leave a game that goes on")
        self.take_out(seat)
        self.unmark()
        self.cards[seat] = 0
        self.quiet = 0
        self.stepped_over = []
        if self.to_move == seat or (self.removing and not self.targets()):
            self.end_turn()
        elif not self.legal():
            raise AssertionError("a player who could move has no move when others have left")

    def end_turn(self, step: str | None = None) -> None:
        """Hand the turn on after a quiet step or another turn, or end the game (M8, M13, M22)."""
        mover = self.to_move
        self.removals_due = 0
        if step is None:
            self.quiet, self.steps, self.seen = 0, [], []
        else:
            self.quiet += 1
            self.steps.append(step)
        after = [(mover + number) % self.players for number in range(1, self.players + 1)]
        after = [seat for seat in after if seat not in self.expelled]
        self.to_move = after[0]
        self.over = self.is_decided(mover)
        if self.over:
            return
        for number, seat in enumerate(after):
            if self.moves_of(seat):
                self.to_move = seat
                position = (dict(self.owners), seat)
                self.seen.append(position)
                self.over = self.seen.count(position) == self.rules.repetition
                self.stepped_over = [] if self.over else after[:number]
                return
        self.over = True

    def is_decided(self, mover: int) -> bool:
        """Whether a turn ends the game, but for repetition, and who has lost by it.

        The reasons come in the order in which they count (M19).
        """
        follower = self.to_move
        goes_on = self.rules.stuck == "stepped over"
        if self.rules.mill_wins and self.mills(mover):
            self.loser = follower
            return True
        if not goes_on and self.tokens_left(follower) < self.rules.fewest:
            self.loser = follower
            return True
        if not self.free() and self.rules.full_board == "draw":
            return True
        if not goes_on and not self.moves_of(follower):
            if self.rules.stuck == "loses":
                self.loser = follower
            return True
        return len(self.expelled) == self.players - 1 or self.quiet >= self.quiet_limit()

    def quiet_limit(self) -> int:
        """How many quiet turns in a row end the game (M13, M23)."""
        seats = range(self.players)
        few = all(self.tokens_left(seat) <= self.rules.jumping for seat in seats)
        each = self.rules.quiet_few if few and self.rules.quiet_few else self.rules.quiet
        return each * self.players

    # --- Score and text: M14, M15 --------------------------------------------------------------

    def is_over(self) -> bool:
        """Whether nothing more may be done."""
        return self.over

    def scores(self) -> list[Fraction | int]:
        """What each seat would have if the game ended here (M14, M15)."""
        if self.rules.cards:
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
        return (":" if self.rules.cards else "-").join(str(score) for score in self.scores())

    def phase(self) -> str:
        """What the player to move has to do."""
        if self.over:
            return "over"
        if self.removing:
            further = self.removals_due - 1
            return f"remove+{further}" if further else "remove"
        if self.hands[self.to_move] == 0:
            return "move"
        return "either" if self.rules.mixed else "put"

    def position(self, ruleset_name: str) -> str:
        """The position on one line: owners, hands, cards, quiet turns, seat, phase, ruleset."""
        board = ""
        for field in self.all_fields():
            if field in self.owners:
                board += LETTERS[self.owners[field]]
            else:
                board += "x" if field in self.marked else "."
        hands = []
        for seat in range(self.players):
            hands.append("-" if seat in self.expelled else str(self.hands[seat]))
        quiet = str(self.quiet)
        if self.rules.repetition and self.steps:
            quiet += ":" + ",".join(self.steps)
        return (
            f"{board} {'/'.join(hands)} {'/'.join(str(cards) for cards in self.cards)} "
            f"{quiet} {LETTERS[self.to_move]} {self.phase()} {ruleset_name}"
        )
