"""What is known of the values of columns, once for all claims of a document."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.retrieval.dated_columns import DatedColumn, dated_columns, written_periods
from factcheck.retrieval.entry_lists import EntryList, entry_lists
from factcheck.retrieval.learned_synonyms import LearnedSynonyms
from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.retrieval.panels import Panel, panels_of
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.sampled_values import (
    blanks_of_columns,
    codes_of_columns,
    entries_of_arrays,
    names_of_beginnings,
    names_of_values,
    prefixes_of_codes,
    sampled_values,
    with_defined_names,
    with_legends,
    years_of_columns,
)
from factcheck.retrieval.series_days import SeriesDays, series_days
from factcheck.retrieval.short_forms import short_forms_of
from factcheck.retrieval.words_inside import phrases_inside_texts, words_inside_texts


@dataclass(frozen=True, slots=True)
class KnownValues:
    """What is known of the values of columns, by ``column_id``; all but the first three as ``PredicateCue`` has it.

    ``sizes`` tell how many values are known, ``samples`` are some values of columns of text, ``few`` all values of
    columns that have few, the most frequent first.
    """

    sizes: Mapping[int, int]
    samples: Mapping[int, Sequence[str]]
    few: Mapping[int, Sequence[str]]
    dated: Sequence[DatedColumn]
    other_names: Mapping[int, Mapping[str, tuple[str, ...]]]
    beginnings: Mapping[int, Mapping[str, tuple[str, ...]]]
    codes: Mapping[int, Sequence[str]]
    years: Mapping[int, tuple[int, ...]]
    levels: Mapping[int, Sequence[str]]
    prefixes: Mapping[int, tuple[str, int]]
    panels: Sequence[Panel]
    blanks: Mapping[int, Sequence[str]]
    lists: Mapping[int, EntryList]
    short_forms: frozenset[str]
    series: Mapping[int, SeriesDays]
    words_inside: Mapping[str, Collection[int]]
    phrases_inside: Mapping[str, Mapping[int, bool]]


def known_values(
    database: Database,
    tables: Sequence[Table],
    sources: LiteralSources,
    learned: LearnedSynonyms,
    stems: Mapping[str, Sequence[str]],
    defined: Mapping[str, Collection[str]],
    levels: Mapping[int, Sequence[str]],
    words: Sequence[ClaimWords],
    *,
    is_for_cues: bool,
) -> KnownValues:
    """Read what is known of the values of columns; only what names them where no generator looks for cues.

    ``defined`` has the names, in lower case, that the document gives what may be codes; ``levels`` are what columns of
    decimals with few values have; ``words`` are those of the claims.
    """
    samples = sampled_values(database, tables, sources) if is_for_cues else {}
    sizes = {number: len(column.terms.counts) for number, column in sources.columns.items()}
    few = {n: tuple(c.by_number[f] for f in c.most_frequent) for n, c in sources.columns.items() if c.most_frequent}
    names = with_legends(names_of_values(database, tables, samples), tables, few)
    years = years_of_columns(database, tables, sources) if is_for_cues else {}
    dated = dated_columns(tables, samples) if is_for_cues else ()
    inside = words_inside_texts(words, stems, sources)
    return KnownValues(
        sizes,
        samples,
        few,
        dated,
        learned.names_of_values(stems, with_defined_names(names, samples, defined)),
        names_of_beginnings(tables, samples),
        codes_of_columns(database, tables, samples, names),
        years,
        levels,
        prefixes_of_codes(samples) if is_for_cues else {},
        panels_of(database, tables, sizes, {*years, *written_periods(dated)}, few) if is_for_cues else (),
        blanks_of_columns(samples),
        {**entry_lists(samples), **_array_lists(database, tables)} if is_for_cues else {},
        short_forms_of(database, few, sources) if is_for_cues else frozenset(),
        series_days(database, tables) if is_for_cues else {},
        inside,
        phrases_inside_texts(words, stems, inside, sources, samples),
    )


def _array_lists(database: Database, tables: Sequence[Table]) -> dict[int, EntryList]:
    return {number: EntryList("", entries) for number, entries in entries_of_arrays(database, tables).items()}
