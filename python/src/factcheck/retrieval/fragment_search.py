"""Which query fragments keywords find, and which of the keywords speak for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from factcheck.catalogue.derived import qualified_sql
from factcheck.catalogue.failing_tables import naming_failing_tables
from factcheck.catalogue.schema import Column, Table, read_tables, tell_why_no_table
from factcheck.claims.keywords import Keyword
from factcheck.errors.catalogue.arguments import fragment_kind_not_known, limit_out_of_range, too_many_keywords
from factcheck.port import Database
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import Settings
from factcheck.sqltext import literal, text_array
from factcheck.text_index.literals import words_sql
from factcheck.words.stems import term_list_sql

_WORD = re.compile(r"\w+(?:['’-]\w+)*|%")
_MOST_KEYWORDS = 100
_LONGEST_WORD = 200
_LARGEST_LIMIT = 1000


class FragmentKind(Enum):
    """The kinds of query fragments (Section 4); ``*`` is an aggregation column, once for each table."""

    FUNCTION = "function"
    COLUMN = "column"
    PREDICATE = "predicate"


@dataclass(frozen=True, slots=True)
class FoundFragment:
    """A query fragment with its relevance score, and the keywords that speak for it, the one that says most first.

    Functions have no table, functions and ``*`` no column, and only predicates a predicate.
    """

    kind: FragmentKind
    score: float
    keywords: tuple[str, ...]
    function: AggregationFunction | None = None
    table: Table | None = None
    column: Column | None = None
    predicate: Predicate | None = None

    @property
    def sql(self) -> str:
        """The fragment as SQL would say it, with the names of schema and table."""
        if self.table is None:
            return self.function.name if self.function else ""
        if self.column is None:
            return f"{self.table.sql_name}.*"
        name = qualified_sql(self.column, [self.table])
        if self.predicate is None:
            return name
        value = self.literal
        return self.predicate.sql(name) if value is None else f"{name} = {literal(value)}"

    @property
    def literal(self) -> str | None:
        """The value that the column is compared with, for predicates that name one."""
        return self.predicate.literal if isinstance(self.predicate, Equals) else None


def find_fragments(
    text: str,
    kind: FragmentKind | None,
    limit: int,
    relations: Sequence[str] | None,
    database: Database,
    settings: Settings,
) -> list[FoundFragment]:
    """Find query fragments by the words of a text, best first, each word weighing 1; of one kind or of all.

    Raises ``FactcheckError`` for too many words, for a limit out of range, and for tables as a check does.
    """
    if not 0 <= limit <= _LARGEST_LIMIT:
        raise limit_out_of_range(limit, _LARGEST_LIMIT)
    words = list(dict.fromkeys(_WORD.findall(text.lower())))
    if len(words) > _MOST_KEYWORDS:
        raise too_many_keywords(len(words), _MOST_KEYWORDS)
    if not words:
        database.notice("no keyword given", hint="Give words: SELECT * FROM factcheck.find_fragments('late flights').")
        return []
    tables = read_tables(database, relations, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
    enough = replace(settings, predicates_per_claim=max(limit, 1), predicates_per_column=max(limit, 1))
    with naming_failing_tables(tables, database) as reading:
        fragments = score_fragments([Keyword(word, word, 1.0) for word in words], tables, reading, enough)
    wanted = [fragment for fragment in fragments if fragment.keywords and kind in {None, fragment.kind}]
    return sorted(wanted, key=lambda fragment: -fragment.score)[:limit]


def fragment_kind(name: str | None) -> FragmentKind | None:
    """Return the kind of a name, None for all kinds; raises ``FactcheckError`` for a name that is none."""
    names = [kind.value for kind in FragmentKind]
    if name is not None and name not in names:
        raise fragment_kind_not_known(name, names)
    return None if name is None else FragmentKind(name)


def score_fragments(
    keywords: Sequence[Keyword], tables: Sequence[Table], database: Database, settings: Settings
) -> list[FoundFragment]:
    """Return all fragments that a claim of these keywords retrieves: the functions, then columns, then predicates.

    Of each kind the best come first.  Which keywords speak for a fragment is told by what each finds alone.
    """
    alone: list[Sequence[Keyword]] = [(keyword,) for keyword in keywords]
    relevance, nothing, *shares = retrieve([keywords, (), *alone], tables, database, settings)
    speaking = _Speaking(keywords, shares, nothing, _saying(keywords, relevance, database))
    return [
        fragment
        for fragments in (
            _functions(relevance, speaking),
            _columns(relevance, tables, speaking),
            _predicates(relevance, tables, speaking),
        )
        for fragment in sorted(fragments, key=lambda fragment: (-fragment.score, fragment.sql))
    ]


@dataclass(frozen=True, slots=True)
class _Speaking:
    """What each keyword scores alone, and what any claim scores without keywords.

    ``saying`` holds pairs of predicate and word where the literal has the word, also where too many literals have it
    for the word alone to retrieve this one.
    """

    keywords: Sequence[Keyword]
    shares: Sequence[Relevance]
    nothing: Relevance
    saying: Collection[tuple[Predicate, str]]

    def of_table(self, table: Table) -> list[float]:
        """Return what each keyword adds to the score of a table's ``*``."""
        return self._gains([relevance.tables.get(table.table_id, 0.0) for relevance in (self.nothing, *self.shares)])

    def of_column(self, column: Column) -> list[float]:
        """Return what each keyword adds to the score of a column."""
        return self._gains([relevance.columns.get(column.column_id, 0.0) for relevance in (self.nothing, *self.shares)])

    @staticmethod
    def _gains(scores: Sequence[float]) -> list[float]:
        return [max(score - scores[0], 0.0) for score in scores[1:]]

    def words(self, *scores: Sequence[float]) -> tuple[str, ...]:
        """Return the words with any positive score: by the first scores, then the next ones, then by keyword."""
        scores_of_words = list(zip(*scores, strict=True))
        order = sorted(range(len(scores_of_words)), key=lambda index: [-score for score in scores_of_words[index]])
        return tuple(self.keywords[index].word for index in order if any(scores_of_words[index]))


def _functions(relevance: Relevance, speaking: _Speaking) -> list[FoundFragment]:
    return [
        FoundFragment(
            FragmentKind.FUNCTION,
            score,
            speaking.words([share.functions[function] for share in speaking.shares]),
            function=function,
        )
        for function, score in relevance.functions.items()
    ]


def _columns(relevance: Relevance, tables: Sequence[Table], speaking: _Speaking) -> list[FoundFragment]:
    """Return the columns with any keyword in common, and ``*`` of the tables."""
    column_fragment = partial(FoundFragment, FragmentKind.COLUMN)
    columns = []
    for table in tables:
        if score := relevance.tables.get(table.table_id, 0.0):
            words = speaking.words(speaking.of_table(table))
            columns.append(column_fragment(score, words, table=table))
        for column in table.columns:
            if score := relevance.columns.get(column.column_id, 0.0):
                words = speaking.words(speaking.of_column(column))
                columns.append(column_fragment(score, words, table=table, column=column))
    return columns


def _predicates(relevance: Relevance, tables: Sequence[Table], speaking: _Speaking) -> list[FoundFragment]:
    """Return the retrieved predicates; words of a literal say more than those of its column."""
    table_of = {table.table_id: table for table in tables}
    without = speaking.nothing.predicate_scores()
    alone = [share.predicate_scores() for share in speaking.shares]
    predicates = []
    for predicate, seen in relevance.predicates:
        column = predicate.column
        words = speaking.words(
            [k.weight if (predicate, k.word) in speaking.saying else 0.0 for k in speaking.keywords],
            [max(scores.get(predicate, 0.0) - without.get(predicate, 0.0), 0.0) for scores in alone],
            speaking.of_column(column),
        )
        predicates.append(
            FoundFragment(
                FragmentKind.PREDICATE,
                seen.score,
                words,
                table=table_of[column.table_id],
                column=column,
                predicate=predicate,
            )
        )
    return predicates


def _saying(keywords: Sequence[Keyword], relevance: Relevance, database: Database) -> set[tuple[Predicate, str]]:
    """Return pairs of retrieved predicate and keyword's word where the literal has the word in one of its forms."""
    usable = [
        keyword for keyword in keywords if len(keyword.word) <= _LONGEST_WORD and len(keyword.lemma) <= _LONGEST_WORD
    ]
    if not usable:
        return set()
    predicates = [predicate for predicate, _ in relevance.predicates if isinstance(predicate, Equals)]
    if not predicates:
        return set()
    said = ", ".join(
        f"({index}, {term_list_sql(words_sql(predicate.column, f'{literal(predicate.literal)}::text'))})"
        for index, predicate in enumerate(predicates)
    )
    rows = database.query(
        f"WITH said (index, terms) AS MATERIALIZED (VALUES {said}), heard AS MATERIALIZED ("
        f"SELECT k.word, {term_list_sql('k.word')} || {term_list_sql('k.lemma')} AS terms"
        f" FROM unnest({text_array(k.word for k in usable)}, {text_array(k.lemma for k in usable)}) AS k (word, lemma))"
        " SELECT said.index, heard.word FROM said JOIN heard ON heard.terms && said.terms"
    )
    return {(predicates[row["index"]], row["word"]) for row in rows}
