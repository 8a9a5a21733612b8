"""A position of the game: whose turn it is, what may be done and what comes of it (M4-M15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, SupportsIndex, final

import attrs

from ..frozenmap import FrozenMap
from ..protocol import (
    DescribedState,
    DrawableState,
    GuidedState,
    ObservableState,
    PhasedState,
    check_seat,
)
from ..values import Value
from . import mills, observation
from .board import Board, Field, Line, Seat, fields_of
from .drawing import MARKS, Drawn
from .legality import illegal, not_known, not_last, off_the_board
from .moves import (
    CODES,
    PUTS,
    REMOVALS,
    Move,
    Phase,
    Put,
    Remove,
    Step,
    action_count,
    code_of,
    move_of_code,
)
from .notation import read_move, write_move, write_position
from .rulesets import FEWEST_TOKENS, NINE_AM, PUBLISHED, Ruleset, Stuck, Terms
from .scoring import Outcome, points_for_cards, points_for_lasting
from .setup import Setup
from .summary import instruct
from .symmetry import Symmetry
from .turns import can_jump, loses, steps, turn_from
from .undoing import predecessor
from .view import View, view


@final
@attrs.frozen(repr=False)
class State(
    Drawn,
    DescribedState[Move],
    DrawableState[Move, Field | int],
    GuidedState[Move],
    ObservableState[Move],
    PhasedState[Move],
    Value,
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. Two states are equal when ruleset, number of players, tokens, hands,
    cards, quiet turns, seat to move and what it has to do are. Make one with `start`, `from_text`
    or `from_setup`, not by calling the class.
    """

    game: ClassVar[str] = "morris"
    marks: ClassVar[tuple[str, ...]] = MARKS

    _terms: Terms
    to_move: Seat
    """Whose turn it is; in a finished game, the next seat that is still in it."""
    phase: Phase
    """What the player to move has to do."""
    _tokens: tuple[int, ...]
    """The tokens on the board, by seat as bitboards."""
    hands: tuple[int, ...]
    """By seat: the tokens in hand (M4)."""
    cards: tuple[int, ...]
    """By seat: the cards earned (M11, M12); zeros where the ruleset has none."""
    quiet: int
    """How many turns in a row, up to the last finished one, moved and removed nothing (M13)."""
    stepped_over: tuple[Seat, ...] = attrs.field(default=(), eq=False)
    """Who was passed over between the last turn and this one, being unable to move (M8).

    That tells how the game got here and is not part of the position: after reading a text it is
    empty.
    """

    @classmethod
    def start(cls, ruleset: Ruleset = NINE_AM, players: int | None = None) -> State:
        """The empty board, all tokens in hand; with as few players as possible if none are given.

        Raises InvalidRulesetError if the ruleset is not for so many.
        """
        terms = Terms.of(ruleset, ruleset.player_counts[0] if players is None else players)
        none = (0,) * terms.players
        hands = (ruleset.tokens,) * terms.players
        return cls(terms, Seat.FIRST, Phase.PUT, none, hands, none, 0)

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> State:
        """Read a position text. A ruleset that is not published must be passed in.

        Raises InvalidPositionError: with everything about the text that cannot be read, or if it
        can, with everything that makes the position impossible.
        """
        return cls.from_setup(Setup.from_text(text, ruleset))

    @classmethod
    def from_setup(cls, setup: Setup) -> State:
        """The position of an arrangement. Raises InvalidPositionError with all its problems.

        Which turns can have led there is not worked out: hands and quiet turns are checked, whether
        there were as many mills as tokens are gone is not.
        """
        setup.check()
        terms = Terms.of(setup.ruleset, setup.players)
        tokens, hands, quiet = setup.masks, setup.hands, setup.quiet
        phase = setup.phase
        if phase is not Phase.REMOVE:
            _, phase, _ = turn_from(terms, setup.to_move, tokens, hands, quiet)
        return cls(terms, setup.to_move, phase, tokens, hands, setup.cards, quiet)

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset played by."""
        return self._terms.ruleset

    @property
    def board(self) -> Board:
        """The board played on (M1)."""
        return self._terms.board

    @property
    def players(self) -> int:
        """How many play, the expelled included."""
        return self._terms.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of all players, in turn order (M4)."""
        return self._terms.seats

    @property
    def expelled(self) -> tuple[Seat, ...]:
        """The seats that are out of the game (M12)."""
        pairs = zip(self.seats, self._tokens, self.hands, strict=True)
        return tuple(seat for seat, own, hand in pairs if not own and not hand)

    @property
    def instruction(self) -> str:
        """What the player to move is asked to do, in a sentence with an example (M5-M7, M10)."""
        return instruct(self)

    @property
    def is_over(self) -> bool:
        """Whether the game is over (M13, M15)."""
        return self.phase is Phase.OVER

    @property
    def tokens(self) -> Mapping[Field, Seat]:
        """The tokens on the board, by the numbers of their fields."""
        owners = {
            field: seat
            for seat, own in zip(self.seats, self._tokens, strict=True)
            for field in fields_of(own)
        }
        return FrozenMap(sorted(owners.items(), key=lambda item: item[0].number))

    def token_at(self, field: Field | int) -> Seat | None:
        """Whose token is on a field. Raises NinetkaError for a field that is not on the board."""
        index = self.board.index_of(field)
        pairs = zip(self.seats, self._tokens, strict=True)
        return next((seat for seat, own in pairs if own >> index & 1), None)

    @property
    def free(self) -> tuple[Field, ...]:
        """The free fields, by number."""
        return fields_of(self._free)

    @property
    def _free(self) -> int:
        return self._terms.board.all & ~sum(self._tokens)

    def mills(self, seat: int) -> tuple[Line, ...]:
        """The mills of a player (M3), in the order of the board's lines.

        Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self._lines(mills.mills(self.board, self._tokens[seat]))

    def connected_mills(self, field: Field | int) -> tuple[Line, ...]:
        """The mills linked to the token on a field, directly or through others (M11).

        Empty if no token is there, or if it is in no mill. Raises NinetkaError for a field that is
        not on the board.
        """
        owner = self.token_at(field)
        if owner is None:
            return ()
        bit = 1 << self.board.index_of(field)
        return self._lines(mills.connected(self.board, self._tokens[owner], bit))

    def _lines(self, masks: Sequence[int]) -> tuple[Line, ...]:
        pairs = zip(self.board.lines, self.board.line_masks, strict=True)
        return tuple(line for line, mask in pairs if mask in masks)

    @property
    def removable(self) -> tuple[Field, ...]:
        """The fields whose tokens may be removed now (M10, M15); empty if no removal is due."""
        return fields_of(self._targets) if self.phase is Phase.REMOVE else ()

    @property
    def _targets(self) -> int:
        terms = self._terms
        return mills.removable(terms.board, self._tokens, self.to_move, terms.ruleset.from_mills)

    @property
    def may_jump(self) -> bool:
        """Whether the player to move may jump (M7)."""
        return self.phase is Phase.MOVE and can_jump(self._terms, self._tokens[self.to_move])

    @property
    def action_count(self) -> int:
        """How many action codes there are: one a field, and one for each pair of fields."""
        return action_count(self.board.fields)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their action codes; empty when the game is over.

        By the field to put on or to remove from; by the field to move from, then the one to move
        to.
        """
        phase = self.phase
        if phase is Phase.MOVE:
            return steps(self._terms, self._tokens[self.to_move], self._free)
        if phase is Phase.PUT:
            return PUTS.of_any(self._free)
        return REMOVALS.of_any(self._targets) if phase is Phase.REMOVE else ()

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The codes of the legal moves, in the same order, which is ascending."""
        if self.phase is Phase.PUT:
            return CODES.of_any(self._free)
        fields = self.board.fields
        return tuple(code_of(move, fields) for move in self.legal_moves)

    def is_legal(self, move: Move) -> bool:
        """Whether the move can be made here."""
        phase = self.phase
        if phase is Phase.MOVE:
            if not isinstance(move, Step):
                return False
            own = self._tokens[self.to_move]
            if not own & move.start.bit or not self._free & move.end.bit:
                return False
            near = self._terms.board.beside[move.start.index] & move.end.bit
            return near != 0 or can_jump(self._terms, own)
        if phase is Phase.PUT:
            return isinstance(move, Put) and self._free & move.field.bit != 0
        return (
            phase is Phase.REMOVE
            and isinstance(move, Remove)
            and self._targets & move.field.bit != 0
        )

    def apply(self, move: Move | str) -> State:
        """The state after a move, or after the one a text stands for, as in `parse_move`.

        Raises IllegalMoveError, whose `reason` says why the move cannot be made here, or
        InvalidMoveError for a text that is not a move.
        """
        if isinstance(move, str):
            move = read_move(move, self.board)
        if not self.is_legal(move):
            raise illegal(self, move)
        return self.apply_unchecked(move)

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move that is known to be legal; undefined for any other."""
        seat = self.to_move
        if isinstance(move, Step):
            tokens = _changed(self._tokens, seat, move.start.bit | move.end.bit)
            return self._placed(tokens, self.hands, move.end.index, self.quiet + 1)
        if isinstance(move, Put):
            tokens = _changed(self._tokens, seat, move.field.bit)
            hands = list(self.hands)
            hands[seat] -= 1
            return self._placed(tokens, tuple(hands), move.field.index, 0)
        return self._remove(move.field.bit)

    def _placed(
        self, tokens: tuple[int, ...], hands: tuple[int, ...], index: int, quiet: int
    ) -> State:
        """A token now stands on a field: a mill earns cards and a removal, if any (M9-M11)."""
        terms, seat, cards = self._terms, self.to_move, self.cards
        board, own = terms.board, tokens[seat]
        if not mills.makes_mill(board, own, index):
            return self._turn_ended(tokens, hands, cards, quiet)
        if terms.ruleset.cards:
            earned = list(cards)
            earned[seat] += len(mills.connected(board, own, 1 << index))
            cards = tuple(earned)
        if mills.removable(board, tokens, seat, terms.ruleset.from_mills):
            return State(terms, seat, Phase.REMOVE, tokens, hands, cards, self.quiet)
        return self._turn_ended(tokens, hands, cards, quiet)

    def _remove(self, bit: int) -> State:
        """A token is removed, and its owner with too few left is expelled (M10, M12)."""
        ruleset = self._terms.ruleset
        owner = next(seat for seat, own in enumerate(self._tokens) if own & bit)
        tokens, hands, cards = list(self._tokens), list(self.hands), list(self.cards)
        tokens[owner] ^= bit
        few = tokens[owner].bit_count() + hands[owner] < FEWEST_TOKENS
        if few and ruleset.stuck is Stuck.STEPPED_OVER:
            tokens[owner] = hands[owner] = 0
            cards[self.to_move] += 2 * ruleset.cards
        return self._turn_ended(tuple(tokens), tuple(hands), tuple(cards), 0)

    def _turn_ended(
        self, tokens: tuple[int, ...], hands: tuple[int, ...], cards: tuple[int, ...], quiet: int
    ) -> State:
        """The turn goes on to the next player who can do anything (M4, M8), unless it's over."""
        terms = self._terms
        first = terms.order_from[self.to_move][1]
        to_move, phase, stepped_over = turn_from(terms, first, tokens, hands, quiet)
        return State(terms, to_move, phase, tokens, hands, cards, quiet, stepped_over)

    def undo(self, move: Move) -> State:
        """The state from which a put or a step leads here, if there is one.

        A removal does not tell whose token it took, nor how many quiet turns there were before: it
        is taken back with `Game.undo`. So is a put on a board that has not enough fields for all
        tokens. Raises IllegalMoveError.
        """
        if off_the_board(self.board, move) is not None:
            raise not_last(self, move)
        put = isinstance(move, Put) and self.phase is not Phase.REMOVE
        if isinstance(move, Remove) or (put and not self._terms.always_room):
            raise not_known(self, move)
        owner = self.token_at(move.field if isinstance(move, Put) else move.end)
        if owner is None or (self.phase is Phase.REMOVE and owner is not self.to_move):
            raise not_last(self, move)
        terms, hands, cards = self._terms, self.hands, self.cards
        was = predecessor(move, owner, terms, self.phase, self._tokens, hands, cards, self.quiet)
        state = None if was is None else State(terms, owner, *was)
        if state is None or not state.is_legal(move) or state.apply_unchecked(move) != self:
            raise not_last(self, move)
        return state

    @property
    def scores(self) -> tuple[Fraction, ...]:
        """Points by seat if the game ended here (M14, M15)."""
        if self.ruleset.cards:
            return points_for_cards(self.cards)
        return points_for_lasting(self.players, [*self.expelled, *self._losers])

    @property
    def _losers(self) -> tuple[Seat, ...]:
        """Who has lost because they cannot move or have too few tokens: one at most (M15)."""
        seat, terms = self.to_move, self._terms
        own, hand = self._tokens[seat], self.hands[seat]
        can_lose = self.is_over and self.ruleset.stuck is Stuck.LOSES
        return (seat,) if can_lose and loses(terms, own, hand, self._free) else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (M13-M15); None until it is over."""
        if not self.is_over:
            return None
        return Outcome(self.scores, self.cards if self.ruleset.cards else (), self._why_over())

    def _why_over(self) -> str:
        for seat in self._losers:
            few = self._tokens[seat].bit_count() + self.hands[seat] < FEWEST_TOKENS
            return f"Seat {seat} has only two tokens left." if few else f"Seat {seat} cannot move."
        if self.quiet == self._terms.quiet_limit:
            return f"{self.quiet} turns in a row removed nothing."
        alone = self.players - len(self.expelled) == 1
        return "One player is left." if alone else "Nobody can move."

    def move_text(self, move: Move, *, names: bool = False) -> str:
        """A legal move's text: `7`, `7-10` or `x23`; with the fields' `names`, `a1-a4`.

        Raises IllegalMoveError.
        """
        if not self.is_legal(move):
            raise illegal(self, move)
        return write_move(move, self.board, names=names)

    def parse_move(self, text: str) -> Move:
        """The legal move a text stands for, with numbers or names of fields.

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move cannot be
        made here.
        """
        move = read_move(text, self.board)
        if not self.is_legal(move):
            raise illegal(self, move)
        return move

    def to_setup(self) -> Setup:
        """The tokens, hands, cards and whose turn it is, as an arrangement that can be changed."""
        phase = self.phase if self.phase is Phase.REMOVE else None
        return Setup(
            self.tokens, self.hands, self.cards, self.quiet, self.to_move, phase, self.ruleset
        )

    def to_text(self) -> str:
        """The position on one line; with the ruleset at hand it reads back to an equal state."""
        return write_position(
            self.board.fields,
            self._tokens,
            self.hands,
            self.cards,
            self.quiet,
            self.to_move,
            self.phase,
            self.ruleset.name,
        )

    def action(self, move: Move) -> int:
        """A legal move's code. Raises IllegalMoveError."""
        if not self.is_legal(move):
            raise illegal(self, move)
        return code_of(move, self.board.fields)

    def move(self, action: SupportsIndex) -> Move:
        """The move that a code stands for in this phase, legal or not.

        A field's code, its number less one, is a removal if one is due, and else a put. Raises
        InvalidMoveError if there is no such code.
        """
        return move_of_code(action, self.phase, self.board.fields)

    @property
    def plane_shape(self) -> tuple[int, int]:
        """One row, a column for each field: the bit of a field in the `planes` is its code."""
        return 1, self.board.fields

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each of the `planes` shows."""
        return observation.plane_names(self.players)

    def planes(self, seat: int) -> tuple[int, ...]:
        """What programs that learn look at, as a seat sees it, in the order of `plane_names`.

        Bit n - 1 of each is field n; what is not about fields is all ones or 0, or a number in
        binary. Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return observation.planes(
            int(seat),
            self.to_move,
            self.phase,
            self._tokens,
            self.hands,
            self.cards,
            self.quiet,
            self.board.all,
        )

    @property
    def max_plies_left(self) -> int:
        """The most plies there can be yet: all tokens put and removed, with quiet turns between."""
        if self.is_over:
            return 0
        limit, hands = self._terms.quiet_limit, sum(self.hands)
        removals = hands + sum(self._tokens).bit_count()
        quiet = limit * (hands + removals + 1) - self.quiet
        return hands + 2 * removals + quiet - (self.phase is Phase.REMOVE)

    def transform(self, symmetry: Symmetry) -> State:
        """The same position on the turned board. Raises NinetkaError if it is not one."""
        symmetry.check(self.board)
        return attrs.evolve(self, tokens=tuple(map(symmetry.mask, self._tokens)))

    def to_dict(self) -> View:
        """The position as plain data: its text, legal moves, tokens, hands, cards, outcome."""
        return view(self)

    def __repr__(self) -> str:
        published = self.ruleset == PUBLISHED.get(self.ruleset.name)
        ruleset = "" if published else f", ruleset={self.ruleset!r}"
        return f"State.from_text({self.to_text()!r}{ruleset})"


def _changed(tokens: tuple[int, ...], seat: int, bits: int) -> tuple[int, ...]:
    changed = list(tokens)
    changed[seat] ^= bits
    return tuple(changed)
