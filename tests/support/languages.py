"""The page's translations of what the rules say, found as its script `words.js` finds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

PLACE = re.compile(r"\{\d\}")
LIST = re.compile(r"((?:[A-Za-z\d-]+, )*[A-Za-z\d-]+) (and|or) ([A-Za-z\d-]+)")


@attrs.frozen
class Language:
    """The words of a language."""

    words: Mapping[str, str]
    rules: Mapping[str, str]
    patterns: Mapping[str, re.Pattern[str]]
    used: set[str] = attrs.field(factory=set)
    """The texts in `rules` by which something was translated."""

    @classmethod
    def read(cls, path: Path) -> Language:
        words = json.loads(path.read_text("utf-8"))
        rules = words.pop("rules")
        texts = sorted(rules, key=lambda text: -len(PLACE.sub("", text)))
        return cls(words, rules, {text: re.compile(_source(text), re.DOTALL) for text in texts})

    def translated(self, text: str) -> str:
        lines = [re.split("(?<=[.!?]) (?=[A-Z])", line) for line in text.split("\n")]
        return "\n".join(" ".join(map(self._sentence, line)) for line in lines)

    def _sentence(self, text: str) -> str:
        for known, pattern in self.patterns.items():
            found = pattern.fullmatch(text)
            if found:
                self.used.add(known)
                return self.rules[known].format(*map(self._part, found.groups()))
        return f"{self._sentence(text[:-1])}." if text.endswith(".") else text

    def _part(self, text: str) -> str:
        listed = LIST.fullmatch(text)
        if listed:
            return self.words[f"{{0}} {listed[2]} {{1}}"].format(listed[1], listed[3])
        return self._sentence(text)


def _source(text: str) -> str:
    return "(.*?)".join(map(re.escape, PLACE.split(text)))


def words_in(text: str) -> Iterator[str]:
    """The words of English in a text: not numbers, names of places, or moves."""
    return (word.lower() for word in re.findall(r"(?<![\w-])[A-Za-z]{2,}(?![\w-])", text))
