"""The library and the naive rules side by side: both must say the same of everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

import attrs

from kropki.naive import Chain, Naive, NaiveError, Options, tight_chain
from kropki.naive import Point as Pair
from kropki.naive_text import chain_text, move_text, point_text, position_text, read_position
from kropki.turns import (
    Turn,
    dense_position,
    random_legal_turn,
    random_position,
    random_start,
    random_turn,
    wide_chain,
)
from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    DeclaredState,
    IllegalMoveError,
    Place,
    Point,
    Reason,
    Region,
    Ruleset,
    Seat,
    Setup,
    Start,
    State,
)
from ninetka.protocol.endings import Ending, EndingKind

RULES = {
    Reason.GAME_OVER: "K12", Reason.POINT_TAKEN: "K2", Reason.INSIDE_A_REGION: "K2",
    Reason.NO_PASSING: "K24", Reason.NOTHING_IS_DECLARED: "K10", Reason.CHAIN_TOO_SHORT: "K3",
    Reason.DOT_REPEATED: "K3", Reason.GAP: "K3", Reason.CROSSES_ITSELF: "K3",
    Reason.NOT_YOUR_DOT: "K3", Reason.DEAD_DOT: "K3", Reason.NO_CAPTIVE: "K6",
    Reason.NOTHING_INSIDE: "K21", Reason.CROSSES_A_REGION: "K7", Reason.RUNS_THROUGH_A_REGION: "K7",
}  # fmt: skip
"""The rule behind each reason but OFF_THE_BOARD, which is K2 for dots and K3 for chains."""


@cache
def point_of(pair: Pair) -> Point:
    return Point(point_text(pair))


def pair_of(point: Point) -> Pair:
    return point.column, point.row


def chain_of(chain: Iterable[Pair]) -> tuple[Point, ...]:
    return tuple(map(point_of, chain))


def points_of(pairs: Iterable[Pair]) -> set[Point]:
    return set(map(point_of, pairs))


def ruleset_of(naive: Naive, start: Start = Start.EMPTY) -> Ruleset:
    published, options = STANDARD if naive.automatic else TERRITORY, naive.options
    return attrs.evolve(
        published, columns=naive.columns, rows=naive.rows, start=start, komi=options.komi,
        grounding=options != Options() and naive.automatic and not options.border,
        empty_areas=options.empty_areas, border=options.border,
    )  # fmt: skip


def renamed(text: str, name: str) -> str:
    """A position text with another name of its ruleset: `standard` alone has the cross."""
    board, seat, _, regions = text.split(" ")
    return f"{board} {seat} {name} {regions}"


def state_of(naive: Naive) -> State:
    """The same position in the library, set up region by region."""
    dots = {point_of(pair): Seat(seat) for pair, seat in naive.dots.items()}
    regions = [Region(Seat(region.seat), chain_of(region.chain)) for region in naive.regions]
    return State.from_setup(Setup(dots, regions, Seat(naive.to_move), ruleset_of(naive)))


def play_side_by_side(
    rng: Random,
    automatic: bool,
    size: tuple[int, int],
    most: int | None = None,
    options: Options | None = None,
) -> tuple[int, int]:
    """Compare a whole game, or some plies; return the numbers of plies played and refused.

    It begins with the start or with a position that is set up, then and now on a board of its own.
    """
    if rng.random() < 0.5:
        naive = random_start(rng, automatic, size)
        naive.options = options or naive.options
        cross = Start.CROSS if naive.dots else Start.EMPTY
        state = State.start(ruleset_of(naive, cross))
    else:
        naive = random_position(rng, automatic, size)
        if rng.random() < 0.3:
            naive = dense_position(rng, automatic)
        naive.options = options or naive.options
        state = state_of(naive)
    compare(state, naive)
    plies = refused = 0
    while not naive.over and plies != most:
        turn = random_turn(naive, rng)
        after = both_play(state, naive, turn)
        if after is None:
            refused += 1
            after = both_play(state, naive, random_legal_turn(naive, rng))
            assert after is not None
        state, naive = after
        compare(state, naive)
        if rng.random() < 0.1 or naive.over:
            compare_closely(state, naive, rng)
        plies += 1
    return plies, refused


def both_play(state: State, naive: Naive, turn: Turn) -> tuple[State, Naive] | None:
    """The positions of both after a turn; None if both refuse it, naming the same rule."""
    dot, chains = turn
    try:
        after = naive.play(dot, chains)
    except NaiveError as error:
        if on_some_board(dot, *chains):
            compare_refusal(state, move_text(dot, chains), error.rule)
        return None
    text = move_text(dot, chains)
    move = state.parse_move(text)
    assert state.is_legal(move)
    assert move == Place(point_of(dot), map(chain_of, chains))
    assert state.apply(text) == state.apply(move) == state.apply_unchecked(move)
    return state.apply(move), after


def declare_side_by_side(rng: Random, attempts: int) -> int:
    """Compare what both say of chains where there are many; return the number of chains tried."""
    naive = dense_position(rng, automatic=False)
    state = state_of(naive)
    tried = 0
    for _ in range(attempts):
        chain = wide_chain(naive, naive.to_move, rng)
        if chain is None:
            continue
        tried += 1
        assert isinstance(state, DeclaredState)
        links = chain_of(chain)
        after = both_judge(state, naive, chain)
        if after is None:
            continue
        region = Region(state.to_move, links)
        setup = state.to_setup()
        state = State.from_setup(attrs.evolve(setup, regions=(*setup.regions, region)))
        naive = after
        compare(state, naive)
        if rng.random() < 0.3:
            naive = naive.turned_to(1 - naive.to_move)
            state = State.from_setup(attrs.evolve(state.to_setup(), to_move=Seat(naive.to_move)))
    compare_closely(state, naive, rng)
    return tried


def both_judge(state: DeclaredState, naive: Naive, chain: Chain) -> Naive | None:
    """The naive position after a chain; None if both refuse it, naming the same rule."""
    links = chain_of(chain)
    try:
        after = naive.declared(naive.to_move, chain)
    except NaiveError as error:
        try:
            state.check_chain(links)
        except IllegalMoveError as refusal:
            assert RULES[refusal.reason] == error.rule, (state, links, refusal.reason, error.rule)
            return None
        raise AssertionError(f"{links} is illegal by {error.rule} in {state}") from error
    state.check_chain(links)
    return after


def on_some_board(dot: Pair, *chains: Chain) -> bool:
    """Whether the points have names: a damaged chain may reach beyond the largest board."""
    return all(0 <= number < 52 for chain in ((dot,), *chains) for pair in chain for number in pair)


def compare_refusal(state: State, text: str, rule: str) -> None:
    reasons = set()
    for refuse in (state.apply, state.parse_move):
        try:
            refuse(text)
        except IllegalMoveError as error:
            reasons.add(error.reason)
        else:
            raise AssertionError(f"{text} is illegal by {rule} in {state}")
    (reason,) = reasons
    if reason is Reason.OFF_THE_BOARD:
        assert rule in {"K2", "K3"}, (state, text, rule)
    else:
        assert RULES[reason] == rule, (state, text, reason, rule)


def compare(state: State, naive: Naive) -> None:
    """Compare all that can be seen of a position."""
    points = naive.points
    free = [point_of(pair) for pair in sorted(naive.free, key=lambda pair: pair[::-1])]
    assert list(state.free) == free, state
    assert dict(state.dots) == {point_of(pair): seat for pair, seat in naive.dots.items()}, state
    board = state.board.points
    assert points_of(points) == set(board)
    assert {point for point in board if state.is_dead(point)} == points_of(naive.dead), state
    owners = {point_of(pair): seat for pair, seat in naive.owners.items()}
    assert {p: seat for p in board if (seat := state.owner_of(p)) is not None} == owners, state
    assert set(drawn(state)) == set(naive.regions), state
    assert len(state.regions) == len(naive.regions)
    assert state.scores == naive.scores, state
    assert state.to_move == naive.to_move
    assert state.is_over == naive.over, state
    assert (state.outcome is None) == (not naive.over)
    assert state.max_plies_left == len(free)
    if isinstance(state, AutomaticState):
        assert [*state.legal_moves] == [*map(Place, free)], state
        columns = naive.columns
        codes = [point.row * columns + point.column for point in free]
        assert list(state.legal_actions) == codes, state


def drawn(state: State) -> list[tuple[int, Chain, frozenset[Pair]]]:
    """The regions as the naive rules have them."""
    return [
        (
            int(region.seat),
            tuple(map(pair_of, region.chain)),
            frozenset(map(pair_of, region.inside)),
        )
        for region in state.regions
    ]


def compare_closely(state: State, naive: Naive, rng: Random) -> None:
    """Compare what takes longer: texts, the settlement and the chains that can be declared."""
    compare_texts(state, naive)
    assert state.settlement().scores == naive.settled(), state
    if EndingKind.GROUNDING in state.endings:
        for seat in Seat:
            ending = Ending(EndingKind.GROUNDING, seat)
            assert state.outcome_after(ending).scores == naive.grounded(seat), state
    if not isinstance(state, DeclaredState):
        return
    chains = state.legal_chains()
    assert set(chains) == tight_chains(naive, naive.to_move), state
    for chain in chains:
        state.check_chain(chain)
    if naive.free:
        dot = rng.choice(sorted(naive.free))
        placed = naive.turned_to(naive.to_move)
        placed.dots[dot] = naive.to_move
        chains = state.legal_chains(point_of(dot))
        assert set(chains) == tight_chains(placed, naive.to_move), state
        for chain in chains:
            state.check_chain(chain, point_of(dot))
        offers: Sequence[Place] = state.some_moves
        move = rng.choice(offers)
        pairs = [tuple(map(pair_of, chain)) for chain in move.chains]
        assert both_play(state, naive, (pair_of(move.point), pairs)) is not None


def compare_texts(state: State, naive: Naive) -> None:
    text = state.to_text()
    naive_text = renamed(position_text(naive), state.ruleset.name)
    assert State.from_text(text, state.ruleset) == state
    # Regions that one dot draws are in no order that the rules give, unless one is in the other.
    other = State.from_text(naive_text, state.ruleset)
    assert in_any_order(other) == in_any_order(state), (text, naive_text)
    fields, naive_fields = text.split(" "), naive_text.split(" ")
    assert fields[:3] == naive_fields[:3]
    assert sorted(fields[3].split(",")) == sorted(naive_fields[3].split(","))
    name = "standard" if naive.automatic else "territory"
    read = read_position(renamed(text, name), naive.options)
    assert (read.dots, read.owners) == (naive.dots, naive.owners)
    assert set(read.regions) == set(naive.regions)


def in_any_order(state: State) -> tuple[State, frozenset[Region]]:
    """A state whose regions may have been drawn in another order: equal for all of these."""
    return attrs.evolve(state, regions=()), frozenset(state.regions)


def tight_chains(naive: Naive, seat: int) -> set[tuple[Point, ...]]:
    """The tight chain around each group of a seat's captives, as the library has it (K15).

    Where empty areas count, around each that is not all the seat's (K21).
    """
    chains = set()
    live = naive.live(seat)
    empty = {pair for pair in naive.points if naive.owner(pair) != seat}
    for pair in empty if naive.options.empty_areas else naive.live(1 - seat):
        group = naive.closed_group(pair, seat)
        if group is not None:
            text = chain_text(tight_chain(group, live))
            chains.add(Place("aa", [text]).chains[0])
    return chains
