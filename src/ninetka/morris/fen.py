"""Positions for two as other programs of mills write them: Sanmill's FEN, and MFEN/1.0.

Both are of the boards whose 24 fields are called a1 to g7, and neither says the ruleset. What they
have besides, such as move numbers, is not part of a position here: it is left out when read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from ..base.errors import NinetkaError, quoted
from .board import Board, Field, Seat, fields_of
from .mills import mills, removable
from .moves import Phase, Step, fields_named
from .noted import write_notes
from .position import Due, ExtraNotes, Position
from .rulesets import PlacingMills, Ruleset, Terms
from .setup import InvalidPositionError, Problem, Setup, arranged
from .texts import Say
from .turns import End, end_of

_RINGS: Final = (
    ["a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"],
    ["b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"],
    ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"],
)
"""Clockwise from the top left corner, the outer ring first, as MFEN has them."""
_MFEN_FIELDS: Final = tuple(name for ring in _RINGS for name in ring)
_FEN_FIELDS: Final = tuple(name for ring in reversed(_RINGS) for name in (*ring[1:], ring[0]))
"""Clockwise from the middle of the top side, the inner ring first, as Sanmill has them."""

_RINGS_OF_FEN: Final = re.compile(r"[O@*X]{8}/[O@*X]{8}/[O@*X]{8}(\s|$)")
_NUMBERS: Final = re.compile("-?[0-9]{1,20}")
_FEN_NUMBERS: Final = (7, 8, 13)
"""How long the list of numbers may be that ends a FEN: Sanmill's first ones had one number of
removals, later ones have two, and those of today also tell the last mills."""
_SUFFIX: Final = re.compile("[a-z]:.*")
"""What follows the numbers: captives (M35-M37), and that a player is stuck (M38)."""
_SQUARES: Final = r"-[0-9]+-([0-9]{0,2}(?:\.[0-9]{1,2})*)"
_CAPTURED: Final = re.compile(rf"w{_SQUARES}\|b{_SQUARES}")
_FIRST_SQUARE: Final = 8
"""Sanmill's number of the first of its fields."""
_MFEN_NAME: Final = "MFEN/1.0"
_PROFILE: Final = "mill24-state-v1"
_MFEN: Final = re.compile(
    f"{_MFEN_NAME} {_PROFILE} (?P<board>[WBwb.]{{8}}/[WBwb.]{{8}}/[WBwb.]{{8}}) (?P<side>[wb-]) "
    r"(?P<phase>[pmo]) (?P<action>[pmro]) (?P<white>[0-9]{1,6}),(?P<black>[0-9]{1,6}) "
    r"(?P<removals>\S+) (?P<quiet>[0-9]{1,6}) [0-9]{1,16} (?P<outcome>\S+)( [a-z-]+=\S*)*"
)
_REMOVALS: Final = re.compile("([wb]):mill:b:[wb]:([1-9][0-9]?):([0-9a-f]{6}):[wb]")
_SIDES: Final = "wb"
_REASONS: Final = {
    End.FEW: "fewer-than-minimum",
    End.LOST: "no-legal-primary-action",
    End.FULL: "board-full",
    End.STUCK: "no-legal-primary-action",
    End.QUIET: "no-progress",
    End.REPEATED: "repetition",
}
"""MFEN's names of the ends that both know."""


def is_foreign(text: str) -> bool:
    """Return whether a text is meant as FEN or MFEN: it begins with three rings, or names MFEN."""
    return text.startswith("MFEN/") or _RINGS_OF_FEN.match(text) is not None


def read_foreign(text: str, ruleset: Ruleset) -> Setup:
    """Read a FEN or an MFEN as an arrangement under a ruleset.

    White has seat a, unless the hands show that Black has begun. Raises InvalidPositionError.
    """
    if 2 not in ruleset.boards or not {*_FEN_FIELDS} <= ruleset.boards[2].fields_by_name.keys():
        raise _refusal(Say.FEN_BOARD(ruleset=ruleset.name))
    words = text.split()
    read = _read_mfen if words[0].startswith("MFEN/") else _read_fen
    return read(words, ruleset)


def _refusal(sentence: str) -> InvalidPositionError:
    """The error for a text that cannot be read."""
    return InvalidPositionError(sentence, Problem.MALFORMED, [sentence])


def _read_fen(words: Sequence[str], ruleset: Ruleset) -> Setup:
    rings = words[0].split("/")
    numbers = [each for each in words[4:] if not _SUFFIX.fullmatch(each)]
    more = [each for each in words[4:] if _SUFFIX.fullmatch(each)]
    is_fen = (
        len(words) > 4
        and words[1] in ("w", "b")
        and words[2] in ("r", "p", "m", "o", "n")
        and words[3] in ("p", "s", "r", "?")
        and len(numbers) in _FEN_NUMBERS
        and all(map(_NUMBERS.fullmatch, numbers))
    )
    if not is_fen:
        raise _refusal(Say.NOT_A_FEN(text=quoted(" ".join(words))))
    side, given = _SIDES.index(words[1]), [*map(int, numbers)]
    counts, hands = given[:4:2], given[1:4:2]
    removals, memory = [0, 0], given[6:11] if len(given) == _FEN_NUMBERS[-1] else [0] * 5
    if len(given) == _FEN_NUMBERS[0]:
        removals[side] = given[4]
    else:
        removals = given[4:6]
    letters = dict(zip(_FEN_FIELDS, "".join(rings), strict=True))
    found = [[*letters.values()].count(letter) for letter in "O@"]
    # In 2020 Black came first
    if len(given) == _FEN_NUMBERS[0] and found == counts[::-1]:
        counts, hands = counts[::-1], hands[::-1]
    for side_name, said, count in zip(("white", "black"), counts, found, strict=True):
        if said != count:
            raise _refusal(Say.FEN_COUNT(side=side_name, said=said, count=count))
    quiet = given[-2] - (removals[side] > 0 and words[2] == "m")
    setup = _setup(
        ruleset,
        {name: "O@".index(letter) for name, letter in letters.items() if letter in "O@"},
        hands,
        side,
        abs(removals[side]),
        max(quiet, 0),
        [name for name, letter in letters.items() if letter == "X"],
    )
    return attrs.evolve(setup, notes=_read_notes(setup, words, removals, memory, more, side))


def _read_notes(
    setup: Setup, words: Sequence[str], removals: Sequence[int], memory: Sequence[int],
    more: Sequence[str], side: int,
) -> ExtraNotes:  # fmt: skip
    """What a FEN tells of the rules M19 and M29 to M38. Raises InvalidPositionError."""
    terms, ruleset, fields = Terms.of(setup.ruleset, 2), setup.ruleset, setup.ruleset.boards[2]
    due, owed = Due.MILL, abs(removals[1 - side])
    order = (setup.to_move ^ side, setup.to_move ^ side ^ 1)  # the colours of the seats
    both = terms.full_board_owed or ruleset.placing_mills is PlacingMills.AT_THE_END
    has_mill = bool(mills(terms, setup.masks[setup.to_move]))
    if min(removals) < 0:
        due = Due.OWN
    elif owed or (both and removals[side] and (not has_mill or removals[side] > 1)):
        due = Due.OWED
    elif words[2] == "p" and removals[side] and terms.notes_last_put and not any(setup.hands):
        due = Due.LAST_PUT
    captured = {"c": 0, "i": 0, "l": 0}
    rules = {"c": ruleset.custody, "i": ruleset.intervention, "l": ruleset.leap}
    known = [kind for kind, rule in rules.items() if rule]
    for each in more:
        kind, _, text = each.partition(":")
        if kind == "s" and text == "1":
            due = Due.STUCK
        elif kind in known and (masks := _captured(text, fields)) is not None:
            captured[kind] = masks[side]
        elif kind not in ("m", "p"):  # how many removals are for a mill, and which is preferred
            raise _refusal(Say.FEN_RULES(text=quoted(each)))
    used = tuple(_squares(memory[4] >> 32 * (1 - colour) & 0xFFFFFFFF, fields) for colour in order)
    closings = tuple(_closing(memory[2 * colour : 2 * colour + 2], fields) for colour in order)
    notes = ExtraNotes(
        due=due,
        owed=owed,
        custody=captured["c"] | captured["l"],
        intervention=captured["i"],
        used=used if any(used) else (),
        closings=closings if any(closings) and not ruleset.reclosing else (),
    )
    is_owed = owed > 0 or due is Due.OWN
    if (is_owed and not both) or (notes.used and not ruleset.mills_once):
        said = " ".join(map(str, (*removals, *memory)))
        raise _refusal(Say.FEN_RULES(text=quoted(said)))
    return notes


def _captured(text: str, board: Board) -> list[int] | None:
    """The captured tokens by colour, of a word such as `w-1-17|b-0-`; None for another text."""
    said = _CAPTURED.fullmatch(text)
    if said is None:
        return None
    squares = (sum(1 << int(each) for each in said[at].split(".") if each) for at in (1, 2))
    return [_squares(each, board) for each in squares]


def _squares(squares: int, board: Board) -> int:
    """The bitboard of fields for one of Sanmill's squares, which are 8 to 31."""
    fields = board.fields_by_name
    return sum(
        fields[name].bit for at, name in enumerate(_FEN_FIELDS, _FIRST_SQUARE) if squares >> at & 1
    )


def _closing(squares: Sequence[int], board: Board) -> Step | None:
    """The step between two squares that has made a mill; None if one of them is no square."""
    known = range(_FIRST_SQUARE, _FIRST_SQUARE + len(_FEN_FIELDS))
    if not {*squares} <= {*known} or squares[0] == squares[1]:
        return None
    start, end = (board.fields_by_name[_FEN_FIELDS[at - _FIRST_SQUARE]] for at in squares)
    return Step(start, end)


def _square_of(field: Field, board: Board) -> int:
    return _FIRST_SQUARE + _FEN_FIELDS.index(board.name_of(field))


def _read_mfen(words: Sequence[str], ruleset: Ruleset) -> Setup:
    text = " ".join(words)
    said = _MFEN.fullmatch(text)
    if said is None:
        raise _refusal(Say.NOT_AN_MFEN(text=quoted(text)))
    is_over = said["outcome"] != "-"
    if (said["side"] == "-", said["phase"] == "o", said["action"] == "o") != (is_over,) * 3:
        raise _refusal(Say.NOT_AN_MFEN(text=quoted(text)))
    due = _REMOVALS.fullmatch(said["removals"])
    if said["removals"] != "-" and due is None:
        raise _refusal(Say.FEN_RULES(text=quoted(said["removals"])))
    letters = dict(zip(_MFEN_FIELDS, said["board"].replace("/", ""), strict=True))
    owners = {name: "WB".index(letter) for name, letter in letters.items() if letter in "WB"}
    marked = [name for name, letter in letters.items() if letter in "wb"]
    # Of a game that is over, the loser is to move
    loser = "b" if said["outcome"][0] == "w" else "w"
    side = loser if is_over else said["side"]
    quiet = int(said["quiet"]) - (due is not None and said["phase"] == "m")
    hands, removals = [int(said["white"]), int(said["black"])], int(due[2]) if due else 0
    setup = _setup(ruleset, owners, hands, _SIDES.index(side), removals, max(quiet, 0), marked)
    if due is not None and not setup.problems:
        position = arranged(setup, Position)
        if _bits(removable(position), position.board) != due[3]:
            raise _refusal(Say.FEN_RULES(text=quoted(said["removals"])))
    return setup


def _setup(
    ruleset: Ruleset, owners: Mapping[str, int], hands: Sequence[int], side: int, removals: int,
    quiet: int, marked: Sequence[str],
) -> Setup:  # fmt: skip
    """The arrangement of what a text says, with 0 for White and 1 for Black."""
    # A removal ends the quiet turns: their steps are not missed (M22)
    if removals and ruleset.repetition:
        quiet = 0
    fields = ruleset.boards[2].fields_by_name
    # Whoever began has seat a. If all put in turn, then whoever has put last began, if the other
    # has more in hand; whoever puts next, if both have as many
    last = side if removals else 1 - side
    first = 0
    if any(hands) and Terms.of(ruleset, 2).puts_in_turn:
        first = last if hands[last] < hands[1 - last] else 1 - last
    return Setup(
        {fields[name]: Seat(owner ^ first) for name, owner in owners.items()},
        hands[::-1] if first else hands,
        quiet=quiet,
        to_move=Seat(side ^ first),
        phase=Phase.REMOVE if removals else None,
        ruleset=ruleset,
        further_removals=max(removals - 1, 0),
        marked=[fields[name] for name in marked if any(hands)],  # the last removal frees all
    )


def _named(board: Board, mask: int) -> set[str]:
    return {board.name_of(field) for field in fields_of(mask)}


def _check_said(position: Position, kind: str) -> None:
    """Raise NinetkaError for positions that neither can express: other boards, steps (M22).

    When a removal is due, no position of before comes again: its steps may be left out.
    """
    if position.players != 2 or not {*_FEN_FIELDS} <= position.board.fields_by_name.keys():
        raise NinetkaError(Say.FEN_OF_TWO(kind=kind, ruleset=position.ruleset.name))
    if position.steps and position.phase is not Phase.REMOVE:
        raise NinetkaError(Say.FEN_STEPS(kind=kind, ruleset=position.ruleset.name))


def _letters(position: Position, names: Sequence[str], letters: str) -> str:
    """The three rings, with letters for free fields, white and black tokens and marked fields."""
    found = dict.fromkeys(names, letters[0])
    masks = (*position.masks, position.notes.marked)
    for mask, letter in zip(masks, letters[1:], strict=True):
        found |= dict.fromkeys(_named(position.board, mask), letter)
    text = "".join(found[name] for name in names)
    return "/".join(text[at : at + 8] for at in (0, 8, 16))


def write_fen(position: Position) -> str:
    """The position as Sanmill's FEN; White has seat a, and the number of the move is 1.

    Raises NinetkaError for other boards, and for steps of quiet turns, which it cannot say (M22).
    """
    _check_said(position, "FEN")
    is_over, is_removal = position.is_over, position.phase is Phase.REMOVE
    notes, board = position.notes, position.board
    sign = -1 if notes.due is Due.OWN else 1
    due = [sign * notes.owed] * 2
    due[position.to_move] = sign * is_removal * (1 + position.further_removals)
    counts = (mask.bit_count() for mask in position.masks)
    has_hand = position.hands[position.to_move] > 0
    # The last token in hand has made the mill, if it says so, or the other player still has some
    from_board = position.ruleset.placing_mills is PlacingMills.COUNTS
    is_last = is_removal and from_board and any(position.hands) and not position.ruleset.mixed
    is_placing = has_hand or is_last or notes.due is Due.LAST_PUT
    closings = [
        [0, 0] if step is None else [_square_of(field, board) for field in fields_named(step)]
        for step in notes.closings or (None, None)
    ]
    used = [
        sum(1 << _square_of(field, board) for field in fields_of(u)) for u in notes.used or (0, 0)
    ]
    words = [
        _letters(position, _FEN_FIELDS, "*O@X"),
        _SIDES[position.to_move],
        "o" if is_over else "p" if is_placing else "m",
        "?" if is_over else "r" if is_removal else "p" if has_hand else "s",
        *(number for pair in zip(counts, position.hands, strict=True) for number in pair),
        *due,
        *closings[0],
        *closings[1],
        used[0] << 32 | used[1],
        position.quiet + (is_removal and not is_placing),  # the move that made the mill counts
        1,
        *_suffixes(position),
    ]
    return " ".join(map(str, words))


def _suffixes(position: Position) -> Iterator[str]:
    """What follows a FEN's numbers: captives (M35-M37), and that a player is stuck (M38)."""
    notes, board = position.notes, position.board
    for kind, mask in (("c", notes.custody), ("i", notes.intervention)):
        squares = ".".join(map(str, sorted(_square_of(field, board) for field in fields_of(mask))))
        own, other = f"-{mask.bit_count()}-{squares}", "-0-"
        if mask:
            white, black = (own, other) if position.to_move == 0 else (other, own)
            yield f"{kind}:w{white}|b{black}"
    if notes.due is Due.STUCK:
        yield "s:1"


def write_mfen(position: Position) -> str:
    """The position as MFEN/1.0; White has seat a, and the count of plies is the least possible.

    Raises NinetkaError as `write_fen`, and for marked fields and ends that it has no words for.
    """
    _check_said(position, _MFEN_NAME)
    if position.notes.marked:
        raise NinetkaError(Say.MFEN_MARKS())
    if write_notes(position.notes.extra):
        raise NinetkaError(Say.MFEN_NOTES(notes=quoted(write_notes(position.notes.extra))))
    side, hands, is_over = _SIDES[position.to_move], position.hands, position.is_over
    is_removal, other = position.phase is Phase.REMOVE, _SIDES[1 - position.to_move]
    end, removals = end_of(position) if is_over else None, "-"
    if end is not None and end not in _REASONS:
        raise NinetkaError(Say.MFEN_END())
    if is_removal:
        number, targets = 1 + position.further_removals, _bits(removable(position), position.board)
        removals = f"{side}:mill:b:{other}:{number}:{targets}:{other}"
    action = "r" if is_removal else "p" if hands[position.to_move] else "m"
    has_loser = end in (End.FEW, End.LOST)
    quiet = position.quiet + (is_removal and not any(hands))
    played = sum(position.ruleset.tokens - hand for hand in hands) + quiet
    words = [
        *(_MFEN_NAME, _PROFILE, _letters(position, _MFEN_FIELDS, ".WBx")),
        *("-oo" if is_over else (side, "p" if any(hands) else "m", action)),
        f"{hands[0]},{hands[1]}",
        *(removals, str(quiet), str(played)),
        "-" if end is None else f"{other if has_loser else 'd'}:{_REASONS[end]}",
    ]
    return " ".join(words)


def _bits(mask: int, board: Board) -> str:
    """A set of fields as MFEN writes it: six hexadecimal digits."""
    names = _named(board, mask)
    return f"{sum(1 << at for at, name in enumerate(_MFEN_FIELDS) if name in names):06x}"
