"""Matches: every seat order once, totals, and their records."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from random import Random

import attrs
import pytest
from support.command_line import run
from support.nine_states import playout

from ninetka import NESTORGAMES, NINE, WIKI, Game, Move, NinetkaError, RecordError, State, kropki
from ninetka.records import SEAT_TAGS, Record, Verdict, parse, verify, write
from ninetka.tournament.match import Match, checked, matches

NAMES = ("Ann", "Ben", "Cleo", "Dan")
EXAMPLES = Path(__file__).parents[2] / "examples"


def played(players: int, games: int | None = None, seed: int = 0) -> Match[State, Move]:
    """A match of random games."""
    match = Match.start(NESTORGAMES, NAMES[:players], "Cup")
    rng = Random(seed)
    for _ in match.remaining[:games]:
        match = match.add(playout(match.initial_state, rng))
    return match


THREE = played(3)


def text_of(match: Match[State, Move], form: str = "9tka") -> str:
    return "".join(write(match.records, form))


def matches_of(text: str) -> Iterator[Match[State, Move]]:
    return matches(verify(io.StringIO(text), "cup.9tka", entry=NINE))


def wrong(text: str) -> list[str]:
    """The errors of the matches of a text."""
    return [str(each.error) for each in checked(verify(io.StringIO(text))) if each.error]


@pytest.mark.parametrize("match", [played(2, seed=3), THREE])
def test_every_seat_order_is_played_once(match: Match[State, Move]) -> None:
    orders = [record.names for record in match.games]
    assert len(orders) == factorial(len(match.names))
    assert set(orders) == set(itertools.permutations(match.names))
    assert match.remaining == ()
    assert match.is_over
    for name, total in zip(match.names, match.totals, strict=True):
        points = [record.game.state.scores[record.names.index(name)] for record in match.games]
        assert total == sum(points)
    assert match.result == "-".join(map(str, match.totals))
    best = max(zip(match.totals, match.names, strict=True))[1]
    assert (match.winners, match.winner) == ((best,), best)


def test_a_drawn_match_has_no_winners() -> None:
    seeded = (played(2, seed=seed) for seed in itertools.count())
    match = next(match for match in seeded if len(set(match.totals)) == 1)
    assert (match.winners, match.winner, match.is_over) == ((), None, True)


def test_before_the_end_nobody_has_won() -> None:
    match = played(3, games=2)
    assert len(match.remaining) == 4
    assert (match.is_over, match.winners, match.winner, match.result) == (False, (), None, "*")
    assert sum(match.totals) == sum(sum(record.game.state.scores) for record in match.games)


def test_an_unfinished_game_leaves_the_match_open() -> None:
    match = played(2, games=1)
    match = match.add(Game.start(NESTORGAMES))
    assert match.remaining == ()
    assert (match.is_over, match.result) == (False, "*")


@pytest.mark.parametrize("form", ["9tka", "json"])
@pytest.mark.parametrize("match", [played(2, 1), played(2), THREE])
def test_a_match_reads_back(match: Match[State, Move], form: str) -> None:
    text = text_of(match, form)
    assert wrong(text) == []
    assert list(matches_of(text)) == [match]


@pytest.mark.parametrize("seed", range(5))
def test_a_match_in_any_order_reads_back(seed: int) -> None:
    match, rng = Match.start(NESTORGAMES, NAMES[:3]), Random(seed)
    for seating in rng.sample(match.seatings, 6):
        tags = dict(zip(SEAT_TAGS, seating, strict=False))
        match = match.add(playout(match.initial_state, rng, 5), tags)
    assert wrong(text_of(match)) == []
    assert list(matches_of(text_of(match))) == [match]


def test_several_matches_and_other_games_in_one_file() -> None:
    other = Record(playout(State.start(WIKI, 3), Random(5)))
    matches = [played(2, seed=1), played(3, games=2), played(2, seed=2)]
    text = "\n".join(
        [text_of(matches[0]), other.to_text(), text_of(matches[1]), text_of(matches[2])]
    )
    assert wrong(text) == []
    assert list(matches_of(text)) == matches


def test_what_is_written_on_moves_is_kept() -> None:
    text = """\
[Ruleset "nestorgames"]
[Players "2"]
[First "Ann"]
[Second "Ben"]
[Match "Final"]
[MatchGame "1"]

*E5! {[%clk 0:05:00] so} (*E4) *
"""
    record = parse(text, NINE)
    (match,) = matches_of(text)
    assert match.games == (attrs.evolve(record, tags={"First": "Ann", "Second": "Ben"}),)


def test_tags_and_comments_are_kept() -> None:
    match = Match.start(NESTORGAMES, ["Ann", "Ben"])
    game = playout(match.initial_state, Random(1))
    match = match.add(game, {"Date": "2026.11.20"}, {3: "so"})
    assert match.games[0].comments == {3: "so"}
    assert match.games[0].tags == {"Date": "2026.11.20", "First": "Ann", "Second": "Ben"}
    assert list(matches_of(text_of(match))) == [match]
    (record,) = match.records
    assert record.tags == {
        "Match": "Match", "MatchGame": "1", "MatchResult": "*",
        "Date": "2026.11.20", "First": "Ann", "Second": "Ben",
    }  # fmt: skip


def test_seat_orders_can_be_played_in_any_order() -> None:
    match = Match.start(NESTORGAMES, NAMES[:3])
    game = playout(match.initial_state, Random(1))
    seats = {"First": "Cleo", "Second": "Ann", "Third": "Ben"}
    match = match.add(game, seats)
    assert match.games[0].names == match.names == ("Cleo", "Ann", "Ben")
    assert match.remaining[0] == ("Cleo", "Ben", "Ann")
    assert ("Cleo", "Ann", "Ben") not in match.remaining
    with pytest.raises(NinetkaError, match="no game left in the seat order 'Cleo', 'Ann', 'Ben'"):
        match.add(game, seats)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann", "Ann"], "the 2 players of a match need different names, not 'Ann', 'Ann'"),
        (["Ann", ""], "the 2 players of a match need different names, not 'Ann', ''"),
        (["Ann"], "nestorgames is for 2, 3 or 4 players, not 1"),
        (list("abcde"), "nestorgames is for 2, 3 or 4 players, not 5"),
        (["Ann", "B\n"], "the tag 'Second' has a character that no record can hold"),
    ],
)
def test_who_cannot_play_a_match(names: list[str], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        Match.start(NESTORGAMES, names)


def test_a_match_is_checked_however_it_is_made() -> None:
    start = State.start()
    said = r"^the 2 players of a match need different names, not 'a', 'b', 'c'$"
    with pytest.raises(NinetkaError, match=said):
        Match("Cup", ("a", "b", "c"), start)
    for name in ("two\nlines", "\ud800"):
        with pytest.raises(NinetkaError, match=r"^the tag 'Match' has a character that no record"):
            Match.start(NESTORGAMES, ["Ann", "Ben"], name)


@pytest.mark.parametrize("tag", ["Match", "MatchGame", "MatchResult"])
def test_a_match_says_its_own_tags(tag: str) -> None:
    match = played(2, games=0)
    with pytest.raises(NinetkaError, match=f"^the tag {tag} is set by the match itself$"):
        match.add(Game.start(NESTORGAMES), {tag: "1"})


def test_what_cannot_be_a_game_of_a_match() -> None:
    match = played(2, games=1)
    game = match.games[0].game
    with pytest.raises(NinetkaError, match=r"^the games of a match begin with the same position$"):
        match.add(Game.start(WIKI))
    with pytest.raises(NinetkaError, match="begin with the same position"):
        match.add(Game.from_state(game.initial_state.apply(game.moves[0])))
    with pytest.raises(NinetkaError, match="are 'Ann', 'Ben', not 'Ann', 'Eve'"):
        match.add(game, {"First": "Ann", "Second": "Eve"})
    with pytest.raises(NinetkaError, match="are 'Ann', 'Ben', not 'Ben', ''"):
        match.add(game, {"First": "Ben"})
    with pytest.raises(NinetkaError, match=r"^the match is complete: every seat order was played$"):
        played(2).add(game)


def test_a_wrong_total_is_told_with_its_place_and_game() -> None:
    match = played(2)
    text = text_of(match).replace(f'[MatchResult "{match.result}"]', '[MatchResult "1-2"]')
    line = text[: text.index('[Game "9tka"]', 5)].count("\n") + 1
    good, bad = checked(verify(io.StringIO(text), "cup", entry=NINE))
    assert good == Verdict(1, 1, match.records[0], None, "cup")
    assert (bad.number, bad.line, bad.record, bad.source) == (2, line, None, "cup")
    said = f"the match is said to end '1-2', but its games so far give {match.result}"
    assert str(bad.error) == f"cup, game 2, line {line}: {said}"
    assert bad.error is not None
    assert bad.error.game == match.games[1].game
    with pytest.raises(RecordError, match=rf"^cup.9tka, game 2, line {line}: {said}$"):
        list(matches_of(text))


ONE, TWO = (record.to_text() for record in played(2).records)


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (TWO, "", "", "MatchGame is '2', but this is game 1 of its match"),
        (f"{ONE}\n{ONE}", ONE, ONE.replace('Game "1"', 'Game "2"'),
         "no game left in the seat order"),
        (f"{ONE}\n{TWO}\n{TWO}", "", "", "MatchGame is '2', but this is game 3 of its match"),
        (f"{ONE}\n{TWO}", 'Game "2"', 'Game "3"', "is '3', but this is game 2 of its match"),
        (f"{ONE}\n{TWO}", '[MatchGame "2"]\n', "", "MatchGame is missing, but this is game 2"),
        (f"{ONE}\n{TWO}", TWO, TWO.replace('"Cup"', '"Cap"'), "this is game 1 of its match"),
        (ONE, '[Match "Cup"]\n', "", "a record with MatchGame or MatchResult needs Match too"),
        (ONE, 'First "Ann"', 'First "Ben"', "need different names, not 'Ben', 'Ben'"),
        (ONE, '[First "Ann"]\n', "", "players of a match need different names, not '', 'Ben'"),
        (f"{ONE}\n{TWO}", 'First "Ben"', 'First "Eve"', "are 'Ann', 'Ben', not 'Eve', 'Ann'"),
        (ONE, "[Result", '[MatchResult "4-4"]\n[Result',
         "said to end '4-4', but its games so far give *"),
    ],
)  # fmt: skip
def test_what_contradicts_a_match_is_told(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    head, _, tail = text.rpartition(old) if old else (text, "", "")
    errors = wrong(head + new + tail)
    assert len(errors) == 1
    assert said in errors[0]


def test_a_bad_game_spoils_its_own_match_only() -> None:
    good, other = text_of(THREE), text_of(played(2))
    bad = good.replace("1. *", "1. @", 1).replace('[MatchResult "', '[MatchResult "9')
    errors = wrong(f"{bad}\n{other}\n{good}")
    assert len(errors) == 1
    assert errors[0].startswith("game 1, line")
    assert "ply 1" in errors[0]
    wrong_other = other.replace('[MatchResult "', '[MatchResult "9')
    assert len(wrong(f"{bad}\n{wrong_other}")) == 2


def test_what_a_bad_record_may_have_been_of_is_forgotten() -> None:
    bad, plain = ONE.replace("1. *", "1. @", 1), Record(Game.start(NESTORGAMES)).to_text()
    alone = "is game 1 of its match"
    assert len(wrong(f"{bad}\n{TWO}")) == 1  # whose first game the bad one may be
    for between, error in ((plain, alone), (f"{ONE}\n{plain}", alone), (ONE, "is game 2 of its")):
        third = TWO.replace('Game "2"', 'Game "3"')
        errors = wrong(f"{bad}\n{between}\n{third}")
        assert len(errors) == 2
        assert errors[0].startswith("game 1, line")
        assert error in errors[1]
    other = TWO.replace('Match "Cup"', 'Match "Cap"')
    assert len(wrong(f"{bad}\n{TWO}\n{other}")) == 1
    assert len(wrong(f"{bad}\n{ONE}\n{other}")) == 2


def test_only_whole_matches_are_read_before_what_is_wrong() -> None:
    bad, plain = ONE.replace("1. *", "1. @", 1), Record(Game.start(NESTORGAMES)).to_text()
    whole, begun = played(2), played(2, games=1)
    for text, expected, error in (
        (f"{ONE}\n{TWO}\n{bad}", [whole], "cup.9tka, game 3, line "),
        (f"{text_of(begun)}\n{plain}\n{bad}", [begun], "cup.9tka, game 3, line "),
        (f"{text_of(begun)}\n{bad}", [], "cup.9tka, game 2, line "),
        (f"{text_of(begun)}\n{TWO.replace('Ben', 'Eve')}", [], "cup.9tka, game 2, line "),
        (f"{text_of(begun)}\n{ONE}\n{TWO}\n{plain}", [begun, whole], ""),
        (f"{plain}\n{text_of(begun)}", [begun], ""),
    ):
        found, told = [], ""
        try:
            for match in matches_of(text):
                found.append(match)
        except RecordError as wrong:
            told = str(wrong)
        assert found == expected
        assert told.startswith(error)
        assert bool(told) == bool(error)


def test_check_finds_a_wrong_total() -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    text = text_of(played(2)).replace('MatchResult "', 'MatchResult "9')
    done = run("check", "-", stdin=text)
    assert done.returncode == 1
    assert "the match is said to end '9" in done.stdout
    assert done.stdout.endswith("2 games: 1 good, 1 bad\n")


def test_the_examples_are_matches() -> None:
    (match,) = matches(verify(EXAMPLES / "tournament.9tka", entry=NINE))
    assert (match.name, match.names) == ("Example tournament", ("Ann", "Ben"))
    assert (match.totals, match.winner) == ((3 + 4, 5 + 4), "Ben")
    (match,) = matches(verify(EXAMPLES / "match-of-three.9tka", entry=NINE))
    assert (len(match.games), match.is_over) == (6, True)


def test_totals_of_zero_have_hyphens_between_them() -> None:
    tiny = kropki.Ruleset("tiny", 2, 1, kropki.Capture.AUTOMATIC, kropki.Start.EMPTY)
    match = Match.start(tiny, ["Ann", "Ben"])
    for _ in range(2):
        match = match.add(Game.from_state(match.initial_state, "aa ba"))
    assert match.result == "0-0"
