"""Queries that generators list for a number of a text about tables whose columns its words name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from support.parsing import parsed

from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.claim_words import ClaimWords
from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword, all_keywords
from factcheck.claims.spotting import find_claims
from factcheck.joins.relation_sets import Relations
from factcheck.nlp.parser import Parser
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.name_relevance import function_scores
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings
from factcheck.weights.learned import NEUTRAL
from factcheck.words.identifiers import base_forms, split_identifier

NO_VALUES: Mapping[int, int] = {}


def space_of(
    parser: Parser,
    text: str,
    tables: Sequence[Table],
    predicates: Sequence[Predicate] = (),
    values: Mapping[int, int] = NO_VALUES,
) -> CandidateSpace:
    """Return the candidates of the last number of a text.

    Words name the columns and tables that have them in their names, in any form; ``predicates`` are said in full, and
    ``values`` tell how many there are of columns, by their numbers.
    """
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    claim, keywords = claims[-1], all_keywords(claims, document, parses)[-1]
    tokens = parses[claim.paragraph][claim.sentence].tokens
    columns = {column.column_id: column.name for table in tables for column in table.columns}
    of_columns = _named({form for key in keywords for form in (key.word, key.lemma)}, columns)
    of_tables = _named(set(of_columns), {table.table_id: table.name for table in tables})
    counted = {form for key in keywords if key.is_counted for form in (key.word, key.lemma)}
    seen = Seen(0.5, {"said": 1.0, "words": 1.0, "terms": 1.0, "covered": 1.0})
    relevance = Relevance(
        function_scores(keywords),
        {number: _most(number, of_columns, keywords) for number in columns},
        {table.table_id: _most(table.table_id, of_tables, keywords) for table in tables},
        tuple((predicate, seen) for predicate in predicates),
        of_columns,
        of_tables,
        counted={
            number: max(of_columns.get(form, {}).get(number, 0.0) for form in counted | {""}) for number in columns
        },
        counted_tables=frozenset(number for form in counted for number in of_tables.get(form, ())),
        counted_columns=frozenset(number for form in counted for number in of_columns.get(form, ())),
        values=values,
    )
    words = ClaimWords(tokens, claim.tokens, keywords, claim.conditions)
    return candidate_space(claim.number, relevance, Relations(tables), Settings(), words, learned=NEUTRAL)


def listed(
    parser: Parser,
    text: str,
    tables: Sequence[Table],
    predicates: Sequence[Predicate] = (),
    values: Mapping[int, int] = NO_VALUES,
) -> dict[str, float]:
    """Return what generators list for the last number of a text, in words, with the scores."""
    queries = space_of(parser, text, tables, predicates, values).listed.queries
    return {one.query.words(): one.score for one in queries}


def _named(forms: set[str] | Sequence[str], names: dict[int, str]) -> dict[str, dict[int, float]]:
    """Return for each word the numbers whose names have it, with its share of the name."""
    parts = {number: [base_forms(part) for part in split_identifier(name)] for number, name in names.items()}
    return {
        form: {
            number: 1 / len(words)
            for number, words in parts.items()
            if any(not set(base_forms(form)).isdisjoint(each) for each in words)
        }
        for form in forms
    }


def _most(number: int, named: dict[str, dict[int, float]], keywords: Sequence[Keyword]) -> float:
    return max((key.weight * named[key.word].get(number, 0.0) for key in keywords), default=0.0)
