"""Rows that nothing belongs to: "1,500 tracks have never been sold", "12 % of the members are without a loan"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.counted import counted_noun
from factcheck.candidates.generators.entities import entities
from factcheck.catalogue.schema import Table
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.no_partner import NoPartner
from factcheck.queries.query import Query
from factcheck.queries.selection import Selection

_NEVER = frozenset({"never"})
_WITHOUT = frozenset({"without", "no", "any", "lack", "zero"})
_ANY_TABLE = 0.3
"""What "never" says of a table that no word of the claim names."""


def rows_without_partner(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Count the rows of the table that the number counts to which no row of another table belongs.

    "Never" may be about any table whose rows belong to them; after "no" and "without" a noun has to name it.
    """
    if cue.number.unit not in {"plain", "percent"}:
        return
    never = cue.words.nearby_weight(_NEVER)
    lacking = _named_behind(cue)
    noun = counted_noun(cue) if never or lacking else None
    if noun is None:
        return
    kind = cue.kind_score("no_partner", max([never, *lacking.values()]))
    for table, closeness in _counted_tables(cue, noun):
        for referring in _referring(cue, table):
            number = referring.anchor.table_id
            is_named = cue.relevance.tables.get(number, 0.0) > 0
            of_table = lacking.get(number, 0.0) and 1.0
            of_table = max(of_table, (1.0 if is_named else _ANY_TABLE) if never else 0.0)
            for rows, score in _rows(cue, table) if of_table else ():
                query = NoPartner(rows, referring, cue.number.unit == "percent")
                yield query, kind * closeness * of_table * cue.column_score(table, None) * score


def _named_behind(cue: Cue) -> dict[int, float]:
    """Return the tables named by nouns behind "no" and "without", by number, with the weights of these words."""
    words, found = cue.words, dict[int, float]()
    for index in words.find(_WITHOUT):
        noun = words.noun_after(index) if index not in words.claimed else None
        if noun is None:
            continue
        token = words.tokens[noun]
        for number, share in cue.tables_named_by(token.text.lower(), token.lemma.lower()).items():
            if share > 0:
                found[number] = words.weight({words.tokens[index].text.lower()})
    return found


def _counted_tables(cue: Cue, noun: int) -> Iterator[tuple[Table, float]]:
    """Yield the tables whose rows a noun names."""
    for entity in entities(cue, noun):
        if entity.column is None:
            yield entity.table, entity.closeness


def _referring(cue: Cue, table: Table) -> Iterator[RelationSet]:
    """Yield the joins, one at a time, that lead from other tables to one."""
    for other in cue.tables:
        relations = cue.relations.of(frozenset({table.table_id, other.table_id}), other.table_id)
        if other != table and relations is not None and len(relations.joins) == 1:
            yield relations


def _rows(cue: Cue, table: Table) -> Iterator[tuple[Selection, float]]:
    """Yield selections of rows by the predicates on their own table."""
    alone = cue.relations.of(frozenset({table.table_id}))
    for chosen in cue.sets():
        if alone is not None and all(each.column.table_id == table.table_id for each in chosen.predicates):
            yield Selection(alone, chosen.predicates), chosen.score
