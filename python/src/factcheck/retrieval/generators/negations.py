"""What a sentence says is not so: "did not finish", "non-smokers", "other than dogs", "the others"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, named_values, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_NEGATION = re.compile(
    r"\b(?:not|never|without|neither|nor|no|non|except(?:\sfor)?|excluding|other\sthan|apart\sfrom|aside\sfrom"
    r"|besides|outside(?:\sof)?)\b(?!\s(?:more|less|fewer|only|just|even|later|longer)\b)|n['’]t\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?<!each\s)(?:other|others|remaining|remainder|rest)\b(?!\sthan\b|\sof\b|\shand\b)", re.IGNORECASE
)
_REACH = 4
"""Words that may stand between a negation and what it negates, that included."""
_NO = frozenset({"0", "false", "no", "n", "f"})
_ENDS_A_CLAUSE = frozenset({",", ";", ":", ".", "but", "and", "(", ")"})


def negations(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Negate the values that stand behind a negation; of a flag that is named there the value that says no is meant."""
    passage = own_passage(cue)
    if passage is None:
        return
    yield from _others(cue, passage)
    negated = _negated(passage)
    if not negated:
        return
    for value in named_values(cue, passage):
        is_flag = value.predicate.literal.lower() in _NO or "flag" in value.seen.parts
        if value.first in negated and not is_flag:
            yield Not(value.predicate), Seen(value.seen.score, {"negated": value.seen.score})
    flags = {p.column.column_id: p for p, seen in cue.named if _says_no(p, seen)}
    columns = {number: predicate.column for number, predicate in flags.items()}
    for index in sorted(negated):
        for column, score in columns_named(cue, passage.tokens[index].text, columns):
            weighed = score * passage.weights[index]
            yield flags[column.column_id], cue.seen("negated", weighed, column)


def _others(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    """Negate the value named before a word for the others, the nearest one, here or in the sentence before."""
    found = next((found for found in _OTHERS.finditer(passage.text) if passage.weight(*found.span()) > 0), None)
    if found is None:
        return
    end = min(passage.within(*found.span()))
    earlier = next((each for each in cue.words.passages if not each.is_own), None)
    for place, last in ((passage, end), *([(earlier, len(earlier.tokens))] if earlier is not None else ())):
        named = [value for value in named_values(cue, place) if value.last < last and value.predicate.column.is_text]
        if named:
            nearest = max(value.last for value in named)
            for value in named:
                if value.last == nearest:
                    score = WEIGHTS.predicate.others * passage.weight(*found.span())
                    yield Not(value.predicate), cue.seen("negated", score, value.predicate.column)
            return


def _says_no(predicate: Predicate, seen: Seen) -> bool:
    return isinstance(predicate, Equals) and "flag" in seen.parts and predicate.literal.lower() in _NO


def _negated(passage: Passage) -> set[int]:
    """Return the tokens that stand close behind a negation, in its clause."""
    negated: set[int] = set()
    for found in _NEGATION.finditer(passage.text):
        last = max(passage.within(*found.span()), default=len(passage.tokens))
        for index in range(last + 1, min(last + 1 + _REACH, len(passage.tokens))):
            if passage.tokens[index].text.lower() in _ENDS_A_CLAUSE:
                break
            negated.add(index)
    return negated
