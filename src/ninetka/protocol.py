"""What a game is, for the tools that work with any game.

A tool that only replays, checks or shows games asks for a `GameState`. The other bases of a state's
class say what else it can do: the moves of an `EnumerableState`, for example, can be listed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, SupportsIndex, TypeVar

from .endings import Ending, EndingKind
from .errors import NinetkaError, quoted
from .position import GameOutcome, Played, Position
from .terminal import printable

if TYPE_CHECKING:
    from fractions import Fraction
    from xml.etree.ElementTree import Element

    from .drawing import Drawing, Paint, Picture

__all__ = [
    "DescribedState",
    "DrawableState",
    "EndableState",
    "EnumerableState",
    "GameOutcome",
    "GameRuleset",
    "GameState",
    "GuidedState",
    "ObservableState",
    "Observation",
    "OfferingState",
    "PhasedState",
    "Playable",
    "Played",
    "Position",
    "UndoableState",
    "enumerable",
    "offering",
    "undoable",
]

M = TypeVar("M", bound=Hashable)
P = TypeVar("P")
"""A place on the board: 9tka's Square, Kropki's Point."""
# Python's type language cannot say "a state of M" with both open; `Any` stands for M in the bound.
S = TypeVar("S", bound="GameState[Any]")
S_in = TypeVar("S_in", contravariant=True)
S_out = TypeVar("S_out", covariant=True)
# A class method's own: those of its class are unknown to pyright where the class is not given any.
M2 = TypeVar("M2", bound=Hashable)
S2 = TypeVar("S2", bound="GameState[Any]")


class GameState(ABC, Generic[M]):
    """An immutable position of a game whose moves are of type M.

    Its `str` is a plain board, the same wherever it is printed.
    """

    __slots__ = ()

    game: ClassVar[str]
    """Its game in the registry: the `identifier` of its `Rules`."""

    @property
    @abstractmethod
    def players(self) -> int:
        """How many play."""

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """All seats in turn order, from 0; their `str` is what the game calls them."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over: no move can be made any more."""

    @property
    @abstractmethod
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None until it is over."""

    @abstractmethod
    def to_text(self) -> str:
        """The position on one line, complete: under equal rules, equal texts are equal states."""

    @abstractmethod
    def is_legal(self, move: M, /) -> bool:
        """Whether `apply` would accept the move."""

    @abstractmethod
    def apply(self, move: M | str, /) -> Self:
        """The state after the move, which may be given as its text.

        Raises IllegalMoveError, or InvalidMoveError for a text that is not a move.
        """

    @abstractmethod
    def apply_unchecked(self, move: M, /) -> Self:
        """The state after a move that is known to be legal; undefined for any other."""

    @abstractmethod
    def move_text(self, move: M, /) -> str:
        """A legal move as records write it: one word. Raises IllegalMoveError.

        It must not look like a turn number, a comment, a tag or the state's result.
        """

    @abstractmethod
    def parse_move(self, text: str, /) -> M:
        """The legal move the text stands for. Raises InvalidMoveError or IllegalMoveError."""


class OfferingState(GameState[M]):
    """A state that can name some moves to choose from, if not all."""

    __slots__ = ()

    @property
    @abstractmethod
    def some_moves(self) -> Sequence[M]:
        """Legal moves in a fixed order; not always all, but none only when the game is over."""


class EnumerableState(OfferingState[M]):
    """A state whose legal moves can be listed and numbered."""

    __slots__ = ()

    @property
    @abstractmethod
    def action_count(self) -> int:
        """How many action codes there are, counted from 0; the same throughout a game."""

    @property
    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """The legal moves in the order of their action codes; empty when the game is over."""

    @property
    @abstractmethod
    def legal_actions(self) -> Sequence[int]:
        """The codes of the legal moves, in ascending order: that of `legal_moves`."""

    @abstractmethod
    def action(self, move: M, /) -> int:
        """The code of a legal move. Raises IllegalMoveError."""

    @abstractmethod
    def move(self, action: SupportsIndex, /) -> M:
        """The move that a code stands for here, legal or not; any type of integer will do.

        Raises InvalidMoveError if there is no such code.
        """

    @property
    def some_moves(self) -> Sequence[M]:
        """The legal moves, all of them."""
        return self.legal_moves


def enumerable(state: object) -> EnumerableState[Any]:
    """The same state, if its moves can be listed. Raises NinetkaError."""
    if isinstance(state, GameState) and not isinstance(state, EnumerableState):
        raise NinetkaError("the moves of this game cannot all be listed")
    if not isinstance(state, EnumerableState):
        raise NinetkaError(f"{quoted(state)} is not a state whose moves can be listed")
    return state


def offering(state: object) -> OfferingState[Any]:
    """The same state, if it can name moves to choose from. Raises NinetkaError."""
    if isinstance(state, GameState) and not isinstance(state, OfferingState):
        raise NinetkaError("this game offers no moves to choose from")
    if not isinstance(state, OfferingState):
        raise NinetkaError(f"{quoted(state)} is not a state that offers moves")
    return state


def undoable(state: object) -> UndoableState[Any]:
    """The same state, if its last move can be taken back. Raises NinetkaError."""
    if not isinstance(state, UndoableState):
        raise NinetkaError("the moves of this game cannot be taken back without its history")
    return state


def plays(seat: SupportsIndex, players: int) -> bool:
    """Whether a seat is one of so many players'; any type of integer will do."""
    return 0 <= index(seat) < players  # also numpy's integers, which frameworks hand out


def turns_to_last(moves: Sequence[int]) -> int:
    """How many turns there are up to the last move, if each seat makes one in each of its turns.

    `moves` has how many moves each seat has left, in turn order from the seat to move. Seats that
    have none left still take their turns.
    """
    most = max(moves)
    return (most - 1) * len(moves) + len(moves) - [*reversed(moves)].index(most) if most else 0


def check_seat(seat: SupportsIndex, players: int) -> None:
    """Raise NinetkaError for a seat that does not play."""
    if not plays(seat, players):
        raise NinetkaError(f"{quoted(seat)} does not play: there are {players} players")


class Observation(Protocol[S_in]):
    """A module that shows the states of a game as planes of bits."""

    def plane_shape(self, state: S_in, /) -> tuple[int, int]:
        """Rows and columns of a plane."""

    def plane_names(self, state: S_in, /) -> Sequence[str]:
        """What each plane shows."""

    def planes(self, state: S_in, seat: int, /) -> Sequence[int]:
        """The planes as a seat sees them."""


class ObservableState(EnumerableState[M]):
    """A state for programs that learn: planes of bits, as seen from each seat, and a bound."""

    __slots__ = ()

    @property
    @abstractmethod
    def observation(self) -> Observation[Self]:
        """The module that makes the planes, imported here: few programs need it."""

    @property
    def plane_shape(self) -> tuple[int, int]:
        """Rows and columns of a plane; the same throughout a game."""
        return self.observation.plane_shape(self)

    @property
    def plane_names(self) -> Sequence[str]:
        """What each plane shows, for the number of players at hand."""
        return self.observation.plane_names(self)

    @property
    def plane_grid(self) -> Sequence[tuple[int, int]]:
        """The row and column of each place of a plane, from 0, in a grid like the board.

        Planes are such grids already, unless a game says otherwise. Raises NinetkaError if the
        places of this board have no rows and columns.
        """
        rows, columns = self.plane_shape
        return [divmod(place, columns) for place in range(rows * columns)]

    @property
    def score_bounds(self) -> tuple[int | Fraction, int | Fraction] | None:
        """The least and the most points that a seat can have at the end; None if not known."""
        return None

    def planes(self, seat: int, /) -> Sequence[int]:
        """The planes as that seat sees them, in the order of `plane_names`.

        Each is a number whose bit columns·row + column belongs to one place; what is not about
        places is all ones or 0. Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self.observation.planes(self, seat)

    @property
    @abstractmethod
    def max_plies_left(self) -> int:
        """At most this many plies remain: a bound that falls with every ply, 0 at the end.

        The closer it is, the better: frameworks make room for games of that length.
        """


class EndableState(GameState[M]):
    """A state of a game that can also end otherwise than by a move."""

    __slots__ = ()

    @property
    @abstractmethod
    def endings(self) -> Collection[EndingKind]:
        """How the game can end now, other than by a move; empty when it is over."""

    @abstractmethod
    def outcome_after(self, ending: Ending, /) -> GameOutcome:
        """The outcome if the game is ended so here.

        Raises NinetkaError for an ending that is not among `endings`, or a seat that does not play.
        """


class PhasedState(GameState[M]):
    """A state of a game that is played in phases."""

    __slots__ = ()

    @property
    @abstractmethod
    def phase(self) -> Hashable:
        """The present phase."""


class DescribedState(GameState[M]):
    """A state that can be turned into plain data."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> Mapping[str, object]:
        """The position's text, whose turn it is, legal moves, points and so on, ready for JSON.

        Each game has its own keys, the same for all its states.
        """


class GuidedState(GameState[M]):
    """A state that can tell players the rules, and the player to move what to do."""

    __slots__ = ()

    @property
    @abstractmethod
    def ruleset(self) -> GameRuleset[Any, Any]:
        """The ruleset in use, which has a `summary`."""

    @property
    @abstractmethod
    def instruction(self) -> str:
        """One sentence: what to do and how to write it, or that the game is over."""


class UndoableState(GameState[M]):
    """A state from which the last move can be taken back, given that move alone."""

    __slots__ = ()

    @abstractmethod
    def undo(self, move: M, /) -> Self:
        """The state from which the move leads here. Raises IllegalMoveError if there is none."""

    @abstractmethod
    def parse_last_move(self, text: str, /) -> M:
        """The move that a text stands for, if it can have led here.

        Raises InvalidMoveError or IllegalMoveError.
        """


class DrawableState(GameState[M], Generic[M, P]):
    """A state that can be drawn, with the points as they stand. P is a place on the board."""

    __slots__ = ()

    @property
    @abstractmethod
    def drawing(self) -> Drawing[Self, M, P]:
        """The module that draws it, imported here, so that it is loaded with the first picture."""

    @property
    def marks(self) -> Sequence[str]:
        """What `to_svg` can mark, by name: `legal-moves` for instance."""
        return self.drawing.MARKS

    @property
    @abstractmethod
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat, if the game ended here."""

    board_has_points: ClassVar[bool] = False
    """Whether text boards say the points, so that nobody else needs to."""

    @property
    def running_scores(self) -> Sequence[int | Fraction]:
        """The points to show while the game goes on; none where they only say who has won."""
        return self.scores

    def to_board(
        self,
        *,
        last_move: M | None = None,
        ending: Ending | None = None,
        unicode: bool = False,
        names: Sequence[str] = (),
        paint: Paint | None = None,
        room: tuple[int, int] | None = None,
    ) -> str:
        """The position as lines of text: the board, and whose turn it is or who won.

        The `last_move` is marked. With an `ending`, which ended the game here other than by a move,
        its outcome is shown and what it captures. The text is ASCII, or with `unicode` has lines
        and shapes that most terminals can show. `names` are the players', by seat. `paint` is for
        colour: it is given each stone's text and its colour, `#rrggbb`, and returns what to print.
        Where there is `room` for so many columns and lines only, games with large boards show the
        part around the last move.

        Raises IllegalMoveError or NinetkaError if the last move cannot have been that, and
        NinetkaError for an ending that cannot be, or too many names.
        """
        from .drawing import TextBoard, names_by_seat

        _check_ending(self, ending)
        shown = [printable(name) for name in names_by_seat(names, self.players)]
        board = TextBoard(
            last_move=last_move,
            ending=ending,
            unicode=unicode,
            names=shown,
            paint=paint,
            room=room,
        )
        text = self.drawing.write(self, board)
        return text if unicode else text.encode("ascii", "backslashreplace").decode()

    def __str__(self) -> str:
        """`to_board` in ASCII without colours, wherever it is printed."""
        return self.to_board()

    def to_svg(
        self,
        *,
        last_move: M | None = None,
        ending: Ending | None = None,
        marks: Collection[str] = (),
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
        coordinates: bool = True,
        highlights: Iterable[P] = (),
        arrows: Iterable[tuple[P, P]] = (),
        targets: bool = False,
    ) -> str:
        """The position as an SVG picture.

        It marks the `last_move`, if given, and what `marks` names. With an `ending`, which ended
        the game here other than by a move, its outcome is shown and what it captures. The `legend`
        below the board gives each seat's colour, points and, from `names`, its name. `title` is
        what screen readers say first. `size` is the width in pixels; without it the picture fills
        the space it is given and scales. `coordinates` name rows, columns or places at the side.
        `highlights` are places, and `arrows` pairs of places, to point at. `targets` is for pages
        whose places are controls: each gets a transparent element above it that says what is there.
        Its class is `target`, and its one data attribute has the place's name, as
        `ClickableState.click` takes it.

        The picture is safe to put into a page whatever the texts hold: one element, without ids,
        links or scripts.

        Raises IllegalMoveError or NinetkaError if the last move cannot have been that, and
        NinetkaError for an ending that cannot be, too many names, a mark the game does not have, a
        width outside 1 to 10,000 pixels, a place off the board or an arrow from a place to itself.
        """
        from .drawing import Picture

        picture = Picture(
            last_move=last_move,
            ending=ending,
            marks=marks,
            legend=legend,
            names=names,
            title=title,
            size=size,
            coordinates=coordinates,
            highlights=highlights,
            arrows=arrows,
            targets=targets,
        )
        return self._svg(picture)

    def svg_element(self, picture: Picture[M, P], /) -> Element:
        """The picture that `to_svg` writes, as an element that nobody may change.

        Games whose pictures share elements from ply to ply return the same objects again, which
        makes a replay page, where all pictures are compared, several times as fast. Raises as
        `to_svg`.
        """
        from .svg import checked

        _check_ending(self, picture.ending)
        return self.drawing.draw(self, checked(picture, self.marks, self.players))

    def _repr_svg_(self) -> str:
        from .drawing import NOTEBOOK_WIDTH

        return self.to_svg(size=NOTEBOOK_WIDTH)

    def _svg(self, picture: Picture[M, P]) -> str:
        from xml.etree.ElementTree import tostring

        return tostring(self.svg_element(picture), encoding="unicode")


def _check_ending(state: GameState[Any], ending: Ending | None) -> None:
    """Raise NinetkaError unless a game can end so in this state, or has not."""
    if isinstance(state, EndableState):
        if ending is not None:
            state.outcome_after(ending)
    elif ending is not None:
        raise NinetkaError("this game ends by its moves alone")


class Playable(Protocol[S_out, M]):
    """A state of type S with moves of type M, from which type checkers infer both types."""

    def apply_unchecked(self, move: M, /) -> S_out:
        """As `GameState.apply_unchecked`."""

    def parse_move(self, text: str, /) -> M:
        """As `GameState.parse_move`."""


class GameRuleset(Generic[S, M]):
    """Base of every game's rulesets; S and M are the types of its states and moves."""

    __slots__ = ()

    game: ClassVar[str]
    """Its game in the registry: the `identifier` of its `Rules`."""

    @property
    def player_counts(self) -> Sequence[int]:
        """The numbers of players that it is for: 2 unless a game says otherwise."""
        return (2,)

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help; empty unless a game has them."""
        return ""

    def _repr_html_(self) -> str:
        """What it chooses, as a table, and the rules, for notebooks."""
        from .html import ruleset_html

        return ruleset_html(self.game, self, self.summary)
