"""Words that ask for an average, and those that only compare with one: "12 on average", "above average"."""

from __future__ import annotations

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.sentence_form import SUBJECTS

_AVERAGES = frozenset({"average", "mean", "median"})
_LEVELS = frozenset("above below than under over exceed exceeds exceeded beat beats".split())
"""Words before an average that something is compared with: "above average" asks for none."""


def is_average_said(words: ClaimWords) -> bool:
    """Tell whether a word that belongs to the number is an average, and no verb such as "this means"."""
    nouns = (at for at in words.find(_AVERAGES) if _is_no_verb(words, at) and words.is_in_same_part(at))
    said = {words.tokens[at].text.lower() for at in nouns}
    return any(keyword.is_said and keyword.word in said for keyword in words.keywords)


def _is_no_verb(words: ClaimWords, at: int) -> bool:
    token = words.tokens[at]
    return token.lemma.lower() == "average" or not token.tag.startswith("VB")


def counts_a_subject(words: ClaimWords) -> bool:
    """Tell whether the number counts what does something: "the 63 hourly people get $30 on average"."""
    noun = words.noun_after(words.claimed[-1]) if words.claimed else None
    return (noun is not None and words.tokens[noun].dependency in SUBJECTS) or stands_for_things(words)


def stands_for_things(words: ClaimWords) -> bool:
    """Tell whether the number does something without a noun, "63 were late"; not "63 is the average"."""
    if not words.claimed or words.noun_after(words.claimed[-1]) is not None:
        return False
    verbs = {words.tokens[at].head for at in words.claimed if words.tokens[at].dependency in SUBJECTS}
    return bool(verbs) and not any(words.tokens[at].head in verbs for at in words.find(_AVERAGES))


def is_a_level(words: ClaimWords) -> bool:
    """Tell whether a sentence compares with an average, as "above average" does."""
    tokens = words.tokens
    return any(
        not _LEVELS.isdisjoint(token.text.lower() for token in tokens[max(index - 2, 0) : index])
        for index in words.find(_AVERAGES)
    )
