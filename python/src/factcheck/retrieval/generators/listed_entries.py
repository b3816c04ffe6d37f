"""Entries of columns that list several things: "145 films are comedies" where genres are "Action, Comedy"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.has_entries import HasEntries
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms

_WORD = re.compile(r"[^\W_]+")
_BOTH = re.compile(r"\b(?:both|at\sonce|at\sthe\ssame\stime|as\swell\sas)\b", re.IGNORECASE)


def listed_entries(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns that list things to rows whose list has what a sentence names; to all of it where it says both.

    A value of the index that is a single entry is seen in the list as it is seen alone.
    """
    columns = {column.column_id: column for column in cue.columns}
    for number, listed in cue.lists.items():
        column = columns[number]
        seen = dict(_named_alone(cue, column, listed.entries))
        for passage in cue.words.passages:
            for entry, weight in _said(passage, listed.entries).items():
                of_passage = cue.seen("part of values", WEIGHTS.predicate.text_part * weight, column)
                if entry not in seen or seen[entry].score < of_passage.score:
                    seen[entry] = of_passage
        made = [(HasEntries(column, listed.separator, (entry,)), each) for entry, each in seen.items()]
        yield from _all_of_them(cue, column, listed.separator, listed.entries)
        yield from sorted(made, key=lambda pair: -pair[1].score)


def is_part_of_lists(predicate: Predicate, cue: PredicateCue) -> bool:
    """Tell whether a value of a column that lists things stands alone only by chance: the sentence names its parts."""
    if not isinstance(predicate, Equals) or predicate.column.column_id not in cue.lists:
        return False
    return not any(predicate.literal.lower() in passage.text.lower() for passage in cue.words.passages) or (
        predicate.literal in cue.lists[predicate.column.column_id].entries
    )


def _named_alone(cue: PredicateCue, column: Column, entries: Collection[str]) -> Iterator[tuple[str, Seen]]:
    for predicate, seen in cue.named:
        if isinstance(predicate, Equals) and predicate.column == column and predicate.literal in entries:
            yield predicate.literal, seen


def _all_of_them(
    cue: PredicateCue, column: Column, separator: str, entries: Collection[str]
) -> Iterator[tuple[Predicate, Seen]]:
    """Yield the rows that have all of several entries, where the claim's sentence says so."""
    passage = own_passage(cue)
    if passage is None or not _BOTH.search(passage.text):
        return
    said = _said(passage, entries)
    if len(said) > 1:
        score = WEIGHTS.predicate.text_part * sum(said.values())
        yield HasEntries(column, separator, tuple(sorted(said))), cue.seen("part of values", score, column)


def _said(passage: Passage, entries: Collection[str]) -> Mapping[str, float]:
    """Return the entries of which a passage has all words side by side, in whatever form, with their weights."""
    words = [
        (passage.weights[index], _forms(word, token.lemma))
        for index, token in enumerate(passage.tokens)
        for word in _WORD.findall(token.text)
    ]
    said: dict[str, float] = {}
    for entry in entries:
        sought = [_forms(word) for word in _WORD.findall(entry)]
        for first in range(len(words) - len(sought) + 1):
            run = words[first : first + len(sought)]
            if all(not forms.isdisjoint(part) for (_, forms), part in zip(run, sought, strict=True)):
                said[entry] = max(said.get(entry, 0.0), *(weight for weight, _ in run))
    return {entry: weight for entry, weight in said.items() if weight > 0}


def _forms(*words: str) -> frozenset[str]:
    return frozenset(form for word in words for form in base_forms(word.lower()))
