"""Toy games to be played by workers, and an executor that loses tasks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar, cast

import attrs
from nim import NIM, Nim, Take

from ninetka.protocol.compiled import CompiledState, Kernel


@attrs.frozen
class CompiledNim(Nim, CompiledState[Take]):
    game: ClassVar[str] = "compiled"

    @property
    def kernel(self) -> Kernel:
        from fake_kernel import FakeKernel

        return cast(Kernel, FakeKernel())


@attrs.frozen
class UncompiledNim(Nim, CompiledState[Take]):
    """Nim whose kernel is not there."""

    @property
    def kernel(self) -> Kernel:
        raise ModuleNotFoundError("there is no missing_kernel")


@attrs.frozen
class FaultyNim(Nim):
    @property
    def legal_moves(self) -> tuple[Take, ...]:
        raise ZeroDivisionError("a fault")


@attrs.frozen
class FatalNim(Nim):
    """Nim that ends the process that first plays it, and leaves a mark."""

    mark: str = attrs.field(kw_only=True)

    @property
    def legal_moves(self) -> tuple[Take, ...]:
        try:
            Path(self.mark).touch(exist_ok=False)
        except FileExistsError:
            return Nim(self.heap).legal_moves
        os._exit(1)


class Losing(ThreadPoolExecutor):
    """Loses a task if `lose`, given how many were submitted before, returns an error."""

    def __init__(self, lose: Callable[[int], Exception | None] = lambda _: None) -> None:
        super().__init__(2)
        self.lose = lose
        self.futures: list[Future[Any]] = []
        self.most_in_flight = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        error = self.lose(len(self.futures))
        future = super().submit(fn, *args, **kwargs) if error is None else Future[Any]()
        if error is not None:
            future.set_exception(error)
        self.futures.append(future)
        in_flight = sum(not future.done() for future in self.futures)
        self.most_in_flight = max(in_flight, self.most_in_flight)
        return future


COMPILED = attrs.evolve(
    NIM,
    names={"compiled": {"Heap": "5"}},
    identifier="compiled",
    from_tags=lambda tags: CompiledNim(int(tags["Heap"])),
)
