"""What is said of the rules, of a position and of a move, in plain words (M1-M28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.bits import mask_of
from ..base.messages import listed
from ..protocol.endings import EndingKind
from .board import FREE, SEATS, Board, owner_of
from .legality import can_jump, legal_moves
from .mills import makes_mill
from .moves import BoardMove, Leave, Move, Phase, Put, Remove, fields_named
from .notation import write_move
from .position import Position
from .rulesets import (
    FromMills,
    FullBoard,
    MillRule,
    Removals,
    Ruleset,
    Stuck,
    Terms,
    few_to_jump,
    in_words,
)

_FULL: Final = (
    " If a put leaves no field free, seat {one} removes a token of seat {other} as for a mill, and "
    "seat {other} moves next."
)
_PARAGRAPHS: Final = (
    "This is a game of mills for {counts} players, seats {seats} in turn order. {aim} "
    "The board's fields are {fields}. {lines}; consecutive fields of a line are neighbours{edges}. "
    "A mill is a line with {full} of one player. "
    "Each player begins with {tokens} tokens{start}.",
    "{puts}{mover} moves a token to a neighbouring free field{jumping}. {stuck}.{full_board}",
    "A player whose token, just {made}, stands in a mill of their own has {mill}{kinds}",
    "{end}",
    "Moves are written with the fields they are about: {putting}"
    "{first}-{second} moves{or_jumps} from {first} to {second}{removing}",
)
_PUTS: Final = "A player with tokens in hand puts one on a free field{mixed}. "
_MIXED: Final = " or moves one to a neighbouring free field"
_JUMPING: Final = " or, with {few} left, jumps to any free field"
_STUCK: Final = {
    Stuck.STEPPED_OVER: "A player who {cannot} is stepped over",
    Stuck.LOSES: "A player who {cannot} has lost",
    Stuck.DRAWS: "If a player {cannot}, the game is a draw",
}
_FULL_BOARD: Final = {
    FullBoard.STUCK: "",
    FullBoard.DRAW: " If a put leaves no field free, the game is a draw.",
    FullBoard.FIRST_REMOVES: _FULL.format(one=SEATS[0], other=SEATS[1]),
    FullBoard.SECOND_REMOVES: _FULL.format(one=SEATS[1], other=SEATS[0]),
}
_WINS: Final = "won the game."
_REMOVES: Final = (
    "made a new mill, even if the same mill was there before. "
    "{cards}{removes} of another player{from_mills}. "
    "If there is none, nothing is removed.{marks} "
    "A player left with fewer than {fewest} tokens, on the board and in hand together, {few}."
)
_ONE: Final = "The player then removes one token"
_EACH: Final = "For each mill in which the token stands, the player then removes one token"
_MARKS: Final = (
    " While anybody has tokens in hand, the field is then marked: nobody can put or move a token "
    "there until all hands are empty."
)
_LONG_ROWS: Final = {
    MillRule.COUNTS: "",
    MillRule.NOTHING: " Tokens in a row longer than a line make no mill.",
    MillRule.FORBIDDEN: " A row of tokens longer than a line must not be made.",
}
_PLACING_MILLS: Final = {
    MillRule.COUNTS: "",
    MillRule.NOTHING: " A mill that is made by putting a token counts for nothing.",
    MillRule.FORBIDDEN: " A mill must not be made by putting a token.",
}
_ALL_THE_SAME: Final = " Whoever can do nothing else puts a token all the same."
_PUTTING: Final = "{first} puts a token on {first}{joint} "
_REMOVING: Final = (
    ", and x{third} removes the token on {third}. "
    "A removal is a move of its own by the same player."
)
_FROM_MILLS: Final = {
    FromMills.NEVER: " that is in no mill",
    FromMills.IF_ALL: " that is in no mill, or any if all are in mills",
    FromMills.ALWAYS: "",
}
_EXPELLED: Final = "is expelled: their other tokens are taken away{bonus}"
_BONUS: Final = ", and whoever removed the last token gets 2 more cards"
_CARDS: Final = (
    "It earns one card for itself and one for each other mill of the player that is linked to it "
    "by shared fields, directly or through other mills. "
)
_POINTS: Final = (
    " Points are {basic}, plus 10 for each card above the average of all players who began, or "
    "minus 10 for each card below it. Most points win, and ties are shared."
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (M1-M27), a paragraph per line."""
    boards, cards = ruleset.boards, ruleset.cards
    counts = [*boards]
    board = boards[min(counts)]
    first, second, third = map(board.name_of, board.lines[0][:3])
    expelled = _EXPELLED.format(bonus=_BONUS if cards else "")
    removes = _REMOVES.format(
        cards=_CARDS if cards else "",
        marks=_MARKS if ruleset.marking else "",
        removes=_ONE if ruleset.removals is Removals.ONE else _EACH,
        from_mills=_FROM_MILLS[ruleset.from_mills],
        fewest=in_words(ruleset.fewest),
        few=expelled if ruleset.stuck is Stuck.STEPPED_OVER else "has lost",
    )
    has_hands = _has_hands(ruleset)
    putting = _PUTTING.format(first=first, joint=" and" if ruleset.mill_wins else ",")
    kinds = _LONG_ROWS[ruleset.long_rows] + _PLACING_MILLS[ruleset.placing_mills]
    if MillRule.FORBIDDEN in (ruleset.long_rows, ruleset.placing_mills):
        kinds += _ALL_THE_SAME
    threes = all(len(line) == 3 for each in boards.values() for line in each.lines)
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed(SEATS[: max(counts)]),
        aim=_aim(ruleset),
        fields=_fields(boards),
        lines=f"Lines connect three fields {'each' if threes else 'or more'}",
        edges=_edges(boards),
        full="three tokens" if threes else "all its fields taken by tokens",
        tokens=ruleset.tokens,
        start=_start(ruleset),
        puts=_PUTS.format(mixed=_MIXED if ruleset.mixed else "") if has_hands else "",
        mover="A player with an empty hand" if has_hands else "A player",
        jumping=_JUMPING.format(few=few_to_jump(ruleset)) if ruleset.jumping else "",
        or_jumps=" or jumps" if ruleset.jumping else "",
        stuck=_STUCK[ruleset.stuck].format(cannot="can do neither" if has_hands else "cannot move"),
        full_board=_FULL_BOARD[ruleset.full_board],
        mill=_WINS if ruleset.mill_wins else removes,
        made="put or moved" if has_hands else "moved",
        kinds=kinds,
        first=first,
        second=second,
        putting=putting if has_hands else "",
        removing="." if ruleset.mill_wins else _REMOVING.format(third=third),
        end=_end(ruleset),
    )


def _aim(ruleset: Ruleset) -> str:
    if ruleset.mill_wins:
        return "The aim is to make a mill."
    if ruleset.cards:
        return "The aim is to earn cards by making mills."
    return "The aim is to take the other players' tokens by making mills."


def _edges(boards: Mapping[int, Board]) -> str:
    """Return who are neighbours besides those in lines (M16)."""
    edges = {
        players: listed("-".join(map(board.name_of, edge)) for edge in board.edges)
        for players, board in boards.items()
        if board.edges
    }
    return "".join(
        f"; so are{_for(players, boards)} those joined by an edge: {listing}"
        for players, listing in edges.items()
    )


def _start(ruleset: Ruleset) -> str:
    """The tokens in hand and on the board at the start (M4, M27)."""
    if not ruleset.start:
        return " in hand"
    starts = (
        f"{_for(players, ruleset.boards)} {_tokens_on(ruleset.boards[players], text)}"
        for players, text in ruleset.start.items()
    )
    others = "; all other tokens are in hand" if _has_hands(ruleset) else ""
    return f". The game begins{';'.join(starts)}{others}"


def _has_hands(ruleset: Ruleset) -> bool:
    """Return whether anybody begins with tokens in hand, for any number of players."""
    return any(any(Terms.of(ruleset, players).hands) for players in ruleset.boards)


def _tokens_on(board: Board, text: str) -> str:
    """Say whose tokens are on which fields."""
    owned: dict[str, list[str]] = {}
    for number, letter in enumerate(text, start=1):
        if letter != FREE:
            owned.setdefault(letter, []).append(board.name_of(number))
    tokens = (f"tokens of {seat} on {listed(names)}" for seat, names in sorted(owned.items()))
    return f"with {listed(tokens)}" if owned else "with an empty board"


def _for(players: int, boards: Mapping[int, Board]) -> str:
    return f" for {players} players" if len(boards) > 1 else ""


def _fields(boards: Mapping[int, Board]) -> str:
    fields = {
        players: listed(sorted(map(board.name_of, range(1, board.fields + 1))))
        if board.names
        else f"1 to {board.fields}"
        for players, board in boards.items()
    }
    if len(fields) == 1:
        return next(iter(fields.values()))
    return listed(f"{names} for {players}" for players, names in fields.items()) + " players"


def _end(ruleset: Ruleset) -> str:
    counts = ruleset.player_counts
    turns = listed((ruleset.quiet * players for players in counts), "or")
    by_players = f" for {listed(counts, 'or')} players" if len(counts) > 1 else ""
    few = listed((ruleset.quiet_few * players for players in counts), "or")
    at_most = f" if no player has more than {in_words(ruleset.jumping)} tokens,"
    sooner = f", or {few}{by_players}{at_most}" if ruleset.quiet_few else ""
    limit = f"after {turns} turns in a row{by_players}{sooner} in which no token was put or removed"
    if ruleset.repetition:
        limit += (
            f", or when the same position has stood {in_words(ruleset.repetition)} times with the "
            f"same player to move"
        )
    if ruleset.stuck is not Stuck.STEPPED_OVER:
        return f"The game is a draw {limit}."
    if ruleset.mill_wins:
        return f"The game is a draw when nobody can move, or {limit}."
    basic = listed((5 * (players - 1) for players in counts), "or") + by_players
    lasting = " Those who are left share the point."
    points = _POINTS.format(basic=basic) if ruleset.cards else lasting
    return f"The game is over when one player is left, when nobody can move, or {limit}.{points}"


def instruct(position: Position) -> str:
    """Say what the player to move has to do, in a sentence with an example (M5-M7, M10)."""
    if position.is_over:
        return "The game is over."
    example = write_move(_sensible_move(position), position.board)
    if position.phase is Phase.PUT:
        return f"Put a token on a free field, for example {example}."
    if position.phase is Phase.EITHER:
        return (
            f"Put a token on a free field or move one to a neighbouring one, for example {example}."
        )
    if position.phase is Phase.REMOVE and not position.free_mask:
        return f"The board is full: remove a token of the other player, for example {example}."
    if position.phase is Phase.REMOVE:
        return f"You have made a mill: remove a token of another player, for example {example}."
    if can_jump(position, position.to_move):
        return f"Jump with a token to any free field, for example {example}."
    return f"Move a token to a neighbouring free field, for example {example}."


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


def tell(before: Position, move: Move, after: Position) -> str:
    """Return what a move has done, and who is out of the game by it (M5-M7, M9, M10, M12, M28)."""
    board, seat = before.board, before.to_move
    match move:
        case Leave(leaver, EndingKind.RESIGNATION):
            return f"Seat {leaver} resigned."
        case Leave(leaver):
            return f"Seat {leaver} ran out of time."
        case Remove(field):
            owner = owner_of(before.masks, field.index)
            act = f"Seat {seat} removed the token of Seat {owner} on {board.name_of(field)}."
            out = f"Seat {owner} is out of the game."
            return act if owner in after.remaining else f"{act} {out}"
    end = fields_named(move)[-1]
    if isinstance(move, Put):
        act = f"Seat {seat} put a token on {board.name_of(end)}"
    elif board.neighbour_masks[move.start.index] & end.bit:
        act = f"Seat {seat} moved from {board.name_of(move.start)} to {board.name_of(end)}"
    else:
        act = f"Seat {seat} jumped from {board.name_of(move.start)} to {board.name_of(end)}"
    is_mill = makes_mill(before.terms, after.masks[seat], end.index)
    return f"{act} and made a mill." if is_mill else f"{act}."
