"""What README and docs show is true: results, records, positions, calls and links."""

from __future__ import annotations

import json
import pickle
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from boards import BOARDS, COMMAND, boards, readme_picture, small_game
from for_programs import llms_text
from option_tables import PAGES, with_options
from support.made import check_made

import ninetka
from ninetka import NESTORGAMES, Game, State
from ninetka.cli import app
from ninetka.kropki import KROPKI, STANDARD
from ninetka.morris import MILLS, NINE_AM
from ninetka.protocol import GameRuleset
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.tags import StartTags
from ninetka.records import parse, verify
from ninetka.server.methods import METHODS, answer
from ninetka.simulate import random_game

ROOT = Path(__file__).parents[1]
PACKAGE = Path(ninetka.__file__).parent
GUIDE = ROOT / "docs/howto/more-for-a-game.md"


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_results_that_the_readme_and_the_tour_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    results = 0
    pages = (ROOT / "README.md", ROOT / "docs" / "tour.md")
    for code in (code for page in pages for code in blocks(page, "python")):
        with suppress(ModuleNotFoundError):  # of frameworks; that the blocks run is Sybil's to test
            exec(code, names)
        for line in code.splitlines():
            expression, arrow, value = line.partition("  # ")
            if arrow and value.strip().startswith(("'", "(", "[", "True")):
                assert eval(expression, names) == eval(value, vars(ninetka)), line
                results += 1
    assert results == 7


def test_the_record_in_the_formats_reads() -> None:
    (text,) = blocks(ROOT / "docs" / "formats.md", "text")
    assert parse(text).game.move_texts == ("*E5", "*C9", "*I8")


def test_the_json_in_the_formats_says_the_same() -> None:
    (text,) = blocks(ROOT / "docs" / "formats.md", "text")
    as_json, trusted = blocks(ROOT / "docs" / "formats.md", "json")
    assert parse(as_json) == parse(text)
    assert Game.from_trusted(trusted) == parse(text).game


def test_the_calls_shown_are_answered_so() -> None:
    lines = "".join(blocks(ROOT / "docs" / "serve.md", "text")).splitlines()
    assert len(lines) == 26
    for call, reply in zip(lines[::2], lines[1::2], strict=True):
        assert call.startswith("> ")
        answered = f"< {answer(call.removeprefix('> '))}"
        assert answered == reply, f"docs/serve.md should show below {call}\n{answered}"


def test_the_view_shown_is_one() -> None:
    (shown,) = blocks(ROOT / "docs" / "serve.md", "json")
    assert json.loads(shown) == State.from_text(json.loads(shown)["position"]).to_dict()


def test_every_method_and_command_is_described() -> None:
    served = (ROOT / "docs" / "serve.md").read_text("utf-8")
    assert set(METHODS) == set(re.findall(r"^\| `(\w+)` \| ", served, re.M))
    known = {command.callback.__name__ for command in app.registered_commands if command.callback}
    home = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert set(re.findall(r"^\| `ninetka (\w+)", home, re.M)) == known


def test_the_picture_in_the_readme_is_what_is_drawn() -> None:
    check_made(*readme_picture(), COMMAND)


def test_the_pictures_of_positions_on_the_pages_are_what_is_drawn() -> None:
    drawn = dict(boards())
    assert len(drawn) > 70
    for file, svg in drawn.items():
        check_made(file, svg, COMMAND)
    assert {*BOARDS.iterdir()} == {*drawn}, f"no page shows these: `{COMMAND}` removes them"


def test_pages_read_right_as_files() -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text("utf-8")
        assert ":::" not in text, page
        assert not re.search(r"^```\{(?!eval-rst)", text, re.M), page  # a directive is a comment
        shown = re.findall(r"!\[.*\]\(((?:\.\./)*boards/.*)\)", text)
        assert len(shown) == text.count("{board}"), page
        assert not re.search(r"^\(\w+\)=$", text, re.M), page
        for target, anchor in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", text):
            file = linked(page, target)
            assert file.exists(), f"{page}: {target}"
            if anchor and file.suffix == ".md" and page.parent.name != "api":
                assert anchor in anchors(file), f"{page}: {target}#{anchor}"


def test_llms_txt_has_every_page_with_its_title_and_what_it_is_about() -> None:
    text = llms_text(ROOT / "docs", "https://example.org/")
    lines = re.findall(r"^- \[\S.*\]\(https://example\.org/(\S+)\): \S.*", text, re.M)
    pages = {re.sub(r"^_sources/|\.md\.txt$|\.html$", "", line) for line in lines}
    docs = ROOT / "docs"
    existing = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")}
    assert pages == existing - {"index"}
    assert len(pages) == len(lines) == text.count("\n- ")
    assert "- [Glossary](https://example.org/_sources/glossary.md.txt): The words that" in text
    assert text.startswith("# ninetka\n\n> The rules of board games as a typed Python library: ")
    assert "](https://example.org/api/rules.html): The rules of 9tka.\n" in text


def linked(page: Path, target: str) -> Path:
    """What a link on a page leads to; code is where it is installed, as there may be no src."""
    _, found, in_package = target.partition("src/ninetka")
    if found:
        return PACKAGE / in_package.lstrip("/")
    return page.parent / target if target else page


def anchors(page: Path) -> set[str]:
    """The targets of a page by the rules of GitHub: headings, and elements with an id."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return {*plain, *re.findall(r'<a id="([\w-]+)">', text)}


def test_every_rule_is_in_the_index_with_code_that_exists() -> None:
    page = (ROOT / "docs/rules.md").read_text("utf-8")
    rows = re.findall(r"^\| ([RQ]\d+) \| (.*) \|$", page, re.MULTILINE)
    numbers = [number for number, _ in rows]
    assert numbers == re.findall(r"^### ([RQ]\d+) ", page, re.MULTILINE)
    source = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests/nine").glob("test_*.py"))
    for number, code in rows:
        assert f"def test_{number.lower()}_" in tests
        for name in re.findall(r"`([\w.]+)`", code):
            last = name.rpartition(".")[2]
            assert name.endswith(".py") or re.search(rf"\b{last}\b", source), name


@pytest.mark.parametrize(("game", "letter"), [("kropki", "K"), ("morris", "M")])
def test_every_rule_is_in_its_games_index_with_code_and_tests_that_exist(
    game: str, letter: str
) -> None:
    page = (ROOT / f"docs/{game}/rules.md").read_text("utf-8")
    rows = re.findall(rf"^\| ({letter}\d+) \|[^|]*\| ([^|]*) \|(.*)$", page, re.MULTILINE)
    numbers = [number for number, _, _ in rows]
    assert numbers == re.findall(rf"^### ({letter}\d+) ", page, re.MULTILINE)
    assert numbers[0] == f"{letter}1"
    assert numbers == sorted({*numbers}, key=lambda number: int(number[1:]))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / game).glob("*.py"))
    cases = (ROOT / "tests/data/kropki/kropki_cases.txt").read_text("utf-8")
    laws = page.partition("\n## Laws\n")[2].partition("\n## ")[0]
    for law in re.findall(r"^(\d)\. ", laws, re.MULTILINE):
        assert f"def test_law_{law}_" in tests
    for number, code, tested in rows:
        assert f"def test_{number.lower()}_" in tests
        section = page.partition(f'\n<a id="{number.lower()}">')[2].partition("\n<a id=")[0]
        tested = tested or section.rpartition("Tests:")[2]
        assert tested, number
        for file, names in re.findall(r"`([\w/]+\.py)`: ((?:`[\w.]+`(?:, )?)+)", code):
            source = (PACKAGE / game / file).read_text("utf-8")
            for name in re.findall(r"(\w+)`", names):
                assert re.search(rf"^ *(def |class )?{name}\b", source, re.MULTILINE), name
        for name in re.findall(r"`(test_\w+)`", tested):
            assert f"def {name}(" in tests, name
        for case in re.findall(r"\b[AT]\d\d\b", tested):
            assert f"\n{case} | " in cases, case


@pytest.mark.parametrize(
    ("game", "page", "letters"),
    [
        ("nine", "rules.md", "RQ"),
        ("kropki", "kropki/rules.md", "K"),
        ("morris", "morris/rules.md", "M"),
    ],
)
def test_every_compiled_module_is_in_its_games_index_with_the_rules_that_it_names(
    game: str, page: str, letters: str
) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    listed = dict(re.findall(rf"^\| `(\w+\.py)` \| ((?:[{letters}]\d+(?:, )?)+) \|$", text, re.M))
    named = dict[str, str]()
    for path in sorted((PACKAGE / game / "compiled").glob("*.py")):
        numbers = set[tuple[str, int]]()
        code = path.read_text("utf-8")
        for letter, first, last in re.findall(rf"\b([{letters}])(\d+)(?:-\1(\d+))?\b", code):
            numbers |= {(letter, number) for number in range(int(first), int(last or first) + 1)}
        if numbers and path.stem != "batch":  # which calls the others
            ordered = sorted(numbers, key=lambda rule: (letters.index(rule[0]), rule[1]))
            named[path.name] = ", ".join(f"{letter}{number}" for letter, number in ordered)
    assert listed == named


def test_techniques_are_in_the_modules_that_the_page_names() -> None:
    text = (ROOT / "docs/howto/computer-players.md").read_text("utf-8")
    table = text.partition("\n## Techniques\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\w[^|]*) \| [^|]* \| (`[^|]*`) \|$", table, re.M)
    assert len(rows) > 20
    for technique, modules in rows:
        for module in re.findall(r"`(.*?)`", modules):
            words = " ".join((PACKAGE / module).read_text("utf-8").split()).lower()
            assert technique.lower() in words, (technique, module)


def test_the_records_of_kropki_in_its_formats_say_the_same() -> None:
    text, sgf = blocks(ROOT / "docs" / "kropki" / "formats.md", "text")
    assert parse(text, KROPKI) == parse(sgf, KROPKI)


def test_the_records_of_mills_in_its_formats_say_the_same() -> None:
    page = ROOT / "docs" / "morris" / "formats.md"
    (text,), (as_json,) = blocks(page, "text"), blocks(page, "json")
    assert parse(text) == parse(as_json)


def test_the_board_and_the_record_of_a_small_game_are_what_the_page_makes() -> None:
    page = ROOT / "docs" / "morris" / "boards.md"
    names: dict[str, Any] = {}
    for code in blocks(page, "python"):
        exec(code, names)
    check_made(*small_game(), COMMAND)
    shown = names["state"].to_board(last_move=names["Step"](7, 8))
    assert blocks(page, "text") == [f"{shown}\n", names["record"].to_text()]


@pytest.mark.parametrize(
    ("ruleset", "players", "size"),
    [(NESTORGAMES, 2, 600), (MILLS, 2, 3_200), (NINE_AM, 3, 10_000), (STANDARD, 2, 45_000)],
)
def test_pickled_states_are_as_large_as_the_page_says(
    ruleset: GameRuleset[Any, Any], players: int, size: int
) -> None:
    end = random_game(Game.start(ruleset, players).initial_state, Random(1)).state
    assert 0.85 * size < len(pickle.dumps(end)) < 1.15 * size
    said = "600 bytes" if size == 600 else f"{size / 1000:g} kB"
    assert said in (ROOT / "docs" / "embedding.md").read_text("utf-8")


def test_the_public_listing_of_9am_is_named_where_its_board_is_explained() -> None:
    for page in ("rules", "boards"):
        text = (ROOT / f"docs/morris/{page}.md").read_text("utf-8")
        assert "*Nine Men's Morris Evolution*" in text


def test_the_files_of_game_sites_are_good() -> None:
    page = (ROOT / "docs" / "kropki" / "sgf.md").read_text("utf-8")
    verdicts = list(verify(ROOT / "examples" / "kropki.sgf", entry=KROPKI))
    for verdict in verdicts:
        assert verdict.record is not None
        record = verdict.record
        said = f"good, {record.game.ply} moves, {record.result}, {record.game.ending_text}"
        assert f"game {verdict.number}, line {verdict.line}: {said}" in page
    assert len(verdicts) == 2


def test_links_outside_the_documentation_lead_somewhere() -> None:
    names = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md")
    for page in (ROOT / name for name in names):  # Sphinx checks the others
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert linked(page, target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("kind", [GameEntry, StartTags])
def test_the_guide_to_new_games_names_every_field_of_an_entry(kind: type[Any]) -> None:
    rows = "".join(re.findall(r"^\| `.*?\|", GUIDE.read_text("utf-8"), re.M))
    missing = {field.name for field in attrs.fields(kind)} - {*re.findall(r"`(\w+)`", rows)}
    assert missing <= {"tags"}  # which has a section of its own


@pytest.mark.parametrize("name", PAGES)
def test_the_tables_of_options_say_what_the_rulesets_say(name: str) -> None:
    said = (ROOT / "docs" / name).read_text("utf-8")
    assert said == with_options(name), "run docs/_ext/option_tables.py"
    assert "| TEXT |" not in said, "say what the tag looks like"
