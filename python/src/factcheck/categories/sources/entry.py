"""What all sources of a corpus give: a text, and the word that it explains where it is a definition."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A text; ``headword`` is what it defines, and empty where it is no definition."""

    headword: str
    text: str
    is_noun: bool = True

    @property
    def body(self) -> str:
        """Return the entry as a sentence: "headword is definition" where it defines a noun."""
        if not self.headword:
            return self.text
        text = self.text
        if text[1:2].islower():  # a definition begins a sentence of the dictionary, and goes on with ours
            text = text[0].lower() + text[1:]
        return f"{self.headword} is {text}" if self.is_noun else f"{self.headword}: {text}"
