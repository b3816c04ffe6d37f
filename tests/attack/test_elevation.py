"""Attack: learning what one may not read from what the extension keeps or says of it.

A secret stands in a column, and in a table, that the attacker, an analyst, may not read.  The attacker looks into every
relation of the extension and the server's statistics of them, calls every function, reads every message, and compares
scores, which depend on how rare a word is, and what ``doctor`` reads.

Protection: row security on the index asks for the rights on columns; scores are worked out from what the role sees.
The comparisons are with the same calls where there is no secret: whatever depended on it would show.
``test_without_row_security_the_secret_shows`` removes the protection.

What remains, and docs/attacks.md tells: names and row counts of added tables (``factcheck.data_table``, as in
``pg_class``), which transaction changed a tracked table, and the time that a look-up takes to pass over postings it may
not see.
"""

from __future__ import annotations

import json

import psycopg
import pytest

SECRET = "Zyxolite"
TEXT = f"There were 40 orders. The project {SECRET} has 25 orders of Tea. The average salary is 1,050.5 dollars."
CALLS = [
    f"SELECT (to_jsonb(f) - '{{sentence,claim_text}}'::text[])::text FROM public.fact_check('{TEXT}') AS f",
    f"SELECT factcheck.check_html('{TEXT}')",
    *(f"SELECT to_jsonb(f)::text FROM factcheck.explain('{TEXT}', {number}) AS f" for number in (1, 2, 3)),
    f"SELECT to_jsonb(f)::text FROM factcheck.explain_plan('{TEXT}', '{{public.orders}}') AS f",
    f"SELECT to_jsonb(f)::text FROM factcheck.find_fragments('{SECRET} Zyxolit Tea salary project') AS f",
    f"SELECT to_jsonb(f)::text FROM factcheck.facts('How about {SECRET} Zyxolit Tea salary project?') AS f",
    f"SELECT to_jsonb(f)::text FROM factcheck.decompose('How about {SECRET} Zyxolit Tea salary project?') AS f",
    "SELECT to_jsonb(f)::text FROM factcheck.joins() AS f",
]


@pytest.fixture(scope="module")
def orders(root, attacker):
    name = attacker.connection.info.user
    root.execute(f"""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, product text, salary integer, project text);
        INSERT INTO public.orders
        SELECT g, CASE WHEN g % 2 = 0 THEN 'Tea' ELSE 'Cocoa' END, 1000 + g, 'Open' FROM generate_series(1, 40) AS g;
        GRANT SELECT (order_id, product) ON public.orders TO {name};
        SELECT factcheck.add_table('public.orders');
    """)


@pytest.fixture(scope="module")
def without_secret(orders, attacker):
    """What all calls tell the attacker while there is no secret."""
    return answers(attacker)


@pytest.fixture(scope="module")
def secret(root, without_secret):
    """The secret, in a closed column of a table that can be read in part, and in a closed table; 2,000 rows have it."""
    root.execute(f"""
        UPDATE public.orders SET project = '{SECRET}' WHERE order_id <= 25;
        CREATE TABLE public.plans (order_id integer PRIMARY KEY, project text, note text);
        INSERT INTO public.plans SELECT g, '{SECRET}', 'Tea for {SECRET} number ' || g
        FROM generate_series(1, 2000) AS g;
        SELECT factcheck.add_table('public.plans', track => true);
        SELECT factcheck.refresh();
        SELECT FROM public.fact_check('{TEXT}');
        ANALYZE;
    """)


def answers(session):
    session.told.clear()
    found = [[text for (text,) in session.rows(statement)] for statement in CALLS]
    return found, list(session.told)


def hides(text):
    return not any(sign in text.lower() for sign in ("yxolit", "7978796f6c6974", "1050.5"))


def test_no_answer_depends_on_the_secret(without_secret, secret, attacker, root):
    """Neither rows nor messages, scores, numbers of candidates or costs: with the secret they are what they were."""
    found = answers(attacker)
    assert found == without_secret
    assert any("'Tea'" in text for text in found[0][0])
    assert any(SECRET in text for (text,) in root.rows(CALLS[6]))


def relations(root):
    return [
        name
        for (name,) in root.rows(
            "SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'v') AND c.relnamespace ="
            " 'factcheck'::regnamespace AND c.relname <> 'lexicon' ORDER BY 1"
        )
    ]


def shown(session, relation):
    """A relation as text, bytes as hexadecimal digits, as far as its columns may be read."""
    columns = session.value(
        "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND has_column_privilege(attrelid, attnum, 'SELECT')",
        [relation],
    )
    if columns is None:
        return ""
    rows = session.rows(f"SELECT to_jsonb(r)::text FROM (SELECT {columns} FROM {relation}) AS r")
    return "\n".join(text for (text,) in rows)


def test_no_relation_shows_the_secret(secret, attacker, root):
    root.execute("DELETE FROM factcheck.parse_cache")  # its own text is no secret
    names = relations(root)
    assert len(names) > 12
    assert [name for name in names if not hides(shown(attacker, name))] == []
    seen_by_all = [name for name in names if not hides(shown(root, name))]
    assert {"factcheck.fragment", "factcheck.posting", "factcheck.spelling"} <= set(seen_by_all)


def test_what_values_tell_of_a_column_is_for_those_who_may_read_it(secret, attacker, root):
    """Whether any is missing, in which forms they write numbers, whether they are fractions of one."""
    told = (
        "SELECT dt.relation::text, dc.column_name::text FROM factcheck.column_fact JOIN factcheck.data_column dc"
        " USING (column_id) JOIN factcheck.data_table dt USING (table_id)"
        " WHERE dt.relation::text IN ('orders', 'plans')"
    )
    readable = {("orders", "order_id"), ("orders", "product")}
    assert set(attacker.rows(told)) == readable
    assert set(root.rows(told)) > readable | {("orders", "project"), ("plans", "note")}


def test_no_statistics_show_the_secret(secret, attacker, root):
    statistics = (
        "SELECT s::text FROM pg_stats s WHERE schemaname = 'factcheck'",
        "SELECT s::text FROM pg_stats s WHERE tablename IN ('orders', 'plans')",
        "SELECT s::text FROM pg_stats_ext s",
    )
    for statement in statistics:
        assert all(hides(text) for (text,) in attacker.rows(statement))
    protected = root.rows(
        "SELECT DISTINCT tablename FROM pg_stats WHERE schemaname = 'factcheck'"
        " AND tablename IN ('fragment', 'posting', 'spelling', 'text_index', 'column_fact')"
    )
    assert protected != []  # the server keeps some, but shows none to those whom row security binds
    assert (
        attacker.rows(
            "SELECT FROM pg_stats WHERE schemaname = 'factcheck' AND tablename IN"
            " ('fragment', 'posting', 'spelling', 'text_index', 'column_fact', 'cube_cache', 'parse_cache')"
        )
        == []
    )


def test_plans_of_the_attackers_queries_do_not_count_for_it(secret, attacker, root):
    """EXPLAIN tells how many rows are expected: of a term it must not be more than the row security leaves."""
    attacker.execute("PREPARE look AS SELECT FROM factcheck.posting WHERE term = 'zyxolit'")
    [(plan,)] = attacker.rows("EXPLAIN (ANALYZE, FORMAT JSON, TIMING off) EXECUTE look")
    assert plan[0]["Plan"]["Actual Rows"] == 0


def test_operators_that_tell_what_they_meet_are_not_asked_first(secret, attacker):
    """A function that raises what it is given sees no row that row security hides."""
    attacker.execute("""
        CREATE FUNCTION attic.leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
        AS $$BEGIN RAISE NOTICE 'met %', $1; RETURN true; END$$
    """)
    attacker.told.clear()
    attacker.execute("SELECT FROM factcheck.fragment WHERE attic.leak(literal)")
    attacker.execute("SELECT FROM factcheck.posting WHERE attic.leak(term)")
    attacker.execute("SELECT FROM factcheck.spelling WHERE attic.leak(terms::text)")
    attacker.execute("SELECT FROM factcheck.index_coverage WHERE attic.leak(column_name::text)")
    assert any("met Tea" in text for text in attacker.told)
    assert all(hides(text) for text in attacker.told)


READS = (
    "SELECT relname, seq_scan + coalesce(idx_scan, 0), seq_tup_read + coalesce(idx_tup_fetch, 0)"
    " FROM pg_stat_xact_all_tables WHERE relname = ANY (%s) ORDER BY 1"
)


def reads_of(session, statement, relations):
    """What a statement returns, and how often each relation was scanned meanwhile, with the rows that were met."""
    session.execute("BEGIN")
    before = session.rows(READS, [relations])
    found = session.rows(statement)
    after = session.rows(READS, [relations])
    session.execute("COMMIT")
    return found, {
        name: (scans - old_scans, rows - old_rows)
        for (name, scans, rows), (_, old_scans, old_rows) in zip(after, before, strict=True)
    }


def test_doctor_reads_nothing_whose_time_would_tell(secret, attacker):
    """How long it takes cannot depend on what is not read: neither data nor their index."""
    relations = ["orders", "plans", "fragment", "posting", "spelling", "text_index", "cube_cache"]
    findings, reads = reads_of(attacker, "SELECT item, status, detail, hint FROM factcheck.doctor()", relations)
    assert reads == dict.fromkeys(relations, (0, 0))
    assert hides(json.dumps(findings))


def test_a_check_does_not_touch_closed_tables(secret, attacker):
    _, reads = reads_of(attacker, CALLS[0], ["orders", "plans"])
    assert reads["plans"] == (0, 0)
    assert reads["orders"] != (0, 0)


def test_an_estimate_needs_the_rights_that_indexing_needs(secret, root, make_role, connect):
    """``dry_run`` tells the number and size of a table's values."""
    steward = connect(make_role("admin"))
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match=r"permission denied for table public\.plans"):
        steward.execute("SELECT factcheck.add_table('public.plans', dry_run => true)")
    estimate = "SELECT rows, literals, bytes FROM factcheck.add_table('public.orders', dry_run => true)"
    root.execute(f"GRANT SELECT (order_id, product) ON public.orders TO {steward.connection.info.user}")
    steward.told.clear()
    before = steward.rows(estimate)
    root.execute("UPDATE public.orders SET project = project || order_id")
    assert steward.rows(estimate) == before
    root.execute(f"UPDATE public.orders SET project = '{SECRET}'")
    assert all(hides(text) for text in steward.told)


def test_without_row_security_the_secret_shows(secret, attacker, root):
    tables = ("fragment", "posting", "spelling")
    try:
        for table in tables:
            root.execute(f"ALTER TABLE factcheck.{table} DISABLE ROW LEVEL SECURITY")
            assert not hides(shown(attacker, f"factcheck.{table}"))
        assert not hides(json.dumps(attacker.rows("SELECT s::text FROM pg_stats s WHERE schemaname = 'factcheck'")))
    finally:
        for table in tables:
            root.execute(f"ALTER TABLE factcheck.{table} ENABLE ROW LEVEL SECURITY")


@pytest.fixture(scope="module")
def payroll(root, attacker):
    """Two tables of which the attacker may read little: their values fit, as whoever indexed them found out."""
    name = attacker.connection.info.user
    root.execute(f"""
        CREATE TABLE public.person (person_id integer PRIMARY KEY, city text);
        INSERT INTO public.person SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        CREATE TABLE public.payroll (payroll_id integer, person_id integer);
        INSERT INTO public.payroll SELECT g, 1 + g % 40 FROM generate_series(1, 80) AS g;
        SELECT factcheck.add_table('public.person'), factcheck.add_table('public.payroll');
        GRANT SELECT (payroll_id) ON public.payroll TO {name};
    """)
    assert root.rows(JOIN) == [("inferred", True)]
    return "public.person", "public.payroll"


JOIN = "SELECT source, is_used FROM factcheck.data_join WHERE from_columns = '{person_id}'"


@pytest.mark.parametrize("source", ["inferred", "added", "removed"])
@pytest.mark.parametrize("given", ["", "person", "payroll", "both", "both under row security"])
def test_what_joins_closed_columns_is_not_shown(payroll, root, attacker, source, given):
    """An inferred join says that all values of a column occur in another, and that these tell rows apart."""
    name = attacker.connection.info.user
    decide = {"inferred": "", "added": "add_join", "removed": "remove_join"}[source]
    if decide:
        root.execute(f"SELECT factcheck.{decide}('public.payroll', '{{person_id}}', 'public.person', '{{person_id}}')")
    else:
        root.execute("UPDATE factcheck.data_join SET source = 'inferred', is_used = true")
    for table in ("person", "payroll"):
        is_given = given.startswith("both") or given == table
        change = f"GRANT SELECT (person_id) ON public.{table} TO {name}"
        root.execute(change if is_given else change.replace("GRANT", "REVOKE").replace(" TO ", " FROM "))
    if "security" in given:
        root.execute("ALTER TABLE public.payroll ENABLE ROW LEVEL SECURITY")
    try:
        shown_rows = attacker.rows(JOIN)
        listed = attacker.rows(
            "SELECT source, is_used FROM factcheck.joins() WHERE from_table = 'public.payroll'::regclass"
        )
    finally:
        root.execute("ALTER TABLE public.payroll DISABLE ROW LEVEL SECURITY")
        root.execute(f"REVOKE SELECT (person_id) ON public.person, public.payroll FROM {name}")
    may_know = given == "both" or (given == "both under row security" and source != "inferred")
    assert (shown_rows != []) is may_know
    assert listed == shown_rows


def test_without_row_security_the_join_shows(payroll, root, attacker):
    root.execute("ALTER TABLE factcheck.data_join DISABLE ROW LEVEL SECURITY")
    try:
        assert len(attacker.rows(JOIN)) == 1
    finally:
        root.execute("ALTER TABLE factcheck.data_join ENABLE ROW LEVEL SECURITY")
    assert attacker.rows(JOIN) == []
