"""Calls that the conformance suite chooses from, with ninetka's answers.

They come from a list for each game, from its page of the codes of faults, from the limits of its
options, and from random games under rulesets of every kind.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
from plant import Defect

from ninetka.base.errors import NinetkaError
from ninetka.conformance import Case
from ninetka.protocol.endings import endings_of
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.states import EnumerableState, GameState, UndoableState
from ninetka.protocol.tags import GAME, POSITION
from ninetka.server import Server

HERE: Final = Path(__file__).parent
RESULTS: Final = {
    "start": ("position", "players", "to_move", "is_over", "endings", "leaving"),
    "legal_moves": ("moves",),
    "apply": ("move", "position", "to_move", "is_over"),
    "undo": ("move", "position", "to_move"),
    "outcome": ("is_over", "result", "scores", "winners", "ranking"),
    "perft": ("count",),
}
"""By method: the fields of its result that are demanded."""
GAMES: Final = ("ok", "plies", "result", "ending", "line", "ply", "kind", "reason")
"""The fields of a checked game that are demanded."""
ERRORS: Final = ("reason", "problems")
"""The fields of an error's data that are demanded."""
FEW: Final = 4
"""How many moves a player chooses from who looks for a gain."""


def _defects(given: Iterable[Mapping[str, str]]) -> tuple[Defect, ...]:
    return tuple(Defect(**each) for each in given)


@attrs.frozen
class Source:
    """What the suite of a game is made from: its file beside this one, such as `kropki.toml`."""

    page: str
    """The page of codes whose examples are candidates."""
    games: int
    """The number of random games under rulesets of every kind."""
    played: Sequence[Mapping[str, str]]
    """Options of the starts of further random games."""
    defects: Sequence[Defect] = attrs.field(converter=_defects)
    """Mistakes that are planted to find out what cases show."""
    moves: Sequence[Mapping[str, Any]] = ()
    """What is `tried`: positions, each with texts of moves; perhaps options of a ruleset too.

    The legal moves of each are asked, too.
    """
    positions: Sequence[Mapping[str, Any]] = ()
    """`texts` of positions, perhaps with options."""
    starts: Sequence[Mapping[str, str]] = ()
    """Options of a start."""
    endings: Sequence[Mapping[str, Any]] = ()
    """Likewise positions with texts of endings; the outcome without one is asked, too."""
    records: Sequence[Mapping[str, Any]] = ()
    """A `text`, and pieces of it that are `replaced` by others, one at a time."""
    perft: Sequence[Mapping[str, Any]] = ()
    """Positions and `depths`, and the `source` of the numbers."""

    @classmethod
    def of(cls, entry: GameEntry[Any, Any]) -> Source:
        """What the suite of a game is made from."""
        own, shared = (
            tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))
            for name in (entry.identifier, "shared")
        )
        return cls(**{**own, "defects": [*own["defects"], *shared["defects"]]})

    def calls(self, name: str) -> Iterator[Case]:
        """The calls that are listed, about the game with a name unless they say another."""
        usual = {"game": name}
        for about in self.moves:
            yield from tried("legal_moves", "apply", "move", {**usual, **about})
        for about in self.endings:
            yield from tried("outcome", "outcome", "ending", {**usual, **about})
        for about in self.positions:
            for text in about["texts"]:
                yield call("start", **without({**usual, **about}, "texts"), position=text)
        for options in self.starts:
            yield call("start", **{**usual, **options})
        for record in self.records:
            yield from checked(**record)
        for about in self.perft:
            for depth in about["depths"]:
                given = without({**usual, **about}, "depths", "source")
                yield attrs.evolve(call("perft", **given, depth=depth), source=about["source"])


def tried(alone: str, method: str, field: str, about: Mapping[str, Any]) -> Iterator[Case]:
    """Calls about positions: one method for each alone, another with each of its texts."""
    for position, *texts in about["tried"]:
        here = {**without(about, "tried"), "position": position}
        yield call(alone, **here)
        for text in texts:
            yield call(method, **here, **{field: text})


def checked(text: str, replaced: Iterable[tuple[str, str]] = ()) -> Iterator[Case]:
    """Records as they are, and with each piece replaced."""
    yield call("check", records=text)
    for old, new in replaced:
        assert text.count(old) == 1, old
        yield call("check", records=text.replace(old, new))


def without(about: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """What is said but for some names."""
    return {name: value for name, value in about.items() if name not in names}


def call(method: str, **params: Any) -> Case:
    """A call whose answer is not known yet."""
    return Case("", (), method, params)


def candidates(entry: GameEntry[Any, Any], source: Source) -> tuple[list[Case], list[Case]]:
    """The calls about a game with their answers, each once: those listed, and those of games."""
    rng = Random(entry.identifier)
    assert entry.samples is not None
    samples = entry.samples()
    listed = [
        *source.calls(entry.name),
        *from_page(HERE.parents[1] / source.page, entry),
        *at_limits(entry),
    ]
    starts = [entry.begin(**options) for options in source.played]
    for _ in range(source.games):
        ruleset = samples.some_ruleset(rng)
        starts.append(entry.start(ruleset, rng.choice(ruleset.player_counts)))
    sampled = [each for start in starts for each in played(entry, start, rng)]
    server, seen = Server(), set[str]()
    return answered(server, listed, seen), answered(server, sampled, seen)


def answered(server: Server, calls: Iterable[Case], seen: set[str]) -> list[Case]:
    """The calls that have not been seen, with their answers; without moves that nobody can list."""
    cases = []
    for each in calls:
        key = json.dumps([each.method, each.params], sort_keys=True)
        if key not in seen:
            seen.add(key)
            cases.append(case_of(server, each))
    return [case for case in cases if case.method != "legal_moves" or case.error is None]


def from_page(page: Path, entry: GameEntry[Any, Any]) -> Iterator[Case]:
    """The examples on a page of codes: a position, and what is tried there or wrong with it."""
    for block in re.findall(r"^```text\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
        head, *lines = block.splitlines()
        position, _, described = head.partition(", ")
        tags = dict(word.split("=") for word in described.split())
        said = {*position.split(), *tags.values()}
        named = (name for name, usual in entry.names.items() if usual.get("Ruleset") in said)
        options = {option_of(tag): value for tag, value in tags.items()}
        here = {"game": next(named, entry.name), **options, "position": position}
        yield call("start", **here)
        for line in lines:
            tried = re.match(r"(?![A-Z_]+, )(undo |click )?(.+?): [A-Z_]+", line)
            match tried and tried.groups():
                case "click ", places:
                    yield call("click", **here, places=places.split())
                case "undo ", move if isinstance(entry.begin(), UndoableState):
                    yield call("undo", **here, move=move)
                case None, move:
                    yield call("apply", **here, move=move)


def at_limits(entry: GameEntry[Any, Any]) -> Iterator[Case]:
    """Starts with each value that an option can have, or its least and greatest, and with others.

    Everything else is as in the usual start.
    """
    for option, field in entry.options.items():
        if isinstance(field.values, range):
            least, greatest = min(field.values), max(field.values)
            values = [*map(str, (least - 1, least, greatest, greatest + 1))]
        else:
            values = [*(field.values or ())]
        for value in [*values, "", "x"] if values else []:
            if not is_left_to_chance(entry, option, value):
                yield call("start", game=entry.name, **{option: value})


def is_left_to_chance(entry: GameEntry[Any, Any], option: str, value: str) -> bool:
    """Whether each start with an option's value is another."""
    try:
        return not entry.begin(**{option: value}).is_dealt
    except NinetkaError:
        return False


def option_of(tag: str) -> str:
    """The parameter that a tag is in a call."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", tag).lower()


def played(entry: GameEntry[Any, Any], start: GameState[Any], rng: Random) -> Iterator[Case]:
    """Calls about a random game, in half of which players look for gains; many about its end."""
    tags = {GAME: entry.name_of(start), **entry.tags.write(start)}
    if rng.random() < 0.25:  # values that could be left out are said
        tags |= entry.tags.write_ruleset(start)
    options = {option_of(tag): value for tag, value in tags.items() if tag != POSITION}
    if start.is_dealt:
        yield call("start", **options)
    few = rng.choice([1, FEW])
    states = [start.dealt(rng)]
    while moves := states[-1].some_moves:
        tried = rng.sample([*moves], min(few, len(moves)))
        gains = entry.move_gains(states[-1], tried)
        states.append(states[-1].apply_unchecked(tried[gains.index(max(gains))]))
    for state in [*rng.sample(states, min(5, len(states))), *states[-3:]]:
        yield from about(entry, state, {**options, "position": state.to_text()}, rng)


def about(
    entry: GameEntry[Any, Any], state: GameState[Any], here: dict[str, str], rng: Random
) -> Iterator[Case]:
    """Calls about a position: its outcome, and moves there, which are taken back."""
    yield call("outcome", **here)
    endings = [*endings_of(state.endings, state.remaining)]
    if endings:
        yield call("outcome", **here, ending=rng.choice(endings).to_text(state.seats))
    if isinstance(state, EnumerableState):
        yield call("legal_moves", **here)
    moves = [*state.some_moves]
    for move in rng.sample(moves, min(2, len(moves))):
        text = state.move_text(move)
        yield call("apply", **here, move=text)
        if isinstance(state, UndoableState):
            after = state.apply_unchecked(move)
            yield call("undo", **{**here, "position": after.to_text()}, move=text)
    leaving = [state.leaving(ending) for ending in state.leaving_endings]
    assert entry.samples is not None
    for move in [*rng.sample(leaving, min(1, len(leaving))),
                 *rng.sample(entry.samples().MOVES, 2)]:  # fmt: skip
        yield call("apply", **here, move=str(move))


def case_of(server: Server, case: Case) -> Case:
    """The case that demands what ninetka answers to a call."""
    answer = json.loads(server.answer(json.dumps(case.request(1))) or "")
    if "error" in answer:
        return attrs.evolve(case, error=chosen(ERRORS, answer["error"].get("data", {})))
    result = answer["result"]
    if case.method == "check":
        games = [chosen(GAMES, game) for game in result["games"]]
        return attrs.evolve(case, result={"ok": result["ok"], "games": games})
    return attrs.evolve(case, result=chosen(RESULTS[case.method], result))


def chosen(names: Sequence[str], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Some of the fields, those that are there."""
    return {name: fields[name] for name in names if name in fields}
