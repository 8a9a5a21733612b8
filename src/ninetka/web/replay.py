"""Replay pages: records as one HTML page with a board, buttons and a list of moves.

They show any game whose states can be drawn. The page is made of files of `pages`, filled with the
data of the games. Pictures are in parts: each different part is kept once, and a ply lists its
changes.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, chain, islice
from string import Template
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element, tostring

import attrs

from ..base.errors import NinetkaError
from ..drawing.changes import edits
from ..drawing.drawable import DrawableState
from ..drawing.options import Picture
from ..drawing.svg import readable
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.clocks import format_time
from ..protocol.entry import RecordStyle
from ..protocol.tags import GAME
from ..records import GLYPHS, SEAT_TAGS, UNFINISHED, Record, Variation
from ..records.annotations import split_share, symbol
from ..tournament.match import MATCH
from .pages import page_file

__all__ = ["MAX_GAMES", "replay_page"]

MAX_GAMES: Final = 500
"""The most games a page may hold. It then takes about 20 MB."""

_MODULES: Final = ("words", "elements", "comments", "shapes", "steps", "replay")
_IN_SCRIPT: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}
_DASH: Final = " \u2013 "
_DOT: Final = " \u00b7 "
_LONGEST_NAME: Final = 60
"""The most characters shown of a name, which stands at every ply; a tag may be far longer."""
_EVENT_TAGS: Final = {"Event": "", MATCH: "", "Round": "Round ", "Date": ""}
"""The tags that tell games of a list apart, and what stands before their values."""
Rewriting: TypeAlias = list[int | tuple[int, int, str]]
"""The number of another part, and the edits that turn its text into this part's."""

PlaceBox: TypeAlias = dict[str, float | tuple[float, float]]
"""The middle of a place in a picture, and its size."""

_LONGEST_TEXT: Final = 2000
"""The most characters shown of a text in a picture; a ruleset's name in it may be far longer."""
_WORDS: Final = re.compile(r"\w+\W*|\W+")


def replay_page(records: Record[Any, Any] | Iterable[Record[Any, Any]]) -> str:
    """The text of an HTML page that replays one record or several in any browser.

    With several, the page has a list of games to choose from. It loads nothing else. It is ASCII,
    so it can be written to a file in any usual encoding.

    Tags and comments are shown as text, whatever they hold. Names longer than 60 characters are
    shortened. The page's own policy blocks `style` attributes, so pictures must do without.

    Records are taken one at a time. Raises NinetkaError if there is none, if there are more than
    `MAX_GAMES`, or if a game cannot be drawn.
    """
    records = iter([records] if isinstance(records, Record) else records)
    data = as_data(islice(records, MAX_GAMES))
    if next(records, None) is not None:
        raise NinetkaError(f"a replay page holds at most {MAX_GAMES} games: make several pages")
    titles = [game["title"] for game in data["games"]]
    if not titles:
        raise NinetkaError("a replay page needs at least one game")
    title = titles[0] if len(titles) == 1 else f"{len(titles)} games"
    style, script = _part("shared.css"), _script()
    style = re.sub(r"^ +| */\*.*\*/|\n(?=\n)", "", style, flags=re.MULTILINE)
    return Template(_part("replay.html")).substitute(
        title=html.escape(title).encode("ascii", "xmlcharrefreplace").decode(),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=json.dumps(data, separators=(",", ":")).translate(_IN_SCRIPT),
    )


def _script() -> str:
    """The page's modules as one, since a file that is opened from a disk may import no others.

    Each has its imports and exports in lines of their own, and no two use the same names. Comments
    are left out, so that pages are small.
    """
    modules = "".join(_part(f"{name}.js") for name in _MODULES)
    untyped = re.sub(r"/\*\*.*?\*/ ?", "", modules, flags=re.DOTALL)
    script = re.sub("^(import .*;|export | +)| *// .*", "", untyped, flags=re.MULTILINE)
    return re.sub("\n+", "\n", script)


def _part(name: str) -> str:
    return page_file(name).decode("ascii")


def _hash(text: str) -> str:
    """A script or style as a content security policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def as_data(records: Iterable[Record[Any, Any]]) -> dict[str, Any]:
    """The data of a page of these records. Raises NinetkaError for games that cannot be drawn."""
    pictures = Pictures()
    games = [_game(record, pictures) for record in records]
    return {"games": games, "parts": pictures.parts}


def _game(record: Record[Any, Any], pictures: Pictures) -> dict[str, Any]:
    start, entry = record.game.initial_state, entry_for_state(record.game.state)
    if not isinstance(start, DrawableState):
        raise NinetkaError(f"{entry.name_of(start)} has no pictures to replay")
    names = {tag: _shortened(record.tags.get(tag, "")) for tag in SEAT_TAGS}
    short = attrs.evolve(record, tags={**record.tags, **names})
    players = [short.player(seat) for seat in start.seats]
    result = "unfinished" if record.result == UNFINISHED else readable(record.result)
    tags = {GAME: entry.name_of(start), **entry.tags.write(start), **record.tags}
    event = [(prefix, record.tags.get(tag, "")) for tag, prefix in _EVENT_TAGS.items()]
    return {
        "title": f"{_DASH.join(players)}, {result}",
        "players": players,
        "result": result,
        "event": _DOT.join(prefix + _shortened(value) for prefix, value in event if value),
        "tags": list(tags.items()),
        "plies": _plies(short, _Scene(players, short.names, pictures, entry.style), []),
        **({"places": _place_boxes(start, short.names)} if _is_drawn_on(record) else {}),
    }


def _is_drawn_on(line: Record[Any, Any] | Variation[Any, Any]) -> bool:
    """Tell whether comments may draw on the board; what exactly, the page reads."""
    inner = chain.from_iterable(line.variations.values())
    return any("[%c" in text for text in line.comments.values()) or any(map(_is_drawn_on, inner))


@attrs.frozen
class _Scene:
    """The settings that all plies of a game share."""

    players: Sequence[str]
    names: Sequence[str]
    pictures: Pictures
    style: RecordStyle[Any]


def _plies(
    line: Record[Any, Any] | Variation[Any, Any],
    scene: _Scene,
    shown: list[int],
    made: int = 0,
    turn: int = 1,
) -> list[dict[str, Any]]:
    """The plies of a game, or of a variation after `made` moves whose first belongs to that `turn`.

    `shown` are the parts of the picture before. Each ply has the variations that might have been
    played instead; a variation has no ply for its start.
    """
    game, states = line.game, line.game.states
    moves, texts = [None, *game.moves], ["Start", *game.move_texts]
    made_in = zip(states, game.moves, strict=False)
    seats = [None, *(state.seat_of(move) for state, move in made_in)]
    turns = [None, *scene.style.turns(states[:-1], made, turn)]
    plies: list[dict[str, Any]] = []
    for ply in range(isinstance(line, Variation), game.ply + 1):
        state, text, before = states[ply], texts[ply], [*shown]
        is_end = ply == game.ply and game.outcome is not None
        ending = game.ending if is_end else None
        picture: Picture[Any, Any] = Picture(
            last_move=moves[ply],
            ending=ending,
            names=scene.names,
            title=f"Ply {made + ply}: {text}" if ply else text,
        )
        points = state.running_scores
        if ending is not None and game.outcome is not None:
            points = game.outcome.scores
        scores = zip(state.seats, points, strict=False)  # which may be none
        end = _end(game, scene.players) if is_end else f"{scene.players[state.to_move]} to move"
        plies.append(
            {
                "move": text,
                "seat": seats[ply],
                "turn": turns[ply],
                "to_move": end,
                "score": readable(_DOT.join(f"{seat} {points}" for seat, points in scores)),
                **_remarks(line, ply),
                "changes": scene.pictures.add(state.svg_element(picture), shown),
            }
        )
        for variation in line.variations.get(ply, ()):
            inner = _plies(variation, scene, [*before], made + ply - 1, turns[ply] or 1)
            plies[-1].setdefault("variations", []).append(inner)
    return plies


def _remarks(line: Record[Any, Any] | Variation[Any, Any], ply: int) -> dict[str, str | float]:
    """The annotations of a ply: the comment, and glyphs, clock times and its share if there are.

    What stands before a variation goes to its first move.
    """
    before = isinstance(line, Variation) and ply == 1
    plies = [0, 1] if before else [ply]
    glyphs = [number for each in plies for number in line.glyphs.get(each, ())]
    clock = line.clocks.get(ply, None)
    said = {
        "marks": " ".join(map(symbol, glyphs)),
        "meaning": ", ".join(GLYPHS[number].meaning for number in glyphs if number in GLYPHS),
        "remaining": ""
        if clock is None or clock.remaining is None
        else format_time(clock.remaining),
        "elapsed": "" if clock is None or clock.elapsed is None else format_time(clock.elapsed),
    }
    comment = " ".join(filter(None, (line.comments.get(each) for each in plies)))
    comment, share = split_share(comment)
    shares = {} if share is None else {"share": share}
    return {"comment": comment, **{name: text for name, text in said.items() if text}, **shares}


def _end(game: Game[Any, Any], players: Sequence[str]) -> str:
    """A sentence on how a finished game ended."""
    winners = game.outcome.winners if game.outcome is not None else ()
    won = f"Won by {' and '.join(players[winner] for winner in winners)}"
    return _DOT.join(filter(None, [won if winners else "Nobody has won", game.ending_text]))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}\u2026"


def text_edits(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """The edits that turn one text into another, word by word; places count characters."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    old_starts, starts = (list(accumulate(map(len, each), initial=0)) for each in (before, after))
    longer = 0
    for at, count, added in edits(before, after):
        start = at - longer
        yield starts[at], old_starts[start + count] - old_starts[start], "".join(added)
        longer += len(added) - count


def _place_boxes(start: DrawableState[Any, Any], names: Sequence[str]) -> dict[str, PlaceBox]:
    """The places of a game's pictures, by the names that they have where moves are written."""
    places: dict[str, PlaceBox] = {}
    for target in start.svg_element(Picture(names=names, targets=True)).iter():
        title = target.findtext("title")
        if not title or "target" not in target.get("class", "").split():
            continue
        name, _, _ = title.partition(",")
        if target.tag == "circle":
            x, y, radius = (float(target.get(each, 0)) for each in ("cx", "cy", "r"))
            places[name] = {"middle": (x, y), "size": 2 * radius}
        else:
            box = ("x", "y", "width", "height")
            x, y, width, height = (float(target.get(each, 0)) for each in box)
            places[name] = {"middle": (x + width / 2, y + height / 2), "size": min(width, height)}
    return places


class Pictures:
    """All pictures of a page. Most of a picture is the same from ply to ply and game to game."""

    def __init__(self) -> None:
        self.parts: list[str | Rewriting] = []
        """Every different element: its XML, or how that differs from another's."""
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []
        self._last: dict[Element, int] = {}
        """The last picture's elements; the next may have the same objects."""

    def add(self, picture: Element, shown: list[int]) -> list[tuple[int, ...]]:
        """The edits that turn the parts `shown` into those of a picture; `shown` becomes them.

        A part is given by its number. The first is the outermost element without its contents.
        """
        known = len(self.parts)
        elements = [Element(picture.tag, picture.attrib), *picture]
        numbers = [self._number(element) for element in elements]
        self._last = dict(zip(elements, numbers, strict=True))
        changes: list[tuple[int, ...]] = []
        for at, count, added in edits(shown, numbers):
            for old, number in zip(shown[at : at + count], added, strict=False):
                # Keep a new part as its differences from the old one, if that is shorter
                if number >= known:
                    text = self._texts[number]
                    rewriting: Rewriting = [old, *text_edits(self._texts[old], text)]
                    if len(json.dumps(rewriting)) < len(json.dumps(text)):
                        self.parts[number] = rewriting
            shown[at : at + count] = added
            changes.append((at, count, *added))
        return changes

    def _number(self, element: Element) -> int:
        if element in self._last:
            return self._last[element]
        if element.text and len(element.text) > _LONGEST_TEXT:
            shown = Element(element.tag, element.attrib)
            shown.text = f"{element.text[:_LONGEST_TEXT]}\u2026"
            shown.extend(element)
        else:
            shown = element
        text = tostring(shown, encoding="unicode")
        if text not in self._numbers:
            self._numbers[text] = len(self.parts)
            self._texts.append(text)
            self.parts.append(text)
        return self._numbers[text]
