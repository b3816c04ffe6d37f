"""What a claim's number counts."""

from __future__ import annotations

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue
from factcheck.candidates.sentence_form import SUBJECTS


def counted_noun(cue: Cue) -> int | None:
    """Return the index of the noun that the number counts, or of what it is a percentage of."""
    words = cue.words
    if not words.claimed:
        return None
    if cue.number.unit == "percent":
        return words.noun_before_parenthesis() or words.whole()
    head = words.tokens[words.claimed[-1]].head
    is_counted = words.tokens[head].tag.startswith("NN") and head > words.claimed[-1]
    noun = head if is_counted else words.noun_after(words.claimed[-1])
    if noun is None and words.text_after().startswith("of "):  # "eight of the ten countries"
        noun = words.noun_after(words.claimed[-1] + 1)
    return _noun_left_out(words) if noun is None else noun


def _noun_left_out(words: ClaimWords) -> int | None:
    """Return the noun that a number which is a subject by itself counts: "one guest paid, and 14 were invited".

    It is the last subject before the number that is counted, too.
    """
    tokens = words.tokens
    if tokens[words.claimed[-1]].dependency not in SUBJECTS:
        return None
    counted = (token.head for token in tokens[: words.claimed[0]] if token.dependency == "nummod")
    return max((noun for noun in counted if tokens[noun].dependency in SUBJECTS), default=None)
