"""`ninetka simulate`: what it prints and writes, and how it goes on from a file."""

from __future__ import annotations

import json
import re
import sys
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree.ElementTree import fromstring

import attrs
import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out, refusal, run
from toys.nim import NIM as NIM_RULES
from toys.nim import Nim
from toys.nim_variants import COMPILED

from ninetka import NinetkaError, games
from ninetka.cli.files import KeptFile
from ninetka.morris import NINE_AM, State
from ninetka.simulate import ExecutorError, Simulation, results
from ninetka.simulate.estimates import Results

NIM = ("simulate", "--game", "nim", "--seed", "s")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (COMPILED, NIM_RULES):
        monkeypatch.setitem(games._GAMES, entry.identifier, entry)


def said(*arguments: str | Path) -> dict[str, Any]:
    """The data that a command prints with --json, without the time that it took."""
    data = json.loads(out(*arguments, "--json"))
    assert isinstance(data, dict)
    assert data.pop("seconds") >= 0
    return data


def test_the_table_has_a_row_for_each_seat() -> None:
    position = "a...a...a...b...b...b...c...c...c... 0/0/0 5/5/2 50 a move 9am"
    text = out("simulate", "-n", "60", "--seed", "1", "--game", "9am", "--position", position)
    title, headings, *seats, plies, speed = text.splitlines()
    start = f"Game 9AM, Ruleset 9am, Players 3, Position {position}"
    assert title.removesuffix(", compiled") == f"60 random games: {start}, seed 1"
    assert headings == "seat     wins  draws  % won (95 % interval)    points (95 % interval)"
    figure = r"-?[\d.]+ \(-?[\d.]+ to -?[\d.]+\)"
    assert [line.split()[0] for line in seats] == ["a", "b", "c", "several"]
    for line in seats[:3]:
        assert re.fullmatch(rf"[abc] +\d+ +\d+ +{figure} +{figure}", line)
    assert re.fullmatch(rf"several +\d+ +{figure}", seats[3].strip())
    assert re.fullmatch(rf"plies: {figure}, from \d+ to \d+", plies)
    assert re.fullmatch(r"60 games in [\d.]+ s: [\d,]+ games? per second", speed)


def test_a_start_of_a_custom_ruleset() -> None:
    start = ("--ruleset", "wiki", "--players", "3", "--tag", "Stones=3:2")
    data = said("simulate", "-n", "1", "--seed", "1", *start)
    assert data["start"].items() >= {"Players": "3", "Stones": "3:2", "EdgeStop": "stone"}.items()


def test_nobody_may_win_and_one_game_tells_little() -> None:
    text = out(*NIM, "-n", "1")
    assert text.startswith("1 random game: Game nim, Heap 5, seed s\n")
    first = next(line for line in text.splitlines() if line.startswith("0"))
    assert first.split()[:4] == ["0", "0", "1", "50"]
    assert text.count("0.50 (unknown)") == 1
    assert re.search(r"^1 game in [\d.]+ s: [\d,]+ games? per second$", text, re.MULTILINE)


def test_counts_are_printed_as_json() -> None:
    data = said("simulate", "-n", "30", "--seed", "1", "--game", "9am")
    found = results(State.start(NINE_AM, 3), 30, 1)
    assert {name: data[name] for name in found.to_dict()} == found.to_dict()
    assert data["start"] == {"Game": "9AM", "Ruleset": "9am", "Players": "3"}
    assert (data["seed"], data["played"]) == ("1", 30)
    assert [seat["wins"] for seat in data["seats"]] == list(found.wins)
    assert {seat["draws"] for seat in data["seats"]} == {found.draws}
    for seat, share, points in zip(data["seats"], found.win_shares, found.mean_points, strict=True):
        assert (seat["share"], seat["points"]) == (attrs.asdict(share), attrs.asdict(points))
    assert data["length"] == attrs.asdict(found.mean_plies)
    assert said(*NIM, "-n", "1")["length"]["low"] is None


def test_numbers_with_units_and_a_new_seed_each_time() -> None:
    assert said(*NIM, "-n", "1k")["games"] == 1000
    assert said("simulate", "--game", "nim")["games"] == 10_000
    unseeded = said("simulate", "--game", "nim", "-n", "100")
    assert said("simulate", "--game", "nim", "-n", "100", "--seed", unseeded["seed"]) == unseeded


def test_a_plot_is_written(tmp_path: Path) -> None:
    text = out(*NIM, "-n", "100", "-o", tmp_path / "plot.svg")
    picture = fromstring((tmp_path / "plot.svg").read_text("utf-8"))
    assert picture[0].text == text.splitlines()[0]


# files to go on from


def test_a_file_is_gone_on_from_and_shown_when_finished(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    whole = said(*NIM, "-n", "300")
    assert said(*NIM, "-n", "100", "--resume", file) == said(*NIM, "-n", "100")
    longer = said("simulate", "-n", "300", "--resume", file)
    assert longer == {**whole, "played": 200}
    assert said("simulate", "--resume", file) == {**whole, "played": 0}
    assert "games per second" not in out("simulate", "--resume", file)
    assert Simulation.from_dict(json.loads(file.read_text("utf-8"))).is_finished


def interrupted(*arguments: str | Path, after: int) -> Any:
    """Run a command that is interrupted once it has played `after` games."""
    with_results = Simulation.with_results

    def interrupt(self: Simulation, *others: Any) -> Simulation:
        if self.results.games >= after:
            raise KeyboardInterrupt
        return with_results(self, *others)

    with patch.object(Simulation, "with_results", interrupt):
        return run(*arguments)


def test_an_interrupted_command_shows_what_it_has_and_goes_on(tmp_path: Path) -> None:
    file, plot = tmp_path / "counts.json", tmp_path / "plot.svg"
    done = interrupted(*NIM, "-n", "640", "--resume", file, "-o", plot, after=200)
    assert done.returncode == 130
    assert done.stdout.startswith("200 random games: Game nim, ")
    assert done.stderr == (
        f"Stopped after 200 of 640 games. To go on: ninetka simulate --resume {file}\n"
    )
    assert not plot.exists()
    assert said("simulate", "--resume", file) == {**said(*NIM, "-n", "640"), "played": 440}


def test_an_interrupted_command_without_a_file() -> None:
    done = interrupted(*NIM, "-n", "640", after=0)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("Stopped after 0 of 640 games. With --resume FILE, ")


@pytest.mark.parametrize(("kind", "name"), [(KeptFile, "write"), (Path, "replace")])
def test_counts_that_come_with_ctrl_c_are_written(tmp_path: Path, kind: Any, name: str) -> None:
    """It comes before the fifth counts are written, or when they have just got to their place."""
    file, act, acts = tmp_path / "counts.json", getattr(kind, name), count(1)

    def interrupt(self: Any, given: Any) -> None:
        number = next(acts)
        if number != 5 or kind is Path:
            act(self, given)
        if number == 5:
            raise KeyboardInterrupt

    with patch.object(kind, name, interrupt):
        done = run(*NIM, "-n", "640", "--resume", file)
    assert done.returncode == 130
    assert done.stderr.startswith("Stopped after 40 of 640 games. To go on: ")
    assert json.loads(file.read_text("utf-8"))["results"]["games"] == 40


def test_a_disk_that_gets_full_shows_the_counts_so_far(tmp_path: Path) -> None:
    file, write, writes = tmp_path / "counts.json", KeptFile.write, count(1)

    def full(self: KeptFile, data: bytes) -> None:
        if next(writes) >= 5:
            raise NinetkaError("counts.json: No space left on device")
        write(self, data)

    with patch.object(KeptFile, "write", full):
        done = run(*NIM, "-n", "640", "--resume", file)
    assert (done.returncode, done.stderr) == (2, "Error: counts.json: No space left on device\n")
    assert done.stdout.startswith("40 random games: Game nim, ")
    assert said("simulate", "--resume", file) == {**said(*NIM, "-n", "640"), "played": 610}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_plot_that_cannot_be_written_is_no_loss() -> None:
    done = run(*NIM, "-n", "100", "-o", "/dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: /dev/full: No space left on device\n")
    assert done.stdout.startswith("100 random games: ")


def test_what_a_file_has_cannot_command_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    hostile = Simulation.begin(Nim(5), 10, "\x1b[2J")
    file.write_text(json.dumps(hostile.to_dict()), "utf-8")
    shown = out("simulate", "--resume", file, "-o", tmp_path / "plot.svg")
    assert r"seed \x1b[2J" in shown
    assert "\x1b" not in shown + (tmp_path / "plot.svg").read_text("utf-8")


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    with file.open("wb") as large:
        large.truncate(2**24 + 1)
    said = "it is larger than 16,777,216 bytes, so it holds no counts"
    assert refusal("simulate", "--resume", file) == f"Error: {file}: {said}\n"


def test_options_that_do_not_agree_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out(*NIM, "-n", "20", "--resume", "counts.json")
    before = Path("counts.json").read_bytes()
    for option, value, text in (
        ("--seed", "t", "counts.json is of games with the seed 's', not 't'"),
        ("--players", "3", "counts.json was begun from another start: Game nim, Heap 5"),
        ("-n", "19", "counts.json is a simulation of 20 games: -n must be at least that"),
        ("-o", "counts.json", "counts.json: the output's name can end in .svg, not in .json"),
    ):
        said = refusal("simulate", "--resume", "counts.json", option, value)
        assert said == f"Error: {text}\n"
    assert Path("counts.json").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ("-n 0", "there are 1 to 2**62 games, not 0"),
        ("-n 1e6", "a number is 1000, 10k, 10M or 1G, not '1e6'"),
        ("-n -5", "a number is 1000, 10k, 10M or 1G, not '-5'"),
        ("--workers 2 --dask tcp://x:1", "choose one of --workers, --dask and --ray"),
        ("--resume -", "- is not a file to keep the counts in"),
        ("--resume .", ". is not a file to keep the counts in"),
        ("--resume missing/x", "missing/x: No such file or directory"),
        ("--resume words", "words: Expecting value: line 1 column 1 (char 0)"),
        ("--resume bytes", "bytes: 'utf-8' codec can't decode byte 0xff in position 0"),
        ("--resume list", "list: this is not a simulation: its format is not"),
        ("--resume new.svg -o new.svg", "new.svg has the counts: name another file for the"),
        ("-o x.png", "x.png: the output's name can end in .svg, not in .png"),
        ("-o missing/x.svg", "missing/x.svg: No such file or directory"),
        ("--seed \udcff", "the tag 'Seed' has a character that no record can hold"),
    ],
)
def test_what_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("words", b"hello"), ("bytes", b"\xff"), ("list", b"[]")):
        Path(name).write_bytes(content)
    assert text in re.sub(r"[│╭╮╰╯─\s]+", " ", refusal("simulate", *options.split()))
    assert {path.name for path in tmp_path.iterdir()} == {"words", "bytes", "list"}


# workers


def test_compiled_code_is_played_by_threads() -> None:
    pytest.importorskip("numpy", reason="compiled code needs the batch extra")
    compiled = ("simulate", "--game", "compiled", "--seed", "s", "-n", "1k")
    assert "seed s, compiled\n" in out(*compiled)
    assert said(*compiled, "--workers", "2") == said(*compiled)


def test_pools_that_break_are_replaced_unless_nothing_gets_done() -> None:
    tries: list[int] = []

    def breaking(simulation: Simulation, _: object, progress: Any, **__: int) -> None:
        tries.append(simulation.results.games)
        if len(tries) in {2, 4, 5}:
            task = next(simulation.tasks())
            found = Results({(): task.games}, {(1, 0): task.games}, {5: task.games})
            progress(simulation.with_results(task, found))
        raise ExecutorError("the executor takes no more tasks")

    with patch.object(sys.modules["ninetka.cli.simulate"], "run", breaking):
        done = run(*NIM, "-n", "640")
    assert (done.returncode, done.stderr) == (2, "Error: the executor takes no more tasks\n")
    assert done.stdout.startswith("30 random games: Game nim, ")
    assert tries == [0, 0, 10, 10, 20, 30, 30]
