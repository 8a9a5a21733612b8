"""An executor on a Dask cluster. Needs the extra `dask`.

You can also use `distributed.Client.get_executor()` directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from ..base.errors import NinetkaError, missing_extra, quoted

try:
    from distributed import Client
    from distributed.comm import resolve_address
except ModuleNotFoundError as _error:
    raise missing_extra("dask", _error) from _error

__all__ = ["connected"]


@contextmanager
def connected(address: str, timeout: float = 10) -> Iterator[Executor]:
    """An executor on the cluster whose scheduler is at an address, such as `tcp://10.0.0.1:8786`.

    Its workers need the same versions of Python and ninetka. Raises NinetkaError if no
    scheduler answers within `timeout` seconds.
    """
    try:
        client = Client(resolve_address(address), timeout=timeout)
    except (OSError, ValueError) as error:
        raise NinetkaError(f"there is no Dask scheduler at {quoted(address)}: {error}") from error
    with client:
        yield client.get_executor()
