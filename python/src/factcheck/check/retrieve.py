"""The stage that retrieves query fragments for the claims of a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.catalogue.schema import Column, Table
from factcheck.check.prepare import PreparedCheck
from factcheck.check.statement_phrases import RetrievedStatement, retrieved_statements, statement_phrases
from factcheck.claims.defined_names import defined_names
from factcheck.claims.keywords import Keyword, all_passages
from factcheck.claims.passage import Passage
from factcheck.claims.told_marks import told_pass_mark
from factcheck.claims.told_times import told_times
from factcheck.retrieval.column_ranges import ColumnRange, column_ranges
from factcheck.retrieval.generators.relative_times import told_years
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.retrieval.tables_meant import tables_meant
from factcheck.runtime.context import CheckContext
from factcheck.runtime.time_budget import RETRIEVAL_ENDS, OutOfTimeError

RANGES_SHARE = 0.1
"""How much of the whole time looking up what columns may have may take."""


@dataclass(frozen=True, slots=True)
class RetrievedCheck:
    """The claims of a check with what their words find among the fragments, statements without a number apart."""

    check: PreparedCheck
    relevance: tuple[Relevance, ...]
    statements: tuple[RetrievedStatement, ...] = ()


def retrieve_fragments(check: PreparedCheck, context: CheckContext) -> RetrievedCheck:
    """Retrieve the fragments of each claim, and of each phrase of statements without a number (Algorithm 1)."""
    limit = context.budget.until(RETRIEVAL_ENDS)
    with context.stage("retrieval"):
        passages = all_passages(check.claims, check.parsed.document, check.parsed.parses)
        times = told_times(paragraph.text for paragraph in check.parsed.document.paragraphs)
        mark = told_pass_mark(paragraph.text for paragraph in check.parsed.document.paragraphs)
        words = [
            ClaimWords(p, c.conditions, c.numbers, times=times, carried=c.carried, pass_mark=mark)
            for c, p in zip(check.claims, passages, strict=True)
        ]
        phrases = statement_phrases(check, times)
        keywords = [(*k, *_told_years(p)) for k, p in zip(check.keywords, passages, strict=True)]
        different, indexes = _different(
            [each for phrase in phrases for each in phrase.keywords()],
            [each for phrase in phrases for each in phrase.cues()],
        )
        keywords += [of_phrase for of_phrase, _ in different]
        words += [of_phrase for _, of_phrase in different]
        asked = tables_meant(check.tables, keywords, context.database, context.settings.tables_per_check)
        check = replace(check, tables=asked)
        defined = defined_names(paragraph.text for paragraph in check.parsed.document.paragraphs)
        numeric = [column for table in check.tables for column in table.columns if column.is_numeric]
        ranges = ranges_in_time(check.tables, numeric, context)
        relevance = retrieve(keywords, check.tables, context.database, context.settings, limit, words, defined, ranges)
        of_numbers = len(check.claims)
        statements = retrieved_statements(phrases, [relevance[of_numbers + index] for index in indexes])
    return RetrievedCheck(check, tuple(relevance[:of_numbers]), statements)


def ranges_in_time(
    tables: Sequence[Table], columns: Sequence[Column], context: CheckContext
) -> Mapping[int, ColumnRange]:
    """Return the ranges of columns of numbers; none where there is no time to look."""
    if not columns:
        return {}
    try:
        with context.budget.until(RANGES_SHARE).in_force():
            return column_ranges(tables, columns, context.database)
    except OutOfTimeError:
        return {}


_Phrase = tuple[tuple[Keyword, ...], ClaimWords]


def _different(keywords: Sequence[tuple[Keyword, ...]], words: Sequence[ClaimWords]) -> tuple[list[_Phrase], list[int]]:
    """Return the different ones of phrases, each once, and the index of each phrase among them.

    Many phrases have no words at all: what most statements do not say, such as a second owner.
    """
    different: list[_Phrase] = []
    alike: dict[tuple[Keyword, ...], list[int]] = {}
    indexes = []
    for phrase in zip(keywords, words, strict=True):
        known = alike.setdefault(phrase[0], [])
        index = next((each for each in known if different[each][1] == phrase[1]), len(different))
        if index == len(different):
            known.append(index)
            different.append(phrase)
        indexes.append(index)
    return different, indexes


def _told_years(passages: tuple[Passage, ...]) -> Iterator[Keyword]:
    """Yield the years that a claim's sentence tells from another one, as if it named them: columns may be named so."""
    for year, weight in told_years(passages):
        yield Keyword(str(year), str(year), weight)
