"""Records in the form `mill-list`: lists of moves as players and programs of mill games keep them.

A removal is one word with the step or put before it, as in the notation of the
Welt-Mühlespiel-Dachverband (WMD): `f2-f4xd5`. Lists of PlayOK number the fields row by row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Final

import attrs

from ..base.errors import NinetkaError, RecordError, RecordErrorKind, did_you_mean, quoted
from ..base.messages import listed
from ..base.position import GameOutcome
from ..base.texts import DASH
from ..protocol.endings import AGREEMENT, Ending, EndingKind
from ..protocol.forms import (
    ENDING,
    UNFINISHED,
    Form,
    ParsedLine,
    ParsedRecord,
    RawRecord,
    RecordContents,
)
from ..protocol.movetext import (
    END_OF_LINE,
    NOTES,
    MovetextReader,
    ParsedHead,
    leading_tags,
    read_head,
    split,
    words_of,
    wrapped,
    written_tags,
)
from ..protocol.tags import GAME, POSITION
from .board import Seat
from .notation import ARROW, REMOVAL
from .rulesets import MILLS, PUBLISHED
from .state import State
from .tags import TAGS
from .texts import Say
from .turns import End, end_of

_NAME: Final = "[A-Ga-g][1-7]"
_FIELD: Final = f"(?:{_NAME}|[0-9]{{1,2}}(?![0-9]))"
_TAKE: Final = r"(?:[-/,]?\s*+[xX\u00d7]|,?\s*+[Tt]akes?\s)"
_MOVE: Final = (
    rf"(?:[Pp]lace to\s++)?{_FIELD}(?:\s*+{ARROW}\s*+{_FIELD}|(?<=[1-7]){_NAME})?"
    rf"(?:\s*+{_TAKE}\s*+{_FIELD}){{0,9}}(?![A-Za-z0-9])"
)
"""A move with the removals that belong to it, in whatever way it is spaced."""
_PLAIN: Final = re.compile(f"{_FIELD}(?:-{_FIELD})?(?:x{_FIELD}){{0,9}}")
_FIRST: Final = re.compile(rf"\s*1\s*(?:[.):]\s*[A-Za-z0-9]|[ \t]+(?:{_NAME}|[Pp]lace to))")
"""The beginning of a list without tags."""
_OPENING: Final = re.compile(rf"\s*+1(?:\s*+[.):]|\s)\s*+{_MOVE}(?!\s*+(?!Place)[A-Z][a-z])")
"""The first turn of a list: a move of mills, and not one like Nf6 after it."""
_PAGE: Final = re.compile(r"\s*(?:GoldToken|Past Moves|Go to \w|Turn\t|\(Player )", re.IGNORECASE)
"""The first line of a page of GoldToken."""
_PAGE_END: Final = re.compile("^[ \t]*Quick Jump", re.MULTILINE)
_PROGRAMS: Final = {"Event": "sanmill-game", "Site": "sanmill|playok|goldtoken", "Variant": ""}
"""Tags that say that a source is such a list, with parts of their values in lower case."""
_TOKEN: Final = re.compile(
    r"(?P<turn>[0-9]++\s*+(?:[.\u2026](?:\s*+[.\u2026])*+|:))|(?P<listed>[0-9]++\s*+\))"
    rf"|(?P<result>(?:1\s*+{DASH}\s*+0|0\s*+{DASH}\s*+1|1/2(?:\s*+{DASH}\s*+1/2)?"
    rf"|\u00bd(?:\s*+{DASH}\s*+\u00bd)?|\*)(?![^\s{{;()!?]))"
    rf"|{NOTES}|(?P<move>{_MOVE})|,|(?P<word>[^\s{{;()!?,]++)",
    re.MULTILINE,
)
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*"} | dict.fromkeys(
    ("1/2", "\u00bd", "\u00bd-\u00bd"), "1/2-1/2"
)
_USUAL: Final = "Nine Men's Morris"
"""The name of Mills in other programs."""
_VARIANT: Final = "Variant"
_SEAT_TAGS: Final = {"White": "First", "Black": "Second"}
_TAGS_OF_SEATS: Final = {tag: name for name, tag in _SEAT_TAGS.items()}
_FEN, _SET_UP = "FEN", "SetUp"
"""The tags of a position with which a game begins, and of whether there is one."""
_NOT_IN_LISTS: Final = (GAME, *TAGS.names)
"""Tags of records that would say how the game starts, or which one it is."""
_ROWS: Final = ("adg", "bdf", "cde", "abcefg", "cde", "bdf", "adg")
_BY_ROWS: Final = tuple(
    f"{column}{row}" for row, columns in zip("7654321", _ROWS, strict=True) for column in columns
)
"""The fields of Mills as PlayOK numbers them: from the upper left, row by row."""
_NUMBERED: Final = re.compile(r"x?[0-9]{1,2}(?:-[0-9]{1,2})?")
_NUMBER: Final = re.compile("[0-9]+")


class MillListForm(Form):
    """Lists of moves with the removals in the words of the moves before them."""

    name = "mill-list"
    extensions: ClassVar[Sequence[str]] = (".pgn",)

    @property
    def hint(self) -> str:
        """The tags of other programs, and a first turn."""
        return Say.LISTS_SAID_BY(variant=_USUAL)

    def recognizes(self, text: str) -> bool:
        """Return whether a source that begins so is in this form.

        A tag says so, unless another says how the game starts, or else the first turn.
        """
        if _PAGE.match(text):
            return True
        head = leading_tags(text)
        tags = {name: value.lower() for name, value in head.tags.items()}
        if not tags.keys().isdisjoint({GAME, "Ruleset", POSITION}):
            return False
        if any(re.search(part, tags[tag]) for tag, part in _PROGRAMS.items() if tag in tags):
            return True
        return _OPENING.match(text, head.end) is not None

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source where a tag or another first turn follows moves, outside of comments."""
        return split(self, pieces, line, _begins_game)

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a list, with each removal as a move of its own. Raises RecordError.

        A result of a game that is not over means that the loser resigned or, if it is a draw, that
        the players agreed, unless the tag Ending says otherwise.
        """
        raw.check_encoding()
        head = _without_page(read_head(raw))
        results: list[tuple[int, str]] = []
        game = MovetextReader(head, REMOVAL, alternate=True).read(_tokens(head, results)).parsed()
        if all(_NUMBERED.fullmatch(text) for line in _lines(game) for _, text in line.moves):
            game = _with_names(game)
        tags = {_SEAT_TAGS.get(name, name): value for name, value in head.tags.items()}
        for tag, name in _TAGS_OF_SEATS.items():
            if tag in head.tags and name in head.tags:
                line = max(head.lines[tag], head.lines[name])
                sentence = Say.TAG_TWICE(tag=quoted(name))
                raise RecordError(sentence, RecordErrorKind.TAG, line=line)
        start = _start(tags, head.lines)
        if "Result" in tags:
            stated = tags.pop("Result")
            results.append((head.lines["Result"], _RESULTS.get(stated, stated)))
        ending = tags.pop(ENDING, None)
        if ending is None and results:
            line, result = results[0]
            ending = _ending(start, game.moves, result, line)
        described = {GAME: "Mills", "Ruleset": start.ruleset.name, "Players": "2"}
        if start != _usual_start(start.ruleset.name):
            described[POSITION] = start.to_text()
        return ParsedRecord({**described, **tags}, game, results, ending)

    def agrees(self, result: str, outcome: GameOutcome | None) -> bool:
        """Return whether a stated result is that of an outcome, or of a game that is not over."""
        return result == self.result(outcome)

    def result(self, outcome: GameOutcome | None) -> str:
        """Say who won, however the game ended: `1-0`, `0-1` or `1/2-1/2`; `*` if it is not over."""
        if outcome is None:
            return UNFINISHED
        winners = "".join(map(str, map(int, outcome.winners)))
        return {"0": "1-0", "1": "0-1"}.get(winners, "1/2-1/2")

    def write(self, contents: RecordContents) -> str:
        """The text of a list.

        Raises RecordError unless the game is of a published ruleset for two players without cards,
        from the start or a position that a FEN says whole.
        """
        start = contents.mainline.played.initial_state
        begun = _begun(start) if isinstance(start, State) else None
        if not isinstance(start, State) or begun is None:
            sentence = Say.LISTS_ARE_FOR(rulesets=listed(_names(), "or"))
            raise RecordError(sentence, RecordErrorKind.RULESET)
        for tag in (_VARIANT, _FEN, _SET_UP, *_SEAT_TAGS, *_NOT_IN_LISTS):
            if tag in contents.tags:
                raise RecordError(Say.LISTS_CANNOT_HAVE(tag=tag), RecordErrorKind.TAG)
        name = start.ruleset.name
        tags = {_VARIANT: _USUAL if name == MILLS.name else name, **begun}
        tags |= {_TAGS_OF_SEATS.get(tag, tag): text for tag, text in contents.tags.items()}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = self.result(contents.outcome)
        words = [*words_of(contents.mainline, joined_move=REMOVAL), END_OF_LINE, tags["Result"]]
        return "\n".join([*written_tags(tags), "", *wrapped(words), ""])


def _begins_game(line: str, raw: RawRecord) -> bool:
    """Return whether another game begins with a line, unless it is the first turn of a page."""
    if not _FIRST.match(line):
        return False
    return not _PAGE.match(raw.lines[0]) or any(map(_FIRST.match, raw.lines))


def _tokens(head: ParsedHead, results: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Yield the line, kind and text of each token after the tags, each move as it is written here.

    Results outside of variations are added to `results` instead. The number of a turn needs no dot
    if the first one has none.
    """
    turn, depth = 1 if _FIRST.match(head.text, head.end) else 0, 0
    for line, kind, text in head.tokens(_TOKEN):
        depth += (kind == "open") - (kind == "close")
        if kind == "result" and not depth:
            word = re.sub(rf"\s*{DASH}\s*", "-", text)
            results.append((line, _RESULTS[word]))
        elif kind == "turn" or (kind == "listed" and not depth):
            turn = 0
            yield line, "turn", text
        elif kind == "listed":  # the last field of a variation
            depth -= 1
            yield line, "word", text.rstrip(") ")
            yield line, "close", ")"
        elif kind == "move" and turn and text == str(turn):
            yield line, "turn", text
            turn += 1
        else:
            is_move = kind == "move"
            yield (
                line,
                "word" if kind in ("move", "result") else kind,
                (_usual_text(text) if is_move else text),
            )


def _usual_text(move: str) -> str:
    """A move with its removals as lists are written here: `d6-d5xd7`."""
    if _PLAIN.fullmatch(move):
        return move
    made, *removed = (re.findall(_FIELD, part) for part in re.split(_TAKE, move))
    return "".join(["-".join(made), *(f"x{field}" for fields in removed for field in fields)])


def _without_page(head: ParsedHead) -> ParsedHead:
    """The head without what stands around the moves on a page of GoldToken.

    What stands before them is a remark. Raises RecordError if there are none.
    """
    if not _PAGE.match(head.text, head.end):
        return head
    end = _PAGE_END.search(head.text, head.end)
    text = head.text[: end.start() if end else None]
    first = re.compile(rf"^{_FIRST.pattern}", re.MULTILINE).search(text, head.end)
    if first is None:
        raise RecordError(Say.NO_FIRST_TURN(), RecordErrorKind.SYNTAX, line=head.line)
    said = text[head.end : (begins := first.start())]
    return attrs.evolve(
        head,
        text=text,
        remarks=[*head.remarks, said.replace("{", "(").replace("}", ")")],
        end=begins,
        line=head.line + said.count("\n"),
    )


def _lines(game: ParsedLine) -> Iterator[ParsedLine]:
    """A line and its variations, with theirs."""
    waiting = [game]
    while waiting:
        line = waiting.pop()
        yield line
        waiting += (each for lines in line.variations.values() for each in lines)


def _with_names(line: ParsedLine) -> ParsedLine:
    """A line with the names of fields in place of PlayOK's numbers."""
    return attrs.evolve(
        line,
        moves=[(number, _by_name(text)) for number, text in line.moves],
        variations={ply: [*map(_with_names, each)] for ply, each in line.variations.items()},
    )


def _by_name(text: str) -> str:
    """A move with names of fields in place of PlayOK's numbers; a number of no field is kept."""

    def named(match: re.Match[str]) -> str:
        number = int(match[0])
        return _BY_ROWS[number - 1] if 0 < number <= len(_BY_ROWS) else match[0]

    return _NUMBER.sub(named, text)


def _start(tags: dict[str, str], lines: Mapping[str, int]) -> State:
    """The position with which a list begins, whose tags it takes out. Raises RecordError."""
    for name in _NOT_IN_LISTS:
        if name in tags:
            sentence = Say.NO_SUCH_TAG(tag=name)
            raise RecordError(sentence, RecordErrorKind.TAG, line=lines[name])
    variant = tags.pop(_VARIANT, _USUAL)
    # `Twelve Men's Morris` is `twelve-mens-morris`
    name = "-".join(variant.lower().replace("'", "").replace("\u2019", "").split())
    start = _usual_start(MILLS.name if name == "nine-mens-morris" else name)
    if start is None:
        names = [_USUAL, *_names()]
        known, likely = listed(names, "or"), did_you_mean(variant, names)
        sentence = Say.NO_SUCH_VARIANT(variant=quoted(variant), known=known, likely=likely)
        raise RecordError(sentence, RecordErrorKind.RULESET, line=lines[_VARIANT])
    tags.pop(_SET_UP, None)
    fen = tags.pop(_FEN, None)
    try:
        return start if fen is None else State.from_text(fen, start.ruleset)
    except NinetkaError as error:
        raise RecordError(error.message, RecordErrorKind.POSITION, line=lines[_FEN]) from error


def _begun(start: State) -> dict[str, str] | None:
    """The tags of a list that say with what it begins; None if none can say it whole."""
    usual = _usual_start(start.ruleset.name)
    if usual is None or start == usual:
        return None if usual is None else {}
    try:
        fen = start.to_fen()
        is_whole = State.from_text(fen, start.ruleset) == start
    except NinetkaError:
        return None
    return {_FEN: fen, _SET_UP: "1"} if is_whole else None


@cache
def _names() -> tuple[str, ...]:
    """The rulesets that lists are of: for two players, without cards."""
    return tuple(name for name, each in PUBLISHED.items() if not each.cards and 2 in each.boards)


def _usual_start(name: str) -> State | None:
    """The start of a ruleset that lists are of; None for any other."""
    return State.start(PUBLISHED[name], 2) if name in _names() else None


def _ending(
    start: State, moves: Sequence[tuple[int | None, str]], result: str, line: int
) -> str | None:
    """The ending that a result tells of, if moves leave the game unfinished; None if they don't.

    Raises RecordError if somebody has won by a full board, which is a draw (M19).
    """
    state = start
    try:
        for _, text in moves:
            state = state.apply(text)
    except NinetkaError:
        return None  # which the reader of all records finds again
    lost = {"1-0": 1, "0-1": 0}.get(result)
    if state.is_over and end_of(state) is End.FULL and lost == Seat.FIRST:
        sentence = Say.FULL_BOARD_RESULT(ruleset=state.ruleset.name, result=quoted(result))
        raise RecordError(sentence, RecordErrorKind.RESULT, line=line)
    if state.is_over or result == "*":
        return None
    ending = AGREEMENT if lost is None else Ending(EndingKind.RESIGNATION, lost)
    return ending.to_text(state.seats)


MILL_LIST: Final = MillListForm()
"""The form of lists of moves."""
