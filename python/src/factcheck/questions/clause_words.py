"""Words of a clause that several readings of it look at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.questions.linked import Linked

RISING = frozenset("rise increase grow climb improve gain surge soar jump up double triple".split())
FALLING = frozenset("fall decrease decline drop shrink sink worsen plunge slump down halve".split())
NEGATIVES = frozenset("not n't never no neither nor hardly barely scarcely".split())
"""Words that deny what a clause says."""
_QUANTITIES = frozenset("most fewest least more fewer less".split())
COMPARATIVE = frozenset({"JJR", "RBR"})
ABOVE = re.compile(
    r"\b(?:above|over|better than|higher than|more than|exceed\w*|beat\w*|surpass\w*|overt[ao]ok?\w*"
    r"|out(?:number|perform|rank|weigh|pac|do|did|class|strip|last|liv|earn|sell|sold|spen|scor)\w*)\b",
    re.I,
)


def text_of(linked: Linked, clause: Sequence[int]) -> str:
    """Return a clause as it is written, without what stands between its words."""
    starts = [i for place, i in enumerate(clause) if not place or i != clause[place - 1] + 1]
    ends = [i for place, i in enumerate(clause) if place + 1 == len(clause) or i + 1 != clause[place + 1]]
    pairs = zip(starts, ends, strict=True)
    return " ".join(linked.text[linked.tokens[start].start : linked.tokens[end].end] for start, end in pairs)


def has_own_subject(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a noun is the subject of a clause, rather than a pronoun or what the clause before is about."""
    subjects = [i for i in clause if linked.tokens[i].dependency.startswith("nsubj")]
    return any(linked.tokens[i].tag.startswith("NN") and not _is_theirs(linked, i) for i in subjects)


def _is_theirs(linked: Linked, noun: int) -> bool:
    """Tell whether a noun belongs to what was spoken of before: "its sepals"."""
    return any(token.head == noun and token.tag == "PRP$" for token in linked.tokens)


def is_graded(linked: Linked, index: int) -> bool:
    """Tell whether a word is an adjective, or a comparative or superlative."""
    return linked.tokens[index].tag in {"JJR", "RBR", "JJS", "RBS", "JJ"}


def says_quantity_alone(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause says most or fewest without saying of what: "while the West had the fewest"."""
    said = [i for i in clause if linked.words[i] in _QUANTITIES]
    if any(i + 1 in clause and linked.tokens[i + 1].tag.startswith(("JJ", "RB")) for i in said):
        return False  # "the most numerous"
    nouns = {i for i in clause if linked.tokens[i].tag in {"NNS", "NN"}}
    is_of_noun = any(linked.tokens[i].head in nouns or not nouns.isdisjoint({i + 1, i + 2}) for i in said)
    return bool(said) and not is_of_noun and "number" not in {linked.words[i] for i in clause}
