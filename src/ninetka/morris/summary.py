"""The rules in short, and what the player to move is asked to do, in plain words (M1-M15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..base.errors import listed
from .board import Board
from .moves import Phase

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
_STUCK: Final = {"stepped over": "is stepped over", "loses": "has lost"}
_FROM_MILLS: Final = {
    "never": " that is in no mill",
    "if all": " that is in no mill, or any if all are in mills",
    "always": "",
}
_FEW: Final = {
    "stepped over": "is expelled: their other tokens are taken away{bonus}",
    "loses": "has lost",
}
_CARDS: Final = (
    "It earns one card for itself and one for each other mill of the player that is linked to it "
    "by shared fields, directly or through other mills. "
)
_POINTS: Final = (
    " Points are {basic}, plus 10 for each card above the average of all players who began, or "
    "minus 10 for each card below it. Most points win, and ties are shared."
)


def summarize(
    boards: Mapping[int, Board],
    tokens: int,
    quiet: int,
    *,
    cards: bool,
    stuck: str,
    from_mills: str,
    jumping: bool,
) -> str:
    """The rules of a ruleset, a paragraph per line.

    The parameters are as in `Ruleset`.
    """
    counts = [*boards]
    board = boards[min(counts)]
    first, second, third = map(board.name_of, board.lines[0])
    bonus = ", and whoever removed the last token gets 2 more cards" if cards else ""
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed("abcde"[: max(counts)]),
        aim="The aim is to earn cards by making mills."
        if cards
        else "The aim is to take the other players' tokens by making mills.",
        fields=_fields(boards),
        tokens=tokens,
        jumping=_JUMPING if jumping else "",
        or_jumps=" or jumps" if jumping else "",
        first=first,
        second=second,
        third=third,
        stuck=_STUCK[stuck],
        cards=_CARDS if cards else "",
        from_mills=_FROM_MILLS[from_mills],
        few=_FEW[stuck].format(bonus=bonus),
        end=_end(counts, quiet, cards, stuck),
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


def _end(counts: Sequence[int], quiet: int, cards: bool, stuck: str) -> str:
    turns = listed((quiet * players for players in counts), "or")
    by_players = f" for {listed(counts, 'or')} players" if len(counts) > 1 else ""
    limit = f"after {turns} turns in a row{by_players} in which no token was put or removed"
    if stuck == "loses":
        return f"The game is a draw {limit}."
    basic = listed((5 * (players - 1) for players in counts), "or") + by_players
    points = _POINTS.format(basic=basic) if cards else " Those who are left share the point."
    return f"The game is over when one player is left, when nobody can move, or {limit}.{points}"


def instruct(phase: Phase, may_jump: bool, example: str) -> str:
    """What the player to move is asked to do, in one sentence with an example (M5-M7, M10)."""
    if phase is Phase.OVER:
        return "The game is over."
    if phase is Phase.PUT:
        return f"Put a token on a free field, for example {example}."
    if phase is Phase.REMOVE:
        return f"You have made a mill: remove a token of another player, for example {example}."
    if may_jump:
        return f"Jump with a token to any free field, for example {example}."
    return f"Move a token to a neighbouring free field, for example {example}."
