"""Records as text: the grammar of docs/formats.md, comments of all kinds, where records begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fuzz_targets import STATES
from support.grammars import RULES, Node, texts
from support.nine_states import NEUTRALS

from ninetka import NESTORGAMES, NINE, Game, IllegalMoveError, Move, NinetkaError, Ruleset, State
from ninetka.records import Record, Variation, parse, verify
from ninetka.records.text import is_word
from ninetka.server.checks import Cursor, check

HEAD = '[Ruleset "nestorgames"]\n[Players "2"]\n'
DUEL = Game.from_state(State.start(Ruleset("duel", {2: 1})))
for each in (*NEUTRALS.split(), "@A5", "@K5", "A5-J5"):
    DUEL = DUEL.apply(DUEL.state.parse_move(each))

ANY = st.characters(exclude_categories=["Cs"])
SAID = {
    'any character but " and \\ and control characters other than the tab': st.characters(
        exclude_categories=["Cs", "Cc"], include_characters="\t", exclude_characters='"\\'
    ),
    "an ASCII letter or digit": st.from_regex(r"\A[A-Za-z0-9]\Z"),
    "any character but }": ANY.filter(lambda char: char != "}"),
    "any character but the end of a line": ANY.filter(lambda char: char != "\n"),
    "a hyphen, dash or minus sign of word processors, U+2010 to U+2015 or U+2212": (
        st.sampled_from("\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
    ),
    "end of line": st.sampled_from(["\n", "\r\n"]),
    "a number from 0 to 255": st.integers(0, 255).map(str),
}
MADE = {name: texts(name, SAID) for name in ("turn", "move", "comment", "glyph", "result")}
SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
WHITE = st.text(" \t\n", min_size=1, max_size=2)


def comments_of(body: str, head: str = HEAD) -> dict[int, str]:
    return dict(parse(f"{head}\n{body}", NINE).comments)


def error_text(text: str) -> str:
    """The error of the one bad record of a text."""
    (error,) = (verdict.error for verdict in verify(text.split("\n")) if verdict.error)
    return str(error)


@st.composite
def lines(draw: st.DrawFn, texts: Sequence[str], where: Node, variations: bool = True) -> Written:
    """What the grammar lets stand among moves, and with what of it on the moves."""
    kind, choices = where
    assert kind == "many"
    names = [name for _, name in choices[1] if name not in ("move", "variation" * (not variations))]
    names = draw(st.permutations([*draw(st.lists(st.sampled_from(names))), *["move"] * len(texts)]))
    line = Written()
    for name in names:
        made = draw(MADE[name]) if name in MADE else ""
        if name == "variation" and not line.ply:
            continue
        if name == "variation":  # the same moves, other marks on them
            inner = draw(lines(texts[line.ply - 1 :][:2], where, variations=False))
            made = f"({inner.body})"
            line.variations.setdefault(line.ply, []).append(inner)
        elif name == "move":
            made = texts[line.ply]
            line.ply += 1
        elif name == "glyph":
            number = SUFFIXES.get(made) or int(made.removeprefix("$"))
            line.glyphs.setdefault(line.ply, []).append(number)
        elif name == "comment":
            if re.search(r"\n(\s*\[|\ufeff)", made):  # a record may begin there
                continue
            line.comments.setdefault(line.ply, []).append(
                made[1:-1] if made[0] == "{" else made[1:]
            )
        line.add(name, made, draw(WHITE), touching=draw(st.booleans()))
    return line


@attrs.define
class Written:
    """A line of play as the grammar has it."""

    body: str = ""
    ply: int = 0
    last: str = ""
    comments: dict[int, list[str]] = attrs.Factory(dict)
    glyphs: dict[int, list[int]] = attrs.Factory(dict)
    variations: dict[int, list[Written]] = attrs.Factory(dict)

    def add(self, name: str, text: str, white: str, touching: bool) -> None:
        """Write one more part, which may touch the last only where the grammar lets it."""
        may_touch = (
            not self.last
            or not {self.last, name}.isdisjoint({"comment", "variation"})
            or (self.last == "turn" and not text[0].isdigit())
            or (self.last == "move" and text in SUFFIXES)
        )
        self.body += text if touching and may_touch else white + text
        self.last = name

    def check(self, line: Record[State, Move] | Variation[State, Move]) -> None:
        """Check that a line that was read has what is written here."""
        joined = {ply: " ".join(" ".join(said).split()) for ply, said in self.comments.items()}
        assert line.game.ply == self.ply
        assert line.comments == {ply: text for ply, text in joined.items() if text}
        assert line.glyphs == {ply: tuple(dict.fromkeys(each)) for ply, each in self.glyphs.items()}
        assert line.variations.keys() == self.variations.keys()
        for ply, variations in self.variations.items():
            for inner, variation in zip(variations, line.variations[ply], strict=True):
                inner.check(variation)


@given(st.integers(0, DUEL.ply), st.data())
def test_what_the_grammar_generates_is_read(plies: int, data: st.DataObject) -> None:
    kind, (_, _, before, result, after) = RULES["record"]
    assert (kind, before[0], result, after[0]) == ("all", "many", ("name", "result"), "many")
    line = data.draw(lines(DUEL.move_texts[:plies], before))
    line.add("result", str(DUEL.state.outcome) if plies == DUEL.ply else "*", "\n", touching=False)
    end = data.draw(lines([], after))
    tags = Record(Game.from_state(DUEL.initial_state)).to_text().removesuffix('[Result "*"]\n\n*\n')
    record = parse(f"{tags}\n{line.body} {end.body}", NINE)
    assert record.game.moves == DUEL.moves[:plies]
    line.comments.setdefault(plies, []).extend(end.comments.get(0, []))
    if 0 in end.glyphs:
        line.glyphs.setdefault(plies, []).extend(end.glyphs[0])
    line.check(record)
    assert parse(record.to_text(), NINE) == record == parse(record.to_json(), NINE)


@given(st.lists(texts("tag", SAID), max_size=4))
def test_tags_that_the_grammar_generates_are_read(tags: list[str]) -> None:
    named = {tag[1 : tag.index(" ")]: tag for tag in tags}
    for own in ("Game", "Result", *NINE.tags.names):
        named.pop(own, None)
    record = parse(f"{''.join(named.values())}{HEAD}\n*", NINE)
    assert list(record.tags) == list(named)
    for name, tag in named.items():
        value = tag[len(name) + 3 : tag.rindex('"')]
        assert record.tags[name] == re.sub(r"\\(.)", r"\1", value)


@given(st.sampled_from(STATES), MADE["move"])
def test_moves_that_the_grammar_generates_are_moves(state: State, text: str) -> None:
    try:
        move = state.parse_move(text)
    except IllegalMoveError:
        pass
    except NinetkaError as error:
        pytest.fail(str(error))
    else:
        assert move in state.legal_moves


@pytest.mark.parametrize(
    ("body", "comments"),
    [
        ("*C3 ; one two \n*F3 *", {1: "one two"}),
        ("*C3;one\n;two\r\n*F3 *;three", {1: "one two", 2: "three"}),
        ("; {one\n*C3 ; two}\n*F3 *", {0: "{one", 1: "two}"}),
        ("{one; two} *C3 {;\n;} *F3 *", {0: "one; two", 1: "; ;"}),
        ("*C3 ; ; one ( $1\n*F3 *", {1: "; one ( $1"}),
        ("*C3 ;\n*F3 * ; \n", {}),
        ('*C3 ; [Ruleset "wiki"]\n*F3 *', {1: '[Ruleset "wiki"]'}),
        ('*C3 {so:\n[Ruleset "wiki"]\n  [Players "2"]\n\n} *F3 *',
         {1: 'so: [Ruleset "wiki"] [Players "2"]'}),
        ("*C3 {a}(*D4 {b}) {c} *F3 {d}*(*I3){e}", {1: "a c", 2: "d e"}),
        ("*C3 {(*D4)} *F3 ; (*D4)\n*", {1: "(*D4)", 2: "(*D4)"}),
    ],
)  # fmt: skip
def test_comments_of_all_kinds_are_read(body: str, comments: dict[int, str]) -> None:
    assert comments_of(body) == comments


def test_a_carriage_return_alone_is_white_space_and_ends_no_line() -> None:
    assert comments_of("*C3\r*F3 {a\rb} *") == {2: "a b"}
    assert comments_of("*C3 ;a\r*F3 *\n*") == {1: "a *F3 *"}
    assert error_text(f'[A "a\rb"]\n{HEAD}\n*').startswith(
        "game 1, line 1: the tag 'A' has a character"
    )
    assert error_text(f"{HEAD}\n*".replace("\n", "\r")).startswith(
        "game 1, line 1: a tag is written"
    )


@pytest.mark.parametrize("tag", ["Stones", "EdgeStop", "TurnOrder"])
def test_a_ruleset_of_ones_own_is_spelled_out_beside_a_position_too(tag: str) -> None:
    record = Record(Game.from_state(DUEL.state)).to_text()
    assert "[Position " in record
    said = "game 1, line 1: the ruleset 'duel' is not published (nestorgames, wiki and"
    error = error_text(re.sub(rf"(?m)^\[{tag} .*\n", "", record))
    assert error.startswith(said)
    assert error.endswith(f"({tag} missing)")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("1.*C3 *F3 (1. *I3 *) *", "line 4, in a variation, ply 3, '*': '*' is not a move"),
        ("1.*C3 *F3\n(1. *I3 2. *D4 *F9) *",
         "line 5, in a variation, ply 3, '*D4': a neutral cannot go to D4"),
        ("*C3 *F3 (*I3 (*C6\n(*F6 *D4))) *", "line 5, in a variation, ply 3, '*D4': a neutral"),
        ("1.\n(*D3) *D3 *", "line 5: a variation in ( ) follows the move that it replaces"),
        ("*C3 (*D3 *", "line 4: a variation is not closed with )"),
        ("*C3\n(*D4 (*F3) *", "line 5: a variation is not closed with )"),
        ("*C3 *F3) *", "line 4: this ) closes no variation"),
        ("*C3 (1. {so} $3) *", "line 4: a variation in ( ) has no moves"),
        ("*C3 (*D3) *F3 (*I3)", "line 4: the result is missing: '*F3' is a move, and a record"),
        ("*C3 !!! *", "line 4: '!!!' is not a glyph: !, ?, !!, ??, !? or ?! are"),
        ("*C3 $256 *", "line 4: a glyph is $0 to $255, not '$256'"),
        (f"*C3 ${'1' * 5000} *", "line 4: a glyph is $0 to $255, not '$111"),
        ("*C3 $ *", "line 4, ply 2, '$': '$' is not a move"),
        ("*C3 $1x *", "line 4, ply 2, '$1x': '$1x' is not a move"),
        ("*C3$1 *", "line 4, ply 1, '*C3$1': '*C3$1' is not a move"),
        ("*C3 \u0663. *", "line 4, ply 2, '\u0663.': '\u0663.' is not a move"),
        ("*C3 *F3 ; *", "line 4: the result is missing: '*F3' is a move, and a record ends with"),
        ("*C3 {a\n; }\n{\n*", "line 6: a comment is not closed with }"),
        ("1.2.*C3 *", "line 4, ply 1, '1.2.*C3': '1.2.*C3' is not a move"),
        ("1..2 *", "line 4, ply 1, '1..2': '1..2' is not a move"),
        ("1.4-4", "line 4: the result is said to be '1.4-4', but the game is not over"),
        ("1. 4-4", "line 4: the result is said to be '4-4', but the game is not over"),
        ("4-4*", "line 4: the result is said to be '4-4*', but the game is not over"),
    ],
)  # fmt: skip
def test_what_cannot_follow_the_tags(body: str, said: str) -> None:
    assert error_text(f"{HEAD}\n{body}").startswith(f"game 1, {said}")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1-2 *", "None"),
        ("1-2", "line 5: the result is missing: '1-2' is a move, and a record ends"),
        ("1-0", "line 5: the result is said to be '1-0', but the game is not over"),
        ("1-0 *", "line 5, ply 1, '1-0': '0' is not a field"),
        ("5-4 1-2 *", "line 5, ply 2, '1-2': seat a has made a mill"),
        ("5-4 x12 1-0", "None"),
        ("5-4 x12 1-2", "line 5: the result is said to be '1-2', but the game gives 1-0"),
        ("5-4 x12 0-1", "line 5: the result is said to be '0-1', but the game gives 1-0"),
        ("5-4 x12 {", "line 5: a comment is not closed with }"),
    ],
)
def test_results_and_moves_that_look_alike(moves: str, said: str) -> None:
    position = "a...a.a....b.b.b........ 0/0 0/0 0 a move mills"
    tags = f'[Game "Mills"]\n[Ruleset "mills"]\n[Position "{position}"]\n'
    (verdict,) = verify(f"{tags}\n{moves}".split("\n"))
    assert str(verdict.error).removeprefix("game 1, ").startswith(said)


@pytest.mark.parametrize(
    ("lines", "records"),
    [
        ("{ a\n[Event 5]\n} *", 1),
        ('{ a\n[Event "5"]\n*', 2),
        ('{ a\n[Event "5"]\n} *', 1),
        ('{ a\n[Event "5"]\n{b} *', 2),
        ('{ a\n[Event "}"]\n*', 2),
        ('{ a\n[Event "5} *', 1),
        ('{ a\n[Event "{"]\n} *', 1),
        ('{ a\n[B "5"]\nc\n[D "6"]\n} *', 1),
        ('{ a\n[B "5"]\n} {\n[D "6"]\n*', 2),
        # Comments and blank lines do not end the tags
        ('; {\n[Event "5"]\n} *', 1),
        ('{a} ; {\n[Event "5"]\n} *', 1),
        ('{ ; }\n[Event "5"]\n} *', 1),
        ('; [1 ""]\n*', 1),
        ('[A "{"]\n\n*\n[1 ""]\n*', 2),
        ('[A "b"]\n[C]\n[D ""]\n\n*', 1),
        (' [ 1"', 1),
        ('[Players "3"]\n\n*', 2),
        ('{a} [A "b"] [Players "3"]\n\n*', 1),
        # Bad tags begin records like others
        ("*\n [ 1\n[Oops]\n*", 2),
        ("*\n%{\n[A 1]\n*", 2),
    ],
)
def test_a_record_begins_with_a_tag_after_moves(lines: str, records: int) -> None:
    assert len(list(verify(f"{HEAD}\n{lines}".split("\n")))) == records


LINES = st.lists(
    st.sampled_from(['[A "b"]', ' [ A "', "x", "", "; y", '[Ruleset "wiki"]', "*", "[C", '[D "}']),
    max_size=5,
)


@given(LINES)
def test_a_comment_may_have_lines_like_tags(lines: list[str]) -> None:
    comment = "\n".join(["{", *lines, "}"]).partition("}")[0]
    text = f"{HEAD}\n*C3 {comment}}} *F3 *\n"
    first, second = verify(f"{text}\n{text}".split("\n"))
    assert first.record is not None
    assert first.record == second.record
    assert first.record.comments.get(1, "") == " ".join(comment[1:].split())


@given(LINES.filter(lambda lines: "[D " not in "".join(lines)))
def test_a_comment_that_is_not_closed_does_not_swallow_the_next_record(lines: list[str]) -> None:
    open_, good = "\n".join([f"{HEAD}\n*C3 {{", *lines, ""]), f"{HEAD}\n*C3 {{so}} *F3 *\n"
    for text in (good, good.replace("{so}", "")):
        *bad, last = verify(f"{open_}\n{text}".split("\n"))
        assert bad
        assert last.record == parse(text)


def test_a_source_is_read_on_only_as_far_as_a_comment_may_go() -> None:
    lines = iter([*f'{HEAD}\n{{a\n[B "c"]'.split("\n"), *["x" * 1000] * 5000])
    bad, _, good = verify(chain(lines, f"\n{HEAD}\n*".split("\n")))
    assert str(bad.error) == "game 1, line 4: a comment is not closed with }"
    assert good.record == parse(f"{HEAD}\n*")


def test_a_part_of_a_file_may_end_in_a_comment_with_a_line_like_a_tag() -> None:
    game = f'{HEAD}\n*C3 {{so\n[A "b"]\nx\n[C "d"]\n}} *F3 *\n'
    for end in range(game.index("[A"), len(game)):
        part = check(f"{game * 2}{game[:end]}", Cursor(), 9, more=True)
        assert [each["ok"] for each in part.games] == [True]
        assert part.rest == Cursor(line=game.count("\n") + 1, number=2)
    assert [each["ok"] for each in check(game * 2, Cursor(), 9).games] == [True, True]


def test_a_bad_tag_begins_a_record_as_well() -> None:
    assert [verdict.line for verdict in verify(["[Oops]", "*", '[1 "]', "[2]", "*"])] == [1, 3]


def test_a_blank_line_between_tags_is_told_and_makes_no_second_record() -> None:
    text = f'[Event "x"]\n \n{HEAD}\n*C3 *\n\n{HEAD}\n*'
    first, second = verify(text.split("\n"), "x.9tka")
    assert str(first.error) == (
        "x.9tka, game 1, line 2: a blank line stands between two tags of a record: leave it out"
    )
    assert second.line == 8
    assert second.record is not None


def test_comments_and_lines_that_do_not_count_may_stand_before_tags_and_moves() -> None:
    text = '% {\n{a\n[B "c"]\n} [Event "x"] ; d\n'
    record = parse(f"{text}{HEAD}%\n{{e}} *C3 *F3\n%*\n*")
    assert record.tags == {"Event": "x"}
    assert record.comments == {0: 'a [B "c"] d e'}
    assert record.game.ply == 2


def test_removals_may_be_joined_to_moves() -> None:
    tags = '[Game "Mills"]\n[Ruleset "mills"]\n'
    apart = parse(f"{tags}\n1. a7 a1 2. d7 d1 3. g7 xa1 {{so}} d5 $1 *")
    joined = parse(f"{tags}\n1. a7 a1 2. d7 d1 3. g7xa1{{so}} d5! *")
    assert joined == apart
    record = parse(f"{tags}\n1. a7 a1 2. d7 d1 3. g7xa1 (3. d5) (3. xd1) *")
    assert [(ply, *line.game.move_texts) for ply, line in record.walk()] == [(5, "d5"), (6, "xd1")]
    assert parse(record.to_text()) == record
    names = ",".join(f"a{'x' * (at == 2)}{at}" for at in range(1, 25))
    own = parse(f'{tags}[FieldNames "2:{names}"]\n\n1. a1 ax2 *')
    assert own.game.move_texts == ("a1", "ax2")


def test_a_half_is_a_draw() -> None:
    tags = '[Game "Mills"]\n[Ruleset "mills"]\n[Ending "agreement"]\n'
    for half in ("1/2", "1/2-1/2", "\u00bd", "\u00bd-\u00bd"):
        assert parse(f"{tags}\n1. a7 {half}").result == "1/2-1/2"
    said = "add an Ending such as 'agreement'"
    assert error_text(tags.replace("[Ending", "[End") + "\n1. a7 1/2").endswith(said)


def test_a_game_may_have_tags_alone_if_one_of_them_is_its_result() -> None:
    first, second, third = verify(f'{HEAD}[Result "*"]\n\n{HEAD}[Result "*"]\n\n{HEAD}'.split("\n"))
    assert first.record == second.record == parse(f"{HEAD}\n*")
    assert third.record is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", ""),
        (r"\\", "\\"),
        (r"\\\"", "\\" + '"'),
        (r"a \"b\" \\ c\\", 'a "b" \\ c\\'),
        (r"\\n", r"\n"),
        (r"\n", r"\n"),
        ("{;$(})", "{;$(})"),
    ],
)
def test_escaped_characters_in_a_tag(written: str, value: str) -> None:
    record = parse(f'[A "{written}"]\n{HEAD}\n*', NINE)
    assert record.tags == {"A": value}
    assert f'[A "{written}"]\n'.replace(r'"\n', r'"\\n') in record.to_text()


@pytest.mark.parametrize("written", ['"', "\\", r"\\\\\\" + "\\", r"\\" + '"a'])
def test_what_a_tag_cannot_hold(written: str) -> None:
    said = f'game 1, line 1: a tag is written [Name "value"], not {f"""[A "{written}"]"""!r}'
    assert error_text(f'[A "{written}"]\n{HEAD}\n*') == said


@pytest.mark.parametrize(
    ("lengths", "lines"),
    [
        ([73, 2], [80]),
        ([74, 2], [79, 1]),
        ([75, 2], [80, 1]),
        ([76, 2], [77, 5]),
        ([79, 40, 38], [80, 80, 1]),
        ([200, 2], [201, 5]),
    ],
)
def test_lines_are_as_full_as_may_be(lengths: list[int], lines: list[int]) -> None:
    record = Record(Game.start(NESTORGAMES), {}, {0: " ".join("x" * each for each in lengths)})
    body = record.to_text().partition("\n\n")[2]
    assert [len(line) for line in body.splitlines()] == lines
    assert parse(record.to_text(), NINE) == record


def test_a_comment_with_a_closing_brace_has_a_line_of_its_own() -> None:
    comments = {0: "a } b", 1: "c", 2: "{d}" + " e" * 60}
    record = Record(Game.start(NESTORGAMES).play("C3 F3"), {}, comments)
    lines = ["; a } b", "1. *C3 {c} *F3", f"; {comments[2]}", "*", ""]
    assert record.to_text().partition("\n\n")[2] == "\n".join(lines)
    assert parse(record.to_text(), NINE) == record == parse(record.to_json(), NINE)


def test_what_is_a_word() -> None:
    for text in (
        "12", "E5", "*", "4-4", "7-10", "1/2--1", "80:-10/3:10", "0.5-1.5", "+", "$x", "a=b",
    ):  # fmt: skip
        assert is_word(text), text
    for text in ("12.", "12...", "12.e4", "{a", "a{b", ";a", "a;b", "(a", "a)", "a(b", "a!", "?"):
        assert not is_word(text), text
    for text in ("$1", "[a", "", "a b", "a\n"):
        assert not is_word(text), text


def test_blanks_may_stand_before_tags() -> None:
    assert parse(re.sub(r"(?m)^\[", "  [", Record(DUEL).to_text())) == Record(DUEL)
