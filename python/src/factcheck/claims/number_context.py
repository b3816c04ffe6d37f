"""A number where it stands in its sentence, as the rules of claims look at it."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from decimal import Decimal

from factcheck.documents.document import Paragraph
from factcheck.nlp.parser import Sentence, Token
from factcheck.numbers.mentions import Number

DEFINITE = frozenset("the these those this that its their our your my his her".split())
"""Words that point at what is known."""

SUBJECT = frozenset({"nsubj", "nsubjpass"})
"""Dependencies of a subject."""

_MODIFIERS = frozenset({"nummod", "amod", "compound", "det"})
_NEAR = 40


@dataclass(frozen=True, slots=True)
class Tree:
    """The tokens of a sentence, for each the indices of those it governs, and each and its base form in lower case."""

    tokens: tuple[Token, ...]
    children: tuple[tuple[int, ...], ...]
    lowered: tuple[str, ...]
    lemmas: tuple[str, ...]

    @classmethod
    def of(cls, sentence: Sentence) -> Tree:
        """Turn the heads of the tokens round, once for all numbers of a sentence."""
        children: list[list[int]] = [[] for _ in sentence.tokens]
        for index, token in enumerate(sentence.tokens):
            if token.head != index:
                children[token.head].append(index)
        lowered = tuple(token.text.lower() for token in sentence.tokens)
        lemmas = tuple(token.lemma.lower() for token in sentence.tokens)
        return cls(sentence.tokens, tuple(map(tuple, children)), lowered, lemmas)


@dataclass(frozen=True, slots=True)
class NumberContext:
    """A number where it stands: its paragraph, the tree of its sentence, and the tokens it covers.

    ``counted_earlier`` holds the numbers that stand further up in the document, each with the noun it counts.
    """

    paragraph: Paragraph
    tree: Tree
    number: Number
    covered: tuple[int, ...]
    counted_earlier: Set[tuple[Decimal, str]] = frozenset()

    @property
    def before(self) -> str:
        """The characters in front of the number."""
        return self.paragraph.text[max(0, self.number.start - _NEAR) : self.number.start]

    @property
    def after(self) -> str:
        """The characters behind the number."""
        return self.paragraph.text[self.number.end : self.number.end + _NEAR]

    @property
    def root_index(self) -> int:
        """Index of the covered token that governs the others."""
        tokens = self.tree.tokens
        return next((i for i in self.covered if tokens[i].head not in self.covered), self.covered[0])

    @property
    def root(self) -> Token:
        """The covered token that governs the others."""
        return self.tree.tokens[self.root_index]

    @property
    def head(self) -> Token:
        """The word that governs the number: the noun that is counted, the verb ..."""
        return self.tree.tokens[self.root.head]

    @property
    def previous(self) -> Token | None:
        """The token in front of the number."""
        return self.tree.tokens[self.covered[0] - 1] if self.covered[0] > 0 else None

    @property
    def following(self) -> Token | None:
        """The token behind the number."""
        after = self.covered[-1] + 1
        return self.tree.tokens[after] if after < len(self.tree.tokens) else None

    @property
    def counted_noun(self) -> Token | None:
        """The noun behind the number that the number modifies."""
        is_noun = self.head.tag.startswith("NN") and self.head.start >= self.number.end
        return self.head if is_noun and self.root.dependency in _MODIFIERS else None

    @property
    def sentence_before(self) -> str:
        """The characters of the sentence in front of the number."""
        return self.paragraph.text[self.tree.tokens[0].start : self.number.start]

    @property
    def sentence_after(self) -> str:
        """The characters of the sentence behind the number."""
        return self.paragraph.text[self.number.end : self.tree.tokens[-1].end]

    @property
    def sentence(self) -> str:
        """The characters of the whole sentence."""
        return self.paragraph.text[self.tree.tokens[0].start : self.tree.tokens[-1].end]

    def word_at(self, offset: int) -> str:
        """Return the word ``offset`` tokens after the number (before it, if negative), in lower case; "" outside."""
        index = self.covered[-1] + offset if offset > 0 else self.covered[0] + offset
        return self.tree.lowered[index] if 0 <= index < len(self.tree.lowered) else ""

    def ancestors(self) -> Iterator[int]:
        """Yield indices of the tokens that govern the number, from the nearest to the root of the sentence."""
        tokens, index = self.tree.tokens, self.root.head
        for _ in tokens:
            yield index
            if tokens[index].head == index:
                return
            index = tokens[index].head
