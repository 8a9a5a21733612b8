"""Random games on a local Ray cluster, one of whose workers is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

ray = pytest.importorskip("ray", reason="Ray needs the ray extra")

from toys.nim_variants import FaultyNim, UncompiledNim

from ninetka import NinetkaError, RecordError, RecordErrorKind, State
from ninetka.records import parse
from ninetka.simulate import Simulation, results, run
from ninetka.simulate.ray import RayExecutor, connected

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of what Ray leaves open
]


@pytest.fixture(scope="module")
def executor() -> Iterator[RayExecutor]:
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    toys = {"env_vars": {"PYTHONPATH": path}}
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=toys)
    yield RayExecutor()
    ray.shutdown()


@pytest.mark.parametrize(("compiled", "games"), [(False, 2000), (True, 2_000_000)])
def test_the_counts_are_those_of_one_process_though_a_worker_is_killed(
    executor: RayExecutor, compiled: bool, games: int
) -> None:
    begun = attrs.evolve(Simulation.begin(State.start(), games, "s"), compiled=compiled)
    killed: list[int] = []

    def kill(simulation: Simulation) -> None:
        if simulation.results.games > games // 4 and not killed:
            killed.append(executor.submit(os.getpid).result())
            os.kill(killed[0], signal.SIGKILL)

    found = run(begun, executor, kill)
    assert killed
    assert found == run(begun)


def test_what_workers_raise(executor: RayExecutor) -> None:
    with pytest.raises(ZeroDivisionError, match="a fault"):
        results(FaultyNim(9), 100, "s", executor)
    with pytest.raises(NinetkaError, match="a worker cannot play these games"):
        run(Simulation(UncompiledNim(9), 10, "s", compiled=True), executor)


def test_an_error_of_a_record_keeps_what_it_is_about(executor: RayExecutor) -> None:
    task = executor.submit(parse, '[Ruleset "wiki"]\n[Players "2"]\n\nA5 *')
    with pytest.raises(RecordError) as caught:
        task.result()
    assert caught.value.kind is RecordErrorKind.ILLEGAL_MOVE
    assert caught.value.ply == 1


@pytest.mark.parametrize("address", ["127.0.0.1:1", "foo:bar", "x y"])
def test_where_there_is_no_cluster(address: str) -> None:
    with (
        pytest.raises(NinetkaError, match=f"there is no Ray cluster at '{address}': "),
        connected(address, timeout=1),
    ):
        pass
