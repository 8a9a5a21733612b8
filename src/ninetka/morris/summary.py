"""The rules in short, and what the player to move is asked to do, in plain words (M1-M15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.bits import mask_of
from ..base.errors import listed
from .board import SEATS, Board
from .legality import can_jump, legal_moves
from .mills import makes_mill
from .moves import Move, Phase, fields_named
from .notation import write_move
from .position import Position
from .rulesets import FromMills, Ruleset, Stuck

_PARAGRAPHS: Final = (
    "This is a game of mills for {counts} players, seats {seats} in turn order. {aim} "
    "The board's fields are {fields}. Lines connect three fields each; consecutive fields of a "
    "line are neighbours. "
    "A mill is a line with three tokens of one player. "
    "Each player begins with {tokens} tokens in hand.",
    "A player with tokens in hand puts one on a free field. "
    "A player with an empty hand moves a token to a neighbouring free field{jumping}. "
    "A player who can do neither {stuck}.",
    "A player whose token, just put or moved, stands in a mill of their own has made a new mill, "
    "even if the same mill was there before. "
    "{cards}The player then removes one token of another player{from_mills}. "
    "If there is none, nothing is removed. "
    "A player left with fewer than three tokens, on the board and in hand together, {few}.",
    "{end}",
    "Moves are written with the fields they are about: {first} puts a token on {first}, "
    "{first}-{second} moves{or_jumps} from {first} to {second}, and x{third} removes the token on "
    "{third}. A removal is a move of its own by the same player.",
)
_JUMPING: Final = " or, with exactly three tokens left, jumps to any free field"
_STUCK: Final = {Stuck.STEPPED_OVER: "is stepped over", Stuck.LOSES: "has lost"}
_FROM_MILLS: Final = {
    FromMills.NEVER: " that is in no mill",
    FromMills.IF_ALL: " that is in no mill, or any if all are in mills",
    FromMills.ALWAYS: "",
}
_FEW: Final = {
    Stuck.STEPPED_OVER: "is expelled: their other tokens are taken away{bonus}",
    Stuck.LOSES: "has lost",
}
_CARDS: Final = (
    "It earns one card for itself and one for each other mill of the player that is linked to it "
    "by shared fields, directly or through other mills. "
)
_POINTS: Final = (
    " Points are {basic}, plus 10 for each card above the average of all players who began, or "
    "minus 10 for each card below it. Most points win, and ties are shared."
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (M3-M15), a paragraph per line."""
    boards, cards, stuck = ruleset.boards, ruleset.cards, ruleset.stuck
    counts = [*boards]
    board = boards[min(counts)]
    first, second, third = map(board.name_of, board.lines[0])
    bonus = ", and whoever removed the last token gets 2 more cards" if cards else ""
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed(SEATS[: max(counts)]),
        aim="The aim is to earn cards by making mills."
        if cards
        else "The aim is to take the other players' tokens by making mills.",
        fields=_fields(boards),
        tokens=ruleset.tokens,
        jumping=_JUMPING if ruleset.jumping else "",
        or_jumps=" or jumps" if ruleset.jumping else "",
        first=first,
        second=second,
        third=third,
        stuck=_STUCK[stuck],
        cards=_CARDS if cards else "",
        from_mills=_FROM_MILLS[ruleset.from_mills],
        few=_FEW[stuck].format(bonus=bonus),
        end=_end(ruleset),
    )


def _fields(boards: Mapping[int, Board]) -> str:
    texts = {players: _fields_of(board) for players, board in boards.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    return listed(f"{text} for {players}" for players, text in texts.items()) + " players"


def _fields_of(board: Board) -> str:
    if not board.names:
        return f"1 to {board.fields}"
    return listed(sorted(map(board.name_of, range(1, board.fields + 1))))


def _end(ruleset: Ruleset) -> str:
    counts = ruleset.player_counts
    turns = listed((ruleset.quiet * players for players in counts), "or")
    by_players = f" for {listed(counts, 'or')} players" if len(counts) > 1 else ""
    limit = f"after {turns} turns in a row{by_players} in which no token was put or removed"
    if ruleset.stuck is Stuck.LOSES:
        return f"The game is a draw {limit}."
    basic = listed((5 * (players - 1) for players in counts), "or") + by_players
    lasting = " Those who are left share the point."
    points = _POINTS.format(basic=basic) if ruleset.cards else lasting
    return f"The game is over when one player is left, when nobody can move, or {limit}.{points}"


def instruct(position: Position) -> str:
    """What the player to move has to do, in a sentence with an example (M5-M7, M10)."""
    if position.is_over:
        return "The game is over."
    example = write_move(_sensible_move(position), position.board)
    if position.phase is Phase.PUT:
        return f"Put a token on a free field, for example {example}."
    if position.phase is Phase.REMOVE:
        return f"You have made a mill: remove a token of another player, for example {example}."
    if can_jump(position, position.to_move):
        return f"Jump with a token to any free field, for example {example}."
    return f"Move a token to a neighbouring free field, for example {example}."


def _sensible_move(position: Position) -> Move:
    """A move that makes a mill, or else prevents one, or else ends on a central field."""

    def worth(move: Move) -> tuple[bool, bool, int]:
        *start, end = fields_named(move)
        after = [own | end.bit for own in position.masks]
        after[position.to_move] &= ~mask_of(start)
        made = [makes_mill(position.board, own, end.index) for own in after]
        neighbours = position.board.neighbour_masks[end.index].bit_count()
        return made[position.to_move], any(made), neighbours

    return max(legal_moves(position), key=worth)
