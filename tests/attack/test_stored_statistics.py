"""Attack: a reader has EXPLAIN tell the texts of stored documents and verdicts that row security hides.

The planner's statistics are made of all rows.  For operators that are leakproof, such as those of text, it uses them
for a role that sees no row, and EXPLAIN shows the number of rows that it estimates; so a role that asks with one text
after the other finds the texts themselves: what documents say, and what the data say about them.

Protection: no statistics are kept of these columns.  The test whose name begins with ``without`` has them kept.
"""

from __future__ import annotations

import pytest

HIDDEN = {
    "document": ["title"],
    "claim": ["claim_text", "sentence"],
    "claim_verdict": ["p_correct"],
    "claim_value": ["description", "message", "p_query", "query"],
    "alternative": ["description", "probability", "query"],
}


@pytest.fixture(scope="module")
def reader(root, make_role, connect):
    """A session of a reader, beside the stored documents of somebody else, of which it may see nothing."""
    root.execute("""
        CREATE TABLE public.pay (pay_id integer PRIMARY KEY, amount integer);
        INSERT INTO public.pay SELECT g, 1000 + g * 7 FROM generate_series(1, 40) AS g;
        SELECT factcheck.add_table('public.pay');
    """)
    for number in range(1, 31):
        root.execute(
            "SELECT factcheck.verify(%s, title => %s)",
            [f"The amount of pay {number} was {1000 + number}.", f"Pay {number}"],
        )
    root.execute("ANALYZE")
    return connect(make_role("reader"))


def estimates(session, root, table, column):
    """The numbers of rows that the planner estimates below each value of a column."""
    kind = root.value(
        "SELECT format_type(atttypid, NULL) FROM pg_attribute"
        f" WHERE attrelid = 'factcheck.{table}'::regclass AND attname = '{column}'"
    )
    values = [value for (value,) in root.rows(f"SELECT DISTINCT {column}::text FROM factcheck.{table} ORDER BY 1")]
    assert len(values) > 1
    explain = f"EXPLAIN (FORMAT JSON) SELECT FROM factcheck.{table} WHERE {column} < %s::{kind}"
    return {session.value(explain, [value])[0]["Plan"]["Plan Rows"] for value in values}


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in HIDDEN for column in HIDDEN[table]])
def test_estimates_do_not_depend_on_hidden_values(reader, root, table, column):
    assert reader.rows(f"SELECT FROM factcheck.{table}") == []
    assert len(estimates(reader, root, table, column)) == 1


@pytest.mark.parametrize(("table", "column"), [("claim", "sentence"), ("claim_value", "message")])
def test_without_that_estimates_tell_hidden_values(reader, root, table, column):
    root.execute(f"ALTER TABLE factcheck.{table} ALTER COLUMN {column} SET STATISTICS -1; ANALYZE factcheck.{table}")
    assert len(estimates(reader, root, table, column)) > 5
    root.execute(
        f"ALTER TABLE factcheck.{table} ALTER COLUMN {column} SET STATISTICS 0;"
        f" DELETE FROM pg_statistic WHERE starelid = 'factcheck.{table}'::regclass"
    )
