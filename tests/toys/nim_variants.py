"""Nim as workers meet it: with a compiled kernel, without the kernel it names, or with a fault."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar, cast

import attrs

from ninetka.protocol.compiled import Kernel
from toys.nim import NIM, Nim, Take


@attrs.frozen
class CompiledNim(Nim):
    game: ClassVar[str] = "compiled"

    @property
    def kernel(self) -> Kernel:
        from toys.nim_kernel import FakeKernel

        return cast(Kernel, FakeKernel())


@attrs.frozen
class UncompiledNim(Nim):
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


COMPILED = attrs.evolve(
    NIM,
    names={"compiled": {"Heap": "5"}},
    identifier="compiled",
    tags=attrs.evolve(NIM.tags, read=lambda tags: CompiledNim(int(tags["Heap"]))),
)
