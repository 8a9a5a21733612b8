"""A position of the game: its legal moves, the positions they lead to, its points (M4-M15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, SupportsIndex, final, get_args

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.errors import InvalidMoveError, NinetkaError, check_move
from ..base.frozenmap import FrozenMap
from ..base.values import Value, not_called
from ..drawing.drawable import DrawableState
from ..protocol.picking import ClickableState
from ..protocol.states import (
    DescribedState,
    GuidedState,
    ObservableState,
    Observation,
    PhasedState,
    check_seat,
)
from ..protocol.view import outcome_view, plain
from . import mills
from .board import Board, Field, Line, Seat, fields_of, mask_of, owner_of, toggled
from .legality import Reason, why_illegal
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
    fields_named,
    move_of_code,
)
from .notation import read_move, write_move, write_position
from .picking import why_not_picked
from .rulesets import FEWEST_TOKENS, NINE_AM, PUBLISHED, Ruleset, Stuck, Terms
from .scoring import Outcome, card_bounds, points_for_cards, points_for_lasting
from .setup import Setup
from .summary import instruct
from .symmetry import Symmetry
from .turns import can_jump, loses, most_plies, steps, turn_from
from .undoing import predecessor
from .view import View

if TYPE_CHECKING:
    from ..drawing.options import Drawing

    class IllegalMoveError(errors.IllegalMoveError):
        """What type checkers see of these games' errors; at run time all games have one class."""

        move: Move
        state: State
        reason: Reason

else:
    IllegalMoveError = errors.IllegalMoveError


@final
@documented
@attrs.frozen(repr=False)
class State(
    ClickableState[Move],
    DescribedState[Move],
    DrawableState[Move, Field | int],
    GuidedState[Move],
    ObservableState[Move],
    PhasedState[Move],
    Value,
):
    """A position: everything that decides what may happen next, and nothing else.

    Immutable and hashable. States are equal if their rulesets, players, tokens, hands, cards, quiet
    turns, seats to move and phases are equal. Make one with `start`, `from_text` or `from_setup`,
    not by calling the class.
    """

    game: ClassVar[str] = "morris"
    board_has_points: ClassVar[bool] = True

    _terms: Terms = attrs.field(factory=not_called)
    to_move: Seat = Seat.FIRST
    """Whose turn it is; when the game is over, the next seat that is still in it."""
    phase: Phase = Phase.PUT
    """What the player to move has to do."""
    masks: tuple[int, ...] = ()
    """The tokens on the board as a bitboard for each seat: bit n - 1 is field n."""
    hands: tuple[int, ...] = ()
    """The number of tokens in hand, by seat (M4)."""
    cards: tuple[int, ...] = ()
    """The number of cards, by seat (M11, M12); zeros if the ruleset has none."""
    quiet: int = 0
    """How many finished turns in a row neither put nor removed a token (M13)."""
    stepped_over: tuple[Seat, ...] = attrs.field(default=(), eq=False)
    """The seats that could not move and were stepped over right before this turn (M8).

    This is not part of the position: it doesn't count for equality, and is empty after reading a
    text.
    """

    @classmethod
    def start(cls, ruleset: Ruleset = NINE_AM, players: int | None = None) -> State:
        """The empty board, with all tokens in hand; by default for as few players as possible.

        Raises InvalidRulesetError if the ruleset has no board for so many players.
        """
        terms = Terms.of(ruleset, ruleset.player_counts[0] if players is None else players)
        none = (0,) * terms.players
        hands = (ruleset.tokens,) * terms.players
        return cls(terms, Seat.FIRST, Phase.PUT, none, hands, none, 0)

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> State:
        """Read a position text. A ruleset that is not published must be passed in.

        Raises InvalidPositionError with everything that is wrong with the text, or, if the text
        can be read, with the position.
        """
        return cls.from_setup(Setup.from_text(text, ruleset))

    @classmethod
    def from_setup(cls, setup: Setup) -> State:
        """The position of an arrangement. Raises InvalidPositionError with all its problems.

        Hands and quiet turns are checked. Whether play can have led there is not: there may be more
        tokens missing than mills can have removed, for instance.
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
        """The rules that are played by."""
        return self._terms.ruleset

    @property
    def board(self) -> Board:
        """The board for this number of players (M1)."""
        return self._terms.board

    @property
    def players(self) -> int:
        """How many players began, expelled ones included."""
        return self._terms.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of all players, in turn order (M4)."""
        return self._terms.seats

    @property
    def expelled(self) -> tuple[Seat, ...]:
        """The seats that have been expelled (M12)."""
        pairs = zip(self.seats, self.masks, self.hands, strict=True)
        return tuple(seat for seat, own, hand in pairs if not own and not hand)

    @property
    def instruction(self) -> str:
        """What the player to move has to do, in a sentence with an example (M5-M7, M10)."""
        example = "" if self.is_over else write_move(self._example(), self.board)
        return instruct(self.phase, self.may_jump, example)

    def _example(self) -> Move:
        """A sensible move: one that makes a mill, or else prevents one, or else a central field."""
        board, seat = self.board, self.to_move

        def worth(move: Move) -> tuple[bool, bool, int]:
            *from_, end = fields_named(move)
            after = [own | end.bit for own in self.masks]
            after[seat] &= ~mask_of(from_)
            made = [mills.makes_mill(board, own, end.index) for own in after]
            return made[seat], any(made), board.neighbour_masks[end.index].bit_count()

        return max(self.legal_moves, key=worth)

    @property
    def is_over(self) -> bool:
        """Whether the game is over (M13, M15)."""
        return self.phase is Phase.OVER

    @property
    def tokens(self) -> Mapping[Field, Seat]:
        """Who has a token on which field, in the order of the fields' numbers."""
        owners = {
            field: seat
            for seat, own in zip(self.seats, self.masks, strict=True)
            for field in fields_of(own)
        }
        return FrozenMap(sorted(owners.items(), key=lambda item: item[0].number))

    def token_at(self, field: Field | int) -> Seat | None:
        """Whose token is on a field; None if it is free.

        Raises NinetkaError if the board has no such field.
        """
        return owner_of(self.masks, self.board.index_of(field))

    @property
    def free(self) -> tuple[Field, ...]:
        """The free fields, in the order of their numbers."""
        return fields_of(self._free)

    @property
    def _free(self) -> int:
        return self._terms.board.mask & ~sum(self.masks)

    def mills(self, seat: int) -> tuple[Line, ...]:
        """The mills of a player (M3), in the order of the board's lines.

        Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self._lines(mills.mills(self.board, self.masks[seat]))

    def connected_mills(self, field: Field | int) -> tuple[Line, ...]:
        """The mills linked to a field's token, directly or through others (M11).

        Empty if the field is free or its token is in no mill. Raises NinetkaError if the board has
        no such field.
        """
        owner = self.token_at(field)
        if owner is None:
            return ()
        bit = 1 << self.board.index_of(field)
        return self._lines(mills.connected(self.board, self.masks[owner], bit))

    def _lines(self, masks: Sequence[int]) -> tuple[Line, ...]:
        pairs = zip(self.board.lines, self.board.line_masks, strict=True)
        return tuple(line for line, mask in pairs if mask in masks)

    @property
    def removable(self) -> tuple[Field, ...]:
        """The fields to remove a token from (M10, M15); empty if no removal is due."""
        return fields_of(self._targets) if self.phase is Phase.REMOVE else ()

    @property
    def _targets(self) -> int:
        terms = self._terms
        return mills.removable(terms.board, self.masks, self.to_move, terms.ruleset.from_mills)

    @property
    def may_jump(self) -> bool:
        """Whether the player to move may jump (M7)."""
        return self.phase is Phase.MOVE and can_jump(self._terms, self.masks[self.to_move])

    @property
    def action_count(self) -> int:
        """The number of action codes: one for each field and for each pair of fields."""
        return action_count(self.board.fields)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their action codes; empty when the game is over.

        Puts and removals are ordered by field, steps by the fields they start from, then end on.
        """
        phase = self.phase
        if phase is Phase.MOVE:
            return steps(self._terms, self.masks[self.to_move], self._free)
        if phase is Phase.PUT:
            return PUTS.of_any(self._free)
        return REMOVALS.of_any(self._targets) if phase is Phase.REMOVE else ()

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The action codes of the legal moves, in ascending order."""
        if self.phase is Phase.PUT:
            return CODES.of_any(self._free)
        fields = self.board.fields
        return tuple(code_of(move, fields) for move in self.legal_moves)

    def is_legal(self, move: Move) -> bool:
        """Whether `apply` would accept the move."""
        phase = self.phase
        if phase is Phase.MOVE:
            if not isinstance(move, Step):
                return False
            own = self.masks[self.to_move]
            if not own & move.start.bit or not self._free & move.end.bit:
                return False
            near = self._terms.board.neighbour_masks[move.start.index] & move.end.bit
            return near != 0 or can_jump(self._terms, own)
        if phase is Phase.PUT:
            return isinstance(move, Put) and self._free & move.field.bit != 0
        return (
            phase is Phase.REMOVE
            and isinstance(move, Remove)
            and self._targets & move.field.bit != 0
        )

    def apply(self, move: Move | str) -> State:
        """The state after a move, given as a `Move` or as text.

        Raises IllegalMoveError with a `reason` if the move is illegal, InvalidMoveError for what is
        not a move of these games.
        """
        if isinstance(move, str):
            move = read_move(move, self.board)
        return self.apply_unchecked(self._checked(move))

    def _checked(self, move: Move) -> Move:
        """The move, if it is legal. Raises IllegalMoveError or InvalidMoveError."""
        if self.is_legal(move):
            return move
        check_move(move, *get_args(Move))
        reason, sentence = why_illegal(self._terms, self.masks, self.to_move, self.phase, move)
        raise IllegalMoveError(sentence, move, self, reason)

    def apply_unchecked(self, move: Move) -> State:
        """The state after a move known to be legal; undefined for illegal moves."""
        seat = self.to_move
        if isinstance(move, Step):
            tokens = toggled(self.masks, seat, move.start.bit | move.end.bit)
            return self._placed(tokens, self.hands, move.end.index, self.quiet + 1)
        if isinstance(move, Put):
            tokens = toggled(self.masks, seat, move.field.bit)
            hands = list(self.hands)
            hands[seat] -= 1
            return self._placed(tokens, tuple(hands), move.field.index, 0)
        return self._remove(move.field.bit)

    def _placed(
        self, tokens: tuple[int, ...], hands: tuple[int, ...], index: int, quiet: int
    ) -> State:
        """The state after a token came to a field: a mill earns cards and a removal (M9-M11)."""
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
        """The state after a removal, which may expel the token's owner (M10, M12)."""
        ruleset = self._terms.ruleset
        owner = next(seat for seat, own in enumerate(self.masks) if own & bit)
        tokens, hands, cards = list(self.masks), list(self.hands), list(self.cards)
        tokens[owner] ^= bit
        few = tokens[owner].bit_count() + hands[owner] < FEWEST_TOKENS
        if few and ruleset.stuck is Stuck.STEPPED_OVER:
            tokens[owner] = hands[owner] = 0
            cards[self.to_move] += 2 * ruleset.cards
        return self._turn_ended(tuple(tokens), tuple(hands), tuple(cards), 0)

    def _turn_ended(
        self, tokens: tuple[int, ...], hands: tuple[int, ...], cards: tuple[int, ...], quiet: int
    ) -> State:
        """The state at the next player's turn (M4, M8), or at the end of the game (M13)."""
        terms = self._terms
        first = terms.order_from[self.to_move][1]
        to_move, phase, stepped_over = turn_from(terms, first, tokens, hands, quiet)
        return State(terms, to_move, phase, tokens, hands, cards, quiet, stepped_over)

    def undo(self, move: Move) -> State:
        """The state from which a put or a step leads here.

        Raises IllegalMoveError if there is none, or if the move alone does not tell: a removal does
        not say whose token it took, nor how many quiet turns came before. The same holds for a put
        on a board that has not enough fields for all tokens. `Game.undo` takes back any move.
        """
        check_move(move, *get_args(Move))
        put = isinstance(move, Put) and self.phase is not Phase.REMOVE
        if isinstance(move, Remove) or (put and not self._terms.always_room):
            text = write_move(move, self.board)
            sentence = f"{text} does not say what was there before: take it back with Game.undo"
            raise IllegalMoveError(sentence, move, self, Reason.NOT_ENOUGH_KNOWN)
        had = self.masks, self.hands, self.cards, self.quiet
        was = predecessor(move, self._terms, self.to_move, self.phase, *had)
        state = None if was is None else State(self._terms, *was)
        if state is None or not state.is_legal(move) or state.apply_unchecked(move) != self:
            sentence = f"{write_move(move, self.board)} was not the last move"
            raise IllegalMoveError(sentence, move, self, Reason.NOT_THE_LAST_MOVE)
        return state

    @property
    def scores(self) -> tuple[Fraction, ...]:
        """Points by seat if the game ended here (M14, M15)."""
        if self.ruleset.cards:
            return points_for_cards(self.cards)
        return points_for_lasting(self.players, [*self.expelled, *self._losers])

    @property
    def running_scores(self) -> tuple[Fraction, ...]:
        """The same, but without cards none until the game is over (M15)."""
        return self.scores if self.ruleset.cards or self.is_over else ()

    @property
    def _losers(self) -> tuple[Seat, ...]:
        """The seat that cannot move or has too few tokens and so has lost, if any (M15)."""
        seat, terms = self.to_move, self._terms
        own, hand = self.masks[seat], self.hands[seat]
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
            few = self.masks[seat].bit_count() + self.hands[seat] < FEWEST_TOKENS
            return f"Seat {seat} has only two tokens left." if few else f"Seat {seat} cannot move."
        if self.quiet == self._terms.quiet_limit:
            return f"No token was put or removed for {self.quiet} turns."
        alone = self.players - len(self.expelled) == 1
        return "One player is left." if alone else "Nobody can move."

    def move_text(self, move: Move) -> str:
        """The text of a legal move: `7`, `7-10` or `x23`; if fields have names, `d6-d7`.

        Raises IllegalMoveError.
        """
        return write_move(self._checked(move), self.board)

    def parse_move(self, text: str) -> Move:
        """The legal move a text stands for, with fields by number or name.

        Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move is illegal.
        """
        return self._checked(read_move(text, self.board))

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The number of the field; for a step, of where it starts, then of where it ends."""
        return tuple(map(str, fields_named(move)))

    def click_error(self, places: Sequence[str], /) -> NinetkaError:
        """Why no legal move begins with fields of these numbers, the last of which is at fault."""
        had = self._terms, self.masks, self.to_move, self.phase
        try:
            reason, sentence, move = why_not_picked(*had, places)
        except InvalidMoveError as error:
            return error
        return IllegalMoveError(sentence, move, self, reason)

    def to_setup(self) -> Setup:
        """The position as an arrangement, to be changed and made into a position again."""
        phase = self.phase if self.phase is Phase.REMOVE else None
        return Setup(
            self.tokens, self.hands, self.cards, self.quiet, self.to_move, phase, self.ruleset
        )

    def to_text(self) -> str:
        """The position as one line of text. `from_text` makes an equal state of it."""
        had = self.masks, self.hands, self.cards, self.quiet
        return write_position(self.board.fields, *had, self.to_move, self.phase, self.ruleset.name)

    def action(self, move: Move) -> int:
        """The action code of a legal move. Raises IllegalMoveError."""
        return code_of(self._checked(move), self.board.fields)

    def move(self, action: SupportsIndex) -> Move:
        """The move that an action code stands for in this phase, legal or not.

        The code of a single field is a removal if one is due, otherwise a put. Raises
        InvalidMoveError if there is no such code.
        """
        return move_of_code(action, self.phase, self.board.fields)

    @property
    def max_plies_left(self) -> int:
        """At most this many plies remain, a bound that falls with every ply (M4-M15)."""
        if self.is_over:
            return 0
        return most_plies(self._terms, self.to_move, self.phase, self.masks, self.hands, self.quiet)

    @property
    def plane_grid(self) -> tuple[tuple[int, int], ...]:
        """The row and column of each field, as the board's `grid` has them."""
        return self.board.grid

    @property
    def score_bounds(self) -> tuple[Fraction, Fraction]:
        """The least and the most points that a seat can have at the end (M14, M15).

        With cards a wide bound: as if each ply that remains made a mill of every line.
        """
        if not self.ruleset.cards:
            return Fraction(0), Fraction(1)
        return card_bounds(self.cards, self.max_plies_left * len(self.board.lines))

    def transform(self, symmetry: Symmetry) -> State:
        """The image of the position. Raises NinetkaError if the symmetry isn't the board's."""
        symmetry.check(self.board)
        return attrs.evolve(self, masks=tuple(map(symmetry.mask, self.masks)))

    def to_dict(self) -> View:
        """The position as plain data, ready for JSON."""
        owners = [owner_of(self.masks, index) for index in range(self.board.fields)]
        scores = list(map(plain, self.scores))
        return {
            "position": self.to_text(),
            "ruleset": self.ruleset.name,
            "players": self.players,
            "phase": str(self.phase),
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "legal_moves": [write_move(move, self.board) for move in self.legal_moves],
            "scores": scores,
            "fields": list(map(self.board.name_of, range(1, self.board.fields + 1))),
            "tokens": [None if owner is None else int(owner) for owner in owners],
            "hands": list(self.hands),
            "cards": list(self.cards),
            "expelled": list(map(int, self.expelled)),
            "stepped_over": list(map(int, self.stepped_over)),
            "quiet": self.quiet,
            "outcome": outcome_view(self.outcome, scores),
        }

    @property
    def drawing(self) -> Drawing[State, Move, Field | int]:
        """The module that draws it."""
        from .look import drawing

        return drawing

    @property
    def observation(self) -> Observation[State]:
        """The module that makes its planes."""
        from . import observation

        return observation

    def __repr__(self) -> str:
        published = self.ruleset == PUBLISHED.get(self.ruleset.name)
        ruleset = "" if published else f", ruleset={self.ruleset!r}"
        return f"State.from_text({self.to_text()!r}{ruleset})"
