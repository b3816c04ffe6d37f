"""Recognises what more do than something else: "more people walk than drive", "more paid by card than in cash"."""

from __future__ import annotations

from factcheck.claims.statements.everybody import all_others
from factcheck.claims.statements.statement import Assertion, StatementKind
from factcheck.claims.statements.tree import Words

_DOING = ("VB", "IN", "JJ")
_DONE = ("VB", "IN", "JJ", "NN")
_BEGINNING = frozenset({"", ",", "CC", ":", "RB", "-LRB-", "''", "``"})
"""Tags of what stands before the beginning of a clause."""
_WHEN = frozenset({"in", "on", "at", "during"})
_ENDS = frozenset({",", ";", ".", ":", "(", "–", "—"})


def done_by_more(more: int, than: int, words: Words, *, is_greatest: bool) -> Assertion | None:
    """Read what stands on either side of "than" where a clause begins with how many do it, by the words alone.

    The parser takes the second verb for a noun, and at times the first one, too.
    """
    at = _behind_counted(more + 1, words)
    if at is None or at >= than or words.tag(more - 1) not in _BEGINNING:
        return None
    end = next((i for i in range(than + 1, len(words.tokens)) if words.tokens[i].text in _ENDS), len(words.tokens))
    owner = tuple(i for i in range(at, than) if words.tokens[i].text not in {"(", ")", ","})
    other = tuple(range(than + 1, end))
    is_verb = words.tag(at).startswith(_DOING) or (words.tag(at) == "NN" and words.tag(at + 1) == "IN")
    is_said = is_verb and bool(other) and words.tag(than + 1).startswith(_DONE)
    if not is_said or not owner or all_others(than + 1, words) is not None:
        return None
    counted = tuple(i for i in range(more + 1, at) if words.tag(i).startswith("N"))
    return Assertion(StatementKind.COMPARISON, (more, than), (owner,), (other,), counted, "many", is_greatest)


def is_contrast(done: Assertion, words: Words) -> bool:
    """Tell whether a preposition comes again, so that what it leads to is compared: "in Rome than in Oslo"."""
    again = words.lower(done.others[0][0])
    before = {words.lower(i) for i in done.owners[0]}
    return words.tag(done.others[0][0]) == "IN" and (again in before or (again in _WHEN and bool(before & _WHEN)))


def _behind_counted(first: int, words: Words) -> int | None:
    """Return the place behind what is counted: "of them", "of the guests", "people"; None where nothing is."""
    at = first
    if words.lower(at) == "of":
        at += 1
        while words.tag(at) in {"DT", "PRP$", "CD", "JJ"}:
            at += 1
        return at + words.tag(at).startswith(("PRP", "NN"))
    while words.tag(at).startswith(("JJ", "NN")) and words.tag(at) != "NNS":
        at += 1
    return at + 1 if words.tag(at) in {"NNS", "NNPS"} else None
