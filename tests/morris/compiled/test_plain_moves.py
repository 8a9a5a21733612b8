"""Moves under plain rules, as searches of two make them, lead to where the states do."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import attrs

from ninetka.base.errors import InvalidRulesetError
from ninetka.compiled.compiling import compiled
from ninetka.compiled.machine import U
from ninetka.morris import MILLS, PUBLISHED, SIX_MENS, FromMills, Ruleset, State
from ninetka.morris.compiled import packing, plain, positions
from ninetka.morris.compiled.batch import kernel_of
from ninetka.morris.compiled.positions import rules_of
from ninetka.morris.compiled.tables import order_of
from ninetka.protocol.options import options_of

RULESETS = (
    MILLS,
    SIX_MENS,
    attrs.evolve(MILLS, name="few", tokens=4, quiet=6, from_mills=FromMills.ALWAYS),
    attrs.evolve(MILLS, name="never", jumping=4, from_mills=FromMills.NEVER),
)


@compiled
def is_plain(terms: positions.Rules) -> bool:
    return plain.is_plain(terms)


@compiled
def step(p: positions.Positions, start: int, end: int, terms: positions.Rules) -> None:
    plain.step(p, U(0), U(start), U(end), terms)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.name)
def test_moves_lead_to_where_states_do(ruleset: Ruleset) -> None:
    rng = Random(ruleset.name)
    state = State.start(ruleset)
    kernel, terms, order = kernel_of(state), rules_of(state.terms), order_of(state.terms.board)
    assert kernel is not None
    for _ in range(500):
        state = State.start(ruleset) if state.is_over else state
        move = rng.choice(state.legal_moves)
        before, last = divmod(state.action(move), len(order))
        start = order.index(before - 1) if before else 64
        arrays = kernel.pack([state, State.start(ruleset)])
        step(positions.Positions(*arrays), start, order.index(last), terms)
        state = state.apply(move)
        assert kernel.unpack(arrays, 1) == state


def test_only_options_that_plain_rules_know_can_differ() -> None:
    """An option that nobody has thought of there gets the general rules."""
    known = {"Boards", "Tokens", "Stuck", "FromMills", "Jumping", "Quiet", "Fewest", "Start"}
    known_to_games = {*known, "FullBoard", "QuietFew"}
    rng, moves, games = Random(1), set(), set()
    for tag, each in options_of(Ruleset).items():
        for _ in range(20):
            changed = {each.field: each.samples(rng, MILLS)}
            try:
                ruleset = attrs.evolve(MILLS, name="changed", **changed)
            except InvalidRulesetError:
                continue
            if changed[each.field] not in (each.default, getattr(MILLS, each.field)):
                terms = State.start(ruleset).terms
                moves |= {tag} if packing.has_plain_moves(terms) else set()
                games |= {tag} if packing.is_plain(terms) else set()
    assert (moves, games) == (known, known_to_games)


def test_which_rulesets_are_plain() -> None:
    found = {
        name
        for name, ruleset in PUBLISHED.items()
        if 2 in ruleset.player_counts and is_plain(rules_of(State.start(ruleset, 2).terms))
    }
    assert found >= {"mills", "six-mens-morris", "eleven-mens-morris"}
    assert not found & {"9am", "lasker-morris", "morabaraba", "tapatan", "dara", "cheng-san-qi"}
