"""A question with what its words name: columns and values of a table, its rows, numbers that restrict."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from factcheck.catalogue.schema import Table
from factcheck.claims.keywords import Keyword
from factcheck.claims.passage import Passage
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import Relations
from factcheck.nlp.parser import Parser, Token
from factcheck.port import Database
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.looked_up import (
    inner_words,
    is_looked_up,
    keyword_of,
    numbers_of,
    related_nouns,
    tokens_of,
)
from factcheck.questions.mentions import ColumnMention, NumberMention, TimeMention, UnitMention, ValueMention
from factcheck.questions.name_parts import partly_named_values
from factcheck.questions.named_columns import (
    described_columns,
    is_counted_time,
    is_described,
    named_columns,
    names_rows,
    words_for_rows,
)
from factcheck.questions.named_values import named_values, written_values
from factcheck.questions.plausible import is_coordinated_degree, is_degree, names_things, plausible_columns
from factcheck.questions.related_values import (
    CALENDAR,
    begun_values,
    compared_years,
    left_out_flags,
    numbered_months,
    placed_values,
    said_flags,
    values_beside,
    whole_values,
)
from factcheck.questions.roles import Role, TableRoles, roles_of
from factcheck.questions.times import asked_unit, time_mentions, time_restrictions
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import Settings
from factcheck.words.likeness import stem

Mention = TypeVar("Mention", ColumnMention, ValueMention)

_HALF = 0.5
_SAID = 0.3
"""Score from which on words are taken for a predicate that names no value."""
_SHORTEST_DAY = 3
_PARTS_OF_WEEKS = frozenset({"weekday", "weekend", "weekdays", "weekends"})
_JOINED = re.compile(r"(\w)([(=])(\w)")
"""Signs that join words where formulas are written: "AVG(profit)"."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A question or claim as its words were found in one table.

    ``tokens`` are those of all its sentences, whose heads are indexes among all of them.  ``rows`` are indexes of
    tokens that name the table's rows.  ``restrictions`` are predicates that the words bring without naming a value.
    """

    text: str
    tokens: tuple[Token, ...]
    table: TableRoles
    columns: tuple[ColumnMention, ...]
    values: tuple[ValueMention, ...]
    numbers: tuple[NumberMention, ...]
    times: tuple[TimeMention, ...]
    unit: UnitMention | None
    rows: tuple[int, ...]
    restrictions: tuple[Predicate, ...]
    relevance: Relevance

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The base forms of the tokens, in lower case."""
        return tuple(token.lemma.lower() for token in self.tokens)

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens in lower case."""
        return tuple(token.text.lower() for token in self.tokens)


@dataclass(frozen=True, slots=True)
class _Question:
    """A text to be linked: its tokens and its numbers."""

    text: str
    tokens: tuple[Token, ...]
    numbers: tuple[NumberMention, ...]


def link(
    text: str,
    tables: Sequence[Table],
    database: Database,
    parser: Parser,
    settings: Settings,
    joins: Sequence[Join] = (),
) -> list[Linked]:
    """Find what the words of a question name in each of some tables, the table first that they say most of.

    A table is joined to others only where the words say more of them together than of any table alone.
    """
    asked = _asked(text, parser)
    alone = [_in_table(asked, table, None, database, settings) for table in tables]
    said = {linked.table.table.table_id for linked in alone if _said_of(linked)}
    joined = []
    for table in tables:
        relations = around(table, tables, joins)
        if relations is not None and not said.isdisjoint(
            {other.table_id for other in relations.tables} - {table.table_id}
        ):
            joined.append(_in_table(asked, table, relations, database, settings))
    return sorted([*alone, *joined], key=_said_of, reverse=True)


def link_beside(
    text: str, table: Table, relations: Relations | None, database: Database, parser: Parser, settings: Settings
) -> Linked:
    """Find what the words of a question name in a table that is known, and in those joined to it."""
    return _in_table(_asked(text, parser), table, relations, database, settings)


def around(table: Table, tables: Sequence[Table], joins: Sequence[Join]) -> Relations | None:
    """Return the tables in which each row of a table has at most one partner, with their joins; None without any."""
    reached = Relations(tables, joins).reached_from(table.table_id)
    near = [other for other in tables if other.table_id in reached]
    return Relations(near, joins) if len(near) > 1 else None


def _asked(text: str, parser: Parser) -> _Question:
    text = _JOINED.sub(r"\1 \2 \3", text)
    tokens = tokens_of(text, parser)
    return _Question(text, tokens, numbers_of(text, tokens))


def _in_table(
    asked: _Question, table: Table, relations: Relations | None, database: Database, settings: Settings
) -> Linked:
    tables = (table,) if relations is None else relations.tables
    names = {column.name.lower() for each in tables for column in each.columns}
    wanted = tuple(index for index in range(len(asked.tokens)) if is_looked_up(index, asked.tokens, names))
    keywords = [keyword_of(asked.tokens[index]) for index in wanted]
    further = [Keyword(noun, noun, 0.1) for noun in related_nouns(asked.tokens)]
    further += [Keyword(word, word, 1.0) for word in inner_words(asked.tokens)]
    passage = Passage(asked.tokens, (1.0,) * len(asked.tokens), is_own=True)
    given = tuple(mention.number for mention in asked.numbers)
    words = [ClaimWords((passage,), given, given), *(ClaimWords() for _ in keywords)]
    claims = [(*keywords, *further), *((keyword,) for keyword in keywords)]
    relevance, *alone = retrieve(claims, tables, database, settings, words=words)
    return _linked(asked, roles_of(table, relevance, relations), relevance, dict(zip(wanted, alone, strict=True)))


def _said_of(linked: Linked) -> float:
    """Return how much of a question names something of a table; amounts of joined tables are not its own."""
    of_columns = sum(1.0 if mention.is_exact else 0.5 for mention in linked.columns if _is_of(mention, linked))
    return of_columns + len(linked.values) + 0.5 * len(linked.rows)


def _is_of(mention: ColumnMention, linked: Linked) -> bool:
    """Tell whether a column says something of the rows: of joined tables codes and amounts do not."""
    return linked.table.relations is None or linked.table.role(mention.columns[0]).role is not Role.OTHER


def _linked(asked: _Question, roles: TableRoles, relevance: Relevance, alone: Mapping[int, Relevance]) -> Linked:
    tokens, wanted = asked.tokens, tuple(alone)
    values = _of_whole(
        (
            *written_values(asked.text, tokens, relevance),
            *named_values(tokens, wanted, relevance, alone),
            *whole_values(tokens, wanted, roles, relevance),
        )
    )
    columns = named_columns(tokens, wanted, roles, relevance)
    columns = tuple(each for each in columns if each.is_exact or not _names_rows(each, tokens, roles, relevance))
    columns = tuple(
        each for each in columns if each.is_exact or each.is_begun or not is_described(each, tokens, roles, relevance)
    )
    counted = {each.start for each in columns if is_counted_time(each, tokens, roles)}
    columns = tuple(each for each in columns if each.start not in counted)
    placed = tuple(placed_values(tokens, columns, asked.numbers, roles, relevance))
    named = {index for each in values for index in range(each.start, each.end)}
    flags = tuple(said_flags(tokens, columns, roles, relevance, named))
    flags = (*flags, *left_out_flags(tokens, flags, roles, relevance))
    columns = _without_spans(columns, (*placed, *flags))
    values, columns = _without_overlaps(_without_spans(values, (*placed, *flags)), columns)
    months = tuple(numbered_months(tokens, roles, _indexes((*placed, *flags, *values), ())))
    columns = _without_spans(columns, months)
    values = (*placed, *flags, *values, *months, *compared_years(asked.text, asked.numbers, tokens, roles))
    taken = _indexes(values, [each for each in columns if each.is_exact])
    begun = tuple(begun_values(tokens, wanted, roles, relevance, taken))
    taken |= _indexes(begun, ())
    taken = _indexes((*values, *begun), ())
    begun = (*begun, *values_beside(tokens, (*values, *begun), roles, relevance, taken))
    taken = _indexes((*values, *begun), [each for each in columns if each.is_exact])
    begun = (*begun, *partly_named_values(tokens, relevance, alone, taken))
    values, columns = (*values, *begun), _without_spans(columns, begun)
    values = tuple(each for each in values if not is_coordinated_degree(each, tokens, roles, relevance))
    values = tuple(each for each in values if not names_things(each, values, tokens, roles, relevance))
    taken = _indexes(values, columns)
    columns = (*columns, *described_columns(tokens, roles, relevance, taken))
    values = tuple(each for each in values if not is_degree(each, tokens, columns, roles))
    columns = tuple(plausible_columns(tokens, columns, roles, relevance, values))
    absent = _absent(columns, relevance)
    columns = tuple(each for each in columns if each.columns[0] not in {predicate.column for predicate in absent})
    taken = _indexes(values, columns)
    rows = tuple(sorted({*words_for_rows(tokens, wanted, roles.table, relevance, taken), *counted - taken}))
    times = time_mentions(columns, asked.numbers, roles, relevance)
    unit = asked_unit(tokens, columns, values, roles)
    if unit is not None:
        times = tuple(each for each in times if each.end <= unit.start or each.start >= unit.end)
    if _is_day_named(tokens, taken):
        times = tuple(each for each in times if isinstance(each.predicates[0], Period))
    told = (*time_restrictions(times), *absent)
    ordered = tuple(sorted(columns, key=lambda mention: mention.start))
    values = tuple(sorted(values, key=lambda mention: mention.start))
    return Linked(asked.text, tokens, roles, ordered, values, asked.numbers, times, unit, rows, told, relevance)


def _absent(columns: Sequence[ColumnMention], relevance: Relevance) -> tuple[Predicate, ...]:
    """Return the columns named whose values are said to be missing: "orders without a status"."""
    named = {each.columns[0] for each in columns}
    said = (predicate for predicate, seen in relevance.predicates if seen.score > _SAID)
    return tuple(each for each in said if isinstance(each, IsNull) and each.column in named and each.column.has_missing)


def _names_rows(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> bool:
    """Tell whether the noun of a mention names the rows, which a synonym of a column is no match for."""
    last = tokens[mention.end - 1]
    return names_rows(last, roles.table, relevance) and roles.role(mention.columns[0]).role is Role.NUMBER


def _is_day_named(tokens: Sequence[Token], taken: set[int]) -> bool:
    """Tell whether days or months are those of a column: a value that is named, or groups as in "by weekday".

    So is what a day is written like in short, "sun days" where the weather is sun, and a part of a name, as in "the
    opening weekend".
    """
    words = [tokens[index].text.lower() for index in taken]
    begun = (day for word in words if len(word) >= _SHORTEST_DAY for day in CALENDAR if day.startswith(stem(word)))
    return not _PARTS_OF_WEEKS.isdisjoint(words) or any(begun)


def _without_spans(mentions: Sequence[Mention], values: Sequence[ValueMention]) -> tuple[Mention, ...]:
    """Leave out what the words of some values name otherwise."""
    taken = {index for each in values for index in range(each.start, each.end)}
    return tuple(each for each in mentions if taken.isdisjoint(range(each.start, each.end)))


def _indexes(values: Sequence[ValueMention], columns: Sequence[ColumnMention]) -> set[int]:
    """Return the indexes of the tokens that mentions cover."""
    of_values = {index for each in values for index in range(each.start, each.end)}
    return of_values | {index for each in columns for index in range(each.start, each.end)}


def _of_whole(values: Sequence[ValueMention]) -> tuple[ValueMention, ...]:
    """Leave out values that are named by a part of the words of others."""
    kept: list[ValueMention] = []
    for each in sorted(values, key=lambda value: value.start - value.end):
        if all(each.end <= other.start or each.start >= other.end for other in kept):
            kept.append(each)
    return tuple(kept)


def _without_overlaps(
    values: Sequence[ValueMention], columns: Sequence[ColumnMention]
) -> tuple[tuple[ValueMention, ...], tuple[ColumnMention, ...]]:
    """Leave out values and columns that the same words name: the longer of both is meant, then the column."""
    kept_values, kept_columns = [], list(columns)
    values = [each for each in values if not _is_number_alone(each, columns)]
    for value in sorted(values, key=lambda each: each.start):
        span = set(range(value.start, value.end))
        rivals = [each for each in columns if not span.isdisjoint(range(each.start, each.end))]
        is_longer = not any(each.is_whole or not _says_little(each) for each in rivals)
        is_longer = (len(span) > 1 and not any(each.is_whole for each in rivals)) or (bool(rivals) and is_longer)
        if not is_longer and any(each.is_exact and each.end - each.start >= len(span) for each in rivals):
            continue
        kept_values.append(value)
        kept_columns = [each for each in kept_columns if each not in rivals]
    return tuple(kept_values), tuple(kept_columns)


def _says_little(mention: ColumnMention) -> bool:
    """Tell whether words say less than half of a column's name, as that of hurricane_force_diameter."""
    return not mention.is_whole and mention.share < _HALF


def _is_number_alone(value: ValueMention, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a number is no value of its column, since the column is not named beside it."""
    column = value.predicate.column
    beside = (each for each in columns if column in each.columns)
    return column.is_numeric and not any(0 <= value.start - each.end <= 1 for each in beside)
