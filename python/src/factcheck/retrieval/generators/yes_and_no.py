"""Answers that a sentence names: "51% backed the Yes", "voted No", "four said no"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_YES, _NO = frozenset({"yes", "y"}), frozenset({"no", "n"})
_ANSWERING = frozenset("vote say answer reply respond tick choose back support favour favor".split())
_ABBREVIATED = frozenset({".", "#"})
_MOST_VALUES = 8


def yes_and_no(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the column of answers that a claim is about to the answer that its sentences name.

    Of several columns of answers those are taken that the claim's words name best; none where they name none.
    """
    answers = {number: both for number, values in cue.values.items() if (both := _answers(tuple(values)))}
    columns = [column for column in cue.columns if column.column_id in answers]
    scores = {column: cue.column_scores.get(column.column_id, 0.0) for column in columns}
    best = max(scores.values(), default=0.0)
    meant = columns if len(columns) == 1 else [column for column in columns if scores[column] > best / 2]
    found: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if meant else ():
        for index, is_yes in _named(passage):
            for column in meant:
                predicate, seen = _seen(cue, passage, column, answers[column.column_id][is_yes], index)
                if seen.score > 0 and (predicate not in found or found[predicate].score < seen.score):
                    found[predicate] = seen
    yield from sorted(found.items(), key=lambda pair: -pair[1].score)


@lru_cache(maxsize=256)
def _answers(values: tuple[str, ...]) -> Mapping[bool, str]:
    """Return the values for yes (True) and for no of a column that has few and both; nothing for any other."""
    if len(values) > _MOST_VALUES:
        return {}
    found = {is_yes: [v for v in values if v.lower() in said] for is_yes, said in ((True, _YES), (False, _NO))}
    return {is_yes: of_one[0] for is_yes, of_one in found.items()} if all(map(len, found.values())) else {}


def _named(passage: Passage) -> Iterator[tuple[int, bool]]:
    """Yield the tokens that name an answer, and whether it is yes: written with a capital, or behind such a verb."""
    for index, token in enumerate(passage.tokens):
        lower = token.text.lower()
        if lower not in {"yes", "no"} or index == 0:
            continue
        after = passage.tokens[index + 1] if index + 1 < len(passage.tokens) else None
        is_number = after is not None and (after.tag == "CD" or (after.text in _ABBREVIATED and lower == "no"))
        is_last = after is not None and after.text == "." and index + 2 == len(passage.tokens)
        is_verb_before = passage.tokens[index - 1].lemma.lower() in _ANSWERING
        is_article = after is not None and after.tag.startswith(("NN", "JJ")) and not token.text[0].isupper()
        if (token.text[0].isupper() or is_verb_before) and not is_article and (is_last or not is_number):
            yield index, lower == "yes"


def _seen(cue: PredicateCue, passage: Passage, column: Column, value: str, index: int) -> tuple[Predicate, Seen]:
    score = cue.seen("terms", passage.weights[index], column) if passage.weights[index] else Seen(0.0, {})
    parts = {**score.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "at": float(index)}
    return Equals(column, value), Seen(score.score, parts if passage.is_own else {**parts, "said": 0.0})
