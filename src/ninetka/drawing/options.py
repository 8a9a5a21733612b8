"""The options of pictures and of boards of text, and the module that draws a game's states."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import (
    TYPE_CHECKING,
    Concatenate,
    Final,
    Generic,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    get_origin,
)

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..protocol.endings import Ending

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

M = TypeVar("M", bound=Hashable)
P = TypeVar("P")
"""A place on the board: 9tka's Square, Kropki's Point."""
S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
V = TypeVar("V")
R = TypeVar("R")
K = ParamSpec("K")

Paint: TypeAlias = Callable[[str, str], str]
"""Takes a text and the colour behind it, `#rrggbb`; returns the text in colour."""

_SMALLEST_PART: Final = 5
"""The least number of rows and columns of a board that are shown, even without room for them."""
NOTEBOOK_WIDTH: Final = 500
"""The width of pictures in notebooks, in pixels."""


@documented
@attrs.frozen(kw_only=True)
class Picture(Generic[M, P]):
    """The options of a picture, as `DrawableState.to_svg` takes them.

    Drawing modules get it checked and filled up: `names` has one text per seat, maybe empty.
    """

    last_move: M | None = None
    """The move to mark, which led to the position."""
    ending: Ending | None = None
    """The ending, if the game ended here and not by a move."""
    marks: Collection[str] = ()
    """Other marks to show: names of the game's `MARKS`."""
    legend: bool = True
    """Whether seats, colours and points stand below the board."""
    names: Sequence[str] = ()
    """The players' names, by seat."""
    title: str | None = None
    """The title, which screen readers say first; None for the game's own."""
    size: int | None = None
    """The width in pixels; None for a picture that fills the space it is given."""
    coordinates: bool = True
    """Whether rows, columns or places are named at the side."""
    highlights: Iterable[P] = ()
    """Places to point at."""
    arrows: Iterable[tuple[P, P]] = ()
    """Pairs of places, each to be joined by an arrow."""
    targets: bool = False
    """Whether each place gets a transparent element that a page can use as a control."""


PLAIN_OPTIONS: Final[Mapping[str, type]] = {
    "marks": list,
    "legend": bool,
    "names": list,
    "title": str,
    "size": int,
    "targets": bool,
}
"""The options of pictures that other programs can give, each with its kind of JSON value."""


@documented
@attrs.frozen(kw_only=True)
class TextBoard(Generic[M]):
    """The options of a board of text, as `DrawableState.to_board` takes them.

    Drawing modules get `names` filled up: one text per seat, maybe empty.
    """

    last_move: M | None = None
    """The move to mark, which led to the position."""
    ending: Ending | None = None
    """The ending, if the game ended here and not by a move."""
    unicode: bool = False
    """Whether lines and shapes beyond ASCII may be used."""
    names: Sequence[str] = ()
    """The players' names, by seat."""
    paint: Paint | None = None
    """Puts stones in colour; None for a board without colour."""
    room: tuple[int, int] | None = None
    """The number of columns and lines for the text. Of a larger board, only the part around the
    last move is shown; a game without large boards may ignore it."""


def takes_keywords(
    options: Callable[K, V],
) -> Callable[[Callable[[S, V], R]], Callable[Concatenate[S, K], R]]:
    """Let a method that takes an options object be called with keyword arguments.

    Type checkers and `help()` see the fields of `options`, a class such as `Picture[M, P]`, as the
    method's keyword arguments, so that they are stated in that class alone.
    """
    make = get_origin(options) or options  # calling Picture[M, P] takes twice as long as Picture
    fields = inspect.signature(make).parameters.values()

    def decorate(method: Callable[[S, V], R]) -> Callable[Concatenate[S, K], R]:
        @wraps(method)
        def called(self: S, /, *args: K.args, **given: K.kwargs) -> R:
            return method(self, make(*args, **given))

        takes = inspect.signature(method)
        this = next(iter(takes.parameters.values()))
        setattr(called, "__signature__", takes.replace(parameters=[this, *fields]))  # noqa: B010
        return called

    return decorate


def visible_part(size: int, room: int, around: int | None) -> range:
    """The rows or columns of a board that there is room for, around one of them or in the middle.

    >>> visible_part(30, 11, 3)
    range(0, 11)
    """
    room = max(room, _SMALLEST_PART)
    first = (size // 2 if around is None else around) - room // 2
    first = max(min(first, size - room), 0)
    return range(first, min(first + room, size))


class Drawing(Protocol[S_contra, M, P]):
    """A module that draws the states of a game."""

    @property
    def MARKS(self) -> Sequence[str]:  # noqa: N802  # a module's constant
        """The names of what pictures can mark."""

    def draw(self, state: S_contra, picture: Picture[M, P], /) -> Element:
        """The picture. Raises NinetkaError for what cannot be shown in this state."""

    def write(self, state: S_contra, board: TextBoard[M], /) -> str:
        """The board of text, in ASCII unless `board.unicode`; names may have other characters.

        Raises NinetkaError for what cannot be shown in this state.
        """


def names_by_seat(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A name for each seat, empty where none is given. Raises NinetkaError for too many."""
    if len(names) > players:
        raise NinetkaError(f"there are {len(names)} names for {players} players")
    return (*names, *[""] * (players - len(names)))


def labels(seats: Sequence[int], names: Sequence[str], kind: str = "") -> list[str]:
    """Labels of the players, by seat: `Ann (a)`, or without a name `a`.

    If a kind such as `Seat` is given, those without a name are called `Seat a`.
    """
    nameless = f"{kind} ".lstrip()
    return [
        f"{name} ({seat})" if name else f"{nameless}{seat}"
        for seat, name in zip(seats, names, strict=True)
    ]
