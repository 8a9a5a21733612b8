"""The rules in short, and what the player to move is asked to do, in plain words (M1-M15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import listed
from .moves import Move, Phase

_PARAGRAPHS: Final = (
    "This is a game of mills for {counts} players, seats {seats} in turn order. {aim} "
    "The board has numbered fields, {fields}, and lines of three fields; consecutive fields of a "
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
    "Moves are written with the fields' numbers: 7 puts a token on 7, 7-10 moves or jumps from 7 "
    "to 10, and x23 removes the token on 23. A removal is a move of its own by the same player.",
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
    fields: Mapping[int, int],
    tokens: int,
    quiet: int,
    *,
    cards: bool,
    stuck: str,
    from_mills: str,
    jumping: bool,
) -> str:
    """The rules of a ruleset, a paragraph per line.

    `fields` is the number of fields by number of players; the rest is as in `Ruleset`.
    """
    counts = [*fields]
    bonus = ", and whoever removed the last token gets 2 more cards" if cards else ""
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed("abcde"[: max(counts)]),
        aim="The aim is to earn cards by making mills."
        if cards
        else "The aim is to take the other players' tokens by making mills.",
        fields=_fields(fields),
        tokens=tokens,
        jumping=_JUMPING if jumping else "",
        stuck=_STUCK[stuck],
        cards=_CARDS if cards else "",
        from_mills=_FROM_MILLS[from_mills],
        few=_FEW[stuck].format(bonus=bonus),
        end=_end(counts, quiet, cards, stuck),
    )


def _fields(fields: Mapping[int, int]) -> str:
    if len(fields) == 1:
        return f"1 to {max(fields.values())}"
    return listed(f"1 to {last} for {players}" for players, last in fields.items()) + " players"


def _end(counts: Sequence[int], quiet: int, cards: bool, stuck: str) -> str:
    turns = listed((quiet * players for players in counts), "or")
    by_players = f" for {listed(counts, 'or')} players" if len(counts) > 1 else ""
    limit = f"after {turns} turns in a row{by_players} in which no token was put or removed"
    if stuck == "loses":
        return f"The game is a draw {limit}."
    basic = listed((5 * (players - 1) for players in counts), "or") + by_players
    points = _POINTS.format(basic=basic) if cards else " Those who are left share the point."
    return f"The game is over when one player is left, when nobody can move, or {limit}.{points}"


def instruct(phase: Phase, may_jump: bool, legal_moves: Sequence[Move]) -> str:
    """What the player to move is asked to do, in one sentence with an example (M5-M7, M10)."""
    if phase is Phase.OVER:
        return "The game is over."
    example = legal_moves[len(legal_moves) // 2]
    if phase is Phase.PUT:
        return f"Put a token on a free field, for example {example}."
    if phase is Phase.REMOVE:
        return f"You have made a mill: remove a token of another player, for example {example}."
    if may_jump:
        return f"Jump with a token to any free field, for example {example}."
    return f"Move a token to a neighbouring free field, for example {example}."
