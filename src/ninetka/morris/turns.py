"""Turns: what a ply does, when a game is over, and how many plies can be left."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

import attrs

from ..base.bits import mask_of
from ..protocol.states import turns_to_last
from .board import Field, Seat, added, owner_of, toggled
from .captures import captured, leapt_over
from .legality import can_play, is_legal
from .mills import (
    captives,
    makes_mill,
    mills,
    removable,
    usable_mills,
    without_token,
    worth_of_mill,
)
from .moves import BoardMove, Phase, Put, Remove, Step, fields_named
from .position import NO_NOTES, Due, Notes, P, Position
from .rulesets import FirstToMove, FullBoard, PlacingMills, Removals, Stuck
from .texts import Say


def successor(position: P, move: BoardMove) -> P:
    """The position after a legal move (M5-M7, M9-M12, M18-M20, M25); undefined for any other."""
    terms, seat = position.terms, position.to_move
    # Turns have more to them (M29-M39)
    if terms.is_extended:
        if isinstance(move, Remove):
            return _after_removal(position, move)
        return _after_move(position, move)
    hands, cards, quiet = position.hands, position.cards, 0
    end: Field | None = None
    remover, due = seat, 0
    # A token moves or jumps (M6, M7)
    if isinstance(move, Step):
        end, quiet = move.end, position.quiet + 1
        masks = toggled(position.masks, seat, move.start.bit | end.bit)
    # A token is put (M5)
    elif isinstance(move, Put):
        end, hands = move.field, added(hands, seat, -1)
        masks = toggled(position.masks, seat, end.bit)
    # A token is removed (M10), perhaps one of several (M20)
    else:
        masks, hands, cards = without_token(position, move.field.bit)
        due = position.notes.further_removals
    # The token stands in a mill (M9)
    if end is not None and makes_mill(terms, masks[seat], end.index):
        earned, due = worth_of_mill(terms, masks, seat, move)
        if earned:
            cards = added(cards, seat, earned)
    ended = notes = _noted(position, move, hands) if terms.has_notes else NO_NOTES
    # A put has left no field free (M19)
    if (
        terms.remover is not None
        and isinstance(move, Put)
        and not due
        and sum(masks) | notes.marked == terms.board.mask
    ):
        remover, due = terms.remover, 1
    if due:
        # The turn is not over: its quiet turns and their steps are those from before
        if terms.has_notes:
            notes = Notes(due - 1, notes.marked, position.steps)
        kind, quiet_before = type(position), position.quiet
        made = kind(terms, remover, Phase.REMOVE, masks, hands, cards, quiet_before, notes)
        # With nothing to remove the turn ends (M10)
        if removable(made) and (end is not None or _is_undecided(made)):
            return made
    following = terms.order_from[seat][1]
    phase = terms.hand_phase if hands[following] else Phase.MOVE
    return turn_settled(type(position)(terms, following, phase, masks, hands, cards, quiet, ended))


def _noted(position: Position, move: BoardMove, hands: Sequence[int]) -> Notes:
    """The notes at the end of a turn, in which a move has left these hands."""
    marked = position.notes.marked
    steps: tuple[Step, ...] = ()
    # The field of a token that is removed in placing is marked (M26)
    if isinstance(move, Remove) and position.ruleset.marking:
        marked |= move.field.bit
    # The steps of quiet turns tell what stood before (M22)
    if isinstance(move, Step) and position.ruleset.repetition:
        steps = (*position.steps, move)
    return Notes(0, marked if any(hands) else 0, steps)


_WORTHLESS: Final = (PlacingMills.NOTHING, PlacingMills.FORBIDDEN)


def _after_move(position: P, move: BoardMove) -> P:
    """The position after a put or a step, under the rules M29 to M39."""
    terms, ruleset, seat = position.terms, position.ruleset, position.to_move
    is_put, had_hand = isinstance(move, Put), position.hands[seat] > 0
    other, end = terms.order_from[seat][1], fields_named(move)[-1]
    leapt = leapt_over(position, move)
    masks = toggled(position.masks, seat, mask_of(fields_named(move)))
    hands = added(position.hands, seat, -is_put)
    moved = attrs.evolve(position, masks=masks, hands=hands)
    # The mills that count: not of used lines (M33), nor where a leap captures (M37)
    rule = ruleset.placing_mills if is_put else PlacingMills.COUNTS
    made = 0 if leapt or rule in _WORTHLESS else usable_mills(moved, end.index)
    custody, intervention = (leapt, 0) if leapt else captured(moved, move, had_hand)
    due, again, cards = custody.bit_count() + intervention.bit_count(), False, position.cards
    if made:
        each = made if ruleset.removals is Removals.EACH else 1
        earned = worth_of_mill(terms, masks, seat, move)[0]
        cards = added(cards, seat, earned)
        # Mills of another worth remove nothing from the board by themselves
        if ruleset.mill_wins or rule is not PlacingMills.COUNTS:
            due = custody = intervention = 0
        else:
            due = each + (due if ruleset.removals is Removals.EACH else 0)
        # Tokens come from the other player's hand (M30)
        if rule in (PlacingMills.FROM_HAND, PlacingMills.FROM_HAND_AGAIN):
            taken = min(each, hands[other])
            hands, due = added(hands, other, -taken), each - taken
            again = rule is PlacingMills.FROM_HAND_AGAIN and not due
    notes = _with_memory(moved, move, made)
    if not any(hands):
        notes = attrs.evolve(notes, marked=0)
    if due:
        is_last = is_put and terms.notes_last_put and not any(hands)
        kind = Due.LAST_PUT if is_last else Due.MILL
        owing = notes.with_extra(due=kind, custody=custody, intervention=intervention)
        owing = attrs.evolve(owing, further_removals=due - 1)
        removing = attrs.evolve(
            moved, phase=Phase.REMOVE, hands=hands, cards=cards, notes=owing, stepped_over=()
        )
        # With nothing to remove the turn ends (M10)
        if removable(removing):
            return removing
    turn = attrs.evolve(moved, hands=hands, cards=cards, notes=notes)
    puts_again = rule is PlacingMills.ANOTHER_TURN and made > 0 and hands[seat] > 0
    following = seat if again or puts_again else other
    return _turn_ended(turn, move, following, puts_again=puts_again, ends_placing=not any(hands))


def _with_memory(moved: Position, move: BoardMove, made: int) -> Notes:
    """The notes after a put or a step, with what is remembered of its mills (M33, M34)."""
    ruleset, seat, notes = moved.ruleset, moved.to_move, moved.notes
    if ruleset.mills_once and made:
        used, end = [*(notes.used or (0,) * moved.players)], fields_named(move)[-1]
        for line in mills(moved.terms, moved.masks[seat]):
            if line & end.bit:
                used[seat] |= line
        notes = notes.with_extra(used=tuple(used))
    if not ruleset.reclosing:
        closings = [*(notes.closings or (None,) * moved.players)]
        closings[seat] = move if isinstance(move, Step) and made else None
        notes = notes.with_extra(closings=tuple(closings) if any(closings) else ())
    return notes


def _after_removal(position: P, move: Remove) -> P:
    """The position after a removal, under the rules M29 to M39."""
    terms, ruleset, seat = position.terms, position.ruleset, position.to_move
    notes, bit, other = position.notes, move.field.bit, terms.order_from[position.to_move][1]
    masks, hands, cards = without_token(position, bit)
    due, intervention = notes.further_removals, 0
    # The other of two tokens goes too (M36), one captive alone (M35), or none for mills (M20)
    if notes.intervention & bit:
        intervention = notes.intervention ^ bit
        due = intervention.bit_count()
    elif notes.custody & bit:
        due = 0
    else:
        due -= captives(notes)
    left = attrs.evolve(
        notes.with_extra(custody=0, intervention=intervention),
        marked=notes.marked | bit if ruleset.marking and any(hands) else 0,
        further_removals=max(due - 1, 0),
    )
    turn = attrs.evolve(position, masks=masks, hands=hands, cards=cards, notes=left)
    has_lost = [terms.fewest > turn.token_count(each) for each in turn.seats]
    if not any(has_lost):
        if due and removable(turn):
            return turn
        # The other player removes too (M19, M31)
        owing = _owing(turn, other, notes.owed, 0, notes.due) if notes.owed else None
        if owing is not None:
            return owing
    # The same player goes on (M32, M38), or whoever has removed first (M19, M31)
    is_owed = notes.due in (Due.OWED, Due.OWN)
    goes_on = notes.due is Due.STUCK or (ruleset.extra_turns and not is_owed)
    following = seat if goes_on or (is_owed and notes.owed) else other
    return _turn_ended(turn, move, following, ends_placing=notes.due is Due.LAST_PUT)


def _turn_ended(
    position: P, move: BoardMove, following: Seat, *, puts_again: bool = False, ends_placing: bool
) -> P:
    """The position after a turn and its last move (M19, M29-M32, M39).

    Tokens may have to be removed first. `puts_again` says that the player follows only to put.
    """
    terms, ruleset, hands = position.terms, position.ruleset, position.hands
    has_put, is_step = isinstance(move, Put), isinstance(move, Step)
    ends_placing &= not is_step
    # Placing ends with few fields free (M39)
    few = position.free_mask.bit_count() <= ruleset.placing_ends
    if few and ruleset.placing_ends and any(hands) and not is_step:
        hands, ends_placing = (0,) * len(hands), True
        following = terms.order_from[following][1] if puts_again else following
    notes = attrs.evolve(
        position.notes.with_extra(due=Due.MILL, owed=0, custody=0, intervention=0),
        further_removals=0,
        marked=position.notes.marked if any(hands) else 0,
    )
    turn = attrs.evolve(position, phase=Phase.REMOVE, hands=hands, notes=notes, stepped_over=())
    # A mill that wins is followed by the loser's turn, others by that of who moves first (M18, M29)
    if ruleset.mill_wins and mills(terms, turn.masks[position.to_move]):
        following = terms.order_from[position.to_move][1]
    elif ends_placing:
        following = _FIRST_TO_MOVE.get(ruleset.first_to_move, following)
    lost = [seat for seat in turn.seats if turn.token_count(seat) < terms.fewest]
    if not lost or terms.expels:
        owing: P | None = None
        if ends_placing and ruleset.placing_mills is PlacingMills.AT_THE_END:
            owing = _owing(turn, following, *_counted(turn, following))
        # A put has left no field free (M19)
        if owing is None and has_put and terms.remover is not None and not turn.free_mask:
            owed = terms.full_board_owed
            owing = _owing(turn, terms.remover, 1, owed, Due.OWED if owed else Due.MILL)
        if owing is not None:
            return owing
    elif following not in lost:
        following = lost[0]
    phase = terms.hand_phase if hands[following] else Phase.MOVE
    steps = (*notes.steps, move) if isinstance(move, Step) and ruleset.repetition else ()
    return turn_settled(
        attrs.evolve(
            turn,
            to_move=following,
            phase=phase,
            quiet=position.quiet + 1 if is_step else 0,
            notes=attrs.evolve(notes, steps=steps),
        )
    )


_FIRST_TO_MOVE: Final = {FirstToMove.FIRST: Seat.FIRST, FirstToMove.SECOND: Seat.SECOND}


def _counted(position: Position, first: Seat) -> tuple[int, int, Due]:
    """The removals that both players owe when mills are counted, first those of `first` (M31)."""
    own, others = (
        len(mills(position.terms, position.masks[seat]))
        for seat in position.terms.order_from[first]
    )
    if not own and not others:
        return 1, 1, Due.OWN
    fewer = max(min(own, others), 1)
    more = fewer if own == others else fewer + 1
    return (more, fewer, Due.OWED) if own >= others else (fewer, more, Due.OWED)


def _owing(position: P, seat: Seat, due: int, owed: int, kind: Due) -> P | None:
    """The position in which a seat, and then the other, has to remove; None if neither can."""
    notes = position.notes.with_extra(due=kind, owed=owed)
    notes = attrs.evolve(notes, further_removals=due - 1)
    owing = attrs.evolve(position, to_move=seat, notes=notes)
    if removable(owing):
        return owing
    return _owing(position, position.terms.order_from[seat][1], owed, 0, kind) if owed else None


def _is_undecided(position: Position) -> bool:
    """Return whether a further removal is due: the other player has not lost yet (M15, M20)."""
    terms = position.terms
    other = terms.order_from[position.to_move][1]
    return terms.expels or position.token_count(other) >= terms.fewest


def turn_settled(position: P) -> P:
    """The position at the turn of the first player from `to_move` on who can play (M4, M8, M13).

    Most often that is the given position, whose phase must fit its turn: to put for a player with
    tokens in hand, otherwise to move. Or the game is over.
    """
    terms, first = position.terms, position.to_move
    # Some rulesets have further ends (M18, M19, M22, M23)
    is_over = terms.has_more_endings and end_of(position) is not None
    masks, hands = position.masks, position.hands
    # Whoever has too few tokens or cannot play ends the game (M15, M19)
    if not terms.expels:
        few = masks[first].bit_count() + hands[first] < terms.fewest
        if is_over or few or position.quiet == terms.quiet_limit:
            return _at_turn(position, first, Phase.OVER)
        if can_play(position, first):
            return position
        return _stuck(position) or _at_turn(position, first, Phase.OVER)
    # The expelled are passed over (M4)
    remaining = [seat for seat in terms.order_from[first] if masks[seat] or hands[seat]]
    # Players who cannot play are stepped over (M8)
    if not is_over and len(remaining) > 1 and position.quiet < terms.quiet_limit:
        for stuck, seat in enumerate(remaining):
            if can_play(position, seat):
                if seat is first:
                    return position
                phase = terms.hand_phase if hands[seat] else Phase.MOVE
                settled = _at_turn(position, seat, phase, tuple(remaining[:stuck]))
                # The same may have stood with this player to move (M22)
                is_over = terms.has_more_endings and end_of(settled) is not None
                return _at_turn(settled, seat, Phase.OVER) if is_over else settled
    # One player is left, nobody can play, or there were too many quiet turns (M13)
    return _at_turn(position, remaining[0], Phase.OVER)


def is_stuck(position: Position) -> bool:
    """Return whether the player to move cannot move and removes a token instead, if any (M38)."""
    removes = position.ruleset.stuck is Stuck.REMOVES and not position.hands[position.to_move]
    return removes and not can_play(position, position.to_move)


def _stuck(position: P) -> P | None:
    """The removal by the player to move, who is stuck (M38); None if there is none."""
    if not is_stuck(position):
        return None
    notes = position.notes.with_extra(due=Due.STUCK)
    removing = attrs.evolve(position, phase=Phase.REMOVE, notes=notes)
    return removing if removable(removing) else None


def _at_turn(position: P, seat: Seat, phase: Phase, stepped_over: tuple[Seat, ...] = ()) -> P:
    """The position with another seat or phase to move."""
    masks, hands, cards = position.masks, position.hands, position.cards
    kind, terms = type(position), position.terms
    quiet, notes = position.quiet, position.notes
    return kind(terms, seat, phase, masks, hands, cards, quiet, notes, stepped_over)


class End(Enum):
    """A reason why a game is over at the turn of a player, who is the loser if there is one.

    The value is the sentence for people, without its values.
    """

    MILL = Say.ENDED_BY_MILL
    FEW = Say.ENDED_BY_FEW
    ALONE = Say.ENDED_ALONE
    FULL = Say.ENDED_FULL
    FULL_LOST = Say.ENDED_FULL_LOST
    LOST = Say.ENDED_LOST
    STUCK = Say.ENDED_STUCK
    QUIET = Say.ENDED_QUIET
    REPEATED = Say.ENDED_REPEATED
    NOBODY = Say.ENDED_NOBODY


def end_of(position: Position) -> End | None:
    """Return why the game is over at the turn of the player to move; None if it goes on."""
    terms, ruleset, seat = position.terms, position.ruleset, position.to_move
    # The other player has made a mill, which wins (M18)
    if ruleset.mill_wins and mills(terms, position.masks[terms.order_from[seat][1]]):
        return End.MILL
    # One player is left, or has too few tokens (M12, M13, M15)
    if terms.expels:
        if len(position.remaining) == 1:
            return End.ALONE
    elif position.token_count(seat) < terms.fewest:
        return End.FEW
    # A put has left no field free (M19)
    if ruleset.full_board in _FULL and not position.free_mask:
        return _FULL[ruleset.full_board]
    # The player cannot move (M15, M19), nor remove a token then (M38)
    if not terms.expels and not can_play(position, seat) and _stuck(position) is None:
        return End.STUCK if ruleset.stuck is Stuck.DRAWS else End.LOST
    # No token was put or removed for long (M13, M23)
    if position.quiet >= quiet_limit(position):
        return End.QUIET
    # The position stands again (M22)
    if ruleset.repetition and times_stood(position) >= ruleset.repetition:
        return End.REPEATED
    # All would be stepped over (M8, M13)
    if terms.expels and not any(can_play(position, other) for other in position.remaining):
        return End.NOBODY
    return None


_FULL: Final = {FullBoard.DRAW: End.FULL, FullBoard.FIRST_LOSES: End.FULL_LOST}
"""The ends of a game whose board is full (M19)."""


def quiet_limit(position: Position) -> int:
    """The number of quiet turns that ends the game, with few tokens another one (M13, M23)."""
    terms = position.terms
    fews = [position.token_count(seat) <= terms.jumping for seat in terms.seats]
    few = any(fews) if position.ruleset.quiet_few_any else all(fews)
    return terms.quiet_few_limit if few else terms.quiet_limit


def times_stood(position: Position) -> int:
    """Count how often tokens and seat have been the same since the last put or removal (M22)."""
    masks, count = position.masks, 1
    for step in reversed(position.steps):
        owner = owner_of(masks, step.end.index)
        # Not the steps of this position, which `undo` tries
        if owner is None:
            break
        masks = toggled(masks, owner, step.start.bit | step.end.bit)
        count += masks == position.masks and owner is position.to_move
    return count


def without_player(position: P, seat: Seat) -> P:
    """The position without a player's tokens and cards, at the same turn (M28)."""
    masks, hands, cards = list(position.masks), list(position.hands), list(position.cards)
    masks[seat] = hands[seat] = cards[seat] = 0
    others = [other for other in position.remaining if other is not seat]
    # Whoever is left alone earns two cards, as for a removal (M12)
    if len(others) == 1:
        cards[others[0]] += 2 * position.ruleset.cards
    kept = tuple(masks), tuple(hands), tuple(cards)
    marked = position.notes.marked if any(hands) else 0
    notes = attrs.evolve(position.notes, marked=marked, steps=())
    return attrs.evolve(position, masks=kept[0], hands=kept[1], cards=kept[2], quiet=0, notes=notes)


def after_leaving(position: P, seat: Seat) -> P:
    """The position after a player has left a game that goes on (M28)."""
    left, to_move = without_player(position, seat), position.to_move
    is_due = position.phase is Phase.REMOVE
    # A removal stays due if there is still something to remove (M10)
    if is_due and seat is not to_move and removable(left):
        return left
    # The turn of whoever leaves ends, and so does one with nothing to remove
    if is_due or seat is to_move:
        to_move = position.terms.order_from[to_move][1]
    phase = left.terms.hand_phase if left.hands[to_move] else Phase.MOVE
    notes = attrs.evolve(left.notes, further_removals=0)
    turn = attrs.evolve(left, to_move=to_move, phase=phase, notes=notes, stepped_over=())
    return turn_settled(turn)


def tells_predecessor(position: Position, move: BoardMove) -> bool:
    """Return whether a move that led to a position tells what was there before.

    A removal does not say whose token it took, nor how many quiet turns came before. A put that
    ended a turn does not say the latter either, unless everybody has put a token in every turn. The
    last put does not say which fields were marked (M26). Under the rules M29 to M39 no move does.
    """
    unmarked = position.ruleset.marking and not any(position.hands)
    if position.terms.is_extended:
        return False
    if isinstance(move, Remove) or (unmarked and isinstance(move, Put)):
        return False
    in_turn = isinstance(move, Step) or position.phase is Phase.REMOVE
    return in_turn or position.terms.puts_in_turn


def predecessor(position: P, move: BoardMove) -> P | None:
    """The position in which a put or a step is legal and leads to this one.

    None if there is no such position. The move must tell it (`tells_predecessor`).
    """
    terms, removing = position.terms, position.phase is Phase.REMOVE
    end = fields_named(move)[-1]
    owner = owner_of(position.masks, end.index)
    if owner is None:
        return None
    masks, hands = toggled(position.masks, owner, end.bit), position.hands
    cards, quiet, steps = position.cards, position.quiet, position.steps
    if not isinstance(move, Step):
        hands = added(hands, owner, 1)
    elif position.free_mask & move.start.bit:
        masks = toggled(masks, owner, move.start.bit)
        if not removing:  # a turn is counted at its end, after the removal
            quiet, steps = quiet - 1, steps[:-1]
    else:
        return None
    if makes_mill(terms, position.masks[owner], end.index):
        earned, _ = worth_of_mill(terms, position.masks, owner, move)
        cards = added(cards, owner, -earned)
    phase = terms.hand_phase if hands[owner] else Phase.MOVE
    notes = Notes(0, position.notes.marked, steps) if terms.has_notes else NO_NOTES
    before = type(position)(terms, owner, phase, masks, hands, cards, quiet, notes)
    possible = quiet >= 0 and cards[owner] >= 0 and turn_settled(before) is before
    leads_here = possible and is_legal(before, move) and successor(before, move) == position
    return before if leads_here else None


def max_plies_left(position: Position) -> int:
    """At most this many plies remain, a bound that falls with every ply.

    First come the puts. Where a token in hand must be put, everybody has a turn in each round up to
    the last put. Otherwise each put may come after all quiet turns but one (M17).

    Then come the removals. A player with the fewest tokens who loses one is expelled or has lost,
    and the last player keeps as many: so `removals` is the number of tokens that can be removed,
    and the last removal ends the game. Each takes at most `limit` + 1 plies: the quiet turns but
    one, the step and the removal itself. A removal right after a put only adds its own ply. To end
    with quiet turns is a ply shorter than with the last removal. If a mill wins, there are no
    removals, and quiet turns are the longest end (M18).

    If two play by strict turns with one removal each, there is an even number of turns from one
    removal at the limit to the next, so the same player makes both. For the last removal but one of
    the tokens of that player the other has to be a turn earlier, once.

    Under the rules M29 to M39 it is a coarse bound: each put and each removal as late as possible.
    """
    if position.is_over:
        return 0
    terms, ruleset, limit = position.terms, position.ruleset, position.terms.quiet_limit
    first, quiet, plies = position.to_move, position.quiet, 0
    removing = position.phase is Phase.REMOVE
    # Whoever it is that puts, moves or removes (M29-M39)
    if terms.is_extended:
        removals = sum(position.hands) + sum(map(position.token_count, terms.seats))
        return removals * (limit + 2) - quiet - removing
    tokens = [position.token_count(seat) for seat in terms.seats]
    removals = max(1, sum(own - terms.fewest + 1 for own in tokens if own) - 1)
    if removing:
        if removals == 1:
            return 1
        first, plies, removals, quiet = terms.order_from[first][1], 1, removals - 1, 0
    hands = [position.hands[seat] for seat in terms.order_from[first] if tokens[seat]]
    turns = turns_to_last(hands)
    if ruleset.mixed:
        plies += sum(hands) * limit
    elif turns:
        plies, quiet = plies + turns, 0
    if ruleset.mill_wins:
        return plies + limit - quiet
    plies += removals * (limit + 1) - quiet
    if terms.alternates:
        to_move = terms.order_from[first][turns % 2]
        remover = terms.order_from[to_move][(quiet + 1) % 2]
        own = tokens[remover] - (removing and remover is not position.to_move)
        plies -= own > terms.fewest
    return plies
