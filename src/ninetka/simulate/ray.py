"""An executor on a Ray cluster, as Ray has none of its own (ray-project/ray#29456).

Needs the extra `ray`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from socket import create_connection
from typing import Any, ParamSpec, TypeVar

from ..base.errors import NinetkaError, missing_extra, quoted

try:
    import ray
except ModuleNotFoundError as _error:
    raise missing_extra("ray", _error) from _error

__all__ = ["RayExecutor", "connected"]

P = ParamSpec("P")
T = TypeVar("T")


def _run(function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    return function(*args, **options)


_call: Any = ray.remote(_run)


class RayExecutor(Executor):
    """Runs each call as a task of one core on the cluster that `ray.init` has connected to.

    A call that has been submitted cannot be cancelled.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a call; its result or error will be in the future."""
        future: Future[T] = _call.remote(fn, args, kwargs).future()
        return future


@contextmanager
def connected(address: str, timeout: float = 10) -> Iterator[Executor]:
    """An executor on the cluster at an address, such as `10.0.0.1:6379`; `auto` is the one here.

    Its workers need the same versions of Python and ninetka. Raises NinetkaError if there is no
    cluster. `timeout` is how many seconds its computer may take to answer.
    """
    host, _, port = address.rpartition(":")
    try:
        if host and "/" not in host:  # Ray would try for more than a minute
            create_connection((host, int(port)), timeout).close()
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (ImportError, OSError, OverflowError, RuntimeError, ValueError) as error:
        raise NinetkaError(f"there is no Ray cluster at {quoted(address)}: {error}") from error
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()
