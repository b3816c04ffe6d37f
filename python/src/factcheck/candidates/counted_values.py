"""What a number counts where that is a value, as in "185 males": how many there are, and no average of something."""

from __future__ import annotations

from factcheck.candidates.averages_said import counts_a_subject
from factcheck.candidates.claim_words import ClaimWords
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.words.identifiers import base_forms

_OF_SHARES = frozenset("% percent percentage pct share proportion rate ratio portion probability chance".split())


def counts_things(words: ClaimWords) -> bool:
    """Tell whether a number counts things, "49 women", "49 were late", in a sentence without a word for a share."""
    is_count = words.counts_a_noun or counts_a_subject(words)
    return is_count and next(words.find(_OF_SHARES), None) is None


def counts_a_value(words: ClaimWords, relevance: Relevance) -> bool:
    """Tell whether the noun right behind a number names a value of a column, and no column of its own."""
    index = words.claimed[-1] + 1 if words.claimed else 0
    if not 0 < index < len(words.tokens) or not words.tokens[index].tag.startswith(("NNS", "NNPS")):
        return False
    token = words.tokens[index]
    forms = frozenset({token.text.lower(), token.lemma.lower()})
    if any(relevance.columns_named_by.get(form) for form in forms):
        return False
    return any(_names(predicate, seen, index, forms) for predicate, seen in relevance.predicates)


def _names(predicate: Predicate, seen: Seen, index: int, forms: frozenset[str]) -> bool:
    """Tell whether a token of the sentence is the whole of a value, or another name of it."""
    if not isinstance(predicate, Equals) or not predicate.column.is_text or not seen.is_said:
        return False
    if seen.parts.get("words", 0.0) == 1 and seen.parts.get("at") == index:
        return True
    return not forms.isdisjoint({predicate.literal.lower(), *base_forms(predicate.literal.lower())})
