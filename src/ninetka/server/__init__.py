"""JSON-RPC for programs in other languages: what `ninetka serve` answers.

`methods` has the methods, `parameters` reads what they are given, `catalogue` describes the games,
and `checks` checks records in parts. Pages are in `web`.
"""

from .methods import Server, answer, view_schema

__all__ = ["Server", "answer", "view_schema"]
