"""What a claim's number counts."""

from __future__ import annotations

from factcheck.candidates.cue import Cue


def counted_noun(cue: Cue) -> int | None:
    """Return the index of the noun that the number counts, or of what it is a percentage of."""
    words = cue.words
    if not words.claimed:
        return None
    if cue.number.unit == "percent":
        return words.noun_before_parenthesis() or words.whole()
    head = words.tokens[words.claimed[-1]].head
    is_counted = words.tokens[head].tag.startswith("NN") and head > words.claimed[-1]
    return head if is_counted else words.noun_after(words.claimed[-1])
