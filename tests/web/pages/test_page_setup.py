"""The page's form for a new game."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, NinetkaError, kropki
from ninetka.base.messages import in_language
from ninetka.games import all_games, entry_for_name
from ninetka.records import Record, parse
from ninetka.server.catalogue import catalogue

pytestmark = [*NEEDED, pytest.mark.long]
SIZES = [(1280, 800), (1366, 768), (740, 360), (360, 740)]


def choose(page: PlayPage, field: str, value: str) -> None:
    """Choose or type something in a field that a selector finds, as a person does."""
    page.js(
        """const [field, value] = arguments;
        field.value = value;
        if (field.value !== value) throw new Error(`there is no ${value}`);
        field.dispatchEvent(new Event("change", { bubbles: true }));""",
        page.one(field),
        value,
    )


def begin(
    page: PlayPage, game: str, ruleset: str | None = None, players: int | None = None
) -> None:
    """Fill the form, which is left open."""
    page.js("showStart()")
    if not page.one("#setup").get_property("open"):
        page.click("#setup summary")
    choose(page, "#kind", game)
    if ruleset is not None:
        choose(page, "#ruleset", ruleset)
    if players is not None:
        choose(page, "#count", str(players))
    for field in page.driver.find_elements("css selector", "#seats select"):
        page.js("arguments[0].value = ''", field)


@pytest.mark.main_path
def test_every_game_can_be_begun(page: PlayPage) -> None:
    begun = 0
    for game in catalogue():
        for ruleset in game["rulesets"]:
            for players in ruleset["players"]:
                begin(page, game["name"], ruleset["name"], players)
                assert len(page.driver.find_elements("css selector", "#seats fieldset")) == players
                page.click("#begin .main")
                page.wait(lambda: not page.one("#setup").get_property("open"))
                tags = {"Game": game["name"], "Ruleset": ruleset["name"], "Players": str(players)}
                entry = entry_for_name(game["name"])
                named = {name: tags[name] for name in ("Game", *entry.tags.names) if name in tags}
                start = entry.begin(named)
                if not start.is_dealt:  # chance has decided on the page
                    start = parse(page.record()).game.initial_state
                    assert start.is_dealt
                page.shows(Record(Game.from_state(start)))
                assert page.text("#result") == "unfinished"
                begun += 1
    assert begun >= 12


def test_sizes_and_names_are_chosen(page: PlayPage) -> None:
    begin(page, "Kropki", "territory")
    choose(page, "#options [name=columns]", "9")
    choose(page, "#options [name=rows]", " 8 ")
    for at, name in enumerate(["Ann", " Ben "], start=1):
        choose(page, f"#seats fieldset:nth-child({at}) [name=name]", name)
    page.click("#begin .main")
    game = Game.start(attrs.evolve(kropki.TERRITORY, columns=9, rows=8))
    page.shows(Record(game, {"First": "Ann", "Second": "Ben"}))
    assert page.text("#players") == "Ann (x) \u2013 Ben (o)"
    assert page.driver.title == "Ann (x) \u2013 Ben (o) \u00b7 Kropki"
    assert parse(page.record()).tags == {"First": "Ann", "Second": "Ben"}


def test_a_game_begins_from_a_position(page: PlayPage) -> None:
    state: Any = Game.start(NESTORGAMES, players=3).play("*C3 *F3").state
    begin(page, "9tka", "nestorgames", 3)
    choose(page, "#from", state.to_text())
    page.click("#begin .main")
    page.shows(Record(Game.from_state(state)))
    page.play(["I3"])
    page.shows(Record(Game.from_state(state).apply("*I3")))


@pytest.mark.parametrize(
    ("game", "field", "value", "options"),
    [
        ("9tka", "#from", "nonsense", {"Position": "nonsense"}),
        ("9tka", "#from", "x" * 5000, {"Position": "x" * 5000}),
        ("Kropki", "#options [name=columns]", "many", {"Columns": "many"}),
        ("Kropki", "#options [name=rows]", "0", {"Rows": "0"}),
        ("Mills", "#options [name=tokens]", "2", {"Tokens": "2"}),
    ],
)
def test_what_cannot_be_begun_is_explained(
    page: PlayPage, game: str, field: str, value: str, options: dict[str, str]
) -> None:
    page.open(Record(Game.start(NESTORGAMES)))
    before = page.seen
    begin(page, game)
    choose(page, field, value)
    page.click("#begin .main")
    page.wait(lambda: page.text("#refusal") != "")
    with pytest.raises(NinetkaError) as caught:
        entry_for_name(game).begin({"Game": game, **options})
    assert page.text("#refusal").lower() == " ".join(str(caught.value).split()).lower()
    assert page.one("#setup").get_property("open")
    assert page.seen == before
    choose(page, field, "")
    page.click("#begin .main")
    page.wait(lambda: not page.one("#setup").get_property("open"))
    assert page.seen["position"] != before["position"] or game == "9tka"


def test_the_computer_is_chosen_by_seat_and_goes_by_its_name(page: PlayPage) -> None:
    begin(page, "9tka", "wiki", 3)
    for at, player in enumerate(["", "random", "greedy"], start=1):
        choose(page, f"#seats fieldset:nth-child({at}) [name=player]", player)
    choose(page, "#seats fieldset:nth-child(1) [name=name]", "Ann")
    page.click("#begin .main")
    page.wait(lambda: not page.one("#start").get_property("open"))
    players = "Ann (a) \u2013 Computer, random (b) \u2013 Computer, greedy (c)"
    assert page.text("#players") == players
    page.click_place("C3")
    page.wait(lambda: page.text("#place") == "Ply 3 of 3")
    assert page.text("#turn") == "Ann (a) to move"


def test_the_first_game_is_one_against_the_computer(page: PlayPage) -> None:
    page.load()
    assert page.text("#players") == "You (a) \u2013 Computer, easy (b)"
    assert page.text("#turn") == "You (a) to move"
    page.click("#new")
    page.click("#setup summary")
    assert page.js("return seatFields(page.seats, 'player').map(({ value }) => value)") == [
        "", "easy",
    ]  # fmt: skip


def test_who_is_new_plays_the_easiest_computer_and_a_choice_is_kept(page: PlayPage) -> None:
    chosen = "return page.start.querySelector('[name=opponent]:checked').value"
    page.load()
    assert page.js(chosen) == "easy"
    page.click("#new")
    page.js("page.start.querySelector('[value=strong]').click()")
    page.click("#close-start")
    page.driver.refresh()
    page.begun()
    assert page.js(chosen) == "strong"
    page.load()
    assert page.js(chosen) == "easy"


def test_the_rules_are_summed_up(page: PlayPage) -> None:
    page.open(Record(Game.start(kropki.STANDARD), {"Event": "Club"}))
    page.menu("about")
    state: Any = Game.start(kropki.STANDARD).state
    assert page.one("#rules-picture svg").is_displayed()
    assert page.js("return page.summary.textContent") == state.ruleset.summary
    assert "Event\nClub" in page.text("#tags")


def test_the_picture_of_the_rules_comes_even_if_the_games_are_listed_late(page: PlayPage) -> None:
    page.js("setGames([]); renderGame()")
    page.menu("about")
    assert page.driver.find_elements("css selector", "#rules-picture svg") == []
    page.js("return listGames()")
    assert page.one("#rules-picture svg").is_displayed()


# One tap


def test_a_first_visit_begins_with_a_card_for_each_game(page: PlayPage) -> None:
    page.js("sessionStorage.clear(); localStorage.clear(); location = 'about:blank'")
    page.wait(lambda: page.driver.current_url == "about:blank")
    page.driver.get(page.address)
    page.wait(lambda: page.one("#start").get_property("open"))
    names = [name for entry in all_games() for name in entry.names]
    titles = (
        "return [...page.cards.querySelectorAll('.card > strong')].map((each) => each.textContent)"
    )
    assert page.js(titles) == names
    pictures = "return page.cards.querySelectorAll('.card > .drawn > svg').length"
    assert page.js(pictures) == len(names)
    page.begun()


@pytest.mark.parametrize("code", ["en", "fr", "pl", "ru"])
def test_a_card_says_what_the_game_is_about(page: PlayPage, code: str) -> None:
    names = [name for entry in all_games() for name in entry.names]
    lessons = [entry_for_name(name).lessons for name in names]
    with in_language(code):
        said = [found(name).about for found, name in zip(lessons, names, strict=True) if found]
    assert len(said) == len(names)
    with page.speaking(code):
        assert (
            page.js("return [...page.cards.children].map((each) => each.children[2].textContent)")
            == said
        )
        for width, height in SIZES:
            page.size(width, height)
            page.js("showStart()")
            bottom = "return page[arguments[0]].getBoundingClientRect().bottom"
            assert page.js(bottom, "cards") <= page.js(bottom, "start")
            page.js("page.start.close()")


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("opponent", "game", "players"),
    [
        ("easy", "Kropki", [None, "easy"]),
        ("strong", "9AM", [None, "strong", "strong"]),
        ("2", "Mills", [None, None]),
        ("4", "9tka", [None] * 4),
        ("5", "Kropki", [None, None]),  # as many as the game allows
    ],
)
def test_one_tap_begins_a_game(
    page: PlayPage, opponent: str, game: str, players: list[str | None]
) -> None:
    page.click("#new")
    page.js("page.start.querySelector(`[value='${arguments[0]}']`).click()", opponent)
    page.click(f"[data-game='{game}']")
    page.wait(lambda: page.js("return state.game.name") == game)
    assert page.js("return state.game.computers") == players
    assert not page.one("#start").get_property("open")
    sizes = entry_for_name(game).tags.sizes
    start: Any = parse(page.record()).game.initial_state
    assert not sizes or str(start.ruleset.columns) == sizes[0]["Columns"]


CUT = """
const cut = (each) => {
    each.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
};
const shown = [...page.start.querySelectorAll("button, input, select")];
return [
    page.start.scrollWidth > page.start.clientWidth ? "wide" : [],
    shown.filter((each) => each.checkVisibility() && cut(each)).map((each) => each.outerHTML),
].flat();
"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_button_of_the_choice_is_cut_off(page: PlayPage, width: int, height: int) -> None:
    page.size(width, height)
    for is_open in ("false", "true"):
        page.js(f"showStart(); page.setup.open = {is_open}")
        assert page.js(CUT) == []
    page.js("page.setup.open = false; page.start.scrollTop = 0")
    first = page.one(".card").rect
    assert first["y"] + first["height"] <= height


def test_a_begun_game_stands_at_the_top(page: PlayPage) -> None:
    page.size(360, 740)
    page.js("scrollTo(0, 400); showStart()")
    page.click("[data-game='Mills']")
    page.wait(lambda: page.js("return state.game.name") == "Mills")
    page.wait(lambda: page.js("return scrollY") == 0)


def test_players_change_in_the_middle_of_a_game(page: PlayPage) -> None:
    page.open(Record(Game.start(NESTORGAMES).play("*C3 *F3 *I3")))
    page.menu("seating")
    choose(page, "#playing fieldset:nth-child(1) [name=name]", "Ann")
    choose(page, "#playing fieldset:nth-child(2) [name=player]", "random")
    page.click("#change .main")
    page.wait(lambda: page.text("#place") == "Ply 4 of 4")
    assert page.text("#players") == "Ann (a) \u2013 Computer, random (b)"
    assert parse(page.record()).tags == {"First": "Ann", "Second": "random"}
    page.menu("seating")
    choose(page, "#playing fieldset:nth-child(2) [name=player]", "")
    page.click("#change .main")
    page.wait(lambda: page.text("#players") == "Ann (a) \u2013 Player b")
