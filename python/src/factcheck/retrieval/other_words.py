"""Other words by which literals and names may say what a claim says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.retrieval.literal_sources import (
    LiteralSources,
    look_up,
)
from factcheck.retrieval.name_relevance import NameCollection
from factcheck.retrieval.related_terms import RelatedTerms, is_of_place
from factcheck.sqltext import text_array
from factcheck.text_index.spelling import beginnings, similar_terms
from factcheck.weights.weights import WEIGHTS

_HEAVY = 0.2
"""Weight from which a keyword's related words are looked up: lighter ones decide nothing."""


def heavy_forms(claims: Iterable[Mapping[str, float]], stems: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """Return the words that the heaviest terms of the claims are stems of."""
    forms: dict[str, set[str]] = {
        term: set() for terms in claims for term, weight in terms.items() if weight >= _HEAVY and term.isalpha()
    }
    for form, stems_of_form in stems.items():
        for term in forms.keys() & set(stems_of_form):
            forms[term].add(form)
    return forms


@dataclass(frozen=True, slots=True)
class OtherWords:
    """The terms of claims with those that may stand for them in literals, and in names.

    ``the_same`` are, for terms that nothing has, those that say just the same: spelt alike, or made from one word.
    """

    in_literals: list[dict[str, float]]
    in_names: list[dict[str, float]]
    the_same: Mapping[str, Mapping[str, float]]


def with_other_words(
    database: Database,
    claims: Sequence[dict[str, float]],
    related: RelatedTerms,
    names: NameCollection,
    sources: LiteralSources,
    tables: Sequence[Table],
) -> OtherWords:
    """Return the claims' terms with those by which literals and names may say the same.

    Those are the related words, looked up already; for terms that nothing has, also what shortens them, and, where the
    language does not have the word, what is spelt alike.  Of names the catalogue knows related words, too: rarer
    synonyms, and what is made from the same word, is looked for in literals alone.  A word that is the name of a column
    means that, and no value by another word: "countries" are not the United States.
    """
    all_terms = {term for terms in claims for term in terms}
    known = sources.terms
    unknown = {term for term in all_terms if term not in known and term not in names and term.isalpha()}
    weights = WEIGHTS.terms
    added: dict[str, dict[str, float]] = {term: dict.fromkeys(beginnings(term), weights.shortened) for term in unknown}
    for term, words in related.similar.items():
        factor = weights.related if term in unknown else weights.also_related
        added.setdefault(term, {}).update(dict.fromkeys(words, factor))
    columns = [c.column_id for table in tables if table.is_indexed for c in table.columns if c.is_text]
    misspelt = unknown - _words_of_the_language(database, unknown)
    the_same = {term: dict(entries) for term, entries in similar_terms(database, misspelt, columns).items()}
    for term, factors in the_same.items():
        added[term] |= factors
    derived = {
        term: [other for other in others if term in unknown or is_of_place(term, other)]
        for term, others in related.derived.items()
        if term in all_terms
    }
    for term, others in derived.items():
        if others:
            the_same.setdefault(term, {}).update(dict.fromkeys(others, weights.derived))
    looked_up = all_terms.union(related.all_terms)
    look_up(database, {term for factors in added.values() for term in factors} - looked_up, sources)
    in_names = [extended_terms(terms, added) for terms in claims]
    further = {
        term: {
            **dict.fromkeys(related.rarer.get(term, ()) if term in unknown else (), weights.related),
            **dict.fromkeys(derived.get(term, ()), weights.derived),
        }
        for term in unknown | derived.keys()
    }
    of_columns = {term for terms in names.name_terms().values() if len(terms) == 1 for term in terms}
    in_values = {term: factors for term, factors in added.items() if term not in of_columns}
    in_literals = [
        {**extended, **_stronger(terms, further, extended)}
        for terms, extended in ((terms, extended_terms(terms, in_values)) for terms in claims)
    ]
    return OtherWords(in_literals, in_names, the_same)


def _stronger(
    terms: Mapping[str, float], further: Mapping[str, Mapping[str, float]], known: Mapping[str, float]
) -> dict[str, float]:
    """Return the further terms that stand for some of a claim's, with weights greater than those that are known."""
    weights: dict[str, float] = {}
    for word in further.keys() & terms.keys():
        for term, factor in further[word].items():
            weights[term] = max(weights.get(term, known.get(term, 0.0)), terms[word] * factor)
    return weights


def extended_terms(terms: Mapping[str, float], added: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return terms with those that may stand for them, each as its factor tells."""
    extended = dict(terms)
    for word, weight in terms.items():
        for term, factor in added.get(word, {}).items():
            extended[term] = max(extended.get(term, 0.0), weight * factor)
    return extended


def _words_of_the_language(database: Database, terms: Collection[str]) -> set[str]:
    """Return those stems that a lemma of the lexicon begins with and hardly goes beyond."""
    rows = database.query(
        f"SELECT w.term FROM unnest({text_array(sorted(terms))}) AS w (term)"
        " WHERE EXISTS (SELECT FROM factcheck.lexicon l"
        ' WHERE l.lemma >= w.term COLLATE "C" AND l.lemma < (w.term || chr(1114111)) COLLATE "C"'
        " AND length(l.lemma) <= length(w.term) + 3)"
    )
    return {row["term"] for row in rows}
