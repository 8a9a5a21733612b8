"""What `--help` says of the commands. Docstrings won't do: `python -OO` takes them away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

Command = TypeVar("Command", bound=Callable[..., None])

_DESCRIPTIONS: Final[dict[Callable[..., None], tuple[str, tuple[str, ...]]]] = {}


def described(text: str, *examples: str) -> Callable[[Command], Command]:
    """Give a command its help, in paragraphs with an empty line between them, and examples."""

    def describe(command: Command) -> Command:
        _DESCRIPTIONS[command] = text, examples
        return command

    return describe


def help_of(command: Callable[..., None]) -> str:
    """What a command's help says: each paragraph on one line, to be broken to any width."""
    paragraphs = _DESCRIPTIONS[command][0].split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def examples_of(command: Callable[..., None]) -> str:
    """What stands below a command's help."""
    return "\n\n".join(["Examples:", *_DESCRIPTIONS[command][1]])
