"""JSON-RPC for programs in other languages."""

from .methods import (
    Server,
    answer,
    view_schema,
)

__all__ = [
    "Server",
    "answer",
    "view_schema",
]
