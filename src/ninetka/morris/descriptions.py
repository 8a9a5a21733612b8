"""Descriptions of the rules, of what is to be done, and of what a move did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..base.bits import mask_of
from ..base.messages import Message, joined, listed
from ..protocol.endings import EndingKind
from ..protocol.options import sentences_of
from .board import FREE, SEATS, Board, owner_of
from .legality import can_jump, legal_moves
from .mills import makes_mill
from .moves import BoardMove, Leave, Move, Phase, Put, Remove, fields_named
from .notation import write_move
from .position import Due, Position
from .rulesets import (
    FromMills,
    MillRule,
    PlacingMills,
    Removals,
    Ruleset,
    Stuck,
    Terms,
    few_to_jump,
    in_words,
)
from .texts import Say

_MOVING: Final = {
    (False, False): Say.MOVES,
    (False, True): Say.MOVES_OR_JUMPS,
    (True, False): Say.THEN_MOVES,
    (True, True): Say.THEN_MOVES_OR_JUMPS,
}
"""Sentences by two answers: does anybody begin with tokens in hand, and may players jump?"""
_STUCK: Final = {
    (Stuck.STEPPED_OVER, False): Say.STUCK_STEPPED_OVER,
    (Stuck.LOSES, False): Say.STUCK_LOSES,
    (Stuck.DRAWS, False): Say.STUCK_DRAWS,
    (Stuck.REMOVES, False): Say.STUCK_REMOVES,
    (Stuck.STEPPED_OVER, True): Say.NEITHER_STEPPED_OVER,
    (Stuck.LOSES, True): Say.NEITHER_LOSES,
    (Stuck.DRAWS, True): Say.NEITHER_DRAWS,
    (Stuck.REMOVES, True): Say.NEITHER_REMOVES,
}
"""Sentences by the rule for stuck players, and whether anybody begins with tokens in hand."""
_REMOVES: Final = {
    (Removals.ONE, FromMills.NEVER): Say.REMOVES_ONE_NEVER,
    (Removals.ONE, FromMills.IF_ALL): Say.REMOVES_ONE_IF_ALL,
    (Removals.ONE, FromMills.ALWAYS): Say.REMOVES_ONE_ALWAYS,
    (Removals.EACH, FromMills.NEVER): Say.REMOVES_EACH_NEVER,
    (Removals.EACH, FromMills.IF_ALL): Say.REMOVES_EACH_IF_ALL,
    (Removals.EACH, FromMills.ALWAYS): Say.REMOVES_EACH_ALWAYS,
}


def summarize(ruleset: Ruleset) -> Message:
    """The rules of a ruleset, a paragraph per line."""
    has_hands = any(any(Terms.of(ruleset, players).hands) for players in ruleset.boards)
    paragraphs = (
        _beginning(ruleset, has_hands),
        _turns(ruleset, has_hands),
        _mills(ruleset, has_hands),
        _end(ruleset),
        _writing(ruleset, has_hands),
    )
    return joined(map(joined, paragraphs), "\n")


def _beginning(ruleset: Ruleset, has_hands: bool) -> Iterator[str]:
    """Say what the game is about, and what it begins with (M1-M4, M16, M27)."""
    boards = ruleset.boards
    threes = all(len(line) == 3 for each in boards.values() for line in each.lines)
    yield Say.GAME_OF_MILLS(counts=listed(boards, "or"), seats=listed(SEATS[: max(boards)]))
    if ruleset.mill_wins:
        yield Say.AIM_MILL()
    else:
        yield Say.AIM_CARDS() if ruleset.cards else Say.AIM_TOKENS()
    fields = {players: _fields(board) for players, board in boards.items()}
    if len(fields) == 1:
        yield Say.FIELDS(fields=next(iter(fields.values())))
    else:
        for_each = (Say.FIELDS_FOR(fields=each, players=count) for count, each in fields.items())
        yield Say.FIELDS_BY_PLAYERS(fields=listed(for_each))
    lines = Say.LINES_OF_THREE if threes else Say.LINES_OF_MORE
    yield lines(edges=joined(_edges(boards), ""))
    yield Say.MILL_OF_THREE() if threes else Say.MILL_OF_MORE()
    if not ruleset.start:
        yield Say.BEGINS_IN_HAND(tokens=ruleset.tokens)
        return
    yield Say.BEGINS_WITH(tokens=ruleset.tokens)
    starts = joined((_start(boards, *start) for start in ruleset.start.items()), "; ")
    yield Say.GAME_BEGINS_REST(starts=starts) if has_hands else Say.GAME_BEGINS(starts=starts)


def _fields(board: Board) -> str:
    """The names of a board's fields, or their numbers."""
    if board.names:
        return listed(sorted(map(board.name_of, range(1, board.fields + 1))))
    return Say.NUMBERED(last=board.fields)


def _edges(boards: Mapping[int, Board]) -> Iterator[str]:
    """Say who are neighbours besides those in lines (M16)."""
    for players, board in boards.items():
        if board.edges:
            edges = listed("-".join(map(board.name_of, edge)) for edge in board.edges)
            alone = len(boards) == 1
            yield Say.EDGES(edges=edges) if alone else Say.EDGES_FOR(players=players, edges=edges)


def _start(boards: Mapping[int, Board], players: int, text: str) -> str:
    """Say whose tokens are on which fields at the start (M27)."""
    board, owned = boards[players], dict[str, list[str]]()
    for number, letter in enumerate(text, start=1):
        if letter != FREE:
            owned.setdefault(letter, []).append(board.name_of(number))
    each = [Say.TOKENS_OF(seat=seat, fields=listed(names)) for seat, names in sorted(owned.items())]
    tokens = listed(each) if each else Say.EMPTY_BOARD()
    alone = len(boards) == 1
    return Say.WITH(tokens=tokens) if alone else Say.WITH_FOR(players=players, tokens=tokens)


def _turns(ruleset: Ruleset, has_hands: bool) -> Iterator[str]:
    """Say what is done in a turn (M5-M8, M15, M17, M19)."""
    if has_hands:
        yield Say.PUTS_OR_MOVES() if ruleset.mixed else Say.PUTS()
    few = {"few": few_to_jump(ruleset)} if ruleset.jumping else {}
    yield _MOVING[has_hands, ruleset.jumping > 0](**few)
    yield _STUCK[ruleset.stuck, has_hands]()
    if ruleset.placing_ends:
        yield Say.PLACING_ENDS(fields=ruleset.placing_ends)
    yield from sentences_of(ruleset, "turns")


def _mills(ruleset: Ruleset, has_hands: bool) -> Iterator[str]:
    """Say what a mill is worth (M9-M12, M15, M18, M20, M24-M26)."""
    if ruleset.mill_wins:
        yield Say.PUT_OR_MOVED_WINS() if has_hands else Say.MOVED_WINS()
    else:
        yield Say.PUT_OR_MOVED_MAKES() if has_hands else Say.MOVED_MAKES()
        if ruleset.cards:
            yield Say.EARNS_CARDS()
        yield _REMOVES[ruleset.removals, ruleset.from_mills]()
        yield Say.REMOVES_NOTHING()
        if ruleset.marking:
            yield Say.MARKS()
        fewest = ruleset.fewest
        three = Say.FEWER_THAN_THREE()
        few = three if fewest == 3 else Say.FEWER_THAN(number=in_words(fewest))
        few = Say.NO_TOKENS() if fewest == 1 else few
        if ruleset.stuck is not Stuck.STEPPED_OVER:
            yield Say.FEW_LOSES(few=few)
        else:
            expelled = Say.FEW_EXPELLED_BONUS if ruleset.cards else Say.FEW_EXPELLED
            yield expelled(few=few)
    yield from sentences_of(ruleset, "mills")
    forbidden = MillRule.FORBIDDEN, PlacingMills.FORBIDDEN
    if ruleset.long_rows in forbidden or ruleset.placing_mills in forbidden:
        yield Say.PUTS_ALL_THE_SAME()


def _end(ruleset: Ruleset) -> Iterator[str]:
    """Say when the game is over, and who has won (M13-M15, M18, M22, M23)."""
    counts = ruleset.player_counts
    for_players = {"players": listed(counts, "or")} if len(counts) > 1 else {}
    turns = listed((ruleset.quiet * players for players in counts), "or")
    if ruleset.quiet_few:
        few_turns = listed((ruleset.quiet_few * players for players in counts), "or")
        jumping, three = ruleset.jumping, Say.MORE_THAN_THREE()
        more = three if jumping == 3 else Say.MORE_THAN(number=in_words(jumping))
        after = Say.AFTER_TURNS_OR_FEW_FOR if for_players else Say.AFTER_TURNS_OR_FEW
        limit = after(turns=turns, few_turns=few_turns, more=more, **for_players)
        if ruleset.quiet_few_any:
            few = few_to_jump(ruleset)
            limit = Say.AFTER_TURNS_OR_ANY_FEW(turns=turns, few_turns=few_turns, few=few)
    else:
        after = Say.AFTER_TURNS_FOR if for_players else Say.AFTER_TURNS
        limit = after(turns=turns, **for_players)
    if ruleset.repetition == 3:
        limit = Say.OR_REPEATED_THRICE(limit=limit)
    elif ruleset.repetition:
        limit = Say.OR_REPEATED(limit=limit, times=in_words(ruleset.repetition))
    if ruleset.stuck is not Stuck.STEPPED_OVER:
        yield Say.DRAWN_BY(limit=limit)
    elif ruleset.mill_wins:
        yield Say.DRAWN_WHEN_STUCK(limit=limit)
    else:
        yield Say.OVER_WHEN(limit=limit)
        if not ruleset.cards:
            yield Say.LEFT_SHARE()
            return
        points = Say.POINTS_ARE_FOR if for_players else Say.POINTS_ARE
        basic = listed((5 * (players - 1) for players in counts), "or")
        yield points(points=basic, **for_players)
        yield Say.MOST_POINTS()


def _writing(ruleset: Ruleset, has_hands: bool) -> Iterator[str]:
    """Say how moves are written, with an example of each kind."""
    board = ruleset.boards[min(ruleset.boards)]
    first, second, third = map(board.name_of, board.lines[0][:3])
    moves = Say.WRITTEN_MOVES_OR_JUMPS if ruleset.jumping else Say.WRITTEN_MOVES
    step = {"step": f"{first}-{second}", "moves": moves(), "start": first, "end": second}
    if ruleset.mill_wins:
        yield Say.WRITTEN_PUT_STEP(put=first, **step) if has_hands else Say.WRITTEN_STEP(**step)
        return
    removal = {"remove": f"x{third}", "field": third}
    if has_hands:
        yield Say.WRITTEN_PUT_STEP_REMOVE(put=first, **step, **removal)
    else:
        yield Say.WRITTEN_STEP_REMOVE(**step, **removal)
    yield Say.A_REMOVAL()


def instruct(position: Position) -> Message:
    """Say what the player to move has to do, in a sentence with an example (M5-M7, M10)."""
    if position.is_over:
        return Say.THE_GAME_IS_OVER()
    example = write_move(_sensible_move(position), position.board)
    match position.phase:
        case Phase.PUT:
            say = Say.PUT
        case Phase.EITHER:
            say = Say.PUT_OR_MOVE
        case Phase.REMOVE:
            say = removal_said(position)
        case _:
            say = Say.JUMP if can_jump(position, position.to_move) else Say.MOVE
    return say(example=example)


def removal_said(position: Position) -> Say:
    """The sentence that asks for a removal, by the reason why it is due (M10, M19, M31-M38)."""
    notes = position.notes
    if notes.custody or notes.intervention:
        return Say.REMOVE_CAPTURED
    if notes.due in _REMOVALS:
        return _REMOVALS[notes.due]
    return Say.REMOVE if position.free_mask else Say.REMOVE_FROM_FULL


_REMOVALS: Final = {
    Due.STUCK: Say.REMOVE_STUCK,
    Due.OWED: Say.REMOVE_OWED,
    Due.OWN: Say.REMOVE_OWN,
}


def _sensible_move(position: Position) -> BoardMove:
    """A move that makes a mill, or else prevents one, or else ends on a central field."""

    def worth(move: BoardMove) -> tuple[bool, bool, int]:
        *start, end = fields_named(move)
        after = [own | end.bit for own in position.masks]
        after[position.to_move] &= ~mask_of(start)
        made = [makes_mill(position.terms, own, end.index) for own in after]
        neighbours = position.board.neighbour_masks[end.index].bit_count()
        return made[position.to_move], any(made), neighbours

    return max(legal_moves(position), key=worth)


def tell(before: Position, move: Move, after: Position) -> Message:
    """Return what a move has done, and who is out of the game by it (M5-M7, M9, M10, M12, M28)."""
    board, seat = before.board, before.to_move
    match move:
        case Leave(leaver, EndingKind.RESIGNATION):
            return Say.HAS_RESIGNED(seat=leaver)
        case Leave(leaver):
            return Say.RAN_OUT_OF_TIME(seat=leaver)
        case Remove(field):
            owner = owner_of(before.masks, field.index)
            act = Say.HAS_REMOVED(seat=seat, owner=owner, field=board.name_of(field))
            return act if owner in after.remaining else joined([act, Say.IS_OUT(seat=owner)])
    end = fields_named(move)[-1]
    name, is_mill = board.name_of(end), makes_mill(before.terms, after.masks[seat], end.index)
    if isinstance(move, Put):
        return (Say.HAS_PUT_MILL if is_mill else Say.HAS_PUT)(seat=seat, field=name)
    if board.neighbour_masks[move.start.index] & end.bit:
        say = Say.HAS_MOVED_MILL if is_mill else Say.HAS_MOVED
    else:
        say = Say.HAS_JUMPED_MILL if is_mill else Say.HAS_JUMPED
    return say(seat=seat, start=board.name_of(move.start), end=name)
