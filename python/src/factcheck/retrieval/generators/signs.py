"""More or less than zero: "profitable", "lost money", "delayed", "on time", "with children", "without injuries"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

# What a phrase says of a column that has one of some words in its name.
_PROFITS = frozenset({"profit", "profits", "pnl", "margin"})
_DELAYS = frozenset({"delay", "delays", "late", "lateness"})
_PHRASES: tuple[tuple[re.Pattern[str], frozenset[str], Comparison], ...] = (
    (
        re.compile(
            r"\b(?:(?<!not\s)(?<!non-)profitable|(?:made|make|makes|making|turn(?:s|ed|ing)?|earn(?:s|ed|ing)?|yield(?:s|ed)?)"
            r"\s(?:a|any)\s(?:\w+\s)?profit|(?:sold|in|ended|closed)\s(?:at\sa\sprofit|the\sblack))\b",
            re.IGNORECASE,
        ),
        _PROFITS,
        ">",
    ),
    (
        re.compile(
            r"\b(?:unprofitable|loss-?\s?making|(?:lost|lose|loses|losing)\smoney|(?:made|make|makes|making)\sa\s(?:\w+\s)?loss"
            r"|at\sa\sloss|in\sthe\sred)\b",
            re.IGNORECASE,
        ),
        _PROFITS,
        "<",
    ),
    (
        re.compile(
            r"\b(?:(?<!not\s)delayed|(?<!not\s)(?:was|were|is|are|ran|arrived|departed|left|came|started|finished)"
            r"\s(?:\w+\s)?late|behind\sschedule)\b",
            re.IGNORECASE,
        ),
        _DELAYS,
        ">",
    ),
    (re.compile(r"\b(?:on\stime|on\sschedule|punctual(?:ly)?|not\sdelayed|not\slate)\b", re.IGNORECASE), _DELAYS, "<="),
)

_HAVING = re.compile(
    r"\b(?:with|ha(?:ve|s|d|ving)|receiv(?:e|es|ed|ing)|got|contain(?:s|ed|ing)?|involv(?:e|es|ed|ing)|caus(?:e|es|ed|ing)"
    r"|report(?:s|ed|ing)?|offer(?:s|ed|ing)?)\s(?:(?:an?|any|some|at\sleast\s(?:one|an?))\s)?(?!no\b)",
    re.IGNORECASE,
)
_LACKING = re.compile(
    r"\b(?:without|no|zero|lack(?:s|ed|ing)?|free\sof|not\s(?:have|had|receive|get|contain|involve|cause|report|offer))\b"
    r"(?:\s(?:an?|any))?\s",
    re.IGNORECASE,
)
_REACH = 2
_PLACE_OF_A_NUMBER = frozenset({"CD", "JJR", "RBR", "JJS", "RBS"})


def sign_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare columns of numbers with zero where a phrase of the claim's sentence says that there is some, or none.

    Flags are left to their own values.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    numbers = {
        column.column_id: column
        for table in cue.tables
        for column in all_columns(table)
        if column.is_numeric and not names_an_identifier(column.name) and not _is_flag(column, cue)
    }
    made: dict[Predicate, Seen] = {}
    for predicate, weight in (*_of_phrases(passage, numbers), *_of_counts(passage, numbers, cue)):
        seen = cue.seen("sign", WEIGHTS.predicate.sign * weight, predicate.column)
        if weight > 0 and (predicate not in made or made[predicate].score < seen.score):
            made[predicate] = seen
    yield from sorted(made.items(), key=lambda pair: -pair[1].score)


def _is_flag(column: Column, cue: PredicateCue) -> bool:
    values = cue.values.get(column.column_id)
    return values is not None and set(values) <= {"0", "1"}


def _of_phrases(passage: Passage, numbers: Mapping[int, Column]) -> Iterator[tuple[Compare | Equals, float]]:
    for pattern, words, comparison in _PHRASES:
        found = pattern.search(passage.text)
        for column in numbers.values() if found else ():
            if found and not words.isdisjoint(split_identifier(column.name)):
                yield Compare(column, comparison, "0"), passage.weight(*found.span())


def _of_counts(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals, float]]:
    """Yield comparisons of columns whose names stand behind a word for having, or for lacking, such things.

    Only columns that have a zero tell those who have some from those who have none.
    """
    with_zero = cue.columns_with.get("0", ())
    counts = {number: column for number, column in numbers.items() if number in with_zero}
    for pattern, is_lacking in ((_HAVING, False), (_LACKING, True)):
        for found in pattern.finditer(passage.text):
            first = max(passage.within(*found.span()), default=len(passage.tokens)) + 1
            for index in range(first, min(first + _REACH, len(passage.tokens))):
                token = passage.tokens[index]
                if token.tag in _PLACE_OF_A_NUMBER or index in passage.own:
                    break
                # a thing that each has one of, as "a salary", is no count
                if not token.tag.startswith("NN") or not (is_lacking or token.tag.endswith("S")):
                    continue
                for column, score in columns_named(cue, token.text, counts):
                    if score >= WEIGHTS.predicate.least_named:
                        predicate = Equals(column, "0") if is_lacking else Compare(column, ">", "0")
                        yield predicate, passage.weights[index]
