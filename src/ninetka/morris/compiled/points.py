"""Points and winners of many positions or ended games (M14, M15)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...protocol.compiled import Counts
from ..rulesets import Terms
from .playouts import Games


def points_of(terms: Terms, lasting: NDArray[Any], cards: NDArray[np.int32]) -> NDArray[np.float64]:
    """Points by seat (M14, M15), given the seats that last as bits, and cards by seat."""
    players = terms.players
    whole: NDArray[Any]
    if terms.ruleset.cards:
        own = cards.astype(np.int64)
        whole = 10 * (players * own - own.sum(-1, keepdims=True))
        whole, parts = whole + 5 * (players - 1) * players, np.array(players)
    else:
        whole = lasting[..., None] >> np.arange(players) & 1
        parts = whole.sum(-1, keepdims=True)
    points: NDArray[np.float64] = whole / parts
    return points


def winners_of(scores: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The seats with the most points as bits; none if all have equally many (M14)."""
    best = scores == scores.max(-1, keepdims=True)
    return np.packbits(best & ~best.all(-1, keepdims=True), -1, bitorder="little")[..., 0]


def counted(terms: Terms, played: Games) -> Counts:
    """How games ended, counted."""
    if terms.ruleset.cards:
        cards, games = np.unique(played.cards, axis=0, return_counts=True)
        points = points_of(terms, played.lasting, cards)
    else:
        by_seats = np.bincount(played.lasting)
        lasting = by_seats.nonzero()[0]
        games, points = by_seats[lasting], points_of(terms, lasting, played.cards)
    scores, kinds = np.unique(points, axis=0, return_inverse=True)
    games = np.bincount(kinds.reshape(-1), games).astype(np.int64)
    winners = np.zeros(1 << scores.shape[1], np.int64)
    np.add.at(winners, winners_of(scores), games)
    return Counts(scores, games, winners, np.bincount(played.plies))
