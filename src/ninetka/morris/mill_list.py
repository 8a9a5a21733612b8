"""Records in the form `mill-list`: lists of moves as players and programs of mill games keep them.

A removal is one word with the step or put before it, as in the notation of the
Welt-Mühlespiel-Dachverband (WMD): `f2-f4xd5`. Lists of PlayOK number the fields row by row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from ..base.errors import NinetkaError, RecordError, RecordErrorKind, did_you_mean, quoted
from ..base.messages import listed
from ..base.position import GameOutcome
from ..protocol.endings import AGREEMENT, Ending, EndingKind
from ..protocol.forms import ENDING, UNFINISHED, Contents, Form, ParsedRecord, RawRecord, numbered
from ..protocol.tags import GAME
from .rulesets import MILLS, PUBLISHED
from .state import State
from .tags import TAGS
from .texts import Say

_TAG: Final = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s*"([^"]*+)"\s*\]\s*')
_FIRST: Final = re.compile(r"\s*1\s*\.\s*[A-Za-z0-9]")
"""The beginning of a list without tags."""
_PROGRAM: Final = re.compile(
    r"\s*\[(?:Event \"Sanmill-Game\"|Site \"(?:Sanmill|PlayOK)\"|Variant \"[^\"]*\")\]\s*"
)
"""The first tag of a file that is such a list and no other record."""
_TOKEN: Final = re.compile(
    r"[0-9]++\s*+\.++(?![0-9])|\{(?P<comment>[^}]*+)\}|(?P<word>[^\s{]++)|\{"
)
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
_USUAL: Final = "Nine Men's Morris"
"""The name of Mills in other programs."""
_VARIANT: Final = "Variant"
_SEAT_TAGS: Final = {"White": "First", "Black": "Second"}
_TAGS_OF_SEATS: Final = {tag: name for name, tag in _SEAT_TAGS.items()}
_NOT_IN_LISTS: Final = ("FEN", "SetUp", GAME, *TAGS.names)
"""Tags that would say how the game starts, or which one it is."""
_ROWS: Final = ("adg", "bdf", "cde", "abcefg", "cde", "bdf", "adg")
_BY_ROWS: Final = tuple(
    f"{column}{row}" for row, columns in zip("7654321", _ROWS, strict=True) for column in columns
)
"""The fields of Mills as PlayOK numbers them: from the upper left, row by row."""
_NUMBERED: Final = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2})?(?:x[0-9]{1,2})*|(?:x[0-9]{1,2})+")
_NUMBER: Final = re.compile("[0-9]+")


class MillListForm(Form):
    """Lists of moves with the removals in the words of the moves before them."""

    name = "mill-list"
    endings: ClassVar[Sequence[str]] = (".pgn",)

    def opens(self, line: str) -> bool:
        """Return whether a source that begins with this line is in this form."""
        return bool(_FIRST.match(line) or _PROGRAM.fullmatch(line))

    def split(self, pieces: Iterable[str], line: int) -> Iterator[RawRecord]:
        """Cut a source where a tag or another first turn follows moves, outside of comments."""
        raw, has_moves, in_comment = RawRecord(self, line), False, False
        for number, text in numbered(pieces, line):
            is_tag = _TAG.fullmatch(text) is not None
            if has_moves and not in_comment and (is_tag or _FIRST.match(text)):
                yield raw
                raw, has_moves = RawRecord(self, number), False
            raw.add(text)
            has_moves = has_moves or not (is_tag or not text.strip())
            braces = text.rfind("{"), text.rfind("}")
            in_comment = in_comment if braces == (-1, -1) else braces[0] > braces[1]
        yield raw

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a list, with each removal as a move of its own. Raises RecordError.

        A result of a game that is not over means that the loser resigned or, if it is a draw, that
        the players agreed, unless the tag Ending says otherwise.
        """
        raw.check_encoding()
        tags, moves, comments, results = _parsed(raw)
        start = _start(tags, raw)
        if "Result" in tags:
            stated = tags.pop("Result")
            results.append((raw.line, _RESULTS.get(stated, stated)))
        ending = tags.pop(ENDING, None)
        if ending is None and results:
            ending = _ending(start, moves, results[0][1])
        described = {GAME: "Mills", "Ruleset": start.ruleset.name, "Players": "2"}
        return ParsedRecord({**described, **tags}, moves, comments, results, ending)

    def agrees(self, result: str, outcome: GameOutcome | None) -> bool:
        """Return whether a stated result is that of an outcome, or of a game that is not over."""
        return result == self.result(outcome)

    def result(self, outcome: GameOutcome | None) -> str:
        """Say who won, however the game ended: `1-0`, `0-1` or `1/2-1/2`; `*` if it is not over."""
        if outcome is None:
            return UNFINISHED
        winners = "".join(map(str, map(int, outcome.winners)))
        return {"0": "1-0", "1": "0-1"}.get(winners, "1/2-1/2")

    def write(self, contents: Contents) -> str:
        """The text of a list.

        Raises RecordError unless the game is of a published ruleset for two players without cards,
        from the start, and if there are glyphs, clock times or variations.
        """
        start = contents.played.initial_state
        if not (isinstance(start, State) and start == _usual_start(start.ruleset.name)):
            sentence = Say.LISTS_ARE_FOR(rulesets=listed(_names(), "or"))
            raise RecordError(sentence, RecordErrorKind.RULESET)
        if contents.glyphs or contents.clocks or contents.variations:
            raise RecordError(Say.LISTS_LACK(), RecordErrorKind.SYNTAX)
        for tag in (_VARIANT, *_SEAT_TAGS, *_NOT_IN_LISTS):
            if tag in contents.tags:
                raise RecordError(Say.LISTS_CANNOT_HAVE(tag=tag), RecordErrorKind.TAG)
        name = start.ruleset.name
        tags = {_VARIANT: _USUAL if name == MILLS.name else name}
        tags |= {_TAGS_OF_SEATS.get(tag, tag): text for tag, text in contents.tags.items()}
        if contents.ending is not None:
            tags[ENDING] = contents.ending
        tags["Result"] = self.result(contents.outcome)
        if any('"' in text for text in tags.values()) or "}" in "".join(contents.comments.values()):
            raise RecordError(Say.LISTS_QUOTE(), RecordErrorKind.SYNTAX)
        lines = [f'[{tag} "{text}"]' for tag, text in tags.items()]
        return "\n".join([*lines, "", *_turns(contents), tags["Result"], ""])


def _parsed(
    raw: RawRecord,
) -> tuple[dict[str, str], list[tuple[int | None, str]], dict[int, str], list[tuple[int, str]]]:
    """The tags, moves, comments and result of a list."""
    tags: dict[str, str] = {}
    for text in raw.lines:
        match = _TAG.fullmatch(text)
        if match is None:
            break
        name = _SEAT_TAGS.get(match[1], match[1])
        if name in tags:
            sentence = Say.TAG_TWICE(tag=quoted(match[1]))
            raise RecordError(sentence, RecordErrorKind.TAG, line=raw.line + len(tags))
        tags[name] = match[2]
    words: list[tuple[int, str]] = []
    results: list[tuple[int, str]] = []
    comments: dict[int, list[str]] = {}
    made = 0
    for line, kind, text in _tokens(raw, len(tags)):
        if kind == "comment":
            comments.setdefault(made, []).append(" ".join(text.split()))
        elif text in _RESULTS:
            results.append((line, _RESULTS[text]))
        else:
            words.append((line, text))
            made += len(_split(text))
    by_rows = bool(words) and all(_NUMBERED.fullmatch(word) for _, word in words)
    moves: list[tuple[int | None, str]] = [
        (line, _by_name(text) if by_rows else text) for line, word in words for text in _split(word)
    ]
    return tags, moves, {ply: " ".join(texts) for ply, texts in comments.items()}, results


def _tokens(raw: RawRecord, skip: int) -> Iterator[tuple[int, str, str]]:
    """The line, kind and text of each word and comment after the tags. Raises RecordError."""
    text = "\n".join(raw.lines[skip:])
    line, counted = raw.line + skip, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        if match[0] == "{":
            raise RecordError(Say.OPEN_COMMENT(), RecordErrorKind.SYNTAX, line=line)
        if match.lastgroup:
            yield line, match.lastgroup, match[match.lastgroup]


def _split(word: str) -> list[str]:
    """The moves of a word: `f2-f4xd5` is `f2-f4` and `xd5`."""
    first, *removals = re.split("[xX]", word)
    return [*([first] if first or not removals else []), *(f"x{removal}" for removal in removals)]


def _by_name(text: str) -> str:
    """A move with names of fields in place of PlayOK's numbers; a number of no field is kept."""

    def named(match: re.Match[str]) -> str:
        number = int(match[0])
        return _BY_ROWS[number - 1] if 0 < number <= len(_BY_ROWS) else match[0]

    return _NUMBER.sub(named, text)


def _start(tags: dict[str, str], raw: RawRecord) -> State:
    """The start of a list's game, whose tags it takes out. Raises RecordError."""
    for name in _NOT_IN_LISTS:
        if name in tags:
            line = raw.line + [*tags].index(name)
            raise RecordError(Say.NO_SUCH_TAG(tag=name), RecordErrorKind.TAG, line=line)
    line = raw.line + ([*tags].index(_VARIANT) if _VARIANT in tags else 0)
    variant = tags.pop(_VARIANT, _USUAL)
    # `Twelve Men's Morris` is `twelve-mens-morris`
    name = "-".join(variant.lower().replace("'", "").split())
    start = _usual_start(MILLS.name if variant == _USUAL else name)
    if start is None:
        names = [_USUAL, *_names()]
        known, likely = listed(names, "or"), did_you_mean(variant, names)
        sentence = Say.NO_SUCH_VARIANT(variant=quoted(variant), known=known, likely=likely)
        raise RecordError(sentence, RecordErrorKind.RULESET, line=line)
    return start


def _names() -> list[str]:
    """The rulesets that lists are of: for two players, without cards."""
    return [name for name, each in PUBLISHED.items() if not each.cards and 2 in each.boards]


def _usual_start(name: str) -> State | None:
    """The start of a ruleset that lists are of; None for any other."""
    return State.start(PUBLISHED[name], 2) if name in _names() else None


def _ending(start: State, moves: Sequence[tuple[int | None, str]], result: str) -> str | None:
    """The ending that a result tells of, if moves leave the game unfinished; None if they don't."""
    state = start
    try:
        for _, text in moves:
            state = state.apply(text)
    except NinetkaError:
        return None  # which the reader of all records finds again
    if state.is_over or result == "*":
        return None
    lost = {"1-0": 1, "0-1": 0}.get(result)
    ending = AGREEMENT if lost is None else Ending(EndingKind.RESIGNATION, lost)
    return ending.to_text(state.seats)


def _turns(contents: Contents) -> Iterator[str]:
    """The lines of the turns, with removals joined to the moves before them unless commented."""
    words = [f"{{{contents.comments[0]}}}"] if 0 in contents.comments else []
    turn, apart = 1, True
    words = ["1.", *words] if contents.moves else words
    for ply, (move, own) in enumerate(zip(contents.moves, contents.turns, strict=True), start=1):
        if own != turn:
            yield " ".join(words)
            words, turn = [f"{own}."], own
        if move.startswith("x") and not apart:
            words[-1] += move
        else:
            words.append(move)
        apart = ply in contents.comments
        if apart:
            words.append(f"{{{contents.comments[ply]}}}")
    if words:
        yield " ".join(words)


MILL_LIST: Final = MillListForm()
"""The form of lists of moves."""
