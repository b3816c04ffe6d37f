"""The words of a claim, as generators of queries and features look at them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from factcheck.claims.keywords import Keyword
from factcheck.claims.noun_phrases import noun_after
from factcheck.claims.wholes import whole_of_share
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number


@dataclass(frozen=True)
class ClaimWords:
    """The words of a claim: the tokens of its sentence, those of its number, and its keywords, heaviest first.

    ``conditions`` are numbers of the sentence that say which rows, or groups of rows, are meant.
    """

    tokens: tuple[Token, ...] = ()
    claimed: tuple[int, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    conditions: tuple[Number, ...] = ()

    def weight(self, words: Collection[str]) -> float:
        """Return the weight of the heaviest keyword that is one of some words, or has one for its base form; else 0."""
        return next((key.weight for key in self.keywords if key.word in words or key.lemma in words), 0.0)

    def nearby_weight(self, words: Collection[str]) -> float:
        """Return the same where one of the words stands in the claim's own sentence; else 0."""
        return self.weight(words) if next(self.find(words), None) is not None else 0.0

    @property
    def states_one_number(self) -> bool:
        """Whether the sentence has no number in figures or words besides the claim's."""
        others = (token for at, token in enumerate(self.tokens) if at not in self.claimed)
        return bool(self.claimed) and not any(
            token.tag == "CD" or any(map(str.isdigit, token.text)) for token in others
        )

    def find(self, words: Collection[str]) -> Iterator[int]:
        """Yield the indexes of tokens that are one of some words, or have one for their base form."""
        for index, (text, lemma) in enumerate(zip(self.lowered, self.lowered_lemmas, strict=True)):
            if text in words or lemma in words:
                yield index

    @cached_property
    def lowered(self) -> tuple[str, ...]:
        """Each token in lower case."""
        return tuple(token.text.lower() for token in self.tokens)

    @cached_property
    def lowered_lemmas(self) -> tuple[str, ...]:
        """The base form of each token in lower case."""
        return tuple(token.lemma.lower() for token in self.tokens)

    @cached_property
    def forms(self) -> frozenset[str]:
        """All words of the claim's own sentence in lower case, small ones too, and their base forms."""
        return frozenset((*self.lowered, *self.lowered_lemmas))

    @cached_property
    def said_forms(self) -> frozenset[str]:
        """The keywords of the claim's own sentence, and their base forms."""
        said = (keyword for keyword in self.keywords if keyword.is_said)
        return frozenset(form for keyword in said for form in (keyword.word, keyword.lemma))

    def noun_after(self, index: int, most: int = 4) -> int | None:
        """Return the index of the last noun of the noun phrase that begins behind a token; None without one.

        That of "the province's population" is its last one.
        """
        return noun_after(self.tokens, index, most)

    @property
    def counts_a_noun(self) -> bool:
        """Whether the number counts what a plural behind it names, or members of something: "32 surveys", "15 of"."""
        if not self.claimed:
            return False
        noun = self.noun_after(self.claimed[-1])
        is_plural = noun is not None and self.tokens[noun].tag in {"NNS", "NNPS"}
        return is_plural or self.text_after().startswith("of ")

    def whole(self) -> int | None:
        """Return the index of the noun that a percentage is a part of; None where the sentence does not say."""
        return whole_of_share(self.tokens, self.claimed)

    def whole_before(self) -> Keyword | None:
        """Return the noun that percentages in sentences before are of, where a percentage leaves it out; else None."""
        return next((keyword for keyword in self.keywords if keyword.is_whole), None)

    @property
    def is_bracketed(self) -> bool:
        """Whether a bracket opens right before the number: "Finishers: 3,743 (80 %)"."""
        at = self.claimed[0] - 1 if self.claimed else 0
        return at > 0 and self.tokens[at].text == "("

    def noun_before_parenthesis(self) -> int | None:
        """Return the index of the noun before the bracket that the number stands in: "most cities (97 %)"; or None."""
        at = self.claimed[0] - 2 if self.is_bracketed else None
        return at if at is not None and self.tokens[at].tag.startswith("NN") else None

    def follows(self, index: int, *words: str) -> bool:
        """Tell whether a token comes right after some words."""
        return self.lowered[max(0, index - len(words)) : index] == words

    def is_in_same_part(self, index: int) -> bool:
        """Tell whether no semicolon stands between a token and the number."""
        places = (*self.claimed, index)
        return all(token.text != ";" for token in self.tokens[min(places) : max(places)])

    def text_after(self) -> str:
        """Return the sentence behind the number, in lower case, words apart by one blank."""
        return " ".join(self.lowered[self.claimed[-1] + 1 :]) if self.claimed else ""

    def text_before(self) -> str:
        """Return the sentence before the number, in lower case, words apart by one blank."""
        return " ".join(self.lowered[: self.claimed[0]]) if self.claimed else ""


NO_WORDS = ClaimWords()
