"""Random games on local clusters of Dask and Ray, one of whose workers is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command_line import out
from support.waiting import PATIENCE
from toys.nim import Nim
from toys.nim_variants import FatalNim, FaultyNim, UncompiledNim

from ninetka import NinetkaError, RecordError, RecordErrorKind, State
from ninetka.records import parse
from ninetka.simulate import Simulation, results, run

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def dask_address() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="Dask needs the dask extra")
    import_module("dask.config").set({"distributed.scheduler.allowed-failures": 0})
    with distributed.LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield local.scheduler_address


@pytest.fixture(scope="module")
def ray_executor() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray needs the ray extra")
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    toys = {"env_vars": {"PYTHONPATH": path}}
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=toys)
    yield import_module("ninetka.simulate.ray").RayExecutor()
    ray.shutdown()


IGNORED = pytest.mark.filterwarnings("ignore::ResourceWarning")  # of what Ray leaves open


@pytest.fixture(params=["dask", pytest.param("ray", marks=IGNORED)])
def executor(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "ray":
        yield request.getfixturevalue("ray_executor")
    else:
        address = request.getfixturevalue("dask_address")
        with import_module("ninetka.simulate.dask").connected(address) as connected:
            yield connected


@pytest.mark.parametrize(("compiled", "games"), [(False, 2000), (True, 2_000_000)])
def test_the_counts_are_those_of_one_process_though_a_worker_is_killed(
    executor: Any, compiled: bool, games: int
) -> None:
    begun = attrs.evolve(Simulation.begin(State.start(), games, "s"), compiled=compiled)
    killed: list[int] = []

    def kill(simulation: Simulation) -> None:
        if simulation.results.games > games // 4 and not killed:
            killed.append(executor.submit(os.getpid).result(timeout=PATIENCE))
            os.kill(killed[0], signal.SIGKILL)

    found = run(begun, executor, kill)
    assert killed
    assert found == run(begun)


def test_what_workers_raise_is_raised(executor: Any) -> None:
    with pytest.raises(ZeroDivisionError, match="a fault"):
        results(FaultyNim(9), 100, "s", executor)
    with pytest.raises(NinetkaError, match="a worker cannot play these games"):
        run(Simulation(UncompiledNim(9), 10, "s", compiled=True), executor)


def test_an_error_of_a_record_keeps_what_it_is_about(executor: Any) -> None:
    task = executor.submit(parse, '[Ruleset "wiki"]\n[Players "2"]\n\nA5 *')
    with pytest.raises(RecordError) as caught:
        task.result(timeout=PATIENCE)
    assert caught.value.kind is RecordErrorKind.ILLEGAL_MOVE
    assert caught.value.ply == 1


@pytest.mark.parametrize("executor", ["dask"], indirect=True)
def test_a_task_that_dask_gives_up_is_tried_again(executor: Any, tmp_path: Path) -> None:
    start = FatalNim(9, mark=str(tmp_path / "mark"))
    assert results(start, 100, "s", executor) == results(Nim(9), 100, "s")


def test_the_command_counts_on_a_cluster(dask_address: str) -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    text = out("simulate", "-n", "100", "--seed", "s", "--dask", dask_address, "--json")
    expected = results(State.start(), 100, "s").to_dict()
    assert {name: json.loads(text)[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("module", "address"),
    [
        *(("dask", address) for address in ("tcp://127.0.0.1:1", "foo:bar", "", "x y")),
        *(
            pytest.param("ray", address, marks=IGNORED)
            for address in ("127.0.0.1:1", "foo:bar", "x y")
        ),
    ],
)
def test_where_there_is_no_cluster(module: str, address: str) -> None:
    needed, what = {"dask": ("distributed", "Dask scheduler"), "ray": ("ray", "Ray cluster")}[
        module
    ]
    pytest.importorskip(needed, reason=f"{needed} is not installed")
    connected = import_module(f"ninetka.simulate.{module}").connected
    with (
        pytest.raises(NinetkaError, match=f"there is no {what} at '{address}': "),
        connected(address, timeout=1),
    ):
        pass
