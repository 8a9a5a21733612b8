"""Thousands of games at once for Gymnasium's vector API, played by compiled code.

    env = gymnasium.make_vec("ninetka/ninetka-v0", num_envs=1024, channels="first")

The game needs compiled code (`ninetka.batch`), and this the extras `batch` and `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import attrs

from ..base.errors import NinetkaError, did_you_mean, missing_extra, quoted
from ..base.messages import listed
from ..players import Player, parse_player

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import DTypeLike, NDArray

    from ..batch import Batch
    from ..compiled.compiling import uncompiled
    from ..compiled.machine import drawn
    from . import episodes
    from .arrays import ObservationLayout, Utility
except ModuleNotFoundError as error:
    raise missing_extra("pettingzoo", error) from error

from ..protocol.compiled import stream_key
from ..protocol.states import check_seat

__all__ = ["Opponent", "VectorEnv", "random_opponent"]

Observations: TypeAlias = NDArray[Any]
Infos: TypeAlias = dict[str, Any]
Opponent: TypeAlias = Callable[["Batch[Any, Any]", "NDArray[np.uint64]"], "NDArray[np.int64]"]
"""Chooses an action in each position of a batch, given a random word for each."""


def random_opponent(batch: Batch[Any, Any], words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Choose any legal action in each position, all equally likely."""
    return batch.random_actions(words)


@attrs.frozen
class _PlayerOpponent:
    """The opponent that a computer player is. A class, since environments are pickled."""

    player: Player

    def __call__(self, batch: Batch[Any, Any], words: NDArray[np.uint64]) -> NDArray[np.int64]:
        moves = zip(batch.states(), words.tolist(), strict=True)
        codes = [state.action(self.player.choose(state, Random(word))) for state, word in moves]
        return np.array(codes, np.int64)


class _RandomWords:
    """Random words for each game, which depend on the game's seed alone."""

    def __init__(self, games: int) -> None:
        self._keys, self._drawn = np.zeros((2, games), np.uint64)

    def seed(self, seed: int | Sequence[int] | None, rng: np.random.Generator) -> None:
        """Begin anew. Raises NinetkaError unless a list has a seed for each game."""
        games = len(self._keys)
        if seed is None:
            self._keys = rng.integers(0, 1 << 64, games, np.uint64)
        else:
            seeds = range(seed, seed + games) if isinstance(seed, int) else seed
            if len(seeds) != games:
                raise NinetkaError(f"there must be {games} seeds, not {len(seeds)}")
            self._keys = np.array([stream_key(int(each)) for each in seeds], np.uint64)
        self._drawn[:] = 0

    def draw(self, rows: NDArray[np.intp]) -> NDArray[np.uint64]:
        """The next word of each of these games."""
        self._drawn[rows] += np.uint64(1)
        words: NDArray[np.uint64] = uncompiled(drawn)(self._keys[rows] + self._drawn[rows])
        return words


def _checked(out: Mapping[str, NDArray[Any]], env: VectorEnv) -> dict[str, NDArray[Any]]:
    """A caller's arrays by name. Raises NinetkaError unless they can take what is written there."""
    games, layout = (env.num_envs,), env.settings.layout
    forms: dict[str, tuple[tuple[int, ...], DTypeLike]] = {
        "observations": ((*games, *layout.shape(env.start)), layout.dtype),
        "action_mask": ((*games, env.start.action_count), np.bool_),
        "rewards": (games, np.float64),
        "terminated": (games, np.bool_),
        "truncated": (games, np.bool_),
    }
    for name, array in out.items():
        if name not in forms:
            what = f"{quoted(name)}{did_you_mean(name, forms)}"
            raise NinetkaError(f"out may have {listed(forms)}, not {what}")
        shape, kind = forms[name]
        fits = array.shape == shape and np.can_cast(kind, array.dtype, "same_kind")
        if not fits or not array.flags.writeable or isinstance(array, np.ma.MaskedArray):
            what = f"a writable array of shape {shape} that takes {np.dtype(kind)}"
            raise NinetkaError(f"{name!r} in out must be {what}")
    return dict(out)


class VectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many games of one start, each as `SeatEnv` plays it, but all at once.

    With a `seat`, you play that seat in all games and an opponent plays the others. Without one you
    play all seats: each step is one ply, and the observation is what the seat to move sees, which
    `to_move` in the infos names.

    Observations have the shape (num_envs, rows, columns, planes), or as `channels`, `dtype` and
    `grid` say. `action_masks()`, and `action_mask` in the infos, say which actions are legal. The
    reward is what a finished game is worth to the seat that made the move, and 0 until then.

    A game that is over, cut after `max_plies` plies or ended by an illegal action begins anew at
    once: `final_obs` in the infos has what was seen at its end, and `final_info` its `payoffs` by
    seat and whether the action was `illegal`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    autoreset_mode = AutoresetMode.SAME_STEP  # where TorchRL looks for it

    def __init__(
        self,
        num_envs: int = 1,
        start: episodes.AnyState | str | None = None,
        *,
        seat: int | None = 0,
        opponent: Opponent | Player | str = random_opponent,
        illegal_reward: float = -1.0,
        utility: Utility | str = Utility.WIN,
        max_plies: int | None = None,
        channels: str = "last",
        dtype: DTypeLike = "int8",
        grid: bool = False,
        out: Mapping[str, NDArray[Any]] | None = None,
        game: str | None = None,
        **options: str | int,
    ) -> None:
        """Start at a state or as options describe.

        The opponent is a function that chooses for all games at once, or a computer player or its
        name, which thinks about one game after the other. `out` has arrays of your own, some or all
        of `observations`, `action_mask`, `rewards`, `terminated` and `truncated`, for a game each
        row: each reset and step writes into these and returns them. Raises NinetkaError for what
        `SeatEnv` refuses, for a game that has no compiled code, for less than one game, and for
        arrays in `out` that cannot take these numbers.
        """
        self.start = start = episodes.first_state(start, options, game)
        layout = ObservationLayout(channels, dtype, grid)
        self.settings = episodes.EpisodeSettings(start, utility, max_plies, layout)
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise NinetkaError(f"num_envs is a whole number from 1 on, not {quoted(num_envs)}")
        if seat is not None:
            check_seat(seat, start.players)
        self.num_envs, self.seat, self.illegal_reward = num_envs, seat, illegal_reward
        player = parse_player(opponent) if isinstance(opponent, str) else opponent
        self.opponent: Opponent = player if callable(player) else _PlayerOpponent(player)
        self.games: Batch[Any, Any] = Batch.of([start] * num_envs)
        self.single_observation_space = spaces.Box(0, 1, layout.shape(start), layout.dtype.type)
        self.single_action_space = spaces.Discrete(start.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._words = _RandomWords(num_envs)
        self._mask = np.zeros((num_envs, start.action_count), np.bool_)
        self._out = {} if out is None else _checked(out, self)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all games anew; with `seed`, game i has the seed seed + i, or its own from a list.

        How a game goes depends on its seed and on the actions in it alone. Raises NinetkaError
        unless a list has a seed for each game, and for options, of which there are none.
        """
        if options:
            raise NinetkaError(f"there are no options here: {quoted(options)}")
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._words.seed(seed, self.np_random)
        self._begin(np.ones(self.num_envs, np.bool_))
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Make a move in each game, and let the opponent play until it is the seat's turn again."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise NinetkaError(f"actions must be {self.num_envs} whole numbers, one for each game")
        games, movers = np.arange(self.num_envs), self.games.to_move
        if self.seat is not None:
            movers[:] = self.seat
        codes = np.clip(actions, 0, self._mask.shape[1] - 1).astype(np.int64)
        chosen = self._mask[games, codes] & (codes == actions)
        ended = self.games.is_over | self._is_cut  # before the seat's first turn
        self.games.step(np.where(chosen & ~ended, codes, -1))
        legal = chosen | ended
        self._let_others_play(legal)
        over, cut = self.games.is_over, self._is_cut
        terminated, truncated = over | ~legal, cut & legal
        done = terminated | truncated
        payoffs = np.zeros((self.num_envs, self.start.players), np.float32)
        final: Infos = {}
        if done.any():
            ended = self.games[done]
            worths = ended.payoffs(self.settings.utility)
            for at in np.flatnonzero(cut[done]).tolist():
                worths[at] = self.settings.worth(ended[at], int(ended.plies[at]))
            payoffs[done] = worths
            final = self._final(done, ended, payoffs, ~legal)
            self._begin(done)
        rewards = payoffs[games, movers].astype(np.float64)
        rewards[~legal] = self.illegal_reward
        results = {"rewards": rewards, "terminated": terminated, "truncated": truncated}
        rewards, terminated, truncated = (
            self._written(name, values) for name, values in results.items()
        )
        return self._observations(), rewards, terminated, truncated, self._infos() | final

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, actions): which actions are legal in each game."""
        return self._mask.copy()

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Begin these games anew, up to the seat's first turn."""
        self.games.reset(which)
        if not self.start.is_dealt:
            rows = np.flatnonzero(which)
            words = self._words.draw(rows).tolist()
            self.games[rows] = [self.start.dealt(Random(word)) for word in words]
        self._let_others_play(which)

    def _let_others_play(self, which: NDArray[np.bool_]) -> None:
        """Let the opponent play in these games until it is the seat's turn, or until they end."""
        while self.seat is not None:
            others = which & (self.games.to_move != self.seat)
            rows = np.flatnonzero(others & ~self.games.is_over & ~self._is_cut)
            if not len(rows):
                break
            actions = np.full(self.num_envs, -1, np.int64)
            actions[rows] = self.opponent(self.games[rows], self._words.draw(rows))
            try:
                self.games.step(actions)
            except NinetkaError as error:
                error.add_note("The opponent that plays the other seats chose it.")
                raise

    @property
    def _is_cut(self) -> NDArray[np.bool_]:
        """The games that have lasted too long without being over."""
        most = self.settings.max_plies
        if most is None:
            return np.zeros(self.num_envs, np.bool_)
        return (self.games.plies >= most) & ~self.games.is_over

    def _observations(self) -> Observations:
        self.games.legal_mask(self._mask)
        seen = self.settings.layout.arrange(self.games.planes(self.seat), self.start)
        return self._written("observations", seen)

    def _written(self, name: str, values: NDArray[Any]) -> NDArray[Any]:
        """Return the caller's array of this name, filled with the values, or just the values."""
        out = self._out.get(name, values)
        if out is not values:
            np.copyto(out, values, casting="same_kind")
        return out

    def _infos(self) -> Infos:
        every = np.ones(self.num_envs, np.bool_)
        mask = self._out.get("action_mask")
        if mask is None:
            mask = self._mask.view(np.int8).copy()
        else:
            np.copyto(mask, self._mask)
        return {
            "action_mask": mask, "_action_mask": every,
            "to_move": self.games.to_move, "_to_move": every,
        }  # fmt: skip

    def _final(
        self,
        done: NDArray[np.bool_],
        ended: Batch[Any, Any],
        payoffs: NDArray[Any],
        illegal: NDArray[Any],
    ) -> Infos:
        """The infos on games that have ended, in the form of Gymnasium's own environments."""
        seen = self.settings.layout.arrange(ended.planes(self.seat), self.start)
        observations = np.full(self.num_envs, None, object)
        for at, each in zip(np.flatnonzero(done).tolist(), seen, strict=True):
            observations[at] = each
        info = {"payoffs": payoffs, "_payoffs": done, "illegal": illegal, "_illegal": done}
        return {
            "final_obs": observations, "_final_obs": done, "final_info": info, "_final_info": done,
        }  # fmt: skip
