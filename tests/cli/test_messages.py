"""What the commands say of input, options and outputs that cannot be used."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import BAD, GOOD, run
from toys.race import RACE

from ninetka import games

POSITION = "11/11/11/11/11/11/11/11/11/11/11"
ENDINGS = ".9tka, .txt, .json or .jsonl"
KROPKI_ENDINGS = ".9tka, .txt, .json, .jsonl or .sgf"
MILLS_ENDINGS = ".9tka, .txt, .json, .jsonl, .pgn or .mill-list"


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        # records
        ("show missing", "", "missing: No such file or directory"),
        (["show", "my games/a/b.9tka"], "", "my games/a/b.9tka: No such file or directory"),
        ("show - --game 3", GOOD, "there is no game 3, only 1"),
        ("show - --ply 3", GOOD, "there is no ply 3: the game has 2 moves"),
        ("convert", "", "-: there is no game in it"),
        ("convert", "hello", "-, line 1: a record begins with a tag, [Name \"value\"], not with "
         "'hello'"),
        ("convert", GOOD * 3 + BAD, "-, game 4, line 19, ply 2, '*D4': a neutral cannot go to D4"),
        ("replay", BAD, "-, game 1, line 4, ply 2"),
        ("play --resume missing", "", "missing: No such file or directory"),
        ("play --browser missing", "", "missing: No such file or directory"),
        ("play --browser - --game 3", GOOD, "-: there is no game 3, only 1"),
        ("play --browser - --game 2", GOOD + BAD + "{", "-, game 2, line 10: a comment is not"),
        ("play --browser -", GOOD + "A1 " * 350_000, "-, game 1, line 1: the record is longer"),
        ("play --browser old --players me", "", "this game has 2 players, not 1"),
        # starts
        ("perft 1 --players 7", "", "nestorgames is for 2, 3 or 4 players, not 7"),
        ("perft 1 --moves A5", "", "a neutral cannot go to A5: it is not on the core"),
        ("perft 1 --tag Foo=bar", "", "the tags of a start are Ruleset, Players, Stones,"),
        ("perft 1 --game race", "", "the moves of this game cannot all be listed"),
        ("play --game chess", "", "there is no game 'chess' here, only 9tka"),
        ("play --game mils", "", "; did you mean Mills?"),
        ("play --ruleset morabarba", "", "morabaraba or free-morabaraba?"),
        ("play --game mills --ruleset morabarba", "", "morabaraba or free-morabaraba?"),
        ("show --tag Edgestop=board", "", "; did you mean EdgeStop?"),
        ("arena gredy random", "", "; did you mean greedy?"),
        ("show -o x.svg --mark bloked", "", "; did you mean blocked?"),
        (["show", f"{POSITION} a 2"], "", f"a position is board, seat, players and ruleset, not "
         f"'{POSITION} a 2'"),
        ("play --players me,random,random --game kropki", "", "Kropki is for 2 players, not '3'"),
        ("arena random", "", "nestorgames is for 2, 3 or 4 players, not 1"),
        ("arena random me", "", "'me' is not a computer player: write random, greedy, easy,"),
        ("play --name A --name B --name C", "", "there are 3 names for 2 players"),
        ("random --seed \udcff", "", "the tag 'Seed' has a character that no record can hold"),
        # outputs
        ("show --svg --size 20000", "", "a picture is 1 to 10000 pixels wide"),
        ("show --game race -o x.svg --mark no", "", "can mark nothing, not 'no'"),
        (["show", "-o", ""], "", "'' is not a file's name"),
        ("show -o new/", "", "new/ is not a file's name"),
        ("show -o missing/x.txt", "", "missing/x.txt: No such file or directory"),
        ("random -o x.csv", "", f"x.csv: the output's name can end in {ENDINGS}, not in .csv"),
        ("random --game kropki -o x.csv", "", f"x.csv: the output's name can end in "
         f"{KROPKI_ENDINGS}, not in .csv"),
        ("convert -o x.9tka.gz", GOOD, f"can end in {ENDINGS}, not in .gz"),
        ("random --game mills -o x.sgf", "", f"x.sgf: the output's name can end in "
         f"{MILLS_ENDINGS}, not"),
        ("convert --to sgf", GOOD, "the form of a record of 9tka is 9tka or json, not 'sgf'"),
        ("arena random random -n 999999999 -o x.sgf", "", f"can end in {ENDINGS}, not in .sgf"),
        ("replay - -o x.svg", GOOD, "x.svg: the output's name can end in .html or .htm, not in"),
        ("show -o x.9tka", "", "the output's name can end in .txt, .svg or .png, not in .9tka"),
        ("show --svg -o x.txt", "", "the output's name can end in .svg or .png, not in .txt"),
        ("play --save x.csv", "", f"x.csv: the output's name can end in {ENDINGS}"),
        ("play --save missing/x", "", "missing/x: No such file or directory"),
        ("play --save old", "", "old already exists: resume it, or save elsewhere"),
        ("replay old -o old", "", "old is the record itself: name another file for the output"),
        ("show old -o ./old", "", "./old is the record itself: name another file for the output"),
    ],
)  # fmt: skip
def test_input_that_cannot_be_used(
    tmp_path: Path,
    arguments: str | list[str],
    stdin: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)
    (tmp_path / "old").write_text(GOOD, "utf-8")
    words = arguments.split() if isinstance(arguments, str) else arguments
    done = run(*words, stdin=stdin, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text("utf-8") == GOOD


@pytest.mark.parametrize(
    "arguments", ["check -v {}", "convert {}", "show {} --ply 1", "standings {}", "replay {} -o -"]
)
def test_every_command_reads_gzip_files_and_names_what_it_cannot_read(
    tmp_path: Path, arguments: str
) -> None:
    (tmp_path / "x").write_text(GOOD, "utf-8")
    expected = run(*arguments.format("x").split(), cwd=tmp_path).stdout
    (tmp_path / "x").write_bytes(gzip.compress(GOOD.encode()))
    assert run(*arguments.format("x").split(), cwd=tmp_path).stdout == expected
    assert run(*arguments.format("-").split(), stdin=gzip.compress(GOOD.encode())).returncode == 0
    for content, said in (
        (GOOD.encode("utf-16"), "this is UTF-16 or UTF-32 text: save it as UTF-8"),
        (gzip.compress(GOOD.encode())[:30], "the gzip file is damaged: "),
        (gzip.compress(GOOD.encode() + b" " * 2**21), "the gzip file unpacks to more than 50 tim"),
    ):
        (tmp_path / "x").write_bytes(content)
        done = run(*arguments.format("x").split(), cwd=tmp_path)
        assert done.returncode == 2
        assert said in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nonsense", ""),
        ("perft 0", ""),
        ("show x --players 2", "give either WHAT or options for a start position"),
        ("show x --game race", "--game is the game's number in the file, from 1 on, not 'race'"),
        ("show --mark blocked", "marks and sizes are for pictures: add --svg or -o board.svg"),
        ("show --size 9", "marks and sizes are for pictures"),
        ("play --resume x --name Ann", "a recorded game already has its start and its names"),
        ("play --resume x --players 2", "a recorded game already has its start and its names"),
        ("play --browser x --tag A=b", "a recorded game already has its start and its names"),
        ("play --browser x --game race", "--game is the game's number in the file"),
        ("play x", "to resume a game at this terminal with --resume FILE"),
        ("play --browser --resume x", "--resume, --save, --seed and --info are for play at the"),
    ],
)
def test_wrong_usage_is_explained(arguments: str, said: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage:" in done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("command", ["check", "convert", "replay", "standings"])
def test_nothing_waits_silently_for_a_terminal(command: str) -> None:
    done = run(command, terminal="stdin")
    assert done.returncode == 2
    assert "name a record file, or - for standard input" in done.stderr
    done = run(command, "-", terminal="stdin")
    assert done.stderr.endswith("-: there is no game in it\n")


# Texts that could command a terminal


@pytest.mark.parametrize(
    "arguments",
    ["check {}", "convert {}", "replay - -o {}.pdf", "random -o missing/{}", "random -o {}/"],
)
def test_names_of_files_cannot_command_the_terminal(tmp_path: Path, arguments: str) -> None:
    name = "\x1b[31mred\u202e\udcff"
    done = run(*arguments.format(name).split(), stdin=GOOD, cwd=tmp_path)
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[31mred\\u202e\\udcff" in done.stderr


def test_a_bad_game_cannot_command_the_terminal(tmp_path: Path) -> None:
    text = BAD.replace("*D4", "[red]\x1b[31m\u2603[/red]") + GOOD
    (tmp_path / "\x1b[31m").write_text(text, "utf-8")
    done = run("check", "-v", "\x1b[31m", cwd=tmp_path, encoding="latin-1")
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("'\\x1b[31m', game 1, line 4, ply 2, '[red]\\x1b[31m\\u2603[/red")
    assert "'\\x1b[31m', game 2, line 5: good" in done.stdout


def test_comments_and_names_cannot_command_the_terminal() -> None:
    record = GOOD.replace("{so}", "{\x1b[31m\x07red\u202e}")
    record = record.replace('[First "Ann"]', '[First "An\u202en"]\n[Second "Ben"]')
    for arguments in (["show", "-", "--ply", "1"], ["check", "-v"]):
        shown = run(*arguments, stdin=record).stdout
        assert "\x1b" not in shown
        assert "An\\u202en - Ben" in shown
    assert "\\x1b[31m\\x07red\\u202e" in run("show", "-", "--ply", "1", stdin=record).stdout
