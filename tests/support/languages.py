"""The page's translations of what the rules say, found as its script `words.js` finds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs

from .page_texts import PAGES, page_texts

WORDS = sorted(PAGES.glob("words-*.json"))
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
        rules = words.pop("rules", {})
        texts = sorted(rules, key=lambda text: -len(PLACE.sub("", text)))
        return cls(words, rules, {text: re.compile(_source(text), re.DOTALL) for text in texts})

    def text(self, text: str) -> str:
        """A text of the page: if it is missing, it stays English."""
        return self.words.get(text, text)

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
            return self.text(f"{{0}} {listed[2]} {{1}}").format(listed[1], listed[3])
        return self._sentence(text)


def _source(text: str) -> str:
    return "(.*?)".join(map(re.escape, PLACE.split(text)))


def missing(path: Path) -> list[str]:
    """What a language's file lacks, a text a line: those of the page, then those of the rules."""
    language = Language.read(path)
    name = ['"" (the language\'s name)'] if "" not in language.words else []
    page = sorted(page_texts() - {*language.words})
    rules = sorted(_rules() - {*language.rules})
    return [*name, *map(_quoted, page), *(f'in "rules": {_quoted(text)}' for text in rules)]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@cache
def _rules() -> set[str]:
    """The texts of rules that any language has."""
    return set[str]().union(*(Language.read(path).rules for path in WORDS))


def words_in(text: str) -> Iterator[str]:
    """The words of English in a text: not numbers, names of places, or moves."""
    return (word.lower() for word in re.findall(r"(?<![\w-])[A-Za-z]{2,}(?![\w-])", text))
