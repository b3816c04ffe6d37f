"""Builds the index of query fragments of one table: keywords of its columns, predicates and their postings."""

from __future__ import annotations

from factcheck.column_keywords import write_keywords
from factcheck.errors import FactcheckError
from factcheck.names import split_identifier
from factcheck.port import Database
from factcheck.schema import Column, Table, read_tables
from factcheck.settings import Settings
from factcheck.sqltext import literal, text_array
from factcheck.statistics import analyze

_SMALL_COLUMN = 20
_LONGEST_LITERAL = 120  # characters: prose does not name longer values in full
_BOOLEAN_PAIRS = (("1", "0"), ("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"))


def index_table(database: Database, relation: str, settings: Settings) -> None:
    """Index an added table anew: keywords of table and columns, predicates and BM25 postings.

    ``relation`` is its name as ``regclass`` prints it.  The current role must be able to read the columns;
    values of tables under row security are not indexed, since not everybody may see each of them.
    """
    table_id = _renew_columns(database, relation)
    [table] = read_tables(database, [relation], only_trusted=False) or [None]
    if table is None:
        raise FactcheckError(
            f"permission denied for table {relation}", sqlstate="42501", hint="Ask for SELECT on the table."
        )
    write_keywords(database, table)
    if not _has_row_security(database, relation):
        _write_predicates(database, table, settings)
        database.query(_postings(table_id))
    analyze(database, "fragment", "posting", "data_column", "column_keyword")
    database.query(f"UPDATE factcheck.data_table SET indexed_at = now() WHERE table_id = {table_id}")


def _renew_columns(database: Database, relation: str) -> int:
    """Number the columns anew; the old numbers take their keywords, predicates and postings with them."""
    rows = database.query(
        "WITH gone AS (DELETE FROM factcheck.data_column dc USING factcheck.data_table dt"
        f" WHERE dt.table_id = dc.table_id AND dt.relation = {literal(relation)}::regclass"
        " RETURNING dc.table_id, dc.column_name)"
        " SELECT g.table_id, g.column_name::text AS name FROM gone g"
        " JOIN pg_catalog.pg_attribute a"
        f" ON a.attrelid = {literal(relation)}::regclass AND a.attname = g.column_name"
        " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
    )
    if not rows:
        raise FactcheckError(
            f"table {relation} has no column to check claims about",
            sqlstate="42P16",
            hint="Add tables that have columns.",
        )
    table_id: int = rows[0]["table_id"]
    database.query(
        "INSERT INTO factcheck.data_column (table_id, column_name)"
        f" SELECT {table_id}, name::name FROM unnest({text_array(row['name'] for row in rows)})"
        " WITH ORDINALITY AS column_list (name, place) ORDER BY place"
    )
    return table_id


def _has_row_security(database: Database, relation: str) -> bool:
    [row] = database.query(f"SELECT relrowsecurity FROM pg_catalog.pg_class WHERE oid = {literal(relation)}::regclass")
    return bool(row["relrowsecurity"])


def _write_predicates(database: Database, table: Table, settings: Settings) -> None:
    for column in table.columns:
        if _may_be_restricted(column):
            database.checkpoint()
            database.query(_predicates(table, column, settings))


def _may_be_restricted(column: Column) -> bool:
    return column.is_text or column.is_boolean or column.is_date or column.is_integer


def _predicates(table: Table, column: Column, settings: Settings) -> str:
    """SQL that stores the most frequent values of a column as predicates.

    Values too long for prose to name in full are left out.  A whole-number column yields predicates where it has few
    values, or where all look like years.
    """
    name = column.sql_name
    values = (
        f"SELECT {name} AS value, count(*) AS frequency FROM {table.sql_name} WHERE {name} IS NOT NULL"
        f" AND length({name}::text) <= {_LONGEST_LITERAL} GROUP BY {name}"
    )
    guard = ""
    if column.is_integer:
        guard = (
            f" WHERE (SELECT count(*) <= {settings.integer_literals}"
            " OR bool_and(value BETWEEN 1500 AND 2200) FROM entry)"
        )
    return (
        f"WITH entry AS MATERIALIZED ({values}) INSERT INTO factcheck.fragment (column_id, literal, words, frequency)"
        f" SELECT {column.column_id}, value::text, {_words(column)}, frequency FROM entry{guard}"
        f' ORDER BY frequency DESC, value::text COLLATE "C" LIMIT {settings.literals_per_column}'
    )


def _words(column: Column) -> str:
    """SQL for a value as prose says it; dates and numbers of months are called by their names, too."""
    if column.is_date:
        return "coalesce(to_char(value, 'FMDD FMMonth Mon YYYY FMDay'), value::text)"  # an infinite day has no name
    if column.is_integer and "month" in split_identifier(column.name):
        return (
            "value::text || CASE WHEN value BETWEEN 1 AND 12"
            " THEN to_char(make_date(2000, value::integer, 1), ' FMMonth Mon') ELSE '' END"
        )
    joined, split = literal("([[:lower:]])([[:upper:]])|[_/]"), literal(r"\1 \2")
    return f"regexp_replace(value::text, {joined}, {split}, 'g')"


def _postings(table_id: int) -> str:
    """SQL that computes the postings of a table's predicates.

    Impact is BM25 with b = 0.3, since fragments are short, and term frequencies summed over fields: value 1,
    column name 0.4, other column keywords by their weight.  The inverse document frequency is divided by that of a
    term met once, so that tables of different size compete on equal terms and adding one leaves the others' postings
    valid.  A flag has two values such as 1 and 0, which say nothing: its column's words are its value's own.
    """
    positive = text_array(pair[0] for pair in _BOOLEAN_PAIRS)
    negative = text_array(pair[1] for pair in _BOOLEAN_PAIRS)
    return f"""
WITH predicate AS MATERIALIZED (
    SELECT f.fragment_id, f.column_id, f.literal, f.words,
           count(*) OVER (PARTITION BY f.column_id) AS literals,
           count(*) OVER (PARTITION BY f.column_id) <= 2 AND lower(f.literal) = ANY ({positive}) AS is_positive,
           count(*) OVER (PARTITION BY f.column_id) <= 2 AND lower(f.literal) = ANY ({negative}) AS is_negative
    FROM factcheck.fragment f JOIN factcheck.data_column dc ON dc.column_id = f.column_id
    WHERE dc.table_id = {table_id}
), column_term AS MATERIALIZED (
    SELECT k.column_id, t.lexeme AS term, k.source IN ('name', 'part') AS is_name, max(k.weight) AS weight
    FROM factcheck.column_keyword k JOIN factcheck.data_column dc ON dc.column_id = k.column_id,
         unnest(factcheck._terms(k.word)) AS t
    WHERE dc.table_id = {table_id}
    GROUP BY k.column_id, t.lexeme, is_name
), field_term AS (
    SELECT p.fragment_id, p.column_id, t.lexeme AS term, 1.0::real AS frequency, true AS is_own
    FROM predicate p, unnest(factcheck._terms(p.words)) AS t
    UNION ALL
    SELECT p.fragment_id, p.column_id, t.lexeme, 0.5, false
    FROM predicate p, unnest(factcheck._terms(p.literal)) AS t
    UNION ALL
    SELECT p.fragment_id, p.column_id, c.term,
           c.weight * CASE WHEN p.is_positive THEN 1.0 WHEN p.is_negative THEN 0.2 ELSE 0.4 END,
           c.is_name AND (p.is_positive OR p.is_negative)
    FROM predicate p JOIN column_term c ON c.column_id = p.column_id
    WHERE c.is_name OR p.literals <= {_SMALL_COLUMN}
), term_frequency AS MATERIALIZED (
    SELECT fragment_id, column_id, term, sum(frequency) AS frequency, bool_or(is_own) AS is_own
    FROM field_term GROUP BY fragment_id, column_id, term
), document_frequency AS MATERIALIZED (
    SELECT term, count(*)::real AS frequency FROM term_frequency GROUP BY term
), collection AS MATERIALIZED (
    SELECT count(DISTINCT fragment_id)::real AS size,
           (sum(frequency) / count(DISTINCT fragment_id))::real AS average_length FROM term_frequency
), weighted AS MATERIALIZED (
    SELECT tf.*, ln(1 + (c.size - df.frequency + 0.5) / (df.frequency + 0.5)) / ln(1 + (c.size - 0.5) / 1.5) AS rarity,
           c.average_length
    FROM term_frequency tf JOIN document_frequency df ON df.term = tf.term CROSS JOIN collection c
), whole AS MATERIALIZED (
    SELECT fragment_id, sum(frequency) AS length, sum(rarity) FILTER (WHERE is_own) AS own_rarity
    FROM weighted GROUP BY fragment_id
)
INSERT INTO factcheck.posting (term, column_id, fragment_id, impact, share)
SELECT w.term, w.column_id, w.fragment_id,
       w.rarity * w.frequency * 2.2 / (w.frequency + 1.2 * (0.7 + 0.3 * f.length / w.average_length)),
       CASE WHEN w.is_own THEN w.rarity / f.own_rarity ELSE 0 END
FROM weighted w JOIN whole f ON f.fragment_id = w.fragment_id"""
