"""What a ply does to a position, how it is taken back, and how many can be left (M4-M13, M15)."""

from __future__ import annotations

from ..protocol.states import turns_to_last
from .board import Field, Seat, added, owner_of, toggled
from .legality import can_play, is_legal
from .mills import connected, makes_mill, removable
from .moves import Move, Phase, Put, Remove, Step, fields_named
from .position import P, Position
from .rulesets import FEWEST_TOKENS, Stuck


def successor(position: P, move: Move) -> P:
    """The position after a legal move (M5-M7, M9-M12); undefined for any other."""
    terms, seat = position.terms, position.to_move
    hands, cards, quiet = position.hands, position.cards, 0
    end: Field | None = None
    # A token moves or jumps (M6, M7)
    if isinstance(move, Step):
        end, quiet = move.end, position.quiet + 1
        masks = toggled(position.masks, seat, move.start.bit | end.bit)
    # A token is put (M5)
    elif isinstance(move, Put):
        end, hands = move.field, added(hands, seat, -1)
        masks = toggled(position.masks, seat, end.bit)
    # A token is removed (M10)
    else:
        masks, hands, cards = without_token(position, move.field.bit)
    # The token stands in a mill (M9)
    if end is not None and makes_mill(terms.board, masks[seat], end.index):
        # It earns a card for each mill that is linked to it (M11)
        if terms.ruleset.cards:
            cards = added(cards, seat, len(connected(terms.board, masks[seat], end.bit)))
        made = type(position)(terms, seat, Phase.REMOVE, masks, hands, cards, position.quiet)
        # With nothing to remove the turn ends (M10)
        if removable(made):
            return made
    following = terms.order_from[seat][1]
    phase = Phase.PUT if hands[following] else Phase.MOVE
    return turn_settled(type(position)(terms, following, phase, masks, hands, cards, quiet))


def without_token(position: Position, bit: int) -> tuple[tuple[int, ...], ...]:
    """Tokens, hands and cards after a removal, which may expel the token's owner (M10, M12)."""
    ruleset, cards = position.ruleset, position.cards
    owner = next(seat for seat, own in enumerate(position.masks) if own & bit)
    masks, hands = list(position.masks), list(position.hands)
    masks[owner] ^= bit
    few = masks[owner].bit_count() + hands[owner] < FEWEST_TOKENS
    if few and ruleset.stuck is Stuck.STEPPED_OVER:
        masks[owner] = hands[owner] = 0
        cards = added(cards, position.to_move, 2 * ruleset.cards)
    return tuple(masks), tuple(hands), cards


def loses(position: Position) -> bool:
    """Whether the player to move has lost, if the ruleset is `Stuck.LOSES` (M15)."""
    seat = position.to_move
    tokens = position.masks[seat].bit_count() + position.hands[seat]
    return tokens < FEWEST_TOKENS or not can_play(position, seat)


def turn_settled(position: P) -> P:
    """The position at the turn of the first player from `to_move` on who can play (M4, M8, M13).

    Most often that is the given position, whose phase must fit its turn: to put for a player with
    tokens in hand, otherwise to move. Or the game is over.
    """
    terms, first = position.terms, position.to_move
    # Whoever cannot play has lost (M15)
    if terms.ruleset.stuck is Stuck.LOSES:
        is_over = position.quiet == terms.quiet_limit or loses(position)
        return _at_turn(position, first, Phase.OVER) if is_over else position
    # The expelled are passed over (M4)
    masks, hands = position.masks, position.hands
    remaining = [seat for seat in terms.order_from[first] if masks[seat] or hands[seat]]
    # Players who cannot play are stepped over (M8)
    if len(remaining) > 1 and position.quiet < terms.quiet_limit:
        for stuck, seat in enumerate(remaining):
            if can_play(position, seat):
                if seat is first:
                    return position
                phase = Phase.PUT if hands[seat] else Phase.MOVE
                return _at_turn(position, seat, phase, tuple(remaining[:stuck]))
    # One player is left, nobody can play, or there were too many quiet turns (M13)
    return _at_turn(position, remaining[0], Phase.OVER)


def _at_turn(position: P, seat: Seat, phase: Phase, stepped_over: tuple[Seat, ...] = ()) -> P:
    """The position with another seat or phase to move."""
    masks, hands, cards = position.masks, position.hands, position.cards
    kind, terms = type(position), position.terms
    return kind(terms, seat, phase, masks, hands, cards, position.quiet, stepped_over)


def tells_predecessor(position: Position, move: Move) -> bool:
    """Whether a move that led to a position tells what was there before.

    A removal does not say whose token it took, nor how many quiet turns came before. A put that
    ended a turn does not say the latter either if the board has not enough fields for all tokens.
    """
    if isinstance(move, Remove):
        return False
    in_turn = isinstance(move, Step) or position.phase is Phase.REMOVE
    return in_turn or position.terms.always_room


def predecessor(position: P, move: Move) -> P | None:
    """The position in which a put or a step is legal and leads to this one.

    None if there is no such position, or if the move does not tell it (`tells_predecessor`).
    """
    if not tells_predecessor(position, move):
        return None
    terms, removing = position.terms, position.phase is Phase.REMOVE
    end = fields_named(move)[-1]
    owner = owner_of(position.masks, end.index)
    if owner is None or (removing and owner is not position.to_move):
        return None
    masks, hands = toggled(position.masks, owner, end.bit), position.hands
    cards, quiet = position.cards, position.quiet
    if not isinstance(move, Step):
        hands = added(hands, owner, 1)
    elif position.free_mask & move.start.bit:
        masks = toggled(masks, owner, move.start.bit)
        quiet -= not removing  # a turn is counted at its end, after the removal
    else:
        return None
    if terms.ruleset.cards:
        earned = len(connected(terms.board, position.masks[owner], end.bit))
        cards = added(cards, owner, -earned)
    phase = Phase.PUT if hands[owner] else Phase.MOVE
    before = type(position)(terms, owner, phase, masks, hands, cards, quiet)
    possible = quiet >= 0 and cards[owner] >= 0 and turn_settled(before) is before
    leads_here = possible and is_legal(before, move) and successor(before, move) == position
    return before if leads_here else None


def max_plies_left(position: Position) -> int:
    """At most this many plies remain (M4-M15), a bound that falls with every ply.

    A player with three tokens who loses one is expelled or has lost, and the last player keeps
    three: so `removals` is the number of tokens that can be removed, and the last removal ends the
    game. Up to the last put everybody has a turn in each round. After it a removal takes at most
    `limit` + 1 plies: the quiet turns but one, the step and the removal itself. A removal before
    the last put only adds its own ply. To end with quiet turns is a ply shorter than with the last
    removal.

    If two play and nobody is stepped over, there is an even number of turns from one removal at the
    limit to the next, so the same player makes both. For the last removal but one of the tokens of
    that player the other has to be a turn earlier, once.
    """
    if position.is_over:
        return 0
    terms, first, quiet = position.terms, position.to_move, position.quiet
    limit, plies, removing = terms.quiet_limit, 0, position.phase is Phase.REMOVE
    tokens = [position.token_count(seat) for seat in terms.seats]
    removals = max(1, sum(own - FEWEST_TOKENS + 1 for own in tokens if own) - 1)
    if removing:
        if removals == 1:
            return 1
        first, plies, removals, quiet = terms.order_from[first][1], 1, removals - 1, 0
    turns = turns_to_last(
        [position.hands[seat] for seat in terms.order_from[first] if tokens[seat]]
    )
    if turns:
        plies, quiet = plies + turns, 0
    plies += removals * (limit + 1) - quiet
    if terms.ruleset.stuck is Stuck.LOSES:
        to_move = terms.order_from[first][turns % 2]
        remover = terms.order_from[to_move][(quiet + 1) % 2]
        plies -= tokens[remover] - (removing and remover is not position.to_move) > FEWEST_TOKENS
    return plies
