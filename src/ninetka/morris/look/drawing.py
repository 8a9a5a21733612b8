"""A State of 9AM or Mills as an SVG picture.

Every token and every mill is an element of its own, which stays the same from move to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from ...base.messages import Message, joined, listed
from ...drawing.options import Picture
from ...drawing.svg import blank_picture
from ..board import Field, Seat
from ..moves import Move
from ..notation import write_move
from ..scoring import Outcome
from ..state import State
from ..texts import Say
from . import marks
from .layout import Layout
from .legend import legend, legend_height
from .pieces import PAPER, board_element, mill_element, numbers_element, token_element
from .text_board import check_last_move, label_of, status
from .text_board import write as write

MARKS: Final = ("legal-moves", "numbers")
"""The marks of pictures: legal moves (M5-M7, M10), and fields by numbers despite names (M2)."""


def draw(state: State, picture: Picture[Move, Field | int]) -> Element:
    """The picture that `State.to_svg` asks for, with mills as thick lines (M3).

    Fields are at the `places` of their board, or evenly on a circle if it has none. The last move
    is a ring around the token put or moved, with a line from where it was, or a cross where one was
    removed. `legal-moves` are rings on the fields that moves name, and `numbers` are the fields'
    numbers instead of their names. The legend has each seat's token, hand, cards, points and name.

    Raises IllegalMoveError if the last move cannot have been that, and NinetkaError for a field
    that is not on the board or an arrow from a field to itself.
    """
    outcome = state.outcome_if(picture.ending)
    if picture.last_move is not None:
        check_last_move(state, picture.last_move)
    layout = Layout.of(state.board, bool(picture.coordinates))
    players = [label_of(seat, picture.names) for seat in state.seats]
    svg, seen = blank_picture(
        picture,
        layout.width,
        layout.height + (legend_height(state, layout) if picture.legend else 0),
        title=status(state, outcome, [""] * state.players),
        description=_description(state, outcome, picture, players),
        paper=PAPER,
    )
    seen.extend([*_marked_board(state, picture, layout)])
    if picture.legend:
        seen.extend([*legend(state, outcome, picture.names, layout)])
    if picture.targets:
        svg.extend([*marks.targets(state, picture.names, layout)])
    return svg


def _description(
    state: State,
    outcome: Outcome | None,
    picture: Picture[Move, Field | int],
    players: Sequence[str],
) -> Message:
    """Describe the picture for people who cannot see it."""
    sentences = [status(state, outcome, picture.names)]
    each = zip(state.seats, players, strict=True)
    sentences += [
        Say.HOLDS(player=player, holdings=_holdings(state, outcome, seat)) for seat, player in each
    ]
    if state.marked:
        fields = listed(map(state.board.name_of, state.marked))
        sentences.append(Say.MARKED_FIELDS(fields=fields))
    if picture.last_move is not None:
        sentences.append(Say.LAST_MOVE(move=write_move(picture.last_move, state.board)))
    return joined(sentences, ". ")


def _holdings(state: State, outcome: Outcome | None, seat: Seat) -> Message:
    name_of = state.board.name_of
    own = [name_of(field) for field, owner in state.tokens.items() if owner is seat]
    parts = [Say.TOKENS_ON(fields=listed(own))] if own else []
    parts += [Say.MILL(fields="-".join(map(name_of, line))) for line in state.mills(seat)]
    if seat in state.expelled:
        parts.append(Say.OUT_OF_THE_GAME())
    elif state.hands[seat]:
        parts.append(Say.IN_HAND(number=state.hands[seat]))
    if state.ruleset.cards:
        cards, points = ((outcome or state).cards[seat], (outcome or state).scores[seat])
        parts.append(Say.CARDS_AND_POINTS(cards=cards, points=points))
    return joined(parts, ", ")


def _marked_board(
    state: State, picture: Picture[Move, Field | int], layout: Layout
) -> Iterator[Element]:
    """The board with mills and tokens, and the marks below and above them."""
    yield board_element(layout)
    for seat in state.seats:
        for line in state.mills(seat):
            yield mill_element(layout, seat, line)
    if picture.coordinates:
        yield numbers_element(layout, "numbers" not in picture.marks)
    yield from marks.highlights(picture.highlights, layout)
    for field, seat in state.tokens.items():
        yield token_element(layout.places[field], layout.radius, seat, field)
    yield from marks.marked_fields(state, layout)
    if picture.last_move is not None:
        yield from marks.last_move(picture.last_move, layout)
    if "legal-moves" in picture.marks:
        yield from marks.legal_moves(state, layout)
    yield from marks.pointing(picture.arrows, layout)
