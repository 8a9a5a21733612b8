"""Arrangements of tokens, hands and cards, and the problems that make them impossible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Flag, auto
from typing import Any, Final, TypeAlias, cast, final

import attrs

from ..base import errors
from ..base.bits import mask_of
from ..base.documented import documented
from ..base.errors import InvalidRulesetError, combined_problems, quoted, refuse
from ..base.fields import as_tuple, convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from ..base.texts import COMMA
from ..protocol.rulesets import known_ruleset
from .board import (
    FIELDS,
    FREE,
    SEATS,
    Board,
    Field,
    Seat,
    as_field,
    fields_of,
    off_the_board,
    owner_of,
    toggled,
)
from .mills import captives, mills, mills_made, removable
from .moves import Phase, Step, fields_named
from .notation import MARKED, OUT, Words, write_position
from .noted import read_notes
from .position import NO_EXTRA, Due, ExtraNotes, Notes, P, Position
from .rulesets import MILLS, NINE_AM, PUBLISHED, PlacingMills, Removals, Ruleset, Terms
from .texts import Say
from .turns import is_stuck, quiet_limit, turn_settled


class InvalidPositionError(errors.InvalidPositionError):
    """An arrangement, or its text, that is not a position of 9AM and Mills."""

    problems: Problem


class Problem(Flag):
    """The problems that an arrangement can have. They can be combined."""

    MALFORMED = auto()
    """The text is not a position text."""
    UNKNOWN_RULESET = auto()
    """The text names a ruleset that is neither published nor the one passed in."""
    WRONG_PLAYERS = auto()
    """The ruleset has no board for that many players, or a seat that does not play has tokens."""
    OFF_THE_BOARD = auto()
    """A token's field is not on the board (M1)."""
    TOO_MANY_TOKENS = auto()
    """A player has more than at the start (M4)."""
    TOO_FEW_TOKENS = auto()
    """A player has too few tokens to go on: they should be expelled, or have lost (M12, M15)."""
    IMPOSSIBLE_HANDS = auto()
    """The hands don't fit the turn order (M4, M5), or a number is negative."""
    IMPOSSIBLE_CARDS = auto()
    """A number of cards is negative, or there are cards but the ruleset has none (M11)."""
    IMPOSSIBLE_QUIET = auto()
    """The number of quiet turns in a row is impossible (M13)."""
    WRONG_SEAT = auto()
    """It is another seat's turn (M4, M8)."""
    WRONG_PHASE = auto()
    """The player to move has to do something else (M5, M6, M10, M13)."""
    IMPOSSIBLE_REMOVALS = auto()
    """The number of further removals that are due is impossible (M20)."""
    IMPOSSIBLE_MARKS = auto()
    """A field cannot be marked (M26)."""
    IMPOSSIBLE_STEPS = auto()
    """The quiet turns cannot have had these steps (M22)."""
    IMPOSSIBLE_NOTES = auto()
    """Something noted doesn't fit the ruleset or the rest of the position (M19, M29-M38)."""


Finding: TypeAlias = tuple[Problem, str]

_LETTERS: Final = {str(seat): seat for seat in SEATS}
_PHASES: Final = {phase.value: phase for phase in Phase}
_NUMBER: Final = re.compile("[0-9]{1,6}")
_STEP: Final = "[1-9][0-9]?-[1-9][0-9]?"
_STEPS: Final = re.compile(f"{_STEP}({COMMA}{_STEP})*")


def _frozen_tokens(tokens: Mapping[Field, Seat] | Mapping[int, Seat]) -> FrozenMap[Field, Seat]:
    return FrozenMap(
        (as_field(field), convert(Seat, seat, f"the token on {field}"))
        for field, seat in convert(Mapping[Any, Any], tokens, "tokens").items()
    )


def _as_hands(numbers: Iterable[int]) -> tuple[int, ...]:
    return cast("tuple[int, ...]", convert(tuple[int, ...], numbers, "hands"))


def _as_cards(numbers: Iterable[int]) -> tuple[int, ...]:
    return cast("tuple[int, ...]", convert(tuple[int, ...], numbers, "cards"))


def _as_marked(fields: Iterable[Field | int]) -> tuple[Field, ...]:
    return fields_of(mask_of(map(as_field, as_tuple(fields, "marked"))))


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Setup:
    """Tokens, hands, cards and whose turn it is, whether that is possible or not.

    `State.from_setup` makes a position of an arrangement without problems. Each player has a
    number in `hands`. Raises NinetkaError for a number that is not a field or a seat.

    >>> Setup({1: Seat.FIRST, 4: Seat.FIRST}, hands=(7, 8, 9)).problems
    <Problem.IMPOSSIBLE_HANDS: 64>
    """

    tokens: Mapping[Field, Seat] = attrs.field(converter=_frozen_tokens)
    """The owner of the token on each field that has one; fields may be given by number."""
    hands: tuple[int, ...] = attrs.field(converter=_as_hands)
    """The number of tokens in hand, by seat (M4); 0 for the expelled."""
    cards: tuple[int, ...] = attrs.field(default=(), converter=_as_cards)
    """The number of cards, by seat (M11); by default nobody has any."""
    quiet: int = 0
    """The number of turns in a row that neither put nor removed a token (M13)."""
    to_move: Seat = Seat.FIRST
    """The seat to move."""
    phase: Phase | None = None
    """The kind of move that is due; None if it follows from the rest, and isn't to remove."""
    ruleset: Ruleset = NINE_AM
    """The variant, with its boards."""
    further_removals: int = attrs.field(default=0, kw_only=True)
    """The number of removals that are due after the next one (M20)."""
    marked: tuple[Field, ...] = attrs.field(default=(), kw_only=True, converter=_as_marked)
    """The marked fields (M26), in the order of their numbers; they may be given by number."""
    steps: tuple[Step, ...] = attrs.field(default=(), kw_only=True)
    """The moves and jumps of the quiet turns in a row, if the ruleset knows repetition (M22)."""
    notes: ExtraNotes = attrs.field(default=NO_EXTRA, kw_only=True)
    """What else is noted: why a removal is due, captives, used lines, closings (M29-M38)."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "cards", self.cards or (0,) * self.players)

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> Setup:
        """Read a position text. A ruleset that is not published must be passed in.

        Sanmill's FEN and MFEN/1.0 are read too; they are of Mills unless a ruleset is passed in.

        Raises InvalidPositionError with everything that is wrong with the text. Whether the
        arrangement is possible is not checked: see `problems`.
        """
        from .fen import is_foreign, read_foreign  # which need arrangements

        if is_foreign(text):
            return read_foreign(text, MILLS if ruleset is None else ruleset)
        return _read(text, ruleset)

    def to_text(self) -> str:
        """The position text, without tokens on fields that the board does not have.

        Raises InvalidRulesetError if the ruleset has no board for that number of players.
        """
        position = arranged(self, Position)
        return write_position(attrs.evolve(position, phase=self.phase or position.phase))

    @property
    def players(self) -> int:
        """The number of players, expelled ones included."""
        return len(self.hands)

    @property
    def masks(self) -> tuple[int, ...]:
        """The tokens as a bitboard for each seat that plays."""
        return _masks(self)[: self.players]

    @property
    def problems(self) -> Problem:
        """All problems of the arrangement; falsy if there are none."""
        return combined_problems(self.findings, Problem(0))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each problem with a sentence that says where it is."""
        return tuple(_find(self))

    def check(self) -> None:
        """Raise InvalidPositionError if there is any problem."""
        refuse(self.findings, InvalidPositionError)


def arranged(setup: Setup, kind: type[P]) -> P:
    """The position of an arrangement, possible or not, at the turn that it says.

    The phase follows from the hand unless a removal is due. If seats that do not play have tokens,
    these are further bitboards. Raises InvalidRulesetError if the ruleset has no board
    for that number of players.
    """
    terms, to_move = Terms.of(setup.ruleset, setup.players), setup.to_move
    has_hand = any(setup.hands[to_move : to_move + 1])
    phase = terms.hand_phase if has_hand else Phase.MOVE
    phase = setup.phase if setup.phase is Phase.REMOVE else phase
    notes = Notes(setup.further_removals, mask_of(setup.marked), setup.steps, setup.notes)
    return kind(terms, to_move, phase, _masks(setup), setup.hands, setup.cards, setup.quiet, notes)


def _masks(setup: Setup) -> tuple[int, ...]:
    """The tokens as a bitboard for each seat, and for others up to the last that has any."""
    masks = [0] * max([setup.players, *(seat + 1 for seat in setup.tokens.values())])
    for field, seat in setup.tokens.items():
        masks[seat] |= field.bit
    return tuple(masks)


def _find(setup: Setup) -> Iterator[Finding]:
    try:
        position = arranged(setup, Position)
    except InvalidRulesetError as error:
        yield Problem.WRONG_PLAYERS, error.message
        return
    findings = [*_misplaced(setup, position.board), *_miscounted(position)]
    yield from findings
    if not findings:
        findings = [*_wrong_notes(position)]
        yield from findings
    if not findings:
        yield from _out_of_turn(position, setup.phase)


def _misplaced(setup: Setup, board: Board) -> Iterator[Finding]:
    """Problems of single tokens (M1)."""
    for field, seat in setup.tokens.items():
        if field.number > board.fields:
            yield Problem.OFF_THE_BOARD, off_the_board(field, board.fields)
        if seat >= setup.players:
            name = board.name_of(field)
            yield Problem.WRONG_PLAYERS, Say.HAS_TOKEN_ON(seat=seat, field=name)


def _miscounted(position: Position) -> Iterator[Finding]:
    """Problems of single numbers (M4, M11-M13, M15)."""
    terms, ruleset = position.terms, position.ruleset
    if len(position.cards) != terms.players:
        sentence = Say.CARDS_FOR(players=terms.players, given=len(position.cards))
        yield Problem.IMPOSSIBLE_CARDS, sentence
    for seat, cards in zip(terms.seats, position.cards, strict=False):
        if cards < 0 or (cards and not ruleset.cards):
            yield Problem.IMPOSSIBLE_CARDS, Say.WRONG_CARDS(seat=seat, cards=quoted(cards))
    # Placing may leave both with too few (M39)
    has_few = [position.token_count(seat) < ruleset.fewest for seat in terms.seats]
    all_have_few = ruleset.placing_ends > 0 and all(has_few) and not any(position.hands)
    for seat in terms.seats:
        hand, count = position.hands[seat], position.token_count(seat)
        # The player to move may have lost (M15)
        may_have_lost = seat is position.to_move and position.phase is not Phase.REMOVE
        few = ruleset.fewest - (may_have_lost and not terms.expels)
        # Hands may lose several tokens at once (M30, M39)
        if may_have_lost and terms.is_extended:
            few = 0
        if hand < 0:
            yield Problem.IMPOSSIBLE_HANDS, Say.WRONG_HAND(seat=seat, hand=quoted(hand))
        elif count > ruleset.tokens:
            sentence = Say.TOO_MANY_TOKENS(seat=seat, count=quoted(count), most=ruleset.tokens)
            yield Problem.TOO_MANY_TOKENS, sentence
        elif count < few and (count or not terms.expels) and not all_have_few:
            yield Problem.TOO_FEW_TOKENS, Say.TOO_FEW_TOKENS(seat=seat, count=count)
    limit = _most_quiet(position)
    if not 0 <= position.quiet <= limit:
        sentence = Say.WRONG_QUIET(most=limit, quiet=quoted(position.quiet))
        yield Problem.IMPOSSIBLE_QUIET, sentence


def _wrong_notes(position: Position) -> Iterator[Finding]:
    """Problems of marked fields and of steps (M22, M26)."""
    ruleset, marked, tokens = position.ruleset, position.notes.marked, sum(position.masks)
    removed = sum(ruleset.tokens - position.token_count(seat) for seat in position.seats)
    possible = ruleset.marking and any(position.hands) and marked.bit_count() <= removed
    if marked and (not possible or marked & (tokens | ~position.board.mask)):
        names = listed(position.board.name_of(field) for field in fields_of(marked))
        yield Problem.IMPOSSIBLE_MARKS, Say.WRONG_MARKS(fields=names)
    if len(position.steps) != position.quiet * (ruleset.repetition > 0):
        sentence = Say.WRONG_COUNT_OF_STEPS(steps=len(position.steps), quiet=position.quiet)
        yield Problem.IMPOSSIBLE_STEPS, sentence
    elif position.phase is not Phase.REMOVE and not _can_be_taken_back(position):
        yield Problem.IMPOSSIBLE_STEPS, Say.WRONG_STEPS()
    wrong = listed(_impossible_notes(position))
    if wrong:
        yield Problem.IMPOSSIBLE_NOTES, Say.WRONG_NOTES(notes=wrong)


def _impossible_notes(position: Position) -> Iterator[str]:
    """Yield the names of notes that the ruleset or the rest rules out (M19, M29-M38)."""
    terms, ruleset, notes = position.terms, position.ruleset, position.notes
    seat, is_removing, board = position.to_move, position.phase is Phase.REMOVE, position.board
    all_put, full = not any(position.hands), terms.full_board_owed > 0
    counted = ruleset.placing_mills is PlacingMills.AT_THE_END and all_put
    possible = {
        Due.MILL: True,
        Due.LAST_PUT: is_removing and terms.notes_last_put and all_put,
        Due.STUCK: is_removing and is_stuck(position),
        Due.OWED: is_removing and (counted or full),
        Due.OWN: is_removing and counted,
    }
    if not possible[notes.due]:
        yield "due"
    most_owed = len(board.lines) + 1 if counted and notes.due is Due.OWED else 1
    if notes.owed and (notes.due not in (Due.OWED, Due.OWN) or notes.owed > most_owed):
        yield "owed"
    others = sum(position.masks) ^ sum(position.masks[seat : seat + 1])
    captures = {
        "custody": (notes.custody, ruleset.custody | ruleset.leap),
        "intervention": (notes.intervention, ruleset.intervention),
    }
    for name, (captured, rule) in captures.items():
        may_be = is_removing and rule and notes.due in (Due.MILL, Due.LAST_PUT)
        if captured & ~others or (captured and not may_be):
            yield name
    unions = (
        mask_of({field for line in board.lines if not mask_of(line) & ~used for field in line})
        for used in notes.used
    )
    if notes.used and not (ruleset.mills_once and (*unions,) == notes.used and any(notes.used)):
        yield "used"
    steps = [step for step in notes.closings if step is not None]
    on_board = all(field.bit & board.mask for step in steps for field in fields_named(step))
    if notes.closings and (ruleset.reclosing or not steps or not on_board):
        yield "closed"
    for name, by_seat in (("used", notes.used), ("closed", notes.closings)):
        if len(by_seat) not in (0, terms.players):
            yield name


def _can_be_taken_back(position: Position) -> bool:
    """Return whether each step, from the last on, ends on a token and begins on a free field."""
    masks = position.masks
    for step in reversed(position.steps):
        owner = owner_of(masks, step.end.index)
        free = position.board.mask & ~sum(masks)
        if owner is None or not free & step.start.bit:
            return False
        masks = toggled(masks, owner, step.start.bit | step.end.bit)
    return True


def _out_of_turn(position: Position, phase: Phase | None) -> Iterator[Finding]:
    """Problems of whose turn it is and what is due (M4, M5, M8-M10, M13)."""
    terms, seat = position.terms, position.to_move
    # Whoever has lost may have none left (M15, M21)
    if seat not in terms.seats or (terms.expels and seat in position.expelled):
        yield Problem.WRONG_SEAT, Say.NO_TOKENS_TO_MOVE(seat=seat)
        return
    # The mill of the player to move would have won (M18)
    if position.ruleset.mill_wins and mills(terms, position.masks[seat]):
        yield Problem.WRONG_SEAT, Say.HAS_WON_ALREADY(seat=seat)
        return
    if terms.puts_in_turn:
        yield from _uneven(position)
    if phase is Phase.REMOVE:
        from_full_board = seat is terms.remover and not position.free_mask
        needs_mill = position.notes.due in (Due.MILL, Due.LAST_PUT) and not captives(position.notes)
        if needs_mill and not from_full_board and not mills(terms, position.masks[seat]):
            yield Problem.WRONG_PHASE, Say.NO_MILL(seat=seat)
        elif not removable(position):
            yield Problem.WRONG_PHASE, Say.NOTHING_REMOVABLE(seat=seat)
        elif position.further_removals not in range(_most_removals(position)):
            sentence = Say.WRONG_REMOVALS(number=quoted(position.further_removals))
            yield Problem.IMPOSSIBLE_REMOVALS, sentence
        if position.quiet == _most_quiet(position) or len(position.remaining) == 1:
            yield Problem.WRONG_PHASE, Say.OVER_WITHOUT_REMOVAL()
        return
    if position.further_removals:
        yield Problem.IMPOSSIBLE_REMOVALS, Say.NO_REMOVAL_DUE()
        return
    due = turn_settled(position)
    if due.to_move is not seat:
        yield Problem.WRONG_SEAT, Say.TURN_OF_ANOTHER(seat=seat, due=due.to_move)
    elif phase not in (due.phase, None):
        yield Problem.WRONG_PHASE, Say.WRONG_PHASE(due=due.phase, phase=phase)


def _most_removals(position: Position) -> int:
    """The most removals that can be due to the player to move (M20)."""
    terms, own, notes = position.terms, position.masks[position.to_move], position.notes
    if notes.due is Due.OWED and terms.ruleset.placing_mills is PlacingMills.AT_THE_END:
        return len(terms.board.lines) + 1
    if terms.ruleset.removals is Removals.ONE or notes.due not in (Due.MILL, Due.LAST_PUT):
        return max(1, captives(notes))
    # From a full board one token is removed, whoever has mills or not (M19)
    made = max([1, *(mills_made(terms, own, field.index) for field in fields_of(own))])
    return made + captives(notes)


def _most_quiet(position: Position) -> int:
    """The number of quiet turns in a row that ends the game (M13, M23)."""
    # The count may come from before another removal of this turn, when there were more tokens (M20)
    terms = position.terms
    several = terms.ruleset.removals is Removals.EACH or terms.is_extended
    is_removing = position.phase is Phase.REMOVE and several
    return terms.quiet_limit if is_removing else quiet_limit(position)


def _uneven(position: Position) -> Iterator[Finding]:
    """Problems of hands if everybody puts a token in every turn until all hands are empty."""
    hands, to_move = position.hands, position.to_move
    if not any(hands):
        return
    has_put = to_move + (position.phase is Phase.REMOVE)
    before_round = {hands[seat] + (seat < has_put) for seat in position.remaining}
    if len(before_round) > 1:
        held = listed(hands[seat] for seat in position.remaining)
        yield Problem.IMPOSSIBLE_HANDS, Say.WRONG_HANDS(hands=held, seat=to_move)
    if position.quiet:
        yield Problem.IMPOSSIBLE_QUIET, Say.NO_QUIET_YET()


def _read(text: str, custom: Ruleset | None) -> Setup:
    words = Words.of(text)
    if words is None:
        sentence = Say.NOT_A_POSITION(text=quoted(text))
        raise InvalidPositionError(sentence, Problem.MALFORMED, [sentence])
    hands = words.hands.split("/")
    rulesets = PUBLISHED if custom is None else {custom.name: custom}
    try:
        ruleset = known_ruleset(words.ruleset, rulesets)
    except InvalidRulesetError as error:
        raise InvalidPositionError(error.message, Problem.UNKNOWN_RULESET) from error
    findings: list[Finding] = []
    if len(hands) not in ruleset.boards:
        counts, given = listed(ruleset.boards, "or"), quoted(words.hands)
        sentence = Say.WRONG_NUMBER_OF_HANDS(ruleset=ruleset.name, players=counts, hands=given)
        findings.append((Problem.WRONG_PLAYERS, sentence))
    else:
        wrong = _wrong_words(words, ruleset, ruleset.boards[len(hands)].fields)
        findings = [(Problem.MALFORMED, sentence) for sentence in wrong]
    refuse(findings, InvalidPositionError)
    board, (quiet, _, steps) = words.board, words.quiet.partition(":")
    phase, _, further = words.phase.partition("+")
    return Setup(
        {FIELDS[at]: _LETTERS[letter] for at, letter in enumerate(board) if letter in _LETTERS},
        [0 if hand == OUT else int(hand) for hand in hands],
        map(int, words.cards.split("/")),
        int(quiet),
        _LETTERS[words.to_move],
        _PHASES[phase],
        ruleset,
        further_removals=int(further or 0),
        marked=[FIELDS[at] for at, letter in enumerate(board) if letter == MARKED],
        steps=tuple(Step(*map(int, step.split("-"))) for step in re.split(COMMA, steps) if step),
        notes=read_notes(words.notes) or NO_EXTRA,
    )


def _wrong_words(words: Words, ruleset: Ruleset, fields: int) -> Iterator[str]:
    """A sentence for each part of a position text that cannot be read."""
    board, hands = words.board, words.hands.split("/")
    strange = sorted({*board} - {FREE, *_LETTERS} - {MARKED for _ in range(ruleset.marking)})
    if strange:
        yield Say.STRANGE_LETTER(letter=quoted(strange[0]))
    if len(board) != fields:
        yield Say.FIELDS_OF_BOARD(fields=fields, given=len(board))
    for hand in hands:
        if hand != OUT and not _NUMBER.fullmatch(hand):
            yield Say.NOT_A_HAND(hand=quoted(hand))
    for letter, hand in zip(_LETTERS, hands, strict=False):
        if hand == OUT and letter in board:
            yield Say.EXPELLED_WITH_TOKENS(seat=letter)
    count, colon, steps = words.quiet.partition(":")
    if colon and not _STEPS.fullmatch(steps):
        yield Say.NOT_STEPS(text=quoted(words.quiet))
    for number in [*words.cards.split("/"), count]:
        if not _NUMBER.fullmatch(number):
            yield Say.NOT_NUMBERS(text=quoted(number))
    if words.to_move not in _LETTERS:
        yield Say.NOT_A_SEAT(text=quoted(words.to_move))
    if read_notes(words.notes) is None:
        yield Say.NOT_NOTES(text=quoted(words.notes))
    phase, plus, further = words.phase.partition("+")
    if phase not in _PHASES or (plus and not _NUMBER.fullmatch(further)):
        yield Say.NOT_A_PHASE(phases=listed(_PHASES, "or"), text=quoted(words.phase))
