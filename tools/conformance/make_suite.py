"""Make the conformance suite: `python tools/conformance/make_suite.py`, or `… kropki` for one game.

What a case shows is found out: a rule if the case finds a defect that is planted there, a value of
an option if it finds an implementation that takes it for another value, and the codes that are in
it. All candidates that are listed are taken. Of the many of random games those are taken that are
short, several for each thing to show, and some others.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
from candidates import Source, candidates
from plant import Defect, found_by

from ninetka.conformance import VERSION, Case
from ninetka.games import all_games
from ninetka.protocol.entry import GameEntry
from ninetka.server import Server

SUITE: Final = Path(__file__).parents[2] / "conformance"
EACH: Final = 4
"""How many cases are taken for each thing to show, if there are so many."""
OTHERS: Final = 300
"""How many cases are taken besides."""
LONGEST: Final = 20
"""The most characters of an option's value that is named; of longer ones the option is."""


def choices(entry: GameEntry[Any, Any]) -> dict[str, Sequence[str]]:
    """By option that has one of some texts: these texts."""
    return {
        option: field.values
        for option, field in entry.options.items()
        if field.values is not None and not isinstance(field.values, range)
    }


def named(entry: GameEntry[Any, Any], case: Case) -> Iterator[str]:
    """The codes that a case demands, and the options that it uses, unless they are choices."""
    error: Mapping[str, Any] = case.error or {}
    yield from [error["reason"]] if "reason" in error else []
    yield from error.get("problems", ())
    for game in (case.result or {}).get("games", ()):
        yield from filter(None, (game["kind"], game["reason"]))
    for option in case.params.keys() & entry.options.keys() - choices(entry).keys() - {"position"}:
        value = case.params[option]
        short = len(value) <= LONGEST and ":" not in value
        yield f"{option}={value}" if short else option


def misread(entry: GameEntry[Any, Any], case: Case) -> Iterator[tuple[str, str, str]]:
    """Options with their values and others that an implementation would be found to take them for.

    Values with which there is no such position are left out.
    """
    server = Server()
    for option, values in choices(entry).items():
        value = case.params.get(option)
        for other in values if value in values else ():
            changed = attrs.evolve(case, params={**case.params, option: other})
            answer = json.loads(server.answer(json.dumps(changed.request(1))) or "")
            is_played = "result" in answer or "reason" in answer["error"].get("data", {})
            if is_played and case.difference(answer):
                yield option, str(value), other


Finding = dict[object, list[int]]
"""By mistake of an implementer: the numbers of the cases that find it."""


def findings(
    entry: GameEntry[Any, Any], cases: Sequence[Case], defects: Sequence[Defect]
) -> tuple[list[set[str]], Finding]:
    """What each case shows, and which cases find what."""
    shows = [{*named(entry, case)} for case in cases]
    finding: Finding = defaultdict(list)
    for at, case in enumerate(cases):
        for option, value, other in misread(entry, case):
            finding[option, value, other].append(at)
            shows[at].add(f"{option}={value}")
    for option, values in choices(entry).items():
        for value, other in permutations(values, 2):
            if (option, value, other) not in finding:
                sys.exit(f"no case tells {option}={value} from {option}={other}")
    with ThreadPoolExecutor(2) as pool:
        finders = pool.map(lambda defect: found_by(defect, cases), defects)
        for defect, found in zip(defects, finders, strict=True):
            finding[defect] = found
            if not found:
                sys.exit(f"no case finds the defect of {defect.shows}: {defect.old!r}")
            for at in found:
                shows[at].add(defect.shows)
    return shows, finding


def taken(
    cases: Sequence[Case], listed: int, shows: Sequence[set[str]], finding: Finding
) -> list[int]:
    """The numbers of the cases to take: those listed, then those that few others are like."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for at, names in enumerate(shows):
        for name in sorted(names):
            by_name[name].append(at)
    chosen = {*range(listed)}
    for each in sorted([*finding.values(), *by_name.values()], key=lambda each: (len(each), each)):
        others = sorted({*each} - chosen, key=lambda at: (len(line(cases[at])), at))
        missing = EACH - (len(each) - len(others))
        chosen |= {*others[: max(missing, 0)]}
    others = [at for at in range(len(cases)) if at not in chosen]
    chosen |= {*Random(1).sample(others, min(OTHERS, len(others)))}
    return sorted(chosen | {made for at, made in pairs(cases).items() if at in chosen})


def pairs(cases: Sequence[Case]) -> dict[int, int]:
    """By number of a case that takes a move back: that of the case that makes it."""
    made, undone = {}, {}
    for at, case in enumerate(cases):
        before, result = case.params.get("position"), case.result
        if case.method == "apply" and result is not None:
            made[before, result["move"], result["position"]] = at
        elif case.method == "undo" and result is not None:
            undone[at] = result["position"], result["move"], before
    return {at: made[move] for at, move in undone.items() if move in made}


def suite(entry: GameEntry[Any, Any]) -> list[Case]:
    """The cases of a game."""
    source = Source.of(entry)
    listed, sampled = candidates(entry, source)
    cases = [*listed, *sampled]
    shows, finding = findings(entry, cases, source.defects)
    return [
        attrs.evolve(cases[at], name=name_of(cases[at]), shows=sorted(shows[at]))
        for at in taken(cases, len(listed), shows, finding)
    ]


def name_of(case: Case) -> str:
    """A name that a case keeps: it follows from the call."""
    call = json.dumps([case.method, case.params], sort_keys=True)
    return f"{case.method}-{blake2b(call.encode(), digest_size=4).hexdigest()}"


def line(case: Case) -> str:
    """A case as it stands in the file."""
    fields = {name: value for name, value in attrs.asdict(case).items() if value is not None}
    return json.dumps(fields, ensure_ascii=False)


def main() -> None:
    for entry in all_games():
        if entry.identifier in sys.argv[1:] or len(sys.argv) == 1:
            cases = suite(entry)
            head = json.dumps({"version": VERSION, "games": [*entry.names]})
            lines = ",\n".join(map(line, cases))
            path = SUITE / f"{entry.identifier}.json"
            path.write_text(f'{head[:-1]}, "cases": [\n{lines}\n]}}\n', "utf-8")
            print(f"{path.name}: {len(cases)} cases, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
