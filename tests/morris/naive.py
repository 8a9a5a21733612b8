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
    first_to_move: str = "next"
    extra_turns: bool = False
    mills_once: bool = False
    reclosing: bool = True
    custody: str = "never"
    intervention: str = "never"
    leap: str = "never"
    placing_ends: int = 0
    quiet_few_any: bool = False


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
        self.kinds = self.kinds_of_lines()
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
        self.used: list[set[int]] = [set() for _ in range(players)]
        self.closed = [""] * players
        self.removals_due = 0
        self.reason = ""
        self.owed = 0
        self.mills_open = 0
        self.captured: set[int] = set()
        self.intervened: set[int] = set()
        self.begin_turn()
        self.over = False
        self.expelled: set[int] = set()
        self.loser: int | None = None
        self.stepped_over: list[int] = []
        self.to_move = players - 1
        self.end_turn()

    def begin_turn(self) -> None:
        """Forget what has happened in the turn before."""
        self.has_put = False
        self.has_removed = False
        self.placing_ended = False
        self.again = False
        self.turn_after: int | None = None

    def all_fields(self) -> range:
        """The numbers of the fields."""
        return range(1, self.fields + 1)

    def tokens_on_board(self, seat: int) -> list[int]:
        """The fields of a player's tokens."""
        return [field for field, owner in self.owners.items() if owner == seat]

    def tokens_left(self, seat: int) -> int:
        """How many tokens a player has, board and hand together (M12)."""
        return len(self.tokens_on_board(seat)) + self.hands[seat]

    def has_too_few(self, seat: int) -> bool:
        """Whether a player has too few tokens to stay in the game (M12, M15, M21)."""
        return self.tokens_left(seat) < self.rules.fewest

    def other(self, seat: int) -> int:
        """The other one of two players."""
        return 1 - seat

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

    def counting_mills(self, field: int) -> set[Line]:
        """The mills on this field that are not used up (M9, M33)."""
        used = self.used[self.owners[field]]
        return {mill for mill in self.mills_on(field) if not used.issuperset(mill)}

    def others_of(self, seat: int) -> set[int]:
        """The fields of everybody else's tokens."""
        return {field for field, owner in self.owners.items() if owner != seat}

    def removable(self, tokens: set[int]) -> set[int]:
        """Which of these tokens may be removed after a mill (M10, M15)."""
        if self.rules.from_mills == "always":
            return tokens
        in_mills: set[int] = set()
        for seat in range(self.players):
            for mill in self.mills(seat):
                in_mills.update(mill)
        if self.rules.from_mills == "if all" and tokens <= in_mills:
            return tokens
        return tokens - in_mills

    def targets(self) -> set[int]:
        """The fields of the tokens that the player to move may remove now."""
        if self.reason == "stuck":
            return self.beside(self.to_move)
        if self.reason == "own":
            return self.removable(set(self.tokens_on_board(self.to_move)))
        if self.captured | self.intervened and not self.mills_open:
            return self.captured | self.intervened
        return self.removable(self.others_of(self.to_move))

    def beside(self, seat: int) -> set[int]:
        """The fields of the others' tokens next to a token of this player (M38)."""
        near = {field for token in self.tokens_on_board(seat) for field in self.neighbours[token]}
        return near & self.others_of(seat)

    # --- Captures: M35-M37 ---------------------------------------------------------------------

    def lines_of(self, seat: int, words: str) -> list[Line]:
        """The lines on which a player may capture now, by the words of an option (M35).

        Crosses come first, then sides, then diagonals (M36).
        """
        is_placing = self.hands[seat] > 0
        if ("placing" if is_placing else "moving") not in words.split():
            return []
        if "few" in words.split() and not is_placing and len(self.tokens_on_board(seat)) > 3:
            return []
        return [line for kind, line in self.kinds if kind in words.split()]

    def kinds_of_lines(self) -> list[tuple[str, Line]]:
        """The lines of three fields, and which kind of line each is (M35, M36)."""
        ends = [end for line in self.lines for end in (line[0], line[-1])]
        corners = {field for field in ends if ends.count(field) >= 2}
        kinds: dict[str, list[Line]] = {"crosses": [], "sides": [], "diagonals": []}
        for line in self.lines:
            if len(line) == 3:
                if corners.issuperset(line):
                    kinds["diagonals"].append(line)
                elif corners.issuperset((line[0], line[2])):
                    kinds["sides"].append(line)
                else:
                    kinds["crosses"].append(line)
        return [(kind, line) for kind, lines in kinds.items() for line in lines]

    def leapt_over(self, seat: int, start: int, end: int) -> set[int]:
        """The tokens that a leap between these fields captures; none if it is no leap (M37)."""
        if self.hands[seat] > 0:
            return set()
        middles = {
            line[1]
            for line in self.lines_of(seat, self.rules.leap)
            if {line[0], line[2]} == {start, end}
        }
        return middles & self.removable(self.others_of(seat)) if middles else middles

    def custody(self, lines: list[Line], field: int) -> set[int]:
        """The tokens between the one just put or moved and another one of its owner (M35)."""
        seat = self.owners[field]
        middles = {
            line[1]
            for line in lines
            if field in (line[0], line[2])
            and self.owners.get(line[0]) == self.owners.get(line[2]) == seat
        }
        return middles & self.removable(self.others_of(seat))

    def intervention(self, lines: list[Line], field: int) -> set[int]:
        """The two tokens on both sides of the one just put or moved (M36)."""
        others = self.others_of(self.owners[field])
        for line in lines:
            if line[1] == field and {line[0], line[2]} <= others:
                return {line[0], line[2]} & self.removable(others)
        return set()

    # --- What may be done: M5-M8, M10, M17 -----------------------------------------------------

    def free(self) -> list[int]:
        """The fields that a token can be put on or moved to (M5, M26)."""
        return [
            field
            for field in self.all_fields()
            if field not in self.owners and field not in self.marked
        ]

    def moves_of(self, seat: int) -> list[str]:
        """What this player could put or move, were it their turn now (M5-M7, M17, M24)."""
        puts = [str(field) for field in self.free()] if self.hands[seat] > 0 else []
        moves = [*puts]
        if self.hands[seat] == 0 or self.rules.mixed:
            moves += self.steps_of(seat)
        allowed = [move for move in moves if not self.is_forbidden(seat, move)]
        return allowed or puts

    def steps_of(self, seat: int) -> list[str]:
        """The ways to a neighbouring field, or to any if the player may jump (M6, M7, M21, M37)."""
        tokens = self.tokens_on_board(seat)
        jumps = self.hands[seat] == 0 and len(tokens) <= self.rules.jumping
        return [
            f"{start}-{end}"
            for start in tokens
            for end in self.free()
            if jumps or end in self.neighbours[start] or self.leapt_over(seat, start, end)
        ]

    def is_forbidden(self, seat: int, move: str) -> bool:
        """Whether the move makes a long row or a mill that may not be made (M24, M25, M34)."""
        start, _, end = move.rpartition("-")
        goes_back = f"{end}-{start}" == self.closed[seat]
        if not goes_back and "forbidden" not in (self.rules.long_rows, self.rules.placing_mills):
            return False
        if goes_back and self.leapt_over(seat, int(start), int(end)):
            goes_back = False
        before = dict(self.owners)
        if start:
            del self.owners[int(start)]
        self.owners[int(end)] = seat
        in_long_row = any(int(end) in one + other for one, other in self.long_rows(seat))
        in_mill = bool(self.mills_on(int(end)))
        closes_again = goes_back and bool(self.counting_mills(int(end)))
        self.owners = before
        if closes_again:
            return True
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
            return
        self.begin_turn()
        if "-" in text:
            self.step(text)
        else:
            self.put(int(text))

    def step(self, text: str) -> None:
        """Move a token, which is a quiet turn if nothing is removed (M6, M7, M13)."""
        mover = self.to_move
        start, end = (int(part) for part in text.split("-"))
        leapt_over = self.leapt_over(mover, start, end)
        del self.owners[start]
        self.owners[end] = mover
        self.closed[mover] = ""
        mills = set() if leapt_over else self.counting_mills(end)
        if mills and not self.rules.reclosing:
            self.closed[mover] = text
        self.earn(end, mills)
        custody = self.lines_of(mover, self.rules.custody)
        intervention = self.lines_of(mover, self.rules.intervention)
        self.captured = leapt_over or self.custody(custody, end)
        self.intervened = set() if leapt_over else self.intervention(intervention, end)
        self.claim(mills)
        if not self.removing:
            self.end_turn(step=text)

    def put(self, field: int) -> None:
        """Put a token, and see what its mills are worth (M5, M25, M30-M32)."""
        mover, worth = self.to_move, self.rules.placing_mills
        custody = self.lines_of(mover, self.rules.custody)
        intervention = self.lines_of(mover, self.rules.intervention)
        self.owners[field] = mover
        self.hands[mover] -= 1
        self.closed[mover] = ""
        self.has_put = True
        self.unmark()
        mills = set() if worth in ("nothing", "forbidden") else self.counting_mills(field)
        self.earn(field, mills)
        if mills and worth in ("from hand", "from hand and again"):
            self.take_from_hand(mills)
        elif mills and worth == "another turn":
            self.again = True
        elif not mills or worth == "counts":
            self.captured = self.custody(custody, field)
            self.intervened = self.intervention(intervention, field)
            self.claim(mills)
        self.placing_ended = not any(self.hands)
        if not self.removing:
            self.end_turn()

    def earn(self, field: int, mills: set[Line]) -> None:
        """Earn cards for new mills on a field (M11), and use them (M33)."""
        delayed = self.has_put and self.rules.placing_mills in ("at the end", "another turn")
        if mills and self.rules.cards and not delayed:
            self.cards[self.to_move] += len(self.connected(field))
        if self.rules.mills_once:
            for mill in mills:
                self.used[self.to_move].update(mill)

    def worth_of(self, mills: set[Line]) -> int:
        """How many tokens are removed for these mills (M10, M20)."""
        return len(mills) if self.rules.removals == "each mill" else min(1, len(mills))

    def has_won(self, seat: int) -> bool:
        """Whether a player has won by a mill (M18)."""
        return self.rules.mill_wins and bool(self.mills(seat))

    def claim(self, mills: set[Line]) -> None:
        """Have the player remove tokens for mills or captures (M10, M20, M35, M36)."""
        captives = len(self.captured) + len(self.intervened)
        if self.has_won(self.to_move):
            return
        if not captives:
            self.removals_due = self.worth_of(mills) if self.targets() else 0
        elif self.rules.removals == "each mill":
            self.mills_open = len(mills)
            self.removals_due = len(mills) + captives
        else:
            self.removals_due = 1 if mills else captives

    def take_from_hand(self, mills: set[Line]) -> None:
        """Take tokens for mills from the other player's hand, and the rest from the board (M30)."""
        owner = self.other(self.to_move)
        wanted = self.worth_of(mills)
        taken = min(wanted, self.hands[owner])
        self.hands[owner] -= taken
        self.unmark()
        if taken == wanted:
            self.again = self.rules.placing_mills == "from hand and again"
        elif not self.has_too_few(owner) and self.targets():
            self.removals_due = wanted - taken

    def remove(self, field: int) -> None:
        """Take a token off; perhaps its owner leaves (M12), and the field is marked (M26)."""
        owner = self.owners.pop(field)
        too_few = self.has_too_few(owner)
        self.expel_if_too_few(owner)
        if self.rules.marking:
            self.marked.add(field)
        self.unmark()
        self.has_removed = True
        earns_a_turn = self.rules.extra_turns and self.turn_after is None
        self.again = earns_a_turn or self.reason == "stuck"
        if field in self.intervened:
            self.intervened.remove(field)
            self.removals_due = len(self.intervened)
            self.captured, self.mills_open = set(), 0
        elif field in self.captured:
            self.removals_due = 0
        elif self.captured | self.intervened:
            self.removals_due = self.mills_open - 1
            self.captured, self.intervened, self.mills_open = set(), set(), 0
        else:
            self.removals_due -= 1
        if too_few and (self.players == 2 or self.rules.stuck != "stepped over"):
            self.removals_due = self.owed = 0
        self.skip_idle_removals()
        if not self.removing:
            self.end_turn()

    def skip_idle_removals(self) -> None:
        """Go on to what the other player owes if this one has nothing to remove (M19, M31)."""
        if not self.targets():
            self.removals_due = 0
        if not self.removing and self.owed:
            self.to_move = self.other(self.to_move)
            self.removals_due, self.owed = self.owed, 0
            self.skip_idle_removals()

    def expel_if_too_few(self, seat: int) -> None:
        """A player with too few tokens leaves, to the profit of the player to move (M12)."""
        if self.has_too_few(seat) and self.rules.stuck == "stepped over":
            self.take_out(seat)
            if self.rules.cards:
                self.cards[self.to_move] += 2

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
            self.begin_turn()
            self.end_turn()
        elif not self.legal():
            raise AssertionError("a player who could move has no move when others have left")

    def end_turn(self, step: str | None = None) -> None:
        """Hand the turn on after a quiet step or another turn, or end the game (M8, M13, M22)."""
        mover = self.to_move
        self.removals_due, self.reason, self.mills_open = 0, "", 0
        self.captured, self.intervened = set(), set()
        if self.placing_ends_early():
            self.hands = [0] * self.players
            self.unmark()
            self.placing_ended = True
        following = self.next_seat()
        if self.owe_removals(following):
            return
        if step is None:
            self.quiet, self.steps, self.seen = 0, [], []
        else:
            self.quiet += 1
            self.steps.append(step)
        goes_on = self.rules.stuck == "stepped over"
        lost = [seat for seat in range(self.players) if self.has_too_few(seat)]
        if lost and not goes_on and following not in lost:
            following = lost[0]
        after = [(following + number) % self.players for number in range(self.players)]
        after = [seat for seat in after if seat not in self.expelled]
        self.to_move = after[0]
        self.over = self.is_decided(mover)
        if self.over:
            return
        for number, seat in enumerate(after):
            if self.moves_of(seat) or self.rules.stuck == "removes":
                self.to_move = seat
                position = (dict(self.owners), seat)
                self.seen.append(position)
                self.over = self.seen.count(position) == self.rules.repetition
                self.stepped_over = [] if self.over else after[:number]
                if not self.over and not self.moves_of(seat):
                    self.free_oneself()
                return
        self.over = True

    def placing_ends_early(self) -> bool:
        """Whether so few fields are free that no more tokens are put (M39)."""
        return (
            (self.has_put or self.has_removed)
            and any(self.hands)
            and len(self.free()) <= self.rules.placing_ends
            and self.rules.placing_ends > 0
        )

    def next_seat(self) -> int:
        """Whose turn it is next, if that player is still in the game (M4, M19, M29-M32)."""
        mover = self.to_move
        if self.has_won(mover):
            return self.other(mover)
        if self.turn_after is not None:
            return self.turn_after
        if self.placing_ended and self.rules.first_to_move != "next":
            return 0 if self.rules.first_to_move == "first" else 1
        again = self.again
        if self.rules.placing_mills == "another turn" and not self.has_removed:
            again = again and self.hands[mover] > 0
        if again:
            return mover
        return (mover + 1) % self.players

    def owe_removals(self, following: int) -> bool:
        """Whether removals follow on the end of placing or from a full board (M19, M31)."""
        if self.has_won(self.to_move) or any(map(self.has_too_few, range(self.players))):
            return False
        mover = self.to_move
        if self.placing_ended and self.rules.placing_mills == "at the end":
            mills = [len(self.mills(seat)) for seat in range(2)]
            fewer = max(1, min(mills))
            due = [fewer + (number > min(mills)) for number in mills]
            self.reason = "owed" if any(mills) else "own"
            self.demand(following, due[following], due[self.other(following)], following)
            if self.removing:
                return True
        full_board = self.rules.full_board
        is_full = self.has_put and not self.has_removed and not self.free()
        if is_full and full_board.endswith("removes"):
            first = 0 if full_board.startswith("first") else 1
            if "then" in full_board:
                self.reason = "owed"
                self.demand(first, 1, 1, first)
            else:
                self.demand(first, 1, 0, self.other(first))
            if self.removing:
                return True
        self.to_move = mover
        return False

    def demand(self, seat: int, due: int, owed: int, turn_after: int) -> None:
        """Have this player remove tokens, then the other; then it is somebody's turn (M19, M31)."""
        self.to_move, self.removals_due, self.owed = seat, due, owed
        self.skip_idle_removals()
        if self.removing:
            self.turn_after, self.placing_ended = turn_after, False
        else:
            self.reason = ""

    def free_oneself(self) -> None:
        """Have a player who cannot move remove a token beside their own, or lose (M38)."""
        self.begin_turn()
        if self.hands[self.to_move] == 0 and self.beside(self.to_move):
            self.removals_due, self.reason = 1, "stuck"
        else:
            self.loser = self.to_move
            self.over = True

    def is_decided(self, mover: int) -> bool:
        """Whether a turn ends the game, but for repetition, and who has lost by it.

        The reasons come in the order in which they count (M19).
        """
        follower = self.to_move
        goes_on = self.rules.stuck == "stepped over"
        if self.has_won(mover):
            self.loser = follower
            return True
        if len(self.expelled) == self.players - 1:
            return True
        if not goes_on and self.has_too_few(follower):
            self.loser = follower
            return True
        if not self.free() and self.rules.full_board == "draw":
            return True
        if not self.free() and self.rules.full_board == "first loses":
            self.loser = 0
            return True
        if self.rules.stuck in ("loses", "draws") and not self.moves_of(follower):
            if self.rules.stuck == "loses":
                self.loser = follower
            return True
        return self.quiet >= self.quiet_limit()

    def quiet_limit(self) -> int:
        """How many quiet turns in a row end the game (M13, M23)."""
        have_few = [self.tokens_left(seat) <= self.rules.jumping for seat in range(self.players)]
        few = any(have_few) if self.rules.quiet_few_any else all(have_few)
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
        """The position on one line: owners, hands, cards, quiet turns, seat, phase, ruleset.

        Before the ruleset stands what else there is to say, if anything (M29-M39).
        """
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
            f"{quiet} {LETTERS[self.to_move]} {self.phase()} {self.more()}{ruleset_name}"
        )

    def more(self) -> str:
        """What else there is to say of a position: one word with a blank, or nothing."""
        reason = self.reason
        at_the_end = self.rules.placing_mills == "at the end"
        matters = at_the_end or self.rules.first_to_move != "next"
        if self.removing and self.placing_ended and matters:
            reason = "last-put"
        parts = {
            "due": reason,
            "owed": str(self.owed or ""),
            "custody": dotted(self.captured),
            "intervention": dotted(self.intervened),
            "used": "/".join(dotted(used) or "-" for used in self.used) if any(self.used) else "",
            "closed": "/".join(step or "-" for step in self.closed) if any(self.closed) else "",
        }
        word = ";".join(f"{name}:{value}" for name, value in parts.items() if value)
        return f"{word} " if word else ""


def dotted(fields: set[int]) -> str:
    """Fields in order, in a position text."""
    return ".".join(map(str, sorted(fields)))
