"""Matches: every seat order once, totals, and their records."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys
from contextlib import nullcontext
from math import factorial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from play import playout

from ninetka import NESTORGAMES, NINE, WIKI, Game, Move, NinetkaError, RecordError, State
from ninetka.match import Match, read, verify
from ninetka.records import SEAT_TAGS, Record, Verdict, write

NAMES = ("Ann", "Ben", "Cleo", "Dan")
EXAMPLES = Path(__file__).parents[1] / "examples"


def played(players: int, games: int | None = None, seed: int = 0) -> Match[State, Move]:
    """A match of random games."""
    match = Match.start(NESTORGAMES, NAMES[:players], "Cup")
    random = Random(seed)
    for _ in match.left[:games]:
        match = match.add(playout(match.initial_state, random))
    return match


def text_of(match: Match[State, Move], form: str = "9tka") -> str:
    return "".join(write(match.records, form))


def wrong(text: str) -> list[str]:
    """What is wrong with the matches of a text."""
    return [str(verdict.error) for verdict in verify(io.StringIO(text)) if verdict.error]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_order_once(players: int) -> None:
    match = played(players)
    assert len(match.games) == factorial(players)
    orders = [record.names for record in match.games]
    assert set(orders) == set(itertools.permutations(NAMES[:players]))
    assert match.left == ()
    assert match.is_over
    for name, total in zip(match.names, match.totals, strict=True):
        points = [record.game.state.scores[record.names.index(name)] for record in match.games]
        assert total == sum(points)
    assert match.result == "-".join(map(str, match.totals))
    best = [
        name for name, total in zip(NAMES, match.totals, strict=False) if total == max(match.totals)
    ]
    assert list(match.winners) == best
    assert match.winner == (best[0] if len(best) == 1 else None)


def test_a_drawn_match_has_several_winners() -> None:
    draws = (
        match
        for match in (played(3, seed=seed) for seed in itertools.count())
        if len(match.winners) > 1
    )
    match = next(draws)
    assert match.winner is None
    assert match.is_over


def test_before_the_end_nobody_has_won() -> None:
    match = played(3, games=2)
    assert len(match.left) == 4
    assert (match.is_over, match.winners, match.winner, match.result) == (False, (), None, "*")
    assert sum(match.totals) == sum(sum(record.game.state.scores) for record in match.games)


def test_an_unfinished_game_leaves_the_match_open() -> None:
    match = played(2, games=1)
    match = match.add(Game.start(NESTORGAMES))
    assert match.left == ()
    assert (match.is_over, match.result) == (False, "*")


@pytest.mark.parametrize("form", ["9tka", "json"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_reads_back(players: int, form: str) -> None:
    for games in (1, factorial(players) - 1, None):
        match = played(players, games)
        text = text_of(match, form)
        assert wrong(text) == []
        assert list(read(io.StringIO(text), rules=NINE)) == [match]


@pytest.mark.parametrize("players", [2, 3])
def test_a_match_in_any_order_reads_back(players: int) -> None:
    for seed in range(20):
        random = Random(seed)
        match = Match.start(NESTORGAMES, NAMES[:players])
        for seating in random.sample(match.seatings, factorial(players)):
            tags = dict(zip(SEAT_TAGS, seating, strict=False))
            match = match.add(playout(match.initial_state, random), tags)
        text = text_of(match)
        assert wrong(text) == []
        assert list(read(io.StringIO(text), rules=NINE)) == [match]


def test_several_matches_and_other_games_in_one_file() -> None:
    other = Record(playout(State.start(WIKI, 3), Random(5)))
    matches = [played(2, seed=1), played(3, games=2), played(2, seed=2)]
    text = "\n".join(
        [text_of(matches[0]), other.to_text(), text_of(matches[1]), text_of(matches[2])]
    )
    assert wrong(text) == []
    assert list(read(io.StringIO(text), rules=NINE)) == matches


def test_tags_and_comments_are_kept() -> None:
    match = Match.start(NESTORGAMES, ["Ann", "Ben"])
    game = playout(match.initial_state, Random(1))
    match = match.add(game, {"Date": "2026.11.20"}, {3: "so"})
    assert match.games[0].comments == {3: "so"}
    assert match.games[0].tags == {"Date": "2026.11.20", "First": "Ann", "Second": "Ben"}
    assert list(read(io.StringIO(text_of(match)), rules=NINE)) == [match]
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
    assert match.left[0] == ("Cleo", "Ben", "Ann")
    assert ("Cleo", "Ann", "Ben") not in match.left
    with pytest.raises(NinetkaError, match="the seat order 'Cleo', 'Ann', 'Ben' was played before"):
        match.add(game, seats)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann", "Ann"], "the players of a match have different names, not 'Ann', 'Ann'"),
        (["Ann", ""], "a match of 2 needs a name for each player, not 'Ann', ''"),
        (["Ann"], "nestorgames is for 2, 3 or 4 players, not 1"),
        (list("abcde"), "nestorgames is for 2, 3 or 4 players, not 5"),
        (5, "nestorgames is for 2, 3 or 4 players, not 0"),
        ([1, 2], "the tag 'First' is not a text: 1"),
        (["Ann", "B\n"], "the tag 'Second' has a character that no record can hold"),
    ],
)
def test_who_cannot_play_a_match(names: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        Match.start(NESTORGAMES, names)


def test_a_match_is_of_five_at_most() -> None:
    of_five: Any = SimpleNamespace(players=5)
    of_six: Any = SimpleNamespace(players=6)
    Match("Cup", tuple("abcde"), of_five)
    with pytest.raises(NinetkaError, match=r"^a match is of 5 players at most, not 6$"):
        Match("Cup", tuple("abcdef"), of_six)


@pytest.mark.parametrize("name", ["two\nlines", 5, None, "\ud800"])
def test_a_name_that_no_record_can_hold(name: Any) -> None:
    with pytest.raises(NinetkaError, match="the tag 'Match'"):
        Match.start(NESTORGAMES, ["Ann", "Ben"], name)


def test_a_match_is_checked_however_it_is_made() -> None:
    start = State.start()
    with pytest.raises(
        NinetkaError, match="a match of 2 needs a name for each player, not 'a', 'b', 'c'"
    ):
        Match("Cup", ("a", "b", "c"), start)
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    match = Match.start(NESTORGAMES, [family, "Ben"], family)
    match = match.add(playout(start, Random(1)))
    assert list(read(io.StringIO(text_of(match)), rules=NINE)) == [match]


@pytest.mark.parametrize("tag", ["Match", "MatchGame", "MatchResult"])
def test_a_match_says_its_own_tags(tag: str) -> None:
    match = played(2, games=0)
    with pytest.raises(NinetkaError, match=f"the match itself says what its tag {tag} is"):
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
    with pytest.raises(NinetkaError, match=r"^the match has had its games: every seat order was"):
        played(2).add(game)
    with pytest.raises(RecordError, match="tags map names to values; 'x' is not a mapping"):
        match.add(game, "x")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="a record is of a Game, not of 'x'"):
        match.add("x")  # type: ignore[arg-type]


def test_a_wrong_total_is_found() -> None:
    match = played(2)
    text = text_of(match)
    assert text.count(f'[MatchResult "{match.result}"]') == 1
    text = text.replace(f'[MatchResult "{match.result}"]', '[MatchResult "1-2"]')
    line = text[: text.index('[Game "9tka"]', 5)].count("\n") + 1
    assert wrong(text) == [
        f"game 2, line {line}: the match is said to end '1-2', but its games give {match.result}"
    ]
    with pytest.raises(RecordError, match="is said to end '1-2'"):
        list(read(io.StringIO(text)))


def test_what_is_wrong_is_told_with_its_place_and_game(tmp_path: Path) -> None:
    match, path = played(2), tmp_path / "cup.9tka"
    text = text_of(match).replace(f'[MatchResult "{match.result}"]', '[MatchResult "1-2"]')
    path.write_text(text, "utf-8")
    line = text[: text.index('[Game "9tka"]', 5)].count("\n") + 1
    for source, name, called in ((io.StringIO(text), "cup", "cup"), (path, None, str(path))):
        good, bad = verify(source, name, rules=NINE)
        assert good == Verdict(1, 1, match.records[0], None)
        assert bad.error is not None
        assert (bad.number, bad.line, bad.record) == (2, line, None)
        assert (bad.error.file, bad.error.number, bad.error.line) == (called, 2, line)
        assert bad.error.game == match.games[1].game
    for source, name in ((io.StringIO(text), str(path)), (path, None)):
        with pytest.raises(RecordError, match="the match is said to end '1-2'") as caught:
            list(read(source, name))
        assert caught.value.file == str(path)
    (worse,) = verify(io.StringIO(ONE.replace("1. *", "1. @", 1)), "cup")
    assert str(worse.error).startswith("cup, game 1, line 10, ply 1")


def test_only_matches_of_the_game_that_is_expected() -> None:
    other = attrs.evolve(NINE, names={"kropki": {}})
    said = "this is a game of '9tka', not of kropki"
    (verdict,) = verify(io.StringIO(ONE), rules=other)
    assert said in str(verdict.error)
    with pytest.raises(RecordError, match=said):
        list(read(io.StringIO(ONE), rules=other))


ONE, TWO = (record.to_text() for record in played(2).records)


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (TWO, "", "", "MatchGame is '2', but no game of the match comes before it"),
        (f"{ONE}\n{ONE}", ONE, ONE.replace('Game "1"', 'Game "2"'), "was played before"),
        (f"{ONE}\n{TWO}\n{TWO}", "", "", "MatchGame is '2', but it is game 3 of its match"),
        (
            f"{ONE}\n{TWO}",
            'Game "2"',
            'Game "3"',
            "is '3', but it is game 2 of its match",
        ),
        (f"{ONE}\n{TWO}", '[MatchGame "2"]\n', "", "the record has no MatchGame, but it is game 2"),
        (f"{ONE}\n{TWO}", TWO, TWO.replace('"Cup"', '"Cap"'), "no game of the match comes before"),
        (ONE, '[Match "Cup"]\n', "", "a record with MatchGame or MatchResult needs Match too"),
        (ONE, 'First "Ann"', 'First "Ben"', "have different names, not 'Ben', 'Ben'"),
        (ONE, '[First "Ann"]\n', "", "a match of 2 needs a name for each player, not '', 'Ben'"),
        (f"{ONE}\n{TWO}", 'First "Ben"', 'First "Eve"', "are 'Ann', 'Ben', not 'Eve', 'Ann'"),
        (ONE, "[Result", '[MatchResult "4-4"]\n[Result', "said to end '4-4', but it is not over"),
    ],
)
def test_what_else_is_wrong(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    head, _, tail = text.rpartition(old) if old else (text, "", "")
    errors = wrong(head + new + tail)
    assert len(errors) == 1
    assert said in errors[0]


def test_a_bad_game_spoils_its_own_match_only() -> None:
    good, other = text_of(played(3)), text_of(played(2))
    bad = good.replace("1. *", "1. @", 1).replace('[MatchResult "', '[MatchResult "9')
    errors = wrong(f"{bad}\n{other}\n{good}")
    assert len(errors) == 1
    assert errors[0].startswith("game 1, line")
    assert "ply 1" in errors[0]
    wrong_other = other.replace('[MatchResult "', '[MatchResult "9')
    assert len(wrong(f"{bad}\n{wrong_other}")) == 2


def test_what_a_bad_record_may_have_been_of_is_forgotten() -> None:
    bad, plain = ONE.replace("1. *", "1. @", 1), Record(Game.start(NESTORGAMES)).to_text()
    alone = "no game of the match comes before it"
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
    for text, expected, errors in (
        (f"{ONE}\n{TWO}\n{bad}", [whole], 1),
        (f"{text_of(begun)}\n{plain}\n{bad}", [begun], 1),
        (f"{text_of(begun)}\n{bad}", [], 1),
        (f"{text_of(begun)}\n{TWO.replace('Ben', 'Eve')}", [], 1),
        (f"{text_of(begun)}\n{ONE}\n{TWO}\n{plain}", [begun, whole], 0),
        (f"{plain}\n{text_of(begun)}", [begun], 0),
    ):
        found = []
        with pytest.raises(RecordError) if errors else nullcontext():
            for match in read(io.StringIO(text), rules=NINE):
                found.append(match)
        assert found == expected


def test_a_match_reads_up_to_what_is_wrong() -> None:
    match = played(2)
    text = f"{text_of(match)}\n{text_of(played(3)).replace('1. *', '1. @', 1)}"
    matches = read(io.StringIO(text), "cup.9tka", rules=NINE)
    assert next(matches) == match
    with pytest.raises(RecordError, match=r"cup.9tka, game 3, line \d+, ply 1"):
        next(matches)


def test_check_finds_a_wrong_total(tmp_path: Path) -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    path = tmp_path / "cup.jsonl"
    text = text_of(played(3), "json")
    for wanted, code in ((text, 0), (text.replace('"MatchResult": "', '"MatchResult": "9'), 1)):
        path.write_text(wanted, "utf-8")
        command = [sys.executable, "-m", "ninetka", "check", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == code
        assert ("the match is said to end '9" in done.stdout) == bool(code)
        assert done.stdout.endswith(f"6 games: {6 - code} good, {code} bad\n")


def test_the_examples_are_matches() -> None:
    with (EXAMPLES / "tournament.9tka").open("rb") as file:
        (match,) = read(file, rules=NINE)
    assert (match.name, match.names) == ("Example tournament", ("Ann", "Ben"))
    assert (match.totals, match.winner) == ((3 + 4, 5 + 4), "Ben")
    with (EXAMPLES / "match-of-three.9tka").open("rb") as file:
        (match,) = read(file, rules=NINE)
    assert len(match.games) == 6
    assert match.is_over
    with (EXAMPLES / "ludii.9tka").open("rb") as file:
        assert list(read(file)) == []
