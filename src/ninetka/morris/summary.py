"""The rules in short, and what a turn asks of a player, in plain words (M1-M15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import listed
from .moves import Phase

if TYPE_CHECKING:
    from .rulesets import Ruleset
    from .state import State

_PARAGRAPHS: Final = (
    "This is a game of mills for {counts} players, who take turns as seats {seats}. {aim} "
    "The board has numbered fields, {fields}, and lines of three fields through them; consecutive "
    "fields of a line are neighbours. "
    "A mill is a line with three tokens of one player. "
    "Each player begins with {tokens} tokens in hand.",
    "A player with tokens in hand puts one on a free field. "
    "A player whose hand is empty moves a token along a line to a neighbouring free "
    "field{jumping}. "
    "{stuck}",
    "A token that is put or moved so that it stands in a mill of its owner makes a new mill, even "
    "if the same mill was there before. "
    "{cards}The player then removes one token of another player{from_mills}. "
    "If there is none, nothing is removed. "
    "{few}",
    "{end}",
    "Moves are written by fields: 7 puts a token there, 7-10 moves or jumps from 7 to 10, "
    "x23 removes the token on 23; a removal is a move of its own, by the same player.",
)
_JUMPING: Final = ", or, with exactly three tokens left, jumps to any free field"
_STUCK: Final = {
    "stepped over": "A player who can do neither is stepped over.",
    "loses": "A player who can do neither has lost.",
}
_FROM_MILLS: Final = {
    "never": " that is in no mill of its owner",
    "if all": " that is in no mill, or any if all are in mills",
    "always": "",
}
_FEW: Final = {
    "stepped over": (
        "A player left with fewer than three tokens, on the board and in hand, is expelled: their "
        "other tokens are taken away{bonus}."
    ),
    "loses": "A player left with fewer than three tokens, on the board and in hand, has lost.",
}
_CARDS: Final = (
    "It earns as many cards as there are mills in its set: those of the player's mills that are "
    "linked to it, directly or through others, by shared fields, itself included. "
)
_POINTS: Final = (
    " Points are {basic} and, for each card more than the average of all players who began, 10 "
    "more, or 10 less for each card fewer; most points win, and ties are shared."
)


def summarize(ruleset: Ruleset) -> str:
    """The rules by a ruleset, a paragraph a line."""
    counts = ruleset.player_counts
    stuck = ruleset.stuck.value
    bonus = ", and whoever removed the last token gets 2 more cards" if ruleset.cards else ""
    return "\n".join(_PARAGRAPHS).format(
        counts=listed(counts, "or"),
        seats=listed("abcde"[: max(counts)]),
        aim="The aim is to earn cards by making mills."
        if ruleset.cards
        else "The aim is to take the other players' tokens by making mills.",
        fields=_fields(ruleset),
        tokens=ruleset.tokens,
        jumping=_JUMPING if ruleset.jumping else "",
        stuck=_STUCK[stuck],
        cards=_CARDS if ruleset.cards else "",
        from_mills=_FROM_MILLS[ruleset.from_mills.value],
        few=_FEW[stuck].format(bonus=bonus),
        end=_end(ruleset),
    )


def _fields(ruleset: Ruleset) -> str:
    boards = ruleset.boards.items()
    if len(boards) == 1:
        return listed(f"1 to {board.fields}" for _, board in boards)
    return listed(f"1 to {board.fields} for {players}" for players, board in boards) + " players"


def _end(ruleset: Ruleset) -> str:
    counts = ruleset.player_counts
    turns = listed((ruleset.quiet * players for players in counts), "or")
    many = f" for {listed(counts, 'or')} players" if len(counts) > 1 else ""
    quiet = f"{turns} turns in a row{many} have moved or jumped and removed nothing"
    if ruleset.stuck.value == "loses":
        return f"If {quiet}, the game is a draw."
    basic = listed((5 * (players - 1) for players in counts), "or") + many
    points = (
        _POINTS.format(basic=basic) if ruleset.cards else " Those who are left share the point."
    )
    return f"The game is over when one player is left, when nobody can move, or if {quiet}.{points}"


def instruct(state: State) -> str:
    """What the player to move is asked to do, in one sentence with an example (M5-M7, M10)."""
    if state.phase is Phase.OVER:
        return "The game is over."
    moves = state.legal_moves
    example = moves[len(moves) // 2]
    if state.phase is Phase.PUT:
        return f"Put a token on a free field, for example {example}."
    if state.phase is Phase.REMOVE:
        return f"You have made a mill: remove a token of another player, for example {example}."
    if state.may_jump:
        return f"Jump with a token to any free field, for example {example}."
    return f"Move a token to a neighbouring free field, for example {example}."
