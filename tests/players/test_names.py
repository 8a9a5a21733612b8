"""Players by name, and what names and players are refused."""

from __future__ import annotations

import pytest

from ninetka import NinetkaError
from ninetka.players import Greedy, Level, MonteCarlo, Player, RandomPlayer, Search, parse_player

WRITE = (
    "write random, greedy, easy, club, strong, mc:PLAYOUTS, search:VISITS or search:SECONDSs, "
    "for example mc:1000,"
)


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("random", RandomPlayer()),
        ("greedy", Greedy()),
        ("easy", Level("easy")),
        ("club", Level("club")),
        ("strong", Level("strong")),
        ("mc:1000", MonteCarlo(1000)),
        ("search:10000", Search(visits=10_000)),
        ("search:2s", Search(seconds=2)),
        ("search:0.5s", Search(seconds=0.5)),
        ("search:1e-05s", Search(seconds=0.00001)),
        ("search:86400s", Search(seconds=86_400)),
        ("search:1000000000", Search(visits=10**9)),
    ],
)
def test_a_name_is_its_players(name: str, player: Player) -> None:
    assert parse_player(name) == player
    assert player.name == str(player) == name


def test_a_name_may_be_written_otherwise() -> None:
    assert parse_player("search:.50s") == parse_player("search:5e-1s") == Search(seconds=0.5)
    assert parse_player("mc:010") == MonteCarlo(10)


@pytest.mark.parametrize(
    "text",
    ["", "me", "Random", "random:5", "greedy ", "mc", "mc:", "mc:2s", "mc:-1", "mc:1_0", "mc:1.5",
     "mc:\u0663", "search", "search:-1", "search:-1s", "search:nans", "search:infs", "search:s",
     "search:.s", "search:1.2.3s", "search:1e5", "search:5ms", "search:2s\n", "mc:" + "9" * 5000],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NinetkaError, match=f"is not a computer player: {WRITE}") as caught:
        parse_player(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mc:0", "a move takes 1 to 1000000000 playouts, not 0: for example mc:1000 or"),
        ("mc:1000000001", "a move takes 1 to 1000000000 playouts, not 1000000001: "),
        ("search:0", "a move takes 1 to 1000000000 visits, not 0: for example mc:1000 or"),
        ("search:0s", "a move takes more than 0 and at most 86400 seconds, not 0.0: for example"),
        ("search:86401s", "a move takes more than 0 and at most 86400 seconds, not 86401.0: "),
        ("search:1e999s", "a move takes more than 0 and at most 86400 seconds, not inf: "),
    ],
)
def test_wrong_amounts_are_refused(name: str, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        parse_player(name)


def test_other_levels_are_refused() -> None:
    with pytest.raises(NinetkaError, match=r"^a level is easy, club or strong, not 'expert'$"):
        Level("expert")


@pytest.mark.parametrize("options", [{}, {"visits": 10, "seconds": 1.0}])
def test_a_search_takes_visits_or_seconds(options: dict[str, float]) -> None:
    with pytest.raises(NinetkaError, match=r"^a search takes visits or seconds: Search"):
        Search(**options)  # type: ignore[arg-type]


def test_seconds_that_are_no_number_are_refused() -> None:
    for seconds in (float("nan"), -1.0):
        with pytest.raises(NinetkaError, match="more than 0 and at most 86400 seconds"):
            Search(seconds=seconds)
