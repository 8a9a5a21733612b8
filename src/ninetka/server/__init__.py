"""JSON-RPC for programs in other languages: what `ninetka serve` answers.

methods     the methods, by name, and the server that calls them
parameters  the parameters of a call, read and checked
facts       what a program needs to show a position, pictures included
catalogue   the games, with their rulesets and options
checks      records checked in parts
mcp         the methods as tools for language models

The pages to play on are in `web`.
"""

from .methods import Server, answer, view_schema

__all__ = ["Server", "answer", "view_schema"]
