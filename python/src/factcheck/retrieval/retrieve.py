"""Retrieval of query fragments for claims (Algorithm 1): what keywords and fragments have in common, scored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from factcheck.catalogue.schema import Table
from factcheck.categories.columns.values import NOTHING_TOLD, categories_of_values
from factcheck.claims.keywords import Keyword
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.port import Database
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.acronyms import CalledInOtherWords, acronyms_of
from factcheck.retrieval.coded_values import answers_given, coded_columns, seen_in_codes
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.generators.spans_as_values import figures_of_spans
from factcheck.retrieval.how_named import with_all_words, with_number_cue, with_rivals, without_stems_of
from factcheck.retrieval.joined_words import joined_words, words_of_columns
from factcheck.retrieval.keyword_terms import keyword_forms, weighted_terms
from factcheck.retrieval.kinds_of_values import kinds_of_values
from factcheck.retrieval.known_values import known_values
from factcheck.retrieval.learned_synonyms import learned_synonyms
from factcheck.retrieval.literal_sources import (
    LiteralSources,
    add_flags,
    collect,
    look_up,
    name_literals,
    read_columns,
)
from factcheck.retrieval.measure_words import MeasureWords, measure_lexicon
from factcheck.retrieval.name_relevance import NameCollection, function_scores
from factcheck.retrieval.name_terms import weigh_in_names
from factcheck.retrieval.named_otherwise import without_named_otherwise
from factcheck.retrieval.other_words import OtherWords, extended_terms, heavy_forms, with_other_words
from factcheck.retrieval.phrases import Phrase, phrases
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.predicate_generators import with_generated
from factcheck.retrieval.predicate_scores import (
    ScoredPredicate,
    flag_values,
    named_frequencies,
    named_predicates,
    score_predicates,
    with_names_known,
)
from factcheck.retrieval.related_terms import related_terms
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.retrieval.repeated_values import (
    without_constant_columns,
    without_days_named_twice,
    without_parts_of_bands,
    without_repeated_values,
)
from factcheck.retrieval.sampled_values import levels_of_columns
from factcheck.retrieval.shortened_names import with_shortened_names
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.progress import report_progress
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.settings import Settings
from factcheck.text_index.literal_collection import LiteralCollection
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, split_identifier
from factcheck.words.stems import LONGEST_WORD, stems_of

NOTHING_DEFINED: Mapping[str, Collection[str]] = {}
NO_RANGES: Mapping[int, ColumnRange] = {}

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})


def retrieve(
    claims: Sequence[Sequence[Keyword]],
    tables: Sequence[Table],
    database: Database,
    settings: Settings,
    limit: TimeLimit = NO_LIMIT,
    words: Sequence[ClaimWords] = (),
    defined: Mapping[str, Collection[str]] = NOTHING_DEFINED,
    ranges: Mapping[int, ColumnRange] = NO_RANGES,
) -> list[Relevance]:
    """Score the fragments of the tables for each claim, given by its keywords.

    ``words`` are, for each claim, the words and numbers in which generators look for cues; none where they are left
    out.  ``defined`` has the names, in lower case, that the document gives what may be codes; ``ranges`` tell between
    which numbers the values of columns lie, by ``column_id``.

    Functions and columns are few and all scored.  What the index has of the document's terms is read once; the
    predicates of each claim are then scored in memory, and the best of them retrieved.  Of tables that are not indexed
    only those values are known that are read before the limit is reached.
    """
    forms = {form for keywords in claims for k in keywords for form in keyword_forms(k)}
    stems = stems_of(database, forms)
    learned = learned_synonyms(database, tables, {term for terms in stems.values() for term in terms})
    names = NameCollection(database, tables, learned.columns)
    called = _called_in_other_words(words, tables, database)
    of_initials = stems_of(database, {each.name for of_claim in called for each in of_claim if each.name.islower()})
    terms = [weighted_terms(keywords, stems) for keywords in claims]
    related = related_terms(database, heavy_forms(terms, stems))
    all_terms = {term for terms_of_claim in terms for term in terms_of_claim}
    with_initials = _with_initials(stems, called, of_initials)
    by_word = names.named_by(with_initials)
    cue_terms = [
        _without(of_claim, _counted_words(keywords, by_word[1]), stems)
        for keywords, of_claim in zip(claims, terms, strict=True)
    ]
    measures = measure_lexicon(database)
    name_terms = names.name_terms()
    cues, called_otherwise = measures.cues(name_terms, cue_terms), dict(measures.columns_called(stems, name_terms))
    for each in (each for of_claim in called for each in of_claim):
        found = names.columns_with(of_initials.get(each.name, (each.name,)))
        called_otherwise[each.head] = called_otherwise.get(each.head, frozenset()) | found
    figures = _figures(words)
    sources = _literals(database, tables, all_terms.union(figures, related.all_terms), settings, limit)
    levels = levels_of_columns(database, tables) if words else {}
    add_flags(tables, levels, sources)
    with_figures = {figure: _with_figure(figure, sources, ranges) for figure in figures}
    others = with_other_words(database, terms, related, names, sources, tables)
    weigh_in_names(others.in_names, words, called, of_initials)
    said = [weighted_terms([keyword for keyword in keywords if keyword.is_said], stems) for keywords in claims]
    said = [extended_terms(terms_of_claim, others.the_same) for terms_of_claim in said]
    scored = _scored(claims, others, said, tables, names, measures, sources, settings)
    theme = _theme(each.columns for each in scored)
    completed = with_names_known([each.predicates for each in scored])
    scored = [replace(each, predicates=predicates) for each, predicates in zip(scored, completed, strict=True)]
    name_literals(database, {(p.column_id, p.fragment_no) for each in scored for p in each.predicates}, sources)
    known = known_values(database, tables, sources, learned, stems, defined, levels, words, is_for_cues=bool(words))
    phrases_of_sentence = lru_cache(maxsize=64)(phrases)  # of this document alone: a session keeps none of its words
    of_text = {number: literals for number, literals in known.few.items() if sources.columns[number].column.is_text}
    nouns = _phrases_of_nouns(words, phrases_of_sentence)
    is_asked = settings.category_values or settings.category_features
    categories = categories_of_values(database, of_text, nouns) if is_asked else NOTHING_TOLD
    sets = categories.sets({number: len(each) for number, each in known.few.items()}, settings.category_values)
    for number, kinds in kinds_of_values(database, of_text, nouns).items():
        sets[number] = {**kinds, **sets.get(number, {})}
    called_so = _words_of_names(tables)
    relevance = []
    for keywords, words_of_claim, scores, cues_of_claim in zip(
        claims, words or [ClaimWords()] * len(claims), scored, cues, strict=True
    ):
        beside = _columns_beside(keywords, names, stems)
        by_words = named_predicates(scores.predicates, sources)
        named = _named(by_words, keywords, called_so, beside, words_of_claim.passages, known.few, tables)
        cue = PredicateCue(
            words_of_claim,
            tables,
            scores.columns,
            named=named,
            dated=known.dated,
            values=known.few,
            columns_named_by=by_word[0],
            columns_with=with_figures,
            words_inside=known.words_inside,
            phrases_inside=known.phrases_inside,
            other_names=known.other_names,
            beginnings=known.beginnings,
            codes=known.codes,
            called=called_otherwise,
            categories=sets,
            years=known.years,
            levels=known.levels,
            prefixes=known.prefixes,
            panels=known.panels,
            blanks=known.blanks,
            lists=known.lists,
            short_forms=known.short_forms,
            series=known.series,
            ranges=ranges,
            phrases=phrases_of_sentence,
        )
        counted = [keyword for keyword in keywords if keyword.is_counted]
        are_values = any(not COUNT_DISTINCT.keywords.isdisjoint((each.word, each.lemma)) for each in counted)
        relevance.append(
            Relevance(
                function_scores(keywords),
                scores.columns,
                scores.tables,
                without_constant_columns(
                    without_parts_of_bands(without_days_named_twice(without_repeated_values(with_generated(cue)))),
                    known.few,
                    known.panels,
                ),
                *by_word,
                counted=names.counted(weighted_terms(counted, with_initials), are_values=are_values),
                counted_tables=_named_by_counted(keywords, by_word[1]),
                counted_columns=_named_by_counted(keywords, by_word[0]),
                cues=cues_of_claim,
                values=known.sizes,
                frequencies=named_frequencies(scores.predicates, sources),
                dated=tuple(known.dated),
                kinds=categories.shares if settings.category_features else {},
                samples=known.samples,
                years=known.years,
                panels={panel.table.table_id: len(panel.dimensions) for panel in known.panels},
                theme=theme,
                ranges=ranges,
                series=known.series,
            )
        )
        checkpoint()
    return relevance


def _with_figure(figure: str, sources: LiteralSources, ranges: Mapping[int, ColumnRange]) -> frozenset[int]:
    """Return the columns some value of which has a figure; those of amounts from zero on have a zero."""
    from_zero = (number for number, known in ranges.items() if known.least == 0 and figure == "0")
    return sources.columns_with(figure).union(from_zero)


def _named(
    predicates: Iterable[tuple[Predicate, Seen]],
    keywords: Sequence[Keyword],
    called_so: tuple[frozenset[str], frozenset[str]],
    beside: Mapping[str, Collection[int]],
    passages: Sequence[Passage],
    values: Mapping[int, Sequence[str]],
    tables: Sequence[Table],
) -> list[tuple[Predicate, Seen]]:
    """Return the predicates that a claim's words find, each with how far the sentence names it.

    ``called_so`` are the words of all names, and those of tables alone.
    """
    words, of_tables = called_so
    said = {form for keyword in keywords if keyword.is_said for form in keyword_forms(keyword)}
    counted = {form for keyword in keywords if keyword.is_counted for form in keyword_forms(keyword)}
    of_names = words & counted | said & of_tables
    named = [
        with_number_cue(*without_stems_of(*with_all_words(*each, said), of_names, said), beside) for each in predicates
    ]
    named = without_named_otherwise(with_shortened_names(named, passages, values, words), passages, tables)
    return with_rivals(named, said, counted)


def _theme(relevance: Iterable[Mapping[int, float]]) -> dict[int, float]:
    """Return how many claims speak of each column, each claim by how relevant the column is beside its best one."""
    theme: dict[int, float] = {}
    for columns in relevance:
        best = max(columns.values(), default=0.0)
        for number, score in columns.items() if best > 0 else ():
            theme[number] = theme.get(number, 0.0) + score / best
    return theme


def _words_of_names(tables: Sequence[Table]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the names of tables and columns, and of tables alone, with their base forms."""
    of_tables, of_columns = (
        frozenset(form for name in names for word in split_identifier(name) for form in base_forms(word))
        for names in ([t.name for t in tables], [column.name for t in tables for column in t.columns])
    )
    return of_tables | of_columns, of_tables


_MOST_WORDS_OF_CATEGORY = 3


def _phrases_of_nouns(
    words: Sequence[ClaimWords], phrases_of_sentence: Callable[[tuple[Token, ...]], Sequence[Phrase]]
) -> set[str]:
    """Return the phrases of the claims' sentences that may name a category of values, in the singular."""
    return {
        phrase.singular
        for each in words
        for passage in each.passages
        if passage.is_own
        for phrase in phrases_of_sentence(passage.tokens)
        if phrase.length <= _MOST_WORDS_OF_CATEGORY and passage.tokens[phrase.first + phrase.length - 1].tag in _NOUNS
    }


def _called_in_other_words(
    words: Sequence[ClaimWords], tables: Sequence[Table], database: Database
) -> list[list[CalledInOtherWords]]:
    """Return for each claim what its sentences call by initials, by words with the initials, or in two words."""
    tokens = (token for each in words for passage in each.passages for token in passage.tokens)
    nouns = {token.lemma.lower() for token in tokens if token.tag.startswith("NN")}
    acronyms = acronyms_of(database, tables, {noun for noun in nouns if len(noun) <= LONGEST_WORD}) if words else None
    if acronyms is None:
        return []
    joined = words_of_columns(tables)
    return [[*acronyms.found(each.passages), *joined_words(each.passages, joined)] for each in words]


def _figures(words: Sequence[ClaimWords]) -> set[str]:
    """Return the whole numbers of claims' sentences; a zero is what lacks, a hundred full marks."""
    figures = {"0", "100"}
    for each in words:
        for number in (number for number in each.numbers if number.is_integer):
            figures.add(number.text if number.text.isdecimal() else f"{number.value:f}")
            figures |= figures_of_spans(number, each.passages)
    return figures


def _with_initials(
    stems: Mapping[str, list[str]], called: Iterable[Iterable[CalledInOtherWords]], of_initials: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """Return the stems of words, those of initials beside the words that stand for them."""
    extended = {word: list(terms) for word, terms in stems.items()}
    for each in (each for of_claim in called for each in of_claim):
        extended.setdefault(each.head, []).extend(of_initials.get(each.name, (each.name,)))
    return extended


def _counted_words(keywords: Iterable[Keyword], named: Mapping[str, Collection[int]]) -> set[str]:
    """Return the words for what the number counts that name something: "60 sales" the table sale, and so its rows."""
    counted = (form for each in keywords if each.is_counted for form in (each.word, each.lemma))
    return {form for form in counted if named.get(form)}


def _named_by_counted(keywords: Iterable[Keyword], named: Mapping[str, Collection[int]]) -> frozenset[int]:
    """Return what is named by the words for what the number counts."""
    return frozenset(number for word in _counted_words(keywords, named) for number in named[word])


def _without(
    terms: Mapping[str, float], words: Collection[str], stems: Mapping[str, Collection[str]]
) -> dict[str, float]:
    """Return terms without those of some words."""
    left_out = {term for word in words for term in stems.get(word, ())}
    return {term: weight for term, weight in terms.items() if term not in left_out}


def _columns_beside(
    keywords: Iterable[Keyword], names: NameCollection, stems: Mapping[str, list[str]]
) -> dict[str, set[int]]:
    """Return the columns that words beside the figures among the keywords name, by the figure."""
    columns: dict[str, set[int]] = {}
    for keyword in keywords:
        if keyword.beside:
            terms = [term for word in keyword.beside for term in stems.get(word, ())]
            columns.setdefault(keyword.lemma, set()).update(names.columns_with(terms))
    return columns


@dataclass(frozen=True, slots=True)
class _Scores:
    """The scores of columns and tables for a claim, by number, and its best predicates."""

    columns: Mapping[int, float]
    tables: Mapping[int, float]
    predicates: Sequence[ScoredPredicate]


def _scored(
    claims: Sequence[Sequence[Keyword]],
    words: OtherWords,
    said: Sequence[Collection[str]],
    tables: Sequence[Table],
    names: NameCollection,
    measures: MeasureWords,
    sources: LiteralSources,
    settings: Settings,
) -> list[_Scores]:
    """Return the scores of columns and tables and the best predicates of each claim.

    A claim is given by its keywords and the terms that may stand for them; ``said`` are those of its own sentence.
    """
    ordered = [c.column_id for table in tables for c in table.columns if c.column_id in sources.columns]
    collection = LiteralCollection({number: sources.columns[number].terms for number in ordered}, sources.postings)
    few = {number: source for number, source in sources.columns.items() if source.most_frequent}
    flags = {number: values for number, source in few.items() if (values := flag_values(source))}
    coded = coded_columns(few, flags)
    least_named = WEIGHTS.predicate.least_named
    figures = {number for number in ordered if sources.columns[number].column.is_integer}
    scored: list[_Scores] = []
    for keywords, in_literals, in_names, said_in_claim in zip(
        claims, words.in_literals, words.in_names, said, strict=True
    ):
        report_progress("retrieval", len(scored), "claims and phrases", len(claims))
        named = names.with_abbreviations(in_names)
        _, table_scores = names.score(named)
        columns, _ = names.score(names.with_abbreviations(measures.with_names(in_names)))
        shares = {number: names.named_share(number, named) for number in coded.scales}
        answers = answers_given(keywords, coded)
        codes = seen_in_codes(keywords, coded, columns, shares, answers)
        flag_scores = {
            c: columns.get(c, 0.0) * max(names.named_share(c, named), least_named) * answers[c].share(True)
            for c in flags
        }
        predicates = score_predicates(
            in_literals, columns, flag_scores, collection, few, settings, said_in_claim, codes, figures
        )
        scored.append(_Scores(columns, table_scores, predicates))
        checkpoint()
    return scored


def _literals(
    database: Database, tables: Sequence[Table], terms: Collection[str], settings: Settings, limit: TimeLimit
) -> LiteralSources:
    sources = LiteralSources()
    read_columns(database, tables, sources)
    look_up(database, terms, sources)
    for table in tables:
        if not table.is_indexed:
            checkpoint()
            collect(database, table, settings, sources, limit)
    return sources
